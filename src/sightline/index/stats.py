"""What a run of the indexer did, in numbers and problems."""

_DOCUMENTED = (
    "files_indexed",
    "files_skipped",
    "files_removed",
    "symbols_extracted",
    "edges_created",
    "errors",
    "seconds",
)


class IndexStats:
    """The documented keys of FO-8, with what was removed and how long it took."""

    __slots__ = (
        "commits_read",
        "edges_created",
        "errors",
        "files_indexed",
        "files_removed",
        "files_skipped",
        "passed_over",
        "phases",
        "problems",
        "seconds",
        "symbols_extracted",
    )

    def __init__(self) -> None:
        self.files_indexed = self.files_skipped = self.files_removed = 0
        self.symbols_extracted = self.edges_created = self.commits_read = 0
        self.problems = self.passed_over = 0
        self.errors: list[str] = []
        self.seconds = 0.0
        self.phases: dict[str, float] = {}  # processor seconds

    def as_dict(self) -> dict[str, object]:
        """The same as JSON shows it, the documented keys first."""
        return {key: getattr(self, key) for key in (*_DOCUMENTED, *self.__slots__)}
