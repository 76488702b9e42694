"""What is read from a prompt."""

import pytest

from sightline.topics.prompts.cues import asks_back, closes_work
from sightline.topics.prompts.prompt_features import extract_features
from sightline.topics.prompts.prompt_text import clean
from sightline.topics.tracker import parse_prompt


@pytest.mark.parametrize(
    ("prompt", "left"),
    [
        ("<system-reminder>ignore me</system-reminder>Refactor it", "Refactor it"),
        ("<ide_selection>x = 1\ny = 2</ide_selection>\nwhy?", "why?"),
        ("<command-name>/clear</command-name>", ""),
        ("render <div>hello</div> twice", "render <div>hello</div> twice"),
        ("use <T extends Foo>(x: T)", "use <T extends Foo>(x: T)"),
        ("[Image #2]\n[Image #3] der Knopf fehlt", "der Knopf fehlt"),
        ("[Image: source: /tmp/a b.png] the menu wraps", "the menu wraps"),
        ("[Pasted text #1 +42 lines] ¿qué falla aquí?", "¿qué falla aquí?"),
        ("sort [Image, Video] by date", "sort [Image, Video] by date"),
        ("[Image #1]", "[Image #1]"),
        ("<b>bold <system-reminder>a <b>b</b></system-reminder> c</b>", "<b>bold   c</b>"),
    ],
)
def test_only_what_programs_wrapped_around_a_prompt_is_removed(prompt: str, left: str) -> None:
    """FG-6 without the weakness of 3.1.10: a person's own HTML stays."""
    assert clean(prompt) == left


def test_colours_of_a_pasted_terminal_are_no_words_and_hide_no_secret() -> None:
    parsed = parse_prompt(
        "\x1b[31mrotate\x1b[0m tokens of [1;32mlogin[0m in rows[10], PASSWORD=\x1b[1mhunter2x!"
    )
    assert parsed is not None
    assert parsed.text.startswith("rotate tokens of login in rows[10], PASSWORD=[redacted:")
    assert parsed.features.terms == ("rotat", "token", "login", "row", "password")


def test_tickets_and_files_are_named_by_prompts() -> None:
    features = extract_features(
        "ENT-98 and #12 and PR 7, see https://x.io/a/pull/190 in src/auth/Session.py"
    )
    assert features.tickets == {"ent-98", "#12", "#7", "#190"}
    assert features.files == {"session.py"}
    assert extract_features("encode as utf-8, sha-256, step-2").tickets == set()


@pytest.mark.parametrize(
    "prompt",
    [
        *("web-01 and worker-3 on node-20 in us-east-1, AES-256, top-10", "option #2 please"),
        *("let's go with #4 and #5 please", "#5 it's simple enough\n#6 yes, add it", "skip #5, #7"),
        *(
            "@docs/API.md#L20-40 is outdated",
            "see lines L120-180 of it",
            "support EIP-4361 and BIP-39",
        ),
        *("chunk-512 or block-4096", "target es-2022", "sign with ed-25519", "Zeilen L7-12 fehlen"),
        *(
            "text-gray-500 and slate-700",
            "PEP-604 unions",
            "[Image #1] is cut off",
            "issue 1 is minor",
        ),
    ],
)
def test_names_with_numbers_and_choices_from_a_list_are_no_tickets(prompt: str) -> None:
    assert extract_features(prompt).tickets == set()


@pytest.mark.parametrize(
    ("prompt", "ticket"),
    [
        *(
            ("is SHOP-123 done?", "shop-123"),
            ("und #77?", "#77"),
            ("fix #7", "#7"),
            ("see #8, #9", "#9"),
        ),
        *(("branch alex/ent-221-state", "ent-221"), ("#7: return 429", "#7")),
        *(("merge fix/ent-2048-tokens", "ent-2048"), ("ent-2100 ist offen", "ent-2100")),
        ("TEXT-12 and not text-120", "text-12"),
        *(("issue 204 is back", "#204"), ("gh-188 merged?", "#188"), ("GH-57: retry", "#57")),
        *(("siehe Pull Request 31", "#31"), ("see pull request #1204", "#1204")),
    ],
)
def test_tickets_are_read_wherever_they_stand(prompt: str, ticket: str) -> None:
    assert ticket in extract_features(prompt).tickets


def test_folders_of_the_machine_and_endings_of_files_are_no_words() -> None:
    features = extract_features(
        "anna@laptop:/home/anna/work/shop$ python -m shop\n"
        "/home/anna/work/shop/shop/reports/sales.py:12: totals differ"
    )
    assert features.terms == ("python", "shop", "sale", "total")
    assert features.files == {"sales.py"}


def test_identifiers_count_whole_and_in_parts_and_addresses_do_not() -> None:
    features = extract_features("expireSession stalls https://example.com/very/long/path")
    assert features.terms == ("expiresess", "expir", "session", "stall")
    assert not {"example", "http", "path"} & set(features.terms)


