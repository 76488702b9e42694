"""What is compiled is there, is what the source says, and does what plain Python does."""

import ast
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline import index
from sightline.index import weighed
from sightline.model.code import Symbol
from sightline.text.words import code_words

NATIVE = pathlib.Path(__file__).parents[2] / "src" / "sightline" / "native"
MODULES = sorted(path.stem for path in NATIVE.glob("*.py") if path.stem != "__init__")
NAMES = [f"native.{name}" for name in MODULES] + [f"index.{name}" for name in index.COMPILED]

needs_compiled = pytest.mark.skipif(weighed.compiled is None, reason="nothing was compiled")


def test_a_machine_with_a_compiler_has_everything_compiled() -> None:
    if not importlib.util.find_spec("Cython") or not shutil.which("cc"):
        pytest.skip("nothing to compile with")
    for name in NAMES:
        place = importlib.util.find_spec(f"sightline.{name}")
        assert place is not None
        assert place.origin is not None
        assert not place.origin.endswith(".py"), f"{name} is not compiled: run ./test"


@needs_compiled
def test_what_is_compiled_is_not_older_than_its_source() -> None:
    for name in NAMES:
        place = importlib.util.find_spec(f"sightline.{name}")
        assert place is not None
        assert place.origin is not None
        compiled = pathlib.Path(place.origin)
        source = NATIVE.parent / (name.replace(".", "/") + ".py")
        assert compiled.stat().st_mtime >= source.stat().st_mtime, (
            f"{name} changed since it was compiled: run ./test"
        )


