"""Usage: export_fbx.py BUILD MODELS [name...]: runs the tests whose name contains one of the names, or all."""
import json
import os
import shutil
import struct
import subprocess
import sys
import zlib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from glb_file import opened  # noqa: E402
from tool import folder, posedctl_of  # noqa: E402
import runner  # noqa: E402

BUILD, MODELS = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
READER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fbx_blender.py")
BODY, MOTION = f"{MODELS}/default.safetensors", f"{MODELS}/motion.safetensors"
posedctl = posedctl_of(BUILD)
tests = []


def test(function):
    tests.append(function)
    return function


def document(name):
    with open(name, "rb") as file:
        return opened(file.read())[0]


def walk(name, *more):
    with open("walk.json", "w") as file:
        file.write('{"seconds": 2, "script": [{"t": 0, "move": [0, 1], "gait": "walk"}]}')
    posedctl("rollout", "--script", "walk.json", "--model", MOTION, "--body", BODY, "-o", name, *more)


def blender(name, *seconds):
    subprocess.run(["blender", "-b", "--factory-startup", "-P", READER, "--", name, name + ".json", *map(str, seconds)], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300)
    with open(name + ".json") as file:
        return json.load(file)


def apart(a, b):
    return max(max(abs(x - y) for x, y in zip(p, q)) for p, q in zip(a, b))


def same_places(a, b, what):
    assert set(a) == set(b), (what, sorted(set(a) ^ set(b)))
    assert apart(a.values(), [b[k] for k in a]) < 1e-3, (what, apart(a.values(), [b[k] for k in a]))


@test
def a_body_comes_back_with_its_names_and_its_size(_=None):
    with folder():
        posedctl("mesh", "--model", BODY, "--rig", "--names", "mixamo", "-o", "body.glb")
        said = posedctl("export-fbx", "body.glb", "-o", "body.fbx")
        assert "24 joints, 16 morph targets" in said, said
        with open("body.fbx", "rb") as file:
            assert file.read(27) == b"Kaydara FBX Binary  \0\x1a\0" + struct.pack("<I", 7500)
        said = posedctl("import-character", "body.fbx", "-o", "again.glb")
        assert "named as in mixamo" in said and "22 of 22 bones" in said, said
        said = said[said.index("pictures,"):].split()
        assert 1.5 < float(said[3]) < 2, said  # metres: the unit of the file was read
        names = {n.get("name") for n in document("body.glb")["nodes"]}
        assert {n for n in names if n and n.startswith("mixamorig:")} <= {n.get("name") for n in document("again.glb")["nodes"]}


@test
def blender_has_joints_weights_shapes_and_frames_where_the_glb_has_them(_=None):
    if not shutil.which("blender"):
        print("  no blender: not looked at by it")
        return
    with folder():
        walk("walk.glb", "--names", "unreal")
        assert "1 animations of 24 nodes, 1.98 s" in posedctl("export-fbx", "walk.glb", "-o", "walk.fbx")
        seconds = (0, 0.55, 1.5)
        a, b = blender("walk.glb", *seconds), blender("walk.fbx", *seconds)
        same_places(a["joints"], b["joints"], "rest")
        assert len(a["weights"]) == len(b["weights"]) and not b["empties"]
        for v, w in zip(a["weights"], b["weights"]):
            assert all(abs(v.get(k, 0) - w.get(k, 0)) < 1e-4 for k in {*v, *w}), (v, w)
        assert len(a["shapes"]) == 2 and a["shapes"].keys() == b["shapes"].keys()
        for name, moved in a["shapes"].items():
            assert apart(moved, b["shapes"][name]) < 1e-4 < max(map(max, moved)), name
        for t, f, g in zip(seconds, a["frames"], b["frames"]):
            same_places(f["joints"], g["joints"], t)
            assert apart(f["vertices"], g["vertices"]) < 1e-3, (t, apart(f["vertices"], g["vertices"]))
        assert apart(a["frames"][0]["vertices"], a["frames"][2]["vertices"]) > 0.5  # it walks


