// Decodes the stream's binary frames and encodes inputs. docs/reference/stream.md of posed describes every byte.
//
// The values of a character are in the space of its root: an Object3D at `root`, rotated by `yaw` about +Y, contains them. toWorld()
// converts them to world space. Units are metres, radians and seconds. Quaternions are x, y, z, w, local to the parent joint; that of
// joint 0 is in the root's space.

/** Bit of each channel in a frame. */
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
  soft: 1024,
};
/** Names of the gaits of an input, by their number. */
export const GAITS = ["auto", "walk", "jog", "run", "crouch"];
/** Names of the axes of an input, by their number. */
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
/**
 * Names of the joints of the channel `smpl`, in their order, as posed's GLB files have them. Bodies with fingers (SMPL-X, people) have no
 * joint in the middle of the hand, so their files lack the last two.
 */
export const SMPL_NAMES = [
  "pelvis",
  "left_hip",
  "right_hip",
  "spine1",
  "left_knee",
  "right_knee",
  "spine2",
  "left_ankle",
  "right_ankle",
  "spine3",
  "left_foot",
  "right_foot",
  "neck",
  "left_collar",
  "right_collar",
  "head",
  "left_shoulder",
  "right_shoulder",
  "left_elbow",
  "right_elbow",
  "left_wrist",
  "right_wrist",
  "left_hand",
  "right_hand",
];
/** Names of the finger joints of the channel `face`, in their order, as posed's GLB files have them. */
export const FINGER_NAMES = ["left", "right"].flatMap((side) =>
  ["index", "middle", "pinky", "ring", "thumb"].flatMap((finger) => [1, 2, 3].map((k) => `${side}_${finger}${k}`)),
);
/** Names of the eye joints of posed's GLB files: left, right. */
export const EYE_NAMES = ["left_eye_smplhf", "right_eye_smplhf"];

// Fields of an input.
const INPUT_FIELDS = ["id", "seq", "tick", "move", "look", "gait", "axes", "camera_yaw", "speed", "strafe", "jump", "responsive"];
// Bytes of a frame's header, of a character before its channels, and of an input.
const HEADER = 24;
const CHARACTER = 32;
const SMPL_JOINTS = SMPL_NAMES.length;
const INPUT = 32;
const SCALE = 1 / 4096;
const SQRT1_2 = Math.SQRT1_2;
// Bit of the channels that says that the upper half of seq follows.
const SEQ_HIGH = 256;

/** The bytes are not a frame of version 1, or are cut off. */
export class FrameError extends Error {}

/** Reads a message from its start. Throws a FrameError at its end. */
class Reader {
  constructor(bytes) {
    const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(bytes)
      ? bytes
      : { buffer: bytes, byteOffset: 0, byteLength: bytes.byteLength };
    this.view = new DataView(buffer, byteOffset, byteLength);
    this.at = 0;
    this.end = byteLength;
  }

  /** Reserves the translations, which are at the end of the message after all characters. */
  setTranslationsAside(count) {
    if (12 * count > this.end - this.at)
      throw new FrameError(`byte ${this.at}: ${12 * count} bytes of translations expected at the end, ${this.end - this.at} are there`);
    this.translationsEnd = this.end;
    this.translationsAt = this.end -= 12 * count;
  }

  /** Reads `count` of the translations, three numbers each. */
  translations(count) {
    const at = this.translationsAt;
    const out = new Float32Array(3 * count);
    if (12 * count > this.translationsEnd - at)
      throw new FrameError(`byte ${at}: ${12 * count} bytes of translations expected, ${this.translationsEnd - at} are there`);
    for (let i = 0; i < out.length; i++) out[i] = this.view.getFloat32(at + 4 * i, true);
    this.translationsAt += 12 * count;
    return out;
  }

  /** Skips bytes. Returns the offset of the first. */
  skip(count) {
    const at = this.at;
    if (count > this.end - at) throw new FrameError(`byte ${at}: ${count} bytes expected, ${this.end - at} are there`);
    this.at += count;
    return at;
  }

  /** Reads points as 16-bit integers of 1/4096 m. Returns metres, three numbers each. */
  points(count) {
    const at = this.skip(6 * count);
    const out = new Float32Array(3 * count);
    for (let i = 0; i < out.length; i++) out[i] = this.view.getInt16(at + 2 * i, true) * SCALE;
    return out;
  }

  /** Reads quaternions of 32 or 48 bits. Returns four numbers each. */
  rotations(count, bits) {
    const at = this.skip((bits / 8) * count);
    const out = new Float32Array(4 * count);
    for (let i = 0; i < count; i++) (bits === 48 ? unpack48 : unpack32)(out, 4 * i, this.view, at + (bits / 8) * i);
    return out;
  }

  /** Reads a trajectory: points in metres and directions of facing in radians. */
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
   * Reads the pose of an uploaded character, in the spaces of its file: position of the root's node, rotations of all nodes, and
   * translations of the nodes that the message `spawned` names in `translated`.
   */
  character(bits) {
    const counts = this.skip(4);
    const count = this.view.getUint16(counts, true);
    const moved = this.view.getUint16(counts + 2, true);
    const at = this.skip(12);
    const root = new Float32Array([0, 4, 8].map((k) => this.view.getFloat32(at + k, true)));
    return { root, rotations: this.rotations(count, bits), translations: this.translations(moved) };
  }

