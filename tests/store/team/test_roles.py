"""Who may see and do what on a team server: enforced by the database, tried by each role."""

from collections.abc import Callable

import pytest
from tests.team_server import TeamServer

from sightline.errors import StoreError, StoreRefused, TeamRefused
from sightline.store.team import memories, projects, schema
from sightline.store.team.database import TeamDatabase
from sightline.store.team.memories import Change

ROLES = ("outsider", *projects.ROLES)
RECORD = {
    "kind": "decision",
    "text": "Prices are integers in cents",
    "links": [{"name": "Cart.total", "path": "shop/cart.py"}],
}


@pytest.fixture
def shop(team: TeamServer) -> TeamServer:
    """A project with two memories of the author wanda, one of them immutable."""
    wanda = team.add("wanda", "writer")
    changes = [
        Change("dec-1", 0, "k1", RECORD, "price integ cent"),
        Change("dec-2", 0, "k2", {**RECORD, "immutable": True}, "price integ cent"),
    ]
    memories.push(wanda, team.project, changes)
    return team


def person(shop: TeamServer, role: str) -> TeamDatabase:
    """Somebody with this role; the outsider is a member of another project only."""
    if role == "outsider":
        return shop.add("otto", "admin", shop.create_project("elsewhere"))
    return shop.add(f"the_{role}", role)


def outcome(act: Callable[[], object]) -> str:
    """`done`, the outcome of a change, or `denied`."""
    try:
        result = act()
    except (TeamRefused, StoreRefused):
        return "denied"
    if isinstance(result, list) and result and isinstance(result[0], memories.Outcome):
        return str(result[0].outcome)
    return "done"


def tables(database: TeamDatabase) -> list[str]:
    return [*schema.REFERENCE_TABLES, *schema.DISTRIBUTED_TABLES]


def test_every_table_has_forced_row_level_security_and_a_distribution_key(team: TeamServer) -> None:
    rows = team.owner.statement(
        "SELECT relname, relrowsecurity, relforcerowsecurity, pg_get_userbyid(relowner),"
        " EXISTS (SELECT FROM pg_index AS i JOIN pg_attribute AS a"
        "  ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]"
        "  WHERE i.indrelid = c.oid AND i.indisprimary AND a.attname = 'project_id')"
        " FROM pg_class AS c WHERE relnamespace = 'sightline'::regnamespace AND relkind = 'r'"
    )
    assert {name for name, *_ in rows} == set(tables(team.owner))
    for name, enabled, forced, owner, by_project in rows:
        assert (enabled, forced, owner) == (True, True, "sightline_owner"), name
        assert by_project == (name not in schema.REFERENCE_TABLES), name
    policies = team.owner.statement("SELECT DISTINCT tablename FROM pg_policies")
    assert {name for (name,) in policies} == set(tables(team.owner))


EXPECTED = {
    #            outsider  reader    writer      reviewer    admin
    "read":     ("nothing", "rows", "rows", "rows", "rows"),
    "search":   ("denied", "done", "done", "done", "done"),
    "add":      ("denied", "denied", "accepted", "accepted", "accepted"),
    "change":   ("denied", "denied", "accepted", "accepted", "accepted"),
    "change immutable": ("denied", "denied", "refused", "accepted", "accepted"),
    "delete another's": ("denied", "denied", "refused", "accepted", "accepted"),
    "review":   ("denied", "denied", "denied", "done", "done"),
    "audit":    ("nothing", "nothing", "nothing", "rows", "rows"),
    "add member": ("denied", "denied", "denied", "denied", "done"),
    "promote oneself": ("denied", "denied", "denied", "denied", "done"),
}  # fmt: skip


