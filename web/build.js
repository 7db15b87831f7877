// Bundles src/ into dist/. app.js is the page; its tabs and what they share are files of their own. docs.js and docs.css belong to /docs,
// maker.js, ahead.js and maker.css to /maker. first.js, index.html, maker.html, icon.svg and licences.txt are written too. With --check it only
// compares dist/ with what it would write.
import { build } from "esbuild";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { three } from "./three.js";

const here = new URL(".", import.meta.url);
const dist = new URL("dist/", here);
const text = (path) => readFile(new URL(path, here), "utf8");

/** Returns the files of dist/ by name. */
async function outputs() {
  const options = {
    absWorkingDir: here.pathname,
    outdir: "dist",
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    metafile: true,
    target: "es2022",
    legalComments: "inline",
    charset: "utf8",
    loader: { ".webp": "dataurl" },
    alias: { "posed-client": "../clients/js/src/index.js" },
    plugins: [three(new URL("src/", here))],
  };
  const page = await build({
    ...options,
    entryPoints: { app: "src/main.js", maker: "src/maker/maker.js", ahead: "src/maker/ahead.js" },
    splitting: true,
    chunkNames: "[name]-[hash]",
  });
  const docs = await build({ ...options, entryPoints: { docs: "src/docs/docs.js" } });
  const first = await build({ ...options, entryPoints: { first: "src/first.js" }, format: "iife" });
  const outputFiles = [...page.outputFiles, ...docs.outputFiles, ...first.outputFiles];
  const files = new Map(outputFiles.map((f) => [f.path.split("/").pop(), f.text]));
  files.set("index.html", withPreloads(await text("src/index.html"), page.metafile.outputs, "app.js"));
  files.set("maker.html", withPreloads(await text("src/maker/maker.html"), page.metafile.outputs, "maker.js"));
  files.set("icon.svg", await text("src/icon.svg"));
  files.set("licences.txt", `three.js, https://threejs.org\n\n${await text("node_modules/three/LICENSE")}`);
  return files;
}

/** Adds preload links for the files that a page's script imports, so that they are requested together with it. */
function withPreloads(html, outputs, script) {
  const first = outputs[`dist/${script}`].imports.filter((i) => i.kind === "import-statement").map((i) => i.path.split("/").pop());
  const link = (name) => `<link rel="modulepreload" href="web/${name}">`;
  return html.replace(link(script), [script, ...first].map(link).join("\n"));
}

/** Reports differences between dist/ and `files`. */
async function check(files) {
  const there = new Set(await readdir(dist).catch(() => []));
  let bad = 0;
  for (const [name, content] of files) {
    if ((await readFile(new URL(name, dist), "utf8").catch(() => null)) !== content)
      bad = console.error(`web/dist/${name} is not what web/src gives: run make web`) ?? 1;
    there.delete(name);
  }
  for (const name of there) bad = console.error(`web/dist/${name}: nothing makes it`) ?? 1;
  process.exitCode = bad;
}

/** Replaces dist/ by `files`. */
async function write(files) {
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist);
  for (const [name, content] of files) await writeFile(new URL(name, dist), content);
}

await (process.argv.includes("--check") ? check : write)(await outputs());
