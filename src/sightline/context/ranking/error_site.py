"""Finds where a pasted error message is made: the line of the source that contains its text."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from sightline.workspace.source import Sources

# A message must have this many words in a row on one line of the source.
FEWEST_WORDS = 3
# Longer messages are cut, and larger files are not searched.
MOST_WORDS, MOST_BYTES = 40, 1_000_000
# How an error begins: its name, then its message up to the end of the line.
_MESSAGE = (
    r"(?:^|[\s>(])(?:[\w.]*(?:Error|Exception|Warning|Failure)|(?:\w+\.)+[A-Z]\w+"
    r"|[A-Z][a-z]+(?:[A-Z][a-z]+)+|panic|fatal|error|FATAL|ERROR)"
    r"(?:\[\w+\])?:[ \t]+(?P<message>\S.{8,400})$"
)
# A sentence in quotes is a message if the prompt speaks of a failure.
_QUOTED = r"[\"“`](?P<message>[^\"“”`\n]{15,300})[\"”`]"
_FAILURE = r"\b(?:errors?|exceptions?|messages?|warnings?|fail\w*|rais\w+|throw\w*|crash\w*|says?|gets?|got)\b"


class ErrorSite(NamedTuple):
    """A line of the source that makes an error message."""

    path: str
    line: int


def error_message(prompt: str) -> str:
    """The last error message that a prompt quotes; empty if it quotes none."""
    if ":" in prompt:
        matches = re.compile(_MESSAGE, re.MULTILINE).finditer(prompt)
        messages = [match["message"].strip() for match in matches]
        if messages:
            return messages[-1]
    if '"' in prompt or "“" in prompt or "`" in prompt:
        quoted = [match["message"] for match in re.compile(_QUOTED).finditer(prompt)]
        sentences = [text for text in quoted if len(text.split()) > FEWEST_WORDS]
        if sentences and re.compile(_FAILURE, re.IGNORECASE).search(prompt):
            return max(sentences, key=len)
    return ""


def find_error_site(sources: Sources, paths: Sequence[str], prompt: str) -> ErrorSite | None:
    """The line, in one of these files, that shares the longest run of words with the message."""
    words = re.compile(r"[A-Za-z_]{2,}").findall(error_message(prompt))[:MOST_WORDS]
    if len(words) < FEWEST_WORDS:
        return None
    runs = _runs(words)
    best: ErrorSite | None = None
    longest = FEWEST_WORDS - 1
    for path in paths:
        source = sources.read(path)
        if source is None or len(source) > MOST_BYTES:
            continue
        text = source.decode("utf-8", "replace")
        for run in runs:
            if len(run) <= longest:
                break
            match = re.search(r"\W+".join(map(re.escape, run)), text)
            if match:
                best = ErrorSite(path, text.count("\n", 0, match.start()) + 1)
                longest = len(run)
                break
    return best


def _runs(words: list[str]) -> list[list[str]]:
    """All runs of at least a few of the words, the longest first."""
    return [
        words[start : start + length]
        for length in range(min(len(words), 12), FEWEST_WORDS - 1, -1)
        for start in range(len(words) - length + 1)
    ]
