"""Capture by rules: what is recognised, what is left alone, where it was said."""

import json
from pathlib import Path

import pytest

from sightline.agents.transcript import last_turn, parse_steps, session_duration
from sightline.memory.capture.captures import recognise
from sightline.memory.capture.handoff import GitState, session_records, summary_text
from sightline.model.event import COMMAND, EDIT
from sightline.model.transcript_step import PROMPT, REPLY, TOOL, Step

NOW = 1_770_000_000_000


def ran(command: str, output: str = "", *, failed: bool = False) -> Step:
    return Step(TOOL, tool="Bash", action=COMMAND, command=command, output=output, failed=failed)


EDITED = Step(TOOL, tool="Edit", action=EDIT, files=("a.py",))


def kinds(*found: Step) -> list[tuple[str, str]]:
    return [(one.kind, one.rule) for one in recognise(found)]


def test_a_wrong_call_and_the_one_that_worked_become_a_failure() -> None:
    (found,) = recognise(
        [
            ran("gh pr diff 88 --stat", "unknown flag: --stat\n\nUsage: ...", failed=True),
            ran("gh pr diff 88 --name-only", "a.py"),
        ]
    )
    fields = dict(found.fields)
    assert found.kind == "failure" and found.text == "`gh pr diff 88 --stat`: unknown flag: --stat"
    assert fields["worked"] == "gh pr diff 88 --name-only"
    assert fields["error_type"] == "NonZeroExit" and fields["tool"] == "Bash"


@pytest.mark.parametrize(
    "later",
    [
        [EDITED, ran("pytest tests -q")],
        [Step(PROMPT, "leave it"), ran("pytest tests -q")],
        [ran("pytest tests", "ok")],
        [ran("ls tests -q")],
    ],
    ids=["code was changed", "the person spoke", "the same call", "another program"],
)
def test_what_fixed_it_must_be_another_call_of_the_same_kind(later: list[Step]) -> None:
    failed = ran("pytest tests --fast", "error: unrecognized argument --fast", failed=True)
    if later[0].command == "pytest tests":
        failed = failed._replace(command="pytest tests")
    assert kinds(failed, *later) == []


def test_a_failing_test_is_no_failure_to_remember() -> None:
    failed = ran("pytest tests -q", "FAILED tests/test_a.py::test_x - assert 1 == 2", failed=True)
    assert kinds(failed, ran("pytest tests -q --lf")) == []
    assert (
        kinds(
            ran("grep -n x a.py", "No such file or directory", failed=True), ran("grep -n y a.py")
        )
        == []
    )


@pytest.mark.parametrize(
    "said",
    [
        "we should be using the strong types instead of string wherever we can",
        "No, let's keep the old flag and never rename public options",
        "Don't fall back silently, print a warning when the agent is unknown",
        "We decided: the sweeper runs once a minute, because each page view would write",
        "Decision: sessions live in the signed cookie of the gateway",
    ],
)
def test_a_person_who_rules_something_out_decides(said: str) -> None:
    assert [kind in ("decision", "convention") for kind, _ in kinds(Step(PROMPT, said))] == [True]


@pytest.mark.parametrize(
    "said",
    [
        "yes, let's do that",
        "let's not push this commit for now, wait for the review",
        "Why should we not use the cache here?",
        "please add a test for the parser module",
        "Don't worry",
        "We decided nothing about the queue of the mailer so far",
        "remember what we decided about the queue of the mailer last week",
    ],
)
def test_what_is_about_this_moment_is_left_alone(said: str) -> None:
    assert kinds(Step(PROMPT, said)) == []


def test_short_directives_bring_the_sentence_they_lean_on() -> None:
    said = "`rg` may be missing on some machines. we should not rely on it and always fall back to grep"
    (found,) = recognise([Step(PROMPT, said)])
    assert found.text.startswith("`rg` may be missing") and "fall back to grep" in found.text
    assert kinds(Step(PROMPT, "it should not be in the header but below the list of tabs")) == []


