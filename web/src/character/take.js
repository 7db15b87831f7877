// Plays motion files without a character: a BVH or FBX file as bones; a C3D or TRC file as the body that the server has fitted to it.
import * as THREE from "three";
import { BVHLoader } from "three/examples/jsm/loaders/BVHLoader.js";
import { BvhError, checkBvh } from "../files/bvh.js";
import { button, h, slider } from "../ui/dom.js";
import { BoneFigure } from "../view/figure.js";
import { tell } from "../ui/said.js";
import { t } from "../ui/text.js";

// Time between two questions for the progress of a job, in milliseconds.
const ASK_MS = 500;
// Height given to a skeleton whose unit is unknown, in metres.
const TALL = 1.7;
// Plausible height of a skeleton, from and to, in metres.
const NEAR = [0.4, 3];
// Units that files are in, in metres: metre, centimetre, inch, millimetre.
const UNITS = [1, 0.01, 0.0254, 0.001];

/** Returns the unit in metres of a skeleton of this height: the first that makes the height plausible, or else one that makes it TALL. */
export const unitOf = (height) => UNITS.find((unit) => height * unit > NEAR[0] && height * unit < NEAR[1]) ?? TALL / height;

/** Returns {bones, object, clip, unit (metres), frames} of a BVH text. Throws an error that names the line. */
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

/** Returns the vertical distance between the lowest and the highest bone, in their units. */
export function spanOf(bones) {
  bones[0].updateWorldMatrix(true, true);
  const heights = bones.map((b) => b.getWorldPosition(new THREE.Vector3()).y);
  return Math.max(...heights) - Math.min(...heights);
}

/** Player of one motion. tracks: of the clip, with the property that each sets; now: time in seconds. */
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

  /** Removes the motion. */
  clear() {
    this.tracks = [];
    this.job?.abort();
    this.figure?.dispose();
    this.figure = null;
    this.group.clear();
    this.links.replaceChildren();
  }

  /** Starts to play a clip on an object. root: where the tracks' names are looked up; joints: to place it on the ground without a skin. */
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

  /** Plays or pauses. */
  play(on) {
    this.isPlaying = on;
    tell(this.knob.firstChild, null, t(on ? "pause" : "playOn"));
  }

  /** Goes to a time in seconds. */
  at(seconds) {
    this.now = seconds;
    for (const { now, part } of this.tracks) part.fromArray(now.evaluate(seconds));
    this.scrub.set(seconds);
  }

  // -- bones without a skin ----------------------------------------------------------------

  /**
   * Plays bones. Takes the result of readBvh(), or of an FBX file without a mesh. bones: the first is the root; object: their parent; unit:
   * in metres.
   */
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

  /** Moves the group so that the first frame stands on the ground in the centre: by its skin, or else by its joints. */
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

  /**
   * Returns the result of the server's job for a file: {id, job, buffer: GLB file of the first person}; null when aborted. progress: called
   * with 0 to 1.
   */
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

  /** Called before each frame. passed: seconds. */
  update(passed) {
    if (!this.tracks.length) return;
    if (this.isPlaying) this.at((this.now + passed) % this.seconds);
    this.figure?.pose({});
    if (!this.hips) return;
    const { aim } = this.view.camera; // the camera follows the hips
    this.hips.getWorldPosition(aim);
  }
}
