// Characters that the user does not steer. They wander around the steered one and keep apart (sendOff), or copy its input. Budget limits
// the number of messages.

/** Value of the server's `random` for the first person. first.js has it too. The person wears light clothes, which are visible in the dark theme. */
export const FIRST = 22;
// Radius of the area for wandering, in metres: RADIUS + EACH * sqrt(number of characters).
const RADIUS = 1;
const EACH = 1.2;
// Distance that wandering characters keep from others, in metres.
const SPACE = 1;
// Distance of the area's centre behind the steered character, seen from the camera, as a fraction of the radius.
const BEHIND = 0.8;
// Distance that the steered character has to move before the others follow, in metres.
const AFTER = 4;

/** Returns a generator of pseudorandom numbers from 0 to 1 (mulberry32). */
export function randomOf(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let v = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    v = (v + Math.imul(v ^ (v >>> 7), 61 | v)) ^ v;
    return ((v ^ (v >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Limits the messages for the other characters to `rate` a second. A server allows 240 a second (stream.message_rate), and the client
 * repeats each character's input once a second.
 */
export class Budget {
  constructor(rate = 90) {
    Object.assign(this, { rate, left: 0, before: null });
  }

  /** Returns how many messages may be sent at this time (seconds): at most what a quarter of a second allows. */
  at(time) {
    if (this.before !== null) this.left = Math.min(this.rate / 4, this.left + this.rate * Math.max(0, time - this.before));
    this.before = time;
    return Math.floor(this.left);
  }

  /** Counts messages that were sent. */
  spend(count) {
    this.left -= count;
  }
}

/**
 * Makes walkers wander that do not yet, or whose area has been left behind; at most `most` of them. [x, z]: position of the steered
 * character. away: unit vector [x, z] of the camera's direction. walker.middle is the position that its area belongs to.
 * Returns the number of walkers sent off.
 */
export function sendOff(walkers, [x, z], most, away = [0, 0]) {
  const radius = RADIUS + EACH * Math.sqrt(walkers.length + 1);
  const middle = [x + BEHIND * radius * away[0], z + BEHIND * radius * away[1]];
  const late = walkers.filter((w) => !w.character.path || !w.middle || Math.hypot(w.middle[0] - x, w.middle[1] - z) > AFTER).slice(0, most);
  for (const walker of late) {
    walker.middle = [x, z];
    walker.character.wander({ middle, radius, space: SPACE }).catch(() => {
      walker.middle = null; // so that it is tried again
    });
  }
  return late.length;
}
