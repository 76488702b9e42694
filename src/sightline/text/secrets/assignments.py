"""Finds secrets by the name they are assigned to: in code, configuration, commands and prose."""

from __future__ import annotations

import re

from sightline.text.secrets.scan import lowered
from sightline.text.secrets.values import is_keyish, is_odd, is_placeholder

# A value assigned to one of these names is a secret, unless it is a placeholder.
_STRONG = r"pass(?:words?|wd|phrase|code)|pwd|secrets?(?:[_-]?(?:access[_-]?)?key)?"
# A value assigned to one of these names is a secret if it looks machine-made.
_WEAK = (
    r"(?:api|access|auth|private|encryption|signing|master|account|shared|service|deploy|admin"
    r"|license|subscription|storage|webhook|preshared|app|client|host|function)[_ -]?keys?"
    r"|tokens?|credentials?|sess(?:ion)?[_-]?(?:id|key)|sig(?:nature)?|_auth"
)
_ASSIGNMENT = r"""(?x)
\d{0,2}(?:[_-](?:dev|prod|test|staging|live|b64|base64|value|string|text|plain|default))?
(?:\\{0,4}["'`\]]){0,2}
(?P<sep>
    (?:\s{0,4}:\s{0,4}[\w&<>\[\].|?']{1,30}?|(?:\[\])?)\s{0,8}(?:=>|:=|[!=]==?|=|:|->)\s{0,8}
  | \s{1,3}(?:is|was)\s{1,3}:?\s{0,3}
  | [,(]\s{0,4}(?=["'`]) | > | \s{1,3}
)
(?:
    [bBfFrRuU@$]{0,2}(?:"(?P<double>(?:[^"\\\n]|\\.){1,300})"
  | '(?P<single>(?:[^'\\\n]|\\.){1,300})'
  | `(?P<back>[^`\n]{1,300})`)
  | \\{1,4}["'](?P<escaped>[^"'\\\n]{1,300})\\{1,4}["']
  | (?:\\?["'`])?(?P<bare>[^\s"'`,;<>(){}\[\]|&\\]{1,200})
)"""
_VALUES = ("double", "single", "back", "escaped", "bare")
_NOUNS = ("pass", "pwd", "secret", "key", "token", "credential", "sess", "sig", "_auth")
_COMPARED = frozenset(("==", "===", "!=", "!==", "->", "=>"))
_LINE = (
    r"(?:^|[\n\"'`]|\\n)\s*(?:(?:#|//|;)\s{0,4})?(?:- |export |set |ENV |ARG )?[\w.-]*$"
    r"|\s(?:export|ENV|ARG) [\w.-]*$"
)
# A sentence that quotes an assignment, "it needs password=x", or a line with its indent.
_QUOTED = {"=": r"[A-Za-z0-9:] +$", ": ": r"[A-Za-z0-9:]  +$"}
_FLAG = r"(?:^|[\s\"'`(\[])--?(?:[A-Za-z][\w-]*)?$"
# Words that follow a flag in a sentence about it.
_SENTENCE = frozenset(
    (
        *("and", "or", "to", "option", "flag", "is", "for", "from", "if", "when", "with", "in"),
        *("as", "the", "a", "an", "on", "not", "can", "must", "will", "should", "suffers", "has"),
    )
)


class _Assignment:
    """A value assigned to a name, and its position."""

    __slots__ = ("end", "group", "match", "noun", "start", "text")

    def __init__(self, text: str, name: re.Match[str], match: re.Match[str]) -> None:
        self.text = text
        self.match = match
        self.start = name.start()
        self.noun = text[name.start() : name.end()]
        self.group = next(group for group in _VALUES if match[group])
        self.end = match.end(self.group)
        if self.group == "bare":
            self.end = self._bare_end()

    @property
    def value(self) -> str:
        return self.text[self.match.start(self.group) : self.end]

    @property
    def kind(self) -> str:
        lower = self.noun.lower()
        if lower.startswith(("pass", "pwd")):
            return "password"
        for part, kind in (("sess", "session"), ("sig", "signature"), ("credential", "credential")):
            if part in lower:
                return kind
        return "secret" if "secret" in lower else "api-key" if "key" in lower else "token"

    def is_secret(self) -> bool:
        value, sep = self.value, self.match["sep"].strip()
        if is_placeholder(value) or (self.group == "back" and not sep):
            return False
        strong = self.noun.lower().startswith(("pass", "pwd", "secret"))
        if self.group == "bare":
            return self._bare_is_secret(value, sep, strong)
        if not strong:
            return is_keyish(value)
        if any(c.isspace() for c in value):
            return self.noun.lower() == "passphrase" and "=" in sep
        # ("password", "email") is a list of names, define("PASSWORD", "x") an assignment.
        return sep != "," or is_odd(value) or (self.noun.isupper() and not value.isupper())

    def _bare_is_secret(self, value: str, sep: str, strong: bool) -> bool:
        behind = self.text[self.end : self.end + 1]
        if behind in ("(", "[", "{") or sep in _COMPARED or value.startswith(("-", "=", ":", "/")):
            return False
        flag = self._preceded_by(_FLAG)
        if not sep and (not flag or value.isupper() or value.lower() in _SENTENCE):
            # Only `--password x` on a command line needs no separator.
            return False
        shell = self.match["sep"] == "=" and self.noun[0].isupper()
        if not strong:
            return is_keyish(value) and (len(value) >= 12 or flag or shell)
        if sep == ">" and self.text.startswith("</", self.end):
            return True
        if sep[:2] in ("is", "wa", ">"):
            return is_odd(value)
        if flag or shell:
            return True
        ended = behind in ("", "\n", "\r", '"', "'", "\\") or self.text.startswith(" #", self.end)
        plain = ended and self.match["sep"] in (":", ": ", "=") and self._preceded_by(_LINE)
        if ended and not plain and (quoted := _QUOTED.get(self.match["sep"])):
            plain = self._preceded_by(quoted)
        return (plain and len(value) > 3) or (is_odd(value) and len(value) > 5)

    def _bare_end(self) -> int:
        """The end of the value, which extends to the next space in commands and environment files."""
        end = self.match.end("bare")
        shell = self.match["sep"] == "=" and self.noun.isupper() and self._preceded_by(_LINE)
        if (shell or self._preceded_by(_FLAG)) and not self.text.startswith(("(", "[", "{"), end):
            rest = re.compile(r"[^\s\"'`]{0,200}").match(self.text, end)
            if rest is not None:
                return end + len(rest[0].rstrip("),;"))
        return end

    def _preceded_by(self, pattern: str) -> bool:
        """Whether the text before the name matches a pattern."""
        before = self.text[max(0, self.start - 120) : self.start]
        return re.compile(pattern).search(before) is not None


def redact_assigned(text: str) -> str:
    """The text with values assigned to passwords, secrets, tokens and keys masked."""
    # Searching lower-case text is far faster than ignoring case.
    lower = lowered(text)
    if not any(noun in lower for noun in _NOUNS):
        return text
    parts: list[str] = []
    done = 0
    for name in re.compile(f"{_STRONG}|{_WEAK}").finditer(lower):
        if name.start() < done:
            continue
        match = re.compile(_ASSIGNMENT).match(text, name.end())
        if match is None:
            continue
        assignment = _Assignment(text, name, match)
        if assignment.is_secret():
            parts += (text[done : match.start(assignment.group)], f"[redacted:{assignment.kind}]")
            done = assignment.end
    return "".join(parts) + text[done:] if parts else text
