// Makes docs/images/page-character.png:
//     node tests/browser/picture_character.mjs http://127.0.0.1:8080 FILE.glb docs/images/page-character.png
// The picture shows an uploaded character on the tab Yours with its match, after two metres of walking. The one in docs shows
// human-zombie.glb of Mesh2Motion (CC0).
import { chromium } from "playwright-core";

const [, , address, character, file] = process.argv;
const { CHROMIUM = "/usr/bin/chromium" } = process.env;
const SLOW = 400000;
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"],
});
const page = await browser.newPage({ viewport: { width: 1100, height: 640 }, colorScheme: "light", locale: "en" });
page.setDefaultTimeout(SLOW);
page.on("pageerror", (error) => console.error(error));
await page.goto(`${address}/#character`, { waitUntil: "commit" });
await page.waitForFunction(() => globalThis.posed?.tabs.character.most);
await page.setInputFiles("#own-file", character);
await page.waitForFunction(() => posed.tabs.character.last);
await page.evaluate(() => {
  document.querySelector(".own-bones details").open = true;
});
await page.locator("#view").focus();
await page.keyboard.down("KeyS"); // towards the camera
const from = await page.evaluate(() => [...posed.tabs.character.last.root]);
await page.waitForFunction(
  ([x, , z]) => Math.hypot(posed.tabs.character.last.root[0] - x, posed.tabs.character.last.root[2] - z) > 2,
  from,
);
await page.evaluate(() => {
  const { view, tabs } = posed;
  const [x, y, z] = tabs.character.last.root;
  view.renderer.setAnimationLoop(null); // it stands as it is seen, and the camera with it
  view.camera.read("0.3,0.1,5.8");
  view.camera.target.set(x, y + 1, z);
  view.camera.aim.copy(view.camera.target);
  view.draw(performance.now() / 1000);
});
await page.screenshot({ path: file, timeout: SLOW });
await Promise.race([browser.close(), new Promise((done) => setTimeout(done, 5000))]);
process.exit(0);
