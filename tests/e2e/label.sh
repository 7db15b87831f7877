#!/bin/bash
# posedctl label on a clip of a person who stands, jumps and stands, written here.
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh

python=/usr/bin/python3 ctl=$build/posedctl

"$python" - "$work" <<'EOF' || exit 1
import os, re, sys
rows = re.findall(r'^    \{"(\w+)", (-?\d+), ([-\d.]+), ([-\d.]+), ([-\d.]+), \d+, \d\},$', open("core/anim/biped.c").read(), re.M)
assert len(rows) == 31
lines = ["HIERARCHY"]
def joint(j, depth):
    name, parent, *offset = rows[j]
    channels = "6 Xposition Yposition Zposition Zrotation Yrotation Xrotation" if j == 0 else "3 Zrotation Yrotation Xrotation"
    below = [k for k in range(31) if int(rows[k][1]) == j]
    lines.extend([("ROOT " if j == 0 else "JOINT ") + name, "{", "OFFSET " + " ".join(offset), "CHANNELS " + channels])
    for k in below: joint(k, depth + 1)
    if not below: lines.extend(["End Site", "{", "OFFSET 0 0 0.05", "}"])
    lines.append("}")
joint(0, 0)
frames, takeoff, flight = 240, 100, 30
lines += ["MOTION", f"Frames: {frames}", "Frame Time: 0.01666667"]
for t in range(frames):
    u = (t - takeoff) / flight
    y = 0.951 + (9.81 / 2 * (flight / 60) ** 2 * u * (1 - u) if 0 < u < 1 else 0)
    lines.append(" ".join(["0", f"{y:.6f}", "0"] + ["0"] * 93))
os.makedirs(sys.argv[1] + "/data/one")
for name in ("/hop.bvh", "/data/one/hop.bvh", "/data/one/hop2.bvh"):
    open(sys.argv[1] + name, "w").write("\n".join(lines) + "\n")
open(sys.argv[1] + "/data/one/index.csv", "w").write(
    "file,first_usable_frame,last_usable_frame\nhop.bvh,0,239\nhop2.bvh,20,239\n")
open(sys.argv[1] + "/bad.bvh", "w").write("HIERARCHY\nROOT x\n")
EOF

