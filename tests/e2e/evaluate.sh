#!/bin/bash
# posedctl evaluate from outside: bodies that the model made itself are described without error.
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh

python=/usr/bin/python3
zeros() { printf '0,%.0s' $(seq "$1"); }
knees=$(zeros 12)1.2,0,0,0.9,0,0,$(zeros 53)0 elbows=$(zeros 54)0,-1.3,0,0,0.8,0,$(zeros 11)0

own_meshes() {
	mkdir -p "$work/meshes/ann" "$work/meshes/bob"
	"$build/posedctl" mesh --betas 1,-1 --pose "$knees" -o "$work/meshes/ann/knees.obj" &&
		"$build/posedctl" mesh --betas 1,-1 --pose "$elbows" --translation 3,0,1 -o "$work/meshes/ann/elbows.ply" &&
		"$build/posedctl" mesh --betas 0,2 --pose "$elbows" -o "$work/meshes/bob/elbows.obj" &&
		"$build/posedctl" evaluate --registrations "$work/meshes" --betas 1,2 --variants LBS+P --json -o "$work/report" >"$work/found.json" &&
		"$python" - "$work" <<'EOF'
import json, sys, xml.dom.minidom
found = json.load(open(sys.argv[1] + "/found.json"))
assert found["mesh_count"] == 3 and found["subject_count"] == 2, found
for kind, meshes in (("model_generalisation", 3), ("pose_generalisation", 1)):
    one, two = found[kind]["LBS+P"]
    assert one["betas"] == 1 and two["meshes"] == meshes
    assert two["area_mm"] < 0.01 < 1 < one["area_mm"], found[kind]
assert json.load(open(sys.argv[1] + "/report/evaluation.json")) == found
xml.dom.minidom.parse(sys.argv[1] + "/report/model-generalisation.svg")
assert open(sys.argv[1] + "/report/model-generalisation.png", "rb").read(8) == b"\x89PNG\r\n\x1a\n"
EOF
}
nothing_to_do() { exits 2 "$build/posedctl" evaluate && grep -q 'nothing to do' "$work/err"; }
wrong_mesh() {
	mkdir -p "$work/wrong" && printf 'v 1 2 3\n' >"$work/wrong/a.obj"
	exits 2 "$build/posedctl" evaluate --registrations "$work/wrong" && grep -q 'wrong/a.obj: 1 vertices; the model has' "$work/err"
}

claim "a model describes the meshes that it made itself" own_meshes
claim "evaluate without anything to do is wrong usage" nothing_to_do
claim "a mesh of another topology is named" wrong_mesh
exit $failed
