"""Past commits as evidence: what is read, appended and forgotten."""

import subprocess

import pytest

from sightline.index.history import commits
from sightline.index.history.hunks import function_name
from sightline.store.code import history as past
from sightline.store.code.history_writer import PastWriter
from sightline.store.sqlite.database import Database, open_database
from sightline.workspace import git

from .conftest import GIT, Tree


@pytest.fixture
def index(tree: Tree) -> Database:
    return open_database(tree.path, "index")


def read(index: Database, tree: Tree, limit: int = 6000) -> int:
    root = str(tree.root)
    return commits.read_new_commits(PastWriter(index), root, git.head_state(root), limit)


def messages(index: Database, *words: str) -> list[str]:
    ids = [id for id, _ in past.search_commits(index, words)]
    return [commit.message for commit in past.commits(index, ids)]


def body(name: str, lines: int = 6) -> str:
    return f"def {name}():\n" + "".join(f"    step_{name}_{n}()\n" for n in range(lines)) + "\n\n"


def test_messages_files_and_functions_are_read(tree: Tree, index: Database) -> None:
    tree.write("shop.py", body("basket") + body("checkout"))
    tree.commit("Start a shop")
    text = (body("basket") + body("checkout")).replace("step_checkout_4()", "step_checkout_9()")
    tree.write("shop.py", text)
    tree.write("README", "hello\n")
    tree.commit("Count the CheckoutSteps right\n\nSigned-off-by: A <a@example.org>")
    assert read(index, tree) == 2
    assert messages(index, "steps") == ["Count the CheckoutSteps right"]
    (id, _), *_ = past.search_commits(index, ["checkout"])
    (commit,) = past.commits(index, [id])
    assert commit.files == ("README", "shop.py")
    assert commit.functions == (("shop.py", "checkout"),)
    assert commit.time > 10**12 and commit.author_time > 10**12


def test_only_new_commits_are_read_the_second_time(tree: Tree, index: Database) -> None:
    tree.write("a.py", "a = 1\n")
    tree.commit("first")
    assert read(index, tree) == 1
    assert read(index, tree) == 0
    tree.write("a.py", "a = 2\n")
    tree.commit("second")
    assert read(index, tree) == 1
    assert messages(index, "first", "second") in (["first", "second"], ["second", "first"])


