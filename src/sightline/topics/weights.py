"""The weights of the topic matcher, in log-odds; see `benchmarks/quality_topics.py`.

Chosen over labelled streams together, each figure also measured with its own stream left out.
"""

from typing import NamedTuple


class Weights(NamedTuple):
    """The weight of each kind of evidence; `match_evidence` says what each is for."""

    # Staying with the session's topic, returning to another one, beginning a session.
    stay: float = 2.75
    stay_habit: float = 1.5
    usual_stays: float = 5.84
    usual_changes: float = 3.27
    # Without a session nothing says that the prompt stays.
    without_session: float = -1.0
    in_session: float = -0.55
    elsewhere: float = -6.63
    start_last: float = 1.0
    start_other: float = -4.59
    start_habit: float = 1.64
    pause: float = 1.22
    pause_minutes: float = 62.32
    most_pause: float = 1.0
    age: float = 0.54
    age_minutes: float = 240.0
    branch: float = 10.0
    # Cues and form.
    leaves: float = 6.02
    returns: float = 0.73
    returns_from: float = 0.12
    refers_back: float = 0.25
    refers: float = 1.0
    short: float = 3.55
    joins: float = 0.53
    names_subject: float = 0.41
    opens: float = 1.6
    many_terms: float = 1.49
    link: float = 2.13
    # Words, tickets and files of the prompt.
    word: float = 0.86
    words_counted: int = 4
    most_word: float = 2.0
    most_words: float = 5.73
    unknown_word: float = 0.41
    most_unknown: int = 4
    novelty: float = 1.44
    novel_prior: float = 2.85
    shared_prior: float = 0.05
    single: float = 0.91
    prior_turns: float = 58.92
    topic_turns: float = 1.06
    prior_word: float = 0.023
    chore: float = 0.34
    field: float = 1.15
    ticket: float = 2.0
    other_ticket: float = 1.65
    named_file: float = 2.75
    # The end of the turn.
    reply: float = 1.14
    reply_words: int = 2
    unknown_reply_word: float = 0.14
    file: float = 1.39
    most_file: float = 2.89
    least_file: float = 0.5
    prior_file: float = 0.41
    new_files: float = 1.44
    fresh_prior: float = 2.47
    known_prior: float = 4.48
    other_files: float = 2.06
    placed: float = -0.35


WEIGHTS = Weights()
# How much a word counts for its topic when it stands in a reply, or in the name of a file.
REPLY_WORD = 0.45
FILE_WORD = 0.41
