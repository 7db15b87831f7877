#!/usr/bin/python3
"""scaling.py [--build DIR] [--seconds S] [--attempts N] [mesh] [stream] [memory] [crowd] [page]: what one core carries, and docs/lab/scaling.md from it.

The daemon runs on the last core that may be used, the load on the first. Load is open-loop: every request and every frame has its own due time, from which its delay is
counted, so that a queue is seen (bench/http/open_loop.c, posedctl swarm). Parts without a name: all. Each part takes a minute or two and puts its figures into
bench/results/CPU/scaling.json; `page` writes the page from that file. Needs a C compiler; shipped models."""
import argparse, json, os, platform, re, resource, socket, subprocess, sys, tempfile, time, urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
os.chdir(ROOT)
PARTS = ["mesh", "stream", "memory", "crowd", "page"]
LOADS = [20, 50, 80, 95]
QUIET = .03  # cores that other programs may take
DISTURBED = .25  # from so many on the page has no delays of a row
MESH = "/v1/models/default/mesh?format=bin"
BODIES = ["default", "female", "male", "person", "person-female", "person-male"]
CORES = sorted(os.sched_getaffinity(0))
LOAD_CORE, OWN_CORE = str(CORES[0]), str(CORES[-1])
TICKS = os.sysconf("SC_CLK_TCK")


