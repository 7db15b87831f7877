#!/usr/bin/python3
"""run.py PROGRAM...: runs test programs, TEST_JOBS (3) at a time, and says which failed. It reads cmocka's own counts; of a script it counts the
lines "ok ..." and "not ok ...". A program that ends badly without a count is one failure. Exit status 77 of a program means: skipped.

RESULTS       folder for the logs and a file NAME.count ("passed failed") for each program; tests/sum.sh adds them up.
              RESULTS/processor has a line "SECONDS PROGRAM" for each run: its processor time, with that of every program that it started and waited for.
ALONE         1: RESULTS belongs to this run alone. Waits until no other run with ALONE has it, empties it, and adds up the counts at the end.
TEST_TIMEOUT  seconds for each program (900)
TEST_RETRIES  how often a script (not a C test) that failed is run again (0); one that passes then is called flaky, with what failed

It starts no process but the programs: on two busy cores each of a shell's awk and sed takes .02 s of processor time.
"""
import fcntl
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

RESULTS = os.environ.get("RESULTS", "build/results")
TIMEOUT = float(os.environ.get("TEST_TIMEOUT", 900))
RETRIES = int(os.environ.get("TEST_RETRIES", 0))
PASSED = re.compile(rb"^\[  PASSED  \] (\d+) test", re.M)
FAILED = re.compile(rb"^\[  FAILED  \] (\d+) test", re.M)
OK, NOT_OK = re.compile(rb"^ok ", re.M), re.compile(rb"^not ok ", re.M)
WRONG = re.compile(r"not ok|\[  FAILED  \]|\[  ERROR   \]")
USUAL = re.compile(r"\[ *(RUN|OK) *\]")

running = set()  # process groups
lock = threading.Lock()


def end(group, sign):
    try:
        os.killpg(group, sign)
    except ProcessLookupError:
        pass


def run(program, log):
    """Runs the program with its output in the file log. Returns its exit status (124: the time ran out; 128 + N: signal N ended it), its
    processor time and its time, both in seconds."""
    late = threading.Event()
    start = time.monotonic()
    with open(log, "wb") as out:
        child = subprocess.Popen([program], stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, process_group=0)
        with lock:
            running.add(child.pid)

        def stop():
            late.set()
            end(child.pid, signal.SIGTERM)
            if not ended.wait(5):
                end(child.pid, signal.SIGKILL)

        ended = threading.Event()
        timer = threading.Timer(TIMEOUT, stop)
        timer.daemon = True
        timer.start()
        _, status, used = os.wait4(child.pid, 0)
        ended.set()
        timer.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)  # so that Popen does not wait again
        with lock:
            running.discard(child.pid)
        if late.is_set():
            out.write(b"timed out\n")
    code = child.returncode if child.returncode >= 0 else 128 - child.returncode
    return 124 if late.is_set() else code, used.ru_utime + used.ru_stime, time.monotonic() - start


def count(log, code):
    """Returns how many checks passed and failed, by the program's log and exit status."""
    with open(log, "rb") as file:
        text = file.read()
    passed = sum(map(int, PASSED.findall(text))) + len(OK.findall(text))
    failed = sum(map(int, FAILED.findall(text))) + len(NOT_OK.findall(text))
    if failed == 0 and code not in (0, 77):
        failed = 1
    elif failed + passed == 0 and code == 0:
        passed = 1
    return passed, failed


def lines_of(log):
    with open(log, encoding="utf-8", errors="replace") as file:
        return file.read().splitlines()


def excerpt(log):
    """The failed checks of a log with the 12 lines after each, at most 40 lines, and the log's last 20 lines."""
    lines = lines_of(log)
    near = {at for i, line in enumerate(lines) if WRONG.match(line) for at in range(i, i + 13)}
    wrong = [line for i, line in enumerate(lines) if i in near][:40]
    return "".join(f"       {line}\n" for line in [*wrong, "...", *[line for line in lines if not USUAL.match(line)][-20:]])


def note(name, line):
    with lock, open(f"{RESULTS}/{name}", "a", encoding="utf-8") as file:
        file.write(line + "\n")


def say(text):
    with lock:
        sys.stdout.write(text)
        sys.stdout.flush()


def run_one(program):
    """Runs a program until it passes or no try is left, and notes its result. Returns whether it passed or was skipped."""
    name = program.removeprefix("build/").replace("/", "-")
    log = f"{RESULTS}/{name}.log"
    tries = RETRIES if program.endswith(".sh") else 0
    while True:
        code, processor, seconds = run(program, log)
        passed, failed = count(log, code)
        if failed == 0 or tries == 0:
            break
        tries -= 1
        say(f"  FLAKY? {program} ({failed} of {passed + failed}, exit {code}, {seconds:.1f} s), once more\n{excerpt(log)}")
        shutil.copyfile(log, log + ".first")
        note("flaky", program)

    with open(f"{RESULTS}/{name}.count", "w", encoding="utf-8") as file:
        file.write(f"{passed} {failed}\n")
    note("processor", f"{processor:.1f} {program}")
    if code == 77:
        say(f"  skip {program}: {(lines_of(log) or [''])[-1]}\n")
    elif failed == 0:
        say(f"  ok   {program} ({passed}, {seconds:.1f} s, processor {processor:.1f} s)\n")
    else:
        say(f"  FAIL {program} ({failed} of {passed + failed}, exit {code}, {seconds:.1f} s)\n{excerpt(log)}")
        note("failed", program)
    return failed == 0


def stopped(sign, _):
    """Ends what runs when this program is told to end: each test has a process group of its own, which the terminal does not signal."""
    for group in list(running):
        end(group, signal.SIGTERM)
    os._exit(128 + sign)


def take_folder():
    """Waits for the folder of the results and empties it, since what an earlier run left would be counted again. Returns the lock."""
    os.makedirs(os.path.dirname(RESULTS) or ".", exist_ok=True)
    lock_file = open(RESULTS + ".lock", "w", encoding="utf-8")  # noqa: SIM115 (held until this process ends)
    try:
        fcntl.flock(lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        say(f"  another run writes to {RESULTS}; waiting until it ends\n")
        fcntl.flock(lock_file, fcntl.LOCK_EX)
    shutil.rmtree(RESULTS, ignore_errors=True)
    return lock_file


def main():
    is_alone = os.environ.get("ALONE") == "1"
    held = take_folder() if is_alone else None
    os.makedirs(RESULTS, exist_ok=True)
    signal.signal(signal.SIGINT, stopped)
    signal.signal(signal.SIGTERM, stopped)
    with ThreadPoolExecutor(int(os.environ.get("TEST_JOBS", 3))) as pool:
        passed = list(pool.map(run_one, sys.argv[1:]))
    if is_alone:
        subprocess.run(["tests/sum.sh", RESULTS], check=False)
    del held
    sys.exit(0 if all(passed) else 1)


main()
