// The furnished room: a chair, a stool and a bench to sit on, a ball on a post and one on a shelf to reach for. A click, a key or a button
// sends the steered character there. room_plan.js says where things stand. Lengths are in metres.
import * as THREE from "three";
import { RoundedBoxGeometry } from "three/examples/jsm/geometries/RoundedBoxGeometry.js";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import { button, h } from "../ui/dom.js";
import { BALLS, SEATS, SHELF } from "./room_plan.js";
import { tell } from "../ui/said.js";
import { t } from "../ui/text.js";
import { color, colors } from "../ui/tokens.js";

// Radius of a ball, in metres.
const BALL = 0.085;
// Distance that the pointer may move during a click, in pixels.
const CLICK = 6;
// Distance in front of a ball at which the character stands, in metres.
const BEFORE = 0.5;
// Distance to the side, so that the ball is in front of the hand, in metres.
const BESIDE = 0.16;
// Distance of the wrist from the centre of the ball, in metres.
const WRIST = 0.19;
// Distance from the place below which the character has arrived, in metres.
const THERE = 0.1;
// Angle to the ball below which the character has turned, in radians.
const TURNED = 0.2;
// Largest deflection of the stick on the last steps, 0 to 1.
const SLOW = 0.45;
// Time after which the character reaches from where it is, in seconds.
const PATIENCE = 5;
// Distance of the wrist from the ball's centre below which the hand is on the ball, in metres.
const TOUCHED = 0.25;
// Time between two messages of input, in seconds.
const SEND = 0.1;
// Distance from a seat below which the character counts as sitting, and at which code of the session makes it start, in metres.
const BEFORE_SEAT = 0.9;

/** Builds one piece of furniture from boxes and cylinders. Each part has a colour. */
class Carpenter {
  constructor(isPlain) {
    const [oak, walnut, cushion, cloth, plaster, metal, rug] = colors("room");
    Object.assign(this, { isPlain, parts: [], paints: { oak, walnut, cushion, cloth, plaster, metal, rug } });
  }

  /** Adds a geometry. paint: name of its colour; then its position and its Euler angles in radians. */
  add(geometry, paint, [x, y, z], [a, b, c] = [0, 0, 0]) {
    const { r, g, b: blue } = new THREE.Color(this.paints[paint]);
    const flat = geometry.index ? geometry.toNonIndexed() : geometry;
    const count = flat.attributes.position.count;
    flat.deleteAttribute("uv");
    flat.setAttribute(
      "color",
      new THREE.Float32BufferAttribute(
        Array.from({ length: 3 * count }, (_, i) => [r, g, blue][i % 3]),
        3,
      ),
    );
    this.parts.push(flat.applyMatrix4(new THREE.Matrix4().makeRotationFromEuler(new THREE.Euler(a, b, c)).setPosition(x, y, z)));
  }

  /** Adds a box of this width, height and depth. Its edges are rounded unless the renderer is slow. */
  box(w, height, d, paint, at, turn) {
    this.add(
      this.isPlain
        ? new THREE.BoxGeometry(w, height, d)
        : new RoundedBoxGeometry(w, height, d, 2, Math.min(0.018, 0.45 * Math.min(w, height, d))),
      paint,
      at,
      turn,
    );
  }

  /** Adds a cylinder with the radii `top` and `bottom`. */
  turned(top, bottom, height, paint, at, turn) {
    this.add(new THREE.CylinderGeometry(top, bottom, height, this.isPlain ? 10 : 24), paint, at, turn);
  }

  /** Adds four legs below a seat of this width and depth, slightly splayed. */
  legs(w, d, height, paint) {
    for (const x of [-1, 1])
      for (const z of [-1, 1])
        this.turned(0.021, 0.014, height, paint, [x * (w / 2 - 0.03), height / 2, z * (d / 2 - 0.03)], [-0.05 * z, 0, 0.05 * x]);
  }

  /** Returns all parts as one mesh. */
  done(material) {
    const mesh = new THREE.Mesh(mergeGeometries(this.parts), material);
    return Object.assign(mesh, { castShadow: true, receiveShadow: true });
  }
}

