"""`sightline team`: the arguments of all its actions; what they do is in the modules beside."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from sightline.cli.argument_types import integer
from sightline.cli.command import Command
from sightline.cli.team import connection, members, sharing
from sightline.memory.share.publish import SHARED_KINDS
from sightline.store.team.projects import ROLES

ACTIONS = {
    "status": connection.status,
    "setup": connection.setup,
    "connect": connection.connect,
    "disconnect": connection.disconnect,
    "sync": connection.synchronise_now,
    "share": sharing.share,
    "unshare": sharing.unshare,
    "search": sharing.search,
    "review": sharing.review,
    "member": members.member,
    "audit": members.audit,
    "schema": connection.schema_text,
}
_ACTION_HELP = (
    "status (the default): how this project is connected; setup URL: create the schema in a database; "
    "connect URL: connect this project; disconnect; sync: send and receive now; share ID...: give "
    "memories to the team; unshare ID...: take them back; search WORD...: search on the server; "
    "review [ID]: memories that two people changed at once; member [NAME]: list, add or change people; "
    "audit: who shared, changed and deleted what; schema: print the SQL of the server"
)


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "action", nargs="?", choices=tuple(ACTIONS), default="status", metavar="ACTION",
        help=_ACTION_HELP,
    )  # fmt: skip
    parser.add_argument("values", nargs="*", metavar="VALUE", help="URL, ids, words or a name")
    connecting = parser.add_argument_group("connect")
    connecting.add_argument(
        "--as", dest="name", metavar="NAME", help="the project's name on the server"
    )
    connecting.add_argument(
        "--create", action="store_true", help="create the project on the server"
    )
    connecting.add_argument(
        "--no-store",
        action="store_true",
        help="keep no password; read SIGHTLINE_TEAM_URL or .pgpass",
    )
    shared = parser.add_argument_group("share, unshare, review")
    shared.add_argument(
        "--all", action="store_true", help="every memory of --kind that may be shared"
    )
    shared.add_argument(
        "--kind", action="append", choices=SHARED_KINDS, metavar="KIND", default=[],
        help="with --all: a kind; repeat for more",
    )  # fmt: skip
    shared.add_argument(
        "--take", type=integer(1), metavar="REVISION",
        help="review: let this revision stand (default: the current one)",
    )  # fmt: skip
    people = parser.add_argument_group("member, audit")
    people.add_argument("--role", choices=ROLES, help="member: the role in this project")
    people.add_argument("--new-token", action="store_true", help="member: replace a lost password")
    people.add_argument("--remove", action="store_true", help="member: remove from this project")
    people.add_argument(
        "--person", default="", metavar="NAME", help="audit: only what this person did"
    )
    people.add_argument("--memory", default="", metavar="ID", help="audit: only this memory")
    people.add_argument(
        "--limit", type=integer(1, 10_000), default=50, metavar="N", help="audit, search: at most N"
    )
    parser.add_argument(
        "--citus", action="store_true", help="schema: the statements that distribute the tables"
    )


def _run(arguments: Namespace) -> int:
    ACTIONS[arguments.action](arguments)
    return 0


COMMANDS = (
    Command(
        name="team",
        summary="share memories through a team server (PostgreSQL)",
        example=(
            "sightline team connect postgresql://alice@db.example.com/memories\n"
            "sightline team share dec-1a2b3c4d\n"
            "sightline team share --all --kind decision\n"
            "sightline team sync\n"
            "sightline team member bob --role writer\n"
            "sightline team audit --person bob\n"
            "sightline team schema --citus"
        ),
        arguments=_arguments,
        run=_run,
    ),
)
