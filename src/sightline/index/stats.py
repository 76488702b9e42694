"""What a run of the indexer did, in numbers and problems."""

from dataclasses import asdict, dataclass, field


@dataclass(slots=True)
class IndexStats:
    """The documented keys of FO-8, with what was removed and how long it took."""

    files_indexed: int = 0
    files_skipped: int = 0
    files_removed: int = 0
    symbols_extracted: int = 0
    edges_created: int = 0
    errors: list[str] = field(default_factory=list)
    seconds: float = 0.0
    commits_read: int = 0
    problems: int = 0
    passed_over: int = 0
    phases: dict[str, float] = field(default_factory=dict)

    def as_dict(self) -> dict[str, object]:
        """The same as JSON shows it."""
        return asdict(self)
