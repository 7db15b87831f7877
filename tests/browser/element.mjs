// Claims about the element <posed-character> in pages of another origin than the daemon's. Prints "ok - sentence" or "not ok - sentence".
// base is the daemon's address, other the origin of the pages. page.mjs calls it.
import { existsSync } from "node:fs";

const MAP = `{"imports": {"three": "./three/build/three.module.js", "three/addons/": "./three/examples/jsm/", "posed-client/element": "./posed-client/element.js", "posed-client/maker": "./posed-client/maker.js"}}`;

export async function element(given) {
  if (!existsSync("web/node_modules/three"))
    return console.log("skip - element: web/node_modules/three is missing and cannot be installed");
  await walks(given);
  await takesWhatComesEarly(given);
  await speaks(given);
  await isBoxUnderPolicies(given);
  await tellsLateListeners(given);
  await sharesWithOthers(given);
  await comesBackWithWebgl(given);
  await withoutWebgl(given);
}

/** Text of the page /empty.html?body=...: without the element's module, and with any tags in it. */
export const emptyText = (body) =>
  `<!DOCTYPE html><meta charset="utf-8"><script nonce="x" type="importmap">${MAP}</script><body>${body}</body>`;

/** Opens that page under a Content-Security-Policy. Returns the page, and what its console said. */
async function emptyPage({ context, other }, policy = "", body = "") {
  const page = await context.newPage();
  const said = [];
  page.on("console", (m) => m.type() === "error" && said.length < 3 && said.push(m.text()));
  page.on("pageerror", (e) => said.push(e.stack));
  await page.goto(`${other}/empty.html?${new URLSearchParams({ policy, body })}`);
  return { page, said };
}

/** One element: the person, its movement, a changed attribute, a second element that watches, and one that is removed. */
async function walks(given) {
  const { context, check, comes, distance, picture, other } = given;
  const page = await context.newPage();
  const said = [];
  page.on("console", (m) => m.type() === "error" && said.push(m.text()));
  page.on("pageerror", (e) => said.push(e.stack));
  await page.goto(`${other}/character.html`, { waitUntil: "commit" });
  await page.waitForFunction(() => document.querySelector("posed-character")?.character?.id);
  const place = () => page.evaluate(() => Array.from(document.querySelector("posed-character").stream.sample()[0]?.root ?? [0, 0, 0]));
  await page.waitForFunction(() => document.querySelector("posed-character").shown);
  const from = await place();
  await comes(
    page,
    (from) => {
      const { root } = document.querySelector("posed-character").stream.sample()[0];
      return Math.hypot(root[0] - from[0], root[2] - from[2]) > 0.5;
    },
    from,
    20000,
  );
  const gone = distance(from, await place());
  check("the element shows a walking person", gone > 0.5, gone);
  const off = await page.evaluate(() => {
    const { figure } = document.querySelector("posed-character");
    const names = [];
    figure.scene.traverse((o) => {
      if (o.isMesh) names.push(o.material.name);
    });
    return { names, betas: figure.betas.length, lift: figure.lift };
  });
  check(
    "the person is dressed, in shoes, and has its own shape",
    off.names.includes("eyes") && off.names.length > 8 && off.betas === 79 && off.lift > 0.005 && off.lift < 0.08,
    off,
  );
  check("the person is in the picture", await isDrawn(page), await colours(page));
  await picture(page, "element");

  /** Returns metres in one second, as soon as that is enough. */
  const paces = async (isEnough) => {
    for (let i = 0, a = await place(), pace; ; i++) {
      const b = await page.waitForTimeout(1000).then(place);
      pace = distance(a, b);
      a = b;
      if (isEnough(pace) || i === 20) return pace;
    }
  };
  await page.evaluate(() => document.querySelector("posed-character").setAttribute("walk", "none"));
  const standing = await paces((pace) => pace < 0.1);
  check("walk=none makes the person stand", standing < 0.1, standing);
  await page.evaluate(() => document.querySelector("posed-character").input({ move: [0, 1], gait: "walk" }));
  const steered = await paces((pace) => pace > 0.4);
  check("input() steers the person", steered > 0.4, steered);
  await watches(page, given);
  await isRemoved(page, given);
  await page.evaluate(() => document.querySelector("posed-character").setAttribute("random", "7"));
  const isOther = await comes(
    page,
    (lift) =>
      document.querySelector("posed-character").figure?.betas.length === 79 &&
      document.querySelector("posed-character").character &&
      document.querySelector("posed-character").figure.lift !== lift,
    off.lift,
  );
  check("a changed attribute makes another person", isOther);
  await page.evaluate(() => {
    globalThis.old = document.querySelector("posed-character").stage.renderer;
    document.querySelector("posed-character").remove();
  });
  const isReleased = await comes(page, () => old.getContext().isContextLost(), null, 10000);
  check("the drawing context is released with the last element", isReleased);
  check("the console stays empty", said.length === 0, said);
  await page.close();
}

