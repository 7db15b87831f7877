// How a character goes: speed, gait, which parts of its feet are planted, and how fast planted ones slide.
import * as THREE from "three";
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
    Object.assign(this, { before: null, slides: [], speeds: [], shown: 0 });
  }

  /** c: a sampled character; figure: the body it moves, or null. */
  take(c, figure, now, gait) {
    const dt = now - (this.before?.now ?? now), places = figure ? PARTS.map(([name]) => figure.joint(name, new THREE.Vector3())) : null;
    if (this.before && dt > 0 && dt < 0.2) this.measure(c, places, dt, now);
    this.before = { now, c, places };
    this.lamps.forEach((lamp, i) => lamp.classList.toggle("on", Boolean((c.contacts >> i) & 1)));
    if (now - this.shown > 0.15) this.say(gait, now);
  }

  measure(c, places, dt, now) {
    const { c: old, places: were } = this.before;
    this.speeds.push([now, Math.hypot(c.root[0] - old.root[0], c.root[2] - old.root[2]) / dt]);
    for (let i = 0; places && were && i < PARTS.length; i++) {
      if (!((c.contacts >> i) & 1 && (old.contacts >> i) & 1)) continue;
      this.slides.push([now, (100 * Math.hypot(places[i].x - were[i].x, places[i].z - were[i].z)) / dt]);
    }
  }

  say(gait, now) {
    this.shown = now;
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
