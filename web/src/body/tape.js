// The tape of the measurement whose slider has the focus, drawn on the body where the server measured: its lines are points of the surface, which go with the pose.
import * as THREE from "three";
import { h } from "../ui/dom.js";
import { color } from "../ui/tokens.js";

const WIDE = 0.011;
const OUT = 0.004;
const STEP = 0.01;
const MOST = 400;
const STRAIGHT = { height: 0.34, inside_leg_height: 0 }; // half its width, how far off the skin, between two marks, marks at most, metres; heights are straight up, so far beside the body

/** Places of a line's points, on vertices and joints of the body as it is posed. */
export function placesOf({ points }, vertices, joints, names) {
  const at = (list, i) => new THREE.Vector3().fromArray(list, 3 * i);
  return points.map(({ vertices: edge, t, joint }) =>
    joint ? at(joints, names.indexOf(joint)) : at(vertices, edge[0]).lerp(at(vertices, edge[1]), t),
  );
}

export class Tape {
  constructor(body) {
    Object.assign(this, { body, name: "", lines: null, of: "", points: [] });
    const material = new THREE.MeshBasicMaterial({
      vertexColors: true,
      transparent: true,
      opacity: 0.95,
      depthTest: false,
      side: THREE.DoubleSide,
    });
    this.mesh = Object.assign(new THREE.Mesh(new THREE.BufferGeometry(), material), {
      frustumCulled: false,
      visible: false,
      renderOrder: 8,
    });
    this.tag = h("span.tag");
    body.view.scene.add(this.mesh);
  }

  /** The slider of this name has the focus, or none. */
  show(name) {
    this.name = name;
    if (name) this.body.taping.ask(this.body.state);
    else this.hide();
  }

  hide() {
    this.mesh.visible = false;
    this.tag.remove();
  }

  /** Lines of this shape, asked for once; places of this pose. */
  async draw(s) {
    const { body, name } = this;
    const { client } = body;
    const key = `${s.model}/${s.betas}`;
    if (!name || body.compare.isOn) return this.hide();
    if (this.of !== key) {
      this.lines = (await client.json("POST", `/v1/models/${s.model}/measure`, { betas: s.betas, lines: true })).lines;
      this.of = key;
    }
    const line = this.lines[name];
    if (!line) return this.hide();
    const { vertices, joints } = await client.mesh(s.model, { ...body.bare(s), include: ["vertices", "joints"] });
    if (this.name !== name || !body.group.visible) return;
    this.points = placesOf(line, vertices, joints, body.names);
    this.isClosed = line.closed;
    if (name in STRAIGHT) this.straighten(vertices);
    for (const p of this.points) p.y += body.lift;
    this.mesh.visible = true;
    this.tag.textContent = body.rows[name]?.querySelector("output").textContent ?? "";
    document.body.append(this.tag);
    this.update();
  }

  /** From the ground straight up to what was measured. */
  straighten(vertices) {
    const beside = STRAIGHT[this.name];
    const top = this.points[1];
    const floor = vertices.reduce((least, v, i) => (i % 3 === 1 ? Math.min(least, v) : least), Infinity);
    this.points = [new THREE.Vector3(top.x + beside, floor, top.z), new THREE.Vector3(top.x + beside, top.y, top.z)];
  }

  /** A ribbon with a mark every centimetre, a longer one every ten; of a closed one only the side that is towards the eye. */
  update() {
    if (!this.mesh.visible) return;
    const { points, isClosed } = this;
    const eye = this.body.view.camera.eye.position;
    const corners = [];
    const colors = [];
    const center = points.reduce((sum, p) => sum.add(p), new THREE.Vector3()).divideScalar(points.length);
    const normal = new THREE.Vector3();
    points.forEach((p, i) => {
      const q = points[(i + 1) % points.length];
      normal.add(p.clone().sub(center).cross(q.clone().sub(center)));
    });
    normal.normalize();
    const band = new THREE.Color(color("tape"));
    const ink = new THREE.Color(color("tape-ink"));
    const quad = (a, b, side, from, to, c) => {
      const at = (p, s) => p.clone().addScaledVector(side, s);
      for (const p of [at(a, from), at(b, from), at(b, to), at(a, from), at(b, to), at(a, to)]) {
        corners.push(p.x, p.y, p.z);
        colors.push(c.r, c.g, c.b);
      }
    };
    let gone = 0;
    let marks = 0;
    for (let i = 0; i + !isClosed < points.length; i++) {
      const p = points[i].clone();
      const q = points[(i + 1) % points.length].clone();
      const along = q.clone().sub(p);
      const length = along.length();
      if (length < 1e-6) continue;
      along.divideScalar(length);
      const outward = isClosed ? along.clone().cross(normal) : eye.clone().sub(p);
      const side = isClosed ? normal : along.clone().cross(outward).normalize();
      for (const end of [p, q]) if (isClosed) end.addScaledVector(outward.normalize(), OUT);
      const isSeen = !isClosed || outward.dot(eye.clone().sub(p)) > 0;
      if (isSeen) quad(p, q, side, -WIDE, WIDE, band);
      for (; gone < length && marks < MOST; gone += STEP, marks++) {
        const at = p.clone().addScaledVector(along, gone);
        const isTen = marks % 10 === 0;
        if (isSeen) quad(at, at.clone().addScaledVector(along, isTen ? 0.0028 : 0.0014), side, -WIDE, isTen ? WIDE : -0.2 * WIDE, ink);
      }
      gone -= length;
    }
    const g = new THREE.BufferGeometry()
      .setAttribute("position", new THREE.Float32BufferAttribute(corners, 3))
      .setAttribute("color", new THREE.Float32BufferAttribute(colors, 3));
    this.mesh.geometry.dispose();
    this.mesh.geometry = g;
    this.label();
  }

  /** Its length, beside the end that is farthest to the right. */
  label() {
    const { camera, canvas } = this.body.view;
    const p = new THREE.Vector3();
    const places = this.points.map((point) => p.copy(point).project(camera.eye).clone());
    const right = places.reduce((a, b) => (b.x > a.x ? b : a));
    this.tag.style.transform = `translate(10px, -50%) translate(${((right.x + 1) / 2) * canvas.clientWidth}px, ${((1 - right.y) / 2) * canvas.clientHeight}px)`;
  }
}
