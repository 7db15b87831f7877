#!/bin/sh
# Measures how one client of the stream delays the frames of another. Part of make trust, because it measures time.
# BUILD   folder of posed (build); run in the project's folder, for models/
exec python3 "$(dirname "$0")/stream.py" "${BUILD:-build}/posed" "$@"
