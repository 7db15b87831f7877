#!/usr/bin/env python3
"""A bad network: a TCP proxy that delays, loses, stalls and cuts, controlled while it runs.

As a program it is a line for other programs: lossy.py PORT --delay 0.075 --jitter 0.015 --loss 0.02 --seed 1 prints
the port on which it listens for connections to 127.0.0.1:PORT, and ends with its standard input.
"""
import argparse
import queue
import random
import socket
import sys
import threading
import time


class Lossy:
    """Listens on a port of its own and passes bytes on to address. delay: seconds that every byte takes, plus or minus
    up to jitter. loss: share of the packets that TCP has to send again, which takes a round trip and RESEND more; those
    behind them wait."""

    RESEND = 0.2  # seconds, the least of TCP's timers

    def __init__(self, address, delay=0.0, jitter=0.0, loss=0.0, seed=1):
        self.address, self.delay, self.jitter, self.loss = address, delay, jitter, loss
        self.random = random.Random(seed)
        self.stalled_until, self.pairs, self.accepted = 0, [], 0
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
                way = queue.Queue(maxsize=256)  # a full one holds the sender up, as a line of its width does
                threading.Thread(target=self.read, args=(source, way), daemon=True).start()
                threading.Thread(target=self.write, args=(source, sink, way), daemon=True).start()

    def takes(self):
        """Seconds that the next packet takes."""
        seconds = self.delay + self.jitter * self.random.uniform(-1, 1)
        while self.random.random() < self.loss:
            seconds += 2 * self.delay + self.RESEND
        return seconds

    def read(self, source, way):
        try:
            while data := source.recv(4096):
                way.put((time.monotonic() + self.takes(), data))
        except OSError:
            pass
        way.put((0, None))

    def write(self, source, sink, way):
        try:
            while True:
                due, data = way.get()
                if data is None:
                    break
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
        while data is not None:  # let the reader end
            _, data = way.get()

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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    for name in ("delay", "jitter", "loss"):
        parser.add_argument(f"--{name}", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with Lossy(("127.0.0.1", options.port), options.delay, options.jitter, options.loss, options.seed) as line:
        print(line.port, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
