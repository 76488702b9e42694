"""The documents keep up with the program: every declared thing is on its page, pages are fresh."""

import pathlib
import re

import pytest

from sightline.cli.commands import MODULES
from sightline.cli.reference import FOLDER, PAGES, stale_pages
from sightline.settings.table import SETTINGS

ROOT = pathlib.Path(__file__).parents[1]
REFERENCE = ROOT / FOLDER
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\[[^\]]*\]\(([^)#]+)(#[^)]*)?\)")


def page(name: str) -> str:
    return (REFERENCE / name).read_text(encoding="utf-8")


def test_generated_pages_are_fresh() -> None:
    stale = stale_pages(str(REFERENCE))
    assert not stale, "stale; run: python -m sightline.cli.reference"


def test_no_page_of_the_reference_is_written_by_hand() -> None:
    assert {path.name for path in REFERENCE.iterdir()} == set(PAGES)


@pytest.mark.parametrize("name", [name for name in MODULES if name])
def test_every_command_is_documented(name: str) -> None:
    assert f"### `sightline {name}`" in page("commands.md")


def test_every_setting_is_documented() -> None:
    text = page("settings.md")
    for setting in SETTINGS:
        assert f"| `{setting.key}` |" in text
        assert setting.sentence in text


def test_every_language_is_documented() -> None:
    text = page("languages.md")
    for folder in (ROOT / "src" / "sightline" / "languages").iterdir():
        assert f"| {folder.name} |" in text


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path: pathlib.Path) -> None:
    for target, _ in LINK.findall(path.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), f"{target} does not exist"


def anchors(path: pathlib.Path) -> set[str]:
    """The names by which the headings of a page can be linked."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {heading.strip().replace(" ", "-") for heading in plain}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_to_headings_lead_to_one(path: pathlib.Path) -> None:
    text = path.read_text(encoding="utf-8")
    for target, anchor in re.findall(r"\]\(([^)#:\s]*)#([^)]+)\)", text):
        page = path.parent / target if target else path
        assert anchor in anchors(page), f"{target}#{anchor} does not exist"


def test_the_readme_is_short_and_starts_with_two_commands() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 150
    first_screen = "\n".join(lines[:24])
    block = first_screen.split("```sh\n")[1].split("```")[0]
    commands = [line.split()[0] for line in block.splitlines() if line.strip()]
    assert commands == ["./run", "./test"]


@pytest.mark.parametrize(("name", "limit"), [("CONTRIBUTING.md", 70), ("ARCHITECTURE.md", 180)])
def test_pages_that_promise_to_be_short_are(name: str, limit: int) -> None:
    assert len((ROOT / name).read_text(encoding="utf-8").splitlines()) <= limit


# Documents name modules relative to the repository, to the package, or by their file name alone.
NAMED_FILE = re.compile(r"(?<![\w./*<~-])((?:\w+/)*\w+\.py)\b")
NAMED_MODULE = re.compile(r"(?:-m |(?=sightline(?:\.[a-z_]+){2}))((?:[a-z_]+\.)+[a-z_]+)\b")
SOURCE = ROOT / "src"


def module_exists(dotted: str) -> bool:
    """Whether a module is in the repository."""
    path = dotted.replace(".", "/")
    return any((base / f"{path}{end}").exists() for base in (SOURCE, ROOT) for end in (".py", ""))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_modules_named_in_documents_exist(path: pathlib.Path) -> None:
    names = {file.name for top in (SOURCE, ROOT / "benchmarks") for file in top.rglob("*.py")}
    quoted = re.findall(r"```.*?```|`[^`]+`", path.read_text(encoding="utf-8"), re.DOTALL)
    # The page of languages and examples of stack traces name files of other projects.
    others = ("languages.md", "questions.md", "commands.md", "tools.md", "everyday-prompts.md")
    if path.name in others:
        return
    for text in quoted:
        for name in NAMED_FILE.findall(text):
            places = (ROOT / name, SOURCE / "sightline" / name)
            is_known = any(place.exists() for place in places) or (
                "/" not in name and name in names
            )
            assert is_known or name == "json.py", f"{name} does not exist"
        for dotted in NAMED_MODULE.findall(text):
            assert module_exists(dotted), f"{dotted} does not exist"


def test_the_architecture_names_every_package() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    package = SOURCE / "sightline"
    for folder in sorted(path.parent for path in package.rglob("__init__.py")):
        name = folder.relative_to(package).as_posix()
        if name == "." or (name.startswith("agents/") and name != "agents/edit"):
            continue  # one folder per assistant
        assert f"`{name}/" in text, f"{name} is not in the map"


def test_tables_named_in_the_architecture_are_where_it_says() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = re.findall(r"`([A-Z_]+)`\s(?:in|of)\s`([\w/]+\.py)`", text)
    assert len(named) >= 6
    for name, path in named:
        source = (SOURCE / "sightline" / path).read_text(encoding="utf-8")
        assert re.search(rf"^{name}\b", source, re.MULTILINE), f"{path} has no {name}"


def test_the_changelog_knows_this_version() -> None:
    from sightline import __version__

    assert f"\n## {__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_documents_name_no_place_that_only_one_machine_has(path: pathlib.Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"(?<![\w.~-])/(work|root|home/\w+|Users/\w+)/", text)


def test_every_tool_and_every_kind_of_memory_is_documented() -> None:
    from sightline.model.memory import KINDS
    from sightline.tools.catalog import all_tools

    tools = (ROOT / "docs" / "reference" / "tools.md").read_text(encoding="utf-8")
    for tool in all_tools():
        assert f"## `{tool.name}`" in tools
    kinds = (ROOT / "docs" / "reference" / "kinds.md").read_text(encoding="utf-8")
    for name in KINDS:
        assert f"| `{name}` |" in kinds
