// Saves files in the browser's download folder.
import { h } from "./dom.js";

/** Saves a blob under a name. */
export function save(blob, name) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/**
 * Creates a link to a file of the server. The page fetches it, since a plain link has no API key, shows no error and uses the server's file
 * name.
 */
export function download(app, text, name, href = "") {
  const { client } = app;
  const link = h("a.button", { href, download: name }, text);
  link.addEventListener("click", async (e) => {
    e.preventDefault();
    if (link.ariaBusy === "true") return; // it is being fetched
    link.ariaBusy = "true";
    try {
      save(await (await client.request("GET", link.href.slice(client.base.length))).blob(), link.download);
    } catch (error) {
      app.say(error);
    }
    link.ariaBusy = null;
  });
  return link;
}
