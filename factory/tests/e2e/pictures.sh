#!/bin/sh
# People as posedctl draws them have the properties that pictures.py lists.
# BUILD   folder of posedctl (build)
cd "$(dirname "$0")/../../.." || exit 1
exec /usr/bin/python3 factory/tests/e2e/pictures.py "${BUILD:-build}"
