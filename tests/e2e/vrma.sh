#!/bin/bash
# format=vrma: three-vrm reads the VRM animation of a roll-out and plays it on a VRM 1.0 avatar.
# BUILD   folder of posedctl (build)
# MODELS  folder of model files (models)
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
models=${MODELS:-models}
[ -e "$models/motion.safetensors" ] || { echo "no motion network in $models"; exit 77; }
reason=$(tests/e2e/npm-ci) || { echo "$reason"; exit 77; }
echo '{"seconds": 3, "script": [{"t": 0, "move": [0, 1], "gait": "walk"}, {"t": 1.5, "move": [0.7, 0.7], "gait": "jog"}]}' >"$work/walk.json"
for kind in vrma json; do
	"$build/posedctl" rollout --quiet --script "$work/walk.json" --model "$models/motion.safetensors" -o "$work/motion.$kind" || exit 1
done
(cd tests/e2e && /usr/bin/python3 -B - "$work/person.vrm" <<'PYTHON'
import sys
from person_glb import person

def meta(document):
    vrm = document["extensions"]["VRMC_vrm"]
    vrm.update(specVersion="1.0", meta={"name": "hero", "authors": ["posed"], "licenseUrl": "https://vrm.dev/licenses/1.0/"})
    document["extensionsUsed"] = ["VRMC_vrm"]

with open(sys.argv[1], "wb") as file:
    file.write(person(vrm=1, extra=meta))
PYTHON
) || exit 1
node tests/e2e/vrma.mjs "$work/motion.vrma" "$work/person.vrm" "$work/motion.json"
