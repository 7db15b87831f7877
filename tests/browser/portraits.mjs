// Usage: portraits.mjs ADDRESS [SEEDS] [FOLDER]: compares the portraits of people with what three.js shows of their GLB files.
//
// The same person in the T-pose, by the portrait route and by three.js in Chromium: one camera, the studio's light as three's lights,
// no background. A second picture of three.js says which part of the file each pixel shows; by it the areas are found. For each area:
//     colour   difference of the mean colours in CIE L*a*b* (dE 1976)
//     edge     share of the area's pixels that only one of both pictures covers
// Prints a line for each area: means and worst over the people, and the band that they must keep. FOLDER receives sheets.
import { createServer } from "node:http";
import { readFile, writeFile, mkdir } from "node:fs/promises";
import { chromium } from "playwright-core";

const [, , address, seedText = "24", folder = ""] = process.argv;
const { CHROMIUM = "/usr/bin/chromium", VIEWS: views = "head,full" } = process.env;
const VIEWS = views.split(",");
const SEEDS = seedText.includes(",") ? seedText.split(",").map(Number) : Array.from({ length: Number(seedText) }, (_, i) => i + 1);
const SIZE = 384;
// the T-pose with open hands, in both
const POSE = `body_pose=${Array(63).fill(0).join(",")}&left_hand=open&right_hand=open`;

// area: [band of the mean colour, of the worst one, of the mean edge, of the worst one]; null: not judged
const BANDS = {
  face: [4, 7, null, null],
  neck: [6, 11, null, null],
  hair: [5, 11, null, null],
  "hair edge": [null, null, 0.1, 0.16],
  hairline: [5, 8, null, null],
  sideburns: [5, 8, null, null],
  eyes: [5, 11, null, null],
  outfit: [4, 8, null, null],
  shoes: [6.5, 10, 0.005, 0.02],
  heels: [6, 10, 0.005, 0.02],
  outline: [null, null, 0.004, 0.01],
};

// ---- the page: three.js, and the daemon's files from the same origin ----

const root = new URL("../../web/node_modules/three/", import.meta.url);
const server = createServer(async (request, reply) => {
  try {
    if (request.url === "/") {
      reply.setHeader("Content-Type", "text/html");
      reply.end(
        `<script type="importmap">{"imports":{"three":"/three/build/three.module.js","three/addons/":"/three/examples/jsm/"}}</script><body></body>`,
      );
    } else if (request.url.startsWith("/three/")) {
      reply.setHeader("Content-Type", "text/javascript");
      reply.end(await readFile(new URL(request.url.slice(7), root)));
    } else {
      const answer = await fetch(address + request.url);
      reply.statusCode = answer.status;
      reply.end(Buffer.from(await answer.arrayBuffer()));
    }
  } catch (error) {
    reply.statusCode = 500;
    reply.end(String(error));
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));

const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"],
});
const page = await browser.newPage();
page.setDefaultTimeout(600000);
page.on("pageerror", (error) => console.error(String(error)));
await page.goto(`http://127.0.0.1:${server.address().port}/`);

// ---- in the page ----

