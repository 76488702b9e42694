"""Creates and checks the schema of a team server, and prints it for those who run it themselves."""

from __future__ import annotations

from sightline.errors import StoreTooNew, TeamNotSetUp
from sightline.store.sqlite.schema import migrations
from sightline.store.team.database import TeamDatabase

VERSION = 1
# Every table but the reference table is distributed by its project.
REFERENCE_TABLES = ("meta",)
DISTRIBUTED_TABLES = (
    *("project", "member", "memory", "link", "revision", "review", "tombstone", "audit"),
)
# Functions whose first argument is the project: Citus can run them where its rows are.
_DELEGATED = (
    "push(uuid, jsonb)",
    "review_memory(uuid, text, integer, text)",
    "search(uuid, tsquery, integer)",
)


def set_up(database: TeamDatabase) -> int:
    """Create or upgrade the schema; the version it had before. Needs the right to create roles."""
    with database.transaction():
        before = version(database)
        if before > VERSION:
            raise StoreTooNew(path=database.address.name, found=before, known=VERSION)
        for number, script in sorted(migrations("team").items()):
            if number > before:
                database.statement(script)
        if before < VERSION:
            database.run("meta.write", key="version", value=str(VERSION))
    return before


def require(database: TeamDatabase) -> None:
    """Raise an error unless this server has a schema that this version understands."""
    found = version(database)
    if not found:
        raise TeamNotSetUp(path=database.address.name)
    if found > VERSION:
        raise StoreTooNew(path=database.address.name, found=found, known=VERSION)


def version(database: TeamDatabase) -> int:
    """The version of the schema; 0 if there is none."""
    if not database.value("remote.has_schema"):
        return 0
    return int(database.value("meta.read", key="version") or 0)


def statements() -> str:
    """The whole schema as SQL, to be run in one transaction."""
    scripts = [script.strip() for _, script in sorted(migrations("team").items())]
    scripts.append(
        f"INSERT INTO meta (key, value) VALUES ('version', '{VERSION}')\n"
        "ON CONFLICT (key) DO UPDATE SET value = excluded.value;"
    )
    return "BEGIN;\n\n" + "\n\n".join(scripts) + "\n\nCOMMIT;\n"


def citus_statements() -> str:
    """The statements that distribute the tables with Citus, after the schema was created."""
    lines = ["-- Run once, as the owner of the schema, in a database with the extension Citus."]
    lines += ["SET search_path = sightline;", ""]
    lines += [f"SELECT create_reference_table('{table}');" for table in REFERENCE_TABLES]
    first, *rest = DISTRIBUTED_TABLES
    lines.append(f"SELECT create_distributed_table('{first}', 'project_id');")
    lines += [
        f"SELECT create_distributed_table('{table}', 'project_id', colocate_with => '{first}');"
        for table in rest
    ]
    lines += [
        f"SELECT create_distributed_function('{function}', '$1', colocate_with => '{first}');"
        for function in _DELEGATED
    ]
    return "\n".join(lines) + "\n"
