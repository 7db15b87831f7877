// Peer of the stream benchmark with npm's ws: sends BYTES to each client, RATE times a second, at one of PHASES times in the tick.
//     node ws.mjs PORT BYTES RATE PHASES
import { createRequire } from "node:module";
const { WebSocketServer } = createRequire(process.env.WS_FROM + "/")("ws");

const [port, bytes, rate, phases] = process.argv.slice(2).map(Number);
const server = new WebSocketServer({ port, host: "127.0.0.1", perMessageDeflate: false, handleProtocols: () => "posed.v1" });
const clients = [];
server.on("connection", (socket) => {
  socket._socket.setNoDelay(true);
  socket.on("message", () => {});
  socket.on("error", () => {});
  clients.push(socket);
});
const now = () => Number(process.hrtime.bigint()) / 1e9;
const start = now();
let turn = 1;
function send() {
  for (let due; (due = start + turn / rate / phases) <= now(); turn++) {
    const message = Buffer.alloc(bytes);
    message.write("PSD1\x01", "latin1");
    message.writeUInt32LE(Math.floor(turn / phases), 8);
    message.writeDoubleLE(due, 12);
    for (let i = turn % phases; i < clients.length; i += phases) if (clients[i].readyState === 1) clients[i].send(message);
  }
  setTimeout(send, Math.max(0, (start + turn / rate / phases - now()) * 1000));
}
send();
