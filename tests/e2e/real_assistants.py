"""Tests Sightline in the real assistants, offline: `python -m tests.e2e.real_assistants`.

Installs, sends prompts, checks what reached the model's API, uninstalls, and prints a table. The
programs come from npm into a folder of your choice; your own configuration is not touched.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sightline.tools.catalog import LEAN
from tests.e2e.assistants import (
    ASSISTANTS,
    Assistant,
    environment,
    prepare,
    program,
    run,
    version,
    write_own_files,
)
from tests.e2e.stand_in import StandIn

TITLE = "--- Sightline Context"
DECISION = "Sessions in expire_session end lazily on read after login, a sweeper locked the table"
FACT = "expire_session must stay idempotent"
PROMPTS = (
    "why do sessions expire early in expire_session after login?",
    "please explain expire_session and its grace period again",
)
SOURCE = '''"""Sessions."""


def expire_session(user_id: int, *, grace: float = 0) -> bool:
    """Ends the session unless it was used within `grace` seconds."""
    return user_id > 0 and grace >= 0


def login(user_id: int) -> bool:
    """Starts a session."""
    return expire_session(user_id)
'''


class Outcome(NamedTuple):
    """One row of the table."""

    assistant: str
    version: str
    checks: dict[str, str]


def sightline(home: pathlib.Path, project: pathlib.Path, name: str, *words: str) -> str:
    """Run a sightline command as a user would, in the assistant's home."""
    env = environment(name, home, "")
    command = [sys.executable, "-m", "sightline", *words, "--project", str(project)]
    result = subprocess.run(command, env=env, cwd=project, capture_output=True, text=True)
    if result.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(words)} failed: {result.stdout}{result.stderr}")
    return result.stdout


def examine(assistant: Assistant, path: str, folder: pathlib.Path) -> Outcome:
    """Everything that is asked of one assistant."""
    name = assistant.name
    home, project = folder / name / "home", folder / name / "project"
    (project / "auth").mkdir(parents=True)
    (project / "auth" / "session.py").write_text(SOURCE)
    subprocess.run(["git", "init", "-q", str(project)], check=True)
    stand_in = StandIn()
    prepare(name, home, project, stand_in.url)
    write_own_files(name, home)
    sightline(home, project, name, "index")
    sightline(home, project, name, "remember", DECISION, "--kind", "decision")
    checks: dict[str, str] = {}

    def ask(prompt: str, *, again: bool = False) -> str:
        stand_in.forget()
        result = run(name, path, prompt, home=home, project=project, url=stand_in.url, again=again)
        if result.code:
            checks["error"] = result.output[-300:].replace("\n", " ")
        return "\n".join(stand_in.conversations())

    def check(title: str, holds: Callable[[], bool]) -> None:
        checks[title] = "yes" if holds() else "NO"

    before = snapshot(home, project)
    sightline(home, project, name, "install", "--agent", name, "--yes")
    sightline(home, project, name, "uninstall", "--agent", name, "--yes")
    check("uninstall restores every byte", lambda: snapshot(home, project) == before)
    sightline(home, project, name, "install", "--agent", name, "--yes")
    installed = snapshot(home, project)
    first = ask(PROMPTS[0])
    offered = stand_in.offered_tools()
    check("tools in the first request", lambda: bool(offered) and has_our_tools(offered[0]))
    check("tools stay the same", lambda: len({tuple(ours(names)) for names in offered}) == 1)
    titles = [text for text in stand_in.conversations() if "enerate a title" in text]
    if name == "opencode":
        left_alone = bool(titles) and not any(TITLE in text for text in titles)
        check("title request left alone", lambda: left_alone)
    check("prompt carries context", lambda: TITLE in first and "expire_session" in first)
    second = ask(PROMPTS[1], again=True)
    check("second repeats nothing", lambda: second.count(":4 def expire_session") <= 1)
    sightline(home, project, name, "remember", FACT, "--kind", "fact", "--level", "2")
    stand_in.call_once("query_symbol", {"name": "expire_session"})
    tool = ask("use your tools now")
    check("tool is offered and called", lambda: not stand_in.tool)
    stand_in.tool = ""
    # Words that stand in the tool's answer only, not in what hooks inject.
    check("tool result arrives", lambda: "function  auth.session.expire_session" in tool)
    check("frame arrives with it", lambda: "[MEMORY CONTEXT]" in tool and FACT in tool)
    if name == "claude":
        compacted = ask("/compact", again=True) + ask("go on please", again=True)
        check("recovery after compaction", lambda: "Sightline" in compacted)
    used = snapshot(home, project)
    sightline(home, project, name, "uninstall", "--agent", name, "--yes")
    restored = snapshot(home, project)
    after = ask("why do sessions expire early in expire_session after logout?")
    check("nothing after uninstall", lambda: TITLE not in after)
    check("files as before", lambda: not differing(before, installed, used, restored))
    stand_in.close()
    return Outcome(name, version(path), checks)