/** Number of colours in the picture of the page's first element. */
const colours = (page, selector = "posed-character") =>
  page.evaluate((selector) => {
    const { canvas } = document.querySelector(selector);
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  }, selector);
const isDrawn = async (page, selector) => {
  for (let i = 0; i < 100; i++, await page.waitForTimeout(200)) if ((await colours(page, selector)) > 100) return true;
  return false;
};

/** A second element watches the first one's session. It shows the first character, and the next one when that leaves. */
async function watches(page, { check, comes }) {
  await page.evaluate(async () => {
    const [first] = document.querySelectorAll("posed-character");
    const second = first.cloneNode();
    globalThis.extra = await first.stream.spawn({ position: [1, 1] });
    second.setAttribute("session", first.stream.session);
    second.id = "watcher";
    document.body.append(second);
  });
  await page.waitForFunction(() => document.getElementById("watcher").shown);
  const [shown, next] = await page.evaluate(() => [document.getElementById("watcher").shown, extra.id]);
  await page.evaluate(() => document.querySelector("posed-character").character.despawn());
  const isNext = await comes(
    page,
    (id) => document.getElementById("watcher").shown === id && document.getElementById("watcher").figure.scene.visible,
    next,
    20000,
  );
  await page.evaluate(() => extra.despawn());
  const isGone = await comes(
    page,
    () => document.getElementById("watcher").shown === null && !document.getElementById("watcher").figure.scene.visible,
    null,
    20000,
  );
  check("a watching element shows the session's first character, then the next one, then none", shown !== next && isNext && isGone, {
    shown,
    next,
    isNext,
    isGone,
  });
  const refused = await page.evaluate(() => {
    try {
      document.getElementById("watcher").input({ move: [0, 1] });
    } catch (error) {
      return error.message;
    }
  });
  check("a watched session cannot be steered", /cannot be steered/.test(refused), refused);
  await page.evaluate(() => document.getElementById("watcher").remove());
}

/** An element that is removed while its character is being made. */
async function isRemoved(page, { check }) {
  const after = await page.evaluate(async () => {
    const one = document.querySelector("posed-character").cloneNode();
    const heard = [];
    for (const kind of ["ready", "error"]) one.addEventListener(kind, () => heard.push(kind));
    document.body.append(one);
    await new Promise((done) => setTimeout(done));
    const before = one.stream.spawn;
    const release = await new Promise((asked) => {
      one.stream.spawn = () => new Promise((done) => asked(done));
    });
    delete one.stream.spawn;
    one.remove();
    const late = {
      gone: false,
      input() {},
      follow: async () => {},
      despawn: async () => (late.gone = true),
    };
    release(late);
    await new Promise((done) => setTimeout(done));
    return {
      heard,
      character: one.character,
      stage: one.stage,
      isDespawned: late.gone,
      isSame: document.querySelector("posed-character").stream.spawn === before,
    };
  });
  check(
    "an element that is removed while it starts never becomes ready, and its character leaves",
    after.heard.length === 0 && after.character === null && after.stage === null && after.isDespawned && after.isSame,
    after,
  );
}

/** Properties that were set before the module came, changes in a row, and an input before the character. */
async function takesWhatComesEarly(given) {
  const { check, comes, base } = given;
  const { page, said } = await emptyPage(given, "", "<posed-character></posed-character>");
  const files = [];
  page.on("request", (r) => r.url().includes("/mesh") && r.method() === "GET" && files.push(r.url()));
  await page.evaluate(
    (src) =>
      Object.assign(document.querySelector("posed-character"), {
        src,
        random: 7,
        walk: "none",
      }),
    base,
  );
  await page.evaluate(() => import("posed-client/element"));
  await page.evaluate(() => document.querySelector("posed-character").input({ move: [0, 1], gait: "jog" }));
  const isThere = await comes(page, () => document.querySelector("posed-character").character?.held);
  const held = await page.evaluate(() => document.querySelector("posed-character").character?.held ?? {});
  const box = await page.evaluate(() => document.querySelector("posed-character").status.textContent);
  check(
    "properties from before the element's definition are its attributes",
    files[0]?.startsWith(base) && /random=7/.test(files[0]),
    files,
  );
  check("an input before the character is passed to it", isThere && held.move?.[1] === 1 && held.gait === "jog", [held, said, box]);

  // Three changes in a row load one file.
  const before = files.length;
  await page.evaluate(() =>
    Object.assign(document.querySelector("posed-character"), {
      random: 8,
      wear: "tee-shorts",
      iris: "blue",
    }),
  );
  await comes(page, () => document.querySelector("posed-character").character?.held);
  const asked = files.slice(before);
  check("properties that change in a row load one person", asked.length === 1 && /random=8/.test(asked[0]) && /blue/.test(asked[0]), asked);
  await page.close();
}

