"""Serves a folder over a line of so many bits a second, all connections together: site.py FOLDER BITS; prints the port."""
import functools
import http.server
import sys
import threading
import time

folder, bits = sys.argv[1], float(sys.argv[2])
lock = threading.Lock()
CHUNK = 4096


class Slow(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".wasm": "application/wasm", ".js": "text/javascript"}

    def log_message(self, *_):
        pass

    def copyfile(self, source, outputfile):
        while chunk := source.read(CHUNK):
            with lock:
                time.sleep(8 * len(chunk) / bits)
            outputfile.write(chunk)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Slow, directory=folder))
print(server.server_address[1], flush=True)
server.serve_forever()
