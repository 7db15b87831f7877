#!/bin/sh
# Clients behind a trusted proxy, and clients that only claim it: rates, owners, streams and the log use the right address. Measures no time: part of make test.
# BUILD   folder of posed (build)
exec python3 "$(dirname "$0")/forwarded.py" "${BUILD:-build}/posed" "$@"
