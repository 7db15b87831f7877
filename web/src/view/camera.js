// The orbit camera of the canvas. It looks at a point (`aim`) that other code sets. Dragging turns it; the wheel and two fingers zoom;
// the keys [ ] PageUp PageDown turn it and + - zoom. In views that set `canPan`, the right button, Shift with a drag, two fingers or
// the arrow keys move the point.
import * as THREE from "three";
import { takesKeys } from "../ui/dom.js";

// Radians of turn for each pixel that a pointer is dragged.
const TURN = 0.005;
// Rate at which the camera approaches the goal of go(), per second.
const QUICK = 5;
// Difference in yaw and pitch (radians) and distance (metres) below which the goal counts as reached.
const NEAR = 2e-3;
// Direction in the picture, [right, up], in which each arrow key moves the point that the camera looks at.
const PANS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
// Distance that one press of an arrow key moves that point, as a fraction of the camera's distance.
const PAN = 0.03;
// Changes for a second below which the camera rests: metres that the eye moves, as a fraction of the distance, and radians that it turns.
const RESTS = 0.03;
// Matches where the user has asked for reduced motion. Undefined in Node.
const quiet = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");
// Turn rate while a key is held, in radians per second: [yaw, pitch].
const HELD = { "[": [1.6, 0], "]": [-1.6, 0], PageUp: [0, 0.9], PageDown: [0, -0.9] };

/** Orbit camera. `eye` is the three.js camera; yaw and pitch are in radians, distance, least and most in metres. */
export class Camera {
  constructor(canvas) {
    this.eye = new THREE.PerspectiveCamera(40, 1, 0.05, 300);
    this.target = new THREE.Vector3(0, 0.95, 0);
    this.aim = new THREE.Vector3(0, 0.95, 0); // the point that `target` moves towards, world space, metres
    Object.assign(this, {
      yaw: 0.5,
      pitch: 0.22,
      distance: 4.2,
      least: 0.7,
      most: 40,
      offset: 0,
      height: 1,
      free: { x: 0, y: 0, width: 1, height: 1 },
      held: new Set(),
      pointers: new Map(),
      touched: -9,
      time: 0,
    });
    this.canPan = false;
    this.goal = null; // view that go() is moving to: {yaw, pitch, distance}, or null
    this.onrest = null; // called when a pointer is released
    // Lets other code take over a drag: (event, ray) => {move(event, ray), end(event)}, or null to turn the camera. Without `move` the
    // camera turns and `end` is called at the end.
    this.grab = null;
    this.heightAt = () => 0;
    this.listen(canvas);
  }

  /** Returns whether the eye hardly moves, and nobody drags it. passed: seconds since the last call. */
  rests(passed) {
    const { position, quaternion } = this.eye;
    const before = (this.rested ??= { position: position.clone(), quaternion: quaternion.clone() });
    const moved = position.distanceTo(before.position) / this.distance + quaternion.angleTo(before.quaternion);
    before.position.copy(position);
    before.quaternion.copy(quaternion);
    return moved < RESTS * passed && !this.pointers.size && !this.held.size;
  }

