#!/bin/bash
# @long: it trains or evaluates models. The C tests in tests/unit/train check the steps at each commit.
# posedctl evaluate: bodies that the model itself has made are reproduced without error.
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
		"$build/posedctl" evaluate --registrations "$work/meshes" --betas 1,2 --variants LBS+P --parts --json -o "$work/report" >"$work/found.json" &&
		"$python" - "$work" <<'EOF'
import json, sys, xml.dom.minidom
found = json.load(open(sys.argv[1] + "/found.json"))
assert found["mesh_count"] == 3 and found["subject_count"] == 2, found
for kind, meshes in (("model_generalisation", 3), ("pose_generalisation", 1)):
    one, two = found[kind]["LBS+P"]
    assert one["betas"] == 1 and two["meshes"] == meshes
    assert two["area_mm"] < 0.01 < 1 < one["area_mm"], found[kind]
parts = found["parts"]["LBS+P"]  # of ann, who has two meshes
assert parts["meshes"] == 2 and parts["pose_area_mm"] < 0.05 and parts["shape_area_mm"] < 0.05, parts
assert json.load(open(sys.argv[1] + "/report/evaluation.json")) == found
assert "| LBS+P |" in open(sys.argv[1] + "/report/evaluation.md").read().split("Shape and pose apart")[1]
xml.dom.minidom.parse(sys.argv[1] + "/report/model-generalisation.svg")
assert open(sys.argv[1] + "/report/model-generalisation.png", "rb").read(8) == b"\x89PNG\r\n\x1a\n"
EOF
}
people() {
	"$python" - "$work" "$build/posedctl" <<'EOF'
import json, subprocess, sys
# people as the model has them, with a longer foot than any: row 1 and 3 are skipped, 2 and 4 fitted
columns = dict(height="stature", mass="weightkg", head_girth="headcircumference", neck_girth="neckcircumference",
               chest_girth="chestcircumference", navel_girth="waistcircumference", hip_girth="buttockcircumference",
               thigh_girth="thighcircumference", calf_girth="calfcircumference", ankle_girth="anklecircumference",
               wrist_girth="wristcircumference", hand_length="handlength", inside_leg_height="crotchheight",
               foot_length="footlength", span="span")
lines = ["subjectid," + ",".join(columns.values()) + ",Gender"]
for i, betas in enumerate(["0", "0.5,-1", "0", "1,0.5,-0.5"]):
    body = json.loads(subprocess.check_output([sys.argv[2], "measure", "--betas", betas, "--json"]))["bodies"][0]
    body["foot_length"] += 0.03
    lines.append(f"{i}," + ",".join(f"{body[name] * (10 if name == 'mass' else 1000):.1f}" for name in columns) + ",Male")
open(sys.argv[1] + "/people.csv", "w").write("\n".join(lines) + "\n")
open(sys.argv[1] + "/short.csv", "w").write("subjectid,stature\n1,1700\n")
found = json.loads(subprocess.check_output([sys.argv[2], "evaluate", "--people", sys.argv[1] + "/people.csv", "--json"]))
assert found["people"] == 2 and found["status"]["budget"] == 0, found["status"]
assert found["distance"]["p99"] < 4.3 and found["measurements"]["height"]["size"]["p99"] < 0.005, found
assert -0.03 < found["measurements"]["foot_length"]["residual"]["mean"] < 0, found["measurements"]["foot_length"]
EOF
}
people_without_columns() { exits 1 "$build/posedctl" evaluate --people "$work/short.csv" && grep -q 'short.csv: the column "weightkg" is missing' "$work/err"; }
nothing_to_do() { exits 2 "$build/posedctl" evaluate && grep -q 'nothing to do' "$work/err"; }
no_folder() { exits 1 "$build/posedctl" evaluate --paper "$work/nowhere" -o "$work/paper" && grep -q '^posedctl evaluate: .*/nowhere: no such folder' "$work/err"; }
wrong_mesh() {
	mkdir -p "$work/wrong" && printf 'v 1 2 3\n' >"$work/wrong/a.obj"
	exits 2 "$build/posedctl" evaluate --registrations "$work/wrong" && grep -q 'wrong/a.obj: 1 vertices; the model has' "$work/err"
}

check "a model describes the meshes that it made itself" own_meshes
check "people of a table get ordinary bodies, and what is left is told" people
check "a table without a column is named" people_without_columns
check "evaluate without anything to do is wrong usage" nothing_to_do
check "a missing folder for --paper is refused before anything is learned" no_folder
check "a mesh of another topology is named" wrong_mesh
exit $failed
