"""Synchronising with a team server: both ways, repeated, interrupted, offline, at the same time."""

import pathlib

import pytest

from sightline.errors import TeamRefused, TeamUnreachable
from sightline.memory import keeper
from sightline.memory.draft import draft
from sightline.memory.search import Scope, search
from sightline.memory.sync import transfer
from sightline.model.memory import FROM_FILES, Link
from sightline.store import memory as store
from sightline.store import sync
from sightline.store.team import memories as team_memories
from sightline.store.team import projects
from tests.memory.sync.machines import NOW, Machine
from tests.team_server import TeamServer


@pytest.fixture
def alice(tmp_path: pathlib.Path, team: TeamServer) -> Machine:
    return Machine(tmp_path, team, "alice")


@pytest.fixture
def bob(tmp_path: pathlib.Path, team: TeamServer) -> Machine:
    # His clock is years behind.
    return Machine(tmp_path, team, "bob", now=NOW - 10**11)


def test_what_one_person_shared_the_next_one_has(alice: Machine, bob: Machine) -> None:
    link = Link("Cart.total", "shop/cart.py", "f1")
    memory = alice.remember(
        "Prices are integers in cents", fields={"rationale": "no rounding"}, links=(link,), tags=("money",)
    )  # fmt: skip
    assert alice.sync() == transfer.SyncReport(sent=1)
    assert bob.sync() == transfer.SyncReport(received=1)
    there = bob.get(memory.id)
    assert there is not None
    assert (there.text, there.fields["rationale"]) == (memory.text, "no rounding")
    assert (there.links, there.tags, there.scope, there.author) == (
        (link,),
        ("money",),
        "team",
        "alice",
    )
    assert there.reviewed and there.source == "shared:server"
    assert bob.shared() == alice.shared()
    hits = search(bob.local, "prices cents", now=NOW, scope=Scope((bob.project,)))
    assert [hit.number for hit in hits] == [there.number]


def test_a_second_synchronisation_does_nothing(alice: Machine, bob: Machine) -> None:
    alice.remember("Prices are integers in cents")
    for machine in (alice, bob, alice, bob):
        machine.sync()
    assert alice.sync() == bob.sync() == transfer.SyncReport()
    assert len(projects.audit(alice.team.owner, alice.team.project, subject="")) == 4


def test_edits_and_deletions_travel_both_ways(alice: Machine, bob: Machine) -> None:
    memory = alice.remember("Prices are integers in cents")
    other = alice.remember("Orders are never deleted")
    alice.sync(), bob.sync()
    bob.edit(memory.id, "Prices are integers in the smallest unit of their currency")
    assert bob.sync().sent == 1
    assert alice.sync().received == 1
    assert alice.text(memory.id) == bob.text(memory.id)
    changed = alice.get(memory.id)
    assert changed is not None and (changed.author, changed.edited_by) == ("alice", "bob")
    alice.forget(other.id)
    assert alice.sync().sent == 1
    assert bob.sync().deleted == 1
    assert bob.get(other.id) is None


def test_concurrent_edits_keep_both_and_ask(alice: Machine, bob: Machine) -> None:
    memory = alice.remember("Prices are integers in cents")
    alice.sync(), bob.sync()
    alice.edit(memory.id, "Prices are decimals")
    bob.edit(memory.id, "Prices are floats")
    bob.sync()
    report = alice.sync()
    assert report.conflicts == (memory.id,)
    bob.sync()
    # The server's order decides: bob's arrived first and stands; alice's is kept.
    for machine in (alice, bob):
        current = machine.get(memory.id)
        assert current is not None and (current.text, current.reviewed) == ("Prices are floats", 0)
        assert [m.id for m in store.to_review(machine.local, machine.project)] == [memory.id]
    assert [v.record["text"] for v in store.versions(alice.local, memory.id)][
        -1
    ] == "Prices are decimals"
    revisions = team_memories.revisions(alice.server, alice.team.project, memory.id)
    assert [(r.record["text"], r.concurrent) for r in revisions] == [
        ("Prices are integers in cents", False),
        ("Prices are floats", False),
        ("Prices are decimals", True),
    ]


def test_the_same_edit_by_two_people_is_no_conflict(alice: Machine, bob: Machine) -> None:
    memory = alice.remember("Prices are integers in cents")
    alice.sync(), bob.sync()
    for machine in (alice, bob):
        machine.edit(memory.id, "Prices are decimals")
    alice.sync()
    assert bob.sync().conflicts == ()
    assert bob.sync() == alice.sync() == transfer.SyncReport()


