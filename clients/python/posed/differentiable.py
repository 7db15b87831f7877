"""Bodies as a differentiable function for PyTorch: vertices and joints of a daemon's models by betas, pose, translation and expression.

    import posed, torch
    from posed.differentiable import bodies
    client = posed.Client()
    betas, pose = torch.zeros(1, 10, requires_grad=True), torch.zeros(1, 55, 3, requires_grad=True)
    vertices, joints = bodies(client, "person", betas=betas, pose=pose)
    (joints[:, 15] - target).square().sum().backward()

The daemon computes the bodies (POST /v1/models/{id}/mesh) and the products with their Jacobian (POST .../derivatives). Needs torch and numpy.
"""
# mypy: disable-error-code="import,misc,no-untyped-call"
from __future__ import annotations

from typing import TYPE_CHECKING, Optional, Tuple

import numpy as np
import torch

from .derivatives import NPZ, derivatives, read_npz

if TYPE_CHECKING:
    from .calls import Client

NAMES = ("betas", "pose", "translation", "expression")


class _Bodies(torch.autograd.Function):
    """vertices (B, V, 3), joints (B, K, 3) = f(betas, pose, translation, expression); a parameter that is None is at rest."""

    @staticmethod
    def forward(ctx, client, model, *given):  # type: ignore[no-untyped-def]
        ctx.client, ctx.model = client, model
        ctx.arrays = {name: tensor.detach().cpu().numpy().astype(np.float32) for name, tensor in zip(NAMES, given) if tensor is not None}
        ctx.kinds = [(tensor.dtype, tensor.device) if tensor is not None else None for tensor in given]
        rows = [{name: array[b].tolist() for name, array in ctx.arrays.items()} for b in range(len(next(iter(ctx.arrays.values()))))]
        wanted = {"bodies": rows, "include": ["vertices", "joints"], "contact": "none"}
        with client.request("POST", f"/v1/models/{model}/mesh", wanted, headers={"Accept": NPZ}) as reply:
            found = read_npz(reply.read())
        dtype, device = next(kind for kind in ctx.kinds if kind)
        return tuple(torch.as_tensor(found[name], dtype=dtype, device=device) for name in ("vertices", "joints"))

    @staticmethod
    def backward(ctx, by_vertices, by_joints):  # type: ignore[no-untyped-def]
        found = derivatives(ctx.client, ctx.model, **ctx.arrays, cotangent_vertices=by_vertices.cpu().numpy(), cotangent_joints=by_joints.cpu().numpy())
        # The daemon answers with the gradients of all betas of the model; the caller's tensors may have fewer.
        own = {name: found[name].reshape(len(array), -1)[:, :array[0].size].reshape(array.shape) for name, array in ctx.arrays.items()}
        gradients = [None if kind is None else torch.as_tensor(own[name], dtype=kind[0], device=kind[1]) for name, kind in zip(NAMES, ctx.kinds)]
        return (None, None, *gradients)


def bodies(client: Client, model: str = "default", *, betas: Optional[torch.Tensor] = None, pose: Optional[torch.Tensor] = None,
           translation: Optional[torch.Tensor] = None, expression: Optional[torch.Tensor] = None) -> Tuple[torch.Tensor, torch.Tensor]:
    """Returns vertices (B, V, 3) and joints (B, K, 3) in metres, +Y up, differentiable by the given tensors.

    betas (B, n) with the first n betas, pose (B, K, 3) axis-angle of every joint in radians, translation (B, 3), expression (B, E). At least one is given.
    Raises ValueError if none is given or their numbers of bodies differ; PosedError if the daemon refuses them.
    """
    given = (betas, pose, translation, expression)
    counts = {name: len(tensor) for name, tensor in zip(NAMES, given) if tensor is not None}
    if not counts or len(set(counts.values())) != 1:
        raise ValueError(f"{counts or 'no tensor'}; tensors with the same number of bodies expected")
    vertices, joints = _Bodies.apply(client, model, *given)
    return vertices, joints
