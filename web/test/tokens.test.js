// Design tokens: colours, sizes and times are defined in tokens.css only, and text has enough contrast.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

const read = (path) => readFileSync(new URL(`../src/${path}`, import.meta.url), "utf8");
const tokens = read("ui/tokens.css");
const declarations = (css) =>
  [...css.replace(/\/\*[^]*?\*\//g, "").matchAll(/([\w-]+):\s*([^;{}]+)[;}]/g)].map(([, name, value]) => [name, value.trim()]);

/** Pattern of properties, pattern that their values must not match, and what that would be. */
const OUTSIDE = [
  [/./, /#[\da-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/i, "a colour"],
  [/^font$|^font-size$/, /[\d.]+(px|rem|em|pt)/, "a size of type"],
  [/^font$|^font-family$/, /serif|mono\b(?!\))|system-ui/, "a typeface"],
  [/^font-weight$/, /\d/, "a weight"],
  [/^(gap|padding|margin)(-\w+)?$/, /(?<![\w.-])\d*\.?\d+(px|rem)/, "a space"],
  [/^border-radius$/, /\d(px|rem)/, "a radius"],
  [/^(box-shadow|backdrop-filter)$/, /\dpx/, "a shadow"],
  [/^(transition|animation)/, /[\d.]+m?s\b/, "a time"],
];

for (const file of readdirSync(new URL("../src/", import.meta.url), { recursive: true }).filter(
  (f) => f.endsWith(".css") && f !== "ui/tokens.css",
)) {
  test(`${file} takes colours, sizes, typefaces, spaces and times from tokens.css`, () => {
    const found = declarations(read(file)).flatMap(([name, value]) =>
      OUTSIDE.filter(([property, literal]) => property.test(name) && literal.test(value)).map(
        ([, , what]) => `${what} in ${name}: ${value}`,
      ),
    );
    assert.deepEqual(found, []);
  });

  test(`every token that ${file} names exists in tokens.css`, () => {
    const there = new Set(declarations(tokens).map(([name]) => name));
    const own = new Set(["--part"]);
    const missing = [...read(file).matchAll(/var\((--[\w-]+)/g)]
      .map(([, name]) => name)
      .filter((name) => !there.has(name) && !own.has(name));
    assert.deepEqual(missing, []);
  });
}

test("no script but light.js has literal colours", () => {
  const files = readdirSync(new URL("../src/", import.meta.url), { recursive: true }).filter(
    (f) => f.endsWith(".js") && f !== "view/light.js",
  );
  const found = files.flatMap((f) =>
    (read(f).match(/Color\(0x|color: 0x|"#[\da-f]{3,8}"|rgba?\(\d/gi) ?? []).map((what) => `${f}: ${what}`),
  );
  assert.deepEqual(found, []);
});

const luminance = (hex) =>
  [1, 3, 5]
    .map((k) => parseInt(hex.slice(k, k + 2), 16) / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
const contrast = (a, b) => {
  const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
};

for (const [what, css, least] of [
  ["text", tokens.split("@media (prefers-contrast")[0], 4.5],
  ["text with more contrast", tokens.split("@media (prefers-contrast")[1], 7],
]) {
  test(`${what} has a contrast of at least ${least} to 1 in the light and the dark theme`, () => {
    const values = Object.fromEntries(
      declarations(css)
        .map(([name, value]) => [name, value.match(/^light-dark\((#\w{6})\w*, (#\w{6})\w*\)$/)?.slice(1)])
        .filter(([, pair]) => pair),
    );
    const pairs = ["--text", "--quiet", "--accent", "--bad", "--good"]
      .flatMap((front) => ["--back", "--solid", "--field"].map((back) => [front, back]))
      .concat([["--on", "--accent"]]);
    const low = pairs
      .flatMap(([front, back]) =>
        [0, 1].map((k) => [`${front} on ${back}, ${k ? "dark" : "light"}`, contrast(values[front][k], values[back][k])]),
      )
      .filter(([, ratio]) => ratio < least);
    assert.deepEqual(
      low.filter(([name]) => !/^--(accent|bad|good) on --field/.test(name)),
      [],
    ); // no text of these colours is on a field
  });
}
