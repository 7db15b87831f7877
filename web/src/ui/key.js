// Asks for an API key.
import { h } from "./dom.js";
import { t } from "./text.js";

/**
 * Shows a dialog that asks for an API key, unless a dialog is open. take: called with the key once the dialog is closed; "" when it was
 * closed without one. Returns whether it is shown now.
 */
export function askKey(take) {
  if (document.querySelector("dialog[open]")) return false;
  const field = h("input", {
    type: "password",
    autocomplete: "off",
    required: true,
    pattern: String.raw`\s*[!-~]+\s*`,
    title: t("keyHas"),
    "aria-label": t("key"),
  });
  const dialog = h(
    "dialog",
    {},
    h("form", { method: "dialog" }, h("p", {}, t("askKey")), field, h("button", { type: "submit" }, t("open"))),
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    take(field.validity.valid ? field.value.trim() : "");
  });
  document.body.append(dialog);
  dialog.showModal();
  return true;
}
