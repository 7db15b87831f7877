"""Usage: cluster.py POSED [name...]: runs the tests whose name contains one of the names, or all."""
import asyncio
import contextlib
import hashlib
import json
import math
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import websockets

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from collector import Collector  # noqa: E402
from posed import PATIENCE, wait_for  # noqa: E402
from streaming import WALKER, connect, handshake, main, posed, same, test  # noqa: E402

LEASE = 1  # seconds: shorter than the default, so that tests do not wait


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Redis:
    """A Redis of one's own that keeps nothing on disk."""

    def __init__(self, *more):
        self.folder, self.port, self.more = tempfile.mkdtemp(prefix="posed-redis-"), free_port(), more
        self.process = None

    def start(self):
        self.process = subprocess.Popen(["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no",
                                         "--dir", self.folder, "--logfile", "log", *self.more], stdout=subprocess.DEVNULL)
        wait_for(self.is_there)
        return self

    def is_there(self):
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return True
        except OSError:
            return False

    def kill(self):
        self.process.kill()
        self.process.wait()

    def ask(self, *words):
        """The answer as redis-cli prints it."""
        return subprocess.run(["redis-cli", "-p", str(self.port), *words], capture_output=True, text=True, check=True).stdout.strip()

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.kill()
        shutil.rmtree(self.folder)


def daemon(redis, name, config="", access="", **more):
    port = redis if isinstance(redis, int) else redis.port
    return posed(f"cluster: {{redis: '127.0.0.1:{port}', node: {name}, lease: {LEASE}{config}}}\nstream: {{resume_window: 60}}\n{access}", **more)


def joined(p):
    """The daemon has its entry in Redis."""
    wait_for(lambda: p.metric("posed_cluster_connected") == 1)


def stored(p):
    """All sessions have been stored since now."""
    before = p.metric("posed_cluster_checkpoints_total")
    sessions = p.metric("posed_sessions")
    wait_for(lambda: p.metric("posed_cluster_checkpoints_total") >= before + 2 * sessions)


async def resume(c, token):
    """Joins by the token until the session can be had; its welcome."""
    end = time.monotonic() + PATIENCE
    while True:
        await c.say("join", resume=token)
        while not (isinstance(got := await c.take(), dict) and got["type"] in ("welcome", "error")):
            pass
        if got["type"] == "welcome":
            return got
        assert got["code"] == "busy" and time.monotonic() < end, got
        await asyncio.sleep(0.05)


def step(a, b):
    """Metres between the roots of two frames beyond what the ticks between them explain, at 2 m/s."""
    return math.dist(a.root[::2], b.root[::2]) - (b.tick - a.tick) / 60 * 2


@test
async def on_sigterm_every_session_goes_on_on_the_other_daemon():
    with Redis() as redis, daemon(redis, "a") as a, daemon(redis, "b") as b:
        joined(a), joined(b)
        async with contextlib.AsyncExitStack() as stack:
            clients = []
            for i in range(10):
                c = await stack.enter_async_context(connect(a))
                c.id = await c.enter(position=[i, 0])
                await c.say("input", id=c.id, seq=5, move=[0, 1])
                await c.frame_where(lambda f: f.seq == 5)
                clients.append(c)
            stored(a)
            a.signal(signal.SIGTERM)

            async def follow(c):
                bye = await c.until("bye")
                same((bye["reason"], bye["come_back"], bye["after"]), ("moved", True, 0))
                last, told = c.frames[-1], time.monotonic()
                same(await c.end(), (1012, "moved"))
                async with connect(b) as again:
                    welcome = await resume(again, c.welcome["resume_token"])
                    same((welcome["resumed"], welcome["session"], [w["id"] for w in welcome["characters"]]), (True, c.welcome["session"], [c.id]))
                    frame = await again.frame()
                    gap = time.monotonic() - told
                    assert last.tick < frame.tick and frame.seq == 5, (last.tick, frame.tick, frame.seq)
                    assert step(last, frame) < 0.01, (last.root, frame.root, last.tick, frame.tick)
                    late = frame.time - last.time - (frame.tick - last.tick) / 60
                    assert -1e-3 < late and (late < 1e-3 or b.metric("posed_ticks_left_out_total")), f"time goes on with the ticks, unless a busy daemon leaves some out: {late}"
                    return gap
            gaps = await asyncio.gather(*[follow(c) for c in clients])
            print(f"from bye to the first frame of the other daemon: {1000 * max(gaps):.0f} ms at most")
            same(a.process.wait(PATIENCE), 0)
            same(b.metric("posed_cluster_taken_over_total"), 10)


