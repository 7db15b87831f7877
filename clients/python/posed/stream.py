"""A session on the stage, with asyncio: joins, spawns, sends sticks, gives frames, comes back by itself when the line is lost."""
from __future__ import annotations

import asyncio
import importlib
import json
import warnings
from time import monotonic
from typing import TYPE_CHECKING, AsyncIterator, Callable, Dict, List, Literal, Mapping, Optional, Protocol, Sequence, Set, Tuple, TypedDict, TypeVar, Union, cast

from ._arrays import plain
from .backoff import Backoff
from .frame import Counts, Frame, FrameCharacter, counts_of, decode_frame, encode_input
from .wire import WireReader

if TYPE_CHECKING:
    from ._arrays import Numbers

T = TypeVar("T")
HEARTBEAT = 1.0  # seconds between repeats of a held input and pings; the server forgets inputs after five
SILENCE = 10.0  # seconds without a frame or a pong after which a connection counts as lost
BEATS = 4  # within SILENCE, at least
KEEP = 256  # frames and events that nobody took; the oldest go first

Gait = Literal["auto", "walk", "jog", "run", "crouch"]
Anchor = Literal["world", "root"]
Hand = Literal["left_hand", "right_hand"]
HandPose = Literal["relaxed", "fist", "grip", "point", "flat", "open"]
Points = Union["Numbers", Sequence[Optional[Sequence[float]]], Mapping[str, Optional[Sequence[float]]]]


class Profile(TypedDict, total=False):
    """What frames hold."""
    channels: Sequence[Literal["root", "joints", "rotations", "contacts", "trajectory", "smpl", "vertices", "character", "face"]]
    divisor: int
    quantize: Literal[48, 32]
    compact: int


class Body(TypedDict, total=False):
    """The body of a character."""
    model: str
    betas: Numbers


class Joint(TypedDict, total=False):
    name: str
    parent: Optional[str]
    offset: List[float]
    webxr: str
    openxr: str
    webxr_axes: List[float]


class Skeleton(TypedDict):
    model: str
    default: bool
    samples: int
    joints: List[Joint]


class Placed(TypedDict, total=False):
    """A character that is on the stage already."""
    id: int
    model: str
    character: str
    root: str
    scale: float
    joints: List[str]
    translated: List[str]


class Problem(TypedDict):
    pointer: str
    detail: str


class Message(TypedDict, total=False):
    """What the server says: of each type some of these (docs/reference/stream.md of posed)."""
    type: str
    ref: str
    id: int
    model: str
    character: str
    joints: List[str]
    translated: List[str]
    root: str
    scale: float
    session: str
    resume_token: str
    vmc: str
    resumed: bool
    tick: int
    tick_rate: float
    skeletons: List[Skeleton]
    characters: List[Placed]
    limits: Dict[str, float]
    event: str
    foot: Literal["left", "right"]
    time: float
    server_time: float
    position: List[float]
    code: str
    pointer: str
    detail: str
    errors: List[Problem]
    reason: str
    come_back: bool
    after: float
    asked: float
    divisor: float
    vertices_divisor: float
    rms: float
    rms_pixels: float
    rms_degrees: float
    solve_ms: float
    mirrored: bool
    unseen: List[str]
    trouble: str
    before: str


class Socket(Protocol):
    """What is used of a connection of the websockets package."""

    async def send(self, data: Union[str, bytes]) -> None: ...

    async def close(self) -> None: ...

    def __aiter__(self) -> AsyncIterator[Union[str, bytes]]: ...


class StreamError(Exception):
    """An `error` of the server (code, pointer, detail, errors); or our own code: disconnected, closed, gave_up."""

    def __init__(self, code: str, detail: str = "", pointer: str = "", errors: Sequence[Problem] = ()) -> None:
        super().__init__(f"{code}: {detail or code}{' (' + pointer + ')' if pointer else ''}")
        self.code, self.detail, self.pointer, self.errors = code, detail or code, pointer, list(errors)


class StreamWarning(RuntimeWarning):
    """An `error` or the last `bye` of the server that nobody listens to; told once of each kind (code and pointer)."""


