"""`sightline stats`: what was injected, what of it was used, what it saved and cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sightline.cli import terminal
from sightline.cli.command import Command
from sightline.cli.project import engine_of
from sightline.store import statistics
from sightline.text.ages import ago

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from sightline.model.activity import Latency, Saving, Totals

DAY_MS = 86_400_000
FORMULA = "saved = tokens the same content would have cost without Sightline - tokens it did cost"


def _run(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    now = engine.now()
    since = now - arguments.days * DAY_MS
    project = "" if arguments.all else engine.project.id
    bounds: dict[str, Any] = {"since": since, "project": project}
    session = arguments.session or ""
    totals = statistics.totals(engine.activity, **bounds, session=session)
    savings = statistics.savings(engine.activity, **bounds, session=session)
    latencies = statistics.latencies(engine.activity, **bounds)
    engine.close()
    value = {
        "days": arguments.days,
        "injections": totals._asdict(),
        "savings": [one._asdict() for one in savings],
        "latencies": [one._asdict() for one in latencies],
        "formula": FORMULA,
    }
    terminal.report(arguments, value, shown(totals, savings, latencies, arguments.days, now))
    return 0


def shown(
    totals: Totals, savings: list[Saving], latencies: list[Latency], days: int, now: int
) -> str:
    """The figures as lines for people."""
    lines = [f"the last {days} days"]
    lines.append(
        f"  injections  {totals.injections:,} with {totals.items:,} items in {totals.sessions:,} "
        f"sessions, {totals.tokens:,} tokens of {totals.budget:,} allowed"
    )
    rate = f"{totals.used / totals.decided:.0%}" if totals.decided else "not known yet"
    lines.append(f"  used        {rate} of {totals.decided:,} items whose use is decided")
    for one in savings:
        saved = one.before - one.after
        part = f" ({saved / one.before:.0%})" if one.before else ""
        filled = f", {one.after / one.budget:.0%} of the budget used" if one.budget else ""
        lines.append(
            f"  {one.what:<11} {one.answers:,} answers: {one.before:,} -> {one.after:,} tokens, "
            f"saved {saved:,}{part}{filled}"
        )
    if savings:
        lines.append(f"  {FORMULA}")
    lines += [
        f"  {late.agent} {late.event}: {late.calls:,} calls, median {late.median_ms:.0f} ms, "
        f"slowest {late.slowest_ms:.0f} ms, {late.failed} failed, last {ago(late.last, now)}"
        for late in latencies
    ]
    return "\n".join(lines)


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--days", type=int, default=30, metavar="N", help="how far back (30)")
    parser.add_argument("--session", metavar="ID", help="one assistant session only")
    parser.add_argument("--all", action="store_true", help="of all projects")


COMMANDS = (
    Command(
        name="stats",
        summary="tokens, savings, use rates and latencies",
        example="sightline stats\nsightline stats --session 3a00 --json",
        arguments=_arguments,
        run=_run,
    ),
)
