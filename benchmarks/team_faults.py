"""A team whose server keeps dying: python -m benchmarks.team_faults [--clients 20] [--kills 20] [--save]

Every client has a database of its own and synchronises through the product's own `synchronise`, all at the same time,
while it adds, changes, supersedes and deletes memories; the server is killed (SIGKILL, all its processes)
and restarted. Counted: changes that a client took for acknowledged and that the server does not have, replicas that
differ at the end, memories that exist twice.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import threading
import time
from typing import Any

from benchmarks.lib.postgres import Server
from benchmarks.lib.results import add_save_option, publish
from sightline.errors import StoreError
from sightline.memory import keeper
from sightline.memory.draft import draft
from sightline.memory.sync.content import shared_record
from sightline.memory.sync.run import synchronise
from sightline.model.memory import CLOSED, Memory
from sightline.model.project import Project, directory_project
from sightline.settings.load import load
from sightline.store import memory as store
from sightline.store import sync
from sightline.store.sqlite.database import Database, open_database
from sightline.store.team import memories as team
from sightline.store.team import projects, schema
from sightline.store.team.address import parse_address, remember
from sightline.store.team.database import open_team_database

TEAM_ID = "00000000-0000-0000-0000-000000000001"
NOW = 1_800_000_000_000
NOTHING = (0, 0, 0)


class Client:
    """One person's machine; what the server acknowledged is noted in `acknowledged`."""

    def __init__(self, number: int, folder: str, url: str) -> None:
        self.name = f"person{number}"
        self.home = os.path.join(folder, self.name)
        os.makedirs(self.home)
        self.project: Project = directory_project(self.home, "bench")
        self.settings = load(self.home, {})
        self.chance = random.Random(number)
        # Clocks differ by years.
        self.now = NOW + self.chance.randint(-(10**11), 10**11)
        self.local: Database = open_database(os.path.join(self.home, "memory.db"), "memory")
        address = parse_address(url.replace("postgres@", f"{self.name}@"))
        remember(address, self.home)
        sync.connect(
            self.local, self.project.id, server=address.name, team_id=TEAM_ID, name="shop", role="writer"
        )  # fmt: skip
        self.pending: dict[str, str] = {}
        self.acknowledged: list[tuple[str, str]] = []
        self.failed = self.conflicts = self.changes = 0

    def work(self) -> None:
        """A few changes of the kinds people make."""
        for _ in range(self.chance.randint(1, 4)):
            self.now += 1_000
            self.changes += 1
            text = f"{self.name} says {self.changes}: {self.chance.getrandbits(64):x}"
            mine = [one for one in self._memories() if one.status not in CLOSED]
            action = self.chance.random()
            if action < 0.5 or not mine:
                self.pending[self._add(text).id] = text
            elif action < 0.8:
                chosen = self.chance.choice(mine).id
                keeper.update(self.local, chosen, {"text": text}, now=self.now, person=True)
                self.pending[chosen] = text
            elif action < 0.9:
                old = self.chance.choice(mine)
                new = draft("decision", text, now=self.now, project=self.project.id, scope="team")
                added = keeper.supersede(self.local, old.id, new, now=self.now).memory
                self.pending |= {added.id: text, old.id: old.text}
            else:
                own = [one for one in mine if one.author in ("", self.name)]
                if own:
                    gone = self.chance.choice(own)
                    keeper.forget(self.local, gone.id, now=self.now, person=True)
                    self.pending.pop(gone.id, None)

    def synchronise(self) -> tuple[int, int, int]:
        """Synchronise once; what it sent, received and deleted. A dead server is an ordinary error."""
        problems: tuple[str, ...] = ()
        moved = (-1, -1, -1)
        try:
            report = synchronise(self.local, self.project, self.settings, self.home, now=self.now)
            self.conflicts += len(report.conflicts)
            problems = report.problems
            moved = (report.sent, report.received, report.deleted)
        except StoreError:
            self.failed += 1
        refused = {problem.partition(":")[0] for problem in problems}
        waiting = sync.changed_among(self.local, list(self.pending))
        for id in [id for id in self.pending if id not in waiting]:
            text = self.pending.pop(id)
            if id not in refused:
                self.acknowledged.append((id, text))
        return moved

    def replica(self) -> dict[str, dict[str, Any]]:
        return {one.id: shared_record(one) for one in self._memories()}

    def _add(self, text: str) -> Memory:
        memory = draft("decision", text, now=self.now, project=self.project.id, scope="team")
        return keeper.add_plain(self.local, memory)

    def _memories(self) -> list[Memory]:
        numbers = store.everything(self.local, self.project.id)
        return [one for one in store.of_numbers(self.local, numbers) if one.scope == "team"]