@test
def what_is_not_written_is_said(_=None):
    with folder():
        walk("soft.glb", "--correctives", "4")
        assert "animations of morph targets are left out" in posedctl("export-fbx", "soft.glb", "-o", "soft.fbx")
        text = b'{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"hips","children":[1]},{"name":"head"}]} '
        text += b" " * (-len(text) % 4)
        with open("bare.glb", "wb") as file:
            file.write(struct.pack("<4sIII4s", b"glTF", 2, 20 + len(text), len(text), b"JSON") + text)
        assert "no mesh" in posedctl("export-fbx", "bare.glb", "-o", "bare.fbx", code=1)
        with open("soft.glb", "rb") as file:
            data = file.read()
        with open("cut.glb", "wb") as file:
            file.write(data[:len(data) // 2])
        posedctl("export-fbx", "cut.glb", "-o", "cut.fbx", code=1)
        assert "a .glb or .vrm expected" in posedctl("export-fbx", "walk.json", "-o", "cut.fbx", code=1)
        assert not os.path.exists("cut.fbx") and not os.path.exists("bare.fbx")


def write_glb(name, document, binary):
    text = json.dumps(document).encode()
    text, binary = text + b" " * (-len(text) % 4), binary + bytes(-len(binary) % 4)
    with open(name, "wb") as file:
        file.write(struct.pack("<4sIII4s", b"glTF", 2, 28 + len(text) + len(binary), len(text), b"JSON") + text)
        file.write(struct.pack("<I4s", len(binary), b"BIN\0") + binary)


def with_pictures(name, pictures):
    """Writes a GLB of one triangle a picture, given as (name or None, bytes, media type)."""
    chunks, views, document = [], [], {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}]}

    def view(data):
        views.append({"buffer": 0, "byteOffset": sum(map(len, chunks)), "byteLength": len(data)})
        chunks.append(data + bytes(-len(data) % 4))
        return len(views) - 1

    points = view(struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0))
    uvs = view(struct.pack("<6f", 0, 0, 1, 0, 0, 1))
    document["accessors"] = [
        {"bufferView": points, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]},
        {"bufferView": uvs, "componentType": 5126, "count": 3, "type": "VEC2"}]
    document["images"] = [{**({"name": n} if n is not None else {}), "bufferView": view(data), "mimeType": kind} for n, data, kind in pictures]
    document["textures"] = [{"source": i} for i in range(len(pictures))]
    document["materials"] = [{"name": f"m{i}", "pbrMetallicRoughness": {"baseColorTexture": {"index": i}}} for i in range(len(pictures))]
    document["meshes"] = [{"primitives": [{"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "material": i} for i in range(len(pictures))]}]
    document["nodes"] = [{"name": "body", "mesh": 0}]
    document["bufferViews"], document["buffers"] = views, [{"byteLength": sum(map(len, chunks))}]
    write_glb(name, document, b"".join(chunks))


@test
def a_glb_that_assimp_misreads_is_refused_with_what_would_work(_=None):
    with folder():
        posedctl("mesh", "--model", BODY, "--rig", "--quantize", "-o", "packed.glb")
        posedctl("mesh", "--model", BODY, "--rig", "-o", "body.glb")
        with open("body.glb", "rb") as file:
            whole, binary = opened(file.read())

        # The weights as normalised bytes: assimp would write an FBX in which every weight is 0.
        weights = whole["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"]
        small = json.loads(json.dumps(whole))
        count = small["accessors"][weights]["count"]
        small["bufferViews"].append({"buffer": 0, "byteOffset": len(binary), "byteLength": 4 * count})
        small["accessors"][weights].update(componentType=5121, normalized=True, byteOffset=0, bufferView=len(small["bufferViews"]) - 1)
        small["buffers"][0]["byteLength"] += 4 * count
        write_glb("small.glb", small, binary + bytes((255, 0, 0, 0)) * count)

        # A coarser copy, as `levels` makes it.
        coarse = json.loads(json.dumps(whole))
        coarse["nodes"].append({"name": "coarse", "mesh": 0, "skin": 0})
        coarse["nodes"][0].setdefault("extensions", {})["MSFT_lod"] = {"ids": [len(coarse["nodes"]) - 1]}
        coarse["extensionsUsed"] = ["MSFT_lod"]
        write_glb("coarse.glb", coarse, binary)

        for name, cause, cure in (("packed", "EXT_meshopt_compression", "--quantize"), ("small", "8 or 16 bits", "32-bit floats"),
                                  ("coarse", "MSFT_lod", "without levels")):
            said = posedctl("export-fbx", f"{name}.glb", "-o", "no.fbx", code=1)
            assert cause in said and cure in said, said
        assert not os.path.exists("no.fbx")


@test
def what_an_upload_would_report_is_printed(_=None):
    """Weights that sum to 0.5 and to 0: PUT /v1/characters has them in the note of its reply."""
    with folder():
        posedctl("mesh", "--model", BODY, "--rig", "-o", "body.glb")
        said = posedctl("export-fbx", "body.glb", "-o", "body.fbx")
        assert "weights" not in said, said
        with open("body.glb", "rb") as file:
            document, binary = opened(file.read())
        binary = bytearray(binary)
        accessor = document["accessors"][document["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"]]
        at = document["bufferViews"][accessor["bufferView"]].get("byteOffset", 0) + accessor.get("byteOffset", 0)
        struct.pack_into("<8f", binary, at, .5, 0, 0, 0, 0, 0, 0, 0)
        write_glb("half.glb", document, bytes(binary))
        said = posedctl("export-fbx", "half.glb", "-o", "half.fbx")
        assert f"the weights of 1 of {accessor['count']} skinned vertices do not sum to 1 but to 0.5 up to 0.5" in said, said
        assert f"1 of {accessor['count']} skinned vertices have no weight" in said, said


@test
def embedded_pictures_have_the_ending_of_their_media_type(_=None):
    def png(shade):
        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)) +
                chunk(b"IDAT", zlib.compress(bytes([0, shade, shade, shade]))) + chunk(b"IEND", b""))

    jpeg = b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0\xff\xd9"
    pictures = [("skin", png(10), "image/png"), ("skin", png(20), "image/png"), ("eyes.PNG", png(30), "image/png"), ("coat", jpeg, "image/jpeg"),
                ("hat.jpeg", jpeg + b"2", "image/jpeg"), (None, png(40), "image/png"), ("v1.2", png(50), "image/png")]
    with folder():
        with_pictures("dressed.glb", pictures)
        assert "7 pictures" in posedctl("export-fbx", "dressed.glb", "-o", "dressed.fbx")
        with open("dressed.fbx", "rb") as file:
            data = file.read()
        # a binary FBX writes a text as S, its length and its bytes
        names = [data[at + 22:at + 22 + struct.unpack_from("<I", data, at + 18)[0]].decode()
                 for at in range(len(data)) if data[at:at + 18] == b"\x10RelativeFilenameS"]
        assert len(set(names)) == len(pictures), names
        assert {"skin.png", "skin_2.png", "eyes.png", "coat.jpg", "hat.jpg", "v1.2.png"} < set(names), names
        assert all(n.endswith((".png", ".jpg")) for n in names), names
        # each material still has the picture that it had
        posedctl("import-character", "dressed.fbx", "-o", "again.glb")
        with open("again.glb", "rb") as file:
            again, binary = opened(file.read())
        for i, (_, picture, _) in enumerate(pictures):
            material = next(m for m in again["materials"] if m["name"] == f"m{i}")
            source = again["textures"][material["pbrMetallicRoughness"]["baseColorTexture"]["index"]]["source"]
            at = again["bufferViews"][again["images"][source]["bufferView"]]
            assert binary[at.get("byteOffset", 0):][:at["byteLength"]] == picture, i


sys.exit(runner.run(tests, sys.argv[3:]))
