"""The stream's binary messages: frames in, inputs out. docs/reference/stream.md of posed gives every byte.

What a character holds is in its root's frame: turned by yaw about +Y, root added, it is the world's (to_world).
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

CHANNELS = {"root": 1, "joints": 2, "rotations": 4, "contacts": 8, "trajectory": 16, "smpl": 32, "vertices": 64, "character": 128, "face": 512}
SEQ_HIGH = 256  # of the channels: the upper half of seq comes last
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

HEADER = struct.Struct("<4sBBHIdHH")
CHARACTER = struct.Struct("<IIHBBf4f")
FACE = struct.Struct("<BB")
WEIGHT = 1 / 8192
NODES = struct.Struct("<HH3f")
INPUT = struct.Struct("<BBBBIIffhhhHf")
SCALE = 1 / 4096
FEW = 64  # points or rotations of one character
TURN = math.pi / 32768
SMPL_JOINTS = 24
_OTHERS = None if numpy is None else numpy.array([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]])  # of the component that is left out


class FrameError(ValueError):
    """The bytes are no frame of version 1, or are cut short."""


@dataclass
class Trajectory:
    points: Floats  # (w, 3) in the root's frame
    facings: List[float]  # from the root's yaw


@dataclass
class FrameCharacter:
    id: int
    seq: int  # of the last input that this frame has taken in
    channels: int
    contacts: int  # bit 0 left heel, 1 left toe, 2 right heel, 3 right toe
    gait: int  # 0 stand, 1 walk, 2 jog and run, 3 crouch, 4 jump, 5 bump
    phase: float
    root: Tuple[float, float, float]  # on the ground, world
    yaw: float
    joints: Optional[Floats] = None  # (J, 3)
    rotations: Optional[Floats] = None  # (J, 4), local to the parent; joint 0's in the root's frame
    trajectory: Optional[Trajectory] = None
    smpl_pelvis: Optional[Floats] = None  # (1, 3)
    smpl_rotations: Optional[Floats] = None  # (24, 4)
    vertices: Optional[Floats] = None  # (V, 3)
    node_root: Optional[Tuple[float, float, float]] = None  # of a user's own character: translation of its root's node, in its file's frames and units
    node_rotations: Optional[Floats] = None  # (N, 4) of its nodes, to be set as they are
    node_translations: Optional[Floats] = None  # (M, 3) of the nodes that Character.translated names, to be set as they are

    hips: Optional[Tuple[float, float, float]] = None  # of a compact frame: place of the first joint, in the root's frame
    face_weights: Optional[List[float]] = None  # in the order of FACE_NAMES
    finger_rotations: Optional[Floats] = None  # (F, 4), local to the parent: left hand, then right; index, middle, pinky, ring, thumb, three joints each


@dataclass
class Frame:
    tick: int
    time: float  # seconds of the server's clock
    rotation_bits: int
    characters: List[FrameCharacter]


Counts = Tuple[int, int]  # joints, samples


class _Reader:
    """Where in the message we are. With numpy, numbers are only cut out here and made for all characters at once, in finish(); few are quicker made one by one."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at, self.end = data, 0, len(data)
        self.translations_at = self.translations_end = len(data)
        self.is_many = False
        self.points_due: List[Tuple[bytes, object, str]] = []  # bytes, whose, name
        self.rotations_due: List[Tuple[bytes, object, str]] = []

    def take(self, count: int) -> bytes:
        if count > self.end - self.at:
            raise FrameError(f"byte {self.at}: {count} bytes expected, {self.end - self.at} are there")
        self.at += count
        return self.data[self.at - count:self.at]

    def set_translations_aside(self, count: int) -> None:
        """They stand at the end of the message, behind all characters."""
        if 12 * count > self.end - self.at:
            raise FrameError(f"byte {self.at}: {12 * count} bytes of translations expected at the end, {self.end - self.at} are there")
        self.end -= 12 * count
        self.translations_at = self.end

    def translations(self, count: int) -> Floats:
        at, left = self.translations_at, self.translations_end - self.translations_at
        if 12 * count > left:
            raise FrameError(f"byte {at}: {12 * count} bytes of translations expected, {left} are there")
        self.translations_at += 12 * count
        return rows(struct.unpack_from(f"<{3 * count}f", self.data, at), 3)

    def points(self, count: int, whose: object, name: str) -> None:
        data = self.take(6 * count)
        if numpy is not None and (self.is_many or count > FEW):
            self.points_due.append((data, whose, name))
        else:
            setattr(whose, name, rows([v * SCALE for v in struct.unpack(f"<{3 * count}h", data)], 3))

    def rotations(self, count: int, bits: int, whose: object, name: str) -> None:
        data = self.take(bits // 8 * count)
        if numpy is not None and (self.is_many or count > FEW):
            self.rotations_due.append((data, whose, name))
        else:
            values = _rotations(data, bits)
            setattr(whose, name, values if numpy is None else numpy.array(values, "<f4").reshape(-1, 4))

    def trajectory(self, count: int) -> Trajectory:
        values = struct.unpack(f"<{4 * count}h", self.take(8 * count))
        out = Trajectory(cast("Floats", None), [v * TURN for v in values[3::4]])
        if numpy is not None and self.is_many:
            self.points_due.append((numpy.array(values, "<i2").reshape(-1, 4)[:, :3].tobytes(), out, "points"))
        else:
            points = [[x * SCALE, y * SCALE, z * SCALE] for x, y, z in zip(values[0::4], values[1::4], values[2::4])]
            out.points = cast("Floats", points) if numpy is None else numpy.array(points, "<f4").reshape(-1, 3)
        return out

    def finish(self, bits: int) -> None:
        if self.points_due:
            values = numpy.frombuffer(b"".join(d for d, _, _ in self.points_due), "<i2").reshape(-1, 3) * numpy.float32(SCALE)
            _share(self.points_due, values, 6)
        if self.rotations_due:
            _share(self.rotations_due, _all_rotations(b"".join(d for d, _, _ in self.rotations_due), bits), bits // 8)


def _share(due: Sequence[Tuple[bytes, object, str]], values: AnyArray, size: int) -> None:
    at = 0
    for data, whose, name in due:
        count = len(data) // size
        setattr(whose, name, values[at:at + count])
        at += count


def _rotations(data: bytes, bits: int) -> List[List[float]]:
    """Smallest three: the two highest bits name the component that is left out."""
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
    return who


def decode_frame(data: bytes, counts: Union[Counts, Callable[[int], Counts]]) -> Frame:
    """counts: (joints, samples) as `welcome` told of the model, or a function of the character's id. FrameError names the byte."""
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
    return Frame(tick, time, bits, characters)


def to_world(character: FrameCharacter, points: Floats) -> Floats:
    """(n, 3) of the character's frame in the world."""
    c, s, (rx, ry, rz) = math.cos(character.yaw), math.sin(character.yaw), character.root
    if numpy is None:
        return cast("Floats", [[rx + c * x + s * z, ry + y, rz - s * x + c * z] for x, y, z in points])
    x, y, z = points[:, 0], points[:, 1], points[:, 2]
    return numpy.stack([rx + c * x + s * z, ry + y, rz - s * x + c * z], 1)


def nearer(q: Sequence[float], before: Sequence[float]) -> List[float]:
    """q with the sign that is nearer to before."""
    sign = -1 if sum(a * b for a, b in zip(q, before)) < 0 else 1
    return [sign * c for c in q]


def _choice(value: Union[int, str], names: Sequence[str], what: str) -> int:
    if isinstance(value, str) and value in names:
        return names.index(value)
    if isinstance(value, int) and 0 <= value < len(names):
        return value
    raise ValueError(f"{what}: {value!r}; one of {', '.join(names)} allowed")


def _fixed(value: float, least: float, scale: int) -> int:
    return round(min(1.0, max(least, value)) * scale)


def encode_input(id: int, seq: int = 0, move: Sequence[float] = (0, 0), look: Optional[Sequence[float]] = None, gait: Union[int, str] = 0, axes: Union[int, str] = 0,
                 camera_yaw: float = 0, speed: float = 0, strafe: float = 0, jump: bool = False, responsive: bool = False) -> bytes:
    """The 32 bytes of an input, 36 with a seq of 2^32 or more (at most 2^53)."""
    flags = (1 if jump else 0) | (2 if responsive else 0) | (4 if look is not None else 0)
    x, z = look if look is not None else (0, 0)
    yaw = round(math.remainder(camera_yaw, 2 * math.pi) / math.pi * 32767)
    return INPUT.pack(1, flags, _choice(gait, GAITS, "gait"), _choice(axes, AXES, "axes"), id, seq & 0xffffffff, move[0], move[1], _fixed(x, -1, 32767),
                      _fixed(z, -1, 32767), yaw, _fixed(strafe, 0, 65535), speed) + ((seq >> 32).to_bytes(4, "little") if seq >> 32 else b"")


def counts_of(welcome: Message, model: Optional[str]) -> Counts:
    """Of a model in a `welcome`; of the default one when it is not known whose a character is."""
    skeletons = welcome["skeletons"]
    found = [s for s in skeletons if s["model"] == model] or [s for s in skeletons if s["default"]] or skeletons
    return len(found[0]["joints"]), found[0]["samples"]
