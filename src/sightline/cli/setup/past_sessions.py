"""What past sessions with assistants say about this project, in two sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sightline.cli import terminal
from sightline.errors import SightlineError
from sightline.measure.replay import recent_prompts, replay_prompts
from sightline.measure.transcripts import PastPrompt
from sightline.text.wording import counted

# How many of the newest transcripts are read, and how many prompts with edits are replayed.
TRANSCRIPTS = 60
PROMPTS = 15
BUDGET = 4_000
# A file that was read for this many prompts is read again and again.
OFTEN = 3


def find_prompts(root: str) -> list[PastPrompt]:
    """The prompts of this project in the newest transcripts of the user's assistants."""
    return recent_prompts(root, TRANSCRIPTS)


def reading_sentence(prompts: Sequence[PastPrompt]) -> str:
    """How often the same files were read again; empty without past sessions."""
    if not prompts:
        return ""
    sessions = len({prompt.session for prompt in prompts})
    reads = Counter(path for prompt in prompts for path in prompt.read)
    often = {path: count for path, count in reads.items() if count >= OFTEN}
    start = f"in your last {counted(sessions, 'session')} here"
    if not often:
        return f"{start} you sent {counted(len(prompts), 'prompt')}"
    verb = "was" if len(often) == 1 else "were"
    return f"{start} {counted(len(often), 'file')} {verb} read {sum(often.values()):,} times"


def recall_sentence(root: str, prompts: Sequence[PastPrompt]) -> str:
    """Which share of the edited files Sightline would have named; empty if it cannot be told."""
    with_edits = [prompt for prompt in prompts if prompt.edited][-PROMPTS:]
    if not with_edits:
        return ""
    try:
        with terminal.Progress("replaying") as bar:
            value = replay_prompts(root, with_edits, budget=BUDGET, progress=bar.phase)
    except SightlineError:
        return ""  # no git history to replay on
    share = value["recall"]["in_view"]
    if share is None:
        return ""
    return (
        f"of the files you edited after your last {counted(value['with_edits'], 'prompt')} with "
        f"edits, Sightline would have named {share:.0%} (all of them: sightline bench --mine)"
    )
