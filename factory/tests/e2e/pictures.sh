#!/bin/sh
# People as posed-factory draws them have the properties that pictures.py lists.
# BUILD   folder of posed-factory (build)
cd "$(dirname "$0")/../../.." || exit 1
exec /usr/bin/python3 factory/tests/e2e/pictures.py "${BUILD:-build}"
