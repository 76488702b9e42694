"""How prompts take their places in the forest."""

import random
from collections import Counter

from sightline.model.session import Node
from sightline.text.stem import surface_forms
from sightline.topics.forest import MOST_DEPTH, Forest, Shape
from sightline.topics.labels import ChildWords

HOUR = 3_600_000
NOW = 1_800_000_000_000


def seed(text: str, topic: str = "t-a", at: int = NOW) -> Node:
    forms = surface_forms(text)
    stems, words = tuple(f[0] for f in forms), tuple(f[1] for f in forms)
    return Node(0, topic, 0, 0, text, stems, words, 1, at, at, ("p0",), True)


def forest_of(*texts: str, **shape: float) -> Forest:
    """A topic per text."""
    forest = Forest([], Shape(**shape))  # type: ignore[arg-type]
    for number, text in enumerate(texts):
        forest.plant(seed(text, f"t-{number}", NOW + number))
    return forest


def drawn(forest: Forest, topic: str) -> list[tuple[int, str]]:
    return [(node.depth, node.content) for node in forest.tree(topic)]


def test_a_new_prompt_is_the_root_of_its_tree() -> None:
    """FG-15, FG-16, FG-20: strength 1, one use, its source, indexed."""
    forest = forest_of("fix the login form")
    root = forest.root("t-0")
    assert (root.frequency, root.sources, root.indexed, root.depth) == (1, ("p0",), True, 0)
    assert forest.corpus.counts == {"fix": 1, "login": 1, "form": 1}


def test_a_branch_keeps_the_lone_root_as_a_child_first() -> None:
    """FG-21: the copy carries everything; root and corpus hold each prompt once."""
    forest = forest_of("fix the login form")
    forest.touch(forest.roots["t-0"], now=NOW + 5, source="p1")
    before = forest.root("t-0")
    forest.branch("t-0", seed("style the login page"), now=NOW + 9, source="p2")
    kept, added = forest.leaves("t-0")
    assert kept == before._replace(number=kept.number, parent=before.number, depth=1)
    assert (added.content, added.depth) == ("style the login page", 1)
    assert not forest.root("t-0").indexed
    assert forest.corpus.total == 2 and forest.corpus.counts["login"] == 2


def test_extending_stands_beside_the_leaf_and_touches_root_and_leaf() -> None:
    """FG-22, FG-25, ruling 5: both are used once more, now."""
    forest = forest_of("fix the login form")
    forest.branch("t-0", seed("style the login page"), now=NOW, source="p1")
    leaf = forest.leaves("t-0")[1]
    root_before = forest.root("t-0").frequency
    added = forest.extend("t-0", leaf.number, seed("colour it"), now=NOW + HOUR, source="p2")
    assert added.parent == leaf.parent
    touched = forest.nodes[leaf.number]
    assert (touched.frequency, touched.used, touched.sources) == (2, NOW + HOUR, ("p0", "p2"))
    assert forest.root("t-0").frequency == root_before + 1
    assert forest.root("t-0").used == NOW + HOUR


def test_extending_a_root_is_a_branch() -> None:
    """FG-22."""
    forest = forest_of("fix the login form")
    forest.extend("t-0", forest.roots["t-0"], seed("style it"), now=NOW, source="p1")
    assert [depth for depth, _ in drawn(forest, "t-0")] == [0, 1, 1]


def test_a_very_similar_prompt_nests_under_a_label_with_its_leaf() -> None:
    """Ruling 8: deeper than two levels, each label named by what is below it."""
    forest = forest_of("rotate the refresh token")
    forest.branch("t-0", seed("add an index"), now=NOW, source="p1")
    leaf = forest.leaves("t-0")[0]
    new = seed("rotate the refresh token again")
    forest.extend("t-0", leaf.number, new, now=NOW, source="p2", nest=True)
    assert drawn(forest, "t-0")[1:4] == [
        (1, "refresh | rotate | token"),
        (2, "rotate the refresh token"),
        (2, "rotate the refresh token again"),
    ]


def test_repeating_a_prompt_builds_no_tower() -> None:
    """Ruling 8 has an end."""
    forest = forest_of("run the checks")
    for turn in range(20):
        leaf = forest.leaves("t-0")[-1].number
        forest.extend("t-0", leaf, seed("run the checks"), now=NOW, source=f"p{turn}", nest=True)
    assert max(depth for depth, _ in drawn(forest, "t-0")) == MOST_DEPTH


