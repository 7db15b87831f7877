"""Usage: run.py POSED COMMAND...: script.json against a live daemon; COMMAND URL is a client that does what it is told, line by line.

A step is something to do and what must hold of the answer: Python expressions of its members, of `who` (the only character) and of what
earlier steps saved. The daemon is killed and started again where the script says so. Between the two is a relay, which says in the daemon's name
what a daemon with little to do does not: {"say": a message}.
"""
import importlib.util
import json
import math
import os
import queue
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))


def load(name, file):
    spec = importlib.util.spec_from_file_location(name, os.path.join(HERE, "..", file))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


daemon, glb = load("daemon", "posed.py"), load("glb", "person_glb.py")


def start(program, models, **options):
    """A daemon that knows the character `hero`."""
    server = daemon.Posed(program, models, **options)
    reply = server.ask("PUT", "/v1/characters/hero", glb.person(), (("Content-Type", "model/gltf-binary"),))
    if reply.status != 201:
        raise RuntimeError(f"hero is refused: {reply.status} {reply.body[:300]}")
    return server


class Relay:
    """Everything to the daemon and back; `say` puts a text between two of the daemon's WebSocket frames."""

    def __init__(self, to):
        self.to, self.said = to, queue.Queue()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = "ws://127.0.0.1:%d/v1/stream" % self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client = self.listener.accept()[0]
            try:
                server = socket.create_connection(self.to)
            except OSError:  # it was killed
                client.close()
                continue
            for s in (client, server):
                s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self.forward, args=(client, server, self.whole), daemon=True).start()
            threading.Thread(target=self.forward, args=(server, client, self.frames), daemon=True).start()

    def forward(self, source, sink, pump):
        try:
            pump(source, sink)
        except OSError:
            pass
        for s in (source, sink):
            try:
                s.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    @staticmethod
    def whole(source, sink):
        while data := source.recv(1 << 16):
            sink.sendall(data)

    def frames(self, source, sink):
        def read(count):
            data = b""
            while len(data) < count:
                more = source.recv(count - len(data))
                if not more:
                    raise OSError
                data += more
            return data

        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += read(1)
        sink.sendall(head)
        while True:
            frame = read(2)
            size = frame[1] & 127
            if size > 125:
                frame += read(2 if size == 126 else 8)
                size = int.from_bytes(frame[2:], "big")
            sink.sendall(frame + read(size))
            while frame[0] & 0x80 and not self.said.empty():  # not between the fragments of one message
                text = json.dumps(self.said.get()).encode()
                sink.sendall(bytes([0x81]) + (bytes([len(text)]) if len(text) < 126 else struct.pack(">BH", 126, len(text))) + text)


class Client:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put("")

    def ask(self, command, within=30):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        line = self.lines.get(timeout=within)
        if not line:
            raise RuntimeError(f"the client ended at {command!r}")
        return json.loads(line)

    def end(self):
        self.process.stdin.close()
        try:
            self.process.wait(3)
        except subprocess.TimeoutExpired:
            self.process.kill()


def failures(step, answer, saved):
    characters = sorted(answer.get("characters") or [], key=lambda c: c["id"]) or [None]
    answer.update(characters=characters, who=characters[0])
    names = {**answer, "saved": saved, "bones": glb.BONES, "dist": math.dist, "abs": abs, "len": len, "sum": sum}
    for check in step.get("check", []):
        try:
            if not eval(check, {"__builtins__": {}}, names):
                yield f"not {check}"
        except Exception as error:
            yield f"{check}: {error!r}"
    if not step.get("check") and "code" in answer:
        yield "an error"
    for name, to in step.get("save", {}).items():
        saved[to] = answer.get(name)


def state(server, client):
    """What there is to know of a run that stands still: is either of the two dead, and what does the daemon count and say?"""
    ended = f"client {client.process.poll()}, posed {server.process.poll()} (None: runs)"
    try:
        counts = [line for line in server.ask("GET", "/metrics").body.decode().split("\n") if line.startswith(("posed_stream", "posed_frames"))]
    except (OSError, AttributeError) as error:
        counts = [f"no metrics: {error!r}"]
    return "\n".join([ended, *counts, server.log_text()[-2000:]])


def main():
    program, command = sys.argv[1], sys.argv[2:]
    models, saved, failed = tempfile.mkdtemp(prefix="posed-conformance-"), {}, 0
    os.symlink(os.path.abspath("models/motion.safetensors"), f"{models}/motion.safetensors")  # whose feet stand: it waits for a footstep
    os.symlink(os.path.abspath("models/emotes.safetensors"), f"{models}/emotes.safetensors")
    server = start(program, models)
    address = "%s:%d" % server.address
    relay = Relay(server.address)
    client = Client([*command, relay.url])
    with open(os.path.join(HERE, "script.json")) as file:
        steps = json.load(file)
    try:
        for step in steps:
            if step.get("daemon") == "kill":
                server.signal(signal.SIGKILL)
                server.stop()
            elif "say" in step:
                relay.said.put(step["say"])
            elif step.get("daemon") == "start":
                server = start(program, models, listen=address)
            else:
                answer = client.ask(step["do"])
                wrong = list(failures(step, answer, saved))
                failed += bool(wrong)
                print(f"not ok - {step['name']}: {'; '.join(wrong)}: {json.dumps(answer)[:600]}" if wrong else f"ok - {step['name']}", flush=True)
    except (queue.Empty, RuntimeError, OSError, ValueError) as error:
        failed += 1
        print(f"not ok - {step.get('name')}: no answer {error!r}; {state(server, client)}", flush=True)
    finally:
        client.end()
        server.stop()
        shutil.rmtree(models)
    return failed > 0


sys.exit(main())
