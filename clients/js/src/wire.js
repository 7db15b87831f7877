// Decodes compact frames: each depends on the one before it. Values are predicted, and their differences are range coded.
// docs/reference/wire.md of posed describes every byte.
import { CHANNELS, FrameError } from "./frame.js";

// Bytes of a key frame's header.
const HEADER = 32;
// First byte of a frame that depends on the one before.
const DELTA = 0xd1;
// Number of values of a character before its places and rotations.
const FIXED = 8;
// Tables below this number code a value; those from it on code a value without its low bits.
const TWO_SIDED = 22;
// Number of symbols of a table. The last one announces larger values.
const SYMBOLS = 16;
// Sum of the probabilities of a table.
const TOTAL = 32768;
// Initial mean of the magnitudes of each value, in 1/4096.
const FIRST_MEAN = 4096;
// Largest magnitude of a value.
const MOST = 2 ** 27;
// Units of the values: root in metres, yaw and phase in radians, weights of the face.
const ROOT = 1 / 1024;
const YAW = (2 * Math.PI) / 16384;
const PHASE = (2 * Math.PI) / 256;
const WEIGHT = 1 / 128;
// Ratio of the probabilities of successive magnitudes in each table, in 2^-16.
const THETAS = [
  78, 111, 157, 222, 314, 443, 627, 887, 1254, 1772, 2505, 3537, 4988, 7013, 9808, 13580, 18472, 24433, 31097, 37837, 44032, 49293, 43320,
  48986,
];

/** Cumulative probabilities of the magnitudes, in 2^-15: a table for each range of means. */
export const WIRE_TABLES = THETAS.map((theta, i) => {
  const zero = i < TWO_SIDED ? 2 * Math.floor(((65536 - theta) * TOTAL) / (65536 + theta)) : Math.floor(((65536 - theta) * TOTAL) / 65536);
  const sizes = new Array(SYMBOLS).fill(0);
  let part = Math.floor((zero * theta) / 65536);
  let sum = 0;
  for (let a = 1; a < SYMBOLS; a++) {
    if (a === SYMBOLS - 1) part = Math.floor((part * 65536) / (65536 - theta));
    sizes[a] = part > 2 ? part - (part % 2) : 2;
    sum += sizes[a];
    part = Math.floor((part * theta) / 65536);
  }
  sizes[0] = TOTAL - sum;
  const out = new Uint16Array(SYMBOLS + 1);
  sizes.forEach((size, a) => {
    out[a + 1] = out[a] + size;
  });
  return out;
});

/** Range decoder. Bytes after the end are 0. */
class Decoder {
  constructor(view, at) {
    Object.assign(this, { view, at, code: 0, range: 0xffffffff, beyond: 0 });
    for (let i = 0; i < 4; i++) this.code = ((this.code << 8) | this.byte()) >>> 0;
  }

  /** Returns the next byte. */
  byte() {
    if (this.at < this.view.byteLength) return this.view.getUint8(this.at++);
    this.beyond++;
    return 0;
  }

  /** Narrows the range to the decoded symbol. */
  narrow(unit, start, size) {
    this.code = (this.code - unit * start) >>> 0;
    this.range = unit * size;
    while (this.range < 0x1000000) {
      this.code = ((this.code << 8) | this.byte()) >>> 0;
      this.range = (this.range << 8) >>> 0;
    }
  }

  /** Returns plain bits, at most 31, the highest first. */
  bits(count) {
    let value = 0;
    for (let left = count; left > 0; left -= 12) {
      const part = Math.min(12, left);
      const unit = this.range >>> 15;
      const bits = (Math.floor(this.code / unit) & 32767) >>> (15 - part);
      this.narrow(unit, bits << (15 - part), 1 << (15 - part));
      value = value * 2 ** part + bits;
    }
    return value;
  }

  /** Returns an integer, decoded with the table of means[at], and updates that mean. */
  integer(means, at) {
    const mean = Math.max(8, means[at]);
    const top = 31 - Math.clz32(mean);
    let scale = 2 * top + ((mean >>> (top - 1)) & 1) - 6;
    let lowBits = 0;
    if (scale >= TWO_SIDED) {
      lowBits = (scale - (TWO_SIDED - 2)) >> 1;
      scale = TWO_SIDED + (scale & 1);
    }
    const table = WIRE_TABLES[scale];
    const unit = this.range >>> 15;
    const place = Math.min(32767, Math.floor(this.code / unit));
    let symbol = 0;
    while (place >= table[symbol + 1]) symbol++;
    let start = table[symbol];
    let size = table[symbol + 1] - start;
    let isNegative = false;
    if (symbol) {
      size /= 2;
      isNegative = place >= start + size;
      if (isNegative) start += size;
    }
    this.narrow(unit, start, size);
    let value = symbol;
    if (symbol === SYMBOLS - 1) {
      let bits = 0;
      while (bits < 27 && this.bits(1)) bits++;
      value += 2 ** bits + this.bits(bits) - 1;
    }
    if (lowBits) {
      value = value * 2 ** lowBits + this.bits(lowBits);
      if (!symbol && value) isNegative = this.bits(1) === 1;
    }
    means[at] = means[at] + Math.min(value, 4095) * 512 - (means[at] >>> 3);
    return isNegative ? -Math.min(value, MOST) : Math.min(value, MOST);
  }
}

