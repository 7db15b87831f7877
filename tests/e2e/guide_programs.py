"""Usage: guide_programs.py ADDRESS FOLDER: runs blocks of the guides in FOLDER against the daemon at ADDRESS (HOST:PORT); see guide_programs.sh."""
import asyncio
import base64
import hashlib
import hmac
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
import time
import urllib.request

import blocks

ADDRESS, FOLDER = sys.argv[1:3]
ROOT = os.getcwd()
failed = False


def block(page, start, language=None):
    """Returns the text of a page's block that begins so, with this daemon's address."""
    found = [b for b in blocks.blocks(page) if b.lines and b.lines[0].strip().startswith(start) and language in (None, b.language)]
    assert len(found) == 1, f"{page} has {len(found)} blocks that begin with {start!r}"
    return "\n".join(found[0].lines).replace("127.0.0.1:8080", ADDRESS).replace("localhost:8080", ADDRESS)


def check(sentence):
    """Runs a function at once as a check with that sentence."""
    def run(function):
        global failed
        try:
            lacks = function()
            print(f"ok - {sentence}" if not lacks else f"# not run, for want of {lacks}: {sentence}")
        except Exception as error:
            failed = True
            print(f"not ok - {sentence}: {error!r}"[:1500])
        sys.stdout.flush()
    return run


def run(*command, code=0, **more):
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, timeout=300, **more)
    assert done.returncode == code, f"{command}: {done.returncode}: {done.stdout[-500:]} {done.stderr[-800:]}"
    return done.stdout


def write(name, text):
    with open(os.path.join(FOLDER, name), "w", encoding="utf-8") as file:
        file.write(text)


def is_there(module):
    return importlib.util.find_spec(module) is not None


@check("the Python client's page: bodies, a motion, and a stream without asyncio, one after the other")
def _():
    page = "clients/python/README.md"
    write("readme.py", "\n".join(block(page, start) for start in ("import posed", "walk = ", "with client.sync_stream")))
    out = run(sys.executable, "readme.py")
    assert len(out.splitlines()) > 60, out[:300]


@check("the Python client's page: a stream with asyncio")
def _():
    text = textwrap.indent(block("clients/python/README.md", "async with client.stream"), "    ")
    write("readme_async.py", f'import asyncio\nimport posed\n\nclient = posed.Client("http://{ADDRESS}")\n\nasync def main():\n{text}\n\nasyncio.run(main())\n')
    assert "arrived" in run(sys.executable, "readme_async.py")


@check("the Python client's page: derivatives with PyTorch")
def _():
    if not is_there("torch"):
        return "PyTorch"
    write("torch_readme.py", f'import posed\nclient = posed.Client("http://{ADDRESS}")\n' + block("clients/python/README.md", "import torch") + "\nassert pose.grad.abs().max() > 0\n")
    run(sys.executable, "torch_readme.py")
    return None


