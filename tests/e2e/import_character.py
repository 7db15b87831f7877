"""Usage: import_character.py BUILD MODELS [name...]: runs the tests whose name contains one of the names, or all."""
import ctypes
import ctypes.util
import json
import os
import random
import struct
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from person_glb import BONES, FACES  # noqa: E402
from glb_file import opened, values  # noqa: E402
from tool import folder, posedctl_of  # noqa: E402
import runner  # noqa: E402

BUILD, MODELS = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
INDEX = {bone: i for i, (bone, *_) in enumerate(BONES)}
UP = [-1 if up is None else INDEX[up] for _, up, *_ in BONES]
NAMES = [unreal for *_, unreal in BONES]
PLACES = [place for _, _, place, _ in BONES]
posedctl = posedctl_of(BUILD)
tests = []


def test(function):
    tests.append(function)
    return function


def boxes():
    """A box around every bone: vertices, the joint of each, corners."""
    vertices, joints, corners = [], [], []
    for i, up in enumerate(UP):
        if up < 0:
            continue
        low, high = ([f(a, b) + s * .04 for a, b in zip(PLACES[up], PLACES[i])] for f, s in ((min, -1), (max, 1)))
        corners += [len(vertices) + f for f in FACES]
        vertices += [[(low, high)[c >> k & 1][k] for k in range(3)] for c in range(8)]
        joints += [up] * 8
    return vertices, joints, corners


def flat(rows):
    return " ".join(f"{x:.6g}" for row in rows for x in row)


def source(name, values, stride, kind="float", params="X Y Z"):
    names = "".join(f'<param name="{p}" type="{kind}"/>' for p in params.split())
    text = flat(values) if isinstance(values[0], (list, tuple)) else " ".join(map(str, values))
    count = sum(map(len, values)) if isinstance(values[0], (list, tuple)) else len(values)
    array = "Name_array" if kind == "name" else "float_array"
    return (f'<source id="{name}"><{array} id="{name}-array" count="{count}">{text}</{array}><technique_common>'
            f'<accessor source="#{name}-array" count="{count // stride}" stride="{stride}">{names}</accessor></technique_common></source>')


def dae(scale=(1, 1, 1), unweighted=0, meter=1.0, scaled=BONES[0][0]):
    """The person of person_glb.py as Collada, one bone scaled, so many vertices without a weight."""
    vertices, joints, corners = boxes()
    binds = [[1, 0, 0, -x, 0, 1, 0, -y, 0, 0, 1, -z, 0, 0, 0, 1] for x, y, z in PLACES]

    def node(i):
        origin = PLACES[UP[i]] if UP[i] >= 0 else (0, 0, 0)
        at = " ".join(f"{a - b:.6g}" for a, b in zip(PLACES[i], origin))
        size = f'<scale>{scale[0]} {scale[1]} {scale[2]}</scale>' if BONES[i][0] == scaled and scale != (1, 1, 1) else ""
        below = "".join(node(k) for k in range(len(BONES)) if UP[k] == i)
        return f'<node id="{NAMES[i]}" sid="{NAMES[i]}" name="{NAMES[i]}" type="JOINT"><translate>{at}</translate>{size}{below}</node>'

    counts = [0 if v < unweighted else 1 for v in range(len(vertices))]
    pairs = " ".join(f"{joints[v]} 0" for v in range(len(vertices)) if counts[v])
    return f'''<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><unit meter="{meter}"/><up_axis>Y_UP</up_axis></asset>
<library_effects><effect id="paint-fx"><profile_COMMON><technique sid="t"><lambert><diffuse><color>.8 .5 .3 1</color></diffuse></lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="paint" name="paint"><instance_effect url="#paint-fx"/></material></library_materials>
<library_geometries><geometry id="body" name="body"><mesh>{source("p", vertices, 3)}<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="{len(corners) // 3}" material="m"><input semantic="VERTEX" source="#v" offset="0"/><p>{" ".join(map(str, corners))}</p></triangles></mesh></geometry></library_geometries>
<library_controllers><controller id="skin"><skin source="#body"><bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>
{source("j", NAMES, 1, "name", "JOINT")}{source("b", binds, 16, "float4x4", "TRANSFORM")}{source("w", [1.0], 1, "float", "WEIGHT")}
<joints><input semantic="JOINT" source="#j"/><input semantic="INV_BIND_MATRIX" source="#b"/></joints>
<vertex_weights count="{len(vertices)}"><input semantic="JOINT" source="#j" offset="0"/><input semantic="WEIGHT" source="#w" offset="1"/>
<vcount>{" ".join(map(str, counts))}</vcount><v>{pairs}</v></vertex_weights></skin></controller></library_controllers>
<library_visual_scenes><visual_scene id="s">{node(0)}<node id="n" name="body"><instance_controller url="#skin"><skeleton>#{NAMES[0]}</skeleton>
<bind_material><technique_common><instance_material symbol="m" target="#paint"/></technique_common></bind_material></instance_controller></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>'''


