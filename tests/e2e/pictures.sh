#!/bin/sh
# People as posedctl draws them beside pictures that were looked at: tests/golden/people/*.png. POSED_GOLDEN=write makes them anew.
# BUILD   folder of posedctl (build)
cd "$(dirname "$0")/../.." || exit 1
exec /usr/bin/python3 tests/e2e/pictures.py "${BUILD:-build}"
