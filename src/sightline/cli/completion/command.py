"""`sightline completion SHELL`: a completion script made from the commands' declarations."""

from argparse import ArgumentParser, Namespace, _HelpAction

from sightline.cli.command import Command, parser_of
from sightline.cli.commands import load_all
from sightline.cli.completion.shells import SCRIPTS, Completed, Word
from sightline.tools.catalog import all_tools


def completed_commands() -> tuple[Completed, ...]:
    """Every command with its options and choices, read from the parsers themselves."""
    return tuple(
        Completed(command.name, command.summary, _words(parser_of(command), _offered(command.name)))
        for _, command in load_all()
    )


def _offered(command: str) -> dict[str, tuple[str, ...]]:
    """What may stand where the parser takes any word, to answer a wrong one with the nearest."""
    return {"tool": tuple(tool.name for tool in all_tools())} if command == "call" else {}


def _words(parser: ArgumentParser, offered: dict[str, tuple[str, ...]]) -> tuple[Word, ...]:
    found = []
    for action in parser._actions:
        if isinstance(action, _HelpAction):
            continue
        found.append(
            Word(
                options=tuple(action.option_strings),
                sentence=action.help or "",
                takes_value=action.nargs != 0,
                choices=tuple(map(str, action.choices or offered.get(action.dest, ()))),
                is_path=action.metavar in ("PATH", "FILE", "DIRECTORY"),
                repeats=action.nargs in ("*", "+"),
            )
        )
    return tuple(found)


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("shell", choices=tuple(SCRIPTS), help="the shell to complete in")


def _run(arguments: Namespace) -> int:
    print(SCRIPTS[arguments.shell](completed_commands()))
    return 0


COMMANDS = (
    Command(
        name="completion",
        summary="print a completion script for your shell",
        example=(
            'eval "$(sightline completion bash)"            # in ~/.bashrc\n'
            'eval "$(sightline completion zsh)"             # in ~/.zshrc, after compinit\n'
            "sightline completion fish > ~/.config/fish/completions/sightline.fish\n"
            "sightline completion powershell | Out-String | Invoke-Expression"
        ),
        arguments=_arguments,
        run=_run,
        prints_facts=False,
        in_project=False,
    ),
)
