"""Checks over twenty turns that what was sent stays as it was: `python -m tests.e2e.stable_prefix --programs DIR`.

Every request of a real Claude Code session must begin with the bytes of the request before it (but for the
marks of the cache itself): then the model's prompt cache is kept, whatever Sightline adds to a prompt.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
from typing import Any

from tests.e2e.assistants import ASSISTANTS, prepare, program, run
from tests.e2e.real_assistants import DECISION, SOURCE, TITLE, sightline
from tests.e2e.stand_in import StandIn

TURNS = 20
# Prompts that name code, follow up, are trivial, come again or change the subject.
PROMPTS = (
    "why do sessions expire early in expire_session after login?",
    "and what does login return then?",
    "yes, go on",
    "explain expire_session and its grace period again",
    "write a test for expire_session",
    "why do sessions expire early in expire_session after login?",
    "now something else: how are invoices rendered in render_invoice?",
    "rename login to sign_in everywhere",
)
INVOICES = "def render_invoice(rows):\n    return rows\n"
MARK = "cache_control"


def main() -> int:
    """Run the session and print how many requests kept the bytes of the one before."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=pathlib.Path, required=True, help="npm folder with it")
    parser.add_argument("--turns", type=int, default=TURNS)
    arguments = parser.parse_args()
    path = program(next(a for a in ASSISTANTS if a.name == "claude"), arguments.programs)
    if path is None:
        parser.error("Claude Code is not in that folder: npm i @anthropic-ai/claude-code")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="homes-", dir=arguments.programs))
    try:
        conversations = run_session(path, folder, arguments.turns)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    changed = first_changes(conversations)
    told = sum(TITLE in json.dumps(turn[-1:]) for turn in conversations)
    print(f"{len(conversations)} turns, {told} with our text")
    for turn, place in changed:
        print(f"turn {turn}: message {place} of the turn before differs")
    print("every prefix kept" if not changed else f"{len(changed)} prefixes lost")
    return 1 if changed or len(conversations) < arguments.turns or not told else 0


def run_session(path: str, folder: pathlib.Path, turns: int) -> list[list[Any]]:
    """The messages of the last request of each turn of one session."""
    home, project = folder / "home", folder / "project"
    (project / "auth").mkdir(parents=True)
    (project / "auth" / "session.py").write_text(SOURCE)
    (project / "invoices.py").write_text(INVOICES)
    subprocess.run(["git", "init", "-q", str(project)], check=True)
    stand_in = StandIn()
    prepare("claude", home, project, stand_in.url)
    for words in (
        ("index",),
        ("remember", DECISION, "--kind", "decision"),
        ("install", "--agent", "claude", "--yes"),
    ):
        sightline(home, project, "claude", *words)
    conversations = []
    for turn in range(turns):
        stand_in.forget()
        prompt = PROMPTS[turn % len(PROMPTS)]
        result = run(
            *("claude", path, prompt),
            home=home,
            project=project,
            url=stand_in.url,
            again=turn > 0,
        )
        bodies = [request["body"] for request in stand_in.requests if request["body"]]
        asking = [body for body in bodies if body.get("tools") and body.get("messages")]
        if result.code or not asking:
            raise SystemExit(f"turn {turn}: {result.output[-500:]}")
        conversations.append(asking[-1]["messages"])
    stand_in.close()
    return conversations


def first_changes(conversations: list[list[Any]]) -> list[tuple[int, int]]:
    """The turns that do not begin with the messages of the turn before, and the first that differs."""
    changed = []
    for turn in range(1, len(conversations)):
        before, after = map(_without_marks, (conversations[turn - 1], conversations[turn]))
        for place, message in enumerate(before):
            if place >= len(after) or after[place] != message:
                changed.append((turn, place))
                break
    return changed


def _without_marks(messages: list[Any]) -> list[str]:
    """Each message as text, without the marks that say where the cache ends."""

    def bare(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: bare(inner) for key, inner in value.items() if key != MARK}
        return [bare(inner) for inner in value] if isinstance(value, list) else value

    def whole(message: dict[str, Any]) -> dict[str, Any]:
        content = message.get("content")  # a text alone is the same as a list of one text
        as_list = [{"type": "text", "text": content}] if isinstance(content, str) else content
        return {**message, "content": as_list}

    return [json.dumps(bare(whole(message)), sort_keys=True) for message in messages]


if __name__ == "__main__":
    sys.exit(main())
