package shop;

class Owner {
    int getId() { return 1; }
    int register(int one) { return one; }
    int register(String two) { return 2; }
}

class Shop {
    int find(Owner owner, Source source) {
        owner = source.owners().next();
        return owner.getId();
    }

    int count(Source source) {
        return source.next().register(1);
    }
}
