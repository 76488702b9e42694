"""Reads hook payloads without trusting them: a value of the wrong type counts as missing."""

from __future__ import annotations

import json

from sightline.model.event import (
    COMMAND,
    DELEGATE,
    EDIT,
    OTHER,
    READ,
    SEARCH,
    TOOL_AFTER,
    TOOL_BEFORE,
    ToolUse,
)
from sightline.text.foreign_json import parse_json

# Events whose payload describes a tool call.
TOOL_EVENTS = (TOOL_BEFORE, TOOL_AFTER)
# The names of tools in different assistants, by what the tool does.
ACTIONS = {
    EDIT: (
        "Edit Write MultiEdit NotebookEdit apply_patch replace write_file edit create str_replace "
        "str_replace_editor str_replace_based_edit_tool edit_file create_file search_replace patch "
        "editFiles createFile insert_edit_into_file replace_string_in_file multi_replace_string_in_file write_to_file "
        "replace_in_file write multiedit"
    ),
    COMMAND: (
        "Bash shell local_shell exec exec_command unified_exec run_shell_command bash powershell "
        "run_terminal_cmd run_in_terminal runInTerminal runTerminalCommand execute_command Shell terminal"
    ),
    READ: "Read read_file view read read_many_files readFile ReadFile",
    DELEGATE: "Task Agent task runSubagent spawn_agent",
    SEARCH: "Grep Glob grep glob search_file_content list_directory grep_search file_search ls list",
}
ACTION_OF = {name: action for action, names in ACTIONS.items() for name in names.split()}
FILE_KEYS = (
    "file_path",
    "path",
    "filePath",
    "notebook_path",
    "absolute_path",
    "target_file",
    "uri",
)
# Enough of an output to recognise an error; the rest is dropped.
MAX_OUTPUT = 20_000
# Keys that assistants use for a command's exit code.
EXIT_KEYS = ("exit_code", "exitCode", "returncode", "code")


def text_of(payload: dict[str, object], *keys: str) -> str:
    """The first non-empty string among these keys, or an empty string."""
    for key in keys:
        value = payload.get(key)
        if isinstance(value, str) and value:
            return storable(value)
    return ""


def storable(text: str) -> str:
    """The text without NUL and lone surrogates: JSON may hold them, paths and databases may not."""
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def first_root(payload: dict[str, object], key: str) -> str:
    """The first workspace root of a payload that lists them, or an empty string."""
    roots = payload.get(key)
    return storable(str(next(iter(roots), ""))) if isinstance(roots, list) else ""


def json_answer(fields: dict[str, object]) -> str:
    """An answer as JSON text."""
    return json.dumps(fields, ensure_ascii=False)


def mapping(value: object) -> dict[str, object]:
    """The value if it is a JSON object or a string containing one, else an empty dict."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        value = parse_json(value)
    return value if isinstance(value, dict) else {}


def patched_files(patch: str) -> tuple[str, ...]:
    """The files named in a patch of the apply_patch format."""
    prefixes = ("*** Update File: ", "*** Add File: ", "*** Delete File: ")
    return tuple(
        line.removeprefix(prefix).strip()
        for line in patch.splitlines()
        for prefix in prefixes
        if line.startswith(prefix)
    )


def flat_text(value: object, depth: int = 0) -> str:
    """All strings in a tool's response, joined; limited in depth and size."""
    if isinstance(value, str):
        return value[:MAX_OUTPUT]
    if depth > 4:
        return ""
    if isinstance(value, dict):
        value = [v for k, v in value.items() if k not in ("type", "isImage", "originalFile")]
    if isinstance(value, list):
        parts = (flat_text(part, depth + 1) for part in value[:50])
        return "\n".join(part for part in parts if part)[:MAX_OUTPUT]
    return ""


def is_failure(response: object) -> bool:
    """Whether a tool's response reports a failure."""
    fields = mapping(response)
    for key in EXIT_KEYS:
        code = fields.get(key)
        if isinstance(code, int) and not isinstance(code, bool):
            return code != 0
    if fields.get("isError") is True or fields.get("is_error") is True:
        return True
    return text_of(fields, "resultType") in ("failure", "error", "denied")


def tool_use(
    name: str, arguments: object, response: object = None, *, failed: bool = False, use_id: str = ""
) -> ToolUse:
    """The files, command and outcome of one tool call."""
    fields = mapping(arguments)
    action = ACTION_OF.get(name, OTHER)
    several = fields.get("files")
    values = [fields.get(key) for key in FILE_KEYS]
    values += several if isinstance(several, list) else []
    files = [storable(value) for value in values if isinstance(value, str)]
    command = fields.get("command") or fields.get("cmd") or fields.get("script")
    if isinstance(command, list):
        command = " ".join(str(part) for part in command[:200])
    command = storable(command[:MAX_OUTPUT]) if isinstance(command, str) else ""
    patch = text_of(fields, "input", "patch", "patchText") or command or flat_text(arguments)
    if "*** Begin Patch" in patch:
        action, files, command = EDIT, [*files, *patched_files(patch)], ""
    if action != COMMAND:
        command = ""
    return ToolUse(
        name=name,
        action=action,
        files=tuple(dict.fromkeys(file.removeprefix("file://") for file in files)),
        command=command,
        output=flat_text(response),
        failed=failed or is_failure(response),
        id=use_id,
        task=text_of(fields, "prompt", "message", "description") if action == DELEGATE else "",
    )
