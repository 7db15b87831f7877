// clients/js under the conformance script: commands on stdin, a line of JSON for each on stdout. node client.mjs URL
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { Backoff, Stream, StreamError, toWorld } from "../../../clients/js/src/index.js";

const WebSocket = createRequire(import.meta.url)("ws");
const stream = new Stream(process.argv[2], { WebSocket, backoff: new Backoff({ most: 0.5 }) });
const events = [], lowered = [], welcomes = [];
let walker = null, isNew = false, dropped = 0;
stream.on("event", (e) => events.push(e));
stream.on("lowered", (e) => lowered.push({ ...e, pace: stream.divisor }));
stream.on("lost", () => (isNew = true));
stream.on("welcome", (w) => setImmediate(() => welcomes.push({ ...told(w), is_new: isNew, took: stream.now() - dropped })));

const told = ({ session, resumed }) => ({ session, resumed });
const until = async (ready) => {
  for (let got; ; await pause(5)) if ((got = ready())) return got;
};
const next = () => new Promise((resolve) => {
  const listener = (frame) => (stream.off("frame", listener), resolve(frame));
  stream.on("frame", listener);
});
const shown = ({ tick, rotationBits, characters }) => ({
  tick, bits: rotationBits, characters: characters.map((c) => ({
    id: c.id, seq: c.seq, channels: c.channels, yaw: c.yaw, root: [...c.root], tick,
    joint: c.joints ? [...toWorld(c, c.joints.slice(0, 3))] : null, rotation: c.rotations ? [...c.rotations.slice(0, 4)] : null,
    nodes: (c.character?.rotations.length ?? 0) / 4, node_root: [...(c.character?.root ?? [])], node: [...(c.character?.rotations.slice(0, 4) ?? [])],
  })),
});

const commands = {
  async open() {
    const welcome = await stream.open();
    await until(() => welcomes.shift());
    return told(welcome);
  },
  async spawn(x, z, facing) {
    walker = await stream.spawn({ position: [Number(x), Number(z)], facing: Number(facing) });
    return { id: walker.id };
  },
  async spawn_character(character, x, z, facing) {
    const { id, joints, root, scale } = await stream.spawn({ character, position: [Number(x), Number(z)], facing: Number(facing) });
    return { id, joints: joints.length, root, scale };
  },
  spawn_model: (model) => stream.spawn({ model }),
  frame: async () => shown(await until(() => stream.timeline.newest && next())),
  after: async (seconds) => (await pause(1000 * seconds), shown(await next())),
  input: (x, z, gait) => ({ seq: walker.input({ move: [Number(x), Number(z)], gait }) }),
  follow: (x, z, space) => walker.follow([[Number(x), Number(z)]], { round: true, space: Number(space) }),
  play: (clip, part, weight, speed) => walker.play(clip, { mask: [part], weights: [Number(weight)], speed: Number(speed) }),
  sit: (x, z, height, space) => walker.sit([Number(x), Number(z)], { height: Number(height), space: Number(space) }),
  profile: (channels, divisor, quantize) => stream.profile({ channels: channels.split(","), divisor: Number(divisor), quantize: Number(quantize) }),
  async frames(seconds) {
    const ticks = [], listener = (frame) => ticks.push(frame.tick);
    stream.on("frame", listener);
    await pause(1000 * seconds);
    stream.off("frame", listener);
    const last = shown(await next());
    return { count: ticks.length, step: Math.min(...ticks.slice(1).map((t, i) => t - ticks[i])), last: last.characters[0] };
  },
  event: (name) => until(() => events.find((e) => e.event === name)),
  lowered: () => until(() => lowered.shift()),
  drop: () => ((dropped = stream.now()), stream.socket.terminate(), {}),
  welcome: () => until(() => welcomes.shift()),
  leave: async () => (await stream.leave(), { state: stream.state }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...words] = line.split(" ");
  let answer;
  try {
    answer = await commands[name](...words);
  } catch (error) {
    if (!(error instanceof StreamError)) throw error;
    answer = { code: error.code, pointer: error.pointer };
  }
  console.log(JSON.stringify(answer));
}
process.exit(0);
