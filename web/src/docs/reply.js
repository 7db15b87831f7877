// Shows the reply to a request of /docs: JSON and text as text, images, and GLB files drawn by raster.js.
import { button, h } from "../ui/dom.js";
import { save } from "../ui/save.js";
import { pretty } from "./operation.js";
import { boxOf, draw, openGlb, trianglesOf } from "./raster.js";

// Length from which a text is cut, in characters.
const TEXT_SHOWN = 20000;
// Size of a drawn GLB file, in pixels.
const WIDTH = 420;
const HEIGHT = 480;

/** Returns a number of bytes with its unit. */
export function sizeOf(bytes) {
  return bytes < 1000 ? `${bytes} bytes` : bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(2)} MB`;
}

/** Cuts a long text. */
const cut = (text) =>
  text.length > TEXT_SHOWN ? `${text.slice(0, TEXT_SHOWN)}\n... ${(text.length - TEXT_SHOWN).toLocaleString("en")} characters more` : text;
const block = (text) => h("pre", { tabIndex: 0 }, cut(text));

/** Decodes an image of a GLB file. */
async function pictureOf({ type, bytes }) {
  const bitmap = await createImageBitmap(new Blob([bytes], { type }));
  const canvas = h("canvas", { width: bitmap.width, height: bitmap.height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
}

/** Returns a figure of a GLB file with sliders for its rotation and the time of its animation. */
async function glb(buffer) {
  const file = openGlb(buffer);
  const pictures = await Promise.all(file.images.map((image) => pictureOf(image).catch(() => null)));
  let parts = trianglesOf(file, 0);
  let yaw = 0.35;
  const box = boxOf(parts);
  const canvas = h("canvas", { width: WIDTH, height: HEIGHT, role: "img" });
  const context = canvas.getContext("2d");
  const triangles = parts.reduce((sum, p) => sum + (p.indices?.length ?? p.positions.length / 3) / 3, 0);
  const vertices = parts.reduce((sum, p) => sum + p.positions.length / 3, 0);
  canvas.setAttribute("aria-label", `The model: ${vertices} vertices, ${triangles} triangles`);
  const paint = () =>
    context.putImageData(new ImageData(draw(parts, box, { width: WIDTH, height: HEIGHT, yaw, pictures }), WIDTH, HEIGHT), 0, 0);
  const slide = (label, most, value, oninput) => {
    const input = h("input", { type: "range", min: 0, max: most, step: "any", value, oninput: () => oninput(Number(input.value)) });
    return h("label", {}, label, input);
  };
  paint();
  const facts = [
    `${vertices.toLocaleString("en")} vertices`,
    `${triangles.toLocaleString("en")} triangles`,
    `${file.gltf.skins?.[0]?.joints.length ?? 0} joints`,
    `${file.gltf.materials?.length ?? 0} materials`,
  ];
  if (file.seconds) facts.push(`${file.seconds.toFixed(2)} s of animation`);
  return h(
    "figure",
    {},
    canvas,
    h("figcaption", {}, facts.join(", ")),
    slide("Turn", 2 * Math.PI, yaw, (v) => {
      yaw = v;
      paint();
    }),
    file.seconds
      ? slide("Time", file.seconds, 0, (v) => {
          parts = trianglesOf(file, v);
          paint();
        })
      : null,
  );
}

/** Returns the element that shows bytes of a media type; unknown ones as hexadecimal numbers. */
async function shown(type, bytes) {
  if (!bytes.byteLength) return null;
  if (/json/.test(type)) return block(pretty(JSON.parse(new TextDecoder().decode(bytes))));
  if (/gltf-binary/.test(type)) return glb(bytes);
  if (/^text\/|obj$|bvh$|xml$/.test(type)) return block(new TextDecoder().decode(bytes));
  if (/^image\/(png|jpeg|webp)/.test(type))
    return h("img", { src: URL.createObjectURL(new Blob([bytes], { type })), alt: "The reply, a picture" });
  return block([...new Uint8Array(bytes, 0, Math.min(64, bytes.byteLength))].map((b) => b.toString(16).padStart(2, "0")).join(" "));
}

/** Returns the elements that show a reply {status, statusText, headers: [[name, value]], bytes, ms, saved (name of its file)}. */
export async function replyOf({ status, statusText, headers, bytes, ms, saved }) {
  const type = headers.find(([name]) => name === "content-type")?.[1] ?? "";
  const head = h("p.status", { className: status < 400 ? "status good" : "status bad" }, `${status} ${statusText}`);
  head.append(` · ${[type, sizeOf(bytes.byteLength), `${ms.toFixed(0)} ms`].filter(Boolean).join(" · ")}`);
  const body = await shown(type, bytes).catch((error) => h("p", {}, `It cannot be shown: ${error.message}`));
  return [
    head,
    body,
    bytes.byteLength ? button(`Save ${saved ?? "reply.json"}`, () => save(new Blob([bytes], { type }), saved ?? "reply.json")) : null,
    h("details", {}, h("summary", {}, "Headers"), block(headers.map(([name, value]) => `${name}: ${value}`).join("\n"))),
  ].filter(Boolean);
}
