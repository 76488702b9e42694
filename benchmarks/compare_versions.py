"""Records the answers of an installed Sightline, and compares two such records.

    python -m benchmarks.compare_versions record --sightline BIN --out DIR --repo DIR [--repo DIR]
    python -m benchmarks.compare_versions diff DIR DIR

The program is a black box: its command line, its MCP server, the hook command that its installer writes,
and SQL on its files. Each process sees a fake clock that this script controls (a small library, which
needs a C compiler), so that equal programs give equal records. Use scratch checkouts: the script sets
the times of their files to the time of their last commit.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import difflib
import hashlib
import itertools
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from typing import Any

from benchmarks.lib import compare_material as material
from benchmarks.lib.compare_material import Arguments, Turn, git, read

SESSION = "tools"
# No deadline may cut an answer short, and no refresh may run during the recording.
SETTINGS = {f"SIGHTLINE_HOOK_{name}_SECONDS": "25" for name in ("PROMPT", "START", "TOOL", "END")}
SETTINGS["SIGHTLINE_INDEX_REFRESH_WITHOUT_SERVER"] = "false"
# Measured times, and ids that depend on which helper was faster.
MASKS = (
    (re.compile(r" *\b\d[\d.,]* ?(ms|s)\b"), r" # \1"),
    (re.compile(r'("(?:\w*ms|\w*seconds|\w*p50|\w*p95)"): \d+(\.\d+)?'), r"\1: #"),
    (re.compile(r'("(?:symbol_id|id|db_size_bytes)"): \d+'), r"\1: #"),
    (re.compile(r"\b(p50|p95) \d+"), r"\1 #"),
    (re.compile(r'"phases": \{[^}]*\}'), '"phases": #'),
)
# libfaketime also stops the clock, but then Python cannot sleep.
CLOCK = """
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static time_t moment(void) {
    const char *text = getenv("COMPARE_CLOCK");
    return text ? atol(text) : 0;
}
time_t time(time_t *to) { time_t now = moment(); if (to) *to = now; return now; }
int gettimeofday(struct timeval *to, void *zone) {
    to->tv_sec = moment(); to->tv_usec = 0; return 0;
}
int clock_gettime(clockid_t which, struct timespec *to) {
    if (which != CLOCK_REALTIME && which != CLOCK_REALTIME_COARSE)
        return syscall(SYS_clock_gettime, which, to);
    to->tv_sec = moment(); to->tv_nsec = 0; return 0;
}
"""


class Program:
    """One installed version on one repository, with its own home and clock."""

    def __init__(self, executable: str, repo: pathlib.Path, folder: str) -> None:
        self.executable, self.repo, self.folder = executable, repo, folder
        self.home = os.path.join(folder, "home")
        self.now = int(git(repo, "log", "-1", "--format=%ct")) + 86_400
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        self.environ = {**kept, **SETTINGS, "HOME": self.home, "TZ": "UTC"}
        self.environ["SIGHTLINE_HOME"] = os.path.join(folder, "data")
        self.environ["LD_PRELOAD"] = stopped_clock(folder)
        os.makedirs(os.path.join(self.home, ".claude"))

    def surroundings(self, seconds: int) -> dict[str, str]:
        """The environment of the next process, with the clock advanced."""
        self.now += seconds
        return {**self.environ, "COMPARE_CLOCK": str(self.now)}

    def run(self, command: str | list[str], given: str = "", seconds: int = 7) -> str:
        """The output of a command, with errors and exit code if there are any."""
        done = subprocess.run(
            command, input=given, shell=isinstance(command, str), cwd=self.repo, text=True,
            capture_output=True, env=self.surroundings(seconds), timeout=1800,
        )  # fmt: skip
        ending = f"\n[stderr]\n{done.stderr}" if done.stderr else ""
        ending += f"\n[exit code {done.returncode}]" if done.returncode else ""
        return self.masked(done.stdout + ending)

    def cli(self, *words: str) -> str:
        """The answer of one command."""
        return self.run([self.executable, *words])

    def masked(self, text: str) -> str:
        """The text with the paths of this run and measured times masked."""
        text = text.replace(self.folder, "<run>").replace(str(self.repo), "<repo>")
        text = text.replace(os.path.dirname(os.path.dirname(self.executable)), "<env>")
        for pattern, mask in MASKS:
            text = pattern.sub(mask, text)
        return text

    def databases(self) -> list[tuple[str, sqlite3.Connection]]:
        """Every SQLite file of this home."""
        paths = sorted(path for path in pathlib.Path(self.folder).rglob("*.db") if path.is_file())
        return [(path.name, sqlite3.connect(path)) for path in paths]


class Index:
    """The tables of the code index, with names instead of ids."""

    def __init__(self, program: Program) -> None:
        self.db = next(db for _, db in program.databases() if "symbol" in tables(db))
        self.files = dict(self.db.execute("SELECT id, path FROM file"))
        rows = self.db.execute("SELECT id, file_id, start_line, qualified, kind FROM symbol")
        self.names = {row[0]: f"{self.files[row[1]]}:{row[2]} {row[3]} ({row[4]})" for row in rows}

    def rows(self, table: str, drop: Iterable[str] = ()) -> Iterator[str]:
        """The rows of a table as text, with names instead of file and symbol ids."""
        cursor = self.db.execute(f"SELECT * FROM {table}")
        columns = [column[0] for column in cursor.description]
        for row in cursor:
            values = [self.named(*pair) for pair in zip(columns, row, strict=True)]
            kept = [v for c, v in zip(columns, values, strict=True) if c not in drop]
            yield json.dumps(kept, ensure_ascii=False)

    def named(self, column: str, value: Any) -> Any:
        """A value of a row; file and symbol ids become names."""
        if column == "file_id":
            return self.files[value]
        if column in ("source_id", "target_id", "parent_id"):
            return self.names.get(value, value)
        return value

    def dumps(self) -> Iterator[tuple[str, Iterator[str]]]:
        """Kind and rows of everything that is recorded in full."""
        yield "symbols", self.rows("symbol", ("id", "text_id"))
        for table in tables(self.db):
            columns = [row[1] for row in self.db.execute(f"PRAGMA table_info({table})")]
            if {"source_id", "target_id"} <= set(columns):
                yield ("candidates" if "candidates" in columns else "edges"), self.rows(table)
        yield "problems", self.rows("problem")
        yield "files", self.rows("file", ("id", "text_id"))
        yield "digests", self.digests()

    def digests(self) -> Iterator[str]:
        """One line for each of the large tables: full text, names, history."""
        words: dict[tuple[int, str], list[bytes]] = collections.defaultdict(list)
        query = "SELECT kind, word, files + texts, content FROM posting"
        for kind, word, places, content in self.db.execute(query):
            words[kind, word].append(content[4 * places :])
        yield digest("words", (f"{k} {sorted(b''.join(v))}" for k, v in words.items()))
        yield digest("names", (str(row) for row in self.db.execute("SELECT name FROM name")))
        commits = "SELECT hash, time, author_time, message, renamed FROM past_commit"
        yield digest("commits", (str(row) for row in self.db.execute(commits)))
        for table in ("past_file", "past_function", "past_change"):
            query = f"SELECT t.*, hash FROM {table} t JOIN past_commit c ON c.id = t.commit_id"
            cursor = self.db.execute(query)
            number = [column[0] for column in cursor.description].index("commit_id")
            yield digest(table, (str(row[:number] + row[number + 1 :]) for row in cursor))


def stopped_clock(folder: str) -> str:
    """The library that shows a process a fixed time of day, however long it waits."""
    path = os.path.join(folder, "clock.so")
    command = ["cc", "-shared", "-fPIC", "-O1", "-x", "c", "-", "-o", path]
    subprocess.run(command, input=CLOCK, text=True, check=True)
    return path


def tables(db: sqlite3.Connection) -> list[str]:
    """The tables that have rows of their own."""
    query = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
    return sorted(name for (name,) in db.execute(query) if not name.startswith("sqlite_"))


def layout(db: sqlite3.Connection) -> list[Any]:
    """The version and the columns of a file."""
    columns = [db.execute(f"PRAGMA table_info({name})").fetchall() for name in tables(db)]
    return [db.execute("PRAGMA user_version").fetchone(), tables(db), columns]


def digest(name: str, rows: Iterable[str]) -> str:
    """The number of rows, and a digest that ignores their order."""
    ordered = sorted(rows)
    return f"{name} {len(ordered)} {hashlib.sha256(chr(10).join(ordered).encode()).hexdigest()}"


def keep_index(index: Index, out: pathlib.Path, like: str | None) -> None:
    """Store a copy of the index, or use the one of another record if one is named.

    Helpers read files in parallel, so ids differ between runs, and ids decide ties.
    """
    path = pathlib.Path(like or out) / out.name / "index.db"
    if like and path.exists():
        other = sqlite3.connect(path)
        if layout(other) == layout(index.db):
            facts = index.db.execute("SELECT key, value FROM meta").fetchall()
            other.backup(index.db)
            index.db.execute("DELETE FROM meta")
            index.db.executemany("INSERT INTO meta (key, value) VALUES (?, ?)", facts)
            index.db.commit()
        else:
            print("the tables have changed: ties may be decided differently", flush=True)
    with contextlib.closing(sqlite3.connect(out / "index.db")) as copy:
        index.db.backup(copy)


def call(program: Program, tool: str, arguments: Arguments, *options: str) -> str:
    """Call one tool through the command line."""
    words = [f"{name}={plain(value)}" for name, value in arguments.items()]
    # One session per format, so that a body sent to one is not left out of the other.
    session = f"claude:{SESSION}{''.join(options)}"
    return program.cli("call", tool, *words, "--session", session, *options)


def plain(value: Any) -> str:
    """An argument as the command line takes it."""
    if isinstance(value, list):
        return ",".join(value)
    return value if isinstance(value, str) else json.dumps(value)


def server_answers(
    program: Program, calls: list[tuple[str, Arguments]]
) -> Iterator[tuple[str, str]]:
    """The answers of one MCP server to these calls, and its tools."""
    server = subprocess.Popen(
        [program.executable, "serve"], cwd=program.repo, env=program.surroundings(0), text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    assert server.stdin is not None and server.stdout is not None
    who = {"name": "record", "version": "1"}
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": who}
    messages: list[tuple[str, Arguments]] = [
        ("initialize", client), ("notifications/initialized", {}), ("tools/list", {}),
    ]  # fmt: skip
    messages += [("tools/call", {"name": name, "arguments": given}) for name, given in calls]
    for number, (method, parameters) in enumerate(messages):
        message: Arguments = {"jsonrpc": "2.0", "method": method, "params": parameters}
        if not method.startswith("notifications/"):
            message["id"] = number
        server.stdin.write(json.dumps(message) + "\n")
        server.stdin.flush()
        while "id" in message:
            line = server.stdout.readline()
            if not line or json.loads(line).get("id") == number:
                yield f"{number} {method} {json.dumps(parameters)}", program.masked(line)
                break
    server.stdin.close()
    server.wait(60)


def hook_answers(
    program: Program, turns: list[Turn], paths: list[str]
) -> Iterator[tuple[str, str]]:
    """The installed hook's answer to each event; events it is not registered for are not sent."""
    program.cli("install", "--agent", "claude", "--scope", "user", "--yes")
    settings = json.loads((pathlib.Path(program.home) / ".claude" / "settings.json").read_text())
    same = {"cwd": str(program.repo), "permission_mode": "default"}
    full = [str(program.repo / path) for path in paths]
    for number, (turn, event, details) in enumerate(material.events(turns, full)):
        place = {"session_id": turn.session, "transcript_path": turn.transcript}
        payload = json.dumps({**same, **place, "hook_event_name": event, **details})
        for group in settings["hooks"].get(event, ()):
            if re.fullmatch(group.get("matcher") or ".*", details.get("tool_name", "")):
                said = program.run(group["hooks"][0]["command"], payload, 40)
                yield f"{number} {event} {turn.session} {turn.prompt[:60]!r}", said


