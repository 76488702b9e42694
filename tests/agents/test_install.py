"""Installing twice changes nothing; uninstalling restores every file byte for byte."""

import importlib
import json
import os
import pathlib
import tomllib

import pytest

from sightline.agents import INSTALLABLE
from sightline.agents.claude.install import allow_changes
from sightline.agents.edit import json_text
from sightline.agents.edit.journal import Journal, install, plan_install, plan_uninstall, uninstall
from sightline.agents.gemini.install import allow_changes as gemini_allow_changes
from sightline.agents.paths import PROJECT, SCOPES, USER, InstallTarget, Launcher

SERVERS = '{"command": "other", "args": ["x"]}'
JSON_FILES = {
    "empty file": "",
    "empty object": "{}",
    "empty object, newline": "{}\n",
    "spread empty object": "{\n}\n",
    "one line": '{"theme": "dark", "n": 1}',
    "one line, newline": '{"theme":"dark"}\n',
    "two spaces": '{\n  "theme": "dark",\n  "list": [1, 2]\n}\n',
    "four spaces": '{\n    "theme": "dark"\n}\n',
    "three spaces, no newline": '{\n   "theme": "dark"\n}',
    "tabs": '{\n\t"theme": "dark"\n}\n',
    "windows line ends": '{\r\n  "theme": "dark"\r\n}\r\n',
    "byte order mark": '\ufeff{\n  "theme": "dark"\n}\n',
    "line comments": '// mine\n{\n  // why\n  "theme": "dark" // last\n}\n// end\n',
    "block comments": '{\n  /* why */\n  "theme": "dark" /* last */\n}\n',
    "trailing commas": '{\n  "theme": "dark",\n  "mcpServers": {\n    "o": 1,\n  },\n}\n',
    "other servers": f'{{\n  "mcpServers": {{\n    "other": {SERVERS}\n  }}\n}}\n',
    "other servers, compact": f'{{"mcpServers":{{"other":{SERVERS}}},"servers":{{}}}}',
    "other hooks": '{\n  "hooks": {\n    "UserPromptSubmit": [\n      {"hooks": [{"type": "command",'
    ' "command": "mine"}]}\n    ]\n  }\n}\n',
    "empty containers": '{\n  "mcpServers": {},\n  "hooks": {},\n  "mcp": {}\n}\n',
    "unicode": '{\n  "name": "Jürgen 日本 😀",\n  "path": "C:\\\\x"\n}\n',
    "versioned": '{\n  "version": 1,\n  "hooks": {}\n}\n',
}
TOML_FILES = {
    "empty file": "",
    "settings": 'model = "gpt-5"\n',
    "no newline": 'model = "gpt-5"',
    "comments": '# mine\nmodel = "gpt-5" # why\n\n# end\n',
    "other servers": '[mcp_servers.other]\ncommand = "x"\n\n[tui]\ntheme = "dark"\n',
    "another table": "[a]\nb = 1\n",
    "windows line ends": 'model = "gpt-5"\r\n\r\n[tui]\r\ntheme = "dark"\r\n',
    "strings with brackets": 'text = """\n[not.a.table]\n"""\n',
}


def target(tmp_path: pathlib.Path, scope: str) -> InstallTarget:
    home, root = tmp_path / "home", tmp_path / "project"
    home.mkdir(exist_ok=True)
    root.mkdir(exist_ok=True)
    return InstallTarget(str(home), str(root), scope, str(home / ".config"), "")


def launcher(scope: str, python: str = "/opt/venv/bin/python") -> Launcher:
    return Launcher(python, "/opt/venv/lib/sightline/hook/__main__.py", scope)


def changes_of(agent: str, install_target: InstallTarget, start: Launcher | None = None) -> tuple:
    module = importlib.import_module(f"sightline.agents.{agent}.install")
    return module.changes(install_target, start or launcher(install_target.scope))


def snapshot(folder: pathlib.Path) -> dict[str, bytes | None]:
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
        if "journal" not in path.parts
    }


def do_install(
    agent: str, install_target: InstallTarget, tmp_path: pathlib.Path, start: Launcher | None = None
):
    edits = plan_install(changes_of(agent, install_target, start))
    install(edits, Journal(str(tmp_path / "journal")), agent)
    return edits


def do_uninstall(agent: str, tmp_path: pathlib.Path):
    journal = Journal(str(tmp_path / "journal"))
    edits = plan_uninstall(journal, (agent,))
    uninstall(edits, journal, (agent,))
    return edits


