"""The blocks of code of README.md, docs/guide and the clients' READMEs, and what becomes of each: guides.py runs the commands, TESTS names the test that
runs or builds a block of another kind, SHOWN says why a block is no program, and NEEDS what the tests lack for one. Without a row the check fails.

    blocks.py           checks that every block has one of these, and that every row has a block (make lint)
    blocks.py --list    prints what is not run, with the reason"""
import glob
import os
import re
import sys
from collections import namedtuple

Block = namedtuple("Block", "page line language lines")

# Words with which a command begins. A block that begins with one is a block of commands, which guides.py runs line by line.
COMMAND = re.compile(r"(\$ |# )?(build/)?(posedctl|posed|curl|mkdir|git|make|npm|npx|python3|pip|cc|c\+\+|godot|openssl|kubectl|nginx|haproxy|caddy|envoy|for|echo|"
                     r"printf|cat|jq|cp|mpirun|srun|\./\w+|key=|POSED_\w+=|(bend|pose|betas)\(\)) ")

# (page, beginning of the block): the test that runs it.
TESTS = {
    ("README.md", "git clone"): "tests/e2e/readme.sh",
    ("docs/guide/agents.md", '{"mcpServers"'): "tests/e2e/fields.sh",
    ("docs/guide/characters.md", "import { Posed, fillCharacter }"): "tests/browser/guides.sh",
    ("docs/guide/characters.md", '{"type":"profile"'): "tests/e2e/characters.sh",
    ("docs/guide/characters.md", '{"type":"face"'): "tests/e2e/face_stream.sh",
    ("docs/guide/clients.md", ""): "tests/e2e/clients_doc.sh",
    ("docs/guide/clients.md", "import { Posed, waitingFetch }"): "tests/browser/guides.sh",
    ("docs/guide/element.md", "<script type"): "tests/browser/element.mjs",
    ("docs/guide/element.md", "import { PosedCharacter }"): "tests/browser/guides.sh",
    ("docs/guide/emotes.md", "await character.play(\"wave\")"): "tests/browser/guides.sh",
    ("docs/guide/emotes.md", "await character.play(\"nod\")"): "tests/e2e/guide_programs.sh",
    ("docs/guide/emotes.md", '{"seconds": 8'): "tests/e2e/play.sh",
    ("docs/guide/face.md", "import { Stream }"): "tests/browser/guides.sh",
    ("docs/guide/fit.md", "import { Stream }"): "tests/browser/guides.sh",
    ("docs/guide/godot.md", "extends Node3D"): "tests/e2e/games.sh",
    ("docs/guide/godot.md", "line.profile"): "tests/e2e/games.sh",
    ("docs/guide/ik.md", "reach:"): "tests/e2e/guide_programs.sh",
    ("docs/guide/maker.md", "<script type"): "tests/browser/maker.mjs",
    ("docs/guide/mhr.md", "models:"): "tests/e2e/guide_programs.sh",
    ("docs/guide/motion.md", "seconds: 10"): "tests/e2e/guide_programs.sh",
    ("docs/guide/operations.md", "preload:"): "tests/e2e/guide_programs.sh",
    ("docs/guide/proxies.md", "events {}"): "tests/e2e/proxies_guide.sh",
    ("docs/guide/proxies.md", "defaults"): "tests/e2e/proxies_guide.sh",
    ("docs/guide/proxies.md", "example.org {"): "tests/e2e/proxies_guide.sh",
    ("docs/guide/proxies.md", ":80 {"): "tests/e2e/proxies_guide.sh",
    ("docs/guide/prediction.md", "const stream = posed.stream"): "tests/e2e/predict.sh",
    ("docs/guide/prediction.md", "posed_predictor *p"): "tests/unit/server/stage/test_predicted.c",
    ("docs/guide/react.md", ""): "tests/browser/guides.sh",
    ("docs/guide/vue.md", ""): "tests/browser/guides.sh",
    ("docs/guide/svelte.md", ""): "tests/browser/guides.sh",
    ("docs/guide/nextjs.md", ""): "tests/browser/guides.sh",
    ("docs/guide/nuxt.md", ""): "tests/browser/guides.sh",
    ("docs/guide/rooms.md", "import asyncio"): "tests/e2e/guide_programs.sh",
    ("docs/guide/rooms.md", "import { Posed }"): "tests/browser/guides.sh",
    ("docs/guide/rooms.md", "python3 player.py"): "tests/e2e/guide_programs.sh",
    ("docs/guide/rooms.md", "for name in"): "tests/e2e/guide_programs.sh",
    ("docs/guide/rooms.md", "stream = client.stream"): "tests/e2e/guide_programs.sh",
    ("docs/guide/site.md", "make site"): "tests/e2e/site.sh",
    ("docs/guide/speech.md", "button.onclick"): "tests/browser/guides.sh",
    ("docs/guide/speech.md", '{"type":"speak"'): "tests/e2e/guide_programs.sh",
    ("docs/guide/speech.md", '{"type":"hear"'): "tests/e2e/guide_programs.sh",
    ("docs/guide/speech.md", '{"type":"feel"'): "tests/e2e/guide_programs.sh",
    ("docs/guide/speech.md", '{"seconds":4'): "tests/e2e/guide_programs.sh",
    ("docs/guide/speech.md", '{"seconds":8'): "tests/e2e/guide_programs.sh",
    ("docs/guide/speech.md", "speech:"): "tests/e2e/guide_programs.sh",
    ("docs/guide/tokens.md", "mkdir keys"): "tests/e2e/guide_programs.sh",
    ("docs/guide/tokens.md", "import time, jwt"): "tests/e2e/guide_programs.sh",
    ("docs/guide/unity.md", "using "): "tests/e2e/games.sh",
    ("docs/guide/webhooks.md", "import base64"): "tests/e2e/guide_programs.sh",
    ("clients/core/README.md", "import { readFile }"): "tests/e2e/guide_programs.sh",
    ("clients/js/README.md", ""): "tests/browser/guides.sh",
    ("clients/python/README.md", ""): "tests/e2e/guide_programs.sh",
}
# Blocks that are no programs.
SHOWN = {
    ("docs/guide/batch.md", "# everybody"): "the lines of a list, which the next commands read",
    ("docs/guide/batch.md", "--model default"): "the lines of a list",
    ("docs/guide/characters.md", "hero.vrm: 22"): "what the command prints",
    ("docs/guide/characters.md", '{"bone"'): "a part of a reply",
    ("docs/guide/characters.md", "rig: mesh:"): "an error",
    ("docs/guide/characters.md", "/clip: no"): "an error",
    ("docs/guide/characters.md", "face: what is most"): "an error",
    ("docs/guide/cluster.md", "client --wss"): "a drawing",
    ("docs/guide/csp.md", ""): "policies; tests/browser/element.mjs loads pages with them",
    ("docs/guide/element.md", "connect-src"): "a policy; tests/browser/element.mjs loads pages with it",
    ("docs/guide/fleet.md", "client --wss"): "a drawing",
    ("docs/guide/fleet.md", "wss://"): "an address",
    ("docs/guide/ik.md", "Q_k"): "an equation",
    ("docs/guide/learn.md", "people/poses/ann"): "names of files",
    ("docs/guide/learn.md", "E = "): "an equation",
    ("docs/guide/mhr.md", "q = A p"): "equations",
    ("docs/guide/motion.md", "--hidden"): "options of a training",
    ("docs/guide/operations.md", "crowd read"): "a line of a keys file",
    ("docs/guide/operations.md", '{"time"'): "a line of the log",
    ("docs/guide/webhooks.md", "POST /posed"): "a request",
}
# Blocks for which the tests lack something: the reason.
NEEDS = {
    ("docs/guide/cluster.md", "cluster:"): "a Redis at that address; tests/e2e/cluster.sh starts daemons with one of its own",
    ("docs/guide/cluster.md", "[redis]"): "stunnel and a Redis with TLS elsewhere",
    ("docs/guide/cluster.md", "user posed"): "a Redis with that user",
    ("docs/guide/face.md", "npm install posed-client"): "posed-client in npm's registry, where it is not",
    ("docs/guide/face.md", "const points = face"): "landmarks of a picture; tests/e2e/face_picture.sh sends such a request",
    ("docs/guide/fleet.md", "for port in"): "HAProxy and port 8443; tests/e2e/router.sh runs docker/haproxy.cfg",
    ("docs/guide/fleet.md", "echo \"set server"): "a running HAProxy; tests/e2e/router.sh drains one",
    ("docs/guide/fleet.md", "printf 'set ssl"): "a running HAProxy with a certificate",
    ("docs/guide/fleet.md", "kubectl create"): "a Kubernetes; make lint checks the files",
    ("docs/guide/fleet.md", "rules:"): "a Kubernetes with the Prometheus adapter",
    ("docs/guide/agents.md", "import asyncio"): "port 8080; tests/e2e/rooms.sh has such a character and such orders",
    ("docs/guide/agents.md", "curl http://127.0.0.1:8080/v1/rooms"): "a room with a character; tests/e2e/rooms.sh orders one",
    ("docs/guide/godot.md", "person.speak"): "a screen; tests/e2e/godot/golden.gd calls the functions",
    ("docs/guide/godot.md", "var microphone"): "a microphone; tests/e2e/godot/golden.gd sends such samples",
    ("docs/guide/unity.md", "person.Speak"): "Unity; tests/e2e/unity/Stage.cs calls it with a stand-in of the engine",
    ("docs/guide/unreal.md", "Person->Speak"): "Unreal; tests/e2e/unreal/stage.cpp calls it with a stand-in of the engine",
    ("docs/guide/unreal.md", "Person->Hear"): "Unreal; tests/e2e/unreal/stage.cpp calls it with a stand-in of the engine",
    ("docs/guide/learn.md", "pose()"): "minutes; tests/e2e/learn.sh trains such a model",
    ("docs/guide/learn.md", "posedctl"): "minutes; tests/e2e/learn.sh trains such a model",
    ("docs/guide/mhr.md", "curl -LO"): "Meta's file of MHR, a download of 1 GB",
    ("docs/guide/mhr.md", "posedctl import"): "Meta's file of MHR",
    ("docs/guide/mhr.md", "curl 'localhost"): "Meta's file of MHR",
    ("docs/guide/mhr.md", "jq "): "Meta's file of MHR",
    ("docs/guide/mhr.md", "posedctl convert"): "Meta's file of MHR",
    ("docs/guide/motion.md", "posedctl train-motion"): "captured motions, and days",
    ("docs/guide/operations.md", "posed     "): "port 8080, for all of them; tests/e2e/command.sh and daemon.sh run such commands",
    ("docs/guide/operations.md", "key=$("): "the folder /etc/posed; tests/e2e/daemon.sh makes keys in another one",
    ("docs/guide/operations.md", "posed --tracing"): "a collector; tests/e2e/tracing.sh starts one",
    ("docs/guide/proxies.md", "nginx -t"): "files below /etc; tests/e2e/proxies_guide.sh checks the same configurations elsewhere",
    ("docs/guide/proxies.md", "http:"): "Traefik, which Debian does not have",
    ("docs/guide/proxies.md", "static_resources"): "Envoy, which Debian does not have",
    ("docs/guide/regression.md", ""): "SMPL's files, which need a licence; tests/e2e/regressed.sh runs such commands on files of the same forms",
    ("docs/guide/layouts.md", ""): "files of data sets; tests/e2e/layouts.sh runs such commands on files of the same forms",
    ("docs/guide/rooms.md", "const people = stream.sample()"): "takes a camera of a game; tests/e2e/rooms.sh and clients/js/test/timeline.test.js",
    ("docs/guide/rooms.md", "curl http://127.0.0.1:8080/v1/rooms/plaza/cast"): "takes a tick of now; tests/e2e/rooms.sh",
    ("docs/guide/rooms.md", "posed --listen"): "port 8080; tests/e2e/guide_programs.sh has a daemon at another one",
    ("docs/guide/speech.md", "const microphone"): "a microphone; clients/js/test/hearing.test.js has a stand-in",
    ("docs/guide/speech.md", "await character.feel"): "a page with two characters; clients/js/test/hearing.test.js calls it",
    ("docs/guide/tokens.md", "access:"): "the folder /etc/posed; tests/e2e/tokens.sh has such options",
    ("docs/guide/tokens.md", "curl -fsS https://id"): "an identity provider",
    ("docs/guide/webhooks.md", "$ echo"): "a receiver; tests/e2e/webhooks.sh has one",
    ("clients/godot/README.md", "make run"): "a screen; tests/e2e/games.sh runs the project without one",
}