  /**
   * Reads weights in the order of FACE_NAMES, and rotations of the finger joints: left hand, then right; index, middle, pinky, ring, thumb,
   * three joints each.
   */
  face(bits) {
    const counts = this.skip(2);
    const count = this.view.getUint8(counts);
    const fingers = this.view.getUint8(counts + 1);
    const at = this.skip(2 * count);
    const weights = new Float32Array(count);
    for (let i = 0; i < count; i++) weights[i] = this.view.getInt16(at + 2 * i, true) / 8192;
    return { weights, fingers: this.rotations(fingers, bits) };
  }

  /** Reads soft-tissue coefficients. */
  soft() {
    const count = this.view.getUint8(this.skip(1));
    const at = this.skip(2 * count);
    return Float32Array.from({ length: count }, (_, i) => this.view.getInt16(at + 2 * i, true) / 1024);
  }

  /** Reads vertices, three numbers each, in metres. */
  vertices() {
    return this.points(this.view.getUint32(this.skip(4), true));
  }
}

/** Writes a quaternion to out[at] from three of its components, 0 to `most` each; the one left out is the largest. */
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

/** Reads a quaternion of 32 bits. */
function unpack32(out, at, view, byte) {
  const word = view.getUint32(byte, true);
  put(out, at, word >>> 30, (word >>> 20) & 1023, (word >>> 10) & 1023, word & 1023, 1023);
}

/** Reads a quaternion of 48 bits. */
function unpack48(out, at, view, byte) {
  const low = view.getUint32(byte, true);
  const high = view.getUint16(byte + 4, true);
  put(out, at, high >>> 14, ((high << 2) | (low >>> 30)) & 32767, (low >>> 15) & 32767, low & 32767, 32767);
}

/** Reads a character. */
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
  if (mask & CHANNELS.soft) who.soft = reader.soft();
  return who;
}

/**
 * Returns a decoded frame. counts: {joints, samples} of the motion model, from the message `welcome`, or a function of the character's id
 * that returns them. Throws a FrameError that names the byte.
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
  const flags = view.getUint16(6, true);
  const rotationBits = flags & 1 ? 32 : 48;
  const countsOf = typeof counts === "function" ? counts : () => counts;
  const frame = { tick: view.getUint32(8, true), time: view.getFloat64(12, true), rotationBits, characters: [] };
  if (flags & 2) frame.partial = true;
  for (let left = view.getUint16(20, true); left > 0; left--) frame.characters.push(readCharacter(reader, rotationBits, countsOf));
  return frame;
}

// Limits a number.
const clamp = (value, least, most) => Math.min(most, Math.max(least, value));

/** Returns the number of a name in a list. Throws a RangeError for other names. */
function choice(value, names, what) {
  const index = typeof value === "number" ? value : names.indexOf(value);
  if (!(index >= 0 && index < names.length)) throw new RangeError(`${what}: ${value}; one of ${names.join(", ")} allowed`);
  return index;
}

/** Returns the 32 bytes of an input, or 36 where seq is 2^32 or more. Fields are those of INPUT_FIELDS; one that is left out is zero. */
export function encodeInput(input) {
  for (const name in input)
    if (!INPUT_FIELDS.includes(name)) throw new TypeError(`input: ${name} is no field; ${INPUT_FIELDS.join(", ")} allowed`);
  const hasTick = input.tick !== undefined;
  const view = new DataView(new ArrayBuffer(hasTick ? INPUT + 8 : input.seq >= 2 ** 32 ? INPUT + 4 : INPUT));
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
  if (view.byteLength > INPUT) view.setUint32(INPUT, Math.floor((input.seq ?? 0) / 2 ** 32), true);
  if (hasTick) view.setUint32(INPUT + 4, input.tick, true);
  return new Uint8Array(view.buffer);
}

/** Returns an encoded input as the server reads it: {move, look, camera_yaw, strafe, speed, gait, axes, jump, responsive}. */
export function decodeInput(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const flags = view.getUint8(1);
  return {
    move: [view.getFloat32(12, true), view.getFloat32(16, true)],
    look: flags & 4 ? [view.getInt16(20, true) / 32767, view.getInt16(22, true) / 32767] : null,
    camera_yaw: (view.getInt16(24, true) / 32767) * Math.PI,
    strafe: view.getUint16(26, true) / 65535,
    speed: view.getFloat32(28, true),
    gait: GAITS[view.getUint8(2)],
    axes: AXES[view.getUint8(3)],
    jump: (flags & 1) !== 0,
    responsive: (flags & 2) !== 0,
  };
}

// Size of the head of a binary sound.
const SOUND = 16;

/** Encodes a sound as bytes: {id, at: number of the first sample, samples: an Int16Array or the bytes of another form}. */
export function encodeSound({ id, at, samples }) {
  const bytes = new Uint8Array(SOUND + samples.byteLength);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, 2);
  view.setUint32(4, id, true);
  view.setUint32(8, at % 2 ** 32, true);
  view.setUint32(12, Math.floor(at / 2 ** 32), true);
  bytes.set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength), SOUND);
  return bytes;
}
