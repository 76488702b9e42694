namespace Acme.Tests
{
    using Acme;

    public class Use
    {
        public void All()
        {
            var token = new Token(1);
            token.Write();
            token.WriteAsync();
        }
    }
}
