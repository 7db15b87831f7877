// Measures a slider of the maker that is dragged ("Nose width"), on a software renderer:
//     node tests/browser/drag.mjs http://127.0.0.1:8080
// Prints for each window medians and 90th percentiles, in milliseconds: from the input event to the finished picture; the drawing alone
// (reading a pixel back waits for its end); and the processor time that the browser's graphics process takes for a picture with all that
// shows it, which other load on the machine hardly changes.
import { readFileSync, readdirSync } from "node:fs";
import { chromium } from "playwright-core";

const [, , address] = process.argv;
const { CHROMIUM = "/usr/bin/chromium" } = process.env;
const SLOW = 400000,
  HEIGHT = 760,
  WIDTHS = [390, 1160],
  MOVES = 60,
  EVERY_MS = 100,
  TICK_MS = 10; // of /proc
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"],
});

/** Returns [parent's id, processor time in milliseconds] of a process, or null when it has ended. */
function stat(id) {
  try {
    const text = readFileSync(`/proc/${id}/stat`, "utf8"),
      fields = text
        .slice(text.lastIndexOf(")") + 2)
        .split(" ")
        .map(Number);
    return [fields[1], TICK_MS * (fields[11] + fields[12])];
  } catch {
    return null;
  }
}
const isMine = (id) => id === process.pid || (id > 1 && isMine(stat(id)?.[0] ?? 0));
const isGraphics = (id) => {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8").includes("--type=gpu-process") && isMine(id);
  } catch {
    return false;
  }
};

for (const width of WIDTHS) {
  const page = await browser.newPage({ viewport: { width, height: HEIGHT }, locale: "en" });
  page.setDefaultTimeout(SLOW);
  await page.goto(`${address}/maker#sex=female&random=39`);
  await page.waitForFunction(() => globalThis.maker?.stage?.person?.children.length > 0);
  await page.getByRole("tab", { name: "Face" }).click();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => {
    const { renderer } = maker.view,
      gl = renderer.getContext(),
      one = new Uint8Array(4),
      render = renderer.render.bind(renderer);
    Object.assign(globalThis, { renders: [], inputs: [] });
    renderer.render = (...scene) => {
      const begin = performance.now();
      render(...scene);
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, one);
      renders.push([begin, performance.now()]);
    };
    addEventListener("input", () => inputs.push(performance.now()), true);
  });

  // The first moves ask the server for meshes; the measured ones are between them.
  const knob = page.getByLabel("Nose width");
  await knob.scrollIntoViewIfNeeded();
  const { x, y, width: length, height } = await knob.boundingBox(),
    to = (part) => page.mouse.move(x + part * length, y + height / 2);
  await to(0.5);
  await page.mouse.down();
  for (const part of [0.8, 0.3, 0.6]) {
    await to(part);
    await page.waitForTimeout(700);
  }
  const graphics = readdirSync("/proc").map(Number).find(isGraphics),
    before = stat(graphics)[1];
  await page.evaluate(() => (inputs.length = renders.length = 0));
  for (let i = 0; i < MOVES; i++) {
    await to(0.3 + 0.4 * Math.abs(Math.sin(i / 5)));
    await page.waitForTimeout(EVERY_MS);
  }
  const { latency, drawing, pixels } = await page.evaluate(() => ({
    latency: inputs.flatMap((at) => renders.find(([begin]) => begin >= at)?.[1] - at || []),
    drawing: renders.map(([begin, end]) => end - begin),
    pixels: maker.view.canvas.width * maker.view.canvas.height,
  }));
  const spent = (stat(graphics)[1] - before) / drawing.length;
  await page.mouse.up();
  await page.close();
  const at = (values, part) => values.toSorted((a, b) => a - b)[Math.floor(values.length * part)].toFixed(0),
    both = (values) => `${at(values, 0.5)} ${at(values, 0.9)}`;
  console.log(`${width} x ${HEIGHT}: ${latency.length} moves, ${pixels} pixels; to the picture ${both(latency)}, drawing ${both(drawing)}, processor ${spent.toFixed(0)}`); // prettier-ignore
}
await Promise.race([browser.close(), new Promise((done) => setTimeout(done, 5000))]);
process.exit(0);
