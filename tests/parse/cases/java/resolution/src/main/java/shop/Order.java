package shop;

import shop.store.Repository;
import java.util.List;

public class Order extends Base implements Priced {
    private final Repository repository;
    private List<Line> lines;

    public Order(Repository repository) {
        super(1);
        this.repository = repository;
    }

    public int price() {
        check();
        this.repository.save(this);
        for (Line line : lines) {
            line.print();
        }
        lines.get(0).print();
        Line first = new Line();
        first.print();
        helper().print();
        return super.price();
    }

    private Line helper() { return new Line(); }
}
