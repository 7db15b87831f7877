"""The stream with asyncio: joins a session, creates characters, sends their inputs and receives frames. Reconnects when the connection is lost.

docs/reference/stream.md of posed describes all messages and their fields.
"""
from __future__ import annotations

import asyncio
import importlib
import json
import warnings
from time import monotonic
from typing import TYPE_CHECKING, AsyncIterator, Callable, Dict, List, Literal, Mapping, Optional, Protocol, Sequence, Set, Tuple, TypedDict, TypeVar, Union, cast

from ._key import header as key_header, refuse_credentials
from ._arrays import plain
from .backoff import Backoff
from .frame import Counts, Frame, FrameCharacter, counts_of, decode_frame, encode_input, encode_sound
from .wire import WireReader

if TYPE_CHECKING:
    from ._arrays import Numbers

T = TypeVar("T")
HEARTBEAT = 1.0  # largest interval in seconds between pings, and between repeats of a held input; inputs expire on the server (stream.input_timeout)
SILENCE = 10.0  # default seconds without a received message after which a connection counts as lost
BEATS = 4  # smallest number of pings within the time of silence
KEEP = 256  # largest number of frames, and of events, that are kept until the caller takes them; the oldest are dropped

Gait = Literal["auto", "walk", "jog", "run", "crouch"]
Anchor = Literal["world", "root"]
Hand = Literal["left_hand", "right_hand"]
Role = Literal["player", "watcher", "host"]
HandPose = Literal["relaxed", "fist", "grip", "point", "flat", "open"]
Points = Union["Numbers", Sequence[Optional[Sequence[float]]], Mapping[str, Optional[Sequence[float]]]]


class Profile(TypedDict, total=False):
    """Contents of the frames of a connection. docs/reference/stream.md of posed describes the channels."""
    channels: Sequence[Literal["root", "joints", "rotations", "contacts", "trajectory", "smpl", "vertices", "character", "face", "soft"]]
    divisor: int  # ticks from one frame to the next, 1 to 600
    quantize: Literal[48, 32]  # size of a rotation, bits
    compact: int  # largest position error of a joint in compact frames, 1 to 10 mm; 0: ordinary frames
    budget: int  # bytes of frames a second, 1000 or more; frames then have only some of the characters
    view: Sequence[float]  # with budget: the point from which the client sees, x and z
    radius: float  # with budget: distance in metres beyond which characters are left out


class Body(TypedDict, total=False):
    """Body that moves with a character. The channels smpl, vertices and face describe it."""
    model: str  # id of a body model; default: the server's default model
    betas: Numbers  # shape coefficients in standard deviations, -100 to 100; missing ones are 0


class Joint(TypedDict, total=False):
    """One joint of a skeleton in the message `welcome`."""
    name: str
    parent: Optional[str]  # name of the parent joint; None for the root joint
    offset: List[float]  # position in the rest pose relative to the parent joint: x, y, z in metres
    webxr: str  # name in the WebXR Body Tracking Module, if it has this joint
    openxr: str  # name in OpenXR, if it has this joint
    webxr_axes: List[float]  # quaternion x, y, z, w from WebXR's axes of the joint to the joint's own


class Skeleton(TypedDict):
    """Joints of one motion model, in the order of FrameCharacter.joints and rotations."""
    model: str
    default: bool
    samples: int  # number of trajectory samples
    joints: List[Joint]


class Placed(TypedDict, total=False):
    """Character that is already in the session, in the message `welcome`. The fields after `model` are those of an uploaded character."""
    id: int
    model: str
    character: str
    root: str
    scale: float
    size: float
    joints: List[str]
    translated: List[str]


class Problem(TypedDict):
    """One error of a request: the JSON pointer to the field, and a description."""
    pointer: str
    detail: str


class Member(TypedDict, total=False):
    """Member of a room: its number and, if it gave one, its name."""
    member: int
    name: str


class Taken(TypedDict):
    """Object of a room and the number of the member that has it."""
    object: str
    member: int


class Message(TypedDict, total=False):
    """Message from the server. Each type of message has some of these fields; docs/reference/stream.md of posed lists them."""
    type: str
    ref: str
    id: int
    model: str
    character: str
    joints: List[str]
    translated: List[str]
    root: str
    scale: float
    size: float
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
    of: str
    warnings: List[Problem]
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
    room: str
    member: int
    host: int
    members: List[Member]
    taken: List[Taken]
    object: str
    name: str
    text: str
    hits: List[List["Message"]]


class Socket(Protocol):
    """The methods of a connection of the package websockets that the stream uses."""

    async def send(self, data: Union[str, bytes]) -> None: ...

    async def close(self) -> None: ...

    def __aiter__(self) -> AsyncIterator[Union[str, bytes]]: ...


class StreamError(Exception):
    """Raised when the server answers with an `error` message, or when the connection fails.

    code (str): code of the server's error, such as "invalid" or "range"; the reason of a `bye`; or a code of the client: "disconnected" (no connection, or it
        was lost), "silent" (nothing was received for too long), "closed" (the stream was closed), "gave_up" (too many failed attempts to connect).
    detail (str): description of the error.
    pointer (str): JSON pointer to the invalid field, or an empty string.
    errors (list of Problem): all errors of the message.
    """

    def __init__(self, code: str, detail: str = "", pointer: str = "", errors: Sequence[Problem] = ()) -> None:
        super().__init__(f"{code}: {detail or code}{' (' + pointer + ')' if pointer else ''}")
        self.code, self.detail, self.pointer, self.errors = code, detail or code, pointer, list(errors)


class StreamWarning(RuntimeWarning):
    """Warns of an `error` message that answers no request, or of a `bye` that ends the session, if no listener is registered for it.

    The stream warns once for each pair of code and pointer.
    """