def run(clients: list[Client], server: Server, kills: int, seconds: float) -> int:
    """Let all clients work while the server dies again and again; how often it was killed."""
    stop = threading.Event()

    def live(client: Client) -> None:
        while not stop.is_set():
            client.work()
            client.synchronise()
            stop.wait(client.chance.random() * 0.2)

    threads = [threading.Thread(target=live, args=(client,)) for client in clients]
    for thread in threads:
        thread.start()
    chance = random.Random(1)
    killed = 0
    for _ in range(kills):
        time.sleep(seconds * (0.5 + chance.random()))
        server.kill()
        killed += 1
        time.sleep(chance.random() * seconds / 4)
        server.start()
    time.sleep(seconds)
    stop.set()
    for thread in threads:
        thread.join()
    return killed


def settle(clients: list[Client]) -> int:
    """Synchronise everybody until nothing moves; the number of rounds."""
    for rounds in range(1, 20):
        moved = [client.synchronise() for client in clients]
        if all(one == NOTHING for one in moved):
            return rounds
    raise SystemExit("the replicas do not come to rest")


def verify(clients: list[Client], server: Server) -> dict[str, Any]:
    """Compare what was acknowledged with what the server has, and all replicas with each other."""
    owner = open_team_database(parse_address(server.url()))
    states = {state.id: state for state in team.pull(owner, TEAM_ID, 0, 10**6)}
    deleted = {id for id, state in states.items() if state.record is None}
    texts: dict[str, set[str]] = {}
    for id, text in owner.statement("SELECT id, record ->> 'text' FROM sightline.revision"):
        texts.setdefault(id, set()).add(text)
    lost = [
        (id, text)
        for client in clients
        for id, text in client.acknowledged
        if id not in deleted and text not in texts.get(id, ())
    ]
    current = {id: state.record for id, state in states.items() if state.record is not None}
    different = sum(client.replica() != current for client in clients)
    doubled = len(texts) - len({next(iter(sorted(one))) for one in texts.values()})
    owner.close()
    return {
        "acknowledged": sum(len(client.acknowledged) for client in clients),
        "lost": len(lost),
        "replicas_that_differ": different,
        "memories": len(current),
        "deleted": len(deleted),
        "doubled": doubled,
        "unsent": sum(len(client.pending) for client in clients),
        "concurrent_changes": sum(client.conflicts for client in clients),
        "failed_synchronisations": sum(client.failed for client in clients),
    }


def main() -> None:
    """Measure and print; see the module's text."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=3.0, help="between two kills, on average")
    add_save_option(parser)
    arguments = parser.parse_args()
    server = Server({"fsync": "on"})
    try:
        owner = open_team_database(parse_address(server.url()))
        schema.set_up(owner)
        projects.create_project(owner, TEAM_ID, "shop", remote="", root_commit="")
        for number in range(arguments.clients):
            projects.create_login(owner, f"person{number}", "a password", renew=False)
            projects.set_role(owner, TEAM_ID, f"person{number}", "writer")
        owner.close()
        with tempfile.TemporaryDirectory() as folder:
            clients = [Client(n, folder, server.url()) for n in range(arguments.clients)]
            killed = run(clients, server, arguments.kills, arguments.seconds)
            rounds = settle(clients)
            line = {
                "figure": f"{arguments.clients} clients, server killed {killed} times",
                **verify(clients, server),
                "rounds_to_rest": rounds,
            }
        publish("team_faults", [line], save=arguments.save)
    finally:
        server.stop()
    if line["lost"] or line["replicas_that_differ"] or line["doubled"]:
        raise SystemExit("changes were lost or replicas differ")


if __name__ == "__main__":
    main()
