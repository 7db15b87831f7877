// Slow replay of the last two seconds. Frames are kept as they arrive and sampled from a strip that the user can drag.

// Time that is kept, in seconds.
const SECONDS = 2;
// Speed of the replay, as a fraction of the real speed.
const SLOW = 0.25;

/** Interpolates between two angles in radians, the shorter way around. */
const between = (a, b, t) => a + t * Math.atan2(Math.sin(b - a), Math.cos(b - a));
/** Interpolates between two lists of numbers. */
const mix = (a, b, t) => Float32Array.from(a, (v, i) => v + t * (b[i] - v));

/** Interpolates between unit quaternions, four numbers each, the shorter way, and normalizes the result. */
export function mixRotations(a, b, t) {
  const out = new Float32Array(a.length);
  for (let i = 0; i < a.length; i += 4) {
    const dot = a[i] * b[i] + a[i + 1] * b[i + 1] + a[i + 2] * b[i + 2] + a[i + 3] * b[i + 3];
    const s = dot < 0 ? -t : t;
    let length = 0;
    for (let k = i; k < i + 4; k++) {
      out[k] = (1 - t) * a[k] + s * b[k];
      length += out[k] * out[k];
    }
    length = Math.sqrt(length) || 1;
    for (let k = i; k < i + 4; k++) out[k] /= length;
  }
  return out;
}

/** Returns a character between two of its frames; t: 0 to 1. */
function blend(a, b, t) {
  const smpl =
    a.smpl && b.smpl
      ? { ...a.smpl, pelvis: mix(a.smpl.pelvis, b.smpl.pelvis, t), rotations: mixRotations(a.smpl.rotations, b.smpl.rotations, t) }
      : a.smpl;
  return { ...a, root: mix(a.root, b.root, t), yaw: between(a.yaw, b.yaw, t), ...(smpl ? { smpl } : {}) };
}

/** Keeps frames, and replays them while `isOn`. at: time from the strip's start, seconds; isHeld: the user holds it there. */
export class Strip {
  constructor() {
    Object.assign(this, { frames: [], isOn: false, at: 0, isHeld: false });
  }

  /** Keeps a frame of the stream. Does nothing during a replay. */
  take(frame) {
    if (this.isOn) return;
    if (this.frames.length && frame.time <= this.frames.at(-1).time) this.frames = []; // a new session
    this.frames.push(frame);
    while (frame.time - this.frames[0].time > SECONDS) this.frames.shift();
  }

  /** Length of what is kept, in seconds. */
  get seconds() {
    return this.frames.length ? this.frames.at(-1).time - this.frames[0].time : 0;
  }

  /** Starts the replay or ends it. Returns false where no frames are kept. */
  toggle() {
    if (!this.isOn && this.seconds <= 0) return false;
    Object.assign(this, { isOn: !this.isOn, at: 0, isHeld: false });
    return true;
  }

  /** Holds the replay at this time from its start, in seconds. */
  hold(at) {
    Object.assign(this, { at, isHeld: true });
  }

  /** Advances by `passed` seconds of real time and returns the characters, as Stream.sample() does. The replay loops. */
  sample(passed) {
    if (!this.isHeld) this.at = (this.at + SLOW * passed) % Math.max(1e-6, this.seconds);
    const time = this.frames[0].time + Math.min(this.at, this.seconds);
    const next = Math.max(
      1,
      this.frames.findIndex((f) => f.time >= time),
    );
    const b = this.frames[Math.min(next, this.frames.length - 1)];
    const a = this.frames[next - 1];
    const t = b.time > a.time ? (time - a.time) / (b.time - a.time) : 0;
    const there = new Map(b.characters.map((c) => [c.id, c]));
    return a.characters.map((c) => (there.has(c.id) ? blend(c, there.get(c.id), t) : c));
  }

  /** Forgets all frames. */
  clear() {
    Object.assign(this, { frames: [], isOn: false });
  }
}
