"""Usage: stream_rough.py POSED [name...]: bad clients, floods, limits, clocks."""
import asyncio
import contextlib
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
from posed import PATIENCE, wait_for  # noqa: E402
from streaming import MODELS, SLOW, WALKER, Bare, alone, connect, handshake, main, posed, same, test  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))


# -- bad clients --------------------------------------------------------------------


@test
async def only_good_handshakes_come_in():
    with posed() as p:
        same(handshake(p), 101)
        same(handshake(p, version="8"), 426)
        same(handshake(p, upgrade="h2c, chat"), 426)
        same(handshake(p, connection="keep-alive"), 400)
        same(handshake(p, protocol=None), 400)
        same(handshake(p, protocol="chat, superchat"), 400)
        same(handshake(p, protocol="chat, posed.v1"), 101)
        same(handshake(p, ["Origin: http://localhost"]), 101)
        same(handshake(p, ["Origin: https://evil.example"]), 403)
        same(handshake(p, target="/v1/other"), 404)
    with posed("access: {cors_origins: ['https://game.example']}\n") as p:
        same(handshake(p, ["Origin: https://game.example"]), 101)


@test
async def keys_and_tickets_open_streams():
    folder = tempfile.mkdtemp()
    with open(f"{folder}/keys", "w") as file:
        for name, scope in (("walker", "stream"), ("reader", "read")):
            import hashlib
            file.write(f"{name} {scope} {hashlib.sha256(name.encode()).hexdigest()}\n")
    with posed(f"access: {{keys_file: {folder}/keys}}\n") as p:
        same(handshake(p), 401)
        same(handshake(p, ["Authorization: Bearer nobody"]), 401)
        same(handshake(p, ["Authorization: Bearer reader"]), 403)
        same(handshake(p, ["Authorization: Bearer walker"]), 101)
        ticket = p.ask("POST", "/v1/tickets", {}, {"Authorization": "Bearer walker"}).json()["ticket"]
        same(handshake(p, target=f"/v1/stream?ticket={ticket}"), 101)
        same(handshake(p, target=f"/v1/stream?ticket={ticket}"), 401, "the second time")
    shutil.rmtree(folder)


@test
async def what_is_wrong_is_named_and_nobody_else_notices():
    with posed() as p:
        async with connect(p) as bad, connect(p) as good:
            id = await good.enter()
            await good.watch(0.2)
            error = await bad.ask("spawn", "error", ref="early")
            same((error["ref"], error["pointer"]), ("early", "/type"))
            await bad.ask("join", "welcome")
            for text, pointer in [('{"type":"fly"}', "/type"), ("{}", "/type"), ("[1]", ""), ("{", ""),
                                  ('{"type":"join"}', ""), ('{"type":"input"}', "/id"),
                                  ('{"type":"input","id":%d}' % id, "/id"), ('{"type":"input","id":9,"mov":[0,1]}', "/mov"),
                                  ('{"type":"input","id":9,"move":[0,1,2]}', "/move"),
                                  ('{"type":"input","id":9,"speed":99}', "/speed"),
                                  ('{"type":"spawn","model":"nobody"}', "/model"),
                                  ('{"type":"spawn","position":[1e9,0]}', "/position/0"),
                                  ('{"type":"profile","channels":["root","root"]}', "/channels/1"),
                                  ('{"type":"profile","quantize":40}', "/quantize"), ("[" * 50000, "")]:
                await bad.socket.send(text)
                error = await bad.until("error")
                same(error["pointer"], pointer, text[:60])
                assert error["detail"], error
            await good.collect(20)


@test
async def two_hundred_malformed_messages_end_with_bye():
    with posed() as p:
        async with connect(p) as bad:
            try:
                for i in range(200):
                    await bad.socket.send(os.urandom(i) if i % 2 else "{" * (i + 1))
            except websockets.ConnectionClosed:
                pass
            same((await bad.end())[1], "too_many_errors")
        same(p.ask("GET", "/healthz").status, 200)


@test
async def a_flood_ends_with_bye():
    with posed("stream: {message_rate: 50}\n") as p:
        async with connect(p) as c:
            id = await c.enter()
            try:
                for i in range(2000):
                    await c.say("input", id=id, seq=i)
            except websockets.ConnectionClosed:
                pass
            same(await c.end(), (1008, "flood"))


