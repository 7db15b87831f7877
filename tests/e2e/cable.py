"""Usage: cable.py BUILD: some clients behind a bad network, others behind a good one, on one daemon."""
import ctypes
import fcntl
import heapq
import json
import os
import random
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import network  # noqa: E402
from posed import Posed, wait_for  # noqa: E402

BUILD = sys.argv[1]
POSED, POSEDCTL = f"{BUILD}/posed", f"{BUILD}/posedctl"
HERE, THERE = "10.77.0.1", "10.77.0.2"
CLONE_NEWNET, TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x40000000, 0x400454CA, 1, 0x1000
FOLDER = tempfile.mkdtemp(prefix="posed-cable-")


def leave_network():
    """This process into a network namespace of its own."""
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "unshare")


def ip(words, inside=None):
    into = ["nsenter", "-t", str(inside), "-n"] if inside else []
    subprocess.run([*into, "ip", *words.split()], check=True, capture_output=True)


class Cable:
    """Between this namespace and another, whose processes are started with run(). delay and jitter in seconds, each way; packets may
    overtake each other, as netem's do."""

    def __init__(self):
        self.loss, self.delay, self.jitter, self.is_cut = 0.0, 0.0, 0.0, False
        self.chance, self.passed, self.lost = random.Random(7), 0, 0
        self.holder = subprocess.Popen(["sleep", "900"], preexec_fn=leave_network)
        self.ends = [self.plug("far"), self.plug("near")]
        ip("link set lo up")
        ip(f"addr add {HERE} peer {THERE} dev far")
        ip("link set far up")
        ip(f"link set near netns {self.holder.pid}")
        ip(f"addr add {THERE} peer {HERE} dev near", self.holder.pid)
        ip("link set near up", self.holder.pid)
        threading.Thread(target=self.pump, daemon=True).start()

    @staticmethod
    def plug(name):
        fd = os.open("/dev/net/tun", os.O_RDWR)
        fcntl.ioctl(fd, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TUN | IFF_NO_PI))
        return fd

    def run(self, *words, **more):
        """Starts a program at the other end."""
        return subprocess.Popen(["nsenter", "-t", str(self.holder.pid), "-n", *words], **more)

    def pump(self):
        waiting, count = [], 0
        while True:
            left = max(0, waiting[0][0] - time.monotonic()) if waiting else 1
            for fd in select.select(self.ends, [], [], left)[0]:
                try:
                    packet = os.read(fd, 65536)
                except OSError:
                    return  # the namespace at the other end is gone
                if self.is_cut or self.chance.random() < self.loss:
                    self.lost += 1
                    continue
                due = time.monotonic() + max(0, self.chance.gauss(self.delay, self.jitter))
                heapq.heappush(waiting, (due, count := count + 1, self.ends[fd == self.ends[0]], packet))
            while waiting and waiting[0][0] <= time.monotonic():
                _, _, sink, packet = heapq.heappop(waiting)
                try:
                    os.write(sink, packet)
                    self.passed += 1
                except OSError:
                    pass  # the other end is down

    def end(self):
        self.holder.kill()
        self.holder.wait()


def figures(process):
    return json.loads(process.communicate(timeout=300)[0])


def records(path):
    """(kind, time, bytes) of each message of a recording; of one that is being written those that are whole."""
    data, at = open(path, "rb").read(), 16
    while at + 16 <= len(data):
        size, kind, when = struct.unpack_from("<IB3xd", data, at)
        if at + 16 + size > len(data):
            return
        yield kind, when, data[at + 16:at + 16 + size]
        at += 16 + size


def frames_of(path):
    """(time of arrival, tick, z of the first character's root)."""
    return [(when, struct.unpack_from("<I", b, 8)[0], struct.unpack_from("<f", b, 24 + 24)[0]) for kind, when, b in records(path)
            if kind == 1 and struct.unpack_from("<H", b, 20)[0]]


def swarm(url, *words):
    return [POSEDCTL, "swarm", "--url", url, "--json", *map(str, words)]


def saw_nothing(f, clients):
    """Those beside the cable; how late the swarm itself was tells whether the machine is too busy to see frames come in time."""
    assert (f["joined"], f["lost"]) == (clients, 0), f
    busy = f["own_late_ms"]["p50"] > 3
    if busy:
        print(f"# a busy machine: the swarm itself is {f['own_late_ms']['p50']:.0f} ms late, {f['missing']} of {f['frames']} frames are missing beside the cable")
    assert busy or (f["missing"] < 0.1 * f["frames"] and f["lateness_ms"]["p50"] < 30), f


