from ... import app
from .. import core
def use():
    core.run()
    app.start()