@test
async def long_fragmented_and_broken_messages_are_told_apart():
    with posed("stream: {message_bytes: 2 KiB}\n") as p:
        async with connect(p) as c:
            async def pieces():
                for piece in ('{"type":', '"ping",', '"ref":"whole"}'):
                    yield piece
            await c.socket.send(pieces())
            same((await c.until("pong"))["ref"], "whole")
            await c.socket.send("x" * 5000)
            same(await c.end(), (1009, "message_too_large"))
        async with connect(p) as c:
            await c.ask("join", "welcome")
            await c.socket.write_frame(True, 1, b"\xff\xfe{}")
            same((await c.end())[0], 1007, "not UTF-8")
        same(p.ask("GET", "/healthz").status, 200)


@test
async def what_breaks_rfc_6455_is_told_and_nobody_else_notices():
    """How, where libwebsockets says so; a control frame of over 125 bytes it closes without a word."""
    cases = {"reserved": (0xc1, b"{}"), "fragmented": (0x09, b"x"), "opcode": (0x83, b""), "continues no message": (0x80, b"")}
    with posed() as p:
        async with connect(p) as good:
            await good.enter()
            await good.frame()
            for word, case in cases.items():
                bad = Bare(p)
                bad.say(b'{"type":"join"}')
                bad.heard(enough=lambda frames: frames)  # with the handshake in one read the close frame would be lost
                bad.frame(*case)
                said = await asyncio.get_running_loop().run_in_executor(None, bad.heard)
                bye = [t for op, t in said if op == 1][-1].decode()
                assert '"reason":"protocol_error"' in bye and word in bye, (word, bye)
                same((said[-1][0], int.from_bytes(said[-1][1][:2], "big")), (8, 1002), word)
                bad.socket.close()
            bad = Bare(p)
            bad.frame(0x89, b"x" * 200)
            await asyncio.get_running_loop().run_in_executor(None, bad.heard)
            await good.collect(20)
        same(p.ask("GET", "/healthz").status, 200)


@test
async def pings_are_answered_and_a_flood_of_them_harms_nobody():
    with posed("stream: {message_rate: 50}\n") as p:
        bare = Bare(p)
        bare.frame(0x89, b"are you there")
        bare.heard(enough=lambda frames: (10, b"are you there") in frames)
        for _ in range(1000):
            bare.frame(0x89, b"")
        bare.say(b'{"type":"ping","ref":"still"}')
        bare.heard(enough=lambda frames: any(op == 1 and b'"ref":"still"' in t for op, t in frames))
        assert flooded(bare, bytes([0x89, 0x80, 0, 0, 0, 0]) * 60000)
        bare.socket.close()


def flooded(bare, data):
    """Whether the server says bye to what was sent, for a flood; it may have closed before all was."""
    with contextlib.suppress(OSError):
        bare.socket.sendall(data)
    heard = []
    with contextlib.suppress(OSError):
        heard = bare.heard(enough=lambda frames: any(op == 8 for op, _ in frames))
    return any(op == 1 and b'"reason":"flood"' in t for op, t in heard)


@test
async def fragments_and_pongs_count_as_messages():
    with posed("stream: {message_rate: 50}\n") as p:
        bare = Bare(p)
        bare.frame(1, b"")
        for _ in range(50):
            bare.frame(0, b"")
        bare.frame(0x80, b'{"type":"ping","ref":"whole"}')
        bare.heard(enough=lambda frames: any(op == 1 and b'"ref":"whole"' in t for op, t in frames))
        assert flooded(bare, bytes([1, 0x80, 0, 0, 0, 0]) + bytes([0, 0x80, 0, 0, 0, 0]) * 3000)
        bare.socket.close()
        for payload in (b"", b"x" * 100):
            bare = Bare(p)
            bare.say(b'{"type":"join"}')
            bare.heard(enough=lambda frames: frames)
            assert flooded(bare, (bytes([0x8a, 0x80 | len(payload), 0, 0, 0, 0]) + payload) * 60000)
            bare.socket.close()


