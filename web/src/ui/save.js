// Files that the page gives away.
import { h } from "./dom.js";

/** The browser keeps it under that name. */
export function save(blob, name) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** A link to what the server makes. The page fetches it: a link alone has no API key, tells no error, and takes the name that the server gives. */
export function download(app, text, name, href = "") {
  const { client } = app;
  const link = h("a.button", { href, download: name }, text);
  link.addEventListener("click", async (e) => {
    e.preventDefault();
    if (link.ariaBusy === "true") return; // it is on its way
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
