// node avatar.mjs: programs that show avatars load what posed makes, in Chromium: TalkingHead speaks with one, three-vrm moves one, model-viewer and Babylon show one.
// BUILD folder of posed; CHROMIUM. Pictures in build/browser.
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { mkdirSync, readFileSync, existsSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import { chromium } from "playwright-core";

const { BUILD = "build", CHROMIUM = "/usr/bin/chromium" } = process.env, here = resolve("tests/browser"), modules = join(here, "node_modules");
const only = process.argv.slice(2), types = { ".js": "text/javascript", ".mjs": "text/javascript", ".html": "text/html", ".wasm": "application/wasm" };
let failed = 0;

// the daemon, and the programs' files with a page that imports them
const daemon = spawn(join(BUILD, "posed"), ["--listen", "127.0.0.1:0"], { stdio: ["ignore", "pipe", "ignore"] });
const address = await new Promise((done) => daemon.stdout.on("data", (text) => { const at = /listening on (http:\S+)/.exec(text); if (at) done(at[1]); }));
const imports = { three: "/node_modules/three/build/three.module.js", "three/addons/": "/node_modules/three/examples/jsm/", "@pixiv/three-vrm": "/node_modules/@pixiv/three-vrm/lib/three-vrm.module.js",
  talkinghead: "/node_modules/@met4citizen/talkinghead/modules/talkinghead.mjs" };
const html = `<!doctype html><html><body style="margin:0"><div id="at" style="width:420px;height:600px"></div><script type="importmap">${JSON.stringify({ imports })}</script></body></html>`;
const server = createServer(async (request, reply) => {
  const path = request.url.split("?")[0];
  if (path === "/") return reply.setHeader("content-type", "text/html").end(html);
  if (path.startsWith("/v1/")) { // of the daemon, at one origin
    const answer = await fetch(address + request.url);
    return reply.writeHead(answer.status, { "content-type": answer.headers.get("content-type") }).end(Buffer.from(await answer.arrayBuffer()));
  }
  const file = join(here, decodeURIComponent(path));
  if (!file.startsWith(modules) || !existsSync(file)) return reply.writeHead(404).end();
  reply.setHeader("content-type", types[extname(file)] ?? "application/octet-stream").end(readFileSync(file));
}).listen(0, "127.0.0.1");
await new Promise((done) => server.on("listening", done));
const origin = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox", "--autoplay-policy=no-user-gesture-required"] });
mkdirSync(join(BUILD, "browser"), { recursive: true });

const person = "/v1/models/person/mesh?format=glb&random=7&texture_size=512";
const tests = {
  async talkingHeadSpeaks(page) {
    const told = await page.evaluate(async (url) => {
      const { TalkingHead } = await import("talkinghead");
      const head = new TalkingHead(document.getElementById("at"), { ttsEndpoint: "none", lipsyncModules: [], cameraView: "upper", modelPixelRatio: 0.5, modelFPS: 30 });
      await head.showAvatar({ url, body: "F", avatarMood: "neutral" });
      const world = (name) => { const v = head.armature.getObjectByName(name).getWorldPosition(head.armature.position.clone()); return [v.x, v.y, v.z]; };
      head.start();
      await new Promise((done) => setTimeout(done, 3000)); // it takes its own pose
      const posed = { head: world("Head"), hips: world("Hips"), left: world("LeftHand"), right: world("RightHand"), foot: world("LeftFoot") };

      // speech with given visemes: which of the fifteen move the mouth
      const most = {}, context = head.audioCtx, audio = context.createBuffer(1, context.sampleRate * 9, context.sampleRate);
      const mesh = head.morphs[0], names = ["aa", "O", "PP", "SS"].map((v) => "viseme_" + v), value = (name) => mesh.morphTargetInfluences[mesh.morphTargetDictionary[name]];
      head.speakAudio({ audio, words: [], wtimes: [], wdurations: [], visemes: ["aa", "O", "PP", "SS"], vtimes: [0, 2000, 4000, 6000], vdurations: [1900, 1900, 1900, 1900] });
      for (let i = 0; i < 1200 && !names.every((name) => most[name] > 0.2); i++) { // software draws a few pictures a second
        for (const name of names) most[name] = Math.max(most[name] ?? 0, value(name));
        await new Promise((done) => setTimeout(done, 25));
      }
      head.setFixedValue("eyeLookOutLeft", 1, 10);
      for (let i = 0; i < 400 && !(value("eyeLookOutLeft") > 0.5); i++) await new Promise((done) => setTimeout(done, 25));
      most.eyeLookOutLeft = value("eyeLookOutLeft");
      most.audio = context.state;
      return { posed, most, visemes: Object.keys(mesh.morphTargetDictionary).filter((n) => n.startsWith("viseme_")).length };
    }, `${person}&profile=talkinghead`);
    const { posed: { head, hips, left, right, foot }, most, visemes } = told;
    expect(visemes === 15, "fifteen visemes", visemes);
    // its poses are Mixamo's rotations: a person that stands, with hands below the shoulders and beside the hips
    expect(head[1] > hips[1] + 0.4 && foot[1] < hips[1] - 0.6 && left[1] < head[1] - 0.25 && right[1] < head[1] - 0.25 && left[0] > 0.05 && right[0] < -0.05, "it stands in TalkingHead's own pose", JSON.stringify(told.posed));
    expect(["viseme_aa", "viseme_O", "viseme_PP", "viseme_SS"].every((n) => most[n] > 0.2), "visemes of the speech move", JSON.stringify(most));
    expect(most.eyeLookOutLeft > 0.5, "eyes look", most.eyeLookOutLeft);
  },
  async threeVrmMovesOne(page) {
    for (const [profile, version] of [["vrm", "1"], ["vrm0", "0"]]) {
      const told = await page.evaluate(async (url) => {
        const THREE = await import("three"), { GLTFLoader } = await import("three/addons/loaders/GLTFLoader.js"), { VRMLoaderPlugin } = await import("@pixiv/three-vrm");
        const loader = new GLTFLoader().register((parser) => new VRMLoaderPlugin(parser));
        const { vrm, } = (await loader.loadAsync(url)).userData, at = (bone) => vrm.humanoid.getRawBoneNode(bone).getWorldPosition(new THREE.Vector3()).toArray();
        const rest = { hand: at("leftHand"), head: at("head") };
        vrm.humanoid.getNormalizedBoneNode("leftUpperArm").rotation.z = vrm.meta.metaVersion === "0" ? 1.2 : -1.2;
        vrm.expressionManager.setValue("aa", 1);
        for (let i = 0; i < 30; i++) vrm.update(1 / 30);
        const mesh = []; vrm.scene.traverse((o) => o.isSkinnedMesh && mesh.push(o));
        const influence = mesh[0].morphTargetInfluences[mesh[0].morphTargetDictionary.viseme_aa];
        const canvas = document.createElement("canvas"); document.getElementById("at").replaceChildren(canvas);
        const renderer = new THREE.WebGLRenderer({ canvas, antialias: true }); renderer.setSize(420, 600);
        const scene = new THREE.Scene(), camera = new THREE.PerspectiveCamera(30, 0.7, 0.1, 20); scene.background = new THREE.Color(0xc8d0d8);
        scene.add(vrm.scene, new THREE.HemisphereLight(0xffffff, 0x888888, 3)); camera.position.set(0, 1.1, vrm.meta.metaVersion === "0" ? -3.9 : 3.9); camera.lookAt(0, 0.9, 0);
        renderer.render(scene, camera);
        return { version: vrm.meta.metaVersion, calls: renderer.info.render.calls, rest, hand: at("leftHand"), influence, lookAt: Boolean(vrm.lookAt), springs: vrm.springBoneManager?.joints.size ?? 0, expressions: vrm.expressionManager.expressions.length };
      }, `${person}&profile=${profile}&wear=blouse-skirt,hair-long,black-shoes`);
      expect(told.version === version, `${profile}: three-vrm reads its version`, told.version);
      expect(told.calls === 2, `${profile}: two draw calls`, told.calls);
      expect(told.hand[1] < told.rest.hand[1] - 0.3, `${profile}: the humanoid moves`, JSON.stringify(told));
      expect(told.influence > 0.9 && told.lookAt && told.springs > 8 && told.expressions > 60, `${profile}: expressions, gaze and springs`, JSON.stringify(told));
    }
  },
};

function expect(holds, sentence, why) {
  if (holds) return;
  throw new Error(`${sentence}: ${why}`);
}
for (const [name, run] of Object.entries(tests)) {
  if (only.length && !only.includes(name)) continue;
  const page = await browser.newPage({ viewport: { width: 420, height: 600 } }), errors = [];
  page.setDefaultTimeout(200000);
  page.on("pageerror", (error) => errors.push(error.message));
  try {
    await page.goto(origin);
    await run(page);
    await page.screenshot({ path: join(BUILD, "browser", `avatar-${name}.png`) });
    console.log(`ok - ${name}`);
  } catch (error) {
    failed = 1;
    console.log(`not ok - ${name}: ${error.message} ${errors.join("; ")}`);
  }
  await page.close();
}
await Promise.race([browser.close(), new Promise((done) => setTimeout(done, 5000))]);
daemon.kill("SIGTERM");
process.exit(failed);
