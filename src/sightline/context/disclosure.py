"""What an assistant was sent of a symbol or file, and how much of it.

Each thing sent is recorded as a short text, so that only a body sent whole counts as known. Pure.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

# What was sent: a file's name; of a symbol its signature, some lines of its body, or all of it.
NAMED, SIGNATURE, EXCERPT, BODY = "named", "signature", "lines", "body"
# A file that the assistant read or edited itself.
OPENED = "opened"
# A prompt of the session, with its number.
PROMPT = "prompt"


class LineRange(NamedTuple):
    """Lines of a body, from 1, both ends included."""

    first: int
    last: int


def sent_body(fingerprint: str) -> str:
    """The record that a body was sent whole."""
    return f"{fingerprint} {BODY}"


def sent_lines(fingerprint: str, lines: Iterable[LineRange]) -> str:
    """The record that some lines of a body were sent."""
    shown = ",".join(f"{first}-{last}" for first, last in lines)
    return f"{fingerprint} {EXCERPT} {shown}"


def sent_signature(fingerprint: str) -> str:
    """The record that a symbol was named with its place or its signature."""
    return f"{fingerprint} {SIGNATURE}"


def sent_name(path: str) -> str:
    """The record that a file was named."""
    return f"{path} {NAMED}"


def opened(path: str) -> str:
    """The record that the assistant read or edited a file."""
    return f"{path} {OPENED}"


def has_body(sent: Collection[str], fingerprint: str) -> bool:
    """Whether the assistant has the whole body."""
    return sent_body(fingerprint) in sent


def named_paths(sent: Iterable[str]) -> frozenset[str]:
    """The files that were named to the assistant."""
    return _paths(sent, NAMED)


def opened_paths(sent: Iterable[str]) -> frozenset[str]:
    """The files that the assistant read or edited."""
    return _paths(sent, OPENED)


def _paths(sent: Iterable[str], mark: str) -> frozenset[str]:
    ending = f" {mark}"
    return frozenset(one.removesuffix(ending) for one in sent if one.endswith(ending))


def prompt_record(number: int) -> str:
    """The record that the session had a prompt."""
    return f"{PROMPT} {number}"


def prompts_since(sent: Iterable[str]) -> int:
    """How many prompts the session had since it began or was compacted."""
    return sum(one.startswith(f"{PROMPT} ") for one in sent)
