// three.js as build.js bundles it: shaders without comments, and no code for headsets.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { withoutComments } from "../three.js";

const dist = new URL("../dist/", import.meta.url);
const built = readdirSync(dist)
  .filter((name) => name.endsWith(".js"))
  .map((name) => [name, readFileSync(new URL(name, dist), "utf8")]);

test("withoutComments removes comments and indentation of a shader, and keeps lines and directives", () => {
  const glsl =
    "export default /* glsl */`\n#ifdef A // here\n\t/* two\n\tlines */\n\tfloat x = 1.0 / 2.0; // half\n\n\t#include <common>\n#endif\n`;";
  assert.equal(withoutComments(glsl), "export default /* glsl */`\n#ifdef A\nfloat x = 1.0 / 2.0;\n#include <common>\n#endif\n`;");
});

test("shader chunks that the page replaces exist in the bundle with the text that it looks for", () => {
  const all = built.map(([, text]) => text).join("\n");
  const sources = readdirSync(new URL("../src/", import.meta.url), { recursive: true })
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(new URL(`../src/${name}`, import.meta.url), "utf8"))
    .join("\n");
  const looked = [...sources.matchAll(/#include <(\w+)>/g)].map(([include]) => include);
  assert.ok(looked.length > 3);
  for (const include of looked) assert.ok(all.includes(include), include);
  assert.ok(all.includes("pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 )"), "the conversion to sRGB, which view.js replaces");
});

test("the file that all tabs share has no loaders and no animation, and no file has code for headsets", () => {
  const [, shared] = built.find(([, text]) => text.includes("WebGLRenderer: "));
  assert.ok(!shared.includes("AnimationMixer") && !shared.includes("KHR_materials"), "loaders and animation");
  for (const [name, text] of built) assert.ok(!text.includes("immersive-vr") && !text.includes("XRWebGLBinding"), name);
});
