"""`sightline doctor`: what is well, what is not, and what to do; `--fix` does what is safe."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from sightline.cli import terminal
from sightline.cli.command import Command
from sightline.cli.doctor.checks import BAD, CHECKS, Finding
from sightline.cli.doctor.open_connections import open_connections
from sightline.cli.project import engine_of
from sightline.engine import Engine
from sightline.errors import SightlineError


def examined(engine: Engine) -> list[Finding]:
    """Every finding; a check that cannot look says why."""
    findings: list[Finding] = []
    for check in CHECKS:
        try:
            findings += check(engine)
        except SightlineError as error:
            findings.append(Finding(BAD, error.message, error.hint))
    return findings


def _run(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    findings = examined(engine)
    fixed = _fixed(findings) if arguments.fix else []
    if fixed:
        engine.close()
        engine = engine_of(arguments)
        findings = examined(engine)
    proof = _proof() if arguments.prove else {}
    engine.close()
    rows = [{"state": f.state, "text": f.text, "advice": f.advice} for f in findings]
    value: dict[str, Any] = {"findings": rows, "fixed": fixed}
    if arguments.prove:
        value["proof"] = proof
    lines = [listed(findings)]
    lines += [f"fixed: {text}" for text in fixed]
    lines += [f"{name}: {', '.join(found) or 'none'}" for name, found in proof.items()]
    terminal.report(arguments, value, "\n".join(lines))
    return 1 if any(f.state == BAD for f in findings) or any(proof.values()) else 0


def listed(findings: list[Finding]) -> str:
    """The findings as lines for people."""
    return "\n".join(
        f"{terminal.mark(f.state)} {f.text:<52}  {f.advice}".rstrip() for f in findings
    )


def _fixed(findings: list[Finding]) -> list[str]:
    done = []
    for finding in findings:
        if finding.fix is None:
            continue
        try:
            finding.fix()
        except (SightlineError, OSError) as error:
            done.append(f"{finding.text}: could not be mended: {error}")
        else:
            done.append(finding.text)
    return done


def _proof() -> dict[str, list[str]]:
    """Sockets, children and connections of every Sightline process on this machine."""
    return open_connections()


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--fix", action="store_true", help="mend what can be mended safely")
    parser.add_argument(
        "--prove", action="store_true", help="show open sockets, children, connections: none"
    )


COMMANDS = (
    Command(
        name="doctor",
        summary="check the installation and say what to do",
        example="sightline doctor\nsightline doctor --fix\nsightline doctor --prove",
        arguments=_arguments,
        run=_run,
    ),
)