def test_a_deletion_does_not_take_an_unseen_edit_along(alice: Machine, bob: Machine) -> None:
    memory = alice.remember("Prices are integers in cents")
    alice.sync(), bob.sync()
    bob.edit(memory.id, "Prices are decimals")
    bob.sync()
    alice.forget(memory.id)
    assert alice.sync().conflicts == (memory.id,)
    assert alice.text(memory.id) == "Prices are decimals"
    alice.forget(memory.id)  # now she has seen it
    alice.sync(), bob.sync()
    assert alice.shared() == bob.shared() == {}


def test_an_edit_of_a_deleted_memory_stays_restorable_here(alice: Machine, bob: Machine) -> None:
    memory = alice.remember("Prices are integers in cents")
    alice.sync(), bob.sync()
    alice.forget(memory.id)
    alice.sync()
    bob.edit(memory.id, "Prices are decimals")
    report = bob.sync()
    assert "another person deleted it" in report.problems[0]
    buried = store.tombstone(bob.local, memory.id)
    assert buried is not None and buried.record["text"] == "Prices are decimals"
    assert bob.sync() == transfer.SyncReport()
    keeper.restore(bob.local, memory.id, now=bob.now)
    assert bob.sync().sent == 1
    assert alice.sync().received == 1
    assert alice.text(memory.id) == "Prices are decimals"


def test_a_week_offline_loses_nothing(alice: Machine, bob: Machine) -> None:
    kept = [alice.remember(f"Rule number {n} of the shop") for n in range(30)]
    alice.sync(), bob.sync()
    for n, memory in enumerate(kept):
        if n % 3 == 0:
            alice.edit(memory.id, f"Rule {n}, as alice sees it")
        if n % 5 == 0:
            bob.edit(memory.id, f"Rule {n}, as bob sees it")
        if n % 7 == 6:
            bob.forget(memory.id)
    new = [bob.remember(f"New rule {n}") for n in range(10)]
    reports = [machine.sync() for machine in (alice, bob, alice, bob)]
    assert alice.shared() == bob.shared()
    assert {memory.id for memory in new} <= alice.shared().keys()
    assert set(reports[1].conflicts) == {kept[0].id, kept[15].id}
    for n in range(0, 30, 15):
        texts = {
            r.record["text"]
            for r in team_memories.revisions(alice.server, alice.team.project, kept[n].id)
        }
        assert {f"Rule {n}, as alice sees it", f"Rule {n}, as bob sees it"} <= texts


def test_personal_things_are_never_sent(alice: Machine, tmp_path: pathlib.Path) -> None:
    alice.rules = alice.rules._replace(
        kinds=("decision", "pin", "handoff"), is_denied=lambda path: path == ".env"
    )
    alice.remember("My own notes on prices", "fact", scope="")
    alice.remember("Look at the cart", "pin")
    alice.remember("Continue with the cart", "handoff")
    alice.remember("The key of the cart is in a file", links=(Link("", ".env"),))
    alice.remember("Captured from a session", source="capture:wish", reviewed=0)
    everywhere = alice.remember("I prefer tabs")
    alice.local.statement("UPDATE memory SET project = '' WHERE id = ?", (everywhere.id,))
    secret = alice.remember("Deploy with care")
    planted = "Deploy with token ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    alice.local.statement("UPDATE memory SET text = ? WHERE id = ?", (planted, secret.id))
    wanted = alice.remember("Decisions are shared by a setting", scope="")
    report = alice.sync()
    assert alice.shared().keys() >= {wanted.id}
    rows = alice.team.owner.statement("SELECT id FROM sightline.memory")
    assert rows == [(wanted.id,)]
    assert any("secret" in problem for problem in report.problems)
    assert any("not reviewed" in problem for problem in report.problems)
    assert any("never read" in problem for problem in report.problems)


def test_what_replaces_a_shared_memory_is_shared(alice: Machine, bob: Machine) -> None:
    old = alice.remember("Prices are integers in cents")
    alice.sync(), bob.sync()
    successor = old._replace(id="", text="Prices are decimals with two places", scope="", number=0)
    new = keeper.supersede(alice.local, old.id, successor, now=alice.now).memory
    alice.sync(), bob.sync()
    assert bob.text(new.id) == "Prices are decimals with two places"
    replaced = bob.get(old.id)
    assert replaced is not None and (replaced.status, replaced.replaced_by) == (
        "superseded",
        new.id,
    )


