using Book = Elsewhere.Book;

namespace Shop
{
    public class Alias { }
}