def put(install_target: InstallTarget, agent: str, text: str, toml: str = "") -> list[pathlib.Path]:
    """Every file the assistant's installation would touch, with this text in it."""
    files = []
    for change in changes_of(agent, install_target):
        path = pathlib.Path(change.file)
        if type(change).__name__ == "OwnFile" or path.exists():
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes((toml if path.suffix == ".toml" else text).encode())
        files.append(path)
    return files


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("agent", INSTALLABLE)
def test_uninstalling_removes_every_file_that_installing_created(
    agent: str, scope: str, tmp_path: pathlib.Path
) -> None:
    """FO-5 with ruling 22: written once, into the files the assistant reads, and taken out again."""
    install_target = target(tmp_path, scope)
    before = snapshot(tmp_path)
    do_install(agent, install_target, tmp_path)
    installed = snapshot(tmp_path)
    assert installed != before or (agent == "windsurf" and scope == PROJECT)
    assert not any(edit.changed for edit in do_install(agent, install_target, tmp_path))
    assert snapshot(tmp_path) == installed
    do_uninstall(agent, tmp_path)
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize("name", JSON_FILES)
@pytest.mark.parametrize("agent", INSTALLABLE)
def test_existing_files_are_restored_byte_for_byte(
    agent: str, name: str, tmp_path: pathlib.Path
) -> None:
    install_target = target(tmp_path, USER)
    toml = list(TOML_FILES.values())[list(JSON_FILES).index(name) % len(TOML_FILES)]
    put(install_target, agent, JSON_FILES[name], toml)
    before = snapshot(tmp_path)
    edits = do_install(agent, install_target, tmp_path)
    assert all(not edit.problem for edit in edits)
    installed = snapshot(tmp_path)
    assert not any(edit.changed for edit in do_install(agent, install_target, tmp_path))
    assert snapshot(tmp_path) == installed
    do_uninstall(agent, tmp_path)
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize("name", [n for n in JSON_FILES if n != "empty file"])
@pytest.mark.parametrize("agent", INSTALLABLE)
def test_later_edits_of_the_user_are_kept(agent: str, name: str, tmp_path: pathlib.Path) -> None:
    """Ruling 69: our entries alone are taken out."""
    install_target = target(tmp_path, USER)
    files = [
        file for file in put(install_target, agent, JSON_FILES[name]) if file.suffix == ".json"
    ]
    do_install(agent, install_target, tmp_path)
    for file in files:
        text = file.read_bytes().decode()
        file.write_bytes(json_text.set_member(text, ("mine",), {"kept": True}).encode())
    do_uninstall(agent, tmp_path)
    for file in files:
        text = file.read_bytes().decode()
        expected = json_text.parse(JSON_FILES[name]).value
        restored = json_text.parse(text).value
        assert restored.pop("mine") == {"kept": True}
        # Containers that were empty before may be gone; nothing else may differ.
        drop = {k: v for k, v in expected.items() if v not in ({}, [])}
        assert {k: v for k, v in restored.items() if v not in ({}, [])} == drop
        assert "sightline" not in text
        for comment in ("// mine", "// why", "/* why */", "// end"):
            assert (comment in text) == (comment in JSON_FILES[name])


@pytest.mark.parametrize("name", TOML_FILES)
def test_toml_keeps_later_edits(name: str, tmp_path: pathlib.Path) -> None:
    install_target = target(tmp_path, USER)
    put(install_target, "codex", "{}", TOML_FILES[name])
    file = tmp_path / "home" / ".codex" / "config.toml"
    do_install("codex", install_target, tmp_path)
    file.write_bytes(file.read_bytes() + b"\n[mine]\nkept = true\n")
    do_uninstall("codex", tmp_path)
    text = file.read_bytes().decode()
    assert "sightline" not in text
    assert "kept = true" in text
    assert text.startswith(TOML_FILES[name])


def test_a_comment_written_below_our_table_stays(tmp_path: pathlib.Path) -> None:
    install_target = target(tmp_path, USER)
    put(install_target, "codex", "{}", 'model = "m"\n')
    file = tmp_path / "home" / ".codex" / "config.toml"
    for later in ("\n# why this is here\n[mine]\nkept = true\n", "\n# the end\n"):
        file.write_text('model = "m"\n')
        do_install("codex", install_target, tmp_path)
        file.write_bytes(file.read_bytes() + later.encode())
        do_uninstall("codex", tmp_path)
        assert file.read_text() == 'model = "m"\n' + later


