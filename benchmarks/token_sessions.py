"""Tokens a session pays and saves: python -m benchmarks.token_sessions --project DIR --transcripts DIR

--project is a git repository, --transcripts a folder of past Claude Code sessions in it. Real sessions that were
compacted are replayed event by event, each on the code as committed when it began, in a temporary store:

  injected      tokens added to each prompt, and how many of them are in the window at the end
  recovery      what is injected after a compaction, compared with the files the assistant then read again
                that it had read or edited before (in its next 40 uses of tools)
  repeats       the same lookup and the same question asked twice in one session
  schema        tokens of the tool list, full and lean, and of the server's instructions

Counted with a real tokenizer if --tables contains its table, else with the product's estimate. Only sums are
stored (`--save`).
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import sys
import tempfile
from collections.abc import Callable, Iterator
from statistics import mean, median
from typing import Any, NamedTuple

from benchmarks.lib import results
from benchmarks.lib.processes import StdioServer, serve, user_environment
from benchmarks.token_savings import counter
from sightline.agents.transcript import parse_steps
from sightline.engine import Engine, open_engine
from sightline.events.dispatch import handle
from sightline.events.reply import Reply
from sightline.index.refresh import refresh
from sightline.measure.past_commits import is_code, past_tasks
from sightline.measure.replay import known_paths
from sightline.measure.speed import sample_symbols
from sightline.measure.transcripts import CONTINUED, compactions, transcripts
from sightline.measure.workplace import EarlierTree, temporary_store
from sightline.model import event as kinds
from sightline.model.session import SessionKey
from sightline.model.transcript_step import PROMPT, REPLY, TOOL, Step
from sightline.store.code import reader
from sightline.store.statistics import percentile
from sightline.tools.answer import answer

Count = Callable[[str], int]
LOOKED_AT = 40
COMPACTED = "compacted"
LIMIT = 9_000


class SessionStep(NamedTuple):
    """One step of a session, with its time and the length of a tool's result."""

    step: Step
    at: int
    cwd: str
    result: str


class Session(NamedTuple):
    """A past session, in order."""

    id: str
    at: int
    things: tuple[SessionStep, ...]


class Compaction(NamedTuple):
    """What was injected after one compaction, and what the assistant did then."""

    injected: int
    asked: int
    read_again: int
    touched: int
    named: int
    named_when_asked: int


def read_session(path: str) -> Session | None:
    """A session that was compacted, or None."""
    text = pathlib.Path(path).read_text(encoding="utf-8", errors="replace")
    lines = text.split("\n")
    emptied = compactions(lines) if CONTINUED in text else []
    if not emptied:
        return None
    things: list[SessionStep] = []
    at, cwd = 0, ""
    for step in sorted((*parse_steps(lines), *map(_compaction, emptied)), key=_line):
        entry = json.loads(lines[int(step.place[1:]) - 1])
        at = _milliseconds(entry.get("timestamp")) or at
        cwd = entry.get("cwd") or cwd
        result = _result(entry) if step.kind == TOOL else ""
        if at:
            things.append(SessionStep(step, at, cwd, result))
    return Session(pathlib.Path(path).stem, things[0].at, tuple(things)) if things else None


def _compaction(line: int) -> Step:
    return Step(COMPACTED, place=f"L{line}")


def _line(step: Step) -> int:
    return int(step.place[1:])


def _milliseconds(stamp: Any) -> int:
    from datetime import datetime

    try:
        return int(datetime.fromisoformat(str(stamp).replace("Z", "+00:00")).timestamp() * 1000)
    except ValueError:
        return 0


def _result(entry: dict[str, Any]) -> str:
    """The complete result of a tool, as the assistant received it."""
    texts = []
    content = (entry.get("message") or {}).get("content")
    for part in content if isinstance(content, list) else ():
        held = part.get("content") if isinstance(part, dict) else None
        if isinstance(held, str):
            texts.append(held)
        elif isinstance(held, list):
            texts += [one.get("text", "") for one in held if isinstance(one, dict)]
    return "\n".join(texts)


