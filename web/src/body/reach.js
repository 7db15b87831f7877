// Draws where a hand can reach, as colours: a grid of targets in the plane of the picture through the hand. The server solves each from the
// present pose.
import * as THREE from "three";
import { t } from "../ui/text.js";
import { color } from "../ui/tokens.js";

// Number of targets along each side of the grid.
const SIDE = 23;
// Distance between two targets, in metres.
const STEP = 0.075;
// Number of targets in a request.
const CALL = 128;

/** The map of a hand's reach. hand: joint, or "" for none; of: key of the state that it was made for; counts: targets of each kind. */
export class Reach {
  constructor(body) {
    Object.assign(this, { body, hand: "", of: "", counts: null });
    this.mesh = new THREE.Mesh(
      new THREE.BufferGeometry(),
      new THREE.MeshBasicMaterial({ vertexColors: true, transparent: true, depthTest: false, depthWrite: false, side: THREE.DoubleSide }),
    );
    Object.assign(this.mesh, { frustumCulled: false, visible: false, renderOrder: 7 });
    body.view.scene.add(this.mesh);
  }

  /** Shows the map of a hand, or hides it for "". */
  show(hand) {
    this.hand = hand;
    this.of = "";
    if (hand) return this.body.reaching.ask(this.body.state);
    this.mesh.visible = false;
    this.body.handles.forget();
  }

  /** Makes the map for state s if the body, the pose or a setting has changed. Does nothing while something is dragged. */
  async draw(s) {
    const { body, hand } = this;
    const key = JSON.stringify([s.model, s.betas, s.quaternions, s.pose, s.at, s.limits, s.solver, hand]);
    if (!hand || body.compare.isOn || !body.joints) {
      this.mesh.visible = false;
      return;
    }
    if (key === this.of || body.handles.held) return;
    // The grid's centre: the shoulder, moved to the depth of the hand.
    const camera = body.view.camera.eye;
    const right = new THREE.Vector3().setFromMatrixColumn(camera.matrixWorld, 0);
    const up = new THREE.Vector3().setFromMatrixColumn(camera.matrixWorld, 1);
    const middle = body.place(hand.replace("hand", "shoulder"));
    const ahead = camera.getWorldDirection(new THREE.Vector3());
    const deep = body.place(hand).sub(middle).dot(ahead);
    middle.addScaledVector(ahead, deep);
    const half = (SIDE - 1) / 2;
    const places = Array.from({ length: SIDE * SIDE }, (_, i) =>
      middle
        .clone()
        .addScaledVector(right, STEP * ((i % SIDE) - half))
        .addScaledVector(up, STEP * (Math.floor(i / SIDE) - half)),
    );
    const found = await this.solve(s, places, body.named(hand));
    if (this.hand !== hand) return;
    this.of = key;
    this.paint(places, found, right, up);
  }

  /** Returns the solution for each target. Each starts from the pose that is shown. */
  async solve(s, places, joint) {
    const { body } = this;
    const { betas, quaternions } = body.fields(s);
    const translation = body.place("pelvis").sub(new THREE.Vector3().fromArray(body.restPelvis)).toArray();
    const shared = {
      skeleton: s.model,
      betas,
      quaternions,
      translation,
      limits: s.limits,
      solver: ["example", "neural"].includes(s.solver) ? "auto" : s.solver,
      restarts: 0,
    };
    const out = [];
    for (let i = 0; i < places.length; i += CALL) {
      const problems = places.slice(i, i + CALL).map((p) => ({ targets: [{ joint, position: p.toArray() }] }));
      out.push(...(await body.client.json("POST", "/v1/ik/solve", { ...shared, problems })).solutions);
    }
    return out;
  }

  /**
   * Colours the grid: blue where the target is reached, yellow where a joint is at its limit, red where the hand misses it by less than
   * STEP.
   */
  paint(places, found, right, up) {
    const corners = [];
    const colors = [];
    const counts = { free: 0, limited: 0, missed: 0 };
    const paints = { free: ["reach-near", 0.42], limited: ["reach-far", 0.42], missed: ["limit", 0.3] };
    places.forEach((p, i) => {
      const { status, limits_hit: hits = [], targets } = found[i];
      const miss = targets?.[0].position_error ?? Infinity;
      const kind = status === "reached" ? (hits.length ? "limited" : "free") : miss < STEP ? "missed" : null;
      if (!kind) return;
      counts[kind]++;
      const [name, opacity] = paints[kind];
      const c = (this.colors ??= {})[name] ?? (this.colors[name] = new THREE.Color(color(name)));
      const at = (x, y) =>
        p
          .clone()
          .addScaledVector(right, 0.46 * STEP * x)
          .addScaledVector(up, 0.46 * STEP * y)
          .toArray();
      for (const [x, y] of [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, -1],
        [1, 1],
        [-1, 1],
      ]) {
        corners.push(...at(x, y));
        colors.push(c.r, c.g, c.b, opacity);
      }
    });
    this.mesh.geometry.dispose();
    this.mesh.geometry = new THREE.BufferGeometry()
      .setAttribute("position", new THREE.Float32BufferAttribute(corners, 3))
      .setAttribute("color", new THREE.Float32BufferAttribute(colors, 4));
    this.mesh.position.y = this.body.lift;
    this.mesh.visible = this.body.group.visible;
    this.counts = counts;
    const area = (n) => `${(n * STEP * STEP).toFixed(2)} m²`;
    this.body.handles.said.classList.remove("missed");
    this.body.handles.said.textContent = `${t(this.hand)}: ${t("reachFree")} ${area(counts.free)} · ${t("reachLimited")} ${area(counts.limited)}`;
  }
}
