#!/bin/sh
# What one client of the stream does to another's frames. Part of make trust: it measures time.
# BUILD   folder of posed (build); run in the project's folder, for models/
exec python3 "$(dirname "$0")/stream.py" "${BUILD:-build}/posed" "$@"
