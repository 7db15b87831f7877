// Grids of pictures to choose from. The server draws the pictures; without them the names stand alone.
import { h } from "../ui/dom.js";

const AT_ONCE = 2; // requests under way
const pictures = new Map(); // path of a portrait -> promise of an address of its picture
const waiting = [];
let busy = 0;

/** Address of the picture at a path of the server. Requests start in turn, those asked for last first, since they are what is seen now. */
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

/** One of several by their pictures: options [{value, label, path(): of the picture as choices are now, color: in place of a picture}], pick(value). set(value) marks one, renews the pictures and tells nobody. */
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
  // a picture is asked for when its cell is in view
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
