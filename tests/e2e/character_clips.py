"""Usage: character_clips.py BUILD MODELS [name...]: clips of other files on uploaded characters, people and animals."""
import io
import math
import os
import pickle
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from animal_glb import animal  # noqa: E402
import fbx_file  # noqa: E402
import person_fbx  # noqa: E402
from person_glb import BONES, pack, person  # noqa: E402
from glb_file import opened, values  # noqa: E402
from character_help import GLB, match_of, places, put, refused, rolled, walks  # noqa: E402
import runner  # noqa: E402
from posed import Posed  # noqa: E402

BUILD, MODELS = sys.argv[1], sys.argv[2]
tests = []


def test(function):
    tests.append(function)
    return function


def clip(p, name, file, query="", status=200, kind="model/gltf-binary"):
    reply = p.ask("POST", f"/v1/characters/{name}/clip{query}", file, (("Content-Type", kind),))
    assert reply.status == status, (reply.status, reply.body[:600])
    return reply.body


def turns_of(data):
    """Of each node that its first animation rotates, the most that a key is from the first one, radians."""
    document, binary = opened(data)
    out = {}
    for channel in document["animations"][0]["channels"]:
        if channel["target"]["path"] != "rotation":
            continue
        rows = values(document, binary, document["animations"][0]["samplers"][channel["sampler"]]["output"])
        out[document["nodes"][channel["target"]["node"]]["name"]] = max(2 * math.acos(min(1, abs(sum(a * b for a, b in zip(rows[0], row))))) for row in rows)
    return out


@test
def an_animal_takes_the_walk_of_another(p):
    horse, fox = animal(leg=1.5, trunk=1.2, rename=lambda i: f"bone{i}"), animal(walks=True)
    made = put(p, "horse", horse, "?template=quadruped")
    assert made["template"] == "quadruped" and made["rig"] is None, made
    match = match_of(made)
    assert match["spine_1"] == ("bone0", "tree") and match["left_front_leg_1"] == ("bone6", "tree") and match["right_hind_leg_4"] == ("bone21", "tree"), match
    listed = [one for one in p.ask("GET", "/v1/characters").json()["characters"] if one["id"] == "horse"]
    assert listed[0]["template"] == "quadruped" and listed[0]["bone_count"] == 22, listed
    moved = clip(p, "horse", fox)
    document, _ = opened(moved)
    assert document["animations"][0]["name"] == "motion" and [n["name"] for n in document["nodes"]][:2] == ["bone0", "bone1"]
    turns = turns_of(moved)
    assert abs(turns["bone4"] - .3) < .01, turns  # the tail: as far as the other's
    assert all(.1 < turns[f"bone{i}"] < .9 for i in (6, 10, 14, 18)), turns  # upper legs
    assert turns["bone0"] < .01, turns  # the trunk was still
    assert opened(clip(p, "horse", fox, "?animation=Walk&rate=30"))[0]["animations"][0]["name"] == "Walk"
    assert clip(p, "horse", fox, "?animation=0") != b""

    with tempfile.TemporaryDirectory() as folder:
        names = [os.path.join(folder, name) for name in ("horse.glb", "fox.glb", "out.glb")]
        for name, data in zip(names, (horse, fox)):
            with open(name, "wb") as file:
                file.write(data)
        done = subprocess.run([os.path.join(BUILD, "posedctl"), "clip", "convert", names[1], "--character", names[0], "--template", "quadruped", "-o", names[2]], capture_output=True, text=True)
        assert done.returncode == 0 and "a quadruped, 22 of its 22 joints" in done.stderr, done.stderr
        with open(names[2], "rb") as file:
            assert turns_of(file.read()) == turns

        # Keys every 33.3 s, as a file has them whose times are milliseconds: the reply and the program say so.
        slow = animal(walks=True, seconds=500, keys=16)
        reply = p.ask("POST", "/v1/characters/horse/clip", slow, (("Content-Type", "model/gltf-binary"),))
        assert reply.status == 200 and "look like milliseconds" in reply.headers.get("posed-warning", ""), reply.headers
        with open(names[1], "wb") as file:
            file.write(slow)
        done = subprocess.run([os.path.join(BUILD, "posedctl"), "clip", "convert", names[1], "--character", names[0], "--template", "quadruped", "-o", names[2]], capture_output=True, text=True)
        assert done.returncode == 0 and "look like milliseconds" in done.stderr, done.stderr
        for wrong in (["--template", "horse"], ["--template", "quadruped", "--match", "Hips=hips"], ["--template", "quadruped", "--mirror"]):
            assert subprocess.run([os.path.join(BUILD, "posedctl"), "clip", "convert", names[1], "--character", names[0], *wrong, "-o", names[2]], capture_output=True).returncode == 2, wrong


