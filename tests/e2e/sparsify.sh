#!/bin/bash
# @long: it trains or evaluates models. The C tests in tests/unit/train check the steps at each commit.
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh

python=/usr/bin/python3

sparser() { # THRESHOLD EXTRA...
	local threshold=$1
	shift
	exits 0 "$build/posedctl" sparsify models/default.safetensors -o "$work/sparse.safetensors" --threshold "$threshold" \
		--poses 10 --json "$@" && cp "$work/out" "$work/report.json"
}
nothing_lost_at_zero() {
	sparser 0 && "$python" -c 'import json, sys; r = json.load(open(sys.argv[1]))
assert r["entries_after"] == r["entries_before"] > 10000 and r["max_mm"] < 0.02, r' "$work/report.json"
}
four_joints() {
	sparser 0 --joints 4 && "$python" -c 'import json, sys; r = json.load(open(sys.argv[1]))
assert r["most_joints"] == 4 and 0 < r["mean_mm"] < r["p95_mm"] < r["max_mm"] <= r["bound_mm"], r' "$work/report.json"
}
said_and_seen() {
	local pose='{"pose":[0,0,0, -1.4,0,0, 0.2,0,0.3, 0,0,0, 1.8,0,0, 0,0,0, 0,0.3,0, 0,0,0, 0,0,0, 0,0,0, 0,0,0, 0,0,0, 0,0,0, 0,0,0, 0,0,0, 0,0,0, 0,0,-1.1, 0,1,0, 0,-1.7,0, 0,0.4,0, 0,0,0, 0,0,0, 0,0,0, 0,0,0]}'
	sparser 20 && echo "$pose" >"$work/pose.json" &&
		exits 0 "$build/posedctl" mesh --request "$work/pose.json" --format npz -o "$work/a.npz" &&
		exits 0 "$build/posedctl" mesh --model "$work/sparse.safetensors" --request "$work/pose.json" --format npz -o "$work/b.npz" &&
		"$python" -c 'import json, sys, numpy as np
a, b = (np.load(f)["vertices"].reshape(-1, 3) for f in sys.argv[1:3])
mm = 1000 * np.linalg.norm(a - b, axis=1)
r = json.load(open(sys.argv[3]))
assert 0.05 * r["mean_mm"] < mm.mean() < 20 * r["mean_mm"] and 0 < mm.max() <= r["bound_mm"], (mm.mean(), mm.max(), r)' \
			"$work/a.npz" "$work/b.npz" "$work/report.json"
}
check "sparsify without a threshold loses nothing" nothing_lost_at_zero
check "--joints 4 leaves at most four joints a vertex, as in the paper" four_joints
check "the error that is said is the error that is seen" said_and_seen
check "no output is wrong usage" exits 2 "$build/posedctl" sparsify
# Commands with a model use the default one without a name. For an unknown name they list the shipped ones.
without_a_name() {
	"$build/posedctl" sparsify --quiet -o "$work/own.safetensors" --poses 1 >/dev/null && "$build/posedctl" sparsify default --quiet -o "$work/named.safetensors" --poses 1 >/dev/null &&
		cmp "$work/own.safetensors" "$work/named.safetensors" && "$build/posedctl" export --quiet -o "$work/own.npz" && "$build/posedctl" inspect | grep -q '13380'
}
no_such_name() {
	for command in "inspect" "sparsify -o $work/x.safetensors" "export -o $work/x.npz" "render -o $work/x.png" "pack"; do
		set -- $command
		name=$1
		shift
		"$build/posedctl" "$name" defualt "$@" 2>"$work/err" && return 1
		grep -q 'neither a file nor a shipped model (default, female.*did you mean default?' "$work/err" || { echo "$name"; cat "$work/err"; return 1; }
	done
}
check "without a name the model is the default one" without_a_name
check "a name that is no model's lists those that there are" no_such_name
exit $failed
