// Those whom nobody steers: each walks to one place after the other, round whoever would be in its way.
//
// Of some directions and speeds each takes the one that costs least: how far it is from the straight way there, and how soon it would meet somebody
// (reciprocal velocity obstacles: van den Berg, Lin, Manocha 2008, with sampled velocities). Places and velocities are [x, z], metres, seconds.

const SPEED = 1.2; // of a walk at full stick
const APART = 1; // between the middles of two
const HORIZON = 3; // meetings later than this do not count
const LAG = 0.4; // until a character goes where its stick says
const FAR = 5; // who is farther off is not looked at
const TURNS = [0, 0.35, -0.35, 0.7, -0.7, 1.1, -1.1, 1.6, -1.6, 2.3, -2.3, Math.PI], PACES = [1, 0.6];
const STEP = 1 / 12; // seconds between decisions
const SAME = 0.12, ARRIVED = 0.8, PATIENCE = 12; // a stick that moved less is not sent; metres; seconds to get somewhere

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

/** Seconds until two are nearer than APART when the first, seen from the second, moves by velocity; Infinity: never. Now: 0. */
export function meeting([px, pz], [vx, vz]) {
  const c = px * px + pz * pz - APART * APART, b = px * vx + pz * vz, a = vx * vx + vz * vz;
  if (c <= 0) return 0;
  const root = b * b - a * c;
  return b <= 0 || root < 0 ? Infinity : (b - Math.sqrt(root)) / a;
}

export class Wander {
  constructor(seed = 1) {
    Object.assign(this, { random: randomOf(seed), people: new Map(), next: 0, before: null });
  }

  /** From now on it goes elsewhere. */
  turnAway(id) {
    const who = this.people.get(id);
    if (who) who.goal = null;
  }

  /**
   * all: [{id, root, isFree}], where everyone is at that time; free ones are steered here. Gives [[id, move]], the sticks that are to be sent: at
   * most so many, those that matter most first.
   */
  step(all, time, most = Infinity) {
    if (time < this.next && time > this.next - 1) return [];
    const passed = this.before === null ? 0 : Math.min(0.5, time - this.before);
    this.next = time + STEP;
    this.before = time;

    for (const id of this.people.keys()) if (!all.some((c) => c.id === id)) this.people.delete(id);
    const people = all.map((c) => this.look(c, passed)), free = people.filter((p) => p.isFree), radius = 2 + 1.5 * Math.sqrt(all.length);
    const middle = people.find((p) => !p.isFree)?.place ?? [0, 0]; // they stay about who is steered by somebody
    const changes = free.map((who) => this.decide(who, people, { middle, radius, time })).filter(({ who, move }) => !who.sent || Math.hypot(move[0] - who.sent[0], move[1] - who.sent[1]) > SAME);

    changes.sort((a, b) => b.urgency - a.urgency);
    return changes.slice(0, most).map(({ who, move }) => [who.id, (who.sent = move)]);
  }

  /** Where it is and how fast it goes there; at: where it will be once it does what it is told now. */
  look({ id, root, isFree }, passed) {
    const who = this.people.get(id) ?? { id, place: [root[0], root[2]], velocity: [0, 0], pace: 0.8 + 0.2 * this.random(), goal: null, sent: null }, k = passed > 0 ? 1 - Math.exp(-passed / 0.15) : 0;
    [root[0], root[2]].forEach((v, i) => {
      if (passed > 0) who.velocity[i] += k * ((v - who.place[i]) / passed - who.velocity[i]);
      who.place[i] = v;
    });
    who.at = who.place.map((v, i) => v + LAG * who.velocity[i]);
    if (who.isFree !== isFree) who.sent = null;
    who.isFree = isFree;
    this.people.set(id, who);
    return who;
  }

  decide(who, people, { middle, radius, time }) {
    const near = people.filter((other) => other !== who && Math.hypot(other.at[0] - who.at[0], other.at[1] - who.at[1]) < FAR);
    if (!who.goal || time > who.until || Math.hypot(who.goal[0] - who.place[0], who.goal[1] - who.place[1]) < ARRIVED) {
      const r = radius * Math.sqrt(this.random()), a = 2 * Math.PI * this.random();
      who.goal = [middle[0] + r * Math.cos(a), middle[1] + r * Math.sin(a)];
      who.until = time + PATIENCE;
    }

    const [gx, gz] = [who.goal[0] - who.at[0], who.goal[1] - who.at[1]], ahead = Math.atan2(gx, gz), wanted = [Math.sin(ahead) * who.pace, Math.cos(ahead) * who.pace];
    let best = null;
    const consider = (move) => {
      const danger = this.danger(who, near, move), off = Math.hypot(move[0] - wanted[0], move[1] - wanted[1]);
      const change = who.sent ? Math.hypot(move[0] - who.sent[0], move[1] - who.sent[1]) : 0, cost = off + 0.3 * change + danger;
      if (!best || cost < best.cost) best = { who, move, cost, urgency: change + danger };
    };
    for (const pace of PACES) for (const turn of TURNS) consider([Math.sin(ahead + turn) * who.pace * pace, Math.cos(ahead + turn) * who.pace * pace]);
    consider([0, 0]);
    return best;
  }

  /** How bad the worst of the meetings is that this stick leads to. Two who are steered here share the way round one another. */
  danger(who, near, move) {
    let worst = 0;
    for (const other of near) {
      const apart = [other.at[0] - who.at[0], other.at[1] - who.at[1]], share = other.isFree ? 2 : 1;
      const velocity = [0, 1].map((i) => share * SPEED * move[i] - (share - 1) * who.velocity[i] - other.velocity[i]), seconds = meeting(apart, velocity);
      if (seconds > 0) worst = Math.max(worst, seconds < HORIZON ? 1.2 / (seconds + 0.15) - 1.2 / (HORIZON + 0.15) : 0);
      else worst = Math.max(worst, 8 + (3 * (apart[0] * velocity[0] + apart[1] * velocity[1])) / Math.max(0.1, Math.hypot(...apart)));
    }
    return worst;
  }
}
