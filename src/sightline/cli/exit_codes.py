"""The exit codes of every command: part of the contract with scripts."""

OK = 0
FAILED = 1
USAGE = 2
INTERRUPTED = 130

EXIT_CODES = (
    (OK, "done; also when the reader of a pipe had enough"),
    (FAILED, "it could not be done; the reason is on stderr"),
    (USAGE, "called in a way it does not understand: unknown name, option or value"),
    (INTERRUPTED, "interrupted from the keyboard; nothing acknowledged is lost"),
)