class Replay:
    """Replays a session's events, one by one."""

    def __init__(self, engine: Engine, session: Session, clock: list[int], count: Count) -> None:
        self.engine, self.session, self.clock, self.count = engine, session, clock, count
        self.key = SessionKey("claude", session.id)
        self.known = {
            file.path: file.role if is_code(file.path) else "document"
            for file in reader.all_files(engine.index)
        }
        self.per_prompt: list[int] = []
        self.resident = 0
        self.compactions: list[Compaction] = []

    def tell(self, kind: str, **fields: Any) -> str:
        """Sightline's answer to one event."""
        event = kinds.Event(
            kind,
            "claude",
            name=kind,
            session=self.session.id,
            cwd=self.engine.project.root,
            **fields,
        )
        reply = Reply()
        handle(self.engine, event, reply, limit=LIMIT)
        return reply.text

    def files(self, thing: SessionStep) -> tuple[str, ...]:
        return known_paths(thing.step.files, thing.cwd, self.known).existing

    def run(self) -> None:
        before: set[str] = set()
        self.clock[0] = self.session.at
        self.resident += self.count(self.tell(kinds.SESSION_START, source="startup"))
        for place, thing in enumerate(self.session.things):
            self.clock[0] = max(self.clock[0], thing.at)
            step = thing.step
            if step.kind == COMPACTED:
                self.compacted(place, before)
            elif step.kind == PROMPT:
                injected = self.tell(kinds.PROMPT, prompt=step.text)
                tokens = self.count(injected) if injected else 0
                self.per_prompt.append(tokens)
                self.resident += tokens
            elif step.kind == REPLY:
                self.tell(kinds.STOP, reply=step.text)
            elif step.kind == TOOL:
                files = self.files(thing)
                before |= set(files)
                paths = tuple(os.path.join(self.engine.project.root, path) for path in files)
                use = kinds.ToolUse(
                    step.tool, step.action, paths, step.command, step.output, step.failed
                )
                self.tell(kinds.TOOL_AFTER, tool=use)

    def compacted(self, place: int, before: set[str]) -> None:
        """Compare the recovery with what the assistant reads again afterwards."""
        self.tell(kinds.COMPACT_BEFORE)
        recovery = self.tell(kinds.SESSION_START, source="compact")
        self.resident = self.count(recovery) if recovery else 0
        asked = "\n".join(answer(self.engine, "recover_session", {}, self.key))
        again, touched = 0, set()
        used = 0
        for thing in self.session.things[place + 1 :]:
            if thing.step.kind == COMPACTED:
                break
            if thing.step.kind != TOOL:
                continue
            used += 1
            if used > LOOKED_AT:
                break
            files = set(self.files(thing)) & before
            touched |= files
            if files and thing.step.action == kinds.READ:
                again += self.count(thing.result)
        self.compactions.append(
            Compaction(
                self.resident,
                self.count(asked),
                again,
                len(touched),
                sum(_names(recovery, path) for path in touched),
                sum(_names(asked, path) for path in touched),
            )
        )


def _names(text: str, path: str) -> bool:
    return path in text or path.rpartition("/")[2] in text


def replay_sessions(
    tree: EarlierTree, home: str, sessions: list[Session], count: Count
) -> list[Replay]:
    clock = [0]
    done = []
    for number, session in enumerate(sessions):
        commit = tree.commit_before(session.at)
        if not commit:
            continue
        tree.check_out(commit)
        engine = open_engine(tree.root, home=home, now=lambda: clock[0])
        refresh(engine.project, engine.settings, home=home)
        replay = Replay(engine, session, clock, count)
        replay.run()
        engine.close()
        done.append(replay)
        print(f"{number + 1} of {len(sessions)} sessions", file=sys.stderr)
    return done


