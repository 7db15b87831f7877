#!/bin/bash
# posedctl rollout and measure with a network that NumPy has made, in the original's folder of slices.
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh

python=/usr/bin/python3 ctl=$build/posedctl

"$python" - "$work" <<'EOF' || exit 1
import numpy as np, os, sys
work, rng = sys.argv[1], np.random.default_rng(3)
net = work + "/net"
os.makedirs(net)
parents = [-1, 0, 1, 2, 3, 4, 0, 6, 7, 8, 9, 0, 11, 12, 13, 14, 15, 13, 17, 18, 19, 20, 21, 20, 13, 24, 25, 26, 27, 28, 27]
place = {0: (0, 98, 0), 1: (0, 98, 0), 6: (0, 98, 0), 2: (10, 89, 5), 3: (9, 49, 5), 4: (9, 9, 5), 5: (9, 4, 15), 7: (-10, 89, 5), 8: (-9, 49, 5),
         9: (-9, 9, 5), 10: (-9, 4, 15)}
for k in range(31):
    if k not in place:
        side = 1 if 17 <= k <= 23 else -1 if k >= 24 else 0
        place[k] = tuple(np.add(place[parents[k]], (12 * side, 8 - 8 * abs(side), 0.5)))
shapes = [(4, 342), (4, 4), (311, 4)]
for layer, (rows, columns) in enumerate(shapes):
    points = rng.uniform(-1, 1, (4, rows, columns)) / np.sqrt(columns)
    for i in range(50):
        p = 4 * i / 50
        k, m = int(p), p % 1
        a = [points[(k + n - 1) % 4] for n in range(4)]
        w = a[1] + m * (a[2] - a[0]) / 2 + m**2 * (a[0] - 2.5 * a[1] + 2 * a[2] - a[3] / 2) + m**3 * (-a[0] + 3 * a[1] - 3 * a[2] + a[3]) / 2
        w.astype("<f4").tofile(f"{net}/W{layer}_{i:03d}.bin")
        np.zeros(rows, "<f4").tofile(f"{net}/b{layer}_{i:03d}.bin")
np.zeros(342, "<f4").tofile(net + "/Xmean.bin")
np.full(342, 30, "<f4").tofile(net + "/Xstd.bin")
mean, std = np.zeros(311, "<f4"), np.full(311, 0.02, "<f4")
mean[26:32] = 1
mean[3] = 1 / 60
for k in range(31):
    mean[32 + 3 * k:35 + 3 * k] = place[k]
std[32:125] = 1
mean.tofile(net + "/Ymean.bin")
std.tofile(net + "/Ystd.bin")
open(work + "/walk.yaml", "w").write("# a walk and a turn\nseconds: 4\nscript:\n  - {t: 0, move: [0, 1], gait: walk}\n  - {t: 3, move: [1, 0]}\n")
open(work + "/walk.json", "w").write('{"seconds":4,"script":[{"t":0,"move":[0,1],"gait":"walk"},{"t":3,"move":[1,0]}]}')
open(work + "/bad.yaml", "w").write("seconds: 4\nscript:\n  - {t: 0, move: [0, 1]}\n  - {t: 3, gate: jog}\n")
open(work + "/hill.yaml", "w").write("seconds: 3\nscene:\n  ground: {file: hill.txt, cell: 5}\nscript: [{move: [0, 1]}]\n")
open(work + "/hill.txt", "w").write("2 2 2\n2 2 2\n2 2 2\n")
EOF

roll() { # SCRIPT OPTIONS...
	local script=$1
	shift
	exits 0 "$ctl" rollout --script "$work/$script" --model "$work/net" "$@"
}

