"""A memory as a file: the same memory gives the same file, and no file can do harm."""

import pathlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.errors import SightlineError
from sightline.memory.draft import draft
from sightline.memory.share.file_format import (
    PERSONAL,
    SharedMemory,
    is_id,
    meaning,
    parse,
    render,
    sides,
)
from sightline.model.memory import KINDS, Link, Memory

HEAD = "---\nid: dec-1a2b3c4d\nkind: decision\nlevel: 1\ncreated: 2026-11-18T06:02:01Z\n"


def memory(text: str = "Expire sessions on read", **values: object) -> Memory:
    made = draft(str(values.pop("kind", "decision")), text, now=1_795_000_000_000, **values)
    return made._replace(id="dec-1a2b3c4d")


def check_same(made: Memory, supersedes: tuple[str, ...] = ()) -> SharedMemory:
    """The memory comes back from its file, and the file is the same when it is written again."""
    text = render(SharedMemory(made, supersedes))
    read = parse(text, made.id)
    assert meaning(read.memory) == meaning(made)
    assert render(read._replace(memory=read.memory)) == text
    return read


def test_a_memory_reads_well_as_a_file() -> None:
    made = memory(
        title="Sessions: expiry",
        fields={"rationale": "the sweeper was slow", "alternatives": ["a job", "never: no"]},
        author="Ana Souza",
        asked_as=("when does a login end?",),
        links=(Link("app.Session.expire", "src/app.py", "ab12", "cd34", "", "method", 12, 1, 9),),
    )
    assert render(SharedMemory(made, ("dec-00000000",))) == (
        "---\n"
        "id: dec-1a2b3c4d\n"
        "kind: decision\n"
        "level: 1\n"
        'title: "Sessions: expiry"\n'
        "author: Ana Souza\n"
        "created: 2026-11-18T11:06:40Z\n"
        "status: active\n"
        "supersedes:\n"
        "  - dec-00000000\n"
        "asked_as:\n"
        "  - when does a login end?\n"
        "links:\n"
        "  - src/app.py::app.Session.expire @method:12:1:9:ab12:cd34\n"
        "alternatives:\n"
        "  - a job\n"
        '  - "never: no"\n'
        "---\n"
        "\n"
        "Expire sessions on read\n"
        "\n"
        "## Reason\n"
        "\n"
        "the sweeper was slow\n"
    )
    read = check_same(made, ("dec-00000000",))
    assert read.supersedes == ("dec-00000000",)
    assert read.memory.author == "Ana Souza"
    assert read.memory.links == made.links


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in PERSONAL])
def test_every_shared_kind_comes_back_from_its_file(kind: str) -> None:
    fields = {
        field.name: ["one", "two: three"] if field.many else (field.choices or ("a # b",))[-1]
        for field in KINDS[kind].fields
    }
    check_same(memory(kind=kind, fields=fields, tags=("auth", "db"), domain="web", level=2))


TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=200)


@given(TEXTS, TEXTS, TEXTS)
def test_any_text_comes_back_from_its_file(text: str, reason: str, title: str) -> None:
    try:
        made = memory(text, title=title, fields={"rationale": reason})
    except SightlineError:
        return  # a text of white space is refused when it is saved
    read = parse(render(SharedMemory(made)), made.id).memory
    assert read.text.split() == made.text.split()
    assert (
        str(read.fields.get("rationale", "")).split()
        == str(made.fields.get("rationale", "")).split()
    )
    assert read.title == made.title


def test_a_text_with_the_heading_of_a_reason_stays_a_text() -> None:
    check_same(memory("First\n\n## Reason\n\n\\## Reason\n\nof all", fields={"rationale": "why"}))


def test_formatting_changes_nothing() -> None:
    """Quotes, inline lists, blank lines, line ends and wrapped lines of a formatter."""
    made = memory(
        "Expire sessions on read", tags=("auth", "db"), fields={"rationale": "it is slow"}
    )
    plain = render(SharedMemory(made))
    formatted = plain.replace("tags:\n  - auth\n  - db\n", "tags: [auth, 'db']\n\n")
    formatted = formatted.replace("kind: decision", 'kind: "decision"   ')
    formatted = formatted.replace("Expire sessions on read", "Expire sessions\non read   ")
    assert formatted != plain
    for text in (formatted, formatted.replace("\n", "\r\n"), "\ufeff" + formatted):
        assert meaning(parse(text, made.id).memory) == meaning(made)