/** Builders of the furniture. Seats are at the origin and face +Z. */
const PIECES = {
  chair(c) {
    c.box(0.45, 0.035, 0.43, "oak", [0, 0.4, 0]);
    c.box(0.42, 0.045, 0.4, "cushion", [0, 0.428, 0.005]);
    c.legs(0.45, 0.43, 0.39, "oak");
    for (const x of [-0.19, 0.19]) c.turned(0.015, 0.019, 0.48, "oak", [x, 0.63, -0.225], [-0.13, 0, 0]);
    for (const [y, tall] of [
      [0.6, 0.05],
      [0.71, 0.05],
      [0.825, 0.1],
    ])
      c.box(0.4, tall, 0.022, "oak", [0, y, -0.225 - 0.13 * (y - 0.63)], [-0.13, 0, 0]);
  },
  stool(c) {
    c.turned(0.175, 0.165, 0.04, "walnut", [0, 0.58, 0]);
    c.turned(0.15, 0.17, 0.012, "cloth", [0, 0.604, 0]);
    for (let i = 0; i < 3; i++) {
      const a = (2 * Math.PI * i) / 3;
      c.turned(
        0.018,
        0.014,
        0.58,
        "walnut",
        [0.145 * Math.sin(a), 0.285, 0.145 * Math.cos(a)],
        [-0.16 * Math.cos(a), 0, 0.16 * Math.sin(a)],
      );
    }
    c.add(new THREE.TorusGeometry(0.148, 0.009, 6, c.isPlain ? 14 : 36).rotateX(Math.PI / 2), "metal", [0, 0.24, 0]);
  },
  bench(c) {
    for (const z of [-0.125, 0, 0.125]) c.box(1.25, 0.04, 0.115, "oak", [0, 0.4, z]);
    for (const x of [-0.5, 0.5]) {
      c.box(0.05, 0.38, 0.34, "walnut", [x, 0.19, 0]);
      c.box(0.09, 0.025, 0.4, "walnut", [x, 0.0125, 0]);
    }
    c.box(1.0, 0.06, 0.03, "walnut", [0, 0.3, 0]);
  },
  shelf(c) {
    const [from, to] = [SHELF.from[0], SHELF.to[0]];
    const middle = (from + to) / 2;
    const face = SHELF.from[1] + SHELF.width;
    const wide = to - from + 0.12;
    c.box(wide, SHELF.height, 2 * SHELF.width, "plaster", [middle, SHELF.height / 2, SHELF.from[1]]);
    c.box(wide, 0.09, 0.02, "walnut", [middle, 0.045, face + 0.01]);
    for (const [y, w, x] of [
      [1.4, 1.7, 0],
      [1.78, 0.9, -0.5],
    ])
      c.box(w, 0.035, 0.3, "oak", [middle + x, y, face + 0.15]);
    for (const x of [-0.7, 0.7]) c.box(0.03, 0.12, 0.2, "metal", [middle + x, 1.325, face + 0.1]);
    [
      ["cloth", 0.24, 0],
      ["cushion", 0.21, 0.045],
      ["walnut", 0.26, 0.085],
      ["metal", 0.22, 0.125],
    ].forEach(([paint, tall, x]) => c.box(0.036, tall, 0.17, paint, [middle - 0.75 + x, 1.418 + tall / 2, face + 0.15]));
    c.turned(0.035, 0.075, 0.2, "cloth", [middle - 0.45, 1.9, face + 0.15]);
    c.turned(0.05, 0.035, 0.045, "cloth", [middle - 0.45, 2.02, face + 0.15]);
  },
  post(c) {
    const [x, y, z] = BALLS.post.at;
    const top = y - BALL;
    c.turned(0.17, 0.19, 0.03, "metal", [x, 0.015, z]);
    c.turned(0.018, 0.024, top - 0.05, "walnut", [x, top / 2, z]);
    c.turned(0.055, 0.03, 0.05, "walnut", [x, top - 0.02, z]);
  },
  rug(c) {
    c.add(new THREE.CylinderGeometry(1.45, 1.45, 0.008, 48), "rug", [0, 0.004, 0]);
    c.add(new THREE.TorusGeometry(1.38, 0.02, 4, 48).rotateX(Math.PI / 2).scale(1, 0.3, 1), "cushion", [0, 0.008, 0]);
  },
};

/**
 * Furniture of the scene `room`, and what the steered character does with it. now: name of the thing in use, or null.
 * stage: "" | "sits" | "walks" (follows a path to a ball) | "nears" (the last steps) | "reaches". who: the walker that uses it.
 */
