// Claims about the avatar maker, in Chromium with software WebGL, at three sizes, alone and in a frame of another page. Prints "ok - sentence" or "not ok - sentence"; pictures in build/browser.
// base is the daemon's address, other the origin of another page that the daemon allows; start(access) starts a daemon of its own. page.mjs calls it.
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";

const AXE = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8"),
  pictures = "build/browser";
const SIZES = [
    { width: 1440, height: 900, by: "mouse" },
    { width: 820, height: 1180, by: "keyboard" },
    { width: 390, height: 844, by: "touch" },
  ],
  TARGET = 44; // pixels that a finger hits

/** The maker of a page or frame is drawn, and its panel is there. */
const drawn = (page, times = 1) =>
  page.waitForFunction((n) => Number(document.body.dataset.drawn) >= n && document.querySelector("#choices")?.children.length > 0, times);
/** The person on screen is the one that was asked for last, as the server made it. */
const settled = (page) => page.waitForFunction(() => !maker.stage.drawing.busy && maker.stage.shown.choices === maker.stage.wanted);
const drawings = (page) => page.evaluate(() => Number(document.body.dataset.drawn));
const hash = (page) => page.evaluate(() => location.hash);
const choice = async (page, name) => new URLSearchParams((await hash(page)).slice(1)).get(name);

export async function maker({ browser, check, base, other, slow, start }) {
  for (const size of SIZES) await atSize({ browser, check, base, slow, ...size });
  await byElement({ browser, check, base, other, slow });
  await byMessages({ browser, check, base, other, slow });
  await locked({ browser, check, other, slow, start });
  await refused({ browser, check, base, other, slow, start });
}

