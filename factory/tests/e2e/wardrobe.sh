#!/bin/sh
# posed-factory wardrobe from outside. BUILD: folder of posed-factory (build)
cd "$(dirname "$0")/../../.." || exit 1
exec /usr/bin/python3 factory/tests/e2e/wardrobe.py "${BUILD:-build}"
