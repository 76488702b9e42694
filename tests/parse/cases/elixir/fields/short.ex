defmodule Deep.Short do
  alias Deep.Long.Name, as: Name
  alias Deep.{One, Two}

  def run(x) do
    Name.go(x)
    Two.go(x)
    Outside.go(x)
  end
end

defmodule Deep.Long.Name do
  def go(x), do: x
end

defmodule Deep.Two do
  def go(x), do: x
end
