// Motions that the guide has this server make and the page plays: each a request of POST /v1/motions/rollout.
import * as THREE from "three";
import { FLIGHT, stairs } from "../view/ground.js";

const go = (t, move, gait) => ({ t, move, gait });

/** Name -> what is asked for, without the body. */
export const FILMS = {
  walk: { seconds: 5, script: [go(0, [0, 1], "walk")] },
  jog: { seconds: 4, script: [go(0, [0, 1], "jog")] },
  turn: { seconds: 6, script: [go(0, [0, 1], "walk"), go(3, [0, -1], "walk")] },
  stairs: { seconds: 7, position: [0, -0.6], scene: { ground: stairs(131, 0.1) }, script: [go(0, [0, 1], "walk")] },
};

/** Of a film that needs more than a floor: what is walked on, in the roll-out's own places. */
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
