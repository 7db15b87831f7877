// Claims about the avatar maker, in Chromium with software WebGL, at three sizes, alone and in a frame of another page. Prints "ok - sentence" or "not ok - sentence"; pictures in build/browser.
// BASE is the daemon's address, OTHER the origin of another page that the daemon allows. page.mjs calls it.
import { readFileSync } from "node:fs";

const AXE = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8"), pictures = "build/browser";
const SIZES = [[1280, 800], [768, 1024], [390, 844]];

/** The maker of a page or frame is drawn, and its panel is there. */
const drawn = (page, times = 1) => page.waitForFunction((n) => Number(document.body.dataset.drawn) >= n && document.querySelector("#choices")?.children.length > 0, times);
const drawings = (page) => page.evaluate(() => Number(document.body.dataset.drawn));

export async function maker({ browser, check, base, other, slow }) {
  for (const [width, height] of SIZES) await atSize({ browser, check, base, width, height, slow });
  await inFrame({ browser, check, base, other, slow });
}

async function atSize({ browser, check, base, width, height, slow }) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: width === 768 ? "dark" : "light", locale: "en", reducedMotion: "reduce", hasTouch: width < 500, acceptDownloads: true }), page = await context.newPage(), size = `${width} x ${height}`, problems = [];
  context.setDefaultTimeout(slow);
  page.on("pageerror", (error) => problems.push(error.message));
  await page.goto(`${base}/maker`);
  await drawn(page);

  // each panel: pictures, accessibility, nothing outside of the screen
  for (const name of ["people", "body", "face", "hair", "clothes"]) {
    await page.click(`#tab-${name}`);
    await page.waitForFunction(() => [...document.querySelectorAll(".picture img")].every((i) => i.complete));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    check(`maker, ${size}, ${name}: nothing stands outside of the screen`, wide <= 0, wide);
    await page.evaluate(AXE);
    const { violations } = await page.evaluate(() => axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] }));
    check(`maker, ${size}, ${name}: axe finds nothing`, violations.length === 0, violations.map((v) => [v.id, v.nodes[0].html.slice(0, 120)]));
    await page.screenshot({ path: `${pictures}/maker-${width}x${height}-${name}.png` });
  }
  await page.waitForFunction(() => document.querySelectorAll(".picture img").length >= 4).catch(() => null); // the server draws them one after the other
  const shown = await page.evaluate(() => document.querySelectorAll(".picture img").length);
  check(`maker, ${size}: clothes are shown by pictures`, shown >= 4, shown);

  // a choice changes the person, undo takes it back
  await page.click("#tab-hair");
  const before = await drawings(page), hash = await page.evaluate(() => location.hash);
  await page.check("input[value=red]", { force: true });
  await drawn(page, before + 1);
  check(`maker, ${size}: a hair colour is in the link`, (await page.evaluate(() => location.hash)).includes("hair_color=red"));
  await page.keyboard.press("Control+KeyZ");
  await drawn(page, before + 2);
  check(`maker, ${size}: Ctrl Z takes it back`, (await page.evaluate(() => location.hash)) === hash || hash === "");

  // by keyboard alone: a slider of the body
  await page.click("#tab-body");
  await page.focus("#choices input[type=range] >> nth=2");
  const height50 = await page.evaluate(() => maker.stage.top);
  await page.keyboard.press("End");
  await drawn(page, before + 3);
  await page.waitForFunction((was) => maker.stage.top > was + 0.05, height50);
  check(`maker, ${size}: the End key on "Height" makes a taller person`, true);

  // a file
  await page.click(".menu summary");
  const [file] = await Promise.all([page.waitForEvent("download"), page.click(".menu button >> nth=0")]), bytes = readFileSync(await file.path());
  check(`maker, ${size}: the download is a GLB`, file.suggestedFilename() === "avatar.glb" && bytes.toString("latin1", 0, 4) === "glTF", bytes.length);
  check(`maker, ${size}: no error of a script`, problems.length === 0, problems);
  await context.close();
}

async function inFrame({ browser, check, base, other, slow }) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 } });
  context.setDefaultTimeout(slow);
  const page = await context.newPage();
  await page.goto(`${other}/maker.html`);
  const events = () => page.evaluate(() => globalThis.events ?? []);
  await page.waitForFunction(() => globalThis.events?.some((e) => e.type === "ready"));
  const [{ detail }] = (await events()).filter((e) => e.type === "ready");
  check("maker in a frame: the element tells who is there first", detail.model === "person-male" && detail.fields.random === 7, detail);
  await page.evaluate((link) => document.querySelector("posed-avatar-maker").set(link), `${base}/maker#sex=female&random=9&hair_color=red`);
  await page.waitForFunction(() => globalThis.events.some((e) => e.type === "changed" && e.detail.fields.hair_color === "red"));
  check("maker in a frame: a link that the page sets is shown", true);
  await page.evaluate(() => document.querySelector("posed-avatar-maker").say("dance"));
  await page.waitForFunction(() => globalThis.events.some((e) => e.type === "error" && e.detail.message.includes('"dance"')));
  check("maker in a frame: an unknown message is answered by an error", true);
  await page.evaluate(() => document.querySelector("posed-avatar-maker").save());
  await page.waitForFunction(() => globalThis.events.some((e) => e.type === "saved"));
  const { detail: saved } = (await events()).find((e) => e.type === "saved"), reply = await page.request.get(saved.url);
  check("maker in a frame: a saved avatar has an address that gives a GLB", reply.ok() && (await reply.body()).toString("latin1", 0, 4) === "glTF", [saved, reply.status()]);
  const { headers } = await (async () => { const r = await page.request.get(`${base}/maker`); return { headers: r.headers() }; })();
  check("maker: the policy names the pages that may show it", headers["content-security-policy"].includes(`frame-ancestors 'self' ${other}`), headers["content-security-policy"]);
  await context.close();
}