def write(name, text):
    with open(name, "wb" if isinstance(text, bytes) else "w") as file:
        file.write(text)


def read(name):
    with open(name, "rb") as file:
        return file.read()


def stands(document, size=1.0):
    """Every bone is where it was, by the nodes' own places; rotations and scales of this person are none, but the file's unit's."""
    place = {}

    def walk(i, at, scale):
        node = document["nodes"][i]
        at = [a + scale * b for a, b in zip(at, node.get("translation", (0, 0, 0)))]
        place[node["name"]] = at
        for k in node.get("children", ()):
            walk(k, at, scale * node.get("scale", (1, 1, 1))[0])
    for top in document["scenes"][0]["nodes"]:
        walk(top, (0, 0, 0), 1.0)
    for name, wanted in zip(NAMES, PLACES):
        assert max(abs(a - size * b) for a, b in zip(place[name], wanted)) < 1e-4, (name, place[name], wanted)


def skinned(document, binary):
    """Each box's vertices, and the bone that they go with."""
    vertices, joints, _ = boxes()
    found = {}
    for mesh in document["meshes"]:
        part = mesh["primitives"][0]["attributes"]
        order = [document["nodes"][j]["name"] for j in document["skins"][0]["joints"]]
        for at, j, w in zip(*(values(document, binary, part[k]) for k in ("POSITION", "JOINTS_0", "WEIGHTS_0"))):
            assert abs(sum(w) - 1) < 1e-5, w
            found.setdefault(tuple(round(x, 3) for x in at), set()).add(order[j[0]])
    for at, joint in zip(vertices, joints):
        assert NAMES[joint] in found[tuple(round(x, 3) + 0.0 for x in at)], (at, NAMES[joint])


def walks(name):
    write("walk.json", json.dumps({"seconds": 2, "script": [{"t": 0, "move": [0, 1], "gait": "walk"}]}))
    said = posedctl("rollout", "--script", "walk.json", "--model", f"{MODELS}/motion.safetensors", "--character", name, "-o", "walks.glb")
    assert "named as in unreal" in said, said
    document, binary = opened(read("walks.glb"))
    animation = document["animations"][0]
    moved = [c for c in animation["channels"] if c["target"]["path"] == "translation"]
    path = values(document, binary, animation["samplers"][moved[0]["sampler"]]["output"])
    assert path[-1][2] - path[0][2] > 1, (path[0], path[-1])


@test
def a_dae_becomes_the_same_person(_=None):
    with folder():
        write("hero.dae", dae())
        said = posedctl("import-character", "hero.dae", "-o", "hero.glb")
        assert "24 joints" in said and "named as in unreal" in said, said
        document, binary = opened(read("hero.glb"))
        stands(document)
        skinned(document, binary)
        color = document["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"]
        assert abs(color[0] - 0.6038) < 1e-3 and color[3] == 1, color
        walks("hero.glb")


