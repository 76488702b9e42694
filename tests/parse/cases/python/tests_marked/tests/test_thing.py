import unittest
from thing import work


class ThingTest(unittest.TestCase):
    def setUp(self): self.value = work()

    def test_work(self):
        work()
        self.assertTrue(True)


def helper(): ...