def a_cable_that_loses_and_delays_hurts_its_own_clients_alone(p, cable, url):
    cable.loss, cable.delay, cable.jitter = 0.03, 0.04, 0.01
    good = subprocess.Popen(swarm(url, "--clients", 20, "--seconds", 5, "--inputs", 20), stdout=subprocess.PIPE)
    bad = cable.run(*swarm(url, "--clients", 5, "--seconds", 4, "--inputs", 20), stdout=subprocess.PIPE)
    good, bad = figures(good), figures(bad)
    cable.loss = cable.delay = cable.jitter = 0.0
    for name, f in (("beside it", good), ("behind it", bad)):
        print(f"# {name}: {f['frames']} frames, {f['missing']} missing, lateness p50 {f['lateness_ms']['p50']:.0f} p99 {f['lateness_ms']['p99']:.0f} ms, "
              f"input to frame p50 {f['input_to_frame_ms']['p50']:.0f} ms, {f['lost']} lost")
    assert cable.lost > 10, cable.lost
    saw_nothing(good, 20)
    assert (bad["joined"], bad["lost"]) == (5, 0), bad
    assert bad["frames"] > 5 * 4 * 5, bad
    assert bad["input_to_frame_ms"]["p50"] >= 80, bad["input_to_frame_ms"]


def a_cable_that_is_cut_for_ten_seconds_is_resumed_where_the_character_is(p, cable, url):
    with open(f"{FOLDER}/walk.yaml", "w") as file:
        file.write("seconds: 60\nscript: [{t: 0, move: [0, 1], gait: walk}]")
    far, near = f"{FOLDER}/far.psdr", f"{FOLDER}/near.psdr"
    walker = cable.run(POSEDCTL, "record", "--url", url, "-o", far, "--seconds", "19", "--script", f"{FOLDER}/walk.yaml",
                       stderr=subprocess.DEVNULL)
    assert wait_for(lambda: any(k == 0 for k, _, _ in (records(far) if os.path.exists(far) else [])))
    session = next(json.loads(b)["session"] for k, _, b in records(far) if k == 0)
    watcher = subprocess.Popen([POSEDCTL, "record", "--url", url, "-o", near, "--seconds", "17", "--watch", session], stderr=subprocess.DEVNULL)
    others = subprocess.Popen(swarm(url, "--clients", 10, "--seconds", 14), stdout=subprocess.PIPE)
    dead = cable.run(*swarm(url, "--clients", 4, "--seconds", 60), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    assert wait_for(lambda: p.metric("posed_streams") == 2 + 10 + 4)
    time.sleep(1)
    cable.is_cut, cut = True, time.monotonic()
    assert wait_for(lambda: p.metric("posed_streams") == 1 + 10), "who is not heard is let go"
    print(f"# who was not heard was let go after {time.monotonic() - cut:.1f} s; stream.idle_timeout is 4")
    dead.kill()
    dead.wait()
    time.sleep(max(0, cut + 10 - time.monotonic()))
    whole = time.monotonic() - cut
    cable.is_cut = False
    others = figures(others)
    assert (walker.wait(300), watcher.wait(300)) == (0, 0)
    saw_nothing(others, 10)
    welcomes = [json.loads(b) for k, _, b in records(far) if k == 0 and b'"welcome"' in b]
    assert [w["resumed"] for w in welcomes] == [False, True], welcomes
    assert welcomes[1]["session"] == session and len(welcomes[1]["characters"]) == 1
    mine, theirs = frames_of(far), frames_of(near)
    gaps = sorted(b[0] - a[0] for a, b in zip(mine, mine[1:]))
    back = gaps[-1] - whole
    print(f"# the gap is {gaps[-1]:.1f} s, {back:.1f} of them after the cable was whole; the watcher's longest {max(b[0] - a[0] for a, b in zip(theirs, theirs[1:])):.2f} s")
    assert -1 < back and gaps[-2] < whole / 2, gaps[-3:]
    assert max(b[0] - a[0] for a, b in zip(theirs, theirs[1:])) < whole / 2, "who watches it from elsewhere sees no cut"
    seen = {tick: z for _, tick, z in theirs}
    for _, tick, z in mine:
        assert tick not in seen or abs(seen[tick] - z) < 1e-6, "both see the same"
    steps = [(b[2] - a[2]) / (b[1] - a[1]) for a, b in zip(theirs, theirs[1:])]
    assert max(steps) < 0.03 and min(steps) > -0.01, (min(steps), max(steps))


def main():
    try:
        leave_network()
        cable = Cable()
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"no network namespaces with a tun here: {error}")
        return 77
    network.write(f"{FOLDER}/motion.safetensors")
    failed = 0
    with Posed(POSED, FOLDER, "access: {insecure: true}\nstream: {idle_timeout: 4}\n", listen=f"{HERE}:0") as p:
        url = f"ws://{HERE}:{p.address[1]}/v1/stream"
        for test in (a_cable_that_loses_and_delays_hurts_its_own_clients_alone,
                     a_cable_that_is_cut_for_ten_seconds_is_resumed_where_the_character_is):
            try:
                test(p, cable, url)
                print("ok - " + test.__name__.replace("_", " "), flush=True)
            except Exception:
                failed = 1
                print("not ok - " + test.__name__.replace("_", " "))
                traceback.print_exc(file=sys.stdout)
    cable.end()
    shutil.rmtree(FOLDER)
    return failed


sys.exit(main())
