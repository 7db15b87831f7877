"""Decoder of compact frames, each of which continues the frame before it. docs/reference/wire.md of posed describes every byte."""
from __future__ import annotations

import math
import struct
from typing import TYPE_CHECKING, List, Optional, Tuple

from ._arrays import rows
from .frame import CHANNELS, Frame, FrameCharacter, FrameError

if TYPE_CHECKING:
    from ._arrays import Floats

# Layouts of the head of a key frame and of the head of a character in it.
HEADER = struct.Struct("<4sBBBBIdId")
MEMBER = struct.Struct("<IHBBQ5i")
# DELTA: first byte of a delta frame. FIXED: number of quantities of a character before its chains. TABLES: number of probability tables; the first
# TWO_SIDED of them are of small means. SYMBOLS: number of symbols of a table. TOTAL: sum of the sizes of its symbols. FIRST_MEAN: mean of each quantity
# after a key frame. MOST: limit of the ticks since the key frame and of the lateness; the limit of other values is half of it.
DELTA, FIXED, TABLES, TWO_SIDED, SYMBOLS, TOTAL, FIRST_MEAN, MOST = 0xd1, 8, 24, 22, 16, 32768, 4096, 1 << 27
# Units of the integers: root in metres, yaw and phase in radians, face weights.
ROOT, YAW, PHASE, WEIGHT = 1 / 1024, 2 * math.pi / 16384, 2 * math.pi / 256, 1 / 128
# Parameter of each probability table.
THETAS = (78, 111, 157, 222, 314, 443, 627, 887, 1254, 1772, 2505, 3537, 4988, 7013, 9808, 13580, 18472, 24433, 31097, 37837, 44032, 49293, 43320, 48986)
Turn = Tuple[float, float, float, float]