async function atSize({ browser, check, base, width, height, by, slow }) {
  const hasTouch = by !== "mouse",
    context = await browser.newContext({
      viewport: { width, height },
      colorScheme: width === 820 ? "dark" : "light",
      locale: "en",
      reducedMotion: "reduce",
      hasTouch,
      acceptDownloads: true,
    });
  const page = await context.newPage(),
    size = `${width} x ${height}`,
    problems = [];
  context.setDefaultTimeout(slow);
  page.on("pageerror", (error) => problems.push(error.message));
  await page.addInitScript(() => {
    globalThis.said = [];
    const listen = () => {
      const text = document.getElementById("banner")?.textContent;
      if (text) said.push(text);
    };
    new MutationObserver(listen).observe(document, { subtree: true, childList: true });
  });
  await page.goto(`${base}/maker`);
  await drawn(page);
  const [line = "", now] = await page.evaluate(() => [said[0], document.getElementById("banner").textContent]);
  const sides = await page.evaluate(() => {
    const { plainLight, sun } = maker.stage.view;
    return sun.position.clone().sub(sun.target.position).normalize().dot(plainLight.toSun.value);
  });
  check(`maker, ${size}: the sun of software renderers stands where the sun does`, sides > 0.999, sides);
  check(`maker, ${size}: until the first person is there, a line says that it is being made`, /^Making/.test(line) && now === "", [line, now]); // prettier-ignore
  const asked = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((e) => /\/mesh\?/.test(e.name))
      .map((e) => e.startTime),
  );
  check(`maker, ${size}: the first person is asked for once`, asked.length === 1, asked); // prettier-ignore

  // each panel: pictures, accessibility, nothing outside of the screen, nothing too small for a finger
  for (const name of ["people", "body", "face", "hair", "clothes"]) {
    await page.click(`#tab-${name}`);
    await page.waitForFunction(() => [...document.querySelectorAll(".picture img")].every((i) => i.complete));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    check(`maker, ${size}, ${name}: nothing stands outside of the screen`, wide <= 0, wide);
    await page.evaluate(AXE);
    const { violations } = await page.evaluate(() => axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] }));
    check(
      `maker, ${size}, ${name}: axe finds nothing`,
      violations.length === 0,
      violations.map((v) => [v.id, v.nodes[0].html.slice(0, 120)]),
    );
    const small = await page.evaluate(
      (least) =>
        [...document.querySelectorAll("button, summary, .brand, .grid label, .choice label, input[type=range]")]
          .map((e) => [e.id || e.textContent.trim().slice(0, 20), e.getBoundingClientRect()])
          .filter(([, { width: w, height: h }]) => h && Math.min(w, h) < least)
          .map(([text, box]) => [text, box.width, box.height]),
      TARGET,
    );
    if (hasTouch) check(`maker, ${size}, ${name}: a finger hits everything`, small.length === 0, small);
    await page.screenshot({ path: `${pictures}/maker-${width}x${height}-${name}.png` });
  }
  await page.waitForFunction(() => document.querySelectorAll(".picture img").length >= 4).catch(() => null); // the server draws them one after the other
  const shown = await page.evaluate(() => document.querySelectorAll(".picture img").length);
  check(`maker, ${size}: clothes are shown by pictures`, shown >= 4, shown);

  // another body type by keyboard: other faces, and the keys stay where they are
  await page.click("#tab-people");
  const faces = () => page.evaluate(() => [...document.querySelectorAll(".faces img")].map((i) => i.src).join());
  await page.waitForFunction(() => document.querySelector(".faces img"));
  const [men, women] = [await drawings(page), await faces()];
  await page.focus("input[value=female]");
  await page.keyboard.press("ArrowRight");
  await drawn(page, men + 1);
  check(
    `maker, ${size}: an arrow key makes a man, and keeps the focus`,
    (await page.evaluate(() => document.activeElement.value)) === "male" && (await choice(page, "sex")) === "male",
  );
  await page.waitForFunction((was) => [...document.querySelectorAll(".faces img")].every((i) => !was.includes(i.src)), women);
  check(`maker, ${size}: the faces to begin with are men's`, true);

  // a choice changes the person and the pictures, undo takes it back
  await page.click("#tab-hair");
  await page.waitForFunction(() => document.querySelector(".grid:not(.swatches) img"));
  const before = await drawings(page),
    link = await hash(page),
    style = () => page.evaluate(() => document.querySelector(".grid:not(.swatches) label:nth-child(2) img")?.src);
  await page.waitForFunction(() => document.querySelector(".grid:not(.swatches) label:nth-child(2) img"));
  const dark = await style();
  await page.check("input[value=red]", { force: true });
  await drawn(page, before + 1);
  check(`maker, ${size}: a hair colour is in the link`, (await choice(page, "hair_color")) === "red");
  await page.waitForFunction((was) => {
    const now = document.querySelector(".grid:not(.swatches) label:nth-child(2) img")?.src;
    return now && now !== was;
  }, dark);
  check(`maker, ${size}: hairstyles are shown in that colour`, true);
  await page.keyboard.press("Control+KeyZ");
  await drawn(page, before + 2);
  check(`maker, ${size}: Ctrl Z takes it back`, (await hash(page)) === link);

  await faceSlider({ page, context, check, size, by });
  await bodySlider({ page, check, size });

  // a smile is saved with the rest
  const saved = await page.evaluate(() => {
    maker.history.set({ face: { smile: 0.5 } });
    return maker.save();
  });
  const smiles = await page.evaluate(async (id) => {
    return (await (await fetch(`v1/avatars/${id}.png?size=64&view=head`)).arrayBuffer()).byteLength;
  }, saved);
  check(`maker, ${size}: a person with an expression is saved, and its picture can be drawn`, /^a[0-9a-f]+$/.test(saved) && smiles > 1500, [saved, smiles]); // prettier-ignore

  // files, from a menu that is whole
  await page.click(".menu summary");
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll(".menu button")]
      .filter((b) => {
        const { left, right, top, bottom } = b.getBoundingClientRect(),
          is = (x, y) => document.elementFromPoint(x, y) === b;
        return !is(left + 3, (top + bottom) / 2) || !is(right - 3, (top + bottom) / 2);
      })
      .map((b) => b.textContent),
  );
  check(`maker, ${size}: all of the menu is seen`, cut.length === 0, cut);
  await page.screenshot({ path: `${pictures}/maker-${width}x${height}-menu.png` });
  const [file] = await Promise.all([page.waitForEvent("download"), page.click(".menu button >> nth=0")]),
    bytes = readFileSync(await file.path());
  check(
    `maker, ${size}: the download is a GLB`,
    file.suggestedFilename() === "avatar.glb" && bytes.toString("latin1", 0, 4) === "glTF",
    bytes.length,
  );
  check(`maker, ${size}: no error of a script`, problems.length === 0, problems);
  await context.close();
}