/** The attribute `speech`: the mouth of the person moves by each text, and by a text in pieces. */
async function speaks(given) {
  const { check, comes, base } = given;
  const { page, said } = await emptyPage(
    given,
    "",
    `<posed-character src="${base}" random="7" walk="none" voice="slt" speech="Papa, papa, papa, papa, papa, papa, papa, papa."></posed-character>`,
  );
  await page.evaluate(() => import("posed-client/element"));
  const opens = (name) =>
    comes(
      page,
      (shape) => {
        let most = 0;
        document.querySelector("posed-character").figure?.scene.traverse((o) => {
          const at = o.morphTargetDictionary?.[shape];
          if (at !== undefined) most = Math.max(most, o.morphTargetInfluences[at]);
        });
        return most > 0.3;
      },
      name,
    );
  check(
    "the person says the attribute's text: lips close and the mouth opens",
    (await opens("viseme_PP")) && (await opens("viseme_aa")),
    said,
  );
  await page.evaluate(() => {
    document.querySelector("posed-character").speech = "Foo. ".repeat(20);
  });
  check("and another text when it changes", await opens("viseme_FF"), said);
  const all = await page.evaluate(async () => {
    async function* model() {
      for (const piece of ["Ma", "ma. Pa", "pa."]) yield piece;
    }
    return document.querySelector("posed-character").say(model());
  });
  check("a text in pieces is said sentence by sentence", all.count === 2 && all.isWhole, all);
  await page.close();
}

/** Sizes of box and canvas, and a picture, under policies that forbid inline styles and texts as HTML. */
async function isBoxUnderPolicies(given) {
  const { check, comes, base } = given;
  const daemon = `${base} ${base.replace("http", "ws")} blob:`;
  const rest = `img-src 'self' blob:; connect-src 'self' ${daemon}; frame-src ${base}`;
  const policies = {
    "style-src 'self'": `script-src 'self' 'nonce-x' 'unsafe-eval'; style-src 'self'; ${rest}`,
    "a nonce of styles": `script-src 'self' 'nonce-x' 'unsafe-eval'; style-src 'nonce-x'; ${rest}`,
    "trusted types": `script-src 'self' 'nonce-x' 'unsafe-eval'; require-trusted-types-for 'script'; ${rest}`,
  };
  for (const [name, policy] of Object.entries(policies)) {
    const tags = `<posed-character src="${base}"></posed-character><posed-avatar-maker src="${base}"></posed-avatar-maker>`;
    const { page, said } = await emptyPage(given, policy, tags);
    await page.evaluate(() => Promise.all([import("posed-client/element"), import("posed-client/maker")]));
    const sizes = await page.evaluate(() => {
      const size = (e) => [e.getBoundingClientRect().width, e.getBoundingClientRect().height].join(" x ");
      const [person, maker] = document.querySelectorAll("posed-character, posed-avatar-maker");
      return [person, person.shadowRoot.querySelector("canvas"), maker].map(size).join(", ");
    });
    const isReady = await comes(page, () => document.querySelector("posed-character").shown);
    const good = sizes.startsWith("320 x 420, 320 x 420, ") && / x 640$/.test(sizes) && isReady && (await isDrawn(page));
    check(`under ${name} the elements have their sizes, and the person is drawn`, good, { sizes, said });
    await page.close();
  }
}

/** Listeners that come after the event. */
async function tellsLateListeners(given) {
  const { check, comes, base } = given;
  const { page } = await emptyPage(given, "", `<posed-character src="${base}"></posed-character>`);
  await page.evaluate(() => import("posed-client/element"));
  await comes(page, () => document.querySelector("posed-character").character);
  const late = await page.evaluate(async () => {
    const person = document.querySelector("posed-character");
    const heard = [];
    person.addEventListener("ready", ({ detail, target }) => heard.push([detail.character === person.character, target === person]));
    person.addEventListener("error", () => heard.push("error"));
    await new Promise((done) => setTimeout(done, 50));
    return heard;
  });
  check("a listener that is added later hears `ready` once", JSON.stringify(late) === "[[true,true]]", late);

  // What the daemon refuses is an Error, in the event of a late listener and in the box.
  await page.evaluate(() => (document.querySelector("posed-character").wear = "no-such-outfit"));
  await comes(page, () => document.querySelector("posed-character").lasting.has("error"));
  const refusal = await page.evaluate(
    () =>
      new Promise((done) => {
        const person = document.querySelector("posed-character");
        const tell = ({ detail }) =>
          done({
            isError: detail instanceof Error,
            text: detail.message,
            box: person.status.textContent,
          });
        person.addEventListener("error", tell);
      }),
  );
  check(
    "an error is an Error, which a late listener hears and the box says",
    refusal.isError && /no-such-outfit/.test(refusal.text) && refusal.box === refusal.text,
    refusal,
  );
  await page.close();
}

