"""The hook's start: run as a file by a bare interpreter, it needs no installed environment.

`python -I -S …/sightline/hook.py --agent NAME`. Kept short, since Python compiles the file it is
given anew each time; what it does is in `hook_process`.
"""

import gc
import sys
from time import monotonic


def main(argv: list[str]) -> int:
    """Handle one event; exit code 0 always."""
    # It ends before anything could pile up.
    gc.disable()
    try:
        from sightline.hook_reply import Reply, read_input, watch

        reply = Reply()
        watch(reply)
        raw = read_input()
        from sightline.hook_warm import start

        warm = start(raw)
        from sightline.hook_process import answer

        missing = answer(argv, raw, reply)
        # Where it has to be done here, it ends well before the deadline, which ends the process.
        until = reply.started + (reply.deadline - reply.started) * 0.6
        if missing:
            warm.forget()  # the next prompt shall not suffer from what this file may have left out
        elif warm.learned(has_time=monotonic() < until):
            from sightline.hook_keep import keep

            keep(warm, until)
    except Exception:  # nothing of ours may stop a prompt
        pass
    return 0


if __name__ == "__main__":
    # A bare interpreter knows no site-packages: the package is where this file is.
    sys.path.insert(0, __file__[: -len("/sightline/hook.py")])
    main(sys.argv[1:])
    from sightline.hook_reply import end

    end()
