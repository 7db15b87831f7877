// docs/images/page.png anew, as a graphics card would draw it: node tests/browser/picture.mjs http://127.0.0.1:8080 docs/images/page.png
// The page coarsens while software draws it: characters walk that way first; a moment at which most of them are seen and
// nobody stands before the others is kept and drawn in full.
import { chromium } from "playwright-core";

const [, , address, file] = process.argv, { CHROMIUM = "/usr/bin/chromium" } = process.env, ENOUGH = 9, MOMENTS = 100;
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1280, height: 760 }, deviceScaleFactor: 2, colorScheme: "light", locale: "en" });
page.setDefaultTimeout(100000);
page.on("pageerror", (error) => console.error(error));
await page.goto(`${address}/#motion?characters=20&scene=hills`);
await page.waitForFunction(() => globalThis.posed?.motion.mine?.last && posed.motion.ground.map && posed.motion.walkers.length === 20);

/** Keeps the moment when it shows at least so many others: then all of them stand still and the camera looks from there. */
const keep = (least) => page.evaluate((least) => {
  const { view, motion } = posed, FAR = 5.5, TILT = 0.3, [x, , z] = motion.mine.last.root;
  const places = motion.walkers.filter((w) => w !== motion.mine && w.last).map((w) => [w.last.root[0] - x, w.last.root[2] - z]);
  const worth = (yaw) => {
    const [ax, az] = [-Math.sin(yaw), -Math.cos(yaw)];
    return places.reduce((sum, [dx, dz]) => {
      const ahead = dx * ax + dz * az, aside = Math.abs(dx * az - dz * ax), deep = ahead + FAR;
      if (deep > -1 && ahead < 0.7 && aside < 0.9 + 0.3 * deep) return sum - 10;
      return sum + (ahead > 0.7 && ahead < 12 && aside < 0.45 * deep && aside > 0.5);
    }, 0);
  };
  const best = Array.from({ length: 72 }, (_, i) => (i * Math.PI) / 36).reduce((a, b) => (worth(b) > worth(a) ? b : a));
  if (worth(best) < least) return false;
  for (const walker of motion.walkers) {
    const { last } = walker;
    Object.defineProperty(walker, "last", { get: () => last, set() {} });
  }
  view.camera.read(`${best},${TILT},${FAR}`);
  return true;
}, least);

await page.keyboard.down("w");
for (let i = 0; !(await keep(i < MOMENTS ? ENOUGH : -1000)); i++) await page.waitForTimeout(300);
await page.evaluate(() => {
  const { view } = posed;
  view.isSoftware = false; // all pixels of the screen, shadows
  view.govern = () => {};
  view.renderer.setPixelRatio(devicePixelRatio);
  view.setLevel(0);
});
const drawn = await page.evaluate(() => posed.view.drawn);
await page.waitForFunction((before) => posed.view.drawn > before + 2, drawn);
await page.screenshot({ path: file });
await browser.close();
