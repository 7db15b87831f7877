// A camera that looks at a point which others move: drag turns, wheel and pinch zoom, [ ] and - + do both from the keyboard. Where the point stays (canPan), the right button, Shift and a
// drag, two fingers or arrow keys move it.
import * as THREE from "three";
import { takesKeys } from "../ui/dom.js";

const TURN = 0.005; // radians a pixel
const QUICK = 5;
const NEAR = 2e-3; // how fast it goes to a view, per second; where it is there
const PANS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const PAN = 0.03; // of the distance, a key press
const quiet = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");
const HELD = { "[": [1.6, 0], "]": [-1.6, 0], PageUp: [0, 0.9], PageDown: [0, -0.9] }; // radians a second: yaw, pitch

export class Camera {
  constructor(canvas) {
    this.eye = new THREE.PerspectiveCamera(40, 1, 0.05, 300);
    this.target = new THREE.Vector3(0, 0.95, 0);
    this.aim = new THREE.Vector3(0, 0.95, 0); // where target goes
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
    this.goal = null; // {yaw, pitch, distance} that it is on its way to
    this.onrest = null; // called when a pointer has let it go
    this.grab = null; // (event, ray) => a drag of somebody else's: {move(event), end(event)}, or null; without move the camera goes on turning
    this.heightAt = () => 0;
    this.listen(canvas);
  }

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
    canvas.addEventListener("contextmenu", (e) => {
      if (this.canPan) e.preventDefault();
    }); // its button moves what is looked at
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

  down(e, canvas) {
    canvas.setPointerCapture(e.pointerId);
    if (this.pointers.size === 0 && e.button === 0) this.drag = this.grab?.(e, this.ray(e, canvas)) ?? null;
    this.pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
  }

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

  up(e) {
    this.pointers.delete(e.pointerId);
    this.drag?.end(e);
    this.drag = null;
    this.onrest?.();
  }

  apart() {
    const [a, b] = this.pointers.values();
    return b ? Math.hypot(a.x - b.x, a.y - b.y) : 1;
  }

  /** As a link has it. */
  write() {
    return [this.yaw, this.pitch, this.distance].map((v) => Number(v.toFixed(3))).join(",");
  }

  read(text) {
    const [yaw, pitch, distance] = (text ?? "").split(",").map(Number);
    if (![yaw, pitch, distance].every(Number.isFinite)) return;
    this.yaw = yaw;
    this.turn(0, pitch - this.pitch);
    this.zoom(distance / this.distance);
  }

  /** The ray under a pointer, in the world. */
  ray(e, canvas) {
    const box = canvas.getBoundingClientRect();
    const caster = new THREE.Raycaster();
    const point = new THREE.Vector2((2 * (e.clientX - box.left)) / box.width - 1, 1 - (2 * (e.clientY - box.top)) / box.height);
    caster.setFromCamera(point, this.eye);
    return caster.ray;
  }

  turn(yaw, pitch) {
    this.yaw += yaw;
    this.pitch = Math.min(1.45, Math.max(-0.25, this.pitch + pitch));
  }

  /** Moves what is looked at, in metres to the right and up in the picture. */
  pan(right, up) {
    const { right: side } = this.axes;
    this.aim.x += right * side[0];
    this.aim.z += right * side[1];
    this.aim.y = Math.min(3, Math.max(0, this.aim.y + up));
  }

  /** Goes to a view: {yaw, pitch, distance}; at once where motion is to be reduced. Whoever turns or zooms stops it. */
  go(goal, isAtOnce = false) {
    const turn = goal.yaw - this.yaw;
    const yaw = this.yaw + turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI)); // the shorter way round
    this.goal = { ...goal, yaw };
    if (isAtOnce || quiet?.matches) this.approach(1);
  }

  approach(part) {
    const { goal } = this;
    for (const name of Object.keys(goal)) this[name] += part * (goal[name] - this[name]);
    if (Object.keys(goal).every((name) => Math.abs(goal[name] - this[name]) < NEAR)) this.goal = null;
  }

  /** How far away so many metres, across and up, fill the part of the picture that nothing covers. */
  distanceFor(across, up) {
    const { width, height } = this.free;
    const slope = Math.tan((this.eye.fov * Math.PI) / 360);
    return Math.max(this.least, (this.height / (2 * slope)) * Math.max(across / width, up / height));
  }

  /** Of what is looked at. */
  metresAPixel() {
    return (2 * this.distance * Math.tan((this.eye.fov * Math.PI) / 360)) / this.height;
  }

  zoom(factor) {
    this.distance = Math.min(this.most, Math.max(this.least, this.distance * factor));
  }

  /** free: {x, y, width, height} of the part that nothing covers: a body fits into it at the usual distance, head to foot and arms stretched halfway. */
  resize(width, height, free) {
    const slope = Math.max(width > height ? 0.344 : 0, (0.27 * height) / free.height, (0.21 * height) / free.width);
    Object.assign(this, { free, height });
    this.eye.aspect = width / height;
    this.eye.fov = (360 / Math.PI) * Math.atan(slope);
    this.eye.setViewOffset(width, height, Math.round(-free.x), Math.round(-free.y), width, height);
    this.eye.updateProjectionMatrix();
  }

  /** Unit vectors in the ground, x and z: away from the eye, and to the right of that. */
  get axes() {
    return { ahead: [-Math.sin(this.yaw), -Math.cos(this.yaw)], right: [Math.cos(this.yaw), -Math.sin(this.yaw)] };
  }

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