@check("pip installs the client as its page says")
def _():
    if not is_there("pip"):
        return "python3-pip"
    # Debian's own Python takes packages for a folder only; the page says so, and what to do without a network.
    run(sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-build-isolation", "--target", f"{FOLDER}/installed", f"{ROOT}/clients/python")
    run(sys.executable, "-c", "import posed; assert 'installed' in posed.__file__", env={**os.environ, "PYTHONPATH": f"{FOLDER}/installed"})
    return None


@check("emotes in Python play")
def _():
    text = textwrap.indent(block("docs/guide/emotes.md", "await character.play(\"nod\")"), "        ")
    write("emotes.py", f'import asyncio\nimport posed\n\nasync def main():\n    async with posed.Client("http://{ADDRESS}").stream() as stream:\n'
                       f"        character = await stream.spawn()\n{text}\n\nasyncio.run(main())\n")
    run(sys.executable, "emotes.py")


@check("rooms: two players and ten more enter the room and see each other")
def _():
    text = block("docs/guide/rooms.md", "import asyncio")
    write("player.py", text)
    script = block("docs/guide/rooms.md", "python3 player.py") + " &\n" + block("docs/guide/rooms.md", "for name in")
    # Everybody plays for a while, then the shell ends them. The words come at the beginning.
    script = script.replace("python3 ", f"timeout 30 {sys.executable} -u ")
    out = run("bash", "-c", f"{{\n{script}\nwait\n}} 2>&1; true", env={**os.environ, "PYTHONPATH": f"{ROOT}/clients/python"})
    assert "says: hello" in out and "12 people are here" in out, out[-500:]


@check("rooms: a room with a secret is entered")
def _():
    urllib.request.urlopen(urllib.request.Request(f"http://{ADDRESS}/v1/scenes/yard", b'{"walls":[]}', {"Content-Type": "application/json"}, method="PUT"))
    line = block("docs/guide/rooms.md", "stream = client.stream")
    write("secret.py", f'import asyncio\nimport posed\n\nclient = posed.Client("http://{ADDRESS}")\n\nasync def main():\n    {line}\n    async with stream:\n'
                       "        print(len(stream.welcome['members']))\n\nasyncio.run(main())\n")
    assert run(sys.executable, "secret.py").strip() == "1"


@check("a webhook's signature is checked by the program of the guide")
def _():
    space = {}
    exec(block("docs/guide/webhooks.md", "import base64"), space)
    secret, body, now = "whsec_" + base64.b64encode(b"0123456789abcdef").decode(), b'{"type":"job.done"}', str(int(time.time()))
    good = base64.b64encode(hmac.new(b"0123456789abcdef", b"msg_1." + now.encode() + b"." + body, hashlib.sha256).digest()).decode()
    headers = {"webhook-id": "msg_1", "webhook-timestamp": now, "webhook-signature": f"v1,{good}"}
    assert space["is_ours"](headers, body, secret)
    assert not space["is_ours"](headers, body + b" ", secret)
    assert not space["is_ours"]({**headers, "webhook-timestamp": "1"}, body, secret)


@check("a token that the guide's commands and program make opens a daemon")
def _():
    if not is_there("jwt"):
        return "python3-jwt"
    start = [line for line in block("docs/guide/tokens.md", "mkdir keys").split("\n") if line]
    run("bash", "-ec", "\n".join(start[:-1]))
    write("make_token.py", block("docs/guide/tokens.md", "import time, jwt"))
    token = run(sys.executable, "make_token.py").strip()
    daemon = subprocess.Popen(["bash", "-c", f"exec {start[-1]} --listen 127.0.0.1:0 --models-dir {ROOT}/models"], cwd=FOLDER, stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL)
    try:
        address = re.search(r"http://\S+", daemon.stdout.readline())[0]
        for headers, status in (({"Authorization": f"Bearer {token}"}, 200), ({}, 401)):
            try:
                got = urllib.request.urlopen(urllib.request.Request(f"{address}/v1/models", headers=headers)).status
            except urllib.error.HTTPError as error:
                got = error.code
            assert got == status, (headers, got)
    finally:
        daemon.terminate()
        daemon.wait()
    return None


@check("a script of the guide about motion walks, and one with two hands that reach")
def _():
    write("walk.yaml", block("docs/guide/motion.md", "seconds: 10"))
    run("posedctl", "rollout", "--script", "walk.yaml", "-o", "walk.npz")
    write("reach.yaml", "seconds: 2\nscript:\n  - {t: 0, move: [0, 0]}\n" + block("docs/guide/ik.md", "reach:"))
    run("posedctl", "rollout", "--script", "reach.yaml", "-o", "reach.npz")


@check("the configurations of the guides are read")
def _():
    write("posed.yaml", block("docs/guide/speech.md", "speech:"))
    subprocess.run(["posed", "--config", "posed.yaml", "--check-config"], cwd=FOLDER, check=True, timeout=60)
    for page, start in (("docs/guide/mhr.md", "models:"), ("docs/guide/operations.md", "preload:")):
        write("posed.yaml", block(page, start))
        # The file of the model is not there: the check gets as far as that.
        out = subprocess.run(["posed", "--config", "posed.yaml", "--check-config"], cwd=FOLDER, capture_output=True, text=True, timeout=60)
        assert re.search(r"(mhr.safetensors|smpl.pkl): (cannot be opened|No such file)", out.stdout + out.stderr), (page, out)


@check("a person speaks in a script and on the stream")
def _():
    for start, query in (('{"seconds":4', "format=npz"), ('{"seconds":8', "format=json")):
        script = block("docs/guide/speech.md", start).encode()
        reply = urllib.request.urlopen(urllib.request.Request(f"http://{ADDRESS}/v1/motions/rollout?{query}", script, {"Content-Type": "application/json"}))
        assert reply.status == 200

    async def main():
        import websockets
        async with websockets.connect(f"ws://{ADDRESS}/v1/stream", subprotocols=["posed.v1"]) as socket:
            async def until(kind):
                while True:
                    text = await asyncio.wait_for(socket.recv(), 60)
                    message = json.loads(text) if isinstance(text, str) else {"type": "frame"}
                    assert message["type"] != "error", message
                    if message["type"] == kind:
                        return message
            await socket.send('{"type":"join"}')
            await socket.send('{"type":"spawn","ref":"1","body":{"model":"person"}}')
            person = await until("spawned")
            await socket.send('{"type":"spawn","ref":"1","body":{"model":"person"}}')
            partner = (await until("spawned"))["id"]
            lines = [line for start in ("speak", "hear", "feel") for line in block("docs/guide/speech.md", '{"type":"' + start + '"').split("\n")]
            for message in (json.loads(line.replace("AAABAAIA...", "AAABAAIA" * 30)) for line in lines):
                message.update(id=person["id"], ref="2", **({"partner": partner} if "partner" in message else {}))
                await socket.send(json.dumps(message))
                await until("done")
    asyncio.run(main())


@check("a character walks in node without a daemon")
def _():
    if not shutil.which("node"):
        return "node"
    text = block("clients/core/README.md", "import { readFile }").replace('"posed-core"', f'"{ROOT}/clients/core/src/index.js"').replace("models/motion", f"{ROOT}/models/motion")
    write("core.mjs", text)
    assert re.match(r"\d+ Float", run("node", "core.mjs")), "the joints and the root"
    return None


sys.exit(failed)
