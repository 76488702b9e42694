"""The hook's start: run as a file by a bare interpreter, it needs no installed environment.

`python -I -S …/sightline/hook.py --agent NAME`. Handles one event: the assistant's JSON on stdin,
its answer on stdout, exit code 0 always.
"""

import gc
import sys


def main(argv: list[str]) -> int:
    """Handle one event; exit code 0 always."""
    # It ends before anything could pile up.
    gc.disable()
    try:
        from sightline.hook_process import answer
        from sightline.hook_reply import Reply, read_input, watch

        reply = Reply()
        watch(reply)
        answer(argv, read_input(), reply)
    except Exception:  # nothing of ours may stop a prompt
        pass
    return 0


if __name__ == "__main__":
    # A bare interpreter knows no site-packages: the package is where this file is.
    sys.path.insert(0, __file__[: -len("/sightline/hook.py")])
    main(sys.argv[1:])
    from sightline.hook_reply import end

    end()
