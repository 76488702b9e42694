"""Regular expressions that a hook need not compile: made once, kept in the compiler's own form.

Loading `re` and compiling a handful of patterns costs a hook more than the interpreter's start.
`hook_warm` keeps what was compiled; anything new goes through `re`, and is kept for next time.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Any

IGNORECASE = 2
MULTILINE = 8
DOTALL = 16

_patterns: dict[tuple[str, int], re.Pattern[str]] = {}
# What `re` made of a pattern in an earlier process of the same interpreter.
codes: dict[tuple[str, int], bytes] = {}
# Patterns that this process had to compile.
fresh: list[tuple[str, int]] = []


def pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern, ready to use; its source is written in the program, never made of a user's text."""
    found = _patterns.get((source, flags))
    if found is None:
        found = _patterns[source, flags] = _made(source, flags)
    return found


def _made(source: str, flags: int) -> re.Pattern[str]:
    code = codes.get((source, flags))
    if code is not None:
        import _sre  # type: ignore[import-not-found]
        from marshal import loads

        try:
            ready: re.Pattern[str] = _sre.compile(source, *loads(code))
            return ready
        except (RuntimeError, TypeError, ValueError, OverflowError, EOFError):
            del codes[source, flags]
    import re

    fresh.append((source, flags))
    return re.compile(source, flags)


def code_of(source: str | bytes, flags: int) -> bytes | None:
    """What the compiler of `re` makes of a pattern; None where it is not as we know it."""
    try:
        import re
        from marshal import dumps

        known: Any = re
        parsed = known._parser.parse(source, flags)
        code = known._compiler._code(parsed, flags)
        names = parsed.state.groupdict
        numbers: list[str | None] = [None] * parsed.state.groups
        for name, number in names.items():
            numbers[number] = name
        words = [int(word) for word in code]
        groups = parsed.state.groups - 1
        all_flags = int(flags | parsed.state.flags)
        return dumps((all_flags, words, groups, dict(names), tuple(numbers)))
    except (ImportError, AttributeError, TypeError, ValueError):
        return None
