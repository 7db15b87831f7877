"""Usage: stream_tools.py BUILD [name...]: posedctl record, play, watch and swarm against a daemon."""
import asyncio
import contextlib
import fcntl
import hashlib
import json
import os
import pty
import re
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import network  # noqa: E402
import runner  # noqa: E402
from lossy import Lossy  # noqa: E402
from posed import PATIENCE, Posed, wait_for  # noqa: E402
from runner import alone  # noqa: E402

BUILD = sys.argv[1]
POSED, POSEDCTL = f"{BUILD}/posed", f"{BUILD}/posedctl"
SLOW = 2 if "san" in BUILD else 1  # sanitizers stretch time
FOLDER = None  # of the test that runs
tests = []


def test(function):
    tests.append(function)
    return function


def same(left, right, what=""):
    assert left == right, f"{what}: {left!r}, not {right!r}"


def posed(config=""):
    return Posed(POSED, FOLDER, config)


def url(p):
    return f"ws://{p.address[0]}:{p.address[1]}/v1/stream"


def ctl(*words, code=0, **more):
    """Standard output, after checking the exit code."""
    done = subprocess.run([POSEDCTL, *map(str, words)], capture_output=True, timeout=PATIENCE, **more)
    assert done.returncode == code, f"{words}: {done.returncode}, not {code}: {done.stderr.decode()[-1000:]} {done.stdout[-500:]!r}"
    ctl.err = done.stderr.decode()
    return done.stdout


def swarm(p, *words, code=0):
    return json.loads(ctl("swarm", "--url", url(p), "--json", *words, code=code))


def records(path):
    """(kind, time, bytes) of each message of a recording, read by docs/reference/stream.md."""
    data = open(path, "rb").read()
    magic, version, zeros, began = struct.unpack_from("<4sB3sd", data)
    assert (magic, version, zeros) == (b"PSDR", 1, b"\0\0\0") and abs(began - time.time()) < 3600
    at = 16
    while at < len(data):
        size, kind, when = struct.unpack_from("<IB3xd", data, at)
        yield kind, when, data[at + 16:at + 16 + size]
        at += 16 + size


def grows(path, by=1 << 14):
    """Until so much more has been recorded."""
    before = os.path.getsize(path) if os.path.exists(path) else 0
    assert wait_for(lambda: os.path.exists(path) and os.path.getsize(path) >= before + by), "nothing is recorded"


STANDING = "seconds: 600\nscript: [{t: 0, move: [0, 0]}]"


def script(text):
    path = f"{FOLDER}/script.yaml"
    with open(path, "w") as file:
        file.write(text)
    return path


def motion(path, *words):
    return json.loads(ctl("play", path, "--format", "json", *words))


# -- record and play -----------------------------------------------------------------


@test
def a_session_is_recorded_and_played_back():
    with posed() as p:
        path = f"{FOLDER}/a.psdr"
        ctl("record", "--url", url(p), "--seconds", 2, "--script", script("seconds: 9\nscript: [{t: 0, move: [0, 1], gait: walk}]"),
            "-o", path)
        all = list(records(path))
        times = [t for _, t, _ in all]
        assert times == sorted(times) and times[-1] > 1.8, times[-1]
        same({k for k, _, _ in all}, {0, 1, 2})
        types = [json.loads(b)["type"] for k, _, b in all if k in (0, 2)]
        same(types[:2], ["welcome", "profile"])
        assert "spawned" in types and "input" in types and "bye" in types, types
        assert sum(k == 1 for k, _, _ in all) > 10
        m = motion(path)
        same((m["rate"], m["joint_names"][0], m["model"]), (60, "Hips", "motion"))
        ticks = [f["tick"] for f in m["frames"]]
        same(ticks, list(range(ticks[0], ticks[0] + len(ticks))), "ticks")
        assert m["frames"][-1]["root"][2] > 0.3 * len(ticks) / 60
        for format, begins in (("bvh", b"HIERARCHY"), ("measure", b"PK")):
            assert ctl("play", path, "--format", format).startswith(begins)
        assert ctl("play", path, "--format", "glb", "--model", "none").startswith(b"glTF")
        lines = ctl("play", path, "--fast").decode().strip().split("\n")
        assert len(lines) >= 2 and "#1 walk at" in lines[-2] and "events" in lines[-1], lines


