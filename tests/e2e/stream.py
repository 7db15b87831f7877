"""Usage: stream.py POSED [name...]: runs the tests whose name contains one of the names, or all."""
import asyncio
import base64
import importlib.util
import io
import itertools
import json
import math
import os
import signal
import socket
import struct
import sys
import tempfile
import time

import numpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import network  # noqa: E402
import prometheus  # noqa: E402
from posed import wait_for  # noqa: E402
from streaming import BODY, MODELS, SLOW, WALKER, connect, main, posed, same, test  # noqa: E402


# -- everyday --------------------------------------------------------------------


@test
async def a_character_is_streamed_sixty_times_a_second():
    with posed() as p:
        async with connect(p) as c:
            id = await c.enter(position=[1, 2], facing=math.pi / 2)
            same(c.welcome["tick_rate"], 60)
            same([j["name"] for j in c.welcome["skeletons"][0]["joints"]], [n for n, _, _ in network.JOINTS])
            await c.say("input", id=id, seq=7, move=[1, 0])
            frames = await c.collect(120)
            left_out, dropped = p.metric("posed_ticks_left_out_total"), (await c.until("stats"))["dropped"]
            # A frame's time is when its tick was due, by the clock that this test has, too: on a beat of 60 a second, never early.
            beats = [(f.time - frames[0].time) * 60 for f in frames]
            assert max(abs(b - round(b)) for b in beats) < 0.01, beats
            assert all(f.time <= f.came for f in frames)
            # Ticks and frames that a busy machine skipped are counted in the metrics. No other frame is missing.
            ticks = frames[-1].tick - frames[0].tick
            assert 0 <= round(beats[-1]) - ticks <= left_out, (beats[-1], ticks, left_out)
            steps = [b.tick - a.tick for a, b in zip(frames, frames[1:])]
            assert min(steps) >= 1 and sum(steps) - len(steps) <= dropped, (steps, dropped)
            same((frames[-1].id, frames[-1].seq, frames[-1].mask), (id, 7, 0b1101))
            gone = math.dist(frames[-1].root[::2], frames[0].root[::2]) / (frames[-1].tick - frames[0].tick) * 60
            assert 0.5 < gone < 2, gone
    same(p.exit_code, 0, "exit code")


@test
async def a_profile_says_what_frames_hold_and_how_often():
    with posed() as p:
        async with connect(p) as c:
            await c.enter()
            count = len(network.JOINTS)
            for profile, size, step in [({"channels": ["joints"]}, 6 * count, 1), ({"channels": ["rotations"]}, 6 * count, 1),
                                        ({"channels": ["rotations"], "quantize": 32, "divisor": 3}, 4 * count, 3),
                                        ({"channels": ["root", "trajectory"]}, 8 * 12, 1),
                                        ({"channels": ["vertices"]}, 0, 1)]:
                await c.ask("profile", "done", ref="p", **profile)
                await c.frame_where(lambda f: f.size == 24 + 32 + size)
                frames = await c.collect(25)
                same({f.size for f in frames}, {24 + 32 + size}, str(profile))
                steps = [b.tick - a.tick for a, b in zip(frames, frames[1:])]  # on a busy machine a newer frame replaces one
                same(math.gcd(*steps), step, (profile, steps))


@test
async def a_watcher_sees_the_session_and_may_not_move_it():
    with posed() as p:
        async with connect(p) as owner, connect(p) as watcher:
            id = await owner.enter()
            welcome = await watcher.ask("join", "welcome", watch=owner.welcome["session"])
            assert "resume_token" not in welcome
            same((await watcher.frame()).id, id)
            error = await watcher.ask("input", "error", id=id, move=[0, 1], ref="w")
            same((error["code"], error["ref"]), ("invalid", "w"))
            await watcher.say("leave")
            same((await watcher.end())[0], 1000)
            assert (await owner.frame()).count == 1


@test
async def everybody_is_told_whose_network_moves_a_character():
    network.write(f"{MODELS}/other.safetensors", 5)
    with posed() as p:
        async with connect(p) as owner, connect(p) as watcher:
            first = await owner.enter(model="other")
            same(owner.welcome["characters"], [])
            welcome = await watcher.ask("join", "welcome", watch=owner.welcome["session"])
            same(welcome["characters"], [{"id": first, "model": "other"}])
            await owner.say("spawn", model="motion", ref="mine")
            mine, theirs = await owner.until("spawned"), await watcher.until("spawned")
            same((mine.pop("ref"), mine), ("mine", theirs))
            await watcher.ask("profile", "done", ref="p", channels=["joints"])
            joints = {s["model"]: len(s["joints"]) for s in welcome["skeletons"]}
            await watcher.frame_where(lambda f: f.size == 24 + 2 * 32 + 6 * (joints["other"] + joints["motion"]))
            async with connect(p) as again:
                welcome = await again.ask("join", "welcome", resume=owner.welcome["resume_token"])
                same({c["id"]: c["model"] for c in welcome["characters"]}, {first: "other", theirs["id"]: "motion"})
    os.remove(f"{MODELS}/other.safetensors")


@test
async def several_characters_come_and_go():
    with posed("stream: {characters: 3}\n") as p:
        async with connect(p) as c:
            ids = [await c.enter()] + [await c.spawn(position=[i, 0]) for i in (1, 2)]
            same(len(set(ids)), 3)
            await c.frame_where(lambda f: f.count == 3)
            error = await c.ask("spawn", "error")
            same(error["code"], "limit")
            await c.ask("despawn", "done", id=ids[0], ref="d")
            await c.frame_where(lambda f: f.count == 2)


