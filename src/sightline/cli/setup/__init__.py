"""Commands that set Sightline up and remove it: init, install, uninstall."""
