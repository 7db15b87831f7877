"""A collector of traces (OTLP over HTTP in JSON) for the tests."""
import http.server
import json
import threading


class Collector:
    """Keeps the spans that it is sent, and answers with `status`."""

    def __init__(self, status=200):
        collector = self
        self.spans, self.resources, self.lock = [], [], threading.Lock()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                assert self.path == "/v1/traces" and self.headers["Content-Type"] == "application/json"
                with collector.lock:
                    for resource in body["resourceSpans"]:
                        collector.resources.append(resource["resource"])
                        for scope in resource["scopeSpans"]:
                            collector.spans += scope["spans"]
                self.send_response(status)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def named(self, name):
        with self.lock:
            return [span for span in self.spans if span["name"] == name]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
