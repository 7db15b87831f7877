#!/bin/sh
# Requests that take much memory, and the resident memory under limits.memory. Part of make trust: a minute, and times.
# BUILD   folder of posed (build)
exec python3 "$(dirname "$0")/memory.py" "${BUILD:-build}/posed" "$@"
