"""Generates docs/benchmarks.md and its plots from the checked-in results: python -m benchmarks.report

`--check` writes nothing and fails if a page or plot is stale. Nothing is measured here.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from benchmarks import ROOT
from benchmarks.lib import drawings, figures, headlines

PAGE = "docs/benchmarks.md"
FOLDER = "docs/benchmarks"
MOST_COLUMNS = 9
MOST_ROWS = 60
# The parts of the page, each with the benchmarks whose figures it shows.
PARTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Indexing", ("index_speed", "calls")),
    ("Questions", ("query_speed",)),
    ("The prompt hook", ("hook_speed", "quality_restraint")),
    ("Finding code", ("quality_localisation", "quality_signals")),
    ("Tokens", ("token_savings", "token_sessions", "replay_sessions", "tokens")),
    ("Memories", ("quality_memory", "memory_load", "memory_links", "capture_precision")),
    ("Topics", ("quality_topics", "topics_load")),
    ("The server", ("server",)),
    ("Installation", ("install_cost",)),
    ("Growth and memory", ("growth", "memory_use")),
    ("Store and text", ("store", "text")),
)
# What a benchmark must be told to be repeated.
ARGUMENTS = {
    "index_speed": "TREE",
    "calls": "TREE TRUTH.jsonl",
    "query_speed": "--tree DIR --made 100000",
    "hook_speed": "--django DIR",
    "quality_localisation": "--eval DIR --repos DIR",
    "quality_signals": "--eval DIR --repos DIR",
    "quality_memory": "--eval DIR",
    "quality_topics": "--eval DIR",
    "token_savings": "--eval DIR --repos DIR --work DIR --tables DIR",
    "token_sessions": "--project DIR --transcripts DIR --tables DIR",
    "replay_sessions": "--project DIR --transcripts DIR",
    "quality_restraint": "--eval DIR --repos DIR",
    "memory_links": "--tree DIR",
    "memory_use": "TREE",
    "install_cost": "--test",
    "tokens": "--tables DIR --check TREE ...",
    "text": "TREE",
}
# Where a benchmark's module has another name than its results.
MODULES = {"capture_precision": "capture"}
# Lines of a benchmark that the page does not need one by one.
HIDDEN = {
    "quality_memory": (" · conv-",),
    "quality_localisation": (" · names ",),
    "memory_links": tuple(
        f" · {action}"
        for action in ("body", "signature", "rename", "move", "file", "delete", "untouched")
    ),
    "quality_topics": (", matcher ",),
}
PLOTS = {title: () for title, _ in PARTS} | {
    "Indexing": ("index",),
    "The prompt hook": ("hook",),
    "Finding code": ("localisation",),
    "Tokens": ("tokens", "replay"),
    "Memories": ("memory",),
    "Topics": ("topics",),
    "Growth and memory": ("growth", "growth-memories"),
    "Others": (),
}
COLUMNS = {
    "quality_localisation": (
        *("cases", "files R@1", "files R@5", "files R@10", "functions R@10"),
        *("present in 4000", "with body in 4000", "files in 4000"),
    ),
    "quality_memory": ("turn R@5", "turn R@10", "turn R@20", "session R@1", "session R@5", "session MRR"),
    "hook_speed": (
        *("cpu_over_bare_p50", "cpu_over_bare_p95", "hook_cpu_p50_ms", "server_cpu_p50_ms"),
        *("cpu_p95_ms", "bare_cpu_p50_ms", "wall_p50_ms", "wall_p95_ms", "runs", "answered"),
    ),
    "index_speed": (
        *(f"times ctags.{key}" for key in ("symbols and text", "everything", "no change", "one file")),
        *("seconds.ctags", "seconds.megabytes", "with history megabytes", "files", "symbols"),
    ),
}  # fmt: skip
INTRO = """# Benchmarks

Generated from `benchmarks/results/*.jsonl` by `python -m benchmarks.report`: nothing here is typed by
hand, and a test fails when it is stale. On your own code: `sightline bench`
([guide](guides/bench.md)).

