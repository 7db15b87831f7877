// The request that the panel makes, as somebody would write it.
import { button, choice, h, toast } from "./dom.js";
import { t } from "./text.js";

const short = (v) => (typeof v === "number" ? Number(v.toFixed(4)) : Array.isArray(v) ? v.map(short) : v && typeof v === "object" ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, short(x)])) : v);

/** JSON as Python has it. */
export function python(value) {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  if (typeof value === "object") return `{${Object.entries(value).map(([k, v]) => `"${k}": ${python(v)}`).join(", ")}}`;
  return JSON.stringify(value);
}

/** What gives this body as body.glb. */
export const LANGUAGES = {
  curl: (base, model, fields) => `curl -o body.glb '${base}/v1/models/${model}/mesh?format=glb' -d '${JSON.stringify(short(fields)).replaceAll("'", "'\\''")}'`,
  JavaScript: (base, model, fields) => `const reply = await fetch("${base}/v1/models/${model}/mesh?format=glb", {\n  method: "POST", headers: { "Content-Type": "application/json" },\n  body: JSON.stringify(${JSON.stringify(short(fields))}),\n});\nconst glb = await reply.arrayBuffer();`,
  Python: (base, model, fields) => `import json\nimport urllib.request\n\nfields = ${python(short(fields))}\nrequest = urllib.request.Request("${base}/v1/models/${model}/mesh?format=glb", json.dumps(fields).encode(), {"Content-Type": "application/json"})\nopen("body.glb", "wb").write(urllib.request.urlopen(request).read())`,
};

/** A part of a panel; set(model, fields) writes it. */
export function codePanel(base) {
  let now = "curl", last = null;
  const code = h("pre.code", { tabIndex: 0 }), write = () => { if (last) code.textContent = LANGUAGES[now](base, ...last); };
  const copy = () => navigator.clipboard.writeText(code.textContent).then(() => toast(t("copied"), "hint"), () => toast(t("notCopied"), "hint"));
  const row = h("details", {}, h("summary", {}, t("asCode")), h(".betas", {}, choice({ label: t("inLanguage"), options: Object.keys(LANGUAGES).map((name) => [name, name]), value: now, onchange: (name) => { now = name; write(); } }), code, button(t("copyText"), copy)));
  row.set = (model, fields) => { last = [model, fields]; write(); };
  return row;
}
