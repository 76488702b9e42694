"""Which prompts ask for nothing but the state of the work, in eleven languages."""

import pytest

from sightline.topics.prompts.prompt_features import extract_features
from sightline.topics.prompts.state_questions import asks_for_state


@pytest.mark.parametrize(
    "prompt",
    [
        *("what was I in the middle of?", "where did we end up last night?", "quick status update"),
        *("Can you recap what we've done so far?", "I'm back from lunch. What's still open?"),
        *("womit waren wir gerade beschäftigt?", "Wo hatten wir gestern aufgehört?"),
        *("gib mir einen kurzen Überblick, wo wir stehen", "was haben wir bisher geschafft?"),
        *("sur quoi on bossait hier ?", "remets-moi dans le contexte", "on en était où, déjà ?"),
        *("¿qué queda pendiente?", "en que andaba ayer", "¿me recuerdas en qué estábamos?"),
        *("o que a gente fez ontem?", "me põe a par", "onde eu parei?"),
        *("dove mi ero fermato ieri?", "cosa resta da fare?", "rimettimi in pari"),
        *("waar was ik gebleven?", "hoe staan we ervoor?", "kun je me even bijpraten?"),
        *("на чём я вчера остановился?", "что ещё осталось сделать?", "напомни, где мы"),
        *("我们上次聊到哪了？", "我昨天在做什么？", "还剩什么没做？", "接着昨天的继续做"),
        *("前回は何をしましたか？", "残りの作業は何ですか？", "今どの辺まで進んでいますか？"),
        *("제가 뭘 하고 있었나요?", "남은 작업이 뭐야?", "어제 하던 작업 계속하자"),
    ],
)
def test_the_state_of_the_work_is_asked_for_in_many_ways(prompt: str) -> None:
    features = extract_features(prompt)
    assert features.cues.asks_where and features.is_trivial


@pytest.mark.parametrize(
    "prompt",
    [
        *("bring me up to speed on the auth module", "catch me up on the review comments"),
        *("what's left in the buffer?", "status code?", "recap email template", "what do I do?"),
        *("what was I supposed to pass here?", "how far did the loop get?", "summarize the README"),
        *("ui: where were we?", "PROJ-12: what's left?", "where is it?", "what's `resume` doing?"),
        *("wo waren die Tests?", "bring den Test auf den neuesten Stand", "wo steht das?"),
        *("il reste quoi dans le buffer ?", "mets à jour les dépendances", "où est-il ?"),
        *(
            "¿qué hicimos mal con el token?",
            "¿hasta dónde llega el bucle?",
            "¿dónde está?",
            "¿qué falta aquí?",
        ),
        *("até onde vai o laço?", "atualiza as dependências", "fin dove arriva il ciclo?"),
        *("aggiorna le dipendenze", "wat zit er nog in de buffer?", "hoe ver telt de lus?"),
        *(
            "dove sono?",
            "cosa manca qui?",
            "над чем работает воркер?",
            "до какого шага доходит цикл?",
            "где это?",
        ),
        *("循环做到哪一步？", "继续上次的事务会怎样？", "总结一下 README", "我们在做什么检查？"),
        *("ループはどこまで進みますか？", "昨日の続きのログを消して", "何をしたらエラーになる？"),
        *("파서가 어디서 멈췄지?", "어디까지 로그를 남겨?", "이어서 읽는 파서를 만들어줘"),
    ],
)
def test_what_names_something_is_no_question_for_the_state(prompt: str) -> None:
    assert not asks_for_state(prompt)


@pytest.mark.parametrize("prompt", ["continue", "mach weiter", "remind me", "what?", "", "计续"])
def test_words_beside_the_question_are_none_alone(prompt: str) -> None:
    assert not asks_for_state(prompt)


@pytest.mark.parametrize(
    ("prompt", "asks"),
    [("what happened yesterday?", True), ("what happened?", False), ("was fehlt noch?", True)],
)
def test_some_questions_need_a_time_beside_them(prompt: str, asks: bool) -> None:
    assert asks_for_state(prompt) == asks
