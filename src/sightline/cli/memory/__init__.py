"""Commands that save, find, maintain and exchange memories."""
