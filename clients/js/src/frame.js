// The stream's binary messages: frames in, inputs out. docs/reference/stream.md of posed gives every byte.
//
// What a character holds is in its root's frame: an Object3D at `root`, turned by `yaw` about +Y, has it all inside; toWorld() makes
// it the world's. Metres, radians, seconds; quaternions x, y, z, w, local to the parent, joint 0's in the root's frame.

export const CHANNELS = {
  root: 1,
  joints: 2,
  rotations: 4,
  contacts: 8,
  trajectory: 16,
  smpl: 32,
  vertices: 64,
  character: 128,
  face: 512,
};
export const GAITS = ["auto", "walk", "jog", "run", "crouch"];
export const AXES = ["world", "character", "camera"];
/** Names of the weights of the channel `face`: ARKit's 52 blend shapes, eyes first, then 14 visemes. */
export const FACE_NAMES = [
  "eyeBlinkLeft",
  "eyeBlinkRight",
  "eyeLookDownLeft",
  "eyeLookDownRight",
  "eyeLookInLeft",
  "eyeLookInRight",
  "eyeLookOutLeft",
  "eyeLookOutRight",
  "eyeLookUpLeft",
  "eyeLookUpRight",
  "eyeSquintLeft",
  "eyeSquintRight",
  "eyeWideLeft",
  "eyeWideRight",
  "jawForward",
  "jawLeft",
  "jawRight",
  "jawOpen",
  "mouthClose",
  "mouthFunnel",
  "mouthPucker",
  "mouthLeft",
  "mouthRight",
  "mouthSmileLeft",
  "mouthSmileRight",
  "mouthFrownLeft",
  "mouthFrownRight",
  "mouthDimpleLeft",
  "mouthDimpleRight",
  "mouthStretchLeft",
  "mouthStretchRight",
  "mouthRollLower",
  "mouthRollUpper",
  "mouthShrugLower",
  "mouthShrugUpper",
  "mouthPressLeft",
  "mouthPressRight",
  "mouthLowerDownLeft",
  "mouthLowerDownRight",
  "mouthUpperUpLeft",
  "mouthUpperUpRight",
  "browDownLeft",
  "browDownRight",
  "browInnerUp",
  "browOuterUpLeft",
  "browOuterUpRight",
  "cheekPuff",
  "cheekSquintLeft",
  "cheekSquintRight",
  "noseSneerLeft",
  "noseSneerRight",
  "tongueOut",
  "viseme_PP",
  "viseme_FF",
  "viseme_TH",
  "viseme_DD",
  "viseme_kk",
  "viseme_CH",
  "viseme_SS",
  "viseme_nn",
  "viseme_RR",
  "viseme_aa",
  "viseme_E",
  "viseme_I",
  "viseme_O",
  "viseme_U",
];

const INPUT_FIELDS = ["id", "seq", "move", "look", "gait", "axes", "camera_yaw", "speed", "strafe", "jump", "responsive"];
const HEADER = 24;
const CHARACTER = 32;
const SMPL_JOINTS = 24;
const INPUT = 32;
const SCALE = 1 / 4096;
const SQRT1_2 = Math.SQRT1_2;
const SEQ_HIGH = 256; // of the channels: the upper half of seq comes last

/** The bytes are no frame of version 1, or are cut short. */
export class FrameError extends Error {}

/** Where in the message we are; refuses to go beyond its end. */
class Reader {
  constructor(bytes) {
    const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(bytes)
      ? bytes
      : { buffer: bytes, byteOffset: 0, byteLength: bytes.byteLength };
    this.view = new DataView(buffer, byteOffset, byteLength);
    this.at = 0;
    this.end = byteLength;
  }

  /** Translations stand at the end of the message, behind all characters. */
  setTranslationsAside(count) {
    if (12 * count > this.end - this.at)
      throw new FrameError(`byte ${this.at}: ${12 * count} bytes of translations expected at the end, ${this.end - this.at} are there`);
    this.translationsEnd = this.end;
    this.translationsAt = this.end -= 12 * count;
  }

