// Claims about the page, in Chromium with software WebGL. Prints "ok - sentence" or "not ok - sentence"; pictures in build/browser.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, connect } from "node:net";
import { cpus, loadavg, tmpdir } from "node:os";
import { chromium } from "playwright-core";

const { CHROMIUM = "/usr/bin/chromium", BUILD = "build", MOTION = "" } = process.env;
const pictures = "build/browser";
mkdirSync(pictures, { recursive: true });
let failed = 0;

/** Others want the processor too: then times say nothing about the page. Chromium itself takes about two. */
const isBusy = () => loadavg()[0] > cpus().length + 2;

function claim(sentence, good, seen = "") {
  console.log(good ? `ok - ${sentence}` : `not ok - ${sentence}: ${JSON.stringify(seen)}`);
  if (!good) failed = 1;
}

/** The daemon on a port of its own choice. */
function startDaemon() {
  const config = `${tmpdir()}/posed-browser-${process.pid}.yaml`;
  writeFileSync(config, `listen: 127.0.0.1:0\n${MOTION ? `models:\n  - {id: motion, file: ${MOTION}}\n` : ""}`);
  const daemon = spawn(`${BUILD}/posed`, ["--config", config], { stdio: ["ignore", "pipe", "pipe"] });
  return new Promise((resolve, reject) => {
    let said = "";
    const listen = (data) => {
      said += data;
      const [, port] = said.match(/http:\/\/127\.0\.0\.1:(\d+)/) ?? [];
      if (port && said.includes('"started"')) resolve({ daemon, port: Number(port) });
    };
    daemon.stdout.on("data", listen);
    daemon.stderr.on("data", listen);
    daemon.on("exit", () => reject(new Error(`posed ended: ${said}`)));
  });
}

/** A line between browser and daemon that can be cut. */
function startLine(port) {
  const sockets = new Set();
  const line = createServer((a) => {
    const b = connect(port, "127.0.0.1");
    for (const [from, to] of [[a, b], [b, a]]) {
      sockets.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => { sockets.delete(from); to.destroy(); });
    }
  });
  return new Promise((resolve) => line.listen(0, "127.0.0.1", () => resolve({ port: line.address().port, cut: () => sockets.forEach((s) => s.destroy()), close: () => line.close() })));
}

const { daemon, port } = await startDaemon();
const line = await startLine(port);
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"] });
const context = await browser.newContext({ viewport: { width: 960, height: 600 }, colorScheme: "dark", locale: "en", reducedMotion: "reduce" });
const SLOW = 120000; // a busy machine draws a picture a second
context.setDefaultTimeout(SLOW);
const tooLong = setTimeout(() => { claim("all of it is done within ten minutes", false); daemon.kill("SIGTERM"); process.exit(1); }, 600000);

async function open(path = "") {
  const page = await context.newPage(), said = [];
  page.on("console", (m) => said.push(`${m.type()}: ${m.text()}`));
  page.on("pageerror", (e) => said.push(e.stack));
  await page.goto(`http://127.0.0.1:${line.port}/${path}`, { waitUntil: "commit" });
  return { page, said };
}

const walking = (page) => page.waitForFunction(() => globalThis.posed?.motion.mine?.last);
const root = (page) => page.evaluate(() => Array.from(posed.motion.mine.last.root));
const distance = (a, b) => Math.hypot(a[0] - b[0], a[2] - b[2]);
const picture = (page, name) => page.screenshot({ path: `${pictures}/${name}.png` });

/** Shares of a picture's pixels: counted by the browser itself, of the canvas' part of a screenshot. */
async function skin(page, box) {
  const shot = (await page.screenshot({ clip: box })).toString("base64");
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" })), pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, image.width, image.height);
    let warm = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i] > 90 && data[i] > data[i + 2] + 8) warm++;
    return warm / (data.length / 4);
  }, shot);
}

async function bodyAppears() {
  const { page, said } = await open();
  await page.waitForFunction(() => globalThis.posed?.view.drawn > 1 && (posed.motion.preview || posed.motion.mine?.last));
  const timing = await page.evaluate(() => performance.now());
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length); // told a little later than it is
  const poster = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
  console.log(`# the poster after ${Math.round(poster)} ms, a body within ${Math.round(timing)} ms of navigation (software WebGL, load ${loadavg()[0].toFixed(1)})`);
  if (!isBusy()) claim("the first picture is there within a second", poster < 1000, poster);
  await walking(page);
  await page.waitForTimeout(1000);
  await picture(page, "standing");
  const share = await skin(page, { x: 340, y: 80, width: 600, height: 480 });
  claim("a body stands in the middle of the picture", share > 0.02 && share < 0.5, share);
  return { page, said };
}

