"""Usage: tsan.py POSED MODELS SECONDS"""
import os
import random
import shutil
import signal
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from posed import Posed, request  # noqa: E402


def everyday(random_state):
    """A request of some kind."""
    pick = random_state.randrange(14)
    betas = [round(random_state.uniform(-2, 2), 3)]
    if pick < 4:
        return request("POST", "/v1/models/default/mesh?format=bin", {"betas": betas})
    if pick == 4:
        return request("POST", "/v1/models/default/mesh?format=json", {"bodies": [{"betas": betas}] * 40})
    if pick == 5:
        return request("GET", "/v1/models/default/mesh?format=glb")
    if pick == 6:
        return request("POST", "/v1/models/default/joints", {"betas": betas})
    if pick == 7:
        return request("POST", "/v1/models/default/mesh", b"{\"betas\":[1,")
    if pick == 8:
        return request("POST", "/v1/models/default/reload", b"")
    if pick == 9:
        return request("POST", "/v1/models/default/measure", {"betas": betas})
    if pick == 10:
        target = {"joint": "left_wrist", "position": [0.3, 1.2 + betas[0] / 10, 0.3]}
        return request("POST", "/v1/ik/solve", {"targets": [target], "mesh": "glb"})
    return request("GET", random_state.choice(["/healthz", "/readyz", "/metrics", "/v1/models", "/nope"]))


def client(p, seed, until, problems):
    state = random.Random(seed)
    while time.monotonic() < until:
        try:
            with p.wire(60) as wire:
                for _ in range(state.randrange(1, 30)):
                    text = everyday(state)
                    wire.send(text + text if state.randrange(4) == 0 else text)
                    if state.randrange(10) == 0:
                        break  # leaves without its answer
                    reply = wire.reply()
                    if reply is None or reply.status >= 500 and reply.status != 503:
                        problems.append(reply and (reply.status, reply.body[:200]))
                    if time.monotonic() > until:
                        break
        except ConnectionError as problem:
            problems.append(repr(problem))


def main(program, models, seconds):
    folder = f"/tmp/posed-tsan-{os.getpid()}"
    log = f"{folder}/tsan"
    shutil.copytree(models, folder)
    # A report does not change the exit status, which Posed would raise before the reports are printed.
    os.environ["TSAN_OPTIONS"] = f"log_path={log} exitcode=0 " + os.environ.get("TSAN_OPTIONS", "")
    seed = int(time.time())
    print(f"seed {seed}")
    problems = []
    config = "limits:\n  queue: 16\n  connections: 64\nhttp:\n  threads: 2\nworkers: 3\n"
    with Posed(program, folder, config) as p:
        until = time.monotonic() + float(seconds)
        clients = [threading.Thread(target=client, args=(p, seed + i, until, problems)) for i in range(8)]
        for thread in clients:
            thread.start()
        while time.monotonic() < until - 0.5:
            time.sleep(0.7)
            p.signal(signal.SIGHUP)
        p.signal(signal.SIGTERM)
        p.process.wait(60)
        for thread in clients:
            thread.join()
    reports = "".join(open(f"{folder}/{name}").read() for name in os.listdir(folder) if name.startswith("tsan."))
    shutil.rmtree(folder)
    # The drain cuts idle connections and refuses new ones: clients may see that at the very end.
    print(f"{'ok' if not reports else 'not ok'} a loaded daemon has no data race")
    print(f"{'ok' if p.exit_code == 0 else 'not ok'} it drains and ends with {p.exit_code}")
    bad = [problem for problem in problems if isinstance(problem, tuple)]
    print(f"{'ok' if not bad else 'not ok'} no request failed within the server {bad[:3]}")
    print(reports[:20000])
    return 1 if reports or p.exit_code or bad else 0


sys.exit(main(*sys.argv[1:]))
