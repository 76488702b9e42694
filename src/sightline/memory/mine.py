"""Mines a project's git history for a few observations to review, before there are memories.

Reverts, reasons, fixed issues and files that were fixed repeatedly. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from sightline.memory.capture.findings import commit_reason
from sightline.memory.capture.sentences import sentences
from sightline.model.memory import DAY_MS
from sightline.text.fence import one_line

LIMIT = 30
# The most observations of one rule, and about one file, so that neither fills the list.
PER_RULE = {"revert": 8, "fixed issue": 12, "reason": 12, "repeated fix": 5}
PER_FILE = 3
# A commit with more files than this is not about any of them.
MOST_FILES = 12
REPEATED = 4
MOSTLY = 0.4
_FIX = r"\b(?:fix(?:e[sd]|ing)?|bug|regression|hotfix|crash|broken?)\b"
_BROKEN = r"\b(?:bugs?|regressions?|hotfix|crash(?:e[sd]|ing)?|broken?|deadlocks?|leak(?:s|ed)?|data loss)\b"
_ISSUE = r"\b(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?)[: ]+(?:\w+/\w+)?#(\d+)|\(#(\d+)\)"
# Tests, documents and build files: remarks about them rarely help with the code.
_ASIDE = r"(?:^|/)(?:tests?|docs?|\.github|ci|\.circleci)(?:/|$)|_test\.|\.test\.|\.(?:md|rst|ya?ml|txt)$"
_GENERATED = re.compile(
    r"(?:^|/)(?:CHANGELOG|HISTORY|NEWS|AUTHORS)|\.(?:lock|sum|snap|min\.js|po|svg)$", re.I
)


class Commit(NamedTuple):
    """One commit of the history."""

    hash: str
    time: int
    message: str
    files: tuple[str, ...] = ()


class Mined(NamedTuple):
    """One observation: its text, its rule, the commit it comes from and the files it is about."""

    text: str
    rule: str
    hash: str
    time: int
    files: tuple[str, ...]
    score: float


def mine(commits: Sequence[Commit], *, now: int, limit: int = LIMIT) -> list[Mined]:
    """The observations most worth a look, best first."""
    mined = [*_reverts(commits), *_reasons(commits), *_repeated(commits)]
    mined = [one._replace(score=one.score * _recency(one.time, now)) for one in mined]
    mined.sort(key=lambda one: (-one.score, one.hash, one.text))
    chosen: list[Mined] = []
    rules: dict[str, int] = {}
    files: dict[str, int] = {}
    for one in mined:
        place = one.files[0] if one.files else ""
        full = rules.get(one.rule, 0) >= PER_RULE[one.rule] or (
            place and files.get(place, 0) >= PER_FILE
        )
        if full or len(chosen) >= limit:
            continue
        rules[one.rule] = rules.get(one.rule, 0) + 1
        files[place] = files.get(place, 0) + 1
        chosen.append(one)
    return chosen


def _recency(moment: int, now: int) -> float:
    years = max(0, now - moment) / (365 * DAY_MS)
    return 1 / (1 + years / 2)


def _about(commit: Commit) -> tuple[str, ...]:
    files = tuple(path for path in commit.files if not _GENERATED.search(path))
    return files if len(files) <= MOST_FILES else ()


def _reverts(commits: Sequence[Commit]) -> list[Mined]:
    """Reverted commits whose message says why."""
    mined = []
    for commit in commits:
        subject, _, body = commit.message.strip().partition("\n")
        # With the number of the pull request behind it, as GitHub writes it.
        match = re.match(r'Revert:? (?:"(.{8,160})"|(.{8,160}?))(?: \(#\d+\))?$', subject)
        if match is None:
            continue
        explanations = [
            s
            for s in sentences(body)
            if not s.startswith(("This reverts", "Co-authored", "Signed"))
        ]
        reason = next((s for s in explanations if 20 <= len(s) <= 400), "")
        if reason:
            text = f"Reverted: {one_line(match[1] or match[2], 160)} -- {reason}"
            mined.append(Mined(text, "revert", commit.hash, commit.time, _about(commit), 3.0))
    return mined


def _reasons(commits: Sequence[Commit]) -> list[Mined]:
    """Commits whose message says why."""
    mined = []
    for commit in commits:
        files = _about(commit)
        explained = commit_reason(commit.message)
        if explained is None or all(re.search(_ASIDE, path) for path in files):
            continue
        subject, reason = explained
        because = (
            1.0 if re.search(r"\bbecause\b|root cause|otherwise", reason, re.IGNORECASE) else 0.0
        )
        fix = re.search(_FIX, subject, re.IGNORECASE) is not None
        issue = re.search(_ISSUE, commit.message, re.IGNORECASE) is not None
        score = 1.0 + because + 0.5 * (fix and issue) + 0.3 / len(files)
        rule = "fixed issue" if fix and issue else "reason"
        text = f"{subject} -- {reason}"
        mined.append(Mined(text, rule, commit.hash, commit.time, files, score))
    return mined


def _repeated(commits: Sequence[Commit]) -> list[Mined]:
    """Files that were fixed repeatedly: the next change there deserves care."""
    fixes: dict[str, list[Commit]] = {}
    subjects = [commit.message.strip().partition("\n")[0] for commit in commits]
    fix_count = sum(re.search(_FIX, subject, re.IGNORECASE) is not None for subject in subjects)
    # Where most commits are called a fix, only subjects that name a fault count.
    pattern = _BROKEN if fix_count > MOSTLY * len(subjects) else _FIX
    for commit, subject in zip(commits, subjects, strict=True):
        if re.search(pattern, subject, re.IGNORECASE):
            for path in _about(commit)[:4]:
                if not re.search(_ASIDE, path):
                    fixes.setdefault(path, []).append(commit)
    mined = []
    for path, fixed in fixes.items():
        if len(fixed) >= REPEATED:
            last = sorted(fixed, key=lambda commit: -commit.time)[:3]
            subjects_text = "; ".join(
                one_line(commit.message.strip().partition("\n")[0], 90) for commit in last
            )
            text = f"{path} was fixed {len(fixed)} times, last: {subjects_text}"
            # Repeated fixes rank after reverts and reasons.
            score = 0.8 + min(len(fixed), 20) / 20
            mined.append(Mined(text, "repeated fix", last[0].hash, last[0].time, (path,), score))
    return mined
