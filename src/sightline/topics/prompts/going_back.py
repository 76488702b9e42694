"""Recognises "back to the invoice" at the beginning of a prompt, in twelve languages, and what it names."""

import re
from typing import NamedTuple

from sightline.text.word_lists import word_set

_HEAD = 160
_WORD = r"[^\W_]+(?:['’][^\W_]+)*"
# What may stand before it: "ok, let's go", "ich komme nochmal", "on", "ну давай".
_LEADING = word_set(
    """
    ok okay so good great and now well right alright thanks fine done then let's let us lets we i i'd i'll can could
    like want to go going get getting come coming please hm hmm
    gut also jetzt und dann nochmal noch mal ich wir komme kommen gehe gehen will möchte lass uns kurz
    bien bon alors donc et maintenant je on nous j'en de pour
    bueno vale entonces y ahora vamos de una yo quiero bom então agora e vamos eu quero
    bene allora adesso ora e di facciamo un passo
    goed nu en dan even nog ik we laten ga gaan wil
    хорошо ладно ну а и теперь так давай давайте я мы хочу
    """
)
_MOST_LEADING = 5
_ENGLISH_BACK = word_set("back return returning")
_ENGLISH_TO = word_set("to on")
_BACK = _ENGLISH_BACK | word_set(
    """
    zurück zurückkommen zurückzukommen retour reviens revenons revient revenir revenant
    vuelvo volvamos volvemos volver volviendo vuelta regresemos regresando
    volto voltando voltamos voltemos voltar volta torniamo tornando torno tornare ritorniamo
    terug вернемся вернёмся возвращаясь вернуться возвращаемся обратно назад
    """
)
_TO = word_set(
    """
    zu zum zur auf à au aux sur a al alla allo ai agli alle all ao aos às naar bij op к ко
    """
)
# "One more thing about the export": the word before what it is about closes the phrase.
_ONCE_MORE = (
    r"^(?:(?:ok|okay|und|et|y|en|и),? )?(?:one more (?:thing|point) (?:about|on|for)|noch (?:et)?was zu[mr]?|noch ?mal zu[mr]?"
    r"|nochmals zu[mr]?|encore (?:un mot|une chose|un point) (?:sur|pour)|nog (?:even|iets) over|ещ[её] (?:раз )?(?:про|насч[её]т))\b"
)
ARTICLES = word_set(
    """
    the my our that this der die das dem den des le la les l' un une el los las lo o os as il gli i
    de het een
    """
)
_MOST_NAMED = 5
_END = r"[,.:;!?\n—–]|\s-\s"
# Chinese says it before what it names, Japanese and Korean after it.
_CHINESE = r"^.{0,6}?(回到|说回|說回|回过头来?看|回过头来?说|再说说)([^，,。：:；;！!？?\n]{1,12})"
_JAPANESE = r"^([^、。\n]{1,16}?)((?:の(?:話|件|ほう|方))?に(?:話を)?戻)"
_KOREAN = r"^([^,.\n]{1,16}?)((?:으로|로|에)?\s?(?:다시\s)?돌아가)"


class GoingBack(NamedTuple):
    """The phrase by which a prompt goes back, and the words that name what to; both may be empty."""

    phrase: str = ""
    named: str = ""


NOT = GoingBack()


def going_back(text: str) -> GoingBack:
    """What a prompt says at its beginning that it goes back to."""
    head = text[:_HEAD].lower().replace("’", "'")
    if not head.isascii():
        if match := re.compile(_CHINESE).search(head):
            return GoingBack(match[1], match[2])
        if match := re.compile(f"{_JAPANESE}|{_KOREAN}").search(head):
            return GoingBack(match[2] or match[4], match[1] or match[3])
    if match := re.compile(_ONCE_MORE).search(head):
        return GoingBack(match[0], _named(head[match.end() :]))
    words = list(re.compile(_WORD).finditer(head))
    for place, word in enumerate(words[: _MOST_LEADING + 1]):
        if word[0] in _BACK:
            return _closed(head, words, place)
        if word[0] not in _LEADING:
            break
    return NOT


def _closed(head: str, words: list[re.Match[str]], place: int) -> GoingBack:
    """The phrase up to its preposition, which another word may precede: "terug even naar"."""
    prepositions = _ENGLISH_TO if words[place][0] in _ENGLISH_BACK else _TO
    for closing in words[place + 1 : place + 3]:
        if closing[0] in prepositions:
            start = words[place].start()
            return GoingBack(head[start : closing.end()], _named(head[closing.end() :]))
    return NOT


def _named(rest: str) -> str:
    """The words after the phrase, without articles, up to a mark or a few of them."""
    clause = re.compile(_END).split(rest, maxsplit=1)[0]
    # French and Italian join the article: "retour à l'export".
    words = [word for word in clause.replace("l'", " ").split() if word not in ARTICLES]
    return " ".join(words[:_MOST_NAMED])