class Character:
    """One of this session's figures. Its id changes when the session had to be made anew."""

    def __init__(self, stream: "Stream", fields: Mapping[str, object]) -> None:
        self.stream, self.fields, self.id, self.model, self.seq = stream, fields, 0, "", 0
        self.joints: List[str] = []  # of a user's own character (spawn(character=...)): its nodes in the order of frames
        self._again: Callable[[], bytes] = bytes  # the held input with the id that the character has now
        self.translated: List[str] = []  # of those the ones that frames move as well as turn, besides the root: node_translations has them in this order
        self.root, self.scale = "", 1.0  # the one that node_root is of; of the whole, in the world
        self.held: Optional[bytes] = None
        self.path: Optional[Dict[str, object]] = None

    async def input(self, *, move: Sequence[float] = (0, 0), look: Optional[Sequence[float]] = None, gait: Gait = "auto",
                    axes: Literal["world", "character", "camera"] = "world", camera_yaw: float = 0, speed: float = 0, strafe: float = 0, jump: bool = False,
                    responsive: bool = False) -> int:
        """Binary: holds until the next one; what is left out is zero. Its seq, which frames repeat once they took it in."""
        held = encode_input(self.id, self.seq + 1, move, look, gait, axes, camera_yaw, speed, strafe, jump, responsive)  # says what is wrong with it here
        self.seq, self.held, self.path = self.seq + 1, held, None
        self._again = lambda: encode_input(self.id, self.seq, move, look, gait, axes, camera_yaw, speed, strafe, jump, responsive)
        await self.stream._send_held(self)
        return self.seq

    async def input_text(self, *, move: Sequence[float] = (0, 0), look: Optional[Sequence[float]] = None, gait: Gait = "auto",
                         axes: Literal["world", "character", "camera"] = "world", camera_yaw: float = 0, speed: float = 0, strafe: float = 0, jump: bool = False,
                         responsive: bool = False) -> Message:
        """The same as a text, which is answered."""
        fields: Dict[str, object] = {"move": plain(move), "gait": gait, "axes": axes, "camera_yaw": camera_yaw, "strafe": strafe, "jump": jump, "responsive": responsive}
        fields.update({**({} if look is None else {"look": plain(look)}), **({"speed": speed} if speed else {})})
        self.seq += 1
        done = await self.stream.ask("input", id=self.id, seq=self.seq, **fields)
        self.held, self.path = encode_input(self.id, self.seq, move, look, gait, axes, camera_yaw, speed, strafe, jump, responsive), None
        self._again = lambda: encode_input(self.id, self.seq, move, look, gait, axes, camera_yaw, speed, strafe, jump, responsive)
        return done

    async def follow(self, path: Sequence[Sequence[float]], *, closed: Optional[bool] = None, lookahead: Optional[float] = None, speed: Optional[float] = None,
                     gait: Optional[Gait] = None, space: Optional[float] = None, wander: Optional[float] = None, round: Optional[bool] = None) -> Message:
        """Walks a path [(x, z), ...]. space: metres kept from the session's others; wander: for ever from one place to another so many metres about the only
        point; round: the only point is a place, and the way there goes round walls, seats and steps."""
        self.held, self.path = None, _given(path=[list(p) for p in path], closed=closed, lookahead=lookahead, speed=speed, gait=gait, space=space, wander=wander, round=round)
        return await self.stream.ask("follow", id=self.id, **self.path)

    async def look(self, at: Optional[Sequence[float]] = None, *, point: Optional[Sequence[float]] = None, weight: Optional[float] = None,
                   seconds: Optional[float] = None, anchor: Optional[Anchor] = None) -> Message:
        """Faces the direction at=(x, z); point=[x, y, z], weight, seconds, anchor: head and neck turn there. What is left out ends."""
        return await self.stream.ask("look", id=self.id, **_given(at=at, point=point, weight=weight, seconds=seconds, anchor=anchor))

    async def face(self, *, blend_shapes: Optional[Mapping[str, float]] = None, left_hand: Optional[HandPose] = None, right_hand: Optional[HandPose] = None,
                   seconds: Optional[float] = None) -> Message:
        """Of a body: blend_shapes={"jawOpen": 0.3}, left_hand="fist", right_hand, seconds. What is left out ends."""
        return await self.stream.ask("face", id=self.id, **_given(blend_shapes=blend_shapes, left_hand=left_hand, right_hand=right_hand, seconds=seconds))

    async def reach(self, joint: Hand, target: Optional[Sequence[float]] = None, *, weight: Optional[float] = None, seconds: Optional[float] = None,
                    anchor: Optional[Anchor] = None, normal: Optional[Sequence[float]] = None, slide: Optional[bool] = None) -> Message:
        """A hand ("left_hand", "right_hand") to a place; weight=0 lets go. anchor, seconds, normal, slide as in docs/reference/stream.md."""
        return await self.stream.ask("reach", id=self.id, joint=joint, **_given(target=target, weight=weight, seconds=seconds, anchor=anchor, normal=normal, slide=slide))

    async def sit(self, seat: Optional[Sequence[float]] = None, *, facing: Optional[float] = None, height: Optional[float] = None, seconds: Optional[float] = None,
                  space: Optional[float] = None) -> Message:
        """Goes to a chair whose seat is at (x, z) and sits down; without one it stands up. facing, height, seconds, space as in docs/reference/stream.md."""
        return await self.stream.ask("sit", id=self.id, **_given(seat=seat, facing=facing, height=height, seconds=seconds, space=space))

    async def observe(self, points: Optional[Points] = None, *,
                      set: Optional[Literal["coco17", "openpose25", "mediapipe33", "h36m17", "sam3d70", "webxr83", "openxr70", "openxr84", "sensors"]] = None,
                      confidence: Optional[Union[Sequence[float], Mapping[str, float]]] = None, axes: Optional[Literal["world", "camera"]] = None,
                      root: Optional[Literal["hips", "seen"]] = None, mirror: Optional[bool] = None, noise: Optional[float] = None,
                      camera: Optional[Mapping[str, object]] = None, time: Optional[float] = None, orientations: Optional[Mapping[str, object]] = None,
                      height: Optional[float] = None, calibrate: Optional[bool] = None) -> int:
        """What a detector sees, of a character spawned with drive="observe": points in the set's order or by name, [x, y, z] metres or [x, y]
        pixels, None where not seen; trackers also have orientations, height and calibrate. Not answered. Its seq, which frames repeat."""
        self.seq += 1
        seen = _given(set=set, confidence=confidence, axes=axes, root=root, mirror=mirror, noise=noise, camera=camera, orientations=orientations, height=height,
                      calibrate=calibrate, points=points)
        await self.stream._say({"type": "observe", "id": self.id, "seq": self.seq, "time": monotonic() if time is None else time, **seen})
        return self.seq

    async def observe_sensors(self, sensors: Mapping[str, Optional[Sequence[float]]], calibrate: bool = False, mirror: bool = False, *,
                              tpose: Optional[Mapping[str, Optional[Sequence[float]]]] = None, pose: Optional[Literal["t", "n"]] = None,
                              up: Optional[Literal["x", "y", "z"]] = None, facing: Optional[float] = None, noise: Optional[float] = None) -> int:
        """What inertial sensors read, of the same: quaternions x, y, z, w by the bones they sit on; tpose, pose, up, facing, noise as POST
        /v1/models/{id}/fit has them in `orientations`. calibrate: the person stands in the calibration pose now. Its seq."""
        return await self.observe(None, set="sensors", calibrate=calibrate, mirror=mirror,
                                  orientations=_given(sensors=sensors, tpose=tpose, pose=pose, up=up, facing=facing, noise=noise))

    async def despawn(self) -> Message:
        if self in self.stream.characters:
            self.stream.characters.remove(self)
        return await self.stream.ask("despawn", id=self.id)