async function walksTenSeconds({ page, said }) {
  const from = await root(page);
  await page.locator("#view").focus();
  await page.keyboard.down("KeyW");
  await page.waitForTimeout(5000);
  await picture(page, "walking");
  await page.waitForTimeout(5000);
  await page.keyboard.up("KeyW");
  const gone = distance(from, await root(page));
  claim("a character walks ten seconds by the keyboard", gone > 5, gone);
  const steps = await page.evaluate(() => posed.motion.marks.prints.length);
  claim("it leaves footprints", steps > 6, steps);
  claim("nothing is said on the console", said.length === 0, said);
}

async function comesBack({ page }) {
  const before = await page.evaluate(() => {
    const { stream, mine } = posed.motion;
    globalThis.said = [];
    stream.on("state", (state) => said.push(`${state}: ${document.getElementById("banner").textContent}`));
    return { id: mine.character.id, session: stream.session };
  });
  line.cut();
  await page.waitForFunction(() => said.some((s) => s.startsWith("waiting")) && posed.motion.stream.state === "open");
  await page.waitForTimeout(500);
  const said = await page.evaluate(() => globalThis.said);
  const after = await page.evaluate(() => ({ id: posed.motion.mine.character.id, session: posed.motion.stream.session, age: posed.motion.stream.now() - posed.motion.stream.clock.last }));
  claim("a cut socket resumes the same session", after.id === before.id && after.session === before.session && after.age < 1, { before, after, said });
}

async function keyboardOnly() {
  const { page } = await open();
  await walking(page);
  const reach = async (what, most = 40) => {
    for (let i = 0; i < most; i++) {
      if (await page.evaluate((w) => document.activeElement?.matches(w), what)) return true;
      await page.keyboard.press("Tab");
    }
    return false;
  };
  claim("Tab reaches the tabs", await reach("[role=tab]"));
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => posed.tabs.body.joints && posed.tabs.body.rows);
  claim("an arrow key goes to the next tab", (await page.evaluate(() => posed.tab)) === "body");
  claim("Tab reaches a slider", await reach("input[type=range]"));
  const height = () => page.evaluate(() => Math.max(...posed.tabs.body.geometry.attributes.position.array.filter((_, i) => i % 3 === 1)));
  const before = await height();
  for (let i = 0; i < 60; i++) await page.keyboard.press("ArrowRight");
  await page.waitForFunction((h) => Math.max(...posed.tabs.body.geometry.attributes.position.array.filter((_, i) => i % 3 === 1)) > h + 0.02, before);
  claim("arrow keys on the height slider make the body taller", true);
  await picture(page, "body");
  await page.keyboard.press("Control+KeyZ");
  await page.waitForFunction((h) => Math.abs(Math.max(...posed.tabs.body.geometry.attributes.position.array.filter((_, i) => i % 3 === 1)) - h) < 1e-3, before);
  claim("Control Z takes a slider's whole drag back", true);
  claim("Tab goes round to the canvas", await reach("#view", 90));
  await page.close();
}

