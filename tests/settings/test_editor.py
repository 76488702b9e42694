"""The VS Code extension offers every setting of the table."""

import json
import pathlib

from sightline.settings.editor import configuration

PACKAGE = pathlib.Path(__file__).parents[2] / "editors" / "vscode" / "package.json"


def test_the_extension_has_the_settings_of_the_table() -> None:
    _, generated = json.loads(PACKAGE.read_text())["contributes"]["configuration"]
    assert generated == json.loads(json.dumps(configuration())), (
        "stale: python -m sightline.settings.editor editors/vscode/package.json"
    )


def test_the_settings_of_a_repository_share_nothing_and_allow_no_files() -> None:
    """VS Code ignores what a workspace says about settings of the machine."""
    properties = configuration()["properties"]
    for name in ("share.kinds", "team.kinds", "privacy.deny", "server.port"):
        assert properties[f"sightline.{name}"]["scope"] == "machine", name
