from b import Root, Mixin
import outside


class Middle(Mixin, Root):
    def both(self):
        self.mixed()
        self.rooted()
        self.own()


class Leaf(Middle):
    def own(self):
        super().both()
        super().rooted()


class Guest(outside.Thing, Root):
    def act(self):
        self.rooted()
        self.unknown_to_us()


class Same(outside.Same): ...


class Root2(Root):
    Root = 3
