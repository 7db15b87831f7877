// docs/images/page.png anew, as a graphics card would draw it: node tests/browser/picture.mjs http://127.0.0.1:8080 docs/images/page.png
// The page coarsens while software draws it: characters walk that way first, then one picture is drawn in full.
import { chromium } from "playwright-core";

const [, , address, file] = process.argv, { CHROMIUM = "/usr/bin/chromium" } = process.env;
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1280, height: 760 }, deviceScaleFactor: 2, colorScheme: "light", locale: "en" });
page.setDefaultTimeout(100000);
page.on("pageerror", (error) => console.error(error));
await page.goto(`${address}/#motion?characters=20&scene=hills`);
await page.waitForFunction(() => globalThis.posed?.motion.mine?.last && posed.motion.ground.map && posed.motion.walkers.length === 20);
await page.keyboard.down("w");
await page.waitForTimeout(4000);
await page.keyboard.up("w");
await page.waitForTimeout(6000);
await page.evaluate(() => {
  const { view, motion } = posed;
  // where most of the others are before the camera, near enough to be seen
  const [x, , z] = motion.mine.last.root, places = motion.walkers.map((w) => w.last?.root).filter(Boolean).map((r) => [r[0] - x, r[2] - z]);
  const seen = (yaw) => places.filter(([dx, dz]) => { const far = Math.hypot(dx, dz); return far > 0.5 && far < 14 && (-Math.sin(yaw) * dx - Math.cos(yaw) * dz) / far > 0.85; }).length;
  const best = Array.from({ length: 72 }, (_, i) => (i * Math.PI) / 36).reduce((a, b) => (seen(b) > seen(a) ? b : a));
  view.camera.read(`${best},0.3,5.5`);
  view.isSoftware = false; // all pixels of the screen, shadows
  view.govern = () => {};
  view.renderer.setPixelRatio(devicePixelRatio);
  view.setLevel(0);
});
const drawn = await page.evaluate(() => posed.view.drawn);
await page.waitForFunction((before) => posed.view.drawn > before + 2, drawn);
await page.screenshot({ path: file });
await browser.close();
