"""Prints the reference page of all settings."""

import sys

from sightline.settings.reference import reference

sys.stdout.write(reference())
