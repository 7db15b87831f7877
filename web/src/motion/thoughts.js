// Draws internal values of the motion network on the ground: the phase of the step as a ring around a character, and discs below the
// parts of the feet that the network holds to be planted.
import * as THREE from "three";
import { Stamps, disc } from "../view/marks.js";
import { color } from "../ui/tokens.js";

// Number of ticks of a ring.
const TICKS = 40;
// Radius of a ring, in metres.
const RADIUS = 0.42;
// Largest number of characters for which they are drawn.
const MOST = 12;
// Height above the ground, in metres.
const LIFT = 0.02;
// Bits 0 to 3 of the contacts: joint of SMPL, joint of the network's skeleton, side (0 left, 1 right).
const PARTS = [
  ["left_ankle", "LeftFoot", 0],
  ["left_foot", "LeftToeBase", 0],
  ["right_ankle", "RightFoot", 1],
  ["right_foot", "RightToeBase", 1],
];
// Triangles of a tick, [x, z] in metres.
const TICK = [
  [-0.011, -0.03],
  [0.011, -0.03],
  [0.011, 0.03],
  [-0.011, -0.03],
  [0.011, 0.03],
  [-0.011, 0.03],
];

/** Draws the phase and the contacts of characters. */
export class Thoughts {
  constructor(view, ground) {
    Object.assign(this, { view, ground, hue: new THREE.Color() });
    this.ring = new Stamps(TICK, TICKS * MOST, 3);
    this.soles = new Stamps(disc(0, 0.075, 0.075, 14), 4 * MOST, 3);
    view.scene.add(this.ring.mesh, this.soles.mesh);
    this.theme();
    view.listeners.add(this);
  }

  /** Called when the theme changes. */
  theme() {
    this.sides = ["left", "right"].map((side) => new THREE.Color(color(side)));
  }

  /** Draws them for the first of these walkers {last, figures}. last: the character as it is drawn. */
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

  /** Draws the phase: ticks are bright up to the current phase. At 0 the right foot lands, half way around the left one. */
  phase({ root, yaw, phase }) {
    for (let i = 0; i < TICKS; i++) {
      const part = (i + 0.5) / TICKS;
      const angle = yaw + 2 * Math.PI * part;
      const at = [root[0] + RADIUS * Math.sin(angle), root[2] + RADIUS * Math.cos(angle)];
      const isNear = Math.abs(part - 0.5) < 0.03 || part < 0.03 || part > 0.97; // ticks at the two contacts are larger
      this.hue.copy(this.sides[1]).lerp(this.sides[0], 0.5 - 0.5 * Math.cos(2 * Math.PI * part));
      this.ring.add(at[0], this.ground.heightAt(...at) + LIFT, at[1], angle, this.hue, {
        opacity: 2 * Math.PI * part <= phase ? 1 : isNear ? 0.5 : 0.16,
        size: isNear ? 1.5 : 1,
      });
    }
  }

  /** Draws a disc below each planted part of the feet. */
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

  /** Removes everything. */
  hide() {
    this.draw([]);
  }
}