Times are of one machine that others used too; **compare ratios**, which were measured in the same run.
Quality is measured on public sets (real issues and their fixes, real prompts and what was then
committed, long conversations with questions): the sets are named in each benchmark, and the weights of
Sightline were chosen on parts of them, so expect a little less elsewhere. Nothing is a promise about
your assistant's bill: whether a context is used is the assistant's doing.
"""


def pages() -> dict[str, str]:
    """Every file of the report with its text."""
    drawn = {name: svg for name, svg in drawings.drawings() if svg}
    made = {f"{FOLDER}/{name}.svg": svg for name, svg in drawn.items()}
    parts = [INTRO, kept_and_missed(), losses()]
    for title, names in parted():
        shown = [section(name) for name in names if figures.lines_of(name)]
        if shown:
            images = [
                f"![{name}](benchmarks/{name}.svg)\n" for name in drawn if name in PLOTS[title]
            ]
            parts.append("\n".join([f"## {title}\n", *images, *shown]))
    made[PAGE] = "\n".join(parts).rstrip() + "\n"
    return made


def parted() -> list[tuple[str, tuple[str, ...]]]:
    """The parts of the page, and what no part names."""
    known = {name for _, names in PARTS for name in names}
    rest = tuple(name for name in figures.benchmarks() if name not in known)
    return [*PARTS, ("Others", rest)] if rest else list(PARTS)


def kept_and_missed() -> str:
    """Every budget and every target of quality with what was measured."""
    return "\n".join(
        [
            "## Budgets\n",
            "A budget is met or missed; inside it the simplest code wins. Each line names the mode it is",
            "measured in.\n",
            *bound_table("budget", headlines.BUDGETS),
            "",
            "## Quality targets\n",
            *bound_table("target", headlines.TARGETS),
            "",
        ]
    )


def bound_table(title: str, bounds: Sequence[headlines.Bound]) -> Iterator[str]:
    """One row for each bound: what is wanted, what was measured, whether it is met."""
    yield f"| {title} | wanted | measured | |"
    yield "|---|---|---|---|"
    for bound in bounds:
        measured = headlines.value(bound)
        if measured is None:
            yield f"| {bound.sentence} | {wanted(bound)} | not measured yet | |"
        else:
            verdict = "met" if headlines.met(bound, measured) else "**missed**"
            shown = f"{number(measured)} {bound.unit}"
            yield f"| {bound.sentence} | {wanted(bound)} | {shown} | {verdict} |"


def wanted(bound: headlines.Bound) -> str:
    least = "at most" if bound.sign == "<=" else "at least"
    return f"{least} {bound.bound:g} {bound.unit}"


def losses() -> str:
    """Where another way was better in the same run, and where a budget or target was missed."""
    lines = []
    for bound in (*headlines.BUDGETS, *headlines.TARGETS):
        measured = headlines.value(bound)
        if measured is not None and not headlines.met(bound, measured):
            lines.append(
                f"- {bound.sentence}: {number(measured)} {bound.unit}, wanted {wanted(bound)}."
            )
    for rival in headlines.rivals():
        ours = figures.value_of(rival.benchmark, rival.ours, rival.key)
        theirs = figures.value_of(rival.benchmark, rival.theirs, rival.key)
        if ours is not None and theirs is not None and theirs > ours:
            lines.append(
                f"- {rival.sentence} has {number(theirs)} {rival.unit}, "
                f"Sightline {number(ours)} {rival.unit}."
            )
    lines += token_losses()
    return "\n".join(
        ["## Where Sightline loses\n", *(lines or ["- Nowhere that was measured."]), ""]
    )


def token_losses() -> Iterator[str]:
    """What the token runs say against Sightline."""
    for name in ("python", "multilingual", "developer_prompts"):
        line = figures.lines_of("token_savings").get(f"{name}: capsule")
        if line:
            yield (
                f"- {name}: for {line['dearer_than_whole_files_pct']:g} % of the tasks a capsule costs "
                "more than reading the right files whole, had one known which they are."
            )
    again = figures.lines_of("token_sessions").get("recovery after a compaction")
    if again and again["named_unasked_pct"] < 80:
        yield (
            f"- After a compaction {again['named_unasked_pct']:g} % of the files that were then touched "
            f"again are named unasked, {again['named_by_recover_session_pct']:g} % by `recover_session`."
        )
    twice = figures.lines_of("token_sessions").get("repeated question")
    if twice:
        yield (
            f"- The same question asked again costs {twice['second_of_first_pct']:g} % of the first "
            "answer: what is not sent again makes room for more."
        )
    for name, line in figures.lines_of("replay_sessions").items():
        yield (
            f"- {name}: {100 * line['spoke_nothing_of_it_touched']:.0f} % of what was said about code "
            f"named nothing that was then read or edited; {line['silent_though_files_were_edited']} of "
            f"{line['with_edits']} prompts that led to edits got nothing."
        )


def section(benchmark: str) -> str:
    """What one benchmark measures, how to repeat it, and its figures."""
    lines = figures.lines_of(benchmark)
    hidden = HIDDEN.get(benchmark, ())
    rows = {name: line for name, line in lines.items() if not any(part in name for part in hidden)}
    command = repeat_with(benchmark)
    said = [f"### `{benchmark}`\n", said_by(benchmark), f"\nRepeat: `{command}`. {where(lines)}\n"]
    for names, table in tables(benchmark, rows):
        said += [*header(names), *table, ""]
    if len(rows) < len(lines):
        said.append(f"{len(lines) - len(rows)} more lines are in the result file.\n")
    return "\n".join(said)


def repeat_with(benchmark: str) -> str:
    """The command that measures and stores the figures again."""
    if benchmark == "capture_precision":
        return "python -m benchmarks.capture score --repo GITDIR"
    given = f" {ARGUMENTS[benchmark]}" if benchmark in ARGUMENTS else ""
    return f"python -m benchmarks.{benchmark}{given} --save"


def said_by(benchmark: str) -> str:
    """The benchmark's own words: the first paragraphs of its module."""
    path = ROOT / "benchmarks" / f"{MODULES.get(benchmark, benchmark)}.py"
    if not path.exists():
        return ""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    first, *others = (part for part in text.split("\n\n") if part[:1] != " ")
    title = re.split(r": python ", " ".join(first.split()))[0].rstrip(".")
    more = " ".join(others[0].split()) if others else ""
    return f"{title}{'' if title.endswith('?') else '.'} {more}".strip()


