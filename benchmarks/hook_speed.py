"""What a prompt waits for: python benchmarks/hook_speed.py [--symbols N ...] [--runs N] [--stages] [--http]

Makes a warm project (symbols, 10,000 memories, a forest of 100 nodes), then runs the whole prompt
hook as assistants run it and the bare interpreter (`python -I -S -c pass`) in turns, and says how
many times longer the hook takes: CPU and wall, p50 and p95. `--stages` says where the time goes,
`--folder` keeps the project for another run. One JSON line per figure on stdout and in
benchmarks/results/hook_speed.jsonl.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import platform
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence

ROOT = pathlib.Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
HOOK = SOURCE / "sightline" / "hook.py"
RESULTS = ROOT / "benchmarks" / "results" / "hook_speed.jsonl"
sys.path[:0] = [str(SOURCE), str(ROOT / "benchmarks")]

from made_up_words import NOUNS, VERBS  # noqa: E402

PER_FILE = 50
MEMORIES = 10_000
PROMPTS = 300
KINDS = ("decision", "pattern", "failure", "observation", "fact", "convention", "bug_fix")
BARE = (os.path.realpath(sys.executable), "-I", "-S")

# The first runs learn what there is to load, and warm the caches.
WARM_UPS = 12


def word(dice: random.Random) -> str:
    """A name as projects have them: most are rare, some are everywhere."""
    return dice.choice(NOUNS) + str(min(dice.randrange(400), dice.randrange(400)))


def make_project(folder: pathlib.Path, symbols: int) -> None:
    """Sources, index, memories and topics of a project that has been in use."""
    root = folder / "project"
    for part in ("objects", "refs"):
        (root / ".git" / part).mkdir(parents=True)
    (root / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (root / ".git" / "config").write_text("[core]\n\tbare = false\n")
    os.environ["SIGHTLINE_HOME"] = str(folder / "home")
    from sightline.engine import open_engine
    from sightline.index.indexer import refresh

    engine = open_engine(str(root))
    engine.settle()
    make_sources(root, symbols)
    stats = refresh(engine.project, engine.settings)
    assert stats.symbols_extracted >= symbols * 0.95, stats
    make_memories(engine.memory, engine.project.id)
    make_topics(engine)
    engine.close()


def make_sources(root: pathlib.Path, symbols: int) -> None:
    """Files of functions whose names and words are spread as in real projects."""
    dice = random.Random(11)
    for number in range(max(1, symbols // PER_FILE)):
        path = root / dice.choice(NOUNS) / f"{dice.choice(NOUNS)}_{number}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(_function(dice, number, place) for place in range(PER_FILE - 1)))


def _function(dice: random.Random, number: int, place: int) -> str:
    name = f"{dice.choice(VERBS)}_{word(dice)}_{number}_{place}"
    return (
        f"def {name}({dice.choice(NOUNS)}, {dice.choice(NOUNS)}s):\n"
        f'    """{dice.choice(VERBS).title()} the {word(dice)} of a {word(dice)}."""\n'
        f"    return {dice.choice(VERBS)}_{word(dice)}()\n\n"
    )


def make_memories(memory, project: str) -> None:  # type: ignore[no-untyped-def]
    """What people and assistants kept over a long time; a few say something about everything."""
    from sightline.memory.draft import draft
    from sightline.memory.keeper import add_plain

    dice = random.Random(13)
    now = int(time.time() * 1000)
    with memory.transaction():
        for number in range(MEMORIES):
            kind = dice.choices(KINDS, (20, 10, 15, 40, 12, 1, 2))[0]
            text = (
                f"{dice.choice(VERBS)} {word(dice)} before {word(dice)}: the {word(dice)} of "
                f"{word(dice)} is kept per {word(dice)}, note {number}"
            )
            level = 0 if number % 1000 == 0 else 2
            age = dice.randrange(300 * 86_400_000)
            add_plain(memory, draft(kind, text, now=now - age, project=project, level=level))


def make_topics(engine) -> None:  # type: ignore[no-untyped-def]
    """A forest at its limit of nodes, over many sessions."""
    from sightline.intent.tracker import track
    from sightline.model.session import SessionKey

    dice = random.Random(17)
    now = int(time.time() * 1000) - PROMPTS * 60_000
    for number in range(PROMPTS):
        key = SessionKey("claude", f"before-{number // 12}")
        track(
            *(engine.memory, engine.project.id, prompt(dice), engine.settings),
            now=now + number * 60_000,
            key=key,
            branch="main",
        )


def prompt(dice: random.Random) -> str:
    """What a person types: about code of the project, now and then about nothing."""
    shapes = (
        "fix the bug where {a} loses its {b} when {verb}_{c} runs twice",
        "why does {verb}_{a} return nothing for an empty {b}? look at {c} as well",
        "add a test for the {a} of {b} and make {verb} {c} faster",
        "continue with {a}, then move the {b} into {c}",
    )
    names = {name: word(dice) for name in "abc"}
    return dice.choice(shapes).format(verb=dice.choice(VERBS), **names)


def run(command: Sequence[str], event: bytes, folder: pathlib.Path) -> tuple[float, float, bytes]:
    """CPU and wall milliseconds of one process, and what it printed."""
    environ = {
        "PATH": "/usr/bin:/bin",
        "HOME": str(folder),
        "SIGHTLINE_HOME": str(folder / "home"),
    }
    before = time.perf_counter()
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environ, cwd=folder / "project"
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(event)
    process.stdin.close()
    answer = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - before
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return (usage.ru_utime + usage.ru_stime) * 1000, wall * 1000, answer


def events(folder: pathlib.Path, runs: int, seed: int) -> Iterator[bytes]:
    """Prompts of a session that goes on, as Claude Code sends them."""
    dice = random.Random(seed)
    for number in range(runs):
        payload = {
            "session_id": f"now-{seed}-{number // 20}",
            "cwd": str(folder / "project"),
            "hook_event_name": "UserPromptSubmit",
            "prompt": prompt(dice),
        }
        yield json.dumps(payload).encode()


def measure(folder: pathlib.Path, symbols: int, runs: int) -> list[dict[str, object]]:
    """Hook and bare interpreter in turns."""
    hook = (*BARE, str(HOOK), "--agent", "claude")
    nothing = (*BARE, "-c", "pass")
    times: dict[str, list[tuple[float, float]]] = {"bare": [], "hook": []}
    answered = size = 0
    for number, event in enumerate(events(folder, runs + WARM_UPS, int(time.time()))):
        bare = run(nothing, b"", folder)
        said = run(hook, event, folder)
        if number < WARM_UPS:
            continue
        times["bare"].append(bare[:2])
        times["hook"].append(said[:2])
        answered += bool(said[2])
        size += len(said[2])
    lines: list[dict[str, object]] = []
    for place, what in enumerate(("cpu", "wall")):
        bare_50 = percentile([pair[place] for pair in times["bare"]], 50)
        values = [pair[place] for pair in times["hook"]]
        p50, p95 = percentile(values, 50), percentile(values, 95)
        lines.append(
            {
                "figure": f"prompt hook, {symbols:,} symbols: {what}",
                "bare_p50_ms": round(bare_50, 2),
                "bare_p95_ms": round(percentile([pair[place] for pair in times["bare"]], 95), 2),
                "hook_p50_ms": round(p50, 2),
                "hook_p95_ms": round(p95, 2),
                "p50_over_bare": round(p50 / bare_50, 2),
                "p95_over_bare": round(p95 / bare_50, 2),
                "runs": runs,
                "answered": answered,
                "mean_answer_bytes": round(size / max(1, runs)),
            }
        )
    return lines


def percentile(values: list[float], share: int) -> float:
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, round(share / 100 * (len(ranked) - 1)))]


STAGED = """
import os, sys, time
sys.path.insert(0, {source!r})
clock = time.process_time_ns
marks = [("interpreter", clock())]
def mark(name): marks.append((name, clock()))
import gc
gc.disable()
from sightline.hook_reply import Reply, read_input
reply = Reply()
reply.print_once = lambda: None
raw = read_input()
mark("import of os and the start")
from sightline.hook_warm import start
start(raw)
mark("sqlite and all of sightline, at once")
from sightline.lean import json
from sightline.agents import wire
wire("claude")
import sightline.events.prompt, sightline.context.compose
mark("what was not loaded at once")
payload = json.loads(raw)
event = wire("claude").decode(payload, dict(os.environ))
mark("the event")
import sightline.events as events, sightline.events.prompt as prompting
def timed(module, name, label):
    original = getattr(module, name)
    def wrapper(*args, **kwargs):
        before = clock()
        try:
            return original(*args, **kwargs)
        finally:
            inside[label] = inside.get(label, 0) + clock() - before
    setattr(module, name, wrapper)