def session_figures(replays: list[Replay]) -> Iterator[dict[str, Any]]:
    prompts = [tokens for replay in replays for tokens in replay.per_prompt]
    spoken = sorted(tokens for tokens in prompts if tokens)
    ends = sorted(replay.resident for replay in replays)
    yield {
        "figure": "injected with prompts",
        "sessions": len(replays),
        "prompts": len(prompts),
        "tokens_per_prompt": round(mean(prompts), 1),
        "nothing_said_pct": round(100 * mean(not tokens for tokens in prompts), 1),
        "tokens_when_said_median": round(median(spoken)) if spoken else 0,
        "tokens_when_said_p95": percentile(spoken, 0.95),
        "in_window_at_end_median": round(median(ends)),
        "in_window_at_end_p95": percentile(ends, 0.95),
        "of_a_200k_window_p95_pct": round(percentile(ends, 0.95) / 2000, 2),
    }
    compactions = [one for replay in replays for one in replay.compactions]
    touched = sum(one.touched for one in compactions) or 1
    yield {
        "figure": "recovery after a compaction",
        "compactions": len(compactions),
        "said_tokens_mean": round(mean(one.injected for one in compactions)),
        "recover_session_tokens_mean": round(mean(one.asked for one in compactions)),
        "read_again_tokens_mean": round(mean(one.read_again for one in compactions)),
        "read_again_tokens_median": round(median(one.read_again for one in compactions)),
        "files_touched_again": sum(one.touched for one in compactions),
        "named_unasked_pct": round(100 * sum(one.named for one in compactions) / touched, 1),
        "named_by_recover_session_pct": round(
            100 * sum(one.named_when_asked for one in compactions) / touched, 1
        ),
    }


def repeats(engine: Engine, count: Count) -> Iterator[dict[str, Any]]:
    """The same lookup and question, asked twice in one session."""
    key = SessionKey("claude", "repeats")
    tasks = [task.text for task in past_tasks(engine.project.root, 30, is_code).tasks]
    names = dict.fromkeys(one.name for one in sample_symbols(engine))
    asked = {
        "symbol lookup": [("query_symbol", {"name": name}) for name in names],
        "question": [("get_context", {"query": text, "max_tokens": 4_000}) for text in tasks],
    }
    for title, calls in asked.items():
        first, second = [], []
        for tool, values in calls:
            first.append(count("\n".join(answer(engine, tool, values, key))))
            second.append(count("\n".join(answer(engine, tool, values, key))))
        yield {
            "figure": f"repeated {title}",
            "asked": len(calls),
            "first_tokens_mean": round(mean(first)),
            "second_tokens_mean": round(mean(second)),
            "second_of_first_pct": round(100 * sum(second) / sum(first), 1),
        }


def schema(count: Count) -> Iterator[dict[str, Any]]:
    """The tokens that every session pays for the offered tools."""
    for profile in ("full", "lean"):
        with tempfile.TemporaryDirectory() as folder:
            command = serve("--no-index", "--tools", profile)
            server = StdioServer(
                command, user_environment(os.path.join(folder, "home")), cwd=folder
            )
            about, listed = server.begin()
            server.end()
        text = json.dumps(listed, separators=(",", ":"), ensure_ascii=False)
        yield {
            "figure": f"tool list, {profile}",
            "tools": len(listed["tools"]),
            "characters": len(text),
            "tokens": count(text),
            "instructions_tokens": count(about["instructions"]),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--project", required=True)
    parser.add_argument("--transcripts", required=True)
    parser.add_argument("--tables", help="directory with a real tokenizer's table")
    parser.add_argument("--limit", type=int, default=0, help="sessions, spread evenly")
    results.add_save_option(parser)
    arguments = parser.parse_args()
    tokenizer, count = counter(arguments.tables)
    # No refresh may run during the measurement.
    os.environ["SIGHTLINE_INDEX_REFRESH_WITHOUT_SERVER"] = "false"
    read = [read_session(path) for path in transcripts(arguments.transcripts)]
    sessions = sorted((one for one in read if one), key=lambda one: (one.at, one.id))
    if arguments.limit:
        sessions = sessions[:: max(1, len(sessions) // arguments.limit)][: arguments.limit]
    with temporary_store() as home, tempfile.TemporaryDirectory() as folder:
        tree = EarlierTree(arguments.project, os.path.join(folder, "tree"))
        lines = list(session_figures(replay_sessions(tree, home, sessions, count)))
        engine = open_engine(arguments.project, home=home)
        refresh(engine.project, engine.settings, home=home)
        lines += repeats(engine, count)
        engine.close()
    lines += schema(count)
    lines = [{**line, "tokenizer": tokenizer} for line in lines]
    results.publish("token_sessions", lines, save=arguments.save)


if __name__ == "__main__":
    main()
