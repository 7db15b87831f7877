// clients/unity/Plugins/WebGL/PosedSocket.jslib with stand-ins of Emscripten and of the page. Prints ok and not ok lines.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const memory = new Uint8Array(4096);
const sockets = [];
class PageSocket {
  constructor(url, protocols) {
    if (!url.startsWith("ws")) throw new SyntaxError("no address of a WebSocket");
    Object.assign(this, { url, protocols, readyState: 0, sent: [] });
    sockets.push(this);
  }
  send(data) {
    this.sent.push(data);
  }
  close() {
    this.readyState = 3;
  }
}
let library;
const globals = {
  WebSocket: PageSocket,
  HEAPU8: memory,
  UTF8ToString: (text) => text,
  autoAddDeps: (of, name) => assert.ok(name in of),
  mergeInto: (_, of) => (library = of),
  LibraryManager: { library: {} },
  console: { error() {} },
};
const source = readFileSync("clients/unity/Plugins/WebGL/PosedSocket.jslib", "utf8");
// Emscripten declares what a name with a $ stands for as a global.
new Function("posedSockets", ...Object.keys(globals), `${source}; Object.assign(posedSockets, PosedSocketLibrary.$posedSockets)`)(
  (globalThis.posedSockets = {}),
  ...Object.values(globals),
);
const open = (url = "ws://127.0.0.1/v1/stream") => library.PosedSocketOpen(url);
/** Returns all that waits: [kind, bytes]. */
const takeAll = (number) => {
  const all = [];
  for (let kind = library.PosedSocketNext(number); kind; kind = library.PosedSocketNext(number)) {
    const size = library.PosedSocketSize(number);
    library.PosedSocketTake(number, 0, size);
    all.push([kind, ...memory.slice(0, size)]);
  }
  return all;
};
const claim = (sentence, check) => {
  try {
    check();
    console.log(`ok - ${sentence}`);
  } catch (error) {
    console.log(`not ok - ${sentence}: ${error.message.split("\n").slice(0, 8).join(" ")}`);
    process.exitCode = 1;
  }
};
const frame = (first) => new Uint8Array([first, 1, 2]).buffer;

claim("a socket says that it is open, what arrives, and that it is closed", () => {
  const number = open();
  const page = sockets.at(-1);
  assert.deepEqual(page.protocols, ["posed.v1"]);
  assert.deepEqual(takeAll(number), []);
  page.readyState = 1;
  page.onopen();
  page.onmessage({ data: "ä" });
  page.onmessage({ data: frame(0x50) });
  page.onclose();
  assert.deepEqual(takeAll(number), [[1], [3, 0xc3, 0xa4], [4, 0x50, 1, 2], [2]]);
});
claim("texts and bytes are sent as such", () => {
  const number = open();
  const page = sockets.at(-1);
  memory.set([0xc3, 0xa4, 7]);
  library.PosedSocketSend(number, 0, 3, 0);
  assert.equal(page.sent.length, 0);
  page.readyState = 1;
  library.PosedSocketSend(number, 0, 2, 1);
  library.PosedSocketSend(number, 0, 3, 0);
  assert.deepEqual(page.sent, ["ä", new Uint8Array([0xc3, 0xa4, 7])]);
});
claim("a page in the background keeps the newest frames and all texts", () => {
  const number = open();
  const page = sockets.at(-1);
  for (let i = 0; i < 10_000; i++) page.onmessage({ data: frame(0x50) });
  page.onmessage({ data: "bye" });
  const all = takeAll(number);
  assert.ok(all.length <= 66, `${all.length} messages wait`);
  assert.deepEqual(all.at(-1), [3, 98, 121, 101]);
});
claim("delta frames are kept with the key frame that they need", () => {
  const number = open();
  const page = sockets.at(-1);
  for (let i = 0; i < 3000; i++) page.onmessage({ data: frame(i % 300 === 0 ? 0x50 : 0xd1) });
  const all = takeAll(number);
  assert.equal(all[0][1], 0x50);
  assert.ok(all.length <= 300, `${all.length} frames wait`);
});
claim("an address that the page refuses is a closed socket", () => assert.deepEqual(takeAll(open("nonsense")), [[2]]));
claim("a socket that was closed says nothing more", () => {
  const number = open();
  const page = sockets.at(-1);
  library.PosedSocketClose(number);
  assert.equal(page.onmessage, null);
  assert.deepEqual(takeAll(number), []);
});
