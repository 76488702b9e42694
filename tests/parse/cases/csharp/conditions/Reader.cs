namespace Acme
{
    public
#if HAVE_ASYNC
        async
#endif
        class Reader
    {
        public int Read(bool all)
        {
#if FAST
            if (all)
            {
#else
            if (all && Check())
            {
#endif
                return Check() ? 1 : 0;
            }
            return 0;
        }

        private bool Check() => true;
    }
}
