"""The values an expression can have, as far as inference can tell.

Named tuples compare by their fields alone, so every class carries a tag: without it an instance
of a type would equal the type itself.
"""

from __future__ import annotations

from typing import NamedTuple

from sightline.index.resolving.resolution_rules import ResolutionRules


class InstanceValue(NamedTuple):
    """An object of a type, which is the symbol at a position of a file."""

    file: int
    position: int
    tag: str = "instance"


class TypeValue(NamedTuple):
    """A type itself, or a namespace."""

    file: int
    position: int
    tag: str = "type"


class SuperValue(NamedTuple):
    """The object of a type, seen as one of its base types: `super`."""

    file: int
    position: int
    tag: str = "super"


class FactoryValue(NamedTuple):
    """A built-in member of a type that creates an object of it: `Type.new`."""

    file: int
    position: int
    tag: str = "factory"


class FunctionValue(NamedTuple):
    """A function or method."""

    file: int
    position: int
    tag: str = "function"


class AnonymousValue(NamedTuple):
    """An object of an unnamed type, whose members are recorded as names of a scope."""

    file: int
    scope: int
    tag: str = "anonymous"


class ModuleValue(NamedTuple):
    """A module, and the rules of the language that imports it."""

    name: str
    rules: ResolutionRules
    tag: str = "module"


class ContainerValue(NamedTuple):
    """A list, map or stream of elements."""

    elements: Values
    rules: ResolutionRules
    tag: str = "container"


class TupleValue(NamedTuple):
    """Several values in a fixed order, such as the results of a Go function."""

    parts: tuple[Values, ...]
    tag: str = "tuple"


class CallableValue(NamedTuple):
    """Something without a symbol that can be called, and what the call returns."""

    results: Values
    tag: str = "callable"


class OutsideValue(NamedTuple):
    """Something that is defined outside the project."""

    tag: str = "outside"


class NullValue(NamedTuple):
    """The null value of a language."""

    tag: str = "null"


Value = (
    InstanceValue
    | TypeValue
    | SuperValue
    | FactoryValue
    | FunctionValue
    | AnonymousValue
    | ModuleValue
    | ContainerValue
    | TupleValue
    | CallableValue
    | OutsideValue
    | NullValue
)
Values = tuple[Value, ...]  # the alternatives of one expression

UNKNOWN: Values = ()
OUTSIDE: Values = (OutsideValue(),)
# What a function outside the project returns, which may be an object of the project.
OUTSIDE_RESULT: Values = (OutsideValue("outside result"),)
NULL: Values = (NullValue(),)
MAX_VALUES = 6  # alternatives of one expression
