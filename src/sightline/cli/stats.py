"""`sightline stats`: what was injected, how much of it was used, and the tokens saved and spent."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sightline.cli import terminal
from sightline.cli.argument_types import integer
from sightline.cli.command import Command
from sightline.cli.project import engine_of
from sightline.context.use_feedback import costs_cache, project_shift
from sightline.engine import Engine
from sightline.errors import UnknownName
from sightline.model.activity import (
    Filled,
    KindUse,
    Latency,
    Saving,
    SessionTotals,
    Totals,
    WeekUse,
)
from sightline.model.frame import CODE
from sightline.store import projects, statistics, usage
from sightline.store.sqlite.database import Database
from sightline.store.usage import Balance, CacheLosses
from sightline.text.wording import ago, counted

DAY_MS = 86_400_000
SESSIONS = 10
FORMULA = "saved = tokens the same content would have cost without Sightline - tokens it did cost"
# What "without Sightline" means for each kind of saving.
WITHOUT = {
    "capsule": "reading whole files instead of the returned bodies, at 4 bytes per token (an underestimate)",
    "skeleton": "reading the whole file, at 4 bytes per token (an underestimate)",
    "disclosure": "sending bodies again that the assistant already has",
}
NET = "net = saved - injected; a capsule counts as saving only if the files would have been read"


class BuildTime(NamedTuple):
    """How long building an injection took, in milliseconds."""

    p50: float
    p95: float


def _run(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    now = engine.now()
    bounds: dict[str, Any] = {
        "since": now - arguments.days * DAY_MS,
        "project": "" if arguments.all else engine.project.id,
    }
    activity = engine.activity
    session = find_session(activity, arguments.session, bounds) if arguments.session else ""
    filters = {**bounds, "session": session}
    totals = statistics.totals(activity, **filters)
    savings = statistics.savings(activity, **filters)
    fills = statistics.fills(activity, **filters)
    uses = statistics.uses(activity, **filters)
    times = statistics.injection_times(activity, **filters)
    sessions = statistics.sessions(activity, **filters, limit=SESSIONS)
    # Latencies are recorded per hook call, without the session.
    latencies = [] if session else statistics.latencies(activity, **bounds)
    code = code_use(engine, filters)
    engine.close()
    saved = sum(saving.before - saving.after for saving in savings)
    build = BuildTime(*(round(statistics.percentile(times, part), 1) for part in (0.5, 0.95)))
    value = {
        "days": arguments.days,
        "session": session,
        "injections": totals._asdict() | {"ms_p50": build.p50, "ms_p95": build.p95},
        "uses": [use._asdict() for use in uses],
        "savings": [saving._asdict() for saving in savings],
        "budgets": [fill._asdict() for fill in fills],
        "saved": saved,
        "net": saved - totals.tokens,
        "sessions": [one._asdict() for one in sessions],
        "latencies": [latency._asdict() for latency in latencies],
        **code_value(code),
        "formula": FORMULA,
        "without": WITHOUT,
        "net_formula": NET,
    }
    lines = [
        f"session {session}" if session else f"the last {arguments.days} days",
        *injection_lines(totals, uses, build),
        *week_lines(code.weeks, code.names if arguments.all else {}),
        *estimate_lines(*code.balance),
        *(f"  {line}" for line in cache_lines(code.cache)),
        *saving_lines(savings, fills, totals.tokens),
        *session_lines(sessions, now),
        *latency_lines(latencies, now),
    ]
    terminal.report(arguments, value, "\n".join(lines))
    return 0


class CodeUse(NamedTuple):
    """How code was used: by week and project, in the last injections; and what became of the cache."""

    weeks: list[WeekUse]
    names: dict[str, str]  # of projects
    balance: Balance
    cache: CacheLosses


def code_use(engine: Engine, filters: dict[str, Any]) -> CodeUse:
    """Read how code was used within these bounds."""
    activity, project = engine.activity, engine.project
    return CodeUse(
        statistics.weekly(activity, CODE, **filters),
        {**projects.names(engine.memory), project.id: project.name},
        usage.balance(activity, CODE, project=project.id),
        usage.cache_losses(activity, project=project.id, now=engine.now()),
    )


def code_value(code: CodeUse) -> dict[str, Any]:
    """The use of code as JSON."""
    return {
        "precision": [
            week._asdict() | {"name": code.names.get(week.project, week.project)}
            for week in code.weeks
        ],
        "estimates": estimate_value(*code.balance),
        "cache": code.cache._asdict() | {"silent": costs_cache(*code.cache)},
    }


def find_session(activity: Database, prefix: str, bounds: dict[str, Any]) -> str:
    """The one session whose id is, or starts with, this prefix."""
    ids = {one.session for one in statistics.sessions(activity, **bounds, limit=-1)}
    matches = sorted(id for id in ids if id.startswith(prefix))
    if prefix in ids:
        return prefix
    if len(matches) == 1:
        return matches[0]
    raise UnknownName(
        "session",
        prefix,
        nearest=tuple(matches[:5]),
        hint="" if matches else "list sessions with sightline stats; --days looks further back",
    )


def injection_lines(totals: Totals, uses: list[KindUse], build: BuildTime) -> list[str]:
    """What was put in front of the assistant, and how much of it was used."""
    lines = [
        f"  injections  {totals.injections:,} with {totals.items:,} items in {totals.sessions:,} "
        f"sessions, {totals.tokens:,} tokens of {totals.budget:,} allowed"
    ]
    if totals.injections:
        lines.append(f"              built in {build.p50:.0f} ms (p95 {build.p95:.0f})")
    used = "not known yet"
    if totals.decided:
        share = totals.used / totals.decided
        used = f"{share:.0%} of the {totals.decided:,} items whose use is known"
    lines.append(f"  used        {used}")
    parts = [f"{use.kind} {use.used / use.decided:.0%}" for use in uses if use.decided]
    if len(parts) > 1:
        lines.append(f"              {', '.join(parts)}")
    return lines


def week_lines(weeks: list[WeekUse], names: dict[str, str]) -> list[str]:
    """Per week, how many blocks and files of code were right; with the project if `names` are given."""
    if not weeks:
        return []
    lines = ["  code        week of      blocks with an opened file   files opened"]
    for week in weeks:
        day = datetime.fromtimestamp(week.week / 1000, UTC).date().isoformat()
        blocks = f"{week.helped:,} of {week.blocks:,} ({week.helped / week.blocks:.0%})"
        files = f"{week.used:,} of {week.items:,} ({week.used / week.items:.0%})"
        name = f"   {names.get(week.project, week.project)}" if names else ""
        lines.append(f"              {day}   {blocks:<26} {files}{name}".rstrip())
    return lines


def estimate_value(helped: int, not_helped: int) -> dict[str, Any]:
    """The shift of the estimates for code as JSON, and the counts that moved it."""
    return {"shift": round(project_shift(helped, not_helped), 2), "helped": [helped, not_helped]}


def estimate_lines(helped: int, not_helped: int) -> list[str]:
    """How past use has shifted the estimates that files will be opened."""
    if not helped + not_helped:
        return []
    return [
        f"  estimates   shifted by {project_shift(helped, not_helped):+.2f}: a file was opened "
        f"after {helped:,} of the last {helped + not_helped:,} injections with code"
    ]


def cache_lines(losses: CacheLosses) -> list[str]:
    """How often the assistant's prompt cache was lost with and without our text."""
    told, silent = losses.kept_with + losses.lost_with, losses.kept_without + losses.lost_without
    if not told + silent:
        return []
    lines = [
        f"cache       lost after {_part(losses.lost_with, told)} prompts with added text, "
        f"{_part(losses.lost_without, silent)} without"
    ]
    if costs_cache(*losses):
        lines.append("            so nothing is added to prompts here for two weeks")
    return lines