class Daemon:
    """A daemon on its core. Its limits are those of the crowd."""

    def __init__(self, build):
        self.folder = tempfile.TemporaryDirectory()
        config = self.folder.name + "/posed.yaml"
        with open(config, "w") as f:
            f.write('listen: "127.0.0.1:0"\nlog: {level: warning}\nstream: {sessions: 5000, owner_sessions: 5000, characters: 1000, connections: 5000}\n')
        self.process = subprocess.Popen(["taskset", "-c", OWN_CORE, build + "/posed", "--config", config], stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().split()[-1]
        self.port = self.url.rsplit(":", 1)[1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()

    def cpu(self):
        """Processor seconds so far."""
        words = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / TICKS

    def memory(self):
        """Private, and all resident memory, in KB."""
        found = dict(re.findall(r"^(\w+): +(\d+) kB", open(f"/proc/{self.process.pid}/smaps_rollup").read(), re.M))
        return int(found["Private_Dirty"]) + int(found["Private_Clean"]), int(found["Rss"])

    def post(self, path):
        request = urllib.request.Request(self.url + path, b"{}", {"Content-Type": "application/json"})
        return urllib.request.urlopen(request).read()


def busy():
    """Processor seconds that all processes of the machine have taken, and seconds of the clock."""
    words = [int(w) for w in open("/proc/stat").readline().split()[1:]]
    return (sum(words) - words[3] - words[4]) / TICKS, time.monotonic()


def undisturbed(measure):
    """Runs `measure`, a function of a fresh daemon that returns a row, until other programs take little of the machine, --attempts times at most; the least disturbed row counts. `others` in
    it is what they took, in cores."""
    best = None
    for _ in range(OPTIONS.attempts):
        with Daemon(OPTIONS.build) as daemon:
            before, loads = busy(), resource.getrusage(resource.RUSAGE_CHILDREN)
            own, mine = daemon.cpu(), time.process_time()
            row = measure(daemon)
            after, load = busy(), resource.getrusage(resource.RUSAGE_CHILDREN)
            used = daemon.cpu() - own + load.ru_utime + load.ru_stime - loads.ru_utime - loads.ru_stime + time.process_time() - mine
            row["others"] = max(0, (after[0] - before[0] - used) / (after[1] - before[1]))
        if best is None or row["others"] < best["others"]:
            best = row
        if best["others"] < QUIET:
            break
    return best


def swarm(daemon, build, clients, seconds, sessions=0, spawn=1, divisor=1, connects=500):
    """The swarm's figures, and the daemon's processor time as a part of its core while it measures."""
    words = ["taskset", "-c", LOAD_CORE, build + "/posedctl", "swarm", "--json", "--url", f"ws://127.0.0.1:{daemon.port}/v1/stream", "--clients", clients, "--sessions", sessions,
             "--spawn", spawn, "--divisor", divisor, "--seconds", seconds, "--connects", connects, "--patience", 15]
    process = subprocess.Popen([str(w) for w in words], stdout=subprocess.PIPE, text=True)
    time.sleep(clients / connects + 1.5)
    cpu, begin = daemon.cpu(), time.monotonic()
    time.sleep(max(1, seconds - 2.5))
    used = (daemon.cpu() - cpu) / (time.monotonic() - begin)
    figures = json.loads(process.communicate()[0])
    figures["core"] = used
    return figures


def of_stream(f):
    late = f.get("lateness_ms", {})
    return {"clients": f["clients"], "characters": f["characters"], "refused": f["refused"], "core": f["core"], "frames": f["frames"], "rate": f["frames"] / max(.1, f["seconds"]) / f["clients"],
            "missing": f["missing"], "left_out": f["ticks_left_out"], "stage": f["load"], "own_cpu": f["own_cpu"], **{k: late.get(k, 0) for k in ("p50", "p99", "p999", "max")}}


def measure_mesh(build, seconds):
    with tempfile.TemporaryDirectory() as folder:
        program = folder + "/open_loop"
        subprocess.check_call([os.environ.get("CC", "cc"), "-O2", "-D_GNU_SOURCE", "-o", program, "bench/http/open_loop.c", "-lm"])

        def run(rate, length, connections):
            def measure(daemon):
                def load(rate, length):
                    return json.loads(subprocess.check_output(["taskset", "-c", LOAD_CORE, program, daemon.port, MESH, str(rate), str(length), str(connections)]))

                load(0, .5)
                cpu = daemon.cpu()
                found = load(rate, length)
                assert not found["failed"], found
                return {**found, "rate": found["done"] / found["seconds"], "core": (daemon.cpu() - cpu) / found["seconds"]}

            return undisturbed(measure)

        most = run(0, 4, 64)
        rows = [{"load": load, **run(most["rate"] * load / 100, seconds, 256)} for load in LOADS]
        return {"most": most, "rows": rows}


def measure_stream(build, seconds):
    def run(clients, seconds, sessions, connects=500):
        return undisturbed(lambda daemon: of_stream(swarm(daemon, build, clients, seconds, sessions=sessions, connects=connects)))

    alone, watched = run(100, 5, 100), run(400, 5, 100)
    client = alone["core"] / 100
    watcher = (watched["core"] - alone["core"]) / 300
    rows = []
    for load in LOADS:
        # Characters are refused from 80 % of the ticks' time on, so the rest of a higher load is watchers.
        sessions = int(min(load, 75) / 100 / client)
        clients = sessions + max(0, int((load / 100 - sessions * client) / watcher))
        rows.append({"load": load, "sessions": sessions, **run(clients, seconds, sessions, 200)})
    return {"client_us": 1e6 * client / 60, "watcher_us": 1e6 * watcher / 60, "rows": rows}


def measure_memory(build, seconds):
    out = {}
    with Daemon(build) as daemon:
        time.sleep(1)
        out["idle"] = daemon.memory()
        out["models"] = {}
        for name in BODIES:
            before = daemon.memory()
            daemon.post(f"/v1/models/{name}/mesh?format=bin")
            time.sleep(.3)
            after = daemon.memory()
            out["models"][name] = [after[i] - before[i] for i in range(2)]
    with Daemon(build) as daemon:
        time.sleep(1)
        before, open_ = daemon.memory()[0], []
        for _ in range(400):
            s = socket.create_connection(("127.0.0.1", int(daemon.port)))
            s.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            s.recv(4096)
            open_.append(s)
        out["http"] = (daemon.memory()[0] - before) / 400

    def held(clients, sessions, spawn):
        with Daemon(build) as daemon:
            words = [build + "/posedctl", "swarm", "--json", "--url", f"ws://127.0.0.1:{daemon.port}/v1/stream", "--clients", clients, "--sessions", sessions, "--spawn", spawn,
                     "--seconds", 4, "--connects", 400, "--inputs", 1, "--patience", 10]
            process = subprocess.Popen(["taskset", "-c", LOAD_CORE, *map(str, words)], stdout=subprocess.DEVNULL)
            time.sleep(3.5)
            found = daemon.memory()[0]
            process.wait()
            return found

    few, many = held(50, 50, 1), held(250, 250, 1)
    out["player"] = (many - few) / 200
    out["character"] = (held(50, 50, 5) - few) / 200
    out["watcher"] = (held(650, 50, 1) - few) / 600
    return out


def measure_crowd(build, seconds):
    rows = []
    for clients, sessions, spawn, divisor in ((250, 250, 1, 1), (500, 250, 1, 1), (1000, 250, 1, 1), (2000, 250, 1, 1), (2000, 250, 1, 2), (2000, 250, 1, 4), (200, 200, 20, 4)):
        row = undisturbed(lambda daemon: of_stream(swarm(daemon, build, clients, min(seconds, 6), sessions, spawn, divisor)))
        rows.append({"sessions": sessions, "asked": sessions * spawn, "divisor": divisor, **row})
    return rows


def others(row):
    return f"{100 * row['others']:.0f} %"


def delays(row, *names):
    """Delays in milliseconds; none where others took so much that the delays are theirs."""
    return [ms(row[n]) if row["others"] <= DISTURBED else "-" for n in names]


def ms(v):
    return f"{v:.2f}" if v < 10 else f"{v:.1f}" if v < 100 else f"{v:,.0f}"


def table(head, rows):
    return "\n".join(["| " + " | ".join(r) + " |" for r in (head, ["---"] * len(head), *[[str(c) for c in r] for r in rows])])


def write_page(found, cpu):
    mesh, stream, memory, crowd = (found[k] for k in ("mesh", "stream", "memory", "crowd"))
    most, whole = mesh["most"], 60 * stream["client_us"] * 1e-6
    lines = f"""# Scaling

This page says how many requests, characters and clients one processor core carries, and with what delays. `bench/scaling.py` measures the figures and writes the page. [Capacity](capacity.md) computes crowds and clusters from such costs.

**Machine.** {cpu}; the daemon is of commit {found["commit"]}. The daemon has one core, and the program that loads it has another one. The column *others* is the share of a core that other programs took meanwhile. A row with dashes in place of delays was disturbed in every attempt by more than {100 * DISTURBED:.0f} % of a core.

**Delays.** p50, p99 and p99.9 are percentiles: 99 % of the delays are shorter than p99. The load is open-loop: each request and each frame has a due time that does not depend on earlier ones, and its delay is counted from that time. So delays include the time in a queue.

## A mesh request

The request is `POST {MESH}` with betas and pose, of a different body each time. The reply has 13,380 vertices as float32. With 64 requests always under way the daemon answers **{most["rate"] / most["core"]:,.0f}** requests in a second of processor time. In the table the load is a percentage of this rate. The gaps between requests are exponentially distributed, like those of independent clients. *Of the core* is the part of its core that the daemon uses.

{table(["load", "requests/s", "of the core", "p50 ms", "p99 ms", "p99.9 ms", "longest ms", "others"],
       [[f"{r['load']} %", f"{r['rate']:,.0f}", f"{100 * r['core']:.0f} %", *delays(r, "p50", "p99", "p999", "max"), others(r)] for r in mesh["rows"]])}

The loading program takes {100 * max(r["own_cpu"] / r["seconds"] for r in mesh["rows"]):.0f} % of its core at most. It sends 99 % of the requests within {ms(max(r["own_late_ms"] for r in mesh["rows"]))} ms of their due time if a connection is free; the delays include this. Requests that wait together are computed together. At low rates few do, so a request costs more of the core there than at high rates.

## A stream

Each client has one character, receives 60 frames a second on the default [channels](../reference/stream.md#messages-of-clients), and sends ten inputs a second. A client with its character takes {stream["client_us"]:.1f} microseconds (us) of the core for each frame. A watcher, which only receives the frames of another client's session, takes {stream["watcher_us"]:.1f} us. The daemon refuses further characters when computing them takes 80 % of its time, so higher loads add watchers. A delay is the time from the tick of a frame until the client has read it.

{table(["load", "clients", "characters", "of the core", "p50 ms", "p99 ms", "p99.9 ms", "longest ms", "missing frames", "others"],
       [[f"{r['load']} %", r["clients"], r["characters"], f"{100 * r['core']:.0f} %", *delays(r, "p50", "p99", "p999", "max"), f"{r['missing']:,}", others(r)] for r in stream["rows"]])}

The clients are simulated by `posedctl swarm`, which takes {100 * max(r["own_cpu"] for r in stream["rows"]):.0f} % of its core at most. Its time for reading a frame is part of the delays.

## Memory

*Private* memory belongs to one daemon. *Resident* memory also includes models that all daemons of a machine share, because they are mapped from one file.

{table(["what", "private", "resident"],
       [["daemon at rest", f"{memory['idle'][0] / 1024:.1f} MB", f"{memory['idle'][1] / 1024:.0f} MB"],
        *[[f"body model `{name}`, with its first mesh", f"{max(0, v[0]) / 1024:.1f} MB", f"{max(0, v[1]) / 1024:.1f} MB"] for name, v in memory["models"].items()],
        ["HTTP connection, idle", f"{memory['http']:.1f} KB", ""],
        ["stream: connection, session and one character", f"{memory['player']:.0f} KB", ""],
        ["one more character of a session, without a body", f"{memory['character']:.0f} KB", ""],
        ["stream: connection that watches", f"{memory['watcher']:.0f} KB", ""]])}

The kernel's buffers of sockets are not counted.

## A core-hour

The same costs as the work that one core does in an hour:

{table(["what", "in one core-hour"],
       [["meshes by HTTP, 64 requests always under way", f"{most['rate'] * 3600 / 1e6 / max(.01, most['core']):.1f} million"],
        ["hours of a character with its client, at 60 frames a second", f"{1 / whole:,.0f}; 80 % of it can be used"],
        ["hours of a watcher at 60 frames a second", f"{1e6 / 60 / stream['watcher_us']:,.0f}"]])}

## 2,000 clients and 4,000 characters

These runs load the same two cores beyond their limit. Each client asks for 60, 30 or 15 frames a second. *Sessions* is the number of sessions that the clients share; clients beyond it are watchers. *Of those wanted* is the share of the requested frames that arrived.

{table(["clients", "sessions", "characters", "refused", "frames/s each", "of those wanted", "p50 ms", "p99 ms", "of the core", "of the clients' core", "others"],
       [[f"{r['clients']:,}", r["sessions"], f"{r['characters']:,}", f"{r['refused']:,}", f"{r['rate']:.1f}", f"{100 * r['rate'] * r['divisor'] / 60:.0f} %", *delays(r, "p50", "p99"), f"{100 * r['core']:.0f} %", f"{100 * r['own_cpu']:.0f} %", others(r)] for r in crowd])}

{breaks(crowd)}
"""
    open("docs/lab/scaling.md", "w").write(lines)


def breaks(crowd):
    """Where it breaks, in words."""
    words = []
    for r in crowd:
        if not r["refused"] and r["rate"] * r["divisor"] < 59.4:
            if r["others"] > .1:
                why = f"other programs took {100 * r['others']:.0f} % of a core meanwhile, so it says little"
            elif r["own_cpu"] > .95 or r["core"] > .9:
                why = "the clients' core is full" if r["own_cpu"] > r["core"] else "the daemon's core is full"
            else:
                why = f"computing a tick takes {100 * r['stage']:.0f} % of its time"
            words.append(f"{r['clients']:,} clients that want {60 / r['divisor']:.0f} frames a second get {r['rate']:.1f}: {why}.")
    refused = [r for r in crowd if r["refused"]]
    for r in refused:
        words.append(f"Of {r['asked']:,} characters {r['characters']:,} are admitted and the rest are refused, because one thread moves all characters and admits no more than 80 % of its time. The frames of that row are a mean over all clients, also those whose characters were refused.")
    return "\n".join(f"* {w}" for w in words) or "Nothing broke."


def cpu_name():
    found = re.search(r"^model name\s*: *(.*)$", open("/proc/cpuinfo").read(), re.M)
    return found.group(1) if found else platform.machine()


def folder_of(name):
    """As bench/run.sh names it."""
    name = re.sub(r"\([a-z]+\)", "", name.lower())
    return "bench/results/" + re.sub(r"^-+|-+$", "", re.sub(r"[^a-z0-9]+", "-", name)) + f"-{len(CORES)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], metavar="part")
    parser.add_argument("--build", default="build")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--attempts", type=int, default=3, help="measurements of a row that other programs disturb")
    options = parser.parse_args()
    global OPTIONS
    OPTIONS = options
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if len(CORES) < 2:
        sys.exit("two cores are needed: one for the daemon, one for the load")
    path = folder_of(cpu_name()) + "/scaling.json"
    found = json.load(open(path)) if os.path.exists(path) else {}
    measures = {"mesh": measure_mesh, "stream": measure_stream, "memory": measure_memory, "crowd": measure_crowd}
    for part in options.parts or PARTS:
        if part == "page":
            write_page(found, f"{cpu_name()}, {len(CORES)} cores")
            continue
        found[part] = measures[part](options.build, options.seconds)
        found["commit"] = subprocess.check_output(["git", "rev-parse", "--short", "HEAD"], text=True).strip()
        os.makedirs(os.path.dirname(path), exist_ok=True)
        json.dump(found, open(path, "w"), indent=1)
        print(part, json.dumps(found[part]), flush=True)


if __name__ == "__main__":
    main()
