// Prediction: this client computes its own character with the server's code (posed-core) and draws it without waiting for the line. Inputs
// name the tick that they are for; the server tells hashes and states, by which the prediction is checked and corrected.
import { decodeInput, encodeInput, SMPL_NAMES } from "./frame.js";
import { mix, mixAngle, nearer, slerp } from "./math.js";

// Ticks after which an input is repeated, so that the server knows that the line is alive.
const REPEAT = 15;
// Ticks between two hashes, and after a correction.
const EVERY = 30;
const EVERY_SOON = 6;
// Hashes that have to agree before they come seldom again.
const CALM = 20;
// More corrections of SEEN metres than MOST within WINDOW seconds mean that the server knows something that this client does not.
const SEEN = 0.01;
const MOST = 40;
const WINDOW = 10;
// Seconds between two calls of the clock where nothing is drawn.
const BEAT = 0.02;
// Ticks by which the first state is left behind, beyond a round trip.
const AHEAD = 4;

/** Joints of the motion's skeleton that move the joints of a body, in the order of SMPL_NAMES. */
const MOVERS = {
  pelvis: "Hips",
  spine1: "LowerBack",
  spine2: "Spine",
  spine3: "Spine1",
  neck: "Neck",
  head: "Head",
  ...Object.fromEntries(
    ["left", "right"].flatMap((side) => {
      const Side = side[0].toUpperCase() + side.slice(1);
      return [
        [`${side}_hip`, `${Side}UpLeg`],
        [`${side}_knee`, `${Side}Leg`],
        [`${side}_ankle`, `${Side}Foot`],
        [`${side}_foot`, `${Side}ToeBase`],
        [`${side}_collar`, `${Side}Shoulder`],
        [`${side}_shoulder`, `${Side}Arm`],
        [`${side}_elbow`, `${Side}ForeArm`],
        [`${side}_wrist`, `${Side}Hand`],
        [`${side}_hand`, `${Side}Hand`],
      ];
    }),
  ),
};
// Parents of the body's joints, in the order of SMPL_NAMES.
const SMPL_PARENTS = [-1, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19, 20, 21];

/** a b of quaternions in arrays, at their indices. */
function times(a, i, b, j) {
  const [ax, ay, az, aw] = [a[i], a[i + 1], a[i + 2], a[i + 3]];
  const [bx, by, bz, bw] = [b[j], b[j + 1], b[j + 2], b[j + 3]];
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}
const inverse = (a, i = 0) => [-a[i], -a[i + 1], -a[i + 2], a[i + 3]];

/** Rotations in the frame of the root, of local ones. parents: of the joints, -1: none. */
function globals(locals, parents) {
  const all = [];
  parents.forEach((parent, j) => {
    all.push(parent < 0 ? [...locals.slice(4 * j, 4 * j + 4)] : times(all[parent], 0, locals, 4 * j));
  });
  return all;
}

/** Rotations of a skeleton whose first one is in the world, in the frame of the root. */
function inRoot(rotations, yaw) {
  const out = Float32Array.from(rotations);
  out.set(times([0, Math.sin(-yaw / 2), 0, Math.cos(yaw / 2)], 0, rotations, 0), 0);
  return out;
}

/** Places in the frame of the root, of places in the world. */
function placesInRoot(places, root, yaw) {
  const out = new Float32Array(places.length);
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
  for (let i = 0; i < out.length; i += 3) {
    const [x, y, z] = [places[i] - root[0], places[i + 1] - root[1], places[i + 2] - root[2]];
    out[i] = c * x - s * z;
    out[i + 1] = y;
    out[i + 2] = s * x + c * z;
  }
  return out;
}

/** Decodes base64. */
const bytesOf = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

const cores = new Map();

/** Loads posed-core with the network that the daemon serves, once for each daemon. */
function coreOf(base) {
  if (!cores.has(base)) {
    const loading = loadCore(base);
    cores.set(base, loading);
    loading.catch(() => cores.delete(base));
  }
  return cores.get(base);
}

