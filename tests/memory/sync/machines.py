"""Machines of a team in tests: each has a store of its own and works on the same project."""

import pathlib

from sightline.memory import keeper
from sightline.memory.draft import draft
from sightline.memory.sync.content import Rules, shared_record
from sightline.memory.sync.transfer import Sync, SyncReport
from sightline.model.memory import Memory
from sightline.store import memory as store
from sightline.store import sync
from sightline.store.sqlite.database import Database, open_database
from sightline.store.team.database import TeamDatabase
from tests.team_server import TeamServer

NOW = 1_800_000_000_000


class Machine:
    """One person's machine; `now` may be any time, because clocks must not matter."""

    def __init__(
        self,
        folder: pathlib.Path,
        team: TeamServer,
        person: str,
        *,
        role: str = "writer",
        now: int = NOW,
        kinds: tuple[str, ...] = (),
        denied: str = "",
    ) -> None:
        self.person = person
        self.now = now
        self.project = f"local{person}"
        self.team = team
        self.server: TeamDatabase = team.add(person, role)
        self.rules = Rules(kinds, lambda path: bool(denied) and path.startswith(denied))
        self.local: Database = open_database(str(folder / f"{person}.db"), "memory")
        sync.connect(
            self.local,
            self.project,
            server="test",
            team_id=team.project,
            name="shop",
            role=role,
        )

    def sync(self) -> SyncReport:
        connection = sync.connection(self.local, self.project)
        assert connection is not None
        return Sync(self.local, self.server, connection, self.rules, now=self.now).run()

    def remember(
        self, text: str, kind: str = "decision", scope: str = "team", **values: object
    ) -> Memory:
        self.now += 1
        memory = draft(kind, text, now=self.now, project=self.project, scope=scope, **values)
        return keeper.add_plain(self.local, memory)

    def edit(self, id: str, text: str) -> None:
        self.now += 1
        keeper.update(self.local, id, {"text": text}, now=self.now, person=True)

    def forget(self, id: str) -> None:
        self.now += 1
        keeper.forget(self.local, id, now=self.now, person=True)

    def get(self, id: str) -> Memory | None:
        return store.by_id(self.local, id)

    def text(self, id: str) -> str:
        memory = self.get(id)
        return memory.text if memory else ""

    def shared(self) -> dict[str, dict[str, object]]:
        """What the team's memories say on this machine."""
        numbers = store.everything(self.local, self.project)
        memories = store.of_numbers(self.local, numbers)
        return {memory.id: shared_record(memory) for memory in memories if memory.scope == "team"}