@test
async def on_sigterm_players_are_told_before_watchers():
    with Redis() as redis, daemon(redis, "a") as a, daemon(redis, "b") as b:
        joined(a), joined(b)
        async with contextlib.AsyncExitStack() as stack:
            players = [await stack.enter_async_context(connect(a)) for _ in range(4)]
            for c in players:
                await c.enter()
            watchers = [await watch_at(stack, a, c.welcome["session"]) for c in players for _ in range(3)]
            stored(a)

            async def told(c):
                same((await c.until("bye"))["reason"], "moved")
                at = time.monotonic()
                same(await c.end(), (1012, "moved"))
                return at
            a.signal(signal.SIGTERM)
            times = await asyncio.gather(*[told(c) for c in players + watchers])
            first, last = min(times[len(players):]), max(times[:len(players)])
            assert last < first, f"the last player {1000 * (last - first):.0f} ms after the first watcher"
            same(a.process.wait(PATIENCE), 0)


@test
async def on_sigterm_watchers_stay_until_it_is_their_turn():
    with Redis() as redis, daemon(redis, "a", config=", drain_rate: 1") as a, daemon(redis, "b") as b:
        joined(a), joined(b)
        async with contextlib.AsyncExitStack() as stack:
            c = await stack.enter_async_context(connect(a))
            id = await c.enter()
            session = c.welcome["session"]
            watchers = [await watch_at(stack, a, session) for _ in range(6)]
            stored(a)
            a.signal(signal.SIGTERM)
            same((await c.until("bye"))["reason"], "moved")
            again = await stack.enter_async_context(connect(b))
            await resume(again, c.welcome["resume_token"])
            first = await again.frame()

            # Watchers that did not get a message, at least four of six, get frames of the other daemon on their present connections.
            async def stays(w):
                with contextlib.suppress(websockets.ConnectionClosed):
                    return (await w.frame_where(lambda f: f.tick > first.tick)).id == id
            stay = [w for w, is_there in zip(watchers, await asyncio.gather(*[stays(w) for w in watchers])) if is_there]
            assert len(stay) >= 4 and a.process.poll() is None, f"{len(stay)} of {len(watchers)} watchers stay"

            # A second SIGTERM tells all of them at once.
            a.signal(signal.SIGTERM)
            same([await w.end() for w in stay], [(1012, "moved")] * len(stay))
            same(a.process.wait(PATIENCE), 0)
            assert "drained" in a.log_text()


@test
async def after_kill_9_a_session_goes_on_from_its_last_checkpoint():
    with Redis() as redis, daemon(redis, "b") as b:
        joined(b)
        with daemon(redis, "a") as a:
            joined(a)
            async with connect(a) as c:
                id = await c.enter()
                await c.say("input", id=id, seq=9, move=[0, 1])
                await c.frame_where(lambda f: f.seq == 9)
                stored(a)
                await c.collect(30)
                a.process.kill()
                a.process.wait()
                killed = time.monotonic()
                await c.end()
                last = c.frames[-1]
            async with connect(b) as again:
                await resume(again, c.welcome["resume_token"])
                frame = await again.frame()
                print(f"{time.monotonic() - killed:.2f} s after the kill, with a lease of {LEASE} s; the checkpoint was {last.tick - frame.tick + 1} ticks old")
                assert frame.seq == 9 and frame.id == id and frame.tick > last.tick - 60, (frame.tick, last.tick)