export class Room {
  constructor(motion) {
    Object.assign(this, { motion, view: motion.view, now: null, stage: "", next: 0, over: null, said: new Map() });
    this.group = new THREE.Group();
    motion.ground.group.parent.add(this.group);
    this.material = this.view.isSoftware
      ? new THREE.MeshLambertMaterial({ vertexColors: true })
      : new THREE.MeshStandardMaterial({ vertexColors: true, roughness: 0.7 });
    this.things = new Map([...Object.keys(SEATS), ...Object.keys(BALLS)].map((name) => [name, this.make(name)]));
    this.make("rug");
    this.ring = new THREE.Mesh(
      new THREE.RingGeometry(0.9, 1, 48).rotateX(-Math.PI / 2),
      new THREE.MeshBasicMaterial({ transparent: true, opacity: 0.85, depthWrite: false }),
    );
    this.ring.visible = false;
    this.tag = h(".tag", { hidden: true, "aria-hidden": "true" });
    document.body.append(this.tag);
    this.group.add(this.ring);
    this.theme();
    this.view.listeners.add(this);
    this.view.canvas.addEventListener("pointermove", (e) => {
      if (this.group.visible && !e.buttons) this.hover(this.at(this.view.camera.ray(e, this.view.canvas)));
    });
  }

  /** Makes a thing by its name. Returns {name, seat or ball, mesh, middle: its centre, size: radius for clicks}. */
  make(name) {
    const carpenter = new Carpenter(this.view.isSoftware);
    const seat = SEATS[name];
    const ball = BALLS[name];
    PIECES[name](carpenter);
    const mesh = carpenter.done(this.material);
    if (seat) {
      mesh.position.set(seat.at[0], 0, seat.at[1]);
      mesh.rotation.y = seat.facing;
    }
    this.group.add(mesh);
    if (!ball)
      return {
        name,
        seat,
        mesh,
        middle: new THREE.Vector3(...(seat ? [seat.at[0], 0.5 * seat.height, seat.at[1]] : [0, 0, 0])),
        size: 0.42,
      };
    const round = new THREE.Mesh(
      new THREE.SphereGeometry(BALL, 24, 16),
      this.view.isSoftware ? new THREE.MeshLambertMaterial() : new THREE.MeshStandardMaterial({ roughness: 0.35 }),
    );
    round.position.fromArray(ball.at);
    round.castShadow = true;
    this.group.add(round);
    return { name, ball, mesh: round, middle: round.position, size: 0.2 };
  }

  /** Called when the theme changes. */
  theme() {
    const [balls, mark] = [colors("balls"), color("mark")];
    this.lit = new THREE.Color(color("good"));
    Object.keys(BALLS).forEach((name, i) => {
      this.things.get(name).own = new THREE.Color(balls[i]);
    });
    this.ring.material.color.set(mark);
    this.paint();
  }

  /** Sets the colours of the balls. One that is touched by the hand has another colour. */
  paint() {
    for (const [name, { mesh, ball, own }] of this.things)
      if (ball) mesh.material.color.copy(name === this.now && this.isTouched ? this.lit : own);
  }

  // -- using a thing -------------------------------------------------------------------------

  /** Returns a button for each thing. */
  buttons() {
    this.knobs = new Map(
      [...this.things.keys()].map((name) => [name, button(t(name), () => this.use(name), { pressed: name === this.now })]),
    );
    return [...this.knobs.values()];
  }

  /** Returns the name of the thing of a kind ("seat" or "ball") that is nearest to the character. */
  nearest(kind) {
    const root = this.motion.mine?.last?.root ?? [0, 0, 0];
    const far = ({ middle }) => Math.hypot(middle.x - root[0], middle.z - root[2]);
    return [...this.things.values()].filter((thing) => thing[kind]).sort((a, b) => far(a) - far(b))[0].name;
  }

  /** Called for a key. kind: "seat" or "ball". Uses the nearest, or leaves the one in use. */
  toggle(kind) {
    this.use(this.things.get(this.now)?.[kind] ? this.now : this.nearest(kind));
  }

  /** Sends the character to a thing, or lets it leave the thing that it already uses. */
  use(name) {
    const { mine } = this.motion;
    const isSame = name === this.now;
    this.leave();
    if (isSame || !mine?.last) return;
    this.now = name;
    this.since = this.view.camera.time;
    this.who = mine;
    this.motion.path.forget();
    const { seat, ball } = this.things.get(name);
    if (seat) this.sit(seat);
    else this.walk(ball);
    this.tell();
  }

  /** Sends the character to a seat. */
  sit({ at, facing, height }) {
    this.stage = "sits";
    this.who.character.sit(at, { facing, height, space: 1 }).catch((error) => this.fail(error));
  }

