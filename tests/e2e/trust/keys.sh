#!/bin/sh
# Keys, signals and the audit log while the daemon runs. Measures no latency: part of make test.
# BUILD   folder of posed (build)
exec python3 "$(dirname "$0")/keys.py" "${BUILD:-build}/posed" "$@"
