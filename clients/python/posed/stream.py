"""A session on the stage, with asyncio: joins, spawns, sends sticks, gives frames, comes back by itself when the line is lost."""
from __future__ import annotations

import asyncio
import importlib
import json
import time
import warnings
from typing import Any, AsyncIterator, Callable, Dict, List, Optional, Sequence, Set

from .backoff import Backoff
from .frame import Counts, Frame, FrameCharacter, counts_of, decode_frame, encode_input

HEARTBEAT = 1.0  # seconds between repeats of a held input; the server forgets inputs after five
KEEP = 256  # frames and events that nobody took; the oldest go first


class StreamError(Exception):
    """An `error` of the server (code, pointer, detail, errors); or our own code: disconnected, closed, gave_up."""

    def __init__(self, code: str, detail: str = "", pointer: str = "", errors: Sequence[Any] = ()) -> None:
        super().__init__(f"{code}: {detail or code}{' (' + pointer + ')' if pointer else ''}")
        self.code, self.detail, self.pointer, self.errors = code, detail or code, pointer, list(errors)


class StreamWarning(RuntimeWarning):
    """An `error` or the last `bye` of the server that nobody listens to; told once of each kind (code and pointer)."""


class Character:
    """One of this session's figures. Its id changes when the session had to be made anew."""

    def __init__(self, stream: "Stream", fields: Dict[str, Any]) -> None:
        self.stream, self.fields, self.id, self.model, self.seq = stream, fields, 0, "", 0
        self.joints: List[str] = []  # of a user's own character (spawn(character=...)): its nodes in the order of frames
        self.root, self.scale = "", 1.0  # the one that node_root is of; of the whole, in the world
        self.held: Optional[Dict[str, Any]] = None
        self.path: Optional[Dict[str, Any]] = None

    async def input(self, **fields: Any) -> int:
        """Binary: move=(x, z), gait, speed, look, jump...; holds until the next one. Its seq, which frames repeat once they took it in."""
        encode_input(self.id, **fields)  # says what is wrong with it here
        self.seq, self.held, self.path = self.seq + 1, fields, None
        await self.stream._send_held(self)
        return self.seq

    async def input_text(self, **fields: Any) -> Dict[str, Any]:
        """The same as a text, which is answered."""
        self.seq += 1
        done = await self.stream.ask("input", id=self.id, seq=self.seq, **fields)
        self.held, self.path = fields, None
        return done

    async def follow(self, path: Sequence[Sequence[float]], **options: Any) -> Dict[str, Any]:
        self.held, self.path = None, {"path": [list(p) for p in path], **options}
        return await self.stream.ask("follow", id=self.id, **self.path)

    async def look(self, at: Optional[Sequence[float]] = None, **gaze: Any) -> Dict[str, Any]:
        """Faces the direction at=(x, z); point=[x, y, z], weight, seconds, anchor: head and neck turn there. What is left out ends."""
        return await self.stream.ask("look", id=self.id, **({} if at is None else {"at": list(at)}), **gaze)

    async def face(self, **fields: Any) -> Dict[str, Any]:
        """Of a body: blend_shapes={"jawOpen": 0.3}, left_hand="fist", right_hand, seconds. What is left out ends."""
        return await self.stream.ask("face", id=self.id, **fields)

    async def reach(self, joint: str, target: Optional[Sequence[float]] = None, **fields: Any) -> Dict[str, Any]:
        """A hand ("left_hand", "right_hand") to a place; weight=0 lets go. anchor, seconds, normal, slide as in docs/reference/stream.md."""
        return await self.stream.ask("reach", id=self.id, joint=joint, **({} if target is None else {"target": list(target)}), **fields)

    async def sit(self, seat: Optional[Sequence[float]] = None, **fields: Any) -> Dict[str, Any]:
        """Goes to a chair whose seat is at (x, z) and sits down; without one it stands up. facing, height, seconds, space as in docs/reference/stream.md."""
        return await self.stream.ask("sit", id=self.id, **({} if seat is None else {"seat": list(seat)}), **fields)

    async def observe(self, points: Any, **fields: Any) -> int:
        """What a detector sees, of a character spawned with drive="observe": points in the set's order or by name, [x, y, z] metres or [x, y]
        pixels, None where not seen; set, confidence, axes, root, mirror, noise, camera, time. Not answered. Its seq, which frames repeat."""
        self.seq += 1
        await self.stream._send(json.dumps({"type": "observe", "id": self.id, "seq": self.seq, "time": time.monotonic(), "points": points, **fields}))
        return self.seq

    async def observe_sensors(self, sensors: Dict[str, Any], calibrate: bool = False, mirror: bool = False, **orientations: Any) -> int:
        """What inertial sensors read, of the same: quaternions x, y, z, w by the bones they sit on; tpose, pose, up, facing, noise as POST
        /v1/models/{id}/fit has them in `orientations`. calibrate: the person stands in the calibration pose now. Its seq."""
        self.seq += 1
        await self.stream._send(json.dumps({"type": "observe", "id": self.id, "seq": self.seq, "time": time.monotonic(), "set": "sensors", "calibrate": calibrate,
                                            "mirror": mirror, "orientations": {"sensors": sensors, **orientations}}))
        return self.seq

    async def despawn(self) -> Dict[str, Any]:
        if self in self.stream.characters:
            self.stream.characters.remove(self)
        return await self.stream.ask("despawn", id=self.id)


