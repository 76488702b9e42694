namespace Acme
{
    public partial class Token
    {
        public void WriteAsync() { Write(); }
    }

    public class Word : Token
    {
        public void Go() { Write(); WriteAsync(); }
    }
}