@test
async def who_does_not_answer_a_close_holds_no_shutdown():
    p = posed("drain_timeout: 600\n")
    bare = Bare(p)
    bare.say(b'{"type":"join"}')
    bare.heard(enough=lambda frames: frames)
    same(p.stop(), 0)


@test
async def a_frame_without_a_mask_ends_the_connection():
    with posed() as p:
        for before in (b"", b'{"type":"join"}'):
            bare = Bare(p)
            if before:
                bare.say(before)
                bare.heard(enough=lambda frames: frames)
            bare.frame(0x81, b'{"type":"ping","ref":"bare"}', mask=None)
            heard = bare.heard()
            assert any(op == 1 and b"not masked" in t for op, t in heard), heard
            same((heard[-1][0], heard[-1][1][:2]), (8, b"\x03\xea"))
            bare.socket.close()


@test
async def a_close_is_answered_with_its_code():
    with posed() as p:
        for payload, code in ((b"\x0f\xa0bye", b"\x0f\xa0"), (b"", b""), (b"\3\355", b"\3\352"), (b"\3\350\xff", b"\3\357")):
            bare = Bare(p)
            bare.frame(0x88, payload)
            same(bare.heard()[-1][1][:2], code)


@test
async def who_says_nothing_is_shown_out():
    with posed("stream: {idle_timeout: 1}\n") as p:
        with socket.create_connection(p.address) as mute:
            mute.sendall(b"GET /v1/stream HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                         b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                         b"Sec-WebSocket-Protocol: posed.v1\r\n\r\n")
            mute.settimeout(PATIENCE)
            data = b""
            while True:
                more = mute.recv(4096)
                data += more
                if not more:
                    break
            assert b'"reason":"idle"' in data, data[-200:]


@test
async def a_reader_that_slept_20_seconds_gets_20_stale_frames_at_most_and_harms_nobody():
    with posed() as p:
        async with connect(p) as good:
            sleepers = [Bare(p), Bare(p, 4096)]
            for sleeper in sleepers:
                for text in (b'{"type":"join"}', b'{"type":"spawn"}', b'{"type":"profile","channels":["root","joints","rotations","trajectory"]}'):
                    sleeper.say(text)
            await good.enter()
            await asyncio.get_running_loop().run_in_executor(None, sleepers[0].ticks, lambda ticks: len(ticks) > 30)
            frames = [f for f in await good.watch(20) if f.count]
            ticks = frames[-1].tick - frames[0].tick
            print(f"# {len(frames)} frames of {ticks} ticks beside it")
            assert max(b.tick - a.tick for a, b in zip(frames, frames[1:])) < ticks / 4, "it had to wait"
            async with connect(p) as fresh:
                await fresh.enter()
                now = (await fresh.frame()).tick
            for sleeper in sleepers:
                ticks = sleeper.ticks(lambda ticks: sum(t > now for t in ticks) > 30)  # it goes on
                stale = [t for t in ticks if t < now - 30]
                assert len(stale) <= 20 * SLOW, (len(stale), ticks[:5], now)
                print(f"# {len(stale)} stale frames")
                sleeper.socket.close()


async def spawns(c):
    """What a spawn is answered with."""
    await c.say("spawn", model="walker")
    while not (isinstance(got := await c.take(), dict) and got["type"] in ("spawned", "error")):
        pass
    return got


@test
@alone
async def a_stage_that_is_full_is_busy_and_keeps_who_is_there():
    with posed(f"models: [{{id: walker, file: {WALKER}}}]\nstream: {{characters: 10000, tick_rate: 240, message_rate: 100000}}\n") as p:
        async with connect(p) as c:
            await c.ask("join", "welcome")
            await c.ask("profile", "done", ref="p", channels=["root"], divisor=12)
            ids, answer = [], None
            while not answer or answer["type"] == "spawned":
                answer = await spawns(c)
                ids += [answer["id"]] if answer["type"] == "spawned" else []
                await asyncio.sleep(0.01)
                assert len(ids) < 9000
            same(answer["code"], "busy")
            assert "%" in answer["detail"], answer
            print(f"# {len(ids)} characters at 240 ticks a second, then: {answer['detail']}")
            assert p.metric("posed_spawns_refused_total") >= 1
            stats = await c.until("stats")
            assert stats["load"] > 0 and stats["characters"] == len(ids), stats  # smoothed: it lags behind what is foreseen
            await c.watch(0.3)
            same((await c.frame()).count, len(ids), "who is there stays")
            for id in ids[len(ids) // 3:]:
                await c.say("despawn", id=id)
            end = time.monotonic() + PATIENCE
            while (await spawns(c))["type"] != "spawned":
                assert time.monotonic() < end
                await asyncio.sleep(0.2)


@test
async def an_input_that_is_old_stands_still():
    with posed("stream: {input_timeout: 0.5}\n") as p:
        async with connect(p) as c:
            id = await c.enter()
            await c.say("input", id=id, move=[0, 1])
            await c.watch(0.4)
            walks = await c.frame()
            assert walks.root[2] > 0.1, walks.root
            await c.watch(2)
            stood = await c.frame()
            await c.watch(0.5)
            after = await c.frame()
            assert abs(after.root[2] - stood.root[2]) < 0.1, (stood.root, after.root)


@test
async def a_server_that_was_stopped_leaves_ticks_out_and_goes_on():
    with posed() as p:
        async with connect(p) as c:
            id = await c.enter()
            await c.say("input", id=id, move=[0, 1])
            before = (await c.watch(0.5))[-1]
            left_out = p.metric("posed_ticks_left_out_total")
            p.signal(signal.SIGSTOP)
            await asyncio.sleep(2)
            p.signal(signal.SIGCONT)
            frames = await c.watch(1)
            left_out = p.metric("posed_ticks_left_out_total") - left_out
            assert left_out > 90, left_out
            for a, b in zip([before] + frames, frames):
                assert 0 < b.tick - a.tick and abs(b.root[2] - a.root[2]) < 0.03 * (b.tick - a.tick), (a.tick, b.tick)
            assert (frames[-1].time - before.time) * 60 - (frames[-1].tick - before.tick) > 90, "ticks are left out, not run after"


@test
async def a_wall_clock_that_jumps_moves_nothing():
    if SLOW > 1:
        return  # a sanitizer's library wants to be the first
    library = f"{MODELS}/jumping_clock.so"
    subprocess.run([os.environ.get("CC", "gcc").split()[-1], "-shared", "-fPIC", "-O1", "-o", library, f"{HERE}/jumping_clock.c"], check=True)
    with posed("stream: {idle_timeout: 2, resume_window: 2, input_timeout: 60}\n", env={**os.environ, "LD_PRELOAD": library}) as p:
        years = {p.ask("GET", "/healthz").headers["date"].split()[3] for _ in range(8) if not time.sleep(0.1)}
        assert len(years) > 1, f"the server sees its clock jump: {years}"
        async with connect(p) as c:
            id = await c.enter()
            await c.say("input", id=id, move=[0, 1])
            frames = await c.watch(3)
            assert all(0 < b.time - a.time < 3600 and 0 < b.tick - a.tick for a, b in zip(frames, frames[1:]))
            c.socket.transport.abort()
            async with connect(p) as again:
                same((await again.ask("join", "welcome", resume=c.welcome["resume_token"]))["resumed"], True)
                assert (await again.frame()).root[2] > frames[-1].root[2]


@test
async def who_neither_reads_nor_speaks_is_let_go():
    with posed("stream: {idle_timeout: 1}\n") as p:
        mute = Bare(p, 4096)
        for text in (b'{"type":"join"}', b'{"type":"spawn"}', b'{"type":"profile","channels":["root","joints","rotations","trajectory"]}'):
            mute.say(text)
        assert wait_for(lambda: p.metric("posed_characters") == 1)
        assert wait_for(lambda: p.metric("posed_streams") == 0), "its bye cannot be written, and it is held for ever"
        mute.socket.close()


@test
async def many_connections_come_and_go():
    with posed("stream: {resume_window: 0.5}\n") as p:
        async def visit(i):
            async with connect(p) as c:
                await c.enter()
                await c.frame()
        for _ in range(10):
            await asyncio.gather(*[visit(i) for i in range(20)])
        assert wait_for(lambda: p.metric("posed_streams") == 0)


sys.exit(main())
