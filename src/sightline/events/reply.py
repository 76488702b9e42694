"""The answer to one event while it grows. Imports next to nothing: a hook has it from its start."""

from collections.abc import Callable


class Reply:
    """Where the answer to an event grows; a surface gives it when it is done or out of time."""

    def __init__(self, token: str = "", *, deadline: float = 0.0, plain: bool = False) -> None:
        self.text = ""
        self.deadline = deadline
        # Identifies this delivery of the event, whichever process handles it in the end.
        self.token = token
        # The bare block of FG-1 is given each time, sent before or not.
        self.plain = plain
        # Spools the prompt for the next process; None once the prompt is tracked.
        self.keep_prompt: Callable[[], None] | None = None

    def prepare(self, compose: Callable[[], str]) -> None:
        """A partial answer, should time run out before there is a better one."""
        self.text = compose()

    def give(self) -> bool:
        """Give the answer to the assistant; whether this call did."""
        return True
