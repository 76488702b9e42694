"""Makes files and folders that only the user may read (modes 0600 and 0700).

On Windows the modes say nothing: the user's profile folder keeps others out.
"""

from __future__ import annotations

import os

from sightline.errors import StoreError, StoreReadOnly


def make_private_folder(path: str) -> None:
    """Make this folder and those above it that are missing, for the user alone."""
    if os.path.isdir(path):
        return
    try:
        parent = os.path.dirname(path)
        if parent and parent != path:
            make_private_folder(parent)
        os.mkdir(path, 0o700)
    except FileExistsError:
        if not os.path.isdir(path):
            raise StoreError(f"{path} is a file where a folder should be") from None
    except OSError as error:
        raise StoreReadOnly(path=path) from error


def make_private_file(path: str) -> os.stat_result:
    """Make an empty file that only the user may read, unless it is there."""
    make_private_folder(os.path.dirname(path))
    try:
        # SQLite would use 0644; its journals take over the mode of the file.
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreReadOnly(path=path) from error
    try:
        return os.fstat(descriptor)
    finally:
        os.close(descriptor)


def make_private(path: str) -> None:
    """Take a file's permissions from everyone but the user, where the system lets us."""
    try:
        os.chmod(path, 0o600)
    except OSError:
        # Another user's file, or a file system without modes: reading it is still allowed.
        return
