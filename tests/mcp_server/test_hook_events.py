"""An answer over HTTP: whole when it is there in time, else what is ready by then."""

import asyncio
import gc
import threading
import time
from collections.abc import Callable

from sightline.mcp_server.hooks import Answer
from sightline.mcp_server.tidying import MOST_WITHOUT, Tidying

SOON, LATE = 0.02, 60.0


def said(begin: Callable[[Answer], None], seconds: float) -> str:
    """What is said when an answer is begun like this and may take so long."""

    async def wait() -> str:
        answer = Answer(time.monotonic())
        answer.deadline = time.monotonic() + seconds
        return await answer.ready(lambda: begin(answer))

    return asyncio.run(wait())


def test_a_whole_answer_goes_at_once() -> None:
    def begin(answer: Answer) -> None:
        def work() -> None:
            answer.prepare(lambda: "so far")
            answer.text = "all of it"
            answer.end()

        threading.Thread(target=work).start()

    assert said(begin, LATE) == "all of it"


def test_at_the_deadline_what_is_ready_is_said() -> None:
    assert said(lambda answer: answer.prepare(lambda: "so far"), SOON) == "so far"
    assert said(lambda _: None, SOON) == ""


def test_a_deadline_that_moves_is_the_one_that_counts() -> None:
    def begin(answer: Answer) -> None:
        answer.deadline += LATE

        def work() -> None:
            time.sleep(5 * SOON)
            answer.text = "later"
            answer.end()

        threading.Thread(target=work).start()

    assert said(begin, SOON) == "later"


def test_nobody_looks_for_garbage_while_an_answer_is_made() -> None:
    tidying = Tidying()
    with tidying:
        assert not gc.isenabled()
        with tidying:
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_without_a_pause_garbage_is_looked_for_all_the_same() -> None:
    tidying = Tidying()
    looked = []
    gc.callbacks.append(lambda phase, _: looked.append(phase))
    try:
        with tidying:
            for _ in range(MOST_WITHOUT):
                with tidying:
                    pass
            assert looked
    finally:
        gc.callbacks.pop()