/** The rest of Body: every handle by keys, limits, the pelvis, all ways of skinning, and back again. */
async function posesByKeys() {
  const { page, said } = await open("#body");
  const body = (f, ...args) => page.evaluate(f, ...args), idle = () => page.waitForFunction(() => !posed.tabs.body.solving.busy && !posed.tabs.body.drawing.busy);
  const places = () => body(() => Object.fromEntries(["left_hand", "left_ankle", "pelvis"].map((j) => [j, posed.tabs.body.place(j).toArray()])));
  await page.waitForFunction(() => globalThis.posed?.tabs.body.joints && posed.tabs.body.rows);
  const press = async (name, key, times) => {
    await page.getByRole("button", { name, exact: true }).focus();
    for (let i = 0; i < times; i++) await page.keyboard.press(key);
    await idle();
  };
  const before = await places();
  await press("Left hand", "ArrowUp", 8);
  const up = await places();
  claim("arrow keys on a handle's button raise the hand", Math.abs(up.left_hand[1] - before.left_hand[1] - 0.16) < 0.01, [before, up]);
  await press("Pelvis", "ArrowDown", 4);
  const down = await places(), foot = Math.hypot(...down.left_ankle.map((v, k) => v - up.left_ankle[k]));
  claim("the pelvis goes down and the feet stay", up.pelvis[1] - down.pelvis[1] > 0.05 && foot < 0.02, [up, down]);
  await press("Left hand", "Shift+PageUp", 9);
  claim("joints at their limits are shown and named", await body(() => posed.tabs.body.handles.limits.some((b) => b.mesh.visible) && /limit/.test(posed.tabs.body.handles.said.textContent)));
  await picture(page, "limits");
  for (let i = 0; i < 3; i++) await page.keyboard.press("Control+KeyZ");
  await idle();
  claim("three times Control Z is the pose that was there at first", await body(() => posed.tabs.body.state.quaternions === null && !posed.tabs.body.past.length));
  await page.keyboard.press("Control+Shift+KeyZ");
  await idle();
  claim("Control Shift Z does it again", Math.abs((await places()).left_hand[1] - up.left_hand[1]) < 0.005);
  await page.getByLabel("Solver").selectOption("fabrik");
  await page.getByLabel("Skinning side by side").check();
  await page.waitForFunction(() => posed.tabs.body.compare.meshes.every((m) => m.geometry.index));
  await idle();
  const apart = await body(() => {
    const [a, b, c, d] = posed.tabs.body.compare.meshes.map((m) => m.geometry.attributes.position.array), most = (p, q) => p.reduce((m, v, i) => Math.max(m, Math.abs(v - q[i])), 0);
    return { lbs: most(a, c), dqs: most(b, d), ways: most(c, d) };
  });
  claim("four ways of skinning stand side by side, centimetres apart at most", Object.values(apart).every((v) => v > 0.001 && v < 0.12), apart);
  await page.waitForTimeout(1000);
  await picture(page, "skinning");
  const link = await body(() => posed.tabs.body.link());
  await page.goto("about:blank");
  await page.goto(`http://127.0.0.1:${line.port}/${link}`, { waitUntil: "commit" });
  await page.waitForFunction(() => globalThis.posed?.tabs.body.compare.isOn);
  claim("the link reproduces the view", (await body(() => posed.tabs.body.link())) === link, link);
  claim("nothing is said on the console while posing", said.length === 0, said);
  await page.close();
}

/** A link to a scene, a recording of it. */
async function records() {
  const { page } = await open("#motion?characters=3&scene=course&view=0.8,0.4,9");
  await page.waitForFunction(() => globalThis.posed?.motion.walkers.length === 3 && posed.motion.walkers.every((w) => w.last) && posed.motion.scene === "course");
  await page.locator("#view").focus();
  await page.keyboard.press("KeyV");
  await page.keyboard.down("KeyW");
  await page.waitForFunction(() => posed.motion.recorder.seconds > 1.5);
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("KeyV")]);
  await page.keyboard.up("KeyW");
  const bytes = readFileSync(await download.path()), gltf = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)));
  claim("a recording is a GLB with three moving figures", bytes.readUInt32LE(0) === 0x46546c67 && gltf.skins.length === 3 && gltf.animations[0].channels.length === 3 * 27, [gltf.skins.length, gltf.animations[0].channels.length]);
  await page.close();
}

async function handsReach() {
  const { page, said } = await open("#body");
  await page.waitForFunction(() => globalThis.posed?.tabs.body.joints);
  await page.waitForTimeout(1500);
  const [x, y] = await page.evaluate(() => {
    const p = posed.tabs.body.handles.all.find((k) => k.joint === "left_hand").ball.position.clone().project(posed.view.camera.eye);
    return [((p.x + 1) / 2) * innerWidth, ((1 - p.y) / 2) * innerHeight];
  });
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y - 80, { steps: 8 });
  await page.waitForFunction(() => !posed.tabs.body.solving.busy && !posed.tabs.body.drawing.busy);
  await page.waitForTimeout(600);
  const miss = await page.evaluate(() => posed.tabs.body.place("left_hand").distanceTo(posed.tabs.body.handles.held.position));
  await picture(page, "reach");
  await page.mouse.up();
  claim("a dragged hand is where the pointer let it go, to a centimetre", miss < 0.01, miss);
  const link = await page.evaluate(() => location.href), pose = await page.evaluate(() => posed.tabs.body.state.quaternions.flat());
  await page.goto("about:blank");
  await page.goto(link, { waitUntil: "commit" });
  await page.waitForFunction(() => globalThis.posed?.tabs.body.joints);
  const again = await page.evaluate(() => posed.tabs.body.state.quaternions.flat());
  claim("the link shows the same pose again", pose.every((v, i) => Math.abs(v - again[i]) < 1e-3), [pose.length, again.length]);
  claim("nothing is said on the console there", said.length === 0, said);
  await page.close();
}