def test_words_of_the_trade_are_told_from_words_of_a_topic() -> None:
    features = extract_features("fix the failing test for the invoice export")
    assert features.terms == ("invoic", "export")
    assert set(features.chores) == {"fix", "fail", "test"}
    assert features.fields == ("~money",)


def test_the_forms_of_a_word_are_one_term() -> None:
    first = extract_features("migrate the queries that were written")
    second = extract_features("migrations of a query, writing")
    assert first.terms == second.terms == ("migrat", "queri")
    assert first.chores == second.chores == ("write",)


@pytest.mark.parametrize("prompt", ["ok", "yes please", "commit this", "run the tests again", "1"])
def test_a_prompt_that_names_nothing_is_trivial(prompt: str) -> None:
    assert extract_features(prompt).is_trivial


@pytest.mark.parametrize(
    "prompt",
    [
        *("ja", "Ja, mach das bitte!", "sí, continúa", "d'accord, continue", "sim", "tak", "evet"),
        *(
            "да",
            "хорошо, продолжай",
            "好的",
            "请继续。",
            "はい、お願いします",
            "네",
            "계속해줘",
            "نعم",
        ),
        *("good morning, where were we?", "Guten Morgen", "ठीक है", "nope, stop", "great, push it"),
    ],
)
def test_an_answer_is_trivial_in_every_language(prompt: str) -> None:
    assert extract_features(prompt).is_trivial


@pytest.mark.parametrize(
    "prompt",
    [
        "fix the super call",
        "ja, aber zuerst der Parser",
        "好的，重写解析器",
        "да, но сначала тесты",
    ],
)
def test_an_answer_that_goes_on_is_not(prompt: str) -> None:
    assert not extract_features(prompt).is_trivial


@pytest.mark.parametrize(
    ("prompt", "cue"),
    [
        ("let's break out a new branch first please", "leaves_branch"),
        ("can we check out his branch please?", "leaves_branch"),
    ],
)
def test_cues_are_heard(prompt: str, cue: str) -> None:
    assert getattr(extract_features(prompt), cue)


@pytest.mark.parametrize(
    ("prompt", "named"),
    [
        ("back to the exporter: the header is wrong", "export"),
        ("ok, let's go back to the exporter", "export"),
        ("returning to our exporter for a moment, the header is wrong", "export"),
        ("zurück zum Exporter", "export"),
        ("noch was zum Regler: bitte in ganzen Euro", "regler"),
        ("je reviens à la carte, le zoom saute", "cart"),
        ("retour à l'export", "export"),
        ("volviendo a los permisos", "permiso"),
        ("voltemos ao relatório", "relatório"),
        ("torniamo alla ricerca", "ricerca"),
        ("terug naar de kaart", "kaart"),
        ("nog even over de kaart", "kaart"),
        ("так, вернёмся к отчёту", "отчёт"),
        ("回到导出的问题", "导出"),
        ("说回登录", "登录"),
        ("請求書の合計に戻って、丸めも", "請求"),
        ("グラフに戻ります。ズームが遅い", "グラフ"),
        ("송장으로 돌아가서 반올림도", "송장"),
    ],
)
def test_going_back_is_heard_at_the_beginning_with_what_it_names(prompt: str, named: str) -> None:
    features = extract_features(prompt)
    assert features.cues.back.phrase and features.taken_up[0] == named


@pytest.mark.parametrize(
    "prompt",
    [
        "return a 404 when the page is gone",
        "back up the database",
        "retours : une étiquette par colis",
    ],
)
def test_words_that_only_look_like_going_back_are_not(prompt: str) -> None:
    assert not extract_features(prompt).cues.back.phrase


@pytest.mark.parametrize(
    "prompt",
    [
        *(
            "now something completely different: docs",
            "Let's do something else now",
            "next task: docs",
        ),
        *("Maintenant autre chose : la doc", "changeons de sujet", "nouvelle tâche : la doc"),
        *(
            "jetzt mal was ganz anderes: Doku",
            "kommen wir zu einem anderen Thema",
            "neue Aufgabe: Doku",
        ),
        *(
            "Ahora otra cosa: la guía",
            "cambiemos de tema",
            "Agora outra coisa: o guia",
            "nova tarefa: guia",
        ),
        *("Adesso un'altra cosa: la guida", "passiamo ad altro", "Nu heel iets anders: de gids"),
        *("Теперь совсем другое: документация", "следующая задача: документация", "我们做别的吧"),
        *("別件ですが、ログイン画面", "다른 작업: 로그인"),
        *("Actually, forget that for now. Can we add a login?", "Done with that. Now the login"),
        *("That's it for the limiter. Next: login", "Vergiss das. Wir brauchen einen Login"),
        *(
            "Laisse tomber, il faut un login",
            "Olvídalo, necesitamos un login",
            "先不管这个，做登录",
        ),
    ],
)
def test_turning_to_something_else_is_heard(prompt: str) -> None:
    assert extract_features(prompt).cues.leaves


