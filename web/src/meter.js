// How a character goes: speed, gait, which parts of its feet are planted, and how fast planted ones slide.
import * as THREE from "three";
import { toWorld } from "posed-client";
import { h } from "./dom.js";
import { Plot } from "./plot.js";
import { t } from "./text.js";

const PARTS = [["left_ankle", "l"], ["left_foot", "l"], ["right_ankle", "r"], ["right_foot", "r"]]; // bits 0 to 3 of the contacts
const SECONDS = 3;

export class Meter {
  constructor() {
    this.lamps = PARTS.map(([name, side]) => h(`span.lamp.${side}`, { title: name.replace("_", " ") }));
    this.speed = h("b", {}, "0.0");
    this.gait = h("b", {}, t("stand"));
    this.slide = h("b", {}, "–");
    this.plot = new Plot({ width: 120, height: 26, least: 0, most: 20 });
    this.element = h(".meter", { role: "group", "aria-label": t("slide") },
      h("span", {}, this.gait), h("span", {}, this.speed, " m/s"), h("span.feet", { "aria-hidden": "true" }, this.lamps),
      h("span", { title: t("slide") }, t("slide"), " ", this.slide, " cm/s"), this.plot.canvas);
    this.clear();
  }

  clear() {
    Object.assign(this, { before: null, slides: [], speeds: [], shown: 0, latest: null });
  }

  /**
   * A frame's character as it came, before anything is interpolated. joints: of the body it moves (names, parents, offsets), or null;
   * names: of the network's own joints.
   */
  take(c, time, joints, names) {
    const places = c.smpl && joints ? feet(c, joints) : c.joints ? bareFeet(c, names) : null, dt = time - (this.before?.time ?? time);
    if (this.before && dt > 0 && dt < 0.1) this.measure(c, places, dt, time);
    this.before = { time, c, places };
    this.latest = c;
  }

  measure(c, places, dt, time) {
    const { c: old, places: were } = this.before;
    this.speeds.push([time, Math.hypot(c.root[0] - old.root[0], c.root[2] - old.root[2]) / dt]);
    for (let i = 0; places && were && i < PARTS.length; i++) {
      if (!((c.contacts >> i) & 1 && (old.contacts >> i) & 1)) continue;
      this.slides.push([time, (100 * Math.hypot(places[i].x - were[i].x, places[i].z - were[i].z)) / dt]);
    }
  }

  /** With every picture: lamps at once, numbers now and then. */
  show(now, gait) {
    if (!this.latest) return;
    this.lamps.forEach((lamp, i) => lamp.classList.toggle("on", Boolean((this.latest.contacts >> i) & 1)));
    if (now - this.shown < 0.15) return;
    this.shown = now;
    this.say(gait, this.before.time);
  }

  say(gait, now) {
    const mean = (list, seconds) => {
      const recent = list.filter(([time]) => now - time < seconds);
      return recent.length ? recent.reduce((sum, [, v]) => sum + v, 0) / recent.length : null;
    };
    this.slides = this.slides.filter(([time]) => now - time < SECONDS);
    this.speeds = this.speeds.filter(([time]) => now - time < SECONDS);
    const slide = mean(this.slides, SECONDS);
    this.speed.textContent = (mean(this.speeds, 0.6) ?? 0).toFixed(1);
    this.gait.textContent = t(gait);
    this.slide.textContent = slide === null ? "–" : slide.toFixed(1);
    this.plot.push(mean(this.slides, 0.3) ?? 0);
  }
}

const BARE = ["LeftFoot", "LeftToeBase", "RightFoot", "RightToeBase"];

function bareFeet(c, names) {
  const world = toWorld(c, c.joints), found = BARE.map((name) => names.indexOf(name));
  return found.includes(-1) ? null : found.map((j) => new THREE.Vector3().fromArray(world, 3 * j));
}

/** Where ankles and toes are in the world, by the chain of rotations from the pelvis. */
function feet(c, joints) {
  const yaw = new THREE.Quaternion().setFromAxisAngle(new THREE.Vector3(0, 1, 0), c.yaw), q = new THREE.Quaternion();
  return PARTS.map(([name]) => {
    const at = new THREE.Vector3();
    for (let j = joints.findIndex((x) => x.name === name); j > 0; j = joints[j].parent) {
      at.add(new THREE.Vector3().fromArray(joints[j].offset));
      at.applyQuaternion(q.fromArray(c.smpl.rotations, 4 * joints[j].parent));
    }
    return at.add(new THREE.Vector3().fromArray(c.smpl.pelvis)).applyQuaternion(yaw).add(new THREE.Vector3().fromArray(c.root));
  });
}
