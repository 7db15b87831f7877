#!/bin/bash
# Avatars for other programs: profiles, levels, atlas, VRM, and avatars stored by their choices.
# BUILD   folder of posed and posedctl (build)
cd "$(dirname "$0")/../.." || exit 1
exec /usr/bin/python3 tests/e2e/avatar.py "${BUILD:-build}" "$@"