/** Writes a quaternion to out[at] from the parameters x, y, z: the axis times tan(angle / 4). */
function fromParameters(out, at, x, y, z) {
  const square = x * x + y * y + z * z;
  const scale = 1 / (1 + square);
  out[at] = 2 * x * scale;
  out[at + 1] = 2 * y * scale;
  out[at + 2] = 2 * z * scale;
  out[at + 3] = (1 - square) * scale;
}

/** Values of a character or of the ticks: the last two of each, and the mean of its coded magnitudes. */
class Tracks {
  constructor(count) {
    this.now = new Int32Array(count);
    this.before = new Int32Array(count);
    this.means = new Uint32Array(count).fill(FIRST_MEAN);
  }

  /** Decodes value k, predicted from the last two. */
  next(decoder, k) {
    const now = this.now[k];
    const change = 13 * (now - this.before[k]) + 8;
    const value = now + Math.floor(change / 16) + decoder.integer(this.means, k);
    if (Math.abs(value) > MOST / 2 || Math.abs(value - now) > MOST / 2) throw new FrameError("a value of a compact frame is out of range");
    this.before[k] = now;
    this.now[k] = value;
  }
}

/** Decodes the compact frames of one connection, in the order in which they arrive. */
export class WireReader {
  constructor() {
    this.members = null; // characters of the last frame; null while it waits for a key frame
  }

