"""What a person states in a prompt: wishes, rules, corrections, answers."""

import pytest

from sightline.memory.capture.captures import recognise
from sightline.model.transcript_step import PROMPT, REPLY, TOOL, Step


def texts(*steps: Step) -> list[str]:
    return [capture.text for capture in recognise(steps)]


@pytest.mark.parametrize(
    "said",
    [
        "remember that exports are always UTF-8",
        "From now on write the migration notes in English",
        "note for next time: the importer needs TZ=UTC",
        "Merk dir: Gutscheine gelten nie für Versandkosten",
        "désormais les logs partent vers Loki",
        "a partir de ahora los precios van sin IVA",
        "lembre-se: o cache nunca guarda dados de cartão",
        "d'ora in poi i test girano su Postgres",
        "记住:订单号不能重复",
        "今後はログを英語で書いてください",
        "new rule: every handler gets a timeout",
        "rule of thumb for this repo: one change, one migration",
        "Whenever you touch the parser, run fuzz/short.sh afterwards",
        "À retenir : le serveur de recette redémarre le lundi",
        "Apúntate esto: desplegamos desde la rama estable",
    ],
)
def test_an_explicit_wish_is_kept_in_every_language(said: str) -> None:
    assert texts(Step(PROMPT, said)) == [said]


@pytest.mark.parametrize(
    "said",
    [
        "haha from now on you pay for the coffee",
        "what if we never deleted anything?",
        "skip the linter this time, the demo starts",
        'a post on reddit said "you must always use tabs"',
        "imagine we never had to support Windows",
        "maybe we should always batch, not sure",
        "why must it never be empty?",
        "whenever you have time, look at the footer",
        "add a button that always stays visible at the top",
        "update the footer so that it always sticks to the bottom",
        "the spinner never disappears after saving, fix it",
    ],
)
def test_jokes_suppositions_quotations_and_passing_orders_are_not_kept(said: str) -> None:
    assert texts(Step(PROMPT, said)) == []


def test_an_answer_is_kept_with_its_question() -> None:
    asked = Step(REPLY, "Done. Should amounts be stored in cents or as decimals?")
    (text,) = texts(asked, Step(PROMPT, "cents, the ledger rounds otherwise"))
    assert text.startswith("Should amounts") and "cents, the ledger" in text


def test_a_go_ahead_is_not_an_answer_worth_keeping() -> None:
    assert texts(Step(REPLY, "Shall I apply it?"), Step(PROMPT, "yes please, go ahead")) == []


def test_numbers_of_a_list_that_is_not_there_are_not_kept() -> None:
    asked = Step(REPLY, "1. Cache it\n2. Drop it\n3. Log it\n\nWhich ones do you want?")
    assert texts(asked, Step(PROMPT, "#2 and #3")) == []


def test_a_correction_is_kept_with_its_reason() -> None:
    said = "no, pnpm in this repo. npm would ignore the workspace file"
    assert texts(Step(PROMPT, said)) == [said]


def test_what_is_taken_back_is_not_kept() -> None:
    asked = Step(REPLY, "How long should a lock be held?")
    first = Step(PROMPT, "30 seconds, the job is short", place="1")
    second = Step(PROMPT, "no sorry, 5 minutes, the export runs long", place="2")
    (text,) = texts(asked, first, Step(REPLY, "Set to 30 s."), second)
    assert "5 minutes" in text and "30 seconds" not in text


def test_an_abandoned_approach_is_kept() -> None:
    reply = "I tried a bloom filter, but lookups got slower with small sets. I went back to a set."
    assert texts(Step(REPLY, reply)) == [reply]


def test_a_command_that_works_with_an_addition_is_kept() -> None:
    failed = Step(TOOL, tool="Bash", command="make test", output="3 failed", failed=True)
    worked = Step(TOOL, tool="Bash", command="TZ=UTC make test")
    (capture,) = recognise([failed, worked])
    assert capture.kind == "failure" and ("worked", "TZ=UTC make test") in capture.fields


@pytest.mark.parametrize(
    "said",
    [
        "We'll go with protobuf over JSON here: the gateway has 64 KB of memory",
        "Actually we dropped Redis last year, sessions live in Postgres now",
        "By the way, the French warehouse closes at four, so later orders ship the next day",
        "make the export stable, never sort by time",
    ],
)
def test_choices_corrections_and_facts_by_the_way_are_kept(said: str) -> None:
    assert texts(Step(REPLY, "Done."), Step(PROMPT, said)) == [said]
