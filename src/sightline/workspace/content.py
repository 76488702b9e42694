"""Classifies a file by its path and first bytes: text or not, and its role in the project.

The caller reads the file.
"""

import re

# Stored in the index and used by ranking.
ROLES = ("source", "test", "generated", "vendored")

_VENDORED = frozenset(
    [
        "vendor",
        "vendored",
        "_vendor",
        "_vendored",
        "third_party",
        "third-party",
        "thirdparty",
        "3rdparty",
        "extern",
        "deps",
        "node_modules",
        "bower_components",
        "jspm_packages",
        "godeps",
        "pods",
        "carthage",
        "site-packages",
    ]
)
_TEST_FOLDERS = frozenset(
    [
        "tests",
        "__tests__",
        "testdata",
        "test-data",
        "test_data",
        "__mocks__",
        "__snapshots__",
        "spec",
        "specs",
        "e2e",
        "testsuite",
        "test-suite",
        "unittests",
        "unittest",
        "functional_tests",
        "integration_tests",
        "integrationtest",
        "integration-tests",
        "test-fixtures",
        "testcases",
    ]
)
_TEST_NAME = re.compile(
    r"(?:^|/)(?:test_[^/]*|[^/]*_tests?|conftest|[^/]*[._-](?:test|spec|cy|e2e)s?(?:-d)?"
    r"|[^/]*(?<=[a-z0-9])(?-i:Test|Tests|TestCase|IT|Spec))\.[^./]+$",
    re.IGNORECASE,
)
_LOCK = re.compile(
    r"(?:^|/)(?:[^/]*\.lock|[^/]*\.lockb|[^/]*-lock\.(?:json|yaml|yml)|go\.sum|packages\.lock\.json"
    r"|npm-shrinkwrap\.json|Package\.resolved|mix\.lock|gradle\.lockfile|[^/]*\.snap)$"
)
_MINIFIED_NAME = re.compile(r"[.-]min\.(?:js|css|mjs|cjs|html)$", re.IGNORECASE)
_BUNDLE = re.compile(r"\.(?:js|mjs|cjs|css|jsx|ts)$", re.IGNORECASE)
_GENERATED_NAME = re.compile(
    r"(?:\.pb\.(?:go|cc|h|py)|_pb2(?:_grpc)?\.pyi?|\.pb\.\w+\.go|\.g\.dart|\.freezed\.dart"
    r"|\.designer\.cs|\.g\.cs|\.generated\.\w+|_generated\.\w+|zz_generated\.[^/]*)$",
    re.IGNORECASE,
)
_BANNER = re.compile(
    rb"code generated (?:by|from)|@generated|auto-?generated (?:by|from|file|code|using)"
    rb"|(?:this|the) (?:file|code|class|module) (?:is|was|has been|gets) "
    rb"(?:auto(?:matically)?[- ]?)?generated|generated (?:automatically )?by .{1,80}"
    rb"do not (?:edit|modify)|do not edit.{0,80}generated|^\W*automatically generated",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)
_COMMENT = (b"#", b"/", b"*", b";", b"-", b"<", b"%", b'"', b"'", b"(", b"{")
_HEAD = 1200


def is_lock_file(path: str) -> bool:
    """Whether the path is a package manager's lock file or another recorded snapshot."""
    return _LOCK.search(path) is not None


def is_binary(raw: bytes) -> bool:
    """Whether these bytes are not text: an early zero byte without a UTF-16 mark."""
    return b"\0" in raw[:8000] and not raw.startswith((b"\xff\xfe", b"\xfe\xff"))


def is_minified(path: str, raw: bytes) -> bool:
    """Whether a script or style sheet is minified: by its name or its very long lines."""
    if _MINIFIED_NAME.search(path):
        return True
    if not _BUNDLE.search(path) or len(raw) < 4000:
        return False
    return len(raw) / (raw.count(b"\n") + 1) > 250


def role(path: str, raw: bytes = b"") -> str:
    """The file's role: the first of vendored, generated, test and source that applies."""
    folders = path.lower().split("/")[:-1]
    if not _VENDORED.isdisjoint(folders):
        return "vendored"
    if _GENERATED_NAME.search(path) or _has_banner(raw):
        return "generated"
    return "test" if is_test(path, folders) else "source"


def is_test(path: str, folders: list[str] | None = None) -> bool:
    """Whether the path is that of a test, by its folder or its name."""
    folders = path.lower().split("/")[:-1] if folders is None else folders
    if not _TEST_FOLDERS.isdisjoint(folders):
        return True
    if _TEST_NAME.search(path):
        return True
    if "test" not in folders:
        return False
    # A Python package called test may be a library for tests (django/test).
    return folders[0] == "test" or not path.endswith((".py", ".pyi"))


def _has_banner(raw: bytes) -> bool:
    """Whether a comment at the top says that the file is generated."""
    head = raw[:_HEAD]
    # Every banner contains this word, and searching for one word is far faster.
    banner = _BANNER.search(head) if b"generated" in head.lower() else None
    if banner is None:
        return False
    start = banner.start()
    line = head[head.rfind(b"\n", 0, start) + 1 : start + 1].lstrip()
    return line.startswith(_COMMENT) or _inside_comment(head[:start])


def _inside_comment(before: bytes) -> bool:
    return before.rfind(b"/*") > before.rfind(b"*/") or before.count(b'"""') % 2 == 1
