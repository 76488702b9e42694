"""The second screen of `init`: what would change per assistant, and the user's choice."""

from __future__ import annotations

from typing import NamedTuple

from sightline.agents.edit.changes import Change
from sightline.agents.edit.journal import FileEdit, plan_install
from sightline.agents.paths import InstallTarget
from sightline.cli import terminal
from sightline.cli.setup import assistants, install
from sightline.cli.setup.assistants import Assistant
from sightline.cli.setup.diff import edits_text, page


class Choice(NamedTuple):
    """What to install: into which assistants, and with which options."""

    agents: tuple[str, ...]
    allow: bool  # let the read-only tools run without asking
    tools: str  # which tools the server offers; empty: what the settings say


class Offer(NamedTuple):
    """Everything that `init` can install here."""

    target: InstallTarget
    assistants: tuple[Assistant, ...]
    http: bool
    port: int

    def changes(self, choice: Choice) -> dict[str, tuple[Change, ...]]:
        """The changes of a choice, per assistant."""
        options = install.Options(self.http, self.port, choice.tools, choice.allow)
        return install.install_changes(self.target, choice.agents, options)


def edits_of(changes: dict[str, tuple[Change, ...]]) -> list[FileEdit]:
    """The edits of files that these changes make."""
    return [edit for own in changes.values() for edit in plan_install(own)]


def choice_text(offer: Offer, choice: Choice) -> str:
    """One line per assistant: its number, whether it is chosen, and what would change."""
    lines = []
    for number, assistant in enumerate(offer.assistants, 1):
        only = choice._replace(agents=(assistant.name,))
        change = assistants.summary(assistant.name, offer.changes(only)[assistant.name])
        sign = "x" if assistant.name in choice.agents else " "
        unused = "" if assistant.is_used else "  (on the PATH, never used)"
        name = terminal.paint(f"{assistant.title:<12}", "bold")
        lines.append(f"  {number} [{sign}] {name} {change}{unused}")
    return "\n".join(lines)


def ask(offer: Offer, choice: Choice) -> Choice | None:
    """Let the user change the choice until they agree; None if they quit."""
    while True:
        print(choice_text(offer, choice))
        print()
        print(_options_text(offer, choice))
        try:
            answer = input("Install into the assistants marked x? ").strip().lower()
        except EOFError:
            print()
            return None
        if answer in ("y", "yes"):
            return choice
        if answer in ("", "q", "n", "no", "quit"):
            return None
        if answer == "d":
            page(edits_text(edits_of(offer.changes(choice))) or "nothing to change\n")
        elif (after := changed(offer, choice, answer)) == choice:
            print(f"{answer!r} is none of these:")
        else:
            choice = after
        print()


def changed(offer: Offer, choice: Choice, answer: str) -> Choice:
    """The choice after one answer: numbers switch assistants, letters switch options."""
    if answer == "p":
        return choice._replace(allow=not choice.allow)
    if answer == "t":
        return choice._replace(tools="" if choice.tools == "full" else "full")
    agents = choice.agents
    for word in answer.replace(",", " ").split():
        if word.isdecimal() and 0 < int(word) <= len(offer.assistants):
            name = offer.assistants[int(word) - 1].name
            agents = tuple(n for n in agents if n != name) if name in agents else (*agents, name)
    return choice._replace(agents=agents)


def _options_text(offer: Offer, choice: Choice) -> str:
    lines = ["  y  yes, install", "  d  show the changes as a diff", "  q  quit, change nothing"]
    if offer.assistants:
        lines.append("  1, 2, ...  switch an assistant on or off")
    tools = "all tools" if choice.tools == "full" else "the eight tools that assistants use"
    lines.append(f"  t  which tools the server offers: {tools}")
    asking = [a.title for a in offer.assistants if assistants.asks_per_tool(a.name)]
    if asking:
        state = "on" if choice.allow else "off"
        names = ", ".join(asking)
        lines.append(f"  p  allow the read-only tools without asking each time ({names}): {state}")
    return "\n".join(lines)
