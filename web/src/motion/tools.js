// Two tools for the pointer in the Motion tab: PathTool draws a path for the character, ReachTool drags the ball that a hand reaches for.
import * as THREE from "three";
import { button, toast } from "../ui/dom.js";
import { Handle } from "../view/marks.js";
import { t } from "../ui/text.js";
import { color } from "../ui/tokens.js";

// Smallest distance between points of a drawn path, in metres.
const STEP = 0.12;
// Distance between the ends of a path below which it is closed, in metres.
const CLOSE = 0.7;
// Largest number of points of a path.
const MOST = 500;
// Shortest time between two messages while the ball is dragged, in milliseconds.
const REACH_MS = 50;

/** Draws a path on the ground and makes the character follow it. */
export class PathTool {
  constructor(motion) {
    Object.assign(this, { motion, drawing: false, points: [] });
  }

  /** Returns the buttons of the panel. */
  buttons() {
    this.draw = button(t("drawPath"), () => this.toggle(), { keys: "P", pressed: false });
    return [
      this.draw,
      button(t("circle"), () => this.preset(circle)),
      button(t("eight"), () => this.preset(eight)),
      button(t("stop"), () => this.stop()),
    ];
  }

  /** Starts or ends drawing. */
  toggle(on = !this.drawing) {
    this.drawing = on;
    this.draw.press(on);
    this.motion.view.canvas.classList.toggle("drawing", on);
    if (on) toast(t("drawHint"), "hint");
  }

  /** Returns a drag for Camera.grab that adds points to the path, or null when not drawing. */
  grab(ray) {
    if (!this.drawing || !this.motion.mine) return null;
    const points = (this.points = []);
    const add = (to) => {
      const at = this.motion.ground.hit(to);
      const last = points[points.length - 1];
      if (!at || points.length >= MOST || (last && Math.hypot(at.x - last[0], at.z - last[1]) < STEP)) return;
      points.push([at.x, at.z]);
      this.motion.marks.path(points);
    };
    add(ray);
    return { move: (event, to) => add(to), end: () => this.finish() };
  }

  /** Ends drawing: smooths the path and sends it. */
  finish() {
    this.toggle(false);
    const { points } = this;
    if (points.length < 2) return this.motion.marks.path([]);
    const [a, b] = [points[0], points[points.length - 1]];
    const closed = points.length > 12 && Math.hypot(a[0] - b[0], a[1] - b[1]) < CLOSE;
    this.follow(smooth(smooth(points, closed), closed), closed);
  }

  /** Makes the character follow the points [[x, z], ...], in metres. */
  follow(points, closed) {
    const { mine, marks, sticks } = this.motion;
    if (!mine) return;
    this.points = points;
    marks.path(points, closed);
    mine.character.follow(points, { closed, gait: sticks.read().crouch ? "crouch" : "walk" }).catch((error) => toast(error.detail));
  }

  /** Makes the character follow a preset. make(x, z, yaw) returns a closed path that starts where the character stands. */
  preset(make) {
    const c = this.motion.mine?.last;
    if (c) this.follow(make(c.root[0], c.root[2], c.yaw), true);
  }

  /** Called when the character has reached the end of the path. */
  arrived() {
    this.forget();
  }

  /** Stops the character. */
  stop() {
    this.forget();
    this.motion.mine?.character.input({ move: [0, 0] });
  }

  /** Removes the path from the page, without telling the server. */
  forget() {
    this.points = [];
    this.motion.marks.path([]);
    if (this.motion.mine) this.motion.mine.character.path = null;
  }
}

/** Smooths a path by cutting its corners at a quarter (Chaikin 1974). A path with too many points is returned as it is. */
function smooth(points, closed) {
  if (2 * points.length > MOST) return points;
  const between = (a, b, s) => [a[0] + (b[0] - a[0]) * s, a[1] + (b[1] - a[1]) * s];
  const out = closed ? [] : [points[0]];
  for (let i = 0; i < points.length - (closed ? 0 : 1); i++) {
    const a = points[i];
    const b = points[(i + 1) % points.length];
    out.push(between(a, b, 0.25), between(a, b, 0.75));
  }
  return closed ? out : [...out, points[points.length - 1]];
}

