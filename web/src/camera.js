// A camera that looks at a point which others move: drag turns, wheel and pinch zoom, [ ] and - + do both from the keyboard.
import * as THREE from "three";
import { takesKeys } from "./dom.js";

const TURN = 0.005; // radians a pixel
const HELD = { "[": [1.6, 0], "]": [-1.6, 0], PageUp: [0, 0.9], PageDown: [0, -0.9] }; // radians a second: yaw, pitch

export class Camera {
  constructor(canvas) {
    this.eye = new THREE.PerspectiveCamera(40, 1, 0.05, 300);
    this.target = new THREE.Vector3(0, 0.95, 0);
    this.aim = new THREE.Vector3(0, 0.95, 0); // where target goes
    Object.assign(this, { yaw: 0.5, pitch: 0.22, distance: 4.2, least: 0.7, most: 40, offset: 0, held: new Set(), pointers: new Map(), touched: -9, time: 0 });
    this.onrest = null; // called when a pointer has let it go
    this.grab = null; // (event, ray) => a drag of somebody else's: {move(event), end(event)}, or null; without move the camera goes on turning
    this.heightAt = () => 0;
    this.listen(canvas);
  }

  listen(canvas) {
    canvas.addEventListener("pointerdown", (e) => this.down(e, canvas));
    canvas.addEventListener("pointermove", (e) => this.move(e));
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, (e) => this.up(e));
    canvas.addEventListener("wheel", (e) => { e.preventDefault(); this.zoom(Math.exp(0.0012 * e.deltaY)); }, { passive: false });
    addEventListener("keydown", (e) => {
      if (e.ctrlKey || e.metaKey || takesKeys(e.target, e.key)) return;
      if (HELD[e.key]) this.held.add(e.key);
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
    this.pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    if (this.pointers.size === 2) return this.zoom(apart / Math.max(1, this.apart()));
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
    const box = canvas.getBoundingClientRect(), caster = new THREE.Raycaster();
    const point = new THREE.Vector2((2 * (e.clientX - box.left)) / box.width - 1, 1 - (2 * (e.clientY - box.top)) / box.height);
    caster.setFromCamera(point, this.eye);
    return caster.ray;
  }

  turn(yaw, pitch) {
    this.yaw += yaw;
    this.pitch = Math.min(1.45, Math.max(-0.25, this.pitch + pitch));
  }

  zoom(factor) {
    this.distance = Math.min(this.most, Math.max(this.least, this.distance * factor));
  }

  /** free: {x, y, width, height} of the part that nothing covers: a body fits into it at the usual distance, head to foot and arms stretched halfway. */
  resize(width, height, free) {
    const slope = Math.max(width > height ? 0.344 : 0, (0.27 * height) / free.height, (0.21 * height) / free.width);
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
    for (const key of this.held) this.turn(passed * HELD[key][0], passed * HELD[key][1]);
    this.target.lerp(this.aim, 1 - Math.exp(-9 * passed));
    const flat = Math.cos(this.pitch) * this.distance, eye = this.eye.position;
    eye.set(this.target.x + Math.sin(this.yaw) * flat, this.target.y + Math.sin(this.pitch) * this.distance, this.target.z + Math.cos(this.yaw) * flat);
    eye.y = Math.max(eye.y, this.heightAt(eye.x, eye.z) + 0.25);
    this.eye.lookAt(this.target);
  }
}
