#!/bin/sh
# People in clothes from outside: GLBs of the shipped person, the list of what there is, refusals.
# BUILD   folder of posed and posedctl (build)
exec /usr/bin/python3 "$(dirname "$0")/wear.py" "${BUILD:-build}" "$@"
