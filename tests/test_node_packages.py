"""The page and the VS Code extension: types, unit tests, and whether the built page is current.

Skipped without Node.js; ./test installs their packages where npm is present.
"""

import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parents[1]
NPM = shutil.which("npm")
OLDEST_NODE = 20


@pytest.mark.parametrize("script", ["check", "test"])
@pytest.mark.parametrize("folder", ["web", "editors/vscode"])
def test_types_and_unit_tests_pass(folder: str, script: str) -> None:
    if NPM is None or not (ROOT / folder / "node_modules" / ".installed").exists():
        pytest.skip("needs npm and the packages that ./test installs")
    version = subprocess.run(["node", "--version"], capture_output=True, text=True).stdout
    if int(version.lstrip("v").partition(".")[0] or 0) < OLDEST_NODE:
        pytest.skip(f"needs Node.js {OLDEST_NODE}")
    done = subprocess.run(
        [NPM, "run", "--silent", script], cwd=ROOT / folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