@test
async def a_daemon_that_slept_ends_its_copy():
    with Redis() as redis, daemon(redis, "a") as a, daemon(redis, "b") as b:
        joined(a), joined(b)
        async with connect(a) as c:
            id = await c.enter()
            stored(a)
            a.signal(signal.SIGSTOP)
            async with connect(b) as again:
                await resume(again, c.welcome["resume_token"])
                await again.frame()
                a.signal(signal.SIGCONT)
                same((await c.until("bye"))["reason"], "moved")
                wait_for(lambda: a.metric("posed_cluster_fenced_total") == 1)
                wait_for(lambda: a.metric("posed_sessions") == 0)
                same(b.metric("posed_sessions"), 1)
                same((await again.frame()).id, id)
                same(redis.ask("HGET", f"posed:session:{c.welcome['session']}", "node"), "b")


@test
async def a_client_that_comes_to_another_daemon_brings_its_session():
    with Redis() as redis, daemon(redis, "a") as a, daemon(redis, "b") as b:
        joined(a), joined(b)
        async with connect(a) as c:
            id = await c.enter(position=[3, 4])
            await c.say("input", id=id, seq=3, move=[0, 1])
            await c.frame_where(lambda f: f.seq == 3)
            stored(a)
            async with connect(b) as again:
                await resume(again, c.welcome["resume_token"])
                frame = await again.frame()
                bye = await c.until("bye")
                same(bye["reason"], "moved")
                last = c.frames[-1]
                assert frame.tick > last.tick and step(last, frame) < 0.01 and frame.seq == 3
                same(a.metric("posed_cluster_given_total"), 1)
                # and back, with a new character that has an id of its own
                assert await again.spawn() > id
                async with connect(a) as third:
                    same(len((await resume(third, c.welcome["resume_token"]))["characters"]), 2)
                # a token that no daemon has issued
                async with connect(b) as other:
                    same((await other.ask("join", "error", resume="0" * 32))["code"], "not_found")


@test
async def a_scene_goes_with_its_session():
    with Redis() as redis, daemon(redis, "a") as a, daemon(redis, "b") as b:
        joined(a), joined(b)
        scene = {"walls": [{"from": [-3, 2], "to": [3, 2], "width": 0.2}]}
        same(a.ask("PUT", "/v1/scenes/yard", scene, {"Content-Type": "application/json"}).status, 201)
        async with connect(a) as c:
            c.welcome = await c.ask("join", "welcome", scene="yard")
            await c.spawn()
            stored(a)
            wait_for(lambda: redis.ask("KEYS", "posed:blob:*"))
            async with connect(b) as again:
                await resume(again, c.welcome["resume_token"])
                await again.frame()
                same(b.ask("GET", "/v1/scenes/yard").status, 200)
            same(len(redis.ask("KEYS", "posed:blob:*").split()), 1)


@test
async def without_redis_sessions_go_on_and_it_is_written_again_when_it_is_back():
    with Redis() as redis, daemon(redis, "a") as a, daemon(redis, "b") as b:
        joined(a), joined(b)
        async with connect(a) as c:
            await c.enter()
            stored(a)
            redis.kill()
            wait_for(lambda: a.metric("posed_cluster_connected") == 0 and b.metric("posed_cluster_connected") == 0)
            await c.collect(60)
            async with connect(b) as other:
                error = await other.ask("join", "error", resume=c.welcome["resume_token"])
                assert error["code"] == "busy" and "other daemons cannot be reached" in error["detail"], error
            redis.start()  # empty
            joined(a), joined(b)
            stored(a)
            async with connect(b) as again:
                await resume(again, c.welcome["resume_token"])
                await again.frame()
        assert wait_for(lambda: "Redis cannot be used" in a.log_text() and "Redis is back" in a.log_text())


@test
async def an_emptied_redis_is_filled_again():
    with Redis() as redis, daemon(redis, "a") as a, daemon(redis, "b") as b:
        joined(a), joined(b)
        async with connect(a) as c:
            await c.enter()
            stored(a)
            redis.ask("FLUSHALL")
            redis.ask("SCRIPT", "FLUSH")
            wait_for(lambda: redis.ask("EXISTS", f"posed:state:{c.welcome['session']}", "posed:node:a", "posed:node:b") == "3")
            async with connect(b) as again:
                await resume(again, c.welcome["resume_token"])
                await again.frame()


