"""`sightline init`: the one command a new user needs, in three screens.

It says what it found, lets the user choose what to install where, then indexes, installs, and asks
the installed hooks and the server whether they answer.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence

from sightline.agents import instructions
from sightline.agents.edit.changes import Change
from sightline.agents.paths import current_target
from sightline.cli import terminal
from sightline.cli.command import Command
from sightline.cli.doctor.checks import BAD, CHECKS, Finding, hook_calls
from sightline.cli.doctor.command import findings_text, run_checks
from sightline.cli.index.command import refresh_index
from sightline.cli.index.report import index_report
from sightline.cli.overview import untrusted_text
from sightline.cli.project import engine_of
from sightline.cli.setup import install
from sightline.cli.setup.assistants import Assistant, find_assistants, note, title
from sightline.cli.setup.choice import Choice, Offer, ask, choice_text, edits_of
from sightline.cli.setup.diff import edits_text
from sightline.cli.setup.past_sessions import find_prompts, reading_sentence, recall_sentence
from sightline.cli.setup.probe import check_hooks, check_server
from sightline.engine import Engine
from sightline.index.source_rules import path_rules
from sightline.index.stats import IndexStats
from sightline.measure.transcripts import PastPrompt
from sightline.memory.share.folder import FOLDER
from sightline.parse.languages import Languages
from sightline.text.wording import counted
from sightline.tools import sharing
from sightline.workspace.files import list_files

MOST_LANGUAGES = 5


def _run(arguments: Namespace) -> int:
    engine = engine_of(arguments, writes=not arguments.dry_run)
    offer = _offer(engine, arguments)
    prompts = [] if arguments.json else find_prompts(engine.project.root)
    if not arguments.json:
        print(_found_text(engine, offer, prompts) + "\n")
    choice = _choose(offer, arguments)
    if choice is None:
        engine.close()
        print("nothing was changed")
        return 0
    changes = offer.changes(choice)
    if arguments.instructions:
        changes[install.INSTRUCTIONS] = instructions.changes(offer.target, choice.agents)
    if arguments.dry_run:
        engine.close()
        if not arguments.json:
            print(edits_text(edits_of(changes)), end="")
        return install.report(arguments, edits_of(changes), done=False)
    return _apply(engine, arguments, changes, choice, prompts)


def _offer(engine: Engine, arguments: Namespace) -> Offer:
    """What can be installed: the assistants named on the command line, else those found here."""
    target = current_target(engine.project.root, arguments.scope)
    assistants = find_assistants(target)
    if arguments.agent:
        assistants = [Assistant(name, title(name), True) for name in arguments.agent]
    port = engine.settings.integer("server.port")
    return Offer(target, tuple(assistants), arguments.http, port)


def _choose(offer: Offer, arguments: Namespace) -> Choice | None:
    """The choice by options or at the prompt; without a terminal --yes is required."""
    selected = tuple(assistant.name for assistant in offer.assistants if assistant.is_used)
    choice = Choice(selected, arguments.allow, arguments.tools or "")
    if arguments.json and (arguments.yes or arguments.dry_run):
        return choice
    if arguments.yes or arguments.dry_run or not edits_of(offer.changes(choice)):
        print(choice_text(offer, choice) + "\n")
        return choice
    if not sys.stdin.isatty():
        raise install.not_in_a_terminal()
    return ask(offer, choice)


def _found_text(engine: Engine, offer: Offer, prompts: Sequence[PastPrompt]) -> str:
    """The first screen: the project, its languages, the assistants, and the past sessions."""
    project = engine.project
    names = [a.title if a.is_used else f"{a.title} (never used)" for a in offer.assistants]
    lines = [
        f"{terminal.paint(project.name, 'bold')}  {project.root}",
        f"  languages   {_languages(engine)}",
        f"  assistants  {', '.join(names) or 'none found; name one with --agent'}",
    ]
    sentence = reading_sentence(prompts)
    if sentence:
        lines.append(f"  so far      {sentence}")
    state = sharing.sharing_state(engine)
    if state.files and not state.is_on:
        lines.append(f"  shared      {untrusted_text(state.files)}")
    return "\n".join(lines)


def _languages(engine: Engine) -> str:
    languages = Languages()
    listing = list_files(engine.project.root, path_rules(engine.settings))
    of_files = (languages.of_path(entry.path) for entry in listing.files)
    counts = Counter(language.name for language in of_files if language is not None)
    most = [f"{name} ({count:,})" for name, count in counts.most_common(MOST_LANGUAGES)]
    more = len(counts) - len(most)
    rest = [f"and {more} more"] if more > 0 else []
    files = counted(sum(counts.values()), "file")
    return f"{files}: {', '.join([*most, *rest])}" if most else "no source files found"


def _apply(
    engine: Engine,
    arguments: Namespace,
    changes: dict[str, tuple[Change, ...]],
    choice: Choice,
    prompts: Sequence[PastPrompt],
) -> int:
    """The third screen: index, install, and check that what was installed answers."""
    stats = refresh_index(engine, rebuild=False)
    if not arguments.json:
        print(index_report(engine, stats, []))
    install.apply_changes(changes)
    # No assistant can have called its hooks yet; they are asked directly instead.
    checks = [check for check in CHECKS if check is not hook_calls]
    findings = [*run_checks(engine, checks), *_probe(engine, arguments, choice)]
    root = engine.project.root
    if sys.stdin.isatty() and not (arguments.yes or arguments.json):
        _offer_trust(engine)
    engine.close()
    terminal.report(arguments, _value(stats, choice, findings), "\n" + findings_text(findings))
    if not arguments.json:
        print(_closing_text(root, choice, prompts))
    return 1 if any(finding.state == BAD for finding in findings) else 0


def _offer_trust(engine: Engine) -> None:
    """Ask whether assistants may read the memory files that others put into this repository."""
    state = sharing.sharing_state(engine)
    if state.is_on or not state.files:
        return
    print(f"\nThis repository has {counted(state.files, 'memory file')} in {FOLDER}.")
    try:
        answer = input("Let your assistants read what others share there? [y/N] ").strip().lower()
    except EOFError:
        answer = ""
    if answer in ("y", "yes"):
        sharing.turn_on(engine, trust=True)
    else:
        print("later: sightline share --trust")


def _probe(engine: Engine, arguments: Namespace, choice: Choice) -> list[Finding]:
    if not choice.agents:
        return []
    options = install.Options(arguments.http, engine.settings.integer("server.port"), choice.tools)
    launcher = install.launcher_of(arguments.scope, options)
    root = engine.project.root
    return [*check_hooks(root, launcher, list(choice.agents)), check_server(root, launcher)]


def _value(stats: IndexStats, choice: Choice, findings: list[Finding]) -> dict[str, object]:
    return {
        "index": stats.as_dict(),
        "installed": list(choice.agents),
        "findings": [{"state": f.state, "text": f.text, "advice": f.advice} for f in findings],
    }


def _closing_text(root: str, choice: Choice, prompts: Sequence[PastPrompt]) -> str:
    """What past sessions say, what to do in the assistants, and what to try."""
    lines = [""]
    sentence = recall_sentence(root, prompts)
    lines += [sentence, ""] if sentence else []
    lines += [text for name in choice.agents if (text := note(name))]
    if choice.agents:
        names = ", ".join(title(name) for name in choice.agents)
        lines.append(f"Start {names} in this project and ask about its code. Then: sightline why")
    else:
        lines.append('Not installed in any assistant. Try: sightline context "a question"')
    return "\n".join(lines)


COMMANDS = (
    Command(
        name="init",
        summary="index this project, install into your assistants, and check the result",
        example="sightline init\nsightline init --yes --agent claude\nsightline init --dry-run",
        arguments=install.install_arguments,
        run=_run,
    ),
)