measured() {
	roll walk.yaml --format measure -o "$work/walk.npz" && "$python" - "$work/walk.npz" <<'EOF'
import numpy as np, sys
a = np.load(sys.argv[1])
assert float(a["fps"]) == 60 and a["joints"].shape == a["joints_pre"].shape == (240, 31, 3)
assert a["parents"].shape == (31,) and a["foot_idx"].tolist() == [5, 10] and a["heel_idx"].tolist() == [4, 9]
assert a["ground"].shape == (240, 2) and a["contacts"].shape == (240, 4) and a["root"].shape == (240, 3)
assert a["facing"].shape == a["desired_vel"].shape == (240, 2) and 0 < float(a["toe_rest_height"]) < 0.1
assert np.allclose(np.hypot(*a["facing"].T), 1, atol=1e-5)
assert a["events"].shape == (1, 3) and a["events"][0, 1] == 0 and abs(a["events"][0, 2] - np.pi / 2) < 1e-6
length = np.linalg.norm(a["joints"][:, 1:] - a["joints"][:, a["parents"][1:]], axis=2)
assert length.std(axis=0).max() < 1e-5  # bones keep their length
EOF
}

posed() {
	roll walk.yaml -o "$work/amass.npz" && "$python" - "$work/amass.npz" <<'EOF'
import numpy as np, sys
a = np.load(sys.argv[1])
assert a["poses"].shape == (240, 72) and a["trans"].shape == (240, 3) and float(a["mocap_framerate"]) == 60
EOF
}

plays_on_the_body() {
	roll walk.yaml -o "$work/amass.npz" && exits 0 "$ctl" clip convert "$work/amass.npz" -o "$work/again.glb" && [ -s "$work/again.glb" ]
}

animated() { # FILE CHANNELS
	"$python" - "$1" "$2" <<'EOF'
import json, struct, sys
raw = open(sys.argv[1], "rb").read()
assert raw[:4] == b"glTF" and struct.unpack("<I", raw[8:12])[0] == len(raw)
scene = json.loads(raw[20:20 + struct.unpack("<I", raw[12:16])[0]])
assert len(scene["animations"]) == 1 and len(scene["animations"][0]["channels"]) == int(sys.argv[2])
EOF
}

skinned() { roll walk.yaml -o "$work/walk.glb" && animated "$work/walk.glb" 25; }
bare() { roll walk.yaml --body none -o "$work/bones.glb" && animated "$work/bones.glb" 32; }

bvh() {
	roll walk.yaml -o "$work/walk.bvh" && grep -q "^Frames: 240" "$work/walk.bvh" && exits 0 "$ctl" clip info "$work/walk.bvh"
}

json() {
	roll walk.yaml -o "$work/walk.out.json" && "$python" - "$work/walk.out.json" <<'EOF'
import json, sys
a = json.load(open(sys.argv[1]))
assert len(a["frames"]) == 240 and len(a["frames"][7]["rotations"]) == 31 and a["rate"] == 60
EOF
}

alike() {
	roll walk.yaml --format measure -o "$work/a.npz" && roll walk.json --format measure --threads 1 -o "$work/b.npz" &&
		cmp "$work/a.npz" "$work/b.npz"
}

on_high_ground() {
	roll hill.yaml --format measure -o "$work/hill.npz" && "$python" - "$work/hill.npz" <<'EOF'
import numpy as np, sys
a = np.load(sys.argv[1])
assert np.allclose(a["root"][:, 1], 2) and np.allclose(a["ground"], 2)
EOF
}

sheet() { roll walk.yaml --sheet "$work/walk.png" && head -c 4 "$work/walk.png" | grep -q PNG; }

table() {
	exits 0 "$ctl" measure "$work/walk.yaml" "$work/a.npz" --model "$work/net" --skip 1 && grep -q "^walk .*" "$work/out" && grep -q "slide_pre" "$work/out"
}

table_json() {
	exits 0 "$ctl" measure "$work/walk.yaml" --model "$work/net" --skip 1 --json && "$python" - "$work/out" <<'EOF'
import json, sys
a = json.load(open(sys.argv[1]))
assert a["scripts"][0]["script"] == "walk" and a["scripts"][0]["finite"] and "slide" in a["definitions"]
EOF
}

says() { # TEXT CODE COMMAND...
	local text=$1
	shift
	exits "$@" && grep -qF -- "$text" "$work/err" || { cat "$work/err"; return 1; }
}

