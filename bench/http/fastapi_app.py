"""The usual way to serve a body model from Python: FastAPI, uvicorn, the NumPy SMPL one body at a time."""
import os
import sys

import numpy as np
from fastapi import FastAPI, Response
from pydantic import BaseModel

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "peers"))
from smpl_peer import numpy_forward  # noqa: E402

with np.load(os.environ["BENCH_MODEL"]) as file:
    forward = numpy_forward(
        dict(
            template=file["v_template"].astype(np.float32),
            shapedirs=file["shapedirs"].astype(np.float32),
            posedirs=file["posedirs"].astype(np.float32),
            weights=file["weights"].astype(np.float32),
            regressor=file["J_regressor"].astype(np.float32),
        )
    )
app = FastAPI()


class Body(BaseModel):
    betas: list[float]
    pose: list[float]


@app.get("/health")
async def health():
    return {"status": "ok"}


@app.post("/mesh")
async def mesh(body: Body, format: str = "json"):
    vertices = forward([np.array(body.betas, np.float32)], [np.array(body.pose, np.float32)])[0]
    if format == "bin":
        return Response(vertices.astype(np.float32).tobytes(), media_type="application/octet-stream")
    return {"vertices": vertices.ravel().tolist()}
