// Makes docs/images/walk.webp, an animation of the page's first walk:
//     node tests/browser/walk.mjs http://127.0.0.1:8080 docs/images/walk.webp [pictures]
// Frames of the stream are kept first and drawn afterwards, because software rendering takes seconds for each.
import { writeFileSync } from "node:fs";
import { chromium } from "playwright-core";

const [, , address, file, count = "40"] = process.argv;
const { CHROMIUM = "/usr/bin/chromium" } = process.env;
// Timeout, in milliseconds.
const SLOW = 400000;
// Pictures per second.
const RATE = 15;
// Size of the animation, in pixels, and factor at which it is drawn.
const WIDTH = 800;
const HEIGHT = 450;
const FINER = 1.5;
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"],
});
const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT }, colorScheme: "light", locale: "en" });
page.setDefaultTimeout(SLOW);
page.on("pageerror", (error) => console.error(error));
await page.addInitScript(() =>
  Object.defineProperty(globalThis, "posed", {
    configurable: true,
    set(app) {
      app.view.renderer.setAnimationLoop(null);
      Object.defineProperty(globalThis, "posed", { value: app });
    },
  }),
);
await page.goto(`${address}/#motion?characters=3&quality=best&opening=1`);
await page.waitForFunction(() => globalThis.posed?.motion.walkers.length === 3 && posed.motion.opening.begun !== null, null, {
  polling: 50,
});

/** Keeps the frames to draw, RATE a second: copies of {id, root, yaw, smpl, ...}. */
await page.evaluate(
  async ([pictures, rate]) => {
    const { motion, view } = posed;
    const kept = [];
    motion.opening.begun = Infinity; // they keep walking
    await new Promise((done) => setTimeout(done, 1500));
    let next = 0;
    await new Promise((done) =>
      motion.stream.on("frame", ({ time, characters }) => {
        if (kept.length >= pictures || time < next) return;
        next = Math.max(next, time - 1 / rate) + 1 / rate - 1e-4;
        kept.push(structuredClone(characters.map(({ id, root, yaw, gait, contacts, smpl }) => ({ id, root, yaw, gait, contacts, smpl }))));
        if (kept.length === pictures) done();
      }),
    );
    await motion.stream.leave().catch(() => {});
    document.getElementById("poster")?.remove();
    globalThis.kept = kept;
    for (const name of ["bar", "panel", "hud", "toasts", "banner"]) document.getElementById(name).style.display = "none";
    document.body.classList.add("bare");
    view.canvas.width = 0;
  },
  [Number(count), RATE],
);

const pictures = [];
for (let k = 0; k < Number(count); k++) {
  const started = Date.now();
  pictures.push(
    Buffer.from(
      await page.evaluate(
        ([k, width, height, finer]) => {
          const { motion, view } = posed;
          const { camera, renderer, light } = view;
          const all = kept[k];
          const ahead = motion.opening.ahead ?? [0, 1];
          motion.stream = { sample: () => all, clock: { roundTrip: null } };
          motion.opening.isOn = true;
          renderer.setPixelRatio(finer);
          renderer.setSize(width, height, false);
          camera.resize(width, height, { x: 0, y: 0, width, height });
          motion.update(0, k / 60);
          const [x, y, z] = motion.mine.last.root;
          const start = kept[0].find((c) => c.id === motion.mine.character.id).root;
          const gone = (x - start[0]) * ahead[0] + (z - start[2]) * ahead[1];
          camera.read("0.5,0.08,4.4");
          camera.target.set(start[0] + gone * ahead[0], start[1] + 0.92, start[2] + gone * ahead[1]);
          camera.aim.copy(camera.target);
          motion.ground.update();
          camera.update(0);
          light.follow(camera.target);
          renderer.render(view.scene, camera.eye);
          const pen = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
          pen.imageSmoothingQuality = "high";
          pen.drawImage(view.canvas, 0, 0, width, height);
          return pen.canvas.toDataURL("image/webp", 0.82).split(",")[1];
        },
        [k, WIDTH, HEIGHT, FINER],
      ),
      "base64",
    ),
  );
  console.error(`${k + 1} of ${count}, ${((Date.now() - started) / 1000).toFixed(1)} s, ${pictures.at(-1).length} bytes`);
}
writeFileSync(file, animation(pictures));
await Promise.race([browser.close(), new Promise((done) => setTimeout(done, 5000))]);
process.exit(0);

/** Returns an animated WebP of still ones (RFC 9649): each frame has the still's own chunk of pixels. */
function animation(stills) {
  const three = (v) => [v & 255, (v >> 8) & 255, v >> 16];
  const chunk = (name, data) => {
    const head = Buffer.alloc(8);
    head.write(name, "latin1");
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  };
  const size = [...three(WIDTH - 1), ...three(HEIGHT - 1)];
  const frames = stills.map((still) => {
    const from = still.indexOf("VP8 ", 12, "latin1");
    if (from < 0) throw new Error("a still without lossy pixels");
    return chunk(
      "ANMF",
      Buffer.concat([
        Buffer.from([...three(0), ...three(0), ...size, ...three(Math.round(1000 / RATE)), 2]),
        still.subarray(from, from + 8 + still.readUInt32LE(from + 4)),
      ]),
    );
  });
  const body = Buffer.concat([
    Buffer.from("WEBP"),
    chunk("VP8X", Buffer.from([2, 0, 0, 0, ...size])),
    chunk("ANIM", Buffer.from([255, 255, 255, 255, 0, 0])),
    ...frames,
  ]);
  const head = Buffer.alloc(8);
  head.write("RIFF");
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}
