from .core import run as start
from .core import *
from . import tools
