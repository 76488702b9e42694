"""The reply to one event while it is composed. Has almost no imports: the hook loads it first."""

from collections.abc import Callable


class Reply:
    """The text that answers an event; a surface sends it when it is complete or time runs out."""

    def __init__(self, token: str = "", *, deadline: float = 0.0, plain: bool = False) -> None:
        self.text = ""
        self.deadline = deadline
        # Identifies this delivery of the event, whichever process handles it in the end.
        self.token = token
        # Send only the topic block of FG-1, even if it was sent before.
        self.plain = plain
        # Spools the prompt for the next process; None once the prompt is tracked.
        self.spool_prompt: Callable[[], None] | None = None
        self._partial: Callable[[], str] | None = None

    def prepare(self, compose: Callable[[], str]) -> None:
        """Offer a partial reply for the deadline; composed only then, because it is rarely reached."""
        self._partial = compose

    def text_by_now(self) -> str:
        """The text if it is complete, else the partial one."""
        return self.text or (self._partial() if self._partial is not None else "")

    def give(self) -> bool:
        """Send the reply to the assistant; returns False if it was not delivered."""
        return True