@test
def an_fbx_of_it_does_too(_=None):
    library = ctypes.util.find_library("assimp")
    assimp = ctypes.CDLL(library)
    assimp.aiImportFile.restype = ctypes.c_void_p
    assimp.aiExportScene.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_uint]
    with folder():
        write("hero.dae", dae())
        scene = assimp.aiImportFile(b"hero.dae", 0)
        assert assimp.aiExportScene(scene, b"fbxa", b"hero.fbx", 0) == 0  # what its binary writer makes it does not read itself
        said = posedctl("import-character", "hero.fbx", "-o", "hero.glb", "--unit", "100")  # its writer has metres for centimetres
        assert "24 joints" in said and "named as in unreal" in said, said
        document, binary = opened(read("hero.glb"))
        stands(document)
        skinned(document, binary)
        walks("hero.glb")


@test
def vertices_without_a_weight_follow_the_nearest_joint(_=None):
    with folder():
        write("hero.dae", dae(unweighted=8))
        assert "36 corners without a weight" in posedctl("import-character", "hero.dae", "-o", "hero.glb")
        document, binary = opened(read("hero.glb"))
        for w in values(document, binary, document["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"]):
            assert abs(sum(w) - 1) < 1e-5


@test
def an_obj_is_a_mesh_without_a_skeleton(_=None):
    vertices, _, corners = boxes()
    picture = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360f8cfc000000301010018dd8db00000000049454e44ae426082")
    text = "mtllib hero.mtl\nusemtl paint\n" + "".join(f"v {100 * x} {100 * y} {100 * z}\n" for x, y, z in vertices) + "vt 0.25 0.75\n"
    text += "".join(f"f {a + 1}/1 {b + 1}/1 {c + 1}/1\n" for a, b, c in zip(*[iter(corners)] * 3))
    with folder():
        write("hero.obj", text)
        write("hero.mtl", "newmtl paint\nKd 1 1 1\nmap_Kd somewhere\\else/skin.png\n")
        write("skin.png", picture)
        said = posedctl("import-character", "hero.obj", "--unit", "0.01", "-o", "hero.glb")
        assert "without a skeleton" in said and "1 pictures" in said and " x 1.85 x " in said and "m high" not in said, said
        said = posedctl("import-character", "hero.obj", "-o", "giant.glb")
        assert "m high; a person is 0.3 to 3 m" in said and "probably centimetres (--unit corrects it)" in said, said
        document, binary = opened(read("hero.glb"))
        view = document["bufferViews"][document["images"][0]["bufferView"]]
        assert binary[view["byteOffset"]:view["byteOffset"] + view["byteLength"]] == picture
        assert "skins" not in document and document["accessors"][0]["max"][1] < 2


@test
def what_cannot_be_is_refused_by_name(_=None):
    with folder():
        for scale, words in (((0, 0, 0), '"pelvis" has the scale 0, 0, 0'), ((-1, 1, 1), '"pelvis": -1 '), ((1, 2, 1), '"pelvis": 1 2 1; above a joint that is moved')):
            write("bad.dae", dae(scale=scale))
            said = posedctl("import-character", "bad.dae", "-o", "bad.glb", code=2 if scale[0] == 0 else 1)
            assert words in said and not os.path.exists("bad.glb"), said
        write("bad.obj", "v 0 0 0\nv 1 0 0\nl 1 2\n")
        posedctl("import-character", "bad.obj", "-o", "bad.glb", code=1)
        assert "no such file" in posedctl("import-character", "none.fbx", "-o", "bad.glb", code=1)
        assert "metres" not in posedctl("import-character", "bad.obj", "--unit", "0", "-o", "bad.glb", code=2)
        tail = "".join(f'<node id="tail{i}" name="tail{i}" type="JOINT"><translate>0 .001 0</translate>' for i in range(300)) + "</node>" * 300
        write("many.dae", dae().replace('<node id="spine_01"', tail + '<node id="spine_01"', 1))
        assert "more than the allowed 256 joints" in posedctl("import-character", "many.dae", "-o", "bad.glb", code=1)
        deep = "<COLLADA><library_visual_scenes><visual_scene id='s'>" + "<node>" * 100000 + "</node>" * 100000 + "</visual_scene></library_visual_scenes><scene><instance_visual_scene url='#s'/></scene></COLLADA>"
        write("deep.dae", deep)
        posedctl("import-character", "deep.dae", "-o", "bad.glb", code=1)
        assert not os.path.exists("bad.glb")


