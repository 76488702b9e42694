"""The lean named tuple behaves like the standard one."""

import copy
import pickle

import pytest

from sightline.model.record import NamedTuple


class Point(NamedTuple):
    """A place."""

    x: int
    y: int = 2
    tags: tuple[str, ...] = ()


def test_values_come_by_place_by_name_and_by_default() -> None:
    assert Point(1) == (1, 2, ())
    assert Point(1, tags=("a",)) == (1, 2, ("a",))
    assert Point(x=1, y=5).y == 5
    assert Point._make([1, 2, ()]) == Point(1)


@pytest.mark.parametrize(
    ("values", "named"), [((), {}), ((1, 2, (), 4), {}), ((1,), {"z": 3}), ((1,), {"x": 2})]
)
def test_missing_and_surplus_values_are_errors(values: tuple, named: dict) -> None:
    with pytest.raises(TypeError):
        Point(*values, **named)


def test_a_changed_copy_leaves_the_original_alone() -> None:
    point = Point(1)
    assert point._replace(y=9) == (1, 9, ())
    assert point.y == 2
    with pytest.raises(TypeError):
        point._replace(z=1)
    with pytest.raises(AttributeError):
        point.x = 4


def test_it_copies_pickles_matches_and_prints_like_a_named_tuple() -> None:
    point = Point(1, 2, ("a",))
    assert pickle.loads(pickle.dumps(point)) == point
    assert isinstance(copy.deepcopy(point), Point)
    assert repr(point) == "Point(x=1, y=2, tags=('a',))"
    assert point._asdict() == {"x": 1, "y": 2, "tags": ("a",)}
    match point:
        case Point(x, y):
            assert (x, y) == (1, 2)
    assert not hasattr(point, "__dict__")
