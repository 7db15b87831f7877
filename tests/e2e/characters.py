"""Usage: characters.py BUILD MODELS [name...]: runs the tests whose name contains one of the names, or all."""
import asyncio
import base64
import json
import math
import os
import struct
import subprocess
import sys
import tempfile

import websockets

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from person_glb import BONES, pack, person  # noqa: E402
from glb_file import opened, values  # noqa: E402
from character_help import GLB, WALK, match_of, places, put, refused, rolled, stand, times, turned, walks  # noqa: E402
import runner  # noqa: E402
from posed import Posed  # noqa: E402

BUILD, MODELS = sys.argv[1], sys.argv[2]
tests = []


def test(function):
    tests.append(function)
    return function


@test
def a_put_character_says_which_joints_it_took(p):
    made = put(p, "unreal", person({"leftHand": "hand_l"}))
    assert made["rig"] == "unreal" and made["kind"] == "glb", made
    match = match_of(made)
    assert match["LeftLowerArm"] == ("lowerarm_l", "name") and match["Hips"] == ("pelvis", "name"), match
    assert match["Spine"] == ("spine_01", "tree") and match["UpperChest"][0] is None, match
    assert not any("doubt" in one for one in made["match"]), made["match"]
    assert [joint["name"] for joint in made["joints"]][:2] == ["pelvis", "spine_01"]
    assert p.ask("GET", "/v1/characters/unreal").json() == made
    put(p, "unreal", person({"leftHand": "hand_l"}), status=200)


@test
def vrm_wins_and_names_that_say_nothing_leave_the_shape(p):
    for vrm in (1, 2):
        match = match_of(put(p, f"vrm{vrm}", person(lambda bone: f"n{hash(bone)}", vrm=vrm)))
        assert match["LeftHand"][1] == "vrm" and match["RightToes"][1] == "vrm", match
    order = {bone: f"joint{i}" for i, (bone, *_) in enumerate(BONES)}
    made = put(p, "shape", person(order))
    for bone, (joint, by) in match_of(made).items():
        bone = bone[0].lower() + bone[1:]
        if bone not in ("upperChest",):
            assert joint == order[bone] and by in ("shape", "tree"), (bone, joint, by)


@test
def a_match_can_be_corrected(p):
    made = put(p, "mended", person({"leftHand": "paw"}), "?match=LeftHand=fingers_l,Neck=")
    assert match_of(made)["LeftHand"] == ("fingers_l", "request") and match_of(made)["Neck"][0] is None
    refused(p, person(), "no joint", "?match=LeftHand=claw")
    refused(p, person(), "is not below", "?match=LeftHand=hand_r")
    refused(p, person(), "not a bone of a humanoid", "?match=Tail=pelvis")
    refused(p, person(), "BONE=JOINT", "?match=LeftHand")


@test
def it_walks_in_its_own_file(p):
    file = person()
    put(p, "walker", file)
    moved = rolled(p, character="walker")
    before, after = opened(file)[0], opened(moved)[0]
    for part in ("nodes", "meshes", "materials", "skins", "scenes"):
        assert before[part] == after[part], part
    went = walks(p, moved, name="walker")
    assert 2 < went < 5, went


@test
def any_size_walks_in_its_own_units(p):
    for size in (0.01, 0.8, 1.2, 100.0):
        put(p, "sized", person(size=size), status=201 if size == 0.01 else 200)
        went = walks(p, rolled(p, character="sized"), size, "sized")
        assert 1.5 < went / (size if size in (0.01, 100.0) else 1) < 5.5, (size, went)


def soles(data):
    """Per frame the corners of the shoes of person(shoe=...), left and right, in the world."""
    document, binary = opened(data)
    names = [bone for bone, *_ in BONES]
    primitive = document["meshes"][0]["primitives"][0]["attributes"]
    vertices, joints = (values(document, binary, primitive[k]) for k in ("POSITION", "JOINTS_0"))
    binds = values(document, binary, document["skins"][0]["inverseBindMatrices"])
    tracks, frames = {}, 0
    for channel in document["animations"][0]["channels"]:
        rows = values(document, binary, document["animations"][0]["samplers"][channel["sampler"]]["output"])
        tracks[channel["target"]["node"], channel["target"]["path"]] = rows
        frames = max(frames, len(rows))
    shoes = [[(v, int(j[0])) for v, j in zip(vertices, joints) if names[int(j[0])] in (side + "Foot", side + "Toes")] for side in ("left", "right")]
    for t in range(frames):
        world = []
        for i, (_, up, _, _) in enumerate(BONES):
            q, v = (tracks[i, k][t if len(tracks[i, k]) > 1 else 0] if (i, k) in tracks else otherwise
                    for k, otherwise in (("rotation", (0, 0, 0, 1)), ("translation", document["nodes"][i]["translation"])))
            at, frame = world[names.index(up)] if up else ((0, 0, 0), (0, 0, 0, 1))
            world.append(([a + b for a, b in zip(at, turned(frame, v))], times(frame, q)))
        yield [[[a + b for a, b in zip(world[j][0], turned(world[j][1], [x + binds[j][12 + k] for k, x in enumerate(v)]))] for v, j in shoe] for shoe in shoes]


