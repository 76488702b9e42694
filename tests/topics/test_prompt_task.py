"""What a prompt wants."""

import pytest

from sightline.topics.prompts.prompt_features import task_of, without_task_words
from tests.vectors import vectors

CAPSULE = vectors("capsule")


@pytest.mark.parametrize("case", CAPSULE["intent"], ids=lambda case: case["query"])
def test_the_task_is_the_documented_one(case: dict[str, str]) -> None:
    """FO-16."""
    assert task_of(case["query"]) == case["intent"]


@pytest.mark.parametrize("case", CAPSULE["strip_intent_keywords"], ids=lambda case: case["query"])
def test_task_words_are_stripped(case: dict[str, str]) -> None:
    """FO-17; ruling 41 departs for "Fix, Database": case and punctuation do not matter."""
    wanted = "Database" if case["query"] == "Fix, Database" else case["out"]
    assert without_task_words(case["query"]) == wanted
