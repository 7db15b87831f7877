#!/bin/sh
# Resident memory after a million mixed requests. Part of make trust: minutes.
# BUILD   folder of posed (build)
exec python3 "$(dirname "$0")/plateau.py" "${BUILD:-build}/posed" "$@"
