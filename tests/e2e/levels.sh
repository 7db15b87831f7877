#!/bin/bash
# Coarser copies of dressed people (levels=) in a stride: neither skin nor cloth is visible through what is worn over it, and there are no holes or spikes.
# BUILD   folder of posed (build); run in the project's folder, for models/
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
case $build in *san) echo "of a release build: it is many bodies"; exit 77 ;; esac
command -v node >/dev/null || { echo "node is not installed"; exit 77; }
start_posed --models-dir models
node tests/e2e/levels.mjs "http://127.0.0.1:$port" >"$work/seen" || failed=1
cat "$work/seen"
grep -q '^ok' "$work/seen" && ! grep -q '^not ok' "$work/seen" || failed=1
exit $failed
