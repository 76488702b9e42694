"""Commands that keep, find and maintain memories."""
