"""Writes the completion script of each shell. Knows shells, not commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

_GLOBAL = ("--project", "--json", "--version", "--help")


class CompletedArgument(NamedTuple):
    """An option or a positional argument, as a completion script needs it."""

    options: tuple[str, ...]
    sentence: str
    takes_value: bool
    choices: tuple[str, ...]
    is_path: bool
    repeats: bool


class CompletedCommand(NamedTuple):
    """One command, as a completion script needs it."""

    name: str
    sentence: str
    arguments: tuple[CompletedArgument, ...]


def bash(commands: tuple[CompletedCommand, ...]) -> str:
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


def _bash_case(command: CompletedCommand) -> str:
    return f'    {command.name}) words="{" ".join(_all_words(command))}" ;;'


def _bash_values(commands: tuple[CompletedCommand, ...]) -> str:
    lines = []
    for command in commands:
        for argument in command.arguments:
            if (
                not argument.options
                or not argument.takes_value
                or argument.options == ("--project",)
            ):
                continue
            pattern = "|".join(f"{command.name}:{option}" for option in argument.options)
            how = "-f" if not argument.choices else f'-W "{" ".join(argument.choices)}"'
            lines.append(f'    {pattern}) COMPREPLY=($(compgen {how} -- "$current")); return ;;')
    return "\n".join(lines)


def _all_words(command: CompletedCommand) -> list[str]:
    words: list[str] = []
    for argument in command.arguments:
        words += argument.options or argument.choices
    return [*words, "--help"]


def zsh(commands: tuple[CompletedCommand, ...]) -> str:
    """A script for zsh, after compinit."""
    described = "\n".join(
        f"    {_posix_quoted(command.name + ':' + command.sentence)}"
        for command in commands
        if command.name
    )
    cases = "\n".join(
        f"    {command.name}) _arguments -s {' '.join(_zsh_spec(argument) for argument in command.arguments)}"
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


def _zsh_spec(argument: CompletedArgument) -> str:
    sentence = argument.sentence.translate(str.maketrans("[]:", "(),"))
    if argument.choices:
        values = f"({' '.join(argument.choices)})"
    else:
        values = "_files" if argument.is_path else " "
    if not argument.options:
        return _posix_quoted(f"{'*' if argument.repeats else ''}:{sentence or 'argument'}:{values}")
    value = f":value:{values}" if argument.takes_value else ""
    return " ".join(_posix_quoted(f"*{option}[{sentence}]{value}") for option in argument.options)


def fish(commands: tuple[CompletedCommand, ...]) -> str:
    """A script for fish 3 and later."""
    names = " ".join(command.name for command in commands if command.name)
    no_command = f"not __fish_seen_subcommand_from {names}"
    lines = ["# fish completion for sightline", "complete -c sightline -f"]
    lines.append(
        f"complete -c sightline -n {_posix_quoted(no_command)} -a help -d 'help for a command'"
    )
    for option, how in (("project", " -r -F"), ("json", ""), ("version", ""), ("help", "")):
        lines.append(f"complete -c sightline -n {_posix_quoted(no_command)} -l {option}{how}")
    for command in commands:
        if not command.name:
            continue
        lines.append(
            f"complete -c sightline -n {_posix_quoted(no_command)} -a {command.name}"
            f" -d {_fish_quoted(command.sentence)}"
        )
        seen = _posix_quoted(f"__fish_seen_subcommand_from {command.name}")
        lines += [
            f"complete -c sightline -n {seen} {_fish_spec(argument)}"
            for argument in command.arguments
        ]
    return "\n".join(lines)


def _fish_spec(argument: CompletedArgument) -> str:
    parts = [
        f"-l {option[2:]}" if option.startswith("--") else f"-s {option[1:]}"
        for option in argument.options
    ]
    if argument.choices:
        parts.append(
            f"-x -a {_fish_quoted(' '.join(argument.choices))}" if argument.options else ""
        )
        if not argument.options:
            parts.append(f"-a {_fish_quoted(' '.join(argument.choices))}")
    elif argument.takes_value:
        parts.append(
            "-r -F" if argument.options and argument.is_path else "-r" if argument.options else "-F"
        )
    parts.append(f"-d {_fish_quoted(argument.sentence)}")
    return " ".join(part for part in parts if part)


def powershell(commands: tuple[CompletedCommand, ...]) -> str:
    """A script for PowerShell 5 and later."""
    table = "\n".join(
        f"    {_ps_quoted(command.name)} = @({', '.join(map(_ps_quoted, _all_words(command)))})"
        for command in commands
        if command.name
    )
    values = "\n".join(
        f"    {_ps_quoted(f'{command.name} {option}')}"
        f" = @({', '.join(map(_ps_quoted, argument.choices))})"
        for command in commands
        for argument in command.arguments
        for option in argument.options
        if argument.choices
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
    $candidates = $values["$command $previous"]
  }} elseif ($command) {{
    $candidates = $words[$command]
  }} else {{
    $candidates = @($words.Keys | Sort-Object) + @({first})
  }}
  $candidates | Where-Object {{ $_ -like "$wordToComplete*" }} | ForEach-Object {{
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }}
}}"""


def _posix_quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _ps_quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


SCRIPTS: dict[str, Callable[[tuple[CompletedCommand, ...]], str]] = {
    "bash": bash,
    "zsh": zsh,
    "fish": fish,
    "powershell": powershell,
}
