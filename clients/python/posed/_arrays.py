"""Numbers in rows: numpy's arrays where numpy is; else what Python has."""
from __future__ import annotations

import os
from typing import Any, Sequence

try:
    if os.environ.get("POSED_NO_NUMPY"):  # for the tests of the other way
        raise ImportError
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]


def rows(values: Sequence[float], columns: int) -> Any:
    """(n, columns) of a flat list: a float32 array, or a list of lists."""
    if numpy is not None:
        return numpy.asarray(values, "<f4").reshape(-1, columns)
    return [list(values[i:i + columns]) for i in range(0, len(values), columns)]


def view(data: bytes, kind: str, at: int, shape: Sequence[int]) -> Any:
    """float32 ("f") or uint32 ("I") in bytes, as they are there: an array, or a memoryview of that shape (tolist() makes lists of it)."""
    count = 1
    for n in shape:
        count *= n
    if numpy is not None:
        return numpy.frombuffer(data, {"f": "<f4", "I": "<u4"}[kind], count, at).reshape(shape)
    return memoryview(data)[at:at + 4 * count].cast("B").cast(kind, list(shape))


def plain(value: Any) -> Any:
    """What json can write: arrays become lists."""
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return value
