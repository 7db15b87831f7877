"""A bad network: a TCP proxy that delays, stalls and cuts, controlled while it runs."""
import socket
import threading
import time


class Lossy:
    """Listens on a port of its own and passes bytes on to address. delay: seconds that every byte takes."""

    def __init__(self, address, delay=0.0):
        self.address, self.delay, self.stalled_until, self.pairs, self.accepted = address, delay, 0, [], 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.lock = threading.Lock()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
                far = socket.create_connection(self.address)
            except OSError:
                return
            for end in (near, far):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
            with self.lock:
                self.pairs.append((near, far))
                self.accepted += 1
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self.pump, args=(source, sink), daemon=True).start()

    def pump(self, source, sink):
        try:
            while data := source.recv(4096):
                due = time.monotonic() + self.delay
                while (wait := max(due, self.stalled_until) - time.monotonic()) > 0:
                    time.sleep(wait)
                sink.sendall(data)
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def stall(self, seconds):
        """Nothing passes for so long, in either direction; nothing is lost."""
        self.stalled_until = time.monotonic() + seconds

    def cut(self):
        """All connections, at once."""
        with self.lock:
            pairs, self.pairs = self.pairs, []
        for pair in pairs:
            for end in pair:
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()
        self.cut()