PLAN = (
    "Implement the following plan:\n\n# Plan: {title}\n\n## Context\n\nThe status call rewrites the"
    " index and corrupts it. Hooks call it on every commit.\n\n## Key decisions\n\n"
    "- Shim: call the `git` program instead of the library for status\n- Short\n"
)


def test_a_plan_the_person_hands_over_is_a_decision_with_its_reason() -> None:
    prompt = PLAN.format(title="Replace the status call with git")
    first, second = recognise([Step(PROMPT, prompt)])
    assert (first.kind, first.rule) == ("decision", "plan")
    assert first.text == "Replace the status call with git"
    assert dict(first.fields)["rationale"].startswith("The status call rewrites the index")
    assert second.text.startswith("Shim: call the `git` program")
    (approved, _) = recognise([Step(TOOL, tool="ExitPlanMode", plan=prompt.partition("\n\n")[2])])
    assert approved.text == first.text


def test_a_plan_to_fix_something_is_a_bug_fix_and_one_about_documents_is_none() -> None:
    fix = PLAN.format(title="Fix index corruption").partition("## Key")[0]
    (found,) = recognise([Step(PROMPT, fix)])
    assert found.kind == "bug_fix" and "corrupts" not in found.text
    assert kinds(Step(PROMPT, fix.replace("Fix index corruption", "Update the README"))) == []
    assert kinds(Step(PROMPT, fix.replace("Fix index corruption", "Should we use git?"))) == []


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("More questions about sharing, or move to next area?", "Next area"),
        ("How should I run the review of this branch?", "Wait for results"),
        ("Do you have the log line?", "Yes, I can paste it"),
        ("Should shared folders look read-only?", "You decide"),
        ("Does a test binary already exist?", "Already exists"),
    ],
)
def test_questions_about_the_way_or_the_facts_decide_nothing(asked: str, said: str) -> None:
    assert kinds(Step(TOOL, tool="AskUserQuestion", answers=((asked, said),))) == []


def test_a_failing_check_its_cause_and_the_edit_that_fixed_it_become_a_failure() -> None:
    failing = ran(
        "make test", "state.go:8: TestSave: TranscriptPath missing: expected x", failed=True
    )
    why = Step(REPLY, "The problem is that `fromStrategy` drops `TranscriptPath` on the way.")
    (found,) = [
        one for one in recognise([failing, why, EDITED, ran("make test")]) if one.rule == "fix"
    ]
    fields = dict(found.fields)
    assert found.kind == "failure" and found.files == ("a.py",)
    assert found.text.startswith("`make test`: state.go:8")
    assert (
        fields["worked"].startswith("The problem is that") and "Changed: a.py" in fields["worked"]
    )
    assert kinds(failing, EDITED, ran("make test")) == []


def test_a_runner_that_ran_another_task_is_no_way_out() -> None:
    failed = ran("bun run test", "error: Cannot find module 'x'", failed=True)
    assert kinds(failed, ran("bun run lint")) == []


def test_an_amended_commit_is_kept_once() -> None:
    def commit(subject: str) -> Step:
        why = "Previously the body was sent in chunks, which broke large pushes to the server."
        return ran(f'git commit --amend -m "{subject}" -m "{why}"')

    (found,) = recognise([commit("Spool the request body"), commit("Spool request bodies to disk")])
    assert found.text == "Spool request bodies to disk"


def test_an_answered_question_is_a_decision() -> None:
    step = Step(
        TOOL,
        tool="AskUserQuestion",
        answers=(
            ("Embed the files or inline them?", "Inline (Recommended)"),
            ("What would you like to do next?", "Start"),
        ),
    )
    (found,) = recognise([step])
    assert found.text == "Embed the files or inline them? Inline"