def test_where_git_refuses_what_is_known_stays_and_the_rest_is_read_later(
    tree: Tree, index: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a container, where another user owns the files."""
    tree.write("a.py", "a = 1\n")
    tree.commit("first")
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    refused = git.refusal(str(tree.root))
    assert refused is not None
    assert "safe.directory" in refused.advice
    assert read(index, tree) == 0
    monkeypatch.delenv("GIT_TEST_ASSUME_DIFFERENT_OWNER")
    assert git.refusal(str(tree.root)) is None
    assert read(index, tree) == 1
    tree.write("a.py", "a = 2\n")
    tree.commit("second")
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    assert read(index, tree) == 0
    assert messages(index, "first") == ["first"]


def test_a_switched_branch_counts_only_its_own_ancestors(tree: Tree, index: Database) -> None:
    tree.write("a.py", "a = 1\n")
    tree.commit("common")
    tree.git("checkout", "-qb", "other")
    tree.write("a.py", "a = 2\n")
    tree.commit("elsewhere")
    read(index, tree)
    tree.git("checkout", "-q", "main")
    tree.write("b.py", "b = 1\n")
    tree.commit("onwards")
    read(index, tree)
    assert messages(index, "elsewhere") == []
    assert sorted(messages(index, "common", "onwards")) == ["common", "onwards"]


def test_a_rewritten_branch_is_read_anew(tree: Tree, index: Database) -> None:
    tree.write("a.py", "a = 1\n")
    tree.commit("draft")
    read(index, tree)
    tree.git("commit", "-q", "--amend", "-m", "final")
    tree.git("reflog", "expire", "--expire=now", "--all")
    tree.git("gc", "-q", "--prune=now")
    read(index, tree)
    assert messages(index, "draft") == []
    assert messages(index, "final") == ["final"]


def test_only_the_newest_commits_are_kept(tree: Tree, index: Database) -> None:
    for number in range(5):
        tree.write("a.py", f"a = {number}\n")
        tree.git("add", "-A")
        date = f"2024-01-0{number + 1}T00:00:00"
        subprocess.run(
            ["git", *GIT, "commit", "-qm", f"commit number{number}"],
            cwd=tree.root,
            check=True,
            env={"GIT_COMMITTER_DATE": date, "GIT_AUTHOR_DATE": date, "PATH": "/usr/bin:/bin"},
        )
    assert read(index, tree, limit=3) == 3
    assert messages(index, "number1") == []
    assert messages(index, "number2") == ["commit number2"]
    assert read(index, tree, limit=5) == 5
    read(index, tree, limit=0)
    assert messages(index, "commit") == []


def test_a_renamed_file_keeps_what_was_said_of_it(tree: Tree, index: Database) -> None:
    tree.write("old.py", body("one") + body("two"))
    tree.commit("make it")
    read(index, tree)
    tree.git("mv", "old.py", "new.py")
    tree.commit("rename it")
    read(index, tree)
    (id, _), *_ = past.search_commits(index, ["make"])
    (commit,) = past.commits(index, [id])
    assert commit.files == ("new.py",)
    assert past.renamed(index) == {"old.py": "new.py"}
    tree.git("checkout", "-q", "HEAD~1")
    read(index, tree)
    assert past.renamed(index) == {}


def test_without_git_or_commits_there_is_no_history(
    plain: Tree, tree: Tree, index: Database
) -> None:
    assert read(index, plain) == 0
    assert read(index, tree) == 0


def test_a_shallow_clone_has_what_it_has(tree: Tree, index: Database) -> None:
    for number in range(4):
        tree.write("a.py", f"a = {number}\n")
        tree.commit(f"commit{number}")
    clone = tree.root.parent / "clone"
    subprocess.run(
        ["git", "clone", "-q", "--depth=2", f"file://{tree.root}", str(clone)], check=True
    )
    assert read(index, Tree(clone, tree.root.parent / "home")) == 2
    assert messages(index, "commit3") == ["commit3"]


def test_secrets_in_messages_are_masked(tree: Tree, index: Database) -> None:
    """Ruling 38."""
    key = "ghp_" + "a8Fk29LmQx77ZpR4tY1wB3cD5eG6hJ0kN2vS"
    tree.write("a.py", "a = 1\n")
    tree.commit(f"Use the token {key} for the robot")
    read(index, tree)
    assert key not in messages(index, "robot")[0]
    index.close()
    with open(tree.path, "rb") as file:
        assert key.encode() not in file.read()


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("def total(self, items):", "total"),
        ("class Basket(Base):", "Basket"),
        ("func (s *Server) Start(ctx context.Context) error {", "Start"),
        ("func main() {", "main"),
        ("pub fn parse<T>(x: T) -> T {", "parse"),
        ("static int read_line(char *buf, int n)", "read_line"),
        ("public void onEvent(Event e) {", "onEvent"),
        ("export const load = async () => {", "load"),
        ("export default function App() {", "App"),
        ("def self.find(id)", "find"),
        ("impl Parser {", "Parser"),
        ("render() {", "render"),
        ("", ""),
    ],
)
def test_a_function_line_names_its_function(line: str, name: str) -> None:
    assert function_name(line) == name


def said(tree: Tree, path: str, *names: str) -> dict[str, str]:
    tree.index()
    found = past.last_changes(tree.open(), [(path, name) for name in names])
    return {name: message for (_, name), (_, message) in found.items()}


def test_a_change_below_a_function_is_not_said_to_be_one_of_it(tree: Tree) -> None:
    """Git names the last function that begins above a hunk, whether or not the hunk is inside."""
    tree.write("shop.py", body("basket") + "LIMIT = 1\n\n\n" + body("checkout"))
    tree.commit("Start a shop")
    tree.write("shop.py", body("basket") + "LIMIT = 2\n\n\n@cached\n" + body("checkout"))
    tree.commit("Raise the limit")
    grown = body("basket") + "LIMIT = 2\n\n\n" + body("pay") + "@cached\n" + body("checkout")
    tree.write("shop.py", grown)
    tree.commit("Pay")
    tree.write("shop.py", grown.replace("step_checkout_4()", "step_checkout_9()"))
    tree.commit("Check out right")
    assert said(tree, "shop.py", "basket", "pay", "checkout") == {
        "basket": "Start a shop",
        "pay": "Pay",
        "checkout": "Check out right",
    }


def test_a_type_rewritten_below_a_function_is_no_change_of_it(tree: Tree) -> None:
    start = (
        "export function trigger(ref: Ref): void {\n  if (ref.dep) {\n    ref.dep.go()\n  }\n}\n\n"
    )
    tree.write("ref.ts", start + "export type Maybe<T> =\n  | T\n  | Ref<T>\n")
    tree.commit("Trigger refs")
    tree.write("ref.ts", start + "export type Maybe<T> =\n  T | Ref<T>\n")
    tree.commit("Update lint")
    tree.write("ref.ts", "import x from 'x'\n" + start + "export type Maybe<T> = T | Ref<T>\n")
    tree.commit("Import x")
    assert said(tree, "ref.ts", "trigger") == {"trigger": "Trigger refs"}


def test_nothing_is_said_of_a_name_that_functions_of_a_file_share(tree: Tree) -> None:
    one = "class {}:\n    def read(self):\n        return 1\n\n"
    tree.write("a.py", one.format("A") + one.format("B") + body("alone"))
    tree.commit("Read")
    assert said(tree, "a.py", "read", "alone") == {"alone": "Read"}
