defmodule Own do
  def status, do: 1
  def weigh(thing), do: thing
end
