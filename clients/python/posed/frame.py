"""Binary messages of the stream: decodes frames and encodes inputs. docs/reference/stream.md of posed describes every byte.

Positions of a character are in its root frame: metres, relative to the point on the ground under its hips, +Z along its facing, +Y up.
to_world transforms them to world space.
"""
from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable, List, Optional, Sequence, Tuple, Union, cast

from ._arrays import numpy, rows

if TYPE_CHECKING:
    from ._arrays import AnyArray, Floats
    from .stream import Message

CHANNELS = {"root": 1, "joints": 2, "rotations": 4, "contacts": 8, "trajectory": 16, "smpl": 32, "vertices": 64, "character": 128, "face": 512, "soft": 1024}
SEQ_HIGH = 256  # bit of `channels`: the upper 32 bits of seq follow
GAITS = ("auto", "walk", "jog", "run", "crouch")
AXES = ("world", "character", "camera")
# Names of the weights of the channel `face`: ARKit's 52 blend shapes, eyes first, then 14 visemes.
FACE_NAMES = (
    "eyeBlinkLeft", "eyeBlinkRight", "eyeLookDownLeft", "eyeLookDownRight", "eyeLookInLeft", "eyeLookInRight", "eyeLookOutLeft", "eyeLookOutRight",
    "eyeLookUpLeft", "eyeLookUpRight", "eyeSquintLeft", "eyeSquintRight", "eyeWideLeft", "eyeWideRight", "jawForward", "jawLeft", "jawRight",
    "jawOpen", "mouthClose", "mouthFunnel", "mouthPucker", "mouthLeft", "mouthRight", "mouthSmileLeft", "mouthSmileRight", "mouthFrownLeft",
    "mouthFrownRight", "mouthDimpleLeft", "mouthDimpleRight", "mouthStretchLeft", "mouthStretchRight", "mouthRollLower", "mouthRollUpper",
    "mouthShrugLower", "mouthShrugUpper", "mouthPressLeft", "mouthPressRight", "mouthLowerDownLeft", "mouthLowerDownRight", "mouthUpperUpLeft",
    "mouthUpperUpRight", "browDownLeft", "browDownRight", "browInnerUp", "browOuterUpLeft", "browOuterUpRight", "cheekPuff", "cheekSquintLeft",
    "cheekSquintRight", "noseSneerLeft", "noseSneerRight", "tongueOut", "viseme_PP", "viseme_FF", "viseme_TH", "viseme_DD", "viseme_kk", "viseme_CH",
    "viseme_SS", "viseme_nn", "viseme_RR", "viseme_aa", "viseme_E", "viseme_I", "viseme_O", "viseme_U",
)

# Layouts of the head of a frame, the head of a character, the heads of the channels face and character (NODES), and an input.
HEADER = struct.Struct("<4sBBHIdHH")
CHARACTER = struct.Struct("<IIHBBf4f")
FACE = struct.Struct("<BB")
WEIGHT = 1 / 8192  # unit of an encoded face weight
NODES = struct.Struct("<HH3f")
INPUT = struct.Struct("<BBBBIIffhhhHf")
SCALE = 1 / 4096  # unit of an encoded coordinate, metres
FEW = 64  # in a frame of one or two characters, up to this many points or rotations of a channel are decoded without numpy
TURN = math.pi / 32768  # unit of an encoded facing, radians
SMPL_JOINTS = 24
_OTHERS = None if numpy is None else numpy.array([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]])  # row i: components that are encoded if component i is omitted


class FrameError(ValueError):
    """Raised for bytes that are not a valid frame of version 1: another format, or cut short. The message names the byte if it is known."""


@dataclass
class Trajectory:
    """Past path and predicted future path of a character: w samples; sample w // 2 is the present."""
    points: Floats  # (w, 3) metres, in the character's root frame
    facings: List[float]  # w directions of facing, radians about +Y, relative to the character's yaw


