#!/bin/sh
# Fifty clients with the dearest legal requests, and everybody else's latency beside them. Part of make trust: it measures time.
# BUILD   folder of posed (build)    SECONDS   that each crowd is there (12)
exec python3 "$(dirname "$0")/fair.py" "${BUILD:-build}/posed" "$@"
