namespace Acme
{
    public class Store
    {
        public static Store Open() { return null; }
        public void Put() {}
    }
}