def where(lines: dict[str, figures.Line]) -> str:
    """On what it was measured."""
    found: dict[str, None] = {}
    loads: list[float] = []
    for line in lines.values():
        python = f"Python {line['python']}" if line.get("python") else ""
        loads += [float(line["load"])] if line.get("load") is not None else []
        parts = [str(line.get("system") or ""), python, str(line.get("date") or "")]
        found[", ".join(part for part in parts if part)] = None
    if not any(found):
        return ""
    busy = f", load {min(loads):g} to {max(loads):g}" if loads else ""
    return "; ".join(list(found)[-2:]) + f"{busy}."


def tables(benchmark: str, rows: dict[str, figures.Line]) -> Iterator[tuple[list[str], list[str]]]:
    """Rows with the same columns as one table."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for name, line in list(rows.items())[:MOST_ROWS]:
        values = figures.measured(line)
        if len(rows) == 1 and len(values) > MOST_COLUMNS:
            # One line with many values reads better downwards.
            yield (
                [name],
                [f"| {plain(key).replace('_', ' ')} | {cell(values[key])} |" for key in values],
            )
            return
        wanted = COLUMNS.get(benchmark) or tuple(
            key for key, value in values.items() if not isinstance(value, dict)
        )
        if benchmark in COLUMNS:
            # One table with gaps instead of several.
            there = {key for other in rows.values() for key in figures.measured(other)}
            columns = tuple(key for key in wanted if key in there)
        else:
            columns = tuple(key for key in wanted if key in values)[:MOST_COLUMNS]
        if not set(columns) & set(values):
            continue
        cells = [cell(values.get(key)) for key in columns]
        groups.setdefault(columns, []).append(f"| {plain(name)} | " + " | ".join(cells) + " |")
    for columns, table in groups.items():
        yield list(columns), table


def header(names: list[str]) -> list[str]:
    shown = [plain(name).replace("_", " ") for name in names]
    return ["| | " + " | ".join(shown) + " |", "|---" * (len(names) + 1) + "|"]


def cell(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(cell(each) for each in value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return number(value)
    return plain(str(value)) if value is not None else "–"


def number(value: float) -> str:
    """A number as people read it."""
    if value == int(value) and abs(value) < 1e15:
        return f"{int(value):,}"
    return f"{value:,.1f}" if abs(value) >= 100 else f"{value:g}"


def plain(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def stale() -> list[str]:
    """The files of the report that are not what the results say."""
    made = pages()
    there = {f"{FOLDER}/{path.name}" for path in (ROOT / FOLDER).glob("*.svg")}
    wrong = [
        path
        for path, text in made.items()
        if not (ROOT / path).exists() or (ROOT / path).read_text(encoding="utf-8") != text
    ]
    return sorted([*wrong, *(there - set(made))])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only say what is stale")
    arguments = parser.parse_args()
    wrong = stale()
    if arguments.check:
        print("\n".join(wrong))
        return 1 if wrong else 0
    made = pages()
    (ROOT / FOLDER).mkdir(exist_ok=True)
    for path in wrong:
        if path in made:
            (ROOT / path).write_text(made[path], encoding="utf-8")
        else:
            (ROOT / path).unlink()
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
