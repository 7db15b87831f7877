"""Numbers in rows: numpy's arrays where numpy is; else what Python has."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Mapping, Sequence, Union, cast

if TYPE_CHECKING:
    import numpy as numpy
    from numpy.typing import NDArray

    # Without numpy these are lists, or memoryviews, of the same shape.
    Floats = NDArray[numpy.float32]
    Indices = NDArray[numpy.uint32]
    AnyArray = NDArray[numpy.generic]
    Numbers = Union[Sequence[float], Sequence[Sequence[float]], Sequence[Sequence[Sequence[float]]], AnyArray]
else:
    try:
        if os.environ.get("POSED_NO_NUMPY"):  # for the tests of the other way
            raise ImportError
        import numpy
    except ImportError:
        numpy = None


def rows(values: Sequence[float], columns: int) -> Floats:
    """(n, columns) of a flat list: a float32 array, or a list of lists."""
    if numpy is not None:
        return numpy.asarray(values, "<f4").reshape(-1, columns)
    return cast("Floats", [list(values[i:i + columns]) for i in range(0, len(values), columns)])


def view(data: bytes, kind: str, at: int, shape: Sequence[int]) -> object:
    """float32 ("f") or uint32 ("I") in bytes, as they are there: an array, or a memoryview of that shape (tolist() makes lists of it)."""
    count = 1
    for n in shape:
        count *= n
    if numpy is not None:
        return numpy.frombuffer(data, {"f": "<f4", "I": "<u4"}[kind], count, at).reshape(shape)
    return memoryview(data)[at:at + 4 * count].cast("B").cast(kind, list(shape))


def plain(value: object) -> object:
    """What json can write: arrays become lists."""
    if isinstance(value, Mapping):
        return {k: plain(v) for k, v in value.items()}
    made = getattr(value, "tolist", None)
    if made is not None:
        return made()
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return value