@pytest.mark.parametrize(
    "text, problem",
    [
        ("", "no front matter"),
        ("Expire sessions", "no front matter"),
        ("---\nid: dec-1a2b3c4d\n", "no front matter"),
        (HEAD + "---\n", "needs a text"),
        (HEAD.replace("dec-1a2b3c4d", "dec-ffffffff") + "---\nx\n", "not the name of the file"),
        (HEAD.replace("decision", "pin") + "---\nx\n", "not a kind that is shared"),
        (HEAD.replace("decision", "spell") + "---\nx\n", "not a kind that is shared"),
        (HEAD + "level: 2\n---\nx\n", "given twice"),
        (HEAD.replace("level: 1", "level: 9") + "---\nx\n", "not 0 to 3"),
        (HEAD.replace("2026-11-18T06:02:01Z", "soon") + "---\nx\n", "not a date"),
        (HEAD.replace("2026", "0001") + "---\nx\n", "not a plausible date"),
        (HEAD + "tags: &a [*a, *a]\n---\nx\n", "only"),
        (HEAD + "tags: [[[[[]]]]]\n---\nx\n", "only flat lists"),
        (HEAD + "tags: {a: {b: c}}\n---\nx\n", "only plain"),
        (HEAD + "tags:\n  auth:\n    deep: 1\n---\nx\n", "neither"),
        (HEAD + 'title: "' + "[" * 5000 + "\n---\nx\n", "quotes are not closed"),
        (HEAD + "tags:\n" + "  - a\n" * 101 + "---\nx\n", "more than 100 items"),
        (HEAD + "# a\n" * 500 + "---\nx\n", "more than 400 lines"),
        (HEAD + "title: " + "a" * 30_000 + "\n---\nx\n", "longer than"),
        (HEAD + "links:\n  - ../../etc/passwd\n---\nx\n", "not a path in the repository"),
        (HEAD + "links:\n  - /etc/passwd\n---\nx\n", "not a path in the repository"),
        (HEAD + "links:\n  - C:\\secret\n---\nx\n", "not a path in the repository"),
        (HEAD + "status: gone\n---\nx\n", "status must be one of"),
    ],
)
def test_a_bad_file_is_refused_with_a_sentence(text: str, problem: str) -> None:
    with pytest.raises((ValueError, SightlineError)) as error:
        parse(text, "dec-1a2b3c4d")
    assert problem in str(error.value)


@pytest.mark.parametrize(
    "id",
    [
        "dеc-1a2b3c4d",
        "DEC-1A2B3C4D",
        "dec-1a2b/../x",
        "..",
        "dec",
        "dec-1a2b3c4d\n",
        "-x",
        "dec--x",
    ],
)
def test_look_alike_and_odd_ids_are_not_ids(id: str) -> None:
    assert not is_id(id)


@pytest.mark.parametrize("kind", KINDS)
def test_every_id_we_make_is_an_id(kind: str) -> None:
    from sightline.memory.draft import new_id

    made = memory(kind=kind)
    assert is_id(new_id(made, lambda id: False))


def test_a_secret_in_a_file_is_masked() -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
    read = parse(HEAD + f"---\nThe key is {secret}\n", "dec-1a2b3c4d").memory
    assert secret not in read.text


def test_the_two_sides_of_a_file_that_git_could_not_merge() -> None:
    text = "a\n<<<<<<< HEAD\nb\n||||||| base\nx\n=======\nc\n>>>>>>> other\nd\n"
    assert sides(text) == ("a\nb\nd\n", "a\nc\nd\n")
    assert sides("a\n=======\nb\n") != ("", "")
    assert sides("plain") == ("plain",)


def test_an_underlined_heading_is_no_conflict(tmp_path: pathlib.Path) -> None:
    made = memory("Title\n=======\nExpire sessions")
    text = render(SharedMemory(made))
    ours, *theirs = sides(text)
    assert not theirs or ours == theirs[0]