@pytest.mark.parametrize("role", ROLES)
def test_each_role_may_do_what_the_table_says(shop: TeamServer, role: str) -> None:
    who, project = person(shop, role), shop.project
    name = str(who.value("remote.person"))

    def change(id: str, base: int, record: dict[str, object] | None) -> list[memories.Outcome]:
        return memories.push(who, project, [Change(id, base, f"{role} {id}", record, "price")])

    done = {
        "read": "rows" if memories.pull(who, project, 0, 10) else "nothing",
        "search": outcome(lambda: memories.search(who, project, ["price"])),
        "add": outcome(lambda: change("dec-9", 0, RECORD)),
        "change": outcome(lambda: change("dec-1", 1, {**RECORD, "text": "Decimals"})),
        "review": outcome(lambda: memories.review(who, project, "dec-1", 1, "price")),
        "change immutable": outcome(lambda: change("dec-2", 1, {**RECORD, "text": "Decimals"})),
        "audit": "rows" if projects.audit(who, project) else "nothing",
        "add member": outcome(lambda: projects.set_role(who, project, "wanda", "reader")),
        "promote oneself": outcome(lambda: projects.set_role(who, project, name, "admin")),
    }
    current = {state.id: state for state in memories.pull(shop.owner, project, 0, 10)}
    done["delete another's"] = outcome(lambda: change("dec-1", current["dec-1"].revision, None))
    column = ROLES.index(role)
    assert done == {what: columns[column] for what, columns in EXPECTED.items()}


@pytest.mark.parametrize("role", ROLES)
def test_nobody_writes_the_tables_directly(shop: TeamServer, role: str) -> None:
    who = person(shop, role)
    for table in tables(who):
        for statement in (
            f"DELETE FROM {table}",
            f"TRUNCATE {table}",
            f"UPDATE {table} SET {'key' if table == 'meta' else 'project_id'} = DEFAULT",
            f"INSERT INTO {table} DEFAULT VALUES",
        ):
            with pytest.raises(TeamRefused):
                who.statement(statement)
    for statement in (
        "SET ROLE sightline_owner",
        "SELECT next_seq(gen_random_uuid())",
        "SELECT * FROM save_memory(gen_random_uuid(), 'x', 0, 'k', '{}', '')",
        "ALTER TABLE memory DISABLE ROW LEVEL SECURITY",
        "CREATE TABLE sightline.mine ()",
    ):
        with pytest.raises(StoreError):
            who.statement(statement)


@pytest.mark.parametrize("role", ("outsider", "reader"))
def test_the_policies_hold_even_where_rights_were_granted(shop: TeamServer, role: str) -> None:
    """Row-level security by itself: an owner who grants too much opens nothing."""
    who = person(shop, role)
    shop.owner.statement("GRANT ALL ON ALL TABLES IN SCHEMA sightline TO sightline_member")
    hidden = role == "outsider"
    for table in ("memory", "link", "revision", "tombstone", "review", "audit", "member"):
        seen = who.statement(f"SELECT count(*) FROM {table} WHERE project_id = %s", [shop.project])
        if hidden:
            assert seen == [(0,)], table
        who.statement(f"DELETE FROM {table}")
    assert len(memories.pull(shop.owner, shop.project, 0, 10)) == 2
    assert len(projects.members(shop.owner, shop.project)) >= 2
    for statement in (
        "INSERT INTO memory (project_id, id, seq, revision, last_revision, kind, author, changed_by,"
        " record, words) VALUES (%s, 'x', 99, 1, 1, 'fact', session_user, session_user, '{}', '')",
        "INSERT INTO member (project_id, person, role, added_by)"
        " VALUES (%s, session_user || 'x', 'admin', session_user)",
        "INSERT INTO audit (project_id, seq, person, action, subject)"
        " VALUES (%s, 98, 'wanda', 'delete', 'dec-1')",
        "INSERT INTO review (project_id, id, seq, revision, person)"
        " VALUES (%s, 'dec-1', 97, 1, session_user)",
    ):
        with pytest.raises(TeamRefused, match="row-level security"):
            who.statement(statement, [shop.project])
    changed = who.statement("UPDATE memory SET record = '{}' RETURNING id")
    assert changed == []


def test_the_person_is_the_login_whatever_the_client_says(shop: TeamServer) -> None:
    walt = shop.add("walt", "writer")
    record = {**RECORD, "author": "wanda", "changed_by": "wanda"}
    memories.push(walt, shop.project, [Change("dec-3", 0, "k", record, "")])
    state = memories.of_ids(walt, shop.project, ["dec-3"])[0]
    assert (state.author, state.changed_by) == ("walt", "walt")
    with pytest.raises(StoreError):
        walt.statement("SET SESSION AUTHORIZATION wanda")


