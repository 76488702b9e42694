"""Whether secrets reach the store: python -m benchmarks.planted_secrets [--save]

Plants every form of secret that the tests know in thirteen places (source, comments, documents, settings,
commit messages, prompts, replies, commands and their output, memories by command and by tool), lets the
product index, answer and keep them, and searches the raw bytes of every file it wrote. A secret that
is found is a leak.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable

from tests.text.test_secrets import FORMS, PLANTED

from benchmarks.faults import CLI, HOOK, Place
from benchmarks.lib import results
from benchmarks.lib.processes import StdioServer, serve

FORMS_AND_SECRETS = [(str(planted.values[0]), str(planted.values[1])) for planted in PLANTED]
Plant = Callable[[int, str], None]


class Garden:
    """A project whose files, commits and events hold planted texts."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.files: dict[str, list[str]] = {}
        self.events: list[dict[str, object]] = []
        self.remembered: list[str] = []
        self.saved: list[str] = []
        self.messages: list[str] = []

    def write(self, name: str, text: str) -> None:
        self.files.setdefault(name, []).append(text)

    def event(self, name: str, **fields: object) -> None:
        self.events.append({"hook_event_name": name, "session_id": "s", **fields})

    def places(self) -> dict[str, Plant]:
        """By place: how a text gets there."""
        return {
            "source": lambda n, text: self.write(f"s{n}.py", f"def f{n}():\n    return {text!r}\n"),
            "comment": lambda n, text: self.write(
                f"c{n}.go", "package a\n" + _commented(text, "// ") + f"func F{n}() {{}}\n"
            ),
            "docstring": lambda n, text: self.write(f"d{n}.py", f'def d{n}():\n    """{text}"""\n'),
            "document": lambda n, text: self.write(f"m{n}.md", f"# Setup {n}\n\n{text}\n"),
            "settings": lambda n, text: self.write(f"y{n}.yaml", _commented(text, "# ") + "a: 1\n"),
            "commit message": lambda n, text: self.messages.append(f"Change {n}\n\n{text}"),
            "prompt": lambda n, text: self.event("UserPromptSubmit", prompt=f"try this {n}: {text}"),
            "reply": lambda n, text: self.event("Stop", last_assistant_message=f"I used {text}"),
            "command": lambda n, text: self.event(
                "PostToolUse", tool_name="Bash", tool_input={"command": text},
                tool_response={"stdout": "ok"},
            ),
            "output": lambda n, text: self.event(
                "PostToolUseFailure", tool_name="Bash", tool_input={"command": f"deploy {n}"},
                error=f"exit 1: {text}",
            ),
            "edit": lambda n, text: self.event(
                "PostToolUse", tool_name="Edit",
                tool_input={"file_path": f"s{n}.py", "new_string": text},
                tool_response={"success": True},
            ),
            "memory": lambda n, text: self.remembered.append(f"Setup {n} uses {text}"),
            "saved memory": lambda n, text: self.saved.append(f"Server {n} needs {text}"),
        }  # fmt: skip


def _commented(text: str, mark: str) -> str:
    return "".join(f"{mark}{line}\n" for line in text.splitlines())


def plant(garden: Garden) -> None:
    """Put everything where it belongs, through the product."""
    place = garden.place
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-C", str(place.project)]
    subprocess.run([*git, "init", "-q"], check=True)
    for name, texts in garden.files.items():
        (place.project / name).write_text("\n".join(texts), encoding="utf-8")
    for message in garden.messages:
        (place.project / "log.py").write_text(
            f"def changed_{len(message)}(): pass\n# {hash(message)}\n"
        )
        subprocess.run([*git, "add", "-A"], check=True)
        subprocess.run([*git, "commit", "-qF", "-"], input=message.encode(), check=True)
    place.run("index")
    for event in garden.events:
        process = place.start([*HOOK, "--agent", "claude"])
        process.communicate(json.dumps({"cwd": str(place.project), **event}).encode())
    lines = [json.dumps({"id": f"fact-{number}", "kind": "fact", "text": text, "created": number})
             for number, text in enumerate(garden.remembered)]  # fmt: skip
    subprocess.run([*CLI, "import", "-"], input="\n".join(lines), text=True, check=True,
                   cwd=place.project, env=place.environ, capture_output=True)  # fmt: skip
    server = StdioServer(serve(), place.environ, cwd=str(place.project))
    server.begin()
    for text in garden.saved:
        server.call("save_memory", {"content": text, "category": "fact"})
    server.end()


def written(home: pathlib.Path) -> bytes:
    """The bytes of every file in the data folder, with the journals joined to their databases."""
    for path in home.rglob("*.db"):
        with sqlite3.connect(path) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return b"\0".join(path.read_bytes() for path in home.rglob("*") if path.is_file())


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    results.add_save_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        garden = Garden(Place(folder))
        planted: list[tuple[str, str]] = []
        for where, plant_one in garden.places().items():
            for number, (text, secret) in enumerate(FORMS_AND_SECRETS):
                plant_one(number, text)
                planted.append((where, secret))
        plant(garden)
        content = written(garden.place.home)
    leaks = sorted({where for where, secret in planted if secret.encode() in content})
    leaked = {secret for _, secret in planted if secret.encode() in content}
    for secret in sorted(leaked):
        at = content.index(secret.encode())
        print("leaked:", content[max(0, at - 120) : at + 80])
    line = {
        "figure": "planted secrets", "planted": len(planted), "forms": len(FORMS_AND_SECRETS),
        "kinds": len(FORMS), "places": len(garden.places()), "leaked_forms": len(leaked),
        "bytes_searched": len(content),
    }  # fmt: skip
    results.publish("planted_secrets", [line], save=arguments.save)
    if leaks:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
