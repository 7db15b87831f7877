// Makes docs/images/page.png:
//     node tests/browser/picture.mjs http://127.0.0.1:8080 docs/images/page.png [people [seconds]]
// The picture shows the first seconds of the page at its best quality, drawn at twice the saved resolution. Software rendering takes a
// minute
// for it.
import { chromium } from "playwright-core";

const [, , address, file, people = "7", seconds = "2.6"] = process.argv;
const { CHROMIUM = "/usr/bin/chromium" } = process.env;
const SLOW = 400000;
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"],
});
const page = await browser.newPage({ viewport: { width: 1600, height: 950 }, colorScheme: "light", locale: "en" });
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
await page.goto(`${address}/#motion?characters=${people}&quality=best&opening=1`);
await page.waitForFunction(
  (count) => globalThis.posed?.motion.walkers.length === count && posed.motion.opening.begun !== null,
  Number(people),
  { polling: 50 },
);
await page.evaluate(() => {
  posed.motion.opening.begun = Infinity;
}); // they keep walking meanwhile
await page.waitForTimeout(1000 * Number(seconds));
await page.evaluate(() => {
  const { view, motion } = posed;
  document.getElementById("poster")?.remove();
  const look = () => motion.update(0, performance.now() / 1000); // twice: who is near the eye is known when it is where it will be
  look();
  const [x, y, z] = motion.mine.last.root;
  view.camera.read("0.32,0.1,5");
  view.camera.target.set(x, y + 0.95, z);
  view.camera.aim.copy(view.camera.target);
  motion.opening.isOn = true;
  view.camera.update(0);
  look();
  view.draw(performance.now() / 1000);
});
await page.screenshot({ path: file, timeout: SLOW });
await Promise.race([browser.close(), new Promise((done) => setTimeout(done, 5000))]);
process.exit(0);