def state(program: Program) -> Iterator[str]:
    """The rows of every table that is not the index: memories, topics, sessions, injections."""
    for name, db in program.databases():
        for table in tables(db) if "symbol" not in tables(db) else ():
            cursor = db.execute(f"SELECT * FROM {table}")
            columns = [column[0] for column in cursor.description]
            # The names of spooled events are random.
            dropped = ("ms", "id") if table == "taken" else ("ms",)
            for row in cursor:
                kept = [v for c, v in zip(columns, row, strict=True) if c not in dropped]
                yield program.masked(json.dumps([name, table, *kept], default=repr))


def record(options: argparse.Namespace) -> int:
    """Record every repository, each with a fresh home."""
    for name in options.repo:
        started, repo = time.monotonic(), pathlib.Path(name).resolve()
        out = pathlib.Path(options.out) / repo.name
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir(parents=True)
        moment = int(git(repo, "log", "-1", "--format=%ct"))
        for path in git(repo, "ls-files", "-z").split("\0"):
            if path and (repo / path).exists():
                os.utime(repo / path, (moment, moment), follow_symlinks=False)
        subprocess.run(["git", "-C", str(repo), "update-index", "-q", "--refresh"], check=False)
        with tempfile.TemporaryDirectory(prefix="compare-") as folder:
            executable = os.path.abspath(options.sightline)
            program = Program(executable, repo, folder)
            if options.prompts:
                turns = material.turns_in(pathlib.Path(options.prompts))
            else:
                turns = material.turns_of(pathlib.Path(options.evaluation), repo)
            record_one(program, out, turns, options.like)
        print(f"{repo.name}: recorded in {time.monotonic() - started:.0f} s", flush=True)
    return 0