def _part(part: int, total: int) -> str:
    return f"{part:,} of {total:,} ({part / total:.0%})" if total else "0 of 0"


def saving_lines(savings: list[Saving], fills: list[Filled], cost: int) -> list[str]:
    """Tokens before and after for each kind of saving, how full the budgets were, and the net."""
    lines = []
    for saving in savings:
        saved = saving.before - saving.after
        share = f" ({saved / saving.before:.0%})" if saving.before else ""
        lines.append(
            f"  {saving.what:<11} {saving.answers:,} answers: {saving.before:,} -> "
            f"{saving.after:,} tokens, saved {saved:,}{share}"
        )
    lines += [
        f"  budget      {fill.what}: median {fill.median:.0%} used, "
        f"{fill.least:.0%} to {fill.most:.0%} ({counted(fill.answers, 'answer')})"
        for fill in fills
    ]
    if savings:
        net = sum(saving.before - saving.after for saving in savings) - cost
        lines.append(f"  net         {net:,} tokens")
        lines.append(f"  {FORMULA}")
        lines += [f"    {name}: {text}" for name, text in WITHOUT.items()]
        lines.append(f"  {NET}")
    return lines


def session_lines(sessions: list[SessionTotals], now: int) -> list[str]:
    """The latest sessions, one line each."""
    if not sessions:
        return []
    lines = ["  session       prompts injections tokens   used    saved"]
    for one in sessions:
        rate = f"{one.used / one.decided:.0%}" if one.decided else "-"
        lines.append(
            f"  {one.session[:12]:<12} {one.prompts:>8,} {one.injections:>10,} {one.tokens:>6,} "
            f"{rate:>6} {one.saved:>8,}   {one.agent}, {ago(one.seen, now)}"
        )
    return lines


def latency_lines(latencies: list[Latency], now: int) -> list[str]:
    """How long hooks took, by assistant and event."""
    return [
        f"  {call.agent} {call.event}: {counted(call.calls, 'call')}, median {call.median_ms:.0f} ms, "
        f"p95 {call.p95_ms:.0f} ms, slowest {call.slowest_ms:.0f} ms, {call.failed} failed, "
        f"last {ago(call.last, now)}"
        for call in latencies
    ]


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--days",
        type=integer(1, 36_500),
        default=30,
        metavar="N",
        help="how many days to look back (30)",
    )
    parser.add_argument("--session", metavar="ID", help="only this assistant session")
    parser.add_argument("--all", action="store_true", help="all projects")


COMMANDS = (
    Command(
        name="stats",
        summary="show tokens, savings, use and latencies, for all sessions or one",
        example="sightline stats\nsightline stats --session 3a00 --json",
        arguments=_arguments,
        run=_run,
    ),
)
