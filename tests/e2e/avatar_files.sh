#!/bin/bash
# Avatar files read by other programs: glTF-Validator reports nothing, and VRM's members have the types of VRM's own TypeScript declarations.
# BUILD   folder of posed (build)
cd "$(dirname "$0")/../.." || exit 1
[ -e models/person.safetensors ] || { echo "models/person.safetensors is missing"; exit 77; }
reason=$(tests/e2e/npm-ci) || { echo "$reason"; exit 77; }
BUILD=${BUILD:-build} exec node tests/e2e/avatar_files.mjs
