#!/bin/sh
# A small limits.memory against everything that takes memory. No times.
# BUILD   folder of posed (build)
case ${BUILD:-build} in *san*) echo "a sanitizer's memory is several times the daemon's"; exit 77 ;; esac
exec python3 "$(dirname "$0")/ceiling.py" "${BUILD:-build}/posed" "$@"