class Character:
    """A character that this stream has created with Stream.spawn.

    id (int): id of the character in its session. It changes when a lost session is replaced by a new one.
    model (str): id of the motion network or matching database that moves it.
    seq (int): number of its last input or observation.
    joints, root, translated, scale: of an uploaded character; see the comments in __init__.
    size: leg length, divided by that of the motion's skeleton in `welcome`.

    The methods raise StreamError if the server refuses the message or there is no connection, except where they say otherwise.
    """

    def __init__(self, stream: "Stream", fields: Mapping[str, object]) -> None:
        self.stream, self.fields, self.id, self.model, self.seq = stream, fields, 0, "", 0
        self.joints: List[str] = []  # uploaded character: names of its nodes, in the order of FrameCharacter.node_rotations
        self._again: Callable[[], bytes] = bytes  # encodes the held input with the character's present id
        # Uploaded character: names of the nodes besides the root that frames translate as well as rotate, in the order of FrameCharacter.node_translations.
        self.translated: List[str] = []
        self.size = 1.0
        self.root, self.scale = "", 1.0  # uploaded character: name of the node of FrameCharacter.node_root; scale of the whole character in the world
        self._sound_at, self._sound_bytes = 0, 2  # number of the next sample of the sound that `hear` began, and the bytes of a sample
        self.held: Optional[bytes] = None  # last input; None while the character follows a path or has no input
        self.path: Optional[Dict[str, object]] = None  # fields of the last `follow`; None after an input

    async def input(self, *, move: Sequence[float] = (0, 0), look: Optional[Sequence[float]] = None, gait: Gait = "auto",
                    axes: Literal["world", "character", "camera"] = "world", camera_yaw: float = 0, speed: float = 0, strafe: float = 0, jump: bool = False,
                    responsive: bool = False) -> int:
        """Sets the input of the character by a binary message, which the server does not answer. The input holds until the next one.

        The stream repeats the input every second, because inputs expire on the server. Without a connection it is sent after the next one is made.
        Returns the number of the input, seq. FrameCharacter.seq has this number from the first frame on that includes the input.
        Raises ValueError for an unknown gait or axes, struct.error for a number that does not fit its field, StreamError if sending fails.

        move (x, z): stick of the controller, in `axes`. x points to the left of forward z. A length above 1 counts as 1.
        look (x, z or None): direction that a strafing character faces, in `axes`. None: no direction.
        gait (str): "auto" walks, or jogs or runs if `speed` asks for it; or "walk", "jog", "run", "crouch".
        axes (str): axes of move and look: "world", "character", or "camera", whose forward direction is `camera_yaw`.
        camera_yaw (float): direction in which the camera looks, radians about +Y; 0 is +Z.
        speed (float): speed at full stick in m/s; 0 is the gait's own speed.
        strafe (float): 0 faces the direction of motion, 1 faces the direction `look`.
        jump (bool): each change from False to True is one jump.
        responsive (bool): True makes the character follow the stick sooner, with more foot sliding.
        """
        if abs(camera_yaw) > 6.29:  # the server cannot warn: bytes have a direction within half a turn
            self.stream._warn("warned", "input", "/camera_yaw", f"{camera_yaw:g}; -6.283 to 6.283 radians (a full turn) are usual, so this looks like degrees")
        held = encode_input(self.id, self.seq + 1, move, look, gait, axes, camera_yaw, speed, strafe, jump, responsive)  # raises an error of a parameter here
        self.seq, self.held, self.path = self.seq + 1, held, None
        self._again = lambda: encode_input(self.id, self.seq, move, look, gait, axes, camera_yaw, speed, strafe, jump, responsive)
        await self.stream._send_held(self)
        return self.seq

    async def input_text(self, *, move: Sequence[float] = (0, 0), look: Optional[Sequence[float]] = None, gait: Gait = "auto",
                         axes: Literal["world", "character", "camera"] = "world", camera_yaw: float = 0, speed: float = 0, strafe: float = 0, jump: bool = False,
                         responsive: bool = False) -> Message:
        """Sets the input of the character by a text message, and waits for the answer. The input holds until the next one, and is repeated as by `input`.

        Returns the message `done`. Raises StreamError if the server refuses the input or there is no connection.

        move (x, z): stick of the controller, in `axes`. x points to the left of forward z. A length above 1 counts as 1.
        look (x, z or None): direction that a strafing character faces, in `axes`. None: no direction.
        gait (str): "auto" walks, or jogs or runs if `speed` asks for it; or "walk", "jog", "run", "crouch".
        axes (str): axes of move and look: "world", "character", or "camera", whose forward direction is `camera_yaw`.
        camera_yaw (float): direction in which the camera looks, radians about +Y; 0 is +Z.
        speed (float): speed at full stick in m/s; 0 is the gait's own speed.
        strafe (float): 0 faces the direction of motion, 1 faces the direction `look`.
        jump (bool): each change from False to True is one jump.
        responsive (bool): True makes the character follow the stick sooner, with more foot sliding.
        """
        fields: Dict[str, object] = {"move": plain(move), "gait": gait, "axes": axes, "camera_yaw": camera_yaw, "strafe": strafe, "jump": jump, "responsive": responsive}
        fields.update({**({} if look is None else {"look": plain(look)}), **({"speed": speed} if speed else {})})
        self.seq += 1
        done = await self.stream.ask("input", id=self.id, seq=self.seq, **fields)
        self.held, self.path = encode_input(self.id, self.seq, move, look, gait, axes, camera_yaw, speed, strafe, jump, responsive), None
        self._again = lambda: encode_input(self.id, self.seq, move, look, gait, axes, camera_yaw, speed, strafe, jump, responsive)
        return done

    async def follow(self, path: Sequence[Sequence[float]], *, closed: Optional[bool] = None, lookahead: Optional[float] = None, speed: Optional[float] = None,
                     gait: Optional[Gait] = None, space: Optional[float] = None, wander: Optional[float] = None, round: Optional[bool] = None) -> Message:
        """Makes the character follow a path, instead of an input. Returns the message `done`. Parameters that are None have the server's default.

        When a lost session is replaced by a new one, the path is sent again.

        path (sequence of x, z): points of the path in metres, world; 1 to 512.
        closed (bool): True makes the path a loop without end. Default False.
        lookahead (float): distance in metres ahead on the path at which the character aims. Default 0: 0.75 when walking, 1.2 when faster.
        speed (float): speed along the path in m/s. Default 0: the gait's own speed.
        gait (str): as in `input`. Default "auto".
        space (float): distance in metres that the character keeps from the centres of the session's other characters where it can. Default 0: it ignores them.
        wander (float): radius in metres around the path's only point in which the character walks between random points without end. Default 0: no wandering.
        round (bool): True takes the path's only point as a destination: the server finds the way around walls, seats and steps. Default False.
        """
        self.held, self.path = None, _given(path=[list(p) for p in path], closed=closed, lookahead=lookahead, speed=speed, gait=gait, space=space, wander=wander, round=round)
        return await self.stream.ask("follow", id=self.id, **self.path)

    async def wander(self, middle: Sequence[float] = (0, 0), *, radius: float = 5, space: Optional[float] = 1, speed: Optional[float] = None,
                     gait: Optional[Gait] = "walk") -> Message:
        """Makes the character walk from one random place to the next without end. Returns the message `done`.

        middle (x, z): centre of the circle in which the places are, in metres, world.
        radius (float): radius of that circle in metres.
        space, speed, gait: as in `follow`.
        """
        return await self.follow([middle], wander=radius, space=space, speed=speed, gait=gait)

    async def look(self, at: Optional[Sequence[float]] = None, *, point: Optional[Sequence[float]] = None, weight: Optional[float] = None,
                   seconds: Optional[float] = None, anchor: Optional[Anchor] = None) -> Message:
        """Turns the character, or its head and neck. Returns the message `done`.

        Each call replaces both orders: without `at` the character no longer faces a given direction; without `point` head and neck return to normal.

        at (x, z): direction in the world that the character faces.
        point (x, y, z): point in metres to which head and neck turn.
        weight (float): fraction of the turn of head and neck, 0 to 1. Default 1.
        seconds (float): duration of the change to looking at the point, and of the change back. Default 0.5.
        anchor (str): frame of the point: "world" (default), or "root", so that the point moves with the character.
        """
        return await self.stream.ask("look", id=self.id, **_given(at=at, point=point, weight=weight, seconds=seconds, anchor=anchor))

    async def face(self, *, blend_shapes: Optional[Mapping[str, float]] = None, left_hand: Optional[HandPose] = None, right_hand: Optional[HandPose] = None,
                   seconds: Optional[float] = None) -> Message:
        """Sets the facial expression and the hand poses of the character's body. Returns the message `done`.

        Each call replaces all of them: expressions that it does not name end, and a hand that it does not name is relaxed. Only bodies with a face and fingers.

        blend_shapes (mapping of str to float): weights by name, -2 to 2, such as {"jawOpen": 0.3}. 1 is the whole shape. Names are the body
            model's expression_names; those of the model person are FACE_NAMES.
        left_hand, right_hand (str): "relaxed", "fist", "grip", "point", "flat" or "open".
        seconds (float): duration of the change from the present expression. Default 0.15.
        """
        return await self.stream.ask("face", id=self.id, **_given(blend_shapes=blend_shapes, left_hand=left_hand, right_hand=right_hand, seconds=seconds))

    async def speak(self, text: Optional[str] = None, *, words: Optional[Sequence[Mapping[str, object]]] = None, characters: Optional[Mapping[str, object]] = None,
                    phones: Optional[Sequence[Mapping[str, object]]] = None, visemes: Optional[Sequence[Mapping[str, object]]] = None, source: Optional[str] = None,
                    speed: Optional[float] = None, utterance: Optional[str] = None, queue: Optional[bool] = None, delay: Optional[float] = None,
                    stop: Optional[bool] = None) -> Message:
        """Makes the character speak an utterance. Returns the message `done`. The event `speech` reports its start, words and end.

        text (str): text without times. One of text, words, characters, phones and visemes is given, unless stop is.
        words, phones, visemes (list of mappings): with times in seconds, such as {"word": "Hello", "start": 0.1, "end": 0.4}, or as `source` sends them.
        characters (mapping): ElevenLabs' alignment.
        source (str): form of the list: "posed" (default), "arpabet", "ipa", "oculus", "openxr", "vrm", "rhubarb", "azure", "polly", "google", "elevenlabs".
        speed (float): speed of a text, 0.25 to 4. Default 1.
        utterance (str): name that the messages `speech` repeat.
        queue (bool): True waits for what the character speaks; otherwise that ends.
        delay (float): seconds until time 0 of the utterance. Default 0.
        stop (bool): True, alone, ends the speech; the mouth closes in 0.12 s.
        """
        return await self.stream.ask("speak", id=self.id, **_given(text=text, words=words, characters=characters, phones=phones, visemes=visemes, source=source,
                                                                   speed=speed, utterance=utterance, queue=queue, delay=delay, stop=stop))

    async def feel(self, emotions: Optional[Mapping[str, float]] = None, *, seconds: Optional[float] = None, part: Optional[str] = None,
                   partner: Optional[Union[Character, int]] = None, liveliness: Optional[float] = None) -> Message:
        """Sets how the character is in a conversation. Returns the message `done`. Each call replaces all of it.

        emotions (mapping of str to float): amounts from 0 to 1 of "calm", "happy", "sad", "angry", "surprised", "afraid" and "disgusted"; several mix.
        seconds (float): duration of the change of the emotions. Default 0.5.
        part (str): "auto" (default: speaking while it speaks, listening while its partner does), "speaking", "listening" or "thinking".
        partner (Character or int): the character of this session, or its id, to which it talks: it looks at it as people do.
        liveliness (float): how much head and brows move, 0 not at all to 1 twice as much as usual. Default 0.5.
        """
        return await self.stream.ask("feel", id=self.id, **_given(emotions=emotions, seconds=seconds, part=part,
                                                                  partner=getattr(partner, "id", partner), liveliness=liveliness))

    async def hear(self, rate: Optional[int] = None, *, format: Optional[str] = None, utterance: Optional[str] = None, text: Optional[str] = None,
                   delay: Optional[float] = None, end: Optional[bool] = None) -> Message:
        """Begins a sound whose speech moves the character's mouth; `sound` sends its samples. Returns the message `done`.

        rate (int): samples a second: 8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100 or 48000.
        format (str): form of a sample: "s16" (default), "f32", "mulaw" or "alaw"; little-endian, one channel.
        utterance (str): name that the messages `speech` repeat.
        text (str): what is said, if it is known: it says which shapes come, and the sound says when, 0.05 s later than without it.
        delay (float): seconds until the first sample is heard, for a sound that comes before it is heard. Without it the sound is live.
        end (bool): True, alone, ends the sound after what came of it.
        """
        if not end:
            self._sound_at, self._sound_bytes = 0, {"f32": 4, "mulaw": 1, "alaw": 1}.get(format or "s16", 2)
        return await self.stream.ask("hear", id=self.id, **_given(rate=rate, format=format, utterance=utterance, text=text, delay=delay, end=end))

    async def sound(self, samples: Union[bytes, bytearray, memoryview]) -> None:
        """Sends the next samples of the sound that `hear` began: 1 ms to 1 s of them, 10 to 40 ms at a time for a live sound. There is no answer.

        samples (bytes or a buffer, such as an array of NumPy): samples in the form that `hear` named.
        """
        data = bytes(samples)
        await self.stream._send(encode_sound(self.id, self._sound_at, data))
        self._sound_at += len(data) // self._sound_bytes

    async def reach(self, joint: Hand, target: Optional[Sequence[float]] = None, *, weight: Optional[float] = None, seconds: Optional[float] = None,
                    anchor: Optional[Anchor] = None, normal: Optional[Sequence[float]] = None, slide: Optional[bool] = None) -> Message:
        """Makes a hand of the character reach for a target. Returns the message `done`.

        joint (str): "left_hand" or "right_hand".
        target (x, y, z): target of the wrist in metres, in the frame `anchor`. Not needed with weight 0.
        weight (float): fraction of the way to the target, 0 to 1; 0 lets go. Default 1.
        seconds (float): duration of the change to reaching, and of the change back. Default 0.3.
        anchor (str): frame of target and normal: "world" (default), or "root", so that they move with the character.
        normal (x, y, z): normal of a surface at the target, pointing out of it. The palm is laid on the surface. The length is ignored.
        slide (bool): True lets the hand slide along the surface with the moving character, at the target's height. Only with normal. Default False.
        """
        return await self.stream.ask("reach", id=self.id, joint=joint, **_given(target=target, weight=weight, seconds=seconds, anchor=anchor, normal=normal, slide=slide))

    async def play(self, clip: Optional[str] = None, *, mask: Optional[Union[str, Sequence[str]]] = None, weights: Optional[Sequence[float]] = None,
                   fade: Optional[float] = None, fade_out: Optional[float] = None, speed: Optional[float] = None, loop: Optional[bool] = None,
                   root: Optional[bool] = None, feet: Optional[bool] = None, queue: Optional[bool] = None, stop: Optional[bool] = None) -> Message:
        """Plays a clip on the character, or ends what plays. Returns the message `done`. The event `clip` reports its start and end.

        clip (str): id of an emote of the server or of a clip that was put (Client.clips()). Needed unless stop is True.
        mask (str or list): joints that play it while the others move on: "all", "upper", "trunk", "head", "arms", "left_arm", "right_arm", "legs", "left_leg",
            "right_leg", or joints such as "LeftForeArm". Default: as the clip was put. With "all" the character stands.
        weights (list of float): share of the clip's pose for each entry of mask, 0 to 1. Default: 1 each.
        fade, fade_out (float): durations in seconds of the change to the clip and back. Default: the clip's own; with stop that of the change back.
        speed (float): factor of the clip's speed, 0.1 to 4. Default 1.
        loop (bool): True repeats it until it is ended. Default: as the clip was put.
        root (bool): False plays it on the spot, True along its path. Only with mask "all". Default True.
        feet (bool): True keeps planted feet in place. Only with mask "all". Default True.
        queue (bool): True begins it after those that play or wait; otherwise it replaces them.
        stop (bool): True, with nothing else but fade, ends what plays and drops what waits.
        """
        return await self.stream.ask("play", id=self.id, **_given(clip=clip, mask=mask, weights=weights, fade=fade, fade_out=fade_out, speed=speed, loop=loop,
                                                                  root=root, feet=feet, queue=queue, stop=stop))

    async def sit(self, seat: Optional[Sequence[float]] = None, *, facing: Optional[float] = None, height: Optional[float] = None, seconds: Optional[float] = None,
                  space: Optional[float] = None) -> Message:
        """Makes the character walk to a seat and sit down, instead of following its input. Without `seat` a sitting character stands up.

        Returns the message `done`. If there is no way to the seat, the server later sends the event `unreachable`.

        seat (x, z): centre of the seat in metres, world.
        facing (float): direction that the sitting character faces, radians about +Y; 0 is +Z. Default 0.
        height (float): height of the seat in metres above the ground before it. Default 0.45.
        seconds (float): duration of sitting down, and of standing up. Default 1.7.
        space (float): distance in metres that the character keeps on its way from the session's other characters. Default 0: it ignores them.
        """
        return await self.stream.ask("sit", id=self.id, **_given(seat=seat, facing=facing, height=height, seconds=seconds, space=space))

    async def observe(self, points: Optional[Points] = None, *,
                      set: Optional[Literal["coco17", "openpose25", "openpose67", "mediapipe33", "mediapipe75", "h36m17", "sam3d70", "webxr83", "openxr70", "openxr84", "sensors",
                                            "humanoid", "mediapipe478", "mediapipe468"]] = None,
                      confidence: Optional[Union[Sequence[float], Mapping[str, float]]] = None, axes: Optional[Literal["world", "camera"]] = None,
                      root: Optional[Literal["hips", "seen"]] = None, mirror: Optional[bool] = None, noise: Optional[float] = None,
                      camera: Optional[Mapping[str, object]] = None, time: Optional[float] = None, orientations: Optional[Mapping[str, object]] = None,
                      height: Optional[float] = None, calibrate: Optional[bool] = None) -> int:
        """Sends one observation of a person to a character that was spawned with drive="observe". The server fits the character's body to the person.

        The server does not answer observations. The message `observed` reports the fit (Stream.on). Parameters that are None have the server's default.
        Returns the number of the observation, seq. FrameCharacter.seq has this number from the first frame on that includes the observation.

        points (sequence or mapping): keypoints in the order of the set or by name: [x, y, z] in metres, or all of them [x, y] in pixels; None where not seen.
        set (str): set of keypoints. Default "mediapipe33". "webxr83", "openxr70" and "openxr84" are trackers; "sensors" are inertial sensors without points.
            "mediapipe478" and "mediapipe468" are landmarks of a face (observe_face).
        confidence (sequence or mapping): confidences of the points, 0 to 1, in the same order or by name; missing ones are 1.
        axes (str): axes of points in space: "world" (+Y up; default) or "camera" (x right, y down, z away from the camera).
        root (str): "hips" (default): points are relative to the person, and the body moves by its standing feet. "seen": points are
            positions in the world of the session. Trackers are always "seen".
        mirror (bool): True exchanges left and right, as in a mirror. Default False.
        noise (float): one standard deviation of the points. Default 0.02 m, 0.005 m for trackers, 4 pixels in a picture.
        camera (mapping): camera of points in pixels; required for them: width and height, or fx, fy, cx and cy.
        time (float): time of the observation in seconds of a clock that only goes forwards. Default: time.monotonic().
        orientations (mapping): of trackers, quaternions x, y, z, w by name, in the world; of sensors, the fields that observe_sensors describes.
        height (float): height in metres, sole to crown, of the person who wears trackers. Their points are scaled to the body. Default: not scaled.
        calibrate (bool): True if the person who wears trackers or sensors stands in the calibration pose now. Default False.
        """
        self.seq += 1
        seen = _given(set=set, confidence=confidence, axes=axes, root=root, mirror=mirror, noise=noise, camera=camera, orientations=orientations, height=height,
                      calibrate=calibrate, points=points)
        await self.stream._say({"type": "observe", "id": self.id, "seq": self.seq, "time": monotonic() if time is None else time, **seen})
        return self.seq

    async def observe_face(self, landmarks: Sequence[Optional[Sequence[float]]], width: float, height: float, *, mirror: Optional[bool] = None,
                           calibrate: Optional[bool] = None, camera: Optional[Mapping[str, object]] = None, time: Optional[float] = None) -> int:
        """Sends the landmarks of a face to any character with a face, which then has that face, its gaze and the turn of its head. Returns as `observe` does.

        landmarks (sequence): the 468 or 478 landmarks of MediaPipe, [x, y] or [x, y, z] from 0 to 1 each; None: not seen.
        width, height (float): size of the picture in pixels.
        mirror (bool): True exchanges left and right, as in a mirror.
        calibrate (bool): True if the face is at rest and looks into the camera now.
        camera (mapping): camera, if its focal length is known: fx, fy, cx and cy. Default: width and height.
        time (float): time of the picture in seconds of a clock that only goes forwards. Default: time.monotonic().
        """
        if not (width > 0 and height > 0):
            raise ValueError("observe_face: width and height of the picture, in pixels, expected")
        points = [None if p is None else [round(p[0] * width, 2), round(p[1] * height, 2)] for p in landmarks]
        kind: Literal["mediapipe478", "mediapipe468"] = "mediapipe468" if len(points) == 468 else "mediapipe478"
        return await self.observe(points, set=kind, mirror=mirror, calibrate=calibrate, time=time,
                                  camera={"width": width, "height": height} if camera is None else camera)

    async def observe_sensors(self, sensors: Mapping[str, Optional[Sequence[float]]], calibrate: bool = False, mirror: bool = False, *,
                              tpose: Optional[Mapping[str, Optional[Sequence[float]]]] = None, pose: Optional[Literal["t", "n"]] = None,
                              up: Optional[Literal["x", "y", "z"]] = None, facing: Optional[float] = None, noise: Optional[float] = None) -> int:
        """Sends the readings of inertial sensors to a character that was spawned with drive="observe". Returns and raises as `observe` does.

        sensors (mapping): quaternions x, y, z, w from each sensor's axes to the sensors' world, by the bone on which the sensor sits; None: no reading.
            The server knows the bone names of SMPL, Xsens, TotalCapture and OpenSense.
        calibrate (bool): True if the person stands in the calibration pose now.
        mirror (bool): True exchanges left and right, as in a mirror.
        tpose (mapping): readings in the calibration pose, in the form of `sensors`. An alternative to calibrate.
        pose (str): calibration pose: "t" (arms to the sides; default) or "n" (arms hanging).
        up (str): up axis of the sensors' world: "x", "y" (default) or "z".
        facing (float): direction that the person faced in the calibration pose, in degrees about the vertical from the sensors' axis
            z (if up is y), x (if up is z) or y (if up is x).
        noise (float): one standard deviation of the orientations, in degrees. Default 2.
        """
        return await self.observe(None, set="sensors", calibrate=calibrate, mirror=mirror,
                                  orientations=_given(sensors=sensors, tpose=tpose, pose=pose, up=up, facing=facing, noise=noise))

    async def observe_pose(self, rotations: Mapping[str, Optional[Sequence[float]]], hips: Optional[Sequence[float]] = None, *,
                           height: Optional[float] = None, mirror: bool = False, time: Optional[float] = None) -> int:
        """Sends rotations of bones to a character that was spawned with drive="observe", which shows them as they are. Returns and raises as `observe` does.

        rotations (mapping): quaternions x, y, z, w by VRM 1.0's names of the bones ("leftUpperArm"), each in the frame of the bone above, the
            hips' in the world. They are the identity in a T-pose. Bones that are missing or None have the identity.
        hips (sequence): position of the hips x, y, z in the world, in metres. Without it the body moves by its standing feet.
        height (float): height in metres of the person whom `hips` is of: its y is scaled to the body. Default: not scaled.
        mirror (bool): True exchanges left and right, as in a mirror.
        time (float): as for `observe`.
        """
        return await self.observe(None if hips is None else {"hips": hips}, set="humanoid", orientations=rotations, height=height, mirror=mirror or None, time=time)

    async def despawn(self) -> Message:
        """Removes the character from the session and from Stream.characters. Returns the message `done`."""
        if self in self.stream.characters:
            self.stream.characters.remove(self)
        return await self.stream.ask("despawn", id=self.id)


