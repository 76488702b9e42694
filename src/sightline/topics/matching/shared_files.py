"""Files that work on any subject touches, known by their names: settings, entry points, manifests."""

from functools import lru_cache

from sightline.text.word_lists import word_set
from sightline.text.words import code_words

# A file whose name is one of these words, or ends with one, serves every subject.
_NAMES = word_set(
    """
    agents app application bootstrap build cargo changelog claude common composer config configuration conftest
    constants defaults dockerfile env environment fixtures gemfile gemini global globals go gradle helper helpers
    index init lock main makefile mod package pom procfile project providers pyproject readme requirements root
    settings setup shared startup tsconfig types urls util utils vars version versions
    """
)


@lru_cache(4096)
def is_shared(path: str) -> bool:
    """Whether a file of this name is probably touched whatever the work is about."""
    stem = path.rpartition("/")[2].partition(".")[0]
    words = code_words(stem)
    return bool(words) and words[-1].strip("_") in _NAMES
