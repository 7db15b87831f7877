// What posed's elements share: a shadow tree that strict policies allow, properties that were set before the element was defined, and
// events that listeners hear which are added later.

/** On a server that renders pages there are no elements. A module with one can be imported there and does nothing. */
const Base = globalThis.HTMLElement ?? class {};

/** Returns what was thrown or reported as an Error. */
const errorOf = (reason) => (reason instanceof Error ? reason : Object.assign(new Error(reason?.message ?? String(reason)), reason));

/** Base class of the elements. A class sets `properties`: the names of attributes that are properties too. */
export class PosedElement extends Base {
  /**
   * rules: CSS of the shadow tree. children: its elements.
   *
   * A constructable style sheet and elements made by the DOM need neither 'unsafe-inline' in style-src nor a policy of trusted types.
   */
  constructor(rules, ...children) {
    super();
    const shadow = this.attachShadow({ mode: "open" });
    if (shadow.adoptedStyleSheets) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      shadow.adoptedStyleSheets = [sheet];
    } else shadow.append(Object.assign(document.createElement("style"), { textContent: rules })); // Safari before 16.4
    shadow.append(...children);
    this.lasting = new Map(); // the last event of each type that still holds
  }

  /**
   * Passes properties to their setters that were set on the tag before this class defined it: until then they are properties of the object
   * itself, which hide the setters.
   */
  takeProperties() {
    for (const name of this.constructor.properties) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
  }

  /** Dispatches an event. A lasting one is heard by listeners too that are added later, until forget(). */
  tell(type, detail, { isLasting = false } = {}) {
    if (isLasting) this.lasting.set(type, detail);
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** Reports an error, which is an Error in the event's detail, whatever was thrown. */
  tellError(reason) {
    this.tell("error", errorOf(reason), { isLasting: true });
  }

  /** Ends lasting events: of some types, or of all. */
  forget(...types) {
    if (!types.length) this.lasting.clear();
    for (const type of types) this.lasting.delete(type);
  }

  /** As of every EventTarget. A listener of an event that still holds is called once, soon. */
  addEventListener(type, listener, options) {
    super.addEventListener(type, listener, options);
    if (!listener || !this.lasting?.has(type)) return;
    const detail = this.lasting.get(type);
    queueMicrotask(() => {
      if (!this.lasting.has(type) || this.lasting.get(type) !== detail) return;
      const event = new CustomEvent(type, { detail });
      for (const name of ["target", "currentTarget"]) Object.defineProperty(event, name, { value: this });
      if (options?.once) this.removeEventListener(type, listener, options);
      if (typeof listener === "function") listener.call(this, event);
      else listener.handleEvent(event);
    });
  }
}

/** Defines an element, unless there is no DOM or the name is taken. Lists become texts with commas; null, undefined and false remove an attribute. */
export function define(name, type) {
  for (const property of type.properties)
    Object.defineProperty(type.prototype, property, {
      configurable: true,
      enumerable: true,
      get() {
        return this.getAttribute(property);
      },
      set(value) {
        if (value === null || value === undefined || value === false) this.removeAttribute(property);
        else this.setAttribute(property, Array.isArray(value) ? value.join(",") : String(value));
      },
    });
  if (globalThis.customElements && !customElements.get(name)) customElements.define(name, type);
}
