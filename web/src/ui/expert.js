// "Expert": the part of a panel with the controls of the laboratory. Whether it is open holds for all panels and is kept in the browser.
import { h } from "./dom.js";
import { t } from "./text.js";

const NAME = "posed.expert";
const parts = new Set();

/** Whether the part is open. */
export const isExpert = () => document.body.classList.contains("expert");

/** Opens or closes the part in all panels. */
function set(on) {
  document.body.classList.toggle("expert", on);
  for (const part of parts) part.open = on;
  try {
    localStorage.setItem(NAME, on ? "1" : "0");
  } catch {
    /* Storage is forbidden: the choice holds until the page is left. */
  }
}

/** Reads what was kept, and whether the page's link asks for it (expert=1). */
export function readExpert() {
  let isKept = false;
  try {
    isKept = localStorage.getItem(NAME) === "1";
  } catch {
    /* Storage is forbidden. */
  }
  document.body.classList.toggle("expert", isKept || /[?&]expert=1\b/.test(location.hash));
}

/** Creates the part of a panel, which replaces the earlier one of the same panel (`before`). */
export function expert(before, ...children) {
  parts.delete(before);
  const part = h("details.lab", { open: isExpert() }, h("summary", {}, t("expert")), h(".grouped", {}, children));
  part.addEventListener("toggle", () => part.open !== isExpert() && set(part.open));
  parts.add(part);
  return part;
}