await page.evaluate(async (SIZE) => {
  const THREE = await import("three");
  const { GLTFLoader } = await import("three/addons/loaders/GLTFLoader.js");
  const FOV = 0.42;
  const renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
  renderer.setSize(SIZE, SIZE);
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = THREE.PCFSoftShadowMap;
  const flat = new THREE.WebGLRenderer({ antialias: false, alpha: true, preserveDrawingBuffer: true });
  flat.setSize(SIZE, SIZE);
  flat.toneMapping = THREE.NoToneMapping;
  flat.outputColorSpace = THREE.LinearSRGBColorSpace;

  /** The picture of a canvas: red, green, blue, alpha (straight) of each pixel, top row first. */
  const pixels = (source) => {
    const canvas = new OffscreenCanvas(SIZE, SIZE);
    const pen = canvas.getContext("2d");
    pen.drawImage(source, 0, 0, SIZE, SIZE);
    return pen.getImageData(0, 0, SIZE, SIZE).data;
  };

  /** Studio light in the camera's axes, as core/draw/draw.c has it: radiance of a white surface, so times pi. */
  function studio(scene, camera, center, radius) {
    const axis = (x, y, z) => new THREE.Vector3(x, y, z).normalize().applyQuaternion(camera.quaternion);
    const light = (color, to, power, casts) => {
      const one = new THREE.DirectionalLight(new THREE.Color(...color), power * Math.PI);
      one.position.copy(center).addScaledVector(to, 2 * radius);
      one.target.position.copy(center);
      one.castShadow = casts;
      Object.assign(one.shadow.camera, { left: -radius, right: radius, top: radius, bottom: -radius, near: radius / 2, far: 4 * radius });
      one.shadow.mapSize.set(1024, 1024);
      one.shadow.normalBias = 0.003;
      one.shadow.bias = -0.0005;
      scene.add(one, one.target);
    };
    light([1, 0.98, 0.95], axis(-0.62, 0.62, 0.8), 1, true);
    light([0.34, 0.36, 0.4], axis(0.85, 0.1, 0.6), 0.7, false); // a broad light: its mean over directions
    light([0.4, 0.42, 0.46], axis(0.75, 0.45, -0.8), 0.5, false);
    scene.add(new THREE.HemisphereLight(new THREE.Color(0.46, 0.49, 0.54), new THREE.Color(0.24, 0.22, 0.205), Math.PI));
  }

  /** The camera of core/portrait/sight.c. */
  function cameraOf(view, box, head) {
    const size = (b) => b.getSize(new THREE.Vector3()),
      middle = (b) => b.getCenter(new THREE.Vector3());
    let show, target;
    if (view === "head") {
      show = 1.62 * size(head).y;
      target = middle(head);
    } else {
      show = Math.max(1.06 * size(box).y, 1.06 * size(box).x);
      target = middle(box);
    }
    const camera = new THREE.PerspectiveCamera((FOV * 180) / Math.PI, 1, 0.05, 50);
    camera.position.copy(target).add(new THREE.Vector3(0, 0, (0.5 * show) / Math.tan(FOV / 2)));
    camera.lookAt(target);
    camera.updateMatrixWorld(true);
    return { camera, target, radius: view === "head" ? 0.6 * show : 0.75 * show };
  }

  window.load = async (seed, pose) => {
    const gltf = await new GLTFLoader().loadAsync(`/v1/models/person/mesh?format=glb&rig=true&morphs=false&random=${seed}&${pose}`);
    gltf.scene.updateMatrixWorld(true);
    const box = new THREE.Box3(),
      head = new THREE.Box3(),
      at = new THREE.Vector3(),
      meshes = [];
    gltf.scene.traverse((mesh) => {
      if (!mesh.isMesh) return;
      meshes.push(mesh);
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      const above = mesh.skeleton.bones.map((bone) => {
        for (let b = bone; b; b = b.parent) if (b.name === "head") return true;
        return false;
      });
      const { position, skinIndex, skinWeight } = mesh.geometry.attributes;
      const used = new Set(mesh.geometry.index.array);
      for (const v of used) {
        at.fromBufferAttribute(position, v);
        mesh.applyBoneTransform(v, at);
        box.expandByPoint(at);
      }
      if (mesh.material.name !== "skin") return;
      for (let v = 0; v < position.count; v++) {
        let share = 0;
        for (let k = 0; k < 4; k++) if (above[skinIndex.getComponent(v, k)]) share += skinWeight.getComponent(v, k);
        if (share <= 0.5) continue;
        at.fromBufferAttribute(position, v);
        mesh.applyBoneTransform(v, at);
        head.expandByPoint(at);
      }
    });
    window.person = { scene: gltf.scene, meshes, box, head };
    return meshes.map((mesh) => mesh.material.name);
  };

  /** Draws the person: colours, and the number of the mesh that each pixel shows. */
  window.draw = (view, tone) => {
    const { scene: figure, meshes, box, head } = window.person;
    const { camera, target, radius } = cameraOf(view, box, head);
    const scene = new THREE.Scene();
    scene.add(figure);
    studio(scene, camera, target, radius);
    renderer.toneMapping = THREE[`${tone}ToneMapping`];
    renderer.toneMappingExposure = 1;
    renderer.render(scene, camera);
    const colours = pixels(renderer.domElement);

    const own = meshes.map((mesh) => mesh.material);
    meshes.forEach((mesh, i) => {
      const id = new THREE.MeshBasicMaterial({ color: new THREE.Color((i + 1) / 255, 0, 0), side: own[i].side });
      if (own[i].alphaTest || own[i].transparent) {
        id.map = null;
        id.alphaMap = null;
        id.alphaTest = own[i].alphaTest || 0.5;
        id.map = own[i].map;
        // the picture's alpha cuts, its colour does not count
        id.onBeforeCompile = (shader) => {
          shader.fragmentShader = shader.fragmentShader.replace(
            "#include <alphatest_fragment>",
            "#include <alphatest_fragment>\ndiffuseColor.rgb = diffuse;",
          );
        };
      }
      mesh.material = id;
    });
    flat.render(scene, camera);
    const raw = pixels(flat.domElement);
    meshes.forEach((mesh, i) => (mesh.material = own[i]));
    const ids = new Uint8Array(SIZE * SIZE);
    for (let i = 0; i < ids.length; i++) ids[i] = raw[4 * i + 3] > 127 ? raw[4 * i] : 0;
    return { colours: Array.from(colours), ids: Array.from(ids) };
  };

  window.portrait = async (query) => {
    const reply = await fetch(query);
    if (!reply.ok) throw new Error(await reply.text());
    return Array.from(pixels(await createImageBitmap(await reply.blob(), { premultiplyAlpha: "default" })));
  };
}, SIZE);

