"""One step of a session as a transcript tells it: a prompt, a reply, or the use of a tool."""

from __future__ import annotations

from typing import NamedTuple

PROMPT = "prompt"
REPLY = "reply"
TOOL = "tool"


class Step(NamedTuple):
    """What was said or done; `place` says where in the transcript it can be read again.

    `answers` are questions the person answered, each with the answer; `plan` is what they approved.
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
