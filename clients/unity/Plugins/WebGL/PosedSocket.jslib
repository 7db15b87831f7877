// PosedSocket.jslib: WebSockets of the page for Unity's WebGL players. Posed.cs (Line) takes what arrives by PosedSocketNext, PosedSocketSize and
// PosedSocketTake in every rendered frame. While the page is in the background nobody takes it, so old frames are dropped.
var PosedSocketLibrary = {
  $posedSockets: {
    list: [null], // number 0 is no socket
    kinds: { opened: 1, closed: 2, text: 3, frame: 4 },
    most: 64, // waiting frames from which a frame that needs no frame before it replaces those that wait
    delta: 0xd1, // first byte of a compact frame that needs the frames before it

    add: function (socket, kind, bytes) {
      if (kind === posedSockets.kinds.frame) {
        if (socket.frames >= posedSockets.most && bytes[0] !== posedSockets.delta) {
          socket.waiting = socket.waiting.filter(function (one) { return one.kind !== posedSockets.kinds.frame; });
          socket.frames = 0;
        }
        socket.frames++;
      }
      socket.waiting.push({ kind: kind, bytes: bytes });
    },
  },

  // Opens a WebSocket with the subprotocol posed.v1. Returns its number.
  PosedSocketOpen: function (url) {
    var socket = { waiting: [], frames: 0, taken: null, page: null };
    var nothing = new Uint8Array(0);
    var kinds = posedSockets.kinds;
    var end = function () {
      if (!socket.ended) posedSockets.add(socket, kinds.closed, nothing);
      socket.ended = true;
    };
    try {
      socket.page = new WebSocket(UTF8ToString(url), ["posed.v1"]);
      socket.page.binaryType = "arraybuffer";
      socket.page.onopen = function () { posedSockets.add(socket, kinds.opened, nothing); };
      socket.page.onclose = end;
      socket.page.onmessage = function (event) {
        if (typeof event.data === "string") posedSockets.add(socket, kinds.text, new TextEncoder().encode(event.data));
        else posedSockets.add(socket, kinds.frame, new Uint8Array(event.data));
      };
    } catch (error) {
      console.error("posed: " + error);
      end();
    }
    return posedSockets.list.push(socket) - 1;
  },

  // Goes to the next waiting message. Returns its kind: 1 the socket is open, 2 it is closed, 3 text, 4 frame; 0: none waits.
  PosedSocketNext: function (number) {
    var socket = posedSockets.list[number];
    if (!socket) return 0;
    socket.taken = socket.waiting.shift() || null;
    if (!socket.taken) return 0;
    if (socket.taken.kind === posedSockets.kinds.frame) socket.frames--;
    return socket.taken.kind;
  },

  // Returns the number of bytes of the message that PosedSocketNext returned.
  PosedSocketSize: function (number) {
    var socket = posedSockets.list[number];
    return socket && socket.taken ? socket.taken.bytes.length : 0;
  },

  // Copies the message that PosedSocketNext returned.
  PosedSocketTake: function (number, bytes, size) {
    var socket = posedSockets.list[number];
    if (socket && socket.taken) HEAPU8.set(socket.taken.bytes.subarray(0, size), bytes);
  },

  // Sends bytes: as UTF-8 text if isText is not 0, else as a binary message.
  PosedSocketSend: function (number, bytes, size, isText) {
    var socket = posedSockets.list[number];
    if (!socket || !socket.page || socket.page.readyState !== 1) return;
    var copy = HEAPU8.slice(bytes, bytes + size);
    socket.page.send(isText ? new TextDecoder().decode(copy) : copy);
  },

  // Closes the socket and forgets it.
  PosedSocketClose: function (number) {
    var socket = posedSockets.list[number];
    posedSockets.list[number] = null;
    if (!socket || !socket.page) return;
    socket.page.onopen = socket.page.onclose = socket.page.onmessage = null;
    socket.page.close();
  },
};

autoAddDeps(PosedSocketLibrary, "$posedSockets");
mergeInto(LibraryManager.library, PosedSocketLibrary);