// ---- measures ----

const linear = (v) => ((v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
function lab([r, g, b]) {
  const [x, y, z] = [0.4124 * r + 0.3576 * g + 0.1805 * b, 0.2126 * r + 0.7152 * g + 0.0722 * b, 0.0193 * r + 0.1192 * g + 0.9505 * b];
  const f = (t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const [fx, fy, fz] = [f(x / 0.9505), f(y), f(z / 1.089)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}
function meanOf(picture, area) {
  const sum = [0, 0, 0];
  let count = 0;
  for (const i of area) {
    if (picture[4 * i + 3] < 200) continue;
    for (let c = 0; c < 3; c++) sum[c] += linear(picture[4 * i + c]);
    count++;
  }
  return count ? lab(sum.map((v) => v / count)) : null;
}
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** Pixels of each area of a view. */
function areasOf(view, names, ids, colours, portrait) {
  const areas = Object.fromEntries(Object.keys(BANDS).map((name) => [name, []]));
  const kind = (i) => (ids[i] ? names[ids[i] - 1] : "");
  const isHair = (i) => kind(i).startsWith("hair");
  const isSkin = (i) => kind(i) === "skin";
  let top = SIZE,
    low = 0,
    left = SIZE,
    right = 0;
  for (let i = 0; i < SIZE * SIZE; i++) {
    if (!ids[i]) continue;
    const x = i % SIZE,
      y = (i / SIZE) | 0;
    [top, low] = [Math.min(top, y), Math.max(low, y)];
    if (view === "head" && y < SIZE * 0.62) [left, right] = [Math.min(left, x), Math.max(right, x)];
  }
  const covered = (i) => ids[i] > 0 || portrait[4 * i + 3] > 127;
  const beside = (i, test, reach) => {
    const x = i % SIZE,
      y = (i / SIZE) | 0;
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++) {
        const [u, v] = [x + dx, y + dy];
        if (u >= 0 && v >= 0 && u < SIZE && v < SIZE && test(v * SIZE + u)) return true;
      }
    return false;
  };
  for (let i = 0; i < SIZE * SIZE; i++) {
    const x = i % SIZE,
      y = (i / SIZE) | 0;
    if (covered(i)) areas.outline.push(i);
    if (view === "head") {
      const across = Math.abs(x - SIZE / 2) / SIZE,
        down = (y - SIZE / 2) / SIZE;
      if (isSkin(i) && across < 0.17 && down > -0.2 && down < 0.2) areas.face.push(i);
      if (isSkin(i) && across < 0.12 && down > 0.33 && down < 0.42) areas.neck.push(i);
      if (isHair(i) && !beside(i, (j) => !isHair(j), 2)) areas.hair.push(i);
      if (!isHair(i) ? beside(i, isHair, 2) && !ids[i] : beside(i, (j) => !ids[j], 2)) areas["hair edge"].push(i);
      if ((isSkin(i) || isHair(i)) && down < 0.05 && beside(i, isHair, 5) && beside(i, isSkin, 5)) areas.hairline.push(i);
      if (across > 0.17 && across < 0.25 && down > -0.12 && down < 0.08 && (isSkin(i) || isHair(i))) areas.sideburns.push(i);
      if (kind(i).startsWith("eye")) areas.eyes.push(i);
    } else {
      if (
        /outfit|cloth|jeans|shirt|top|trouser|skirt|suit|dress|jacket|sweater|tee|coverall|dungaree|sport|short/.test(kind(i)) &&
        !beside(i, (j) => ids[j] !== ids[i], 2)
      )
        areas.outfit.push(i);
      const tall = low - top;
      if (y > low - 0.075 * tall) {
        if (!isSkin(i) && covered(i)) areas.shoes.push(i);
        if (y < low - 0.025 * tall && covered(i)) areas.heels.push(i);
      }
    }
  }
  return areas;
}

// ---- people ----

const found = {};
const tones = { Neutral: [], ACESFilmic: [], AgX: [] };
const note = (area, colour, edge, seed) => (found[area] ??= []).push({ colour, edge, seed });
const sheets = { head: [], full: [] };
for (const seed of SEEDS) {
  const names = await page.evaluate(([one, pose]) => window.load(one, pose), [seed, POSE]);
  for (const view of VIEWS) {
    const portrait = await page.evaluate(
      (query) => window.portrait(query),
      `/v1/models/person/portrait?random=${seed}&${POSE}&expression=0&view=${view}&size=${SIZE}&background=none&format=png`,
    );
    const { colours, ids } = await page.evaluate(([one, tone]) => window.draw(one, tone), [view, "Neutral"]);
    const areas = areasOf(view, names, ids, colours, portrait);
    for (const [area, list] of Object.entries(areas)) {
      if (list.length < 12 || (view === "full" && area === "outline") !== (area === "outline")) continue;
      const ours = meanOf(portrait, list),
        theirs = meanOf(colours, list);
      const differs = list.filter((i) => portrait[4 * i + 3] > 127 !== colours[4 * i + 3] > 127).length / list.length;
      note(area, ours && theirs ? distance(ours, theirs) : 0, differs, seed);
    }
    if (view === "head")
      for (const tone of Object.keys(tones)) {
        const other = tone === "Neutral" ? colours : (await page.evaluate(([one, t]) => window.draw(one, t), [view, tone])).colours;
        tones[tone].push([meanOf(portrait, areas.face), meanOf(other, areas.face)]);
      }
    if (folder) sheets[view].push([portrait, colours].map((picture) => Buffer.from(picture).toString("base64")));
  }
}

// ---- verdict ----

let failed = 0;
const mean = (list) => list.reduce((sum, v) => sum + v, 0) / list.length;
for (const [area, [colour, worstColour, edge, worstEdge]] of Object.entries(BANDS)) {
  const rows = found[area] ?? [];
  const worst = (key) => rows.reduce((a, b) => (b[key] > a[key] ? b : a), rows[0]);
  if (!rows.length && VIEWS.length < 2) continue;
  const good =
    rows.length > 0 &&
    (colour === null || (mean(rows.map((r) => r.colour)) <= colour && worst("colour").colour <= worstColour)) &&
    (edge === null || (mean(rows.map((r) => r.edge)) <= edge && worst("edge").edge <= worstEdge));
  failed += !good;
  const text = rows.length
    ? `colour ${mean(rows.map((r) => r.colour)).toFixed(1)} dE, at worst ${worst("colour").colour.toFixed(1)} (person ${worst("colour").seed}); edge ${(100 * mean(rows.map((r) => r.edge))).toFixed(1)} %, at worst ${(100 * worst("edge").edge).toFixed(1)} (person ${worst("edge").seed})`
    : "not seen";
  console.log(`${good ? "ok" : "not ok"} - ${area}: ${text}`);
}
for (const [tone, pairs] of Object.entries(tones)) {
  const difference = [0, 1, 2].map((c) => mean(pairs.map(([a, b]) => b[c] - a[c])));
  console.log(`# the face under ${tone}: ${difference.map((v) => v.toFixed(1)).join(", ")} (L*, a*, b* more than the portrait)`);
}

// Sheets: portrait above, three.js below.
if (folder) {
  await mkdir(folder, { recursive: true });
  for (const [view, people] of Object.entries(sheets)) {
    if (!people.length) continue;
    await page.evaluate(
      ([count, size]) => {
        const columns = Math.min(12, count);
        window.sheet = new OffscreenCanvas(columns * size, 2 * size * Math.ceil(count / columns)).getContext("2d");
        window.sheet.fillStyle = "#b9bcc2";
        window.sheet.fillRect(0, 0, window.sheet.canvas.width, window.sheet.canvas.height);
      },
      [people.length, SIZE],
    );
    // one tile at a time: a message of all of them is too large
    for (const [n, pair] of people.entries())
      for (const [k, tile] of pair.entries())
        await page.evaluate(
          async ([one, x, y, size]) => {
            const bytes = Uint8ClampedArray.from(atob(one), (c) => c.charCodeAt(0));
            window.sheet.drawImage(await createImageBitmap(new ImageData(bytes, size, size)), x, y);
          },
          [tile, (n % 12) * SIZE, (2 * Math.floor(n / 12) + k) * SIZE, SIZE],
        );
    const png = await page.evaluate(async () => {
      const bytes = new Uint8Array(await (await window.sheet.canvas.convertToBlob()).arrayBuffer());
      let text = "";
      for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode(...bytes.subarray(i, i + 32768));
      return btoa(text);
    });
    await writeFile(`${folder}/portraits-${view}.png`, Buffer.from(png, "base64"));
  }
}
await browser.close();
server.close();
process.exit(failed ? 1 : 0);