@test
def shoes_stand_on_the_floor_and_pass_each_other(p):
    for i, (lift, shoe, gait) in enumerate(((0, .05, "walk"), (-1.3, .05, "walk"), (2, .1, "walk"), (0, .12, "jog"))):
        put(p, "shod", person(lift=lift, shoe=shoe), status=200 if i else 201)
        script = [{"t": 0, "move": [0, 1], "gait": gait}]
        frames = list(soles(rolled(p, character="shod", script=script)))
        lows = [min(v[1] for shoe_of in frame for v in shoe_of) for frame in frames]
        assert min(lows) > -.015 and (gait == "jog" or sorted(lows)[len(lows) // 2] < .005), (i, min(lows), sorted(lows)[len(lows) // 2])
        within = [min(min(max(v[k] for v in a) for a in frame) - max(min(v[k] for v in a) for a in frame) for k in range(3)) for frame in frames]
        assert max(within) < .02, (i, max(within))


@test
def who_stands_turned_in_the_file_walks_as_upright(p):
    """The root has a rotation in the file that the bind pose does not have, as when it was written in the middle of an animation."""
    straight = None
    for angle, axis in ((0, 1), (7, 1), (40, 1), (-100, 1), (12, 0), (25, 2)):
        def turn(document):
            document["nodes"][0]["rotation"] = [math.sin(math.radians(angle) / 2) * (k == axis) for k in range(3)] + [math.cos(math.radians(angle) / 2)]
        made = put(p, "turned", person(shoe=.05, extra=turn), status=200 if straight else 201)
        assert "doubt" not in made["match"][0], (angle, axis, made["match"][0])
        frames = list(soles(rolled(p, character="turned")))
        straight = straight or frames
        apart = max(math.dist(a, b) for one, other in zip(straight, frames) for x, y in zip(one, other) for a, b in zip(x, y))
        assert apart < .01, (angle, axis, apart)


@test
def a_skeleton_of_another_size_than_its_mesh_is_doubted(p):
    for i, factor in enumerate((.5, 1.25, 1.6, 100)):
        made = put(p, "loose", person(skeleton=factor), status=200 if i else 201)
        said = [one["doubt"] for one in made["match"] if one["bone"] == "Hips"]
        assert said and abs(float(said[0].split()[3]) / factor - 1) < .05 and "times the size of its mesh" in said[0], (factor, made["match"][0])
        rolled(p, character="loose")


@test
def bvh_is_of_its_skeleton(p):
    put(p, "bones", person())
    text = rolled(p, kind="bvh", character="bones").decode()
    assert text.startswith("HIERARCHY") and "ROOT pelvis" in text and "JOINT wrist_l" in text, text[:300]
    rolled(p, 400, kind="npz", character="bones")
    rolled(p, 400, kind="vrma", character="bones")
    rolled(p, 400, character="bones", body="default")
    rolled(p, 404, character="boness")


def second(is_joined):
    """Another person two metres beside the first, of the same skin; both below one node where they are joined."""
    def add(document):
        count, first = len(BONES), len(document["nodes"])
        for node in document["nodes"][:count]:
            document["nodes"].append({**node, "name": node["name"] + "_2", **({"children": [c + first for c in node["children"]]} if "children" in node else {})})
        document["nodes"][first]["translation"] = [2, 1, 0]
        document["skins"][0]["joints"] += range(first, first + count)
        del document["skins"][0]["inverseBindMatrices"]
        document["scenes"][0]["nodes"].append(first)
        if is_joined:
            document["nodes"].append({"name": "both", "children": [0, first]})
            document["scenes"][0]["nodes"] = [count, first + count]
    return add


@test
def what_is_no_person_is_refused_and_nothing_is_stored(p):
    before = p.ask("GET", "/v1/characters").json()

    def skin(nodes, joints=None):
        return pack({"asset": {"version": "2.0"}, "nodes": nodes, "skins": [{"joints": joints or list(range(len(nodes)))}]})

    refused(p, b"solid chair", "the body of the request is an STL; a .glb or .vrm expected")
    refused(p, pack({"asset": {"version": "2.0"}, "nodes": [{"name": "chair"}]}), "no skeleton")
    refused(p, skin([{"name": "seat", "children": [1]}, {"name": "back"}]), "2 joints (seat, back")
    refused(p, skin([{"children": [1]}, {"children": [2]}, {"children": [0]}]), "descendants of themselves")
    many = [{"children": [i + 1]} for i in range(99999)] + [{}]
    refused(p, skin(many, [0]), "JSON that takes", status=413)
    refused(p, skin([{"children": [i + 1]} for i in range(999)] + [{}]), "1000 joints", status=413)
    for scale in ([0, 0, 0], [1, -1, 1], [1, 2, 1]):
        def squash(document):
            document["nodes"][0]["scale"] = scale
        refused(p, person(extra=squash), "/nodes/0/scale")

    def mirrored(document):
        document["nodes"][0].pop("translation")
        document["nodes"][0]["matrix"] = [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1]
    refused(p, person(extra=mirrored), "/nodes/0/matrix")

    def announces(document):
        document["accessors"][0]["count"] = 2000000000
    refused(p, person(extra=announces), "2000000000 elements of 12 bytes; at most")
    refused(p, person(extra=second(False)), "joints of several trees")
    refused(p, person(extra=second(True)), "or Hips= of the one that is meant\"")
    put(p, "first", person(extra=second(True)), "?match=Hips=pelvis")
    assert p.ask("DELETE", "/v1/characters/first").status == 204
    refused(p, person(), "model/gltf-binary, ", status=415, headers=(("Content-Type", "text/plain"),))
    refused(p, person()[:2000], "announced")
    assert p.ask("PUT", "/v1/characters/default", person(), GLB).status == 409
    assert p.ask("PUT", "/v1/characters/No-Id", person(), GLB).status == 400
    assert p.ask("GET", "/v1/characters").json() == before


@test
def a_file_is_taken_by_its_contents_when_nothing_else_tells(p):
    before = p.ask("GET", "/v1/characters").json()
    form = (("Content-Type", "application/x-www-form-urlencoded"),)
    octets = (("Content-Type", "application/octet-stream"),)
    for name, headers in (("curl-t", ()), ("curl-d", form), ("octets", octets)):
        put(p, name, person(), headers=headers)
        assert p.ask("DELETE", f"/v1/characters/{name}").status == 204
    assert p.ask("PUT", "/v1/skeletons/curl-t", person(), ()).status == 201
    assert p.ask("DELETE", "/v1/skeletons/curl-t").status == 204

    refused(p, b"Kaydara FBX Binary  \0\x1a\0", "posedctl import-character FILE.fbx", status=415, headers=())
    refused(p, b"Kaydara FBX Binary  \0\x1a\0", "posedctl import-character FILE.fbx")
    refused(p, b' {"asset":{"version":"2.0"}}', "0 nodes; 1 to 65536 allowed", headers=form)
    refused(p, b"PK\3\4 and so on", "a ZIP archive", status=415, headers=octets)
    refused(p, b"HIERARCHY\nROOT Hips", "/v1/characters/{id}/clip", status=415, headers=())
    refused(p, b"--x", "send the file itself as the body", status=415, headers=(("Content-Type", "multipart/form-data; boundary=x"),))
    for path in ("characters", "skeletons", "scenes"):
        for name, better in (("Hero", "hero"), ("Mein%20Held.vrm", "mein-held"), ("%C3%A9t%C3%A9", "t")):
            reply = p.ask("PUT", f"/v1/{path}/{name}", person(), GLB if path != "scenes" else ())
            assert reply.status == 400 and f'for example \\"{better}\\"' in reply.body.decode(), (path, name, reply.body)
    assert p.ask("GET", "/v1/characters").json() == before


@test
def what_stands_beside_a_character_does_not_change_how_it_moves(p):
    def statue(document):
        primitive = document["meshes"][0]["primitives"][0]
        alone = {"attributes": {"POSITION": primitive["attributes"]["POSITION"]}, "indices": primitive["indices"]}
        document["meshes"].append({"primitives": [alone]})
        document["nodes"].append({"name": "statue", "mesh": len(document["meshes"]) - 1, "translation": [0, 0, -20], "scale": [3, 3, 3]})
        document["scenes"][0]["nodes"].append(len(document["nodes"]) - 1)

    def staff(document):
        """A thin mesh of 1.8 m through the right hand."""
        statue(document)
        document["scenes"][0]["nodes"].pop()
        thin, at = document["nodes"][-1], len(document["nodes"]) - 1
        thin.update(name="staff", translation=[0, -1, 0], scale=[.05, 1, .05])
        hand = next(n for n in document["nodes"] if n["name"] == "hand_r")
        hand["children"] = hand.get("children", []) + [at]

    def sword(document):
        first = len(document["nodes"])
        document["nodes"] += [{"name": "hilt", "children": [first + 1]}, {"name": "tip", "translation": [0, 1, 0], "scale": [1, -1, 1]}]
        document["skins"].append({"joints": [first, first + 1]})
        document["scenes"][0]["nodes"].append(first)

    def walk():
        return json.loads(rolled(p, kind="json", character="one"))["frames"]
    put(p, "one", person())
    wanted = walk()
    for extra, note in ((statue, None), (staff, None), (sword, '2 joints of another skeleton ("hilt") are not moved')):
        assert put(p, "one", person(extra=extra), status=200).get("note") == note
        assert walk() == wanted, extra
    assert p.ask("DELETE", "/v1/characters/one").status == 204


def branch(up, at, has_skin, scale=1.0):
    """Adds a branch of joints below a bone, whose mesh is a copy of the whole body, turned by nothing, at that place."""
    def extra(document):
        first = len(document["nodes"])
        bone = document["nodes"][next(i for i, b in enumerate(BONES) if b[0] == up)]
        above = next(b[2] for b in BONES if b[0] == up)
        attributes = document["meshes"][0]["primitives"][0]
        alone = {"attributes": {k: v for k, v in attributes["attributes"].items() if has_skin or k == "POSITION"}, "indices": attributes["indices"]}
        document["meshes"].append({"primitives": [alone]})
        tips = len(BONES) - 1
        root = {"name": f"extra{first}", "translation": [a - b for a, b in zip(at, above)], "scale": [scale] * 3, "children": list(range(first + 1, first + 1 + tips))}
        document["nodes"] += [root] + [{"name": f"extra{first}_{i}"} for i in range(tips)]
        document["skins"].append({"joints": list(range(first, first + 1 + tips))})
        bone["children"] = bone.get("children", []) + [first]
        document["nodes"].append({"name": f"cloth{first}", "mesh": len(document["meshes"]) - 1, **({"skin": len(document["skins"]) - 1} if has_skin else {})})
        (document["scenes"][0]["nodes"] if has_skin else root["children"]).append(len(document["nodes"]) - 1)
    return extra


@test
def wings_capes_tails_and_hair_do_not_move_the_arms(p):
    put(p, "plain", person())
    wanted = list(places(rolled(p, character="plain")))

    def off(extra):
        put(p, "winged", person(extra=extra))
        most = max(math.dist(a, b) for one, other in zip(places(rolled(p, character="winged")), wanted) for a, b in zip(one, other))
        assert p.ask("DELETE", "/v1/characters/winged").status == 204
        return most

    for has_skin in (True, False):
        for up, at in (("chest", (0, -.3, -.25)), ("hips", (0, -.8, -.3)), ("head", (.5, 0, -.15))):
            assert off(branch(up, at, has_skin)) < 3e-3, (has_skin, up)  # hair without skin weights is part of the girth of the head

    def skirt(document):
        for at in ((0, .3, .2), (.3, .3, 0), (-.3, .3, 0), (0, .3, -.2)):
            branch("hips", at, True, .4)(document)
    assert off(skirt) > .02  # hands stay outside
    assert p.ask("DELETE", "/v1/characters/plain").status == 204


@test
def a_skeleton_with_a_sword_beside_it_is_put_with_a_note(p):
    def sword(joints):
        def add(document):
            first = len(document["nodes"])
            document["nodes"] += [{"name": f"part_{i}", **({"children": [first + i + 1]} if i + 1 < joints else {}), "translation": [0, .1, 0]} for i in range(joints)]
            document["skins"].append({"joints": list(range(first, first + joints))})
            document["scenes"][0]["nodes"].append(first)
        return add

    def put_skeleton(file, query="", status=201):
        reply = p.ask("PUT", f"/v1/skeletons/armed{query}", file, GLB)
        assert reply.status == status, (reply.status, reply.body[:400])
        return reply.json()
    alone = put_skeleton(person())
    assert "note" not in alone
    for joints in (1, 2, 40):  # the person's is taken though the whip has more joints
        armed = put_skeleton(person(extra=sword(joints)), status=200)
        assert [j["name"] for j in armed["joints"]] == [j["name"] for j in alone["joints"]]
        assert armed["note"] == f'{joints} joints of another skeleton ("part_0") are not moved', armed["note"]
        assert p.ask("GET", "/v1/skeletons/armed").json()["note"] == armed["note"]
    whip = put_skeleton(person(extra=sword(40)), "?skin=1", status=200)
    assert len(whip["joints"]) == 40 and "note" not in whip

    # without a person the one that is larger than all others is; neither of two people, nor of two of a size, is
    def bare(*counts):
        nodes, skins = [], []
        for n, count in enumerate(counts):
            first = len(nodes)
            nodes += [{"name": f"{'abc'[n]}{i}", "translation": [n, 1, 0], **({"children": [first + i + 1]} if i + 1 < count else {})} for i in range(count)]
            skins.append({"joints": list(range(first, first + count))})
        roots = [sum(counts[:n]) for n in range(len(counts))]
        return pack({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": roots}], "nodes": nodes, "skins": skins})
    crane = put_skeleton(bare(2, 7, 3), status=200)
    assert [j["name"] for j in crane["joints"]] == [f"b{i}" for i in range(7)] and crane["note"].startswith("5 joints of another skeleton"), crane
    for file in (bare(4, 4), bare(5, 3, 3), person(extra=second(False))):
        told = put_skeleton(file, status=400)
        assert "skin=" in told["errors"][0]["detail"], told
    # a request that brings the file itself is told in its warnings
    reply = p.ask("POST", "/v1/ik/solve", {"skeleton": {"glb": base64.b64encode(person(extra=sword(3))).decode()},
                                           "targets": [{"joint": "wrist_l", "position": [.5, 1.3, .2]}]})
    assert reply.status == 200 and 'joints of another skeleton ("part_0")' in reply.json()["warnings"][0]["detail"], reply.body[:300]
    assert p.ask("DELETE", "/v1/skeletons/armed").status == 204


def bytes_at(file, offset, raw):
    """The file with those bytes in its binary chunk."""
    start = 28 + struct.unpack_from("<I", file, 12)[0] + offset
    return file[:start] + raw + file[start + len(raw):]


def view_of(file, accessor):
    document = json.loads(file[20:20 + struct.unpack_from("<I", file, 12)[0]])
    return document["bufferViews"][document["accessors"][accessor]["bufferView"]]


@test
def a_file_that_contradicts_itself_is_refused_by_name(p):
    before = p.ask("GET", "/v1/characters").json()
    good = person()
    at = {name: view_of(good, i)["byteOffset"] for i, name in enumerate(("points", "joints", "weights", "faces", "binds"))}
    nan = struct.pack("<f", math.nan)
    refused(p, bytes_at(good, at["points"] + 12, nan), "/meshes/0/primitives/0/POSITION: number 0 of vertex 1 is not finite; finite numbers expected")
    refused(p, bytes_at(good, at["joints"] + 4, b"\x18"), "/meshes/0/primitives/0/JOINTS_0: joint 24 at vertex 1; 0 to 23 allowed, the joints of the skin")
    refused(p, bytes_at(good, at["weights"], nan), "/meshes/0/primitives/0/WEIGHTS_0: nan at vertex 0")
    refused(p, bytes_at(good, at["weights"], bytes(view_of(good, 2)["byteLength"])), "none of the 184 vertices has a weight; weights above 0 expected in a skinned mesh")
    refused(p, bytes_at(good, at["binds"] + 64, nan), "/skins/0/inverseBindMatrices: matrix 1: number 0 is not finite; finite numbers expected")
    refused(p, bytes_at(good, at["binds"] + 64, bytes(12)), "/skins/0/inverseBindMatrices: matrix 1: it is singular")

    def moves(node):
        def add(document):
            document["animations"] = [{"channels": [{"sampler": 0, "target": {"node": node, "path": "rotation"}}], "samplers": [{"input": 0, "output": 0}]}]
        return add
    refused(p, person(extra=moves(99)), "/animations/0/channels/0: moves node 99; 0 to 24 allowed, the nodes of the file")
    refused(p, person(extra=lambda d: d["accessors"][2].update(count=999999)), "/accessors/2: 999999 elements of 16 bytes; at most")
    refused(p, person(extra=lambda d: d["accessors"][4].update(count=2)), "/skins/0/inverseBindMatrices: 2 elements")
    refused(p, person(extra=lambda d: d["bufferViews"][1].update(byteOffset=10 ** 6)), "/accessors/1: a view of 736 bytes at offset 1000000")
    def draco(document):
        del document["accessors"][0]["bufferView"]
        document["meshes"][0]["primitives"][0]["extensions"] = {"KHR_draco_mesh_compression": {"bufferView": 0, "attributes": {"POSITION": 0}}}
    reply = p.ask("PUT", "/v1/characters/none", person(extra=draco), GLB)
    assert reply.status in (400, 415) and b"compressed by Draco" in reply.body, reply.body
    assert p.ask("GET", "/v1/characters").json() == before

    assert "note" not in put(p, "even", good)
    bare = put(p, "bare", bytes_at(good, at["weights"], bytes(32)))
    assert bare["note"].startswith("2 of 184 skinned vertices have no weight"), bare["note"]
    uneven = put(p, "uneven", bytes_at(good, at["weights"], struct.pack("<f", 2)))
    assert uneven["note"].startswith("the weights of 1 of 184 skinned vertices do not sum to 1 but to 2"), uneven["note"]
    def second(document):
        document["scenes"], document["scene"] = [{"nodes": []}] + document["scenes"], 0
    elsewhere = put(p, "elsewhere", bytes_at(person(extra=second), at["weights"], struct.pack("<f", 2)))
    assert elsewhere["note"].endswith("tear the mesh; the skinned mesh is in scene 1, but programs show scene 0 of the file first"), elsewhere
    assert {**elsewhere, "id": 0, "note": 0, "bytes": 0} == {**uneven, "id": 0, "note": 0, "bytes": 0}
    for place, word, status in (("points", struct.pack("<f", -2e6), 201), ("faces", b"\xff\x7f", 200)):
        thick = put(p, "thick", bytes_at(good, at[place], word), status=status)
        assert thick["note"].startswith("the thickness of the mesh was not measured: "), thick["note"]
    for name in ("even", "bare", "uneven", "elsewhere", "thick"):
        assert p.ask("DELETE", f"/v1/characters/{name}").status == 204


@test
def sparse_positions_are_read_as_they_are(p):
    """A belly told by a sparse accessor is as thick as one that is plain: hands are over it alike."""
    plain = put(p, "plain", person())

    def thin(document):
        document["accessors"][0].pop("bufferView")
        document["accessors"][0]["sparse"] = {"count": 184, "indices": {"bufferView": len(document["bufferViews"]), "componentType": 5123}, "values": {"bufferView": 0}}
        end = document["buffers"][0]["byteLength"]
        document["bufferViews"].append({"buffer": 0, "byteOffset": end, "byteLength": 368})
        document["buffers"][0]["byteLength"] = end + 368
    rows = struct.pack("<184H", *range(184))
    file = person(extra=thin)
    size = struct.unpack_from("<I", file, 12)[0]
    sparse = pack(json.loads(file[20:20 + size]), file[28 + size:] + rows)
    assert put(p, "sparse", sparse)["match"] == plain["match"]
    scripts = dict(seconds=1, script=[{"t": 0, "move": [0, 1], "gait": "walk"}])
    a, b = (rolled(p, kind="json", character=name, **scripts) for name in ("plain", "sparse"))
    assert json.loads(a)["frames"] == json.loads(b)["frames"], (a[:300], b[:300])
    for name in ("plain", "sparse"):
        assert p.ask("DELETE", f"/v1/characters/{name}").status == 204


@test
def a_character_is_a_skeleton_but_not_the_other_way_round(p):
    put(p, "both", person())
    target = {"joint": "wrist_l", "position": [0.4, 1.3, 0.3]}
    got = p.ask("POST", "/v1/ik/solve", {"skeleton": "both", "targets": [target]}).json()
    assert got["status"] == "reached", got
    assert p.ask("PUT", "/v1/skeletons/arm", {"joints": [{"name": "a"}]}).status == 201
    assert p.ask("GET", "/v1/characters/arm").status == 404 and p.ask("DELETE", "/v1/characters/arm").status == 404
    assert "both" in [one["id"] for one in p.ask("GET", "/v1/characters").json()["characters"]]
    rolled(p, 409, character="arm")
    assert p.ask("DELETE", "/v1/characters/both").status == 204
    assert p.ask("GET", "/v1/characters/both").status == 404




@test
def posedctl_walks_a_file(p):
    with tempfile.TemporaryDirectory() as folder:
        file, out, script = (os.path.join(folder, name) for name in ("in.glb", "out.glb", "walk.json"))
        with open(file, "wb") as made, open(script, "w") as text:
            made.write(person())
            json.dump(WALK, text)

        def posedctl(*args, code=0):
            done = subprocess.run([os.path.join(BUILD, "posedctl"), "rollout", "--script", script, "--model", os.path.join(MODELS, "motion.safetensors"), *args], capture_output=True, text=True)
            assert done.returncode == code, (done.returncode, done.stderr)
            return done.stderr

        said = posedctl("--character", file, "-o", out)
        assert "21 of 22 bones found, named as in unreal" in said and "LeftHand: wrist_l: named as in another rig" in said, said
        with open(out, "rb") as made:
            data = made.read()
        put(p, "same", person())
        walks(p, data, name="same")
        assert data == rolled(p, character="same")
        assert "no joint \"claw\"" in posedctl("--character", file, "--match", "LeftHand=claw", "-o", out, code=1)
        posedctl("--match", "LeftHand=claw", "-o", out, code=2)


@test
def posedctl_puts_a_capture_on_a_file(p):
    with tempfile.TemporaryDirectory() as folder:
        file, capture, out, script = (os.path.join(folder, name) for name in ("in.glb", "walk.bvh", "out.glb", "walk.json"))
        with open(file, "wb") as made, open(script, "w") as text:
            made.write(person())
            json.dump(WALK, text)

        def posedctl(*args, code=0):
            done = subprocess.run([os.path.join(BUILD, "posedctl"), *args], capture_output=True, text=True)
            assert done.returncode == code, (done.returncode, done.stderr)
            return done.stderr
        posedctl("rollout", "--script", script, "--model", os.path.join(MODELS, "motion.safetensors"), "-o", capture)
        said = posedctl("clip", "convert", capture, "--character", file, "-o", out)
        assert "21 of 22 bones found" in said and "180 frames" in said, said
        with open(out, "rb") as made:
            assert 2 < walks(p, made.read()) < 5
        posedctl("clip", "convert", capture, "--character", file, "-o", os.path.join(folder, "out.bvh"))
        with open(os.path.join(folder, "out.bvh")) as made:
            assert "ROOT pelvis" in made.read()
        posedctl("clip", "render", capture, "--character", file, "-o", out, code=2)
        posedctl("clip", "convert", capture, "--character", file, "-o", os.path.join(folder, "out.npz"), code=2)


@test
def json_has_what_the_stream_sends(p):
    put(p, "told", person())
    told = json.loads(rolled(p, kind="json", character="told"))
    assert told["character"] == "told" and told["root"] == "pelvis" and len(told["joints"]) == len(BONES), told["joints"]
    nodes = opened(person())[0]["nodes"]
    order = [told["joints"].index(node["name"]) for node in nodes[:len(BONES)]]
    shown = [stand([f["node_rotations"][k] for k in order], [f["node_root"]] + [n["translation"] for n in nodes[1:len(BONES)]]) for f in told["frames"]]
    drawn = list(places(rolled(p, character="told")))
    assert len(shown) == len(drawn) == 180
    assert max(math.dist(a, b) for s, d in zip(shown, drawn) for a, b in zip(s, d)) < 1e-4


def unpacked(word):
    """Smallest three of 48 bits."""
    left_out, parts = word >> 46, [((word >> s & 32767) / 32767 * 2 - 1) / math.sqrt(2) for s in (30, 15, 0)]
    parts.insert(left_out, math.sqrt(max(0, 1 - sum(x * x for x in parts))))
    return parts


def standing(data, spawned):
    """The root and the places of BONES, by what a frame says alone."""
    nodes = opened(person())[0]["nodes"]
    count, _, *root = struct.unpack_from("<HH3f", data, 56)
    assert count == len(BONES) and len(data) == 72 + 6 * count, (count, len(data))
    q = [unpacked(int.from_bytes(data[72 + 6 * k:78 + 6 * k], "little")) for k in range(count)]
    order = [spawned["joints"].index(node["name"]) for node in nodes[:count]]
    return struct.unpack_from("<3f", data, 40), stand([q[k] for k in order], [root] + [n["translation"] for n in nodes[1:count]])


async def streamed(p, name, seconds, begun=None, read=standing):
    """`spawned`, what `read` makes of every frame with a character, and what a watcher is told."""
    frames = []
    async with websockets.connect(f"ws://{p.address[0]}:{p.address[1]}/v1/stream", subprotocols=["posed.v1"]) as socket:
        async def until(*kinds):
            while True:
                got = await asyncio.wait_for(socket.recv(), 300)
                if isinstance(got, bytes) and "frame" in kinds:
                    return got
                if not isinstance(got, bytes) and json.loads(got)["type"] in kinds:
                    return json.loads(got)

        async def say(**message):
            await socket.send(json.dumps(message))

        await say(type="join")
        welcome = await until("welcome")
        await say(type="profile", channels=["root", "character"])
        await say(type="spawn", character=name)
        spawned = await until("spawned", "error")
        if spawned["type"] == "error":
            return spawned, [], None
        async with websockets.connect(f"ws://{p.address[0]}:{p.address[1]}/v1/stream", subprotocols=["posed.v1"]) as other:
            await other.send(json.dumps({"type": "join", "watch": welcome["session"]}))
            watched = json.loads(await other.recv())
        await say(type="input", id=spawned["id"], move=[0, 1], gait="walk")
        if begun:
            begun.set()
        while len(frames) < 60 * seconds:
            data = await until("frame")
            if struct.unpack_from("<H", data, 20)[0] != 1:
                continue
            assert struct.unpack_from("<H", data, 32)[0] == 129, data[24:56]
            frames.append(read(data, spawned))
    return spawned, frames, watched


@test
def the_stream_moves_its_own_joints(p):
    put(p, "live", person())
    spawned, frames, watched = asyncio.run(streamed(p, "live", 4))
    assert spawned["character"] == "live" and spawned["root"] == "pelvis" and spawned["scale"] == 1, spawned
    assert watched["characters"][0]["joints"] == spawned["joints"] and watched["characters"][0]["scale"] == 1, watched["characters"]
    index = {bone: i for i, (bone, *_) in enumerate(BONES)}
    for root, at in frames:
        toes = [at[index[b]][1] for b in ("leftToes", "rightToes")]
        assert 1.3 < at[index["head"]][1] < 1.75 and 0.01 < min(toes) < 0.09, (at[index["head"]], toes)
        assert math.dist(root[::2], at[0][::2]) < 0.35, (root, at[0])  # the hips are over the character's root
    assert 2 < math.dist(frames[0][1][0], frames[-1][1][0]) < 8


def with_goals(document):
    """Feet hang below a root of their own, beside the hips, as in rigs made for IK."""
    index, nodes = {bone: i for i, (bone, *_) in enumerate(BONES)}, document["nodes"]
    for bone in ("leftFoot", "rightFoot"):
        above = nodes[index[bone.replace("Foot", "LowerLeg")]]
        above["children"].remove(index[bone])
        if not above["children"]:
            del above["children"]
        nodes[index[bone]]["translation"] = list(BONES[index[bone]][2])
    nodes.append({"name": "master", "children": [0, index["leftFoot"], index["rightFoot"]]})
    document["scenes"][0]["nodes"] = [len(nodes) - 1, len(BONES)]


def shanks(data, spawned):
    """Where each ankle is in the frame of its shank, by what a frame says alone, and where it stands in the world."""
    document = opened(person(extra=with_goals))[0]
    count, moved, *root = struct.unpack_from("<HH3f", data, 56)
    assert count == len(spawned["joints"]) and moved == 2 == struct.unpack_from("<H", data, 22)[0], (count, moved)
    assert len(data) == 72 + 6 * count + 12 * moved, len(data)
    at = {node["name"]: tuple(node.get("translation", (0, 0, 0))) for node in document["nodes"]}
    turns = {name: unpacked(int.from_bytes(data[72 + 6 * k:78 + 6 * k], "little")) for k, name in enumerate(spawned["joints"])}
    at[spawned["root"]] = root
    for i, name in enumerate(spawned["translated"]):
        at[name] = struct.unpack_from("<3f", data, len(data) - 24 + 12 * i)
    above = {document["nodes"][child]["name"]: node["name"] for node in document["nodes"] for child in node.get("children", ())}

    def world(name):
        if name not in above:
            return at[name], turns.get(name, (0, 0, 0, 1))
        place, frame = world(above[name])
        return tuple(a + b for a, b in zip(place, turned(frame, at[name]))), times(frame, turns.get(name, (0, 0, 0, 1)))
    found = []
    for shank, foot in (("calf_l", "foot_l"), ("calf_r", "foot_r")):
        (knee, q), (ankle, _) = world(shank), world(foot)
        found.append((turned((-q[0], -q[1], -q[2], q[3]), tuple(a - b for a, b in zip(ankle, knee))), ankle))
    return found


@test
def the_stream_moves_feet_that_hang_elsewhere(p):
    made = put(p, "goals", person(extra=with_goals))
    assert sorted(made["translated"]) == ["foot_l", "foot_r"], made
    spawned, frames, watched = asyncio.run(streamed(p, "goals", 3, read=shanks))
    assert spawned["translated"] == made["translated"] == watched["characters"][0]["translated"], spawned
    for frame in frames:
        for foot, ankle in frame:
            assert math.dist(foot, (0, -.42, 0)) < 1e-3, foot  # the shank's length at rest, along it
            assert .03 < ankle[1] < .6, ankle
    for side in (0, 1):
        assert math.dist(frames[0][side][1], frames[-1][side][1]) > 1.5
    assert p.ask("DELETE", "/v1/characters/goals").status == 204


@test
def the_stream_refuses_what_is_no_character(p):
    assert p.ask("PUT", "/v1/skeletons/limb", {"joints": [{"name": "a"}]}).status == 201
    for name, code in (("nobody", "not_found"), ("limb", "invalid")):
        error = asyncio.run(streamed(p, name, 1))[0]
        assert error["type"] == "error" and error["code"] == code and error["errors"][0]["pointer"] == "/character", error


@test
def who_moves_as_a_deleted_character_goes_on(p):
    put(p, "gone", person())
    async def run():
        begun = asyncio.Event()
        task = asyncio.create_task(streamed(p, "gone", 2, begun))
        await begun.wait()
        assert await asyncio.to_thread(lambda: p.ask("DELETE", "/v1/characters/gone").status) == 204
        return await task
    assert len(asyncio.run(run())[1]) == 120


with Posed(os.path.join(BUILD, "posed"), MODELS) as p:
    sys.exit(runner.in_turn(tests, sys.argv[3:], p))
