// Loads files of posed in programs that show avatars, in Chromium: TalkingHead speaks with one, three-vrm moves one and plays a VRM
// animation, model-viewer and Babylon show one, and clips play by Mixamo's names. glTF-Transform inspects the same file in Node. Run by
// avatar.sh. BUILD: folder of posed; CHROMIUM. Screenshots are written to build/browser.
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { mkdirSync, readFileSync, existsSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import { WebIO } from "@gltf-transform/core";
import { ALL_EXTENSIONS } from "@gltf-transform/extensions";
import { inspect } from "@gltf-transform/functions";
import { chromium } from "playwright-core";

const { BUILD = "build", CHROMIUM = "/usr/bin/chromium" } = process.env;
const here = resolve("tests/browser");
const modules = join(here, "node_modules");
const only = process.argv.slice(2);
const types = { ".js": "text/javascript", ".mjs": "text/javascript", ".html": "text/html", ".wasm": "application/wasm" };
let failed = 0;

// Starts the daemon, and a server with the programs' files and a page that imports them.
const daemon = spawn(join(BUILD, "posed"), ["--listen", "127.0.0.1:0"], { stdio: ["ignore", "pipe", "ignore"] });
const address = await new Promise((done) =>
  daemon.stdout.on("data", (text) => {
    const at = /listening on (http:\S+)/.exec(text);
    if (at) done(at[1]);
  }),
);
const imports = {
  three: "/node_modules/three/build/three.module.js",
  "three/addons/": "/node_modules/three/examples/jsm/",
  "@pixiv/three-vrm": "/node_modules/@pixiv/three-vrm/lib/three-vrm.module.js",
  "@pixiv/three-vrm-animation": "/node_modules/@pixiv/three-vrm-animation/lib/three-vrm-animation.module.js",
  talkinghead: "/node_modules/@met4citizen/talkinghead/modules/talkinghead.mjs",
  "model-viewer": "/node_modules/@google/model-viewer/dist/model-viewer.min.js",
};
const html = `<!doctype html><html><body style="margin:0"><div id="at" style="width:420px;height:600px"></div><script type="importmap">${JSON.stringify({ imports })}</script></body></html>`;
const server = createServer(async (request, reply) => {
  const path = request.url.split("?")[0];
  if (path === "/") return reply.setHeader("content-type", "text/html").end(html);
  if (path.startsWith("/v1/")) {
    // Requests to the daemon are forwarded, so that the page has one origin.
    const parts = [];
    for await (const part of request) parts.push(part);
    const answer = await fetch(address + request.url, { method: request.method, body: parts.length ? Buffer.concat(parts) : undefined });
    return reply
      .writeHead(answer.status, { "content-type": answer.headers.get("content-type") })
      .end(Buffer.from(await answer.arrayBuffer()));
  }
  const file = join(here, decodeURIComponent(path));
  if (!file.startsWith(modules) || !existsSync(file)) return reply.writeHead(404).end();
  reply.setHeader("content-type", types[extname(file)] ?? "application/octet-stream").end(readFileSync(file));
}).listen(0, "127.0.0.1");
await new Promise((done) => server.on("listening", done));
const origin = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: [
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--no-sandbox",
    "--autoplay-policy=no-user-gesture-required",
  ],
});
mkdirSync(join(BUILD, "browser"), { recursive: true });

