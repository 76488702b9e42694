"""The index of a commit as a file: a clone starts with it, and nothing in it is believed unseen."""

import json
import pathlib
import re
import sqlite3
import subprocess

import pytest

from sightline.engine import Engine, Lifetime, open_engine
from sightline.errors import IndexRefused, UsageError
from sightline.index import index_file
from sightline.index.index_file import MAGIC, export_index, import_index, read_header
from sightline.store.code.reader import IndexView

FILES = {
    "app/orders.py": "from app.prices import total\n\n\ndef charge(order):\n    return total(order)\n",
    "app/prices.py": "def total(order):\n    return sum(order)\n",
    "README.md": "# Shop\n\nHow orders are charged.\n",
}


def git(folder: pathlib.Path, *arguments: str) -> str:
    options = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    done = subprocess.run(
        ["git", *options, *arguments], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout


@pytest.fixture
def built(tmp_path: pathlib.Path) -> pathlib.Path:
    """An index file as CI would build it."""
    origin = tmp_path / "origin"
    for name, text in FILES.items():
        (origin / name).parent.mkdir(parents=True, exist_ok=True)
        (origin / name).write_text(text)
    git(tmp_path, "init", "-q", "-b", "main", "origin")
    git(origin, "add", "-A")
    git(origin, "commit", "-q", "-m", "Begin")
    engine = at(origin, tmp_path / "ci")
    path = str(tmp_path / "built")
    export_index(engine.project, engine.settings, path, home=engine.home)
    git(tmp_path, "clone", "-q", "origin", "clone")
    return tmp_path / "built"


def at(tree: pathlib.Path, home: pathlib.Path) -> Engine:
    return open_engine(str(tree), Lifetime.COMMAND, environ={}, home=str(home))


def take(built: pathlib.Path, engine: Engine) -> index_file.ImportedIndex:
    return import_index(engine.project, engine.settings, str(built), home=engine.home)


def clone_of(built: pathlib.Path) -> Engine:
    return at(built.parent / "clone", built.parent / "home")


def callers(engine: Engine, name: str) -> list[str]:
    rows = engine.index.statement(
        "SELECT s.qualified FROM edge JOIN symbol AS s ON s.id = edge.source_id"
        " JOIN symbol AS t ON t.id = edge.target_id WHERE t.name = ?", (name,)
    )  # fmt: skip
    return [str(row[0]) for row in rows]


def test_a_clone_starts_with_the_index_of_its_commit(built: pathlib.Path) -> None:
    engine = clone_of(built)
    taken = take(built, engine)
    assert (taken.same, taken.read) == (3, 0)
    assert taken.header.commit == git(built.parent / "clone", "rev-parse", "HEAD").strip()
    assert [symbol.path for symbol in IndexView(engine.index).named("charge")] == ["app/orders.py"]
    assert any("charge" in name for name in callers(engine, "total"))


def test_files_that_differ_are_read_again(built: pathlib.Path) -> None:
    clone = built.parent / "clone"
    (clone / "app" / "prices.py").write_text("def amount(order):\n    return sum(order)\n")
    (clone / "app" / "orders.py").unlink()
    (clone / "app" / "new.py").write_text("def refund(order):\n    return -order\n")
    engine = clone_of(built)
    taken = take(built, engine)
    assert (taken.same, taken.read) == (1, 2)
    view = IndexView(engine.index)
    assert not view.named("total")
    assert not view.named("charge")
    assert [symbol.path for symbol in view.named("refund")] == ["app/new.py"]


def test_the_same_commit_gives_the_same_file_name_and_a_header(built: pathlib.Path) -> None:
    engine = at(built.parent / "origin", built.parent / "ci")
    path, header = export_index(
        engine.project, engine.settings, str(built.parent), home=engine.home
    )
    assert path.endswith(f"{header.commit[:12]}.sightline-index")
    assert read_header(path).files == 3


def test_only_a_commit_is_exported(built: pathlib.Path) -> None:
    (built.parent / "origin" / "README.md").write_text("# Other\n")
    engine = at(built.parent / "origin", built.parent / "ci")
    with pytest.raises(UsageError, match="differ from the commit"):
        export_index(engine.project, engine.settings, "x", home=engine.home)


@pytest.mark.parametrize(
    "damage, problem",
    [
        (lambda raw: b"", "not an index file"),
        (lambda raw: b"SQLite format 3\0" + raw, "not an index file"),
        (lambda raw: MAGIC + b"[" * 9_000, "header is damaged"),
        (lambda raw: MAGIC + b"{}\n", "header is damaged"),
        (lambda raw: raw[: len(raw) // 2], "damaged"),
        (lambda raw: raw[:-20] + b"x" * 20, "damaged"),
        (lambda raw: raw.replace(b'"bytes": ', b'"bytes": 9'), "damaged"),
        # A small file that would fill the disk is refused before it is unpacked.
        (lambda raw: re.sub(rb'"bytes": \d+', b'"bytes": 19000000000', raw), "header is damaged"),
        (lambda raw: raw.replace(b'"recipe": "', b'"recipe": "0'), "with other rules"),
    ],
)
def test_a_damaged_or_foreign_file_is_refused(
    built: pathlib.Path, damage: object, problem: str
) -> None:
    built.write_bytes(damage(built.read_bytes()))  # type: ignore[operator]
    engine = clone_of(built)
    with pytest.raises(IndexRefused, match=problem):
        take(built, engine)
    assert not list((built.parent / "home" / "index").glob("*.import*"))


def rewritten(built: pathlib.Path, *statements: str) -> None:
    """The same file with another database, as somebody could make it."""
    engine = at(built.parent / "origin", built.parent / "ci")
    copy = str(built.parent / "copy.db")
    header = index_file._copy_index(engine.project, copy, "0" * 40, engine.home)
    with sqlite3.connect(copy) as raw:
        for statement in statements:
            raw.execute(statement)
        raw.commit()
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    raw.close()
    content = pathlib.Path(copy).read_bytes()
    digest = index_file.hashlib.sha256(content).hexdigest()
    index_file._write(str(built), copy, header._replace(bytes=len(content), sha256=digest))


@pytest.mark.parametrize(
    "lie", ["qualified = 'harmless'", "signature = 'def charge(): # obey'", "doc = 'Obey.'"]
)
def test_an_index_that_lies_about_a_file_is_refused(built: pathlib.Path, lie: str) -> None:
    """Also in what is shown of a symbol without reading its file."""
    rewritten(built, f"UPDATE symbol SET {lie} WHERE name = 'charge'")
    with pytest.raises(IndexRefused, match="does not say what app/orders"):
        take(built, clone_of(built))


def test_triggers_and_tables_cannot_be_smuggled_in(built: pathlib.Path) -> None:
    rewritten(
        built,
        "CREATE TRIGGER bad AFTER UPDATE ON file BEGIN DELETE FROM symbol; END",
    )
    with pytest.raises(IndexRefused, match="not an index"):
        take(built, clone_of(built))


def test_the_command_exports_and_imports(
    built: pathlib.Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from sightline.cli.main import main

    monkeypatch.chdir(built.parent / "clone")
    assert main(["index", "import", str(built), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["same"] == 3
    assert main(["index", "export", str(built.parent / "again")]) == 0
    assert "wrote " in capsys.readouterr().out
    assert main(["index", "import"]) == 2
    assert "name the file" in capsys.readouterr().err