  /** Sends the character to where the ball is in front of its right hand, or of its left one where that is nearer. */
  walk({ at, facing }) {
    const [x, , z] = this.who.last.root;
    const yaw = facing ?? Math.atan2(at[0] - x, at[2] - z);
    const [s, c] = [Math.sin(yaw), Math.cos(yaw)];
    const side = this.hand(c * (at[0] - x) - s * (at[2] - z));
    this.yaw = yaw;
    this.place = [at[0] - BEFORE * s + side * BESIDE * c, at[2] - BEFORE * c - side * BESIDE * s];
    this.stage = "walks";
    this.who.character.follow([this.place], { round: true, gait: "walk", space: 1 }).catch((error) => this.fail(error));
  }

  /** Chooses the hand. left: how far the ball is to the left, in metres. Returns 1 for the right hand, -1 for the left. */
  hand(left) {
    this.joint = left > 0.3 ? "left_hand" : "right_hand";
    return left > 0.3 ? -1 : 1;
  }

  /** Called when the character has reached the end of its path or the seat. */
  arrived() {
    if (this.stage === "walks") Object.assign(this, { stage: "nears", since: this.view.camera.time });
    if (this.stage === "sits") this.tell();
  }

  /** Called when the server found no way there. */
  unreachable() {
    if (this.now) this.fail(new Error(t("noWay")));
  }

  /** Called before each frame during the last steps: moves the character to its place while it turns to the ball. */
  near() {
    const { root, yaw } = this.who.last;
    const [dx, dz] = [this.place[0] - root[0], this.place[1] - root[2]];
    const far = Math.hypot(dx, dz);
    const off = Math.abs(Math.atan2(Math.sin(this.yaw - yaw), Math.cos(this.yaw - yaw)));
    const now = this.view.camera.time;
    const isLate = now - this.since > PATIENCE;
    const look = [Math.sin(this.yaw), Math.cos(this.yaw)];
    if (now < this.next) return;
    this.next = now + SEND;
    const push = far > THERE ? Math.max(0.2, Math.min(SLOW, 1.5 * far)) / far : 0;
    this.who.character.input({ move: isLate ? [0, 0] : [push * dx, push * dz], look, strafe: 1, gait: "walk" });
    if (isLate || (far < THERE && off < TURNED)) this.grasp();
  }

  /** Starts to reach for the ball, on the side of it that faces the shoulder. */
  grasp() {
    const {
      character,
      last: { root, yaw },
    } = this.who;
    const at = this.things.get(this.now).middle;
    const side = this.joint === "left_hand" ? 1 : -1;
    const shoulder = new THREE.Vector3(0.18 * side, 1.38, 0)
      .applyAxisAngle(new THREE.Vector3(0, 1, 0), yaw)
      .add(new THREE.Vector3().fromArray(root));
    this.wrist = shoulder.sub(at).setLength(WRIST).add(at).toArray();
    this.stage = "reaches";
    character.reach(this.joint, this.wrist, { anchor: "world", seconds: 0.7 }).catch((error) => this.fail(error));
    character.look([Math.sin(this.yaw), Math.cos(this.yaw)], { point: at.toArray(), seconds: 0.5 }).catch(() => {});
  }

  /** Gives up after an error of the server, and shows it. */
  fail(error) {
    this.forget();
    this.motion.app.say(error);
  }

  /** Leaves the thing in use: stands up, or lets go. */
  leave() {
    const { now, stage, who } = this;
    if (!now) return;
    this.forget();
    if (stage === "sits") who.character.sit(null).catch(() => {});
    if (stage === "reaches") {
      who.character.reach(this.joint, null, { weight: 0, seconds: 0.4 }).catch(() => {});
      who.character.look(null).catch(() => {});
    }
    if (stage !== "sits") who.character.input({ move: [0, 0] });
  }

  /** Forgets the thing in use, without telling the server. */
  forget() {
    Object.assign(this, { now: null, stage: "", isTouched: false });
    this.paint();
    this.tell();
  }

  /** Updates the buttons. */
  tell() {
    for (const [name, knob] of this.knobs ?? []) knob.press(name === this.now);
  }