@test
async def events_tell_of_footsteps():
    with posed() as p:
        async with connect(p) as c:
            id = await c.enter()
            await c.say("input", id=id, move=[0, 1])
            event = await c.until("event")
            same((event["event"], event["id"]), ("footstep", id))
            assert event["foot"] in ("left", "right") and len(event["position"]) == 3


@test
async def a_path_is_followed():
    with posed() as p:
        async with connect(p) as c:
            id = await c.enter()
            await c.ask("follow", "done", id=id, path=[[0, 0], [0, 3]], ref="f")
            error = await c.ask("follow", "error", id=id, path=[])
            assert "points" in error["detail"], error
            await c.watch(0.5)
            assert (await c.frame()).root[2] > 0.1
            while (event := await c.until("event"))["event"] != "arrived":
                pass
            same(event["id"], id)
            await c.ask("look", "done", id=id, at=[5, 5], ref="l")
            await c.ask("look", "done", id=id, ref="l")
            same((await c.ask("look", "error", id=id + 1, at=[5, 5]))["pointer"], "/id")


@test
async def a_jump_is_told_of_when_it_begins_and_when_it_ends():
    if not os.path.exists("models/motion.safetensors"):
        return
    with posed(f"models: [{{id: walker, file: {WALKER}}}]\n") as p:
        async with connect(p) as c:
            id = await c.enter(model="walker")
            await c.say("input", id=id, move=[0, 1], gait="run")
            await c.watch(1.5)
            await c.say("input", id=id, move=[0, 1], gait="run", jump=True)
            told = []
            while told[-1:] != ["land"]:
                told += [e for e in [(await c.until("event"))["event"]] if e != "footstep"]
            same(told, ["jump", "land"])


@test
async def a_body_moves_as_its_character_does():
    with posed(f"models: [{{id: default, file: {BODY}}}]\n" if BODY else "") as p:
        async with connect(p) as c:
            await c.ask("join", "welcome")
            await c.spawn(body={"betas": [1, -0.5]}) if BODY else None
            await c.ask("profile", "done", ref="p", channels=["smpl", "vertices"], divisor=6)
            if BODY:
                count = p.ask("GET", "/v1/models/default").json()["vertex_count"]
                bare = 24 + 32 + 6 + 144  # a late stage leaves vertices out, and says so; one with sanitizers is always late
                await c.frame_where(lambda f: f.size == bare + 4 + 6 * count or SLOW > 1 and f.size == bare)
            for body, pointer in (({"model": "nobody"}, "/body/model"), ({"model": "motion"}, "/body/model"),
                                  ({"betas": [1] * 81}, "/body/betas"), ({"girth": 1}, "/body/girth")):
                same((await c.ask("spawn", "error", body=body))["pointer"], pointer, str(body))


@test
async def a_face_and_hands_go_by_name():
    person = "models/person.safetensors"
    if not os.path.exists(person):
        return
    with posed(f"models: [{{id: person, file: {person}}}]\n") as p:
        async with connect(p) as c:
            await c.ask("join", "welcome")
            id = await c.spawn(body={"model": "person"})
            await c.ask("face", "done", id=id, blend_shapes={"mouthSmileLeft": 1, "viseme_aa": 0.4}, left_hand="fist", seconds=0.3, ref="f")
            await c.ask("face", "done", id=id, ref="f")
            for fields, pointer, words in (({"blend_shapes": {"jawOpne": 1}}, "/blend_shapes/jawOpne", "did you mean jawOpen?"),
                                           ({"blend_shapes": {"jawOpen": 3}}, "/blend_shapes/jawOpen", "3; a number from -2 to 2"),
                                           ({"blend_shapes": [1]}, "/blend_shapes", "an object of names"), ({"left_hand": "wave"}, "/left_hand", "relaxed|fist"),
                                           ({"seconds": 99}, "/seconds", "0 to 10"), ({"smile": 1}, "/smile", "")):
                error = await c.ask("face", "error", id=id, **fields)
                assert error["pointer"] == pointer and words in error["detail"], error
            bare = await c.spawn()
            assert "neither a body nor a face" in (await c.ask("face", "error", id=bare))["detail"]
            some = await c.ask("face", "done", id=id, blend_shapes={"jawOpen": 1, "jawOpne": 1, "viseme_sil": 1}, ref="u")
            same(some["unknown"], ["jawOpne"])


@test
async def a_person_speaks_and_stops():
    person = "models/person.safetensors"
    if not os.path.exists(person):
        return
    with posed(f"models: [{{id: person, file: {person}}}]\n") as p:
        async with connect(p) as c:
            await c.ask("join", "welcome")
            id = await c.spawn(body={"model": "person"})
            await c.say("speak", id=id, text="Hello, Bob.", utterance="u1", ref="a")
            await c.say("speak", id=id, words=[{"word": "Maybe", "start": 0.1, "end": 30}], utterance="u2", queue=True, ref="b")
            heard = []
            while not (heard and heard[-1].get("word") == "Maybe"):
                heard.append(await c.until("speech"))
            same([(e["event"], e["utterance"], e.get("word")) for e in heard],
                 [("speech_started", "u1", None), ("word", "u1", "Hello"), ("word", "u1", "Bob"), ("speech_ended", "u1", None),
                  ("speech_started", "u2", None), ("word", "u2", "Maybe")])
            assert heard[3]["stopped"] is False and heard[4]["seconds"] == 30, heard
            await c.say("speak", id=id, stop=True)
            end = await c.until("speech")
            assert end["event"] == "speech_ended" and end["stopped"] is True, end
            bare = await c.spawn()
            error = await c.ask("speak", "error", id=bare, text="Hello")
            assert error["code"] == "unsupported" and "no shapes of a mouth" in error["detail"], error
            assert (await c.ask("speak", "error", id=id, text="Hello", stop=True))["pointer"] == "/stop"


