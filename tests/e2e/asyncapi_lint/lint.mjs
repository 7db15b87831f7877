// node lint.mjs FILE: the document by AsyncAPI's own parser: no error, no warning; and the messages of both sides are there.
import { readFileSync } from "node:fs";
import { Parser } from "@asyncapi/parser";

const { document, diagnostics } = await new Parser().parse(readFileSync(process.argv[2], "utf8"));
const found = diagnostics.filter((d) => d.severity <= 1);
for (const d of found) console.log(d.severity, d.code, d.message, d.path.join("/"));
if (!document || found.length) process.exit(1);
for (const [id, wanted] of [["hear", ["join", "spawn", "input", "leave"]], ["say", ["welcome", "spawned", "error", "bye", "frame"]]]) {
  const names = document.operations().get(id).messages().all().map((m) => m.name());
  const missing = wanted.filter((name) => !names.includes(name));
  if (missing.length) { console.log(`${id}: ${missing} missing`); process.exit(1); }
}
