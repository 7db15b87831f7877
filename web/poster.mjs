// Makes src/poster.webp, the person as the page first shows one on a software renderer, from a running server: node poster.mjs http://127.0.0.1:8080. Needs
// playwright-core of tests/browser.
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const { chromium } = createRequire(new URL("../tests/browser/package.json", import.meta.url))("playwright-core");
const { CHROMIUM = "/usr/bin/chromium" } = process.env;
const [address] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"],
});
const page = await browser.newPage({ viewport: { width: 1200, height: 700 }, colorScheme: "dark" });
page.setDefaultTimeout(120000);
await page.route("**/v1/stream", (route) => route.abort()); // without a stream the person stands
await page.routeWebSocket("**/v1/stream", () => {});
await page.goto(`${address}/`);
await page.waitForFunction(() => globalThis.posed?.motion.previews.length === 1);
const picture = await page.evaluate(async () => {
  const { view, motion } = posed;
  const RATIO = 1.4;
  const { renderer, scene, camera } = view;
  const { canvas } = view;
  renderer.setAnimationLoop(null);
  renderer.setPixelRatio(RATIO);
  renderer.setSize(canvas.clientWidth, canvas.clientHeight, false);
  scene.fog = null;
  for (const figure of motion.previews) figure.triangles = 0;
  motion.ground.plane.visible = false;
  view.light.dome.visible = false;
  /** Draws the scene on a colour. The alpha of each pixel follows from the drawings on black and on white. */
  const shot = (color) => {
    scene.background.set(color);
    renderer.render(scene, camera.eye);
    const width = canvas.height;
    const pen = Object.assign(document.createElement("canvas"), { width, height: canvas.height }).getContext("2d");
    const middle = canvas.width / 2 + RATIO * (document.getElementById("panel").offsetWidth / 2);
    pen.drawImage(canvas, Math.round(width / 2 - middle), 0);
    return pen;
  };
  const black = shot(0x000000);
  const white = shot(0xffffff);
  const { width, height } = black.canvas;
  const a = black.getImageData(0, 0, width, height);
  const b = white.getImageData(0, 0, width, height);
  for (let i = 0; i < a.data.length; i += 4) {
    const alpha = 255 - (b.data[i] - a.data[i]);
    for (let k = 0; k < 3; k++) a.data[i + k] = alpha ? Math.min(255, (255 * a.data[i + k]) / alpha) : 0;
    a.data[i + 3] = alpha;
  }
  black.putImageData(a, 0, 0);
  return black.canvas.toDataURL("image/webp", 0.52);
});
writeFileSync(new URL("src/poster.webp", import.meta.url), Buffer.from(picture.split(",")[1], "base64"));
console.log(`${((picture.length * 0.75) / 1000).toFixed(1)} kB`);
await Promise.race([browser.close(), new Promise((done) => setTimeout(done, 8000))]);
process.exit(0);