@test
async def two_daemons_of_one_name_are_told_of_each_other():
    def told(p):
        return "another daemon has this name" in p.log_text()

    with Redis() as redis, daemon(redis, "a") as a, daemon(redis, "b") as b:
        joined(a), joined(b)
        with daemon(redis, "a") as again:
            wait_for(lambda: told(a) and told(again))
        assert not told(b)


@test
async def a_redis_that_only_reads_stops_nothing_but_moves():
    with Redis() as redis, daemon(redis, "a") as a:
        joined(a)
        async with connect(a) as c:
            await c.enter()
            stored(a)
            redis.ask("REPLICAOF", "127.0.0.1", "1")
            wait_for(lambda: a.metric("posed_cluster_connected") == 0)
            await c.collect(60)
            redis.ask("REPLICAOF", "NO", "ONE")
            joined(a)
            stored(a)
    assert a.exit_code == 0


@contextlib.asynccontextmanager
async def slow(port, seconds):
    """Another port of the same Redis whose answers come later."""
    async def pass_on(reader, writer, delay):
        with contextlib.suppress(ConnectionError, asyncio.CancelledError):
            while data := await reader.read(1 << 20):
                await asyncio.sleep(delay)
                writer.write(data)
                await writer.drain()
            writer.close()

    async def serve(reader, writer):
        up, down = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(pass_on(reader, down, 0), pass_on(up, writer, seconds))

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    yield server.sockets[0].getsockname()[1]
    server.close()


@test
async def a_slow_redis_makes_moves_slow_and_nothing_else():
    with Redis() as redis:
        async with slow(redis.port, 0.2) as port:
            loop = asyncio.get_running_loop()
            with await loop.run_in_executor(None, lambda: daemon(port, "a")) as a, daemon(redis, "b") as b:
                await loop.run_in_executor(None, joined, a)
                joined(b)
                async with connect(a) as c:
                    await c.enter()
                    await c.collect(60)
                    await loop.run_in_executor(None, stored, a)
                    async with connect(b) as again:
                        await resume(again, c.welcome["resume_token"])
                        await again.frame()
                await loop.run_in_executor(None, a.stop)


@test
async def a_password_comes_from_a_file():
    with Redis("--requirepass", "right") as redis, tempfile.NamedTemporaryFile("w") as file:
        file.write("wrong\n")
        file.flush()
        with daemon(redis, "a", f", password_file: {file.name}") as a:
            wait_for(lambda: "WRONGPASS" in a.log_text())
            file.seek(0)
            file.truncate()
            file.write("right\n")
            file.flush()
            joined(a)
            assert "right" not in a.log_text()


@test
async def a_user_needs_no_more_rights_than_the_guide_says():
    with open("docs/guide/cluster.md") as guide:
        rights = next(line for line in guide if line.strip().startswith("user posed on")).split()[3:]
    with Redis() as redis, tempfile.NamedTemporaryFile("w") as file:
        file.write("secret\n")
        file.flush()
        redis.ask("ACL", "SETUSER", "posed", "on", ">secret", *rights[1:])
        more = f", user: posed, password_file: {file.name}"
        with daemon(redis, "a", more) as a, daemon(redis, "b", more) as b:
            joined(a), joined(b)
            async with connect(a) as c:
                await c.enter()
                stored(a)
                async with connect(b) as again:
                    await resume(again, c.welcome["resume_token"])
                    await again.frame()
            assert a.metric("posed_cluster_troubles_total") == b.metric("posed_cluster_troubles_total") == 0, a.log_text() + b.log_text()


@contextlib.asynccontextmanager
async def balancer(*daemons):
    """An address that passes connections on to the first of the daemons that accepts them."""
    async def pass_on(reader, writer):
        with contextlib.suppress(ConnectionError, asyncio.CancelledError):
            while data := await reader.read(1 << 16):
                writer.write(data)
                await writer.drain()
        writer.close()

    async def serve(reader, writer):
        for p in daemons:
            with contextlib.suppress(OSError):
                up, down = await asyncio.open_connection(*p.address)
                await asyncio.gather(pass_on(reader, down), pass_on(up, writer))
                return
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    yield server.sockets[0].getsockname()[1]
    server.close()