def test_labels_are_the_most_frequent_words_in_the_form_people_wrote() -> None:
    """FG-23, ruling 3: by count, ties by alphabet, `sessions` not `ses`."""
    forest = forest_of("sessions expire")
    forest.branch("t-0", seed("sessions of users"), now=NOW, source="p1")
    forest.branch("t-0", seed("a session is deleted"), now=NOW, source="p2")
    assert forest.root("t-0").content == "sessions | deleted | expire | users"
    small = forest_of("zebra apple mango", label_terms=2)
    small.branch("t-0", seed("kiwi"), now=NOW, source="p1")
    assert small.root("t-0").content == "apple | kiwi"


def test_sources_are_limited() -> None:
    """FG-25: the last `maxSourcesPerNode`."""
    forest = forest_of("fix it quickly", most_sources=3)
    for number in range(5):
        forest.touch(forest.roots["t-0"], now=NOW, source=f"p{number}")
    assert forest.root("t-0").sources == ("p2", "p3", "p4")


def test_the_lowest_leaves_leave_first_single_prompts_included() -> None:
    """FG-27, ruling 6."""
    forest = forest_of("old greeting", "database index", most_nodes=4)
    later = NOW + 24 * HOUR
    for text in ("database table", "database column"):
        forest.branch("t-1", seed(text, at=later), now=later, source="p")
    forest.touch(forest.leaves("t-1")[0].number, now=later, source="p")
    left, gone = forest.prune(later)
    assert [node.content for node in left] == ["old greeting"]
    assert gone == ["t-0"]
    assert len(forest.nodes) == 4


def test_labels_follow_a_prune_and_a_label_over_nothing_goes() -> None:
    """Ruling 6, FG-28: the corpus forgets what left; a tree without prompts is removed."""
    forest = forest_of("alpha beta", most_nodes=2)
    forest.branch("t-0", seed("gamma delta", at=NOW + HOUR), now=NOW + HOUR, source="p1")
    forest.prune(NOW + HOUR)
    assert drawn(forest, "t-0") == [(0, "delta | gamma"), (1, "gamma delta")]
    assert "alpha" not in forest.corpus.counts
    forest.shape = forest.shape._replace(most_nodes=0)
    left, gone = forest.prune(NOW + HOUR)
    assert (len(left), gone, forest.nodes) == (2, ["t-0"], {})


def test_pinned_and_locked_topics_stay() -> None:
    """Rulings 6 and 27."""
    forest = forest_of("pinned words", "other words", most_nodes=0)
    _, gone = forest.prune(NOW, keep=["t-0"])
    assert gone == ["t-1"] and list(forest.roots) == ["t-0"]


def test_vectors_are_kept_until_the_corpus_changes() -> None:
    forest = forest_of("login form", "login page")
    leaf = forest.root("t-0")
    first = forest.vector(leaf)
    assert forest.vector(leaf) is first
    forest.plant(seed("login button", "t-2"))
    assert forest.vector(leaf) != first


def test_grafting_moves_every_prompt_and_no_label() -> None:
    forest = forest_of("login form", "database index")
    forest.branch("t-1", seed("database table"), now=NOW, source="p1")
    forest.graft("t-1", "t-0")
    assert list(forest.roots) == ["t-0"]
    contents = [node.content for node in forest.leaves("t-0")]
    assert contents == ["login form", "database index", "database table"]
    assert forest.corpus.total == 3


def test_what_was_counted_for_the_prompt_before_changes_no_label_and_no_corpus() -> None:
    """FG-23, 2.6: a lasting process counts on; labels and weights are those of a new count."""
    said = [
        "fix",
        "fixes",
        "login",
        "logins",
        "token",
        "page",
        "form",
        "button",
        "users",
        "user",
        "session",
        "sessions",
    ]
    draw = random.Random(7)
    forest = forest_of("fix the login form", most_nodes=30)
    for number in range(200):
        # As the next prompt finds it: the nodes stay, what was counted of them is forgotten.
        forest = Forest(forest.nodes.values(), forest.shape, forest.next_number)
        text = " ".join(draw.choices(said, k=draw.randint(1, 8)))
        assert forest.corpus.counts == Counter(
            stem for node in forest.nodes.values() if node.indexed for stem in set(node.stems)
        )
        forest.branch("t-0", seed(text), now=NOW + number * HOUR, source=f"p{number}")
        forest.prune(NOW + number * HOUR)
        root = forest.root("t-0")
        below = [forest.nodes[child] for child in forest.children[root.number]]
        assert (root.stems, root.words) == ChildWords(below).label(forest.shape.label_terms)
