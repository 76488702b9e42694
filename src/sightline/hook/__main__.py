"""The entry point of the hook: run as a file by a bare interpreter without site-packages.

`python -I -S …/sightline/hook/__main__.py --agent NAME` handles one event: the assistant's JSON on stdin, its
answer on stdout, exit code 0 always. The session's MCP server answers where one runs
(`hook.client`), else this process does (`hook.standalone`).
"""

import gc
import os
import sys


def main(argv: list[str]) -> int:
    """Handle one event; exit code 0 always."""
    gc.disable()  # the process exits before garbage accumulates
    try:
        from sightline.hook.client import ask_server  # the path is set below, after the start
        from sightline.hook.watchdog import HookReply, read_input, watch  # as above

        reply = HookReply(token=os.urandom(8).hex())

        def spool_prompt() -> None:
            from sightline.hook.standalone import spool  # only needed if time runs out

            spool(argv, reply.raw or b"", reply.token)

        reply.spool_prompt = spool_prompt
        watch(reply)
        try:
            raw = read_input(reply)
            if not ask_server(argv, raw, reply):
                from sightline.hook.standalone import answer  # not needed if a server answers

                answer(argv, raw, reply)
        finally:
            reply.spool_once()
    except Exception:  # no bug of ours may stop a prompt
        pass
    return 0


if __name__ == "__main__":
    # A bare interpreter does not know site-packages: the package is where this file is.
    sys.path.insert(0, __file__[: -len("/sightline/hook/__main__.py")])
    main(sys.argv[1:])
    os._exit(0)  # nothing is left to flush, and the interpreter's cleanup takes time
