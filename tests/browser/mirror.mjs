// Tests "Mirror me" with a film as Chromium's camera. The film shows a dressed person that the page itself draws in known poses. The
// mirrored body is compared with it by the directions of its limbs.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";

// Size of the film, in pixels.
const WIDTH = 640;
const HEIGHT = 480;
// Number of pictures that a pose is held.
const HOLD = 300;
// Number of pictures from one pose to the next.
const MOVE = 8;
// Number of squares at the lower edge of a picture that encode the number of the pose.
const BITS = 4;
// Longest time of the comparison, in milliseconds.
const LONGEST = 400000;
// Time after which the mirrored body has reached a pose, in milliseconds.
const SETTLES = 600;
// Number of frames after which the page shows the pose that it has received.
const DRAWN = 4;
// Poses of the film: rotations of joints by name, [axis, angle in degrees]. The person faces the camera.
const POSES = [
  {},
  { left_shoulder: [[0, 0, 1], 60], right_shoulder: [[0, 0, 1], 20] },
  { left_shoulder: [[0, 0, 1], -10], right_shoulder: [[0, 0, 1], 10], right_elbow: [[0, 0, 1], -70] },
  { left_shoulder: [[0, 0, 1], 75], right_shoulder: [[0, 0, 1], -75] },
  { left_shoulder: [[0, 0, 1], -50], right_shoulder: [[0, 0, 1], 50], left_elbow: [[0, 1, 0], -80], right_elbow: [[0, 1, 0], 80] },
  { left_shoulder: [[0, 1, 0], -60], right_shoulder: [[0, 0, 1], -30], right_elbow: [[0, 0, 1], -90] },
  {
    left_hip: [[1, 0, 0], -35],
    left_knee: [[1, 0, 0], 45],
    right_hip: [[1, 0, 0], -35],
    right_knee: [[1, 0, 0], 45],
    left_shoulder: [[0, 0, 1], 40],
  },
];
// Limbs: first and last joint.
const LIMBS = {
  left_upper_arm: ["left_shoulder", "left_elbow"],
  left_forearm: ["left_elbow", "left_wrist"],
  right_upper_arm: ["right_shoulder", "right_elbow"],
  right_forearm: ["right_elbow", "right_wrist"],
  left_thigh: ["left_hip", "left_knee"],
  left_shank: ["left_knee", "left_ankle"],
  right_thigh: ["right_hip", "right_knee"],
  right_shank: ["right_knee", "right_ankle"],
};
// Elbows and knees: the two limbs between which they bend.
const HINGES = {
  left_elbow: ["left_upper_arm", "left_forearm"],
  right_elbow: ["right_upper_arm", "right_forearm"],
  left_knee: ["left_thigh", "left_shank"],
  right_knee: ["right_thigh", "right_shank"],
};

