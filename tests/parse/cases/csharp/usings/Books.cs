namespace Shop.Books
{
    public class Book { public void Read() { } }
}
