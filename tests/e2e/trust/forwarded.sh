#!/bin/sh
# Clients behind a trusted proxy, and those who only say so: rates, owners, streams and the log go by the right address. Measures no time: part of make test.
# BUILD   folder of posed (build)
exec python3 "$(dirname "$0")/forwarded.py" "${BUILD:-build}/posed" "$@"
