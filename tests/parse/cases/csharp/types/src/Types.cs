namespace Acme.Types
{
    public interface IRunnable : IDisposable
    {
        void Run();
        string Name { get; }
    }

    public struct Point
    {
        public int X, Y;
    }

    public record Person(string Name, Address Home) : Base(Name);

    public enum Color
    {
        Red,
        Green = 2,
    }

    public static class Extensions
    {
        public static int Twice(this Point point) => point.X * 2;
    }
}
