"""What an expression can be: the values that inference speaks of."""

from typing import Any

# (sort, file, position) of a symbol, (MODULE, name, habits), (MANY, elements), (PARTS, parts) ...
Value = tuple["Any", ...]
Values = tuple[Value, ...]

OBJECT, TYPE, FUNCTION, SUPER = "object", "type", "function", "super"
MODULE, MANY, PARTS, CALLABLE = "module", "many", "parts", "callable"
MAKER = "maker"  # a member of a type that makes an object of it
LOCALS = "locals"  # of a type without a name, whose members are noted as names of a scope
OUTSIDE: Value = ("outside",)

UNKNOWN: Values = ()
BEYOND: Values = (OUTSIDE,)
NOTHING: Values = (("nothing",),)
MOST = 6  # possibilities of one expression
DEEPEST = 40  # steps from one expression to another
