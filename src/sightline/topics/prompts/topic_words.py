"""The words by which topics are compared, in any script.

Scripts without spaces are split by kinds of characters, without a dictionary: Chinese and Japanese write
grammar with few characters, and what stands between them names something; Korean attaches it to words.
"""

import re

from sightline.text.word_lists import word_set
from sightline.text.words import code_words

_DENSE = r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+"
_KANA = r"[ぁ-ゖ]"
# Katakana, Han characters or Hangul; a single Han character only before what follows nouns.
_RUN = r"[ァ-ヺ][ァ-ヺー]+|[㐀-䶿一-鿿豈-﫿々]{2,}|[㐀-鿿](?=[はがをにのもでとだかへやま]|[^ぁ-ゖ]|$)|[가-힣]+"
# Characters and words of Chinese grammar, and of polite requests.
_CHINESE_GRAMMAR = (
    r"这个|那个|这些|那些|这里|那里|一下|一个|怎么|什么|哪里|我们|你们|他们|可以|可能|应该|需要|如果|但是|因为|所以"
    r"|已经|还是|就是|不是|没有|现在|然后|时候|能不能|是不是|对了|另外|顺便|帮忙|麻烦|谢谢"
    r"|[的了是在我你您他她它有不也就都还又和与或但要会能再把被给对从到上下里吗呢吧啊呀嘛很太最更请用做加改看让将"
    r"这那哪谁几个些着过得地为以之其而且则若]"
)
# What Korean attaches to nouns and verbs, the longer ones first.
_KOREAN_ENDINGS = tuple(
    sorted(
        word_set(
            """
        해주세요 해줘요 해줄래 해줘 하세요 할까요 할까 하나요 합니다 했습니다 했어요 했어 했는데 하는데 하는 하고 하면 하게
        하기 하자 하지 해서 해야 해도 해요 했던 한다 됩니다 되나요 되는데 되는 되고 되면 됐어 돼요 돼 되지 입니다 인데요 인데
        이에요 예요 이야 에서는 에서도 에서만 에서 으로는 으로도 으로 에게 한테 까지 부터 처럼 보다 마다 이랑 이라고 라고
        이나 이고 은 는 이 가 을 를 에 의 와 과 도 만 로 랑 요
        """
        ),
        key=lambda ending: (-len(ending), ending),
    )
)
_LEAST_KOREAN = 2


def topic_words(text: str) -> list[str]:
    """The words of a text in lower case, identifiers whole and in parts."""
    if text.isascii() or not re.compile(_DENSE).search(text):
        return code_words(text)
    return code_words(re.compile(_DENSE).sub(" ", text)) + _dense_words(text)


def _dense_words(text: str) -> list[str]:
    """Katakana words whole, Han words as pairs of characters, Korean words without their endings."""
    if not re.compile(_KANA).search(text):
        text = re.compile(_CHINESE_GRAMMAR).sub(" ", text)
    words: list[str] = []
    for run in re.compile(_RUN).findall(text):
        if run[0] >= "가":
            words += _korean_word(run)
        elif run[0] <= "ヺ" or len(run) == 1:
            words.append(run)
        else:
            words += [run[at : at + 2] for at in range(len(run) - 1)]
    return words


def _korean_word(word: str) -> list[str]:
    ending = next((ending for ending in _KOREAN_ENDINGS if word.endswith(ending)), "")
    bare = word.removesuffix(ending)
    return [bare] if len(bare) >= _LEAST_KOREAN else []
