"""Sends streams of prompts through the hook's event handlers, as an assistant would.

One claude session per session id: the prompt, an edit for each file, and the end of the turn with
the reply. Time is the stream's own. `ProcessHook` starts the installed hook for each event instead,
where time is the machine's.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from benchmarks.lib.processes import HOOK
from benchmarks.lib.topic_streams import Item, Outcome, Stream
from sightline.agents import wire
from sightline.engine import Engine, open_engine
from sightline.events.dispatch import handle
from sightline.events.reply import Reply
from sightline.model.session import SessionKey
from sightline.topics.state import limits_of, load_state

AGENT = "claude"
TOPIC_LINE = re.compile(r"\[thread (t-[0-9a-f]+)\]")
# The handlers see times of this era, whatever the stream says.
ERA = 1_750_000_000_000
TURN_MS = 500


class Hook:
    """An assistant in an empty project; `now` is set before each event."""

    def __init__(self, engine: Engine, clock: list[int], environ: Mapping[str, str]) -> None:
        self.engine = engine
        self.clock = clock
        self.environ = environ
        self.prompts = 0

    def send(self, name: str, at: int, session: str, **fields: object) -> str:
        """Send one event; the text that reaches the model."""
        self.clock[0] = at
        root = self.engine.project.root
        adapter = wire(AGENT)
        payload = {"hook_event_name": name, "session_id": session, "cwd": root, **fields}
        event = adapter.decode(payload, {})
        reply = Reply()
        handle(self.engine, event, reply, limit=adapter.LIMIT)
        return reply.text

    def turn(self, item: Item, at: int) -> tuple[str, str]:
        """One turn: the text that came with it, and the topic at the prompt."""
        self.prompts += 1
        session = item.session
        text = self.send(
            "UserPromptSubmit", at, session, prompt=item.text, prompt_id=str(self.prompts)
        )
        placed = (self.topics() or [""])[-1]
        for place, path in enumerate(item.files):
            tool = {"tool_name": "Edit", "tool_input": {"file_path": self._path(path)}}
            use = f"{self.prompts}-{place}"
            text += self.send("PostToolUse", at + TURN_MS, session, tool_use_id=use, **tool)
        self.send("Stop", at + TURN_MS, session, last_assistant_message=item.reply)
        return text, placed

    def topics(self) -> list[str]:
        """The topics of all prompts so far."""
        rows = self.engine.memory.statement(
            "SELECT topic FROM turn WHERE role = 'prompt' ORDER BY number"
        )
        return [row[0] for row in rows]

    def foretold(self, session: str) -> str:
        """The topic the block would name as the next one."""
        limits = limits_of(self.engine.settings)
        key = SessionKey(AGENT, session) if session else None
        state = load_state(self.engine.memory, self.engine.project.id, limits, key)
        return next((prediction.topic for prediction in state.predictions()), "")

    def _path(self, path: str) -> str:
        return os.path.join(self.engine.project.root, path)


class ProcessHook(Hook):
    """The same with a hook process for each event, as assistants run it."""

    def send(self, name: str, at: int, session: str, **fields: object) -> str:
        """Run the hook for one event; the text that reaches the model."""
        root = self.engine.project.root
        payload = {"hook_event_name": name, "session_id": session, "cwd": root, **fields}
        done = subprocess.run(
            HOOK,
            input=json.dumps(payload).encode(),
            env=self.environ,
            cwd=root,
            capture_output=True,
            check=True,
        )
        answer = json.loads(done.stdout) if done.stdout else {}
        return str(answer.get("hookSpecificOutput", {}).get("additionalContext", ""))


@contextmanager
def open_hook(settings: Mapping[str, str], kind: type[Hook] = Hook) -> Iterator[Hook]:
    """An assistant with a home of its own, and settings as environment variables."""
    with tempfile.TemporaryDirectory() as folder:
        home, project = os.path.join(folder, "home"), os.path.join(folder, "work")
        os.makedirs(project)
        environ = {
            "HOME": folder,
            "SIGHTLINE_HOME": home,
            "SIGHTLINE_INDEX_REFRESH_WITHOUT_SERVER": "false",
            # A busy machine must not end what is measured here.
            "SIGHTLINE_HOOK_PROMPT_SECONDS": "20",
            "SIGHTLINE_HOOK_TOOL_SECONDS": "20",
            "SIGHTLINE_HOOK_END_SECONDS": "20",
            **settings,
        }
        clock = [0]
        engine = open_engine(project, environ=environ, now=lambda: clock[0], home=home)
        engine.memory.statement("PRAGMA synchronous=OFF")
        try:
            yield kind(engine, clock, environ)
        finally:
            engine.close()


def run_stream(stream: Stream, settings: Mapping[str, str], kind: type[Hook] = Hook) -> Outcome:
    """Send a stream through the hook; what became of its prompts."""
    with open_hook(settings, kind) as hook:
        first = stream.items[0].at
        placed, lines, foretold, turns = [], [], [], []
        for item in stream.items:
            before = len(hook.topics())
            text, topic = hook.turn(item, ERA + item.at - first)
            # A prompt in which a person wrote nothing is not a turn.
            turns.append(before if len(hook.topics()) > before else None)
            placed.append(topic if turns[-1] is not None else "")
            lines.append(tuple(dict.fromkeys(TOPIC_LINE.findall(text))))
            foretold.append(hook.foretold(item.session))
        topics = hook.topics()
        settled = [topics[turn] if turn is not None else "" for turn in turns]
        limits = limits_of(hook.engine.settings)
        state = load_state(hook.engine.memory, hook.engine.project.id, limits)
    shape = Counter({"in forest": len(state.forest.roots)})
    shape["levels"] = 1 + max((n.depth for n in state.forest.nodes.values()), default=0)
    return Outcome(
        [topic or f"open {place}" for place, topic in enumerate(settled)],
        [topic or f"open {place}" for place, topic in enumerate(placed)],
        lines,
        foretold,
        shape,
    )
