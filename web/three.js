// three.js as the page needs it, for build.js: its single files in place of the one that holds them all, so that what only a tab needs comes with that tab.
import { readFile, readdir } from "node:fs/promises";

const SOURCE = new URL("node_modules/three/src/", import.meta.url);
const THREE = "Three.js";

/** What the page never asks for, though the renderer names it: headsets, and shaders of materials that neither the page nor a glTF file has, of backgrounds that are pictures, and of Phong: fbx.js makes standard materials of it. */
const UNUSED = [
  /\/ShaderLib\/(meshphong|meshtoon|meshmatcap|meshnormal|linedashed|sprite|distanceRGBA|vsm|equirect|cube|background|backgroundCube)\.glsl\.js$/,
  /\/webxr\/WebXRManager\.js$/,
];
const NO_HEADSET =
  "export class WebXRManager { enabled = false; isPresenting = false; addEventListener() {} removeEventListener() {} setAnimationLoop() {} dispose() {} getEnvironmentBlendMode() { return null; } }";
const NO_SHADER = 'export const vertex = "", fragment = "";';

/** A shader without comments, indentation and empty lines, of which it is half. */
export const withoutComments = (glsl) =>
  glsl
    .replace(/\/\*(?! glsl \*\/)[\s\S]*?\*\/|\/\/.*$/gm, "")
    .replace(/[ \t]+$/gm, "")
    .replace(/^[ \t]+/gm, "")
    .replace(/\n{2,}/g, "\n");

/** Names that the page's own files have from three.js: THREE.Name, or an import in braces. */
async function usedNames(folder) {
  const names = new Set();
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".js"));
  for (const name of files)
    for (const [, used] of (await readFile(new URL(name, folder), "utf8")).matchAll(/\bTHREE\.([A-Z]\w*)/g)) names.add(used);
  return names;
}

/** A line `export ... from` for each name, by the files that define them. */
async function exportsOf(names) {
  const lines = [];
  const left = new Set(names);
  const files = (await readdir(SOURCE, { recursive: true })).filter(
    (name) => name.endsWith(".js") && !/^(nodes|renderers\/(common|webgpu)|Three)/.test(name),
  );
  for (const file of files.sort()) {
    const text = await readFile(new URL(file, SOURCE), "utf8");
    const inLists = [...text.matchAll(/^export \{([^}]+)\};/gm)].flatMap(([, list]) => list.split(",").map((name) => name.trim()));
    const here = [...inLists, ...[...text.matchAll(/^export (?:class|const|function) (\w+)/gm)].map(([, name]) => name)].filter((name) =>
      left.delete(name),
    );
    if (here.length) lines.push(`export { ${here.join(", ")} } from "three/${file}";`);
  }
  if (left.size) throw new Error(`three.js has no ${[...left].join(", ")}`);
  return lines.join("\n");
}

/** The plugin: `three` is a list of what `folder` uses, and the whole of it for the loaders that three.js itself brings. */
export const three = (folder) => ({
  name: "three",
  setup(build) {
    const path = (name) => new URL(name, SOURCE).pathname;
    build.onResolve({ filter: /^three$/ }, ({ importer }) =>
      importer.includes("/node_modules/three/")
        ? { path: path(THREE), sideEffects: false }
        : { path: "three", namespace: "used", sideEffects: false },
    );
    build.onResolve({ filter: /^three\/.*\.js$/, namespace: "used" }, ({ path: name }) => ({
      path: path(name.slice("three/".length)),
      sideEffects: false,
    }));
    build.onLoad({ filter: /./, namespace: "used" }, async () => ({
      contents: `/*! three.js, https://threejs.org, MIT: licences.txt */\n${await exportsOf(await usedNames(folder))}`,
      resolveDir: folder.pathname,
    }));
    build.onLoad({ filter: /\/three\/src\/renderers\/(webxr|shaders)\/.*\.js$/ }, async ({ path: file }) => {
      if (UNUSED.some((pattern) => pattern.test(file))) return { contents: file.includes("/webxr/") ? NO_HEADSET : NO_SHADER };
      const text = await readFile(file, "utf8");
      return { contents: file.endsWith(".glsl.js") ? withoutComments(text) : text };
    });
  },
});
