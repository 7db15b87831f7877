"""Usage: play.py POSED [name...]: clips that characters play, from outside."""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from biped_bvh import clip  # noqa: E402
from streaming import WALKER, connect, main, posed, same, test  # noqa: E402

SERVED = f"models: [{{id: motion, file: {WALKER}}}, {{id: emotes, file: {os.path.abspath('models/emotes.safetensors')}}}]\n"
BVH = {"Content-Type": "application/x-bvh"}
LEGS = slice(1, 11)  # joints of both legs


def rollout(p, **script):
    reply = p.ask("POST", "/v1/motions/rollout?format=json", {"seconds": 4, **script})
    assert reply.status == 200, reply.body
    return reply.json()["frames"]


@test
async def emotes_are_listed_and_described():
    with posed(SERVED) as p:
        clips = {c["id"]: c for c in p.ask("GET", "/v1/clips").json()["clips"]}
        assert len(clips) >= 20, clips
        for name in ("wave", "point", "shrug", "nod", "sit_floor", "phone", "arms_crossed"):
            assert clips[name]["emote"] and clips[name]["seconds"] > 1 and "frames" in clips[name]["source"], clips[name]
        one = p.ask("GET", "/v1/clips/wave")
        same(one.json(), clips["wave"])
        same(p.ask("GET", "/v1/clips/wave", headers={"If-None-Match": one.headers["etag"]}).status, 304)
        missing = p.ask("GET", "/v1/clips/wav")
        assert missing.status == 404 and "did you mean wave?" in missing.json()["detail"], missing.body
        same(p.ask("PUT", "/v1/clips/wave", clip(60, True).encode(), BVH).status, 403)
        same(p.ask("DELETE", "/v1/clips/wave").status, 404)


@test
async def a_clip_is_put_replaced_and_deleted():
    with posed(SERVED + "stream: {owner_clips: 2}\n") as p:
        walk = clip(120, True).encode()
        made = p.ask("PUT", "/v1/clips/walk?mask=upper&loop=true&fade=0.7&from=0.5&seconds=1", walk, BVH)
        assert made.status == 201, made.body
        told = made.json()
        same({k: told[k] for k in ("id", "seconds", "frames", "mask", "loop", "fade", "emote")},
             {"id": "walk", "seconds": 1, "frames": 31, "mask": "upper", "loop": True, "fade": 0.7, "emote": False})
        assert 1 < told["way"][1] < 1.4, told  # it goes ahead at 1.2 m/s
        etag = made.headers["etag"]
        same(p.ask("PUT", "/v1/clips/walk", walk, {**BVH, "If-None-Match": "*"}).status, 412)
        same(p.ask("PUT", "/v1/clips/walk", walk, {**BVH, "If-Match": etag}).status, 200)
        same(p.ask("PUT", "/v1/clips/two", walk, BVH).status, 201)
        full = p.ask("PUT", "/v1/clips/three", walk, BVH)
        assert full.status >= 400 and "stream.owner_clips" in full.json()["detail"], full.body
        same(p.ask("DELETE", "/v1/clips/walk").status, 204)
        same(p.ask("GET", "/v1/clips/walk").status, 404)


@test
async def a_wrong_clip_is_refused_with_the_place_and_the_value():
    with posed(SERVED) as p:
        walk = clip(60, True)
        for body, path, words in (
                (walk.replace("0.9300", "nan", 1), "bad", "nan"),
                (walk[:700], "bad", "expected"),
                ("x", "bad", ""),
                (walk, "bad?from=9", "9 s; the motion lasts"),
                (walk, "bad?mask=tail", "tail"),
                (walk, "bad?angles=degrees", "has no effect"),
                (clip(2, True).replace("Frames: 2", "Frames: 2000000000"), "bad", "")):
            reply = p.ask("PUT", f"/v1/clips/{path}", body.encode(), BVH)
            assert 400 <= reply.status < 500 and words in json.dumps(reply.json()), (path, reply.status, reply.body)
        same(p.ask("GET", "/v1/clips/bad").status, 404)


