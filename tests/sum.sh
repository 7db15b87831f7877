#!/bin/sh
# sum.sh RESULTS...: adds up the counts that tests/run.sh left there; prints "N passed, N failed"; fails when one failed
# or when there was nothing to count.
find "$@" -name '*.count' -exec cat {} + 2>/dev/null |
	awk '{passed += $1; failed += $2} END {printf "%d passed, %d failed\n", passed, failed; exit failed > 0 || passed == 0}'
