#!/bin/sh
# Requests framed wrongly or meant for somebody else, one probe after another (probes.py). Measures no time: part of make test.
# BUILD   folder of posed (build)
exec python3 "$(dirname "$0")/doors.py" "${BUILD:-build}/posed" "$@"
