// Creates elements, and the controls that the panels consist of: slider, choice, select, check, button, group; and messages (toast).

import { Said, tell } from "./said.js";

/** Attributes whose texts follow the language of the page. */
const TOLD = { title: "title", placeholder: "placeholder", "aria-label": "aria-label" };

/** Returns a child of an element: a text that follows the language becomes a text node of its own. */
function childOf(child) {
  if (!(child instanceof Said)) return child;
  const node = document.createTextNode("");
  tell(node, null, child);
  return node;
}

/**
 * Creates an element: h("button.primary", {title, onclick}, ...children). what: tag and classes; div without a tag. attributes: attributes,
 * properties and listeners (names that start with "on"); null, undefined and false are left out. children: in lists of any depth; null is
 * left out.
 */
export function h(what, attributes = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (TOLD[name] && value instanceof Said) tell(element, TOLD[name], value);
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && !name.startsWith("aria")) element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  const given = children.flat(Infinity).filter((c) => c !== null && c !== undefined);
  element.append(...given.map(childOf));
  return element;
}

// Counts the controls, for unique ids.
let ids = 0;

/**
 * Creates a labelled slider. show(value) returns the shown text. The element has set(value), which does not call a listener, range(min,
 * max) and `input`.
 */
export function slider({ label, min, max, step = "any", value, show = (v) => v, oninput, onchange, title }) {
  const id = `s${++ids}`;
  const out = h("output", { htmlFor: id }, String(show(value)));
  const input = h("input", { id, type: "range", min, max, step, title });
  input.value = value;
  const say = () => {
    out.textContent = show(Number(input.value));
    input.setAttribute("aria-valuetext", out.textContent);
    input.style.setProperty("--part", `${(100 * (input.value - input.min)) / (input.max - input.min)}%`);
  };
  input.addEventListener("input", () => {
    say();
    oninput?.(Number(input.value));
  });
  input.addEventListener("change", () => onchange?.(Number(input.value)));
  say();
  const row = h(".slider", {}, h("label", { htmlFor: id }, label), out, input);
  row.set = (v) => {
    input.value = v;
    say();
  };
  row.range = (least, most) => {
    input.min = least;
    input.max = most;
    say();
  };
  row.input = input;
  return row;
}

/** Creates radio buttons: options [[value, label], ...]. The element has set(value). */
export function choice({ label, options, value, onchange }) {
  const name = `c${++ids}`;
  const buttons = options.map(([key, text]) => {
    const input = h("input", { type: "radio", name, value: key, checked: key === value, onchange: () => onchange(key) });
    return h("label", {}, input, h("span", {}, text));
  });
  const row = h("fieldset.choice", {}, h("legend", {}, label), h(".options", {}, buttons));
  row.set = (key) => {
    for (const b of buttons) b.firstChild.checked = b.firstChild.value === key;
  };
  return row;
}

/** Creates a list that opens: options [[value, label], ...]. The element has set(value). */
export function select({ label, options, value, onchange }) {
  const id = `l${++ids}`;
  const field = h(
    "select",
    { id, onchange: () => onchange(field.value) },
    options.map(([key, text]) => h("option", { value: key, selected: key === value }, text)),
  );
  const row = h(".field", {}, h("label", { htmlFor: id }, label), field);
  row.set = (key) => {
    field.value = key;
  };
  return row;
}

/** Creates a checkbox. The element has set(value) and `input`. */
export function check({ label, value, onchange, keys }) {
  const input = h("input", { type: "checkbox", checked: value, onchange: () => onchange(input.checked) });
  const row = h("label.check", {}, input, h("span", {}, label), keys ? h("kbd", {}, keys) : null);
  row.set = (v) => {
    input.checked = v;
  };
  row.input = input;
  return row;
}

/** Creates a button. keys: shortcut to show; pressed: initial state of a toggle. The element has press(on). */
export function button(label, onclick, { keys, title, pressed, kind = "" } = {}) {
  const b = h(`button${kind && "." + kind}`, { type: "button", onclick, title }, label, keys ? h("kbd", {}, keys) : null);
  if (pressed !== undefined) b.setAttribute("aria-pressed", pressed);
  b.press = (on) => b.setAttribute("aria-pressed", on);
  return b;
}

/** Shows a message for some seconds. kind: "error" or "hint". */
export function toast(text, kind = "error") {
  const old = [...document.querySelectorAll("#toasts > div")].find((t) => t.firstChild.textContent === String(text));
  old?.remove();
  const t = h(
    `.toast.${kind}`,
    {},
    h("span", {}, text),
    h("button", { type: "button", onclick: () => t.remove(), "aria-label": "✕" }, "✕"),
  );
  document.getElementById("toasts").append(t);
  setTimeout(() => t.remove(), kind === "error" ? 9000 : 3500);
}

/** Creates a group of controls with a name, which opens and closes. */
export function group(name, isOpen, ...children) {
  return h("details.group", { open: isOpen }, h("summary", {}, name), h(".grouped", {}, children));
}

/** Returns whether a key belongs to the focused element and not to the character. */
export function takesKeys(target, key) {
  if (!(target instanceof Element)) return false;
  if (target.matches("input[type=range],input[type=radio]")) return /^(Arrow|Home|End|Page)/.test(key);
  if (target.matches("input[type=checkbox],button,a,summary")) return key === " " || key === "Enter";
  return target.matches("input,select,textarea,dialog *");
}