def test_a_deletion_leaves_no_content_and_is_audited_without_it(shop: TeamServer) -> None:
    wanda = shop.connect("wanda")
    memories.push(
        wanda, shop.project, [Change("dec-1", 1, "k3", {**RECORD, "text": "Zebra"}, "zebra")]
    )
    memories.push(wanda, shop.project, [Change("dec-1", 2, "d", None)])
    for table in tables(shop.owner):
        rows = shop.owner.statement(f"SELECT t::text FROM sightline.{table} AS t")
        about = [text for (text,) in rows if "zebra" in text.lower() or "dec-1" in text]
        assert not [text for text in about if "zebra" in text.lower()], table
        assert not about or table in ("audit", "tombstone"), table
    entries = projects.audit(shop.owner, shop.project, subject="dec-1")
    assert [(entry.person, entry.action) for entry in entries] == [
        *(("wanda", "delete"), ("wanda", "change"), ("wanda", "share"))
    ]


def test_personal_kinds_are_refused_by_the_database(shop: TeamServer) -> None:
    wanda = shop.connect("wanda")
    for kind in ("auto", "handoff", "pin", "observation"):
        with pytest.raises(StoreRefused):
            memories.push(
                wanda, shop.project, [Change("m-1", 0, "k", {**RECORD, "kind": kind}, "")]
            )


def test_a_project_keeps_an_admin(shop: TeamServer) -> None:
    with pytest.raises(StoreRefused, match="needs an admin"):
        projects.set_role(shop.owner, shop.project, "postgres", "writer")
    with pytest.raises(StoreRefused, match="needs an admin"):
        projects.set_role(shop.owner, shop.project, "postgres", None)


def test_logins_are_made_by_admins_and_only_for_the_team(shop: TeamServer) -> None:
    admin = person(shop, "admin")
    assert projects.create_login(admin, "nora", "a password", renew=False)
    assert not projects.create_login(admin, "nora", "another", renew=False)
    assert projects.create_login(admin, "nora", "another", renew=True)
    rolled = shop.owner.statement(
        "SELECT rolsuper, rolcreaterole, rolcreatedb, rolbypassrls FROM pg_roles WHERE rolname = 'nora'"
    )
    assert rolled == [(False, False, False, False)]
    with pytest.raises(TeamRefused, match="not made for a team"):
        projects.create_login(admin, "postgres", "mine now", renew=True)
    with pytest.raises(TeamRefused, match="only admins"):
        projects.create_login(person(shop, "reviewer"), "mallory", "a password", renew=False)
    # A login that somebody else made may have rights in other databases.
    shop.owner.statement("CREATE ROLE reports LOGIN IN ROLE sightline_member")
    projects.set_role(admin, shop.project, "reports", "reader")
    with pytest.raises(TeamRefused, match="not made by Sightline"):
        projects.create_login(admin, "reports", "mine now", renew=True)
    assert not projects.create_login(admin, "reports", "unused", renew=False)
    other = shop.create_project("elsewhere")
    projects.set_role(shop.owner, other, "nora", "reader")
    with pytest.raises(TeamRefused, match="not an admin of"):
        projects.create_login(admin, "nora", "another", renew=True)


def test_the_password_reaches_the_server_as_a_hash_only(shop: TeamServer) -> None:
    assert shop.owner.verifier("nora", "correct horse").startswith("SCRAM-SHA-256$")
    with pytest.raises(StoreRefused, match="SCRAM"):
        shop.owner.row("remote.create_login", person="nina", verifier="plain", renew=False)


def test_a_reviewer_chooses_which_revision_stands(shop: TeamServer) -> None:
    reviewer = person(shop, "reviewer")
    wanda = shop.connect("wanda")
    for key, text in (("a", "First"), ("b", "Second")):
        memories.push(
            wanda, shop.project, [Change("dec-1", 1, key, {**RECORD, "text": text}, text)]
        )
    waiting = memories.to_review(reviewer, shop.project)
    assert [(state.id, (state.record or {})["text"]) for state in waiting] == [("dec-1", "First")]
    assert memories.review(reviewer, shop.project, "dec-1", 3, "second") == 4
    assert memories.to_review(reviewer, shop.project) == []
    state = memories.of_ids(wanda, shop.project, ["dec-1"])[0]
    assert (state.record or {})["text"] == "Second"
    assert [hit.id for hit in memories.search(wanda, shop.project, ["second"])] == ["dec-1"]