/** Moves "Nose width" by mouse, finger or keys: the camera is at the face, the picture follows before the server answers, and one undo takes all of it back. */
async function faceSlider({ page, context, check, size, by }) {
  await page.click("#tab-face");
  const seen = await page.evaluate(() => {
    const { eye } = maker.view.camera,
      { height, width } = maker.view.canvas.getBoundingClientRect(),
      at = maker.stage.eyes.clone().project(eye),
      up = maker.stage.eyes
        .clone()
        .setY(maker.stage.eyes.y + 0.1)
        .project(eye);
    return {
      x: ((at.x + 1) / 2) * width,
      y: ((1 - at.y) / 2) * height,
      head: ((up.y - at.y) * height) / 2,
      free: maker.view.free(width, height),
      width,
      height,
    };
  });
  const middle = [seen.width / 2 + seen.free.x, seen.height / 2 + seen.free.y];
  check(
    `maker, ${size}: the camera looks at the face, near enough`,
    Math.hypot(seen.x - middle[0], seen.y - middle[1]) < 0.25 * seen.free.height &&
      seen.head > 0.1 * Math.min(seen.free.height, 1.3 * seen.free.width),
    seen,
  );

  // the vertices as they are now, under a name; how far two of them are apart, metres
  const keep = (name) =>
    page.evaluate((n) => {
      (globalThis.kept ??= {})[n] = maker.stage.person.children[0].geometry.attributes.position.array.slice();
    }, name);
  const apart = (a, b) =>
    page.evaluate(
      ([m, n]) => {
        const [p, q] = [kept[m], kept[n]];
        let most = 0;
        for (let i = 0; i < p.length; i++) most = Math.max(most, Math.abs(p[i] - q[i]));
        return most;
      },
      [a, b],
    );
  const knob = page.getByLabel("Nose width"),
    link = await hash(page),
    value = () => choice(page, "features");
  await knob.scrollIntoViewIfNeeded();
  const box = await knob.boundingBox(),
    y = box.y + box.height / 2,
    at = (part) => box.x + part * box.width,
    cdp = by === "touch" ? await context.newCDPSession(page) : null;
  const touch = (type, part) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints: part === undefined ? [] : [{ x: at(part), y }] }),
    KEYS = { 0.8: "End", 0.7: "PageDown", 0.9: "ArrowLeft" };
  const begin = {
    mouse: async () => {
      await page.mouse.move(at(0.5), y);
      await page.mouse.down();
    },
    touch: () => touch("touchStart", 0.5),
    keyboard: () => knob.focus(),
  }[by];
  const move = {
    mouse: (part) => page.mouse.move(at(part), y),
    touch: (part) => touch("touchMove", part),
    keyboard: (part) => page.keyboard.press(KEYS[part]),
  }[by];
  const end = { mouse: () => page.mouse.up(), touch: () => touch("touchEnd"), keyboard: () => null }[by];

  const count = await drawings(page);
  await keep("own");
  await begin();
  await move(0.8);
  await drawn(page, count + 1);
  await settled(page);
  const far = await value(),
    held = [];
  await page.route("**/mesh?**", (route) => {
    held.push(route);
  }); // from now on the server does not answer
  await move(0.7);
  await page.waitForFunction((was) => new URLSearchParams(location.hash.slice(1)).get("features") !== was, far);
  await keep("guessed");
  check(
    `maker, ${size}: by ${by}, the nose widens before the server answers`,
    (await apart("own", "guessed")) > 5e-4,
    await apart("own", "guessed"),
  );
  const pixels = () => page.evaluate(() => maker.view.canvas.width * maker.view.canvas.height);
  const coarse = await pixels();
  for (const route of held) await route.continue();
  await page.unroute("**/mesh?**");
  await settled(page);
  await keep("exact");
  check(
    `maker, ${size}: and stands where it was drawn when the server has answered`,
    (await apart("guessed", "exact")) < 1e-4,
    await apart("guessed", "exact"),
  );
  await move(0.9);
  await end();
  await settled(page);
  await page.keyboard.press("Control+KeyZ");
  check(`maker, ${size}: by ${by}, one undo takes all of the way back`, (await hash(page)) === link, [link, await hash(page)]);
  await settled(page);
  await keep("again");
  check(`maker, ${size}: and the nose is as it was`, (await apart("own", "again")) < 1e-5, await apart("own", "again"));
  await page.waitForFunction(() => maker.view.isSharp);
  const sharp = await pixels();
  check(`maker, ${size}: a moving picture has fewer pixels than one at rest`, coarse < 0.5 * sharp && sharp === page.viewportSize().width * page.viewportSize().height, [coarse, sharp]); // prettier-ignore
  await smoothAtRest({ page, check, size });
  await sameWithoutUnseen({ page, check, size });
}

