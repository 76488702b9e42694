"""Reference pages made from declarations."""

import pathlib

from sightline.cli import reference
from sightline.tools.catalog import Param, Result, Tool


def nothing() -> Result:
    return Result("")


def test_a_tool_is_described_with_its_parameters() -> None:
    params = (
        Param("query", "string", "what to look for"),
        Param("limit", "integer", "how many", 20, low=1, high=1000),
        Param("detail", "string", "how much", "standard", ("minimal", "standard")),
    )
    tools = (
        Tool("search", "Finds things.", params, True, nothing),
        Tool("forget", "Forgets one", (), False, nothing),
    )
    page = reference.tools_page(tools)
    assert "## `search`\n\nFinds things.\n\n| parameter |" in page
    assert "| `query` | string | required | what to look for |" in page
    assert "| `limit` | integer | `20` | how many (1 to 1,000) |" in page
    assert "| `detail` | string | `'standard'` | how much (minimal, standard) |" in page
    assert page.endswith("## `forget`\n\nForgets one. It changes stored data.\n")


def test_pages_are_fresh_after_writing(tmp_path: pathlib.Path) -> None:
    folder = str(tmp_path / "reference")
    assert len(reference.stale_pages(folder)) == len(reference.PAGES)
    assert len(reference.write_pages(folder)) == len(reference.PAGES)
    assert reference.write_pages(folder) == []
    page = tmp_path / "reference" / "commands.md"
    page.write_text(page.read_text() + "by hand\n")
    assert reference.stale_pages(folder) == [str(page)]


def test_a_usage_line_is_the_same_on_every_python() -> None:
    page = reference.commands_page()
    assert "\nsightline completion {bash,zsh,fish,powershell}\n" in page
    assert "\nsightline tour [PROMPT] [--store DIR] [--project PATH]\n" in page
