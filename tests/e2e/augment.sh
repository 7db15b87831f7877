#!/bin/bash
# posedctl augment on a folder with one clip of a standing person, written here.
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh

python=/usr/bin/python3 ctl=$build/posedctl

"$python" - "$work" <<'EOF' || exit 1
import os, re, sys
rows = re.findall(r'^    \{"(\w+)", (-?\d+), ([-\d.]+), ([-\d.]+), ([-\d.]+), \d+, \d\},$', open("core/anim/biped.c").read(), re.M)
assert len(rows) == 31
lines = ["HIERARCHY"]
def joint(j):
    name, parent, *offset = rows[j]
    channels = "6 Xposition Yposition Zposition Zrotation Yrotation Xrotation" if j == 0 else "3 Zrotation Yrotation Xrotation"
    below = [k for k in range(31) if int(rows[k][1]) == j]
    lines.extend([("ROOT " if j == 0 else "JOINT ") + name, "{", "OFFSET " + " ".join(offset), "CHANNELS " + channels])
    for k in below: joint(k)
    if not below: lines.extend(["End Site", "{", "OFFSET 0 0 0.05", "}"])
    lines.append("}")
joint(0)
lines += ["MOTION", "Frames: 241", "Frame Time: 0.01666667"]
lines += [" ".join(["0", "0.951", "0"] + ["0"] * 93)] * 241
os.makedirs(sys.argv[1] + "/data/one")
open(sys.argv[1] + "/data/one/stand.bvh", "w").write("\n".join(lines) + "\n")
open(sys.argv[1] + "/data/one/index.csv", "w").write("file,first_usable_frame,last_usable_frame\nstand.bvh,0,240\n")
EOF

copies() {
	exits 0 "$ctl" augment "$work/data" -o "$work/pictures" --count 2 || return 1
	cp "$work/out" "$work/table"
	grep -qE '^capture +1 +4\.0 ' "$work/out" && grep -qE '^crouch +1 ' "$work/out" && grep -qE '^terrain +4 ' "$work/out" &&
		! grep -q '^arc' "$work/out" && grep -q '^slopes of the map' "$work/out" &&
		[ "$(ls "$work"/pictures/crouch_stand_*.png | wc -l)" = 1 ] && [ "$(ls "$work"/pictures/terrain_stand_*.png | wc -l)" = 2 ]
}
same() {
	exits 0 "$ctl" augment "$work/data" --threads 3 && cmp "$work/out" "$work/table"
}
switched_off() {
	exits 0 "$ctl" augment "$work/data" --no-crouch --no-terrain && ! grep -qE '^(crouch|terrain)' "$work/out" &&
		grep -q '^capture' "$work/out"
}
says() {
	local words=$1
	shift
	exits "$@" && grep -qF -- "$words" "$work/err"
}

check "a standing clip gets a crouching copy and four on terrain, with pictures" copies
check "any number of threads gives the same table" same
check "steps that are switched off add nothing" switched_off
check "a missing folder is refused" says "nowhere" 1 "$ctl" augment "$work/nowhere"
check "pictures below a file are refused" says "folder cannot be made" 1 "$ctl" augment "$work/data" -o "$work/data/one/stand.bvh/x"
check "no folder at all is wrong usage" says "one folder of motion capture" 2 "$ctl" augment
exit $failed
