namespace Shop.Storage
{
    public class Row { public void Save() { } }

    public class Book { public void Save() { } }
}