def test_the_cause_that_was_found_last_is_kept_with_the_files_it_led_to() -> None:
    (found,) = recognise(
        [
            Step(PROMPT, "why does it fail?"),
            Step(REPLY, "The issue might be that `load` is called twice in the handler."),
            Step(REPLY, "The issue is that `cfg` is read before the file `a.toml` is written."),
            Step(
                REPLY,
                "Root cause: `load_config` ignores the global file `~/.config/x`, so defaults win.",
            ),
            EDITED,
        ]
    )
    assert (found.kind, found.rule, found.files) == ("bug_fix", "cause", ("a.py",))
    assert found.text.startswith("Root cause: `load_config`")


def test_a_commit_message_that_says_why_is_kept() -> None:
    command = (
        "git add -A && git commit -m \"$(cat <<'EOF'\nMake shadow branches specific to a worktree\n\n"
        "Two worktrees with the same base commit wrote into one branch, so that\ncheckpoints of one"
        ' appeared in the other.\n\n- tests\nEOF\n)"'
    )
    (found,) = recognise([ran(command)])
    assert found.kind == "decision" and found.text == "Make shadow branches specific to a worktree"
    assert dict(found.fields)["rationale"].endswith("appeared in the other.")
    assert recognise([ran(command.replace("so that", "and"))]) == []
    assert recognise([ran(command)._replace(failed=True)]) == []


def lines(*entries: dict[str, object]) -> list[str]:
    return [json.dumps(entry) for entry in entries]


def test_a_claude_transcript_is_read_as_steps() -> None:
    found = parse_steps(
        [
            *lines(
                {"type": "user", "message": {"content": "fix it"}},
                {"type": "user", "isMeta": True, "message": {"content": "skill text"}},
                {"type": "assistant", "message": {"content": [
                    {"type": "text", "text": "Looking."},
                    {"type": "tool_use", "id": "1", "name": "Bash", "input": {"command": "make"}},
                    {"type": "tool_use", "id": "2", "name": "Edit", "input": {"file_path": "/p/a.py"}},
                ]}},
                {"type": "user", "message": {"content": [
                    {"type": "tool_result", "tool_use_id": "1", "is_error": True, "content": "Exit code 2"},
                    {"type": "tool_result", "tool_use_id": "2", "is_error": True,
                     "content": "... To tell you how to proceed, the user said:\nnot here"},
                ]}},
            ),
            '{"type": "assistant", "message": {"con',
        ]
    )  # fmt: skip
    assert [(step.kind, step.text or step.command) for step in found] == [
        (PROMPT, "fix it"),
        (REPLY, "Looking."),
        (TOOL, "make"),
        (PROMPT, "not here"),
    ]
    assert found[2].failed and found[2].place == "L4"
    assert [step.text for step in last_turn(found)] == ["not here"]


def test_what_a_program_says_in_the_persons_name_is_not_theirs() -> None:
    said = "This session is being continued from a previous conversation"
    assert parse_steps(lines({"type": "user", "message": {"content": said}})) == []


def test_an_approved_plan_and_a_patch_are_read(tmp_path: Path) -> None:
    output = "User has approved your plan.\n\n## Approved Plan:\n# Use git"
    patch = "*** Begin Patch\n*** Update File: src/a.py\n@@\n*** Add File: b.py\n*** End Patch"
    written = lines(
        {"timestamp": "2026-02-01T10:00:00.000Z", "type": "assistant", "message": {"content": [
            {"type": "tool_use", "id": "1", "name": "ExitPlanMode", "input": {}}]}},
        {"type": "user", "message": {"content": [
            {"type": "tool_result", "tool_use_id": "1", "content": output}]}},
        {"type": "response_item", "payload": {
            "type": "custom_tool_call", "name": "apply_patch", "call_id": "c", "input": patch}},
        {"type": "response_item", "payload": {
            "type": "custom_tool_call_output", "call_id": "c", "output": "Done"}},
    )  # fmt: skip
    plan, edit = parse_steps(written)
    assert plan.plan == "# Use git"
    assert edit.action == EDIT and edit.files == ("src/a.py", "b.py")
    file = tmp_path / "t.jsonl"
    file.write_text("\n".join(written))
    assert session_duration(str(file)) == 0
    file.write_text("\n".join([*written, '{"timestamp": "2026-02-01T10:05:00Z"}']))
    assert session_duration(str(file)) == 300_000
    assert session_duration(str(tmp_path / "none")) == 0


