using Shop.Library;
using Shop.Books;

namespace Shop.Reading
{
    public class Reader
    {
        public void Open(Shelf shelf, Book book) { book.Read(); shelf.Fill(null); }
    }
}
