#!/bin/bash
# The core as WebAssembly: its package's tests, and the bits of clients/core/posed_core.wasm against those of the sources.
# BUILD        folder of the native program (build)
# WASM_TICKS   ticks of six characters for each of two seeds (2500; with NIGHTLY=1 84000, a million ticks in all)
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
case $build in *san) echo "of the release build, which has the kernels of the processor"; exit 77 ;; esac
command -v node >/dev/null || { echo "node is not installed"; exit 77; }
node --test --test-reporter=tap clients/core/test/*.test.js | grep -v '^#' | grep -E '^ *(not )?ok' | grep -v '\.test\.js$' || failed=1

ticks=${WASM_TICKS:-$([ -n "$NIGHTLY" ] && echo 84000 || echo 2500)}
program=$build/tests/wasm/commands
[ -x "$program" ] || { echo "no $program: make e2e builds it"; exit 1; }
for seed in 1 2; do
	result=$("$program" models/motion.safetensors "$ticks" "$seed" | node tests/e2e/wasm.mjs models/motion.safetensors 2>&1 | tail -1)
	case $result in
	*"are equal") echo "ok - WebAssembly and the native program give the same bits in all gaits, jumps, terrain, looks, reaches and seats: $result" ;;
	*) echo "not ok - WebAssembly and the native program give the same bits (make wasm compiles the module again): $result"; failed=1 ;;
	esac
done
compressed=$(gzip -9c clients/core/posed_core.wasm | wc -c)
if [ "$compressed" -le 307200 ]; then echo "ok - the module has at most 300 KB compressed: $compressed bytes"; else echo "not ok - the module has at most 300 KB compressed: $compressed bytes"; failed=1; fi
exit ${failed:-0}
