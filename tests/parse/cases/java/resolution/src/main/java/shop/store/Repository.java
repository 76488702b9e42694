package shop.store;

import shop.Order;
import static shop.store.Tools.trim;

public class Repository {
    public void save(Order order) {
        order.price();
        trim();
        Tools.trim();
        new Order(this).price();
    }
}

class Tools { static void trim() {} }
