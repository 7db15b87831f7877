#!/bin/sh
# sum.sh RESULTS...: names what failed and what passed only when it was run again, adds up the counts that tests/run.py left there and
# prints "N passed, N failed"; fails when one failed or when there was nothing to count.
find "$@" -name failed -exec sed 's/^/failed: /' {} + 2>/dev/null
find "$@" -name flaky -exec sed 's/^/failed the first time: /' {} + 2>/dev/null
find "$@" -name '*.count' -exec cat {} + 2>/dev/null |
	awk '{passed += $1; failed += $2} END {printf "%d passed, %d failed\n", passed, failed; exit failed > 0 || passed == 0}'
