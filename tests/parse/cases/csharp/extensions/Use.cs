using Acme.Text;

namespace Acme.Use;

public class Use
{
    public void Run(string name, object thing, dynamic other)
    {
        name.Shorten(3);
        "text".Shorten();
        other.Report();
        ((Use)thing).Stop();
        (thing as Use).Stop();
        Convert.Shorten(name);
    }

    public void Stop() { }
}