def pages():
    return ["README.md", *sorted(glob.glob("docs/guide/*.md")), *sorted(glob.glob("clients/*/README.md"))]


def blocks(page):
    """Returns the blocks of a page, between fences or indented."""
    with open(page, encoding="utf-8") as file:
        lines = file.read().split("\n")
    found, i = [], 0
    while i < len(lines):
        fence = re.match(r"( *)```(\S*)", lines[i])
        end = i + 1
        if fence:
            while end < len(lines) and lines[end].strip() != "```":
                end += 1
            found.append(Block(page, i + 1, fence[2], [line[len(fence[1]):] for line in lines[i + 1:end]]))
            end += 1
        elif lines[i].startswith("    ") and not (i and lines[i - 1].strip()):
            while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
                end += 1
            found.append(Block(page, i + 1, "", "\n".join(line[4:] for line in lines[i:end]).rstrip().split("\n")))
        i = end
    return found


def row(table, block):
    """Returns the row of a table for a block, {(page, beginning): text}: the one with the longest beginning. None where there is none."""
    first = next((line.strip() for line in block.lines if line.strip()), "")
    fitting = [key for key in table if key[0] == block.page and first.startswith(key[1])]
    return max(fitting, key=lambda key: len(key[1])) if fitting else None


def is_commands(block):
    return bool(COMMAND.match(next((line.strip() for line in block.lines if line.strip()), "")))


