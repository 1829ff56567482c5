using System;
using static System.Math;
using Text = System.Text.StringBuilder;
global using Project.Common;

namespace Project.Store;

#if DEBUG
/// <summary>Called on changes.</summary>
public delegate void Changed<T>(object sender, T value);
#else
public delegate void Changed(object sender);
#endif

/// <summary>
/// Keeps things.
/// </summary>
/// <typeparam name="T">What is kept.</typeparam>
[Serializable]
[DebuggerDisplay("{Name}")]
public partial class Store<T> : Base<T>, IStore<T>, System.IDisposable
    where T : class, new()
{
    private const int Limit = 10, Step = 2;
    private static readonly Dictionary<string, int> Codes = new()
    {
        ["a"] = 1,
        ["b"] = 2,
        ["c"] = 3,
    };
    public event EventHandler Changed;
    public event EventHandler Moved
    {
        add { Changed += value; }
        remove { Changed -= value; }
    }

    public string Name { get; set; } = "none";
    public int Count => items.Count;
    public int Size
    {
        get { return size; }
        set
        {
            size = value;
        }
    }
    public T this[int index]
    {
        get => items[index];
        set => items[index] = value;
    }

    public Store(int size) : base(size)
    {
        this.size = size;
        Load<T>();
    }
    ~Store() { Dispose(); }

    public static Store<T> operator +(Store<T> a, Store<T> b) => a.Merge(b);
    public static implicit operator int(Store<T> store) => store.Count;

    /// <inheritdoc/>
    public async Task<R> FindAsync<R>(
        [NotNull] Func<T, R> select,
        CancellationToken token = default)
        where R : struct
    {
        int Local(int x)
        {
            return x + 1;
        }
        return await source?.ReadAsync<R>(Local(1));
    }
    void IStore<T>.Explicit() { }
    public string Text() => $"""
        class NotAClass {Name}
        """;

    private enum Color : byte
    {
        Red = 1,
        Green,
    }
    public readonly struct Point { public readonly int X, Y; }
}

public record Person(string First, string Last) : Named(First);
public record struct Größe(int Wert);
public interface IStore<in T> : IDisposable { void Put(T value); int Count { get; } }
public static class Extensions
{
    public static bool IsEmpty(this string text) => text.Length == 0;
}