class Stream:
    """One session over a WebSocket: `async with Stream("ws://127.0.0.1:8080/v1/stream") as stream: ...`.

    When the connection is lost, the stream reconnects and resumes its session with the same characters. If the server no longer has the session, the stream
    starts a new one.

    url (str): URL of the stream.
    scene (str): id of the uploaded scene of a new session. Default: flat ground.
    watch (str): id of another client's session to watch, instead of a new session.
    resume (str): token of an earlier session to resume (attribute `token`).
    room (str): name of a room to join, or to begin if there is none of this name. This stream moves only the characters that it has created.
    name (str): name under which the other members of the room see this client.
    capacity (int): largest number of members of a new room. Default: the server's option stream.room_members.
    secret (str): secret of the room, if it has one.
    role (str): role in the room: "player" (default), "watcher" (only sees) or "host" (may remove others).
    vmc (str): "host:port" of a VRM application, to which the server sends the first character by the VMC protocol. The server's configuration must allow it.
    profile (Profile): contents of the frames. Default: channels root, rotations and contacts at every tick.
    key (str): API key, if the server requires one.
    attempts (int): number of consecutive retries after which the stream gives up. Default: 3 before the first `welcome`, unlimited after it.
    respawn (bool): True creates the characters again, at their last positions, when a lost session is replaced by a new one. False drops them.
    silence (float): seconds without a received message after which the connection counts as lost. 0: only the operating system detects a lost connection.
    backoff (Backoff): delays between attempts.

    Attributes: `welcome`, the last message of this type. `session`, the id of the session. `token`, with which the session can be resumed. `state`: "closed",
    "connecting", "open" or "waiting" (for the next attempt). `characters`, created by this stream. `newest`, the last frame. `bye`, the server's last `bye` on
    this connection.
    """

    def __init__(self, url: str, *, scene: Optional[str] = None, watch: Optional[str] = None, resume: Optional[str] = None,
                 vmc: Optional[str] = None, room: Optional[str] = None, name: Optional[str] = None, capacity: Optional[int] = None, secret: Optional[str] = None,
                 role: Optional[Role] = None, profile: Optional[Profile] = None, key: Optional[str] = None, attempts: Optional[int] = None, respawn: bool = True,
                 silence: float = SILENCE, backoff: Optional[Backoff] = None) -> None:
        refuse_credentials("url", url)
        self.url, self.key, self.token, self.profile_fields = url, key, resume, profile
        self._silence, self._beat, self._quiet = silence, min(HEARTBEAT, silence / BEATS) if silence else HEARTBEAT, 0.0
        self._join_fields: Dict[str, object] = {"watch": watch} if watch else _given(scene=scene, vmc=vmc, room=room, name=name, capacity=capacity, secret=secret, role=role)
        self._attempts, self._respawn, self.backoff = attempts, respawn, backoff or Backoff()
        self.welcome: Message = {}
        self.lowered: Optional[Message] = None  # last message `lowered`; None while frames are sent as the profile asks
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
        """Registers a listener. It is called with one argument each time the event occurs.

        name (str): one of
            welcome: the session was joined or resumed; the message.
            frame: a frame was received; the Frame.
            event: the message `event`, such as a footstep.
            observed: the state of an observed character; the message.
            warned: a message has values that the server accepted but that look like mistakes; the message, with `of` and `warnings`.
            clip: the start or the end of a clip of a character; the message.
            speech: the start, a word or the end of an utterance of a character; the message.
            entered, left: a client has joined or left the room; the message, with `member`, the `name` that it gave, and the number of the `host`.
            taken: a member has taken an object of the room or given it back; the message, with `object` and `member` (absent when nobody has it).
            message: another member of the room has sent a text; the message, with `member` (its number), `name` and `text`.
            lowered: the server sends frames less often than the profile asks for, or as often again; the message.
            stats, error, bye: the message of this type.
            lost: the server no longer had the session and a new one was joined; a dict of their ids, `before` and `session`.
            state: the attribute `state` has changed; the new state.
            disconnected: the connection was lost and will be made again; a StreamError, whose code is "silent", "disconnected" or the reason of the `bye`.
        listener (callable): function of one argument.

        Without a listener, a `warned`, an `error` that answers no request and a `bye` that ends the session are reported as a StreamWarning, once for each pair of
        code and pointer.
        """
        self._listeners.setdefault(name, set()).add(listener)

    def _emit(self, name: str, value: Union[Message, Frame, str, StreamError]) -> None:
        """Calls the listeners of the event `name` with `value`."""
        for listener in list(self._listeners.get(name, ())):
            listener(value)  # type: ignore[arg-type]  # the name determines the type

    def _warn(self, name: str, code: str, pointer: str, detail: str) -> None:
        """Warns of an error or a `bye` that has no listener, or of what a reply reports as a likely mistake, once for each pair of code and pointer and at most 32 times.

        The stream repeats inputs, so the server repeats their errors.
        """
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
        """Connects, joins or resumes the session, and returns the message `welcome`.

        Raises StreamError if the server refuses, or with the code "gave_up" after too many failed attempts; ImportError if websockets is not installed.
        """
        self._frames, self._events = asyncio.Queue(), asyncio.Queue()
        self._opened = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._run())
        return await self._opened

    async def close(self) -> None:
        """Stops the stream without ending the session. The server keeps the session for its option stream.resume_window.

        Another Stream can resume the session with `resume=stream.token`.
        """
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def leave(self) -> None:
        """Ends the session on the server, waits at most 5 seconds for its `bye`, and closes the stream."""
        if self.state == "open" and self._task:
            await self._say({"type": "leave"})
            await asyncio.wait([self._task], timeout=5)
        await self.close()

    async def spawn(self, *, model: Optional[str] = None, position: Optional[Sequence[float]] = None, facing: Optional[float] = None, body: Optional[Body] = None,
                    character: Optional[str] = None, motion: Optional[Literal["network", "matching", "auto"]] = None, drive: Optional[Literal["motion", "observe"]] = None,
                    style: Optional[Union[str, Mapping[str, float]]] = None, variation: Optional[int] = None,
                    control: Optional[Mapping[str, Union[float, str]]] = None, orders: Optional[bool] = None) -> Character:
        """Creates a character in the session and returns it. Parameters that are None have the server's default.

        Raises StreamError if the server refuses or there is no connection.

        model (str): id of a motion network or matching database.
        position (x, z): start position in metres, world.
        facing (float): start direction in radians about +Y; 0 is +Z.
        body (Body): body that moves with the character, for the channels smpl, vertices and face. {} is the default body. Default: no body.
        character (str): id of an uploaded character (put_character) that moves instead of a body, for the channel character.
        motion (str): what moves the character: "network", "matching", or "auto" (default).
        drive (str): "motion" (default): its inputs move it. "observe": an observed person moves it (Character.observe).
        style (str or mapping): style of the network, or several styles with their fractions, 0 to 1. {} is the mean of all people.
        variation (int): number of a person with a personal mix of styles, pace and glances; 0: no personal variation. Default: every character of the session
            except the first one gets a number.
        control (mapping): constants of the character controller; docs/reference/motion.md of posed lists them. {"preset": "game"} makes every input responsive.
        orders (bool): True lets other programs order the character by POST /v1/rooms/{id}/speak, look, play and feel.
        """
        fields = _given(model=model, position=position, facing=facing, body=body, character=character, motion=motion, drive=drive, style=style, variation=variation, control=control,
                        orders=orders)
        spawned = Character(self, fields)
        await self._place(spawned, fields)
        self.characters.append(spawned)
        return spawned

    async def say(self, text: str, to: Optional[int] = None) -> Message:
        """Sends a text to the other members of the room. Returns the message `done`.

        Raises StreamError if the stream is in no room, `to` is no member, or messages are sent too fast (code "limit").

        text (str): text of the application, at most 1024 bytes of UTF-8.
        to (int): number of the member that receives it. Default: all other members.
        """
        return await self.ask("send", **_given(text=text, to=to))

    async def take(self, object: str) -> Message:
        """Takes an object of the room, which then no other member can take. Returns the message `done`.

        Raises StreamError with the code "busy" if another member has it.

        object (str): name that the application gives to the object, at most 64 bytes.
        """
        return await self.ask("take", object=object)

    async def release(self, object: str) -> Message:
        """Gives an object of the room back, so that others can take it. Returns the message `done`."""
        return await self.ask("take", object=object, release=True)

    async def cast(self, rays: Sequence[Mapping[str, object]], *, tick: Optional[int] = None, span: Optional[int] = None, fraction: Optional[float] = None,
                   without: Optional[Sequence[int]] = None, hits: Optional[int] = None, surface: Optional[Literal["body", "bones", "capsules"]] = None) -> List[List[Message]]:
        """Asks which characters of the room rays meet. Returns a list of hits for each ray, nearest first.

        Raises StreamError if the moment is longer ago than the room's `rewind` allows, or rays are cast too fast (code "limit").

        rays (list of dicts): 1 to 64 rays, each with `from` and `along` (x, y, z; world, metres; `along` of any length), `length` (100) and `radius` (0).
        tick (int): tick of the frame before the moment that was drawn. Default: the newest frame's.
        span (int): ticks from that frame to the next one. Default: 1.
        fraction (float): place of the moment between the two, 0 to 1. Default: 0.
        without (list of ints): ids of characters that rays pass through.
        hits (int): largest number of characters that each ray reports. Default: 1.
        surface (str): "body" (the skin as the channel vertices has it), "bones" (as engines draw a .glb file) or "capsules". Default: "body".
        """
        if tick is None:
            if self.newest is None:
                raise StreamError("invalid", "no frame has come, so there is no moment to cast at")
            tick = self.newest.tick
        answer = await self.ask("cast", rays=rays, **_given(tick=tick, span=span, fraction=fraction, without=without, hits=hits, surface=surface))
        return answer["hits"]

    async def remove(self, member: int) -> Message:
        """Removes another member, and its characters, from the room of which this client is the host. Returns the message `done`.

        Raises StreamError with the code "forbidden" if this client is not the host.

        member (int): number of the member.
        """
        return await self.ask("leave", member=member)

    async def profile(self, *, channels: Sequence[Literal["root", "joints", "rotations", "contacts", "trajectory", "smpl", "vertices", "character", "face", "soft"]] = (),
                      divisor: int = 1, quantize: Literal[48, 32] = 48, compact: int = 0, budget: Optional[int] = None,
                      view: Optional[Sequence[float]] = None, radius: Optional[float] = None) -> Message:
        """Sets the contents of the frames of this connection. Returns the message `done`. The profile is sent again after a reconnection.

        Raises StreamError if the server refuses the profile or there is no connection.

        channels (sequence of str): channels of each character. Empty: root, rotations and contacts.
        divisor (int): ticks from one frame to the next, 1 to 600.
        quantize (int): size of a rotation in bits, 48 or 32.
        compact (int): largest position error of a joint in mm, 1 to 10, in compact frames, which have about a fifth of the bytes. 0: ordinary frames.
            Compact frames have `hips` instead of the channel joints, and need quantize 48.
        budget (int): bytes of frames a second, 1000 or more. Frames then have only some of the characters (`is_partial`): near ones in every tick, farther
            ones more seldom. Default: every frame has all characters.
        view (two floats): with budget, the point from which the client sees, x and z. Default: its first character.
        radius (float): with budget, the distance in metres beyond which characters are left out. Default: 60.
        """
        fields: Profile = {"divisor": divisor, "quantize": quantize, "compact": compact}
        if budget is not None:
            fields["budget"] = budget
        if view is not None:
            fields["view"] = list(view)
        if radius is not None:
            fields["radius"] = radius
        if channels:
            fields["channels"] = list(channels)
        self.profile_fields = fields
        return await self.ask("profile", **fields)

    async def ping(self) -> float:
        """Sends a ping and returns the round-trip time in seconds. Raises StreamError if there is no connection."""
        start = monotonic()
        await self.ask("ping", time=start)
        return monotonic() - start

    async def frames(self) -> AsyncIterator[Frame]:
        """Yields frames as they are received, until the stream is closed.

        The stream keeps the 256 newest frames that were not taken. If the caller is too slow, the oldest frames are dropped.
        """
        async for frame in _taken(self._frames):
            yield frame

    async def events(self) -> AsyncIterator[Message]:
        """Yields the messages `event`, such as footsteps, as they are received, until the stream is closed.

        The stream keeps the 256 newest events that were not taken. If the caller is too slow, the oldest events are dropped.
        """
        async for event in _taken(self._events):
            yield event

    @property
    def divisor(self) -> float:
        """Mean number of ticks between two frames: the divisor of the profile, or more while the server is overloaded (attribute `lowered`)."""
        asked = self.profile_fields.get("divisor", 1) if self.profile_fields else 1
        return float(max(asked, self.lowered["divisor"] if self.lowered else 1))

    def counts(self, id: int) -> Counts:
        """Returns the numbers of joints and of trajectory samples of the character `id`, which decode_frame needs."""
        return counts_of(self.welcome, self._models.get(id))

    async def ask(self, type: str, **fields: object) -> Message:
        """Sends a message, waits for its answer and returns it.

        Raises StreamError if the server answers with an error, if there is no connection, or if it is lost before the answer.

        type (str): type of the message, such as "ping".
        fields (keyword arguments): fields of the message; docs/reference/stream.md of posed lists them.
        """
        if self.state != "open":
            raise StreamError("disconnected", "there is no connection now")
        return await self._ask(type, fields)

    # -- messages ------------------------------------------------------------------

    async def _ask(self, type: str, fields: Mapping[str, object]) -> Message:
        """Sends a message with a `ref` of its own and returns the answer to it. It works while the session is being joined, too."""
        self._refs += 1
        ref = f"r{self._refs}"
        self._asked[ref] = asyncio.get_running_loop().create_future()
        try:
            await self._say({"type": type, "ref": ref, **fields})
            return await self._asked[ref]
        finally:
            self._asked.pop(ref, None)

    async def _say(self, message: Mapping[str, object]) -> None:
        """Sends a text message without waiting for an answer."""
        await self._send(json.dumps(plain(message)))

    async def _send(self, data: Union[str, bytes]) -> None:
        """Sends a text or binary message. Raises StreamError("disconnected") if there is no connection or sending fails."""
        if self._socket is None:
            raise StreamError("disconnected", "there is no connection now")
        try:
            await self._socket.send(data)
        except Exception as error:
            raise StreamError("disconnected", str(error)) from None

    async def _send_held(self, character: Character) -> None:
        """Sends the held input of a character again, if it has one and the stream is open."""
        if self.state == "open" and character.held is not None:
            await self._send(character._again())

    async def _place(self, character: Character, fields: Mapping[str, object]) -> None:
        """Creates a character on the server and stores the answer, such as its id, in `character`."""
        spawned = await self._ask("spawn", fields) if self.state != "closed" else await self.ask("spawn", **fields)
        character.id, character.model = spawned["id"], spawned["model"]
        character.joints, character.root, character.scale = spawned.get("joints", []), spawned.get("root", ""), spawned.get("scale", 1.0)
        character.size = spawned.get("size", 1.0)
        character.translated = spawned.get("translated", [])

    def _take(self, data: Union[str, bytes]) -> None:
        """Handles a received message: resolves the request that it answers, and passes it to the queues and listeners."""
        self._quiet = 0.0
        if isinstance(data, bytes):
            self._take_frame(data)
            return
        message = cast(Message, json.loads(data))
        type, asked = message["type"], self._asked.get(message.get("ref", ""))
        if type == "spawned":
            self._models[message["id"]] = message["model"]
        if type == "warned" or (type == "spawned" and asked):
            for remark in message.get("warnings", []):
                self._warn(type, message.get("of", "spawn"), remark["pointer"], remark["detail"])
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
        if type in ("event", "entered", "left", "taken", "message", "observed", "speech", "clip", "warned", "lowered", "stats", "error", "bye"):
            self._emit(type, message)

    def _take_frame(self, data: bytes) -> None:
        """Decodes a received frame, and passes it to the queue and the listeners. Frames before the first `welcome` are ignored."""
        if not self.welcome:
            return
        frame = self._wire.decode(data) if WireReader.is_compact(data) else decode_frame(data, self.counts)
        if frame is None:
            return  # a delta frame whose predecessor is missing
        self.newest = frame
        _keep(self._frames, self.newest)
        self._emit("frame", self.newest)

    # -- connection ----------------------------------------------------------------

    def _enter(self, state: str) -> None:
        """Sets the state and tells the listeners of `state`."""
        self.state = state
        self._emit("state", state)

    async def _run(self) -> None:
        """Connects again and again, until the session ends, the server refuses it or the attempts are used up."""
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
        except Exception as error:  # websockets is missing, or a listener failed: open() raises the error if it still waits, otherwise the task fails with it
            if not self._opened or self._opened.done():
                raise
            end = error
        finally:
            self._finish(end)

    def _finish(self, end: Exception) -> None:
        """Ends open() with the error `end` if it still waits, ends the iterators of frames and events, and sets the state to closed."""
        if self._opened and not self._opened.done():
            self._opened.set_exception(end)
        self._frames.put_nowait(None)
        self._events.put_nowait(None)
        self._enter("closed")

    async def _once(self) -> Exception:
        """Makes one connection and handles its messages until it ends. Returns the reason for its end as an exception."""
        self._enter("connecting")
        self.bye = self._refusal = None
        beginning: Optional["asyncio.Task[None]"] = None
        try:
            socket = self._socket = await _connect(self.url, self.key, self._silence or SILENCE)
            reading: Optional["asyncio.Task[None]"] = None
            is_silent = False
            try:
                self._quiet = 0.0
                reading = asyncio.create_task(self._read(socket))
                beginning = asyncio.create_task(self._begin(socket))
                watching = asyncio.create_task(self._watch())
                try:
                    await asyncio.wait((reading, watching), return_when=asyncio.FIRST_COMPLETED)
                finally:
                    watching.cancel()
                is_silent = not reading.done()
                if is_silent:
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
                if not is_silent:
                    await _close(socket)
        except (OSError, asyncio.TimeoutError) as error:
            return error
        except Exception as error:
            if type(error).__module__.startswith("websockets"):
                return error
            raise

    async def _read(self, socket: Socket) -> None:
        """Handles received messages until the connection is closed."""
        async for data in socket:
            self._take(data)

    async def _watch(self) -> None:
        """Returns when nothing was received for the time `silence`.

        When a computer sleeps, a Wi-Fi network is left or a NAT drops the connection, neither side is notified. The time is summed once a beat. Each
        beat adds at most two beats, so that the time in which the computer slept does not count as silence.
        """
        before = monotonic()
        while not self._silence or self._quiet + self._beat <= self._silence:
            await asyncio.sleep(self._beat)
            now = monotonic()
            self._quiet += min(now - before, 2 * self._beat)
            before = now

    def _lose_silent(self, socket: Socket) -> None:
        """Closes a silent connection in the background, because its closing handshake may take two seconds."""
        closing = asyncio.create_task(_close(socket))
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)

    def _drop(self) -> None:
        """Fails all requests that wait for an answer with StreamError("disconnected")."""
        for asked in self._asked.values():
            if not asked.done():
                asked.set_exception(StreamError("disconnected", "the connection was lost"))

    async def _begin(self, socket: Socket) -> None:
        """Joins the session, then repeats the held inputs and sends a ping once a beat, until it is cancelled.

        If the join fails, it closes the connection. The stream retries after the codes disconnected, busy and limit, and gives up after other codes.
        """
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
        """Resumes the session by its token, or joins a new one if there is no token or the server no longer has the session. Then restores the characters."""
        before = self.session
        welcome: Optional[Message] = None
        if self.token:
            try:
                welcome = await self._ask("join", {"resume": self.token})
            except StreamError as error:
                if error.code != "not_found":
                    raise
                self.token = None  # the server no longer has the session: join a new one
        welcome = welcome or await self._ask("join", self._join_fields)
        last = {c.id: c for c in self.newest.characters} if self.newest else {}
        self.welcome, self.session, self.token = welcome, welcome["session"], welcome.get("resume_token")
        is_new = before is not None and (before != self.session or ("room" in self._join_fields and not welcome["resumed"]))  # a new place in the same room
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
        """Sends the profile again. In a new session, also creates the characters again, at their last positions and with their paths.

        is_new (bool): True if a lost session was replaced by a new one.
        last (dict): last state of each character in the lost session, by its id.
        """
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
LOST = ("disconnected", "silent")  # codes after which the stream reconnects


