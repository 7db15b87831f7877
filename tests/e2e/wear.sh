#!/bin/sh
# Dressed people: GLB files of the shipped person, the list of items, refusals.
# BUILD   folder of posed and posedctl (build)
exec /usr/bin/python3 "$(dirname "$0")/wear.py" "${BUILD:-build}" "$@"
