"""`sightline team`: memories shared through a team server."""