def _given(**values: object) -> Dict[str, object]:
    """Returns the fields that are not None, with arrays as lists."""
    return {name: plain(value) for name, value in values.items() if value is not None}


def _keep(queue: "asyncio.Queue[Optional[T]]", item: T) -> None:
    """Appends an item to a queue. If the queue has KEEP items, the oldest one is dropped."""
    if queue.qsize() >= KEEP:
        queue.get_nowait()
    queue.put_nowait(item)


async def _taken(queue: "asyncio.Queue[Optional[T]]") -> AsyncIterator[T]:
    """Yields the items of a queue until the end mark None, which is put back for other readers."""
    while True:
        item = await queue.get()
        if item is None:
            queue.put_nowait(None)
            return
        yield item


async def _close(socket: Socket) -> None:
    """Closes a connection within two seconds. Errors are ignored, because the connection may already be lost."""
    try:
        await asyncio.wait_for(socket.close(), 2)
    except Exception:  # the connection was already lost
        pass


async def _connect(url: str, key: Optional[str], seconds: float) -> Socket:
    """Opens a WebSocket and returns the connection. Raises ImportError if websockets is not installed.

    websockets 14 renamed the argument for header fields from extra_headers to additional_headers.

    url (str): URL of the stream.
    key (str or None): API key, sent as a bearer token.
    seconds (float): time limit for opening the connection.
    """
    try:
        websockets = importlib.import_module("websockets")
    except ImportError:
        raise ImportError("streams want the websockets package (pip install websockets; Debian: python3-websockets)") from None
    options: Dict[str, object] = {"subprotocols": ["posed.v1"], "max_size": None, "compression": None, "open_timeout": seconds, "ping_interval": None}
    headers = key_header(key)
    name = "additional_headers" if int(websockets.__version__.split(".")[0]) >= 14 else "extra_headers"
    return cast(Socket, await websockets.connect(url, **options, **({name: headers} if headers else {})))
