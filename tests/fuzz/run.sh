#!/bin/bash
# run.sh SECONDS FUZZER...: runs each libFuzzer driver that long, two at a time, from its seeds in tests/fuzz/corpus/NAME.
# fuzz_rig_net begins with the shipped network: without a seed it never made a file that is accepted.
# A crash, leak, overflow or an input over 5 s fails; the input is kept in build/fuzz/found/. New inputs stay in build/.
seconds=$1
shift
results=${RESULTS:-build/fuzz/results}
mkdir -p "$results" build/fuzz/found
fuzz_one() {
	name=${1##*/fuzz_} log=$results/fuzz-$name.log
	grown=build/fuzz/corpus/$name seeds=tests/fuzz/corpus/$name
	mkdir -p "$grown"
	[ -d "$seeds" ] || seeds=factory/tests/fuzz/corpus/$name
	[ -d "$seeds" ] || seeds=
	[ "$name" = rig_net ] && seeds=-seed_inputs=models/rig-weights.safetensors
	ASAN_OPTIONS=${ASAN_OPTIONS:-allocator_may_return_null=1} \
		"$1" -max_total_time="$seconds" -timeout=5 -rss_limit_mb=2048 -print_final_stats=1 \
		-artifact_prefix="build/fuzz/found/$name-" "$grown" $seeds >"$log" 2>&1 </dev/null
	code=$?
	runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
	if [ $code = 0 ]; then
		echo "1 0" >"$results/fuzz-$name.count"
		echo "  ok   fuzz_$name ($runs inputs in $seconds s)"
	else
		echo "0 1" >"$results/fuzz-$name.count"
		echo "  FAIL fuzz_$name (exit $code after $runs inputs)"
		grep -vE '^#[0-9]+' "$log" | tail -n 40 | sed 's/^/       /'
	fi
	return $((code != 0))
}
export -f fuzz_one
export seconds results
[ $# -gt 0 ] || exit 0
printf '%s\n' "$@" | xargs -P "${FUZZ_JOBS:-2}" -I{} bash -c 'fuzz_one {}'
