// What the panel shows as code, as somebody would write it.
import { button, choice, h, toast } from "../ui/dom.js";
import { t } from "../ui/text.js";

/** Numbers of at most four digits behind the point, in lists and objects of any depth. */
export const short = (v) =>
  typeof v === "number"
    ? Number(v.toFixed(4))
    : Array.isArray(v)
      ? v.map(short)
      : v && typeof v === "object"
        ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, short(x)]))
        : v;

/** A part of a panel: text by language (languages: {name: (what) => text or a promise of it}) of what `ask` gives at that moment; null: nothing yet. write() asks again while it is seen. */
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
