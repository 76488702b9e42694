namespace A;

class Broken
{
    int Good() { return 1; }
    int Half( { return Good(); }
    void After() { Good(); }
