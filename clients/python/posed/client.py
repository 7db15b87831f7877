"""What the calls of the HTTP interface share: requests, errors, bytes. The calls themselves are in calls.py."""
from __future__ import annotations

import io
import json
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from typing import TYPE_CHECKING, Dict, List, Mapping, Optional, Sequence, Union, cast

from . import fields as fields_of
from ._arrays import numpy, plain, view

if TYPE_CHECKING:
    from http.client import HTTPResponse

    from ._arrays import AnyArray, Floats, Indices
    from .backoff import Backoff
    from .stream import Profile, Stream
    from .sync import SyncStream

GLB = "model/gltf-binary"


class PosedError(Exception):
    """What posed answered instead of a result: status, detail, errors [{pointer, detail}], retry_after seconds."""

    def __init__(self, status: int, problem: Mapping[str, object], retry_after: Optional[float] = None) -> None:
        self.status, self.detail = status, str(problem.get("detail") or problem.get("title") or f"status {status}")
        self.errors = cast("List[Dict[str, str]]", problem.get("errors", []))
        self.retry_after = retry_after
        super().__init__(f"{status}: {self.detail}")


@dataclass
class Mesh:
    """A body. What was not asked for is None."""
    frame: str  # what the numbers are in: gltf unless asked otherwise
    vertices: Optional[Floats] = None  # (V, 3) float32
    joints: Optional[Floats] = None  # (K, 3)
    normals: Optional[Floats] = None  # (V, 3)
    faces: Optional[Indices] = None  # (F, 3) uint32

    def trimesh(self) -> object:
        """As the trimesh package has it (a trimesh.Trimesh); vertices and faces must be there."""
        import trimesh  # type: ignore[import]
        return trimesh.Trimesh(self.vertices, self.faces, vertex_normals=self.normals, process=False)