class Stream:
    """async with Stream("ws://127.0.0.1:8080/v1/stream") as stream: ...

    scene or watch (a session's id); vmc ("host:port" of a VRM application that the server may send to); resume (a token of before); profile (channels, divisor, quantize); key; attempts (in a row before
    giving up; 3 before the first welcome, then for ever); respawn (a forgotten session's characters begin anew where they were); silence (seconds without a
    frame or a pong after which the connection counts as lost; 0: it is left to the system).
    """

    def __init__(self, url: str, *, scene: Optional[str] = None, watch: Optional[str] = None, resume: Optional[str] = None,
                 vmc: Optional[str] = None,
                 profile: Optional[Profile] = None, key: Optional[str] = None, attempts: Optional[int] = None, respawn: bool = True,
                 silence: float = SILENCE, backoff: Optional[Backoff] = None) -> None:
        self.url, self.key, self.token, self.profile_fields = url, key, resume, profile
        self._silence, self._beat, self._quiet = silence, min(HEARTBEAT, silence / BEATS) if silence else HEARTBEAT, 0.0
        self._join_fields = {"watch": watch} if watch else {name: value for name, value in (("scene", scene), ("vmc", vmc)) if value}
        self._attempts, self._respawn, self.backoff = attempts, respawn, backoff or Backoff()
        self.welcome: Message = {}
        self.lowered: Optional[Message] = None  # the last `lowered`; None while everything comes that was asked for
        self.session: Optional[str] = None
        self.state = "closed"  # connecting, open, waiting
        self.characters: List[Character] = []
        self.newest: Optional[Frame] = None
        self._wire = WireReader()
        self.bye: Optional[Message] = None
        self._refusal: Optional[StreamError] = None
        self._listeners: Dict[str, Set[Listener]] = {}
        self._warned: Set[Tuple[str, str]] = set()
        self._asked: Dict[str, "asyncio.Future[Message]"] = {}
        self._models: Dict[int, str] = {}
        self._refs, self._ever = 0, False
        self._socket: Optional[Socket] = None
        self._task: Optional["asyncio.Task[None]"] = None
        self._closing: Set["asyncio.Task[None]"] = set()
        self._opened: Optional["asyncio.Future[Message]"] = None
        self._frames: "asyncio.Queue[Optional[Frame]]"
        self._events: "asyncio.Queue[Optional[Message]]"

    def on(self, name: str, listener: Listener) -> None:
        """welcome, frame, event, observed (how a character that is observed does), lowered (frames come more rarely than asked, or as asked again), stats, error, bye, lost (a new session had to be made), state,
        disconnected (a StreamError, whose code is silent, disconnected or the reason of the bye: the connection was lost and is made anew).

        An error that no question waits for is a StreamWarning when nobody listens, once of each kind; so is the bye that is the end.
        """
        self._listeners.setdefault(name, set()).add(listener)

    def _emit(self, name: str, value: Union[Message, Frame, str, StreamError]) -> None:
        for listener in list(self._listeners.get(name, ())):
            listener(value)  # type: ignore[arg-type]  # the name says which

    def _warn(self, name: str, code: str, pointer: str, detail: str) -> None:
        """What has no listener is not lost. Inputs are repeated, and so are their errors: once of each kind."""
        if self._listeners.get(name) or (code, pointer) in self._warned or len(self._warned) >= 32:
            return
        self._warned.add((code, pointer))
        warnings.warn("posed: " + ": ".join(part for part in (code, pointer, detail) if part), StreamWarning, stacklevel=2)

    async def __aenter__(self) -> "Stream":
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self) -> Message:
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

    async def spawn(self, *, model: Optional[str] = None, position: Optional[Sequence[float]] = None, facing: Optional[float] = None, body: Optional[Body] = None,
                    character: Optional[str] = None, motion: Optional[Literal["network", "matching", "auto"]] = None, drive: Optional[Literal["motion", "observe"]] = None,
                    style: Optional[Union[str, Mapping[str, float]]] = None, variation: Optional[int] = None,
                    control: Optional[Mapping[str, Union[float, str]]] = None) -> Character:
        """model, position=(x, z), facing, body={model, betas}; character: one that was put, which moves so (channel "character")."""
        fields = _given(model=model, position=position, facing=facing, body=body, character=character, motion=motion, drive=drive, style=style, variation=variation, control=control)
        spawned = Character(self, fields)
        await self._place(spawned, fields)
        self.characters.append(spawned)
        return spawned

    async def profile(self, *, channels: Sequence[Literal["root", "joints", "rotations", "contacts", "trajectory", "smpl", "vertices", "character", "face"]] = (),
                      divisor: int = 1, quantize: Literal[48, 32] = 48, compact: int = 0) -> Message:
        """channels, divisor, quantize or compact; kept when the line is lost. compact: largest error in mm of frames of a third of the size, which have hips and no joints."""
        self.profile_fields = {"divisor": divisor, "quantize": quantize, "compact": compact}
        if channels:
            self.profile_fields["channels"] = list(channels)
        return await self.ask("profile", **self.profile_fields)

    async def ping(self) -> float:
        """Seconds there and back."""
        start = monotonic()
        await self.ask("ping", time=start)
        return monotonic() - start

    async def frames(self) -> AsyncIterator[Frame]:
        """Frames as they come, until the stream is closed; who is slow misses the oldest."""
        async for frame in _taken(self._frames):
            yield frame

    async def events(self) -> AsyncIterator[Message]:
        """Footsteps and the like."""
        async for event in _taken(self._events):
            yield event

    @property
    def divisor(self) -> float:
        """Ticks between two frames, as they come: what the profile asks for, or more while the server has not the time (`lowered`)."""
        asked = self.profile_fields.get("divisor", 1) if self.profile_fields else 1
        return float(max(asked, self.lowered["divisor"] if self.lowered else 1))

    def counts(self, id: int) -> Counts:
        return counts_of(self.welcome, self._models.get(id))

    async def ask(self, type: str, **fields: object) -> Message:
        """Sends a message; its answer, or StreamError."""
        if self.state != "open":
            raise StreamError("disconnected", "there is no connection now")
        return await self._ask(type, fields)

    # -- messages ------------------------------------------------------------------

    async def _ask(self, type: str, fields: Mapping[str, object]) -> Message:
        self._refs += 1
        ref = f"r{self._refs}"
        self._asked[ref] = asyncio.get_running_loop().create_future()
        try:
            await self._say({"type": type, "ref": ref, **fields})
            return await self._asked[ref]
        finally:
            self._asked.pop(ref, None)

    async def _say(self, message: Mapping[str, object]) -> None:
        await self._send(json.dumps(plain(message)))

    async def _send(self, data: Union[str, bytes]) -> None:
        if self._socket is None:
            raise StreamError("disconnected", "there is no connection now")
        try:
            await self._socket.send(data)
        except Exception as error:
            raise StreamError("disconnected", str(error)) from None

    async def _send_held(self, character: Character) -> None:
        if self.state == "open" and character.held is not None:
            await self._send(character._again())

    async def _place(self, character: Character, fields: Mapping[str, object]) -> None:
        spawned = await self._ask("spawn", fields) if self.state != "closed" else await self.ask("spawn", **fields)
        character.id, character.model = spawned["id"], spawned["model"]
        character.joints, character.root, character.scale = spawned.get("joints", []), spawned.get("root", ""), spawned.get("scale", 1.0)
        character.translated = spawned.get("translated", [])

    def _take(self, data: Union[str, bytes]) -> None:
        self._quiet = 0.0
        if isinstance(data, bytes):
            self._take_frame(data)
            return
        message = cast(Message, json.loads(data))
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
        frame = self._wire.decode(data) if WireReader.is_compact(data) else decode_frame(data, self.counts)
        if frame is None:
            return  # it follows one that did not come
        self.newest = frame
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
                if (isinstance(end, StreamError) and end.code not in LOST) or (most is not None and self.backoff.attempts >= most):
                    end = end if isinstance(end, StreamError) and end.code not in LOST else StreamError("gave_up", f"{self.url}: {end}")
                    break
                self._enter("waiting")
                if not isinstance(end, StreamError):
                    end = StreamError("disconnected", str(end))
                self._emit("disconnected", StreamError(self.bye["reason"], self.bye.get("detail", "")) if self.bye else end)
                await asyncio.sleep(self.backoff.next(self.bye.get("after", 0) if self.bye else 0))
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
            socket = self._socket = await _connect(self.url, self.key, self._silence or SILENCE)
            reading: Optional["asyncio.Task[None]"] = None
            try:
                self._quiet = 0.0
                reading = asyncio.create_task(self._read(socket))
                beginning = asyncio.create_task(self._begin(socket))
                watching = asyncio.create_task(self._watch())
                try:
                    await asyncio.wait((reading, watching), return_when=asyncio.FIRST_COMPLETED)
                finally:
                    watching.cancel()
                if not reading.done():
                    self._lose_silent(socket)
                    return StreamError("silent", f"nothing came from {self.url} for {self._silence:g} s")
                reading.result()
                return self._refusal or StreamError("disconnected", "the connection was lost")
            finally:
                self._drop()
                self._socket = None
                for task in (beginning, reading):
                    if task:
                        task.cancel()
                        await asyncio.gather(task, return_exceptions=True)
                if reading and reading.done() and not reading.cancelled():
                    await asyncio.wait_for(socket.close(), 2)
        except (OSError, asyncio.TimeoutError) as error:
            return error
        except Exception as error:
            if type(error).__module__.startswith("websockets"):
                return error
            raise

    async def _read(self, socket: Socket) -> None:
        async for data in socket:
            self._take(data)

    async def _watch(self) -> None:
        """Ends when nothing came for the time of silence: neither side hears of it when a computer slept, a Wi-Fi network was left or a NAT forgot the connection. The
        time is summed beat by beat, and a beat counts for two at most: a computer that wakes up does not take its sleep for silence."""
        before = monotonic()
        while not self._silence or self._quiet + self._beat <= self._silence:
            await asyncio.sleep(self._beat)
            now = monotonic()
            self._quiet += min(now - before, 2 * self._beat)
            before = now

    def _lose_silent(self, socket: Socket) -> None:
        """The close of a silent connection takes its time: it is not waited for."""
        closing = asyncio.create_task(_close(socket))
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)

    def _drop(self) -> None:
        """Who waits for an answer hears that there is none."""
        for asked in self._asked.values():
            if not asked.done():
                asked.set_exception(StreamError("disconnected", "the connection was lost"))

    async def _begin(self, socket: Socket) -> None:
        """Joins, then keeps inputs alive; a join that the server refuses ends the connection."""
        try:
            await self._join()
            while True:
                await asyncio.sleep(self._beat)
                for character in self.characters:
                    await self._send_held(character)
                await self._say({"type": "ping", "time": monotonic()})
        except StreamError as error:
            if error.code not in ("disconnected", "busy", "limit"):
                self._refusal = error
            await socket.close()

    async def _join(self) -> None:
        before = self.session
        welcome: Optional[Message] = None
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
        if is_new and before is not None:
            self._emit("lost", {"before": before, "session": welcome["session"]})
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


