from ..core import Engine as Motor
