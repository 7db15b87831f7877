#!/usr/bin/python3
"""`make cluster`: three daemons, Redis and HAProxy on this machine, and every bad day that docs/guide/cluster.md speaks of.

    scripts/cluster.py [--characters 250] [--sessions 50] [--watchers 1000] [--divisor 6] [--plain] [--short] [--build build] [NAME ...]

Each row starts the daemons anew, connects the clients (two of posedctl swarm, over TLS through docker/haproxy.cfg as it stands), waits until everybody has frames,
does what the row is called, and waits until the window is over. Columns:

    clients      connections that were there at the end, of all
    interrupted  connections that were lost, for whatever reason
    gap          longest time without a frame of each client that was interrupted, ms: median, 99th percentile, longest; of the players, who own the sessions,
                 and of those who watch them
                 Where nobody was interrupted: - and the longest time without a frame of any client, which the load of this machine alone causes
    jump         how far a character stood from where its walk can have brought it since the frame before, cm
    restarted    sessions that did not go on but began anew (must be 0)
    checkpoints  processor time of snapshots, percent of a core, of all daemons
    bytes        of a checkpoint, a character

Ends with 1 when a row does not do what the guide promises. Times depend on how busy the machine is, so they are printed and not judged, but for the bound of
each row, which is ten times what a quiet machine needs, and twice that for those who watch. --plain leaves TLS out, to see what it costs. --short is for `make test`: 6 sessions, 12 characters, 18 watchers, the first four rows.
"""
import argparse
import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
LEASE, NODES = 3, ("a", "b", "c")
CROWDED = 2  # a thousand watchers fill two cores, and their frames wait for a second with nothing happening: they may wait so many times as long as players


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_for(what, condition, within=120):
    until = time.monotonic() + within
    while time.monotonic() < until:
        if condition():
            return
        time.sleep(0.05)
    raise RuntimeError(f"{what} did not come within {within} s")


