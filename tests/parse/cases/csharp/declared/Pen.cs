namespace Acme
{
    public class Ink
    {
        public void Write(int one) {}
        public void Blot(int one) {}
        public void Write(string two) {}
        public void Blot(string two) {}
    }

    public class Pen
    {
        private TextWriter _writer;

        public void Draw(string text)
        {
            _writer.Write(text);
            char.Write(text);
            Find().Blot(text);
        }
    }
}