PYTHON = """
import asyncio, sys
from posed import Client
async def main():
    heard = []
    async with Client(sys.argv[1]).stream() as stream:
        for name in ("disconnected", "lost"):
            stream.on(name, lambda *_, name=name: heard.append(name))
        walker = await stream.spawn()
        await walker.input(move=[0, 1])
        first = stream.session
        print("walks", flush=True)
        async for frame in stream.frames():
            if "disconnected" in heard and stream.state == "open":
                break
        async for frame in stream.frames():
            same = [c.id for c in frame.characters] == [walker.id]
            break
        print("went on" if same and stream.session == first and heard == ["disconnected"] else ("lost", heard, first, stream.session), flush=True)
asyncio.run(main())
"""

NODE = """
import { Posed } from "CLIENT/src/index.js";
const stream = new Posed(process.argv[2]).stream(), heard = [];
for (const name of ["disconnected", "lost"]) stream.on(name, () => heard.push(name));
await stream.open();
const walker = await stream.spawn();
walker.input({ move: [0, 1] });
const first = stream.session;
console.log("walks");
let after = 0;
stream.on("frame", (frame) => {
  if (!heard.includes("disconnected") || ++after < 30) return;
  const same = frame.characters.length === 1 && frame.characters[0].id === walker.id && stream.session === first && heard.length === 1;
  console.log(same ? "went on" : JSON.stringify([heard, first, stream.session]));
  process.exit();
});
"""


async def lines(words, **more):
    process = await asyncio.create_subprocess_exec(*words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)
    return process, lambda: asyncio.wait_for(process.stdout.readline(), PATIENCE)


@test
async def the_clients_follow_their_sessions_through_a_balancer():
    clients = os.path.abspath("clients")
    with Redis() as redis, daemon(redis, "a") as a, daemon(redis, "b") as b, tempfile.NamedTemporaryFile("w", suffix=".mjs") as module:
        joined(a), joined(b)
        async with balancer(a, b) as port:
            url = f"http://127.0.0.1:{port}"
            module.write(NODE.replace("CLIENT", f"{clients}/js"))
            module.flush()
            programs = {"python": await lines(["/usr/bin/python3", "-c", PYTHON, url], env={**os.environ, "PYTHONPATH": f"{clients}/python"})}
            node = shutil.which("node")
            if node and subprocess.run([node, "--experimental-websocket", "-e", "new WebSocket('ws://127.0.0.1:9')"], capture_output=True).returncode == 0:
                programs["javascript"] = await lines([node, "--no-warnings", "--experimental-websocket", module.name, url])
            swarm = await asyncio.create_subprocess_exec(sys.argv[1] + "ctl", "swarm", "--url", f"ws://127.0.0.1:{port}/v1/stream", "--clients", "20", "--seconds", "8",
                                                         "--json", stdout=subprocess.PIPE)
            for name, (_, line) in programs.items():
                same((await line()).strip(), b"walks", name)
            loop = asyncio.get_running_loop()  # the balancer goes on meanwhile
            await loop.run_in_executor(None, wait_for, lambda: a.metric("posed_characters") == 20 + len(programs))
            await loop.run_in_executor(None, stored, a)
            a.signal(signal.SIGTERM)
            for name, (process, line) in programs.items():
                said = await line()
                same(said.strip(), b"went on", (name, said + await process.stdout.read()))
                await process.wait()
            report = json.loads((await swarm.communicate())[0])
            same((swarm.returncode, b.metric("posed_cluster_taken_over_total")), (0, 20 + len(programs)), report)


async def watch_at(stack, p, session, **more):
    """A watcher at a daemon, with its welcome."""
    c = await stack.enter_async_context(connect(p, **more))
    c.welcome = await c.ask("join", "welcome", watch=session, ref="here")
    return c