inside = {{}}
timed(events, "open_engine", "project, settings, memory opened")
timed(events, "_is_new", "activity opened, session seen, seen before?")
timed(events.Moment, "write_down", "after the answer: injection, touches, call noted")
timed(prompting.late, "take_in", "spool looked at")
timed(prompting, "_track", "prompt tracked")
timed(prompting, "still_there", "what the session still has")
timed(prompting, "composed", "composed")
prompting.blocks.SOURCES = tuple(prompting.blocks.SOURCES)
sources = []
for source in prompting.blocks.SOURCES:
    def wrapper(moment, tracked, source=source):
        before = clock()
        try:
            return source(moment, tracked)
        finally:
            label = "source: " + source.__name__
            inside[label] = inside.get(label, 0) + clock() - before
    sources.append(wrapper)
prompting.blocks.SOURCES = tuple(sources)
before = clock()
events.handle(event, reply, environ=dict(os.environ), limit=9000, brief=True)
inside["the rest of the handling"] = clock() - before - sum(inside.values())
last = 0
found = {{}}
for name, at in marks:
    found[name] = (at - last) / 1e6
    last = at
found.update({{name: ns / 1e6 for name, ns in inside.items()}})
print(json.dumps(found), flush=True)
os._exit(0)
"""


def measure_stages(folder: pathlib.Path, symbols: int, runs: int) -> list[dict[str, object]]:
    """CPU of every part of the handling, the median over the runs."""
    code = STAGED.format(source=str(SOURCE))
    found: dict[str, list[float]] = {}
    for event in events(folder, runs, int(time.time()) + 1):
        answer = run((*BARE, "-c", code), event, folder)[2]
        for name, cost in json.loads(answer).items():
            found.setdefault(name, []).append(cost)
    return [
        {
            "figure": f"stage, {symbols:,} symbols: {name}",
            "cpu_p50_ms": round(percentile(costs, 50), 2),
            "cpu_p95_ms": round(percentile(costs, 95), 2),
        }
        for name, costs in found.items()
    ]


def http_request(port: int, token: str, event: bytes) -> bytes:
    """An event as Claude Code's HTTP client sends it: head and body in one piece."""
    head = (
        f"POST /hook?agent=claude HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(event)}\r\n\r\n"
    )
    return head.encode() + event


