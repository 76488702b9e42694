"""Commands that set Sightline up: init, install, uninstall."""
