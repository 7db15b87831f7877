// Runs before the first paint, from the head of index.html. Sets the dark or light theme, asks for the first person's file, and creates the
// drawing context once the poster is painted, while the page's own script is being fetched. The context takes long on software renderers.
import { PACKED } from "./files/packed.js";
import { FIRST } from "./motion/others.js";
import { personFields, WEBP } from "./view/person_fields.js";

(() => {
  const kept = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };
  document.documentElement.dataset.theme = kept("posed.theme") ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
  const options = {
    alpha: false,
    depth: true,
    stencil: false,
    premultipliedAlpha: true,
    preserveDrawingBuffer: false,
    powerPreference: "high-performance",
  };
  const isMaker = /\/maker$/.test(location.pathname);
  const isOther = /^#(body|motion\?)/.test(location.hash) || /[?&]room=/.test(location.search) || isMaker; // the page will not show the poster's people
  document.documentElement.classList.toggle("elsewhere", isOther);
  if (!isOther && !kept("posed.key")) {
    // The request must be the one that motion.js makes for the first person, so that the preload is used. With an API key it would differ.
    const fields = { format: "glb", ...personFields({ random: FIRST }), ...PACKED, ...WEBP };
    const query = new URLSearchParams({ ...fields, blend_shapes: JSON.stringify(fields.blend_shapes) });
    document.head.append(
      Object.assign(document.createElement("link"), {
        rel: "preload",
        as: "fetch",
        crossOrigin: "anonymous",
        href: `v1/models/person/mesh?${query}`,
      }),
    );
  }
  const make = () => {
    let canvas = document.getElementById("view");
    let context = canvas.getContext("webgl2", { ...options, antialias: true, failIfMajorPerformanceCaveat: true });
    const isSoftware = !context || /swiftshader|llvmpipe|software|basic render/i.test(rendererName(context));
    // In software each sample of a pixel costs time. The maker draws smooth edges when nothing moves (view/smooth.js).
    if (context && isSoftware && isMaker && !/[?&]quality=best\b/.test(location.hash)) {
      context.getExtension("WEBGL_lose_context")?.loseContext();
      context = null;
      const fresh = canvas.cloneNode(); // a canvas has one context for ever
      canvas.replaceWith(fresh);
      canvas = fresh;
    }
    context ??= canvas.getContext("webgl2", { ...options, antialias: false });
    const sky = getComputedStyle(canvas)
      .backgroundColor.match(/[\d.]+/g)
      .slice(0, 3)
      .map((v) => v / 255);
    context?.clearColor(...sky, 1);
    context?.clear(context.COLOR_BUFFER_BIT);
    performance.mark("context");
    return { context, isSoftware };
  };
  const painted = new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 150);
  }); // the timeout is for hidden pages, which are not painted
  globalThis.drawing = painted.then(make);
})();

/** Returns the name of the graphics renderer. */
function rendererName(gl) {
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  return String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
}