  /**
   * Returns what the steered character does with a thing, as messages {does, position}, or null. position: where it would start, which is
   * in front of a seat that it already sits on.
   */
  doing() {
    const { now, stage, who } = this;
    const { seat, ball } = this.things.get(now) ?? {};
    if (seat) {
      const { at, facing, height } = seat;
      const ahead = [Math.sin(facing), Math.cos(facing)];
      const { root } = who.last;
      const isThere = Math.hypot(at[0] - root[0], at[1] - root[2]) < BEFORE_SEAT;
      return {
        ...(isThere && { position: at.map((v, k) => v + BEFORE_SEAT * ahead[k]) }),
        does: [{ type: "sit", seat: at, facing, height, space: 1 }],
      };
    }
    if (ball && stage === "reaches")
      return {
        does: [
          { type: "reach", joint: this.joint, target: this.wrist, anchor: "world", seconds: 0.7 },
          { type: "look", at: [Math.sin(this.yaw), Math.cos(this.yaw)], point: this.things.get(now).middle.toArray(), seconds: 0.5 },
        ],
      };
    return null;
  }

  // -- the pointer -----------------------------------------------------------------------------

  /** Returns the first thing that a ray meets, or null. */
  at(ray) {
    const met = [...this.things.values()]
      .map((thing) => ({ thing, on: ray.intersectSphere(new THREE.Sphere(thing.middle, thing.size), new THREE.Vector3()) }))
      .filter(({ on }) => on);
    return met.sort((a, b) => a.on.distanceTo(ray.origin) - b.on.distanceTo(ray.origin))[0]?.thing ?? null;
  }

  /** Marks the thing below the pointer. */
  hover(thing) {
    this.over = thing;
    this.view.canvas.classList.toggle("pointing", Boolean(thing));
  }

  /** Returns a drag for Camera.grab that uses the thing when it was a click. The camera turns meanwhile. */
  grab(event, ray) {
    const thing = this.at(ray);
    return (
      thing && {
        end: (e) => {
          if (e.type === "pointerup" && Math.hypot(e.clientX - event.clientX, e.clientY - event.clientY) < CLICK) this.use(thing.name);
        },
      }
    );
  }

  // -- every frame -----------------------------------------------------------------------------

  /** Shows or hides the furniture. */
  show(on) {
    this.group.visible = on;
    if (!on) this.hover(null);
    if (!on) this.tag.hidden = true;
  }

  /** Called before each frame. */
  update() {
    if (!this.group.visible) return;
    if (this.stage === "nears") this.near();
    if (this.stage === "reaches") this.touch();
    const thing = this.over ?? this.things.get(this.now) ?? null;
    this.ring.visible = Boolean(thing);
    this.tag.hidden = !this.over;
    if (thing) this.mark(thing);
  }

  /** Finds out whether the hand is on the ball. */
  touch() {
    const figure = this.who.figures.find((f) => f.bones);
    const at = this.things.get(this.now).middle;
    const wrist = figure?.bones.find((b) => b.name === this.joint.replace("hand", "wrist"));
    const isTouched = Boolean(wrist) && wrist.getWorldPosition(new THREE.Vector3()).distanceTo(at) < TOUCHED;
    if (isTouched !== this.isTouched) {
      this.isTouched = isTouched;
      this.paint();
    }
  }

  /** Draws the ring around a thing, and says next to it what a click does. */
  mark({ name, seat, middle }) {
    const size = seat ? (name === "bench" ? 0.78 : 0.42) : 0.3;
    const p = middle.clone();
    this.ring.position.set(middle.x, 0.016, middle.z);
    this.ring.scale.setScalar(size);
    if (!this.over) return;
    p.y = seat ? seat.height + 0.45 : p.y + 0.2;
    p.project(this.view.camera.eye);
    const isThere = name === this.now;
    const what = seat ? (isThere ? "standUp" : "sitDown") : isThere ? "letGo" : "reachFor";
    tell(this.tag, null, t(what));
    this.tag.style.transform = `translate(-50%, -50%) translate(${((p.x + 1) / 2) * this.view.canvas.clientWidth}px, ${((1 - p.y) / 2) * this.view.canvas.clientHeight}px)`;
  }

  /** Darkens the ground below the furniture. */
  darken(shade) {
    const dark = this.view.sun.castShadow ? 0.25 : 0.5;
    for (const { name, middle } of this.things.values())
      if (name !== "shelf") shade.spot(middle.x, middle.z, name === "bench" ? 0.62 : name === "post" ? 0.3 : 0.38, dark);
    for (let x = SHELF.from[0]; x <= SHELF.to[0]; x += 0.5) shade.spot(x, SHELF.from[1] + 0.1, 0.5, dark);
  }
}
