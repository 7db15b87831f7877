// Loads MediaPipe's solvers, which the server has if `make mirror` put them there.
import { h } from "./dom.js";

/** Folder of MediaPipe's files on the server. */
export const FILES = "web/";

const loading = new Map();

/** Returns a promise of a class of MediaPipe, loaded once. Its script puts it into globalThis. */
export function loadClass(file, name) {
  if (!loading.has(file)) {
    const promise = new Promise((resolve, reject) => {
      const script = h("script", {
        src: `${FILES}${file}`,
        onload: () => resolve(globalThis[name]),
        onerror: () => {
          loading.delete(file);
          reject(new Error(file));
        },
      });
      document.head.append(script);
    });
    loading.set(file, promise);
  }
  return loading.get(file);
}
