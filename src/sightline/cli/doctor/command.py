"""`sightline doctor`: checks the installation, says what to do, and fixes what is safe to fix."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from typing import Any, NamedTuple

from sightline.cli import terminal
from sightline.cli.command import Command
from sightline.cli.doctor.checks import BAD, CHECKS, GOOD, POOR, Check, Finding
from sightline.cli.doctor.open_connections import open_connections
from sightline.cli.project import engine_of
from sightline.engine import Engine
from sightline.errors import SightlineError

_COLOURS = {GOOD: "green", POOR: "yellow", BAD: "red"}


def run_checks(engine: Engine, checks: Iterable[Check] = CHECKS) -> list[Finding]:
    """The findings of these checks; a check that fails becomes a finding itself."""
    findings: list[Finding] = []
    for check in checks:
        try:
            findings += check(engine)
        except SightlineError as error:
            findings.append(Finding(BAD, error.message, error.hint))
    return findings


def _run(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    findings = run_checks(engine)
    outcomes = _fix(findings) if arguments.fix else []
    fixed = [outcome.text for outcome in outcomes if outcome.fixed]
    failed = [outcome.text for outcome in outcomes if not outcome.fixed]
    if fixed:
        engine.close()
        engine = engine_of(arguments)
        findings = run_checks(engine)
    proof = open_connections() if arguments.prove else {}
    engine.close()
    rows = [{"state": f.state, "text": f.text, "advice": f.advice} for f in findings]
    value: dict[str, Any] = {"findings": rows, "fixed": fixed, "not_fixed": failed}
    if arguments.prove:
        value["proof"] = proof
    lines = [findings_text(findings)]
    lines += [f"fixed: {text}" for text in fixed]
    lines += [f"not fixed: {text}" for text in failed]
    lines += [f"{name}: {', '.join(rows) or 'none'}" for name, rows in proof.items()]
    terminal.report(arguments, value, "\n".join(lines))
    return 1 if any(f.state == BAD for f in findings) or any(proof.values()) else 0


def findings_text(findings: list[Finding]) -> str:
    """The findings as text, one line each, with a coloured mark."""
    return "\n".join(f"{_mark(f.state)} {f.text:<52}  {f.advice}".rstrip() for f in findings)


def _mark(state: str) -> str:
    return terminal.paint(terminal.mark(state), _COLOURS[state])


class _Outcome(NamedTuple):
    """What a fix was about and what came of it."""

    text: str
    fixed: bool


def _fix(findings: list[Finding]) -> list[_Outcome]:
    """Apply every fix, and say what came of each."""
    outcomes = []
    for finding in findings:
        if finding.fix is None:
            continue
        try:
            result = finding.fix()
        except SightlineError as error:
            advice = f"; {error.hint}" if error.hint else ""
            outcomes.append(_Outcome(f"{error.message}{advice}", fixed=False))
        except OSError as error:
            outcomes.append(_Outcome(f"{finding.text}: {error}", fixed=False))
        else:
            text = result if isinstance(result, str) else finding.text
            outcomes.append(_Outcome(text, fixed=True))
    return outcomes


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--fix", action="store_true", help="fix what can be fixed safely")
    parser.add_argument(
        "--prove",
        action="store_true",
        help="list open sockets, child processes and connections; there should be none",
    )


COMMANDS = (
    Command(
        name="doctor",
        summary="check the installation and say how to fix problems",
        example="sightline doctor\nsightline doctor --fix\nsightline doctor --prove",
        arguments=_arguments,
        run=_run,
    ),
)