labelled() {
	exits 0 "$ctl" label "$work/hop.bvh" -o "$work/out.d" && grep -q '^jump' "$work/out" &&
		grep -q 'slide in contact' "$work/out" && "$python" - "$work/out.d/hop" <<'EOF'
import json, sys
import numpy as np
stem = sys.argv[1]
phase, gait = np.loadtxt(stem + ".phase"), np.loadtxt(stem + ".gait")
assert phase.shape == (240,) and gait.shape == (240, 8) and phase.min() >= 0 and phase.max() < 1
assert gait[115, 5] > 0.95 and gait[10, 5] < 0.01 and gait[230, 5] < 0.01 and np.abs(gait[:, :5].sum(1) - 1).max() < 1e-4
labels = json.load(open(stem + ".json"))
assert labels["frames"] == 240 and len(labels["footsteps"]) == 1 and abs(labels["footsteps"][0]["frame"] - 130) <= 2
assert labels["climbs"] == []
runs = labels["contacts"]["left_toe"]
assert len(runs) == 2 and runs[0][0] == 0 and abs(runs[0][1] - 101) <= 3 and runs[1][1] == 239
step = labels["footsteps"][0]
assert abs(phase[step["frame"]] - (0 if step["foot"] == "right" else 0.5)) < 1e-4
assert open(stem + ".png", "rb").read(4) == b"\x89PNG"
for line in open(stem + "_footsteps.txt"):
    right, left = line.split()[:2]
    assert int(right) < int(left) < 240
EOF
}
# Corrected contacts: the left toe comes down ten frames later than detected, and the left heel not at all. Labelling again keeps the corrections and derives the rest from them.
corrected() {
	exits 0 "$ctl" label "$work/data" -o "$work/seen.d" --no-pictures && mkdir -p "$work/mine.d/one" && "$python" - "$work" <<'EOF' || return 1
import json, sys
labels = json.load(open(sys.argv[1] + "/seen.d/one/hop.json"))
first, last = labels["contacts"]["left_toe"][1]
labels["contacts"]["left_toe"][1] = [first + 10, last]
labels["contacts"]["left_heel"] = labels["contacts"]["left_heel"][:1]
json.dump({key: labels[key] for key in ("frames", "contacts")}, open(sys.argv[1] + "/mine.d/one/hop.json", "w"))
EOF
	exits 0 "$ctl" label "$work/data" --contacts "$work/mine.d" -o "$work/told.d" --no-pictures && grep -q "contacts of 1 of 2 clips" "$work/err" &&
		cmp "$work/seen.d/one/hop2.json" "$work/told.d/one/hop2.json" && "$python" - "$work" <<'EOF' || return 1
import json, sys
mine, told, seen = (json.load(open(f"{sys.argv[1]}/{d}.d/one/hop.json")) for d in ("mine", "told", "seen"))
assert told["contacts"] == mine["contacts"] != seen["contacts"], (told["contacts"], mine["contacts"])
EOF
	sed 's/"frames": 240/"frames": 239/' "$work/mine.d/one/hop.json" >"$work/mine.d/one/hop2.json" &&
		exits 2 "$ctl" label "$work/data" --contacts "$work/mine.d" -o "$work/told.d" && grep -q "hop2.json: 239 frames; 220 expected" "$work/err" && rm "$work/mine.d/one/hop2.json" &&
		sed -i 's/\[0, /[-1, /' "$work/mine.d/one/hop.json" && exits 2 "$ctl" label "$work/data" --contacts "$work/mine.d" -o "$work/told.d" &&
		grep -q "contacts/left_.*run 0 is not" "$work/err" && exits 1 "$ctl" label "$work/data" --contacts "$work/none" -o "$work/told.d" &&
		exits 1 "$ctl" train-motion --data "$work/data" --contacts "$work/none" -o "$work/x.safetensors" && grep -q "no NAME.json" "$work/err"
}
again() {
	exits 0 "$ctl" label "$work/out.d/hop.bvh" -o "$work/again.d" &&
		cmp "$work/out.d/hop.phase" "$work/again.d/hop.phase" && cmp "$work/out.d/hop.gait" "$work/again.d/hop.gait"
}
folder() {
	exits 0 "$ctl" label "$work/data" -o "$work/all.d" --no-pictures && grep -q '^2 clips' "$work/out" &&
		[ "$(wc -l <"$work/all.d/one/hop2.phase")" = 220 ] && [ ! -e "$work/all.d/one/hop.png" ] &&
		grep -q 'labelling' "$work/err"
}
quiet() { exits 0 "$ctl" label --quiet "$work/data" -o "$work/quiet.d" --no-pictures && [ ! -s "$work/err" ]; }
only() {
	exits 0 "$ctl" label "$work/data" -o "$work/some.d" --only one/hop2 && [ ! -e "$work/some.d/one/hop.phase" ] &&
		[ -e "$work/some.d/one/hop2.png" ]
}
same_bits() {
	exits 0 "$ctl" label "$work/data" -o "$work/t1.d" --threads 1 && exits 0 "$ctl" label "$work/data" -o "$work/t3.d" --threads 3 &&
		diff -r "$work/t1.d" "$work/t3.d"
}
says() {
	local words=$1
	shift
	exits "$@" && grep -qF -- "$words" "$work/err"
}

check "contacts that somebody corrected are taken, and the other labels follow" corrected
check "a jump gets contacts, phase, gaits, footsteps and a picture" labelled
check "the labelled clip gets the same labels again" again
check "a folder with an index is labelled below the output" folder
check "--quiet shows no progress" quiet
check "--only takes the clips whose names begin so" only
check "any number of threads gives the same files" same_bits
check "a broken clip is named with its line" says "bad.bvh" 1 "$ctl" label "$work/bad.bvh" -o "$work/x.d"
check "a folder without an index is refused" says "has an index.csv" 1 "$ctl" label "$work/out.d" -o "$work/x.d"
check "an output below a file is refused" says "folder cannot be made" 1 "$ctl" label "$work/hop.bvh" -o "$work/hop.bvh/x"
check "no clip at all is wrong usage" says "a clip or a folder" 2 "$ctl" label
exit $failed