@test
def a_streamed_run_is_the_same_as_one_offline():
    text = "seconds: 3\nscript: [{t: 0, move: [0, 1], gait: walk}, {t: 1, move: [0.7, 0.3]}, {t: 2, move: [0, 0]}]"
    with posed() as p:
        path = f"{FOLDER}/b.psdr"
        ctl("record", "--url", url(p), "--script", script(text), "-o", path)
    live = motion(path)["frames"]
    # Cues are due by the clock, and the next tick sees them: the script of the run has them at the ticks that did.
    seen = [next(f["tick"] for f in live if f["seq"] >= cue) for cue in (1, 2, 3)]
    text = "seconds: 3\nscript: [{t: 0, move: [0, 1], gait: walk}, {t: %.6f, move: [0.7, 0.3]}, {t: %.6f, move: [0, 0]}]" % tuple(
        (tick - seen[0]) / 60 for tick in seen[1:])
    offline = json.loads(ctl("rollout", "--script", script(text), "--model", f"{FOLDER}/motion.safetensors",
                             "--format", "json"))
    # A network of zeros does not mind its input, but for the start and the stop. A tick sooner or later at each cue may be.
    start = next(i for i, f in enumerate(live) if f["seq"] >= 1)
    best = min(max(abs(a["translation"][i] - b["translation"][i]) for a, b in zip(live[start + d:], offline["frames"]) for i in range(3))
               for d in (-1, 0, 1) if start + d >= 0)
    assert best < 0.1, best  # 3 ticks of 2 cm and the rounding of the wire; stream.py compares tick by tick


@test
def a_watched_session_is_recorded_too():
    with posed() as p:
        owner = subprocess.Popen([POSEDCTL, "watch", "--url", url(p), "--seconds", str(6 * SLOW), "--spawn", "2"], stdout=subprocess.DEVNULL)
        assert wait_for(lambda: p.metric("posed_characters") == 2)
        ctl("record", "--url", url(p), "--watch", "0" * 16, "-o", f"{FOLDER}/none.psdr", code=1)
        assert "no session" in ctl.err, ctl.err
        same(owner.wait(PATIENCE), 0)


@test
def a_recording_that_was_killed_is_whole_up_to_there():
    with posed() as p:
        path = f"{FOLDER}/killed.psdr"
        recorder = subprocess.Popen([POSEDCTL, "record", "--url", url(p), "--script", script(STANDING), "-o", path], stderr=subprocess.DEVNULL)
        grows(path, 1 << 15)
        recorder.send_signal(signal.SIGKILL)
        recorder.wait()
        assert len(motion(path)["frames"]) > 60
        os.unlink(path)
        again = subprocess.Popen([POSEDCTL, "record", "--url", url(p), "--script", script(STANDING), "-o", path], stderr=subprocess.DEVNULL)
        grows(path, 1 << 12)
        again.send_signal(signal.SIGINT)
        same(again.wait(PATIENCE), 0, "after Ctrl-C")
        assert [json.loads(b)["type"] for k, _, b in records(path) if k == 0][-1] == "bye"
        assert wait_for(lambda: p.metric("posed_streams") == 0), "a killed client holds no connection"


@test
def files_that_are_no_recording_are_refused_by_byte():
    path = f"{FOLDER}/bad.psdr"
    for data, place in ((b"", "byte 0"), (b"PSDX" + bytes(12), "byte 0"), (b"PSDR\2" + bytes(11), "byte 4"),
                        (b"PSDR\1" + bytes(11) + struct.pack("<IB3xd", 1 << 30, 1, 0), "byte 16")):
        with open(path, "wb") as file:
            file.write(data)
        ctl("play", path, code=1)
        assert place in ctl.err, (data, ctl.err)
    ctl("play", f"{FOLDER}/nowhere.psdr", code=1)
    ctl("play", code=2)
    ctl("record", code=2)
    ctl("record", "-o", "/nowhere/x.psdr", "--script", "examples/walk.yaml", code=1)


# -- watch ---------------------------------------------------------------------------


