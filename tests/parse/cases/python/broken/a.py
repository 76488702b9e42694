def good():
    return other()


class Half(:
    def inside(self):
        good()

def other(
    a, b

def last(): good()