@dataclass
class FrameCharacter:
    """State of one character in a frame. A channel that the frame does not hold is None.

    Positions and lengths are in metres, angles in radians. Quaternions are x, y, z, w.
    """
    id: int
    seq: int  # number of the last input or observation that this frame includes
    channels: int  # bits of CHANNELS: the channels that the frame holds for this character
    contacts: int  # ground contacts: bit 0 left heel, 1 left toe, 2 right heel, 3 right toe
    gait: int  # strongest gait: 0 stand, 1 walk, 2 jog and run, 3 crouch, 4 jump, 5 bump
    phase: float  # phase of the gait, 0 to 2 pi: 0 at the right contact, pi at the left contact
    root: Tuple[float, float, float]  # point on the ground under the hips, metres, world
    yaw: float  # direction of the facing, radians about +Y; 0 is +Z
    joints: Optional[Floats] = None  # (J, 3) positions of the joints, root frame
    rotations: Optional[Floats] = None  # (J, 4) rotations of the joints, local to the parent joint; of joint 0 in the root frame
    trajectory: Optional[Trajectory] = None
    smpl_pelvis: Optional[Floats] = None  # (1, 3) position of the body's pelvis, root frame
    smpl_rotations: Optional[Floats] = None  # (24, 4) rotations of the body's joints, local to the parent; of the pelvis in the root frame
    vertices: Optional[Floats] = None  # (V, 3) vertices of the body, root frame
    # Uploaded character: translation of its root node, local to the node's parent, in the units of its file.
    node_root: Optional[Tuple[float, float, float]] = None
    # Uploaded character: (N, 4) rotations of the nodes in Character.joints, local to each node's parent; they can be assigned to the nodes directly.
    node_rotations: Optional[Floats] = None
    # Uploaded character: (M, 3) translations of the nodes in Character.translated, local to each node's parent, in the units of its file.
    node_translations: Optional[Floats] = None

    hips: Optional[Tuple[float, float, float]] = None  # compact frames only: position of the first joint, root frame
    soft: Optional[List[float]] = None  # soft-tissue coefficients of the body: weights of the morph targets dmpl_0, dmpl_1, ..., breathing (`soft` of `spawned`)
    face_weights: Optional[List[float]] = None  # weights of the blend shapes in FACE_NAMES, in that order; 0 is the face at rest, 1 the whole shape
    # (F, 4) rotations of the finger joints, local to the parent joint: left hand, then right hand. In a hand: index, middle, pinky, ring and thumb,
    # three joints each from the palm outwards.
    finger_rotations: Optional[Floats] = None


@dataclass
class Frame:
    """State of all characters of a session at one tick of the server."""
    tick: int  # number of the server's tick
    time: float  # time at which the tick was due, seconds of the server's monotonic clock
    rotation_bits: int  # size of an encoded rotation: 48 or 32
    characters: List[FrameCharacter]
    is_partial: bool = False  # characters that it lacks are there, too: the profile has a budget


Counts = Tuple[int, int]  # number of joints, number of trajectory samples


