"""Every setting, declared once: name, default, description and limits. To add one, add a row."""

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
    # Applies to all projects, so a project's file cannot change it.
    user_only: bool = False
    # Additive list: a project's file can add entries but not remove the user's.
    adds: bool = False

    @property
    def name(self) -> str:
        """Its full name, `section.key`."""
        return f"{self.section}.{self.key}"

    @property
    def kind(self) -> str:
        """One of integer, number, flag, text and texts."""
        kinds = {bool: "flag", int: "integer", float: "number", str: "text"}
        return kinds.get(type(self.default), "texts")


SECTIONS = {
    "focus": "The forest of topics that your prompts belong to.",
    "topics": "Topics that have left the forest.",
    "compaction": "The strategies of `ai_compact`.",
    "injection": "What is added to a prompt.",
    "facts": "Facts appended to tool answers.",
    "index": "Which code is indexed, and when.",
    "privacy": "Files that are never read.",
    "memory": "How long memories are kept and how they are backed up.",
    "share": "Memories that a team shares as files in its repository.",
    "activity": "The log of what was sent to assistants and used by them.",
    "hook": "How long a hook may keep an assistant waiting, in seconds.",
    "server": "The MCP server.",
    "team": "Memories shared through a team server.",
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
        Setting(
            "compaction",
            f"{name}.merge",
            merge,
            row + "topics at least this similar are merged.",
            0,
            1,
        ),
        Setting(
            "compaction",
            f"{name}.archive_days",
            days,
            row + "days without use after which a topic is archived.",
            0,
        ),
        Setting(
            "compaction", f"{name}.max_active", active, row + "maximum number of active topics.", 0
        ),
        Setting(
            "compaction",
            f"{name}.decay",
            decay,
            row + "factor applied to every topic's weight.",
            0,
            1,
        ),
    )


