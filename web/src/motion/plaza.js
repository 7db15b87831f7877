// The plaza: the page opened with `?room=NAME` joins that room of the stream instead of a session of its own. Each visitor steers one
// character and sees those of the others, with their names and what they say.
import * as THREE from "three";
import { button, h, toast } from "../ui/dom.js";
import { here } from "../ui/here.js";
import { said, tell } from "../ui/said.js";
import { t } from "../ui/text.js";

// Longest name and text, in characters.
const NAME_MOST = 32;
const SAID_MOST = 200;
// Time for which a text stands above its speaker, in milliseconds.
const SAID_MS = 6000;
// Height of a label above the ground, in metres.
const ABOVE = 2;
// Number of texts that are kept in the list.
const LINES = 6;

/** Reads the page's address. Returns {room, name, secret}, or null where it names no room. */
export function readPlaza(search = globalThis.location?.search ?? "") {
  const query = new URLSearchParams(search);
  const room = query.get("room");
  if (!room) return null;
  const name = query.get("name")?.slice(0, NAME_MOST) || undefined;
  return { room, name, secret: query.get("secret") || undefined };
}

/** The other visitors of the room, and the controls of the room. `guests` are walkers, as those of Motion. */
export class Plaza {
  constructor(motion, asked) {
    Object.assign(this, { motion, asked, guests: [], members: new Map(), labels: new Map(), at: new THREE.Vector3() });
    this.people = h("p.quiet", { role: "status" });
    this.lines = h("ol.plain", { "aria-live": "polite" });
    this.field = h("input", { type: "text", maxLength: SAID_MOST, required: true, "aria-label": t("sayToAll") });
    this.layer = h(".plaza-labels", { "aria-hidden": "true" });
    const form = h("form.talk", { onsubmit: (event) => this.say(event) }, this.field, h("button", { type: "submit" }, t("say")));
    this.element = h(
      "div",
      {},
      this.people,
      form,
      this.lines,
      button(t("invite"), () => this.invite()),
    );
    document.body.append(this.layer);
  }

  /** Listens to a stream before it is opened. */
  listen(stream) {
    stream.on("welcome", (welcome) => this.welcome(welcome));
    stream.on("entered", (member) => {
      this.members.set(member.member, member.name);
      this.note(t("cameIn").replace("$", this.nameOf(member.member)));
    });
    stream.on("left", ({ member }) => {
      this.note(t("wentOut").replace("$", this.nameOf(member)));
      this.members.delete(member);
      this.keep((guest) => guest.member !== member);
      this.count();
    });
    stream.on("message", ({ member, text }) => this.heard(member, text));
    stream.on("spawned", (spawned) => this.meet(spawned));
  }

  /** Takes the members and characters that the room has. */
  welcome({ member, members = [], characters = [] }) {
    this.member = member;
    this.members = new Map(members.map((m) => [m.member, m.name]));
    this.keep(() => false);
    for (const character of characters) if (character.member !== member) this.meet(character);
    this.count();
  }

  /** Adds the character of another member. */
  async meet({ id, model, member }) {
    if (!member || member === this.member || this.guests.some((guest) => guest.character.id === id)) return;
    const { motion } = this;
    const guest = {
      character: { id, model, path: null, held: null, input: () => 0 },
      member,
      shape: null,
      figures: [],
      color: motion.colorOf(member),
    };
    this.guests.push(guest);
    guest.shape = await motion.shape(member);
    if (this.guests.includes(guest)) motion.dress(guest);
  }

  /** Keeps the guests for which `isKept` is true, and removes the others from the scene. */
  keep(isKept) {
    for (const guest of this.guests.filter((g) => !isKept(g))) this.motion.drop(guest);
    this.guests = this.guests.filter(isKept);
  }

  /** Called with each frame: removes the guests whose characters are gone. */
  frame({ characters }) {
    const there = new Set(characters.map((c) => c.id));
    for (const guest of this.guests) guest.isSeen ||= there.has(guest.character.id);
    if (this.guests.some((guest) => guest.isSeen && !there.has(guest.character.id)))
      this.keep((guest) => !guest.isSeen || there.has(guest.character.id));
  }

  /** Returns the name of a member. */
  nameOf(member) {
    return this.members.get(member) || `${t("visitor")} ${member}`;
  }

  // -- texts -------------------------------------------------------------------------

  /** Says the text of the field to all. */
  async say(event) {
    event.preventDefault();
    const text = this.field.value.trim();
    if (!text) return;
    try {
      await this.motion.stream.say(text);
      this.field.value = "";
      this.heard(this.member, text);
    } catch (error) {
      toast(error.code === "limit" ? t("tooFast") : error.detail);
    }
  }

  /** Shows the text of a member above its character and in the list. */
  heard(member, text) {
    this.note(`${this.nameOf(member)}: ${text}`);
    const label = this.label(member);
    label.said.textContent = text.slice(0, SAID_MOST);
    label.until = performance.now() + SAID_MS;
  }

  /** Adds a line to the list, and shows how many are here. */
  note(text) {
    this.lines.append(h("li", {}, text));
    while (this.lines.children.length > LINES) this.lines.firstChild.remove();
    this.count();
  }

  /** Shows how many members are here. */
  count() {
    tell(
      this.people,
      null,
      said(() => `${this.asked.room}: ${t("peopleHere").replace("$", this.members.size)}`),
    );
  }

  /** Copies a link to this room. */
  async invite() {
    const address = `${here()}/?room=${encodeURIComponent(this.asked.room)}`;
    await navigator.clipboard.writeText(address).then(
      () => toast(t("linked"), "hint"),
      () => toast(address, "hint"),
    );
  }

  // -- labels ------------------------------------------------------------------------

  /** Returns the label of a member: {element, said, until}. */
  label(member) {
    if (!this.labels.has(member)) {
      const said = h("q", { hidden: true });
      const element = h("div", {}, said, h("span", {}, this.nameOf(member)));
      this.layer.append(element);
      this.labels.set(member, { element, said, until: 0 });
    }
    return this.labels.get(member);
  }

  /** Called before each frame: puts the labels above the heads of those who are in view. walkers: all that are drawn. */
  update(walkers, isShown) {
    const { eye } = this.motion.view.camera;
    const { left, top, width, height } = this.motion.view.canvas.getBoundingClientRect();
    const now = performance.now();
    this.layer.hidden = !isShown;
    for (const { last, member = this.member } of walkers) {
      const { element, said, until } = this.label(member);
      this.at.set(last.root[0], last.root[1] + ABOVE, last.root[2]).project(eye);
      element.hidden = Math.abs(this.at.z) > 1;
      element.style.left = `${left + (0.5 + 0.5 * this.at.x) * width}px`;
      element.style.top = `${top + (0.5 - 0.5 * this.at.y) * height}px`;
      said.hidden = now > until;
    }
    for (const [member, { element }] of this.labels) {
      if (walkers.some((w) => (w.member ?? this.member) === member)) continue;
      element.remove();
      this.labels.delete(member);
    }
  }
}