// Moves points from the frame of a character at (x, z) that faces yaw to the ground.
const around = (x, z, yaw, points) =>
  points.map(([a, b]) => [x + Math.cos(yaw) * a + Math.sin(yaw) * b, z - Math.sin(yaw) * a + Math.cos(yaw) * b]);
// Calls f with `count` angles of a full turn.
const turns = (count, f) => Array.from({ length: count }, (_, i) => f((2 * Math.PI * i) / count));

// Circle of radius 2.2 m to the left.
function circle(x, z, yaw) {
  return around(
    x,
    z,
    yaw,
    turns(48, (a) => [2.2 * (1 - Math.cos(a)), 2.2 * Math.sin(a)]),
  );
}

/** Figure of eight: the lemniscate of Gerono. */
function eight(x, z, yaw) {
  return around(
    x,
    z,
    yaw,
    turns(72, (a) => [2.4 * Math.sin(a) * Math.cos(a) * 1.4, 3.2 * Math.sin(a)]),
  );
}

/** A ball that a hand reaches for. It is fixed to the character's root, so that the hand keeps reaching while the character walks. */
export class ReachTool {
  constructor(motion) {
    Object.assign(this, { motion, hand: null, next: 0, place: new THREE.Vector3() });
  }

  /** Returns the buttons of the panel. */
  buttons() {
    this.knobs = {
      left_hand: button(t("leftHand"), () => this.toggle("left_hand"), { pressed: false }),
      right_hand: button(t("rightHand"), () => this.toggle("right_hand"), { keys: "G", pressed: false }),
    };
    return Object.values(this.knobs);
  }

  /** Starts to reach with a hand, or stops when it already does. */
  toggle(hand = "right_hand") {
    const again = this.hand === hand;
    this.stop();
    if (again || !this.motion.mine?.last) return;
    this.hand = hand;
    this.knobs[hand].press(true);
    this.ball = new Handle(this.motion.view, color("limit"), 0.055);
    this.place.set(hand === "left_hand" ? 0.22 : -0.22, 1.25, 0.42); // in the root's space, metres; +X is the character's left
    this.update();
    this.send();
    toast(t("reachHint"), "hint");
  }

  /** Lets go. */
  stop() {
    if (!this.hand) return;
    const { character } = this.motion.mine ?? {};
    if (character) this.motion.stream?.ask("reach", { id: character.id, joint: this.hand, weight: 0, seconds: 0.3 }).catch(() => {});
    this.knobs[this.hand].press(false);
    this.ball.dispose();
    this.hand = this.ball = null;
  }

  /** Called before each frame: moves the ball with the character. */
  update() {
    const c = this.motion.mine?.last;
    if (!this.ball || !c || this.dragged) return;
    this.ball.position
      .copy(this.place)
      .applyAxisAngle(new THREE.Vector3(0, 1, 0), c.yaw)
      .add(new THREE.Vector3().fromArray(c.root));
  }

  /** Returns a drag of the ball for Camera.grab, or null where the ray misses it. */
  grab(ray) {
    if (!this.ball || this.ball.miss(ray) > 1) return null;
    this.dragged = true;
    return this.ball.drag(
      ray,
      (at) => this.drag(at),
      () => {
        this.dragged = false;
        this.send();
      },
    );
  }

  /** Takes the position that the ball was dragged to, in world space. */
  drag(at) {
    const c = this.motion.mine?.last;
    if (!c) return;
    this.place
      .copy(at)
      .sub(new THREE.Vector3().fromArray(c.root))
      .applyAxisAngle(new THREE.Vector3(0, 1, 0), -c.yaw);
    if (performance.now() > this.next) this.send();
  }

  /** Returns the reach as a message, or null while no hand reaches. */
  doing() {
    return this.hand && { type: "reach", joint: this.hand, target: this.place.toArray(), anchor: "root", weight: 1, seconds: 0.15 };
  }

  /** Sends the reach to the server. */
  send() {
    this.next = performance.now() + REACH_MS;
    const { character } = this.motion.mine ?? {};
    const { type, ...fields } = this.doing();
    if (character) this.motion.stream?.ask(type, { id: character.id, ...fields }).catch((error) => toast(error.detail));
  }
}
