"""Gives the prompts of labelled streams the replies and files of their transcripts."""

from __future__ import annotations

import os

from benchmarks.lib.topic_streams import Item, Stream
from sightline.measure.transcripts import PastPrompt, TranscriptFile, prompts_in, transcripts

# A prompt of a stream and its transcript have the same time to within this, and the same beginning.
_TOLERANCE_SECONDS, _BEGINNING = 1, 15


def with_transcripts(streams: list[Stream], folder: str) -> list[Stream]:
    """The streams with what each turn replied, edited and read, where a transcript tells it."""
    by_second: dict[int, list[PastPrompt]] = {}
    for path in transcripts(folder):
        for prompt in prompts_in(TranscriptFile("claude", path)):
            by_second.setdefault(prompt.at // 1000, []).append(prompt)
    return [
        stream._replace(items=tuple(_with_turn(item, by_second) for item in stream.items))
        for stream in streams
    ]


def _with_turn(item: Item, by_second: dict[int, list[PastPrompt]]) -> Item:
    second = item.at // 1000
    for near in range(second - _TOLERANCE_SECONDS, second + _TOLERANCE_SECONDS + 1):
        for prompt in by_second.get(near, ()):
            if prompt.text[:_BEGINNING] == item.text[:_BEGINNING]:
                touched = [_inside(path, prompt.cwd) for path in (*prompt.edited, *prompt.read)]
                files = dict.fromkeys([*item.files, *(path for path in touched if path)])
                return item._replace(reply=prompt.reply, files=tuple(files))
    return item


def _inside(path: str, root: str) -> str:
    """The path below the project, or "" if it is elsewhere."""
    if not os.path.isabs(path):
        return path
    relative = os.path.relpath(path, root) if root else ".."
    return "" if relative.startswith("..") else relative
