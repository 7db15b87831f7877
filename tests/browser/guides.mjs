// guides.mjs [PAGE...]: follows the guides of frameworks, and checks the snippets of the others; see guides.sh.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { chromium } from "playwright-core";

const { CHROMIUM, BUILD, WORK } = process.env;
const ROOT = process.cwd();
let failed = 0;

function check(sentence, good, seen = "") {
  console.log(good ? `ok - ${sentence}` : `not ok - ${sentence}: ${String(seen).slice(0, 2000)}`);
  if (!good) failed = 1;
}

/** Returns the fenced blocks of a page: [{language, file, text}]. file: the path in the line before the block, which names the file to write. */
function blocks(page) {
  const lines = readFileSync(page, "utf8").split("\n");
  const found = [];
  for (let i = 0; i < lines.length; i++) {
    if (!lines[i].startsWith("```")) continue;
    const end = lines.indexOf("```", i + 1);
    const [, file] = (lines[i - 2] ?? "").match(/^`([\w./+-]+\.\w+)`/) ?? [];
    found.push({ language: lines[i].slice(3), file, text: lines.slice(i + 1, end).join("\n") });
    i = end;
  }
  return found;
}

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Starts a program in a group of its own. Returns {process, output()}; end() ends the whole group. */
function start(command, args, cwd) {
  const child = spawn(command, args, {
    cwd,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (said += data));
  const end = () => {
    try {
      process.kill(-child.pid, "SIGTERM");
    } catch {
      // it has ended
    }
  };
  return { output: () => said, end, isOver: () => child.exitCode !== null };
}

async function until(test, seconds) {
  for (let i = 0; i < 10 * seconds; i++) {
    const found = await test();
    if (found) return found;
    await new Promise((done) => setTimeout(done, 100));
  }
  return null;
}

/** Starts a daemon that allows pages of `origin`. Returns {address, end}. */
async function daemon(origin) {
  const posed = start(join(BUILD, "posed"), ["--listen", "127.0.0.1:0", "--access-cors-origins", origin], ROOT);
  const [address] = (await until(() => posed.output().includes('"started"') && posed.output().match(/127\.0\.0\.1:\d+/), 30)) ?? [];
  if (!address) throw new Error(posed.output());
  return { address, end: posed.end };
}

const SERVERS = /^npx (vite|vite dev|next dev|nuxt dev)$/;

/** Follows a guide: runs its commands and writes its files in their order, starts its server, and opens its page. */
async function follow(page, expects) {
  const port = await freePort();
  const posed = await daemon(`http://localhost:${port}`);
  const shell = [];
  let folder = join(WORK, page.replace(/\W/g, "_"));
  let server = null;
  mkdirSync(folder, { recursive: true });
  try {
    for (const { language, file, text } of blocks(page)) {
      const now = text.replaceAll("127.0.0.1:8080", posed.address);
      if (language === "sh" && now.startsWith("build/posed ")) continue; // daemon()
      if (language === "sh" && SERVERS.test(now)) {
        server = start("npx", [...now.split(" ").slice(1), "--port", port], folder);
        break; // what follows explains
      } else if (language === "sh") {
        const script = now.replaceAll("POSED", ROOT);
        execFileSync("bash", ["-ec", `${script}\npwd > ${WORK}/folder`], { cwd: folder, encoding: "utf8", stdio: "pipe", timeout: 600000 });
        folder = readFileSync(`${WORK}/folder`, "utf8").trim();
        shell.push(script);
      } else if (file) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), `${now}\n`);
      } else throw new Error(`a block of ${language} is neither a command nor a file: ${text.slice(0, 80)}`);
    }
    check(`${page}: the commands run in an empty folder, and the files are written`, shell.length && server, shell);
    const answers = await until(async () => server.isOver() || (await fetch(`http://localhost:${port}/`).catch(() => null))?.ok, 120);
    check(`${page}: its server answers`, answers && !server.isOver(), server.output());
    await opens(page, `http://localhost:${port}/`, expects);
  } catch (error) {
    check(`${page} is followed`, false, `${error.stderr ?? ""} ${error.stack} ${server?.output() ?? ""}`);
  } finally {
    server?.end();
    posed.end();
  }
}

/** Opens a page and waits for a person who walks: frames of the stream arrive and the canvas is drawn. */
async function opens(page, address, { hasElement = true } = {}) {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--enable-unsafe-swiftshader", "--no-sandbox"] });
  try {
    const tab = await browser.newPage();
    const errors = [];
    let frames = 0;
    tab.on("pageerror", (error) => errors.push(error.stack));
    tab.on("console", (message) => message.type() === "error" && !/favicon/.test(message.location().url) && errors.push(message.text()));
    tab.on("websocket", (socket) => /\/v1\/stream/.test(socket.url()) && socket.on("framereceived", () => frames++));
    await tab.goto(address);
    if (hasElement) {
      const there = () =>
        new Promise((resolve) => {
          const wait = () => {
            const element = document.querySelector("posed-character");
            if (!element || !customElements.get("posed-character")) return setTimeout(wait, 100);
            element.addEventListener("ready", () => resolve("ready"));
            element.addEventListener("error", ({ detail }) => resolve(String(detail)));
          };
          wait();
          setTimeout(() => resolve("nobody after a minute"), 60000);
        });
      // A development server may load the page again while it optimizes packages.
      let ready = null;
      for (let i = 0; i < 3 && ready === null; i++)
        ready = await tab.evaluate(there).catch((error) => (/destroyed/.test(error.message) ? null : error.message));
      check(`${page}: the person is there`, ready === "ready", [ready, ...errors]);
      const walk = tab.getByRole("button", { name: "Walk" });
      if (await walk.count()) {
        await until(() => walk.isEnabled(), 30);
        await walk.click();
        await tab.getByRole("button", { name: "Stop" }).click();
        await tab.getByRole("button", { name: "Somebody else" }).click();
        check(
          `${page}: its button gives another seed`,
          await until(() => tab.evaluate(() => String(document.querySelector("posed-character").random) === "6"), 20),
        );
      }
    }
    check(`${page}: frames of the stream arrive`, await until(() => frames > 60, 60), [frames, ...errors]);
    check(
      `${page}: a canvas is drawn`,
      await tab.evaluate(() => {
        const of = (root) =>
          [...root.querySelectorAll("*")].flatMap((e) => (e.matches("canvas") ? [e] : e.shadowRoot ? of(e.shadowRoot) : []));
        return of(document).some((canvas) => canvas.width > 100);
      }),
    );
    check(`${page}: the console has no error`, !errors.length, errors.join("\n"));
  } finally {
    await browser.close();
  }
}