  translations(count) {
    const at = this.translationsAt;
    const out = new Float32Array(3 * count);
    if (12 * count > this.translationsEnd - at)
      throw new FrameError(`byte ${at}: ${12 * count} bytes of translations expected, ${this.translationsEnd - at} are there`);
    for (let i = 0; i < out.length; i++) out[i] = this.view.getFloat32(at + 4 * i, true);
    this.translationsAt += 12 * count;
    return out;
  }

  skip(count) {
    const at = this.at;
    if (count > this.end - at) throw new FrameError(`byte ${at}: ${count} bytes expected, ${this.end - at} are there`);
    this.at += count;
    return at;
  }

  points(count) {
    const at = this.skip(6 * count);
    const out = new Float32Array(3 * count);
    for (let i = 0; i < out.length; i++) out[i] = this.view.getInt16(at + 2 * i, true) * SCALE;
    return out;
  }

  rotations(count, bits) {
    const at = this.skip((bits / 8) * count);
    const out = new Float32Array(4 * count);
    for (let i = 0; i < count; i++) (bits === 48 ? unpack48 : unpack32)(out, 4 * i, this.view, at + (bits / 8) * i);
    return out;
  }

  trajectory(count) {
    const at = this.skip(8 * count);
    const points = new Float32Array(3 * count);
    const facings = new Float32Array(count);
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 3; k++) points[3 * i + k] = this.view.getInt16(at + 8 * i + 2 * k, true) * SCALE;
      facings[i] = (this.view.getInt16(at + 8 * i + 6, true) * Math.PI) / 32768;
    }
    return { points, facings };
  }

  /**
   * Of a user's own character, in its file's own frames: its root's node is at `root`, its nodes are turned by `rotations`, and those that
   * `spawned` names in `translated` are at `translations`.
   */
  character(bits) {
    const counts = this.skip(4);
    const count = this.view.getUint16(counts, true);
    const moved = this.view.getUint16(counts + 2, true);
    const at = this.skip(12);
    const root = new Float32Array([0, 4, 8].map((k) => this.view.getFloat32(at + k, true)));
    return { root, rotations: this.rotations(count, bits), translations: this.translations(moved) };
  }

  /** Weights in the order of FACE_NAMES; rotations of the finger joints of the left, then of the right hand: index, middle, pinky, ring, thumb, three each. */
  face(bits) {
    const counts = this.skip(2);
    const count = this.view.getUint8(counts);
    const fingers = this.view.getUint8(counts + 1);
    const at = this.skip(2 * count);
    const weights = new Float32Array(count);
    for (let i = 0; i < count; i++) weights[i] = this.view.getInt16(at + 2 * i, true) / 8192;
    return { weights, fingers: this.rotations(fingers, bits) };
  }

  vertices() {
    return this.points(this.view.getUint32(this.skip(4), true));
  }
}

function put(out, at, leftOut, a, b, c, most) {
  const parts = [a, b, c];
  let sum = 0;
  for (let i = 0, k = 0; i < 4; i++) {
    if (i === leftOut) continue;
    const value = ((2 * parts[k++]) / most - 1) * SQRT1_2;
    out[at + i] = value;
    sum += value * value;
  }
  out[at + leftOut] = Math.sqrt(Math.max(0, 1 - sum));
}

function unpack32(out, at, view, byte) {
  const word = view.getUint32(byte, true);
  put(out, at, word >>> 30, (word >>> 20) & 1023, (word >>> 10) & 1023, word & 1023, 1023);
}

function unpack48(out, at, view, byte) {
  const low = view.getUint32(byte, true);
  const high = view.getUint16(byte + 4, true);
  put(out, at, high >>> 14, ((high << 2) | (low >>> 30)) & 32767, (low >>> 15) & 32767, low & 32767, 32767);
}