def test_a_codex_transcript_is_read_as_steps() -> None:
    def item(**payload: object) -> dict[str, object]:
        return {"type": "response_item", "payload": payload}

    found = parse_steps(
        lines(
            item(type="message", role="user", content=[{"type": "input_text", "text": "go on"}]),
            item(
                type="function_call",
                name="shell",
                call_id="c",
                arguments=json.dumps({"command": ["bash", "-lc", "make test"]}),
            ),
            item(
                type="function_call_output",
                call_id="c",
                output=json.dumps({"output": "boom", "metadata": {"exit_code": 1}}),
            ),
            item(
                type="message", role="assistant", content=[{"type": "output_text", "text": "Done."}]
            ),
        )
    )
    assert [(step.kind, step.text or step.command, step.failed) for step in found] == [
        (PROMPT, "go on", False),
        (TOOL, "make test", True),
        (REPLY, "Done.", False),
    ]


def test_a_session_summary_has_the_documented_form() -> None:
    """PC-17: calls, minutes, eight tools, ten topics."""
    tools = {f"tool{number}": number for number in range(1, 11)}
    text = summary_text("ab12", tools, 5, [f"topic{number}" for number in range(12)])
    assert text.startswith(
        "Session summary (ab12): 55 tool calls over 5m. Tools used: tool10(10), "
    )
    assert "tool3(3)" in text and "tool2(2)" not in text
    assert text.endswith("topic8, topic9.")


def test_a_session_leaves_a_summary_and_a_handoff() -> None:
    reply = "The parser works now.\n\nNext steps:\n- wire the CLI\n- write docs\n\nShould I go on?"
    made = session_records(
        [
            Step(PROMPT, "make the parser work with tabs"),
            *[EDITED] * 4,
            ran('git commit -m "Parse tabs"'),
            Step(REPLY, reply),
        ],
        now=NOW,
        started=NOW - 300_000,
        project="p",
        session="0123456789",
        agent="claude",
        git=GitState("tabs", ("a.py",), 1),
    )
    fact, handoff = made
    assert (fact.kind, fact.level, fact.domain) == ("fact", 1, "session-history")
    assert "(01234567): 5 tool calls over 5m" in fact.text
    assert handoff.text.startswith("Asked: make the parser work with tabs")
    assert handoff.fields["next_steps"] == ["wire the CLI", "write docs"]
    assert handoff.fields["questions"] == ["Should I go on?"]
    assert handoff.fields["git_commits"] == ["Parse tabs"]
    assert (handoff.fields["git_branch"], handoff.branch) == ("tabs", "tabs")
    assert handoff.automatic and handoff.reviewed == 0


@pytest.mark.parametrize(
    ("after", "left"), [([], ["wire the CLI", "write docs"]), ([EDITED], [])], ids=["talk", "work"]
)
def test_what_is_left_to_do_stays_left_until_something_is_done(
    after: list[Step], left: list[str]
) -> None:
    """A short answer after the list takes none of it back; work may have."""
    reply = "The parser works now.\n\nNext steps:\n- wire the CLI\n- write docs"
    *_, handoff = session_records(
        [
            Step(PROMPT, "make the parser work with tabs"),
            *[EDITED] * 4,
            Step(REPLY, reply),
            Step(PROMPT, "and keep the width at four please"),
            *after,
            Step(REPLY, "Kept at four."),
        ],
        now=NOW,
        started=NOW,
        project="p",
        session="s",
        agent="claude",
        git=GitState(),
    )
    assert handoff.fields.get("next_steps", []) == left


def test_a_session_that_did_nothing_leaves_nothing() -> None:
    state = GitState()
    assert (
        session_records(
            [Step(PROMPT, "hello there my friend")],
            now=NOW,
            started=NOW,
            project="p",
            session="s",
            agent="claude",
            git=state,
        )
        == []
    )
