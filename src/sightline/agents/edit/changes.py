"""The changes an installation makes to a file's text, and their exact removal.

Nothing here touches the disk.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from sightline.agents.edit import json_text, toml_text

# Every file we create contains this word, so that uninstalling can recognise it.
MARK = "sightline"
# The command of our hook in every form that any version installed. The bare word would also match
# people's own hooks in folders called sightline.
_HOOK = re.compile(
    r"""sightline[\\/]hook(?:\.py|[\\/]__main__\.py)["']?\s.*--agent|(?:^|[\\/"'\s])sightline(?:\.exe|\.cmd)?["']?\s+hook\b"""
    r"""|/hook\?agent=\w+$"""
)
BLOCK_START = "<!-- sightline:start -->"
BLOCK_END = "<!-- sightline:end -->"


def is_ours(value: Any) -> bool:
    """Whether a hook entry is one that we wrote: every command it runs is ours."""
    hooks = value.get("hooks") if isinstance(value, dict) else None
    if isinstance(hooks, list) and hooks:
        return all(is_ours(hook) for hook in hooks)
    fields = value.values() if isinstance(value, dict) else [value]
    return any(isinstance(field, str) and _HOOK.search(field) for field in fields)


class JsonMember(NamedTuple):
    """A member of an object in a JSON file, such as a server by its name."""

    file: str
    keys: tuple[str, ...]
    value: Any

    def apply(self, text: str | None) -> str:
        """The file's text with the member."""
        return json_text.set_member(text or "", self.keys, self.value)

    def remove(self, text: str) -> str | None:
        """The file's text without it."""
        text = json_text.remove_member(text, self.keys)
        return json_text.prune_empty(text, self.keys[:-1])


class JsonElement(NamedTuple):
    """An element of a list in a JSON file, such as a hook of an event."""

    file: str
    keys: tuple[str, ...]
    value: Any

    def apply(self, text: str | None) -> str:
        """The file's text with the element, replacing an older one of ours."""
        return json_text.append_element(text or "", self.keys, self.value, is_ours)

    def remove(self, text: str) -> str | None:
        """The file's text without it."""
        text = json_text.remove_elements(text, self.keys, is_ours)
        return json_text.prune_empty(text, self.keys)


class JsonString(NamedTuple):
    """A string in a list of a JSON file, such as a permission rule."""

    file: str
    keys: tuple[str, ...]
    value: Any

    def apply(self, text: str | None) -> str:
        """The file's text with the string, once."""
        return json_text.append_element(text or "", self.keys, self.value, self.value.__eq__)

    def remove(self, text: str) -> str | None:
        """The file's text without it."""
        text = json_text.remove_elements(text, self.keys, lambda value: bool(value == self.value))
        return json_text.prune_empty(text, self.keys)


class TomlTable(NamedTuple):
    """A table of a TOML file, appended with its own heading."""

    file: str
    keys: tuple[str, ...]
    value: Any

    def apply(self, text: str | None) -> str:
        """The file's text with the table."""
        return toml_text.set_table(text or "", self.keys, self.value)

    def remove(self, text: str) -> str | None:
        """The file's text without it."""
        return toml_text.remove_table(text, self.keys)


class OwnFile(NamedTuple):
    """A file that only we write."""

    file: str
    keys: tuple[str, ...]
    value: Any

    def apply(self, text: str | None) -> str:
        """The file's text."""
        return str(self.value)

    def remove(self, text: str) -> str | None:
        """None, which deletes the file, unless someone rewrote it without our mark."""
        return None if MARK in text else text


class TextBlock(NamedTuple):
    """A block between two markers in a Markdown file."""

    file: str
    keys: tuple[str, ...]
    value: Any

    def apply(self, text: str | None) -> str:
        """The file's text with the block, replacing an older one or appended at the end."""
        old = text or ""
        newline = "\r\n" if "\r\n" in old else "\n"
        lines = (BLOCK_START, *str(self.value).strip().splitlines(), BLOCK_END)
        block = newline.join(lines) + newline
        match = _find_block(old)
        if match:
            return old[: match.start()] + block + old[match.end() :]
        gap = "" if not old else newline if old.endswith("\n") else newline * 2
        return old + gap + block

    def remove(self, text: str) -> str | None:
        """The file's text without the block and the empty line before it."""
        match = _find_block(text)
        if not match:
            return text
        before, after = text[: match.start()], text[match.end() :]
        if not before and not after:
            return None
        newline = "\r\n" if "\r\n" in text else "\n"
        return (
            before.removesuffix(newline) + after if before.endswith(newline * 2) else before + after
        )


Change = JsonMember | JsonElement | JsonString | TomlTable | OwnFile | TextBlock
CHANGE_TYPES: dict[str, type[Change]] = {
    kind.__name__: kind
    for kind in (JsonMember, JsonElement, JsonString, TomlTable, OwnFile, TextBlock)
}


def describe(change: Change) -> list[Any]:
    """A change as a JSON list, for the journal."""
    return [type(change).__name__, change.file, list(change.keys), change.value]


def from_description(fields: list[Any]) -> Change:
    """The change that `describe` turned into a list."""
    kind, file, keys, value = fields
    return CHANGE_TYPES[kind](file, tuple(keys), value)


def _find_block(text: str) -> re.Match[str] | None:
    pattern = re.escape(BLOCK_START) + r".*?" + re.escape(BLOCK_END) + r"\r?\n?"
    return re.search(pattern, text, re.DOTALL)
