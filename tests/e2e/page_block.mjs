// Runs the script of an HTML page with replacements of the browser's objects: page_block.mjs FILE THREE CLIENT WS.
// The page's `body` must get a mesh and then walk. THREE, CLIENT and WS are paths of modules.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [file, three, client, ws] = process.argv.slice(2), html = readFileSync(file, "utf8");
const names = Object.keys(JSON.parse(html.match(/<script type="importmap">(.*?)<\/script>/s)[1]).imports);
const where = { three: pathToFileURL(three).href, "posed-client": pathToFileURL(client).href };
let script = html.match(/<script type="module">(.*?)<\/script>/s)[1];
for (const name of names) script = script.replaceAll(`from "${name}"`, `from "${where[name]}"`);
writeFileSync(`${file}.mjs`, `${script}\nglobalThis.seen = { body, stream };\n`);

globalThis.WebSocket = (await import(pathToFileURL(ws).href)).default;
globalThis.requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), 16);
await import(pathToFileURL(`${file}.mjs`).href);
const { body, stream } = globalThis.seen, start = Date.now();
while (Math.hypot(body.position.x, body.position.z) < 0.4 && Date.now() - start < 20000) await new Promise((done) => setTimeout(done, 50));
console.log(`${body.geometry.attributes.position.count} vertices, ${body.geometry.index.count / 3} triangles, walked ${Math.hypot(body.position.x, body.position.z).toFixed(2)} m`);
await stream.leave();
process.exit(Math.hypot(body.position.x, body.position.z) >= 0.4 ? 0 : 1);
