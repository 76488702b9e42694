defmodule Use do
  def show(conn) do
    conn.status
    Own.status
    Own.weigh(conn)
  end
end
