#!/bin/bash
# body.sh [SECONDS [PAIRS]]: the forward pass and its peers in turn, row by row, so that a machine whose speed drifts is the
# same for both: ours, torch, ours, numpy, ... CSV: row,ours_per_s,peer,peer_per_s,ratio,limit_per_s; each the median of PAIRS
# (5) pairs. Peers: torch, numpy and numpy-planes of bench/peers/smpl_peer.py, openblas of bench/peers/blas.sh; one whose
# libraries are missing is left out. limit_per_s: what reading the rows of a mesh (10 of float32 and 207 of 16 bits for one
# body; 217 of float32, shared by a batch) and its multiply-adds would allow, the slower of both, by limit_read_gb and
# limit_gflops of the same run.
seconds=${1:-1} pairs=${2:-5}
cd "$(dirname "$0")/.." || exit 1
bench=build/bench/bench_body
[ -x $bench ] || exit 77
median() { sort -g | awk '{v[NR] = $1} END {print (NR % 2) ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2}'; }
peer_rate() { # PEER ROW
	case $1 in
	openblas) bench/peers/blas.sh "$seconds" "$2" 2>/dev/null ;;
	*) /usr/bin/python3 bench/peers/smpl_peer.py "$seconds" "$1" "$2" 2>/dev/null ;;
	esac | cut -d, -f5
}
limits=$($bench "$seconds" limit_read_gb; $bench "$seconds" limit_gflops)
limit() { # BODIES
	awk -F, -v n="$1" '
		$1 == "limit_read_gb" { gb = $5 } $1 == "limit_gflops" { gflops = $5 }
		END {
			rows = n == 1 ? 11 * 4 + 207 * 2 : 218 * 4
			reads = n * gb * 1e9 / (3 * 6890 * rows); adds = gflops * 1e9 / (2 * 3 * 6890 * 217)
			printf "%.0f", reads < adds ? reads : adds
		}' <<<"$limits"
}
echo "row,ours_per_s,peer,peer_per_s,ratio,limit_per_s"
for row in smpl_one smpl_batch8 smpl_batch64; do
	bodies=${row#smpl_batch}
	for peer in torch numpy numpy-planes openblas; do
		ours=() theirs=() ratios=()
		for ((i = 0; i < pairs; i++)); do
			o=$($bench "$seconds" $row | cut -d, -f5)
			p=$(peer_rate $peer $row)
			[ -n "$p" ] || continue 2
			ours+=("$o") theirs+=("$p") ratios+=("$(awk "BEGIN {print $o / $p}")")
		done
		echo "$row,$(printf '%s\n' "${ours[@]}" | median),$peer,$(printf '%s\n' "${theirs[@]}" | median),$(printf '%s\n' "${ratios[@]}" | median),$(limit "${bodies/smpl_one/1}")"
	done
done
