"""Base class of the HTTP client: requests, errors, and methods without request fields. The methods with fields are in calls.py."""
from __future__ import annotations

import io
import json
import re
import sys
import urllib.error
import urllib.parse
import urllib.request
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Dict, List, Mapping, Optional, Sequence, Union, cast

from . import _key as key_of
from . import fields as fields_of
from ._arrays import numpy, plain, view

if TYPE_CHECKING:
    from http.client import HTTPResponse

    from ._arrays import AnyArray, Floats, Indices
    from .backoff import Backoff
    from .stream import Profile, Role, Stream
    from .sync import SyncStream

GLB = "model/gltf-binary"


class PosedError(Exception):
    """Raised when the server replies with an error status.

    status (int): HTTP status.
    detail (str): description of the error.
    errors (list): one dict for each invalid field: `pointer`, the JSON pointer to the field, and `detail`.
    retry_after (float or None): seconds to wait before the next attempt, from the header Retry-After; None if the reply has no such number.
    """

    def __init__(self, status: int, problem: Mapping[str, object], retry_after: Optional[float] = None) -> None:
        self.status, self.detail = status, str(problem.get("detail") or problem.get("title") or f"status {status}")
        self.errors = cast("List[Dict[str, str]]", problem.get("errors", []))
        self.retry_after = retry_after
        super().__init__(f"{status}: {self.detail}")


class PosedWarning(UserWarning):
    """Warns of what a reply reports in the header Posed-Warning: a value that was accepted but looks like a mistake, or an assumption."""


@dataclass
class Mesh:
    """Mesh of one body. An array is None if the request's `include` did not name it. Lengths are in the unit of `frame`."""
    frame: str  # axes and unit of the arrays: gltf (+Y up, metres) unless the request's `frame` named others
    vertices: Optional[Floats] = None  # (V, 3) float32, positions of the vertices
    joints: Optional[Floats] = None  # (K, 3) float32, positions of the joints
    normals: Optional[Floats] = None  # (V, 3) float32, unit normals of the vertices
    faces: Optional[Indices] = None  # (F, 3) uint32, vertex indices of the triangles

    def trimesh(self) -> object:
        """Returns the mesh as a trimesh.Trimesh, with normals if there are any. vertices and faces must not be None.

        Raises ImportError if the package trimesh is not installed.
        """
        import trimesh  # type: ignore[import]
        return trimesh.Trimesh(self.vertices, self.faces, vertex_normals=self.normals, process=False)