inspected() {
	exits 0 "$ctl" inspect "$work/net" && grep -q '342 inputs, 4 hidden, 311 outputs; 31 joints, 6 gaits, 60 frames a second' "$work/out" &&
		exits 0 "$ctl" inspect --json "$work/net" && "$python" - "$work/out" <<'EOF2' || return 1
import json, sys
a = json.load(open(sys.argv[1]))["network"]
assert (a["inputs"], a["hidden"], a["outputs"], a["slices"]) == (342, 4, 311, 50) and len(a["joint_names"]) == 31 and a["residual_most"] < 1e-5
EOF2
	exits 1 "$ctl" inspect "$work" && grep -q "not a folder with the slices of a motion network" "$work/err"
}
# A sheet shows skin if the motion has a body, and lines otherwise.
bodies_drawn() {
	roll walk.yaml --sheet "$work/body.png" && roll walk.yaml --sheet "$work/bones.png" --body none &&
		"$ctl" rollout --script - --model "$work/net" --sheet "$work/piped.png" <"$work/walk.yaml" || return 1
	PYTHONPATH=tests/e2e PYTHONDONTWRITEBYTECODE=1 "$python" - "$work" <<'EOF'
import numpy as np, png, sys
def skin(name):
    r, g, b = np.moveaxis(png.read(f"{sys.argv[1]}/{name}.png").astype(int), 2, 0)
    return ((r > g + 15) & (g > b + 5) & (r > 60)).sum()
body, bones, piped = skin("body"), skin("bones"), skin("piped")
assert body > 24 * 1000 and bones < body / 20 and abs(piped - body) < body / 20, (body, bones, piped)
EOF
}
check "a sheet draws the body where there is one, from a file or a pipe" bodies_drawn
check "inspect tells a folder of slices, and that another folder is none" inspected
slices_there_and_back() {
	exits 0 "$ctl" import "$work/net" -o "$work/net.safetensors" && exits 0 "$ctl" export "$work/net.safetensors" -o "$work/again" || return 1
	"$python" - "$work" <<'EOF2'
import numpy as np, pathlib, sys
net, again = (pathlib.Path(sys.argv[1]) / n for n in ("net", "again"))
names = sorted(p.name for p in net.glob("*.bin"))
assert len(names) == 304 and names == sorted(p.name for p in again.iterdir())
for n in names:
    a, b = np.fromfile(net / n, np.float32), np.fromfile(again / n, np.float32)
    assert a.shape == b.shape and np.abs(a - b).max() <= 1e-6 * max(1, np.abs(a).max()), n
EOF2
}
constants() {
	exits 0 "$ctl" control && cp "$work/out" "$work/ours.yaml" && exits 0 "$ctl" control --preset original -o "$work/original.yaml" || return 1
	grep -q '^walk_speed: 1.2 # 0.1 to 7. Walking speed at full stick, m/s.$' "$work/ours.yaml" && grep -q '^jog_speed: 4.5 ' "$work/original.yaml" || return 1
	roll walk.yaml --format json -o "$work/c0.json" && roll walk.yaml --format json -o "$work/c1.json" --control "$work/ours.yaml" &&
		roll walk.yaml --format json -o "$work/c2.json" --control "$work/original.yaml" && roll walk.yaml --format json -o "$work/c3.json" --preset original &&
		roll walk.yaml --format json -o "$work/c4.json" --preset paper || return 1
	cmp "$work/c0.json" "$work/c1.json" && cmp "$work/c2.json" "$work/c3.json" && ! cmp -s "$work/c0.json" "$work/c2.json" && ! cmp -s "$work/c3.json" "$work/c4.json"
}
check "constants are printed, edited and given back; presets are such tables" constants
sed -i 's/^walk_speed: .*/walk_speed: 70/' "$work/ours.yaml"
check "a constant of the controller out of its range is refused with the range" says "walk_speed: 70; 0.1 to 7 allowed" 2 "$ctl" rollout --script "$work/walk.yaml" --model "$work/net" --format json -o "$work/x.json" --control "$work/ours.yaml"
printf 'walk_sped: 1\n' >"$work/typo.yaml"
check "a misspelt constant of the controller is refused with the nearest name" says "walk_speed" 2 "$ctl" rollout --script "$work/walk.yaml" --model "$work/net" --format json -o "$work/x.json" --control "$work/typo.yaml"
printf 'seconds: 2\ncontrol: {walk_speed: 1.3}\n' >"$work/own.yaml"
check "a script that has constants of the controller refuses --control" says "the script has a control of its own" 2 "$ctl" rollout --script "$work/own.yaml" --model "$work/net" --format json -o "$work/x.json" --preset paper
check "a folder of slices becomes a file and a folder again" slices_there_and_back
check "--gender is refused for a folder of slices" says "--gender is not for the slices of a motion network" 2 "$ctl" import "$work/net" -o "$work/net.safetensors" --gender male
check "a measure file has the arrays that others measure by" measured
check "an npz of a roll-out has poses as AMASS has them" posed
check "an npz of a roll-out plays on the default body" plays_on_the_body
check "a GLB of a roll-out has the body in motion" skinned
check "a GLB of a roll-out without a body has bones" bare
check "a BVH of a roll-out is read back" bvh
check "JSON of a roll-out has every frame" json
check "YAML and JSON of one script give the same bytes, on any number of threads" alike
check "ground comes from a file beside the script" on_high_ground
check "a sheet is a PNG" sheet
check "measures of scripts and files are printed as a table" table
check "measures of scripts and files are printed as JSON" table_json
check "a measure outside its bound ends with 1" exits 1 "$ctl" measure "$work/walk.yaml" --model "$work/net" --check
check "an unknown key of a script is refused with its line" says "bad.yaml:4:12: /script/1/gate: unknown field" 2 \
	"$ctl" rollout --script "$work/bad.yaml" --model "$work/net" -o "$work/x.glb"
