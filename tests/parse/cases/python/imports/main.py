import app
import app.core as c
import app.tools.deep
import json
from app import start, stop, tools
from app.tools import Motor


def main():
    start()
    stop()
    c.run()
    app.core.stop()
    app.tools.deep.use()
    tools.Motor().go()
    engine = Motor()
    engine.go()
    json.loads("")
    from app.core import run as local_run
    local_run()