async function loadCore(base) {
  const isNode = typeof process !== "undefined" && process.versions?.node;
  const name = isNode ? "posed-core" : `${base}/web/posed_core.js`; // a variable: bundlers do not look for it
  const [{ Core }, reply] = await Promise.all([
    import(/* @vite-ignore */ /* webpackIgnore: true */ name),
    fetch(`${base}/web/motion.safetensors`),
  ]);
  if (!reply.ok) throw new Error(`${base}/web/motion.safetensors: status ${reply.status}`);
  const model = await reply.arrayBuffer();
  return Core.load(isNode ? { model } : { model, wasm: `${base}/web/posed_core.wasm` });
}

/**
 * The prediction of one character. `state` is "off" (not begun), "loading", "on" (drawn from here) or "server" (drawn from the server's
 * frames, with the `reason`). `corrections` counts those above 1 cm; `worst` is the largest, in metres.
 */
export class Prediction {
  /** options: {core (a Core of posed-core, or a promise of one), scene (its description, if the session's cannot be fetched)}. */
  constructor(stream, character, options = {}) {
    Object.assign(this, { stream, character, options, state: "off", reason: null, core: null, predictor: null });
    Object.assign(this, { corrections: 0, worst: 0, last: [], every: EVERY, calm: 0, isAsking: false, sent: null, poses: [] });
    Object.assign(this, { scene: null, isDone: false, bytes: 0 });
  }

  get isOn() {
    return this.state === "on";
  }

  /** Loads the core and asks for the first state. */
  async begin() {
    const { stream, character, options } = this;
    const { fields } = character;
    if (character.joints) return this.enter("server", "character");
    if (fields.drive === "observe") return this.enter("server", "observe");
    if (stream.profileFields?.channels?.includes("vertices")) return this.enter("server", "vertices");
    this.enter("loading");
    try {
      this.core = await (options.core ??
        coreOf(
          stream.client?.base ??
            String(stream.url)
              .replace(/^ws/i, "http")
              .replace(/\/v1\/stream.*$/, ""),
        ));
      if (stream.clock.roundTrip === null) await stream.ping();
      if (this.isDone) return;
      this.ask();
      this.timer ??= setInterval(() => this.advance(stream.now()), 1000 * BEAT);
      this.timer.unref?.();
    } catch (error) {
      if (error.code === "disconnected") return this.enter("off"); // the next connection begins again
      this.enter("server", "core");
      stream.trouble({ code: "prediction", detail: `the character ${character.id} is drawn from the server's frames: ${error.message}` });
    }
  }

  /** Changes the state. */
  enter(state, reason = null) {
    if (this.state === state && this.reason === reason) return;
    Object.assign(this, { state, reason });
    this.stream.emit("prediction", { id: this.character.id, state, reason });
  }

  /** Asks for a state, and for a hash every so many ticks. */
  ask() {
    if (this.stream.state !== "open" || !this.character.id) return;
    this.isAsking = true;
    this.stream.send({ type: "predict", id: this.character.id, every: this.every });
  }

  /** The connection was lost, or the session is another one. */
  pause() {
    this.forget();
    this.enter("off");
  }

  forget() {
    this.predictor?.forget();
    Object.assign(this, { isAsking: false, sent: null, last: [], every: EVERY, calm: 0 });
  }

  /** Draws the server's frames from now on, because of a reason of this client. Tries again after WINDOW seconds, if it may pass. */
  giveUp(reason, mayPass) {
    this.forget();
    this.enter("server", reason);
    if (this.stream.state === "open") this.stream.send({ type: "predict", id: this.character.id, stop: true });
    this.stream.sendHeld(this.character);
    if (mayPass) this.retry = setTimeout(() => !this.isDone && this.state === "server" && this.ask(), 1000 * WINDOW);
    this.retry?.unref?.();
  }

  /** Ends it. */
  end() {
    this.isDone = true;
    clearInterval(this.timer);
    clearTimeout(this.retry);
    this.predictor?.remove();
    this.predictor = null;
    this.state = "off";
  }

