"""The words that label a topic."""

from sightline.store import topics as store
from tests.topics.conftest import Talk


def test_labels_have_no_function_words_of_other_languages(talk: Talk) -> None:
    """Unless there is nothing else."""
    german = talk.topics(
        "Kannst du mir bitte den Abstand der Kopfzeile ändern", "und bitte auch den Abstand unten"
    )[0]
    spanish = talk.topics("la caché de los pedidos expira para todos", session="es")[0]
    for name, word in ((german, "abstand"), (spanish, "caché")):
        topic = store.topic(talk.memory, talk.project, name)
        assert topic is not None and word in topic.terms
        assert not set(topic.terms) & {"bitte", "den", "der", "und", "los", "para", "todos", "la"}