SETTINGS: tuple[Setting, ...] = (
    # FG-45, rulings 5, 8, 45.
    Setting(
        "focus",
        "memorySize",
        100,
        "Maximum number of nodes (prompts and topics) in the forest.",
        0,
        100_000,
    ),
    Setting("focus", "decayRate", 0.05, "Decay of a topic's weight per hour without use.", 0, 100),
    Setting(
        "focus",
        "similarity.extend",
        0.55,
        "Minimum similarity at which a prompt continues a topic.",
        0,
        2,
    ),
    Setting(
        "focus",
        "similarity.branch",
        0.25,
        "Minimum similarity at which a prompt branches off a topic.",
        0,
        2,
    ),
    Setting(
        "focus",
        "similarity.nest",
        0.8,
        "Minimum similarity at which a prompt is nested below another.",
        0,
        2,
    ),
    Setting(
        "focus", "contextLimit", 600, "Maximum characters of the topic block; 0 means no limit.", 0
    ),
    Setting("focus", "bubbleUpTerms", 6, "Number of terms in a topic's label.", 0, 100),
    Setting(
        "focus",
        "maxSourcesPerNode",
        20,
        "Maximum number of prompts recorded as a node's sources.",
        0,
        10_000,
    ),
    Setting(
        "focus", "guideSize", 15, "Number of the assistant's replies kept as a guide.", 0, 10_000
    ),
    Setting(
        "focus",
        "transitionBoost",
        0.2,
        "Bonus for a topic that often follows the current one.",
        0,
        100,
    ),
    Setting(
        "focus",
        "predictionAbove",
        0.3,
        "Minimum probability at which the next topic is predicted.",
        0,
        1,
    ),
    Setting(
        "focus", "every_prompt", False, "Send the topic block with every prompt, even if unchanged."
    ),
    Setting(
        "focus", "matcher", "best", "How a prompt is matched to topics.", choices=("best", "tfidf")
    ),
    # Ruling 53.
    Setting("topics", "undo_days", 30, "Days during which a change of topics can be undone.", 0),
    *_strategy("gentle", 0.95, 30, 50, 0.95),
    *_strategy("normal", 0.85, 14, 30, 0.90),
    *_strategy("aggressive", 0.75, 7, 15, 0.80),
    # LO-3, LO-7, LO-10, LO-11; rulings 11, 44, 46, 47.
    Setting("injection", "enabled", True, "Add context to prompts."),
    Setting(
        "injection", "tokens", 1500, "Maximum tokens of everything added to one prompt.", 0, 100_000
    ),
    Setting(
        "injection",
        "characters",
        9000,
        "Maximum characters of everything added to one prompt.",
        0,
        9000,
    ),
    Setting("injection", "budget", 2000, "Maximum tokens of the memory block.", 0, 100_000),
    Setting("injection", "debug", False, "Log in the hook log how each prompt was answered."),
    Setting("injection", "minimum_score", 0.1, "Minimum score of a memory that is shown.", 0, 1),
    Setting(
        "injection",
        "recency_days",
        30.0,
        "Age in days at which a memory's recency score is halved.",
        0.01,
    ),
    Setting("injection", "keywords", 10, "Maximum number of keywords taken from a prompt.", 1, 100),
    Setting("injection", "weights.patterns", 1.0, "Weight of patterns.", 0, 10),
    Setting("injection", "weights.journal", 0.9, "Weight of decisions.", 0, 10),
    Setting("injection", "weights.failures", 0.8, "Weight of failures.", 0, 10),
    Setting("injection", "weights.transfer", 0.7, "Weight of handoffs.", 0, 10),
    Setting("injection", "weights.registry", 0.6, "Weight of project memories.", 0, 10),
    Setting("injection", "weights.intent", 0.6, "Weight of goals.", 0, 10),
    Setting("injection", "weights.inbox", 0.3, "Weight of observations.", 0, 10),
    Setting(
        "injection", "topic_characters", 2000, "Maximum characters about related topics.", 0, 9000
    ),
    # Ruling 44: where an assistant signals no compaction.
    Setting(
        "injection",
        "lapse_prompts",
        40,
        "Number of prompts after which content may be sent again.",
        1,
    ),
    Setting("injection", "lapse_hours", 6.0, "Hours after which content may be sent again.", 0.01),
    # PC-1, PC-10, PC-12; rulings 35, 52.
    Setting("facts", "enabled", True, "Append facts to tool answers."),
    Setting("facts", "token_budget", 300, "Maximum tokens of the facts in one answer.", 1, 100_000),
    Setting("facts", "max_facts", 10, "Maximum number of facts in one answer.", 1, 1000),
    Setting("facts", "recency_weight", 0.25, "Weight of how recent a fact is.", 0),
    Setting("facts", "frequency_weight", 0.15, "Weight of how often a fact was requested.", 0),
    Setting("facts", "level_weight", 0.3, "Weight of a fact's level.", 0),
    Setting(
        "facts", "keyword_weight", 0.3, "Weight of the keywords a fact shares with the call.", 0
    ),
    Setting("facts", "decay_half_life_hours", 72.0, "Hours in which recency halves; 0 means 72."),
    Setting(
        "facts",
        "skip_tools",
        _SKIPPED,
        "Tools whose answers get no facts; a final `*` is a wildcard.",
    ),
    # FO-8, FO-14; ruling 60.
    Setting(
        "index", "exclude", _EXCLUDED, "Names of folders that are skipped anywhere in the project."
    ),
    Setting(
        "index",
        "max_kilobytes",
        500,
        "Maximum size of a file in kilobytes; larger files are skipped.",
        1,
        100_000,
    ),
    Setting(
        "index",
        "scip",
        "index.scip",
        "SCIP index to take precise edges from, relative to the project; empty for none.",
    ),
    Setting("index", "history_commits", 6000, "Number of past commits to read.", 0, 1_000_000),
    Setting(
        "index",
        "debounce_ms",
        500,
        "Milliseconds without changes before changed files are indexed.",
        0,
        60_000,
    ),
    Setting(
        "index", "refresh_without_server", True, "Refresh the index when a session starts or stops."
    ),
    Setting(
        "privacy",
        "deny",
        _DENIED,
        "Paths that are never read, in the syntax of .gitignore.",
        adds=True,
    ),
    # FO-4, FO-28.
    Setting(
        "index",
        "semantic",
        True,
        "Where nothing fits a question, compare files by meaning too, if the extra sightline[semantic] is installed.",
    ),
    Setting(
        "memory",
        "capture",
        True,
        "Capture decisions, failures, causes and handoffs automatically, by rules.",
    ),
    Setting(
        "memory",
        "semantic",
        True,
        "Find memories by meaning too, if the extra sightline[semantic] is installed.",
    ),
    Setting("memory", "auto_days", 90, "Days an automatic observation is kept.", 0, user_only=True),
    Setting(
        "memory",
        "backups",
        7,
        "Number of backups of the memories to keep.",
        1,
        1000,
        user_only=True,
    ),
    Setting("memory", "backup_hours", 24.0, "Hours between backups.", 0, user_only=True),
    Setting(
        "memory",
        "branch_scope",
        "captured",
        "Which memories made on a branch are used only there until it is merged: captured ones, "
        "`all`, or `none`.",
        choices=("captured", "all", "none"),
    ),
    Setting(
        "share",
        "kinds",
        (),
        "Kinds of memories that are shared as soon as you save or review them, if sharing is on.",
        user_only=True,
    ),
    Setting(
        "activity",
        "megabytes",
        64,
        "Maximum size of the activity log in megabytes.",
        1,
        100_000,
        user_only=True,
    ),
    Setting("activity", "days", 90, "Days that entries are kept.", 1, 36_500, user_only=True),
    # Ruling 58.
    Setting("hook", "prompt_seconds", 1.0, "When a prompt is submitted.", 0.05, 25),
    Setting("hook", "start_seconds", 1.0, "When a session starts.", 0.05, 25),
    Setting("hook", "tool_seconds", 0.5, "Before and after a tool runs.", 0.05, 25),
    Setting("hook", "end_seconds", 0.8, "When a session stops or ends.", 0.05, 25),
    # FO-1.
    Setting("server", "port", 3100, "Port of `serve --http`.", 0, 65_535, user_only=True),
    Setting(
        "server",
        "tools",
        "lean",
        "Which tools the server offers: the eight that assistants use, or all of them.",
        choices=("lean", "full"),
    ),
    Setting(
        "team",
        "kinds",
        (),
        "Kinds of memories that are shared with the team as soon as you save or review one.",
        user_only=True,
    ),
    Setting(
        "team",
        "sync_seconds",
        60,
        "Seconds between synchronisations in the background; 0 turns them off.",
        0,
        86_400,
        user_only=True,
    ),
)
