// Plugin for build.js that bundles the single files of three.js instead of the file with everything, so that code that only one tab needs
// is in that tab's file. Leaves out shaders and headset code that the page does not use.
import { readFile, readdir } from "node:fs/promises";

// Sources of three.js, and its file that exports everything.
const SOURCE = new URL("node_modules/three/src/", import.meta.url);
const THREE = "Three.js";

/**
 * Files that the renderer imports but the page never uses: headsets, and shaders of materials that neither the page nor glTF files have, of
 * background images, and of Phong, since fbx.js makes standard materials.
 */
const UNUSED = [
  /\/ShaderLib\/(meshphong|meshtoon|meshmatcap|meshnormal|linedashed|sprite|distanceRGBA|vsm|equirect|cube|background|backgroundCube)\.glsl\.js$/,
  /\/webxr\/WebXRManager\.js$/,
];
// Sources that replace the file of WebXRManager and the unused shaders.
const NO_HEADSET =
  "export class WebXRManager { enabled = false; isPresenting = false; addEventListener() {} removeEventListener() {} setAnimationLoop() {} dispose() {} getEnvironmentBlendMode() { return null; } }";
const NO_SHADER = 'export const vertex = "", fragment = "";';

/** Returns a shader without comments, indentation and empty lines, which are half of its bytes. */
export const withoutComments = (glsl) =>
  glsl
    .replace(/\/\*(?! glsl \*\/)[\s\S]*?\*\/|\/\/.*$/gm, "")
    .replace(/[ \t]+$/gm, "")
    .replace(/^[ \t]+/gm, "")
    .replace(/\n{2,}/g, "\n");

/** Returns the names that the files of a folder use of three.js, as THREE.Name. */
async function usedNames(folder) {
  const names = new Set();
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".js"));
  for (const name of files)
    for (const [, used] of (await readFile(new URL(name, folder), "utf8")).matchAll(/\bTHREE\.([A-Z]\w*)/g)) names.add(used);
  return names;
}

/** Returns a line `export ... from` for each file that defines one of the names. */
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

/** Returns the plugin: in `folder`, `three` has only the names that the folder uses; for loaders of three.js it has everything. */
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