  /** Adds the listeners for pointers, the wheel and keys. */
  listen(canvas) {
    canvas.addEventListener("pointerdown", (e) => this.down(e, canvas));
    canvas.addEventListener("pointermove", (e) => this.move(e));
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, (e) => this.up(e));
    canvas.addEventListener(
      "wheel",
      (e) => {
        e.preventDefault();
        this.goal = null;
        this.zoom(Math.exp(0.0012 * e.deltaY));
      },
      { passive: false },
    );
    // The right button pans, so it must not open the context menu.
    canvas.addEventListener("contextmenu", (e) => {
      if (this.canPan) e.preventDefault();
    });
    addEventListener("keydown", (e) => {
      if (e.ctrlKey || e.metaKey || takesKeys(e.target, e.key)) return;
      if (HELD[e.key] || e.key === "+" || e.key === "=" || e.key === "-") this.goal = null;
      if (HELD[e.key]) this.held.add(e.key);
      else if (this.canPan && PANS[e.key]) this.pan(...PANS[e.key].map((v) => PAN * v * this.distance));
      else if (e.key === "+" || e.key === "=") this.zoom(0.9);
      else if (e.key === "-") this.zoom(1.11);
    });
    addEventListener("keyup", (e) => this.held.delete(e.key));
    addEventListener("blur", () => this.held.clear());
  }

  /** A pointer was pressed: starts a drag of `grab`, or a turn. */
  down(e, canvas) {
    canvas.setPointerCapture(e.pointerId);
    if (this.pointers.size === 0 && e.button === 0) this.drag = this.grab?.(e, this.ray(e, canvas)) ?? null;
    this.pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
  }

  /** A pointer moved: drags what `grab` returned, pans, zooms by two fingers, or turns. */
  move(e) {
    const was = this.pointers.get(e.pointerId);
    if (this.drag?.move) return this.drag.move(e, this.ray(e, e.target));
    if (!was) return;
    const apart = this.apart();
    const fingers = this.pointers.size;
    const metre = this.metresAPixel() / Math.max(1, fingers);
    this.pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    this.goal = null;
    if (this.canPan && (fingers === 2 || e.shiftKey || e.buttons & 6)) this.pan(-metre * (e.clientX - was.x), metre * (e.clientY - was.y));
    if (fingers === 2) return this.zoom(apart / Math.max(1, this.apart()));
    if (this.canPan && (e.shiftKey || e.buttons & 6)) return;
    this.turn(-TURN * (e.clientX - was.x), TURN * (e.clientY - was.y));
    this.touched = this.time;
  }

  /** A pointer was released. */
  up(e) {
    this.pointers.delete(e.pointerId);
    this.drag?.end(e);
    this.drag = null;
    this.onrest?.();
  }

  /** Returns the distance between the two fingers in pixels, or 1 where there is one pointer. */
  apart() {
    const [a, b] = this.pointers.values();
    return b ? Math.hypot(a.x - b.x, a.y - b.y) : 1;
  }

  /** Returns the view as text for a link: "yaw,pitch,distance", in radians and metres. */
  write() {
    return [this.yaw, this.pitch, this.distance].map((v) => Number(v.toFixed(3))).join(",");
  }

  /** Sets the view from the text that write() gives. Ignores anything else. */
  read(text) {
    const [yaw, pitch, distance] = (text ?? "").split(",").map(Number);
    if (![yaw, pitch, distance].every(Number.isFinite)) return;
    this.yaw = yaw;
    this.turn(0, pitch - this.pitch);
    this.zoom(distance / this.distance);
  }

  /** Returns the ray under a pointer: a THREE.Ray in world space. */
  ray(e, canvas) {
    const box = canvas.getBoundingClientRect();
    const caster = new THREE.Raycaster();
    const point = new THREE.Vector2((2 * (e.clientX - box.left)) / box.width - 1, 1 - (2 * (e.clientY - box.top)) / box.height);
    caster.setFromCamera(point, this.eye);
    return caster.ray;
  }

  /** Turns the camera by these angles, in radians. The pitch is limited. */
  turn(yaw, pitch) {
    this.yaw += yaw;
    this.pitch = Math.min(1.45, Math.max(-0.25, this.pitch + pitch));
  }

  /** Moves the point that the camera looks at by these distances, in metres to the right and up in the picture. */
  pan(right, up) {
    const { right: side } = this.axes;
    this.aim.x += right * side[0];
    this.aim.z += right * side[1];
    this.aim.y = Math.min(3, Math.max(0, this.aim.y + up));
  }

  /** Moves smoothly to the view {yaw, pitch, distance}, or at once where reduced motion is asked for. A drag or a zoom by the user stops it. */
  go(goal, isAtOnce = false) {
    const turn = goal.yaw - this.yaw;
    const yaw = this.yaw + turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI)); // the shorter way round
    this.goal = { ...goal, yaw };
    if (isAtOnce || quiet?.matches) this.approach(1);
  }

  /** Moves the view a fraction `part` (0 to 1) of the way to the goal. */
  approach(part) {
    const { goal } = this;
    for (const name of Object.keys(goal)) this[name] += part * (goal[name] - this[name]);
    if (Object.keys(goal).every((name) => Math.abs(goal[name] - this[name]) < NEAR)) this.goal = null;
  }

  /** Returns the distance, in metres, at which an object of this size (metres, across and up) fills the part of the canvas that nothing covers. */
  distanceFor(across, up) {
    const { width, height } = this.free;
    const slope = Math.tan((this.eye.fov * Math.PI) / 360);
    return Math.max(this.least, (this.height / (2 * slope)) * Math.max(across / width, up / height));
  }

  /** Returns the size of a pixel at the point that the camera looks at, in metres. */
  metresAPixel() {
    return (2 * this.distance * Math.tan((this.eye.fov * Math.PI) / 360)) / this.height;
  }

  /** Multiplies the distance by a factor, within its limits. */
  zoom(factor) {
    this.distance = Math.min(this.most, Math.max(this.least, this.distance * factor));
  }

  /**
   * Adapts the camera to the size of the canvas in pixels. free: {x, y, width, height} of the part that nothing covers, from View.free().
   * Chooses the field of view so that, at the usual distance, a body with its arms half stretched fits into that part.
   */
  resize(width, height, free) {
    const slope = Math.max(width > height ? 0.344 : 0, (0.27 * height) / free.height, (0.21 * height) / free.width);
    Object.assign(this, { free, height });
    this.eye.aspect = width / height;
    this.eye.fov = (360 / Math.PI) * Math.atan(slope);
    this.eye.setViewOffset(width, height, Math.round(-free.x), Math.round(-free.y), width, height);
    this.eye.updateProjectionMatrix();
  }

  /** Unit vectors [x, z] on the ground: `ahead` points away from the eye, `right` to the right of that. */
  get axes() {
    return { ahead: [-Math.sin(this.yaw), -Math.cos(this.yaw)], right: [Math.cos(this.yaw), -Math.sin(this.yaw)] };
  }

  /** Advances by `passed` seconds: approaches the goal, applies held keys, follows `aim`, and keeps the eye above the ground. */
  update(passed) {
    this.time += passed;
    if (this.goal) this.approach(1 - Math.exp(-QUICK * passed));
    for (const key of this.held) this.turn(passed * HELD[key][0], passed * HELD[key][1]);
    this.target.lerp(this.aim, 1 - Math.exp(-9 * passed));
    const flat = Math.cos(this.pitch) * this.distance;
    const eye = this.eye.position;
    eye.set(
      this.target.x + Math.sin(this.yaw) * flat,
      this.target.y + Math.sin(this.pitch) * this.distance,
      this.target.z + Math.cos(this.yaw) * flat,
    );
    eye.y = Math.max(eye.y, this.heightAt(eye.x, eye.z) + 0.25);
    this.eye.lookAt(this.target);
  }
}
