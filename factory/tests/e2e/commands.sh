#!/bin/bash
# Commands of posed-factory from outside: what they refuse, and those that need no data but what the shipped models make.
cd "$(dirname "$0")/../../.." || exit 1
. tests/e2e/lib.sh
factory=$build/posed-factory ctl=$build/posedctl python=/usr/bin/python3
mkdir -p "$work/data/sub" && "$ctl" rollout --quiet --script examples/walk.yaml -o "$work/walk.bvh" || exit 1

# A folder of captured clips: ten copies of one walk.
posed_set() {
	cp "$work/walk.bvh" "$work/data/sub/a.bvh"
	for n in 1 2 3 4 5 6 7 8 9; do cp "$work/walk.bvh" "$work/data/sub/take$n.bvh"; done
	(
		echo 'file,description,first_usable_frame,last_usable_frame'
		for f in a take1 take2 take3 take4 take5 take6 take7 take8 take9; do echo "$f.bvh,\"one, two\",2,29"; done
	) >"$work/data/sub/index.csv"
	exits 0 "$ctl" train-poses --data "$work/data" --capture 12 --capture-held-out 2 --steps 1 --composites 5 \
		--composites-held-out 3 -o "$work/poses.npz" &&
		"$python" - "$work/poses.npz" <<'EOF'
import numpy as np, sys
z = np.load(sys.argv[1])
labels = bytes(z["labels"]).decode().splitlines()
assert z["poses"].shape[1] == 72 and len(labels) == len(z["poses"]) == len(z["kind"]) == len(z["held_out"])
capture = {side: {l.split()[0] for l, k, h in zip(labels, z["kind"], z["held_out"]) if k == 0 and h == side} for side in (0, 1)}
assert capture[0] and not capture[0] & capture[1] and all(name.startswith("sub/") for name in capture[0])
assert (z["kind"] == 2).sum() == 8 and np.all(z["poses"][:, :3] == 0)
EOF
}
ranges_derived() { # of the folder of posed_set; the same bytes twice
	exits 0 "$factory" train-ranges --data "$work/data" -o "$work/ranges.h" && grep -q "held out .* % -> .* % (of [0-9]*)" "$work/out" &&
		[ "$(grep -c '^    {"' "$work/ranges.h")" = 14 ] && cp "$work/ranges.h" "$work/first.h" &&
		exits 0 "$factory" train-ranges --data "$work/data" --threads 1 -o "$work/ranges.h" && cmp "$work/first.h" "$work/ranges.h"
}

# each person has each pose once, because learn refuses a duplicate mesh
drawn() {
	"$python" - "$work/few.npz" <<'EOF' || return 1
import sys
import numpy as np
poses = 0.3 * np.random.default_rng(2).normal(size=(7, 72))
poses[:, :3] = 0
np.savez(sys.argv[1], poses=poses.astype("f4"), held_out=np.array([0, 0, 0, 0, 1, 1, 1], "f4"))
EOF
	draw() { "$build/posed-factory" learn-data --poses "$work/few.npz" --by-model --shapes 0 --people 3 --noise 0 --missing 0 --quiet -o "$work/drawn" "$@"; }
	draw --poses-each 4 --held-out 3 && "$build/posedctl" learn --registrations "$work/drawn" --check -o "$work/none" 2>"$work/said" &&
		grep -q '12 meshes of 3 people, 0 shapes, 9 held out' "$work/said" || return 1
	exits 2 draw --poses-each 5 --held-out 3 && grep -q -- '--poses-each: 5; 2 to 4 allowed' "$work/err" &&
		exits 2 draw --poses-each 4 --held-out 4 && grep -q -- '--held-out: 4 poses a person; 0 to 3 allowed' "$work/err"
}

ends() { # ends CODE TEXT COMMAND...: the exit code, and the text on standard error
	local code=$1 text=$2
	shift 2
	exits "$code" "$@" && grep -qF -- "$text" "$work/err" || { cat "$work/err"; return 1; }
}

# A body that is rigged automatically is measured against its own skeleton.
measured() {
	mkdir -p "$work/rigs" && exits 0 "$ctl" mesh --betas 1,-0.5 -o "$work/body.glb" && exits 0 "$ctl" rig "$work/body.glb" -o "$work/rigs/a.glb" &&
		exits 0 "$factory" rig-measure "$work/rigs" --model models/default.safetensors &&
		"$python" - "$work/out" <<'EOF'
import sys
rows = [[cell.strip() for cell in line.split("|")] for line in open(sys.argv[1]) if line.startswith("|")]
assert rows[2][1] == "a.glb" and float(rows[2][5]) < 0.3 and float(rows[2][7]) < 0.02, rows
pieces = [row for row in rows if row[1] == "in pieces"][0]
assert int(pieces[3]) >= 100 and pieces[5] == "0", pieces
EOF
}

check "a rigged body is measured against itself" measured
check "poses are chosen from a folder of clips" posed_set
check "ranges of joints come from the same folder, the same ones again" ranges_derived
check "people that learn-data draws stand in each pose once, and learn takes them" drawn
check "train-body without MakeHuman's folder names the file that is missing" ends 1 "3dobjs/base.obj: cannot be opened (not found)" "$factory" train-body --data "$work/none" -o "$work"
check "wardrobe with --wear and a file that is missing names the file" ends 1 "none.safetensors: cannot be opened" "$factory" wardrobe --wardrobe "$work/none.safetensors" --wear suit -o "$work/sheet.png"
# posedctl sparsify: its report agrees with a mesh. train-pose-shapes refuses files that it cannot use.
check "learning wants poses" exits 2 "$factory" train-pose-shapes --models models
check "learning is refused without poses" exits 1 "$factory" train-pose-shapes --poses "$work/none.npz"
exit $failed
