"""The stand-ins for `os` and `os.path` answer as the originals do."""

from __future__ import annotations

import os
import pathlib
import posixpath

import pytest

if os.name == "posix":
    from sightline.lean import paths
from sightline.lean import system

pytestmark = pytest.mark.skipif(os.name != "posix", reason="other systems use the original")
PATHS = (
    *("", "/", "//", "///", "a", "a/", "a/b", "/a", "/a/", "/a/b.py", "/a//b", "//a/b", "a/../b"),
    *("/a/./b", "/a/b/..", "..", ".", "./a", "/..", "a/.", "/a/b/", "/a/...", "/a/..b/c", "é/ü"),
)


@pytest.mark.parametrize("path", PATHS)
def test_paths_are_taken_apart_as_by_the_original(path: str) -> None:
    assert paths.dirname(path) == posixpath.dirname(path)
    assert paths.basename(path) == posixpath.basename(path)
    assert paths.isabs(path) == posixpath.isabs(path)
    assert paths.abspath(path) == posixpath.abspath(path)
    assert paths.realpath(path) == posixpath.realpath(path)
    for other in PATHS:
        assert paths.join(path, other) == posixpath.join(path, other)
        assert paths.join(path, "x", other) == posixpath.join(path, "x", other)


def test_links_are_followed_as_by_the_original(tmp_path: pathlib.Path) -> None:
    (tmp_path / "real" / "deep").mkdir(parents=True)
    (tmp_path / "real" / "file").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "dangling").symlink_to("nowhere")
    names = ("real", "link", "link/deep", "link/file", "link/../x", "loop", "loop/a", "dangling")
    for name in (*names, "none", "none/below", "real/file/below", "real/deep/../file"):
        path = str(tmp_path / name) if ".." not in name else f"{tmp_path}/{name}"
        for what in ("realpath", "exists", "isfile", "isdir", "islink", "lexists"):
            assert getattr(paths, what)(path) == getattr(posixpath, what)(path), (name, what)


def test_what_is_common_to_paths_is_found_as_by_the_original() -> None:
    several = (["/a/b", "/a/c"], ["/a/b/", "/a/b/c"], ["/a", "/b"], ["a/b", "a/./b/c"], ["/a//b"])
    for some in several:
        assert paths.commonpath(some) == posixpath.commonpath(some)
    for wrong in ([], ["/a", "b"]):
        with pytest.raises(ValueError):
            paths.commonpath(wrong)


def test_the_own_folder_is_found_as_by_the_original() -> None:
    for path in ("~", "~/a", "a/~", "", "~nobody-of-this-name/x"):
        assert paths.expanduser(path) == posixpath.expanduser(path)


def test_a_name_with_a_null_is_no_file() -> None:
    assert not paths.exists("a\0b")
    assert not paths.isfile("a\0b")
    with pytest.raises(ValueError):
        paths.realpath("/a\0b")


def test_the_environment_and_the_rest_are_those_of_the_original() -> None:
    assert system.environ is os.environ  # where nobody can say who changes it
    assert system.fsencode("é\udcff") == os.fsencode("é\udcff")
    assert system.fsdecode(b"\xff\xc3\xa9") == os.fsdecode(b"\xff\xc3\xa9")
    assert (system.name, system.sep) == (os.name, os.sep)
    assert system.stat is os.stat
    assert system.makedirs is os.makedirs
    with pytest.raises(AttributeError):
        _ = system.nothing_of_this_name
