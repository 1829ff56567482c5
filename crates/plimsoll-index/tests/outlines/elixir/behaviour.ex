defmodule Water.Pump do
  @callback start(pid) :: :ok
  @callback ready? :: boolean
  @callback read(source) :: {:ok, value} when source: pid, value: integer
  @macrocallback twice(Macro.t()) :: Macro.t()
end
