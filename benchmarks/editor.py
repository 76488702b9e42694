"""Checks the VS Code extension in code-server: python -m benchmarks.editor --project HONO --tools DIR

Runs `editors/vscode/test/real.mjs` with the packaged extension: the program is installed from it, every
command is called and its effect looked at, and VS Code's TypeScript server says who calls a method whose
callers the graph has as possible. Needs what `editors/vscode/test/prepare.sh` installs, and Chromium.
"""

from __future__ import annotations

import argparse
import pathlib

from benchmarks import ROOT
from benchmarks.lib.results import add_save_option, publish
from benchmarks.page import keep_pictures, run_checks


def main() -> None:
    """Run the checks and store the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--project", required=True, help="a scratch checkout of hono")
    parser.add_argument("--tools", required=True, help="the folder that prepare.sh filled")
    parser.add_argument("--vsix", default=str(ROOT / "editors" / "vscode" / "sightline.vsix"))
    parser.add_argument("--shots", default="shots", help="where pictures go")
    add_save_option(parser)
    arguments = parser.parse_args()
    words = []
    for name in ("project", "tools", "vsix", "shots"):
        words += [f"--{name}", str(pathlib.Path(getattr(arguments, name)).resolve())]
    lines = run_checks(ROOT / "editors" / "vscode" / "test" / "real.mjs", words)
    publish("editor", lines, save=arguments.save)
    if arguments.save:
        keep_pictures(pathlib.Path(arguments.shots).resolve())


if __name__ == "__main__":
    main()