@test
def scales_above_nothing_that_moves_are_kept(_=None):
    """Of hair that is 0.9995 as wide, of a mirrored earring: joints that hang on the head, of which no bone of a person is one."""
    with folder():
        for scale in ((1, .9995, 1), (-1, 1, 1), (1, 1, 3), (-2, -2, -2)):
            write("hair.dae", dae(scale=scale, scaled="head"))
            said = posedctl("import-character", "hair.dae", "-o", "hair.glb")
            document, _ = opened(read("hair.glb"))
            node = next(n for n in document["nodes"] if n.get("name") == "head")
            m = rotation_times(node.get("rotation", (0, 0, 0, 1)), node.get("scale", (1, 1, 1)))
            for k in range(9):  # the node's own axes, whatever rotation a mirror is split into
                assert abs(m[k] - (scale[k // 3] if k % 4 == 0 else 0)) < 1e-5, (scale, m)
            assert "bones of a person found" in said, said


def rotation_times(q, s):
    x, y, z, w = q
    m = (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), 2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
         2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y))
    return [m[k] * s[k % 3] for k in range(9)]


@test
def broken_and_growing_files_are_refused_in_words(_=None):
    """An FBX whose array announces 16 GiB, circles of nodes, and files cut and changed anywhere: a GLB or words, never long."""
    random.seed(4)
    bomb = b"Kaydara FBX Binary  \0\x1a\0" + struct.pack("<I", 7300)
    value = b"d" + struct.pack("<III", 0x7fffffff, 1, 20) + b"x\x9c" + b"\0" * 18
    bomb += struct.pack("<III", len(bomb) + 13 + 8 + len(value), 1, len(value)) + b"\x08Vertices" + value + b"\0" * 13
    library = ctypes.util.find_library("assimp")
    assimp = ctypes.CDLL(library)
    assimp.aiImportFile.restype = ctypes.c_void_p
    assimp.aiExportScene.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_uint]
    with folder():
        write("bomb.fbx", bomb)
        posedctl("import-character", "bomb.fbx", "-o", "out.glb", code=1)
        write("hero.dae", dae())
        scene = assimp.aiImportFile(b"hero.dae", 0)
        assert assimp.aiExportScene(scene, b"fbx", b"hero.fbx", 0) == 0 and assimp.aiExportScene(scene, b"fbxa", b"text.fbx", 0) == 0
        with open("text.fbx") as file:
            text = file.read()
        link = [line for line in text.split("\n") if line.strip().startswith("C: \"OO\",")]
        turned = [line.replace("OO\",", "OO\",", 1) for line in link]
        circles = text
        for line in turned:
            head, a, b = line.strip().rstrip(",").split(",")[:3]
            circles = circles.replace(line, line + f"\n\t{head},{b},{a}", 1)
        write("circles.fbx", circles)
        for name in ("circles.fbx",):
            done = subprocess.run([f"{BUILD}/posedctl", "import-character", name, "-o", "out.glb"], capture_output=True, text=True, timeout=60)
            assert done.returncode == 1 and name in done.stderr, (done.returncode, done.stderr)
        for name in ("hero.dae", "hero.fbx"):
            with open(name, "rb") as file:
                whole = file.read()
            for k in range(12):
                part = bytearray(whole[:random.randrange(len(whole))] if k % 2 else whole)
                for _ in range(4 if part else 0):
                    part[random.randrange(len(part))] = random.randrange(256)
                write("part" + name[-4:], bytes(part))
                start = time.monotonic()
                done = subprocess.run([f"{BUILD}/posedctl", "import-character", "part" + name[-4:], "-o", "out.glb"], capture_output=True, text=True, timeout=60)
                assert done.returncode in (0, 1, 2) and done.stderr and time.monotonic() - start < 30, (k, done.returncode, done.stderr)


sys.exit(runner.run(tests, sys.argv[3:]))
