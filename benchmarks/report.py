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
from benchmarks.lib import budgets, figures, first_page, report_plots
from benchmarks.lib.first_page import bound_text, number

PAGE = "docs/benchmarks.md"
FOLDER = "docs/benchmarks"
MOST_COLUMNS = 9
MOST_ROWS = 60
# The sections of the page, each with the benchmarks whose figures it shows.
SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Indexing", ("index_speed", "calls", "callers")),
    ("Questions", ("query_speed",)),
    ("The prompt hook", ("hook_speed", "quality_restraint", "learn_selection")),
    (
        "Finding code",
        ("quality_localisation", "quality_questions", "quality_signals", "quality_capsule"),
    ),
    ("Tokens", ("token_savings", "token_sessions", "replay_sessions", "tokens")),
    (
        "Memories",
        (
            "quality_memory",
            "memory_load",
            "memory_links",
            "capture_precision",
            "learned_vocabulary",
        ),
    ),
    ("Teams", ("team_git", "team_server", "team_faults", "team_hook", "blob_reuse")),
    ("Topics", ("quality_topics", "learn_topics", "topics_load")),
    ("The server", ("server",)),
    ("Installation", ("install_cost", "dependency_cost", "first_request")),
    ("Growth and memory", ("growth", "memory_use", "semantic_cost")),
    ("Store and text", ("store", "text")),
    ("Faults", ("faults", "fuzz", "planted_secrets", "server_memory")),
    ("The page and the editor", ("page", "editor")),
)
# The command-line arguments that repeat a benchmark.
ARGUMENTS = {
    "blob_reuse": "TREE ...",
    "learned_vocabulary": "TREE ...",
    "index_speed": "TREE",
    "calls": "TREE TRUTH.jsonl",
    "callers": "TREE TRUTH.jsonl",
    "query_speed": "--tree DIR --made 100000",
    "hook_speed": "--django DIR",
    "quality_localisation": "--eval DIR --repos DIR",
    "quality_questions": "--eval DIR --repos DIR",
    "quality_signals": "--eval DIR --repos DIR",
    "quality_memory": "--eval DIR",
    "quality_topics": "--eval DIR --transcripts FOLDER",
    "learn_topics": "--eval DIR --transcripts FOLDER --found FILE --folds",
    "token_savings": "--eval DIR --repos DIR --work DIR --tables DIR",
    "token_sessions": "--project DIR --transcripts DIR --tables DIR",
    "replay_sessions": "--project DIR --transcripts DIR",
    "learn_selection": "--eval DIR --repos DIR --sessions PROJECT TRANSCRIPTS ...",
    "quality_restraint": "--eval DIR --repos DIR",
    "memory_links": "--tree DIR",
    "memory_use": "TREE",
    "team_git": "--tree DIR",
    "install_cost": "--test",
    "first_request": "--programs DIR",
    "tokens": "--tables DIR --check TREE ...",
    "text": "TREE",
    "page": "--project DJANGO",
    "editor": "--project HONO --tools DIR",
}
# Benchmarks whose module is not `benchmarks.NAME`.
MODULES = {"capture_precision": "benchmarks.capture", "first_request": "tests.e2e.first_request"}
# Result lines that the page does not show.
HIDDEN = {
    "quality_memory": (" · conv-", " · project "),
    "quality_localisation": (" · names ",),
    "memory_links": tuple(
        f" · {action}"
        for action in ("body", "signature", "rename", "move", "file", "delete", "untouched")
    ),
    "quality_topics": (", matcher ",),
}
PLOTS = {title: () for title, _ in SECTIONS} | {
    "Indexing": ("index",),
    "The prompt hook": ("hook",),
    "Finding code": ("localisation",),
    "Tokens": ("tokens", "replay"),
    "Memories": ("memory",),
    "Topics": ("topics",),
    "Growth and memory": ("growth", "growth-memories"),
    "Other measurements": (),
}
COLUMNS = {
    "quality_localisation": (
        *("cases", "files R@1", "files R@5", "files R@10", "functions R@10"),
        *("present in 4000", "with body in 4000", "files in 4000"),
    ),
    "first_request": (
        *("version", "runs", "with_tools", "without_tools", "no_request"),
        *("runs_under_load", "with_tools_under_load"),
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


def pages() -> dict[str, str]:
    """Every file of the report with its text."""
    drawn = {name: svg for name, svg in report_plots.all_plots() if svg}
    made = {f"{FOLDER}/{name}.svg": svg for name, svg in drawn.items()}
    parts = [
        first_page.INTRO,
        first_page.in_short(),
        first_page.losses(sections()),
        budget_section(),
    ]
    for title, names in sections():
        shown = [section(name) for name in names if figures.lines_of(name)]
        if shown:
            images = [
                f"![{name}](benchmarks/{name}.svg)\n" for name in drawn if name in PLOTS[title]
            ]
            parts.append("\n".join([f"## {title}\n", *images, *shown]))
    made[PAGE] = "\n".join(parts).rstrip() + "\n"
    return made


def sections() -> list[tuple[str, tuple[str, ...]]]:
    """The sections of the page, and one for benchmarks that no section names."""
    known = {name for _, names in SECTIONS for name in names}
    rest = tuple(name for name in figures.benchmarks() if name not in known)
    return [*SECTIONS, ("Other measurements", rest)] if rest else list(SECTIONS)


def budget_section() -> str:
    """Every budget and quality target with its measured value."""
    return "\n".join(
        [
            "## Budgets\n",
            "A budget is met or missed; within it, the simplest code wins. Each line names its mode.\n",
            *bound_table("budget", "limit", budgets.BUDGETS),
            "",
            "## Quality targets\n",
            *bound_table("quality", "target", budgets.TARGETS),
            "",
        ]
    )


def bound_table(title: str, bound_name: str, bounds: Sequence[budgets.Bound]) -> Iterator[str]:
    """One row for each bound: its value, the measured value, and whether it is met."""
    yield f"| {title} | {bound_name} | measured | |"
    yield "|---|---|---|---|"
    for bound in bounds:
        measured = budgets.value(bound)
        if measured is None:
            yield f"| {bound.sentence} | {bound_text(bound)} | not measured yet | |"
        else:
            verdict = "met" if budgets.met(bound, measured) else "**missed**"
            shown = f"{number(measured)} {bound.unit}"
            yield f"| {bound.sentence} | {bound_text(bound)} | {shown} | {verdict} |"


def section(benchmark: str) -> str:
    """The description of one benchmark, the command that repeats it, and its figures."""
    lines = figures.lines_of(benchmark)
    hidden = HIDDEN.get(benchmark, ())
    rows = {name: line for name, line in lines.items() if not any(part in name for part in hidden)}
    command = repeat_with(benchmark)
    texts = [
        f"### `{benchmark}`\n",
        description_of(benchmark),
        f"\nRepeat: `{command}`. {machine_of(lines)}\n",
    ]
    for names, table in tables(benchmark, rows):
        texts += [*header(names), *table, ""]
    if len(rows) < len(lines):
        texts.append(f"{len(lines) - len(rows)} more lines are in the result file.\n")
    return "\n".join(texts)


def repeat_with(benchmark: str) -> str:
    """The command that repeats the measurement and stores the figures."""
    if benchmark == "capture_precision":
        return "python -m benchmarks.capture score --repo GITDIR"
    arguments = f" {ARGUMENTS[benchmark]}" if benchmark in ARGUMENTS else ""
    return f"python -m {module_of(benchmark)}{arguments} --save"


def module_of(benchmark: str) -> str:
    """The dotted name of the module that measures a benchmark."""
    return MODULES.get(benchmark, f"benchmarks.{benchmark}")


def description_of(benchmark: str) -> str:
    """The first paragraphs of the benchmark's module docstring."""
    path = ROOT / f"{module_of(benchmark).replace('.', '/')}.py"
    if not path.exists():
        return ""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    first, *others = (part for part in text.split("\n\n") if part[:1] != " ")
    title = re.split(r": python ", " ".join(first.split()))[0].rstrip(".")
    more = " ".join(others[0].split()) if others else ""
    return f"{title}{'' if title.endswith('?') else '.'} {more}".strip()


def machine_of(lines: dict[str, figures.Line]) -> str:
    """The system, Python version, date and load of the measurements."""
    machines: dict[str, None] = {}
    loads: list[float] = []
    for line in lines.values():
        python = f"Python {line['python']}" if line.get("python") else ""
        loads += [float(line["load"])] if line.get("load") is not None else []
        parts = [str(line.get("system") or ""), python, str(line.get("date") or "")]
        machines[", ".join(part for part in parts if part)] = None
    if not any(machines):
        return ""
    busy = f", load {min(loads):g} to {max(loads):g}" if loads else ""
    return "; ".join(list(machines)[-2:]) + f"{busy}."


def tables(benchmark: str, rows: dict[str, figures.Line]) -> Iterator[tuple[list[str], list[str]]]:
    """One table for each group of rows with the same columns."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for name, line in list(rows.items())[:MOST_ROWS]:
        values = figures.measured_values(line)
        if len(rows) == 1 and len(values) > MOST_COLUMNS:
            # One line with many values is easier to read as a column.
            yield (
                [name],
                [f"| {plain(key).replace('_', ' ')} | {cell(values[key])} |" for key in values],
            )
            return
        wanted = COLUMNS.get(benchmark) or tuple(
            key for key, value in values.items() if not isinstance(value, dict)
        )
        if benchmark in COLUMNS:
            # One table with gaps instead of several tables.
            present = {key for other in rows.values() for key in figures.measured_values(other)}
            columns = tuple(key for key in wanted if key in present)
        else:
            columns = tuple(key for key in wanted if key in values)[:MOST_COLUMNS]
        if not set(columns) & set(values):
            # A line of another kind: a table of its own.
            columns = tuple(key for key in values if "." not in key)[:MOST_COLUMNS]
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


def plain(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def stale() -> list[str]:
    """The files of the report that differ from the results."""
    made = pages()
    plots = {f"{FOLDER}/{path.name}" for path in (ROOT / FOLDER).glob("*.svg")}
    wrong = [
        path
        for path, text in made.items()
        if not (ROOT / path).exists() or (ROOT / path).read_text(encoding="utf-8") != text
    ]
    return sorted([*wrong, *(plots - set(made))])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only list stale files")
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