/** Twenty elements: one context of WebGL, two connections, and twenty persons. */
async function sharesWithOthers(given) {
  const { check, comes, base } = given;
  const { page } = await emptyPage(given);
  let sockets = 0;
  page.on("websocket", () => sockets++);
  await page.evaluate((src) => {
    globalThis.contexts = 0;
    const before = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
      if (/webgl/.test(kind)) contexts++;
      return before.call(this, kind, ...more);
    };
    for (let i = 0; i < 20; i++) {
      const person = Object.assign(document.createElement("posed-character"), {
        src,
        walk: "none",
      });
      person.style = "display: inline-block; width: 90px; height: 120px";
      document.body.append(person);
    }
    return import("posed-client/element");
  }, base);
  const isThere = await comes(page, () => [...document.querySelectorAll("posed-character")].every((person) => person.shown));
  const ids = await page.evaluate(
    () => new Set([...document.querySelectorAll("posed-character")].map((p) => `${p.stream.session} ${p.character.id}`)).size,
  );
  const counts = {
    isThere,
    sockets,
    contexts: await page.evaluate(() => contexts),
    ids,
  };
  check(
    "twenty elements share one WebGL context and two connections",
    isThere && sockets === 2 && counts.contexts === 1 && ids === 20,
    counts,
  );
  check("and the last one is drawn too", await isDrawn(page, "posed-character:last-child"));

  // One leaves: its character goes, the others stay.
  const left = await page.evaluate(async () => {
    const [first, second] = document.querySelectorAll("posed-character");
    const { stream } = first;
    const { id } = first.character;
    first.remove();
    await second.stream.ping();
    return {
      isOpen: stream.state === "open",
      isGone: ![...stream.characters].some((c) => c.id === id),
      isShown: second.stream === stream,
    };
  });
  check("an element that leaves takes its character with it, and no other one", left.isOpen && left.isGone && left.isShown, left);
  await page.close();
}

/** The context of WebGL is lost and comes back. */
async function comesBackWithWebgl(given) {
  const { check, comes, base } = given;
  const { page } = await emptyPage(given, "", `<posed-character src="${base}"></posed-character>`);
  await page.evaluate(() => import("posed-client/element"));
  await comes(page, () => document.querySelector("posed-character").shown);
  await isDrawn(page);
  const lost = await page.evaluate(async () => {
    const person = document.querySelector("posed-character");
    const heard = new Promise((done) => person.addEventListener("error", ({ detail }) => done(detail.code)));
    globalThis.extension = person.stage.renderer.getContext().getExtension("WEBGL_lose_context");
    extension.loseContext();
    const code = await heard;
    person.canvas.getContext("2d").clearRect(0, 0, 9999, 9999);
    return { code, box: person.status.textContent };
  });
  check("a lost context is said in an event and in the box", lost.code === "webgl_lost" && lost.box.length > 20, lost);
  await page.evaluate(() => extension.restoreContext());
  const isBack = (await comes(page, () => document.querySelector("posed-character").status.textContent === "")) && (await isDrawn(page));
  check("a context that comes back is drawn with again", isBack, await colours(page));
  await page.close();
}

async function withoutWebgl({ context, check, comes, other }) {
  const page = await context.newPage();
  const thrown = [];
  page.on("pageerror", (e) => thrown.push(e.stack));
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
    const listen = (e) => e.detail instanceof Error && (globalThis.failure = `${e.detail.code}: ${e.detail.message}`);
    addEventListener("error", listen, true);
  });
  await page.goto(`${other}/character.html`, { waitUntil: "commit" });
  const isTold = await comes(page, () => /^webgl: .*WebGL/.test(globalThis.failure), null, 20000);
  const box = await page.evaluate(() => document.querySelector("posed-character").status.textContent);
  check("without WebGL the element reports it in its error event and in its box", isTold && /WebGL/.test(box) && !thrown.length, {
    box,
    thrown,
  });
  await page.close();
}