@test
def a_terminal_of_80_by_24_shows_it_all():
    with posed() as p:
        pid, terminal = pty.fork()
        if pid == 0:
            os.environ["TERM"] = "xterm"
            os.execv(POSEDCTL, [POSEDCTL, "watch", "--url", url(p), "--seconds", str(3 * SLOW)])
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        data = b""
        try:
            while more := os.read(terminal, 1 << 16):
                data += more
        except OSError:
            pass
        same(os.waitpid(pid, 0)[1], 0, "exit")
    screens = data.split(b"\x1b[H")[1:]
    assert len(screens) > 3, len(screens)
    lines = [re.sub(rb"\x1b\[[?0-9]*[a-zA-Z]", b"", line) for line in screens[-2].split(b"\r\n")]
    same(len(lines), 24)
    assert all(len(line) <= 80 for line in lines), lines
    assert b"session" in lines[0] and b"frames/s" in lines[1] and b"#1" in lines[2], lines
    assert any(b"^" in screen for screen in screens), lines  # in one screen a toe may stand before the arrow
    assert data.rstrip().endswith(b"m/s") and b"\x1b[?25h" in data, "the cursor is there again"


@test
def without_a_terminal_there_is_a_line_a_second():
    with posed() as p:
        lines = ctl("watch", "--url", url(p), "--seconds", 3 * SLOW).decode().strip().split("\n")
        assert len(lines) >= 2 and all("\x1b" not in line for line in lines), lines
        assert re.match(r"[\d.]+ s: [\d.]+ frames/s, late [\d.]+ p99 [\d.]+ ms, missing \d+, dropped \d+, trip [\d.]+ ms; #1 walk at", lines[1]), lines


@test
def who_cannot_come_in_is_told_why():
    with posed() as p:
        ctl("watch", "--url", f"ws://127.0.0.1:1", code=1)
        assert "connect" in ctl.err.lower(), ctl.err
        with socket.socket() as mute:  # its port is open, and nobody answers
            mute.bind(("127.0.0.1", 0))
            mute.listen()
            ctl("watch", "--url", f"ws://127.0.0.1:{mute.getsockname()[1]}/v1/stream", "--seconds", 60, code=1)
            assert "no answer" in ctl.err, ctl.err
        ctl("watch", "--url", url(p).replace("stream", "other"), code=1)
        assert "404" in ctl.err, ctl.err
        ctl("watch", "--url", "http://127.0.0.1", code=2)
        ctl("watch", "--url", url(p), "--model", "nobody", code=1)
        assert "nobody" in ctl.err, ctl.err
        ctl("watch", "--url", url(p), "--script", script("seconds: 1\nscript: [{t: 0, move: [0, 3000]}]"), code=2)
        assert "script.yaml:2" in ctl.err, ctl.err
    with open(f"{FOLDER}/keys", "w") as file:
        file.write(f"walker stream {hashlib.sha256(b'secret').hexdigest()}\n")
    with posed(f"access: {{keys_file: {FOLDER}/keys}}\n") as p:
        ctl("watch", "--url", url(p), code=1)
        assert "401" in ctl.err, ctl.err
        ctl("watch", "--url", url(p), "--key", "secret", "--seconds", 1)
        ctl("watch", "--url", url(p), "--seconds", 1, env={**os.environ, "POSED_KEY": "secret"})
        with open(f"{FOLDER}/key", "w") as file:
            file.write("secret\n")
        ctl("watch", "--url", url(p), "--key", f"@{FOLDER}/key", "--seconds", 1)


# -- bad networks --------------------------------------------------------------------


@test
def a_cut_line_is_resumed_and_nobody_jumps():
    with posed() as p, Lossy(p.address) as bad:
        path = f"{FOLDER}/cut.psdr"
        recorder = subprocess.Popen([POSEDCTL, "record", "--url", f"ws://127.0.0.1:{bad.port}", "-o", path, "--script", script("seconds: 60\nscript: [{t: 0, move: [0, 1], gait: walk}]")], stderr=subprocess.DEVNULL)
        grows(path)
        for cuts in range(3):
            bad.cut()
            assert wait_for(lambda: bad.accepted == cuts + 2)
            grows(path)
        recorder.send_signal(signal.SIGINT)
        same(recorder.wait(PATIENCE), 0)
        same(bad.accepted, 4)
    all = list(records(path))
    lost = [t for k, t, _ in all if k == 4]
    same(len(lost), 3)
    for cut in lost:
        assert any(k == 1 and t > cut for k, t, _ in all), "frames come again"
    welcomes = [json.loads(b) for k, _, b in all if k == 0 and b'"welcome"' in b]
    same([w["resumed"] for w in welcomes], [False, True, True, True])
    same(len({w["session"] for w in welcomes}), 1)
    seen = [f for f in motion(path)["frames"] if not f["filled"]]
    steps = [(b["root"][2] - a["root"][2]) / (b["tick"] - a["tick"]) for a, b in zip(seen, seen[1:])]
    assert max(steps) < 0.03 and min(steps) > -0.01, (min(steps), max(steps))