class _Reader:
    """Reads values of a frame in order, from the offset `at`.

    With numpy, points and rotations are decoded together for all characters, in finish(), which is faster for many values. Few values are decoded at once
    without numpy, which is faster for them.
    """

    def __init__(self, data: bytes) -> None:
        self.data, self.at, self.end = data, 0, len(data)
        self.translations_at = self.translations_end = len(data)
        self.is_many = False  # True if the frame has more than two characters
        self.points_due: List[Tuple[bytes, object, str]] = []  # encoded bytes, object, name of its attribute
        self.rotations_due: List[Tuple[bytes, object, str]] = []

    def take(self, count: int) -> bytes:
        """Returns the next `count` bytes and moves on. Raises FrameError if fewer are left."""
        if count > self.end - self.at:
            raise FrameError(f"byte {self.at}: {count} bytes expected, {self.end - self.at} are there")
        self.at += count
        return self.data[self.at - count:self.at]

    def set_translations_aside(self, count: int) -> None:
        """Reserves the `count` translations at the end of the message, 12 bytes each. Raises FrameError if there are fewer bytes."""
        if 12 * count > self.end - self.at:
            raise FrameError(f"byte {self.at}: {12 * count} bytes of translations expected at the end, {self.end - self.at} are there")
        self.end -= 12 * count
        self.translations_at = self.end

    def translations(self, count: int) -> Floats:
        """Returns the next `count` of the reserved translations, (count, 3) float32. Raises FrameError if fewer are left."""
        at, left = self.translations_at, self.translations_end - self.translations_at
        if 12 * count > left:
            raise FrameError(f"byte {at}: {12 * count} bytes of translations expected, {left} are there")
        self.translations_at += 12 * count
        return rows(struct.unpack_from(f"<{3 * count}f", self.data, at), 3)

    def points(self, count: int, whose: object, name: str) -> None:
        """Reads `count` points and sets the attribute `name` of the object `whose` to them, (count, 3) in metres: now, or in finish()."""
        data = self.take(6 * count)
        if numpy is not None and (self.is_many or count > FEW):
            self.points_due.append((data, whose, name))
        else:
            setattr(whose, name, rows([v * SCALE for v in struct.unpack(f"<{3 * count}h", data)], 3))

    def rotations(self, count: int, bits: int, whose: object, name: str) -> None:
        """Reads `count` rotations of `bits` bits and sets the attribute `name` of the object `whose` to them, (count, 4): now, or in finish()."""
        data = self.take(bits // 8 * count)
        if numpy is not None and (self.is_many or count > FEW):
            self.rotations_due.append((data, whose, name))
        else:
            values = _rotations(data, bits)
            setattr(whose, name, values if numpy is None else numpy.array(values, "<f4").reshape(-1, 4))

    def trajectory(self, count: int) -> Trajectory:
        """Reads a trajectory of `count` samples. With numpy and many characters, its points are set in finish()."""
        values = struct.unpack(f"<{4 * count}h", self.take(8 * count))
        out = Trajectory(cast("Floats", None), [v * TURN for v in values[3::4]])
        if numpy is not None and self.is_many:
            self.points_due.append((numpy.array(values, "<i2").reshape(-1, 4)[:, :3].tobytes(), out, "points"))
        else:
            points = [[x * SCALE, y * SCALE, z * SCALE] for x, y, z in zip(values[0::4], values[1::4], values[2::4])]
            out.points = cast("Floats", points) if numpy is None else numpy.array(points, "<f4").reshape(-1, 3)
        return out

    def finish(self, bits: int) -> None:
        """Decodes the points, and the rotations of `bits` bits, that were put off, and sets the attributes to them."""
        if self.points_due:
            values = numpy.frombuffer(b"".join(d for d, _, _ in self.points_due), "<i2").reshape(-1, 3) * numpy.float32(SCALE)
            _share(self.points_due, values, 6)
        if self.rotations_due:
            _share(self.rotations_due, _all_rotations(b"".join(d for d, _, _ in self.rotations_due), bits), bits // 8)


def _share(due: Sequence[Tuple[bytes, object, str]], values: AnyArray, size: int) -> None:
    """Distributes an array of decoded rows to the objects that wait for them, in order.

    due (sequence): tuples of the encoded bytes, the object, and the name of its attribute.
    values (array): decoded rows of all of them.
    size (int): bytes of one encoded row.
    """
    at = 0
    for data, whose, name in due:
        count = len(data) // size
        setattr(whose, name, values[at:at + count])
        at += count


def _rotations(data: bytes, bits: int) -> List[List[float]]:
    """Decodes rotations in the smallest-three encoding. Returns a list of quaternions x, y, z, w.

    The two highest bits name the omitted component, which is the largest in magnitude and positive. The other three follow in their order.

    data (bytes): encoded rotations, `bits` bits each.
    bits (int): 48 or 32.
    """
    n, size, out = (15 if bits == 48 else 10), bits // 8, []
    most, last, root = (1 << n) - 1, bits - 2, math.sqrt(0.5)
    step, from_bytes = 2 * root / most, int.from_bytes
    for at in range(0, len(data), size):
        word = from_bytes(data[at:at + size], "little")
        a, b, c = (word >> 2 * n & most) * step - root, (word >> n & most) * step - root, (word & most) * step - root
        d, left_out = math.sqrt(max(0.0, 1 - a * a - b * b - c * c)), word >> last
        out.append([a, b, c, d] if left_out == 3 else [d, a, b, c] if left_out == 0 else [a, d, b, c] if left_out == 1 else [a, b, d, c])
    return out


def _all_rotations(data: bytes, bits: int) -> Floats:
    """Decodes rotations as _rotations does, with numpy. Returns (n, 4) float32."""
    n, root = (15 if bits == 48 else 10), math.sqrt(0.5)
    if bits == 48:
        parts = numpy.frombuffer(data, "<u2").reshape(-1, 3).astype(numpy.int64)
        words = parts[:, 0] | parts[:, 1] << 16 | parts[:, 2] << 32
    else:
        words = numpy.frombuffer(data, "<u4").astype(numpy.int64)
    most = (1 << n) - 1
    three = numpy.stack((words >> 2 * n & most, words >> n & most, words & most), 1) * (2 * root / most) - root
    four = numpy.empty((len(words), 4), "<f4")
    left_out, each = words >> (bits - 2), numpy.arange(len(words))
    four[each[:, None], _OTHERS[left_out]] = three
    four[each, left_out] = numpy.sqrt(numpy.maximum(0.0, 1 - (three * three).sum(1)))
    return four


def _character(reader: _Reader, bits: int, counts: Callable[[int], Counts]) -> FrameCharacter:
    """Reads one character. `bits` is the size of a rotation in bits; `counts` returns the numbers of joints and trajectory samples for an id."""
    id, seq, mask, contacts, gait, phase, x, y, z, yaw = CHARACTER.unpack(reader.take(CHARACTER.size))
    who = FrameCharacter(id, seq, mask, contacts, gait, phase, (x, y, z), yaw)
    joints, samples = counts(id)
    if mask & CHANNELS["joints"]:
        reader.points(joints, who, "joints")
    if mask & CHANNELS["rotations"]:
        reader.rotations(joints, bits, who, "rotations")
    if mask & CHANNELS["trajectory"]:
        who.trajectory = reader.trajectory(samples)
    if mask & CHANNELS["smpl"]:
        reader.points(1, who, "smpl_pelvis")
        reader.rotations(SMPL_JOINTS, bits, who, "smpl_rotations")
    if mask & CHANNELS["vertices"]:
        reader.points(int.from_bytes(reader.take(4), "little"), who, "vertices")
    if mask & CHANNELS["character"]:
        count, moved, *root = NODES.unpack(reader.take(NODES.size))
        who.node_root = (root[0], root[1], root[2])
        reader.rotations(count, bits, who, "node_rotations")
        who.node_translations = reader.translations(moved)
    if mask & SEQ_HIGH:
        who.seq |= int.from_bytes(reader.take(4), "little") << 32
    if mask & CHANNELS["face"]:
        weights, fingers = FACE.unpack(reader.take(FACE.size))
        who.face_weights = [v * WEIGHT for v in struct.unpack(f"<{weights}h", reader.take(2 * weights))]
        reader.rotations(fingers, bits, who, "finger_rotations")
    if mask & CHANNELS["soft"]:
        (count,) = reader.take(1)
        who.soft = [v / 1024 for v in struct.unpack(f"<{count}h", reader.take(2 * count))]
    return who


def decode_frame(data: bytes, counts: Union[Counts, Callable[[int], Counts]]) -> Frame:
    """Decodes a frame. Compact frames (WireReader.is_compact) are decoded by WireReader instead.

    Raises FrameError, which names the byte, if the message is not a valid frame of version 1.

    data (bytes): the whole message.
    counts (tuple or callable): numbers of joints and of trajectory samples of the character's model, as the message `welcome` states them; or a function
        that returns both for a character's id.
    """
    reader = _Reader(bytes(data))
    magic, version, kind, flags, tick, time, count, moved = HEADER.unpack(reader.take(HEADER.size))
    if magic != b"PSD1" or version != 1 or kind != 0:
        raise FrameError(f"byte 0: no frame of version 1 (version {version}, kind {kind})")
    bits = 32 if flags & 1 else 48
    reader.set_translations_aside(moved)

    def of(id: int) -> Counts:
        return counts(id) if callable(counts) else counts

    reader.is_many = count > 2
    characters = [_character(reader, bits, of) for _ in range(count)]
    reader.finish(bits)
    return Frame(tick, time, bits, characters, bool(flags & 2))


def to_world(character: FrameCharacter, points: Floats) -> Floats:
    """Transforms points of a character from its root frame to world space. Returns (n, 3) in metres.

    character (FrameCharacter): the character, whose root and yaw are used.
    points (n, 3): points in the character's root frame, in metres. Without numpy, a list of x, y, z.
    """
    c, s, (rx, ry, rz) = math.cos(character.yaw), math.sin(character.yaw), character.root
    if numpy is None:
        return cast("Floats", [[rx + c * x + s * z, ry + y, rz - s * x + c * z] for x, y, z in points])
    x, y, z = points[:, 0], points[:, 1], points[:, 2]
    return numpy.stack([rx + c * x + s * z, ry + y, rz - s * x + c * z], 1)


def nearer(q: Sequence[float], before: Sequence[float]) -> List[float]:
    """Returns the quaternion `q` or -q, whichever is closer to `before`. Both are the same rotation; interpolation needs the closer one.

    q (sequence of 4 floats): quaternion x, y, z, w.
    before (sequence of 4 floats): quaternion x, y, z, w from which the interpolation starts.
    """
    sign = -1 if sum(a * b for a, b in zip(q, before)) < 0 else 1
    return [sign * c for c in q]


def _choice(value: Union[int, str], names: Sequence[str], what: str) -> int:
    """Returns `value` as an index into `names`. Raises ValueError, which names the parameter `what`, if it is neither a name nor an index."""
    if isinstance(value, str) and value in names:
        return names.index(value)
    if isinstance(value, int) and 0 <= value < len(names):
        return value
    raise ValueError(f"{what}: {value!r}; one of {', '.join(names)} allowed")


def _fixed(value: float, least: float, scale: int) -> int:
    """Returns `value`, clamped from `least` to 1, as a fixed-point integer in units of 1 / scale."""
    return round(min(1.0, max(least, value)) * scale)


def encode_input(id: int, seq: int = 0, move: Sequence[float] = (0, 0), look: Optional[Sequence[float]] = None, gait: Union[int, str] = 0, axes: Union[int, str] = 0,
                 camera_yaw: float = 0, speed: float = 0, strafe: float = 0, jump: bool = False, responsive: bool = False) -> bytes:
    """Returns the bytes of a binary input: 32, or 36 if seq is 2^32 or more.

    Raises ValueError for an unknown gait or axes, and struct.error for a number that does not fit its field.

    id (int): id of the character.
    seq (int): number of this input, 0 to 2^53. Frames return the number of the last input that they include.
    move (x, z): stick of the controller, in `axes`. x points to the left of forward z. A length above 1 counts as 1.
    look (x, z or None): direction that a strafing character faces, in `axes`; each component is clamped to -1 to 1. None: no direction.
    gait (str or int): "auto", "walk", "jog", "run" or "crouch", or its index.
    axes (str or int): axes of move and look: "world", "character" or "camera", or its index.
    camera_yaw (float): direction in which the camera looks, radians about +Y; 0 is +Z.
    speed (float): speed at full stick in m/s; 0 is the gait's own speed.
    strafe (float): 0 faces the direction of motion, 1 faces the direction `look`; clamped to 0 to 1.
    jump (bool): each change from False to True is one jump.
    responsive (bool): True makes the character follow the stick sooner, with more foot sliding.
    """
    flags = (1 if jump else 0) | (2 if responsive else 0) | (4 if look is not None else 0)
    x, z = look if look is not None else (0, 0)
    yaw = round(math.remainder(camera_yaw, 2 * math.pi) / math.pi * 32767)
    return INPUT.pack(1, flags, _choice(gait, GAITS, "gait"), _choice(axes, AXES, "axes"), id, seq & 0xffffffff, move[0], move[1], _fixed(x, -1, 32767),
                      _fixed(z, -1, 32767), yaw, _fixed(strafe, 0, 65535), speed) + ((seq >> 32).to_bytes(4, "little") if seq >> 32 else b"")


def encode_sound(id: int, at: int, samples: bytes) -> bytes:
    """Returns the bytes of a binary sound.

    id (int): id of the character.
    at (int): number of the first sample, counted from the beginning of the sound.
    samples (bytes): samples in the form that `hear` named.
    """
    return struct.pack("<B3xIQ", 2, id, at) + samples


def counts_of(welcome: Message, model: Optional[str]) -> Counts:
    """Returns the numbers of joints and of trajectory samples of a model.

    welcome (dict): message `welcome`, which lists the skeletons.
    model (str or None): id of the model. For None or an unknown id, the default model is used, or the first one if none is the default.
    """
    skeletons = welcome["skeletons"]
    found = [s for s in skeletons if s["model"] == model] or [s for s in skeletons if s["default"]] or skeletons
    return len(found[0]["joints"]), found[0]["samples"]
