// The console of /docs for the stream: a WebSocket to this server, messages to send, and what the server answers. Frames are counted, and
// the newest one is described.
import { decodeFrame } from "../../../clients/js/src/frame.js";
import { button, h } from "../ui/dom.js";
import { here } from "../ui/here.js";

// Number of lines that the log keeps.
const LINES = 200;
// Messages to choose from.
const EXAMPLES = [
  { type: "join" },
  { type: "spawn" },
  { type: "input", id: 1, move: [0, 1], gait: "walk" },
  { type: "look", id: 1, point: [1, 1.6, 3] },
  { type: "reach", id: 1, joint: "left_hand", target: [0.3, 1.2, 0.4], anchor: "root" },
  { type: "profile", channels: ["root", "joints"], divisor: 2 },
  { type: "ping", time: 1 },
  { type: "leave" },
];

/** Returns the element of the console. key() returns the API key, or "". */
export function streamConsole(key) {
  let socket = null;
  let frames = 0;
  const skeletons = new Map();
  const models = new Map(); // motion model by character; `skeletons` has numbers of joints and samples by motion model
  const log = h("pre.log", { tabIndex: 0, role: "log", "aria-label": "What was said" });
  const told = h("p.quiet", { role: "status" }, "Not connected.");
  const say = (who, text) => {
    log.append(`${who} ${text}\n`);
    while (log.childNodes.length > LINES) log.firstChild.remove();
    log.scrollTop = log.scrollHeight;
  };
  const text = h("input", { "aria-label": "A message, JSON", spellcheck: false, value: JSON.stringify(EXAMPLES[0]) });
  const list = h(
    "select",
    {
      "aria-label": "An example",
      onchange: () => {
        text.value = list.value;
        text.focus();
      },
    },
    EXAMPLES.map((m) => h("option", { value: JSON.stringify(m) }, m.type)),
  );

  /** Takes from a message what is needed to decode frames: the numbers of joints and samples of each character. */
  function learn(message) {
    if (message.type === "spawned") models.set(message.id, message.model);
    if (message.type !== "welcome") return;
    for (const { model, joints, samples } of message.skeletons) skeletons.set(model, { joints: joints.length, samples });
    for (const { id, model } of message.characters) models.set(id, model);
  }

  /** Takes a text message. */
  function heard(text) {
    say("<", text);
    learn(JSON.parse(text));
  }

  /** Takes a frame. */
  function frame(bytes) {
    const found = decodeFrame(bytes, (id) => skeletons.get(models.get(id)) ?? { joints: 0, samples: 0 });
    const [first] = found.characters;
    frames++;
    told.textContent = `${frames} frames; tick ${found.tick}, ${bytes.byteLength} bytes, ${found.characters.length} characters${first ? `; the first at ${Array.from(first.root, (v) => v.toFixed(2)).join(", ")}` : ""}`;
  }

  /** Returns the address of the stream, with a ticket where there is an API key. */
  async function address() {
    const at = `${here().replace(/^http/, "ws")}/v1/stream`;
    if (!key()) return at;
    const reply = await fetch("v1/tickets", { method: "POST", headers: { Authorization: `Bearer ${key()}` } });
    const found = await reply.json();
    if (!reply.ok) throw new Error(found.detail);
    return `${at}?ticket=${found.ticket}`;
  }

  /** Opens the connection, or closes it. */
  async function connect() {
    if (socket) return socket.close();
    try {
      socket = new WebSocket(await address(), "posed.v1");
    } catch (error) {
      return say("!", error.message);
    }
    frames = 0;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      told.textContent = "Connected.";
      line.textContent = "Disconnect";
      send();
    };
    socket.onmessage = ({ data }) => (typeof data === "string" ? heard(data) : frame(data));
    socket.onclose = ({ code, reason }) => {
      say("!", `closed, ${code} ${reason}`);
      told.textContent = "Not connected.";
      line.textContent = "Connect";
      socket = null;
    };
  }

  /** Sends the message. */
  function send() {
    if (socket?.readyState !== WebSocket.OPEN) return;
    socket.send(text.value);
    say(">", text.value);
  }

  const line = button("Connect", connect, { kind: "primary" });
  return h(
    ".console",
    {},
    h(
      "form.row",
      {
        onsubmit: (event) => {
          event.preventDefault();
          socket ? send() : connect();
        },
      },
      line,
      list,
      text,
      h("button", { type: "submit" }, "Send"),
    ),
    told,
    log,
  );
}