@test
def a_line_that_goes_quiet_is_left_and_resumed():
    with posed() as p, Lossy(p.address) as bad:
        path = f"{FOLDER}/quiet.psdr"
        recorder = subprocess.Popen([POSEDCTL, "record", "--url", f"ws://127.0.0.1:{bad.port}", "--script", script(STANDING), "-o", path],
                                    stderr=subprocess.DEVNULL)
        grows(path)
        bad.stall(4)
        assert wait_for(lambda: bad.accepted >= 2)
        grows(path)
        recorder.send_signal(signal.SIGINT)
        same(recorder.wait(PATIENCE), 0)
    welcomes = [json.loads(b) for k, _, b in records(path) if k == 0 and b'"welcome"' in b]
    same((len(welcomes) >= 2, welcomes[-1]["resumed"]), (True, True))


@test
def a_slow_line_shows_as_delay_and_not_as_loss():
    with posed() as p, Lossy(p.address, delay=0.15) as bad:
        figures = json.loads(ctl("swarm", "--url", f"ws://127.0.0.1:{bad.port}", "--clients", 1, "--seconds", 3, "--json"))
        assert figures["input_to_frame_ms"]["p50"] >= 150, figures["input_to_frame_ms"]
        assert figures["lateness_ms"]["p50"] >= 150, figures["lateness_ms"]


@test
@alone
def a_stalled_line_harms_its_own_client_alone():
    with posed() as p, Lossy(p.address) as bad:
        stuck = subprocess.Popen([POSEDCTL, "watch", "--url", f"ws://127.0.0.1:{bad.port}", "--seconds", "30"], stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL)
        assert wait_for(lambda: p.metric("posed_characters") == 1)
        bad.stall(5 * SLOW)
        figures = swarm(p, "--clients", 5, "--seconds", 4)
        same((figures["lost"], figures["joined"]), (0, 5))
        assert SLOW > 1 or figures["missing"] < figures["frames"], figures
        stuck.kill()
        stuck.wait()


class Tls:
    """What a deployment has before posed: an end of TLS that passes bytes on."""

    def __init__(self, address, certificate, key):
        self.address, self.loop = address, asyncio.new_event_loop()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        server = self.loop.run_until_complete(asyncio.start_server(self.serve, "127.0.0.1", 0, ssl=context))
        self.port = server.sockets[0].getsockname()[1]
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    async def serve(self, reader, writer):
        far_reader, far_writer = await asyncio.open_connection(*self.address)

        async def pump(source, sink):
            try:
                while data := await source.read(1 << 16):
                    sink.write(data)
                    await sink.drain()
            except OSError:
                pass
            sink.close()
        await asyncio.gather(pump(reader, far_writer), pump(far_reader, writer))


@test
def a_stream_behind_tls_is_reached_by_wss_when_its_certificate_is_good():
    certificate, key = f"{FOLDER}/cert.pem", f"{FOLDER}/key.pem"
    if not shutil.which("openssl"):
        return
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)
    with posed() as p:
        tls = Tls(p.address, certificate, key)
        good = {**os.environ, "SSL_CERT_FILE": certificate}
        lines = ctl("watch", "--url", f"wss://localhost:{tls.port}", "--seconds", 2, env=good).decode()
        assert "#1 walk" in lines, lines
        ctl("watch", "--url", f"wss://localhost:{tls.port}", "--seconds", 2, code=1)
        assert ctl.err, "a certificate that nobody vouches for is refused"


# -- swarm ---------------------------------------------------------------------------


@test
@alone
def a_swarm_measures_what_it_met_with():
    with posed() as p:
        n = 20 // SLOW
        f = swarm(p, "--clients", n, "--seconds", 3, "--channels", "root,rotations", "--inputs", 20)
        same((f["joined"], f["lost"], f["characters"], f["same_clock"], f["refused"]), (n, 0, n, True, 0))
        assert f["frames"] + f["missing"] >= n * 3 * 5, f
        same(f["bytes"], f["frames"] * (24 + 32 + 6 * len(network.JOINTS)))
        assert 0 <= f["lateness_ms"]["p50"] <= f["lateness_ms"]["p99"] <= f["lateness_ms"]["max"]
        assert f["inputs"] >= f["input_to_frame_ms"]["count"] > 0, f
        text = ctl("swarm", "--url", url(p), "--clients", 2, "--seconds", 1).decode()
        assert re.search(r"clients +2 of 2 joined in .* 0 lost", text) and "lateness" in text, text