@pytest.mark.parametrize(
    "prompt",
    [
        *("don't forget that the header is fixed", "leave that as it is", "never mind, undo it"),
        *("try something else", "is there something else missing?", "I want a new feature flag"),
        *(
            "the next one is wrong",
            "a new issue came up in the export",
            "et un autre point d'entrée",
        ),
    ],
)
def test_speaking_of_other_things_is_no_leaving(prompt: str) -> None:
    assert not extract_features(prompt).cues.leaves


def test_going_back_later_in_a_prompt_is_not_taking_up() -> None:
    cues = extract_features("hmm, the list is back to 19 entries again").cues
    assert cues.returns and not cues.back.phrase


@pytest.mark.parametrize(
    ("prompt", "subject"),
    [
        ("footer: put the bank details in two columns", ("footer",)),
        ("légende : je voudrais cinq classes", ("légende",)),
        (
            "Implement the plan:\n\n# ENT-12 Round invoice totals\n\n## Context",
            ("round", "invoic", "total"),
        ),
        ("ValueError: model is INFEASIBLE", ()),
        ("Job failed: cache archive not found", ()),
        ("put the bank details in two columns", ()),
    ],
)
def test_what_is_named_first_is_the_subject(prompt: str, subject: tuple[str, ...]) -> None:
    assert extract_features(prompt).subject == subject


@pytest.mark.parametrize(
    ("prompt", "reply", "asks", "closes"),
    [
        ("fix the header", "Fixed it. Shall I round the totals too?", True, False),
        ("修复标题", "修好了。要提交吗？", True, False),
        ("push it", "", False, True),
        ("提交吧", "好的。", False, True),
        ("and the header?", "Committed as a837d0d, the tree is clean.", False, True),
        ("und die Kopfzeile?", "Gepusht.", False, True),
        ("write down why the merge of both exporters was reverted last year", "", False, False),
    ],
)
def test_a_turn_may_ask_back_or_close_its_work(
    prompt: str, reply: str, asks: bool, closes: bool
) -> None:
    assert (asks_back(reply), closes_work(prompt, reply)) == (asks, closes)


@pytest.mark.parametrize("prompt", ["we need an index on orders", "you are an expert in Go"])
def test_an_opening_may_begin_with_a_polite_word(prompt: str) -> None:
    assert extract_features(prompt).cues.opens


@pytest.mark.parametrize("prompt", ["what does the shadow branch do?", "document the branch rule"])
def test_talk_about_branches_is_no_change_of_branch(prompt: str) -> None:
    assert not extract_features(prompt).leaves_branch


def test_what_was_redacted_is_no_word() -> None:
    assert extract_features("rotate [redacted:github-token] now").terms == ("rotat",)


def test_only_the_head_of_a_long_paste_names_the_topic() -> None:
    features = extract_features("why does the exporter crash?\n" + "zebra giraffe " * 500)
    assert "export" in features.terms and len(features.terms) < 6


@pytest.mark.parametrize(
    "prompt",
    [
        *("where were we?", "so, where were we yesterday?", "remind me what we were doing"),
        *(
            "wo stehen wir gerade?",
            "wo haben wir aufgehört?",
            "où on en est ?",
            "en qué nos quedamos?",
        ),
        *("¿por dónde íbamos?", "o que a gente estava fazendo?", "wat waren we aan het doen?"),
        *("Wie ist der Stand?", "quel est l'état d'avancement ?", "前回はどこまで？"),
        *("cosa stavamo facendo?", "что мы делали?", "どこまで進みましたか？", "어디까지 했죠?"),
    ],
)
def test_a_question_for_the_state_of_the_work_is_recognised(prompt: str) -> None:
    assert extract_features(prompt).cues.asks_where


@pytest.mark.parametrize(
    "prompt",
    [
        *("where are we storing the tokens?", "where were we calling retry twice?"),
        *(
            "wo sind wir beim Export zu langsam?",
            "wo stehen die Tests?",
            "どこまでログを残すべき？",
        ),
    ],
)
def test_a_question_that_only_begins_like_it_is_one_about_the_code(prompt: str) -> None:
    assert not extract_features(prompt).cues.asks_where


@pytest.mark.parametrize(
    ("prompt", "files"),
    [
        ("token.service.ts: refresh twice", {"token.service.ts"}),
        ("why is quota.store.spec.ts slow?", {"quota.store.spec.ts"}),
        ("nginx.conf: enable http2", {"nginx.conf"}),
        ("use os.path.join there", set()),
        ("done. then the rest, e.g. the docs", set()),
    ],
)
def test_file_names_are_read_whole(prompt: str, files: set[str]) -> None:
    assert extract_features(prompt).files == files
