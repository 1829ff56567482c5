-- What lies between the parameters and the end of a function.
local pump = require("tank.pump")

local function level(tank)
  -- A comment before the first statement.
  return tank:measure()
      :gsub("l", "")
      :gsub(",", ".") -- and one behind the last
end

function pump.stop()
end

function pump.start(speed)
  local function nothing() end
  speed = speed or 1
  nothing()
end

do
  local meta = {
    __index = function(tank, key)
      local found = rawget(tank, key)
      return found
    end,
  }
  setmetatable(pump, meta)
end

pump.on("full", function(tank)
  tank:close()
  tank:drain()
end, {
  once = true,
  when = function(tank)
    local now = tank:measure()
    return now > 1
  end,
})