def http(port, path):
    """Status and text of a GET."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as s:
            s.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
            data = b""
            while part := s.recv(1 << 16):
                data += part
        return int(data.split(b" ", 2)[1]), data.split(b"\r\n\r\n", 1)[1].decode(errors="replace")
    except (OSError, IndexError, ValueError):
        return 0, ""


class Cluster:
    def __init__(self, options):
        self.options = options
        self.folder = tempfile.mkdtemp(prefix="posed-cluster-")
        self.redis_port, self.https, self.status = free_port(), free_port(), free_port()
        self.ports = {name: free_port() for name in NODES}
        self.processes = {}
        self.proxy = None

    # -- the parts --------------------------------------------------------------

    def start_redis(self):
        self.processes["redis"] = subprocess.Popen(
            ["redis-server", "--port", str(self.redis_port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", self.folder],
            stdout=subprocess.DEVNULL)
        wait_for("Redis", lambda: self.redis("PING") == "PONG")

    def redis(self, *words):
        done = subprocess.run(["redis-cli", "-p", str(self.redis_port), *words], capture_output=True, text=True, check=False)
        return done.stdout.strip()

    def start_daemon(self, name, redis_port=None):
        with open(os.path.join(self.folder, f"{name}.yaml"), "w") as file:
            file.write(f"listen: 127.0.0.1:{self.ports[name]}\nmodels_dir: {self.folder}/models\ndrain_timeout: 10\n"
                       f"access: {{trusted_proxies: [127.0.0.1/32]}}\nstream: {{resume_window: 60}}\nlimits: {{connections: 4096}}\n"
                       f"cluster: {{redis: '127.0.0.1:{redis_port or self.redis_port}', node: {name}, lease: {LEASE}}}\n")
        with open(os.path.join(self.folder, f"{name}.log"), "ab") as log:
            self.processes[name] = subprocess.Popen([f"{self.options.build}/posed", "--config", f"{self.folder}/{name}.yaml"],
                                                    stdout=subprocess.DEVNULL, stderr=log)

    def is_in(self, name):
        return http(self.ports[name], "/readyz")[0] == 200 and self.metric(name, "posed_cluster_connected") == 1

    def start_proxy(self):
        pem = os.path.join(self.folder, "posed.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                        "-subj", "/CN=localhost", "-keyout", f"{pem}.key", "-out", f"{pem}.crt"], check=True, capture_output=True)
        with open(pem, "wb") as out:
            for part in ("crt", "key"):
                with open(f"{pem}.{part}", "rb") as file:
                    out.write(file.read())
        env = dict(os.environ, POSED_HTTPS=f"127.0.0.1:{self.https}", POSED_STATUS=f"127.0.0.1:{self.status}", POSED_CERTIFICATE=pem,
                   POSED_COMMANDS=f"{self.folder}/haproxy.sock", **{f"POSED_{n.upper()}": f"127.0.0.1:{p}" for n, p in self.ports.items()})
        config = os.path.join(self.folder, "haproxy.cfg")
        with open(f"{ROOT}/docker/haproxy.cfg") as file, open(config, "w") as out:
            text = file.read()
            secure = ' ssl crt "${POSED_CERTIFICATE-/usr/local/etc/haproxy/posed.pem}" alpn h2,http/1.1'
            assert secure in text, "docker/haproxy.cfg has another bind line"
            out.write(text.replace(secure, "") if self.options.plain else text)
        with open(os.path.join(self.folder, "haproxy.log"), "ab") as log:
            self.processes["proxy"] = subprocess.Popen(["haproxy", "-W", "-db", "-f", config], env=env, stdout=log, stderr=log)
        wait_for("HAProxy", lambda: all(f'haproxy_server_status{{proxy="posed",server="{n}",state="UP"}} 1' in http(self.status, "/metrics")[1] for n in NODES))

    def swarm(self, clients, seconds, *words):
        """Clients in a process of their own, so that what one kind has to receive does not delay what is measured of the other."""
        scheme, secure = ("ws", []) if self.options.plain else ("wss", ["--insecure"])
        return subprocess.Popen([f"{self.options.build}/posedctl", "swarm", "--json", *secure, "--url", f"{scheme}://127.0.0.1:{self.https}/v1/stream",
                                 "--route", "match", "--clients", str(clients), "--divisor", str(self.options.divisor), "--seconds", str(seconds), "--connects", "200",
                                 "--patience", "60", *words], stdout=subprocess.PIPE, text=True)

    def metric(self, name, metric):
        for line in http(self.ports[name], "/metrics")[1].split("\n"):
            if line.startswith(metric + " "):
                return float(line.split()[-1])
        return 0.0

    def total(self, metric):
        return sum(self.metric(n, metric) for n in NODES)

    def __enter__(self):
        os.mkdir(f"{self.folder}/models")
        for model in ("default", "motion"):
            os.symlink(f"{ROOT}/models/{model}.safetensors", f"{self.folder}/models/{model}.safetensors")
        self.start_redis()
        for name in NODES:
            self.start_daemon(name)
        wait_for("the daemons", lambda: all(self.is_in(n) for n in NODES))
        self.start_proxy()
        return self

    def __exit__(self, kind, *_):
        for process in self.processes.values():
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGCONT)
                process.kill()
            process.wait()
        if kind:
            for name in (*NODES, "haproxy"):
                with contextlib.suppress(OSError), open(f"{self.folder}/{name}.log", errors="replace") as file:
                    sys.stderr.write(f"-- {name}\n" + "".join(file.readlines()[-15:]))
        shutil.rmtree(self.folder, ignore_errors=True)

    # -- what happens to them -----------------------------------------------------

    def busiest(self):
        return max(NODES, key=lambda n: self.metric(n, "posed_sessions"))

    def restart(self, name):
        self.processes[name].send_signal(signal.SIGTERM)
        self.processes[name].wait(60)
        self.start_daemon(name)
        wait_for(f"daemon {name}", lambda: self.is_in(name))


# -- the rows: name, seconds, whether interruptions must leave sessions whole within a bound (ms), and what happens ------------------


def nothing(_):
    pass


def sigterm(c):
    name = c.busiest()
    c.processes[name].send_signal(signal.SIGTERM)
    c.processes[name].wait(60)


def kill(c):
    c.processes[c.busiest()].kill()


def rolling(c):
    for name in NODES:
        c.restart(name)
        time.sleep(2)  # HAProxy takes it in after two good checks


def sleep(c):
    name = c.busiest()
    c.processes[name].send_signal(signal.SIGSTOP)
    time.sleep(20)  # clients give a silent connection up after 12 s
    c.processes[name].send_signal(signal.SIGCONT)


def reload_proxy(c):
    c.processes["proxy"].send_signal(signal.SIGUSR2)
    time.sleep(3)


def redis_away(c):
    c.processes["redis"].kill()
    c.processes["redis"].wait()
    time.sleep(5 if c.options.short else 20)
    c.start_redis()
    wait_for("Redis in the daemons", lambda: all(c.metric(n, "posed_cluster_connected") == 1 for n in NODES))


def redis_wiped(c):
    c.redis("FLUSHALL")
    c.redis("SCRIPT", "FLUSH")
    wait_for("checkpoints", lambda: len(c.redis("KEYS", "posed:state:*").split()) >= c.options.sessions)
    sigterm(c)


def redis_slow(c):
    for _ in range(25):
        c.redis("CLIENT", "PAUSE", "180", "ALL")
        time.sleep(0.2)


ROWS = [
    ("nothing happens", 8, None, nothing),
    ("SIGTERM of one", 18, 2500, sigterm),
    ("kill -9 of one", 20, 1000 * (LEASE + 1) + 10000, kill),
    ("HAProxy reloaded", 12, None, reload_proxy),
    ("rolling restart", 45, 2500, rolling),
    ("SIGSTOP for 20 s", 45, 30000, sleep),
    ("Redis stopped for 20 s", 35, None, redis_away),
    ("Redis wiped, then SIGTERM", 25, 2500, redis_wiped),
    ("Redis slow for 5 s", 16, None, redis_slow),
]


def run(options, name, seconds, bound, happen):
    with Cluster(options) as c:
        clients = options.sessions + options.watchers
        names = os.path.join(c.folder, "sessions")
        players = c.swarm(options.sessions, 600, "--sessions", str(options.sessions), "--spawn", str(options.characters // options.sessions), "--names", names)
        wait_for("the sessions", lambda: os.path.exists(names))
        watchers = c.swarm(options.watchers, seconds, "--watch", names)
        wait_for("the clients", lambda: c.total("posed_streams") >= clients)
        time.sleep(1)
        began, before = time.monotonic(), {m: c.total(m) for m in ("posed_cluster_checkpoint_seconds_total", "posed_cluster_checkpoints_total",
                                                                   "posed_cluster_checkpoint_bytes_total")}
        happen(c)
        watching = json.loads(watchers.communicate(timeout=seconds + 120)[0])
        players.send_signal(signal.SIGTERM)
        playing = json.loads(players.communicate(timeout=60)[0])
        rest = time.monotonic() - began
        cpu = c.total("posed_cluster_checkpoint_seconds_total") - before["posed_cluster_checkpoint_seconds_total"]
        stored = c.total("posed_cluster_checkpoints_total") - before["posed_cluster_checkpoints_total"]
        size = c.total("posed_cluster_checkpoint_bytes_total") - before["posed_cluster_checkpoint_bytes_total"]
        both, each = (watching, playing), options.characters // options.sessions
        joined, lost, interrupted = (sum(f[k] for f in both) for k in ("joined", "lost", "interruptions"))
        longest = max(playing["gap_ms"]["max"], watching["gap_ms"]["max"] / CROWDED)  # of a player, or as long for a watcher
        jump_cm = 100 * max(f["jump_m"] for f in both)
        row = {"name": name, "clients": joined, "of": clients, "interrupted": interrupted, "players": playing["gap_ms"], "watchers": watching["gap_ms"], "longest": longest,
               "always": max(f["longest_ms"] for f in both), "jump_cm": jump_cm, "restarted": playing["reconnects"], "checkpoint_cpu": 100 * cpu / rest, "bytes": size / stored / each if stored > 0 else 0}
        faults = []
        played = c.total("posed_sessions")
        if played > options.sessions:
            faults.append(f"{played - options.sessions:.0f} sessions are played twice")
        if joined < clients or lost:
            faults.append(f"{clients - joined} clients are gone, {lost} have no frames: {playing['reason']}; {watching['reason']}")
        if playing["reconnects"]:
            faults.append(f"{playing['reconnects']} sessions began anew")
        if bound is None and interrupted:
            faults.append("nobody should have noticed")
        if bound is not None and not interrupted:
            faults.append("nobody noticed")
        if bound is not None and longest > bound:
            faults.append(f"a gap of {longest:.0f} ms")
        if jump_cm > 1:
            faults.append(f"a character jumped by {jump_cm:.1f} cm")
        return row, faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--characters", type=int, default=250)
    parser.add_argument("--sessions", type=int, default=50)
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--divisor", type=int, default=6, help="ticks between two frames: two cores cannot send 60 a second to a thousand over TLS")
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--build", default="build")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    missing = [p for p in ("redis-server", "redis-cli", "haproxy", "openssl") if not shutil.which(p)]
    if missing:
        print(f"not installed: {', '.join(missing)}")
        return 77
    if options.short:
        options.characters, options.sessions, options.watchers = 12, 6, 18
    rows = [r for r in ROWS if not options.names or any(n in r[0] for n in options.names)]
    if options.short and not options.names:
        rows = rows[:4]
    if not options.short:
        print(f"{options.characters} characters in {options.sessions} sessions, {options.watchers} watchers, a frame each {options.divisor} ticks\n")
        print("| what happens | clients | interrupted | gap of players p50, p99, max, ms | of watchers, ms | jump, cm | restarted | checkpoints, % of a core | "
              "bytes a character |")
        print("|---|---|---|---|---|---|---|---|---|", flush=True)
    bad = 0
    for name, seconds, bound, happen in rows:
        row, faults = run(options, name, seconds, bound, happen)
        if options.short:
            print(f"{'not ok' if faults else 'ok'} - {name}: every session goes on ({row['interrupted']} interruptions, gap {row['longest']:.0f} ms at most)"
                  + "".join(f"; {f}" for f in faults), flush=True)
        else:
            playing, watching = (", ".join(f"{g[k]:.0f}" for k in ("p50", "p99", "max")) if g["count"] else f"- ({row['always']:.0f})" for g in (row["players"], row["watchers"]))
            print(f"| {name} | {row['clients']} of {row['of']} | {row['interrupted']} | {playing} | {watching} | {row['jump_cm']:.1f} | {row['restarted']} | "
                  f"{row['checkpoint_cpu']:.1f} | {row['bytes']:.0f} |" + "".join(f" **{f}**" for f in faults), flush=True)
        bad += bool(faults)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
