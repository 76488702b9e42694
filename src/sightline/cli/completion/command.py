"""`sightline completion SHELL`: prints a completion script made from the commands' declarations."""

from argparse import ArgumentParser, Namespace, _HelpAction

from sightline.cli.command import Command, parser_of
from sightline.cli.commands import load_all
from sightline.cli.completion.shells import SCRIPTS, CompletedArgument, CompletedCommand
from sightline.tools.catalog import all_tools


def completed_commands() -> tuple[CompletedCommand, ...]:
    """Every command with its options and choices, read from the parsers themselves."""
    return tuple(
        CompletedCommand(
            command.name,
            command.summary,
            _arguments_of(parser_of(command), _extra_choices(command.name)),
        )
        for _, command in load_all()
    )


def _extra_choices(command: str) -> dict[str, tuple[str, ...]]:
    """Choices that the parser does not declare, so that it can suggest the nearest name."""
    return {"tool": tuple(tool.name for tool in all_tools())} if command == "call" else {}


def _arguments_of(
    parser: ArgumentParser, extra_choices: dict[str, tuple[str, ...]]
) -> tuple[CompletedArgument, ...]:
    arguments = []
    for action in parser._actions:
        if isinstance(action, _HelpAction):
            continue
        arguments.append(
            CompletedArgument(
                options=tuple(action.option_strings),
                sentence=action.help or "",
                takes_value=action.nargs != 0,
                choices=tuple(map(str, action.choices or extra_choices.get(action.dest, ()))),
                is_path=action.metavar in ("PATH", "FILE", "DIRECTORY"),
                repeats=action.nargs in ("*", "+"),
            )
        )
    return tuple(arguments)


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("shell", choices=tuple(SCRIPTS), help="the shell to write the script for")


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
