"""Usage: face_shapes.py BUILD MODELS [name...]: faces for characters without one, over HTTP and by posedctl."""
import asyncio
import base64
import importlib.util
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(HERE)
import runner  # noqa: E402
from glb_file import opened, values  # noqa: E402
from person_glb import person  # noqa: E402

sys.modules.pop("posed", None)
sys.path.insert(0, os.path.join(HERE, "../../clients/python"))
from posed import FACE_NAMES, Stream  # noqa: E402

spec = importlib.util.spec_from_file_location("daemon", os.path.join(HERE, "posed.py"))
daemon = importlib.util.module_from_spec(spec)
spec.loader.exec_module(daemon)

BUILD, MODELS = sys.argv[1], sys.argv[2]
GLB = (("Content-Type", "model/gltf-binary"),)
BODY = "/v1/models/person-female/mesh?betas=1,-0.5&format=glb&rig=true&profile=three&wear=tee-jeans,sneakers,hair-bob&texture_size=256&morphs="
tests = []


def test(function):
    tests.append(function)
    return function


def start():
    return daemon.Posed(os.path.join(BUILD, "posed"), MODELS, only=("default", "person", "person-female", "motion", "wardrobe"))


def dressed(p, morphs="none"):
    """A dressed woman with Mixamo's joints, and these morph targets."""
    reply = p.ask("GET", BODY + morphs, timeout=120)
    assert reply.status == 200, reply.body[:400]
    return reply.body


def put(p, name, file, query=""):
    reply = p.ask("PUT", f"/v1/characters/{name}{query}", file, GLB)
    assert reply.status in (200, 201), reply.body[:400]
    return reply.json()


def face(p, name, query="", status=200, accept="application/json"):
    reply = p.ask("POST", f"/v1/characters/{name}/face{query}", b"", (("Accept", accept),), timeout=300)
    assert reply.status == status, (reply.status, reply.body[:600])
    return reply


def names_of(data):
    document = opened(data)[0]
    return {name for mesh in document["meshes"] for name in mesh.get("extras", {}).get("targetNames", [])}


@test
def a_character_without_shapes_gets_them_and_speaks_on_the_stream():
    with start() as p:
        file = dressed(p)
        assert "face" not in put(p, "ann", file)
        made = face(p, "ann", "?picture=true&vrm=true").json()
        data = base64.b64decode(made["file"]["base64"])
        document = opened(data)[0]
        assert set(FACE_NAMES) | {"viseme_sil"} <= names_of(data), names_of(data)
        assert made["kept"] and made["vrm"] == "1.0" and made["misfit"] < 2, made
        assert all(made["open"][name] <= .5 for name in ("left_lids", "right_lids", "lips_pressed", "lips_over_jaw")), made["open"]
        assert base64.b64decode(made["picture"]["base64"])[:8] == b"\x89PNG\r\n\x1a\n"
        vrm = document["extensions"]["VRMC_vrm"]
        assert {"aa", "blink", "happy", "lookUp"} <= set(vrm["expressions"]["preset"]) and "jawOpen" in vrm["expressions"]["custom"]
        assert {"hips", "head", "leftUpperArm"} <= set(vrm["humanoid"]["humanBones"])

        # The stored character has the names; a second face is refused, and replaced when that is asked for.
        assert set(FACE_NAMES) <= set(p.ask("GET", "/v1/characters/ann").json()["face"])
        assert b"replace" in face(p, "ann", status=400).body
        assert face(p, "ann", "?replace=true&keep=false").json()["dropped"] > 60

        names = p.ask("GET", "/v1/characters/ann").json()["face"]

        async def speaks():
            url = f"ws://{p.address[0]}:{p.address[1]}/v1/stream"
            async with Stream(url, profile={"channels": ["root", "rotations", "face"]}) as stream:
                ann = await stream.spawn(character="ann")
                await ann.speak("Mama and papa saw a car.")
                async for frame in stream.frames():
                    for c in frame.characters:
                        if c.id == ann.id and c.face_weights and c.face_weights[names.index("viseme_aa")] > .4:
                            return
        asyncio.run(asyncio.wait_for(speaks(), 60))


