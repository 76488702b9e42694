class Raw:
    def cook(self): ...


class Cooked:
    def eat(self): ...


class Trouble(Exception):
    def explain(self): ...