/** Runs in the page. Returns the film as JPEGs in base64, and the directions of the limbs in each pose. */
async function shoot({ poses, hold, move, width, height, bits, limbs }) {
  const { motion, view } = posed;
  const figure = motion.mine.figures[0];
  const still = figure.bones.map((b) => b.quaternion.clone());
  const { Quaternion, Vector3 } = { Quaternion: still[0].constructor, Vector3: view.camera.target.constructor };
  view.renderer.setAnimationLoop(null);
  motion.walkers.slice(1).forEach((w) =>
    w.figures.forEach((f) => {
      f.group.visible = false;
    }),
  );
  figure.triangles = 0;
  figure.group.position.set(0, 0, 0);
  figure.group.rotation.y = 0;
  view.renderer.setPixelRatio(1);
  view.renderer.setSize(width, height, false);
  view.renderer.shadowMap.enabled = false;
  const { eye } = view.camera;
  eye.clearViewOffset();
  Object.assign(eye, { aspect: width / height, fov: 42 });
  eye.updateProjectionMatrix();
  eye.position.set(0, 1.1, 3.1);
  eye.lookAt(0, 0.95, 0);
  const REST = { left_shoulder: -60, right_shoulder: 60 }; // arms half down, as people stand
  const turn = (pose) =>
    figure.bones.map((b, j) => {
      const q =
        b.name in REST && !(b.name in pose)
          ? new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), (REST[b.name] * Math.PI) / 180)
          : new Quaternion();
      if (pose[b.name]) q.setFromAxisAngle(new Vector3(...pose[b.name][0]), (pose[b.name][1] * Math.PI) / 180);
      return motion.mine.shape.smpl.includes(j) ? q : still[j].clone();
    });
  const paper = new OffscreenCanvas(width, height);
  const pen = paper.getContext("2d");
  const draw = async (turns, code) => {
    figure.bones.forEach((b, j) => b.quaternion.copy(turns[j]));
    figure.group.updateWorldMatrix(true, true);
    const low = Math.min(...figure.places().filter((_, i) => i % 3 === 1));
    figure.bones[0].position.y += 0.03 - low;
    figure.group.updateWorldMatrix(true, true);
    view.renderer.render(view.scene, eye);
    pen.drawImage(view.canvas, 0, 0, width, height);
    for (let b = 0; b < bits; b++) {
      pen.fillStyle = (code >> b) & 1 ? "#fff" : "#000";
      pen.fillRect(24 * b, height - 24, 24, 24);
    }
    const bytes = new Uint8Array(await (await paper.convertToBlob({ type: "image/jpeg", quality: 0.9 })).arrayBuffer());
    return btoa(Array.from(bytes, (c) => String.fromCharCode(c)).join(""));
  };
  const turns = poses.map(turn);
  const film = [];
  const truth = [];
  for (let p = 0; p < poses.length; p++) {
    film.push({ picture: await draw(turns[p], p + 1), count: hold });
    const places = figure.places();
    const at = (name) => {
      const j = figure.bones.findIndex((b) => b.name === name);
      return Array.from(places.slice(3 * j, 3 * j + 3));
    };
    truth.push(Object.fromEntries(Object.entries(limbs).map(([name, [from, to]]) => [name, at(to).map((v, k) => v - at(from)[k])])));
    const next = turns[(p + 1) % poses.length];
    for (let m = 1; m <= move; m++)
      film.push({
        picture: await draw(
          turns[p].map((q, j) => q.clone().slerp(next[j], m / (move + 1))),
          0,
        ),
        count: 1,
      });
  }
  return { film, truth };
}

const unit = (v) => {
  const n = Math.hypot(...v);
  return v.map((x) => x / n);
};
const angle = (a, b) =>
  (180 / Math.PI) *
  Math.acos(
    Math.max(
      -1,
      Math.min(
        1,
        unit(a).reduce((s, x, k) => s + x * unit(b)[k], 0),
      ),
    ),
  );
const otherSide = (name) => (name.startsWith("left") ? name.replace("left", "right") : name.replace("right", "left"));

