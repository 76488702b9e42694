"""Shapes of all sorts. And more."""

import functools
from typing import overload

LIMIT = 10
names: list[str] = []


def plain(a, b=1, *args, c: int, **rest) -> str:
    """Does a plain thing. Nobody reads on."""
    local = 1

    def nested(x):
        return x + local

    return nested(a)


async def fetch(url: str):
    'One line'
    return url


@functools.cache
@functools.wraps(plain)
def decorated(a): ...


class Shape:
    """A shape."""

    sides: int = 0
    colour = "red"

    def __init__(self, sides):
        self.sides = sides

    @property
    def area(self) -> float:
        return 0.0

    @staticmethod
    def make(): ...

    @classmethod
    async def load(cls, path): ...

    @overload
    def scale(self, by: int) -> "Shape": ...
    @overload
    def scale(self, by: float) -> "Shape": ...
    def scale(self, by): ...

    class Meta:
        ordering = ["sides"]

        def inner(self): ...


class Generic[T](Shape, metaclass=type):
    def get[U](self, u: U) -> T: ...


type Pair[T] = tuple[T, T]
square = lambda x: x * x

if LIMIT:
    def conditional(): ...
