"""Usage: godot.py URL: Godot 3 with client.gd as a client of run.py. Godot cannot wait for lines of its stdin, so a socket brings them."""
import os
import shutil
import socket
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PROJECT = os.path.join(HERE, "..", "..", "..", "clients", "godot", "godot3")


def main():
    home, listener = tempfile.mkdtemp(prefix="posed-godot-"), socket.create_server(("127.0.0.1", 0))
    shutil.copytree(PROJECT, os.path.join(home, "project"))  # Godot writes into a project's folder
    os.makedirs(os.path.join(home, ".cache"))
    environment = dict(os.environ, HOME=home, LANG="en_US.UTF-8", POSED_STREAM=sys.argv[1], POSED_COMMANDS=str(listener.getsockname()[1]))
    command = ["godot3-server", "--path", os.path.join(home, "project"), "-s", os.path.join(HERE, "client.gd")]
    godot = subprocess.Popen(command, env=environment, stdout=sys.stderr)
    try:
        listener.settimeout(20)
        with listener.accept()[0] as line, line.makefile("rw") as talk:
            for command in sys.stdin:
                talk.write(command)
                talk.flush()
                print(talk.readline(), end="", flush=True)
    finally:
        godot.kill()
        godot.wait()
        shutil.rmtree(home)


main()