@test
def the_reply_is_the_file_unless_the_report_is_asked_for():
    with start() as p:
        put(p, "bea", dressed(p))
        reply = face(p, "bea", "?keep=false", accept="model/gltf-binary")
        assert set(FACE_NAMES) <= names_of(reply.body)
        assert "face" not in p.ask("GET", "/v1/characters/bea").json()  # it was not kept


def matrix(node):
    """The matrix of a node without rotation and scale."""
    t = node.get("translation", [0, 0, 0])
    assert "matrix" not in node and node.get("rotation", [0, 0, 0, 1]) == [0, 0, 0, 1] and node.get("scale", [1, 1, 1]) == [1, 1, 1], node
    return t


@test
def joints_that_are_missing_are_added_and_move_nothing_at_rest():
    with start() as p:
        file = dressed(p)
        for name in (b"LeftEye", b"RightEye", b"Jaw", b"jaw"):  # names of other joints, as long
            file = file.replace(b":" + name + b'"', b":" + b"x" * len(name) + b'"').replace(b'"' + name + b'"', b'"' + b"y" * len(name) + b'"')
        put(p, "eve", file)
        made = face(p, "eve").json()
        document, binary = opened(base64.b64decode(made["file"]["base64"]))
        assert made["joints"] == 3, made
        nodes = {node["name"]: i for i, node in enumerate(document["nodes"])}
        head = next(i for name, i in nodes.items() if name.endswith("Head"))
        used = set()
        for skin in document["skins"]:
            binds = values(document, binary, skin["inverseBindMatrices"])
            of_head = binds[skin["joints"].index(head)]
            for name in ("jaw", "leftEye", "rightEye"):
                t = matrix(document["nodes"][nodes[name]])
                bind = binds[skin["joints"].index(nodes[name])]
                assert all(abs(bind[12 + k] + t[k] - of_head[12 + k]) < 1e-6 for k in range(3)) and bind[:12] == of_head[:12], (name, bind, of_head)
                assert nodes[name] in document["nodes"][head]["children"]
        for mesh in document["meshes"]:
            for primitive in mesh["primitives"]:
                for joints, weights in zip(values(document, binary, primitive["attributes"]["JOINTS_0"]), values(document, binary, primitive["attributes"]["WEIGHTS_0"])):
                    whole = sum(weights)  # of fractions, or of whole numbers that are normalised
                    assert min(abs(whole / one - 1) for one in (1, 255, 65535)) < 1e-2, weights
                    used.update(j for j, w in zip(joints, weights) if w > .5 * whole)
        names = {name: document["skins"][0]["joints"].index(nodes[name]) for name in ("jaw", "leftEye", "rightEye")}
        assert set(names.values()) <= used, (names, used)


@test
def what_is_no_face_is_refused_with_the_reason():
    with start() as p:
        put(p, "doll", person())
        for query, words in (("", b"face"), ("?model=default", b"person has"), ("?model=nobody", b"nobody"), ("?picture=true&format=glb", b"format=json"),
                             ("?keep=7", b"keep"), ("?size=3", b"size")):
            reply = p.ask("POST", "/v1/characters/doll/face" + query, b"", timeout=120)
            assert reply.status in (400, 404, 415) and words in reply.body, (query, reply.status, reply.body[:500])
        assert p.ask("POST", "/v1/characters/nobody/face", b"").status == 404


@test
def posedctl_gives_a_face_to_a_head_without_a_skeleton():
    with start() as p, tempfile.TemporaryDirectory() as folder:
        reply = p.ask("GET", "/v1/models/person-female/mesh?format=obj")
        assert reply.status == 200, reply.body[:300]
        path = os.path.join(folder, "her.obj")
        with open(path, "wb") as out:
            out.write(reply.body)
        program = os.path.join(BUILD, "posedctl")
        said = subprocess.run([program, "face", path, "-o", path + ".glb", "--picture", path + ".png"], capture_output=True, text=True)
        assert said.returncode == 0, said.stderr
        with open(path + ".glb", "rb") as made:
            assert set(FACE_NAMES) <= names_of(made.read())
        assert os.path.getsize(path + ".png") > 10000
        said = subprocess.run([program, "face", path, "-o", path + ".vrm"], capture_output=True, text=True)
        assert said.returncode == 2 and "skeleton" in said.stderr, said.stderr


if __name__ == "__main__":
    sys.exit(runner.run(tests, sys.argv[3:]))
