"""Bodies, inverse kinematics, measurements and roll-outs over HTTP."""
from __future__ import annotations

import io
import json
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Sequence

from ._arrays import numpy, plain, view


class PosedError(Exception):
    """What posed answered instead of a result: status, detail, errors [{pointer, detail}], retry_after seconds."""

    def __init__(self, status: int, problem: Dict[str, Any], retry_after: Optional[float] = None) -> None:
        self.status, self.detail = status, problem.get("detail") or problem.get("title") or f"status {status}"
        self.errors: List[Dict[str, str]] = problem.get("errors", [])
        self.retry_after = retry_after
        super().__init__(f"{status}: {self.detail}")


@dataclass
class Mesh:
    """A body. What was not asked for is None."""
    frame: str  # what the numbers are in: gltf unless asked otherwise
    vertices: Any = None  # (V, 3) float32
    joints: Any = None  # (K, 3)
    normals: Any = None  # (V, 3)
    faces: Any = None  # (F, 3) uint32

    def trimesh(self) -> Any:
        """As the trimesh package has it; vertices and faces must be there."""
        import trimesh
        return trimesh.Trimesh(self.vertices, self.faces, vertex_normals=self.normals, process=False)


class Client:
    """key: an API key, where the daemon asks for one."""

    def __init__(self, base: str = "http://127.0.0.1:8080", key: Optional[str] = None, timeout: float = 60) -> None:
        self.base, self.key, self.timeout = base.rstrip("/"), key, timeout

    def request(self, method: str, path: str, body: Any = None) -> Any:
        """The open reply (read(), headers); PosedError when it is none of success."""
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        data = None
        if body is not None:
            data, headers["Content-Type"] = json.dumps(plain(body)).encode(), "application/json"
        request = urllib.request.Request(self.base + path, data, headers, method=method)
        try:
            return urllib.request.urlopen(request, timeout=self.timeout)
        except urllib.error.HTTPError as error:
            with error:
                raise PosedError(error.code, _problem(error.read()), _seconds(error.headers.get("Retry-After"))) from None

    def json(self, method: str, path: str, body: Any = None) -> Any:
        with self.request(method, path, body) as reply:
            return json.load(reply)

    def data(self, method: str, path: str, body: Any = None) -> bytes:
        with self.request(method, path, body) as reply:
            return reply.read()

    def models(self) -> List[Dict[str, Any]]:
        return self.json("GET", "/v1/models")["models"]

    def model(self, id: str = "default") -> Dict[str, Any]:
        return self.json("GET", f"/v1/models/{id}")

    def faces(self, id: str = "default") -> Any:
        """(F, 3) uint32; the same for every body of the model."""
        data = self.data("GET", f"/v1/models/{id}/faces?format=bin")
        return view(data, "I", 0, (len(data) // 12, 3))

    def mesh(self, id: str = "default", include: Sequence[str] = ("vertices", "faces"), **fields: Any) -> Mesh:
        """One body: betas, pose, quaternions, translation, skinning, ground, frame..."""
        return self.meshes(id, [{}], include, **fields)[0]

    def meshes(self, id: str, bodies: Sequence[Dict[str, Any]], include: Sequence[str] = ("vertices", "faces"), **fields: Any) -> List[Mesh]:
        """One Mesh for each of bodies; fields are shared by all."""
        body = {"bodies": list(bodies), "include": list(include), **fields}
        with self.request("POST", f"/v1/models/{id}/mesh?format=bin", body) as reply:
            return _split(reply.read(), reply.headers["Posed-Shape"], reply.headers["Posed-Frame"])

    def joints(self, id: str = "default", **fields: Any) -> Any:
        """(K, 3) of one posed body."""
        data = self.data("POST", f"/v1/models/{id}/joints?format=bin", fields)
        return view(data, "f", 0, (len(data) // 12, 3))

    def glb(self, id: str = "default", rig: bool = False, quantize: bool = False, **fields: Any) -> bytes:
        query = f"format=glb&rig={'true' if rig else 'false'}&quantize={'true' if quantize else 'false'}"
        return self.data("POST", f"/v1/models/{id}/mesh?{query}", fields)

    def measure(self, id: str = "default", **fields: Any) -> Dict[str, Optional[float]]:
        """height, mass, girths and lengths of the body with these betas."""
        return self.json("POST", f"/v1/models/{id}/measure", fields)["bodies"][0]

    def fit(self, id: str = "default", **fields: Any) -> Dict[str, Any]:
        """fit(measurements={"height": 1.8}): betas, status, residuals."""
        return self.json("POST", f"/v1/models/{id}/fit", fields)

    def ik(self, targets: Optional[Sequence[Dict[str, Any]]] = None, **fields: Any) -> Dict[str, Any]:
        """status, pose {quaternions}, joints, targets; with problems=[...]: solutions."""
        return self.json("POST", "/v1/ik/solve", {**({"targets": targets} if targets is not None else {}), **fields})

    def rollout(self, format: str = "json", **fields: Any) -> Any:
        """json: a dict; npz: a dict of arrays (needs numpy); glb, bvh, measure: bytes."""
        data = self.data("POST", f"/v1/motions/rollout?format={format}", fields)
        if format == "npz" and numpy is not None:
            with numpy.load(io.BytesIO(data)) as file:
                return dict(file)
        return json.loads(data) if format == "json" else data

    def put_scene(self, id: str, **scene: Any) -> Dict[str, Any]:
        return self.json("PUT", f"/v1/scenes/{id}", scene)

    @property
    def stream_url(self) -> str:
        return "ws" + self.base[len("http"):] + "/v1/stream"

    def stream(self, **options: Any) -> Any:
        """An asynchronous Stream."""
        from .stream import Stream
        return Stream(self.stream_url, key=self.key, **options)

    def sync_stream(self, **options: Any) -> Any:
        """A SyncStream, for programs and notebooks without asyncio."""
        from .sync import SyncStream
        return SyncStream(self.stream_url, key=self.key, **options)


def _problem(data: bytes) -> Dict[str, Any]:
    try:
        found = json.loads(data)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _seconds(text: Optional[str]) -> Optional[float]:
    return float(text) if text and text.isdigit() else None


def _split(data: bytes, shapes: str, frame: str) -> List[Mesh]:
    """Body after body its parts, then the faces once: vertices=2x13380x3; joints=2x24x3; faces=26756x3."""
    parts = [(name, [int(n) for n in shape.split("x")]) for name, shape in (part.split("=") for part in shapes.split("; "))]
    own = [(name, shape) for name, shape in parts if name != "faces"]
    meshes, at = [Mesh(frame) for _ in range(own[0][1][0] if own else 1)], 0
    for mesh in meshes:
        for name, shape in own:
            setattr(mesh, name, view(data, "f", at, shape[1:]))
            at += 4 * shape[1] * shape[2]
    for name, shape in parts:
        if name == "faces":
            faces = view(data, "I", at, shape)
            for mesh in meshes:
                mesh.faces = faces
    return meshes
