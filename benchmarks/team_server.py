"""A team server of the size the design is for: python -m benchmarks.team_server [--memories 1000000] [--save]

Fills a PostgreSQL server of its own with memories of 1,000 projects (a few large, most small; words by Zipf's
law) and measures, as a person with the role writer and through the product's own functions: taking a day's
changes, searching, sending one change, and the plans of these queries. `--first` measures the first
synchronisation of one project instead, on both sides. Times are wall-clock milliseconds at the client.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from benchmarks.lib.postgres import Server
from benchmarks.lib.results import add_save_option, percentile, publish
from sightline.memory import keeper
from sightline.memory.draft import draft
from sightline.memory.sync.content import Rules
from sightline.memory.sync.transfer import Sync, SyncReport
from sightline.store import sync
from sightline.store.sqlite.database import Database, open_database
from sightline.store.team import memories, projects, schema
from sightline.store.team.address import parse_address
from sightline.store.team.database import TeamDatabase, open_team_database
from sightline.store.team.memories import Change

PROJECTS = 1_000
VOCABULARY = 20_000
# A day's changes of a project: one of 250 of its memories, at least five.
A_DAY = 250
OPTIONS = {
    "shared_buffers": "512MB",
    "maintenance_work_mem": "256MB",
    "max_wal_size": "4GB",
    "fsync": "on",
}
NOW = 1_800_000_000_000

# Memories are made by the server itself; the words of each follow Zipf's law.
FILL = """
INSERT INTO sightline.memory (project_id, id, seq, revision, last_revision, kind, author, changed_by, record, words)
SELECT ('00000000-0000-0000-0000-' || lpad(p::text, 12, '0'))::uuid, 'dec-' || to_hex(n),
    n, 1, 1, 'decision', 'wanda', 'wanda',
    jsonb_build_object('kind', 'decision', 'created', 1800000000000 + n, 'text', array_to_string(w, ' '),
        'fields', jsonb_build_object('rationale', 'because of ' || w[1]),
        'links', jsonb_build_array(jsonb_build_object('name', w[2], 'path', 'src/' || w[3] || '.py'))),
    sightline.words_of(('00000000-0000-0000-0000-' || lpad(p::text, 12, '0'))::uuid, array_to_string(w, ' '))
FROM (
    SELECT n, 1 + floor({projects} * random() ^ 2)::int AS p,
        (SELECT array_agg('w' || floor(exp(random() * ln({vocabulary})))::int)
            FROM generate_series(1, 18) WHERE n > 0) AS w
    FROM generate_series({first}, {last}) AS n
) AS made
"""
REST = """
INSERT INTO sightline.revision (project_id, id, revision, base, change, person, record)
    SELECT project_id, id, 1, 0, 'k', author, record FROM sightline.memory;
INSERT INTO sightline.link (project_id, id, position, name, path)
    SELECT project_id, id, 0, record -> 'links' -> 0 ->> 'name', record -> 'links' -> 0 ->> 'path'
    FROM sightline.memory;
INSERT INTO sightline.audit (project_id, seq, person, action, subject, revision)
    SELECT project_id, seq, author, 'share', id, 1 FROM sightline.memory;
INSERT INTO sightline.tombstone (project_id, id, seq, revision)
    SELECT project_id, 'gone-' || n, -n, 2 FROM sightline.project, generate_series(1, 20) AS n;
