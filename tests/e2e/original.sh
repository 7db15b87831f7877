#!/usr/bin/env bash
# Training from files of the original PFNN: rows equal those of its listing in NumPy; errors; its schedule; its network files.
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
ctl=$build/posedctl python=/usr/bin/python3 data=$work/data
export PYTHONDONTWRITEBYTECODE=1
mkdir "$data" && "$python" tests/e2e/original.py make "$data" || exit 1

rows_equal() {
	exits 0 "$ctl" train-motion --data "$data" --database "$work/rows.npz" --threads 2 &&
		grep -q "cBar_mirror *beam" "$work/err" && "$python" tests/e2e/original.py compare "$data" "$work/rows.npz"
}
threads_alike() {
	exits 0 "$ctl" train-motion --data "$data" --database "$work/one.npz" --threads 1 --quiet && cmp "$work/rows.npz" "$work/one.npz"
}
changed() { # FILE SED-SCRIPT TEXT: the data with one file changed is refused with that text
	rm -rf "$work/bad" && cp -r "$data" "$work/bad" && sed -i "$2" "$work/bad/$1" && ! "$ctl" train-motion --data "$work/bad" --database "$work/x.npz" 2>"$work/err" &&
		grep -qF -- "$3" "$work/err" || { cat "$work/err"; return 1; }
}
without() { # FILE TEXT
	rm -rf "$work/bad" && cp -r "$data" "$work/bad" && rm "$work/bad/$1" && ! "$ctl" train-motion --data "$work/bad" --database "$work/x.npz" 2>"$work/err" &&
		grep -qF -- "$2" "$work/err" || { cat "$work/err"; return 1; }
}
as_the_original() {
	exits 0 "$ctl" train-motion --data "$data" -o "$work/net.safetensors" --hidden 32 --rows 3200 --group-rows 1 --batch-groups 32 --loss mse --rate 0.0001 --rate-last 1 \
		--warm-up 0 --dropout 0.3 --dropout-input 0.3 --noise-joints 0 --noise-trajectory 0 --noise-gait 0 --noise-terrain 0 --emphasis-feet 1 --held-out 0 --look-every 50 &&
		exits 0 "$ctl" export "$work/net.safetensors" -o "$work/slices" || return 1
	"$python" - "$work" <<'EOF2'
import numpy as np, sys
work = sys.argv[1]
rows = np.load(f"{work}/rows.npz")
def read(name): return np.fromfile(f"{work}/slices/{name}.bin", np.float32)
X, Y = rows["Xun"].astype(np.float64), rows["Yun"].astype(np.float64)
assert np.abs(read("Xmean") - X.mean(axis=0)).max() < 1e-3 and np.abs(read("Ymean") - Y.mean(axis=0)).max() < 1e-3
# deviations, as train_pfnn.py averages them
weights = np.ones(31); weights[[1, 6, 11, 14, 17, 21, 22, 23, 24, 28, 29, 30]] = 1e-10
x, y = X.std(axis=0), Y.std(axis=0)
for a, b in ((0, 12), (12, 24), (24, 36), (36, 48), (48, 120), (306, 342)): x[a:b] = x[a:b].mean()
for a in (120, 213): x[a:a + 93] = x[a:a + 93].mean() / (weights.repeat(3) * .1)
for a, b in ((0, 2), (2, 3), (3, 4), (4, 8), (8, 20), (20, 32), (32, 125), (125, 218), (218, 311)): y[a:b] = y[a:b].mean()
assert np.abs(read("Xstd") / x - 1).max() < 1e-4 and np.abs(read("Ystd") / y - 1).max() < 1e-4
EOF2
}
bones_are_the_files() { # and the network moves a character
	printf 'seconds: 2\nscript:\n  - {t: 0, move: [0, 1]}\n' >"$work/walk.yaml"
	exits 0 "$ctl" inspect --json "$work/net.safetensors" && exits 0 "$ctl" rollout --script "$work/walk.yaml" --model "$work/net.safetensors" --format json -o "$work/out.json" || return 1
	"$python" - "$work/out.json" <<'EOF2'
import json, sys
out = json.load(open(sys.argv[1]))
offsets = dict(zip(out["joint_names"], out["offsets"]))
assert abs(offsets["LeftLeg"][1] + .394) < 1e-4 and abs(offsets["RightForeArm"][0] + .279) < 1e-4, offsets
EOF2
}
own_ground() { # heightmaps in place of patches.npz
	rm -rf "$work/maps" && mkdir "$work/maps" && "$python" -c 'import numpy as np; a = np.arange(200); np.savetxt("'"$work"'/maps/hmp_000_smooth.txt", 3 * np.sin(a[:, None] / 9) * np.cos(a / 13), fmt="%.4f")' &&
		exits 0 "$ctl" train-motion --data "$data" --database "$work/maps.npz" --heightmaps "$work/maps" --patches 40 --patch-points 64 --quiet && ! cmp -s "$work/maps.npz" "$work/rows.npz"
}
inspected() {
	exits 0 "$ctl" inspect "$data" && grep -q "5 clips of motion capture" "$work/out" && grep -q "cBar_mirror *beam *380 frames" "$work/out" && exits 0 "$ctl" inspect --json "$data" || return 1
	"$python" -c 'import json; a = json.load(open("'"$work"'/out")); assert len(a["clips"]) == 5 and a["clips"][1]["kind"] == "flat" and a["clips"][1]["cycles"] == 2, a'
}

check "rows are those of the original's listing to 1e-4" rows_equal
check "any number of threads gives the same rows" threads_alike
check "a phase that is no number is refused with its line" changed aFlat.phase '7s/.*/soon/' "aFlat.phase:7: 'soon' is not a number"
check "a phase beyond 1 is refused with its line" changed aFlat.phase '9s/.*/1.5/' "aFlat.phase:9: phase is '1.5'; 0 to 1 allowed"
check "a line of seven gaits is refused with its line" changed aFlat.gait '4s/ [^ ]*$//' "aFlat.gait:4: 7 numbers in a line; 8 expected"
check "footsteps whose frames go back are refused with their line" changed cBar_footsteps.txt '2s/.*/3 9/' "cBar_footsteps.txt:2: frame 3 follows frame"
check "a file of phases that is shorter than its clip is refused" changed aFlat.phase '700,$d' "699 lines of phase for 760 frames"
check "a skeleton of other joints is refused with the joint" changed aFlat.bvh 's/LeftUpLeg/Tail/' "joint 2 is Tail; LeftUpLeg expected, below LHipJoint"
check "a broken clip is refused by its name" changed aFlat.bvh 's/^Frames: 760/Frames: 761/' "aFlat.bvh:"
check "an unknown kind of clip is refused with the known ones" changed kinds.csv '2s/.*/cBar,bar/' "kinds.csv:2: bar; NAME,flat|rocky|jumpy|beam expected"
check "a kind for a missing clip is refused by the clip's name" changed kinds.csv '2s/.*/dBar,beam/' "kinds.csv:2: dBar; there is no dBar.bvh"
check "a clip without labels is refused by the missing file" without bRocky.gait "bRocky.bvh has no bRocky.gait beside it; both expected"
check "clips on uneven ground are refused without patches" without patches.npz "clips that are not flat need --heightmaps"
check "--database of other data is refused" exits 2 "$ctl" train-motion --data "$work" --database "$work/x.npz"
check "own heightmaps are taken in place of patches" own_ground
check "a network trains as the original's did; means and deviations are its own" as_the_original
check "the network has the bones of the files" bones_are_the_files
check "inspect describes a folder of the original's files" inspected
exit $failed