def test_what_is_taken_back_leaves_the_team_and_stays_here(alice: Machine, bob: Machine) -> None:
    memory = alice.remember("Prices are integers in cents")
    alice.sync(), bob.sync()
    sync.set_scope(alice.local, alice.project, [memory.id], "")
    alice.sync(), bob.sync()
    assert bob.get(memory.id) is None
    assert alice.text(memory.id) == "Prices are integers in cents"
    assert alice.team.owner.statement("SELECT count(*) FROM sightline.revision") == [(0,)]


def test_a_reader_receives_and_sends_nothing(
    tmp_path: pathlib.Path, alice: Machine, team: TeamServer
) -> None:
    rita = Machine(tmp_path, team, "rita", role="reader")
    memory = alice.remember("Prices are integers in cents")
    alice.sync(), rita.sync()
    rita.edit(memory.id, "Prices are what I like")
    rita.remember("A new rule by rita")
    report = rita.sync()
    assert report.sent == 0 and len(report.problems) == report.waiting == 2
    alice.edit(memory.id, "Prices are decimals")
    alice.sync(), rita.sync()
    assert rita.text(memory.id) == "Prices are decimals"
    assert store.versions(rita.local, memory.id)[-1].record["text"] == "Prices are what I like"


def test_a_writer_cannot_delete_what_another_wrote(alice: Machine, bob: Machine) -> None:
    memory = alice.remember("Prices are integers in cents")
    alice.sync(), bob.sync()
    bob.forget(memory.id)
    assert "only its author or a reviewer" in bob.sync().problems[0]
    assert bob.text(memory.id) == memory.text
    assert bob.sync() == transfer.SyncReport()