@test
async def watchers_at_another_daemon_get_the_same_bytes_over_one_connection():
    with Redis() as redis, daemon(redis, "a") as a, daemon(redis, "b") as b:
        joined(a), joined(b)
        async with connect(a) as c, contextlib.AsyncExitStack() as stack:
            id = await c.enter()
            await c.say("input", id=id, seq=5, move=[0, 1])
            stored(a)
            session = c.welcome["session"]
            near = await watch_at(stack, a, session)
            before = a.metric("posed_streams")
            far = [await watch_at(stack, b, session) for _ in range(20)]
            for f in far:
                same((f.welcome["ref"], f.welcome["session"], [w["id"] for w in f.welcome["characters"]]), ("here", session, [id]))
            same((a.metric("posed_streams") - before, a.metric("posed_cluster_peers"), b.metric("posed_cluster_relays")), (0, 1, 1))
            shown = {f.tick: f.data for f in await near.collect(60)}
            for f in far:
                both = [g for g in await f.collect(60) if g.tick in shown]
                assert len(both) > 5 and all(g.data == shown[g.tick] for g in both), len(both)
            # a text, and a character that came after the connection, for a watcher that comes later
            second = await c.spawn()
            same((await far[0].until("spawned"))["id"], second)
            late = await watch_at(stack, b, session)
            same([w["id"] for w in late.welcome["characters"]], [second, id])
            error = await far[0].ask("input", "error", id=id, seq=1, move=[0, 1])
            assert "a watcher may not move" in error["detail"], error
            await far[1].ask("profile", "done", channels=["root"], ref="p")
            wait_for(lambda: b.metric("posed_cluster_relays") == 2)
            await far[1].frame_where(lambda f: len(f.data) < 100)
            assert b.metric("posed_cluster_relayed_frames_total") > 60
        wait_for(lambda: b.metric("posed_cluster_relays") == 0)


@test
async def watchers_follow_a_session_that_moves_to_their_daemon_or_a_third():
    with Redis() as redis, daemon(redis, "a") as a, daemon(redis, "b") as b, daemon(redis, "c") as third:
        joined(a), joined(b), joined(third)
        async with connect(a) as c, contextlib.AsyncExitStack() as stack:
            id = await c.enter()
            stored(a)
            far = await watch_at(stack, b, c.welcome["session"])
            await far.frame()
            for p in (third, b, a):
                again = await stack.enter_async_context(connect(p))
                await resume(again, c.welcome["resume_token"])
                tick = (await again.frame()).tick
                same((await far.frame_where(lambda f: f.tick > tick + 30)).id, id, p)


@test
async def watchers_outlive_the_daemon_of_their_session():
    with Redis() as redis, daemon(redis, "b") as b, daemon(redis, "c") as third:
        joined(b), joined(third)
        async with contextlib.AsyncExitStack() as stack:
            with daemon(redis, "a") as a:
                joined(a)
                c = await stack.enter_async_context(connect(a))
                id = await c.enter()
                stored(a)
                far = await watch_at(stack, b, c.welcome["session"])
                await far.frame()
                a.process.kill()
                a.process.wait()
            again = await stack.enter_async_context(connect(third))
            await resume(again, c.welcome["resume_token"])
            tick = (await again.frame()).tick
            same((await far.frame_where(lambda f: f.tick > tick + 30)).id, id)


@test
async def watchers_elsewhere_hear_that_a_session_ends():
    with Redis() as redis, daemon(redis, "a") as a, daemon(redis, "b") as b:
        joined(a), joined(b)
        async with connect(a) as c, connect(b) as far, connect(b) as other:
            await c.enter()
            stored(a)
            await far.ask("join", "welcome", watch=c.welcome["session"])
            await c.say("leave")
            same((await far.until("bye"))["reason"], "taken_over")
            same((await other.ask("join", "error", watch="0" * 16))["code"], "not_found")


