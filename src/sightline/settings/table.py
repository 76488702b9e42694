"""Every setting, declared once: name, default, sentence, limits. To add one, add a row."""

from typing import Any, NamedTuple


class Setting(NamedTuple):
    """One setting; its type is that of its default."""

    section: str
    key: str
    default: Any
    sentence: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    # Settings that concern all projects are not for one project's file to decide.
    user_only: bool = False
    # Lists of what to keep out only grow: a project's file cannot open what the user closed.
    adds: bool = False

    @property
    def name(self) -> str:
        """Its full name, `section.key`."""
        return f"{self.section}.{self.key}"

    @property
    def kind(self) -> str:
        """integer, number, flag, text or texts."""
        kinds = {bool: "flag", int: "integer", float: "number", str: "text"}
        return kinds.get(type(self.default), "texts")


SECTIONS = {
    "focus": "The topic forest over your prompts.",
    "topics": "What becomes of topics that leave the forest.",
    "compaction": "What each strategy of `ai_compact` does.",
    "injection": "What is put in front of a prompt.",
    "facts": "What is appended to tool answers.",
    "index": "Which code is indexed, and when.",
    "privacy": "What is never read.",
    "memory": "How long memories live and how they are backed up.",
    "activity": "How much of what was sent and used is remembered.",
    "hook": "How long an assistant may be kept waiting.",
    "server": "The MCP server.",
}

_EXCLUDED = ("node_modules", ".git", "vendor", "target", "dist", "__pycache__")
_SKIPPED = (
    *("search_memory", "list_memories", "show", "recall", "recover_session", "get_health"),
    *("save_memory", "update_memory", "delete_memory", "ai_*"),
)
_DENIED = (
    *(".env", ".env.*", "!.env.example", "!.env.sample", "!.env.template", "!.env.dist"),
    *("*.pem", "*.key", "*.p12", "*.pfx", "*.jks", "*.keystore", "*.kdbx", "*.ppk"),
    *("id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", ".netrc", "_netrc", ".pgpass", ".htpasswd"),
    *(".npmrc", ".pypirc", ".git-credentials", ".aws/credentials", ".docker/config.json"),
    *(".kube/config", "*.tfstate", "*.tfstate.backup", "*.tfvars"),
)


def _strategy(name: str, merge: float, days: int, active: int, decay: float) -> tuple[Setting, ...]:
    """AS-9."""
    row = f"`{name}`: "
    return (
        Setting("compaction", f"{name}.merge", merge, row + "topics this alike merge.", 0, 1),
        Setting(
            "compaction", f"{name}.archive_days", days, row + "archived when unused so long.", 0
        ),
        Setting("compaction", f"{name}.max_active", active, row + "active topics kept at most.", 0),
        Setting(
            "compaction", f"{name}.decay", decay, row + "every weight is multiplied by it.", 0, 1
        ),
    )