def http_answer(server: socket.socket, request: bytes) -> bytes:
    """The body of the answer to one request, on a connection that stays open."""
    server.sendall(request)
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += server.recv(65_536)
    head, _, body = answer.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", head)
    while length and len(body) < int(length[1]):
        body += server.recv(65_536)
    return body


def measure_http(folder: pathlib.Path, symbols: int, runs: int) -> list[dict[str, object]]:
    """Wall time of the same prompts as `serve --http` answers them on loopback."""
    environ = {
        "PATH": "/usr/bin:/bin",
        "HOME": str(folder),
        "PYTHONPATH": str(SOURCE),
        "SIGHTLINE_HOME": str(folder / "home"),
    }
    project = str(folder / "project")
    command = [
        sys.executable,
        "-P",
        "-m",
        "sightline",
        "serve",
        "--no-index",
        "--http",
        "--port",
        "0",
    ]
    process = subprocess.Popen(
        [*command, "--root", project], env=environ, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    said = ""
    while not (found := re.search(r"http://127\.0\.0\.1:(\d+)/mcp", said)):
        said += process.stderr.readline()
    token = (folder / "home" / "server-token").read_text().strip()
    server = socket.create_connection(("127.0.0.1", int(found[1])), timeout=60)
    times, answered = [], 0
    for event in events(folder, runs + 5, int(time.time()) + 2):
        request = http_request(int(found[1]), token, event)
        began = time.perf_counter()
        answered += bool(http_answer(server, request))
        times.append((time.perf_counter() - began) * 1000)
        time.sleep(0.05)  # a person does not send the next prompt at once
    process.terminate()
    process.wait()
    return [
        {
            "figure": f"HTTP prompt hook on loopback, {symbols:,} symbols: wall",
            "p50_ms": round(percentile(times[5:], 50), 2),
            "p95_ms": round(percentile(times[5:], 95), 2),
            "runs": runs,
            "answered": answered,
        }
    ]


def main() -> None:
    from sightline.store.connection import SQLITE_VERSION

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--symbols", type=int, nargs="+", default=[100_000, 1_000_000])
    parser.add_argument("--runs", type=int, default=100, help="interleaved rounds")
    parser.add_argument("--stages", action="store_true", help="say what each part costs")
    parser.add_argument("--http", action="store_true", help="measure serve --http as well")
    parser.add_argument("--folder", help="keep the projects here and use them again")
    arguments = parser.parse_args()
    machine = {
        "python": platform.python_version(),
        "sqlite": SQLITE_VERSION,
        "system": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "date": time.strftime("%Y-%m-%d"),
    }
    lines: list[dict[str, object]] = []
    with tempfile.TemporaryDirectory() as temporary:
        for symbols in arguments.symbols:
            folder = pathlib.Path(arguments.folder or temporary, str(symbols)).resolve()
            if not folder.exists():
                make_project(folder, symbols)
            lines += measure(folder, symbols, arguments.runs)
            if arguments.stages:
                lines += measure_stages(folder, symbols, arguments.runs)
            if arguments.http:
                lines += measure_http(folder, symbols, arguments.runs)
    for line in lines:
        print(json.dumps(line), flush=True)
    # A run of one size leaves what is known of the others.
    known = RESULTS.read_text(encoding="utf-8").splitlines() if RESULTS.exists() else []
    kept = {line["figure"]: line for line in map(json.loads, known)}
    kept |= {line["figure"]: {**line, **machine} for line in lines}
    text = "".join(json.dumps(line) + "\n" for line in kept.values())
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
