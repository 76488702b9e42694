using Shop.Storage;

namespace Shop.Library
{
    public class Shelf
    {
        public void Fill(Row row) { row.Save(); }
    }
}