@test
async def a_person_hears_itself_speak():
    person, net = "models/person.safetensors", "models/speech.safetensors"
    if not os.path.exists(person):
        return
    engine = tempfile.NamedTemporaryFile(suffix=".wav")  # what the operator's voice says
    command = f"speech: {{command: [sh, -c, 'test \"$(cat)\" != fail && cat {engine.name}']}}\n"
    with posed(f"models: [{{id: person, file: {person}}}, {{id: speech, file: {net}}}]\n{command}") as p:
        said = p.ask("POST", "/v1/speech", {"text": "Hello, my name is Bob.", "voice": "kal"}).json()
        wav = base64.b64decode(said["sound"]["base64"])
        samples = wav[44:]

        # The operator's voice: a program that is given the text and writes a file.
        engine.write(wav)
        engine.flush()
        own = p.ask("POST", "/v1/speech", {"text": "Hello, my name is Bob.", "voice": "own"}).json()
        same(own["sound"], said["sound"])
        same([w["word"] for w in own["words"]], ["Hello", "my", "name", "is", "Bob"])
        failed = p.ask("POST", "/v1/speech", {"text": "fail", "voice": "own"})
        assert failed.status == 503 and "ended with status 1" in failed.json()["detail"], failed.body

        # The text with its sound: the same words in the same times, as a file and in JSON, with words' times too.
        text = "Hello, my name is Bob."
        asked = [p.ask("POST", "/v1/speech?said=Hello,+my+name+is+Bob.", wav, {"Content-Type": "audio/wav"}),
                 p.ask("POST", "/v1/speech", {"text": text, "sound": said["sound"]["base64"]}),
                 p.ask("POST", "/v1/speech", {"words": said["words"], "sound": said["sound"]["base64"]})]
        for heard in asked:
            same(heard.status, 200, heard.body)
            same([w["word"].lower() for w in heard.json()["words"]], [w["word"].lower() for w in said["words"]])
            assert max(abs(a["start"] - b["start"]) for a, b in zip(heard.json()["words"], said["words"])) < 0.12, heard.body
            assert [v["viseme"] for v in heard.json()["visemes"]].count("PP") == 4, heard.body
        for body, pointer in [({"text": text, "sound": "?"}, "/sound"), ({"text": text, "sound": "AAAA", "voice": "kal"}, "/voice"),
                              ({"phones": [{"phone": "AA"}], "sound": "AAAA"}, "/sound"), ({"text": text, "said": text}, "/said")]:
            refused = p.ask("POST", "/v1/speech", body)
            same((refused.status, refused.json()["errors"][0]["pointer"]), (400, pointer), refused.body)
        async with connect(p) as c:
            await c.ask("join", "welcome")
            id = await c.spawn(body={"model": "person"})
            await c.say("profile", channels=["root", "face"])
            assert "send `hear` first" in (await c.ask("sound", "error", id=id, data="AAAA"))["detail"]
            assert "44000; 8000" in (await c.ask("hear", "error", id=id, rate=44000))["detail"]
            await c.ask("hear", "done", id=id, rate=16000, utterance="mine", text=text, ref="h")

            # Chunks of 40 ms as bytes and as base64, as fast as they are heard.
            begun = time.monotonic()
            for i in range(0, len(samples), 1280):
                chunk = samples[i:i + 1280]
                if i // 1280 % 2:
                    await c.socket.send(struct.pack("<B3xIQ", 2, id, i // 2) + chunk)
                else:
                    await c.say("sound", id=id, at=i // 2, data=base64.b64encode(chunk).decode())
                await asyncio.sleep(max(0, begun + (i + 1280) / 32000 - time.monotonic()))
            await c.ask("hear", "done", id=id, end=True, ref="e")
            while not (events := [t for t in c.texts if t["type"] == "speech"]) or events[-1]["event"] != "speech_ended":
                await c.take()
            start, end = events
            same([start["event"], start["utterance"], end["event"], end["stopped"]], ["speech_started", "mine", "speech_ended", False])
            assert abs(end["at"] - said["seconds"]) < 0.3, (end, said["seconds"])

            # What is wrong is named, and does not end the sound.
            await c.ask("hear", "done", id=id, rate=16000, format="f32", ref="n")
            nan = base64.b64encode(struct.pack("<f", float("nan")) * 160).decode()
            assert "no number" in (await c.ask("sound", "error", id=id, data=nan))["detail"]
            second = base64.b64encode(bytes(8000 * 4)).decode()
            for _ in range(8):
                await c.say("sound", id=id, data=second)
            assert "s of sound wait" in (await c.until("error"))["detail"]
            await c.say("speak", id=id, stop=True)


@test
async def two_who_talk_look_and_nod():
    person = "models/person.safetensors"
    if not os.path.exists(person):
        return
    with posed(f"models: [{{id: person, file: {person}}}]\n") as p:
        names = p.ask("GET", "/v1/models/person").json()["expression_names"]
        async with connect(p) as c:
            await c.ask("join", "welcome")
            one = await c.spawn(body={"model": "person"})
            two = await c.spawn(body={"model": "person"}, position=[0.6, 1.4], facing=math.pi)
            await c.ask("profile", "done", ref="p", channels=["root", "smpl", "face"])
            for id, partner, emotions in ((one, two, {"happy": 0.7}), (two, one, {})):
                await c.ask("feel", "done", id=id, partner=partner, emotions=emotions, ref="f")
            error = await c.ask("feel", "error", id=one, partner=99)
            assert error["pointer"] == "/partner" and "another character of this session" in error["detail"], error
            bare = await c.spawn()
            assert "no shapes of emotions" in (await c.ask("feel", "error", id=bare))["detail"]
            await c.say("despawn", id=bare)
            await c.say("speak", id=one, text="Hello my friend. I am very happy to see you here today, after all those years. How are you?")
            await c.until("speech")
            begun = len(c.frames)
            while not any(t.get("event") == "speech_ended" for t in c.texts):
                await c.take()

            # The weights of the speaker's face, which is the later character of a frame.
            faces = []
            for f in (f for f in c.frames[begun:] if f.count == 2):
                at = 24 + 32 + 150
                at += 2 + 2 * f.data[at] + 6 * f.data[at + 1]
                same(struct.unpack_from("<I", f.data, at), (one,))
                at += 32 + 150
                faces.append(numpy.frombuffer(f.data, "<i2", f.data[at], at + 2) / 8192)
            column = {n: numpy.array([w[names.index(n)] for w in faces]) for n in ("browInnerUp", "mouthSmileLeft", "cheekSquintLeft")}
            assert column["browInnerUp"].max() > 0.28 and numpy.median(column["browInnerUp"]) < 0.1, column["browInnerUp"]
            assert 0.1 < column["mouthSmileLeft"].mean() < 0.5, column["mouthSmileLeft"].mean()
            assert abs(column["cheekSquintLeft"][-1] - 0.42) < 0.02, column["cheekSquintLeft"][-1]


@test
async def eyes_and_fingers_are_on_the_stream_of_a_person():
    person = "models/person.safetensors"
    if not os.path.exists(person):
        return
    with posed(f"models: [{{id: person, file: {person}}}, {{id: default, file: {BODY}}}]\n" if BODY else f"models: [{{id: person, file: {person}}}]\n") as p:
        async with connect(p) as c:
            await c.ask("join", "welcome")
            await c.ask("profile", "done", ref="p", channels=["root", "face"], divisor=6)  # nobody is there yet
            bare = await c.spawn()
            error = await c.ask("profile", "error", channels=["root", "face"], divisor=6)
            assert error["pointer"] == "/channels" and error["code"] == "unsupported" and "eyes and fingers" in error["detail"], error
            person_id = await c.spawn(body={"model": "person"})
            await c.ask("profile", "done", ref="p", channels=["root", "face"], divisor=6, quantize=32)
            data = (await c.frame_where(lambda f: f.size == 24 + 2 * 32 + 2 + 2 * 66 + 4 * 30)).data
            at, face = 24, {}
            for _ in range(2):
                (id, mask), at = struct.unpack_from("<I4xH", data, at), at + 32
                face[id] = struct.unpack_from("<BB", data, at) if mask & 512 else None
                at += 2 + 2 * 66 + 4 * 30 if mask & 512 else 0
            same(face, {bare: None, person_id: (66, 30)}, "counts of weights and fingers")


def python_client():
    """clients/python, whose name is that of tests/e2e/posed.py."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../clients/python/posed")
    spec = importlib.util.spec_from_file_location("posed_client", os.path.join(folder, "__init__.py"), submodule_search_locations=[folder])
    module = sys.modules["posed_client"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@test
async def compact_frames_show_what_others_show_to_a_millimetre():
    client = python_client()
    with posed() as p:
        async with connect(p) as c, connect(p) as watcher, connect(p) as late:
            id = await c.enter()
            await c.say("input", id=id, move=[0, 1], gait="walk")
            await c.ask("profile", "done", ref="p", channels=["root", "joints"])
            for line in (watcher, late):
                await line.ask("join", "welcome", watch=c.welcome["session"])
                await line.ask("profile", "done", ref="p", channels=["root", "rotations", "contacts"], compact=1)
                if line is watcher:
                    await c.watch(0.5)  # the other one comes when frames follow each other already
            exact, same_tick, sizes, readers = {}, 0, [], {}
            end = time.monotonic() + 20
            while same_tick < 40:
                assert time.monotonic() < end, "too few frames of the same tick"
                for line in (watcher, late):
                    data = await asyncio.wait_for(line.socket.recv(), 10)
                    if not isinstance(data, bytes):
                        continue
                    if not client.WireReader.is_compact(data):
                        continue  # one of the default profile, from before
                    frame = readers.setdefault(line, client.WireReader()).decode(data)
                    if frame is None:
                        continue
                    sizes.append(len(data))
                    who = frame.characters[0]
                    while frame.tick not in exact and (not exact or max(exact) < frame.tick):
                        got = await c.take()
                        if hasattr(got, "tick") and got.count:
                            exact[got.tick] = client.decode_frame(got.data, (31, 12)).characters[0]
                    if frame.tick in exact:
                        one = exact[frame.tick]
                        hips = client.to_world(one, one.joints[:1])[0]
                        assert math.dist(client.to_world(who, client.frame.rows(list(who.hips), 3))[0], hips) < 1e-3, frame.tick
                        assert math.dist(who.root, one.root) < 2e-3
                        same_tick += 1
            assert sorted(sizes)[len(sizes) // 2] < 60, sizes
            for fields, pointer in (({"channels": ["root", "joints"]}, "/compact"), ({"quantize": 32}, "/quantize"), ({"compact": 11}, "/compact")):
                error = await late.ask("profile", "error", **{"compact": 1, **fields})
                same(error["pointer"], pointer, str(fields))


@test
async def a_hand_reaches_and_everybody_sees_it():
    with posed() as p:
        async with connect(p) as c, connect(p) as watcher:
            id = await c.enter()
            await watcher.ask("join", "welcome", watch=c.welcome["session"])
            await watcher.ask("profile", "done", ref="p", channels=["root", "joints"])
            await c.ask("reach", "done", ref="r", id=id, joint="right_hand", target=[-0.3, 1.3, 0.3], anchor="root", seconds=0.1)
            await watcher.watch(0.5)
            data = await watcher.socket.recv()
            while not isinstance(data, bytes):
                data = await watcher.socket.recv()
            wrist = [n for n, _, _ in network.JOINTS].index("RightFingerBase")
            at = [v / 4096 for v in struct.unpack_from("<3h", data, 24 + 32 + 6 * wrist)]
            assert math.dist(at, [-0.3, 1.3, 0.3]) < 1e-3, at
            same((await c.ask("reach", "error", id=id))["pointer"], "/target")
            same((await c.ask("reach", "error", id=id, target=[0, 1, 0], weight=2))["pointer"], "/weight")
            await c.ask("reach", "done", ref="r", id=id, joint="right_hand", weight=0)


@test
async def a_character_sits_down_on_the_chair_it_is_given():
    """A glider of a network keeps gliding, so only what is refused and taken is looked at here; test_sit.c has the way."""
    with posed() as p:
        async with connect(p) as c, connect(p) as watcher:
            id = await c.enter()
            await c.ask("sit", "done", ref="r", id=id, seat=[0, 2], facing=3.1, height=0.45)
            await c.ask("sit", "done", ref="r", id=id)
            same((await c.ask("sit", "error", id=id, seat=[0, 2], height=2))["pointer"], "/height")
            same((await c.ask("sit", "error", id=id, seat=[0]))["pointer"], "/seat")
            same((await c.ask("sit", "error", id=id + 1, seat=[0, 2]))["pointer"], "/id")
            await watcher.ask("join", "welcome", watch=c.welcome["session"])
            await watcher.ask("sit", "error", ref="w", id=id, seat=[0, 2])


def scripts_of(frames, inputs):
    """(first tick, script) of what a streamed character was told. Where frames were replaced, its first tick or an input's is one of
    those that nobody saw: each comes in its turn, the likeliest first."""
    switches = [(a.tick, b.tick, b.seq) for a, b in zip(frames, frames[1:]) if b.seq != a.seq]
    if frames[0].seq:  # its first input came before its first tick
        switches.insert(0, (frames[0].tick - 1, frames[0].tick, frames[0].seq))
    same([seq for _, _, seq in switches], list(inputs))
    for first in range(frames[0].tick, max(0, frames[0].tick - 3), -1):
        for ticks in itertools.islice(itertools.product(*[range(new, old, -1) for old, new, _ in switches]), 100):
            yield first, [{"t": (tick - first) / 60, **inputs[seq]} for tick, (_, _, seq) in zip(ticks, switches)]


async def apart_from_its_rollout(p):
    """A streamed run beside the rollout of its script: the largest distance of roots and turn of facings."""
    inputs = {1: {"move": [0, 1]}, 2: {"move": [1, 1], "gait": "jog"}, 3: {"move": [-0.5, 0], "strafe": 1, "look": [0, 1]}, 4: {}}
    async with connect(p) as other, connect(p) as c:
        await other.enter(position=[5, 5])  # a neighbour in the same batch
        await c.ask("join", "welcome")
        id = await c.spawn(model="walker", position=[1, 2], facing=0.5)
        for seq, fields in inputs.items():
            await c.say("input", id=id, seq=seq, **fields)
            await c.watch(0.7)
    frames = [f for f in c.frames if f.count]
    still = {"move": [0, 0], "gait": "auto", "strafe": 0, "look": None}
    inputs[2]["move"] = [math.sqrt(0.5), math.sqrt(0.5)]  # two keys together walk as a stick on the unit disc
    worst = []
    for first, script in scripts_of(frames, {seq: {**still, **fields} for seq, fields in inputs.items()}):
        reply = p.ask("POST", "/v1/motions/rollout?format=json",
                      {"model": "walker", "seconds": (frames[-1].tick - first + 1) / 60, "position": [1, 2], "facing": 0.5, "script": script})
        same(reply.status, 200, reply.body[:300])
        made = reply.json()["frames"]
        pairs = [(f, made[f.tick - first]) for f in frames]
        worst.append(max(max(math.dist(f.root, w["root"]), abs(math.remainder(f.yaw - w["yaw"], 2 * math.pi))) for f, w in pairs))
        if worst[-1] < 1e-4:
            break
    return min(worst)


@test
async def a_streamed_run_is_the_rollout_of_its_script():
    with posed(f"models: [{{id: walker, file: {WALKER}}}]\n") as p:
        apart = []
        while not apart or apart[-1] > 1e-4:
            assert len(apart) < 6, apart
            # on a busy machine the first frame of an input may be one that was replaced, and the script is a tick late
            apart.append(await apart_from_its_rollout(p))


def hands_and_head(p, first, script, requests, early, frames):
    """The largest distance of streamed hands and head from the roll-out's, metres; early: the ticks that each request was heard before
    its input."""
    names, lists = [n for n, _, _ in network.JOINTS], {"reach": [], "gaze": []}
    for (seq, (name, request)), ticks in zip(requests, early):
        lists[name].append({"t": max(0, script[seq - 1]["t"] - ticks / 60), **request})
    reply = p.ask("POST", "/v1/motions/rollout?format=measure",
                  {"model": "walker", "seconds": (frames[-1].tick - first + 1) / 60, "script": script, **lists})
    same(reply.status, 200, reply.body[:300])
    made, off = numpy.load(io.BytesIO(reply.body))["joints"], 0
    for f in frames:
        at = numpy.array(struct.unpack_from(f"<{3 * len(names)}h", f.data, 24 + 32)).reshape(-1, 3) / 4096
        turn = numpy.array([[math.cos(f.yaw), 0, math.sin(f.yaw)], [0, 1, 0], [-math.sin(f.yaw), 0, math.cos(f.yaw)]])
        off = max(off, numpy.abs(at @ turn.T + f.root - made[f.tick - first]).max())
    return off


async def hands_apart_from_their_rollout(p):
    """As above, of hands and head, which requests beside the inputs turn."""
    root = {"joint": "left_hand", "target": [0.3, 1.1, 0.3], "anchor": "root", "normal": [0, 1, 0], "seconds": 0.2}
    requests = [(1, ("reach", root)), (2, ("gaze", {"point": [3, 1.5, 2]})), (2, ("reach", {"joint": "left_hand", "weight": 0})),
              (3, ("reach", {"joint": "right_hand", "target": [-0.4, 1.2, 1.5]}))]
    async with connect(p) as c:
        await c.ask("join", "welcome")
        await c.ask("profile", "done", ref="p", channels=["root", "joints"])
        id = await c.spawn(model="walker")
        for seq in (1, 2, 3):
            for at, (name, request) in requests:
                if at == seq:
                    await c.say({"reach": "reach", "gaze": "look"}[name], id=id, **request)
            await c.say("input", id=id, seq=seq, move=[0, 1])
            await c.watch(0.8)
    frames = [f for f in c.frames if f.count]
    worst = []
    for (first, script), early in itertools.product(scripts_of(frames, {seq: {"move": [0, 1]} for seq in (1, 2, 3)}),
                                                    itertools.product((0, 1), repeat=len(requests))):
        worst.append(hands_and_head(p, first, script, requests, early, frames))
        if worst[-1] < 3e-4:
            break
    return min(worst)


@test
async def hands_and_gaze_of_a_streamed_run_are_those_of_its_rollout():
    with posed(f"models: [{{id: walker, file: {WALKER}}}]\n") as p:
        apart = []
        while not apart or apart[-1] > 3e-4:
            assert len(apart) < 6, apart  # on a busy machine a request may be heard several ticks before its input
            apart.append(await hands_apart_from_their_rollout(p))


@test
async def characters_of_a_scene_walk_on_its_ground_and_stop_at_its_walls():
    with posed() as p:
        ramp = struct.pack("<6f", 0, 0, 0, 0, 5, 5)  # rises from z = 0 to 5 m at z = 10
        reply = p.ask("PUT", "/v1/scenes/ramp?columns=2&cell=10&x=-5&z=-10", ramp, {"Content-Type": "application/octet-stream"})
        same(reply.status, 201, reply.body)
        same(p.ask("PUT", "/v1/scenes/wall", {"walls": [{"from": [-9, 0.6], "to": [9, 0.6]}]}).status, 201)
        async with connect(p) as c:
            await c.ask("join", "welcome", scene="ramp")
            id = await c.spawn(position=[0, 2])
            stands = (await c.frame()).root  # its height is the mean of the ground along its trajectory
            assert stands[2] == 2 and abs(stands[1] - 1) < 0.1, stands
            await c.say("input", id=id, move=[0, 1])
            await c.watch(1)
            last = await c.frame()
            assert abs(last.root[1] - last.root[2] / 2) < 0.2 and last.root[1] > 1.1, last.root
        async with connect(p) as c:
            await c.ask("join", "welcome", scene="wall")
            id = await c.spawn()
            await c.say("input", id=id, move=[0, 1])
            while (await c.until("event"))["event"] != "blocked":
                pass
            await c.watch(1)
            assert (await c.frame()).root[2] < 0.6
        async with connect(p) as c:
            same((await c.ask("join", "error", scene="nowhere"))["pointer"], "/scene")


@test
async def ping_is_answered_with_the_servers_time():
    with posed() as p:
        async with connect(p) as c:
            pong = await c.ask("ping", "pong", time=0.1, ref="x")
            same((pong["time"], pong["ref"]), (0.1, "x"))
            assert pong["server_time"] > 0


@test
async def a_binary_input_is_as_good_as_a_text():
    with posed() as p:
        async with connect(p) as c:
            id = await c.enter()
            await c.socket.send(struct.pack("<BBBBIIffhhhHf", 1, 0, 1, 0, id, 77, 0.0, 1.0, 0, 0, 0, 0, 0.0))
            await c.frame_where(lambda f: f.seq == 77)
            await c.socket.send(b"\1\2\3")
            error = await c.until("error")
            same((error["code"], error["pointer"]), ("format", "byte 0"))


@test
async def somebody_who_is_seen_moves_a_character():
    """Points of a fit of the same body go in as keypoints; what is streamed has their pose."""
    if not BODY:
        return
    names = "nose left_eye right_eye left_ear right_ear left_shoulder right_shoulder left_elbow right_elbow left_wrist right_wrist left_hip right_hip left_knee right_knee left_ankle right_ankle".split()
    at = dict(zip(names, [[0, .55, .1], [.03, .6, .08], [-.03, .6, .08], [.07, .57, 0], [-.07, .57, 0], [.17, .4, 0], [-.17, .4, 0], [.3, .62, 0], [-.22, .15, 0],
                          [.36, .85, 0], [-.25, -.1, .03], [.09, 0, 0], [-.09, 0, 0], [.1, -.4, 0], [-.1, -.4, 0], [.1, -.8, 0], [-.1, -.8, 0]]))
    with posed(f"models: [{{id: person, file: {BODY}, default: true}}]\n") as p:
        async with connect(p) as c:
            await c.ask("join", "welcome")
            walker = (await c.ask("spawn", "spawned", ref="w"))["id"]
            id = (await c.ask("spawn", "spawned", drive="observe", ref="s"))["id"]
            for i in range(40):
                await c.say("observe", id=id, seq=i + 1, time=i / 30, set="coco17", points=at, confidence={"left_ankle": .8})
                await asyncio.sleep(1 / 30)
            told = await c.until("observed")
            same((told["id"], told["mirrored"], "trouble" in told), (id, False, False))
            assert told["rms"] < .08 and told["solve_ms"] > 0, told
            same((await c.frame_where(lambda f: struct.pack("<II", id, 40) in f.data)).count, 2)  # its id, and a seq of ours
            same((await c.ask("input", "error", id=id, ref="i"))["pointer"], "/id")
            same((await c.ask("observe", "error", id=walker, time=9, set="coco17", points=at, ref="o"))["pointer"], "/id")
            same((await c.ask("observe", "error", id=id, time=9, set="coco17", points=at, confidence=[0] * 17, ref="z"))["pointer"], "/points")
            same((await c.ask("observe", "done", id=id, time=9, set="coco17", points=at, ref="d"))["of"], "observe")
        assert p.metric("posed_observations_total") >= 40


@test
async def a_headset_moves_a_character():
    """Viewer and two controllers of somebody of 1.5 m who stands at [3, 4], looks along -X and lifts the left hand: the joints streamed are there."""
    if not BODY:
        return
    root = .5 ** .5
    at = {"viewer": [3, 1.4, 4], "left-grip": [2.6, 1.15, 4.2], "right-grip": [2.95, .75, 3.75]}
    to = {"viewer": [0, root, 0, root], "left-grip": None, "right-grip": None}
    with posed(f"models: [{{id: person, file: {BODY}, default: true}}]\n") as p:
        async with connect(p) as c:
            joints = (await c.ask("join", "welcome"))["skeletons"][0]["joints"]
            of = {j["webxr"]: k for k, j in enumerate(joints) if "webxr" in j}
            assert len(of) >= 20 and all(abs(sum(x * x for x in joints[k]["webxr_axes"]) - 1) < 1e-6 for k in of.values()), joints
            await c.ask("profile", "done", channels=["root", "joints"], ref="p")
            id = (await c.ask("spawn", "spawned", drive="observe", ref="s"))["id"]
            for i in range(40):
                await c.say("observe", id=id, seq=i + 1, time=i / 30, set="webxr83", points=at, orientations=to, height=1.5)
                await asyncio.sleep(1 / 30)
            told = await c.until("observed")
            assert "trouble" not in told and told["rms"] < .03 and "left_ankle" in told["unseen"] and "left_elbow" not in told["unseen"], told
            await c.frame_where(lambda f: f.seq == 40)
            frame = (await c.watch(.3))[-1]
            x, y, z, yaw = struct.unpack_from("<4f", frame.data, 24 + 16)
            assert abs(x - 3) < .25 and abs(z - 4) < .25 and abs(y) < .01, (x, y, z)
            assert abs(math.remainder(yaw + math.pi / 2, 2 * math.pi)) < .5, yaw
            places = [[v / 4096 for v in struct.unpack_from("<3h", frame.data, 24 + 32 + 6 * k)] for k in range(len(joints))]
            head, left, right = (places[of[name]][1] for name in ("head", "left-hand-wrist", "right-hand-wrist"))
            assert head > left > right + .3, (head, left, right)
            assert max(places[of["left-foot-ball"]][1], places[of["right-foot-ball"]][1]) < .1, places
            same((await c.ask("observe", "error", id=id, time=9, set="webxr83", points=at, height=9, ref="h"))["pointer"], "/height")
            same((await c.ask("observe", "error", id=id, time=9, set="openxr84", points=[[0, 0, 0]], ref="n"))["pointer"], "/points")


@test
async def sensors_move_a_character():
    """Six sensors stuck on anyhow, in a world whose z is up and in which the person faces 40 degrees from x: a T-pose, then the left forearm goes up by 90
    degrees about where the person looks."""
    if not BODY:
        return

    def times(a, b):
        (ax, ay, az, aw), (bx, by, bz, bw) = a, b
        return [aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx, aw * bz + ax * by - ay * bx + az * bw,
                aw * bw - ax * bx - ay * by - az * bz]

    def about(axis, degrees):
        s, c = math.sin(math.radians(degrees) / 2), math.cos(math.radians(degrees) / 2)
        return [s * axis[0], s * axis[1], s * axis[2], c]

    stuck = {name: about([.6, 0, .8], 37 * i) for i, name in enumerate(["pelvis", "head", "left_elbow", "RightForeArm", "left_knee", "shank_r_imu"])}
    ahead = [math.cos(math.radians(40)), math.sin(math.radians(40)), 0]
    lifted = {name: times(about(ahead, 90), q) if name == "left_elbow" else q for name, q in stuck.items()}
    with posed(f"models: [{{id: person, file: {BODY}, default: true}}]\n") as p:
        async with connect(p) as c:
            joints = (await c.ask("join", "welcome"))["skeletons"][0]["joints"]
            of = {j["webxr"]: k for k, j in enumerate(joints) if "webxr" in j}
            await c.ask("profile", "done", channels=["root", "joints"], ref="p")
            id = (await c.ask("spawn", "spawned", drive="observe", position=[2, 1], ref="s"))["id"]

            async def heights(**first):
                for i in range(30):
                    now = {"sensors": stuck if not i and first else lifted if not first else stuck, "up": "z", "facing": 40}
                    heights.time += 1 / 30
                    heights.seq += 1
                    await c.say("observe", id=id, seq=heights.seq, time=heights.time, set="sensors", orientations=now, **(first if not i else {}))
                    await asyncio.sleep(1 / 30)
                await c.frame_where(lambda f: f.seq == heights.seq)
                frame = (await c.watch(.3))[-1]
                x, y, z, _ = struct.unpack_from("<4f", frame.data, 24 + 16)
                assert abs(x - 2) < .3 and abs(z - 1) < .3 and abs(y) < .01, (x, y, z)
                places = [[v / 4096 for v in struct.unpack_from("<3h", frame.data, 24 + 32 + 6 * k)] for k in range(len(joints))]
                return [places[of[name]][1] for name in ("left-arm-lower", "left-hand-wrist", "right-arm-lower", "right-hand-wrist")]
            heights.time, heights.seq = 0.0, 0
            elbow, wrist, right_elbow, right_wrist = await heights(calibrate=True)
            assert abs(wrist - elbow) < .05 and abs(right_wrist - right_elbow) < .05, (elbow, wrist)
            elbow, wrist, right_elbow, right_wrist = await heights()
            assert wrist > elbow + .18 and abs(right_wrist - right_elbow) < .05, (elbow, wrist, right_elbow, right_wrist)
            def last():  # of what was told: it may have come while frames were waited for
                return ([t for t in c.texts if t["type"] == "observed"] or [{"time": 0}])[-1]

            while (told := last())["time"] < 1.5:
                await c.take()
            assert "trouble" not in told and told["rms_degrees"] < 3 and "left_wrist" in told["unseen"] and "left_shoulder" not in told["unseen"], told
            for more, at in (({"orientations": {"sensors": {"left_nee": [0, 0, 0, 1]}}}, "/orientations/sensors/left_nee"), ({}, "/orientations"),
                             ({"orientations": {"sensors": stuck}, "height": 1.8}, "/height"), ({"orientations": {"sensors": {"head": None}}}, "/orientations/sensors")):
                same((await c.ask("observe", "error", id=id, time=9, set="sensors", ref="e", **more))["pointer"], at)


@test
async def metrics_tell_of_the_stream():
    with posed() as p:
        async with connect(p) as c:
            await c.enter()
            await c.watch(0.5)
            same(p.metric("posed_streams"), 1)
            same(p.metric("posed_characters"), 1)
            assert p.metric("posed_frames_total") >= len(c.frames) > 0
            found = prometheus.faults(p.ask("GET", "/metrics").body.decode())
            assert not found, "\n".join(found)


# -- coming back -------------------------------------------------------------------


@test
async def a_killed_connection_is_resumed_where_it_was():
    with posed() as p:
        async with connect(p) as c:
            id = await c.enter()
            await c.say("input", id=id, seq=3, move=[0, 1])
            await c.ask("profile", "done", channels=["root", "joints"], ref="p")
            before = (await c.watch(1))[-1]
            c.socket.transport.abort()
            async with connect(p) as again:
                welcome = await again.ask("join", "welcome", resume=c.welcome["resume_token"])
                after = await again.frame()
                same((welcome["resumed"], welcome["session"]), (True, c.welcome["session"]))
                same((after.id, after.seq, after.mask), (id, 3, before.mask), "the profile goes on too")
                step = math.dist(after.root, before.root) / max(1, after.tick - before.tick)
                assert step < 0.05, f"a jump of {step} m a tick"


@test
async def resuming_takes_a_session_from_a_connection_that_still_has_it():
    with posed() as p:
        async with connect(p) as first, connect(p) as second:
            id = await first.enter()
            await second.ask("join", "welcome", resume=first.welcome["resume_token"])
            same((await second.frame()).id, id)
            same((await first.end())[1], "taken_over")


@test
async def a_session_that_nobody_came_back_to_is_gone():
    with posed("stream: {resume_window: 0.5}\n") as p:
        async with connect(p) as c:
            await c.enter()
            token = c.welcome["resume_token"]
        assert await asyncio.to_thread(wait_for, lambda: p.metric("posed_sessions") == 0)
        async with connect(p) as c:
            error = await c.ask("join", "error", resume=token)
            same((error["code"], error["pointer"]), ("not_found", "/resume"))
            same((await c.ask("join", "error", resume="0" * 32))["code"], "not_found")
            same((await c.ask("join", "error", watch="nobody"))["code"], "not_found")
        same(p.metric("posed_sessions"), 0)


@test
async def who_left_is_not_resumed():
    with posed() as p:
        async with connect(p) as c:
            await c.enter()
            await c.say("leave")
            same(await c.end(), (1000, "left"))
        async with connect(p) as again:
            same((await again.ask("join", "error", resume=c.welcome["resume_token"]))["code"], "not_found")


@test
async def a_drain_says_bye_and_when_to_come_back():
    with posed() as p:
        async with connect(p) as c:
            await c.enter()
            p.signal(signal.SIGTERM)
            same(await c.end(), (1001, "shutting_down"))
            bye = [t for t in c.texts if t["type"] == "bye"][0]
            same((bye["reason"], bye["come_back"]), ("shutting_down", True))
    same(p.exit_code, 0, "exit code")


sys.exit(main())