const person = "/v1/models/person/mesh?format=glb&random=7&texture_size=512";
const walk = [
  "/v1/motions/rollout?format=glb&names=mixamo",
  { method: "POST", body: JSON.stringify({ seconds: 3, script: [{ t: 0, move: [0, 1], gait: "walk" }] }) },
];
const tests = {
  async gltfTransformInspects() {
    const io = new WebIO().registerExtensions(ALL_EXTENSIONS);
    for (const more of ["", "&compression=quantize", "&lod=2"]) {
      const bytes = await fetch(`${address}${person}&profile=three${more}`).then((answer) => answer.arrayBuffer());
      const { meshes, materials, textures } = inspect(await io.readBinary(new Uint8Array(bytes)));
      const primitives = meshes.properties.reduce((sum, mesh) => sum + mesh.meshPrimitives, 0);
      const triangles = meshes.properties.reduce((sum, mesh) => sum + mesh.glPrimitives, 0);
      expect(
        primitives === 2 && materials.properties.length === 2,
        `two primitives ${more}`,
        JSON.stringify([primitives, materials.properties]),
      );
      expect(
        triangles > 8000 &&
          triangles < 40000 &&
          textures.properties.every(({ resolution }) => Math.max(...resolution.split("x").map(Number)) <= 512),
        `triangles and pictures ${more}`,
        JSON.stringify([triangles, textures.properties]),
      );
    }
  },
  async modelViewerShowsOne(page) {
    const told = await page.evaluate(async (url) => {
      await import("model-viewer");
      const shown = Object.assign(document.createElement("model-viewer"), { src: url, minimumRenderScale: 1 });
      shown.setAttribute("style", "width:420px;height:600px;background:#c8d0d8");
      shown.setAttribute("camera-orbit", "0deg 85deg auto");
      const loaded = new Promise((done, fail) => {
        shown.addEventListener("load", done);
        shown.addEventListener("error", ({ detail }) => fail(new Error(JSON.stringify(detail))));
      });
      document.getElementById("at").replaceChildren(shown);
      await loaded;
      await shown.updateComplete;
      const size = shown.getDimensions();
      const box = shown.getBoundingBoxCenter();
      return { size: [size.x, size.y, size.z], middle: box.y, materials: shown.model.materials.length };
    }, `${person}&profile=three&pose=a`);
    expect(
      told.size[1] > 1.4 &&
        told.size[1] < 2.1 &&
        told.size[0] > 0.8 &&
        told.size[0] < 1.6 &&
        Math.abs(told.middle - told.size[1] / 2) < 0.05,
      "a person on its feet, arms half down",
      JSON.stringify(told),
    );
    expect(told.materials === 2, "two materials", told.materials);
    await page.waitForTimeout(3000); // the picture fades in
  },
  async babylonShowsOne(page) {
    await page.addScriptTag({ url: "/node_modules/babylonjs/babylon.js" });
    await page.addScriptTag({ url: "/node_modules/babylonjs-loaders/babylonjs.loaders.min.js" });
    const told = await page.evaluate(
      async ([url, [clip, ask]]) => {
        const { BABYLON } = globalThis;
        const canvas = Object.assign(document.createElement("canvas"), { width: 420, height: 600 });
        document.getElementById("at").replaceChildren(canvas);
        const engine = new BABYLON.Engine(canvas, true, { preserveDrawingBuffer: true });
        const scene = new BABYLON.Scene(engine);
        scene.clearColor = new BABYLON.Color4(0.78, 0.82, 0.86, 1);
        new BABYLON.HemisphericLight("sky", new BABYLON.Vector3(0.2, 1, 0.6), scene).intensity = 2;
        const camera = new BABYLON.FreeCamera("eye", new BABYLON.Vector3(0, 1.1, 3.9), scene);
        camera.setTarget(new BABYLON.Vector3(0, 0.9, 0));
        camera.fov = 0.55;
        const load = (from) => BABYLON.LoadAssetContainerAsync(from, scene, { pluginExtension: ".glb" });
        const avatar = await load(url);
        avatar.addAllToScene();
        const motion = await load(URL.createObjectURL(await (await fetch(clip, ask)).blob()));
        const nodes = new Map(avatar.transformNodes.map((n) => [n.name, n]));

        // the clip is played by names, as Babylon's own retargeting does
        const [group] = motion.animationGroups;
        const played = group.clone("walk", (target) => nodes.get(target.name) ?? target);
        const named = group.targetedAnimations.filter(({ target }) => nodes.has(target.name)).length;
        const at = (name) => {
          const p = nodes.get(name).getAbsolutePosition();
          return [p.x, p.y, p.z];
        };
        const rest = { hand: at("mixamorig:LeftHand"), head: at("mixamorig:Head"), hips: at("mixamorig:Hips") };
        const seen = [];
        played.start(true);
        for (let k = 0; k <= 12; k++) {
          played.goToFrame(played.from + (k / 12.5) * (played.to - played.from));
          scene.render();
          for (const node of nodes.values()) node.computeWorldMatrix(true);
          seen.push({
            left: at("mixamorig:LeftFoot"),
            right: at("mixamorig:RightFoot"),
            hand: at("mixamorig:LeftHand"),
            head: at("mixamorig:Head"),
            hips: at("mixamorig:Hips"),
          });
        }
        played.stop();
        const skinned = avatar.meshes.filter((mesh) => mesh.skeleton);
        const morph = skinned[0].morphTargetManager;
        const names = Array.from({ length: morph.numTargets }, (_, i) => morph.getTarget(i).name);
        morph.getTarget(names.indexOf("jawOpen")).influence = 1;
        const [x, , z] = seen.at(-1).hips;
        const from = new BABYLON.Vector3(x, 1.1, z + (rest.head[2] < 0 ? -3.9 : 3.9));
        camera.position = from;
        camera.setTarget(new BABYLON.Vector3(x, 0.9, z));
        await scene.whenReadyAsync();
        scene.render();
        return {
          named,
          rest,
          seen,
          skinned: skinned.length,
          materials: new Set(skinned.map((mesh) => mesh.material)).size,
          visemes: names.filter((n) => n.startsWith("viseme_")).length,
          shapes: names.length,
        };
      },
      [`${person}&profile=three`, walk],
    );
    const { seen, rest } = told;
    const down = seen.every(
      ({ hand, head, left, right, hips }) =>
        hand[1] < rest.hand[1] - 0.4 &&
        head[1] > hips[1] + 0.4 &&
        hips[1] - Math.min(left[1], right[1]) > 0.75 &&
        Math.abs(Math.min(left[1], right[1])) < 0.15,
    );
    expect(told.skinned === 2 && told.materials === 2, "two meshes, opaque and transparent", JSON.stringify(told));
    expect(told.shapes === 67 && told.visemes === 15, "all shapes of the face", JSON.stringify([told.shapes, told.visemes]));
    expect(told.named > 20 && down, "the walk plays by Mixamo's names: upright, hands down, a foot on the ground", JSON.stringify(told));
    expect(
      Math.hypot(...[0, 2].map((k) => seen.at(-1).hips[k] - seen[0].hips[k])) > 1.5 &&
        new Set(seen.map(({ left, right }) => left[1] > right[1])).size === 2,
      "the clip moves ahead, one foot after the other",
      JSON.stringify(seen),
    );
  },
  async mixamoClipPlays(page) {
    const told = await page.evaluate(async (url) => {
      const THREE = await import("three");
      const { GLTFLoader } = await import("three/addons/loaders/GLTFLoader.js");
      const { TalkingHead } = await import("talkinghead");
      const { scene } = await new GLTFLoader().loadAsync(url);
      const head = new TalkingHead(document.createElement("div"), { ttsEndpoint: "none", lipsyncModules: [], avatarOnly: true });
      const at = (name) => scene.getObjectByName(`mixamorig${name}`).getWorldPosition(new THREE.Vector3()).toArray();
      const tracks = [];
      for (const [name, v] of Object.entries(head.poseTemplates.kneel.props)) {
        // rotations about Mixamo's axes that TalkingHead's author made, as a clip of one key
        const [bone, kind] = name.split(".");
        if (!scene.getObjectByName(`mixamorig${bone}`)) continue;
        if (kind === "position") tracks.push(new THREE.VectorKeyframeTrack(`mixamorig${bone}.position`, [0], [v.x, v.y, v.z]));
        else
          tracks.push(
            new THREE.QuaternionKeyframeTrack(
              `mixamorig${bone}.quaternion`,
              [0],
              new THREE.Quaternion().setFromEuler(new THREE.Euler(v.x, v.y, v.z)).toArray(),
            ),
          );
      }
      const mixer = new THREE.AnimationMixer(scene);
      mixer.clipAction(new THREE.AnimationClip("kneel", 1, tracks)).play();
      mixer.update(0.1);
      scene.updateMatrixWorld(true);
      return { tracks: tracks.length, knee: at("LeftLeg"), foot: at("LeftFoot"), hips: at("Hips"), head: at("Head"), hand: at("LeftHand") };
    }, `${person}&profile=three`);
    const { knee, foot, hips, head } = told;
    expect(
      told.tracks > 40 && knee[1] < 0.2 && foot[1] < 0.25 && foot[2] < knee[2] - 0.25 && head[1] > hips[1] + 0.4,
      "a kneeling avatar has its knees on the ground, the feet behind them and the head above",
      JSON.stringify(told),
    );
  },
  async clipsPlayByMixamosNames(page) {
    for (const profile of ["three", "talkinghead"]) {
      const told = await page.evaluate(
        async ([url, [clipUrl, ask], prefix]) => {
          const THREE = await import("three");
          const { GLTFLoader } = await import("three/addons/loaders/GLTFLoader.js");
          const { scene } = await new GLTFLoader().loadAsync(url);
          const at = (bone) => scene.getObjectByName(prefix + bone).getWorldPosition(new THREE.Vector3());
          const way = (from, to) => at(to).sub(at(from)).normalize();
          // three.js takes the colon out of Mixamo's names; an avatar without the prefix is given a clip without it
          const named = (clip) => {
            for (const track of clip.tracks) track.name = track.name.replace(/^mixamorig:?/, prefix);
            return clip;
          };

          // a clip about Mixamo's axes (Y along the bone, X of the left arm back and of the right arm ahead, X of the legs to the right),
          // and where the limbs then point
          const turned = ([x, y, z], degrees) =>
            new THREE.Quaternion().setFromAxisAngle(new THREE.Vector3(x, y, z), (degrees * Math.PI) / 180);
          const leg = turned([0, 0, 1], 180); // legs hang: their Y is the hips' -Y
          const cos = Math.cos(Math.PI / 3);
          const sin = Math.sin(Math.PI / 3);
          const rows = [
            ["LeftArm", "LeftForeArm", turned([1, 0, 0], 60), [cos, -sin, 0]],
            ["RightArm", "RightForeArm", turned([1, 0, 0], 60), [-cos, -sin, 0]],
            ["LeftUpLeg", "LeftLeg", leg.clone().multiply(turned([1, 0, 0], 60)), [0, -cos, sin]],
            ["RightUpLeg", "RightLeg", leg.clone().multiply(turned([1, 0, 0], -60)), [0, -cos, -sin]],
          ];
          const rest = Object.fromEntries(rows.map(([bone, end]) => [bone, way(bone, end)]));
          const track = (bone, q) => new THREE.QuaternionKeyframeTrack(`mixamorig:${bone}.quaternion`, [0], q.toArray());
          const pose = named(new THREE.AnimationClip("pose", 1, rows.map(([bone, , q]) => track(bone, q)))); // prettier-ignore
          const mixer = new THREE.AnimationMixer(scene);
          const action = mixer.clipAction(pose).play();
          mixer.update(0.01);
          scene.updateMatrixWorld(true);
          const degrees = (angle) => (angle * 180) / Math.PI;
          const off = rows.map(([bone, end, , v]) => degrees(way(bone, end).angleTo(new THREE.Vector3(...v))));
          const moved = rows.map(([bone, end]) => degrees(way(bone, end).angleTo(rest[bone])));
          action.stop();

          // a walk with Mixamo's names beside the joints of the same roll-out
          const file = URL.createObjectURL(await (await fetch(clipUrl, ask)).blob());
          const walk = named((await new GLTFLoader().loadAsync(file)).animations[0]);
          const rollout = await (await fetch("/v1/motions/rollout?format=json", ask)).json();
          const jointsOf = ({ translation, rotations }) => {
            const places = [];
            const turns = [];
            rollout.parents.forEach((up, k) => {
              const q = new THREE.Quaternion(...rotations[k]);
              turns.push(up < 0 ? q : turns[up].clone().multiply(q));
              const offset = new THREE.Vector3(...(up < 0 ? translation : rollout.offsets[k]));
              places.push(up < 0 ? offset : offset.applyQuaternion(turns[up]).add(places[up]));
            });
            return Object.fromEntries(rollout.joint_names.map((name, k) => [name.replace(/^mixamorig:/, ""), places[k]]));
          };
          const limbs = rows.map(([bone, end]) => [bone, end]).concat([["LeftLeg", "LeftFoot"], ["RightLeg", "RightFoot"], ["LeftForeArm", "LeftHand"], ["RightForeArm", "RightHand"]]); // prettier-ignore
          mixer.clipAction(walk).play();
          let worst = 0;
          const hips = [];
          for (let t = 0; t < rollout.frames.length; t += 7) {
            mixer.setTime(t / rollout.rate);
            scene.updateMatrixWorld(true);
            const joints = jointsOf(rollout.frames[t]);
            for (const [bone, end] of limbs)
              worst = Math.max(worst, degrees(way(bone, end).angleTo(joints[end].clone().sub(joints[bone]))));
            hips.push(at("Hips").distanceTo(joints.Hips));
          }
          return { off, moved, worst, hips: Math.max(...hips), tracks: walk.tracks.length };
        },
        [`${person}&profile=${profile}`, walk, profile === "three" ? "mixamorig" : ""],
      );
      const { off, moved, worst, hips, tracks } = told;
      expect(Math.max(...off) < 12 && Math.min(...moved) > 45, `${profile}: limbs turn about Mixamo's axes`, JSON.stringify(told));
      expect(tracks > 20 && worst < 12 && hips < 0.12, `${profile}: a walk's limbs point where the roll-out's do`, JSON.stringify(told));
    }
  },
  async talkingHeadSpeaks(page) {
    const told = await page.evaluate(async (url) => {
      const { TalkingHead } = await import("talkinghead");
      const head = new TalkingHead(document.getElementById("at"), {
        ttsEndpoint: "none",
        lipsyncModules: [],
        cameraView: "upper",
        modelPixelRatio: 0.5,
        modelFPS: 30,
      });
      await head.showAvatar({ url, body: "F", avatarMood: "neutral" });
      const world = (name) => {
        const v = head.armature.getObjectByName(name).getWorldPosition(head.armature.position.clone());
        return [v.x, v.y, v.z];
      };
      head.start();
      await new Promise((done) => setTimeout(done, 3000)); // it takes its own pose
      const posed = {
        head: world("Head"),
        hips: world("Hips"),
        left: world("LeftHand"),
        right: world("RightHand"),
        foot: world("LeftFoot"),
      };

      // Speech with given visemes: find which of the fifteen move the mouth.
      const most = {};
      const context = head.audioCtx;
      const audio = context.createBuffer(1, context.sampleRate * 9, context.sampleRate);
      const mesh = head.morphs[0];
      const names = ["aa", "O", "PP", "SS"].map((v) => "viseme_" + v);
      const value = (name) => mesh.morphTargetInfluences[mesh.morphTargetDictionary[name]];
      head.speakAudio({
        audio,
        words: [],
        wtimes: [],
        wdurations: [],
        visemes: ["aa", "O", "PP", "SS"],
        vtimes: [0, 2000, 4000, 6000],
        vdurations: [1900, 1900, 1900, 1900],
      });
      for (let i = 0; i < 1200 && !names.every((name) => most[name] > 0.2); i++) {
        // Software rendering draws a few frames a second.
        for (const name of names) most[name] = Math.max(most[name] ?? 0, value(name));
        await new Promise((done) => setTimeout(done, 25));
      }
      head.setFixedValue("eyeLookOutLeft", 1, 10);
      for (let i = 0; i < 400 && !(value("eyeLookOutLeft") > 0.5); i++) await new Promise((done) => setTimeout(done, 25));
      most.eyeLookOutLeft = value("eyeLookOutLeft");
      most.audio = context.state;
      return { posed, most, visemes: Object.keys(mesh.morphTargetDictionary).filter((n) => n.startsWith("viseme_")).length };
    }, `${person}&profile=talkinghead`);
    const {
      posed: { head, hips, left, right, foot },
      most,
      visemes,
    } = told;
    expect(visemes === 15, "fifteen visemes", visemes);
    // TalkingHead's poses are Mixamo's rotations. In this one a person stands, with the hands below the shoulders and beside the hips.
    expect(
      head[1] > hips[1] + 0.4 &&
        foot[1] < hips[1] - 0.6 &&
        left[1] < head[1] - 0.25 &&
        right[1] < head[1] - 0.25 &&
        left[0] > 0.05 &&
        right[0] < -0.05,
      "the avatar stands in TalkingHead's own pose",
      JSON.stringify(told.posed),
    );
    expect(
      ["viseme_aa", "viseme_O", "viseme_PP", "viseme_SS"].every((n) => most[n] > 0.2),
      "visemes of the speech move",
      JSON.stringify(most),
    );
    expect(most.eyeLookOutLeft > 0.5, "eyes look", most.eyeLookOutLeft);
  },
  async threeVrmPlaysAnAnimation(page) {
    for (const profile of ["vrm", "vrm0"]) {
      const told = await page.evaluate(
        async ([url, ask]) => {
          const THREE = await import("three");
          const { GLTFLoader } = await import("three/addons/loaders/GLTFLoader.js");
          const { VRMLoaderPlugin } = await import("@pixiv/three-vrm");
          const { VRMAnimationLoaderPlugin, createVRMAnimationClip } = await import("@pixiv/three-vrm-animation");
          const fetchAs = (format) => fetch(`/v1/motions/rollout?format=${format}`, ask);
          const loader = new GLTFLoader()
            .register((parser) => new VRMLoaderPlugin(parser))
            .register((parser) => new VRMAnimationLoaderPlugin(parser));
          const { vrm } = (await loader.loadAsync(url)).userData;
          const file = URL.createObjectURL(await (await fetchAs("vrma")).blob());
          const [animation] = (await loader.loadAsync(file)).userData.vrmAnimations;
          const rollout = await (await fetchAs("json")).json();
          const clip = createVRMAnimationClip(animation, vrm);
          const mixer = new THREE.AnimationMixer(vrm.scene);
          mixer.clipAction(clip).play();

          // Positions of the roll-out's joints. A model read from VRM 0.x faces the other way.
          const back = vrm.meta.metaVersion === "0" ? -1 : 1;
          const jointsOf = ({ translation, rotations }) => {
            const at = [];
            const turned = [];
            rollout.parents.forEach((up, k) => {
              const q = new THREE.Quaternion(...rotations[k]);
              turned.push(up < 0 ? q : turned[up].clone().multiply(q));
              at.push(
                up < 0
                  ? new THREE.Vector3(...translation)
                  : new THREE.Vector3(...rollout.offsets[k]).applyQuaternion(turned[up]).add(at[up]),
              );
            });
            return Object.fromEntries(rollout.joint_names.map((name, k) => [name, at[k]]));
          };
          const limbs = [
            ["leftUpperArm", "leftLowerArm", "LeftArm", "LeftForeArm"],
            ["rightUpperArm", "rightLowerArm", "RightArm", "RightForeArm"],
            ["leftUpperLeg", "leftLowerLeg", "LeftUpLeg", "LeftLeg"],
            ["leftLowerLeg", "leftFoot", "LeftLeg", "LeftFoot"],
            ["rightUpperLeg", "rightLowerLeg", "RightUpLeg", "RightLeg"],
            ["rightLowerLeg", "rightFoot", "RightLeg", "RightFoot"],
          ];
          const place = (bone) => vrm.humanoid.getRawBoneNode(bone).getWorldPosition(new THREE.Vector3());
          const seen = [];
          let worst = 0;
          for (let t = 0; t < rollout.frames.length; t += 7) {
            mixer.setTime(t / rollout.rate);
            vrm.update(0);
            vrm.scene.updateMatrixWorld(true);
            const joints = jointsOf(rollout.frames[t]);
            for (const [from, to, theirs, end] of limbs) {
              const wanted = joints[end]
                .clone()
                .sub(joints[theirs])
                .normalize()
                .multiply(new THREE.Vector3(back, 1, back));
              worst = Math.max(worst, (place(to).sub(place(from)).normalize().angleTo(wanted) * 180) / Math.PI);
            }
            seen.push({ hips: place("hips").toArray(), left: place("leftFoot").y, right: place("rightFoot").y });
          }
          const canvas = document.createElement("canvas");
          document.getElementById("at").replaceChildren(canvas);
          const renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
          renderer.setSize(420, 600);
          const scene = new THREE.Scene();
          const camera = new THREE.PerspectiveCamera(30, 0.7, 0.1, 20);
          const [x, , z] = seen.at(-1).hips;
          scene.background = new THREE.Color(0xc8d0d8);
          scene.add(vrm.scene, new THREE.HemisphereLight(0xffffff, 0x888888, 3));
          camera.position.set(x + 2.5, 1.2, z + back * 3);
          camera.lookAt(x, 0.9, z);
          renderer.render(scene, camera);
          return {
            worst,
            duration: clip.duration,
            wanted: (rollout.frame_count - 1) / rollout.rate,
            bones: animation.humanoidTracks.rotation.size,
            seen,
          };
        },
        [`${person}&profile=${profile}`, walk[1]],
      );
      expect(
        told.bones > 15 && Math.abs(told.duration - told.wanted) < 1e-3,
        `${profile}: the animation is read whole`,
        JSON.stringify(told),
      );
      // A VRM animation rotates bones from their rest pose, in which the limbs of two skeletons differ by some degrees.
      expect(told.worst < 8, `${profile}: limbs point where the roll-out's do, to eight degrees`, told.worst);
      expect(
        Math.hypot(...[0, 2].map((k) => told.seen.at(-1).hips[k] - told.seen[0].hips[k])) > 1.5 &&
          new Set(told.seen.map(({ left, right }) => left > right)).size === 2,
        `${profile}: it walks ahead, one foot after the other`,
        JSON.stringify(told.seen),
      );
    }
  },
  async threeVrmMovesOne(page) {
    for (const [profile, version] of [
      ["vrm", "1"],
      ["vrm0", "0"],
    ]) {
      const told = await page.evaluate(async (url) => {
        const THREE = await import("three");
        const { GLTFLoader } = await import("three/addons/loaders/GLTFLoader.js");
        const { VRMLoaderPlugin } = await import("@pixiv/three-vrm");
        const loader = new GLTFLoader().register((parser) => new VRMLoaderPlugin(parser));
        const { vrm } = (await loader.loadAsync(url)).userData;
        const at = (bone) => vrm.humanoid.getRawBoneNode(bone).getWorldPosition(new THREE.Vector3()).toArray();
        const rest = { hand: at("leftHand"), head: at("head") };
        vrm.humanoid.getNormalizedBoneNode("leftUpperArm").rotation.z = vrm.meta.metaVersion === "0" ? 1.2 : -1.2;
        vrm.expressionManager.setValue("aa", 1);
        for (let i = 0; i < 30; i++) vrm.update(1 / 30);
        const mesh = [];
        vrm.scene.traverse((o) => o.isSkinnedMesh && mesh.push(o));
        const influence = mesh[0].morphTargetInfluences[mesh[0].morphTargetDictionary.viseme_aa];
        const canvas = document.createElement("canvas");
        document.getElementById("at").replaceChildren(canvas);
        const renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
        renderer.setSize(420, 600);
        const scene = new THREE.Scene();
        const camera = new THREE.PerspectiveCamera(30, 0.7, 0.1, 20);
        scene.background = new THREE.Color(0xc8d0d8);
        scene.add(vrm.scene, new THREE.HemisphereLight(0xffffff, 0x888888, 3));
        camera.position.set(0, 1.1, vrm.meta.metaVersion === "0" ? -3.9 : 3.9);
        camera.lookAt(0, 0.9, 0);
        renderer.render(scene, camera);
        return {
          version: vrm.meta.metaVersion,
          calls: renderer.info.render.calls,
          rest,
          hand: at("leftHand"),
          influence,
          lookAt: Boolean(vrm.lookAt),
          springs: vrm.springBoneManager?.joints.size ?? 0,
          expressions: vrm.expressionManager.expressions.length,
        };
      }, `${person}&profile=${profile}&wear=blouse-skirt,hair-long,black-shoes`);
      expect(told.version === version, `${profile}: three-vrm reads its version`, told.version);
      expect(told.calls === 2, `${profile}: two draw calls`, told.calls);
      expect(told.hand[1] < told.rest.hand[1] - 0.3, `${profile}: the humanoid moves`, JSON.stringify(told));
      expect(
        told.influence > 0.9 && told.lookAt && told.springs > 8 && told.expressions > 60,
        `${profile}: expressions, gaze and springs`,
        JSON.stringify(told),
      );
    }
  },
};

function expect(holds, sentence, why) {
  if (holds) return;
  throw new Error(`${sentence}: ${why}`);
}
for (const [name, run] of Object.entries(tests)) {
  if (only.length && !only.includes(name)) continue;
  const page = await browser.newPage({ viewport: { width: 420, height: 600 } });
  const errors = [];
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
