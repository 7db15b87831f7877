"""Usage: secrets_walk.py BUILD FOLDER: the checks of secrets.sh."""
import hashlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import traceback
import urllib.error
import urllib.request
import warnings

BUILD, FOLDER = sys.argv[1:3]
ROOT = os.getcwd()
MARK = "S3cr3tMARK"
GOOD = f"right-{MARK}-key"
# Keys that are wrong, each in its own way. All have the mark, which no output may have.
KEYS = {
    "unknown": f"wrong-{MARK}-key",
    "line end": f"wrong-{MARK}-key\n",
    "line end of Windows": f"wrong-{MARK}-key\r\n",
    "two lines": f"wrong-{MARK}\nkey",
    "a header behind it": f"wrong-{MARK}\r\nX-Posed: 1",
    "blank in front": f" wrong-{MARK}-key",
    "blank inside": f"wrong {MARK} key",
    "tab": f"wrong\t{MARK}",
    "control character": f"wrong\x07{MARK}",
    "letter beyond ASCII": f"wröng-{MARK}",
    "quotes": f'"wrong-{MARK}"',
    "percent sign": f"wrong%0a{MARK}",
    "the word Bearer": f"Bearer wrong-{MARK}",
    "a token without a signature": f"eyJhbGciOiJub25lIn0.eyJzdWIiOiJ{MARK}In0.",
    "a hash": hashlib.sha256(MARK.encode()).hexdigest() + MARK,
    "very long": f"{MARK}-" + "x" * 20000,
}
failed = False


def check(sentence, outputs):
    """outputs: texts, of which none may have the mark, by where they are from."""
    global failed
    bad = [f"{name}: {re.sub(MARK, '<KEY>', text)[:300]}" for name, text in outputs.items() if MARK.lower() in text.lower()]
    print(f"ok - {sentence} ({len(outputs)} outputs)" if not bad and outputs else f"not ok - {sentence}: {bad[:4]}")
    sys.stdout.flush()
    failed |= bool(bad) or not outputs


def run(*command, **more):
    """Returns all that a program writes in at most some seconds."""
    try:
        done = subprocess.run(command, capture_output=True, cwd=FOLDER, timeout=8, **more)
        return (done.stdout + done.stderr).decode(errors="replace")
    except subprocess.TimeoutExpired as late:
        return ((late.stdout or b"") + (late.stderr or b"")).decode(errors="replace")
    except ValueError as error:  # a NUL cannot be an argument
        return str(type(error))


class Daemon:
    def __init__(self, keys, *options):
        self.log = os.path.join(FOLDER, "posed.log")
        with open(os.path.join(FOLDER, "keys"), "w", encoding="utf-8") as file:
            file.write(keys)
        with open(self.log, "w", encoding="utf-8") as log:
            self.process = subprocess.Popen([f"{BUILD}/posed", "--listen", "127.0.0.1:0", "--access-keys-file", os.path.join(FOLDER, "keys"), "--log-level", "debug", *options],
                                            stdout=subprocess.PIPE, stderr=log, text=True)
        self.address = re.search(r"127\.0\.0\.1:\d+", self.process.stdout.readline() or "127.0.0.1:0")[0]

    def end(self):
        self.process.terminate()
        self.process.wait()
        with open(self.log, encoding="utf-8", errors="replace") as log:
            return log.read()


def tools(address):
    """Each command of posedctl that has --key, by its help, so that a new one is walked too."""
    commands = re.findall(r"^  ([a-z][\w-]+) ", run(f"{BUILD}/posedctl", "--help"), re.M)
    keyed = [c for c in commands if re.search(r"^ +--key ", run(f"{BUILD}/posedctl", c, "--help"), re.M)]
    assert len(keyed) >= 3, keyed
    outputs = {}
    for command in keyed:
        more = ["-o", "out.psdr", "--seconds", "1"] if command == "record" else []
        for name, key in KEYS.items():
            url = ["--url", f"ws://{address}/v1/stream"]
            file = os.path.join(FOLDER, "key")
            with open(file, "w", encoding="utf-8", newline="") as out:
                out.write(key)
            environment = {k: v for k, v in os.environ.items() if k != "POSED_KEY"}
            outputs[f"{command} --key, {name}"] = run(f"{BUILD}/posedctl", command, *url, *more, "--key", key, env=environment)
            outputs[f"{command} --key @FILE, {name}"] = run(f"{BUILD}/posedctl", command, *url, *more, "--key", f"@{file}", env=environment)
            outputs[f"{command} $POSED_KEY, {name}"] = run(f"{BUILD}/posedctl", command, *url, *more, env={**environment, "POSED_KEY": key})
        key = KEYS["unknown"]
        for name, words in {"twice": ["--key", key, "--key", key], "with =": [f"--key={key}"], "of nobody": ["--url", "ws://127.0.0.1:1/v1/stream", "--key", key],
                            "in the address": ["--url", f"ws://user:{key}@{address}/v1/stream"],
                            "in the query": ["--url", f"ws://{address}/v1/stream?ticket={key}"]}.items():
            outputs[f"{command}, {name}"] = run(f"{BUILD}/posedctl", command, *more, *words)
    return outputs