/** A picture that moves has one sample a pixel. One at rest has smooth edges and otherwise the same colours. */
async function smoothAtRest({ page, check, size }) {
  const { samples, edges, mean } = await page.evaluate(() => {
    const { view } = maker,
      gl = view.renderer.getContext(),
      { width, height } = view.canvas;
    const picture = (render) => {
      const out = new Uint8Array(4 * width * height);
      render();
      gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, out);
      return out;
    };
    const [rest, moving] = [() => view.render(), () => view.renderer.render(view.scene, view.camera.eye)].map(picture),
      apart = rest.map((v, i) => Math.abs(v - moving[i]));
    return {
      samples: gl.getParameter(gl.SAMPLES),
      edges: apart.filter((v) => v > 8).length / apart.length,
      mean: apart.reduce((sum, v) => sum + v, 0) / apart.length,
    };
  });
  check(`maker, ${size}: a moving picture has one sample a pixel; one at rest has smooth edges and the same colours`, samples === 0 && edges > 1e-4 && mean < 1, [samples, edges, mean]); // prettier-ignore
}

/** A picture of the triangles that the camera sees is the same as one of all, but for pixels at the rim of triangles seen edge-on. */
async function sameWithoutUnseen({ page, check, size }) {
  const { left, all, other } = await page.evaluate(() => {
    const { view, stage } = maker,
      gl = view.renderer.getContext(),
      { width, height } = view.canvas;
    const picture = () => {
      const out = new Uint8Array(4 * width * height);
      view.renderer.render(view.scene, view.camera.eye);
      gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, out);
      return out;
    };
    const meshes = stage.person.children,
      triangles = () => meshes.reduce((sum, { geometry }) => sum + geometry.drawRange.count / 3, 0);
    view.render();
    const few = picture(),
      part = triangles();
    for (const { geometry, userData } of meshes) {
      geometry.index.array.set(userData.indices);
      geometry.index.clearUpdateRanges();
      geometry.index.needsUpdate = true;
      geometry.setDrawRange(0, userData.indices.length);
    }
    const many = picture();
    view.render();
    return { left: part, all: meshes.reduce((sum, { userData }) => sum + userData.indices.length / 3, 0), other: few.reduce((sum, v, i) => sum + (v !== many[i]), 0) / few.length }; // prettier-ignore
  });
  check(`maker, ${size}: triangles that the camera does not see are left out, and the picture is the same`, left < 0.6 * all && other < 1e-4, [left, all, other]); // prettier-ignore
}

/** By keyboard alone: a slider of the body. */
async function bodySlider({ page, check, size }) {
  await page.click("#tab-body");
  const before = await drawings(page),
    height = await page.evaluate(() => maker.stage.top),
    out = page.locator(".slider", { hasText: "Height" }).locator("output");
  check(
    `maker, ${size}: a measure that was not chosen is said to be the person's own`,
    (await out.textContent()) === "as made",
    await out.textContent(),
  );
  await page.getByLabel("Height").focus();
  await page.keyboard.press("End");
  await drawn(page, before + 1);
  await page.waitForFunction((was) => maker.stage.top > was + 0.05, height);
  check(`maker, ${size}: the End key on "Height" makes a taller person`, (await out.textContent()) === "99 %", await out.textContent());
  const ends = await page.evaluate(() =>
    [0, maker.stage.top].map((y) => maker.stage.eyes.clone().set(0, y, 0).project(maker.view.camera.eye).y),
  );
  check(`maker, ${size}: the tallest person is in view from the soles to the crown`, ends[0] > -1 && ends[1] < 1, ends);
}

/** A page of another origin around the maker, which keeps the messages that it gets in `told`; the frame is `maker`. */
async function around(context, origin, src) {
  const page = await context.newPage();
  await page.goto(`${origin}/maker.html`);
  await page.evaluate((at) => {
    globalThis.told = [];
    const maker = (globalThis.frame = Object.assign(document.createElement("iframe"), { src: at, width: 900, height: 640 }));
    addEventListener("message", ({ data, origin: from, source }) => {
      if (source === maker.contentWindow) told.push({ ...data, origin: from });
    });
    globalThis.say = (type, content = {}, more = { to: "posed-maker" }) =>
      maker.contentWindow.postMessage({ ...more, type, ...content }, "*");
    document.body.replaceChildren(maker);
  }, src);
  return page;
}

/** Returns the next message of a type after those counted so far. */
async function next(page, type, act) {
  const count = await page.evaluate((name) => told.filter((m) => m.type === name).length, type);
  await act();
  await page.waitForFunction(([name, n]) => told.filter((m) => m.type === name).length > n, [type, count]);
  return page.evaluate((name) => told.filter((m) => m.type === name).at(-1), type);
}

