"""How each shell wants its completions written. Knows shells, not commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

_GLOBAL = ("--project", "--json", "--version", "--help")


class Word(NamedTuple):
    """An option or a positional argument, as a completion needs it."""

    options: tuple[str, ...]
    sentence: str
    takes_value: bool
    choices: tuple[str, ...]
    is_path: bool
    repeats: bool


class Completed(NamedTuple):
    """One command, as a completion needs it."""

    name: str
    sentence: str
    words: tuple[Word, ...]


def bash(commands: tuple[Completed, ...]) -> str:
    """A script for bash 3.2 and later."""
    names = " ".join(command.name for command in commands if command.name)
    cases = "\n".join(_bash_case(command) for command in commands if command.name)
    return f"""# bash completion for sightline
_sightline() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" previous="${{COMP_WORDS[COMP_CWORD-1]}}"
  local command="" word position=1
  while [ "$position" -lt "$COMP_CWORD" ]; do
    word="${{COMP_WORDS[position]}}"
    case "$word" in
      --project) position=$((position + 1)) ;;
      -*) ;;
      *) command="$word"; break ;;
    esac
    position=$((position + 1))
  done
  COMPREPLY=()
  case "$command:$previous" in
    *:--project) COMPREPLY=($(compgen -d -- "$current")); return ;;
{_bash_values(commands)}
  esac
  local words=""
  case "$command" in
    "") words="{names} help {" ".join(_GLOBAL)}" ;;
{cases}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [ "${{#COMPREPLY[@]}}" -eq 0 ] && [ -n "$command" ]; then
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}}
complete -o filenames -F _sightline sightline"""


def _bash_case(command: Completed) -> str:
    return f'    {command.name}) words="{" ".join(_all_words(command))}" ;;'


def _bash_values(commands: tuple[Completed, ...]) -> str:
    lines = []
    for command in commands:
        for word in command.words:
            if not word.options or not word.takes_value or word.options == ("--project",):
                continue
            pattern = "|".join(f"{command.name}:{option}" for option in word.options)
            how = "-f" if not word.choices else f'-W "{" ".join(word.choices)}"'
            lines.append(f'    {pattern}) COMPREPLY=($(compgen {how} -- "$current")); return ;;')
    return "\n".join(lines)


def _all_words(command: Completed) -> list[str]:
    found: list[str] = []
    for word in command.words:
        found += word.options or word.choices
    return [*found, "--help"]


def zsh(commands: tuple[Completed, ...]) -> str:
    """A script for zsh, after compinit."""
    described = "\n".join(
        f"    {_single(command.name + ':' + command.sentence)}"
        for command in commands
        if command.name
    )
    cases = "\n".join(
        f"    {command.name}) _arguments -s {' '.join(_zsh_spec(word) for word in command.words)}"
        " '--help[show help]' ;;"
        for command in commands
        if command.name
    )
    return f"""#compdef sightline
_sightline() {{
  local -a commands
  commands=(
{described}
    'help:help for a command'
  )
  local state line
  _arguments -C '--project[the project to work in]:path:_files -/' '--json[print JSON]' \\
    '--version[print the version]' '--help[show help]' '1:command:->command' '*::argument:->rest'
  case "$state" in
    command) _describe command commands; return ;;
  esac
  case "${{line[1]}}" in
{cases}
  esac
}}
if [ "${{funcstack[1]}}" = _sightline ]; then _sightline "$@"; else compdef _sightline sightline; fi"""


def _zsh_spec(word: Word) -> str:
    sentence = word.sentence.translate(str.maketrans("[]:", "(),"))
    if word.choices:
        values = f"({' '.join(word.choices)})"
    else:
        values = "_files" if word.is_path else " "
    if not word.options:
        return _single(f"{'*' if word.repeats else ''}:{sentence or 'argument'}:{values}")
    value = f":value:{values}" if word.takes_value else ""
    return " ".join(_single(f"*{option}[{sentence}]{value}") for option in word.options)


def fish(commands: tuple[Completed, ...]) -> str:
    """A script for fish 3 and later."""
    names = " ".join(command.name for command in commands if command.name)
    nothing_yet = f"not __fish_seen_subcommand_from {names}"
    lines = ["# fish completion for sightline", "complete -c sightline -f"]
    lines.append(f"complete -c sightline -n {_single(nothing_yet)} -a help -d 'help for a command'")
    for option, how in (("project", " -r -F"), ("json", ""), ("version", ""), ("help", "")):
        lines.append(f"complete -c sightline -n {_single(nothing_yet)} -l {option}{how}")
    for command in commands:
        if not command.name:
            continue
        lines.append(
            f"complete -c sightline -n {_single(nothing_yet)} -a {command.name}"
            f" -d {_fish_quoted(command.sentence)}"
        )
        seen = _single(f"__fish_seen_subcommand_from {command.name}")
        lines += [f"complete -c sightline -n {seen} {_fish_spec(word)}" for word in command.words]
    return "\n".join(lines)


def _fish_spec(word: Word) -> str:
    parts = [
        f"-l {option[2:]}" if option.startswith("--") else f"-s {option[1:]}"
        for option in word.options
    ]
    if word.choices:
        parts.append(f"-x -a {_fish_quoted(' '.join(word.choices))}" if word.options else "")
        if not word.options:
            parts.append(f"-a {_fish_quoted(' '.join(word.choices))}")
    elif word.takes_value:
        parts.append("-r -F" if word.options and word.is_path else "-r" if word.options else "-F")
    parts.append(f"-d {_fish_quoted(word.sentence)}")
    return " ".join(part for part in parts if part)


def powershell(commands: tuple[Completed, ...]) -> str:
    """A script for PowerShell 5 and later."""
    table = "\n".join(
        f"    {_ps_quoted(command.name)} = @({', '.join(map(_ps_quoted, _all_words(command)))})"
        for command in commands
        if command.name
    )
    values = "\n".join(
        f"    {_ps_quoted(f'{command.name} {option}')}"
        f" = @({', '.join(map(_ps_quoted, word.choices))})"
        for command in commands
        for word in command.words
        for option in word.options
        if word.choices
    )
    first = ", ".join(_ps_quoted(name) for name in ("help", *_GLOBAL))
    return f"""# PowerShell completion for sightline
Register-ArgumentCompleter -Native -CommandName sightline -ScriptBlock {{
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @{{
{table}
  }}
  $values = @{{
{values}
  }}
  $before = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object {{ $_.Extent.EndOffset -lt $cursorPosition }} | ForEach-Object {{ $_.ToString() }})
  $command = $before | Where-Object {{ $words.ContainsKey($_) }} | Select-Object -First 1
  $previous = $before | Select-Object -Last 1
  if ($command -and $values.ContainsKey("$command $previous")) {{
    $found = $values["$command $previous"]
  }} elseif ($command) {{
    $found = $words[$command]
  }} else {{
    $found = @($words.Keys | Sort-Object) + @({first})
  }}
  $found | Where-Object {{ $_ -like "$wordToComplete*" }} | ForEach-Object {{
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }}
}}"""


def _single(text: str) -> str:
    """Quoted for a POSIX shell."""
    return "'" + text.replace("'", "'\\''") + "'"


def _fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _ps_quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


SCRIPTS: dict[str, Callable[[tuple[Completed, ...]], str]] = {
    "bash": bash,
    "zsh": zsh,
    "fish": fish,
    "powershell": powershell,
}
