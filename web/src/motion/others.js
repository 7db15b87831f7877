// Those whom nobody steers: the server has them wander about who is steered and keep apart; or they get its stick, as often as messages may be sent.

export const FIRST = 34; // who walks first, by the server's random=, as first.js asks too: in light clothes, which are seen in a dark room as well
const RADIUS = 1;
const EACH = 1.2;
const SPACE = 1; // metres: of where they wander, and more for the root of how many they are; that they keep from others
const BEHIND = 0.8; // of the radius that the middle of where they wander is behind who is steered, so that the camera sees them
const AFTER = 4; // metres that who is steered has gone until they come along

/** Numbers from 0 to 1 (mulberry32). */
export function randomOf(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let v = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    v = (v + Math.imul(v ^ (v >>> 7), 61 | v)) ^ v;
    return ((v ^ (v >>> 14)) >>> 0) / 4294967296;
  };
}

/** So many messages a second for the others together: servers allow 240 (stream.message_rate), of which every character's stick takes one to be repeated. */
export class Budget {
  constructor(rate = 90) {
    Object.assign(this, { rate, left: 0, before: null });
  }

  /** How many may be sent now; at most what a quarter of a second saves. */
  at(time) {
    if (this.before !== null) this.left = Math.min(this.rate / 4, this.left + this.rate * Math.max(0, time - this.before));
    this.before = time;
    return Math.floor(this.left);
  }

  spend(count) {
    this.left -= count;
  }
}

/**
 * Walkers ({character, middle}) who do not wander yet, or about a place that is left behind, are sent off: at most so many. at: [x, z] of who is
 * steered. away: [x, z] of the direction in which the camera looks, of length 1. Gives how many.
 */
export function sendOff(walkers, [x, z], most, away = [0, 0]) {
  const radius = RADIUS + EACH * Math.sqrt(walkers.length + 1);
  const middle = [x + BEHIND * radius * away[0], z + BEHIND * radius * away[1]];
  const late = walkers.filter((w) => !w.character.path || !w.middle || Math.hypot(w.middle[0] - x, w.middle[1] - z) > AFTER).slice(0, most);
  for (const walker of late) {
    walker.middle = [x, z];
    walker.character.wander({ middle, radius, space: SPACE }).catch(() => {
      walker.middle = null;
    }); // it is tried again
  }
  return late.length;
}
