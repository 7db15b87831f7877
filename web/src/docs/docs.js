// The script of /docs: search in its contents, and forms that send the requests. The page is complete without it.
import "./docs.css";
import { h } from "../ui/dom.js";
import { streamConsole } from "./console.js";
import { explorer } from "./explorer.js";
import { operations } from "./operation.js";

const key = h("input", { type: "password", autocomplete: "off", placeholder: "API key, if one is needed", "aria-label": "API key" });
// The language that all forms show, and what they do when it changes.
const language = {
  now: "curl",
  heard: [],
  set(name) {
    language.now = name;
    for (const hear of language.heard) hear();
  },
};

/** Shows the sections that contain all words of a search, and their entries in the contents. */
function searched(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  for (const section of document.querySelectorAll("section")) {
    const all = section.textContent.toLowerCase();
    const entry = document.querySelector(`nav a[href="#${section.id}"]`);
    section.hidden = !words.every((word) => all.includes(word));
    if (entry) entry.parentNode.hidden = section.hidden;
  }
  for (const title of document.querySelectorAll("h2, h2 + p, nav b")) title.hidden = words.length > 0;
}

/** Adds a part to a section that is made when the user opens it. */
function offer(section, name, make) {
  const box = h(
    "details.try",
    {
      ontoggle: () => {
        if (box.open && box.children.length === 1) box.append(make());
      },
    },
    h("summary", {}, name),
  );
  section.querySelector("h3 + p").after(box);
}

const search = h("input", {
  id: "search",
  type: "search",
  placeholder: "Search routes, fields and replies",
  "aria-label": "Search",
  oninput: () => searched(search.value),
});
document.querySelector("nav").prepend(search, key);

const found = operations(await (await fetch("openapi.json")).json());
for (const [id, operation] of found) {
  const section = document.getElementById(id);
  if (section && id !== "openStream") offer(section, "Try it", () => explorer(operation, () => key.value.trim(), language));
}
offer(document.getElementById("openStream"), "Try it", () => streamConsole(() => key.value.trim()));
document.documentElement.dataset.ready = "true";
