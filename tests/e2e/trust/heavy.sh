#!/bin/sh
# Requests whose reading or making takes seconds, and everybody else's latency beside them. Part of make trust: it measures time.
# BUILD   folder of posed (build)
exec python3 "$(dirname "$0")/heavy.py" "${BUILD:-build}/posed" "$@"
