// Compiled, not run: what a program in TypeScript may say to the client.
// @ts-ignore three.js comes without types
import * as THREE from "three";
import { Posed, PosedError, fillGeometry, toWorld, xrBody, xrTrackers, type Frame, type http } from "../../clients/js/index.js";

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
const said: number | undefined = (await walker.say("Hello", { voice: "slt" }))?.words.length;
const whole: boolean = (await walker.sayAll(["Hello. ", "How are you?"], { voice: "kal" })).isWhole;
// @ts-expect-error there is no such voice
await walker.say("Hello", { voice: "hal" });
const spoken: string | undefined = (await posed.speech({ text: "Hello", voice: "kal" })).sound?.base64;
const worn = xrTrackers({}, {}, { height: 1.7, calibrate: true });
if (worn) walker.observe(worn.points, worn);
const readings: number = walker.observeSensors({ pelvis: [0, 0, 0, 1], head: null }, { calibrate: true, up: "z" });
const pose: number = walker.observePose({ hips: [0, 0, 0, 1] }, { hips: [0, 0.9, 0], height: 1.7, mirror: true });
// @ts-expect-error sensors have no axis of that name
walker.observeSensors({}, { up: "w" });
const knee: number[] | undefined = xrBody(stream.sample()[0], stream.welcome!.skeletons[0]).get("left-lower-leg")?.orientation;
const dressed: ArrayBuffer = await posed.glb("person", { rig: true, morphs: false, levels: [6000, 1000], age: 40, wear: "tee-shorts", left_hand: "fist" });
const address: string = posed.glbUrl("person", { random: 7, hair_color: "black", names: "vrm", rig: true });
const mass: number | null | undefined = (await posed.measure("person", { gender: "female", height: 1.72, weight: 64 })).mass;
const betas: number[] = (await posed.fit("person", { measurements: { height: 1.8 } })).betas;
const clip: string = await posed.rollout({ seconds: 1, look: 7, body: "person", script: [{ t: 0, move: [0, 1], gait: "walk" }] }, { format: "bvh" });
const flat = await posed.mesh("default", { pose: new Float32Array(72), quaternions: [[0, 0, 0, 1]] });
const put: string = (await posed.putCharacter("hero", new Uint8Array(4), { template: "person" })).id;
const job: http.Job = await posed.createJob(new Uint8Array(4), { model: "person" });
posed.request("PUT", "/v1/characters/hero", new Blob([]), { type: "model/gltf-binary" });
stream.on("disconnected", ({ code, detail }) => `${code} ${detail}`);
posed.stream({ silence: 5 });
// @ts-expect-error a field that there is not
await posed.glb("person", { morfs: false });
// @ts-expect-error a field of an input that there is not
walker.input({ mvoe: [0, 1] });
// @ts-expect-error a place on the ground has two numbers
await stream.spawn({ position: [0, 1, 2] });
export { said, whole, pose, spoken, dressed, address, mass, betas, clip, flat, put, job, readings, knee, count, geometry, tall, glb, seq, PosedError };
