"""Usage: below_a_path.py POSED MODELS [name...]: the daemon below a path of a reverse proxy, with addresses resolved as browsers and clients do."""
import html.parser
import json
import os
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from path_proxy import PathProxy  # noqa: E402
from runner import run  # noqa: E402

import posed as daemon  # noqa: E402

PROGRAM, MODELS = sys.argv[1], sys.argv[2]
CLIENTS = os.path.join(HERE, "../../clients")
tests = []


def test(function):
    tests.append(function)
    return function


def started(*options):
    return daemon.Posed(PROGRAM, MODELS, args=options)


def ask(url, body=None, fields=None, method=None):
    """(status, headers, bytes)"""
    request = urllib.request.Request(url, body, fields or {}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=daemon.PATIENCE) as reply:
            return reply.status, reply.headers, reply.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


class References(html.parser.HTMLParser):
    """All that a page refers to."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page.decode())

    def handle_starttag(self, tag, attributes):
        self.found += [value for name, value in attributes if name in ("href", "src") and value and not value.startswith(("#", "data:"))]


@test
def all_references_of_the_pages_lead_below_the_path():
    with started() as server, PathProxy(server.address[1], "/bodies") as proxy:
        for page in ("", "docs"):
            status, _, text = ask(proxy.url + page)
            assert status == 200, (page, status)
            links = References(text).found
            assert len(links) > 2, links
            for link in links:
                url = urllib.parse.urljoin(proxy.url + page, link)
                assert url.startswith(proxy.url), (page, link)
                assert ask(url)[0] == 200, (page, link)
        assert not proxy.lost, proxy.lost


@test
def paths_of_the_samples_lead_below_the_path():
    with started() as server, PathProxy(server.address[1], "/bodies") as proxy:
        listed = json.loads(ask(proxy.url + "samples")[2])["samples"]
        assert len(listed) >= 3, listed
        for one in listed:
            url = urllib.parse.urljoin(proxy.url + "samples", one["path"])
            assert url.startswith(proxy.url) and len(ask(url)[2]) == one["bytes"], one
        assert not proxy.lost, proxy.lost


@test
def servers_of_the_document_leads_below_the_path():
    with started() as server, PathProxy(server.address[1], "/a/b") as proxy:
        status, _, text = ask(proxy.url + "openapi.json")
        assert status == 200
        base = urllib.parse.urljoin(proxy.url + "openapi.json", json.loads(text)["servers"][0]["url"])
        assert base == proxy.url, base
        assert ask(base.rstrip("/") + "/v1/version")[0] == 200


@test
def a_location_and_the_examples_have_the_path_that_the_proxy_names():
    frames = [[[0.1 * i, 1.0 + 0.01 * i, 0.0] for i in range(17)] for _ in range(2)]
    job = json.dumps({"rate": 30, "people": [{"keypoints": {"set": "coco17", "frames": frames}}]}).encode()
    with started() as server, PathProxy(server.address[1], "/bodies", ["X-Forwarded-Prefix: /bodies"]) as proxy:
        status, headers, text = ask(proxy.url + "v1/jobs", job, {"Content-Type": "application/json"})
        assert status == 202, (status, text)
        location = urllib.parse.urljoin(proxy.url + "v1/jobs", headers["Location"])
        assert location == f"{proxy.url}v1/jobs/{json.loads(text)['id']}", location
        assert ask(location)[0] == 200
        status, headers, page = ask(proxy.url + "docs")
        assert b"/bodies/v1/models/default/mesh" in page
        assert "X-Forwarded-Prefix" in headers["Vary"]
        status, headers, page = ask(f"http://127.0.0.1:{server.address[1]}/docs")
        assert b"/bodies/" not in page


@test
def a_page_may_post_and_open_streams_through_a_proxy_that_asks_by_another_host():
    body = b'{"betas":[1]}'
    with started() as server, PathProxy(server.address[1], "/bodies") as proxy:
        for fields, expected in (({"Origin": "https://site.example"}, 403), ({"Origin": "https://site.example", "Sec-Fetch-Site": "cross-site"}, 403),
                                 ({"Origin": "https://site.example", "Sec-Fetch-Site": "same-origin"}, 200),
                                 ({"Origin": "https://site.example", "X-Forwarded-Host": "site.example"}, 200)):
            status, _, text = ask(proxy.url + "v1/models/default/measure", body, {"Content-Type": "application/json", **fields})
            assert status == expected, (fields, status, text)


@test
def the_client_for_python_takes_a_base_with_a_path():
    program = """
import sys, posed
for base in (sys.argv[1], sys.argv[1].rstrip("/")):
    client = posed.Client(base)
    assert client.measure(betas=[1])["height"] > 1
    assert client.stream_url == "ws" + sys.argv[1].rstrip("/")[4:] + "/v1/stream", client.stream_url
"""
    with started() as server, PathProxy(server.address[1], "/bodies") as proxy:
        subprocess.run([sys.executable, "-B", "-c", program, proxy.url], check=True, env={**os.environ, "PYTHONPATH": f"{CLIENTS}/python"})
        assert not proxy.lost, proxy.lost


@test
def the_client_for_javascript_takes_a_base_with_a_path():
    if subprocess.run(["sh", "-c", "command -v node"], stdout=subprocess.DEVNULL).returncode:
        return
    program = """
import { pathToFileURL } from "node:url";
const { Posed } = await import(pathToFileURL(process.argv[1]));
for (const base of [process.argv[2], process.argv[2].replace(/[/]$/, "")]) {
  const posed = new Posed(base), { height } = await posed.measure("default", { betas: [1] });
  if (!(height > 1)) throw new Error(height);
  if (posed.stream({ WebSocket: class {} }).url !== process.argv[2].replace(/^http/, "ws") + "v1/stream") throw new Error(posed.stream({ WebSocket: class {} }).url);
}
globalThis.location = { href: process.argv[2] + "page.html", origin: new URL(process.argv[2]).origin };
const relative = new Posed("/bodies");
if (relative.base !== process.argv[2].replace(/[/]$/, "")) throw new Error(relative.base);
"""
    with started() as server, PathProxy(server.address[1], "/bodies") as proxy:
        subprocess.run(["node", "--input-type=module", "-e", program, "--", f"{CLIENTS}/js/src/index.js", proxy.url], check=True)
        assert not proxy.lost, proxy.lost


sys.exit(run(tests, sys.argv[3:]))
