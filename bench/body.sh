#!/bin/bash
# body.sh [SECONDS [PAIRS]]: the forward pass and its peers in turn, row by row, so that a machine whose speed drifts is the
# same for both: ours, torch, ours, numpy, ... CSV: row,ours_per_s,peer,peer_per_s,ratio; each the median of PAIRS (5) pairs.
seconds=${1:-1} pairs=${2:-5}
cd "$(dirname "$0")/.." || exit 1
bench=build/bench/bench_body
[ -x $bench ] || exit 77
median() { sort -g | awk '{v[NR] = $1} END {print (NR % 2) ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2}'; }
echo "row,ours_per_s,peer,peer_per_s,ratio"
for row in smpl_one smpl_batch8 smpl_batch64; do
	for peer in torch numpy; do
		ours=() theirs=() ratios=()
		for ((i = 0; i < pairs; i++)); do
			o=$($bench "$seconds" $row | cut -d, -f5)
			p=$(/usr/bin/python3 bench/peers/smpl_peer.py "$seconds" $peer $row 2>/dev/null | cut -d, -f5)
			[ -n "$p" ] || continue 2
			ours+=("$o") theirs+=("$p") ratios+=("$(awk "BEGIN {print $o / $p}")")
		done
		echo "$row,$(printf '%s\n' "${ours[@]}" | median),$peer,$(printf '%s\n' "${theirs[@]}" | median),$(printf '%s\n' "${ratios[@]}" | median)"
	done
done