async function crowd() {
  const { page, said } = await open();
  await walking(page);
  await page.getByText("Hills", { exact: true }).click();
  await page.waitForFunction(() => posed.motion.scene === "hills" && posed.motion.ground.map && posed.motion.mine?.last);
  await page.evaluate(() => {
    const { motion, view } = posed;
    motion.count = 20;
    motion.counter.set(20);
    motion.counter.input.dispatchEvent(new Event("change"));
    view.camera.distance = 11;
    view.camera.pitch = 0.4;
  });
  await page.waitForFunction(() => posed.motion.walkers.length === 20 && posed.motion.walkers.every((w) => w.last));
  await page.waitForTimeout(12000);
  const [drawn, level] = await page.evaluate(async () => {
    const before = posed.view.drawn, start = performance.now();
    await new Promise((done) => setTimeout(done, 5000));
    return [(1000 * (posed.view.drawn - before)) / (performance.now() - start), posed.view.level];
  });
  await picture(page, "crowd");
  console.log(`# 20 characters on hills: ${drawn.toFixed(1)} pictures a second in software WebGL, level ${level}, load ${loadavg()[0].toFixed(1)}`);
  if (isBusy()) claim("twenty characters walk on hills", drawn > 1, drawn);
  else claim("twenty characters walk on hills at thirty pictures a second", drawn >= 30, drawn);
  claim("nothing is said on the console while they do", said.length === 0, said);
  await page.close();
}

/** axe-core's serious findings in a tab, as text. */
async function findings(page, theme) {
  await page.evaluate((name) => posed.setTheme(name), theme);
  await page.waitForTimeout(400);
  return page.evaluate(async () => {
    const { violations } = await axe.run(document, { runOnly: ["wcag2a", "wcag2aa"] });
    return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).slice(0, 3).join(", ")}`);
  });
}

async function canBeRead() {
  const { page } = await open();
  await walking(page);
  await page.evaluate(readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8"));
  for (const tab of ["motion", "body", "server", "guide"]) {
    await page.locator(`#tab-${tab}`).click();
    await page.waitForFunction(() => !document.querySelector("#panel [aria-busy]"));
    for (const theme of ["dark", "light"]) {
      const found = await findings(page, theme);
      claim(`axe-core finds nothing in ${tab}, ${theme}`, found.length === 0, found);
    }
  }
  await picture(page, "server");
  await page.close();
}

async function offline() {
  const { page } = await open();
  await walking(page);
  const hosts = new Set();
  page.on("request", (r) => hosts.add(new URL(r.url()).origin));
  await page.reload({ waitUntil: "commit" });
  await walking(page);
  claim("the page asks this server only", [...hosts].every((h) => h === `http://127.0.0.1:${line.port}`), [...hosts]);
  await page.evaluate(() => { posed.setTheme("light"); });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.waitForTimeout(800);
  await picture(page, "phone");
  await page.close();
}

try {
  const first = await bodyAppears();
  await walksTenSeconds(first);
  await comesBack(first);
  await first.page.close();
  for (const part of [keyboardOnly, handsReach, posesByKeys, records, canBeRead, offline, crowd]) await part().catch((error) => claim(part.name, false, error.message));
} catch (error) {
  claim("the page", false, error.message);
} finally {
  clearTimeout(tooLong);
  await Promise.race([browser.close(), new Promise((done) => setTimeout(done, 20000))]);
  line.close();
  daemon.removeAllListeners("exit");
  daemon.kill("SIGTERM");
}
process.exit(failed);