  /** Returns whether bytes are a compact frame. */
  static isCompact(bytes) {
    const data = ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes);
    return data[0] === DELTA || (data.length >= HEADER && data[0] === 0x50 && data[5] === 1);
  }

  /**
   * Returns a frame as decodeFrame() does. Its characters have `hips`, the position of the first joint in the root's space, and no
   * `joints`.
   * Returns null for a frame that depends on one that was lost; key frames come every few seconds. Throws a FrameError for a broken frame;
   * then it waits for a key frame.
   */
  decode(bytes) {
    const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(bytes)
      ? bytes
      : { buffer: bytes, byteOffset: 0, byteLength: bytes.byteLength };
    const view = new DataView(buffer, byteOffset, byteLength);
    const members = this.members;
    this.members = null;
    if (byteLength < 2) throw new FrameError("byte 0: no compact frame");
    if (view.getUint8(0) !== DELTA) this.members = this.key(view);
    else if (!members || view.getUint8(1) !== ((this.age + 1) & 255)) return null;
    else {
      this.delta(view, members);
      this.members = members;
    }
    const { tick, time } = this;
    return { tick, time, rotationBits: 48, characters: this.members.map((m) => this.show(m)) };
  }

  /** Reads a key frame. Returns its characters. */
  key(view) {
    let at = HEADER;
    const take = (count) => {
      if (count > view.byteLength - at) throw new FrameError(`byte ${at}: ${count} bytes expected, ${view.byteLength - at} are there`);
      at += count;
      return at - count;
    };
    if (
      view.byteLength < HEADER ||
      view.getUint32(0, true) !== 0x31445350 ||
      view.getUint8(4) !== 1 ||
      view.getUint8(5) !== 1 ||
      view.getUint8(6) > 16
    )
      throw new FrameError("byte 0: no compact frame of version 1");
    this.place = 2 ** -view.getUint8(6);
    this.tick = this.keyTick = view.getUint32(8, true);
    this.time = this.keyTime = view.getFloat64(12, true);
    this.period = view.getFloat64(24, true);
    this.ticks = new Tracks(2);
    this.age = 0;
    const members = [];
    for (let left = view.getUint32(20, true); left > 0; left--) {
      const p = take(36);
      const channels = view.getUint16(p + 4, true);
      const values = [view.getUint8(p + 6), view.getUint8(p + 7), 0];
      const turns = [];
      const m = { id: view.getUint32(p, true), channels, counts: [0, 0], weights: 0, fingers: 0 };
      m.seq = view.getUint32(p + 8, true) + 2 ** 32 * view.getUint32(p + 12, true);
      for (let i = 0; i < 5; i++) values.push(view.getInt32(p + 16 + 4 * i, true));
      const readValues = (count) => {
        for (let i = 0, from = take(2 * count); i < count; i++) values.push(view.getInt16(from + 2 * i, true));
      };
      const readTurns = (count) => {
        for (let k = 0, from = take(7 * count); k < count; k++, from += 7) {
          turns.push({ reference: [0, 2, 4].map((b) => view.getInt16(from + b, true) / 32767), step: 2 ** (-view.getUint8(from + 6) / 8) });
          values.push(0, 0, 0);
        }
      };
      [CHANNELS.rotations, CHANNELS.smpl].forEach((channel, g) => {
        if (!(channels & channel)) return;
        m.counts[g] = view.getUint8(take(1));
        if (!m.counts[g]) throw new FrameError(`byte ${at - 1}: a chain without joints`);
        readValues(3);
        readTurns(m.counts[g]);
      });
      if (channels & CHANNELS.face) {
        const counts = take(2);
        m.weights = view.getUint8(counts);
        m.fingers = view.getUint8(counts + 1);
        readValues(m.weights);
        readTurns(m.fingers);
      }
      m.tracks = new Tracks(values.length);
      m.tracks.now.set(values);
      m.tracks.before.set(values);
      m.references = new Float64Array(4 * turns.length);
      turns.forEach(({ reference }, k) => fromParameters(m.references, 4 * k, ...reference));
      m.steps = turns.map(({ step }) => step / 4);
      members.push(m);
    }
    if (at !== view.byteLength) throw new FrameError(`byte ${at}: ${view.byteLength - at} bytes too many`);
    return members;
  }

  /** Reads a frame that depends on the one before, and updates the characters. */
  delta(view, members) {
    const decoder = new Decoder(view, 2);
    const { now, before, means } = this.ticks;
    const ticks = 2 * now[0] - before[0] + decoder.integer(means, 0);
    const late = now[1] + decoder.integer(means, 1);
    if (ticks < 0 || ticks > MOST || Math.abs(late) > MOST) throw new FrameError("the tick of a compact frame is out of range");
    before[0] = now[0];
    now[0] = ticks;
    now[1] = late;
    for (const m of members) {
      const { tracks } = m;
      for (let k = 0; k < 2; k++) {
        const value = tracks.now[k] + decoder.integer(tracks.means, k);
        if (value < 0 || value > 255) throw new FrameError("contacts or gait of a compact frame are out of range");
        tracks.now[k] = value;
      }
      const how = decoder.integer(tracks.means, 2);
      if (how < 0 || how > 2) throw new FrameError("seq of a compact frame is out of range");
      if (how === 1) m.seq++;
      if (how === 2) for (let i = 0, seq = 0; i < 5; i++) m.seq = seq = seq * 4096 + decoder.bits(12);
      for (let k = 3; k < tracks.now.length; k++) tracks.next(decoder, k);
    }
    if (decoder.at !== view.byteLength || decoder.beyond > 4)
      throw new FrameError(`a compact frame of ${view.byteLength} bytes is too short or too long`);
    this.age++;
    this.tick = (this.keyTick + ticks) >>> 0;
    this.time = this.keyTime + ticks * this.period + late * 1e-6;
  }

  /** Returns a character from its integer values. */
  show({ id, seq, channels, counts, weights, fingers, tracks: { now }, references, steps }) {
    const yaw = ((now[7] + 8192) & 16383) - 8192;
    const who = {
      id,
      seq,
      channels,
      contacts: now[0],
      gait: now[1],
      phase: (now[3] & 255) * PHASE,
      root: Float32Array.from([now[4], now[5], now[6]], (v) => v * ROOT),
      yaw: yaw * YAW,
    };
    let at = FIXED;
    let turn = 0;
    const place = () => Float32Array.from([now[at++], now[at++], now[at++]], (v) => v * this.place);
    const q = [0, 0, 0, 0];
    const rotations = (count) => {
      const out = new Float32Array(4 * count);
      for (let k = 0; k < count; k++, turn++, at += 3) {
        const step = steps[turn];
        const [ax, ay, az, aw] = references.subarray(4 * turn, 4 * turn + 4);
        fromParameters(q, 0, now[at] * step, now[at + 1] * step, now[at + 2] * step);
        const [bx, by, bz, bw] = q;
        out[4 * k] = aw * bx + ax * bw + ay * bz - az * by;
        out[4 * k + 1] = aw * by - ax * bz + ay * bw + az * bx;
        out[4 * k + 2] = aw * bz + ax * by - ay * bx + az * bw;
        out[4 * k + 3] = aw * bw - ax * bx - ay * by - az * bz;
      }
      return out;
    };
    if (counts[0]) Object.assign(who, { hips: place(), rotations: rotations(counts[0]) });
    if (counts[1]) who.smpl = { pelvis: place(), rotations: rotations(counts[1]) };
    if (channels & CHANNELS.face) {
      const values = Float32Array.from(now.subarray(at, at + weights), (v) => v * WEIGHT);
      at += weights;
      who.face = { weights: values, fingers: rotations(fingers) };
    }
    return who;
  }
}