def in_addresses(address, key):
    return {"before the host": f"http://user:{key}@{address}", "alone before the host": f"http://{key}@{address}", "in the query": f"http://{address}?key={key}",
            "in the fragment": f"http://{address}#{key}", "without a scheme": f"{address}?key={key}"}


def python_client(address):
    import posed
    outputs = {}
    for name, key in KEYS.items():
        for what, work in {
            "models": lambda c: c.models(),
            "mesh": lambda c: c.mesh(betas=[1]),
            "put": lambda c: c.put_character("me", b"glTF"),
            "stream": lambda c: c.sync_stream(attempts=1).__enter__(),
            "repr": lambda c: print(repr(c), str(c), repr(c.stream())),
        }.items():
            said = ""
            with warnings.catch_warnings(record=True) as warned:
                warnings.simplefilter("always")
                try:
                    client = posed.Client(f"http://{address}", key=key)
                    if what == "repr":
                        said = repr(client) + str(client) + repr(client.stream())
                    else:
                        work(client)
                except Exception:
                    said = traceback.format_exc()
            # The traceback quotes lines of this program, which name the variable and not the key.
            outputs[f"Python, {what}, {name}"] = said + "".join(str(w.message) for w in warned)
    key = KEYS["unknown"]
    for where, url in in_addresses(address, key).items():
        for what, work in {"client": lambda: posed.Client(url.replace("ws", "http")).models(),
                           "stream": lambda: posed.SyncStream(url.replace("http", "ws"), attempts=1).__enter__()}.items():
            try:
                work()
            except Exception:
                outputs[f"Python, {what}, {where}"] = traceback.format_exc()
    return outputs


NODE = """
import { Posed, Stream } from "%s/clients/js/src/index.js";
import WebSocket from "%s/tests/e2e/node_modules/ws/wrapper.mjs";
const [address, keys, addresses] = [process.argv[2], ...process.argv.slice(3).map((text) => JSON.parse(text))];
async function said(name, work) {
  let text = "";
  try {
    text = String(await work());
  } catch (error) {
    text = `${error.stack} ${error.message} ${error.cause?.stack ?? ""} ${JSON.stringify(error)}`;
  }
  console.log(JSON.stringify([name, text]));
}
for (const [name, key] of Object.entries(keys)) {
  const client = () => new Posed(`http://${address}`, { key });
  await said(`models, ${name}`, async () => (await client().models(), ""));
  await said(`mesh, ${name}`, async () => (await client().mesh("default"), ""));
  await said(`stream, ${name}`, async () => (await client().stream({ WebSocket, attempts: 1 }).open(), ""));
  await said(`as text, ${name}`, () => `${client()} ${JSON.stringify(client())}`);
  await said(`set, ${name}`, () => ((new Posed(`http://${address}`).key = key), ""));
}
for (const [name, url] of Object.entries(addresses)) {
  await said(`client, ${name}`, async () => (await new Posed(url).models(), ""));
  await said(`stream, ${name}`, async () => (await new Stream(url.replace("http", "ws"), { WebSocket, attempts: 1 }).open(), ""));
}
process.exit(0);
"""


def node_client(address):
    program = os.path.join(FOLDER, "walk.mjs")
    with open(program, "w", encoding="utf-8") as file:
        file.write(NODE % (ROOT, ROOT))
    done = subprocess.run(["node", program, address, json.dumps(KEYS), json.dumps(in_addresses(address, KEYS["unknown"]))], capture_output=True, text=True, timeout=120)
    outputs = {f"JavaScript, {name}": said for name, said in (json.loads(line) for line in done.stdout.splitlines() if line.startswith("["))}
    assert len(outputs) == 5 * len(KEYS) + 10, done.stdout[-300:] + done.stderr[-800:].replace(MARK, "<KEY>")
    outputs["JavaScript, console"] = done.stderr
    return outputs


CSHARP = """
using System; using PosedClient;
static class Walk {
    static void Main(string[] words) {
        for (int i = 1; i < words.Length; i++) {
            try {
                var session = new Session();
                using (var line = new Line(session, "ws://" + words[0] + "/v1/stream") { Key = words[i] }) {
                    var until = DateTime.UtcNow.AddSeconds(1);
                    while (DateTime.UtcNow < until) { line.Update(Environment.TickCount / 1000.0); System.Threading.Thread.Sleep(20); }
                    Console.WriteLine(line.ToString() + session.ToString());
                }
            } catch (Exception error) { Console.WriteLine(error.ToString()); }
            try { Http.Request("http://" + words[0], "GET", "/v1/models", null, null, words[i]).Wait(5000); } catch (Exception error) { Console.WriteLine(error.ToString()); }
        }
        try { new Line(new Session(), "ws://user:" + words[1] + "@" + words[0] + "/v1/stream").Open(); } catch (Exception error) { Console.WriteLine(error.ToString()); }
        try { Http.Request("http://user:" + words[1] + "@" + words[0], "GET", "/v1/models").Wait(5000); } catch (Exception error) { Console.WriteLine(error.ToString()); }
    }
}
"""


