"""Usage: tsan_stream.py BUILD SECONDS: 204 sessions of a daemon under ThreadSanitizer (104 for less than 20 seconds), cut, watched, scraped, reloaded, drained."""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import network  # noqa: E402
from posed import Posed  # noqa: E402



def swarms_of(clients):
    """Options of the swarms: `clients` that steer, as many that are cut, and 20 that watch 4 sessions."""
    return (["--clients", str(clients), "--inputs", "5"], ["--clients", str(clients), "--inputs", "2", "--cuts", "5"],
            ["--clients", "20", "--sessions", "4", "--channels", "root,joints,trajectory"])


def posedctl(build):
    """The release build's when there is one, which loads faster: it is the daemon that is looked at."""
    return next(c for c in ("build/posedctl", f"{build}/posedctl") if os.path.exists(c))


def main(build, seconds):
    # Under ThreadSanitizer a stage of so many sessions is late, and admits no further characters; a client that waits for one waits until its time limit.
    clients, patience = (100, 60) if seconds >= 20 else (50, 10)
    folder = tempfile.mkdtemp(prefix="posed-tsan-stream-")
    network.write(f"{folder}/motion.safetensors")
    # A report does not change the exit status, which Posed would raise before the reports are printed.
    os.environ["TSAN_OPTIONS"] = f"log_path={folder}/tsan exitcode=0 " + os.environ.get("TSAN_OPTIONS", "")
    with Posed(f"{build}/posed", folder, "log: {level: warning}\n") as p:
        words = [posedctl(build), "swarm", "--url", f"ws://{p.address[0]}:{p.address[1]}", "--json", "--connects", "100",
                 "--seconds", str(seconds), "--patience", str(patience)]
        swarms = [subprocess.Popen([*words, *more], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) for more in swarms_of(clients)]
        until, most = time.monotonic() + seconds, 0
        while time.monotonic() < until:
            time.sleep(0.5)
            p.signal(signal.SIGHUP)
            most = max(most, p.metric("posed_sessions"))
        frames = [json.loads(swarms[0].communicate(timeout=200)[0])["frames"]]
        p.signal(signal.SIGTERM)  # while the others are there
        p.process.wait(60)
        for s in swarms[1:]:
            s.kill()
            s.wait()
    reports = "".join(open(f"{folder}/{name}").read() for name in os.listdir(folder) if name.startswith("tsan."))
    shutil.rmtree(folder)
    print(f"{'ok' if most >= 2 * clients else 'not ok'} {2 * clients} sessions are on the stage ({most:.0f})")
    print(f"{'ok' if frames[0] > 10 * clients else 'not ok'} frames come ({frames[0]} to the first {clients})")
    print(f"{'ok' if not reports else 'not ok'} a stage full of sessions has no data race")
    print(f"{'ok' if p.exit_code == 0 else 'not ok'} it drains and ends with {p.exit_code}")
    print(reports[:20000])
    return 1 if reports or p.exit_code or most < 2 * clients or frames[0] <= 10 * clients else 0


sys.exit(main(sys.argv[1], float(sys.argv[2])))
