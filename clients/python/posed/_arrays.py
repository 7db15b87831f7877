"""Arrays of numbers: numpy arrays if numpy is installed, otherwise memoryviews and lists of the same shape."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Mapping, Sequence, Union, cast

if TYPE_CHECKING:
    import numpy as numpy
    from numpy.typing import NDArray

    # Types of numpy, for type checkers. Without numpy the values are lists or memoryviews of the same shape.
    Floats = NDArray[numpy.float32]
    Indices = NDArray[numpy.uint32]
    AnyArray = NDArray[numpy.generic]
    Numbers = Union[Sequence[float], Sequence[Sequence[float]], Sequence[Sequence[Sequence[float]]], AnyArray]
else:
    try:
        if os.environ.get("POSED_NO_NUMPY"):  # a test sets this variable to run without numpy
            raise ImportError
        import numpy
    except ImportError:
        numpy = None


def rows(values: Sequence[float], columns: int) -> Floats:
    """Returns a flat sequence of numbers as rows: a float32 array (n, columns) with numpy, otherwise a list of n lists.

    values (sequence of float): n * columns numbers, row after row.
    columns (int): numbers in each row.
    """
    if numpy is not None:
        return numpy.asarray(values, "<f4").reshape(-1, columns)
    return cast("Floats", [list(values[i:i + columns]) for i in range(0, len(values), columns)])


def view(data: bytes, kind: str, at: int, shape: Sequence[int]) -> object:
    """Returns a part of `data` as an array of the given shape, without copying it: a numpy array, or a memoryview without numpy.

    The method tolist() of both returns nested lists. Raises ValueError (with numpy) or TypeError (without) if `data` is too short.

    data (bytes): values of 4 bytes each, little-endian.
    kind (str): type of the values: "f" for float32, "I" for uint32.
    at (int): offset of the first value, in bytes.
    shape (sequence of int): shape of the result.
    """
    count = 1
    for n in shape:
        count *= n
    if numpy is not None:
        return numpy.frombuffer(data, {"f": "<f4", "I": "<u4"}[kind], count, at).reshape(shape)
    return memoryview(data)[at:at + 4 * count].cast("B").cast(kind, list(shape))


def plain(value: object) -> object:
    """Returns `value` in types that json can write: arrays become lists, also inside mappings, lists and tuples, and so do ranges. Other values are returned as they are."""
    if isinstance(value, Mapping):
        return {k: plain(v) for k, v in value.items()}
    made = getattr(value, "tolist", None)
    if made is not None:
        return made()
    if isinstance(value, (list, tuple, range)):
        return [plain(v) for v in value]
    return value
