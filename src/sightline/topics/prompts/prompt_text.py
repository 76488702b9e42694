"""The part of a prompt that a person wrote: without what programs, terminals and the machine add to it."""

import re

# A pasted log or plan names its subject at the start; the rest would drown it out.
HEAD = 400
# Longer prompts are mostly pasted text.
MOST_OWN_CHARACTERS = 1200
# Where paths are looked for.
PATHS_HEAD = 1500

# Tags that programs add to a prompt; a person's own HTML or XML stays.
_INJECTED = (
    r"<(system[-_]reminder|ide_[a-z_]+|command-[a-z]+|local-command-[a-z]+|user-prompt-submit-hook"
    r"|environment_context|user_instructions|private)\b[^<>]{0,200}>.*?</\1\s*>"
)
# What an assistant's terminal shows for a pasted picture, text or file.
_PASTED = r"\[(?:Image|Screenshot|Pasted (?:text|content)|File|Attachment|\.\.\.Truncated text)\b[ :]*(?:#\d+|source:|\+\d+)[^\]\n]{0,300}\]"
# Colour codes in text pasted from a terminal, with or without the escape character.
_COLOURS = r"\x1b\[[\d;]*m|\[\d{1,3}(?:;\d{1,3})*m"
# The folders of a machine, who is logged in there, and the endings of files: they name no subject.
_MACHINE_FOLDERS = (
    r"(?<![\w.@+-])(?:/(?:home|Users|root|tmp|var|opt|usr|mnt|private|srv|Volumes|workspaces?|builds?)"
    r"|~|[A-Za-z]:)(?:[/\\][^\s/\\:\"'`]+)*[/\\]"
)
_SHELL_PROMPT = r"(?m)^(?:\(\S+\) )?[\w.-]+@[\w.-]+[:~ ][^\n$#%]{0,200}[$#%] "
FILE_ENDINGS = (
    r"(?:py|pyi|pyx|ipynb|ts|tsx|js|jsx|mjs|cjs|go|rs|rb|erb|php|java|kt|kts|scala|swift|c|h|cc|cpp|hpp|cs|m|mm|ex|exs"
    r"|hs|clj|dart|r|lua|sh|bat|ps1|md|mdx|rst|txt|csv|json|jsonl|ya?ml|toml|ini|cfg|conf|env|lock|css|scss|less|html?"
    r"|xml|svg|png|sql|vue|svelte|tf|proto|gradle|nix|mod)"
)
_FILE_ENDING = rf"(?<=[\w-])\.{FILE_ENDINGS}\b(?!\()"


def clean(text: str) -> str:
    """FG-6: the text a person wrote, without the tags that programs add."""
    if "<" in text:
        text = re.compile(_INJECTED, re.DOTALL | re.IGNORECASE).sub(" ", text)
    return without_pasted(text).strip()


def without_pasted(text: str) -> str:
    """The text without the marks of what was pasted, unless there is nothing else."""
    if "[" not in text:
        return text
    written = re.compile(_PASTED).sub(" ", text)
    return written if written.strip() else text


def without_colours(text: str) -> str:
    """The text without terminal colour codes, which would hide secrets from redaction."""
    return re.compile(_COLOURS).sub("", text) if "[" in text else text


def own_words(text: str) -> str:
    """The part that names a topic: no redaction marks, and only the start of pasted text."""
    text = without_redactions(text)
    return text if len(text) <= MOST_OWN_CHARACTERS else text[:HEAD]


def without_redactions(text: str) -> str:
    """The text without the marks of what was redacted."""
    if "[redacted:" not in text:
        return text
    return re.compile(r"\[redacted:[\w-]+\]").sub(" ", text)


def without_machine(text: str) -> str:
    """The text without folders of the machine, prompts of a shell and endings of file names."""
    text = text[:PATHS_HEAD]
    if "/" in text or "\\" in text:
        if "@" in text:
            text = re.compile(_SHELL_PROMPT).sub("", text)
        text = re.compile(_MACHINE_FOLDERS).sub("", text)
    return re.compile(_FILE_ENDING).sub(" ", text) if "." in text else text