def test_a_users_own_hooks_are_never_mistaken_for_ours(tmp_path: pathlib.Path) -> None:
    """A folder called sightline, or a hook put into our group, makes no hook ours."""
    install_target = target(tmp_path, USER)
    theirs = {"type": "command", "command": "/home/u/sightline/scripts/hook.sh --agent claude"}
    text = json.dumps({"hooks": {"UserPromptSubmit": [{"hooks": [theirs]}]}}, indent=1)
    put(install_target, "claude", text)
    file = tmp_path / "home" / ".claude" / "settings.json"
    do_install("claude", install_target, tmp_path)
    installed = json.loads(file.read_text())["hooks"]["UserPromptSubmit"]
    assert len(installed) == 2 and installed[0] == {"hooks": [theirs]}
    added = {"type": "command", "command": "echo mine"}
    changed = json.loads(file.read_text())
    changed["hooks"]["UserPromptSubmit"][1]["hooks"].append(added)
    file.write_text(json.dumps(changed, indent=1))
    do_install("claude", install_target, tmp_path)
    again = json.loads(file.read_text())["hooks"]["UserPromptSubmit"]
    assert json.dumps(again).count("-S /opt/venv/lib/sightline/hook/__main__.py") == 1
    do_uninstall("claude", tmp_path)
    left = json.loads(file.read_text())["hooks"]
    assert left == {"UserPromptSubmit": [{"hooks": [theirs]}, {"hooks": [added]}]}


@pytest.mark.parametrize("agent", ["claude", "codex", "gemini", "cursor"])
def test_edits_between_two_installations_survive_both(agent: str, tmp_path: pathlib.Path) -> None:
    """Invariant 8: what a person wrote since the first one is not undone with the second."""
    install_target = target(tmp_path, USER)
    files = [
        file for file in put(install_target, agent, '{\n  "a": 1\n}\n', "a = 1\n") if file.exists()
    ]
    do_install(agent, install_target, tmp_path)
    for file in files:
        text = file.read_text()
        file.write_text(text.replace('"a": 1', '"a": 2').replace("a = 1", "a = 2"))
    do_install(agent, install_target, tmp_path, launcher(USER, "/new/python"))
    do_uninstall(agent, tmp_path)
    for file in files:
        assert file.read_text() == ("a = 2\n" if file.suffix == ".toml" else '{\n  "a": 2\n}\n')


def test_a_file_deleted_between_two_installations_does_not_come_back(
    tmp_path: pathlib.Path,
) -> None:
    install_target = target(tmp_path, USER)
    files = put(install_target, "claude", '{\n  "a": 1\n}\n')
    do_install("claude", install_target, tmp_path)
    for file in files:
        file.unlink()
    do_install("claude", install_target, tmp_path)
    do_uninstall("claude", tmp_path)
    assert not any(file.exists() for file in files)


def test_an_upgraded_interpreter_replaces_the_old_entry(tmp_path: pathlib.Path) -> None:
    install_target = target(tmp_path, USER)
    put(install_target, "claude", '{\n  "theme": "dark"\n}\n')
    before = snapshot(tmp_path)
    do_install("claude", install_target, tmp_path)
    do_install("claude", install_target, tmp_path, launcher(USER, "/new/python"))
    settings = (tmp_path / "home" / ".claude" / "settings.json").read_text()
    assert "/opt/venv/bin" not in settings
    assert settings.count("/new/python") == settings.count("hook/__main__.py")
    do_uninstall("claude", tmp_path)
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize("broken", ["{", '{"a": }', "[1,", "hello", '{"hooks": 5}', "\xff\xfe"])
def test_a_file_that_cannot_be_parsed_is_not_changed(broken: str, tmp_path: pathlib.Path) -> None:
    """Invariant 8."""
    install_target = target(tmp_path, USER)
    content = broken.encode("latin-1")
    file = tmp_path / "home" / ".claude" / "settings.json"
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    edits = do_install("claude", install_target, tmp_path)
    assert [edit.file for edit in edits if edit.problem] == [str(file)]
    assert file.read_bytes() == content
    do_uninstall("claude", tmp_path)
    assert file.read_bytes() == content


