#!/bin/sh
# People as posedctl draws them against reference pictures: factory/tests/golden/people/*.png. POSED_GOLDEN=write makes new ones, which must be looked at.
# BUILD   folder of posed-factory (build)
cd "$(dirname "$0")/../../.." || exit 1
exec /usr/bin/python3 factory/tests/e2e/pictures.py "${BUILD:-build}"