def csharp_client(address):
    program = os.path.join(FOLDER, "walk.cs")
    with open(program, "w", encoding="utf-8") as file:
        file.write(CSHARP)
    built = subprocess.run(["mcs", f"-out:{FOLDER}/walk.exe", program, f"{ROOT}/clients/unity/Posed.cs"], capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    done = subprocess.run(["mono", f"{FOLDER}/walk.exe", address, *[k for k in KEYS.values() if len(k) < 1000]], capture_output=True, text=True, timeout=120)
    return {"C#": done.stdout + done.stderr}


def requests(address):
    """Replies of the daemon to keys in every place of a request. The reply may go to logs of the client, so it has no key either."""
    outputs = {}
    host, port = address.split(":")
    for name, key in KEYS.items():
        raw = key.encode()
        for where, head in {
            "Authorization": b"GET /v1/models HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + raw,
            "another scheme": b"GET /v1/models HTTP/1.1\r\nHost: x\r\nAuthorization: Basic " + raw,
            "a stream": b"GET /v1/stream HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nAuthorization: Bearer " + raw,
            "a subprotocol": b"GET /v1/stream HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: posed.v1, " + raw,
            "a cookie": b"GET /v1/models HTTP/1.1\r\nHost: x\r\nCookie: key=" + raw,
        }.items():
            with socket.create_connection((host, int(port)), 10) as wire:
                wire.settimeout(3)
                try:
                    wire.sendall(head + b"\r\nConnection: close\r\n\r\n")
                    got = b""
                    while True:
                        part = wire.recv(65536)
                        if not part:
                            break
                        got += part
                except OSError:
                    pass
            outputs[f"{where}, {name}"] = got.decode(errors="replace")
    # The daemon's log has the path of a request and no query.
    for query in ("key", "ticket", "access_token", "token"):
        try:
            urllib.request.urlopen(f"http://{address}/v1/models?{query}={KEYS['unknown']}")
        except urllib.error.HTTPError as error:
            error.read()
    return outputs


def keys_files():
    """Keys files that the daemon refuses: a key in place of its hash, and others."""
    outputs = {}
    for name, text in {"a key for its hash": f"shop read {KEYS['unknown']}\n", "a key alone": f"{KEYS['unknown']}\n", "a key for the scopes": f"shop {KEYS['unknown']} {'0' * 64}\n",
                       "a key for the name": f"{KEYS['unknown']} read {'0' * 64}\n", "a key with = as an option": f"shop read {'0' * 64} wrong-{MARK}=\n", "a key as an option": f"shop read {'0' * 64} {KEYS['unknown']}\n", "a long hash": f"shop read {'0' * 64}{MARK}\n"}.items():
        daemon = Daemon(text)
        outputs[f"keys file, {name}"] = daemon.end()
        outputs[f"--check-config, {name}"] = run(f"{BUILD}/posed", "--check-config", "--access-keys-file", os.path.join(FOLDER, "keys"))
    with open(os.path.join(FOLDER, "redis"), "w", encoding="utf-8") as file:
        file.write(f"{KEYS['two lines']}")
    outputs["password of Redis"] = run(f"{BUILD}/posed", "--listen", "127.0.0.1:0", "--cluster-redis", "127.0.0.1:1", "--cluster-password-file", os.path.join(FOLDER, "redis"))
    with open(os.path.join(FOLDER, "secrets"), "w", encoding="utf-8") as file:
        file.write(f"whsec_{MARK}\n{MARK}\n")
    outputs["secret of webhooks"] = run(f"{BUILD}/posed", "--check-config", "--webhooks-allow", "example.org", "--webhooks-secret-file", os.path.join(FOLDER, "secrets"))
    return outputs


daemon = Daemon(f"page read,stream {hashlib.sha256(GOOD.encode()).hexdigest()}\n")
check("no command of posedctl writes a key", tools(daemon.address))
check("the Python client has no key in its errors", python_client(daemon.address))
if shutil.which("node") and os.path.exists("tests/e2e/node_modules/ws"):
    check("the JavaScript client has no key in its errors", node_client(daemon.address))
else:
    print("# not run, for want of node or ws: the JavaScript client has no key in its errors")
if shutil.which("mcs"):
    check("the C# client has no key in its errors", csharp_client(daemon.address))
else:
    print("# not run, for want of mono-mcs: the C# client has no key in its errors")
check("replies of the daemon have no key", requests(daemon.address))
check("the log of the daemon has no key", {"log": daemon.end()})
check("keys files that are refused are not quoted", keys_files())
sys.exit(failed)
