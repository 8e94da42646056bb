"""What is said when a file can't be read or written."""

from __future__ import annotations


class FileProblem(Exception):
    """The text is one sentence for the user: which file, what is wrong, what to do. Nothing was changed."""