def acclaim(frames=90):
    """BONES as an ASF and an AMC in metres at 120 frames a second: it goes 1 m along z, the left arm comes down by 80 degrees. A bone of length 0 turns at the end of one that
    does not, so that a joint may have several below it."""
    at = {bone: place for bone, _, place, _ in BONES}
    rows, below = [], {}
    for number, (bone, up, place, _) in enumerate(BONES[1:]):
        offset = [a - b for a, b in zip(place, at[up])]
        length = math.hypot(*offset)
        on = "root" if up == "hips" else up
        rows.append(f"begin\nid {2 * number + 1}\nname to_{bone}\ndirection {' '.join(f'{x / length:.6f}' for x in offset)}\nlength {length:.6f}\naxis 0 0 0 XYZ\nend\n")
        rows.append(f"begin\nid {2 * number + 2}\nname {bone}\ndirection 0 1 0\nlength 0\naxis 0 0 0 XYZ\ndof rx ry rz\nlimits (-180 180)\n(-180 180)\n(-180 180)\nend\n")
        below.setdefault(on, []).append(f"to_{bone}")
        below.setdefault(f"to_{bone}", []).append(bone)
    asf = (":version 1.10\n:name made\n:units\nmass 1.0\nlength 0.0254\nangle deg\n:root\norder TX TY TZ RX RY RZ\naxis XYZ\nposition 0 0 0\norientation 0 0 0\n"
           f":bonedata\n{''.join(rows)}:hierarchy\nbegin\n" + "".join(f"{up} {' '.join(names)}\n" for up, names in below.items()) + "end\n")
    amc = ":FULLY-SPECIFIED\n:DEGREES\n" + "".join(
        f"{t + 1}\nroot 0 1 {t / (frames - 1):.5f} 0 0 0\n" + "".join(f"{bone} 0 0 {-80 if bone == 'leftUpperArm' else 0}\n" for bone, *_ in BONES[1:]) for t in range(frames))
    return asf, amc


