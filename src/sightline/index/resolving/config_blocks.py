"""Finds the block of a configuration that a path names: `var.region`, `aws_instance.web.id`."""

from sightline.index.resolving.file_view import View
from sightline.index.resolving.inference import Inference
from sightline.index.resolving.name_source import Place


def find_block(infer: Inference, view: View, path: tuple[str, ...]) -> Place | None:
    """Where a path leads inside the folder of a file; None when nothing there is named so.

    The first word says what kind of block is meant, else it is the type that stands before its name.
    """
    kinds = dict(view.habits.blocks)
    if path[0] in kinds and not kinds[path[0]]:  # `data.type.name`
        path = path[1:]
    if len(path) < 2:
        return None
    kind, name = kinds.get(path[0], ""), path[1]
    for file in infer.names.files_of(view.facts.module):
        other = infer.view(file)
        symbols = other.symbols
        if kind:
            found = [place for place in other.inner(0).get(name, ()) if symbols[place][1] == kind]
        else:
            places = other.orphans.get(name, ())
            found = [place for place in places if symbols[place][3] == path[0]]
        if found:
            return (file, found[0])
    return None
