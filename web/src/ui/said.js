// Texts that follow the language of the page: elements remember which texts they show, and write them again when the language changes.

/** A text in the language that the page has at the moment. `tell` returns it again after the language has changed. */
export class Said extends String {
  constructor(tell) {
    super(tell());
    this.tell = tell;
  }
}

/** Returns a text that is made of others: tell() returns it in the language of the page. */
export const said = (tell) => new Said(() => String(tell()));

// What retell() writes again: functions, by text node and by element.
const told = new WeakMap();

/** Writes a text into a text node or an element (`where`: null), or into an attribute of an element. A Said follows the language. */
export function tell(node, where, text) {
  const write = (value) => {
    if (where) node.setAttribute(where, value);
    else node.textContent = value;
  };
  write(String(text));
  if (!told.has(node)) told.set(node, new Map());
  if (text instanceof Said) told.get(node).set(where, () => write(text.tell()));
  else told.get(node).delete(where);
}

/** Writes all texts of `root` and of what is in it again, in the language of the page. */
export function retell(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = root; node; node = walker.nextNode()) for (const write of told.get(node)?.values() ?? []) write();
}