@test
@alone
def watchers_of_a_few_sessions_all_get_their_frames():
    with posed() as p:
        n = 60 // SLOW
        f = swarm(p, "--clients", n, "--sessions", 4, "--spawn", 3, "--seconds", 2, "--divisor", 3)
        same((f["joined"], f["lost"], f["characters"]), (n, 0, 12))
        assert f["frames"] + f["missing"] >= n * 2 * 2, f["frames"]


@test
def players_and_watchers_can_be_two_swarms():
    with posed() as p, tempfile.TemporaryDirectory() as folder:
        names = os.path.join(folder, "names")
        players = subprocess.Popen([POSEDCTL, "swarm", "--url", url(p), "--clients", "3", "--seconds", "600", "--names", names, "--json"], stdout=subprocess.PIPE)
        assert wait_for(lambda: os.path.exists(names))
        with open(names) as file:
            sessions = file.read().split()
        same((len(set(sessions)), {len(s) for s in sessions}), (3, {16}))
        watching = swarm(p, "--clients", 6, "--watch", names, "--seconds", 2, "--divisor", 3)
        same((watching["joined"], watching["lost"], watching["characters"], watching["inputs"]), (6, 0, 0, 0))
        assert watching["frames"] > 6, watching

        # A signal ends the players early, with the figures of what they have measured.
        players.terminate()
        playing = json.loads(players.communicate(timeout=PATIENCE)[0])
        same((players.returncode, playing["joined"], playing["characters"]), (0, 3, 3))
        assert playing["frames"] > watching["frames"] / 6 and playing["seconds"] < 600, playing

        # Files that name no session, and options that would have no effect, are refused.
        for text in ("", "\n", "x" * 40 + "\n"):
            with open(names, "w") as file:
                file.write(text)
            ctl("swarm", "--url", url(p), "--watch", names, code=1)
            assert names in ctl.err
        for option, value in (("--spawn", 2), ("--names", names), ("--sessions", 1)):
            ctl("swarm", "--url", url(p), "--watch", names, option, value, code=2)
            assert option in ctl.err and "--watch" in ctl.err
        ctl("swarm", "--url", url(p), "--clients", 1, "--names", "/nowhere/names", code=1)
        assert "/nowhere/names" in ctl.err


@test
def a_server_that_dies_ends_with_1():
    with posed() as p:
        started = subprocess.Popen([POSEDCTL, "swarm", "--url", url(p), "--clients", "10", "--seconds", "30", "--json"],
                                   stdout=subprocess.PIPE)
        assert wait_for(lambda: p.metric("posed_characters") == 10)
        p.process.kill()
        p.process.wait()
        figures = json.loads(started.communicate(timeout=PATIENCE)[0])
        same((started.returncode, figures["lost"]), (1, 10))
    ctl("swarm", "--url", "ws://127.0.0.1:1", "--clients", 3, code=1)


@test
def clients_beyond_the_limit_are_lost_and_said_so():
    with posed("stream: {connections: 5}\n") as p:
        f = swarm(p, "--clients", 8, "--seconds", 1, "--patience", 3, code=1)
        same((f["joined"], f["lost"], f["reason"]), (5, 3, "HTTP 503"))


@test
@alone
def two_thousand_connects_a_minute_are_no_trouble():
    seconds = 12 if SLOW == 1 else 30
    with posed("log: {level: warning}\n") as p:
        f = swarm(p, "--clients", 40, "--seconds", seconds, "--cuts", 34 / SLOW, "--inputs", 1)
        same((f["lost"], f["reconnects"]), (0, 0))
        assert f["cuts"] > 40 and f["resumes"] >= f["cuts"] - 2, (f["cuts"], f["resumes"])
        assert wait_for(lambda: p.metric("posed_streams") == 0)


@contextlib.contextmanager
def own_folder():
    global FOLDER
    with tempfile.TemporaryDirectory(prefix="posed-tools-") as FOLDER:
        network.write(f"{FOLDER}/motion.safetensors")
        yield


sys.exit(runner.run(tests, sys.argv[2:], own_folder))
