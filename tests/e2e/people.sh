#!/bin/sh
# Random people of the shipped model against the survey that they were learned from, and people asked for by measurements, measured again in NumPy.
# BUILD   folder of posed (build)
exec /usr/bin/python3 "$(dirname "$0")/people.py" "${BUILD:-build}" "$@"