UPDATE sightline.project AS p SET seq = (SELECT max(seq) FROM sightline.memory AS m WHERE m.project_id = p.project_id);
"""


class Sized(NamedTuple):
    """A project and how many memories it has."""

    id: str
    memories: int


def fill(owner: TeamDatabase, count: int) -> None:
    """Make the projects, their people and their memories."""
    owner.statement("SET statement_timeout = 0")
    owner.statement("DROP INDEX sightline.memory_words")
    owner.statement("SELECT setseed(0.42)")
    for person in ("wanda", "olaf"):
        owner.statement(f"CREATE ROLE {person} LOGIN IN ROLE sightline_member")
    owner.statement(
        "INSERT INTO sightline.project (project_id, name) SELECT"
        " ('00000000-0000-0000-0000-' || lpad(p::text, 12, '0'))::uuid, 'project ' || p"
        f" FROM generate_series(1, {PROJECTS}) AS p"
    )
    # olaf is in every project, wanda in one of a hundred.
    owner.statement(
        "INSERT INTO sightline.member SELECT project_id, person, 'writer', 'postgres' FROM"
        " (SELECT project_id, row_number() OVER (ORDER BY project_id) AS n FROM sightline.project) AS p,"
        " (VALUES ('wanda', 100), ('olaf', 1)) AS who (person, every) WHERE n % every = 0"
    )
    for first in range(1, count + 1, 100_000):
        last = min(count, first + 99_999)
        owner.statement(
            FILL.format(projects=PROJECTS, vocabulary=VOCABULARY, first=first, last=last)
        )
    owner.statement(REST)
    owner.statement("CREATE INDEX memory_words ON sightline.memory USING gin (words)")
    owner.statement("VACUUM ANALYZE")


def timed(times: int, act: Callable[[], object]) -> list[float]:
    """The milliseconds of repeated calls; the first ones warm up and do not count."""
    taken = []
    for number in range(times + 5):
        before = time.perf_counter()
        act()
        if number >= 5:
            taken.append((time.perf_counter() - before) * 1000)
    return taken


def figure(name: str, taken: list[float], **more: Any) -> dict[str, Any]:
    """One result line."""
    return {
        "figure": name,
        "p50_ms": round(percentile(taken, 50), 2),
        "p95_ms": round(percentile(taken, 95), 2),
        "max_ms": round(max(taken), 2),
        "runs": len(taken),
        **more,
    }


def question(chance: random.Random) -> list[str]:
    """Words of a search: one to four, common and rare."""
    return [f"w{int(VOCABULARY ** chance.random())}" for _ in range(chance.randint(1, 4))]


def measure(
    server: Server, person: str, sizes: list[Sized], count: int, runs: int
) -> Iterator[dict[str, Any]]:
    """Pull, search and push as one person, over random projects."""
    chance = random.Random(7)
    database = open_team_database(parse_address(server.url("team", person)))
    mine = {project.id for project in projects.my_projects(database)}
    own = [size for size in sizes if size.id in mine]
    many = f"member of {len(mine):,} projects"
    rows: list[int] = []
    last = {
        size.id: database.statement("SELECT seq FROM project WHERE project_id = %s", [size.id])[0][
            0
        ]
        for size in own
    }
    starts = {}
    for size in own:
        day = max(5, size.memories // A_DAY)
        found = database.statement(
            "SELECT seq FROM memory WHERE project_id = %s ORDER BY seq DESC OFFSET %s LIMIT 1",
            [size.id, day],
        )
        starts[size.id] = found[0][0] if found else 0

    def pull() -> None:
        size = chance.choice(own)
        rows.append(len(memories.pull(database, size.id, starts[size.id], 500)))

    def nothing_new() -> None:
        size = chance.choice(own)
        memories.pull(database, size.id, last[size.id], 500)

    hits: list[int] = []

    def search() -> None:
        hits.append(len(memories.search(database, chance.choice(own).id, question(chance))))

    def search_largest() -> None:
        memories.search(database, own[0].id, question(chance))

    def push() -> None:
        size = chance.choice(own)
        id = f"dec-new{chance.getrandbits(48):x}"
        record = {"kind": "decision", "text": "a new decision", "created": NOW}
        memories.push(database, size.id, [Change(id, 0, "k", record, "new decis")])

    size = {"memories": count}
    yield figure(
        f"a day's changes, {many}",
        timed(runs, pull),
        mean_rows=round(sum(rows) / len(rows), 1),
        **size,
    )
    yield figure(f"nothing new, {many}", timed(runs, nothing_new), **size)
    yield figure(
        f"search, {many}", timed(runs, search), mean_hits=round(sum(hits) / len(hits), 1), **size
    )
    yield figure(
        f"search in the largest project ({own[0].memories:,}), {many}",
        timed(runs, search_largest),
        **size,
    )
    yield figure(f"send one change, {many}", timed(runs, push), **size)
    database.close()


def plans(
    server: Server, owner: TeamDatabase, sizes: list[Sized], count: int
) -> Iterator[dict[str, Any]]:
    """Whether any plan reads a whole table, as the planner chooses it for members."""
    member = open_team_database(parse_address(server.url("team", "wanda")))
    mine = projects.my_projects(member)
    project = mine[0].id
    checked = {
        "a day's changes": (
            member,
            "EXPLAIN (COSTS OFF) SELECT * FROM memory WHERE project_id = %s AND seq > 100 ORDER BY seq LIMIT 500",
        ),
        "deletions": (
            member,
            "EXPLAIN (COSTS OFF) SELECT * FROM tombstone WHERE project_id = %s AND seq > 100 ORDER BY seq LIMIT 500",
        ),
        "revisions": (
            member,
            "EXPLAIN (COSTS OFF) SELECT * FROM revision WHERE project_id = %s AND id = 'dec-1' ORDER BY revision",
        ),
        "audit": (
            member,
            "EXPLAIN (COSTS OFF) SELECT * FROM audit WHERE project_id = %s ORDER BY seq DESC LIMIT 50",
        ),
        "search": (
            owner,
            "EXPLAIN (COSTS OFF) SELECT id, ts_rank(words, 'w900 | w17') FROM memory WHERE project_id = %s"
            " AND words @@ ('''_p' || '"
            + project
            + "' || ''' & (w900 | w17)')::tsquery ORDER BY 2 DESC LIMIT 20",
        ),
    }
    owner.statement("SET ROLE sightline_owner")
    for name, (database, text) in checked.items():
        plan = [line for (line,) in database.statement(text, [project])]
        scans = [line.strip().removeprefix("->").strip() for line in plan if "Scan" in line]
        yield {
            "figure": f"plan: {name}",
            "memories": count,
            "sequential_scans": sum("Seq Scan" in line for line in scans),
            "plan": " < ".join(scans),
        }
    owner.statement("RESET ROLE")
    member.close()


def machine(folder: str, name: str, team_id: str) -> Database:
    """A machine's own database, connected."""
    local = open_database(os.path.join(folder, f"{name}.db"), "memory")
    sync.connect(local, "shop", server="bench", team_id=team_id, name="shop", role="writer")
    return local