function readCharacter(reader, bits, countsOf) {
  const { view } = reader;
  const at = reader.skip(CHARACTER);
  const mask = view.getUint16(at + 8, true);
  const id = view.getUint32(at, true);
  const root = new Float32Array([16, 20, 24].map((k) => view.getFloat32(at + k, true)));
  const who = {
    id,
    seq: view.getUint32(at + 4, true),
    channels: mask,
    contacts: view.getUint8(at + 10),
    gait: view.getUint8(at + 11),
    phase: view.getFloat32(at + 12, true),
    root,
    yaw: view.getFloat32(at + 28, true),
  };
  const counts = countsOf(id);
  if (mask & CHANNELS.joints) who.joints = reader.points(counts.joints);
  if (mask & CHANNELS.rotations) who.rotations = reader.rotations(counts.joints, bits);
  if (mask & CHANNELS.trajectory) who.trajectory = reader.trajectory(counts.samples);
  if (mask & CHANNELS.smpl) who.smpl = { pelvis: reader.points(1), rotations: reader.rotations(SMPL_JOINTS, bits) };
  if (mask & CHANNELS.vertices) who.vertices = reader.vertices();
  if (mask & CHANNELS.character) who.character = reader.character(bits);
  if (mask & SEQ_HIGH) who.seq += 2 ** 32 * view.getUint32(reader.skip(4), true);
  if (mask & CHANNELS.face) who.face = reader.face(bits);
  return who;
}

/**
 * A frame's contents. counts: {joints, samples} as `welcome` told of the model, or a function of the character's id that gives them.
 * Throws a FrameError that names the byte.
 */
export function decodeFrame(bytes, counts) {
  const reader = new Reader(bytes);
  const { view } = reader;
  reader.skip(HEADER);
  const magic = view.getUint32(0, true);
  const version = view.getUint8(4);
  const kind = view.getUint8(5);
  if (magic !== 0x31445350 || version !== 1 || kind !== 0)
    throw new FrameError(`byte 0: no frame of version 1 (version ${version}, kind ${kind})`);
  reader.setTranslationsAside(view.getUint16(22, true));
  const rotationBits = view.getUint16(6, true) & 1 ? 32 : 48;
  const countsOf = typeof counts === "function" ? counts : () => counts;
  const frame = { tick: view.getUint32(8, true), time: view.getFloat64(12, true), rotationBits, characters: [] };
  for (let left = view.getUint16(20, true); left > 0; left--) frame.characters.push(readCharacter(reader, rotationBits, countsOf));
  return frame;
}

const clamp = (value, least, most) => Math.min(most, Math.max(least, value));

function choice(value, names, what) {
  const index = typeof value === "number" ? value : names.indexOf(value);
  if (!(index >= 0 && index < names.length)) throw new RangeError(`${what}: ${value}; one of ${names.join(", ")} allowed`);
  return index;
}

/** The 32 bytes of an input, 36 with a seq of 2^32 or more: {id, seq, move, look, gait, axes, camera_yaw, speed, strafe, jump, responsive}; what is left out is zero. */
export function encodeInput(input) {
  for (const name in input)
    if (!INPUT_FIELDS.includes(name)) throw new TypeError(`input: ${name} is no field; ${INPUT_FIELDS.join(", ")} allowed`);
  const view = new DataView(new ArrayBuffer(input.seq >= 2 ** 32 ? INPUT + 4 : INPUT));
  const { move = [0, 0], look = null, camera_yaw = 0, strafe = 0, speed = 0 } = input;
  const yaw = camera_yaw - 2 * Math.PI * Math.round(camera_yaw / (2 * Math.PI));
  view.setUint8(0, 1);
  view.setUint8(1, (input.jump ? 1 : 0) | (input.responsive ? 2 : 0) | (look ? 4 : 0));
  view.setUint8(2, choice(input.gait ?? 0, GAITS, "gait"));
  view.setUint8(3, choice(input.axes ?? 0, AXES, "axes"));
  view.setUint32(4, input.id, true);
  view.setUint32(8, input.seq ?? 0, true);
  view.setFloat32(12, move[0], true);
  view.setFloat32(16, move[1], true);
  view.setInt16(20, Math.round(clamp(look?.[0] ?? 0, -1, 1) * 32767), true);
  view.setInt16(22, Math.round(clamp(look?.[1] ?? 0, -1, 1) * 32767), true);
  view.setInt16(24, Math.round((yaw / Math.PI) * 32767), true);
  view.setUint16(26, Math.round(clamp(strafe, 0, 1) * 65535), true);
  view.setFloat32(28, speed, true);
  if (view.byteLength > INPUT) view.setUint32(INPUT, Math.floor(input.seq / 2 ** 32), true);
  return new Uint8Array(view.buffer);
}