def record_one(program: Program, out: pathlib.Path, turns: list[Turn], like: str | None) -> None:
    """Index, tools, prompts, and the state after them."""
    program.cli("index", "--rebuild")
    index = Index(program)
    for kind, rows in index.dumps():
        (out / f"{kind}.txt").write_text("".join(f"{row}\n" for row in sorted(rows)))
    keep_index(index, out, like)
    calls = list(material.code_calls(index.db, program.repo))
    writes = list(material.memory_writes(index.db))
    sources = "SELECT path FROM file WHERE role = 'source'"
    paths = [row[0] for row in material.some(index.db, sources, 200)]
    write(out / "tools.jsonl", tool_answers(program, calls, ("--json", "")))
    write(out / "memory_tools.jsonl", tool_answers(program, writes, ("",)))
    write(out / "hooks.jsonl", hook_answers(program, turns, paths))
    said = ((" ".join(words), program.cli(*words)) for words in material.commands(program.repo))
    write(out / "commands.jsonl", said)
    (out / "state.txt").write_text("".join(f"{row}\n" for row in sorted(state(program))))
    stores = [db for _, db in program.databases() if {"memory", "topic"} <= set(tables(db))]
    # Backups are stores too, but contain less.
    store = max(stores, key=lambda db: int(db.execute("SELECT count(*) FROM memory").fetchone()[0]))
    later = list(material.state_calls(store, SESSION))
    write(out / "state_tools.jsonl", tool_answers(program, later, ("--json", "")))
    # Last, because its session id contains its process id.
    # It refreshes the index during its first answers, which show the index age, so nothing may be left to do.
    program.run([program.executable, "index"], seconds=0)
    write(out / "server.jsonl", server_answers(program, calls))