@test
async def a_clip_plays_on_the_stream_with_its_events():
    with posed(SERVED) as p:
        same(p.ask("PUT", "/v1/clips/swing", clip(240, False).encode(), BVH).status, 201)
        async with connect(p) as c:
            id = await c.enter()
            await c.ask("play", "done", id=id, clip="nod", speed=3, ref="a")
            await c.ask("play", "done", id=id, clip="swing", mask=["left_arm", "head"], weights=[1, 0.5], loop=True, queue=True, ref="b")
            heard = [await c.until("clip") for _ in range(3)]
            same([(e["event"], e["clip"], e["id"]) for e in heard],
                 [("play_started", "nod", id), ("play_ended", "nod", id), ("play_started", "swing", id)])
            same(heard[1]["reason"], "done")
            await c.ask("play", "done", id=id, clip="wave", ref="c")
            replaced, begun = await c.until("clip"), await c.until("clip")
            same((replaced["reason"], begun["clip"]), ("replaced", "wave"))
            await c.say("play", id=id, stop=True)
            same((await c.until("clip"))["reason"], "stopped")

            # One for the whole body ends by the stick.
            await c.say("play", id=id, clip="impatient")
            same((await c.until("clip"))["event"], "play_started")
            await c.say("input", id=id, move=[0, 0])
            await c.collect(5)
            await c.say("input", id=id, move=[0, 1])
            same((await c.until("clip"))["reason"], "stick")

            for fields, pointer, words in (({"clip": "wav"}, "/clip", "did you mean wave?"),
                                           ({}, "/clip", "missing"),
                                           ({"clip": "wave", "mask": ["upper", "tail"]}, "/mask/1", "tail"),
                                           ({"clip": "wave", "mask": "upper", "weights": [2]}, "/weights/0", "0 to 1 allowed"),
                                           ({"clip": "wave", "weights": [1]}, "/weights", "without mask"),
                                           ({"clip": "wave", "feet": False}, "/feet", "without mask all"),
                                           ({"clip": "wave", "speed": 9}, "/speed", "0.1 to 4 allowed"),
                                           ({"stop": True, "clip": "wave"}, "/clip", "no effect with stop")):
                error = await c.ask("play", "error", id=id, **fields)
                assert error["pointer"] == pointer and words in error["detail"], (fields, error)
            same((await c.ask("play", "error", id=99, clip="wave"))["pointer"], "/id")
            for _ in range(4):
                await c.ask("play", "done", id=id, clip="phone", queue=True, ref="q")
            for _ in range(2):
                await c.say("play", id=id, clip="phone", queue=True)
            full = await c.until("error")
            same((full["code"], full["pointer"]), ("limit", "/queue"))


@test
async def a_rollout_plays_a_clip_and_the_legs_walk_on():
    with posed(SERVED) as p:
        script = [{"t": 0, "move": [0, 1], "gait": "walk"}]
        plain, played = rollout(p, script=script), rollout(p, script=script, play=[{"t": 1, "clip": "wave"}])
        same([f["rotations"][LEGS] for f in plain], [f["rotations"][LEGS] for f in played])
        same([f["translation"] for f in plain], [f["translation"] for f in played])
        assert plain[:60] == played[:60] and plain[120] != played[120]
        moved = rollout(p, seconds=6, play=[{"t": 0.5, "clip": "cartwheel"}])
        assert 3 < moved[-1]["root"][2] < 4.5, moved[-1]["root"]
        stays = rollout(p, seconds=6, play=[{"t": 0.5, "clip": "cartwheel", "root": False}])
        assert abs(stays[-1]["root"][2]) < 0.5, stays[-1]["root"]
        reply = p.ask("POST", "/v1/motions/rollout?format=json", {"seconds": 1, "play": [{"t": 0, "clip": "wave"}, {"t": 0.5, "clip": "dance"}]})
        assert reply.status == 404 and "/play/1/clip" in json.dumps(reply.json()), reply.body


@test
async def posedctl_plays_an_emote_and_a_file():
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/d.bvh", "w") as file:
            file.write(clip(120, False))
        script = {"seconds": 3, "play": [{"t": 0.5, "clip": "nod"}, {"t": 1.5, "clip": "d.bvh", "mask": "arms"}]}
        with open(f"{folder}/s.json", "w") as file:
            json.dump(script, file)
        tool = os.path.abspath(os.path.join(os.path.dirname(sys.argv[1]), "posedctl"))
        subprocess.run([tool, "rollout", "--script", "s.json", "-o", "m.json", "--quiet"], cwd=folder, check=True)
        with open(f"{folder}/m.json") as file:
            frames = json.load(file)["frames"]
        assert frames[20]["rotations"][16] != frames[70]["rotations"][16] and frames[80]["rotations"][18] != frames[170]["rotations"][18]


sys.exit(main())
