"""The stream's binary messages: frames in, inputs out. docs/stream.md of posed gives every byte.

What a character holds is in its root's frame: turned by yaw about +Y, root added, it is the world's (to_world).
"""
from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

from ._arrays import numpy, rows

CHANNELS = {"root": 1, "joints": 2, "rotations": 4, "contacts": 8, "trajectory": 16, "smpl": 32, "vertices": 64}
GAITS = ("auto", "walk", "jog", "run", "crouch")
AXES = ("world", "character", "camera")

HEADER = struct.Struct("<4sBBHIdHH")
CHARACTER = struct.Struct("<IIHBBf4f")
INPUT = struct.Struct("<BBBBIIffhhhHf")
SCALE = 1 / 4096
SMPL_JOINTS = 24


class FrameError(ValueError):
    """The bytes are no frame of version 1, or are cut short."""


@dataclass
class Trajectory:
    points: Any  # (w, 3) in the root's frame
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
    joints: Any = None  # (J, 3)
    rotations: Any = None  # (J, 4), local to the parent; joint 0's in the root's frame
    trajectory: Optional[Trajectory] = None
    smpl_pelvis: Any = None  # (1, 3)
    smpl_rotations: Any = None  # (24, 4)
    vertices: Any = None  # (V, 3)


@dataclass
class Frame:
    tick: int
    time: float  # seconds of the server's clock
    rotation_bits: int
    characters: List[FrameCharacter]


Counts = Tuple[int, int]  # joints, samples


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, count: int) -> bytes:
        if count > len(self.data) - self.at:
            raise FrameError(f"byte {self.at}: {count} bytes wanted, {len(self.data) - self.at} are there")
        self.at += count
        return self.data[self.at - count:self.at]

    def integers(self, count: int) -> Any:
        data = self.take(2 * count)
        return numpy.frombuffer(data, "<i2") if numpy is not None else struct.unpack(f"<{count}h", data)

    def points(self, count: int) -> Any:
        values = self.integers(3 * count)
        return rows(values * numpy.float32(SCALE) if numpy is not None else [v * SCALE for v in values], 3)

    def rotations(self, count: int, bits: int) -> Any:
        size, out = bits // 8, []  # type: Tuple[int, List[float]]
        data = self.take(size * count)
        for i in range(0, size * count, size):
            out += _unpack(int.from_bytes(data[i:i + size], "little"), bits)
        return rows(out, 4)

    def trajectory(self, count: int) -> Trajectory:
        values = [int(v) for v in self.integers(4 * count)]
        return Trajectory(rows([v * SCALE for i, v in enumerate(values) if i % 4 < 3], 3), [v * math.pi / 32768 for v in values[3::4]])


def _unpack(word: int, bits: int) -> List[float]:
    n = 15 if bits == 48 else 10
    left_out, most = word >> (bits - 2), (1 << n) - 1
    parts = [(2 * (word >> at & most) / most - 1) * math.sqrt(0.5) for at in (2 * n, n, 0)]
    parts.insert(left_out, math.sqrt(max(0.0, 1 - sum(c * c for c in parts))))
    return parts


def _character(reader: _Reader, bits: int, counts: Callable[[int], Counts]) -> FrameCharacter:
    id, seq, mask, contacts, gait, phase, x, y, z, yaw = CHARACTER.unpack(reader.take(CHARACTER.size))
    who = FrameCharacter(id, seq, mask, contacts, gait, phase, (x, y, z), yaw)
    joints, samples = counts(id)
    if mask & CHANNELS["joints"]:
        who.joints = reader.points(joints)
    if mask & CHANNELS["rotations"]:
        who.rotations = reader.rotations(joints, bits)
    if mask & CHANNELS["trajectory"]:
        who.trajectory = reader.trajectory(samples)
    if mask & CHANNELS["smpl"]:
        who.smpl_pelvis, who.smpl_rotations = reader.points(1), reader.rotations(SMPL_JOINTS, bits)
    if mask & CHANNELS["vertices"]:
        who.vertices = reader.points(int.from_bytes(reader.take(4), "little"))
    return who


def decode_frame(data: bytes, counts: Union[Counts, Callable[[int], Counts]]) -> Frame:
    """counts: (joints, samples) as `welcome` told of the model, or a function of the character's id. FrameError names the byte."""
    reader = _Reader(bytes(data))
    magic, version, kind, flags, tick, time, count, _ = HEADER.unpack(reader.take(HEADER.size))
    if magic != b"PSD1" or version != 1 or kind != 0:
        raise FrameError(f"byte 0: no frame of version 1 (version {version}, kind {kind})")
    bits = 32 if flags & 1 else 48

    def of(id: int) -> Counts:
        return counts(id) if callable(counts) else counts

    return Frame(tick, time, bits, [_character(reader, bits, of) for _ in range(count)])


def to_world(character: FrameCharacter, points: Any) -> Any:
    """(n, 3) of the character's frame in the world."""
    c, s, (rx, ry, rz) = math.cos(character.yaw), math.sin(character.yaw), character.root
    out = [[rx + c * x + s * z, ry + y, rz - s * x + c * z] for x, y, z in points] if numpy is None else None
    if out is not None:
        return out
    x, y, z = points[:, 0], points[:, 1], points[:, 2]
    return numpy.stack([rx + c * x + s * z, ry + y, rz - s * x + c * z], 1)


def nearer(q: Sequence[float], before: Sequence[float]) -> List[float]:
    """q with the sign that is nearer to before."""
    sign = -1 if sum(a * b for a, b in zip(q, before)) < 0 else 1
    return [sign * c for c in q]


def _choice(value: Any, names: Sequence[str], what: str) -> int:
    if isinstance(value, str) and value in names:
        return names.index(value)
    if isinstance(value, int) and 0 <= value < len(names):
        return value
    raise ValueError(f"{what}: {value!r}; one of {', '.join(names)} allowed")


def _fixed(value: float, least: float, scale: int) -> int:
    return round(min(1.0, max(least, value)) * scale)


def encode_input(id: int, seq: int = 0, move: Sequence[float] = (0, 0), look: Optional[Sequence[float]] = None, gait: Any = 0, axes: Any = 0,
                 camera_yaw: float = 0, speed: float = 0, strafe: float = 0, jump: bool = False, responsive: bool = False) -> bytes:
    """The 32 bytes of an input."""
    flags = (1 if jump else 0) | (2 if responsive else 0) | (4 if look is not None else 0)
    x, z = look if look is not None else (0, 0)
    yaw = round(math.remainder(camera_yaw, 2 * math.pi) / math.pi * 32767)
    return INPUT.pack(1, flags, _choice(gait, GAITS, "gait"), _choice(axes, AXES, "axes"), id, seq, move[0], move[1], _fixed(x, -1, 32767),
                      _fixed(z, -1, 32767), yaw, _fixed(strafe, 0, 65535), speed)


def counts_of(welcome: Dict[str, Any], model: Optional[str]) -> Counts:
    """Of a model in a `welcome`; of the default one when it is not known whose a character is."""
    skeletons = welcome["skeletons"]
    found = [s for s in skeletons if s["model"] == model] or [s for s in skeletons if s["default"]] or skeletons
    return len(found[0]["joints"]), found[0]["samples"]
