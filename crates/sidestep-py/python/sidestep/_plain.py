"""Makes plain data of what numpy and others hand over, for scenes given as dicts."""

from __future__ import annotations

import os


def plain(value: object) -> object:
    """Returns a list for an array or a range, a number for a numpy number and a string for a path."""
    as_list = getattr(value, "tolist", None)
    if as_list is not None:
        return as_list()
    if isinstance(value, range):
        return list(value)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(f"a scene holds numbers, strings, lists and dicts, and {value!r} is none of these")
