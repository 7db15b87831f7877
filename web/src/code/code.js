// The part of a panel that shows a request or a session as code in several languages.
import { button, choice, h, toast } from "../ui/dom.js";
import { t } from "../ui/text.js";

/** Returns a value with its numbers rounded to four digits after the point, in lists and objects of any depth. */
export const short = (v) =>
  typeof v === "number"
    ? Number(v.toFixed(4))
    : Array.isArray(v)
      ? v.map(short)
      : v && typeof v === "object"
        ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, short(x)]))
        : v;

/**
 * Creates the part of a panel. languages: {name: function from a value to text, or to a promise of it}. ask() returns the value to show at
 * that moment, or null. The element has write(), which updates the text while it is open.
 */
export function codePanel(languages, ask) {
  let [now] = Object.keys(languages);
  const code = h("pre.code", { tabIndex: 0 });
  const write = async () => {
    const what = row.open && ask();
    if (what) code.textContent = await languages[now](what);
  };
  const copy = async () => {
    await write();
    return navigator.clipboard.writeText(code.textContent).then(
      () => toast(t("copied"), "hint"),
      () => toast(t("notCopied"), "hint"),
    );
  };
  const row = h(
    "details",
    { ontoggle: write },
    h("summary", {}, t("asCode")),
    h(
      ".betas",
      {},
      choice({
        label: t("inLanguage"),
        options: Object.keys(languages).map((name) => [name, name]),
        value: now,
        onchange: (name) => {
          now = name;
          write();
        },
      }),
      code,
      button(t("copyText"), copy),
    ),
  );
  row.write = write;
  return row;
}
