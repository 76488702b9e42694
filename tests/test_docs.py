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


def test_the_readme_is_short_and_starts_with_two_commands() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 150
    first_screen = "\n".join(lines[:24])
    block = first_screen.split("```sh\n")[1].split("```")[0]
    commands = [line.split()[0] for line in block.splitlines() if line.strip()]
    assert commands == ["./run", "./test"]


@pytest.mark.parametrize(("name", "limit"), [("CONTRIBUTING.md", 70), ("ARCHITECTURE.md", 140)])
def test_pages_that_promise_to_be_short_are(name: str, limit: int) -> None:
    assert len((ROOT / name).read_text(encoding="utf-8").splitlines()) <= limit


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
