// face_points.mjs FOLDER: runs MediaPipe's face mesh (npm @mediapipe/face_mesh, Apache-2.0) on NNN.png of a folder in headless Chromium, and
// prints a line for each picture with a face: its number, then x and y of 478 landmarks in pixels. MESH is the folder of the package's files,
// PLAYWRIGHT the folder that holds node_modules/playwright-core (tests/browser).
import { createRequire } from "node:module";
import { createServer } from "node:http";
import { readFile, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";

const [folder] = process.argv.slice(2);
const { MESH, PLAYWRIGHT = "tests/browser", CHROMIUM = "/usr/bin/chromium" } = process.env;
const { chromium } = createRequire(join(resolve(PLAYWRIGHT), "package.json"))("playwright-core");
const types = { js: "text/javascript", wasm: "application/wasm", png: "image/png", html: "text/html" };

const server = createServer(async (request, response) => {
  const path = new URL(request.url, "http://x").pathname;
  if (path === "/") return response.setHeader("content-type", "text/html").end("<script src=/mesh/face_mesh.js></script>");
  try {
    const file = path.startsWith("/mesh/") ? join(MESH, path.slice(6)) : join(folder, path);
    response.setHeader("content-type", types[file.split(".").pop()] ?? "application/octet-stream");
    response.end(await readFile(file));
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"] });
const page = await browser.newPage();
await page.goto(`http://127.0.0.1:${server.address().port}/`);
await page.evaluate(async () => {
  globalThis.mesh = new FaceMesh({ locateFile: (file) => `/mesh/${file}` });
  mesh.setOptions({ maxNumFaces: 1, refineLandmarks: true, staticImageMode: true });
  mesh.onResults((results) => (globalThis.found = results.multiFaceLandmarks?.[0] ?? null));
});

const names = (await readdir(folder)).filter((name) => /^\d+\.png$/.test(name)).sort();
for (const name of names) {
  const points = await page.evaluate(async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    mesh.reset();
    globalThis.found = null;
    await mesh.send({ image });
    return found?.map((p) => [p.x * image.width, p.y * image.height]);
  }, `/${name}`);
  if (points) console.log(parseInt(name), points.map((p) => p.map((x) => x.toFixed(2)).join(" ")).join(" "));
  else console.error(`${name}: no face`);
}
await browser.close();
server.close();
