"""A reverse proxy that offers a daemon below a path, as `location /bodies/ { proxy_pass http://daemon/; }`: it asks by the daemon's own Host and
knows nothing else. Streams pass through it too."""
import socket
import socketserver
import threading


def _splice(source, sink):
    try:
        while data := source.recv(1 << 16):
            sink.sendall(data)
    except OSError:
        pass
    try:
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        pass


class PathProxy(socketserver.ThreadingTCPServer):
    """prefix: "/bodies". fields: lines that it adds to requests, such as "X-Forwarded-Prefix: /bodies"."""
    allow_reuse_address, daemon_threads = True, True

    def __init__(self, port, prefix, fields=()):
        super().__init__(("127.0.0.1", 0), _Visit)
        self.daemon_at, self.prefix, self.fields = ("127.0.0.1", port), prefix, list(fields)
        self.lost = []  # targets that were asked of the site's root
        self.site = f"http://127.0.0.1:{self.server_address[1]}"
        self.url = f"{self.site}{prefix}/"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


class _Visit(socketserver.BaseRequestHandler):
    """One request a connection, or a stream."""

    def handle(self):
        proxy, ahead = self.server, b""
        while b"\r\n\r\n" not in ahead:
            data = self.request.recv(1 << 16)
            if not data:
                return
            ahead += data
        head, body = ahead.split(b"\r\n\r\n", 1)
        lines = head.decode("latin-1").split("\r\n")
        method, target, version = lines[0].split(" ")
        if not target.startswith(proxy.prefix + "/"):
            proxy.lost.append(target)
            self.request.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            return
        is_stream = any(line.lower().startswith("upgrade:") for line in lines)
        kept = [line for line in lines[1:] if not line.lower().startswith(("host:",) if is_stream else ("host:", "connection:"))]
        own = [f"Host: {proxy.daemon_at[0]}:{proxy.daemon_at[1]}"] + ([] if is_stream else ["Connection: close"]) + proxy.fields
        with socket.create_connection(proxy.daemon_at) as daemon:
            daemon.sendall("\r\n".join([f"{method} {target[len(proxy.prefix):]} {version}", *own, *kept, "", ""]).encode("latin-1") + body)
            back = threading.Thread(target=_splice, args=(daemon, self.request), daemon=True)
            back.start()
            up = threading.Thread(target=_splice, args=(self.request, daemon), daemon=True)
            if is_stream:
                up.start()
            else:
                self.pass_body(daemon, lines, len(body))
            back.join()

    def pass_body(self, daemon, lines, there):
        size = next((int(line.split(":")[1]) for line in lines if line.lower().startswith("content-length:")), 0)
        while there < size:
            data = self.request.recv(1 << 16)
            if not data:
                return
            there += len(data)
            daemon.sendall(data)