@test
async def who_may_not_watch_is_refused_elsewhere_as_there():
    with Redis() as redis, tempfile.NamedTemporaryFile("w") as keys:
        for name in ("ann", "bob"):
            keys.write(f"{name} stream {hashlib.sha256(name.encode()).hexdigest()}\n")
        keys.flush()
        with contextlib.ExitStack() as both:
            a, b = [both.enter_context(daemon(redis, n, access=f"access: {{keys_file: {keys.name}}}\n")) for n in "ab"]
            def key(name):
                return {"extra_headers": {"Authorization": f"Bearer {name}"}}
            async with connect(a, **key("ann")) as c, connect(a, **key("bob")) as near, connect(b, **key("bob")) as far, connect(b, **key("ann")) as own:
                await c.enter()
                wait_for(lambda: redis.ask("EXISTS", f"posed:session:{c.welcome['session']}") == "1")
                errors = [await w.ask("join", "error", watch=c.welcome["session"], ref="r") for w in (near, far)]
                same(errors[0], errors[1])
                await own.ask("join", "welcome", watch=c.welcome["session"])
                await own.frame()
            # the secret of another daemon, or of none
            for secret in (redis.ask("HGET", "posed:node:b", "secret"), "0" * 32, ""):
                same(handshake(a, lines=[f"Authorization: Posed-Peer {secret}"]), 401, secret)


@test
async def a_move_is_one_trace_over_both_daemons():
    with Redis() as redis, Collector() as collector:
        traced = f"tracing: {{endpoint: '{collector.url}', ratio: 1}}\n"
        with daemon(redis, "b", access=traced) as b:
            joined(b)
            with daemon(redis, "a", access=traced) as a:
                joined(a)
                async with connect(a) as c:
                    await c.enter()
                    stored(a)
                    session, token = c.welcome["session"], c.welcome["resume_token"]
                    a.process.send_signal(signal.SIGTERM)
                    same((await c.until("bye"))["reason"], "moved")
                a.process.wait(PATIENCE)
            assert wait_for(lambda: b.metric("posed_cluster_taken_over_total") == 1)  # by the offer: no client asks for it
            async with connect(b) as c:
                await resume(c, token)
            with daemon(redis, "c", access=traced) as third:
                joined(third)
                async with connect(third) as c:  # asks b for it
                    await resume(c, token)

        def attribute(span, key):
            return next((a["value"]["stringValue"] for a in span["attributes"] if a["key"] == key), "")

        # SIGTERM: drain -> handover -> takeover; a client at another daemon: takeover -> handover
        wait_for(lambda: len(collector.named("takeover")) >= 2 and len(collector.named("handover")) >= 2)
        drain = collector.named("drain")[0]
        given = next(s for s in collector.named("handover") if attribute(s, "posed.node") == "a")
        taken = next(s for s in collector.named("takeover") if attribute(s, "posed.node") == "b")
        same((given["parentSpanId"], taken["parentSpanId"]), (drain["spanId"], given["spanId"]))
        same({s["traceId"] for s in (drain, given, taken)}, {drain["traceId"]})
        same({attribute(s, "posed.session") for s in (given, taken)}, {session})
        asked = next(s for s in collector.named("takeover") if attribute(s, "posed.node") == "c")
        gave = next(s for s in collector.named("handover") if attribute(s, "posed.node") == "b")
        same((gave["parentSpanId"], gave["traceId"]), (asked["spanId"], asked["traceId"]))
        assert "parentSpanId" not in asked or not asked["parentSpanId"].strip("0"), asked


@test
async def alone_nothing_of_it_is_there():
    with posed() as p:
        assert "posed_cluster" not in p.ask("GET", "/metrics").body.decode()
        same(json.loads(p.ask("GET", "/readyz").body or b"{}") is not None, True)
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        file.write("cluster: {node: a}\n")
        file.flush()
        refused = subprocess.run([sys.argv[1], "--config", file.name, "--check-config"], capture_output=True, text=True)
        assert refused.returncode == 2 and "cluster.node" in refused.stderr and "no effect" in refused.stderr, refused.stderr


async def enter_room(c, **fields):
    """Joins a room; the welcome."""
    await c.say("join", room="plaza", **fields)
    while not (isinstance(got := await c.take(), dict) and got["type"] in ("welcome", "error")):
        pass
    return got


async def spawned(c, **fields):
    await c.say("spawn", ref="mine", **fields)
    return (await c.until("spawned"))["id"]


