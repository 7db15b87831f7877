#!/bin/sh
# Random people of the shipped model beside the survey they were learned from, and people asked for by measures, measured again in NumPy.
# BUILD   folder of posed (build)
exec /usr/bin/python3 "$(dirname "$0")/people.py" "${BUILD:-build}" "$@"
