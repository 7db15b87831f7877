// The last two seconds once more, slowly: kept while they happen, shown from a strip that can be dragged.

const SECONDS = 2;
const SLOW = 0.25; // kept; of their speed when they are shown

/** The shorter way from one angle to another. */
const between = (a, b, t) => a + t * Math.atan2(Math.sin(b - a), Math.cos(b - a));
const mix = (a, b, t) => Float32Array.from(a, (v, i) => v + t * (b[i] - v));

/** Unit quaternions, four numbers each: the shorter way between two, made of unit length again. */
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

/** A character between two frames of it. */
function blend(a, b, t) {
  const smpl =
    a.smpl && b.smpl
      ? { ...a.smpl, pelvis: mix(a.smpl.pelvis, b.smpl.pelvis, t), rotations: mixRotations(a.smpl.rotations, b.smpl.rotations, t) }
      : a.smpl;
  return { ...a, root: mix(a.root, b.root, t), yaw: between(a.yaw, b.yaw, t), ...(smpl ? { smpl } : {}) };
}

export class Strip {
  constructor() {
    Object.assign(this, { frames: [], isOn: false, at: 0, isHeld: false });
  }

  /** A frame as it came; while the strip is shown it stays what it is. */
  take(frame) {
    if (this.isOn) return;
    if (this.frames.length && frame.time <= this.frames.at(-1).time) this.frames = []; // another session
    this.frames.push(frame);
    while (frame.time - this.frames[0].time > SECONDS) this.frames.shift();
  }

  get seconds() {
    return this.frames.length ? this.frames.at(-1).time - this.frames[0].time : 0;
  }

  /** From the beginning of what is kept, or back to now. False: there is nothing yet. */
  toggle() {
    if (!this.isOn && this.seconds <= 0) return false;
    Object.assign(this, { isOn: !this.isOn, at: 0, isHeld: false });
    return true;
  }

  /** Stays at so many seconds from its beginning. */
  hold(at) {
    Object.assign(this, { at, isHeld: true });
  }

  /** Characters as Stream.sample() gives them, after so many seconds more of watching; it goes round. */
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

  clear() {
    Object.assign(this, { frames: [], isOn: false });
  }
}
