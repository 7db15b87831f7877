"""Runs posedctl in a temporary folder."""
import contextlib
import os
import subprocess
import tempfile


@contextlib.contextmanager
def folder():
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as made:
        os.chdir(made)
        yield
        os.chdir(before)


def posedctl_of(build):
    """posedctl(ARGUMENT...): what it says on its standard error; it must end with that code."""
    def posedctl(*args, code=0, seconds=120):
        done = subprocess.run([f"{build}/posedctl", *args], capture_output=True, text=True, timeout=seconds)
        assert done.returncode == code, (done.returncode, done.stderr)
        return done.stderr
    return posedctl
