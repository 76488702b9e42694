import contextlib
import os
from dataclasses import dataclass


class Base:
    def save(self): ...
    def close(self): ...
    def hook(self): ...


class Order(Base):
    lines: "list[Line]"

    def __init__(self, customer: "Customer"):
        super().__init__()
        self.customer = customer
        self.total = Money()
        self.first = Line()

    def save(self):
        super().save()
        self.hook()
        self.customer.notify()
        self.total.round()
        for line in self.lines:
            line.check()
        self.lines[0].check()

    def __enter__(self):
        return self

    @property
    def owner(self) -> "Customer":
        return self.customer

    @classmethod
    def create(cls):
        order = cls(Customer())
        order.hook()
        return order


class Line:
    def check(self): ...


class Money:
    def round(self): return self
    def add(self): return self


class Customer:
    def notify(self): ...


def build():
    return Order(Customer())


def typed(order: Order, maybe: "Order | None" = None):
    order.save()
    maybe.close()


def use(unknown):
    order = build()
    order.save()
    order.owner.notify()
    Order.create().close()
    Money().add().round().add()
    with Order(Customer()) as opened:
        opened.save()
    if (other := build()):
        other.hook()
    order.total.round()
    unknown.notify()
    unknown.append(1)
    os.path.join("a").strip()
    "text".join([])


default = Order(Customer())


def module_level():
    default.save()
