"""The numbers and problems that one indexing run reports."""

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
    """The statistics of one run: the documented keys and some more."""

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
        self.files_indexed = self.files_removed = 0
        self.files_skipped = 0  # unchanged files
        self.passed_over = 0  # files that are not indexed: binary, minified, lock files
        self.symbols_extracted = self.edges_created = self.commits_read = 0
        self.problems = 0
        self.errors: list[str] = []
        self.seconds = 0.0
        self.phases: dict[str, float] = {}  # CPU seconds

    def as_dict(self) -> dict[str, object]:
        """The statistics as JSON shows them, the documented keys first."""
        return {key: getattr(self, key) for key in (*_DOCUMENTED, *self.__slots__)}