def test_a_linked_file_stays_a_link(tmp_path: pathlib.Path) -> None:
    install_target = target(tmp_path, USER)
    real = tmp_path / "dotfiles" / "settings.json"
    real.parent.mkdir()
    real.write_text('{\n  "theme": "dark"\n}\n')
    link = tmp_path / "home" / ".claude" / "settings.json"
    link.parent.mkdir(parents=True)
    link.symlink_to(real)
    do_install("claude", install_target, tmp_path)
    assert link.is_symlink()
    assert "sightline" in real.read_text()
    do_uninstall("claude", tmp_path)
    assert link.is_symlink()
    assert real.read_text() == '{\n  "theme": "dark"\n}\n'


def test_a_file_keeps_its_mode(tmp_path: pathlib.Path) -> None:
    install_target = target(tmp_path, USER)
    file = tmp_path / "home" / ".claude.json"
    file.write_text("{}\n")
    file.chmod(0o600)
    do_install("claude", install_target, tmp_path)
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everything")
def test_a_read_only_file_is_not_changed(tmp_path: pathlib.Path) -> None:
    install_target = target(tmp_path, USER)
    file = tmp_path / "home" / ".claude.json"
    file.write_text("{}\n")
    file.chmod(0o400)
    edits = do_install("claude", install_target, tmp_path)
    assert any(edit.problem == "it is read-only" for edit in edits)
    assert file.read_text() == "{}\n"


def test_assistants_that_share_a_file_are_uninstalled_independently(tmp_path: pathlib.Path) -> None:
    install_target = target(tmp_path, PROJECT)
    before = snapshot(tmp_path)
    for agent in ("claude", "vscode", "cursor"):
        do_install(agent, install_target, tmp_path)
    do_uninstall("claude", tmp_path)
    assert json.loads((tmp_path / "project" / ".vscode" / "mcp.json").read_text())["servers"]
    do_uninstall("vscode", tmp_path)
    do_uninstall("cursor", tmp_path)
    assert snapshot(tmp_path) == before


def test_permission_rules_come_and_go_without_touching_other_rules(tmp_path: pathlib.Path) -> None:
    install_target = target(tmp_path, USER)
    settings = tmp_path / "home" / ".claude" / "settings.json"
    settings.parent.mkdir(parents=True, exist_ok=True)
    own = '{"permissions": {"allow": ["Bash(ls)", "mcp__sightline__recall"], "deny": []}}\n'
    settings.write_text(own)
    rules = allow_changes(install_target, ("recall", "get_context"))
    journal = Journal(str(tmp_path / "journal"))
    install(plan_install(rules), journal, "claude")
    allowed = json.loads(settings.read_text())["permissions"]["allow"]
    assert allowed == ["Bash(ls)", "mcp__sightline__recall", "mcp__sightline__get_context"]
    settings.write_text(settings.read_text().replace("Bash(ls)", "Bash(cat)"))
    do_uninstall("claude", tmp_path)
    assert settings.read_text() == own.replace("Bash(ls)", "Bash(cat)")


def test_the_policy_of_gemini_comes_and_goes(tmp_path: pathlib.Path) -> None:
    install_target = target(tmp_path, USER)
    before = snapshot(tmp_path)
    rules = gemini_allow_changes(install_target, ("recall", "get_context"))
    install(plan_install(rules), Journal(str(tmp_path / "journal")), "gemini")
    file = tmp_path / "home" / ".gemini" / "policies" / "sightline.toml"
    (rule,) = tomllib.loads(file.read_text())["rule"]
    assert rule["mcpName"] == "sightline"
    assert rule["toolName"] == ["recall", "get_context"]
    assert rule["decision"] == "allow"
    do_uninstall("gemini", tmp_path)
    assert snapshot(tmp_path) == before
    assert gemini_allow_changes(target(tmp_path, PROJECT), ("recall",)) == ()


def test_vscode_gets_hooks_where_their_answers_reach_the_model(tmp_path: pathlib.Path) -> None:
    do_install("vscode", target(tmp_path, USER), tmp_path)
    file = tmp_path / "home" / ".copilot" / "hooks" / "sightline-vscode.json"
    hooks = json.loads(file.read_text())["hooks"]
    assert {"SessionStart", "PreToolUse", "PostToolUse", "SubagentStart"} <= hooks.keys()
    assert all("--agent vscode" in group[0]["command"] for group in hooks.values())
