"""Derivatives of a daemon's bodies by betas, pose, translation and expression. Needs numpy."""
from __future__ import annotations

import io
from typing import TYPE_CHECKING, Dict

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .calls import Client

NPZ = "application/x-npz"


def read_npz(data: bytes) -> Dict[str, NDArray[np.float32]]:
    """Returns the arrays of an npz by name."""
    with np.load(io.BytesIO(data)) as file:
        return {name: file[name] for name in file.files}


def derivatives(client: Client, model: str = "default", **arrays: NDArray[np.float32]) -> Dict[str, NDArray[np.float32]]:
    """Returns products with the Jacobian of B bodies (POST /v1/models/{id}/derivatives).

    Given cotangents, the gradient of a number by vertices and joints, returns its gradient by `betas`, `pose`, `translation` and `expression`. Given
    tangents, a direction of the parameters, returns the change of `vertices` and `joints`.

    arrays: the bodies: betas (B, n), pose (B, K, 3) axis-angle in radians, translation (B, 3), expression (B, E), missing ones at rest; and either
    cotangent_vertices (B, V, 3) and cotangent_joints (B, K, 3), or tangent_betas, tangent_pose, tangent_translation and tangent_expression.
    """
    body = io.BytesIO()
    np.savez(body, **{name: np.asarray(array, np.float32) for name, array in arrays.items()})
    with client.request("POST", f"/v1/models/{model}/derivatives", body.getvalue(), type=NPZ, headers={"Accept": NPZ}) as reply:
        return read_npz(reply.read())
