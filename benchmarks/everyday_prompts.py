"""What an assistant receives for twelve everyday prompts: python -m benchmarks.everyday_prompts --project DIR --write

DIR is a checkout of django. Each prompt goes through the installed hook process, with a session id, in a store
of its own; the page `docs/everyday-prompts.md` shows the whole text that was injected, so that a person can judge
it. Follow-ups come after the first prompt of their session and what the assistant then read and said.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
from typing import Any, NamedTuple

from benchmarks import ROOT
from benchmarks.lib.processes import HOOK
from sightline.text.tokens import estimate_tokens

PAGE = ROOT / "docs" / "everyday-prompts.md"
MOST_TOKENS = 600
HEAD = """# Twelve everyday prompts

What Claude Code receives with each of these prompts on django ({commit}), whole and unedited, and what
an experienced colleague would have wanted. Written by `python -m benchmarks.everyday_prompts --project DIR --write`,
which sends each prompt through the hook process; nothing here is chosen by hand. At most {most} tokens each.

| prompt | tokens |
|---|---|
"""
TRACEBACK = """The admin crashes when I add a tag to an unsaved article:

Traceback (most recent call last):
  File "/srv/shop/blog/views.py", line 31, in create
    article.tags.add(tag)
  File "/srv/venv/lib/python3.12/site-packages/django/db/models/fields/related_descriptors.py", line 662, in __get__
    return self.related_manager_cls(instance)
  File "/srv/venv/lib/python3.12/site-packages/django/db/models/fields/related_descriptors.py", line 1117, in __init__
    raise ValueError(
ValueError: "<Article: Article object (None)>" needs to have a value for field "id" before this many-to-many relationship can be used."""


class Turn(NamedTuple):
    """A prompt, and what the assistant read and said after it."""

    prompt: str
    read: tuple[str, ...] = ()
    reply: str = ""


class Scene(NamedTuple):
    """A session: its last prompt is one of the twelve, and what a colleague would name for it."""

    kind: str
    turns: tuple[Turn, ...]
    wanted: str


CSRF = Turn(
    "How does the CSRF middleware decide that an origin is trusted?",
    ("django/middleware/csrf.py",),
    "CsrfViewMiddleware._origin_verified compares the Origin header with the host, then with the "
    "allowed origins of CSRF_TRUSTED_ORIGINS.",
)
UNION = Turn(
    "Fix QuerySet.union() followed by .count(): it returns the wrong number on MySQL",
    ("django/db/models/query.py", "django/db/models/sql/compiler.py"),
    "The combined query's limits were dropped in get_combinator_sql in compiler.py; fixed for MySQL.",
)
SCENES = (
    Scene(
        "bug with a traceback",
        (Turn(TRACEBACK),),
        "the line that raises the error, and the frames of django above it",
    ),
    Scene(
        "bug, by its symbol",
        (UNION._replace(read=(), reply=""),),
        "`QuerySet.union`, `get_combinator_sql` and where the count is made",
    ),
    Scene(
        "feature",
        (Turn("Add a --dry-run option to the clearsessions command"),),
        "the command `clearsessions`, and where expired sessions are deleted",
    ),
    Scene(
        "rename",
        (Turn("Rename get_random_secret_key to make_secret_key everywhere"),),
        "the definition and its three users",
    ),
    Scene(
        "question",
        (CSRF._replace(read=(), reply=""),),
        "`_origin_verified` and the settings it reads, in one file",
    ),
    Scene(
        "test",
        (Turn("Write a test that the password reset token expires after PASSWORD_RESET_TIMEOUT"),),
        "`test_timeout` in the tests of tokens, `check_token` and the setting",
    ),
    Scene(
        "documents",
        (Turn("Update the docs for the new JSONField lookups"),),
        "the documents on JSONField and its lookups",
    ),
    Scene(
        "error message",
        (
            Turn(
                "Where does this come from?\n\nValueError: The view shop.views.cart didn't return an "
                "HttpResponse object. It returned None instead."
            ),
        ),
        "the line in `check_response` that raises it",
    ),
    Scene(
        "follow-up",
        (CSRF._replace(read=()), Turn("and where is the referer checked?")),
        "`_check_referer` in the same file, or nothing",
    ),
    Scene(
        "follow-up, the same elsewhere",
        (UNION, Turn("now the same for sqlite")),
        "nothing: the assistant has the file open, or must ask",
    ),
    Scene("vague", (Turn("Can you clean this up a bit?"),), "nothing"),
    Scene(
        "other language",
        (
            Turn(
                "Warum wird das Passwort beim Login neu gehasht, wenn sich die Iterationen ändern?"
            ),
        ),
        "`must_update` in the password hashers; without words that the code has, nothing",
    ),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--project", required=True, type=pathlib.Path, help="a checkout of django")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    arguments = parser.parse_args()
    text = page(arguments.project.resolve())
    if arguments.write:
        PAGE.write_text(text, encoding="utf-8")
    else:
        print(text)


def page(project: pathlib.Path) -> str:
    """The page with every prompt and what was injected for it."""
    describe = ["git", "-C", str(project), "log", "-1", "--format=%h of %cs"]
    commit = subprocess.run(describe, capture_output=True, text=True, check=True).stdout.strip()
    rows, sections = [], []
    with tempfile.TemporaryDirectory(prefix="sightline-everyday-") as home:
        environment = {**os.environ, "SIGHTLINE_HOME": home}
        environment["SIGHTLINE_INDEX_REFRESH_WITHOUT_SERVER"] = "false"
        index = [sys.executable, "-m", "sightline", "index", "--project", str(project)]
        subprocess.run(index, env=environment, check=True, stdout=subprocess.DEVNULL)
        for number, scene in enumerate(SCENES):
            # What one session was told must not change another.
            for database in ("memory", "activity"):
                for path in pathlib.Path(home).glob(f"{database}*"):
                    path.unlink()
            injected = run_scene(scene, f"everyday-{number}", project, environment)
            tokens = estimate_tokens(injected) if injected else 0
            if tokens > MOST_TOKENS:
                print(f"{scene.kind}: {tokens} tokens are too many", file=sys.stderr)
            rows.append(f"| {scene.kind} | {tokens or 'silent'} |")
            sections.append(section(scene, injected))
    return HEAD.format(commit=commit, most=MOST_TOKENS) + "\n".join(rows) + "\n" + "".join(sections)


def run_scene(
    scene: Scene, session: str, project: pathlib.Path, environment: dict[str, str]
) -> str:
    """What was injected with the last prompt of a session."""
    common = {"session_id": session, "cwd": str(project)}
    injected = ""
    for turn in scene.turns:
        event = {"hook_event_name": "UserPromptSubmit", "prompt": turn.prompt}
        injected = send({**common, **event}, environment)
        for path in turn.read:
            tool = {"tool_name": "Read", "tool_input": {"file_path": str(project / path)}}
            send({**common, "hook_event_name": "PostToolUse", **tool}, environment)
        if turn.reply:
            stop = {"hook_event_name": "Stop", "last_assistant_message": turn.reply}
            send({**common, **stop}, environment)
    return injected


def send(event: dict[str, Any], environment: dict[str, str]) -> str:
    """Send one event through the hook process; the text it adds, empty if none."""
    ran = subprocess.run(
        [*HOOK, "--agent", "claude"],
        input=json.dumps(event).encode(),
        env=environment,
        capture_output=True,
        check=True,
    )
    if not ran.stdout.strip():
        return ""
    answer = json.loads(ran.stdout)
    return str(answer.get("hookSpecificOutput", {}).get("additionalContext", ""))


def section(scene: Scene, injected: str) -> str:
    """One prompt with what went before it and what was injected."""
    lines = [f"\n## {scene.kind.capitalize()}\n"]
    lines += [
        f"Before: “{turn.prompt}”; the assistant read {', '.join(turn.read) or 'nothing'}.\n"
        for turn in scene.turns[:-1]
    ]
    prompt = scene.turns[-1].prompt
    lines.append("\n".join(f"> {line}" for line in prompt.split("\n")) + "\n")
    lines.append(f"A colleague would name {scene.wanted}.\n")
    lines.append(f"```text\n{injected}\n```\n" if injected else "Nothing was injected.\n")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
