#!/bin/bash
# Files of avatars by the readers of others: glTF-Validator finds nothing, and VRM's members have the types that VRM's own declarations give them.
# BUILD   folder of posed (build)
cd "$(dirname "$0")/../.." || exit 1
[ -e models/person.safetensors ] || { echo "models/person.safetensors is missing"; exit 77; }
reason=$(tests/e2e/npm-ci) || { echo "$reason"; exit 77; }
BUILD=${BUILD:-build} exec node tests/e2e/avatar_files.mjs