def ours(names: Sequence[str]) -> list[str]:
    """Those of the offered tools that are Sightline's."""
    return [name for name in names if name.endswith(tuple(LEAN))]


def has_our_tools(names: Sequence[str]) -> bool:
    """Whether a request offers every tool of the default list."""
    return len(ours(names)) == len(LEAN)


FILES = (
    *("settings.json", ".claude.json", "hooks.json", "config.toml", "mcp-config.json"),
    *("opencode.json", "tui.json", "GEMINI.md"),
)


def snapshot(*folders: pathlib.Path) -> dict[str, bytes]:
    """The person's own files, and files named after us outside our data folder."""
    contents = {}
    for folder in folders:
        for path in folder.rglob("*"):
            ours = path.name in FILES or "sightline" in path.name
            if ours and path.is_file() and "/sightline/" not in str(path):
                contents[str(path)] = path.read_bytes()
    return contents


def differing(
    before: dict[str, bytes],
    installed: dict[str, bytes],
    used: dict[str, bytes],
    restored: dict[str, bytes],
) -> list[str]:
    """Files that uninstalling did not restore.

    Files that the assistant itself wrote in between must not mention us any more; all others must
    have the bytes they had before the installation.
    """
    return [
        path
        for path in before.keys() | restored.keys()
        if (
            before.get(path) != restored.get(path)
            if installed.get(path) == used.get(path)
            else b"sightline" in restored.get(path, b"")
        )
    ]


def main() -> int:
    """Run every assistant that is there and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=pathlib.Path, required=True, help="npm folder with them")
    parser.add_argument("--only", action="append", help="this assistant only; may repeat")
    parser.add_argument("--install", action="store_true", help="npm install what is missing there")
    parser.add_argument("--json", type=pathlib.Path, help="also write the outcomes here")
    arguments = parser.parse_args()
    # Some assistants give servers a bare environment: only what is installed is found there.
    if subprocess.run([sys.executable, "-I", "-c", "import sightline"], check=False).returncode:
        parser.error(f"install Sightline for {sys.executable} first: pip install -e .")
    chosen = [a for a in ASSISTANTS if not arguments.only or a.name in arguments.only]
    if arguments.install:
        packages = [a.package for a in chosen if program(a, arguments.programs) is None]
        arguments.programs.mkdir(parents=True, exist_ok=True)
        if packages:
            subprocess.run(
                ["npm", "i", "--no-audit", *packages], cwd=arguments.programs, check=True
            )
    # A home in a temporary folder makes Codex complain, so the homes lie beside the programs.
    folder = pathlib.Path(tempfile.mkdtemp(prefix="homes-", dir=arguments.programs))
    outcomes = []
    try:
        for assistant in chosen:
            path = program(assistant, arguments.programs)
            if path is None:
                print(f"{assistant.name}: not installed ({assistant.package})")
                continue
            outcome = examine(assistant, path, folder)
            outcomes.append(outcome)
            print(f"{outcome.assistant} {outcome.version}")
            for title, answer in outcome.checks.items():
                print(f"  {title:<28} {answer}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if arguments.json:
        arguments.json.write_text(json.dumps([o._asdict() for o in outcomes], indent=1) + "\n")
    failed = [o for o in outcomes if "NO" in o.checks.values() or "error" in o.checks]
    return 1 if failed or not outcomes else 0


if __name__ == "__main__":
    sys.exit(main())