def synchronise(local: Database, database: TeamDatabase) -> SyncReport:
    connection = sync.connection(local, "shop")
    assert connection is not None
    return Sync(local, database, connection, Rules((), lambda path: False), now=NOW).run()


def first_sync(count: int) -> Iterator[dict[str, Any]]:
    """The first synchronisation of a project: one machine sends everything, another takes it."""
    server = Server(OPTIONS)
    chance = random.Random(3)
    try:
        owner = open_team_database(parse_address(server.url()))
        schema.set_up(owner)
        team_id = "00000000-0000-0000-0000-000000000001"
        projects.create_project(owner, team_id, "shop", remote="", root_commit="")
        with tempfile.TemporaryDirectory() as folder:
            sender, receiver = machine(folder, "a", team_id), machine(folder, "b", team_id)
            with sender.transaction():
                for number in range(count):
                    text = " ".join(f"word{int(VOCABULARY ** chance.random())}" for _ in range(18))
                    memory = draft("decision", text, now=NOW + number, project="shop", scope="team")
                    keeper.add_plain(sender, memory)
            for what, local in (
                ("sends", sender),
                ("takes", receiver),
                ("has nothing to do", sender),
            ):
                wall, cpu = time.perf_counter(), time.process_time()
                report = synchronise(local, owner)
                yield {
                    "figure": f"first synchronisation of {count:,}: a machine {what}",
                    "wall_s": round(time.perf_counter() - wall, 2),
                    "client_cpu_s": round(time.process_time() - cpu, 2),
                    "sent": report.sent,
                    "received": report.received,
                }
        owner.close()
    finally:
        server.stop()


def large_server(count: int, runs: int) -> Iterator[dict[str, Any]]:
    """A server with this many memories: its size, then what people do on it."""
    server = Server(OPTIONS)
    try:
        maintenance = open_team_database(parse_address(server.url()))
        maintenance.statement("CREATE DATABASE team")
        maintenance.close()
        owner = open_team_database(parse_address(server.url("team")))
        schema.set_up(owner)
        before = time.perf_counter()
        fill(owner, count)
        sizes = [
            Sized(id, number)
            for id, number in owner.statement(
                "SELECT project_id::text, count(*) FROM sightline.memory GROUP BY 1 ORDER BY 2 DESC"
            )
        ]
        table_bytes = {
            name: int(size)
            for name, size in owner.statement(
                "SELECT relname, pg_total_relation_size(oid) FROM pg_class"
                " WHERE relnamespace = 'sightline'::regnamespace AND relkind = 'r'"
            )
        }
        version = str(owner.statement("SHOW server_version")[0][0])
        yield {
            "figure": "size on the server",
            "memories": count,
            "projects": len(sizes),
            "largest_project": sizes[0].memories,
            "smallest_project": sizes[-1].memories,
            "megabytes": round(sum(table_bytes.values()) / 1e6),
            "bytes_per_memory": round(sum(table_bytes.values()) / count),
            "memory_table_mb": round(table_bytes["memory"] / 1e6),
            "revision_table_mb": round(table_bytes["revision"] / 1e6),
            "filling_s": round(time.perf_counter() - before),
            "postgresql": version,
        }
        yield from plans(server, owner, sizes, count)
        for person in ("wanda", "olaf"):
            yield from measure(server, person, sizes, count, runs)
        owner.close()
    finally:
        server.stop()


def main() -> None:
    """Measure and print; see the module's text."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--memories", type=int, default=1_000_000, help="on the server")
    parser.add_argument("--runs", type=int, default=400)
    parser.add_argument(
        "--first", type=int, metavar="N", help="first synchronisation of N memories instead"
    )
    add_save_option(parser)
    arguments = parser.parse_args()
    if arguments.first:
        lines = first_sync(arguments.first)
    else:
        lines = large_server(arguments.memories, arguments.runs)
    publish("team_server", lines, save=arguments.save)


if __name__ == "__main__":
    main()
