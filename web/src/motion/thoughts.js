// What the network has in mind, for the curious: the phase of the step as a ring about who walks, and the parts of the feet that it holds to be planted.
import * as THREE from "three";
import { Stamps, disc } from "../view/marks.js";
import { color } from "../ui/tokens.js";

const TICKS = 40;
const RADIUS = 0.42;
const MOST = 12;
const LIFT = 0.02; // of a ring; metres; whose thoughts are drawn
const PARTS = [
  ["left_ankle", "LeftFoot", 0],
  ["left_foot", "LeftToeBase", 0],
  ["right_ankle", "RightFoot", 1],
  ["right_foot", "RightToeBase", 1],
]; // bits 0 to 3 of the contacts: our names, the network's, side
const TICK = [
  [-0.011, -0.03],
  [0.011, -0.03],
  [0.011, 0.03],
  [-0.011, -0.03],
  [0.011, 0.03],
  [-0.011, 0.03],
];

export class Thoughts {
  constructor(view, ground) {
    Object.assign(this, { view, ground, hue: new THREE.Color() });
    this.ring = new Stamps(TICK, TICKS * MOST, 3);
    this.soles = new Stamps(disc(0, 0.075, 0.075, 14), 4 * MOST, 3);
    view.scene.add(this.ring.mesh, this.soles.mesh);
    this.theme();
    view.listeners.add(this);
  }

  theme() {
    this.sides = ["left", "right"].map((side) => new THREE.Color(color(side)));
  }

  /** walkers: with last, a character as it is drawn, and figures. */
  draw(walkers) {
    this.ring.clear();
    this.soles.clear();
    for (const { last, figures } of walkers.slice(0, MOST)) {
      this.phase(last);
      this.contacts(last, figures[0]);
    }
    this.ring.send();
    this.soles.send();
  }

  /** Filled up to where the step is: 0 is the right foot's contact, half way round the left one's. */
  phase({ root, yaw, phase }) {
    for (let i = 0; i < TICKS; i++) {
      const part = (i + 0.5) / TICKS;
      const angle = yaw + 2 * Math.PI * part;
      const at = [root[0] + RADIUS * Math.sin(angle), root[2] + RADIUS * Math.cos(angle)];
      const isNear = Math.abs(part - 0.5) < 0.03 || part < 0.03 || part > 0.97; // the contacts themselves
      this.hue.copy(this.sides[1]).lerp(this.sides[0], 0.5 - 0.5 * Math.cos(2 * Math.PI * part));
      this.ring.add(at[0], this.ground.heightAt(...at) + LIFT, at[1], angle, this.hue, {
        opacity: 2 * Math.PI * part <= phase ? 1 : isNear ? 0.5 : 0.16,
        size: isNear ? 1.5 : 1,
      });
    }
  }

  contacts({ contacts }, figure) {
    if (!figure) return;
    const places = figure.places();
    const names = figure.names ?? figure.bones.map((b) => b.name);
    PARTS.forEach(([ours, theirs, side], bit) => {
      const j = Math.max(names.indexOf(ours), names.indexOf(theirs));
      if (j < 0 || !((contacts >> bit) & 1)) return;
      const [x, , z] = places.slice(3 * j, 3 * j + 3);
      this.soles.add(x, this.ground.heightAt(x, z) + LIFT, z, 0, this.sides[side], { opacity: 0.85 });
    });
  }

  hide() {
    this.draw([]);
  }
}
