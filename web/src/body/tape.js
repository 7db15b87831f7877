// Draws a measuring tape on the body for the measurement whose slider has the focus. The server gives its line as points of the surface,
// so that the tape follows the pose.
import * as THREE from "three";
import { h } from "../ui/dom.js";
import { color } from "../ui/tokens.js";

// Half of the tape's width, in metres.
const WIDE = 0.011;
// Distance of a closed tape from the skin, in metres.
const OUT = 0.004;
// Distance between two marks on the tape, in metres.
const STEP = 0.01;
// Largest number of marks.
const MOST = 400;
// Measurements that are heights, whose tape is vertical: its distance to the side of the measured point, in metres.
const STRAIGHT = { height: 0.34, inside_leg_height: 0 };

/**
 * Returns the points of a measured line (THREE.Vector3, metres) on a posed body. Each point is a joint, or lies between two vertices at t.
 * vertices, joints: positions, three numbers each; names: of the joints.
 */
export function placesOf({ points }, vertices, joints, names) {
  const at = (list, i) => new THREE.Vector3().fromArray(list, 3 * i);
  return points.map(({ vertices: edge, t, joint }) =>
    joint ? at(joints, names.indexOf(joint)) : at(vertices, edge[0]).lerp(at(vertices, edge[1]), t),
  );
}

/** The tape. name: of the measurement; lines: by measurement, for the shape `of`. */
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

  /** Shows the tape of a measurement, or hides it for "". */
  show(name) {
    this.name = name;
    if (name) this.body.taping.ask(this.body.state);
    else this.hide();
  }

  /** Hides the tape. */
  hide() {
    this.mesh.visible = false;
    this.tag.remove();
  }

  /** Draws the tape on the body of state s. Fetches the lines once for each shape, and the vertices for each pose. */
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

  /** Replaces the points by a vertical line from the ground to the measured height. */
  straighten(vertices) {
    const beside = STRAIGHT[this.name];
    const top = this.points[1];
    const floor = vertices.reduce((least, v, i) => (i % 3 === 1 ? Math.min(least, v) : least), Infinity);
    this.points = [new THREE.Vector3(top.x + beside, floor, top.z), new THREE.Vector3(top.x + beside, top.y, top.z)];
  }

  /**
   * Called before each frame: a ribbon with a mark every centimetre and a longer one every ten. Of a closed tape only the side facing the
   * camera is drawn.
   */
  update() {
    if (!this.mesh.visible) return;
    const { points, isClosed } = this;
    const eye = this.body.view.camera.eye.position;
    const corners = [];
    const colors = [];
    // Centre and mean normal of a closed tape.
    const center = points.reduce((sum, p) => sum.add(p), new THREE.Vector3()).divideScalar(points.length);
    const normal = new THREE.Vector3();
    points.forEach((p, i) => {
      const q = points[(i + 1) % points.length];
      normal.add(p.clone().sub(center).cross(q.clone().sub(center)));
    });
    normal.normalize();
    const band = new THREE.Color(color("tape"));
    const ink = new THREE.Color(color("tape-ink"));
    // A quadrilateral between points a and b, from `from` to `to` along `side`.
    const quad = (a, b, side, from, to, c) => {
      const at = (p, s) => p.clone().addScaledVector(side, s);
      for (const p of [at(a, from), at(b, from), at(b, to), at(a, from), at(b, to), at(a, to)]) {
        corners.push(p.x, p.y, p.z);
        colors.push(c.r, c.g, c.b);
      }
    };
    // Segment by segment: the band, then the marks on it. `gone` is the distance from the segment's start to the next mark.
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

  /** Moves the text with the length to the point of the tape that is farthest to the right in the picture. */
  label() {
    const { camera, canvas } = this.body.view;
    const p = new THREE.Vector3();
    const places = this.points.map((point) => p.copy(point).project(camera.eye).clone());
    const right = places.reduce((a, b) => (b.x > a.x ? b : a));
    this.tag.style.transform = `translate(10px, -50%) translate(${((right.x + 1) / 2) * canvas.clientWidth}px, ${((1 - right.y) / 2) * canvas.clientHeight}px)`;
  }
}
