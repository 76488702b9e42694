"""JSON through the interpreter's own scanner and encoder, without the package around them.

`import json` also brings `re`, which takes a hook as long to load as the bare interpreter.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_BLANK = " \t\n\r"


def loads(text: str | bytes) -> Any:
    """The value that a JSON text describes; ValueError if it is none."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "surrogatepass")
    scan = _scanner()
    if scan is None:
        import json

        return json.loads(text)
    start = len(text) - len(text.lstrip(_BLANK))
    try:
        value, end = scan(text, start)
    except (StopIteration, RecursionError):
        raise ValueError("no JSON value") from None
    if text[end:].strip(_BLANK):
        raise ValueError("more than one JSON value")
    return value


def dumps(
    value: object, *, ensure_ascii: bool = True, sort_keys: bool = False, compact: bool = False
) -> str:
    """A value as JSON on one line; `compact` leaves the blanks out."""
    encode = _encoder(ensure_ascii, sort_keys, compact)
    if encode is None:
        import json

        separators = (",", ":") if compact else (", ", ": ")
        return json.dumps(
            value, ensure_ascii=ensure_ascii, sort_keys=sort_keys, separators=separators
        )
    return "".join(encode(value, 0))


def pretty(value: object, indent: str = "\n") -> str:
    """A value as JSON that people can read, with letters of any script as they are."""
    deeper = indent + "  "
    if isinstance(value, dict) and value:
        inside = [f"{_key(key)}: {pretty(one, deeper)}" for key, one in value.items()]
        return "{" + deeper + f",{deeper}".join(inside) + indent + "}"
    if isinstance(value, list | tuple) and value:
        return "[" + deeper + f",{deeper}".join(pretty(one, deeper) for one in value) + indent + "]"
    return dumps(value, ensure_ascii=False)


def _key(key: object) -> str:
    text = dumps(key, ensure_ascii=False)
    return text if isinstance(key, str) else f'"{text}"'


class _Context:
    """What the scanner asks for."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": -float("inf")}.get


_made: dict[object, Any] = {}


def _scanner() -> Callable[[str, int], tuple[Any, int]] | None:
    if "scanner" not in _made:
        try:
            from _json import make_scanner

            _made["scanner"] = make_scanner(_Context())  # type: ignore[arg-type]
        except (ImportError, TypeError, AttributeError):
            _made["scanner"] = None  # another interpreter: the package will do
    found: Callable[[str, int], tuple[Any, int]] | None = _made["scanner"]
    return found


def _encoder(
    ensure_ascii: bool, sort_keys: bool, compact: bool
) -> Callable[[object, int], tuple[str, ...]] | None:
    key = (ensure_ascii, sort_keys, compact)
    if key not in _made:
        try:
            from _json import encode_basestring, encode_basestring_ascii, make_encoder

            quote = encode_basestring_ascii if ensure_ascii else encode_basestring
            colon, comma = (":", ",") if compact else (": ", ", ")
            _made[key] = make_encoder(
                None, _refuse, quote, None, colon, comma, sort_keys, False, True
            )
        except (ImportError, TypeError, AttributeError):
            _made[key] = None
    found: Callable[[object, int], tuple[str, ...]] | None = _made[key]
    return found


def _refuse(value: object) -> object:
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")
