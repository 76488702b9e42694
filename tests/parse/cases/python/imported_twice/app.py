try:
    from slow import dumps
    from orjson import dumps
except ImportError:
    pass


def save(value):
    return dumps(value)