class Stream:
    """async with Stream("ws://127.0.0.1:8080/v1/stream") as stream: ...

    scene or watch (a session's id); vmc ("host:port" of a VRM application that the server may send to); resume (a token of before); profile (channels, divisor, quantize); key; attempts (in a row before
    giving up; 3 before the first welcome, then for ever); respawn (a forgotten session's characters begin anew where they were).
    """

    def __init__(self, url: str, *, scene: Optional[str] = None, watch: Optional[str] = None, resume: Optional[str] = None,
                 vmc: Optional[str] = None,
                 profile: Optional[Dict[str, Any]] = None, key: Optional[str] = None, attempts: Optional[int] = None, respawn: bool = True,
                 backoff: Optional[Backoff] = None) -> None:
        self.url, self.key, self.token, self.profile_fields = url, key, resume, profile
        self._join_fields = {"watch": watch} if watch else {name: value for name, value in (("scene", scene), ("vmc", vmc)) if value}
        self._attempts, self._respawn, self.backoff = attempts, respawn, backoff or Backoff()
        self.welcome: Dict[str, Any] = {}
        self.lowered: Optional[Dict[str, Any]] = None  # the last `lowered`; None while everything comes that was asked for
        self.session: Optional[str] = None
        self.state = "closed"  # connecting, open, waiting
        self.characters: List[Character] = []
        self.newest: Optional[Frame] = None
        self.bye: Optional[Dict[str, Any]] = None
        self._refusal: Optional[StreamError] = None
        self._listeners: Dict[str, Set[Callable[[Any], None]]] = {}
        self._warned: Set[Any] = set()
        self._asked: Dict[str, "asyncio.Future[Dict[str, Any]]"] = {}
        self._models: Dict[int, str] = {}
        self._refs, self._ever, self._socket = 0, False, None  # type: int, bool, Any
        self._task: Optional["asyncio.Task[None]"] = None
        self._opened: Optional["asyncio.Future[Dict[str, Any]]"] = None
        self._frames: "asyncio.Queue[Optional[Frame]]"
        self._events: "asyncio.Queue[Optional[Dict[str, Any]]]"

    def on(self, name: str, listener: Callable[[Any], None]) -> None:
        """welcome, frame, event, observed (how a character that is observed does), lowered (frames come more rarely than asked, or as asked again), stats, error, bye, lost (a new session had to be made), state.

        An error that no question waits for is a StreamWarning when nobody listens, once of each kind; so is the bye that is the end.
        """
        self._listeners.setdefault(name, set()).add(listener)

    def _emit(self, name: str, value: Any) -> None:
        for listener in list(self._listeners.get(name, ())):
            listener(value)

    def _warn(self, name: str, code: str, pointer: str, detail: str) -> None:
        """What has no listener is not lost. Inputs are repeated, and so are their errors: once of each kind."""
        if self._listeners.get(name) or (code, pointer) in self._warned or len(self._warned) >= 32:
            return
        self._warned.add((code, pointer))
        warnings.warn("posed: " + ": ".join(part for part in (code, pointer, detail) if part), StreamWarning, stacklevel=2)

    async def __aenter__(self) -> "Stream":
        await self.open()
        return self

    async def __aexit__(self, *_: Any) -> None:
        await self.close()

    async def open(self) -> Dict[str, Any]:
        """Connects and joins; the welcome."""
        self._frames, self._events = asyncio.Queue(), asyncio.Queue()
        self._opened = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._run())
        return await self._opened

    async def close(self) -> None:
        """Drops the line without a word; the server keeps the session for its resume_window (see token)."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def leave(self) -> None:
        """Ends the session."""
        if self.state == "open" and self._task:
            await self._say({"type": "leave"})
            await asyncio.wait([self._task], timeout=5)
        await self.close()

    async def spawn(self, **fields: Any) -> Character:
        """model, position=(x, z), facing, body={model, betas}; character: one that was put, which moves so (channel "character")."""
        character = Character(self, fields)
        await self._place(character, fields)
        self.characters.append(character)
        return character

    async def profile(self, **fields: Any) -> Dict[str, Any]:
        """channels, divisor, quantize; kept when the line is lost."""
        self.profile_fields = fields
        return await self.ask("profile", **fields)

    async def ping(self) -> float:
        """Seconds there and back."""
        start = time.monotonic()
        await self.ask("ping", time=start)
        return time.monotonic() - start

    async def frames(self) -> AsyncIterator[Frame]:
        """Frames as they come, until the stream is closed; who is slow misses the oldest."""
        async for frame in _taken(self._frames):
            yield frame

    async def events(self) -> AsyncIterator[Dict[str, Any]]:
        """Footsteps and the like."""
        async for event in _taken(self._events):
            yield event

    @property
    def divisor(self) -> float:
        """Ticks between two frames, as they come: what the profile asks for, or more while the server has not the time (`lowered`)."""
        return float(max((self.profile_fields or {}).get("divisor", 1), (self.lowered or {}).get("divisor", 1)))

    def counts(self, id: int) -> Counts:
        return counts_of(self.welcome, self._models.get(id))

    async def ask(self, type: str, **fields: Any) -> Dict[str, Any]:
        """Sends a message; its answer, or StreamError."""
        if self.state != "open":
            raise StreamError("disconnected", "there is no connection now")
        return await self._ask(type, fields)

    # -- messages ------------------------------------------------------------------

    async def _ask(self, type: str, fields: Dict[str, Any]) -> Dict[str, Any]:
        self._refs += 1
        ref = f"r{self._refs}"
        self._asked[ref] = asyncio.get_running_loop().create_future()
        try:
            await self._say({"type": type, "ref": ref, **fields})
            return await self._asked[ref]
        finally:
            self._asked.pop(ref, None)

    async def _say(self, message: Dict[str, Any]) -> None:
        await self._send(json.dumps(message))

    async def _send(self, data: Any) -> None:
        try:
            await self._socket.send(data)
        except Exception as error:
            raise StreamError("disconnected", str(error)) from None

    async def _send_held(self, character: Character) -> None:
        if self.state == "open" and character.held is not None:
            await self._send(encode_input(character.id, character.seq, **character.held))

    async def _place(self, character: Character, fields: Dict[str, Any]) -> None:
        spawned = await self._ask("spawn", fields) if self.state != "closed" else await self.ask("spawn", **fields)
        character.id, character.model = spawned["id"], spawned["model"]
        character.joints, character.root, character.scale = spawned.get("joints", []), spawned.get("root", ""), spawned.get("scale", 1.0)

    def _take(self, data: Any) -> None:
        if isinstance(data, bytes):
            self._take_frame(data)
            return
        message = json.loads(data)
        type, asked = message["type"], self._asked.get(message.get("ref", ""))
        if type == "spawned":
            self._models[message["id"]] = message["model"]
        if type == "bye":
            self.bye = message
        if type == "lowered":
            as_asked = message["divisor"] == message["asked"] == message.get("vertices_divisor", message["asked"])
            self.lowered = None if as_asked else message
        if asked and not asked.done():
            if type == "error":
                asked.set_exception(StreamError(message["code"], message.get("detail", ""), message.get("pointer", ""), message["errors"]))
            else:
                asked.set_result(message)
        if type == "event":
            _keep(self._events, message)
        if type == "error" and not asked:
            self._warn(type, message["code"], message.get("pointer", ""), message.get("detail", ""))
        if type == "bye" and not message.get("come_back") and message["reason"] != "left":
            self._warn(type, message["reason"], "", message.get("detail", ""))
        if type in ("event", "observed", "lowered", "stats", "error", "bye"):
            self._emit(type, message)

    def _take_frame(self, data: bytes) -> None:
        if not self.welcome:
            return
        self.newest = decode_frame(data, self.counts)
        _keep(self._frames, self.newest)
        self._emit("frame", self.newest)

    # -- the line ------------------------------------------------------------------

    def _enter(self, state: str) -> None:
        self.state = state
        self._emit("state", state)

    async def _run(self) -> None:
        end: Exception = StreamError("closed")
        try:
            while True:
                end = await self._once()
                if self.bye and not self.bye.get("come_back"):
                    end = StreamError(self.bye["reason"], self.bye.get("detail", ""))
                    break
                most = self._attempts if self._attempts is not None else None if self._ever else 3
                if (isinstance(end, StreamError) and end.code != "disconnected") or (most is not None and self.backoff.attempts >= most):
                    end = end if isinstance(end, StreamError) and end.code != "disconnected" else StreamError("gave_up", f"{self.url}: {end}")
                    break
                self._enter("waiting")
                await asyncio.sleep(self.backoff.next((self.bye or {}).get("after", 0)))
        except Exception as error:  # no websockets package, a listener's mistake: open() raises it, or else asyncio tells
            if not self._opened or self._opened.done():
                raise
            end = error
        finally:
            self._finish(end)

    def _finish(self, end: Exception) -> None:
        if self._opened and not self._opened.done():
            self._opened.set_exception(end)
        self._frames.put_nowait(None)
        self._events.put_nowait(None)
        self._enter("closed")

    async def _once(self) -> Exception:
        """One connection from its beginning to its end; why it ended."""
        self._enter("connecting")
        self.bye = self._refusal = None
        beginning: Optional["asyncio.Task[None]"] = None
        try:
            self._socket = await _connect(self.url, self.key)
            try:
                beginning = asyncio.create_task(self._begin(self._socket))
                async for data in self._socket:
                    self._take(data)
                return self._refusal or StreamError("disconnected", "the connection was lost")
            finally:
                self._drop()
                if beginning:
                    beginning.cancel()
                    await asyncio.gather(beginning, return_exceptions=True)
                await asyncio.wait_for(self._socket.close(), 2)
        except (OSError, asyncio.TimeoutError) as error:
            return error
        except Exception as error:
            if type(error).__module__.startswith("websockets"):
                return error
            raise

    def _drop(self) -> None:
        """Who waits for an answer hears that there is none."""
        for asked in self._asked.values():
            if not asked.done():
                asked.set_exception(StreamError("disconnected", "the connection was lost"))

    async def _begin(self, socket: Any) -> None:
        """Joins, then keeps inputs alive; a join that the server refuses ends the connection."""
        try:
            await self._join()
            while True:
                await asyncio.sleep(HEARTBEAT)
                for character in self.characters:
                    await self._send_held(character)
        except StreamError as error:
            if error.code not in ("disconnected", "busy", "limit"):
                self._refusal = error
            await socket.close()

    async def _join(self) -> None:
        before, welcome = self.session, None
        if self.token:
            try:
                welcome = await self._ask("join", {"resume": self.token})
            except StreamError as error:
                if error.code != "not_found":
                    raise
                self.token = None  # forgotten: begin anew
        welcome = welcome or await self._ask("join", self._join_fields)
        last = {c.id: c for c in self.newest.characters} if self.newest else {}
        self.welcome, self.session, self.token = welcome, welcome["session"], welcome.get("resume_token")
        is_new = before is not None and before != self.session
        self.backoff.reset()
        self._ever = True
        if is_new:
            self.newest = None
            self._models.clear()
        self._models.update({c["id"]: c["model"] for c in welcome.get("characters", [])})
        await self._restore(is_new, last)
        self._enter("open")
        for character in self.characters:
            await self._send_held(character)
        self._emit("welcome", welcome)
        if is_new:
            self._emit("lost", {"before": before, "session": self.session})
        if self._opened and not self._opened.done():
            self._opened.set_result(welcome)

    async def _restore(self, is_new: bool, last: Dict[int, FrameCharacter]) -> None:
        if self.profile_fields:
            await self._ask("profile", self.profile_fields)
        if is_new and not self._respawn:
            self.characters.clear()
        for character in self.characters if is_new else ():
            was = last.get(character.id)
            place = {"position": [was.root[0], was.root[2]], "facing": was.yaw} if was else {}
            await self._place(character, {**character.fields, **place})
            if character.path:
                await self._ask("follow", {"id": character.id, **character.path})


def _keep(queue: "asyncio.Queue[Any]", item: Any) -> None:
    if queue.qsize() >= KEEP:
        queue.get_nowait()
    queue.put_nowait(item)


async def _taken(queue: "asyncio.Queue[Any]") -> AsyncIterator[Any]:
    while True:
        item = await queue.get()
        if item is None:
            queue.put_nowait(None)
            return
        yield item


async def _connect(url: str, key: Optional[str]) -> Any:
    """websockets named its header argument twice."""
    try:
        websockets: Any = importlib.import_module("websockets")
    except ImportError:
        raise ImportError("streams want the websockets package (pip install websockets; Debian: python3-websockets)") from None
    options: Dict[str, Any] = {"subprotocols": ["posed.v1"], "max_size": None, "compression": None, "open_timeout": 10}
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    name = "additional_headers" if int(websockets.__version__.split(".")[0]) >= 14 else "extra_headers"
    return await websockets.connect(url, **options, **({name: headers} if headers else {}))