async function byMessages({ browser, check, base, other, slow }) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 }, locale: "en" });
  context.setDefaultTimeout(slow);
  const page = await around(context, other, `${base}/maker#sex=male&random=7`),
    say = (...words) => page.evaluate((w) => say(...w), words);
  const ready = await next(page, "ready", () => null);
  check(
    "maker by messages: ready tells model, fields and link, under the maker's origin",
    ready.from === "posed-maker" &&
      ready.origin === base &&
      ready.model === "person-male" &&
      ready.fields.random === 7 &&
      ready.link === `${base}/maker#sex=male&random=7`,
    ready,
  );
  const state = await next(page, "state", () => say("get"));
  check(
    "maker by messages: get is answered by state with the same",
    state.model === ready.model && state.link === ready.link && state.fields.random === 7,
    state,
  );
  const set = await next(page, "changed", () => say("set", { link: `${base}/maker#sex=female&random=9&hair_color=red` }));
  check(
    "maker by messages: set shows the choices of a link",
    set.model === "person-female" && set.fields.random === 9 && set.fields.hair_color === "red",
    set,
  );
  const random = await next(page, "changed", () => say("random"));
  check(
    "maker by messages: random makes somebody else of the same body type",
    random.model === "person-female" && random.fields.random !== 9 && !random.fields.hair_color,
    random,
  );
  const undone = await next(page, "changed", () => say("undo")),
    redone = await next(page, "changed", () => say("redo"));
  check("maker by messages: undo and redo go back and forth", undone.link === set.link && redone.link === random.link, [undone, redone]);
  const saved = await next(page, "saved", () => say("save")),
    reply = await page.request.get(saved.url);
  check(
    "maker by messages: save tells id and address of a GLB",
    saved.url === `${base}/v1/avatars/${saved.id}.glb` &&
      saved.fields.random === redone.fields.random &&
      reply.ok() &&
      (await reply.body()).toString("latin1", 0, 4) === "glTF",
    saved,
  );
  const unknown = await next(page, "error", () => say("dance"));
  check(
    "maker by messages: a message of another type is answered by an error that lists the types",
    ['"dance"', "get", "set", "random", "undo", "redo", "save", "key"].every((word) => unknown.message.includes(word)),
    unknown,
  );
  const wrong = await next(page, "error", () => say("set", { link: "http://[" }));
  check("maker by messages: what is no link is answered by an error", wrong.message.includes("http://["), wrong);
  const count = await page.evaluate(() => told.length);
  await say("random", {}, { to: "somebody" });
  await page.evaluate(() => frame.contentWindow.postMessage("random", "*"));
  const later = await next(page, "state", () => say("get"));
  check(
    "maker by messages: what is for others changes nothing",
    later.link === redone.link && (await page.evaluate(() => told.length)) === count + 1,
    later,
  );
  await context.close();
}

async function byElement({ browser, check, base, other, slow }) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 }, locale: "en" });
  context.setDefaultTimeout(slow);
  const page = await context.newPage();
  await page.goto(`${other}/maker.html`);
  const event = async (type, act) => {
    const count = await page.evaluate((name) => globalThis.events?.filter((e) => e.type === name).length ?? 0, type);
    await page.evaluate(act ?? (() => null));
    await page.waitForFunction(([name, n]) => globalThis.events?.filter((e) => e.type === name).length > n, [type, count]);
    return page.evaluate((name) => events.filter((e) => e.type === name).at(-1).detail, type);
  };
  const ready = await event("ready");
  check("maker as an element: ready tells who is there first", ready.model === "person-male" && ready.fields.random === 7, ready);
  const set = await event("changed", () => document.querySelector("posed-avatar-maker").set("#sex=female&random=9&hair_color=red"));
  check("maker as an element: set(link) is told by changed", set.fields.hair_color === "red" && set.model === "person-female", set);
  const random = await event("changed", () => document.querySelector("posed-avatar-maker").random());
  const undone = await event("changed", () => document.querySelector("posed-avatar-maker").undo()),
    redone = await event("changed", () => document.querySelector("posed-avatar-maker").redo());
  check(
    "maker as an element: random(), undo() and redo() do what they are called",
    random.fields.random !== 9 && undone.link === set.link && redone.link === random.link,
    [random, undone, redone],
  );
  const error = await event("error", () => document.querySelector("posed-avatar-maker").say("dance"));
  check("maker as an element: what is refused is told by error", error.message.includes('"dance"'), error);
  const saved = await event("saved", () => document.querySelector("posed-avatar-maker").save()),
    reply = await page.request.get(saved.url);
  check(
    "maker as an element: save() is told by saved, with an address that gives a GLB",
    reply.ok() && (await reply.body()).toString("latin1", 0, 4) === "glTF",
    [saved, reply.status()],
  );
  const moved = await event("ready", () => {
    const element = document.querySelector("posed-avatar-maker");
    element.remove();
    element.setAttribute("choices", "sex=female&random=3");
    document.body.append(element);
  });
  check("maker as an element: put elsewhere it begins with its choices", moved.fields.random === 3, moved);
  const headers = (await page.request.get(`${base}/maker`)).headers();
  check(
    "maker: the policy names the pages that may show it",
    headers["content-security-policy"].includes(`frame-ancestors 'self' ${other}`),
    headers["content-security-policy"],
  );
  await context.close();
}

