// Readings of the steered character: gait, speed, which parts of its feet are planted, and how fast planted toes slide.
import * as THREE from "three";
import { toWorld } from "posed-client";
import { h } from "../ui/dom.js";
import { Plot } from "../ui/plot.js";
import { tell } from "../ui/said.js";
import { t } from "../ui/text.js";

// Bits 0 to 3 of the contacts: joint of SMPL, side.
const PARTS = [
  ["left_ankle", "l"],
  ["left_foot", "l"],
  ["right_ankle", "r"],
  ["right_foot", "r"],
];
// Parts whose sliding is measured, as `posedctl measure` does. Ankles are left out: they move over the standing foot as it rolls.
const TOES = [1, 3];
// Time over which the sliding is averaged, in seconds.
const SECONDS = 3;
// Longest time over which one measurement of slid() runs, in seconds.
const STRETCH = 0.5;

/** Measures and shows the readings. `element` is their row. */
export class Meter {
  constructor() {
    this.lamps = PARTS.map(([name, side]) => h(`span.lamp.${side}`, { title: name.replace("_", " ") }));
    this.speed = h("b", {}, "0.0");
    this.gait = h("b", {}, t("stand"));
    this.slide = h("b", {}, "–");
    this.plot = new Plot({ width: 120, height: 26, least: 0, most: 20 });
    this.element = h(
      ".meter",
      { role: "group", "aria-label": t("slide") },
      h("span", {}, this.gait),
      h("span", {}, this.speed, " m/s"),
      h("span.feet", { "aria-hidden": "true" }, this.lamps),
      h("span", { title: t("slideIs") }, t("slide"), " ", this.slide, " cm/s"),
      this.plot.canvas,
    );
    this.clear();
  }

  /** Forgets all measurements. */
  clear() {
    Object.assign(this, { before: null, planted: [], slides: [], speeds: [], shown: 0, latest: null });
  }

  /**
   * Takes a character of a frame as it arrived, before interpolation. time: of the frame, seconds. joints: of the body that it moves
   * {name, parent, offset}, or null. names: joints of the network's skeleton.
   */
  take(c, time, joints, names) {
    const places = c.smpl && joints ? feet(c, joints) : c.joints ? bareFeet(c, names) : null;
    const dt = time - (this.before?.time ?? time);
    if (this.before && dt > 0 && dt < 0.1)
      this.speeds.push([time, Math.hypot(c.root[0] - this.before.c.root[0], c.root[2] - this.before.c.root[2]) / dt]);
    for (const i of TOES) this.slid(i, places !== null && dt < 0.1 && ((c.contacts >> i) & 1) === 1, places?.[i], time);
    this.before = { time, c, places };
    this.latest = c;
  }

  /**
   * Measures how far a toe moves while it is planted, over at most half a second at a time: [end time, centimetres, seconds].
   * From frame to frame it would measure the precision of the stream instead: a step of 1/4096 m in 1/60 s is 1.5 cm/s.
   */
  slid(part, isPlanted, place, time) {
    const from = this.planted[part];
    if (!isPlanted || (from && time - from.time >= STRETCH)) {
      const end = isPlanted ? { time, place } : from?.last; // its last planted position
      if (from && end.time > from.time)
        this.slides.push([end.time, 100 * Math.hypot(end.place.x - from.place.x, end.place.z - from.place.z), end.time - from.time]);
      this.planted[part] = null;
    }
    if (!isPlanted) return;
    this.planted[part] ??= { time, place };
    this.planted[part].last = { time, place };
  }

  /** Called before each frame: updates the contacts at once and the numbers a few times a second. now: seconds. */
  show(now, gait) {
    if (!this.latest) return;
    this.lamps.forEach((lamp, i) => lamp.classList.toggle("on", Boolean((this.latest.contacts >> i) & 1)));
    if (now - this.shown < 0.15) return;
    this.shown = now;
    this.say(gait, this.before.time);
  }

  /** Updates the numbers. */
  say(gait, now) {
    const mean = (list, seconds) => {
      // Weighted mean of the rows [time, value, weight] of the last seconds.
      const recent = list.filter(([time]) => now - time < seconds);
      const sum = (k) => recent.reduce((total, row) => total + (row[k] ?? 1), 0);
      return recent.length ? sum(1) / sum(2) : null;
    };
    this.slides = this.slides.filter(([time]) => now - time < SECONDS);
    this.speeds = this.speeds.filter(([time]) => now - time < SECONDS);
    const slide = mean(this.slides, SECONDS);
    this.speed.textContent = (mean(this.speeds, 0.6) ?? 0).toFixed(1);
    tell(this.gait, null, t(gait));
    this.slide.textContent = slide === null ? "–" : slide.toFixed(1);
    this.plot.push(mean(this.slides, STRETCH) ?? 0);
  }
}

// Joints of PARTS in the network's skeleton.
const BARE = ["LeftFoot", "LeftToeBase", "RightFoot", "RightToeBase"];

/** Returns the positions of ankles and toes in world space from the channel `joints`, or null where they are missing. */
function bareFeet(c, names) {
  const world = toWorld(c, c.joints);
  const found = BARE.map((name) => names.indexOf(name));
  return found.includes(-1) ? null : found.map((j) => new THREE.Vector3().fromArray(world, 3 * j));
}

/** Returns the positions of ankles and toes in world space, by the chain of rotations from the pelvis. */
function feet(c, joints) {
  const yaw = new THREE.Quaternion().setFromAxisAngle(new THREE.Vector3(0, 1, 0), c.yaw);
  const q = new THREE.Quaternion();
  return PARTS.map(([name]) => {
    const at = new THREE.Vector3();
    for (let j = joints.findIndex((x) => x.name === name); j > 0; j = joints[j].parent) {
      at.add(new THREE.Vector3().fromArray(joints[j].offset));
      at.applyQuaternion(q.fromArray(c.smpl.rotations, 4 * joints[j].parent));
    }
    return at.add(new THREE.Vector3().fromArray(c.smpl.pelvis)).applyQuaternion(yaw).add(new THREE.Vector3().fromArray(c.root));
  });
}
