import functools


def traced(function):
    @functools.wraps(function)
    def wrapper(*args):
        return function(*args)
    return wrapper


def tagged(name):
    def decorate(function):
        return function
    return decorate


@traced
def one(): ...


@tagged("x")
class Thing:
    @traced
    @tagged("y")
    def two(self): one()
