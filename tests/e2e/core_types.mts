// Checked by TypeScript in tests/e2e/js.sh; not run.
import { Core, type Pose, type Solution } from "../../clients/core/index.js";

const core: Core = await Core.load({ model: new ArrayBuffer(8), wasm: new URL("file:///posed_core.wasm") });
const scene = core.scene({ walls: [{ from: [0, 1], to: [2, 1] }], ground: { cell: 1, heights: [[0, 0], [0, 1]] } });
const walker = core.spawn({ position: [0, 0], variation: 3, scene });
walker.input({ move: [0, 1], gait: "jog", axes: "camera", jump: true });
walker.reach("left", { target: [0, 1, 0], frame: "root" });
walker.sit({ seat: [1, 1] });
const pose: Pose = walker.pose();
const snapshot: Uint8Array = walker.snapshot();
walker.restore(snapshot);
const solution: Solution = core.skeleton().solve({ targets: [{ joint: "LeftHand", position: [0, 1, 0] }], solver: "ccd" });
console.log(pose.root[0], solution.status === "reached", scene.height(0, 0), walker.hash(), core.modelHash);
// @ts-expect-error there is no such gait
walker.input({ gait: "fly" });
// @ts-expect-error optimize is not in the module
core.skeleton().solve({ targets: [], solver: "optimize" });
