"""One step of a session in a transcript: a prompt, a reply or a tool call."""

from __future__ import annotations

from typing import NamedTuple

PROMPT = "prompt"
REPLY = "reply"
TOOL = "tool"


class Step(NamedTuple):
    """A prompt, a reply or a tool call; `place` is its position in the transcript.

    `answers` are pairs of a question and the person's answer; `plan` is a plan the person approved.
    """

    kind: str
    text: str = ""
    tool: str = ""
    action: str = ""
    command: str = ""
    output: str = ""
    failed: bool = False
    files: tuple[str, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    place: str = ""
    plan: str = ""