/** A daemon with keys: the maker in a frame says that it is locked, and takes the key from a message or from the element's attribute. */
async function locked({ browser, check, other, slow, start }) {
  const keys = `${tmpdir()}/posed-maker-${process.pid}.keys`,
    key = "a-key-of-the-makers-test";
  writeFileSync(keys, `maker read ${createHash("sha256").update(key).digest("hex")}\n`);
  const keyed = await start(`keys_file: ${keys}, cors_origins: ["${other}"]`),
    base = `http://127.0.0.1:${keyed.port}`,
    context = await browser.newContext({ viewport: { width: 1000, height: 700 }, locale: "en" });
  context.setDefaultTimeout(slow);
  try {
    const page = await around(context, other, `${base}/maker#random=3`);
    await next(page, "locked", () => null);
    check("maker with keys: in a frame it says that it is locked", true);
    const wrong = await next(page, "error", () => page.evaluate(() => say("key", { key: "no key" })));
    check("maker with keys: a text that cannot be a key is answered by an error", /blank/.test(wrong.message), wrong);
    await next(page, "ready", () => page.evaluate((k) => say("key", { key: k }), key));
    check(
      "maker with keys: a key by message opens it",
      (await page.frames()[1].evaluate(() => document.querySelector("dialog[open]"))) === null,
    );
    await page.close();
    const own = await context.newPage();
    await own.goto(`${other}/maker.html`);
    await own.evaluate(
      ([src, k]) => {
        const element = document.createElement("posed-avatar-maker");
        for (const [name, value] of [
          ["src", src],
          ["key", k],
          ["choices", "random=5"],
        ])
          element.setAttribute(name, value);
        globalThis.opened = new Promise((done) => element.addEventListener("ready", ({ detail }) => done(detail.fields.random)));
        document.body.replaceChildren(element);
      },
      [base, key],
    );
    check("maker with keys: the element's attribute opens it", (await own.evaluate(() => opened)) === 5);
  } finally {
    await context.close();
    keyed.daemon.removeAllListeners("exit");
    keyed.daemon.kill("SIGTERM");
    rmSync(keys);
  }
}

/** Pages that the daemon does not allow show no maker and hear nothing. */
async function refused({ browser, check, base, other, slow, start }) {
  const none = await start(""),
    context = await browser.newContext({ viewport: { width: 1000, height: 700 }, locale: "en" });
  context.setDefaultTimeout(slow);
  for (const [sentence, origin, src] of [
    ["another origin than those of access.cors_origins", other.replace("127.0.0.1", "localhost"), base],
    ["a daemon without access.cors_origins", other, `http://127.0.0.1:${none.port}`],
  ]) {
    const blocked = await around(context, origin, "about:blank"),
      said = [];
    blocked.on("console", (m) => said.push(m.text()));
    await blocked.evaluate((url) => {
      frame.src = url;
      return new Promise((done) => {
        frame.onload = done;
      });
    }, `${src}/maker`);
    const told = await blocked.evaluate(() => {
      say("get");
      return new Promise((done) => setTimeout(() => done(globalThis.told), 1000));
    });
    check(
      `maker refused: ${sentence}: the browser shows no maker, and no message comes`,
      told.length === 0 &&
        said.some((text) => text.includes("frame-ancestors")) &&
        !(await blocked
          .frames()[1]
          .evaluate(() => document.getElementById("choices"))
          .catch(() => null)),
      [told, said],
    );
    await blocked.close();
  }
  await context.close();
  none.daemon.removeAllListeners("exit");
  none.daemon.kill("SIGTERM");
}
