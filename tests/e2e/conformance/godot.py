"""Usage: godot.py URL: the add-on of clients/godot, translated for Godot 3, and client.gd are a client of run.py. A socket brings the lines of stdin, because
Godot cannot wait for them."""
import os
import shutil
import socket
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TRANSLATOR = os.path.join(HERE, "..", "godot", "godot3.py")


def main():
    home, listener = tempfile.mkdtemp(prefix="posed-godot-"), socket.create_server(("127.0.0.1", 0))
    subprocess.run([sys.executable, TRANSLATOR, os.path.join(home, "project")], check=True)
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