class BaseClient:
    """Requests and errors of the HTTP interface. Use the class Client, which adds the methods that have request fields.

    A method raises PosedError if the server replies with an error status, and urllib.error.URLError (an OSError) if the server cannot be reached.
    It warns (PosedWarning) of a value that the server accepted but reports as a likely mistake. Raises ValueError if `base` is not such a URL.

    base (str): URL of the daemon, with the path of a proxy if there is one, such as "http://127.0.0.1:8080" or "https://example.org/posed".
    key (str or None): API key, sent as a bearer token. Needed if the daemon requires keys. The line end of a file is cut off;
        other blanks and control characters raise ValueError, whose message does not have the key.
    timeout (float): seconds without data from the server after which a request fails.
    """

    def __init__(self, base: str = "http://127.0.0.1:8080", key: Optional[str] = None, timeout: float = 60) -> None:
        key_of.refuse_credentials("base", base)
        if not re.match(r"https?://[^/?#\s][^?#\s]*\Z", base, re.I):
            shown = re.split("[?#]", base)[0]  # a query may hold a key
            raise ValueError(f'base: "{shown}"; an address with http:// or https:// and without ? and # expected')
        self.base, self.key, self.timeout = base.rstrip("/"), key_of.clean(key), timeout

    def request(self, method: str, path: str, body: object = None, *, type: Optional[str] = None, headers: Optional[Mapping[str, str]] = None) -> HTTPResponse:
        """Sends a request and returns the open reply, an http.client.HTTPResponse. The caller reads it (`read()`, `headers`) and closes it.

        Raises PosedError if the server replies with an error status.

        method (str): HTTP method, such as "GET".
        path (str): path with the query, such as "/v1/models".
        body (object): body of the request. Bytes are sent unchanged, with the media type `type` or application/octet-stream.
            A str is sent as UTF-8 if `type` is given. Every other value except None is sent as JSON; arrays become lists.
        type (str or None): media type of the body.
        headers (mapping or None): additional header fields.
        """
        sent = key_of.header(self.key)
        data: Optional[bytes] = None
        if isinstance(body, (bytes, bytearray, memoryview)):
            data, sent["Content-Type"] = bytes(body), type or "application/octet-stream"
        elif isinstance(body, str) and type:
            data, sent["Content-Type"] = body.encode(), type
        elif body is not None:
            data, sent["Content-Type"] = json.dumps(plain(body)).encode(), type or "application/json"
        request = urllib.request.Request(self.base + path, data, {**sent, **(headers or {})}, method=method)
        try:
            reply = cast("HTTPResponse", urllib.request.urlopen(request, timeout=self.timeout))
            for warning in reply.headers.get_all("Posed-Warning") or []:
                warnings.warn(f"posed: {warning}", PosedWarning, _caller())
            return reply
        except urllib.error.HTTPError as error:
            with error:
                raise PosedError(error.code, _problem(error.read()), _seconds(error.headers.get("Retry-After"))) from None

    def json(self, method: str, path: str, body: object = None, *, type: Optional[str] = None, headers: Optional[Mapping[str, str]] = None) -> object:
        """Sends a request and returns the JSON body of the reply as Python values, or None if the reply has no body.

        The parameters and errors are those of `request`. Raises ValueError if the body of the reply is not JSON.
        """
        data = self.data(method, path, body, type=type, headers=headers)
        return json.loads(data) if data else None

    def data(self, method: str, path: str, body: object = None, *, type: Optional[str] = None, headers: Optional[Mapping[str, str]] = None) -> bytes:
        """Sends a request and returns the body of the reply as bytes. The parameters and errors are those of `request`."""
        with self.request(method, path, body, type=type, headers=headers) as reply:
            return reply.read()

    def version(self) -> fields_of.Version:
        """Returns the version of the daemon: GET /v1/version."""
        return cast("fields_of.Version", self.json("GET", "/v1/version"))

    # -- models

    def models(self) -> List[fields_of.ModelSummary]:
        """Returns the list of the daemon's models, one summary for each: GET /v1/models."""
        return cast("fields_of.ModelList", self.json("GET", "/v1/models"))["models"]

    def model(self, id: str = "default") -> fields_of.Model:
        """Returns the description of the model `id`, such as its numbers of joints, vertices and betas: GET /v1/models/{id}."""
        return cast("fields_of.BodyModel", self.json("GET", path_of("models", id)))

    def reload(self, id: str = "default") -> fields_of.Reloaded:
        """Makes the daemon read the file of the model `id` again and returns the confirmation: POST /v1/models/{id}/reload."""
        return cast("fields_of.Reloaded", self.json("POST", path_of("models", id, "reload")))

    def wardrobe(self) -> fields_of.Wardrobe:
        """Returns the items of clothing and hair that bodies may wear, with their licence and credits: GET /v1/wardrobe."""
        return cast("fields_of.Wardrobe", self.json("GET", "/v1/wardrobe"))

    def faces(self, id: str = "default") -> Indices:
        """Returns the triangles of the model `id` as vertex indices, (F, 3) uint32: GET /v1/models/{id}/faces.

        All bodies of a model have the same triangles.
        """
        data = self.data("GET", path_of("models", id, "faces", query={"format": "bin"}))
        return cast("Indices", view(data, "I", 0, (len(data) // 12, 3)))

    # -- skeletons, scenes, characters, jobs

    def skeletons(self) -> List[fields_of.SkeletonSummary]:
        """Returns a summary of each skeleton, of models with joints and of uploads: GET /v1/skeletons."""
        return cast("fields_of.SkeletonList", self.json("GET", "/v1/skeletons"))["skeletons"]

    def skeleton(self, id: str) -> fields_of.Skeleton:
        """Returns the skeleton `id`: GET /v1/skeletons/{id}."""
        return cast("fields_of.Skeleton", self.json("GET", path_of("skeletons", id)))

    def delete_skeleton(self, id: str) -> None:
        """Deletes the skeleton `id`: DELETE /v1/skeletons/{id}."""
        self.data("DELETE", path_of("skeletons", id))

    def clips(self) -> List[fields_of.Clip]:
        """Returns the clips that characters can play: the emotes of the server, then those that clients have put: GET /v1/clips."""
        return cast("fields_of.ClipList", self.json("GET", "/v1/clips"))["clips"]

    def clip_info(self, id: str) -> fields_of.Clip:
        """Describes a clip that characters can play: GET /v1/clips/{id}."""
        return cast("fields_of.Clip", self.json("GET", path_of("clips", id)))

    def delete_clip(self, id: str) -> None:
        """Deletes a clip that a client has put: DELETE /v1/clips/{id}."""
        self.data("DELETE", path_of("clips", id))

    def scenes(self) -> List[fields_of.Scene]:
        """Returns the list of the uploaded scenes: GET /v1/scenes."""
        return cast("fields_of.SceneList", self.json("GET", "/v1/scenes"))["scenes"]

    def scene(self, id: str, heights: bool = False) -> fields_of.Scene:
        """Returns the scene `id`: GET /v1/scenes/{id}.

        heights (bool): True includes the heights of the ground in the reply.
        """
        return cast("fields_of.Scene", self.json("GET", path_of("scenes", id, query={"heights": heights})))

    def delete_scene(self, id: str) -> None:
        """Deletes the scene `id`: DELETE /v1/scenes/{id}."""
        self.data("DELETE", path_of("scenes", id))

    def characters(self) -> List[fields_of.CharacterSummary]:
        """Returns the list of the uploaded characters, one summary for each: GET /v1/characters."""
        return cast("fields_of.CharacterList", self.json("GET", "/v1/characters"))["characters"]

    def character(self, id: str) -> fields_of.Character:
        """Returns the description of the uploaded character `id`: GET /v1/characters/{id}."""
        return cast("fields_of.Character", self.json("GET", path_of("characters", id)))

    def delete_character(self, id: str) -> None:
        """Deletes the uploaded character `id`: DELETE /v1/characters/{id}."""
        self.data("DELETE", path_of("characters", id))

    def jobs(self) -> List[fields_of.Job]:
        """Returns the list of the jobs: GET /v1/jobs."""
        return cast("fields_of.JobList", self.json("GET", "/v1/jobs"))["jobs"]

    def job(self, id: str) -> fields_of.Job:
        """Returns the state of the job `id`: GET /v1/jobs/{id}."""
        return cast("fields_of.Job", self.json("GET", path_of("jobs", id)))

    def delete_job(self, id: str) -> None:
        """Deletes the job `id`, whether it waits, runs or is done: DELETE /v1/jobs/{id}."""
        self.data("DELETE", path_of("jobs", id))

    def job_result(self, id: str) -> fields_of.Take:
        """Returns the result of the job `id` for its first person as a dict of rate, betas and frames: GET /v1/jobs/{id}/result.

        Raises PosedError with status 409 if the job is not done.
        """
        return cast("fields_of.Take", self.json("GET", path_of("jobs", id, "result", query={"format": "json"})))

    def job_file(self, id: str, format: str, person: Optional[int] = None) -> bytes:
        """Returns the result of the job `id` as the bytes of a file: GET /v1/jobs/{id}/result.

        format (str): "glb", "bvh" or "npz"; "trc" for a job that fits markers.
        person (int or None): index of the person among the people of the job, from 0.
        """
        return self.data("GET", path_of("jobs", id, "result", query=given({"format": format, "person": person})))

    # -- the stream

    @property
    def stream_url(self) -> str:
        """WebSocket URL of the stream: ws:// for a client with http://, wss:// for one with https://."""
        return "ws" + self.base[len("http"):] + "/v1/stream"

    def _stream_url(self, room: Optional[str]) -> str:
        """Returns the URL of the stream; with a room it names the room, so that a router sends all its members to one daemon (docs/guide/fleet.md of posed)."""
        return f"{self.stream_url}?session={urllib.parse.quote(room, safe='')}" if room else self.stream_url

    def stream(self, *, scene: Optional[str] = None, watch: Optional[str] = None, resume: Optional[str] = None, vmc: Optional[str] = None,
               room: Optional[str] = None, name: Optional[str] = None, capacity: Optional[int] = None, secret: Optional[str] = None, role: Optional[Role] = None,
               profile: Optional[Profile] = None, attempts: Optional[int] = None, respawn: bool = True, silence: float = 10, backoff: Optional[Backoff] = None) -> Stream:
        """Returns a Stream, for programs with asyncio. It is not connected yet: use `async with` or await its method open.

        The parameters are those of Stream. The URL and the key are those of this client.
        """
        from .stream import Stream
        return Stream(self._stream_url(room), key=self.key, scene=scene, watch=watch, resume=resume, vmc=vmc, room=room, name=name, capacity=capacity, secret=secret, role=role, profile=profile, attempts=attempts, respawn=respawn, silence=silence, backoff=backoff)

    def sync_stream(self, *, scene: Optional[str] = None, watch: Optional[str] = None, resume: Optional[str] = None, vmc: Optional[str] = None,
               room: Optional[str] = None, name: Optional[str] = None, capacity: Optional[int] = None, secret: Optional[str] = None, role: Optional[Role] = None,
                    profile: Optional[Profile] = None, attempts: Optional[int] = None, respawn: bool = True, silence: float = 10, backoff: Optional[Backoff] = None, timeout: float = 30) -> SyncStream:
        """Returns a SyncStream, for programs and notebooks without asyncio. It is not connected yet: use `with` or call its method open.

        The parameters are those of SyncStream. The URL and the key are those of this client.
        """
        from .sync import SyncStream
        return SyncStream(self._stream_url(room), timeout, key=self.key, scene=scene, watch=watch, resume=resume, vmc=vmc, room=room, name=name, capacity=capacity, secret=secret, role=role, profile=profile, attempts=attempts, respawn=respawn, silence=silence, backoff=backoff)

    # -- requests of the methods in calls.py

    def _meshes(self, id: str, bodies: Sequence[Mapping[str, object]], include: Sequence[str], fields: Mapping[str, object]) -> List[Mesh]:
        """Requests the meshes of `bodies` from the model `id` in the binary format. Returns one Mesh for each body. `fields` are shared by all bodies."""
        body = dict(fields, bodies=list(bodies), include=[include] if isinstance(include, str) else list(include), format="bin")
        with self.request("POST", path_of("models", id, "mesh"), body) as reply:
            return _split(reply.read(), reply.headers["Posed-Shape"], reply.headers["Posed-Frame"])

    def _joints(self, id: str, fields: Mapping[str, object]) -> Floats:
        """Requests the joint positions of one body of the model `id`. Returns (K, 3) float32 in metres."""
        data = self.data("POST", path_of("models", id, "joints"), dict(fields, format="bin"))
        return cast("Floats", view(data, "f", 0, (len(data) // 12, 3)))

    def _rollout(self, format: str, fields: Mapping[str, object]) -> Union[fields_of.Motion, Dict[str, AnyArray], bytes]:
        """Requests a motion. Returns a dict for json, a dict of arrays for npz with numpy, and the bytes of the file otherwise."""
        data = self.data("POST", "/v1/motions/rollout", dict(fields, format=format))
        if format == "npz" and numpy is not None:
            with numpy.load(io.BytesIO(data)) as file:
                return dict(file)
        return cast("fields_of.Motion", json.loads(data)) if format == "json" else data


def given(values: Mapping[str, object], without: Sequence[str] = ()) -> Dict[str, object]:
    """Returns the parameters that the caller gave, as a dict of request fields.

    Parameters that are None are left out. A trailing underscore is removed from names: the parameter `lambda_` is the field `lambda`.

    values (mapping): parameters by name.
    without (sequence of str): names of parameters that are not request fields.
    """
    return {name.rstrip("_"): value for name, value in values.items() if value is not None and name not in without}


def path_of(kind: str, id: Optional[str] = None, more: str = "", *, query: Optional[Mapping[str, object]] = None) -> str:
    """Returns the path "/v1/kind/id/more?query" with every part escaped.

    kind (str): collection, such as "models".
    id (str or None): id in the collection. All characters are allowed.
    more (str): rest of the path, such as "mesh".
    query (mapping or None): parameters of the query. True and False become "true" and "false"; lists are separated by commas.
    """
    parts = ["", "v1", kind] + [urllib.parse.quote(part, safe="") for part in (id,) if part is not None] + ([more] if more else [])
    return "/".join(parts) + ("?" + urllib.parse.urlencode({name: _written(value) for name, value in query.items()}) if query else "")


def type_of(data: bytes) -> str:
    """Returns the media type of a GLB, BVH, FBX, npz or PLY file, detected from its first bytes, else application/octet-stream: the server recognises others."""
    types = {b"glTF": GLB, b"HIERARCHY": "application/x-bvh", b"Kaydara FBX Binary": "application/x-fbx", b"; FBX": "application/x-fbx", b"PK\x03\x04": "application/x-npz", b"ply\n": "application/x-ply", b"ply\r": "application/x-ply"}
    for magic, type in types.items():
        if bytes(data[:24]).startswith(magic):
            return type
    return "application/octet-stream"


def _written(value: object) -> str:
    """Returns a value as text of a query parameter: true or false, or the items of a list separated by commas."""
    if isinstance(value, bool):
        return "true" if value else "false"
    value = plain(value)
    return ",".join(_written(one) for one in value) if isinstance(value, list) else str(value)


def _caller() -> int:
    """Returns the stacklevel of warnings.warn for the code that called this package."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back and frame.f_globals.get("__package__") == __package__:
        level, frame = level + 1, frame.f_back
    return level


def _problem(data: bytes) -> Dict[str, object]:
    """Parses the JSON body of an error reply (RFC 9457). Returns an empty dict if the body is not a JSON object."""
    try:
        found = json.loads(data)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _seconds(text: Optional[str]) -> Optional[float]:
    """Returns the header Retry-After as seconds, or None if it is absent or a date."""
    return float(text) if text and text.isdigit() else None


def _split(data: bytes, shapes: str, frame: str) -> List[Mesh]:
    """Cuts the binary reply of a mesh request into one Mesh for each body. The arrays share the memory of `data`.

    data (bytes): the arrays of the first body in the order of `shapes`, then those of the second body and so on, then the faces once for all.
    shapes (str): header Posed-Shape, such as "vertices=2x13380x3; joints=2x24x3; faces=26756x3" for two bodies.
    frame (str): header Posed-Frame, the name of the coordinate frame.
    """
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