SETTINGS: tuple[Setting, ...] = (
    # FG-45, rulings 5, 8, 45.
    Setting("focus", "memorySize", 100, "Prompts and topics the forest holds.", 0, 100_000),
    Setting("focus", "decayRate", 0.05, "How fast a topic fades, per hour without use.", 0, 100),
    Setting("focus", "similarity.extend", 0.55, "From here a prompt continues a topic.", 0, 2),
    Setting("focus", "similarity.branch", 0.25, "From here it is a branch of a topic.", 0, 2),
    Setting("focus", "similarity.nest", 0.8, "From here it nests below a prompt.", 0, 2),
    Setting("focus", "contextLimit", 600, "Characters of the topic block; 0 is no limit.", 0),
    Setting("focus", "bubbleUpTerms", 6, "Terms in a topic's label.", 0, 100),
    Setting("focus", "maxSourcesPerNode", 20, "Prompts remembered as a node's sources.", 0, 10_000),
    Setting("focus", "guideSize", 15, "Replies of the assistant kept as guide.", 0, 10_000),
    Setting("focus", "transitionBoost", 0.2, "How much usual topic changes help a match.", 0, 100),
    Setting("focus", "predictionAbove", 0.3, "A next topic is shown above this probability.", 0, 1),
    Setting("focus", "every_prompt", False, "Send the topic block each time, changed or not."),
    Setting("focus", "matcher", "best", "How topics are found.", choices=("best", "tfidf")),
    # Ruling 53.
    Setting("topics", "undo_days", 30, "Days in which a change of topics can be undone.", 0),
    *_strategy("gentle", 0.95, 30, 50, 0.95),
    *_strategy("normal", 0.85, 14, 30, 0.90),
    *_strategy("aggressive", 0.75, 7, 15, 0.80),
    # LO-3, LO-7, LO-10, LO-11; rulings 11, 44, 46, 47.
    Setting("injection", "enabled", True, "Put context in front of prompts."),
    Setting("injection", "tokens", 1500, "Tokens of everything sent with one prompt.", 0, 100_000),
    Setting("injection", "characters", 9000, "Characters of it, whatever the tokens.", 0, 9000),
    Setting("injection", "budget", 2000, "Tokens of the block of memories.", 0, 100_000),
    Setting("injection", "debug", False, "Write how each prompt was answered into the hook log."),
    Setting("injection", "minimum_score", 0.1, "A memory below this score is left out.", 0, 1),
    Setting("injection", "recency_days", 30.0, "A memory this old counts half.", 0.01),
    Setting("injection", "keywords", 10, "Keywords taken from a prompt.", 1, 100),
    Setting("injection", "weights.patterns", 1.0, "Weight of patterns.", 0, 10),
    Setting("injection", "weights.journal", 0.9, "Weight of decisions.", 0, 10),
    Setting("injection", "weights.failures", 0.8, "Weight of failures.", 0, 10),
    Setting("injection", "weights.transfer", 0.7, "Weight of handoffs.", 0, 10),
    Setting("injection", "weights.registry", 0.6, "Weight of what is known of the project.", 0, 10),
    Setting("injection", "weights.intent", 0.6, "Weight of goals a prompt asks for.", 0, 10),
    Setting("injection", "weights.inbox", 0.3, "Weight of observations.", 0, 10),
    Setting("injection", "topic_characters", 2000, "Characters of related topics.", 0, 9000),
    # Ruling 44: where an assistant signals no compaction.
    Setting("injection", "lapse_prompts", 40, "Prompts after which a thing may be sent again.", 1),
    Setting("injection", "lapse_hours", 6.0, "Hours after which it may be sent again.", 0.01),
    # PC-1, PC-10, PC-12; rulings 35, 52.
    Setting("facts", "enabled", True, "Append facts to tool answers."),
    Setting("facts", "token_budget", 300, "Tokens of the facts in one answer.", 1, 100_000),
    Setting("facts", "max_facts", 10, "Facts in one answer.", 1, 1000),
    Setting("facts", "recency_weight", 0.25, "Weight of a fact's age.", 0),
    Setting("facts", "frequency_weight", 0.15, "Weight of how often a fact was asked for.", 0),
    Setting("facts", "level_weight", 0.3, "Weight of a fact's level.", 0),
    Setting("facts", "keyword_weight", 0.3, "Weight of the words a fact shares with the call.", 0),
    Setting("facts", "decay_half_life_hours", 72.0, "Hours in which recency halves; 0 is 72."),
    Setting("facts", "skip_tools", _SKIPPED, "Tools without facts; `*` at the end is any ending."),
    # FO-8, FO-14; ruling 60.
    Setting("index", "exclude", _EXCLUDED, "Folder names left out wherever they are."),
    Setting("index", "max_kilobytes", 500, "Larger files are not read.", 1, 100_000),
    Setting("index", "history_commits", 6000, "Past commits read as evidence.", 0, 1_000_000),
    Setting("index", "debounce_ms", 500, "Quiet time before a change is read.", 0, 60_000),
    Setting("index", "refresh_without_server", True, "Refresh when a session starts or stops."),
    Setting("privacy", "deny", _DENIED, "Paths never read, written as in .gitignore.", adds=True),
    # FO-4, FO-28.
    Setting(
        "memory", "capture", True, "Capture decisions, failures, causes and handoffs by rules."
    ),
    Setting("memory", "auto_days", 90, "Days an automatic observation lives.", 0, user_only=True),
    Setting("memory", "backups", 7, "Backups of the memories kept.", 1, 1000, user_only=True),
    Setting("memory", "backup_hours", 24.0, "Hours between two backups.", 0, user_only=True),
    Setting("activity", "megabytes", 64, "Size of the activity log.", 1, 100_000, user_only=True),
    Setting("activity", "days", 90, "Days it reaches back.", 1, 36_500, user_only=True),
    # Ruling 58.
    Setting("hook", "prompt_seconds", 1.0, "When a prompt is submitted.", 0.05, 25),
    Setting("hook", "start_seconds", 1.0, "When a session starts.", 0.05, 25),
    Setting("hook", "tool_seconds", 0.5, "Before and after a tool runs.", 0.05, 25),
    Setting("hook", "end_seconds", 0.8, "When a session stops or ends.", 0.05, 25),
    # FO-1.
    Setting("server", "port", 3100, "Port of `serve --http`.", 0, 65_535, user_only=True),
    Setting("server", "tools", "full", "Which tools are offered.", choices=("full", "lean")),
)
