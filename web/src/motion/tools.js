// Two things the pointer does in Motion: draws a path to follow, and drags the ball that a hand reaches for.
import * as THREE from "three";
import { button, toast } from "../ui/dom.js";
import { Handle } from "../view/marks.js";
import { t } from "../ui/text.js";
import { color } from "../ui/tokens.js";

const STEP = 0.12;
const CLOSE = 0.7;
const MOST = 500;
const REACH_MS = 50; // metres between points; ends nearer than this are one; points of a path

export class PathTool {
  constructor(motion) {
    Object.assign(this, { motion, drawing: false, points: [] });
  }

  buttons() {
    this.draw = button(t("drawPath"), () => this.toggle(), { keys: "P", pressed: false });
    return [
      this.draw,
      button(t("circle"), () => this.preset(circle)),
      button(t("eight"), () => this.preset(eight)),
      button(t("stop"), () => this.stop()),
    ];
  }

  toggle(on = !this.drawing) {
    this.drawing = on;
    this.draw.press(on);
    this.motion.view.canvas.classList.toggle("drawing", on);
    if (on) toast(t("drawHint"), "hint");
  }

  /** The pointer went down while drawing: a drag for Camera.grab. */
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

  finish() {
    this.toggle(false);
    const { points } = this;
    if (points.length < 2) return this.motion.marks.path([]);
    const [a, b] = [points[0], points[points.length - 1]];
    const closed = points.length > 12 && Math.hypot(a[0] - b[0], a[1] - b[1]) < CLOSE;
    this.follow(smooth(smooth(points, closed), closed), closed);
  }

  follow(points, closed) {
    const { mine, marks, sticks } = this.motion;
    if (!mine) return;
    this.points = points;
    marks.path(points, closed);
    mine.character.follow(points, { closed, gait: sticks.read().crouch ? "crouch" : "walk" }).catch((error) => toast(error.detail));
  }

  /** make(x, z, yaw): a closed path that begins where the character stands. */
  preset(make) {
    const c = this.motion.mine?.last;
    if (c) this.follow(make(c.root[0], c.root[2], c.yaw), true);
  }

  arrived() {
    this.forget();
  }

  stop() {
    this.forget();
    this.motion.mine?.character.input({ move: [0, 0] });
  }

  /** The line goes; who walks it does not hear of it. */
  forget() {
    this.points = [];
    this.motion.marks.path([]);
    if (this.motion.mine) this.motion.mine.character.path = null;
  }
}

/** Corners cut at a quarter (Chaikin 1974); too many points stay as they are. */
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

const around = (x, z, yaw, points) =>
  points.map(([a, b]) => [x + Math.cos(yaw) * a + Math.sin(yaw) * b, z - Math.sin(yaw) * a + Math.cos(yaw) * b]);
const turns = (count, f) => Array.from({ length: count }, (_, i) => f((2 * Math.PI * i) / count));

function circle(x, z, yaw) {
  return around(
    x,
    z,
    yaw,
    turns(48, (a) => [2.2 * (1 - Math.cos(a)), 2.2 * Math.sin(a)]),
  );
}

/** Gerono's lemniscate. */
function eight(x, z, yaw) {
  return around(
    x,
    z,
    yaw,
    turns(72, (a) => [2.4 * Math.sin(a) * Math.cos(a) * 1.4, 3.2 * Math.sin(a)]),
  );
}

/** A ball before the character; its hand follows while it walks, for the ball goes along. */
export class ReachTool {
  constructor(motion) {
    Object.assign(this, { motion, hand: null, next: 0, place: new THREE.Vector3() });
  }

  buttons() {
    this.knobs = {
      left_hand: button(t("leftHand"), () => this.toggle("left_hand"), { pressed: false }),
      right_hand: button(t("rightHand"), () => this.toggle("right_hand"), { keys: "G", pressed: false }),
    };
    return Object.values(this.knobs);
  }

  toggle(hand = "right_hand") {
    const again = this.hand === hand;
    this.stop();
    if (again || !this.motion.mine?.last) return;
    this.hand = hand;
    this.knobs[hand].press(true);
    this.ball = new Handle(this.motion.view, color("limit"), 0.055);
    this.place.set(hand === "left_hand" ? 0.22 : -0.22, 1.25, 0.42); // in the root's frame; +x is its left
    this.update();
    this.send();
    toast(t("reachHint"), "hint");
  }

  stop() {
    if (!this.hand) return;
    const { character } = this.motion.mine ?? {};
    if (character) this.motion.stream?.ask("reach", { id: character.id, joint: this.hand, weight: 0, seconds: 0.3 }).catch(() => {});
    this.knobs[this.hand].press(false);
    this.ball.dispose();
    this.hand = this.ball = null;
  }

  /** The ball goes where the character goes. */
  update() {
    const c = this.motion.mine?.last;
    if (!this.ball || !c || this.dragged) return;
    this.ball.position
      .copy(this.place)
      .applyAxisAngle(new THREE.Vector3(0, 1, 0), c.yaw)
      .add(new THREE.Vector3().fromArray(c.root));
  }

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

  drag(at) {
    const c = this.motion.mine?.last;
    if (!c) return;
    this.place
      .copy(at)
      .sub(new THREE.Vector3().fromArray(c.root))
      .applyAxisAngle(new THREE.Vector3(0, 1, 0), -c.yaw);
    if (performance.now() > this.next) this.send();
  }

  /** What it does, as a message; null while no hand reaches. */
  doing() {
    return this.hand && { type: "reach", joint: this.hand, target: this.place.toArray(), anchor: "root", weight: 1, seconds: 0.15 };
  }

  send() {
    this.next = performance.now() + REACH_MS;
    const { character } = this.motion.mine ?? {};
    const { type, ...fields } = this.doing();
    if (character) this.motion.stream?.ask(type, { id: character.id, ...fields }).catch((error) => toast(error.detail));
  }
}
