"""Ready-made prompts for clients that offer them: brief me, hand off, what breaks."""

from __future__ import annotations

from typing import Any, NamedTuple

from sightline.errors import UnknownName, UsageError


class Prepared(NamedTuple):
    """One prompt: its name, what it is for, its argument if it has one, its text."""

    name: str
    sentence: str
    argument: str
    text: str


PROMPTS = (
    Prepared(
        "brief_me",
        "What is this project, and where did the work stop?",
        "",
        "Brief me on this project. Call recover_session, then get_repo_overview, then recall with "
        '"handoff". Say in at most ten lines: what the project is, what was decided lately, what '
        "is open, and what you would do first.",
    ),
    Prepared(
        "hand_off",
        "Write down where the work stops, for whoever goes on.",
        "",
        "Hand this work off. Save one memory of kind handoff with save_memory: what was done, the "
        "next steps, blockers and open questions, each in one line, linked to the symbols that "
        "were changed. Then show me its id and text.",
    ),
    Prepared(
        "what_breaks",
        "What breaks if I change this?",
        "symbol",
        "What breaks if I change {symbol}? Call get_impact_graph for it with depth 3, then "
        "get_skeleton for the files named most often. List what depends on it by distance, which "
        "tests cover it, and where the graph stops.",
    ),
)


def list_prompts() -> dict[str, Any]:
    """The result of `prompts/list`."""
    return {"prompts": [_described(prompt) for prompt in PROMPTS]}


def get_prompt(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """The result of `prompts/get`: one prompt with its argument filled in."""
    prompt = next((known for known in PROMPTS if known.name == name), None)
    if prompt is None:
        raise UnknownName("prompt", name, nearest=tuple(known.name for known in PROMPTS))
    text = prompt.text
    if prompt.argument:
        if not arguments.get(prompt.argument):
            raise UsageError(f"Missing required parameter: {prompt.argument}")
        text = text.replace("{" + prompt.argument + "}", str(arguments[prompt.argument]))
    message = {"role": "user", "content": {"type": "text", "text": text}}
    return {"description": prompt.sentence, "messages": [message]}


def _described(prompt: Prepared) -> dict[str, Any]:
    described: dict[str, Any] = {"name": prompt.name, "description": prompt.sentence}
    if prompt.argument:
        described["arguments"] = [{"name": prompt.argument, "required": True}]
    return described
