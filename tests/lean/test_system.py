"""The stand-ins for `os` and `os.path` answer as the originals do."""

from __future__ import annotations

import os
import pathlib
import posixpath

import pytest

from sightline.lean import system

pytestmark = pytest.mark.skipif(os.name != "posix", reason="other systems use the original")
PATHS = (
    *("", "/", "//", "///", "a", "a/", "a/b", "/a", "/a/", "/a/b.py", "/a//b", "//a/b", "a/../b"),
    *("/a/./b", "/a/b/..", "..", ".", "./a", "/..", "a/.", "/a/b/", "/a/...", "/a/..b/c", "é/ü"),
)


@pytest.mark.parametrize("path", PATHS)
def test_paths_are_taken_apart_as_by_the_original(path: str) -> None:
    assert system.path.dirname(path) == posixpath.dirname(path)
    assert system.path.basename(path) == posixpath.basename(path)
    assert system.path.isabs(path) == posixpath.isabs(path)
    assert system.path.abspath(path) == posixpath.abspath(path)
    assert system.path.realpath(path) == posixpath.realpath(path)
    for other in PATHS:
        assert system.path.join(path, other) == posixpath.join(path, other)
        assert system.path.join(path, "x", other) == posixpath.join(path, "x", other)


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
            assert getattr(system.path, what)(path) == getattr(posixpath, what)(path), (name, what)


def test_what_is_common_to_paths_is_found_as_by_the_original() -> None:
    several = (["/a/b", "/a/c"], ["/a/b/", "/a/b/c"], ["/a", "/b"], ["a/b", "a/./b/c"], ["/a//b"])
    for paths in several:
        assert system.path.commonpath(paths) == posixpath.commonpath(paths)
    for wrong in ([], ["/a", "b"]):
        with pytest.raises(ValueError):
            system.path.commonpath(wrong)


def test_the_own_folder_is_found_as_by_the_original() -> None:
    for path in ("~", "~/a", "a/~", "", "~nobody-of-this-name/x"):
        assert system.path.expanduser(path) == posixpath.expanduser(path)


def test_a_name_with_a_null_is_no_file() -> None:
    assert not system.path.exists("a\0b")
    assert not system.path.isfile("a\0b")
    with pytest.raises(ValueError):
        system.path.realpath("/a\0b")


def test_the_environment_and_the_rest_are_those_of_the_original() -> None:
    assert dict(system.environ) == dict(os.environ)
    assert system.fsencode("é\udcff") == os.fsencode("é\udcff")
    assert system.fsdecode(b"\xff\xc3\xa9") == os.fsdecode(b"\xff\xc3\xa9")
    assert (system.name, system.sep) == (os.name, os.sep)
    assert system.stat is os.stat
    assert system.makedirs is os.makedirs
    with pytest.raises(AttributeError):
        _ = system.nothing_of_this_name