  /** Takes a message `predicted` of the server. */
  async take(message) {
    const now = this.stream.now();
    if (this.isDone || !this.core) return;
    if (message.early !== undefined && this.isOn) {
      this.early = message.early;
      for (let ahead = this.predictor.report(message.early, this.roundTrip); ahead > 0; ahead--) this.tick();
    }
    if (message.reason) {
      this.forget();
      return this.enter("server", message.reason);
    }
    if (message.hash !== undefined) return this.check(message);
    if (message.snapshot !== undefined) await this.restore(message, now);
  }

  get roundTrip() {
    return this.stream.clock.roundTrip ?? 0;
  }

  /** Compares a hash of the server with the prediction. */
  check({ tick, hash }) {
    if (!this.isOn || this.isAsking) return;
    const agreement = this.predictor.check(tick, hash);
    if (agreement === "differs") {
      Object.assign(this, { every: EVERY_SOON, calm: 0 });
      this.ask();
    } else if (agreement === "agrees" && this.every !== EVERY && ++this.calm >= CALM) {
      Object.assign(this, { every: EVERY, calm: 0 });
      this.ask();
    }
  }

  /** Takes a state of the server. */
  async restore({ tick, seq, snapshot, network, scene }, now) {
    if (network !== this.core.modelHash) return this.giveUp("model", false);
    if (!this.predictor && !(await this.prepare(scene))) return;
    if (this.isDone) return;
    this.isAsking = false;
    const rate = this.stream.welcome.tick_rate;
    let done;
    try {
      done = this.predictor.restore({ tick, seq, snapshot: bytesOf(snapshot), ahead: Math.round(this.roundTrip * rate) + AHEAD });
    } catch (error) {
      this.stream.trouble({ code: "prediction", pointer: "/snapshot", detail: error.message });
      return this.giveUp("snapshot", true);
    }
    if (!this.isOn) {
      this.predictor.begin(rate, this.stream.now());
      this.sent = null;
      return this.enter("on");
    }
    if (done.distance > SEEN) this.count(done, now);
  }

  /** Counts a correction. */
  count({ distance, replayed }, now) {
    this.corrections++;
    this.worst = Math.max(this.worst, distance);
    this.last = this.last.filter((time) => time > now - WINDOW);
    this.last.push(now);
    this.stream.emit("corrected", { id: this.character.id, distance, replayed });
    if (this.last.length > MOST) this.giveUp("differs", true);
  }

  /** Makes the predictor, in the session's scene. Returns false if that is not known. */
  async prepare(id) {
    let description = this.options.scene ?? null;
    try {
      if (!description && id) {
        const found = await this.stream.client?.json("GET", `/v1/scenes/${encodeURIComponent(id)}?heights=true`);
        if (!found) throw new Error("the scene is not known; give its description as predict.scene");
        const { walls = [], jumps = [], crouches = [], beams = [], seats = [], ground } = found;
        const level = ground?.kind === "flat" || !ground;
        description = { walls, jumps, crouches, beams, seats, ...(!level && { ground: pick(ground, ["cell", "heights", "x", "z"]) }) };
      }
      const scene = description ? this.core.scene(description) : undefined;
      if (this.isDone) return false;
      this.predictor ??= this.core.predictor({ scene });
      return true;
    } catch (error) {
      this.giveUp("scene", false);
      this.stream.trouble({
        code: "prediction",
        detail: `the character ${this.character.id} is drawn from the server's frames: ${error.message}`,
      });
      return false;
    }
  }

  // -- ticks ---------------------------------------------------------------------------

  /** Computes the ticks that are due at a local time. */
  advance(now) {
    if (!this.isOn || this.stream.state !== "open") return;
    const due = this.predictor.due(now);
    if (due < 0) {
      this.pause();
      return this.ask(); // the program was stopped: a new state begins
    }
    for (let i = 0; i < due; i++) this.tick();
    if (due > 0) this.at = now;
  }