@test
async def a_room_moves_with_all_its_members_and_is_found_by_its_name():
    with Redis() as redis, daemon(redis, "a") as a, daemon(redis, "b") as b:
        joined(a), joined(b)
        async with connect(a) as ada, connect(a) as ben:
            first = await enter_room(ada, name="Ada", secret="sesame")
            mine = await spawned(ada)
            second = await enter_room(ben, secret="sesame")
            same((first["member"], second["member"], second["host"]), (1, 2, 1))
            await ben.say("take", object="ball")
            while not (rooms := b.ask("GET", "/v1/rooms").json()["rooms"]):  # those of all daemons, within a third of a lease
                await asyncio.sleep(.05)
            same(rooms, [{"id": "plaza", "members": 2, "capacity": 64, "has_secret": True}])
            stored(a)
            a.signal(signal.SIGTERM)
            for c in (ada, ben):
                same((await c.until("bye"))["reason"], "moved")
        async with connect(b) as ada, connect(b) as ben, connect(b) as cy:
            same((await resume(ben, second["resume_token"]))["member"], 2)
            welcome = await resume(ada, first["resume_token"])
            same((welcome["member"], welcome["host"], welcome["session"], welcome["taken"]), (1, 1, first["session"], [{"object": "ball", "member": 2}]))
            same([(w["id"], w["member"]) for w in welcome["characters"]], [(mine, 1)])
            same((await enter_room(cy))["pointer"], "/secret")
            same((await enter_room(cy, secret="sesame"))["member"], 3)
            await ada.say("input", id=mine, seq=7, move=[0, 1])
            await cy.frame_where(lambda f: f.seq == 7)


@test
async def a_room_of_a_lost_daemon_goes_on_for_those_who_know_its_name():
    with Redis() as redis, daemon(redis, "a") as a, daemon(redis, "b") as b:
        joined(a), joined(b)
        async with connect(a) as ada:
            first = await enter_room(ada)
            mine = await spawned(ada)
            stored(a)
            a.process.kill()
            a.process.wait()
        async with connect(b) as ben:
            welcome = await enter_room(ben)
            while welcome["type"] == "error":
                same((welcome["code"], welcome["pointer"]), ("busy", "/room"))
                welcome = await enter_room(ben)
            same((welcome["session"], welcome["member"], [w["id"] for w in welcome["characters"]]), (first["session"], 2, [mine]))
            async with connect(b) as ada:
                same((await resume(ada, first["resume_token"]))["member"], 1)

                # When all have left, the next room of this name is a new one, at once and at every daemon.
                await ada.say("leave")
                await ada.until("bye")
            await ben.say("leave")
            await ben.until("bye")
        async with connect(b) as cy:
            welcome = await enter_room(cy)
            assert welcome["session"] != first["session"] and welcome["member"] == 1, welcome


@test
async def a_room_that_came_stays_for_a_while():
    with Redis() as redis, daemon(redis, "a") as a, daemon(redis, "b") as b:
        joined(a), joined(b)
        async with connect(a) as ada, connect(b) as ben:
            first = await enter_room(ada)
            stored(a)
            second = await enter_room(ben)
            same((second["session"], second["member"]), (first["session"], 2))
            same((await ada.until("bye"))["reason"], "moved")
            stored(b)
            async with connect(a) as cy:
                refused = await enter_room(cy)
                same((refused["code"], refused["pointer"]), ("busy", "/room"))


@test
async def watchers_at_another_daemon_see_and_hear_a_room():
    with Redis() as redis, daemon(redis, "a") as a, daemon(redis, "b") as b:
        joined(a), joined(b)
        async with connect(a) as ada, connect(b) as eve:
            first = await enter_room(ada, name="Ada")
            mine = await spawned(ada)
            stored(a)
            await eve.say("join", watch=first["session"])
            welcome = await eve.until("welcome")
            same([w["id"] for w in welcome["characters"]], [mine])
            await ada.say("send", text="hello")
            same((await eve.until("message"))["text"], "hello")
            await eve.frame()


if __name__ == "__main__":
    sys.exit(main())