def test_a_lost_answer_is_asked_for_again(
    alice: Machine, bob: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = alice.remember("Prices are integers in cents")

    def cut(*arguments: object) -> list[team_memories.Outcome]:
        push(*arguments)  # type: ignore[arg-type]
        raise TeamUnreachable(path="test", problem="the answer got lost")

    push = team_memories.push
    monkeypatch.setattr(team_memories, "push", cut)
    with pytest.raises(TeamUnreachable):
        alice.sync()
    monkeypatch.undo()
    # Meanwhile another person changes it, and so does she.
    bob.sync()
    bob.edit(memory.id, "Prices are floats")
    bob.sync()
    alice.edit(memory.id, "Prices are decimals")
    assert alice.sync().conflicts == (memory.id,)
    revisions = team_memories.revisions(alice.server, alice.team.project, memory.id)
    assert [r.record["text"] for r in revisions] == [
        *("Prices are integers in cents", "Prices are floats", "Prices are decimals")
    ]
    assert alice.sync() == transfer.SyncReport()


def test_pages_are_resumed_where_they_ended(
    alice: Machine, bob: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transfer, "TAKEN_AT_ONCE", 10)
    monkeypatch.setattr(transfer, "SENT_AT_ONCE", 10)
    for n in range(35):
        alice.remember(f"Rule number {n} of the shop")
    assert alice.sync().sent == 35
    pull, calls = team_memories.pull, []

    def interrupted(*arguments: object) -> list[team_memories.State]:
        calls.append(arguments[2])
        if len(calls) == 3:
            raise TeamUnreachable(path="test", problem="gone")
        return pull(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(team_memories, "pull", interrupted)
    with pytest.raises(TeamUnreachable):
        bob.sync()
    assert len(bob.shared()) == 20
    assert bob.sync().received == 15
    assert bob.shared() == alice.shared()


def test_an_edit_during_the_synchronisation_is_not_lost(
    alice: Machine, bob: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = alice.remember("Prices are integers in cents")
    alice.sync(), bob.sync()
    alice.edit(memory.id, "Prices are decimals")
    push = team_memories.push

    def edit_meanwhile(*arguments: object) -> list[team_memories.Outcome]:
        outcomes = push(*arguments)  # type: ignore[arg-type]
        monkeypatch.undo()
        alice.edit(memory.id, "Prices are fractions")
        return outcomes

    monkeypatch.setattr(team_memories, "push", edit_meanwhile)
    alice.sync()
    alice.sync(), bob.sync()
    assert bob.text(memory.id) == alice.text(memory.id) == "Prices are fractions"


def test_one_value_the_server_rejects_holds_up_no_other(alice: Machine) -> None:
    alice.remember("Prices are integers in cents")
    odd = draft("fact", "Too long an id", now=NOW, project=alice.project, scope="team")
    keeper.add_plain(alice.local, odd._replace(id="x" * 200))
    alice.remember("Carts expire after a day")
    report = alice.sync()
    assert report.sent == 2 and len(report.problems) == 1
    assert report.waiting == 1


def test_odd_characters_come_back_as_they_are_stored(alice: Machine, bob: Machine) -> None:
    memory = alice.remember("Nul \x00 and \ud800 surrogate, 漢字 and emoji 🎉, 'quotes' and %s")
    alice.sync(), bob.sync()
    assert "漢字 and emoji 🎉, 'quotes' and %s" in bob.text(memory.id)
    assert alice.sync() == bob.sync() == transfer.SyncReport()


def test_a_server_restored_from_a_backup_gets_back_what_it_lost(
    alice: Machine, bob: Machine
) -> None:
    kept = alice.remember("Prices are integers in cents")
    alice.sync(), bob.sync()
    lost = alice.remember("Orders are never deleted")
    alice.sync(), bob.sync()
    owner = alice.team.owner
    for table in ("memory", "audit"):
        owner.statement(f"DELETE FROM sightline.{table} WHERE seq > 4")
    owner.statement("UPDATE sightline.project SET seq = 4")
    for machine in (bob, alice, bob):
        machine.sync()
    assert alice.shared() == bob.shared()
    assert alice.shared().keys() == {kept.id, lost.id}


def test_who_is_no_member_any_more_is_told_so(alice: Machine) -> None:
    projects.set_role(alice.team.owner, alice.team.project, "alice", None)
    with pytest.raises(TeamRefused, match="not a member"):
        alice.sync()


def test_what_a_file_of_the_repository_says_is_not_the_servers(
    alice: Machine, tmp_path: pathlib.Path, team: TeamServer
) -> None:
    """Shared through git and on the server: the file decides where there is one, and a checkout
    without the file deletes nothing for the team, even if the person may delete."""
    memory = alice.remember("Prices are integers in cents")
    alice.sync()
    rita = Machine(tmp_path, team, "rita", role="reviewer")
    kept = draft(
        "decision", "Prices are integers", now=NOW, project=rita.project, scope="team"
    )._replace(id=memory.id, source=FROM_FILES)
    row = keeper.add_plain(rita.local, kept)
    assert rita.sync() == transfer.SyncReport()
    assert rita.text(memory.id) == "Prices are integers"
    store.remove(rita.local, row.number)
    assert rita.sync() == transfer.SyncReport()
    assert alice.sync() == transfer.SyncReport()
    assert alice.text(memory.id) == "Prices are integers in cents"


def test_a_deletion_on_the_server_leaves_the_memory_of_a_file_alone(
    alice: Machine, bob: Machine
) -> None:
    memory = alice.remember("Prices are integers in cents")
    alice.sync()
    kept = draft(
        "decision", "Prices are integers", now=NOW, project=bob.project, scope="team"
    )._replace(id=memory.id, source=FROM_FILES)
    keeper.add_plain(bob.local, kept)
    alice.forget(memory.id)
    alice.sync()
    bob.sync()
    assert bob.text(memory.id) == "Prices are integers"
    assert store.tombstone(bob.local, memory.id) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"text": ["a list"]},
        {"created": 2**70},
        {"created": "yesterday"},
        {"ttl_seconds": -(2**64)},
        {"immutable": "yes"},
        {"tags": "money"},
        {"asked_as": [1]},
        {"links": [{"path": 5}]},
        {"links": [{"path": "shop.py", "line": 2**80}]},
        {"fields": "none"},
        {"replaced_by": None},
    ],
    ids=lambda wrong: str(wrong)[:40],
)
def test_a_record_that_no_program_of_ours_wrote_stops_nobody(
    alice: Machine, bob: Machine, wrong: dict[str, object]
) -> None:
    """A member with a client of their own cannot keep others from synchronising."""
    record = {"kind": "decision", "text": "Prices are integers", "created": NOW, **wrong}
    if wrong == {"immutable": "yes"}:
        record["immutable"] = "true"  # what PostgreSQL takes for a truth value
    for id in ("dec-00000001", "dec-2\nnew line"):
        change = team_memories.Change(id, 0, f"key {id}", record, "price")
        team_memories.push(alice.server, alice.team.project, [change])
    good = alice.remember("Prices are rounded once")
    alice.sync()
    report = bob.sync()
    assert [problem.split(":")[0] for problem in report.problems] == [
        *("dec-00000001", "dec-2 new line")
    ]
    assert bob.shared().keys() == {good.id}
    assert bob.sync().problems == ()