@test
def a_clip_moves_a_person(p):
    """A walk of the network on a person, from every kind of file; who comes from a body's T-pose to a person in another one walks as far, upright, on the ground."""
    put(p, "mover", person())
    index = {bone: i for i, (bone, *_) in enumerate(BONES)}

    def goes(data, least=2, most=5):
        frames = list(places(data))
        for at in frames:
            low = min(at[index[b]][1] for b in ("leftToes", "rightToes"))
            assert at[index["head"]][1] > 1.3 and -.02 < low < .1, (at[index["head"]], low)
        way = math.dist(frames[0][0], frames[-1][0])
        assert least < way < most, way
        return len(frames)
    bvh = rolled(p, kind="bvh")
    assert 2 < walks(p, clip(p, "mover", bvh, kind="application/x-bvh")) < 5
    assert goes(clip(p, "mover", bvh, "?rate=30", kind="application/x-bvh")) == 90
    npz = rolled(p, kind="npz", body="default")
    goes(clip(p, "mover", npz, kind="application/x-npz"))
    # the same in a world with +Y up, which is found and said, or told; and in a camera's frame, 5 m before it
    import numpy
    with numpy.load(io.BytesIO(npz)) as members:
        take = {name: members[name] for name in ("poses", "trans", "mocap_framerate")}

    def turned(r, off=(0, 0, 0), **more):
        root = [numpy.array(v) for v in take["poses"][:, :3].astype(float)]
        poses, file = take["poses"].copy(), io.BytesIO()
        poses[:, :3] = [rotation_vector(r @ matrix(v)) for v in root]
        numpy.savez(file, **{**take, "poses": poses, "trans": take["trans"] @ r.T + off, **more})
        return file.getvalue()

    def matrix(v):
        angle = numpy.linalg.norm(v)
        x, y, z = v / max(angle, 1e-12)
        k = numpy.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
        return numpy.eye(3) + math.sin(angle) * k + (1 - math.cos(angle)) * k @ k

    def rotation_vector(m):
        w, v = numpy.linalg.eig(m)
        axis = numpy.real(v[:, numpy.argmin(abs(w - 1))])
        sine = numpy.dot(axis, [m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]]) / 2
        return axis * math.atan2(sine, (numpy.trace(m) - 1) / 2)
    y_up, camera = numpy.array([[1, 0, 0], [0, 0, 1], [0, -1, 0.]]), numpy.array([[1, 0, 0], [0, 0, -1], [0, 1, 0.]])

    def warned(file, query=""):
        reply = p.ask("POST", f"/v1/characters/mover/clip{query}", file, (("Content-Type", "application/x-npz"),))
        assert reply.status == 200, reply.body[:600]
        goes(reply.body)
        return str(reply.headers)
    assert "y is taken as up" in warned(turned(y_up)) and "taken as up" not in warned(turned(y_up), "?up=y")
    assert "camera=true" not in warned(turned(camera, (0, 1, 9)), "?camera=true")
    assert "mean body is assumed (model=ID" in warned(npz_without := turned(numpy.eye(3)))
    assert "mean body is assumed" not in warned(npz)
    assert b"angles=degrees" in clip(p, "mover", turned(numpy.eye(3), poses=numpy.degrees(take["poses"])), status=400, kind="application/x-npz")
    assert b"allowed only with application/x-npz" in clip(p, "mover", bvh, "?angles=degrees", 400, kind="application/x-bvh")
    assert clip(p, "mover", bvh, "?up=y", kind="application/x-bvh") != clip(p, "mover", bvh, "?up=z", kind="application/x-bvh")
    assert b"only one of the two" in clip(p, "mover", npz, "?up=y&camera=true", 400, kind="application/x-npz")
    assert b"no model" in clip(p, "mover", npz, "?model=nobody", 404, kind="application/x-npz")
    goes(clip(p, "mover", npz_without, "?model=person", kind="application/x-npz"))
    # people as WHAM finds them in a film, in a world with +Y up
    with numpy.load(io.BytesIO(turned(y_up))) as film:
        one = {"pose_world": film["poses"][:, :72], "trans_world": film["trans"], "betas": numpy.zeros((len(film["trans"]), 10))}
    people = pickle.dumps({7: {name: rows[:20] for name, rows in one.items()}, 8: one}, 2)
    reply = p.ask("POST", "/v1/characters/mover/clip?source_rate=60", people, (("Content-Type", "application/x-pickle"),))
    assert reply.status == 200, reply.body[:600]
    goes(reply.body)
    assert "person 8, who is seen longest, of 7, 8 (person chooses)" in str(reply.headers), reply.headers
    assert len(list(places(clip(p, "mover", people, "?person=7&rate=30", kind="application/x-pickle")))) == 20
    assert b"9; 7, 8 expected" in clip(p, "mover", people, "?person=9", 404, kind="application/x-pickle")
    assert b"up is not for a file of WHAM" in clip(p, "mover", people, "?up=y", 400, kind="application/x-pickle")
    assert b"person: 7; the file has one person" in clip(p, "mover", npz, "?person=7", 400, kind="application/x-npz")
    moving = clip(p, "mover", bvh, kind="application/x-bvh")
    assert goes(clip(p, "mover", moving)) == 180
    goes(clip(p, "mover", moving, "?animation=motion"))
    assert b"no animation" in clip(p, "mover", moving, "?animation=Run", 400)
    # a skeleton that nobody knows: by its names, and without them by its shape
    joints = [line.split()[1] for line in bvh.decode().split("\n") if line.strip().startswith(("ROOT", "JOINT"))]
    for names in ({one: f"mixamorig:{one}" for one in joints}, {one: f"b{i}" for i, one in enumerate(joints)}):
        text = "\n".join(" ".join(names.get(word, word) if line.strip().startswith(("ROOT", "JOINT")) else word for word in line.split(" ")) for line in bvh.decode().split("\n"))
        goes(clip(p, "mover", text.encode(), kind="application/x-bvh"))
    asf, amc = acclaim()
    data = clip(p, "mover", (asf + amc).encode(), kind="application/x-amc")
    assert goes(data, .9, 1.1) == 45
    arm = [list(places(data))[20][index[b]] for b in ("leftUpperArm", "leftHand")]
    assert arm[1][1] - arm[0][1] < -.4, arm
    # an FBX, with and without a skin; of several animations one is chosen
    for has_skin in (True, False):
        file = fbx_file.File(version=7500)
        ids = person_fbx.skeleton(file)
        if has_skin:
            person_fbx.body(file, ids)
        person_fbx.march(file, ids)
        person_fbx.march(file, ids, name="longer", seconds=2.0)
        for data in (file.binary(), file.text()):
            frames = list(places(clip(p, "mover", data, kind="application/x-fbx")))
            assert len(frames) == 61 and .7 < math.dist(frames[0][0], frames[-1][0]) < 1.1, (len(frames), frames[0][0], frames[-1][0])
            assert len(list(places(clip(p, "mover", data, "?animation=longer&rate=30", kind="application/x-fbx")))) == 61
        assert b'longer' in clip(p, "mover", data, "?animation=Run", 400, kind="application/x-fbx")
    refused(p, data, "posedctl import-character FILE.fbx", status=400)
    for body, words, kind, status in ((amc, "no .asf part; an .asf followed", "application/x-amc", 400), ("HIERARCHY", "/clip: bvh:", "application/x-bvh", 400), (bvh.decode(), "not a glTF binary", "model/gltf-binary", 400),
                                      (bvh.decode(), "npz", "application/x-npz", 400), ("", "allowed", "text/plain", 415), (person().decode("latin1"), "0 animations", "model/gltf-binary", 400)):
        reply = clip(p, "mover", body.encode("latin1"), status=status, kind=kind).decode()
        assert words in reply, reply
    still = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Yrotation\n" + "".join(f"JOINT j{i}\n{{\nOFFSET 0 1 0\nCHANNELS 0\n" for i in range(200)) + "End Site\n{\nOFFSET 0 1 0\n}\n" + "}\n" * 201
    still += "MOTION\nFrames: 20000\nFrame Time: 0.01\n" + "0\n" * 20000
    assert "20000 frames of 201 joints" in clip(p, "mover", still.encode(), status=413, kind="application/x-bvh").decode()


@test
def a_clip_of_the_same_skeleton_is_copied(p):
    """Names may have Mixamo's prefix, and the file another size and more joints."""
    put(p, "own", person())
    put(p, "alike", person(lambda bone: "mixamorig:" + next(name for b, *_, name in BONES if b == bone), size=1.3))
    turning = [{"t": 0, "move": [0, 1], "gait": "walk"}, {"t": 1, "move": [1, 0], "gait": "walk"}]
    wanted = rolled(p, character="own", script=turning)
    larger = rolled(p, character="alike", script=turning)
    for source, size in ((wanted, 1), (larger, 1.3)):
        frames = list(places(clip(p, "own", source)))
        assert len(frames) == len(list(places(wanted))) == 180, len(frames)
        apart = max(math.dist([size * x for x in a], b) for one, other in zip(frames, places(source)) for a, b in zip(one, other))
        assert apart < 1e-3, (size, apart)
    slow = list(places(clip(p, "own", wanted, "?rate=30")))
    assert len(slow) == 90 and max(math.dist(a, b) for one, other in zip(slow, list(places(wanted))[::2]) for a, b in zip(one, other)) < .06  # low-passed

    def longer(document):
        document["nodes"][[b for b, *_ in BONES].index("leftLowerLeg")]["translation"][1] *= 1.2
    put(p, "longer", person(extra=longer))
    went = list(places(clip(p, "longer", wanted)))
    assert 1 < math.dist(went[0][0], went[-1][0]) < 5, "a thigh of another length: retargeted"
    with tempfile.TemporaryDirectory() as folder:  # posedctl does the same and says so; a file that is read at another rate is retargeted
        for name, data in (("walk", wanted), ("person", person())):
            with open(f"{folder}/{name}.glb", "wb") as out:
                out.write(data)
        for options, is_copied in (([], True), (["--source-rate", "30"], False)):
            run = subprocess.run([BUILD + "/posedctl", "clip", "convert", f"{folder}/walk.glb", "--character", f"{folder}/person.glb", *options, "-o", f"{folder}/out.glb"],
                                 capture_output=True, text=True)
            assert run.returncode == 0 and ("rotations are copied" in run.stderr) == is_copied, (options, run.stderr)
    for name in ("own", "alike", "longer"):
        assert p.ask("DELETE", f"/v1/characters/{name}").status == 204


def stacked(rows):
    """Bytes of a list of rows of numbers."""
    return b"".join(struct.pack(f"<{len(row)}f", *row) for row in rows)


@test
def a_motion_is_the_same_in_other_forms_of_its_file(p):
    """A walk whose path is that of a node above the skeleton, without skin and mesh, or behind a T-pose of one key."""
    put(p, "taker", person())
    walk = rolled(p, character="taker")
    wanted = list(places(clip(p, "taker", walk)))

    def above(document, binary):
        """The hips' translations become those of a node above them; the hips keep one of half their height."""
        animation, hips = document["animations"][0], document["nodes"][0]
        track = next(c for c in animation["channels"] if c["target"] == {"node": 0, "path": "translation"})
        rows = values(document, binary, animation["samplers"][track["sampler"]]["output"])
        document["nodes"].append({"name": "Armature", "children": [0], "translation": [0, 0, 0]})
        hips["translation"] = [0, .5, 0]
        track["target"]["node"] = len(document["nodes"]) - 1
        document["scenes"][0]["nodes"][0] = track["target"]["node"]
        document["bufferViews"].append({"buffer": 0, "byteOffset": len(binary), "byteLength": 12 * len(rows)})
        document["accessors"].append({"bufferView": len(document["bufferViews"]) - 1, "componentType": 5126, "count": len(rows), "type": "VEC3"})
        animation["samplers"][track["sampler"]]["output"] = len(document["accessors"]) - 1
        return binary + stacked([x, y - .5, z] for x, y, z in rows)

    def bare(document, binary):
        del document["skins"], document["meshes"]
        document["nodes"] = [{k: v for k, v in node.items() if k not in ("skin", "mesh")} for node in document["nodes"]]
        return binary

    def behind(document, binary):
        """A first animation with one moment."""
        document["bufferViews"].append({"buffer": 0, "byteOffset": len(binary), "byteLength": 20})
        document["accessors"] += [{"bufferView": len(document["bufferViews"]) - 1, "byteOffset": at, "componentType": 5126, "count": 1, "type": kind} for at, kind in ((0, "SCALAR"), (4, "VEC4"))]
        n = len(document["accessors"])
        document["animations"].insert(0, {"name": "T\u00e9 \n1", "samplers": [{"input": n - 2, "output": n - 1}], "channels": [{"sampler": 0, "target": {"node": 4, "path": "rotation"}}]})
        return binary + stacked([[0, 0, 0, 0, 1]])

    for change in (above, bare, behind):
        document, binary = opened(walk)
        binary = change(document, binary)
        document["buffers"][0]["byteLength"] = len(binary)
        reply = p.ask("POST", "/v1/characters/taker/clip", pack(document, binary), GLB)
        assert reply.status == 200, (change.__name__, reply.body[:400])
        frames = list(places(reply.body))
        apart = max(math.dist(a, b) for one, other in zip(frames, wanted) for a, b in zip(one, other))
        assert len(frames) == len(wanted) and apart < 1e-3, (change.__name__, len(frames), apart)
        warned = str(reply.headers)
        assert ("is read, of 2: 0" in warned) == (change is behind), warned
    assert len(list(places(clip(p, "taker", pack(document, binary), "?animation=0")))) == 1
    assert p.ask("DELETE", "/v1/characters/taker").status == 204


@test
def what_an_animal_cannot_do_is_refused(p):
    put(p, "cat", animal(), "?template=quadruped")
    put(p, "somebody", person())
    refused(p, animal(), "it stands as a quadruped: template=quadruped")
    refused(p, animal(), "template=quadruped", "?template=spider")
    refused(p, person(), "template=bird", "?template=quadruped")
    refused(p, person(), "named as a person's in unreal", "?template=bird")
    refused(p, animal(), "allowed only with template=person", "?template=quadruped&match=Hips=hips")
    for file, words, status in ((animal(), "0 animations", 400), (animal(4, walks=True), "template=spider", 400), (person(), "no quadruped", 400),
                                (b"solid chair", "not a glTF binary", 400), (animal(walks=True, seconds=700), "at most 600 s", 413)):
        reply = clip(p, "cat", file, status=status).decode()
        assert words in reply and "/clip" in reply, reply
    assert "no animation \\\"Run\\\"" in clip(p, "cat", animal(walks=True), "?animation=Run", 400).decode()
    assert "/clip" in clip(p, "somebody", animal(walks=True), status=400).decode()
    clip(p, "nobody", animal(walks=True), status=404)
    assert b"quadruped" in rolled(p, 409, character="cat", model="motion")  # a person's network
    told = rolled(p, kind="json", character="cat", script=[{"t": 0, "move": [1, 0], "look": [0, 1], "strafe": 1}])
    assert b"/script/0/strafe" in told and b"nor walks sideways" in told, told[-400:]
    assert p.ask("POST", "/v1/characters/cat/clip", animal(walks=True), (("Content-Type", "text/plain"),)).status == 415
    assert p.ask("DELETE", "/v1/characters/cat").status == 204


with Posed(os.path.join(BUILD, "posed"), MODELS) as p:
    sys.exit(runner.in_turn(tests, sys.argv[3:], p))
