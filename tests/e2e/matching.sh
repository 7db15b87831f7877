#!/bin/bash
# Motion matching: a database made of clips that are written here is served, played, and refused when damaged; the shipped database with the shipped network.
# BUILD   folder of posed and posedctl (build)
# MODELS  folder of model files (models)
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
models=${MODELS:-models}
[ -e "$models/default.safetensors" ] && [ -e "$models/motion.safetensors" ] || { echo "no models in $models"; exit 77; }

python=/usr/bin/python3 ctl=$build/posedctl
mkdir -p "$work/data"
"$python" tests/support/biped_bvh.py "$work/data/one" 240 stand=stand walk1=walk walk2=walk || exit 1

made() {
	mkdir -p "$work/models" && exits 0 "$ctl" train-matching --data "$work/data" -o "$work/models/matching.safetensors" --threads 1 && grep -q '3 clips, 0 left out' "$work/out" &&
		exits 0 "$ctl" train-matching --data "$work/data" -o "$work/again.safetensors" --threads 2 && cmp "$work/models/matching.safetensors" "$work/again.safetensors"
}
owned() {
	exits 0 "$ctl" train-matching --data "$work/data" --credits 'My Studio' --licence 'all rights reserved' -o "$work/owned.safetensors" --threads 1 &&
		exits 0 "$ctl" inspect --json "$work/owned.safetensors" && grep -q 'My Studio' "$work/out" && grep -q 'all rights reserved' "$work/out"
}
described() {
	exits 0 "$ctl" inspect --json "$work/models/matching.safetensors" && "$python" - "$work/out" <<'EOF'
import sys
text = open(sys.argv[1]).read()
assert "cmu.edu" not in text and "Ohio" not in text
for words in ('"matching"', "3 clips of capture whose owner is not named, the first one/", "train-matching --data DIR --rate 30", "rotations", "copies"):
    assert words in text, words
EOF
}
script() { printf 'seconds: 5\nmotion: %s\nscript:\n  - {t: 0, move: [0, 0]}\n  - {t: 1, move: [0, 1], gait: walk}\n  - {t: 3.5, move: [0, 0]}\n' "$1"; }
played() {
	for motion in network matching auto; do
		script $motion >"$work/$motion.yaml"
		for threads in 1 2; do
			exits 0 "$ctl" rollout --script "$work/$motion.yaml" --threads $threads --format measure -o "$work/$motion$threads.npz" || return 1
		done
		cmp "$work/${motion}1.npz" "$work/${motion}2.npz" || return 1
	done
	exits 0 "$ctl" rollout --script "$work/auto.yaml" --model "$work/models/matching.safetensors" --format measure -o "$work/made.npz" &&
		"$python" - "$work" <<'EOF'
import sys
import numpy as np
load = lambda name: np.load(f"{sys.argv[1]}/{name}.npz")
network, matching, auto, made = load("network1"), load("matching1"), load("auto1"), load("made")
for name, run in {"network": network, "matching": matching, "auto": auto, "made": made}.items():
    root = run["root"]
    walked = name == "made" or 2 < root[-1, 2] < 5  # three clips have no start
    assert root.shape == (300, 3) and walked and abs(root[59, 2]) < 0.05, (name, root[[59, -1]])
    assert np.linalg.norm(np.diff(run["joints"], axis=0), axis=2).max() < 0.2  # nobody jumps
assert (network["joints"] == auto["joints"]).all() and not (network["joints"][100] == matching["joints"][100]).all()
EOF
}
served() {
	ln -s "$(realpath "$models")/default.safetensors" "$(realpath "$models")/motion.safetensors" "$work/models/"
	"$python" - "$build/posed" "$work/models" <<'EOF'
import sys
sys.path.insert(0, "tests/e2e")
import posed
with posed.Posed(sys.argv[1], sys.argv[2]) as p:
    got = p.ask("GET", "/v1/models/matching").json()
    assert got["kind"] == "matching" and got["default"] and got["clip_count"] == 3 and got["joint_count"] == 31, got
    assert p.ask("GET", "/v1/models/motion").json()["default"]
    ask = {"seconds": 2, "motion": "auto", "script": [{"t": 0, "move": [0, 1]}]}
    by = {m: p.ask("POST", "/v1/motions/rollout", {**ask, "motion": m}).json() for m in ("network", "matching", "auto")}
    assert by["auto"]["frames"] == by["network"]["frames"] != by["matching"]["frames"], {m: list(run) for m, run in by.items()}
    refused = p.ask("POST", "/v1/motions/rollout", {**ask, "motion": "network", "model": "matching"})
    assert refused.status == 409 and refused.json()["errors"][0]["pointer"] == "/model", refused.body
    refused = p.ask("POST", "/v1/motions/rollout", {**ask, "motion": "magic"})
    assert refused.status == 400 and "network" in refused.json()["errors"][0]["detail"], refused.body
    refused = p.ask("POST", "/v1/motions/rollout", {**ask, "motion": "matching", "model": "motion"})
    assert refused.status == 409 and refused.json()["errors"][0]["pointer"] == "/model", refused.body
EOF
}
cut() {
	head -c 9000 "$work/models/matching.safetensors" >"$work/cut.safetensors"
	exits 1 "$ctl" rollout --script "$work/network.yaml" --model "$work/cut.safetensors" --format measure -o "$work/x.npz" && grep -qF "$work/cut.safetensors" "$work/err"
}
says() {
	local words=$1
	shift
	exits "$@" && grep -qF -- "$words" "$work/err"
}

check "clips become a database, the same bytes with any number of threads" made
check "the file says what it was made from, and on whose terms" described
check "the owner of the capture can be named, and the file names it" owned
check "scripts are played by the network, which is the default, and by frames, the same bytes on any number of threads" played
check "a daemon serves the database and rolls out by it" served
check "a cut file is refused by its name" cut
check "a folder without clips is refused" says "has an index.csv" 1 "$ctl" train-matching --data "$work/models"
check "a rate other than 30 and 60 is refused with these two" says "30 or 60" 2 "$ctl" train-matching --data "$work/data" -o "$work/x.safetensors" --rate 50
exit $failed
