// The request that the panel makes, as somebody would write it.
import { button, choice, h, toast } from "./dom.js";
import { LANGUAGES } from "./snippets.js";
import { t } from "./text.js";

const short = (v) => (typeof v === "number" ? Number(v.toFixed(4)) : Array.isArray(v) ? v.map(short) : v && typeof v === "object" ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, short(x)])) : v);

/** What gives this body as body.glb. */
const bodyRequest = (base, model, fields) => ({ method: "POST", url: `${base}/v1/models/${model}/mesh?format=glb`, headers: { "Content-Type": "application/json" }, json: short(fields), saved: "body.glb" });

/** A part of a panel; set(model, fields) writes it. */
export function codePanel(base) {
  let now = "curl", last = null;
  const code = h("pre.code", { tabIndex: 0 }), write = () => { if (last) code.textContent = LANGUAGES[now](bodyRequest(base, ...last)); };
  const copy = () => navigator.clipboard.writeText(code.textContent).then(() => toast(t("copied"), "hint"), () => toast(t("notCopied"), "hint"));
  const row = h("details", {}, h("summary", {}, t("asCode")), h(".betas", {}, choice({ label: t("inLanguage"), options: Object.keys(LANGUAGES).map((name) => [name, name]), value: now, onchange: (name) => { now = name; write(); } }), code, button(t("copyText"), copy)));
  row.set = (model, fields) => { last = [model, fields]; write(); };
  return row;
}
