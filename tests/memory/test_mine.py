"""Day zero: few and good observations from git history."""

import json
import pathlib
import subprocess

from sightline.memory.mine import Commit, mine
from tests.conftest import Sightline

NOW = 1_770_000_000_000
DAY = 86_400_000


def commit(number: int, message: str, *files: str) -> Commit:
    return Commit(f"{number:040x}", NOW - number * DAY, message, files or ("src/a.py",))


WHY = "Retry the upload twice\n\nThe gateway drops the first connection because it wakes up slowly."
REVERT = (
    'Revert "Cache every answer"\n\nThis reverts commit abc.\n\nIt kept answers of other users.'
)


def test_reasons_reverts_and_repeated_fixes_are_found() -> None:
    history = [
        commit(1, WHY, "src/upload.py"),
        commit(2, REVERT, "src/cache.py"),
        *(commit(3 + n, f"Fix crash number {n} in the parser", "src/parse.py") for n in range(4)),
    ]
    found = {one.rule: one for one in mine(history, now=NOW)}
    assert set(found) == {"reason", "revert", "repeated fix"}
    assert found["reason"].text.startswith("Retry the upload twice -- The gateway drops")
    assert found["revert"].text == "Reverted: Cache every answer -- It kept answers of other users."
    assert found["repeated fix"].text.startswith("src/parse.py was fixed 4 times, last: Fix crash")
    assert found["repeated fix"].files == ("src/parse.py",)


def test_the_title_of_a_reverted_pull_request_keeps_no_stray_mark() -> None:
    message = 'Revert "Paths are never empty." (#2124)\n\nIt broke apps mapped below a prefix.'
    (found,) = mine([commit(1, message, "a.py")], now=NOW)
    assert found.text == "Reverted: Paths are never empty. -- It broke apps mapped below a prefix."


def test_what_says_nothing_is_left_alone() -> None:
    history = [
        commit(1, "Bump version because of the release of tomorrow morning"),
        commit(2, "Rename things\n\nNo reason is given for this change at all."),
        commit(3, 'Revert "Cache every answer"\n\nThis reverts commit abc.'),
        commit(4, WHY, "docs/upload.md", "tests/test_upload.py"),
        commit(5, WHY, *(f"src/{n}.py" for n in range(40))),
    ]
    assert mine(history, now=NOW) == []


def test_no_corner_fills_the_list() -> None:
    history = [commit(n, WHY.replace("twice", f"{n} times"), "src/upload.py") for n in range(50)]
    assert len(mine(history, now=NOW)) == 3
    spread = [commit(n, WHY.replace("twice", f"{n} times"), f"src/{n}.py") for n in range(50)]
    assert len(mine(spread, now=NOW)) == 12


def test_history_is_mined_on_request_and_waits_for_review(
    sightline: Sightline, tmp_path: pathlib.Path
) -> None:
    git = ["git", "-C", str(tmp_path), "-c", "user.name=Ann", "-c", "user.email=a@b.c"]
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    (tmp_path / "upload.py").write_text("def retry_upload():\n    return 2\n")
    subprocess.run([*git, "add", "."], check=True)
    message = WHY.replace("Retry the upload", "Let `retry_upload` try")
    subprocess.run([*git, "commit", "-qm", message], check=True)
    sightline("index")
    shown = json.loads(sightline("mine", "--dry-run", "--json").stdout)
    assert len(shown["found"]) == 1 and shown["kept"] == []
    (kept,) = json.loads(sightline("mine", "--json").stdout)["kept"]
    assert json.loads(sightline("mine", "--json").stdout)["kept"] == []
    value = json.loads(sightline("show", kept, "--json").stdout)
    assert value["source"] == "mine:reason" and value["reviewed"] is False
    assert value["symbols"] == ["upload.retry_upload"] and value["state"] == "fresh"
    assert [row["id"] for row in json.loads(sightline("review", "--json").stdout)] == [kept]


def test_where_every_commit_is_a_fix_only_what_broke_counts() -> None:
    fixed = [commit(n, f"Fixed #{n} -- Allowed lists in the form", "src/form.py") for n in range(9)]
    broke = [commit(20 + n, f"Fixed crash {n} of the parser", "src/parse.py") for n in range(5)]
    places = [one.files for one in mine(fixed + broke, now=NOW) if one.rule == "repeated fix"]
    assert places == [("src/parse.py",)]
