// A motion file on the page: a BVH is played as its own bones, a C3D or TRC take is solved by the server and played as the body that it found.
import * as THREE from "three";
import { BVHLoader } from "three/examples/jsm/loaders/BVHLoader.js";
import { BvhError, checkBvh } from "../files/bvh.js";
import { button, h, slider } from "../ui/dom.js";
import { BoneFigure } from "../view/figure.js";
import { t } from "../ui/text.js";

const ASK_MS = 500;
const TALL = 1.7;
const NEAR = [0.4, 3]; // between two questions; metres of who has none; of who has
const UNITS = [1, 0.01, 0.0254, 0.001]; // metres: what files are in

/** Metres per unit of a skeleton so high: the first unit in which it is a person; one that is none in any is made as tall as one. */
export const unitOf = (height) => UNITS.find((unit) => height * unit > NEAR[0] && height * unit < NEAR[1]) ?? TALL / height;

/** Bones of a BVH text, or an error that says the line: {bones, object, clip, unit, frames}. */
export function readBvh(text) {
  try {
    checkBvh(text);
  } catch (error) {
    throw error instanceof BvhError
      ? new Error(`${t("bvhBroken")} ${t("line")} ${error.line}: ${t("expected")} ${error.expected}, ${t("found")} ${error.found}.`, {
          cause: error,
        })
      : error;
  }
  const { skeleton, clip } = new BVHLoader().parse(text);
  const bones = skeleton.bones.filter((b) => b.name !== "ENDSITE" && b.isBone);
  if (!(clip.duration > 0)) throw new Error(t("bvhEmpty"));
  return { bones, object: bones[0], clip, unit: unitOf(spanOf(skeleton.bones)), frames: clip.tracks[0]?.times.length ?? 0 };
}

/** How high bones reach over the lowest of them, in their own units. */
export function spanOf(bones) {
  bones[0].updateWorldMatrix(true, true);
  const heights = bones.map((b) => b.getWorldPosition(new THREE.Vector3()).y);
  return Math.max(...heights) - Math.min(...heights);
}

export class Take {
  constructor(character) {
    Object.assign(this, { character, view: character.view, tracks: [], now: 0, isPlaying: true, figure: null });
    this.group = new THREE.Group();
    character.group.add(this.group);
    this.scrub = slider({
      label: t("time"),
      min: 0,
      max: 1,
      step: 0.01,
      value: 0,
      show: (v) => `${v.toFixed(2)} s`,
      oninput: (v) => {
        this.play(false);
        this.at(v);
      },
    });
    this.knob = button(t("pause"), () => this.play(!this.isPlaying), { pressed: false });
    this.links = h(".row");
    this.element = h("fieldset.row.take", {}, h("legend", {}, t("take")), this.scrub, this.knob, this.links);
  }

  clear() {
    this.tracks = [];
    this.job?.abort();
    this.figure?.dispose();
    this.figure = null;
    this.group.clear();
    this.links.replaceChildren();
  }

  /** object moves by the first clip. */
  begin(object, clip, root = object, joints = []) {
    this.tracks = clip.tracks
      .map((track) => {
        const [, name, what] = track.name.match(/^(?:\.bones\[)?([^\]]+?)\]?\.(position|quaternion|scale)$/) ?? [];
        return { now: track.createInterpolant(), part: root.name === name ? root[what] : root.getObjectByName(name)?.[what] };
      })
      .filter((track) => track.part);
    this.seconds = clip.duration;
    this.group.add(object);
    this.hips = object.getObjectByProperty("isSkinnedMesh", true)?.skeleton.bones[0] ?? null;
    this.scrub.range(0, clip.duration);
    this.play(true);
    this.at(0);
    this.floor(joints);
  }

  play(on) {
    this.isPlaying = on;
    this.knob.firstChild.textContent = t(on ? "pause" : "playOn");
  }

  at(seconds) {
    this.now = seconds;
    for (const { now, part } of this.tracks) part.fromArray(now.evaluate(seconds));
    this.scrub.set(seconds);
  }

  // -- bones without a skin ----------------------------------------------------------------

  /** read: of readBvh(), or of an FBX without a mesh: bones, whose first is the root; object: what they hang on; unit: metres of one of its units. */
  bones({ bones, object, clip, unit }) {
    this.clear();
    const holder = new THREE.Group().add(object);
    holder.scale.setScalar(unit);
    const places = (out) => {
      holder.updateWorldMatrix(true, true);
      bones.forEach((b, j) => out.set(b.matrixWorld.elements.slice(12, 15), 3 * j));
      return out;
    };
    this.figure = new BoneFigure(null, this.view.colors.mark, {
      shape: { joints: bones.map((b) => ({ name: b.name, parent: bones.indexOf(b.parent) })) },
      places,
    });
    this.group.add(this.figure.group);
    this.begin(holder, clip, object, bones);
  }

  /** The first moment stands on the ground, in the middle: by its skin, else by its joints. */
  floor(joints) {
    this.group.position.set(0, 0, 0);
    this.group.updateWorldMatrix(true, true);
    const box = new THREE.Box3();
    this.group.traverse((o) => {
      if (o.isSkinnedMesh) {
        o.computeBoundingBox();
        box.union(o.boundingBox.clone().applyMatrix4(o.matrixWorld));
      }
    });
    if (box.isEmpty()) box.setFromPoints(joints.map((b) => b.getWorldPosition(new THREE.Vector3())));
    const middle = box.getCenter(new THREE.Vector3());
    this.group.position.set(-middle.x, -box.min.y, -middle.z);
  }

  // -- C3D, TRC ----------------------------------------------------------------------------

  /** progress(0 to 1) while the server works. The GLB of the first person, and where the other formats are. */
  async solve(file, progress) {
    const { character } = this;
    const stop = (this.job = new AbortController());
    const { id } = await (await character.ask("POST", "/v1/jobs", { body: file, type: "application/octet-stream" })).json();
    for (;;) {
      const job = await (await character.ask("GET", `/v1/jobs/${id}`)).json();
      if (stop.signal.aborted) return null;
      if (job.status === "done")
        return { id, job, buffer: await (await character.ask("GET", `/v1/jobs/${id}/result?format=glb`)).arrayBuffer() };
      if (!["queued", "running"].includes(job.status)) throw new Error(job.detail ?? job.error?.detail ?? job.status);
      progress(job.progress ?? 0);
      await new Promise((done) => setTimeout(done, ASK_MS));
    }
  }

  update(passed) {
    if (!this.tracks.length) return;
    if (this.isPlaying) this.at((this.now + passed) % this.seconds);
    this.figure?.pose({});
    if (!this.hips) return;
    const { aim } = this.view.camera; // it goes along with who walks off
    this.hips.getWorldPosition(aim);
  }
}
