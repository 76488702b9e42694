def work(): ...


def test_inline(): work()
