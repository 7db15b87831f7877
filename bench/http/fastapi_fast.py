"""FastAPI at its best for this task: requests are read and replies are written by orjson, no pydantic model, and the mesh is
computed by numpy-planes of bench/peers/smpl_peer.py. Needs orjson beside what fastapi_app.py needs."""
import os
import sys

import numpy as np
import orjson
from fastapi import FastAPI, Request, Response

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "peers"))
from smpl_peer import numpy_planes_forward  # noqa: E402

NAMES = dict(template="v_template", shapedirs="shapedirs", posedirs="posedirs", weights="weights", regressor="J_regressor")
with np.load(os.environ["BENCH_MODEL"]) as file:
    forward = numpy_planes_forward({ours: file[theirs].astype(np.float32) for ours, theirs in NAMES.items()})
app = FastAPI()


@app.get("/health")
async def health():
    return Response(b"{}", media_type="application/json")


@app.post("/mesh")
async def mesh(request: Request):
    body = orjson.loads(await request.body())
    vertices = forward([np.array(body["betas"], np.float32)], [np.array(body["pose"], np.float32)])[0]
    vertices = np.ascontiguousarray(vertices, np.float32)
    if request.query_params.get("format") == "bin":
        return Response(vertices.tobytes(), media_type="application/octet-stream")
    reply = orjson.dumps({"vertices": vertices.ravel()}, option=orjson.OPT_SERIALIZE_NUMPY)
    return Response(reply, media_type="application/json")
