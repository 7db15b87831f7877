// Motions of the Guide tab that the server makes and the page plays.
import * as THREE from "three";
import { FLIGHT, stairs } from "../view/ground.js";

// A row of a roll-out's script: from time t (seconds) on, this stick and gait.
const go = (t, move, gait) => ({ t, move, gait });

/** By name: the body of POST /v1/motions/rollout, without the model. */
export const FILMS = {
  walk: { seconds: 5, script: [go(0, [0, 1], "walk")] },
  jog: { seconds: 4, script: [go(0, [0, 1], "jog")] },
  turn: { seconds: 6, script: [go(0, [0, 1], "walk"), go(3, [0, -1], "walk")] },
  stairs: { seconds: 7, position: [0, -0.6], scene: { ground: stairs(131, 0.1) }, script: [go(0, [0, 1], "walk")] },
};

/** Returns the ground of a film as three.js objects, in the roll-out's space; empty for flat ground. */
export function ground(name, material) {
  const all = new THREE.Group();
  const { wide, start, rise, going, steps, landing } = FLIGHT;
  if (name !== "stairs") return all;
  const block = (height, from, deep) => {
    const mesh = new THREE.Mesh(new THREE.BoxGeometry(2 * wide, height, deep), material);
    mesh.position.set(0, height / 2, from + deep / 2);
    all.add(Object.assign(mesh, { castShadow: true, receiveShadow: true }));
  };
  for (let i = 1; i <= steps; i++) block(rise * i, start + going * (i - 1), i < steps ? going : going + landing);
  return all;
}
