"""The words by which topics are compared: identifiers in parts, and words of scripts without spaces."""

import pytest

from sightline.topics.prompts.topic_words import topic_words


def test_words_of_spaced_scripts_are_those_of_code() -> None:
    assert topic_words("Retry the upload in UploadQueue") == [
        *("retry", "the", "upload", "in", "uploadqueue", "upload", "queue"),
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("サーバー側のタイムアウトを直してください", ["サーバー", "側", "タイムアウト"]),
        ("管理者と閲覧者でテスト", ["管理", "理者", "閲覧", "覧者", "テスト"]),
        ("線の色を goroutine で描く", ["goroutine", "線", "色"]),
        ("登录的验证码", ["登录", "验证", "证码"]),
        ("订单和库存", ["订单", "库存"]),
        ("로그인 화면에서 버튼을 추가해줘", ["로그인", "화면", "버튼", "추가"]),
    ],
)
def test_grammar_of_dense_scripts_names_nothing(text: str, words: list[str]) -> None:
    assert topic_words(text) == words
