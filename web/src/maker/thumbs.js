// Grids of pictures to choose from. The server draws the pictures. An option whose picture fails shows its name only.
import { h } from "../ui/dom.js";

/** Largest number of requests for pictures at the same time. */
const AT_ONCE = 2;
/** Path of a portrait -> promise of the address of its picture. */
const pictures = new Map();
/** Requests that have not started. */
const waiting = [];
/** Number of requests that have started and not ended. */
let busy = 0;

/** Returns a promise of the address of the picture at a path of the server. The latest request starts first, because its picture is in view now. */
function pictureOf(client, path) {
  if (!pictures.has(path)) {
    pictures.set(path, new Promise((done, fail) => waiting.push({ done, fail, path, client })));
    pictures.get(path).catch(() => pictures.delete(path));
    next();
  }
  return pictures.get(path);
}

async function next() {
  if (busy >= AT_ONCE || !waiting.length) return;
  const { done, fail, path, client } = waiting.pop();
  busy++;
  try {
    done(URL.createObjectURL(await (await client.request("GET", path)).blob()));
  } catch (error) {
    fail(error);
  }
  busy--;
  next();
}

let ids = 0;

/**
 * Makes a grid of which one option is chosen. options: [{value, label, path(): path of the picture for the present choices, color: shown in place of a
 * picture}]; pick(value) is called when the user chooses. set(value) of the grid marks an option and renews the pictures without calling pick.
 */
export function grid(client, { label, options, value, pick, kind = "" }) {
  const name = `g${++ids}`;
  const cells = options.map((option) => {
    const input = h("input", {
        type: "radio",
        name,
        value: option.value,
        checked: option.value === value,
        onchange: () => pick(option.value),
      }),
      image = h("span.picture", { "aria-hidden": "true" });
    if (option.color) image.style.setProperty("--swatch", option.color);
    return { option, input, image, element: h("label", { title: option.label }, input, image, h("span.name", {}, option.label)) };
  });
  const row = h(
    `fieldset.grid${kind && `.${kind}`}`,
    {},
    h("legend", {}, label),
    h(
      ".cells",
      {},
      cells.map((c) => c.element),
    ),
  );
  // A picture is requested when its cell comes into view.
  const show = (cell) => {
    const path = cell.option.path?.();
    if (!cell.isSeen || !path || path === cell.path) return;
    cell.path = path;
    pictureOf(client, path).then(
      (src) => cell.path === path && cell.image.replaceChildren(h("img", { src, alt: "", width: 96, height: 96 })),
      () => cell.element.classList.add("plain"),
    );
  };
  row.set = (now) => {
    for (const cell of cells) {
      cell.input.checked = cell.input.value === String(now);
      show(cell);
    }
  };
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const cell = cells.find((c) => c.element === target);
        cell.isSeen = isIntersecting;
        show(cell);
      }
    },
    { rootMargin: "80px" },
  );
  for (const { element } of cells) seen.observe(element);
  return row;
}
