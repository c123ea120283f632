"""Keeps a list of what is in the cellar."""
