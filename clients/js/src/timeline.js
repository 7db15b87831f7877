// Decides what to draw now: ServerClock estimates the server's time, and Timeline interpolates between frames. Drawing runs two to three
// ticks behind the newest frame, so that a late or lost frame is not visible.
import { mix, mixAngle, nearer, slerp, wrap } from "./math.js";

/**
 * Estimates how far the local clock is ahead of the server's from the arrival of frames. The smallest difference (arrival - time of the
 * frame) of the last `window` seconds belongs to the fastest frame. The window has two halves, so that an old minimum is forgotten. The
 * offset in use follows by at most `slew` of the passed time, so that nothing jumps. A difference of more than a second is taken at once.
 * The answer to a ping bounds the offset. If the offset is outside of the bounds by more than `tolerance` seconds, a clock has jumped, for
 * example because a computer slept, and the offset is set by that answer.
 */
export class ServerClock {
  constructor({ window = 4, slew = 0.05, tolerance = 0.25 } = {}) {
    Object.assign(this, { window, slew, tolerance });
    this.reset();
  }

  /** Forgets everything, as for a new session. */
  reset() {
    this.halves = [Infinity, Infinity];
    this.since = this.last = this.offset = this.roundTrip = null;
  }

  /** Notes a frame: its time on the server's clock and the local time of its arrival, in seconds. */
  frame(time, now) {
    const ahead = now - time;
    if (this.since === null || now - this.since > this.window / 2) {
      this.halves = [this.halves[1], Infinity];
      this.since = now;
    }
    this.halves[1] = Math.min(this.halves[1], ahead);
    this.follow(Math.min(...this.halves), now);
  }

  /**
   * Notes a pong; sent and now are local times. Frames decide the offset within the bounds that the pong gives; before the first frame half of
   * the round trip does.
   */
  pong(sent, serverTime, now) {
    this.roundTrip = now - sent;
    const most = now - serverTime;
    const least = sent - serverTime;
    if (this.offset !== null && (this.offset > most + this.tolerance || this.offset < least - this.tolerance)) {
      Object.assign(this, {
        halves: [Infinity, most],
        since: now,
        last: now,
        offset: most,
      });
      return;
    }
    if (Math.min(...this.halves) === Infinity) this.follow((most + least) / 2, now);
  }

  /** Moves the offset towards `target`. */
  follow(target, now) {
    if (this.offset === null || Math.abs(target - this.offset) > 1) this.offset = target;
    const most = this.slew * Math.max(0, now - (this.last ?? now));
    this.offset += Math.min(most, Math.max(-most, target - this.offset));
    this.last = now;
  }

  /** Returns the server's time at a local time, or null before anything has arrived. */
  at(now) {
    return this.offset === null ? null : now - this.offset;
  }
}

/**
 * Buffer of decoded frames. sample(time) returns every character between two frames: positions linearly, rotations on the shorter arc,
 * with continuous signs. After the newest frame it extrapolates for `limit` seconds, then holds. It does not interpolate between frames
 * that are more than `gap` seconds apart.
 */
export class Timeline {
  constructor({ capacity = 64, limit = 0.1, gap = 0.5 } = {}) {
    Object.assign(this, {
      capacity,
      limit,
      gap,
      frames: [],
      gone: new Set(),
      known: new Map(),
    });
  }

  /** Forgets all frames. */
  clear() {
    this.frames = [];
    this.gone.clear();
    this.known = new Map();
  }

  /**
   * Removes a character from all frames, also from late ones. A session without characters sends no frames that would show that it left.
   */
  remove(id) {
    this.gone.add(id);
    for (const { characters } of this.frames) characters.delete(id);
    this.known.delete(id);
  }

  /** The newest frame, or null. */
  get newest() {
    return this.frames[this.frames.length - 1] ?? null;
  }

  /** Adds a frame. Returns false where it is not newer than the newest one. */
  push(frame) {
    const before = this.newest;
    if (before && frame.time <= before.time) return false;
    const entry = {
      time: frame.time,
      tick: frame.tick,
      partial: !!frame.partial,
      characters: new Map(frame.characters.map((c) => [c.id, c])),
    };
    for (const id of this.gone) entry.characters.delete(id);
    for (const [id, c] of entry.characters) continueSigns(c, this.known.get(id));
    this.known = entry.partial ? new Map([...this.known, ...entry.characters]) : entry.characters;
    this.frames.push(entry);
    if (this.frames.length > this.capacity) this.frames.shift();
    return true;
  }

  /** Returns the index of the last frame up to a time, or of the first frame; -1 without frames. */
  before(time) {
    let k = this.frames.length - 1;
    while (k > 0 && this.frames[k].time > time) k--;
    return k;
  }

  /**
   * Returns what sample(time) shows as {tick, span, fraction}, as the message `cast` takes it: between the frame of `tick` and the one `span`
   * ticks later. Null before the first frame.
   */
  moment(time) {
    const k = this.before(time);
    const a = this.frames[k];
    const b = this.frames[k + 1];
    if (!a) return null;
    if (time <= a.time || !b || b.time - a.time > this.gap) return { tick: a.tick, span: 1, fraction: 0 };
    return {
      tick: a.tick,
      span: (b.tick - a.tick) >>> 0,
      fraction: (time - a.time) / (b.time - a.time),
    };
  }

  /** Returns the characters at a time of the server's clock, in seconds. */
  sample(time) {
    const k = this.before(time);
    const a = this.frames[k];
    const b = this.frames[k + 1];
    if (!a) return [];
    if (a.partial) return this.sampleParts(time);
    if (time <= a.time) return [...a.characters.values()];
    if (!b || b.time - a.time > this.gap) return this.beyond(k, time);
    const t = (time - a.time) / (b.time - a.time);
    return [...a.characters.values()].filter((c) => b.characters.has(c.id)).map((c) => between(c, b.characters.get(c.id), t));
  }

