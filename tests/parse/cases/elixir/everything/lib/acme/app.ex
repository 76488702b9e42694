defmodule Acme.App do
  @moduledoc "Docs."
  alias Acme.Other
  alias Acme.{A, B}
  import Enum, only: [map: 2]
  use GenServer
  @limit 3
  @doc "Runs."
  def run(x, y \\ 1) when x > 0 do
    helper(x) |> Other.go()
    Enum.map(x, fn a -> a end)
  end
  defp helper(x), do: x
  defmacro mac(a) do
    quote do: unquote(a)
  end
  defstruct [:name, age: 0]
  def zero, do: 0
  @type t :: integer
  test "works" do
    assert run(1)
  end
end
defprotocol P do
  def f(x)
end
defimpl P, for: Integer do
  def f(x), do: x
end
