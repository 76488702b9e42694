"""Named tuples that cost the prompt hook next to nothing.

`typing.NamedTuple` needs the typing module and compiles code for every class: twenty classes add
more to a start than the bare interpreter takes. This stand-in has the same behaviour; type
checkers see the original.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple
else:
    try:
        # What the original uses: made and read several times faster than a property.
        from _collections import _tuplegetter
    except ImportError:  # pragma: no cover - an interpreter that has no such thing
        from _operator import itemgetter

        def _tuplegetter(position, doc):
            return property(itemgetter(position), doc=doc)

    _tuple = tuple.__new__

    class _Fields(type):
        """Turns the annotations of a class body into the fields of a tuple."""

        def __new__(meta, name, bases, body):
            if not bases:
                return super().__new__(meta, name, (tuple,), body)
            fields = tuple(body.get("__annotations__", ()))
            body["_field_defaults"] = {field: body[field] for field in fields if field in body}
            for position, field in enumerate(fields):
                body[field] = _tuplegetter(position, None)
            body["_fields"] = body["__match_args__"] = fields
            body["__slots__"] = ()
            return super().__new__(meta, name, bases, body)

    class NamedTuple(metaclass=_Fields):
        """A tuple whose places have names and defaults."""

        __slots__ = ()

        def __new__(cls, *values, **named):
            fields = cls._fields
            if not named and len(values) == len(fields):
                return _tuple(cls, values)
            if len(values) < len(fields):
                defaults = cls._field_defaults
                try:
                    values += tuple(
                        [
                            named.pop(field) if field in named else defaults[field]
                            for field in fields[len(values) :]
                        ]
                    )
                except KeyError as missing:
                    raise TypeError(f"{cls.__name__} needs a value for {missing}") from None
            if named or len(values) != len(fields):
                extra = ", ".join(named) or f"{len(values) - len(fields)} values too many"
                raise TypeError(f"{cls.__name__} has no place for {extra}")
            return _tuple(cls, values)

        # As fast as a tuple; who calls it has all the values.
        _make = classmethod(tuple.__new__)

        def _replace(self, **named):
            values = [
                named.pop(field) if field in named else value
                for field, value in zip(self._fields, self, strict=True)
            ]
            return type(self)(*values, **named)

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __getnewargs__(self):
            return tuple(self)

        def __repr__(self):
            fields = zip(self._fields, self, strict=True)
            inside = ", ".join(f"{field}={value!r}" for field, value in fields)
            return f"{type(self).__name__}({inside})"


__all__ = ["NamedTuple"]