  /**
   * Returns the characters of frames that lack some (profile `budget`). Each is drawn between the frames that have it: one that comes in every
   * tenth tick nine ticks later than one that comes in every tick. A character that no frame of the last `gap` seconds has is left out.
   */
  sampleParts(time) {
    const last = new Map(); // the newest two frames up to now that have a character, and the first one after them
    for (const frame of this.frames) {
      if (frame.time < time - 2 * this.gap) continue;
      for (const [id, c] of frame.characters) {
        const seen = last.get(id);
        if (!seen) last.set(id, [{ frame, c }]);
        else seen.push({ frame, c });
      }
    }
    const drawn = [];
    for (const seen of last.values()) {
      // Its own delay: the time between its poses less that between frames.
      const step = seen.length > 1 ? seen[seen.length - 1].frame.tick - seen[seen.length - 2].frame.tick : 1;
      const ticks = seen.length > 1 ? seen[seen.length - 1].frame.time - seen[seen.length - 2].frame.time : 0;
      const own = time - (step > 1 ? (ticks * (step - 1)) / step : 0);
      let k = seen.length - 1;
      while (k > 0 && seen[k].frame.time > own) k--;
      const [a, b] = [seen[k], seen[k + 1]];
      if (own < a.frame.time && k === 0 && seen.length === 1 && a.frame.time > time) continue; // it comes later
      if (time - seen[seen.length - 1].frame.time > this.gap) continue; // it is out of sight
      if (!b || own <= a.frame.time) drawn.push(a.c);
      else drawn.push(between(a.c, b.c, (own - a.frame.time) / (b.frame.time - a.frame.time)));
    }
    return drawn;
  }

  /** Returns the characters after frame k, extrapolated by at most `limit` seconds. */
  beyond(k, time) {
    const a = this.frames[k];
    const before = this.frames[k - 1];
    const ahead = Math.min(time - a.time, this.limit);
    const step = before ? a.time - before.time : 0;
    if (!step || step > this.gap) return [...a.characters.values()];
    return [...a.characters.values()].map((c) => {
      const p = before.characters.get(c.id);
      return p
        ? {
            ...c,
            root: mix(new Float32Array(3), p.root, c.root, 1 + ahead / step),
            yaw: mixAngle(p.yaw, c.yaw, 1 + ahead / step),
          }
        : c;
    });
  }
}

/** Changes the signs of a character's quaternions to those of the frame before. */
function continueSigns(c, before) {
  if (c.rotations && before?.rotations) nearer(c.rotations, before.rotations);
  if (fits(c.character?.rotations, before?.character?.rotations)) nearer(c.character.rotations, before.character.rotations);
  if (fits(c.face?.fingers, before?.face?.fingers)) nearer(c.face.fingers, before.face.fingers);
  if (c.smpl && before?.smpl) nearer(c.smpl.rotations, before.smpl.rotations);
}

// A new array of the same length.
const like = (array) => new Float32Array(array.length);
// Whether both arrays exist and have the same length.
const fits = (a, b) => a && b && a.length === b.length;

/** Interpolates a character; t: 0 to 1. Values that are not interpolated are those of the nearer frame. */
function between(a, b, t) {
  const near = t < 0.5 ? a : b;
  const out = {
    ...near,
    root: mix(like(a.root), a.root, b.root, t),
    yaw: mixAngle(a.yaw, b.yaw, t),
  };
  out.phase = mixAngle(a.phase, b.phase, t);
  if (out.phase < 0 || out.phase >= 2 * Math.PI) out.phase -= 2 * Math.PI * Math.floor(out.phase / (2 * Math.PI));
  for (const name of ["joints", "vertices", "hips"]) if (fits(a[name], b[name])) out[name] = mix(like(a[name]), a[name], b[name], t);
  if (fits(a.rotations, b.rotations)) out.rotations = slerp(like(a.rotations), a.rotations, b.rotations, t);
  if (a.smpl && b.smpl) {
    out.smpl = {
      pelvis: mix(like(a.smpl.pelvis), a.smpl.pelvis, b.smpl.pelvis, t),
      rotations: slerp(like(a.smpl.rotations), a.smpl.rotations, b.smpl.rotations, t),
    };
  }
  if (fits(a.character?.rotations, b.character?.rotations)) {
    out.character = {
      root: mix(like(a.character.root), a.character.root, b.character.root, t),
      rotations: slerp(like(a.character.rotations), a.character.rotations, b.character.rotations, t),
      translations: mix(like(a.character.translations), a.character.translations, b.character.translations, t),
    };
  }
  if (fits(a.soft, b.soft)) out.soft = mix(like(a.soft), a.soft, b.soft, t);
  if (fits(a.face?.weights, b.face?.weights) && fits(a.face.fingers, b.face.fingers)) {
    out.face = {
      weights: mix(like(a.face.weights), a.face.weights, b.face.weights, t),
      fingers: slerp(like(a.face.fingers), a.face.fingers, b.face.fingers, t),
    };
  }
  if (fits(a.trajectory?.points, b.trajectory?.points)) {
    out.trajectory = {
      points: mix(like(a.trajectory.points), a.trajectory.points, b.trajectory.points, t),
      facings: a.trajectory.facings.map((f, i) => f + wrap(b.trajectory.facings[i] - f) * t),
    };
  }
  return out;
}
