using Xunit;

namespace Acme.App.Tests;

public class ServiceTests
{
    [Fact]
    public void Runs()
    {
        var service = new Service(null);
        if (service.Run() is Thing thing) thing.Use();
    }
}
