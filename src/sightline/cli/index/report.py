"""What an index run did, as text: the summary line, the totals, and the problems."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.engine import Engine
from sightline.index.stats import IndexStats
from sightline.store.code import reader
from sightline.text.wording import counted
from sightline.workspace import git

# Errors printed one by one; --json lists all of them.
_MOST_ERRORS = 10


def run_summary(engine: Engine, stats: IndexStats) -> str:
    """One index run in a line."""
    counts = [f"{counted(stats.files_indexed, 'file')} read"]
    if stats.passed_over:
        counts.append(f"{stats.passed_over:,} skipped (binary, minified or lock file)")
    if stats.files_skipped:
        counts.append(f"{stats.files_skipped:,} unchanged")
    if stats.files_removed:
        counts.append(f"{stats.files_removed:,} removed")
    return f"{engine.project.name}: {', '.join(counts)} in {stats.seconds:.1f} s"


def problem_summary(count: int) -> str:
    """How many places of the source could not be parsed or resolved, and what that means."""
    places = counted(count, "place")
    return f"{places} could not be parsed or resolved, which is normal; the rest was indexed"


def index_report(
    engine: Engine, stats: IndexStats, problems: Sequence[tuple[str, int, str]]
) -> str:
    """The run's summary, the index's totals, and the problems."""
    state = reader.state(engine.index)
    lines = [
        run_summary(engine, stats),
        f"  in the index: {counted(state.files, 'file')}, {counted(state.symbols, 'symbol')}, "
        f"{counted(state.edges, 'relation')}, {counted(state.commits, 'past commit')}",
    ]
    if stats.problems:
        lines.append(f"  {problem_summary(stats.problems)} (list: sightline index --problems)")
    if engine.project.is_git and not state.commits:
        refusal = git.refusal(engine.project.root)
        lines += [f"  ! past commits cannot be read: {refusal.text}"] if refusal else []
    lines += [f"  ! {error}" for error in stats.errors[:_MOST_ERRORS]]
    if len(stats.errors) > _MOST_ERRORS:
        lines.append(f"  … and {len(stats.errors) - _MOST_ERRORS:,} more (--json lists all)")
    lines += [f"  {path}:{line or ''}  {message}" for path, line, message in problems]
    return "\n".join(lines)
