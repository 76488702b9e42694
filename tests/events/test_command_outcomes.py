"""Open failures: commands that failed and did not pass since; questions have none."""

import pytest

from sightline.events.command_outcomes import closes, is_answer
from tests.events.conftest import Assistant

EXPORTER = "the zeppelin exporter drops rows in the last sheet"
INVOICES = "something else: invoice totals ignore discounts"
BACK = "back to the zeppelin exporter: the header is wrong too"
REPLY = "The last sheet was closed too early in `close_sheet`."


def run(claude: Assistant, command: str, *, fails: bool = False, output: str = "") -> None:
    claude.runs = getattr(claude, "runs", 0) + 1
    call = {
        "tool_name": "Bash",
        "tool_input": {"command": command},
        "tool_use_id": f"b{claude.runs}",
    }
    if fails:
        claude.send("PostToolUseFailure", **call, error=output or "Exit code 1")
    else:
        claude.send("PostToolUse", **call, tool_response={"stdout": output, "stderr": ""})


def failure_told(claude: Assistant) -> str:
    """What the line of the exporter says is open, when the session returns to it."""
    claude.send("Stop", last_assistant_message=REPLY)
    claude.say(INVOICES)
    claude.send("Stop", last_assistant_message="Discounts are subtracted before tax now.")
    line = next(line for line in claude.say(BACK).splitlines() if line.startswith("[thread "))
    parts = [part for part in line.split(" | ") if part.startswith("open failure: ")]
    return parts[0].removeprefix("open failure: ") if parts else ""


def test_a_command_that_passed_later_in_its_turn_is_not_open(claude: Assistant) -> None:
    claude.say(EXPORTER)
    run(claude, "go test ./export", fails=True)
    run(claude, "go test ./export")
    assert failure_told(claude) == ""


def test_a_command_that_failed_again_is_open(claude: Assistant) -> None:
    claude.say(EXPORTER)
    run(claude, "go test ./export", fails=True)
    run(claude, "go test ./export")
    run(claude, "go test ./export", fails=True)
    assert failure_told(claude) == "go test ./export"


def test_a_failure_stays_open_in_later_turns_without_a_run(claude: Assistant) -> None:
    claude.say(EXPORTER)
    run(claude, "cargo test --quiet export", fails=True)
    claude.send("Stop", last_assistant_message=REPLY)
    for question in ("what is that zeppelin sheet called?", "and the exporter's last rows?"):
        claude.say(question)
        claude.send("Stop", last_assistant_message="`summary`, in the exporter.")
    assert failure_told(claude) == "cargo test --quiet export"


def test_a_compaction_in_the_middle_of_the_next_turn_keeps_the_failure(claude: Assistant) -> None:
    claude.say(EXPORTER)
    run(claude, "cargo test export", fails=True)
    claude.send("Stop", last_assistant_message=REPLY)
    claude.say("and the zeppelin footer in the last sheet")
    assert "open failure: cargo test export" in claude.send("SessionStart", source="compact")


def test_a_run_in_a_later_turn_or_topic_closes_a_failure(claude: Assistant) -> None:
    claude.say(EXPORTER)
    run(claude, "npm run build", fails=True)
    claude.send("Stop", last_assistant_message=REPLY)
    claude.say(INVOICES)
    run(claude, "cd web && npm run build 2>&1")
    assert failure_told(claude) == ""


def test_a_search_that_finds_nothing_is_no_failure(claude: Assistant) -> None:
    claude.say(EXPORTER)
    run(claude, "rg --files-with-matches 'close|open' src", fails=True)
    assert failure_told(claude) == ""


@pytest.mark.parametrize(
    ("output", "told"),
    [("1 failed, 8 passed", "pytest tests/export"), ("9 passed, 0 failed", "")],
)
def test_a_run_piped_into_another_program_closes_a_failure_unless_it_complains(
    claude: Assistant, output: str, told: str
) -> None:
    claude.say(EXPORTER)
    run(claude, "pytest tests/export", fails=True)
    run(claude, "pytest tests/export 2>&1 | tail -3", output=output)
    assert failure_told(claude) == told


@pytest.mark.parametrize(
    "command",
    [
        "grep -rn revivedAt src",
        "cd api && rg 'a|b' | head -5",
        "git diff --exit-code",
        "git --no-pager grep -n total",
        "[ -f dist/app.js ]",
        "pnpm test 2>&1 | grep FAIL",
        "CI=1 which docker && ls missing",
        "diff a.txt b.txt > /dev/null",
        "/usr/bin/test -d out",
        "Select-String total *.cs",
    ],
)
def test_searches_and_comparisons_answer(command: str) -> None:
    assert is_answer(command)


@pytest.mark.parametrize(
    "command",
    [
        "pnpm test",
        "git push",
        "git commit -m 'grep for it'",
        "bash ci/check.sh",
        "ls && make",
        "python -c \"import diff; print('a|grep')\"",
    ],
)
def test_work_may_fail(command: str) -> None:
    assert not is_answer(command)


@pytest.mark.parametrize(
    ("passed", "failed"),
    [
        ("pytest -q tests/a.py", "pytest tests/a.py -x"),
        ("pytest tests", "cd api && pytest tests"),
        ("pnpm --filter api test", "pnpm --filter api test shares"),
        ("git push -u origin main", "git push"),
        ("CI=1 make test", "make test 2>&1"),
    ],
)
def test_the_same_with_other_options_or_more_of_it_closes_a_failure(
    passed: str, failed: str
) -> None:
    assert closes(passed, failed)


@pytest.mark.parametrize(
    ("passed", "failed"),
    [
        ("pytest tests/a.py", "pytest tests/b.py"),
        ("pytest tests/a.py", "pytest tests"),
        ("pytest --collect-only", "pytest"),
        ("cargo test --help", "cargo test"),
        ("make", "make test"),
        ("npm test -- --grep=total", "npm test -- --grep=tax"),
        ("yarn", "yarn test"),
    ],
)
def test_another_or_a_smaller_run_closes_nothing(passed: str, failed: str) -> None:
    assert not closes(passed, failed)
