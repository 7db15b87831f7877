#!/bin/bash
# @long: it trains or evaluates models. The C tests in tests/unit/train check the steps at each commit.
# A pose network: trained on clips that are written here, evaluated, served, used. It is tiny, so the quality of its poses is not checked.
# BUILD   folder of posed and posedctl (build)
# MODELS  folder of model files (models)
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
models=${MODELS:-models}
[ -e "$models/default.safetensors" ] && [ -e "$models/female.safetensors" ] || { echo "no body models in $models"; exit 77; }

python=/usr/bin/python3 ctl=$build/posedctl
mkdir -p "$work/data"
"$python" tests/support/biped_bvh.py "$work/data/one" 120 step1=walk step2=walk step3=walk || exit 1 # the first is held out, by its name

learn() { "$ctl" train-pose-network --data "$work/data" --models "$models" --hidden 8 --blocks 1 --steps 3 -o "$1" "${@:2}"; }
learned() {
	mkdir -p "$work/models" && exits 0 learn "$work/models/pose-network.safetensors" --threads 1 && grep -q '1 clips, 2 s held out' "$work/err" &&
		exits 0 learn "$work/again.safetensors" --threads 2 && cmp "$work/models/pose-network.safetensors" "$work/again.safetensors"
}
described() {
	exits 0 "$ctl" inspect --json "$work/models/pose-network.safetensors" && "$python" - "$work/out" <<'EOF'
import json, sys
text = open(sys.argv[1]).read()
for words in ("pose-network", "that of its data", "clips of capture whose owner is not named", "train-pose-network --data DIR --hidden 8"):
    assert words in text, words
assert "mocap.cs.cmu.edu" not in text # nobody's here
EOF
}
judged() {
	exits 0 "$ctl" train-pose-network --data "$work/data" --models "$models" --judge "$work/models/pose-network.safetensors" --report "$work/report.json" &&
		"$python" - "$work/report.json" <<'EOF'
import json, sys
rows = json.load(open(sys.argv[1]))
assert len(rows) == 30 and {r["trackers"] for r in rows} == {"five", "five points", "three"}, len(rows)
assert all(r["places_mm"] >= 0 and r["solves_per_second"] > 0 for r in rows)
EOF
}
served() {
	ln -s "$(realpath "$models")/default.safetensors" "$work/models/"
	"$python" - "$build/posed" "$work/models" <<'EOF'
import os, sys
sys.path.insert(0, "tests/e2e")
import posed
with posed.Posed(sys.argv[1], sys.argv[2]) as p:
    got = p.ask("GET", "/v1/models/pose-network").json()
    assert got["kind"] == "pose-network" and got["hidden_count"] == 8 and "left_wrist" in got["trackers"] and got["default"], got
    ask = {"solver": "neural", "iterations": 50, "targets": [{"joint": "head", "position": [0, 0.5, 0.1]}]}
    got = p.ask("POST", "/v1/ik/solve", ask).json()
    assert got["status"] == "reached" and got["targets"][0]["solver"] == "neural" and len(got["translation"]) == 3, got
EOF
}
says() {
	local words=$1
	shift
	exits "$@" && grep -qF -- "$words" "$work/err"
}

check "clips become a network, the same bytes with any number of threads" learned
check "the file says what it was made from, by whom, and how" described
check "the network is judged on the held-out clip beside the other solvers" judged
check "a daemon serves the network and solves by it" served
check "a folder without clips is refused" says "has an index.csv" 1 "$ctl" train-pose-network --data "$work/models" --models "$models"
check "too many units are refused with the range" says "from 1 to 1024" 2 "$ctl" train-pose-network --data "$work/data" --hidden 5000
exit $failed
