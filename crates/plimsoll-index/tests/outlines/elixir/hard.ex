defmodule MyApp.Store do
  @moduledoc """
  Keeps things.

  With more to say.
  """
  use GenServer
  import Ecto.Query, only: [from: 2]
  alias MyApp.{Repo, Accounts}
  alias MyApp.Foo, as: Bar
  require Logger

  @behaviour MyApp.Named
  @type t :: %__MODULE__{name: String.t()}
  @callback label(t) :: String.t()
  @limit 10
  @table %{
    a: 1,
    b: 2,
    c: 3
  }
  defstruct [:name, age: 1]

  @doc """
  Gets one.

      iex> MyApp.Store.get(1)
  """
  @spec get(integer) :: t
  def get(id) when is_integer(id) do
    entry = Repo.get(User, id)
    entry |> decorate()
  end

  def get(nil), do: nil
  def get(id, opts \\ []) when is_binary(id), do: Repo.get_by(User, opts)

  # Private.
  defp decorate(%{name: name} = entry,
         extra) do
    Logger.info(name)
    {entry, extra}
  end

  defmacro square(x) do
    quote do
      unquote(x) * unquote(x)
    end
  end

  defguard is_small(x) when x < @limit
  defdelegate size(x), to: Enum, as: :count
  def a <> b, do: concat(a, b)
  def no_arguments do
    :ok
    :ok
  end

  if Mix.env() == :dev do
    def debug(x) do
      IO.inspect(x)
      x
    end
  end

  defmodule Inner do
    def text, do: ~s"""
    def not_a_function do
    end
    """
  end

  defimpl String.Chars, for: MyApp.Store do
    def to_string(store), do: store.name
  end
end

defprotocol Sized do
  @doc "How large."
  def size(data)
end

defmodule MyApp.StoreTest do
  use ExUnit.Case

  describe "get/1" do
    @tag :slow
    test "finds one" do
      assert MyApp.Store.get(1)
      assert MyApp.Store.get(2)
    end
  end
end