def of_guides():
    """Returns the blocks of commands that guides.py runs, by page."""
    out = {}
    for page in pages():
        own = [b for b in blocks(page) if is_commands(b) and not any(row(table, b) for table in (TESTS, SHOWN, NEEDS))]
        if own:
            out[page] = own
    return out


def main():
    wrong, used, missing = [], set(), []
    for page in pages():
        for block in blocks(page):
            found = [(name, row(table, block)) for name, table in (("TESTS", TESTS), ("SHOWN", SHOWN), ("NEEDS", NEEDS))]
            found = [(name, key) for name, key in found if key]
            used.update(found)
            place = f"{page}:{block.line}"
            best = max((len(key[1]) for _, key in found), default=0)
            if len([1 for _, key in found if len(key[1]) == best]) > 1:
                wrong.append(f"{place}: two rows of tests/e2e/blocks.py fit this block")
            if not found and not is_commands(block):
                wrong.append(f"{place}: nothing runs this block, and tests/e2e/blocks.py does not say why: {block.lines[0].strip()[:60]}")
            for name, key in found:
                if name == "NEEDS" and len(key[1]) == best:
                    missing.append(f"{place}: {NEEDS[key]}")
    tables = {"TESTS": TESTS, "SHOWN": SHOWN, "NEEDS": NEEDS}
    wrong += [f"tests/e2e/blocks.py: {page} has no block that begins with {start!r}" for name, table in tables.items()
              for page, start in table if (name, (page, start)) not in used]
    wrong += [f"tests/e2e/blocks.py: {test} is not there" for test in set(TESTS.values()) if not os.path.exists(test)]
    print("\n".join(missing if "--list" in sys.argv else wrong))
    return bool(wrong) and "--list" not in sys.argv


if __name__ == "__main__":
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
    sys.exit(main())
