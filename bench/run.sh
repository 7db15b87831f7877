#!/bin/bash
# run.sh BENCH...: runs the benches, then the peers in the same run on the same machine: bench/body.sh, bench/http.sh, bench/stream.sh, bench/clients.sh, bench/motion.py and the scripts in
# bench/peers (python3; one whose libraries are missing says so and is left out). Every row is a line of CSV; they are
# kept in bench/results/CPU/NAME.csv, where CPU is the processor's name and the cores that may be used.
# BENCH_SECONDS for each row is passed on as the first argument (1).
cd "$(dirname "$0")/.." || exit 1
cpu=$(sed -nE 's/^(model name|CPU part|Model)\s*: *//p' /proc/cpuinfo | head -n 1)
cpu=$(echo "${cpu:-$(uname -m)}" | tr '[:upper:]' '[:lower:]' | sed -E 's/\([a-z]+\)//g; s/[^a-z0-9]+/-/g; s/^-+|-+$//g')
out=bench/results/$cpu-$(nproc)
mkdir -p "$out"
echo "on $cpu with $(nproc) cores, $(uname -sr), $(git rev-parse --short HEAD 2>/dev/null); results in $out"
failed=0
measure() {
	local name=$1
	shift
	echo "== $name"
	"$@" "${BENCH_SECONDS:-1}" | tee "$out/$name.csv.new"
	case ${PIPESTATUS[0]} in
	0) mv "$out/$name.csv.new" "$out/$name.csv" ;;
	77) rm "$out/$name.csv.new" ;;
	*) rm "$out/$name.csv.new" && failed=1 && echo "FAIL $name" ;;
	esac
}
for bench; do measure "${bench##*/bench_}" "$bench"; done
measure body-pairs bench/body.sh
[ -x bench/http.sh ] && measure http bench/http.sh
measure stream bench/stream.sh
measure clients bench/clients.sh
measure motion bench/motion.py
for peer in bench/peers/*.py; do
	[ -e "$peer" ] && measure "peer-$(basename "$peer" .py)" /usr/bin/python3 "$peer"
done
measure peer-kdl bench/peers/kdl.sh
measure peer-blas bench/peers/blas.sh
measure peer-formats bench/peers/formats.sh
exit $failed