Listener = Union[Callable[[Message], None], Callable[[Frame], None], Callable[[str], None], Callable[[StreamError], None]]
LOST = ("disconnected", "silent")  # codes after which the stream comes back


def _given(**values: object) -> Dict[str, object]:
    return {name: plain(value) for name, value in values.items() if value is not None}


def _keep(queue: "asyncio.Queue[Optional[T]]", item: T) -> None:
    if queue.qsize() >= KEEP:
        queue.get_nowait()
    queue.put_nowait(item)


async def _taken(queue: "asyncio.Queue[Optional[T]]") -> AsyncIterator[T]:
    while True:
        item = await queue.get()
        if item is None:
            queue.put_nowait(None)
            return
        yield item


async def _close(socket: Socket) -> None:
    try:
        await asyncio.wait_for(socket.close(), 2)
    except Exception:  # it was lost before
        pass


async def _connect(url: str, key: Optional[str], seconds: float) -> Socket:
    """websockets named its header argument twice."""
    try:
        websockets = importlib.import_module("websockets")
    except ImportError:
        raise ImportError("streams want the websockets package (pip install websockets; Debian: python3-websockets)") from None
    options: Dict[str, object] = {"subprotocols": ["posed.v1"], "max_size": None, "compression": None, "open_timeout": seconds, "ping_interval": None}
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    name = "additional_headers" if int(websockets.__version__.split(".")[0]) >= 14 else "extra_headers"
    return cast(Socket, await websockets.connect(url, **options, **({name: headers} if headers else {})))
