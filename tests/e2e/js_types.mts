// Compiled, not run: what a program in TypeScript may say to the client.
// @ts-ignore three.js comes without types
import * as THREE from "three";
import { Posed, PosedError, fillGeometry, toWorld, xrBody, xrTrackers, type Frame } from "../../clients/js/index.js";

const posed = new Posed("http://127.0.0.1:8080", { key: "secret" });
const mesh = await posed.mesh("default", { betas: [1.5], pose: [[0, 0, 0]], include: ["vertices", "faces"] });
const count: number | undefined = mesh.vertices?.length;
const geometry = fillGeometry(THREE as any, {}, mesh);
const { height } = await posed.measure();
const tall: boolean = (height ?? 0) > 1.8;
const glb: ArrayBuffer = await posed.rollout({ seconds: 1 }, { format: "glb" });
const stream = posed.stream({ profile: { channels: ["root", "joints"], quantize: 32 } });
stream.on("frame", (frame: Frame) => frame.characters.map((c) => c.joints && toWorld(c, c.joints)));
stream.on("event", ({ event, foot }) => event === "footstep" && foot === "left");
const walker = await stream.spawn({ position: [0, 1], body: {} });
const seq: number = walker.input({ move: [0, 1], gait: "jog" });
// @ts-expect-error there is no such gait
walker.input({ gait: "fly" });
const worn = xrTrackers({}, {}, { height: 1.7, calibrate: true });
if (worn) walker.observe(worn.points, worn);
const readings: number = walker.observeSensors({ pelvis: [0, 0, 0, 1], head: null }, { calibrate: true, up: "z" });
// @ts-expect-error sensors have no axis of that name
walker.observeSensors({}, { up: "w" });
const knee: number[] | undefined = xrBody(stream.sample()[0], stream.welcome!.skeletons[0]).get("left-lower-leg")?.orientation;
// @ts-expect-error a place on the ground has two numbers
await stream.spawn({ position: [0, 1, 2] });
export { readings, knee, count, geometry, tall, glb, seq, PosedError };
