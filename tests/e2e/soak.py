"""Usage: soak.py BUILD MINUTES: clients connect, walk, are cut, watch, hang and disconnect for that time; memory must not grow."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import network  # noqa: E402
from lossy import Lossy  # noqa: E402
from posed import Posed, wait_for  # noqa: E402

GROWTH = 8 << 20  # bytes beyond what it was after the first round; pages of allocators come and go


def swarm(address, *words):
    return subprocess.Popen([CTL, "swarm", "--url", f"ws://{address[0]}:{address[1]}/v1/stream", "--json", *map(str, words)],
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def round_of(p, bad, seconds):
    """Everybody at once; the figures."""
    good = [swarm(p.address, "--clients", 20, "--seconds", seconds, "--spawn", 2, "--inputs", 20),
            swarm(p.address, "--clients", 30, "--sessions", 3, "--seconds", seconds, "--channels", "root,joints,rotations,trajectory"),
            swarm(p.address, "--clients", 10, "--seconds", seconds, "--cuts", 8)]
    rough = swarm(("127.0.0.1", bad.port), "--clients", 5, "--seconds", seconds)
    killed = swarm(p.address, "--clients", 10, "--seconds", 999)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(2)
        bad.stall(0.7)
        time.sleep(1)
        bad.cut()
        if killed.poll() is None and time.monotonic() > end - seconds / 2:
            killed.kill()  # ten clients die without a word
            killed.wait()
    killed.kill()
    killed.wait()
    rough.communicate(timeout=120)
    return [json.loads(s.communicate(timeout=120)[0]) for s in good]


def main(build, minutes):
    global CTL
    CTL = f"{build}/posedctl"
    folder = tempfile.mkdtemp(prefix="posed-soak-")
    network.write(f"{folder}/motion.safetensors")
    failed = 0

    def check(good, sentence):
        nonlocal failed
        failed |= not good
        print(f"{'ok' if good else 'not ok'} - {sentence}", flush=True)

    rounds, crowded, first, lost, frames, worst = 0, 0, 0, 0, 0, 0.0
    with Posed(f"{build}/posed", folder, "log: {level: warning}\nstream: {resume_window: 2}\n") as p, Lossy(p.address, delay=0.01) as bad:
        end = time.monotonic() + minutes * 60
        while not rounds or time.monotonic() < end - 1:
            figures = round_of(p, bad, min(15, max(6, (end - time.monotonic()) / 2)))
            emptied = wait_for(lambda: p.metric("posed_characters") == 0 and p.metric("posed_streams") == 0, 30)
            rounds += 1
            first = first or p.rss()
            refused = sum(f["refused"] for f in figures)
            crowded += refused > 0  # the machine gave the stage no time, which shed load as it should
            lost += sum(f["lost"] for f in figures) if not refused else 0
            frames += sum(f["frames"] for f in figures)
            worst = max(worst, *(f["lateness_ms"]["p99"] for f in figures))
            why = f" ({', '.join(sorted({f['reason'] for f in figures if f['lost']}))}), {refused} refused," if refused or any(f["lost"] for f in figures) else ","
            print(f"# round {rounds}: {sum(f['lost'] for f in figures)} lost{why} rss {p.rss() / 1e6:.1f} MB, {frames} frames, p99 lateness at worst {worst:.1f} ms", flush=True)
            if not emptied:
                break
        check(emptied, "the stage is empty when everybody has gone")
        check(lost == 0, f"nobody was lost but who was meant to be ({lost}; {crowded} of {rounds} rounds were refused characters by a stage without time)")
        # ASan keeps what was freed, and finds leaks by itself
        check(p.rss() - first < GROWTH or "san" in build, f"memory is flat: {first / 1e6:.1f} MB after the first round, {p.rss() / 1e6:.1f} after {rounds}")
        check(p.ask("GET", "/healthz").status == 200, "it is in good health")
    check(p.exit_code == 0, f"it ends with {p.exit_code}")
    shutil.rmtree(folder)
    return failed


sys.exit(main(sys.argv[1], float(sys.argv[2])))
