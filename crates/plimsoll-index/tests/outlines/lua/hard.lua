#!/usr/bin/env lua
-- What the whole file is about.

local level = require("tank.level")
local pump, valve = require "pump", require('valve')
local fmt = string.format

--- A tank.
-- It holds water.
-- @classmod Tank
local Tank = {}
Tank.__index = Tank

local LIMIT <const> = 64
local colors = {
  red = 1,
  green = 2,
  paint = function(color)
    return color
  end,
}

--[[
  Makes one.
  And more.
]]
function Tank.new(name, level)
  local self = setmetatable({}, Tank)
  self.name = name
  return self
end

--- Fills it.
function Tank:fill(amount)
  local function helper(x)
    return x
  end
  self.level = self.level + helper(amount)
  return self:drain(function(x) return x end)
end

function Tank.deep.er.function_of(a, ...)
  return select("#", ...)
end

local function private(a,
                       b)
  return a + b
end

function global() return 1 end

Tank.handler = function(event)
  print(event)
  return event
end

local callback = function() return 1 end

M = {}
M["key"] = 1

goto done
do
  local function in_block()
    return 1
  end
end
::done::

local text = [[
function not_a_function()
end
]]

return Tank
