#!/bin/bash
# A character compressed by Draco, by each of its two methods, moves as the uncompressed one: translations within 0.2 mm (a step of 14 bits over 2 m is
# 0.12 mm), rotations within 0.006: toes that bend on the ground do so by their tips, where 0.12 mm at 4 cm are 0.003, and the elbow of a nearly
# straight arm that is held off the hip turns by 0.01 for 0.12 mm of reach.
# BUILD   folder of posedctl (build)
# MODELS  folder of model files (models)
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
models=${MODELS:-models}
[ -e "$models/motion.safetensors" ] || { echo "no motion network in $models"; exit 77; }
ldd "$build/posedctl" | grep -q libdraco || { echo "built without libdraco-dev"; exit 77; }
reason=$(tests/e2e/npm-ci) || { echo "$reason"; exit 77; }
"$build/posedctl" mesh --quiet --rig -o "$work/plain.glb" || exit 1
for method in edgebreaker sequential; do
	node tests/e2e/draco.mjs "$work/plain.glb" "$work/$method.glb" $method || exit 1
done
for name in plain edgebreaker sequential; do
	"$build/posedctl" rollout --quiet --script examples/walk.yaml --model "$models/motion.safetensors" --character "$work/$name.glb" -o "$work/$name-walks.glb" 2>/dev/null || exit 1
done
/usr/bin/python3 -B - "$work" <<'PYTHON'
import sys
sys.path.insert(0, "tests/e2e")
from glb_file import opened, values

def quats(name):
    document, binary = opened(open(f"{sys.argv[1]}/{name}-walks.glb", "rb").read())
    animation = document["animations"][0]
    return {(document["nodes"][c["target"]["node"]]["name"], c["target"]["path"]): values(document, binary, animation["samplers"][c["sampler"]]["output"]) for c in animation["channels"]}

plain = quats("plain")
for name in ("edgebreaker", "sequential"):
    other, most = quats(name), {"translation": 0, "rotation": 0}
    assert plain.keys() == other.keys()
    for key, rows in plain.items():
        for one, two in zip(rows, other[key]):
            most[key[1]] = max(most[key[1]], max(abs(a - b) for a, b in zip(one, two)))
    print(f"ok - {name}: channels of the walk differ by {most} at most")
    assert most["translation"] < 2e-4 and most["rotation"] < 6e-3, (name, most)
PYTHON
