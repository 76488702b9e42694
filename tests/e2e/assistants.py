"""Runs the real assistants offline: their homes, keys and command lines.

Each assistant gets its own home and a loopback address for its model; the user's own configuration
is neither read nor written.
"""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
from typing import NamedTuple


class Run(NamedTuple):
    """The exit code and output of one run of an assistant."""

    code: int
    output: str


class Assistant(NamedTuple):
    """One assistant: its name in Sightline, its npm package and its program."""

    name: str
    package: str
    program: str


ASSISTANTS = (
    Assistant("claude", "@anthropic-ai/claude-code", "claude"),
    Assistant("codex", "@openai/codex", "codex"),
    Assistant("gemini", "@google/gemini-cli", "gemini"),
    Assistant("copilot", "@github/copilot", "copilot"),
    Assistant("opencode", "opencode-ai", "opencode"),
)


# A key that no service accepts, in the form Claude Code expects.
KEY = "sk-ant-none-" + "0" * 40


def program(assistant: Assistant, folder: pathlib.Path) -> str | None:
    """The path of the assistant's program, or None if it is not installed."""
    local = folder / "node_modules" / ".bin" / assistant.program
    return str(local) if local.exists() else shutil.which(assistant.program)


def version(path: str) -> str:
    """The version that the program prints."""
    printed = subprocess.run(
        [path, "--version"], capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL
    )
    lines = [line for line in printed.stdout.splitlines() if any(c.isdigit() for c in line)]
    return lines[0].strip() if lines else "unknown"


def environment(assistant: str, home: pathlib.Path, url: str) -> dict[str, str]:
    """An environment in which the assistant talks only to the stand-in."""
    names = ("PATH", "LANG", "TERM", "TMPDIR", "PYTHONPATH")
    inherited = {k: v for k, v in os.environ.items() if k in names}
    own = {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_DATA_HOME": str(home / ".local" / "share"),
        "SIGHTLINE_HOME": str(home / "sightline"),
        "NO_COLOR": "1",
        "CI": "1",
        # What arrives is checked here, not whether a busy machine is quick enough.
        "SIGHTLINE_HOOK_PROMPT_SECONDS": "20",
        "SIGHTLINE_HOOK_START_SECONDS": "20",
    }
    per_assistant = {
        "claude": {
            "ANTHROPIC_BASE_URL": url,
            "ANTHROPIC_API_KEY": KEY,
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
            "IS_SANDBOX": "1",
        },
        "codex": {"OPENAI_API_KEY": "none", "CODEX_HOME": str(home / ".codex")},
        "gemini": {
            "GEMINI_API_KEY": "none",
            "GOOGLE_GEMINI_BASE_URL": url,
            "GEMINI_CLI_TRUST_WORKSPACE": "true",
        },
        "copilot": {
            "COPILOT_PROVIDER_TYPE": "anthropic",
            "COPILOT_PROVIDER_BASE_URL": url,
            "COPILOT_PROVIDER_API_KEY": "none",
            "COPILOT_MODEL": "claude-sonnet-4.5",
            "COPILOT_OFFLINE": "true",
        },
        "opencode": {"ANTHROPIC_API_KEY": "none"},
    }
    return inherited | own | per_assistant[assistant]


def prepare(assistant: str, home: pathlib.Path, project: pathlib.Path, url: str) -> None:
    """The least configuration with which the assistant starts without asking anything."""
    home.mkdir(parents=True, exist_ok=True)
    if assistant == "codex":
        _write(
            home / ".codex" / "config.toml",
            'model = "gpt-5"\nmodel_provider = "local"\n\n[model_providers.local]\n'
            f'name = "local"\nbase_url = "{url}/v1"\nwire_api = "responses"\n'
            'env_key = "OPENAI_API_KEY"\n',
        )
    elif assistant == "gemini":
        settings = {"security": {"auth": {"selectedType": "gemini-api-key"}}}
        _write(home / ".gemini" / "settings.json", json.dumps(settings, indent=2) + "\n")
    elif assistant == "opencode":
        options = {"baseURL": f"{url}/v1", "apiKey": "none"}
        settings = {
            "$schema": "https://opencode.ai/config.json",
            "provider": {"anthropic": {"options": options}},
            "model": "anthropic/claude-sonnet-4-5",
            "autoupdate": False,
        }
        path = home / ".config" / "opencode" / "opencode.json"
        _write(path, json.dumps(settings, indent=2) + "\n")
    elif assistant == "claude":
        state = {
            "hasCompletedOnboarding": True,
            "customApiKeyResponses": {"approved": [KEY[-20:]], "rejected": []},
            "projects": {str(project): {"hasTrustDialogAccepted": True}},
        }
        _write(home / ".claude.json", json.dumps(state, indent=2) + "\n")


# Files with a person's own entries and formatting, which installing must keep byte for byte.
OWN_FILES = {
    "claude": {
        ".claude/settings.json": '{ "model": "sonnet",\n  "hooks": {"Stop": [{"hooks": '
        '[{"type": "command", "command": "true  # mine"}]}] } }\n',
    },
    "codex": {".codex/hooks.json": '{"hooks":   {}}\n'},
    "copilot": {".copilot/mcp-config.json": '{"mcpServers":{}\n}\n'},
    "opencode": {".config/opencode/tui.json": '{ "theme": "system" }\n'},
    "gemini": {".gemini/GEMINI.md": "Be brief.\n"},
}


def write_own_files(assistant: str, home: pathlib.Path) -> None:
    """Files such as a person who uses this assistant has."""
    for name, text in OWN_FILES[assistant].items():
        _write(home / name, text)


def _write(path: pathlib.Path, text: str) -> None:
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def command(assistant: str, path: str, prompt: str, *, again: bool) -> list[str]:
    """The command line for one prompt; `again` goes on with the last session."""
    if assistant == "claude":
        more = ["--continue"] if again else []
        return [path, "-p", prompt, "--permission-mode", "bypassPermissions", *more]
    if assistant == "codex":
        base = [path, "exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust"]
        base += ["--dangerously-bypass-approvals-and-sandbox"]
        return [*base, "resume", "--last", prompt] if again else [*base, prompt]
    if assistant == "gemini":
        more = ["--resume", "latest"] if again else []
        return [path, "-p", prompt, "--yolo", "-m", "gemini-2.5-flash", *more]
    if assistant == "copilot":
        more = ["--continue"] if again else []
        return [path, "-p", prompt, "--allow-all-tools", *more]
    more = ["--continue"] if again else []
    return [path, "run", *more, prompt]


def run(
    assistant: str,
    path: str,
    prompt: str,
    *,
    home: pathlib.Path,
    project: pathlib.Path,
    url: str,
    again: bool = False,
    seconds: int = 120,
) -> Run:
    """Give the assistant one prompt in the project and wait for its end."""
    try:
        result = subprocess.run(
            command(assistant, path, prompt, again=again),
            cwd=project,
            env=environment(assistant, home, url),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired as late:
        return Run(-1, f"no end after {seconds} s: {late.stdout!r:.2000} {late.stderr!r:.2000}")
    return Run(result.returncode, result.stdout + result.stderr)