export async function mirror({ launch, line, check, open, walking, pictures, slow }) {
  if (!existsSync("web/mirror/pose.js")) {
    const { page } = await open("#motion?characters=1");
    await walking(page);
    await page.getByRole("button", { name: "Mirror me" }).click();
    check(
      "a server without the detector says how it gets one",
      await page
        .waitForFunction(() => /make mirror/.test(document.querySelector(".mirror-me .told").textContent), null, { timeout: slow })
        .then(
          () => true,
          () => false,
        ),
    );
    await page.close();
    console.log("# the rest of Mirror me is left out: make mirror puts the detector into web/mirror");
    return;
  }
  const folder = mkdtempSync(`${tmpdir()}/posed-film-`);
  try {
    await refusals({ launch, line, check, slow });
    const { page } = await open("#motion?characters=1");
    await walking(page);
    const { film, truth } = await page.evaluate(shoot, {
      poses: POSES,
      hold: HOLD,
      move: MOVE,
      width: WIDTH,
      height: HEIGHT,
      bits: BITS,
      limbs: LIMBS,
    });
    await page.close();
    const pieces = film.flatMap(({ picture, count }) => Array(count).fill(Buffer.from(picture, "base64")));
    writeFileSync(`${folder}/film.mjpeg`, Buffer.concat(pieces));
    film
      .filter(({ count }) => count > 1)
      .forEach(({ picture }, p) => writeFileSync(`${pictures}/film-${p}.jpg`, Buffer.from(picture, "base64")));
    await follows({ launch, line, check, truth, file: `${folder}/film.mjpeg`, pictures, slow });
    await faces({ launch, line, check, open, folder, pictures, slow });
    await hands({ launch, line, check, open, folder, pictures, slow });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs in the page. Returns pictures of a person's head, as JPEGs in base64: at rest, then with each of the expressions. */
async function shootFaces({ expressions, width, height }) {
  const paper = new OffscreenCanvas(width, height);
  const pen = paper.getContext("2d");
  const film = [];
  for (const blend_shapes of [{ eyeBlinkLeft: 0 }, ...expressions]) {
    const body = { random: 3, view: "head", size: [width, height], zoom: 0.9, blend_shapes };
    const reply = await fetch("v1/models/person/portrait?format=png", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(await reply.text());
    pen.drawImage(await createImageBitmap(await reply.blob()), 0, 0);
    const bytes = new Uint8Array(await (await paper.convertToBlob({ type: "image/jpeg", quality: 0.92 })).arrayBuffer());
    film.push(btoa(Array.from(bytes, (c) => String.fromCharCode(c)).join("")));
  }
  return film;
}

// Expressions of the film of a face, each with the weight that must rise on the mirrored face, its index among ARKit's, and by how much.
const FACES = [
  { shapes: { jawOpen: 0.9 }, shown: "jawOpen", index: 17, least: 0.3 },
  {
    shapes: { mouthSmileLeft: 1, mouthSmileRight: 1, cheekSquintLeft: 0.6, cheekSquintRight: 0.6 },
    shown: "mouthSmileLeft",
    index: 23,
    least: 0.25,
  },
  { shapes: { eyeBlinkLeft: 1 }, shown: "eyeBlinkRight", index: 1, least: 0.4 }, // the other side, as in a mirror
];

/** A film of a face moves the face of the character. */
async function faces({ launch, line, check, open, folder, pictures, slow }) {
  if (!existsSync("web/mirror/face_mesh.js")) return console.log("# faces are left out: make mirror puts the face mesh into web/mirror");
  const { page: artist } = await open("#motion?characters=1");
  const film = await artist.evaluate(shootFaces, { expressions: FACES.map((f) => f.shapes), width: WIDTH, height: HEIGHT });
  await artist.close();
  const pieces = film.map((p) => Buffer.from(p, "base64"));
  pieces.forEach((p, i) => writeFileSync(`${pictures}/face-${i}.jpg`, p));
  writeFileSync(`${folder}/face.mjpeg`, Buffer.concat(pieces.flatMap((p) => Array(HOLD).fill(p))));
  const browser = await launch([
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    `--use-file-for-fake-video-capture=${folder}/face.mjpeg`,
  ]);
  try {
    const context = await browser.newContext({ viewport: { width: 800, height: 500 }, locale: "en", permissions: ["camera"] });
    const page = await begin(context, line, slow);
    const rises = await page
      .waitForFunction(
        (wanted) => {
          globalThis.most ??= Object.fromEntries(wanted.map((f) => [f.shown, 0]));
          const weights = posed.motion.mine?.last?.face?.weights;
          if (weights && posed.motion.mirror.faces > 5)
            for (const { shown, index } of wanted) globalThis.most[shown] = Math.max(globalThis.most[shown], weights[index]);
          return wanted.every(({ shown, least }) => globalThis.most[shown] > least);
        },
        FACES,
        { timeout: LONGEST, polling: 100 },
      )
      .then(
        () => true,
        () => false,
      );
    await page.screenshot({ path: `${pictures}/mirror-face.png` });
    check("the film of a face moves the character's face, as in a mirror", rises, await page.evaluate(() => globalThis.most));
  } finally {
    await browser.close();
  }
}

/** Runs in the page. Returns pictures of a person with raised hands, as JPEGs in base64: open hands, then fists. */
async function shootHands({ width, height }) {
  const paper = new OffscreenCanvas(width, height);
  const pen = paper.getContext("2d");
  const film = [];
  const body_pose = Array(63).fill(0);
  const turn = (joint, vector) => vector.forEach((v, k) => (body_pose[3 * (joint - 1) + k] = v)); // 1 to 21, without the pelvis

  // Upper arms down and out, forearms up, palms to the camera: about z by 140 degrees, after -90 degrees about the forearm.
  const [half, twist] = [(70 * Math.PI) / 180, -Math.PI / 4];
  const q = [Math.cos(half) * Math.sin(twist), Math.sin(half) * Math.sin(twist), Math.sin(half) * Math.cos(twist)];
  const angle = 2 * Math.acos(Math.cos(half) * Math.cos(twist));
  const bend = q.map((v) => (v * angle) / Math.hypot(...q));
  turn(16, [0, 0, -1.2]);
  turn(17, [0, 0, 1.2]);
  turn(18, bend);
  turn(19, [bend[0], -bend[1], -bend[2]]);
  for (const hand of ["open", "fist"]) {
    const body = { random: 3, view: "half", size: [width, height], body_pose, left_hand: hand, right_hand: hand };
    const reply = await fetch("v1/models/person/portrait?format=png", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(await reply.text());
    pen.drawImage(await createImageBitmap(await reply.blob()), 0, 0);
    const bytes = new Uint8Array(await (await paper.convertToBlob({ type: "image/jpeg", quality: 0.92 })).arrayBuffer());
    film.push(btoa(Array.from(bytes, (c) => String.fromCharCode(c)).join("")));
  }
  return film;
}

// Least difference of the mean bend of all joints of fingers between a fist and an open hand, in degrees; 18 were measured.
const BENDS = 12;

/** A film of hands that open and close moves the fingers of the character. */
async function hands({ launch, line, check, open, folder, pictures, slow }) {
  if (!existsSync("web/mirror/hands.js")) return console.log("# hands are left out: make mirror puts their detector into web/mirror");
  const { page: artist } = await open("#motion?characters=1");
  const film = await artist.evaluate(shootHands, { width: WIDTH, height: HEIGHT });
  await artist.close();
  const pieces = film.map((p) => Buffer.from(p, "base64"));
  pieces.forEach((p, i) => writeFileSync(`${pictures}/hands-${i}.jpg`, p));
  writeFileSync(`${folder}/hands.mjpeg`, Buffer.concat(pieces.flatMap((p) => Array(HOLD).fill(p))));
  const browser = await launch([
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    `--use-file-for-fake-video-capture=${folder}/hands.mjpeg`,
  ]);
  try {
    const context = await browser.newContext({ viewport: { width: 800, height: 500 }, locale: "en", permissions: ["camera"] });
    const page = await begin(context, line, slow);
    const moves = await page
      .waitForFunction(
        (least) => {
          const fingers = posed.motion.mine?.last?.face?.fingers;
          if (!fingers || !posed.motion.mirror.fingers.length) return false;
          const all = [];
          for (let f = 0; f < fingers.length; f += 4) all.push((360 / Math.PI) * Math.acos(Math.min(1, Math.abs(fingers[f + 3]))));
          const mean = all.reduce((sum, a) => sum + a, 0) / all.length;
          globalThis.bends ??= [mean, mean];
          globalThis.bends = [Math.min(globalThis.bends[0], mean), Math.max(globalThis.bends[1], mean)];
          return globalThis.bends[1] - globalThis.bends[0] > least;
        },
        BENDS,
        { timeout: LONGEST, polling: 100 },
      )
      .then(
        () => true,
        () => false,
      );
    await page.screenshot({ path: `${pictures}/mirror-hands.png` });
    check(
      "the film of hands bends and stretches the character's fingers",
      moves,
      await page.evaluate(() => ({ bends: globalThis.bends, hands: posed.motion.mirror.fingers.length })),
    );
  } finally {
    await browser.close();
  }
}

async function begin(context, line, slow) {
  const page = await context.newPage();
  page.setDefaultTimeout(slow);
  await page.goto(`http://127.0.0.1:${line.port}/#motion?characters=1`, { waitUntil: "commit" });
  await page.waitForFunction(() => globalThis.posed?.motion.mine?.last);
  await page.getByRole("button", { name: "Mirror me" }).click();
  return page;
}

const told = (page, words, slow) =>
  page
    .waitForFunction((w) => new RegExp(w).test(document.querySelector(".mirror-me .told").textContent), words, { timeout: slow })
    .then(
      () => true,
      () => false,
    );

/** A missing camera, a refused camera and missing WebGL have their own texts, and the character keeps walking. */
async function refusals({ launch, line, check, slow }) {
  const none = await launch([]);
  const without = await begin(await none.newContext({ locale: "en", permissions: ["camera"] }), line, slow);
  check(
    "without a camera the page says so",
    await told(without, "no camera", slow),
    await without.locator(".mirror-me .told").textContent(),
  );
  await without.close();
  await none.close();
  const fake = await launch(["--use-fake-device-for-media-stream"]);
  const context = await fake.newContext({ locale: "en" });
  const refused = await begin(context, line, slow); // a headless browser refuses without asking
  check(
    "after a refused camera the page says how to allow it",
    await told(refused, "Allow it", slow),
    await refused.locator(".mirror-me .told").textContent(),
  );
  check(
    "the button can be pressed again",
    (await refused.getByRole("button", { name: "Mirror me" }).getAttribute("aria-pressed")) === "false",
  );
  await refused.evaluate(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await refused.getByRole("button", { name: "Mirror me" }).click();
  check("without WebGL 2 the page says so", await told(refused, "WebGL 2", slow));
  await fake.close();
}

/**
 * Runs in the page. Reads the number of the pose from the squares of a picture, and records what the page shows of it. The next picture
 * waits until that is drawn.
 */
function watch({ bits, height, names, settles, drawn }) {
  const mirror = posed.motion.mirror;
  const take = mirror.take.bind(mirror);
  const paper = new OffscreenCanvas(24 * bits, 24);
  const pen = paper.getContext("2d", { willReadFrequently: true });
  globalThis.seen = [];
  mirror.take = async (results) => {
    take(results);
    const { image } = results;
    const scale = image.height / height;
    pen.drawImage(image, 0, (height - 24) * scale, 24 * bits * scale, 24 * scale, 0, 0, 24 * bits, 24);
    let code = 0;
    for (let b = 0; b < bits; b++) if (pen.getImageData(24 * b + 12, 12, 1, 1).data[0] > 128) code |= 1 << b;
    const from = posed.view.drawn;
    const until = performance.now() + settles;
    while (mirror.isOn && (performance.now() < until || posed.view.drawn < from + drawn)) await new Promise((next) => setTimeout(next, 50));
    const { mine } = posed.motion;
    const figure = mine?.figures[0];
    const places = figure?.places();
    const at = (name) => {
      const j = figure.bones.findIndex((x) => x.name === name);
      return Array.from(places.slice(3 * j, 3 * j + 3));
    };
    globalThis.seen.push({
      code,
      found: Boolean(results.poseWorldLandmarks),
      yaw: mine?.last?.yaw,
      joints: places && Object.fromEntries(names.map((n) => [n, at(n)])),
    });
  };
}

async function follows({ launch, line, check, truth, file, pictures, slow }) {
  const browser = await launch([
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    `--use-file-for-fake-video-capture=${file}`,
  ]);
  try {
    const context = await browser.newContext({ viewport: { width: 800, height: 500 }, locale: "en", permissions: ["camera"] });
    const asked = [];
    context.on("request", (r) => asked.push(`${r.method()} ${r.url()}`));
    const page = await begin(context, line, slow);
    const said = [];
    page.on("console", (m) => m.type() === "error" && said.push(m.text()));
    const isThere = await told(page, "The character follows you", slow);
    check("the film of a person moves the body", isThere, await page.locator(".mirror-me .told").textContent());
    if (!isThere) return;
    const names = [...new Set(Object.values(LIMBS).flat())];
    await page.evaluate(watch, { bits: BITS, height: HEIGHT, names, settles: SETTLES, drawn: DRAWN });
    const isEnough = (poses) =>
      Array.from({ length: poses }, (_, p) => p + 1).every((code) => globalThis.seen.filter((s) => s.code === code && s.found).length > 2);
    await page.waitForFunction(isEnough, POSES.length, { timeout: LONGEST, polling: 1000 }).catch(() => {});
    await page.screenshot({ path: `${pictures}/mirror.png` });
    const seen = await page.evaluate(() => globalThis.seen);
    const { solve_ms, rms, mirrored } = await page.evaluate(() => posed.motion.mirror.observed);
    const late = await page.evaluate(() => posed.motion.mirror.rate);
    compare({ seen, truth, check });
    console.log(`# ${seen.length} pictures at ${late.toFixed(1)} a second (software WebGL), fits of ${solve_ms} ms with ${rms} m rms`);
    check("left and right are not reported as exchanged", mirrored === false);
    const foreign = asked.filter((r) => !r.includes(`//127.0.0.1:${line.port}/`));
    const sent = asked.filter((r) => !r.startsWith("GET") && !r.startsWith("HEAD"));
    check(
      "no request goes to another server, and no image is sent",
      foreign.length === 0 && sent.every((r) => /\/v1\/(tickets|scenes)/.test(r)),
      { foreign, sent },
    );
    check(
      "the console stays empty",
      said.filter((s) => !/^[IW]\d{4}|GL Driver|gl_context|WebGL|CLOSING or CLOSED/.test(s)).length === 0,
      said,
    );
    await page.getByRole("button", { name: "Stop mirroring" }).click();
    await page.waitForFunction(() => !posed.motion.mirror.isOn && posed.motion.mine?.last && !posed.motion.mirror.character);
    check(
      "after stopping, the character can be steered and the camera is released",
      await page.evaluate(() => !posed.motion.mirror.video.srcObject && posed.motion.mine.character.held !== undefined),
    );
  } finally {
    await browser.close();
  }
}

/**
 * Compares what the page shows of each picture with what was filmed. The page shows a mirror image, so sides are exchanged and x is
 * negated;
 * yaw is removed.
 */
function compare({ seen, truth, check }) {
  const limbs = [];
  const hinges = [];
  const arms = [];
  for (const { code, joints, yaw, found } of seen) {
    if (!truth[code - 1] || !found || !joints) continue;
    const c = Math.cos(-yaw);
    const s = Math.sin(-yaw);
    const turned = ([x, y, z]) => [c * x + s * z, y, -s * x + c * z];
    const ways = Object.fromEntries(
      Object.entries(LIMBS).map(([name, [a, b]]) => [name, turned(joints[b].map((v, k) => v - joints[a][k]))]),
    );
    const filmed = Object.fromEntries(
      Object.keys(LIMBS).map((name) => {
        const [x, y, z] = truth[code - 1][otherSide(name)];
        return [name, [-x, y, z]];
      }),
    );
    for (const name of Object.keys(LIMBS)) limbs.push({ code, name, off: angle(ways[name], filmed[name]) });
    for (const [name, [a, b]] of Object.entries(HINGES))
      hinges.push({ code, name, off: Math.abs(angle(ways[a], ways[b]) - angle(filmed[a], filmed[b])) });
    for (const side of ["left", "right"]) {
      const [upper, lower] = [`${side}_upper_arm`, `${side}_forearm`];
      const rise = (way) => 90 - angle(way, [0, 1, 0]);
      arms.push({
        pose: `${code} ${side}`,
        rise: rise(ways[upper]),
        filmedRise: rise(filmed[upper]),
        bend: angle(ways[upper], ways[lower]),
        filmedBend: angle(filmed[upper], filmed[lower]),
      });
    }
  }
  const mean = (list, key = "off") => list.reduce((sum, x) => sum + x[key], 0) / list.length;
  const middle = (list) => list.map((x) => x.off).sort((a, b) => a - b)[list.length >> 1];
  const by = (list, key) =>
    [...new Set(list.map((x) => x[key]))].map((k) => `${k} ${mean(list.filter((x) => x[key] === k)).toFixed(0)}`).join(", ");
  if (limbs.length < 8 * 4)
    return console.log(
      `# too slow to compare: ${seen.length} pictures were looked at, ${limbs.length / 8} of them in a pose that was held long enough`,
    );
  console.log(
    `# limbs ${mean(limbs).toFixed(1)} degrees from the filmed ones (median ${middle(limbs).toFixed(1)}), elbows and knees bent ${mean(hinges).toFixed(1)} otherwise (median ${middle(hinges).toFixed(1)}); ${limbs.length / 8} pictures`,
  );
  console.log(`# by limb: ${by(limbs, "name")}; by joint: ${by(hinges, "name")}; by pose: ${by(limbs, "code")}`);
  check("the mirrored body's limbs are within 25 degrees of the filmed body's, on average", mean(limbs) < 25, mean(limbs));

  const poses = [...new Set(arms.map((a) => a.pose))]
    .map((pose) => arms.filter((a) => a.pose === pose))
    .map((list) => ({
      pose: list[0].pose,
      rise: mean(list, "rise"),
      filmedRise: list[0].filmedRise,
      bend: mean(list, "bend"),
      filmedBend: list[0].filmedBend,
    }));
  console.log(
    `# arms, shown of filmed: ${poses.map((a) => `${a.pose} raised ${a.rise.toFixed(0)} of ${a.filmedRise.toFixed(0)}, bent ${a.bend.toFixed(0)} of ${a.filmedBend.toFixed(0)}`).join("; ")}`,
  );
  check(
    "an arm raised above the shoulder is raised, and a hanging arm hangs",
    poses.every((a) => Math.abs(a.filmedRise) < 25 || Math.sign(a.rise) === Math.sign(a.filmedRise)),
    poses,
  );
  check(
    "an elbow bent by 60 degrees is bent by at least 40, and a straight one by at most 40",
    poses.every((a) => (a.filmedBend < 60 ? a.filmedBend > 15 || a.bend < 40 : a.bend > 40)),
    poses,
  );
}
