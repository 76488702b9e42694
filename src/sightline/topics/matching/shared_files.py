"""Files that work on any subject touches, known by their names: settings, entry points, manifests."""

from functools import lru_cache

from sightline.text.word_lists import word_set
from sightline.text.words import code_words

# A file whose name is one of these words, or ends with one, serves every subject.
_NAMES = word_set(
    """
    agents app application base bootstrap build cargo changelog claude client common composer config
    configuration conftest constants core database db defaults dockerfile env environment error errors
    events exceptions fixtures gemfile gemini global globals go gradle helper helpers index init layout
    lib locals lock log logger logging main makefile manager manifest mod model models module outputs
    package pom prelude procfile program project providers pyproject readme requirements root router
    routes schema server settings setup shared startup store styles theme tokens tsconfig types urls util
    utils variables vars version versions
    """
)


@lru_cache(4096)
def is_shared(path: str) -> bool:
    """Whether a file of this name is probably touched whatever the work is about."""
    stem = path.rpartition("/")[2].partition(".")[0]
    words = code_words(stem)
    return bool(words) and words[-1].strip("_") in _NAMES
