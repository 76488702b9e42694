"""`sightline team share`, `unshare`, `search` and `review`."""

from __future__ import annotations

from argparse import Namespace
from typing import NamedTuple

from sightline.cli import terminal
from sightline.cli.project import engine_of
from sightline.cli.team.connection import opened_team, report_text
from sightline.engine import Engine
from sightline.errors import TeamUnreachable, UsageError
from sightline.memory import keeper
from sightline.memory.foreign_record import read_record
from sightline.memory.sync.content import refusal
from sightline.memory.sync.run import connection_of, rules_of, synchronise
from sightline.memory.sync.transfer import SyncReport
from sightline.memory.vocabulary import question_roots, search_words
from sightline.model.memory import CLOSED, TEAM, Memory
from sightline.store import memory as store
from sightline.store import sync
from sightline.store.sync import Connection
from sightline.store.team import memories as team
from sightline.store.team.database import TeamDatabase
from sightline.text.wording import counted


class Standing(NamedTuple):
    """The revision of a memory that a reviewer chose, and the number it has now."""

    id: str
    chosen: int
    revision: int


def share(arguments: Namespace) -> None:
    """Give memories to the team: they are sent now, or when the server answers again."""
    engine = engine_of(arguments)
    connection_of(engine.memory, engine.project)
    rules = rules_of(engine.project, engine.settings)
    shared: list[str] = []
    refused: dict[str, str] = {}
    for memory in _chosen(engine, arguments):
        reason = refusal(memory, rules)
        if reason and not arguments.all:
            raise UsageError(f"{memory.id} cannot be shared: {reason}")
        if reason:
            refused[memory.id] = reason
        else:
            shared.append(memory.id)
    sync.set_scope(engine.memory, engine.project.id, shared, TEAM)
    value: dict[str, object] = {"shared": shared, "refused": refused}
    lines = [f"shared {counted(len(shared), 'memory')}"]
    lines += [f"  not shared: {id}: {reason}" for id, reason in refused.items()]
    _finish(arguments, engine, value, lines)


def unshare(arguments: Namespace) -> None:
    """Take memories back: they are deleted for the team and stay here."""
    engine = engine_of(arguments)
    connection_of(engine.memory, engine.project)
    ids = [memory.id for memory in _chosen(engine, arguments) if memory.scope == TEAM]
    sync.set_scope(engine.memory, engine.project.id, ids, "")
    _finish(arguments, engine, {"unshared": ids}, [f"took back {counted(len(ids), 'memory')}"])


def search(arguments: Namespace) -> None:
    """Search the memories of the project on the server."""
    question = " ".join(arguments.values)
    words = list(question_roots(question))
    if not words:
        raise UsageError("say what to search", hint="sightline team search price rounding")
    with opened_team(arguments) as (_, connection, server):
        hits = team.search(server, connection.team_id, words, limit=arguments.limit)
    values = [
        {**hit.record, "id": hit.id, "author": hit.author, "changed": hit.changed, "rank": hit.rank}
        for hit in hits
    ]
    lines = [f"{hit.id}  {_line(hit.record)}  ({hit.author})" for hit in hits]
    terminal.report(arguments, values, "\n".join(lines) or "no memory matches")


def review(arguments: Namespace) -> None:
    """List what two people changed at once, or let one revision of a memory stand."""
    if len(arguments.values) > 1:
        raise UsageError("sightline team review takes one id")
    with opened_team(arguments) as (engine, connection, server):
        if not arguments.values:
            _list_waiting(arguments, server, connection)
            return
        standing = _let_stand(arguments, server, connection, arguments.values[0])
    text = f"{standing.id}: revision {standing.chosen} stands"
    if standing.revision != standing.chosen:
        text += f" as {standing.revision}"
    _finish(arguments, engine, standing._asdict(), [text])


def _list_waiting(arguments: Namespace, server: TeamDatabase, connection: Connection) -> None:
    values = []
    lines = []
    for state in team.to_review(server, connection.team_id):
        revisions = team.revisions(server, connection.team_id, state.id)
        shown = [one for one in revisions if one.revision >= state.revision or one.concurrent]
        values.append(
            {
                "id": state.id,
                "current": state.revision,
                "revisions": [one._asdict() for one in shown],
            }
        )
        lines.append(state.id)
        for one in shown:
            mark = "current" if one.revision == state.revision else "concurrent"
            lines.append(f"  revision {one.revision} ({mark}, {one.person}): {_line(one.record)}")
        lines.append(f"  decide: sightline team review {state.id} --take REVISION")
    terminal.report(arguments, values, "\n".join(lines) or "nothing to review")


def _let_stand(
    arguments: Namespace, server: TeamDatabase, connection: Connection, id: str
) -> Standing:
    states = team.of_ids(server, connection.team_id, [id])
    if not states:
        raise UsageError(f"memory {id} is not on the server", hint="see: sightline team review")
    chosen = arguments.take or states[0].revision
    revisions = team.revisions(server, connection.team_id, id)
    record = next((one.record for one in revisions if one.revision == chosen), None)
    if record is None:
        known = ", ".join(str(one.revision) for one in revisions)
        raise UsageError(f"{id} has no revision {chosen}", hint=f"it has: {known}")
    try:
        words = search_words(read_record({**record, "id": id})).words
    except TypeError as error:
        raise UsageError(f"revision {chosen} of {id} cannot be read: {error}") from None
    standing = team.review(server, connection.team_id, id, chosen, team.searchable(words))
    return Standing(id, chosen, standing)


def _chosen(engine: Engine, arguments: Namespace) -> list[Memory]:
    """The memories that ids, or --all with kinds, name."""
    if bool(arguments.values) == arguments.all:
        raise UsageError(
            "name memories by id, or all of a kind",
            hint=f"sightline team {arguments.action} ID ...\n"
            f"sightline team {arguments.action} --all --kind decision",
        )
    if arguments.values:
        found = [keeper.find(engine.memory, id) for id in arguments.values]
        for memory in found:
            if memory.project != engine.project.id:
                raise UsageError(f"{memory.id} is not a memory of this project")
        return found
    if not arguments.kind:
        raise UsageError("say of which kind", hint="add --kind decision; repeat for more kinds")
    numbers = store.everything(engine.memory, engine.project.id)
    return [
        memory
        for memory in store.of_numbers(engine.memory, numbers)
        if memory.kind in arguments.kind and (memory.status not in CLOSED or memory.scope)
    ]


def _finish(
    arguments: Namespace, engine: Engine, value: dict[str, object], lines: list[str]
) -> None:
    """Synchronise and report; without the server the change waits."""
    try:
        report = synchronise(
            engine.memory, engine.project, engine.settings, engine.home, now=engine.now()
        )
        lines.append(report_text(report))
    except TeamUnreachable as error:
        report = SyncReport(waiting=sync.waiting(engine.memory, engine.project.id).changes)
        lines.append(f"{error.message}\nit will be sent when the server answers again")
    terminal.report(arguments, {**value, **report._asdict()}, "\n".join(lines))


def _line(record: dict[str, object]) -> str:
    text = " ".join(str(record.get("title") or record.get("text", "")).split())
    return text if len(text) <= 100 else text[:99] + "…"
