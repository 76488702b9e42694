"""Sends the changes of one project to its team server and takes the team's changes from it.

Both directions may be interrupted anywhere and repeated: a change leaves the outbox when the server
acknowledged it, and the cursor moves in the transaction that saves what was received. The server's
order decides; clocks do not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sightline.errors import StoreRefused, TeamRefused
from sightline.memory.share.file_format import PERSONAL
from sightline.memory.sync.content import (
    Rules,
    received,
    record_digest,
    refusal,
    shared_record,
    wants_sharing,
)
from sightline.memory.vocabulary import search_words
from sightline.model.memory import FROM_FILES, TEAM, Memory
from sightline.store import memory as store
from sightline.store import sync
from sightline.store.sqlite.database import Database
from sightline.store.sync import Connection, OutboxEntry
from sightline.store.team import memories as team
from sightline.store.team import projects
from sightline.store.team.database import TeamDatabase
from sightline.store.team.memories import Change, Outcome, State
from sightline.text.fence import one_line
from sightline.text.hashing import digest

SENT_AT_ONCE = 200
TAKEN_AT_ONCE = 500
# How often a page is read again because somebody changed one of its memories meanwhile.
_MOST_REPEATS = 5


class SyncReport(NamedTuple):
    """What one synchronisation did; `problems` are sentences about what was not sent or read."""

    sent: int = 0
    received: int = 0
    deleted: int = 0
    conflicts: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    waiting: int = 0


class Sync:
    """One synchronisation of one project."""

    def __init__(
        self,
        local: Database,
        server: TeamDatabase,
        connection: Connection,
        rules: Rules,
        *,
        now: int,
        report: Callable[[str, int], None] = lambda what, count: None,
    ) -> None:
        self._local = local
        self._server = server
        self._connection = connection
        self._project = connection.project
        self._rules = rules
        self._now = now
        self._report = report
        self._sent = self._received = self._deleted = 0
        self._conflicts: list[str] = []
        self._problems: list[str] = []

    def run(self) -> SyncReport:
        """Send, then take; raises an error if the server cannot be reached or refuses everything."""
        here = projects.my_project(self._server, self._connection.team_id)
        if here is None:
            raise TeamRefused(
                path=self._server.address.name, problem="you are not a member of this project"
            )
        sync.set_role(self._local, self._project, here.role)
        cursor = self._connection.cursor
        if here.seq < cursor:
            # The server was restored from a backup: send it again what it lost.
            sync.start_over(self._local, self._project)
            cursor = 0
        self._may_write = here.may("writer")
        self._send()
        self._take(cursor)
        left = sync.waiting(self._local, self._project)
        return SyncReport(
            self._sent,
            self._received,
            self._deleted,
            tuple(dict.fromkeys(self._conflicts)),
            tuple(self._problems),
            left.changes,
        )

    def _send(self) -> None:
        after = 0
        while entries := sync.outbox(self._local, self._project, after, SENT_AT_ONCE):
            after = entries[-1].number
            changes: list[Change] = []
            by_id: dict[str, OutboxEntry] = {}
            for entry in entries:
                change = self._change(entry)
                if change is not None:
                    changes.append(change)
                    by_id[entry.id] = entry
            if not changes:
                continue
            sent = {change.id: change for change in changes}
            outcomes = self._push(changes, by_id)
            with self._local.transaction():
                for outcome in outcomes:
                    self._settle(by_id[outcome.id], sent[outcome.id], outcome)
            refused = [outcome.id for outcome in outcomes if outcome.outcome == team.REFUSED]
            if refused:
                # What was refused is here as the team has it; the other state stays as a version.
                self._apply(team.of_ids(self._server, self._connection.team_id, refused), None)
            self._report("sent", self._sent)

    def _change(self, entry: OutboxEntry) -> Change | None:
        """The change to send for an entry, or None after the entry was settled here."""
        memory = store.by_id(self._local, entry.id)
        if memory is None:
            if not entry.revision or not entry.digest:
                sync.leave_outbox(self._local, entry)  # the server never had it, or has deleted it
                return None
            if not self._may_write:
                return self._refuse(entry, "you are a reader: it was not deleted for the team")
            return Change(entry.id, entry.revision, f"delete {entry.revision}", None)
        if memory.source == FROM_FILES:
            sync.leave_outbox(self._local, entry)  # git carries it to the others
            return None
        if memory.scope != TEAM and not self._is_wanted(memory, entry):
            if entry.revision and entry.digest:
                # It was taken back: the team's copy is deleted, the person's own stays.
                return Change(entry.id, entry.revision, f"delete {entry.revision}", None)
            sync.leave_outbox(self._local, entry)
            return None
        record = shared_record(memory)
        if record_digest(record) == entry.digest:
            sync.leave_outbox(self._local, entry)
            return None
        if not self._may_write:
            return self._refuse(entry, "you are a reader: it was not sent")
        if reason := refusal(memory, self._rules):
            return self._refuse(entry, reason)
        key = digest(f"{entry.revision}\x1f{record_digest(record)}", 12)
        words = team.searchable(search_words(memory).words)
        return Change(entry.id, entry.revision, key, record, words)

    def _is_wanted(self, memory: Memory, entry: OutboxEntry) -> bool:
        """Whether a memory without the team's scope is to be shared, too."""
        if entry.revision and entry.digest:
            return False
        if wants_sharing(memory, self._rules.kinds):
            return not refusal(memory, self._rules)
        if memory.kind in PERSONAL:
            return False
        return sync.replaces_shared(self._local, self._project, memory.id)

    def _refuse(self, entry: OutboxEntry, reason: str) -> Change | None:
        """Keep an entry that cannot be sent, with the reason."""
        sync.refuse(self._local, entry, reason)
        self._problems.append(f"{entry.id}: {reason}")
        return None

    def _push(self, changes: Sequence[Change], entries: dict[str, OutboxEntry]) -> list[Outcome]:
        """Send changes together; if the server rejects a value, one by one."""
        try:
            return team.push(self._server, self._connection.team_id, changes)
        except StoreRefused as error:
            if len(changes) == 1:
                self._refuse(entries[changes[0].id], str(error.fields.get("problem", error)))
                return []
        outcomes: list[Outcome] = []
        for change in changes:
            outcomes += self._push([change], entries)
        return outcomes

    def _settle(self, entry: OutboxEntry, change: Change, outcome: Outcome) -> None:
        """Note what became of a change."""
        is_delete = change.record is None
        if outcome.outcome == team.DELETED:
            # Deleted for the team: the state here stays restorable like a forgotten memory.
            self._delete_here(entry.id, outcome.revision)
            self._problems.append(
                f"{entry.id}: another person deleted it; your change was not sent"
            )
            return
        sync.leave_outbox(self._local, entry)
        if outcome.outcome == team.CONFLICT:
            self._conflicts.append(entry.id)
        elif outcome.outcome == team.ACCEPTED:
            text = "" if is_delete else record_digest(change.record or {})
            sync.acknowledge(self._local, self._project, entry.id, outcome.revision, text)
            if not is_delete and sync.set_scope(self._local, self._project, [entry.id], TEAM):
                self._leave_if_equal(entry.id, text)
            self._sent += 1
        else:
            what = "deleted" if is_delete else "changed"
            who = (
                "its author or a reviewer may delete it"
                if is_delete
                else "a reviewer may change it"
            )
            self._problems.append(f"{entry.id}: not {what} for the team; only {who}")

    def _leave_if_equal(self, id: str, sent_digest: str) -> None:
        """Saying that it is the team's entered the memory again: nothing else may have changed."""
        memory = store.by_id(self._local, id)
        if memory is not None and record_digest(shared_record(memory)) == sent_digest:
            sync.drop(self._local, id)

    def _take(self, cursor: int) -> None:
        repeats = 0
        while states := team.pull(self._server, self._connection.team_id, cursor, TAKEN_AT_ONCE):
            changed = sync.changed_among(self._local, [state.id for state in states])
            if changed and repeats < _MOST_REPEATS and self._may_write and self._unsent(changed):
                # Send what changed here meanwhile: the server keeps both versions.
                repeats += 1
                self._send()
                continue
            repeats = 0
            cursor = states[-1].seq
            self._apply(states, cursor)
            self._report("received", self._received + self._deleted)

    def _unsent(self, ids: set[str]) -> bool:
        """Whether a change of these memories can still be sent: refused ones cannot."""
        refused = {problem.id for problem in sync.problems(self._local, self._project)}
        return bool(ids - refused)

    def _apply(self, states: Sequence[State], cursor: int | None) -> None:
        """Save received states and the cursor in one transaction."""
        with self._local.transaction():
            for state in states:
                if state.record is None:
                    self._delete_here(state.id, state.revision)
                else:
                    self._save_here(state)
            if cursor is not None:
                sync.move_cursor(self._local, self._project, cursor)

    def _save_here(self, state: State) -> None:
        here = store.by_id(self._local, state.id)
        if here is not None and here.project != self._project:
            self._problems.append(f"{state.id}: not received, another project here uses this id")
            return
        if here is not None and here.source == FROM_FILES:
            return  # its file decides here, and a checkout without the file deletes nothing there
        try:
            memory = received(state, self._project, here, self._now)
        except ValueError as error:
            self._problems.append(f"{one_line(state.id, 80)}: not received, {error}")
            return
        words = search_words(memory)
        if here is None:
            store.unbury(self._local, state.id)
            store.add(self._local, memory, words)
            self._received += 1
        elif store.record(memory) != store.record(here):
            who = one_line(state.changed_by, 80)
            differs = shared_record(memory) != shared_record(here)
            store.change(self._local, memory, words, at=self._now, what=f"synced, by {who}")
            self._received += differs
        text = record_digest(shared_record(memory))
        sync.acknowledge(self._local, self._project, state.id, state.revision, text)
        sync.drop(self._local, state.id)

    def _delete_here(self, id: str, revision: int) -> None:
        here = store.by_id(self._local, id)
        if here is not None and here.source == FROM_FILES:
            return
        if here is not None and here.project == self._project and here.scope == TEAM:
            store.bury(self._local, here, self._now)
            self._deleted += 1
        sync.acknowledge(self._local, self._project, id, revision, "")
        sync.drop(self._local, id)
