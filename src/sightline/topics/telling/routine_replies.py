"""Recognises replies that say nothing of the work: confirmations, courtesy, commits, interruptions.

A closed vocabulary of routine in twelve languages; whatever else a reply names says something.
"""

import re

from sightline.text.foreign_words import FOREIGN_STOP_WORDS
from sightline.text.word_lists import (
    ANSWER_ROOTS,
    CHORE_ROOTS,
    QUESTION_WORDS,
    SPOKEN_ANSWERS,
    TOPIC_STOP_WORDS,
    word_set,
)
from sightline.text.word_root import root
from sightline.topics.prompts.cue_phrases import CLOSING
from sightline.topics.prompts.cues import closes_work
from sightline.topics.prompts.prompt_features import extract_features

# Only the start of a reply is read.
_HEAD = 600
# Words of its own must be more than this share of a reply's words, chores ("fix", "test") left out.
# Chores alone say something if there are so many and nothing is confirmed.
_LEAST_SHARE, _LEAST_CHORES = 0.5, 3
# So many Chinese or Japanese characters of its own say something.
_LEAST_CHARACTERS = 2
# A prompt of so many characters that asks for a commit asks for nothing else.
_CHORE_CHARACTERS = 8

# What the assistant's program puts in place of a reply.
_MACHINE = (
    r"\W*(?:request )?interrupted by (?:the )?user|api error\b|no response requested"
    r"|(?:credit balance|prompt) is too l|claude (?:ai )?usage limit|\(no content\)"
)
# What a commit, a push or a pull request is called.
_RECORDS = (
    r"https?://\S+|\b(?=[a-f]*\d)[0-9a-f]{7,40}\b|#\d+|\b(?:pr|mr)\s*\d+\b"
    r"|\b(?:origin|upstream)/\S+|\b(?:main|master|develop)\b"
)
_TICKET = r"\b[A-Z][A-Z0-9]+-\d+\b"
_CODE = r"`[^`\n]*\w[^`\n]*`|\b\w+(?:\.\w+)*\(\)|\b[a-z]+[A-Z]\w+\b|\b\w+_\w+\b|\b\w[\w-]*\.[a-z]{1,5}\b(?!\.)"
_NUMBER = r"\d+(?:[.,]\d+)*"
_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORD = rf"[^\W\d_{_CJK}]+(?:['’][^\W\d_{_CJK}]+)*"

# Words of routine as they are written.
_WORDS = word_set(
    """
    worries hecho provare prova testar testen staat 더 것이 있으신가요 있나요 기쁩니다
    habe hab hast heb hebt ho hai tudo pronto pedida pedidas pedido pedidos
    done else everything anything perfect glad happy hear pleasure welcome worked apply applied
    requested asked request shall would let me set ready standing cheers enjoy noted merged opened
    linked switched left committed pushed deployed released squashed indeed
    bescheid sag geschehen gesagt klar erledigt fertig willst freut mich grün durch gut prima läuft besteht bestehen
    hilft gern gerne melde brauchst umgebaut
    dis voilà autres questions question besoin n'hésite n'hésitez hésite hésitez rien autre d'autres
    vert verts mis mise mises fini finie finis passe passent marche aide aider
    nada mismo ahora avísame dime algo verde verdes hecha listo lista listas listos funciona pasan
    pasa gusto ayuda ayudar cambios cambio sube subo subido enviado
    feito feita agora mesmo avise qualquer coisa pronta passam ajuda ajudar prazer
    niente figurati fammi sapere ecco subito adesso altro fatto fatta finito passano serve aiuto piacere
    laat weten graag gedaan geen dank meteen groen klaar werkt werken hulp nodig gelukt
    не за что сейчас обращайтесь обращайся если рад рада прошли прошёл прошел внёс внес нужно помочь
    готово сделал залил влил
    네 예 끝 다 모두 전부 대로 말씀 말씀하신 하신 했습니다 했어요 했어 됐습니다 되었습니다 별말씀 별말씀을요
    좋습니다 이제 바로 언제든 언제든지
    """
)
# How words of routine begin, in languages that inflect them.
_BEGINNINGS = tuple(
    word_set(
        """
    änderung geändert vorgenomm erledig umgesetz angepasst gewünscht übernomm aktualisier eingebaut
    ergänz korrigier behoben funktionier bestanden committet gepusht gemergt
    terminé modifi appliqu demandé effectu corrigé ajouté fonctionn souhait plaisir changement prévenir
    dispositi poussé fusionné répond
    aplica solicitad actualiza corregi funcion necesit prueba encanta realizad modific
    concluíd concluid alteraç alterad atualiza precisa mudança apliquei ajustad
    applicat richiest aggiorna corrett modifiche funzion corrigid opgelost
    wijzig gewijzigd doorgevoerd aangepast aanpassing gevraagd verzoek bijgewerkt toegevoegd geslaagd
    gecommit gepusht
    готов сдела выполн заверш измен внесен запрош запрос просьб обнов исправ работает проход пожалуйст
    закоммит запуш добав помощ
    완료 수정 변경 적용 반영 요청 추가 업데이트 처리 작업 커밋 푸시 머지 천만 감사 알겠 통과 테스트 파일 코드 정상
    동작 작동 도움 필요 진행 확인 성공 문제
    """
    )
)
# Phrases of routine in languages without spaces: the longest that fits counts.
_PHRASES = sorted(
    word_set(
        """
    没问题 沒問題 没有问题 已经 已經 好的 好了 全部 都 搞定 完成 做好 改好 弄好 修好 改完 写好 修改 更改 修复 修復 更新 按照 按 您 你
    要求 提交 推送 合并 合併 不客气 不客氣 不用谢 不用謝 谢谢 謝謝 感谢 可以 了解 明白 收到 知道 代码 代碼 文件 测试 測試 通过 通過
    所有 请 請 告诉 告訴 需要 如果 其他 问题 問題 随时 隨時 帮 幫 现在 現在 添加 处理 處理 调整 調整 应用 應用 正常 运行 運行
    工作 成功 很高兴 高兴 解决 解決 实现 實現 一切 就绪 就緒 继续 繼續 开始 開始 有 我 我们 的 了 吗 呢 吧 也 还 還 会 會 在 到
    并 並 和 将 將 把 是 这 這 那 个 個 任何 什么 什麼 再 来 來 去 已 好 过 過 行 对 對 什 么 上 下 后 後 能 就 说 說 做 改 删除
    完了 終了 終わり 修正 変更 対応 追加 更新 適用 反映 依頼 ご依頼 通り 実施 実装 作成 削除 確認 問題 全て すべて 全部 無事 承知
    了解 成功 今 次 必要 他 何か 何 場合 連絡 知らせ 作業 動作 正常 以上 内容 致 出来 指示 希望 役に立 お礼 遠慮 手伝 言
    コミット プッシュ マージ テスト ファイル コード パス エラー デプロイ
    """
    ),
    key=lambda phrase: (-len(phrase), phrase),
)


