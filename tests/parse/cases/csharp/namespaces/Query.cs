namespace Acme.Linq
{
    public class Query
    {
        public void Run(Store given)
        {
            given.Put();
            Store.Open().Put();
        }
    }
}
