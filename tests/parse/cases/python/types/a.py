from __future__ import annotations
from typing import Callable, Optional
import b


def convert(raw: b.Raw, back: Optional[b.Cooked] = None) -> dict[str, list[b.Cooked]]: ...


class Holder:
    item: b.Raw
    factory: Callable[[], b.Cooked]

    def take(self) -> Holder: ...


def chain(holder: Holder, items: list[b.Raw], table: dict[str, b.Cooked]):
    holder.take().take().item.cook()
    holder.factory().eat()
    for item in items:
        item.cook()
    table["x"].eat()
    [raw.cook() for raw in items]
    try:
        pass
    except b.Trouble as trouble:
        trouble.explain()
