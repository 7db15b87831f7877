"""Runs the tests of a script, each in its own process, several at a time, because most of their time is waiting."""
import asyncio
import inspect
import os
import resource
import sys
import tempfile
import time
import traceback

PARALLEL = int(os.environ.get("TEST_PARALLEL", "4"))


def alone(function):
    """A test that fills the machine, or looks at how others fare: no other of its script runs beside it."""
    function.alone = True
    return function


def nightly(function):
    """A test that .ci/nightly alone runs, by NIGHTLY=1: it takes long, and shorter tests run the same code."""
    function.nightly = True
    return function


def chosen(tests, names):
    """Returns the tests to run: those whose name contains one of the names; without names all, but those of nightly only with NIGHTLY=1. Prints what is left out."""
    if names:
        return [t for t in tests if any(n in t.__name__ for n in names)]
    left = [t for t in tests if getattr(t, "nightly", False) and os.environ.get("NIGHTLY") != "1"]
    for test in left:
        print(f"skip - {test.__name__.replace('_', ' ')} (NIGHTLY=1 runs it)", flush=True)
    return [t for t in tests if t not in left]


def start(function, prepare):
    """Its process and the file of what it says."""
    said = tempfile.TemporaryFile("w+")
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid, said
    code = 1
    try:
        os.dup2(said.fileno(), 1)
        with (prepare() if prepare else open(os.devnull)):
            asyncio.run(function()) if inspect.iscoroutinefunction(function) else function()
        code = 0
    except BaseException:
        traceback.print_exc(file=sys.stdout)
    finally:
        sys.stdout.flush()
        os._exit(code)


def run(tests, names, prepare=None):
    """The tests whose name contains one of the names, or all; 1 when one failed. prepare: called in each test's process, makes what
    the test has to itself, as a context manager."""
    waiting = chosen(tests, names)
    waiting.sort(key=lambda t: getattr(t, "alone", False))  # those at the end, one by one
    running, failed = {}, 0
    while waiting or running:
        while waiting and len(running) < PARALLEL and not (running and getattr(waiting[0], "alone", False)):
            test = waiting.pop(0)
            pid, said = start(test, prepare)
            running[pid] = (test, said, time.monotonic())
            if getattr(test, "alone", False):
                break
        pid, status, used = os.wait3(0)
        test, said, began = running.pop(pid)
        failed |= status != 0
        said.seek(0)
        sys.stdout.write(said.read())
        name = test.__name__.replace("_", " ")
        print(f"{'not ok' if status else 'ok'} - {name} ({time.monotonic() - began:.1f} s, processor {used.ru_utime + used.ru_stime:.1f} s)", flush=True)
    return int(failed)


def in_turn(tests, names, daemon):
    """One after the other in this process, each given the daemon that all share; 1 when one failed."""
    failed = 0
    for test in chosen(tests, names):
        sentence, before = test.__name__.replace("_", " "), resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            test(daemon)
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            print(f"ok - {sentence} (processor of its programs {used.ru_utime - before.ru_utime:.1f} s)", flush=True)
        except Exception:
            failed = 1
            print(f"not ok - {sentence}", flush=True)
            traceback.print_exc(limit=3, file=sys.stdout)
    return failed