def is_substantive(reply: str) -> bool:
    """Whether a reply says where things stand: it names code, a number or words of its own."""
    bare = _without_records(reply)
    tickets = set(re.compile(_TICKET).findall(bare))
    bare = re.compile(_TICKET).sub(" ", bare)
    if re.compile(_CODE).search(bare) or re.compile(_NUMBER).search(bare):
        return True
    words = _words(bare)
    routine = [word for word in words if _is_routine(word)]
    chores = [word for word in words if word not in routine and root(word) in CHORE_ROOTS]
    own = len(words) - len(routine) - len(chores) + len(tickets)
    if _has_own_characters(bare):
        return True
    if not own:
        return len(chores) >= _LEAST_CHORES and not routine
    return len(words) + len(tickets) > 1 and own > _LEAST_SHARE * (own + len(routine))


def is_chore(prompt: str) -> bool:
    """Whether a prompt only asks for a commit, a push or the like: its reply says no more."""
    if not closes_work(prompt, ""):
        return False
    # Without spaces between words the length tells that nothing else is asked.
    is_dense = not prompt.isascii() and len(prompt) <= _CHORE_CHARACTERS
    return is_dense or CLOSING.issuperset(extract_features(prompt).words)


def _without_records(reply: str) -> str:
    """The start of a reply without names of commits and links; empty if a program wrote it."""
    head = reply[:_HEAD]
    if re.compile(_MACHINE, re.IGNORECASE).match(head):
        return ""
    return re.compile(_RECORDS).sub(" ", head)


def _words(text: str) -> list[str]:
    """The distinct words that are no function words; Korean ones with their endings."""
    pattern = re.compile(rf"{_WORD}|[\uac00-\ud7af]+")
    # French and Italian: `l'export`, `c'est`.
    bare = re.compile(r"\b\w{1,2}['’](?=\w)").sub("", text.lower())
    words = dict.fromkeys(pattern.findall(bare))
    return [word for word in words if len(word) > 1 and not _is_function_word(word)]


def _is_function_word(word: str) -> bool:
    return word in TOPIC_STOP_WORDS or word in QUESTION_WORDS or word in FOREIGN_STOP_WORDS


def _is_routine(word: str) -> bool:
    stem = root(word)
    return (
        word in _WORDS
        or word in SPOKEN_ANSWERS
        or word.startswith(_BEGINNINGS)
        or (stem in ANSWER_ROOTS and stem not in CHORE_ROOTS)
    )


def _has_own_characters(text: str) -> bool:
    """Whether Chinese or Japanese is more than routine; hiragana only joins words."""
    if text.isascii():
        return False
    rest = re.compile("|".join(_PHRASES)).sub("", text)
    own = re.compile(r"[\u3400-\u9fff\u30a0-\u30fa]").findall(rest)
    return len(own) >= _LEAST_CHARACTERS
