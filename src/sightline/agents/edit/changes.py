"""What an installation changes in a file, and how exactly that is taken out again.

Every change works on the file's text and names itself; nothing here touches the disk.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from sightline.agents.edit import json_text, toml_text

# Every file of our own carries this word: it is how we know it again.
MARK = "sightline"
# What starts our hook, in every form in which it was ever installed. The word alone would not do:
# people keep hooks of their own in folders of that name.
_HOOK = re.compile(
    r"""sightline[\\/]hook(?:\.py|[\\/]__main__\.py)["']?\s.*--agent|(?:^|[\\/"'\s])sightline(?:\.exe|\.cmd)?["']?\s+hook\b"""
    r"""|/hook\?agent=\w+$"""
)
BLOCK_START = "<!-- sightline:start -->"
BLOCK_END = "<!-- sightline:end -->"


def is_ours(value: Any) -> bool:
    """Whether an element of a list of hooks is one that we wrote: all that it starts is ours."""
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

    def applied(self, text: str | None) -> str:
        """The file's text with the member."""
        return json_text.set_member(text or "", self.keys, self.value)

    def removed(self, text: str) -> str | None:
        """The file's text without it."""
        text = json_text.remove_member(text, self.keys)
        return json_text.prune_empty(text, self.keys[:-1])


class JsonElement(NamedTuple):
    """An element of a list in a JSON file, such as a hook of an event."""

    file: str
    keys: tuple[str, ...]
    value: Any

    def applied(self, text: str | None) -> str:
        """The file's text with the element; an older one of ours is replaced."""
        return json_text.append_element(text or "", self.keys, self.value, is_ours)

    def removed(self, text: str) -> str | None:
        """The file's text without it."""
        text = json_text.remove_elements(text, self.keys, is_ours)
        return json_text.prune_empty(text, self.keys)


class TomlTable(NamedTuple):
    """A table of a TOML file, appended with its own heading."""

    file: str
    keys: tuple[str, ...]
    value: Any

    def applied(self, text: str | None) -> str:
        """The file's text with the table."""
        return toml_text.set_table(text or "", self.keys, self.value)

    def removed(self, text: str) -> str | None:
        """The file's text without it."""
        return toml_text.remove_table(text, self.keys)


class OwnFile(NamedTuple):
    """A file that is ours alone."""

    file: str
    keys: tuple[str, ...]
    value: Any

    def applied(self, text: str | None) -> str:
        """The file's text."""
        return str(self.value)

    def removed(self, text: str) -> str | None:
        """Nothing: the file goes, unless somebody rewrote it without our mark."""
        return None if MARK in text else text


class TextBlock(NamedTuple):
    """A block between two markers in a Markdown file."""

    file: str
    keys: tuple[str, ...]
    value: Any

    def applied(self, text: str | None) -> str:
        """The file's text with the block, at its old place or at the end."""
        old = text or ""
        newline = "\r\n" if "\r\n" in old else "\n"
        lines = (BLOCK_START, *str(self.value).strip().splitlines(), BLOCK_END)
        block = newline.join(lines) + newline
        found = _block(old)
        if found:
            return old[: found.start()] + block + old[found.end() :]
        gap = "" if not old else newline if old.endswith("\n") else newline * 2
        return old + gap + block

    def removed(self, text: str) -> str | None:
        """The file's text without the block and the empty line before it."""
        found = _block(text)
        if not found:
            return text
        before, after = text[: found.start()], text[found.end() :]
        if not before and not after:
            return None
        newline = "\r\n" if "\r\n" in text else "\n"
        return (
            before.removesuffix(newline) + after if before.endswith(newline * 2) else before + after
        )


Change = JsonMember | JsonElement | TomlTable | OwnFile | TextBlock
KINDS: dict[str, type[Change]] = {
    kind.__name__: kind for kind in (JsonMember, JsonElement, TomlTable, OwnFile, TextBlock)
}


def described(change: Change) -> list[Any]:
    """A change as plain JSON, for the journal."""
    return [type(change).__name__, change.file, list(change.keys), change.value]


def from_description(fields: list[Any]) -> Change:
    """The change that was described."""
    kind, file, keys, value = fields
    return KINDS[kind](file, tuple(keys), value)


def _block(text: str) -> re.Match[str] | None:
    pattern = re.escape(BLOCK_START) + r".*?" + re.escape(BLOCK_END) + r"\r?\n?"
    return re.search(pattern, text, re.DOTALL)
