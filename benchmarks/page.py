"""Checks the page in a real Chromium and how fast it is with much data: python -m benchmarks.page --project DJANGO

Runs `web/test/browser.mjs`: every screen and action with an index of the project and 200 prompts sent
through the hook, in both themes and three widths, with axe-core, then 10,000 injections and 5,000
memories. Needs Node.js, the packages of `web/` and Chromium.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence

from benchmarks import ROOT
from benchmarks.lib import figures
from benchmarks.lib.results import add_save_option, publish

IMAGES = ROOT / "docs" / "images"
# The pictures of the README and the guides, by the names that the checks give them.
PICTURES = {
    "injections-light": "injections",
    "memories-light": "memories",
    "costs-light": "costs",
    "topics-light": "topics",
    "impact-symbol": "impact",
    "vscode-hints": "vscode",
}


def run_checks(script: pathlib.Path, words: Sequence[str]) -> list[figures.Line]:
    """Run a script of checks and return its figures; ends the program if a check fails."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "figures.json")
        command = ["node", script.name, *words, "--figures", str(path)]
        done = subprocess.run(command, cwd=script.parent)
        if done.returncode:
            sys.exit("some checks failed: nothing is saved")
        lines: list[figures.Line] = json.loads(path.read_text(encoding="utf-8"))
        return lines


def keep_pictures(shots: pathlib.Path) -> None:
    """Copy the pictures that documents show."""
    for name, image in PICTURES.items():
        picture = shots / f"{name}.png"
        if picture.exists():
            shutil.copyfile(picture, IMAGES / f"{image}.png")


def main() -> None:
    """Run the checks and store the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--project", required=True, help="a checkout, best of django")
    parser.add_argument("--shots", default="shots", help="where pictures go")
    add_save_option(parser)
    arguments = parser.parse_args()
    shots = pathlib.Path(arguments.shots).resolve()
    words = ["--project", str(pathlib.Path(arguments.project).resolve())]
    words += ["--shots", str(shots), "--python", sys.executable]
    lines = run_checks(ROOT / "web" / "test" / "browser.mjs", words)
    publish("page", lines, save=arguments.save)
    if arguments.save:
        keep_pictures(shots)


if __name__ == "__main__":
    main()