def _table(index: int, theta: int) -> List[int]:
    """Returns the cumulative probabilities of the 16 symbols of table `index`, in units of 2^-15. `theta` is the table's parameter."""
    zero = 2 * ((65536 - theta) * TOTAL // (65536 + theta)) if index < TWO_SIDED else (65536 - theta) * TOTAL >> 16
    sizes, part = [0], zero * theta >> 16
    for a in range(1, SYMBOLS):
        if a == SYMBOLS - 1:
            part = part * 65536 // (65536 - theta)
        sizes.append(part & ~1 if part > 2 else 2)
        part = part * theta >> 16
    sizes[0] = TOTAL - sum(sizes)
    out = [0]
    for size in sizes:
        out.append(out[-1] + size)
    return out


WIRE_TABLES = [_table(i, theta) for i, theta in enumerate(THETAS)]


class _Decoder:
    """Range decoder of 32 bits. Bytes beyond the end of the message are read as 0.

    data (bytes): the message.
    at (int): offset of the first coded byte.
    """

    def __init__(self, data: bytes, at: int) -> None:
        self.data, self.at, self.range = data + b"\0\0\0\0\0\0\0\0", at + 4, 0xffffffff
        self.code = int.from_bytes(self.data[at:at + 4], "big")
        self.end = len(data)

    def narrow(self, unit: int, start: int, size: int) -> None:
        """Removes a decoded symbol from the state. Raises FrameError if the message is too short.

        unit (int): range divided by 2^15.
        start, size (int): interval of the symbol, in units of 2^-15.
        """
        self.code -= unit * start
        self.range = unit * size
        while self.range < 0x1000000:
            if self.at >= self.end + 4:
                raise FrameError("a compact frame is too short")
            self.code = (self.code << 8 | self.data[self.at]) & 0xffffffff
            self.range <<= 8
            self.at += 1

    def bits(self, count: int) -> int:
        """Returns an unsigned integer of `count` uncoded bits, the highest bit first."""
        value = 0
        while count > 0:
            part = min(12, count)
            unit = self.range >> 15
            bits = (self.code // unit & 32767) >> 15 - part
            self.narrow(unit, bits << 15 - part, 1 << 15 - part)
            value = value << part | bits
            count -= part
        return value

    def integer(self, means: List[int], at: int) -> int:
        """Decodes a signed integer.

        means (list of int): running means of the magnitudes of all quantities.
        at (int): index of this quantity. means[at] selects the probability table and is updated.
        """
        before = means[at]
        mean = before if before > 8 else 8
        top = mean.bit_length() - 1
        scale, low_bits = 2 * top + (mean >> top - 1 & 1) - 6, 0
        if scale >= TWO_SIDED:
            low_bits = (scale - (TWO_SIDED - 2)) // 2
            scale = TWO_SIDED + (scale & 1)
        table, unit, symbol = WIRE_TABLES[scale], self.range >> 15, 0
        place = self.code // unit
        if place > 32767:
            place = 32767
        while place >= table[symbol + 1]:
            symbol += 1
        start, is_negative = table[symbol], False
        size = table[symbol + 1] - start
        if symbol:
            size >>= 1
            is_negative = place >= start + size
            if is_negative:
                start += size
        self.narrow(unit, start, size)
        value = symbol
        if symbol == SYMBOLS - 1:
            bits = 0
            while bits < 27 and self.bits(1):
                bits += 1
            value += (1 << bits | self.bits(bits)) - 1
        if low_bits:
            value = value << low_bits | self.bits(low_bits)
            if not symbol and value:
                is_negative = self.bits(1) == 1
        means[at] = before - (before >> 3) + min(value, 4095) * 512
        return -value if is_negative else value


def _from_parameters(x: float, y: float, z: float) -> Turn:
    """Returns the quaternion x, y, z, w of modified Rodrigues parameters: the rotation axis times tan(angle / 4)."""
    square = x * x + y * y + z * z
    scale = 1 / (1 + square)
    return 2 * x * scale, 2 * y * scale, 2 * z * scale, (1 - square) * scale


class _Member:
    """State of the decoder for one character, from its key frame on.

    now, before: last two values of each quantity. means: running mean of each quantity's coded magnitudes.
    turns: reference quaternion of each rotation, and a quarter of its step in radians.
    counts: numbers of joints in the chains of the channels rotations and smpl. weights, fingers: numbers of face weights and of finger joints.
    """

    def __init__(self, id: int, channels: int, seq: int) -> None:
        self.id, self.channels, self.seq = id, channels, seq
        self.counts, self.weights, self.fingers = [0, 0], 0, 0
        self.now: List[int] = []
        self.before: List[int] = []
        self.means: List[int] = []
        self.turns: List[Tuple[Turn, float]] = []


class WireReader:
    """Decodes the compact frames of one connection. The frames must be given in the order in which they were received."""

    def __init__(self) -> None:
        self.members: Optional[List[_Member]] = None  # None: the reader needs a key frame next
        self.age = self.tick = self.key_tick = 0
        self.time = self.key_time = self.period = 0.0
        self.place = 1.0
        self.ticks = [0, 0, 0]  # ticks since the key frame in this frame and in the one before; lateness of this frame in microseconds
        self.means = [FIRST_MEAN, FIRST_MEAN]

    @staticmethod
    def is_compact(data: bytes) -> bool:
        """Returns True if the bytes begin a compact frame: a delta frame or a key frame."""
        return data[:1] == b"\xd1" or (len(data) >= HEADER.size and data[:4] == b"PSD1" and data[5] == 1)

    def decode(self, data: bytes) -> Optional[Frame]:
        """Decodes the next compact frame. Returns a Frame as decode_frame does, but its characters have `hips` instead of `joints`.

        Returns None for a delta frame whose predecessor was not decoded. Decoding continues with the next key frame; the server sends one every 5 seconds.
        Raises FrameError if the message is invalid. Then too, decoding continues with the next key frame.

        data (bytes): the whole message.
        """
        members, self.members = self.members, None
        if len(data) < 2:
            raise FrameError("byte 0: no compact frame")
        if data[0] != DELTA:
            members = self._key(data)
        elif members is None or data[1] != (self.age + 1) & 255:
            return None
        else:
            self._delta(data, members)
        self.members = members
        return Frame(self.tick, self.time, 48, [self._show(m) for m in members])

    def _key(self, data: bytes) -> List[_Member]:
        """Decodes a key frame and returns the states of its characters. Raises FrameError if it is invalid."""
        at = 0

        def take(count: int) -> bytes:
            nonlocal at
            if count > len(data) - at:
                raise FrameError(f"byte {at}: {count} bytes expected, {len(data) - at} are there")
            at += count
            return data[at - count:at]

        magic, version, kind, place_bits, _, tick, time, count, period = HEADER.unpack(take(HEADER.size))
        if magic != b"PSD1" or version != 1 or kind != 1 or place_bits > 16:
            raise FrameError(f"byte 0: no compact frame of version 1 (version {version}, kind {kind})")
        members = []
        for _ in range(count):
            id, channels, contacts, gait, seq, *fixed = MEMBER.unpack(take(MEMBER.size))
            m = _Member(id, channels, seq)
            m.now = [contacts, gait, 0, *fixed]

            def values(count: int) -> None:
                m.now += struct.unpack(f"<{count}h", take(2 * count))

            def turns(count: int) -> None:
                for x, y, z, code in struct.iter_unpack("<hhhB", take(7 * count)):
                    m.turns.append((_from_parameters(x / 32767, y / 32767, z / 32767), 2.0 ** (-code / 8) / 4))
                m.now += [0] * (3 * count)

            for g, channel in enumerate(("rotations", "smpl")):
                if not channels & CHANNELS[channel]:
                    continue
                m.counts[g] = take(1)[0]
                if not m.counts[g]:
                    raise FrameError(f"byte {at - 1}: a chain without joints")
                values(3)
                turns(m.counts[g])
            if channels & CHANNELS["face"]:
                m.weights, m.fingers = take(2)
                values(m.weights)
                turns(m.fingers)
            m.before, m.means = list(m.now), [FIRST_MEAN] * len(m.now)
            members.append(m)
        if at != len(data):
            raise FrameError(f"byte {at}: {len(data) - at} bytes too many")
        self.place, self.tick, self.key_tick, self.time, self.key_time, self.period = 2.0 ** -place_bits, tick, tick, time, time, period
        self.ticks, self.means, self.age = [0, 0, 0], [FIRST_MEAN, FIRST_MEAN], 0
        return members

    def _delta(self, data: bytes, members: List[_Member]) -> None:
        """Decodes a delta frame into the states of the characters. Raises FrameError if it is invalid."""
        decoder = _Decoder(data, 2)
        now, before, late = self.ticks
        ticks = 2 * now - before + decoder.integer(self.means, 0)
        late += decoder.integer(self.means, 1)
        if not 0 <= ticks <= MOST or abs(late) > MOST:
            raise FrameError("the tick of a compact frame is out of range")
        for m in members:
            values, last, means = m.now, m.before, m.means
            for k in (0, 1):
                values[k] += decoder.integer(means, k)
                if not 0 <= values[k] <= 255:
                    raise FrameError("contacts or gait of a compact frame are out of range")
            how = decoder.integer(means, 2)
            if not 0 <= how <= 2:
                raise FrameError("seq of a compact frame is out of range")
            m.seq += how == 1
            if how == 2:
                m.seq = 0
                for _ in range(5):
                    m.seq = m.seq << 12 | decoder.bits(12)
            for k in range(3, len(values)):
                value = values[k]
                values[k] += (13 * (value - last[k]) + 8 >> 4) + decoder.integer(means, k)
                last[k] = value
                if abs(values[k]) > MOST // 2 or abs(values[k] - value) > MOST // 2:
                    raise FrameError("a value of a compact frame is out of range")
        if decoder.at < len(data):
            raise FrameError(f"a compact frame of {len(data)} bytes is too long")
        self.ticks, self.age = [ticks, now, late], self.age + 1
        self.tick = self.key_tick + ticks & 0xffffffff
        self.time = self.key_time + ticks * self.period + late * 1e-6

    def _show(self, m: _Member) -> FrameCharacter:
        """Returns the character whose decoder state is `m`, in metres, radians and quaternions."""
        now, at, turn = m.now, FIXED, 0
        yaw = (now[7] + 8192 & 16383) - 8192
        who = FrameCharacter(m.id, m.seq, m.channels, now[0], now[1], (now[3] & 255) * PHASE, (now[4] * ROOT, now[5] * ROOT, now[6] * ROOT), yaw * YAW)

        def place() -> List[float]:
            nonlocal at
            at += 3
            return [v * self.place for v in now[at - 3:at]]

        def rotations(count: int) -> Floats:
            nonlocal at, turn
            out: List[float] = []
            for (ax, ay, az, aw), step in m.turns[turn:turn + count]:
                bx, by, bz, bw = _from_parameters(now[at] * step, now[at + 1] * step, now[at + 2] * step)
                out += (aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
                        aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz)
                at += 3
            turn += count
            return rows(out, 4)

        if m.counts[0]:
            x, y, z = place()
            who.hips = (x, y, z)
            who.rotations = rotations(m.counts[0])
        if m.counts[1]:
            who.smpl_pelvis = rows(place(), 3)
            who.smpl_rotations = rotations(m.counts[1])
        if m.channels & CHANNELS["face"]:
            who.face_weights = [v * WEIGHT for v in now[at:at + m.weights]]
            at += m.weights
            who.finger_rotations = rotations(m.fingers)
        return who
