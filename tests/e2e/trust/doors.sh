#!/bin/sh
# Requests with invalid framing or for another host, one probe after another (probes.py). Measures no time: part of make test.
# BUILD   folder of posed (build)
exec python3 "$(dirname "$0")/doors.py" "${BUILD:-build}/posed" "$@"