class BaseClient:
    def __init__(self, base: str = "http://127.0.0.1:8080", key: Optional[str] = None, timeout: float = 60) -> None:
        self.base, self.key, self.timeout = base.rstrip("/"), key, timeout

    def request(self, method: str, path: str, body: object = None, *, type: Optional[str] = None, headers: Optional[Mapping[str, str]] = None) -> HTTPResponse:
        """The open reply (read(), headers); PosedError when it is none of success.

        body: bytes are sent as they are, as type or application/octet-stream; a str with a type too; anything else is sent as JSON.
        """
        sent = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        data: Optional[bytes] = None
        if isinstance(body, (bytes, bytearray, memoryview)):
            data, sent["Content-Type"] = bytes(body), type or "application/octet-stream"
        elif isinstance(body, str) and type:
            data, sent["Content-Type"] = body.encode(), type
        elif body is not None:
            data, sent["Content-Type"] = json.dumps(plain(body)).encode(), type or "application/json"
        request = urllib.request.Request(self.base + path, data, {**sent, **(headers or {})}, method=method)
        try:
            return cast("HTTPResponse", urllib.request.urlopen(request, timeout=self.timeout))
        except urllib.error.HTTPError as error:
            with error:
                raise PosedError(error.code, _problem(error.read()), _seconds(error.headers.get("Retry-After"))) from None

    def json(self, method: str, path: str, body: object = None, *, type: Optional[str] = None, headers: Optional[Mapping[str, str]] = None) -> object:
        """The reply as Python's values; None of a reply without a body."""
        data = self.data(method, path, body, type=type, headers=headers)
        return json.loads(data) if data else None

    def data(self, method: str, path: str, body: object = None, *, type: Optional[str] = None, headers: Optional[Mapping[str, str]] = None) -> bytes:
        with self.request(method, path, body, type=type, headers=headers) as reply:
            return reply.read()

    def version(self) -> fields_of.Version:
        return cast("fields_of.Version", self.json("GET", "/v1/version"))

    # -- models

    def models(self) -> List[fields_of.ModelSummary]:
        return cast("fields_of.ModelList", self.json("GET", "/v1/models"))["models"]

    def model(self, id: str = "default") -> fields_of.Model:
        return cast("fields_of.BodyModel", self.json("GET", path_of("models", id)))

    def reload(self, id: str = "default") -> fields_of.Reloaded:
        """Reads the model's file again."""
        return cast("fields_of.Reloaded", self.json("POST", path_of("models", id, "reload")))

    def wardrobe(self) -> fields_of.Wardrobe:
        """What bodies may wear."""
        return cast("fields_of.Wardrobe", self.json("GET", "/v1/wardrobe"))

    def faces(self, id: str = "default") -> Indices:
        """(F, 3) uint32; the same for every body of the model."""
        data = self.data("GET", path_of("models", id, "faces", query={"format": "bin"}))
        return cast("Indices", view(data, "I", 0, (len(data) // 12, 3)))

    # -- skeletons, scenes, characters, jobs

    def skeletons(self) -> List[fields_of.SkeletonSummary]:
        return cast("fields_of.SkeletonList", self.json("GET", "/v1/skeletons"))["skeletons"]

    def skeleton(self, id: str) -> fields_of.Skeleton:
        return cast("fields_of.Skeleton", self.json("GET", path_of("skeletons", id)))

    def delete_skeleton(self, id: str) -> None:
        self.data("DELETE", path_of("skeletons", id))

    def scenes(self) -> List[fields_of.Scene]:
        return cast("fields_of.SceneList", self.json("GET", "/v1/scenes"))["scenes"]

    def scene(self, id: str, heights: bool = False) -> fields_of.Scene:
        return cast("fields_of.Scene", self.json("GET", path_of("scenes", id, query={"heights": heights})))

    def delete_scene(self, id: str) -> None:
        self.data("DELETE", path_of("scenes", id))

    def characters(self) -> List[fields_of.CharacterSummary]:
        return cast("fields_of.CharacterList", self.json("GET", "/v1/characters"))["characters"]

    def character(self, id: str) -> fields_of.Character:
        return cast("fields_of.Character", self.json("GET", path_of("characters", id)))

    def delete_character(self, id: str) -> None:
        self.data("DELETE", path_of("characters", id))

    def jobs(self) -> List[fields_of.Job]:
        return cast("fields_of.JobList", self.json("GET", "/v1/jobs"))["jobs"]

    def job(self, id: str) -> fields_of.Job:
        return cast("fields_of.Job", self.json("GET", path_of("jobs", id)))

    def delete_job(self, id: str) -> None:
        self.data("DELETE", path_of("jobs", id))

    def job_result(self, id: str) -> fields_of.Take:
        return cast("fields_of.Take", self.json("GET", path_of("jobs", id, "result", query={"format": "json"})))

    def job_file(self, id: str, format: str, person: Optional[int] = None) -> bytes:
        """The result as a file: glb, bvh or npz."""
        return self.data("GET", path_of("jobs", id, "result", query=given({"format": format, "person": person})))

    # -- the stream

    @property
    def stream_url(self) -> str:
        return "ws" + self.base[len("http"):] + "/v1/stream"

    def stream(self, *, scene: Optional[str] = None, watch: Optional[str] = None, resume: Optional[str] = None, vmc: Optional[str] = None,
               profile: Optional[Profile] = None, attempts: Optional[int] = None, respawn: bool = True, silence: float = 10, backoff: Optional[Backoff] = None) -> Stream:
        """An asynchronous Stream."""
        from .stream import Stream
        return Stream(self.stream_url, key=self.key, scene=scene, watch=watch, resume=resume, vmc=vmc, profile=profile, attempts=attempts, respawn=respawn, silence=silence, backoff=backoff)

    def sync_stream(self, *, scene: Optional[str] = None, watch: Optional[str] = None, resume: Optional[str] = None, vmc: Optional[str] = None,
                    profile: Optional[Profile] = None, attempts: Optional[int] = None, respawn: bool = True, silence: float = 10, backoff: Optional[Backoff] = None, timeout: float = 30) -> SyncStream:
        """A SyncStream, for programs and notebooks without asyncio."""
        from .sync import SyncStream
        return SyncStream(self.stream_url, timeout, key=self.key, scene=scene, watch=watch, resume=resume, vmc=vmc, profile=profile, attempts=attempts, respawn=respawn, silence=silence, backoff=backoff)

    # -- what the calls of calls.py do

    def _meshes(self, id: str, bodies: Sequence[Mapping[str, object]], include: Sequence[str], fields: Mapping[str, object]) -> List[Mesh]:
        body = dict(fields, bodies=list(bodies), include=list(include), format="bin")
        with self.request("POST", path_of("models", id, "mesh"), body) as reply:
            return _split(reply.read(), reply.headers["Posed-Shape"], reply.headers["Posed-Frame"])

    def _joints(self, id: str, fields: Mapping[str, object]) -> Floats:
        data = self.data("POST", path_of("models", id, "joints"), dict(fields, format="bin"))
        return cast("Floats", view(data, "f", 0, (len(data) // 12, 3)))

    def _rollout(self, format: str, fields: Mapping[str, object]) -> Union[fields_of.Motion, Dict[str, AnyArray], bytes]:
        data = self.data("POST", "/v1/motions/rollout", dict(fields, format=format))
        if format == "npz" and numpy is not None:
            with numpy.load(io.BytesIO(data)) as file:
                return dict(file)
        return cast("fields_of.Motion", json.loads(data)) if format == "json" else data


def given(values: Mapping[str, object], without: Sequence[str] = ()) -> Dict[str, object]:
    """The parameters that a caller gave; lambda_ is the field lambda."""
    return {name.rstrip("_"): value for name, value in values.items() if value is not None and name not in without}


def path_of(kind: str, id: Optional[str] = None, more: str = "", *, query: Optional[Mapping[str, object]] = None) -> str:
    """/v1/kind/id/more?query. The id may have any character."""
    parts = ["", "v1", kind] + [urllib.parse.quote(part, safe="") for part in (id,) if part is not None] + ([more] if more else [])
    return "/".join(parts) + ("?" + urllib.parse.urlencode({name: _written(value) for name, value in query.items()}) if query else "")


def type_of(data: bytes) -> str:
    """The media type of a file by its first bytes: GLB, BVH, npz or PLY."""
    types = {b"glTF": GLB, b"HIERARCHY": "application/x-bvh", b"PK\x03\x04": "application/x-npz", b"ply\n": "application/x-ply", b"ply\r": "application/x-ply"}
    for magic, type in types.items():
        if bytes(data[:12]).startswith(magic):
            return type
    raise ValueError("type: not given, and the bytes are neither GLB, BVH, npz nor PLY; a media type expected")


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    value = plain(value)
    return ",".join(_written(one) for one in value) if isinstance(value, list) else str(value)


def _problem(data: bytes) -> Dict[str, object]:
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
            faces = cast("Indices", view(data, "I", at, shape))
            for mesh in meshes:
                mesh.faces = faces
    return meshes
