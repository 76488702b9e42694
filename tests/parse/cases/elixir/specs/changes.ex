defmodule App.Changes do
  @spec cast_all(t, atom) :: t
  def cast_all(changes, name), do: run(changes, name)

  @spec run(t, atom) :: t when t: var
  defp run(changes, _name), do: changes

  @type t :: %{name: String.t()}
end