check "a missing script is named" says "nowhere.yaml" 1 "$ctl" rollout --script "$work/nowhere.yaml" --model "$work/net"
check "a body model is no motion network" says "default" 1 "$ctl" rollout --script "$work/walk.yaml" --model models/default.safetensors
check "a rollout without a script is refused" says "--script FILE is needed" 2 "$ctl" rollout

by_http() {
	roll walk.json --format measure -o "$work/cli.npz" && "$python" - "$build/posed" "$work" <<'EOF'
import json, sys
sys.path.insert(0, "tests/e2e")
from posed import Posed
program, work = sys.argv[1:]
script = json.load(open(work + "/walk.json"))
post = lambda d, query, body: d.ask("POST", "/v1/motions/rollout" + query, body)
with Posed(program, "models", f"builtin_models: false\nmodels: [{{id: net, file: {work}/net}}, {{id: me, file: models/default.safetensors}}]\n"
           "limits: {rollout_seconds: 5}\n") as d:
    assert any(m["id"] == "net" and m["kind"] == "motion" for m in d.ask("GET", "/v1/models").json()["models"])
    reply = post(d, "?format=measure", script)
    assert reply.status == 200 and reply.body == open(work + "/cli.npz", "rb").read()
    assert post(d, "?format=glb", script).body[:4] == b"glTF"
    assert post(d, "", {**script, "model": "net"}).json()["frame_count"] == 240
    wrong = post(d, "", {"seconds": 6}).json()
    assert wrong["status"] == 413 and "limits.rollout_seconds" in wrong["detail"]
    assert post(d, "", {"seconds": 1, "model": "me"}).status == 409
    assert d.metric("posed_rollout_seconds_total") == 15
EOF
}
check "a roll-out over HTTP has the same bytes, and its length has a limit" by_http

shipped() {
	exits 0 "$ctl" measure examples/{idle,walk,jog,circle-3,hills-25-walk}.yaml --json && "$python" - "$work/out" <<'EOF'
import json, sys
a = {s["script"]: s for s in json.load(open(sys.argv[1]))["scripts"]}
for s in a.values():
    m = s["measures"]
    assert s["finite"] and m["bone"] < 1e-4 and m["pen_max"] < 0.04 and m["top_min"] > 1, (s["script"], m)
for s in ("walk", "jog", "hills-25-walk"):
    m = a[s]["measures"]
    assert 0.9 < m["speed_ratio"] < 1.1 and m["direction"] < 3, (s, m)
assert a["idle"]["measures"]["slide"] < 0.02 and a["circle-3"]["measures"]["path"] < 0.1
EOF
}
[ -f models/motion.safetensors ] && check "the shipped network stands, walks, jogs and follows, on hills too" shipped
exit $failed
