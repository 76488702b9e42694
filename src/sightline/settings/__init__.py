"""Every setting once: type, default and sentence, and where settings are read from."""