// -- snippets ------------------------------------------------------------------------

/** What the snippets of a page have from elsewhere, as declarations of TypeScript. */
const FREE = {
  "docs/guide/characters.md":
    "declare const posed: Posed, world: any, renderer: any, camera: any; declare class GLTFLoader { loadAsync(url: string): Promise<any>; }",
  "docs/guide/emotes.md": "declare const character: Character, stream: Stream;",
  "docs/guide/face.md": "declare class FaceMesh { constructor(options: any); [name: string]: any; }",
  "docs/guide/fit.md": "declare const pose: { onResults(f: (found: { poseWorldLandmarks: any[] }) => void): void };",
  "docs/guide/clients.md": "declare const file: File, mesh: ArrayBuffer, bvh: Uint8Array;",
  "docs/guide/rooms.md": "",
  "docs/guide/speech.md": "declare const button: HTMLButtonElement, character: Character;",
  "docs/guide/react.md": "declare const character: Character;",
  "clients/js/README.md": `declare const button: HTMLButtonElement, session: any, space: any, isInTPose: boolean, x: number, y: number, z: number, w: number;
    declare class GLTFLoader { loadAsync(url: string): Promise<any>; }`,
};

/** Returns the snippets of a page that are no whole files, as one program. */
function program(page) {
  const own = blocks(page).filter(({ language, file, text }) => ["js", "ts"].includes(language) && !file && !/from "ws"/.test(text));
  if (page === "docs/guide/speech.md") own.push({ text: readFileSync(page, "utf8").match(/^ {4}(button\.onclick.*)$/m)[1] });
  const imports = new Map();
  const body = own.map(({ text }) =>
    text
      .replace(/^import (?:\{([^}]*)\}|\* as (\w+)) from "([^"]+)";.*$/gm, (_, names, all, from) => {
        const known = imports.get(from) ?? new Set();
        for (const name of (names ?? `* as ${all}`).split(",")) known.add(name.trim());
        imports.set(from, known);
        return "";
      })
      .replace(/\[\.\.\.\], \.\.\. /g, "[x, y, z, w] "),
  );
  const lines = [...imports].map(([from, names]) => {
    const [first] = names;
    return first.startsWith("*") ? `import ${first} from "${from}";` : `import { ${[...names].join(", ")} } from "${from}";`;
  });
  const types = ["Character", "Stream", "Posed"].filter((name) => !imports.get("posed-client")?.has(name));
  return [
    `import type { ${types.join(", ")} } from "posed-client";`,
    ...lines,
    FREE[page],
    "export async function all() {",
    ...body.map((text) => `{\n${text}\n`),
    "}".repeat(body.length),
    "}",
  ].join("\n");
}

/** Checks the snippets against the client's types. A name that the client does not have, or a wrong argument, is an error. */
function typed() {
  const folder = join(WORK, "snippets");
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        strictNullChecks: false, // the snippets are JavaScript
        noImplicitAny: false,
        noEmit: true,
        target: "es2022",
        module: "esnext",
        moduleResolution: "bundler",
        skipLibCheck: true,
        types: [],
        lib: ["es2023", "dom", "dom.iterable"],
        paths: { "posed-client": [join(ROOT, "clients/js/index.d.ts")], three: [join(folder, "three.d.ts")] },
      },
      include: ["*.ts"],
    }),
  );
  writeFileSync(join(folder, "three.d.ts"), "declare const any: any;\nexport = any;\n");
  for (const page of Object.keys(FREE)) {
    const name = page.replace(/\W/g, "_");
    writeFileSync(join(folder, `${name}.ts`), program(page));
  }
  let said = "";
  try {
    execFileSync(process.execPath, [join(ROOT, "tests/e2e/node_modules/typescript/bin/tsc"), "-p", folder], { encoding: "utf8" });
  } catch (error) {
    said = error.stdout;
  }
  for (const page of Object.keys(FREE)) {
    const own = said.split("\n").filter((line) => line.includes(`${page.replace(/\W/g, "_")}.ts`));
    check(`${page}: its snippets fit the client's types`, !own.length, own.join("\n"));
  }
}

const GUIDES = {
  "docs/guide/react.md": { hasElement: false },
  "docs/guide/vue.md": {},
  "docs/guide/svelte.md": {},
  "docs/guide/nextjs.md": {},
  "docs/guide/nuxt.md": {},
};
const chosen = process.argv.slice(2);
const isChosen = (page) => !chosen.length || chosen.some((name) => page.includes(name));
if (isChosen("snippets")) typed();
for (const [page, expects] of Object.entries(GUIDES)) if (isChosen(page)) await follow(page, expects);
process.exit(failed);
