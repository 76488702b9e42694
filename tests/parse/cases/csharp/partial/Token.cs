namespace Acme
{
    public partial class Token
    {
        public Token(int kind) {}
        public void Write() {}
    }
}