  /** Computes one tick, and sends its input if it is new or was not sent for a time. */
  tick() {
    const { predictor, character, stream } = this;
    const held = character.held ?? { seq: character.seq };
    const isNew = this.sent?.held !== character.held || this.sent === null;
    if (isNew || predictor.tick - this.sent.tick >= REPEAT) {
      const bytes = encodeInput({ ...held, id: character.id, tick: (predictor.tick + 1) >>> 0 });
      const { look, ...input } = decodeInput(bytes);
      const tick = predictor.input({ ...input, ...(look && { look }) }, held.seq ?? 0);
      this.sent = { held: character.held, tick };
      this.bytes += bytes.length;
      stream.socket.send(bytes);
    }
    predictor.step();
    const pose = predictor.pose();
    this.poses = [this.poses[1], shownOf(pose)];
  }

  // -- drawing -------------------------------------------------------------------------

  /** Returns the character as it is drawn now: `seen` is what the frames show of it, if anything. */
  draw(seen, now) {
    this.advance(now);
    const [before, after] = this.poses;
    if (!this.isOn || !after) return seen;
    const rate = this.stream.welcome.tick_rate;
    const t = before ? Math.min(1, Math.max(0, (now - this.at) * rate)) : 1;
    const a = before ?? after;
    nearer(after.rotations, a.rotations);
    const out = {
      ...(seen ?? { id: this.character.id, seq: this.character.seq, gait: 0 }),
      root: mix(new Float32Array(3), a.root, after.root, t),
      yaw: mixAngle(a.yaw, after.yaw, t),
      phase: after.phase,
      contacts: after.contacts,
      rotations: slerp(new Float32Array(after.rotations.length), a.rotations, after.rotations, t),
      joints: mix(new Float32Array(after.joints.length), a.joints, after.joints, t),
      predicted: true,
    };
    if (seen?.smpl) out.smpl = this.bodyOf(out) ?? seen.smpl;
    return out;
  }

  /**
   * Returns the rotations of the body for a predicted pose: each joint is turned by as much as the joint of the motion that moves it, since the
   * newest frame. Null without such a frame.
   */
  bodyOf(shown) {
    const frame = this.stream.timeline.newest;
    const there = frame?.characters.get(this.character.id);
    const past = there?.smpl && this.predictor.past(frame.tick);
    if (!past) return null;
    const { joints } = this.core;
    const parents = (this.parents ??= joints.map((joint) => joint.parent));
    const movers = (this.movers ??= SMPL_NAMES.slice(0, 24).map((name) => joints.findIndex((joint) => joint.name === MOVERS[name])));
    const was = globals(inRoot(past.rotations, past.yaw), parents);
    const is = globals(shown.rotations, parents);
    const body = globals(there.smpl.rotations, SMPL_PARENTS);
    const turned = body.map((q, j) => (movers[j] < 0 ? q : times(times(is[movers[j]], 0, inverse(was[movers[j]]), 0), 0, q, 0)));
    const rotations = new Float32Array(there.smpl.rotations.length);
    turned.forEach((q, j) => rotations.set(SMPL_PARENTS[j] < 0 ? q : times(inverse(turned[SMPL_PARENTS[j]]), 0, q, 0), 4 * j));
    const hips = placesInRoot(past.hips, past.root, past.yaw);
    const pelvis = there.smpl.pelvis.map((v, k) => v + shown.joints[k] - hips[k]);
    return { pelvis, rotations };
  }
}

/** Copies some members of an object. */
const pick = (object, names) => Object.fromEntries(names.map((name) => [name, object[name]]));

/** Copies a pose of the core in the form of a frame's character: rotations and joints in the frame of the root. */
function shownOf(pose) {
  const { root, yaw, phase } = pose;
  return {
    root: Float32Array.from(root),
    yaw,
    phase,
    contacts: pose.contacts.reduce((bits, contact, i) => bits | (contact > 0.5 ? 1 << i : 0), 0),
    rotations: inRoot(pose.rotations, yaw),
    joints: placesInRoot(pose.joints, root, yaw),
  };
}