def test_without_compiled_code_everything_is_done_in_python() -> None:
    code = (
        "import sys; sys.modules['cython'] = None\n"
        f"for name in {MODULES}:\n"
        "    sys.modules[f'sightline.native.{name}'] = None\n"
        "from sightline.index import weighed\n"
        "print(weighed.compiled, weighed.words is weighed.in_python)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["None", "True"]


@needs_compiled
def test_what_was_compiled_from_another_source_is_not_used(tmp_path: pathlib.Path) -> None:
    package = tmp_path / "src" / "sightline"
    shutil.copytree(NATIVE.parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    code = "from sightline.index import weighed; print(weighed.__file__, weighed.compiled is None)"

    def is_plain() -> list[str]:
        environment = {**os.environ, "PYTHONPATH": str(tmp_path / "src")}
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return done.stdout.split()

    weighing = str(package / "index" / "weighed.py")
    assert is_plain() == [weighing, "False"]
    later = time.time() + 600
    os.utime(package / "native" / "strings.py", (later, later))
    assert is_plain() == [weighing, "True"]
    for path in [*package.rglob("*.so"), *package.rglob("*.pyd")]:
        path.rename(path.with_name("forms.cpython-27" + path.suffix))  # of another interpreter
    assert is_plain() == [weighing, "True"]


def test_the_index_watches_over_all_that_is_compiled_as_it_is_written() -> None:
    setup = ast.parse((NATIVE.parents[2] / "setup.py").read_text(encoding="utf-8"))
    lists = {
        target.id: node.value
        for node in setup.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    assert ast.literal_eval(lists["AS_WRITTEN"]) == index.COMPILED


@needs_compiled
def test_of_what_is_compiled_as_it_is_written_all_or_nothing_is_used(
    tmp_path: pathlib.Path,
) -> None:
    package = tmp_path / "src" / "sightline"
    shutil.copytree(NATIVE.parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    code = "from sightline.index import resolve, view; print(resolve.__file__, view.__file__)"

    def endings() -> list[str]:
        environment = {**os.environ, "PYTHONPATH": str(tmp_path / "src")}
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert done.stdout.count(str(package)) == 2
        return [pathlib.Path(path).suffix for path in done.stdout.split()]

    assert ".py" not in endings()
    later = time.time() + 600
    os.utime(package / "index" / "calls.pxd", (later, later))
    assert endings() == [".py", ".py"]
    os.utime(package / "index" / "calls.pxd", (1, 1))
    assert ".py" not in endings()
    (compiled,) = (
        path for path in (package / "index").glob("lookup.*") if path.suffix in (".so", ".pyd")
    )
    compiled.unlink()
    assert endings() == [".py", ".py"]


@pytest.mark.heavy
@pytest.mark.skipif(os.name == "nt", reason="names a program that always fails")
def test_without_a_compiler_the_package_is_built_all_the_same(tmp_path: pathlib.Path) -> None:
    if not importlib.util.find_spec("Cython"):
        pytest.skip("nothing to compile with")
    root = NATIVE.parents[2]
    shutil.copy(root / "setup.py", tmp_path)
    for folder in ("native", "index"):
        source, target = NATIVE.parent / folder, tmp_path / "src" / "sightline" / folder
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("*.so"))
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    environment = {**os.environ, "CC": "false"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stderr.count("plain Python serves") == len(NAMES)
    assert not list(tmp_path.rglob("*.so"))


PIECES = (
    *("parse", "URL", "URLs", "HTTPServer", "utf8", "x", "X", "_", "__", "9", "42", "Id", "iOS"),
    *(
        "deadbeef",
        "0123456789abcdef",
        "getHTTPResponseCode2",
        "qzxjkvwpqzxjkvwp",
        "AKIA",
        "s",
        "aB",
    ),
    *("straße", "数据库", "naïve", "e\u0301", "\u0085", "\u00a0", "ﬁ", "Ⅷ", "\ud800", "İ"),
)
IDENTIFIERS = st.lists(st.sampled_from(PIECES), min_size=1, max_size=9).map("".join)
ODD = st.text(st.sampled_from("abzAZ09_xQ"), min_size=1, max_size=140)
MARKS = st.sampled_from((" ", "\n", ".", "(", "\t", "-", "'", "\0", "\x1c", ", "))
TEXTS = st.lists(st.tuples(st.one_of(IDENTIFIERS, ODD), MARKS), max_size=40).map(
    lambda pairs: "".join(word + mark for word, mark in pairs)
)
KINDS = st.sampled_from(("module", "class", "function", "method", "const", "field", "section"))


@st.composite
def files(draw: st.DrawFn) -> tuple[bytes, list[Symbol]]:
    """A source and symbols that lie anywhere in it, parents before and after their children."""
    source = draw(TEXTS).encode("utf-8", "surrogatepass")
    symbols = []
    count = draw(st.integers(1, 8))
    order = [0, *draw(st.permutations(range(1, count)))]  # of who may belong to whom
    for place in range(count):
        ends = sorted(draw(st.tuples(st.integers(0, len(source)), st.integers(0, len(source)))))
        start, end = (0, len(source)) if not place else ends
        parent = draw(st.sampled_from(order[: order.index(place)])) if place else -1
        said = (draw(IDENTIFIERS), "q", draw(KINDS), draw(TEXTS), draw(TEXTS))
        symbols.append(Symbol(*said, start, end, 1, 1, 1, parent, "mark", False))
    return source, symbols


@needs_compiled
@given(files(), st.sampled_from(("src/parse_url.py", "a.b", "x/HTTPServer2/ДанныеФайла.go")))
def test_compiled_code_weighs_words_as_python_does(
    file: tuple[bytes, list[Symbol]], path: str
) -> None:
    assert weighed.compiled is not None
    assert weighed.compiled(path, *file) == weighed.in_python(path, *file)


@needs_compiled
def test_what_lies_in_a_function_that_stands_below_it_is_the_functions_own() -> None:
    assert weighed.compiled is not None
    source = b"alpha beta gamma delta"
    symbols = [
        Symbol("m", "m", "module", "", "", 0, 22, 1, 1, 1, -1, "", False),
        Symbol("inner", "m.f.inner", "class", "", "", 6, 10, 1, 1, 1, 2, "", False),
        Symbol("f", "m.f", "function", "", "", 0, 16, 1, 1, 1, 0, "", False),
    ]
    assert weighed.compiled("a.py", source, symbols) == weighed.in_python("a.py", source, symbols)


@needs_compiled
@given(st.one_of(IDENTIFIERS, ODD))
def test_compiled_code_splits_identifiers_as_python_does(name: str) -> None:
    from sightline.native.forms import Forms
    from sightline.text.words import piece_words

    if name.isidentifier() or name.isalnum():
        written = name.encode("utf-8", "surrogatepass")
        assert Forms(piece_words).of(written) == code_words(name)


@needs_compiled
def test_more_identifiers_than_are_remembered_change_nothing() -> None:
    assert weighed.compiled is not None
    names = [f"name{number}of_thing" for number in range(160_000)]
    for start in range(0, len(names), 40_000):
        source = " ".join(names[start : start + 40_000]).encode()
        symbols = [Symbol("m", "m", "module", "", "", 0, len(source), 1, 1, 1, -1, "", False)]
        assert weighed.compiled("a.py", source, symbols) == weighed.in_python(
            "a.py", source, symbols
        )
