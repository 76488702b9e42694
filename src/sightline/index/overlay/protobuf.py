"""Reads the wire format of protocol buffers: fields by number, without a schema.

Only what SCIP needs: varints and length-delimited fields; fixed-width fields are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_MOST_VARINT_BYTES = 10


class Field(NamedTuple):
    """One field of a message: a number, or the bytes of a text, message or packed list."""

    number: int
    value: int | bytes


class BadMessage(ValueError):
    """The bytes are not a message, or are cut off."""


def fields(message: bytes) -> Iterator[Field]:
    """The fields of a message in their order."""
    at, end = 0, len(message)
    while at < end:
        key, at = _varint(message, at)
        number, kind = key >> 3, key & 7
        if number == 0:
            raise BadMessage(f"no field has the number 0 (at byte {at})")
        if kind == _BYTES:
            size, at = _varint(message, at)
            if at + size > end:
                raise BadMessage(f"cut off in field {number} at byte {at}")
            yield Field(number, message[at : at + size])
            at += size
        elif kind == _VARINT:
            value, at = _varint(message, at)
            yield Field(number, value)
        elif kind in (_FIXED32, _FIXED64):
            at += 4 if kind == _FIXED32 else 8
        else:
            raise BadMessage(f"unknown wire type {kind} at byte {at}")


def packed_numbers(content: bytes) -> list[int]:
    """The numbers of a packed list."""
    numbers, at = [], 0
    while at < len(content):
        number, at = _varint(content, at)
        numbers.append(number)
    return numbers


def _varint(message: bytes, at: int) -> tuple[int, int]:
    """A number and where it ends."""
    value = shift = 0
    for byte in message[at : at + _MOST_VARINT_BYTES]:
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
    raise BadMessage(f"a number is cut off at byte {at}")
