"""`sightline stats`: what was injected, what of it was used, what it saved and cost."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from sightline.cli import terminal
from sightline.cli.argument_types import integer
from sightline.cli.command import Command
from sightline.cli.project import engine_of
from sightline.context.use_feedback import threshold
from sightline.errors import UnknownName
from sightline.model.activity import Filled, KindUse, Latency, Saving, SessionTotals, Totals
from sightline.model.frame import CODE
from sightline.store import statistics, usage
from sightline.store.sqlite.database import Database
from sightline.text.ages import ago
from sightline.text.numbers import counted

DAY_MS = 86_400_000
SESSIONS = 10
FORMULA = "saved = tokens the same content would have cost without Sightline - tokens it did cost"
# What "without Sightline" means, by what saved it.
WITHOUT = {
    "capsule": "the files of its bodies read whole, 4 bytes a token (real ones cost more)",
    "skeleton": "the file read whole, 4 bytes a token (real ones cost more)",
    "disclosure": "the bodies sent again that the assistant still has",
}
NET = "net = saved - injected; a capsule counts as saving only if the files would have been read"


def _run(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    now = engine.now()
    bounds: dict[str, Any] = {
        "since": now - arguments.days * DAY_MS,
        "project": "" if arguments.all else engine.project.id,
    }
    activity = engine.activity
    session = named(activity, arguments.session, bounds) if arguments.session else ""
    one: dict[str, Any] = {**bounds, "session": session}
    totals = statistics.totals(activity, **one)
    savings = statistics.savings(activity, **one)
    fills = statistics.fills(activity, **one)
    uses = statistics.uses(activity, **one)
    times = statistics.injection_times(activity, **one)
    sessions = statistics.sessions(activity, **one, limit=SESSIONS)
    # A hook call is not kept with its session.
    latencies = [] if session else statistics.latencies(activity, **bounds)
    helped = usage.balance(activity, CODE, project=engine.project.id)
    engine.close()
    saved = sum(part.before - part.after for part in savings)
    made = [round(statistics.percentile(times, part), 1) for part in (0.5, 0.95)]
    value = {
        "days": arguments.days,
        "session": session,
        "injections": totals._asdict() | {"ms_p50": made[0], "ms_p95": made[1]},
        "uses": [part._asdict() for part in uses],
        "savings": [part._asdict() for part in savings],
        "budgets": [part._asdict() for part in fills],
        "saved": saved,
        "net": saved - totals.tokens,
        "sessions": [part._asdict() for part in sessions],
        "latencies": [part._asdict() for part in latencies],
        "threshold": {"times_usual": round(threshold(*helped), 2), "helped": list(helped)},
        "formula": FORMULA,
        "without": WITHOUT,
        "net_formula": NET,
    }
    lines = [
        f"session {session}" if session else f"the last {arguments.days} days",
        *injected(totals, uses, made),
        *learned(*helped),
        *spared(savings, fills, totals.tokens),
        *each_session(sessions, now),
        *waited(latencies, now),
    ]
    terminal.report(arguments, value, "\n".join(lines))
    return 0


def named(activity: Database, start: str, bounds: dict[str, Any]) -> str:
    """The one session whose id is this or starts so."""
    ids = {one.session for one in statistics.sessions(activity, **bounds, limit=-1)}
    found = sorted(one for one in ids if one.startswith(start))
    if start in ids or len(found) == 1:
        return start if start in ids else found[0]
    raise UnknownName(
        "session",
        start,
        nearest=tuple(found[:5]),
        hint="" if found else "see: sightline stats, or look further back with --days",
    )


def injected(totals: Totals, uses: list[KindUse], made: list[float]) -> list[str]:
    """What was put in front of the assistant, and what of it was used."""
    lines = [
        f"  injections  {totals.injections:,} with {totals.items:,} items in {totals.sessions:,} "
        f"sessions, {totals.tokens:,} tokens of {totals.budget:,} allowed"
    ]
    if totals.injections:
        lines.append(f"              made in {made[0]:.0f} ms (p95 {made[1]:.0f})")
    used = "not known yet"
    if totals.decided:
        share = totals.used / totals.decided
        used = f"{share:.0%} of {totals.decided:,} items whose use is decided"
    lines.append(f"  used        {used}")
    parts = [f"{use.kind} {use.used / use.decided:.0%}" for use in uses if use.decided]
    if len(parts) > 1:
        lines.append(f"              {', '.join(parts)}")
    return lines


def learned(helped: int, not_helped: int) -> list[str]:
    """Where use has moved the threshold for showing code."""
    if not helped + not_helped:
        return []
    return [
        f"  threshold   {threshold(helped, not_helped):.2f} times the usual: code of "
        f"{helped:,} of the last {helped + not_helped:,} injections was used"
    ]


def spared(savings: list[Saving], fills: list[Filled], cost: int) -> list[str]:
    """Tokens before and after by what saved them, how full the budgets were, and what is left."""
    lines = []
    for one in savings:
        saved = one.before - one.after
        part = f" ({saved / one.before:.0%})" if one.before else ""
        lines.append(
            f"  {one.what:<11} {one.answers:,} answers: {one.before:,} -> {one.after:,} tokens, "
            f"saved {saved:,}{part}"
        )
    lines += [
        f"  budget      {one.what}: {one.median:.0%} of it used in the middle case, "
        f"{one.least:.0%} to {one.most:.0%} ({one.answers:,})"
        for one in fills
    ]
    if savings:
        net = sum(one.before - one.after for one in savings) - cost
        lines.append(f"  net         {net:,} tokens")
        lines.append(f"  {FORMULA}")
        lines += [f"    {name}: {text}" for name, text in WITHOUT.items()]
        lines.append(f"  {NET}")
    return lines


def each_session(sessions: list[SessionTotals], now: int) -> list[str]:
    """The last sessions, one line each."""
    if not sessions:
        return []
    lines = ["  session       prompts  said  tokens    used    saved"]
    for one in sessions:
        rate = f"{one.used / one.decided:.0%}" if one.decided else "-"
        lines.append(
            f"  {one.session[:12]:<12} {one.prompts:>8,} {one.injections:>5,} {one.tokens:>7,} "
            f"{rate:>7} {one.saved:>8,}   {one.agent}, {ago(one.seen, now)}"
        )
    return lines


def waited(latencies: list[Latency], now: int) -> list[str]:
    """How long hooks took, by assistant and event."""
    return [
        f"  {late.agent} {late.event}: {counted(late.calls, 'call')}, median {late.median_ms:.0f} ms, "
        f"p95 {late.p95_ms:.0f} ms, slowest {late.slowest_ms:.0f} ms, {late.failed} failed, "
        f"last {ago(late.last, now)}"
        for late in latencies
    ]


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--days", type=integer(1, 36_500), default=30, metavar="N", help="how far back (30)"
    )
    parser.add_argument("--session", metavar="ID", help="one assistant session only")
    parser.add_argument("--all", action="store_true", help="of all projects")


COMMANDS = (
    Command(
        name="stats",
        summary="tokens, savings, use rates and latencies, across sessions and of one",
        example="sightline stats\nsightline stats --session 3a00 --json",
        arguments=_arguments,
        run=_run,
    ),
)
