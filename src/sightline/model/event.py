"""Events of assistants: one value for every event of every agent."""

from typing import NamedTuple

# Kinds of events, whatever the agent calls them.
PROMPT = "prompt"
SESSION_START = "session_start"
SESSION_END = "session_end"
TOOL_BEFORE = "tool_before"
TOOL_AFTER = "tool_after"
STOP = "stop"
SUBAGENT_START = "subagent_start"
SUBAGENT_STOP = "subagent_stop"
COMPACT_BEFORE = "compact_before"
COMPACT_AFTER = "compact_after"

# Actions of tools, whatever the agent calls them.
EDIT = "edit"
COMMAND = "command"
READ = "read"
SEARCH = "search"
DELEGATE = "delegate"  # to a subagent
OTHER = "other"


class ToolUse(NamedTuple):
    """A tool call of the assistant, before or after it ran."""

    name: str
    action: str = OTHER
    files: tuple[str, ...] = ()
    command: str = ""
    output: str = ""
    failed: bool = False
    id: str = ""
    task: str = ""  # what a subagent is asked to do


class Event(NamedTuple):
    """One event of an assistant; a field is empty if the assistant does not report it."""

    kind: str
    agent: str
    name: str = ""
    session: str = ""
    subagent: str = ""
    cwd: str = ""
    prompt: str = ""
    source: str = ""
    reply: str = ""
    transcript: str = ""
    id: str = ""
    tool: ToolUse | None = None