def tool_answers(
    program: Program, calls: list[tuple[str, Arguments]], formats: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    """Each call in each format."""
    for (tool, given), form in itertools.product(calls, formats):
        yield f"{tool} {json.dumps(given)} {form}", call(program, tool, given, *form.split())


def write(path: pathlib.Path, answers: Iterable[tuple[str, str]]) -> None:
    """Keys and answers as JSON lines."""
    with open(path, "w", encoding="utf-8") as file:
        for number, (key, answer) in enumerate(answers):
            file.write(json.dumps({"key": f"{number}: {key}", "answer": answer}) + "\n")


def diff(options: argparse.Namespace) -> int:
    """Compare two records, repository by repository and kind by kind."""
    first, second = pathlib.Path(options.first), pathlib.Path(options.second)
    both = {path.name for path in first.iterdir()} & {path.name for path in second.iterdir()}
    total = 0
    for repo in sorted(both):
        names = {path.name for path in (*first.glob(f"{repo}/*"), *second.glob(f"{repo}/*"))}
        for name in sorted(names - {"index.db"}):
            old, new = first / repo / name, second / repo / name
            if not (old.exists() and new.exists()):
                count, differences = 0, ["the file is missing in one of the records"]
            else:
                count, differences = (answers_differ if name.endswith("l") else rows_differ)(
                    old, new
                )
            total += len(differences)
            verdict = f"{len(differences)} differ" if differences else "equal"
            print(f"{repo:12} {name.partition('.')[0]:14} {count:8} {verdict}")
            for text in differences[: options.show]:
                print("    " + text.replace("\n", "\n    "))
    print(f"{len(both)} repositories, {total} differences")
    return 1 if total or not both else 0


def rows_differ(old: pathlib.Path, new: pathlib.Path) -> tuple[int, list[str]]:
    """Rows that are in one record only; duplicates count."""
    first, second = (collections.Counter(path.read_text().splitlines()) for path in (old, new))
    differences = [f"- {row}" for row in (first - second).elements()]
    differences += [f"+ {row}" for row in (second - first).elements()]
    return first.total(), sorted(differences, key=lambda row: row[2:])


def answers_differ(old: pathlib.Path, new: pathlib.Path) -> tuple[int, list[str]]:
    """Answers that differ, with their first differing lines."""
    first, second = ({one["key"]: comparable(one) for one in read(path)} for path in (old, new))
    differences = []
    for key in dict.fromkeys((*first, *second)):
        one, other = first.get(key, "(not asked)"), second.get(key, "(not asked)")
        if one != other:
            changed = difflib.unified_diff(one.splitlines(), other.splitlines(), lineterm="", n=0)
            lines = list(changed)[2:8]
            differences.append("\n  ".join([key[:200], *(line[:400] for line in lines)]))
    return len(first), differences


def comparable(one: dict[str, str]) -> str:
    """An answer as lines; the order of members in a server's messages is ignored."""
    answer = one["answer"]
    if answer.startswith('{"jsonrpc"'):
        answer = json.dumps(json.loads(answer), sort_keys=True, ensure_ascii=False)
    return answer.replace("\\n", "\n")


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    actions = parser.add_subparsers(required=True)
    record_parser = actions.add_parser("record", help="record what one installed version answers")
    record_parser.add_argument("--sightline", required=True, help="the installed program")
    record_parser.add_argument("--out", required=True, help="the folder for the record")
    record_parser.add_argument(
        "--repo", required=True, action="append", help="a checkout; may repeat"
    )
    record_parser.add_argument(
        "--like", help="answer from the indexes of this record, so that ties are equal"
    )
    record_parser.add_argument("--prompts", help="JSON lines: session, prompt, reply, transcript")
    record_parser.add_argument(
        "--evaluation", help="the folder of evaluation data, if --prompts is not given"
    )
    record_parser.set_defaults(run=record)
    diff_parser = actions.add_parser("diff", help="compare two records")
    diff_parser.add_argument("first")
    diff_parser.add_argument("second")
    diff_parser.add_argument("--show", type=int, default=3, help="differences printed of each kind")
    diff_parser.set_defaults(run=diff)
    options = parser.parse_args()
    return int(options.run(options))


if __name__ == "__main__":
    sys.exit(main())
