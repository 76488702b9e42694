"""Progressive disclosure: a body the assistant still has is named, not sent again (ruling 23)."""

from __future__ import annotations

from sightline.engine import Engine
from sightline.errors import StoreError
from sightline.model.session import SessionKey
from sightline.store import activity
from sightline.text.tokens import estimate_tokens

SENT_EARLIER = "(full body sent earlier in session)"


class Disclosure:
    """What one session has seen; without a session everything is new and nothing is kept."""

    def __init__(self, engine: Engine, key: SessionKey | None) -> None:
        self.engine = engine
        self.key = key
        self.new: list[str] = []
        self.saved = 0
        self._has: frozenset[str] = frozenset()
        if key is not None:
            try:
                self._has = activity.has_now(
                    engine.activity, key, engine.settings, now=engine.now()
                )
            except StoreError:
                self.key = None

    def has(self, fingerprint: str) -> bool:
        """Whether the assistant still has this body."""
        return fingerprint in self._has or fingerprint in self.new

    def had(self, fingerprint: str) -> bool:
        """Whether the assistant had this body before this answer."""
        return fingerprint in self._has

    def body(self, fingerprint: str, text: str) -> str:
        """The text, or the note that it was sent; what is new is remembered."""
        if not text:
            return text
        if self.has(fingerprint):
            self.saved += estimate_tokens(text)
            return SENT_EARLIER
        self.new.append(fingerprint)
        return text

    def save(self) -> None:
        """Write down what this answer disclosed, and what it did not need to send."""
        if self.key is None:
            return
        now = self.engine.now()
        try:
            activity.disclose(self.engine.activity, self.key, self.new, now=now)
            if self.saved:
                activity.record_saving(
                    self.engine.activity,
                    self.key,
                    "disclosure",
                    project=self.engine.project.id,
                    before=self.saved,
                    after=estimate_tokens(SENT_EARLIER),
                    now=now,
                )
        except StoreError:
            return
