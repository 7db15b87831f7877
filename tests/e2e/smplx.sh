#!/bin/sh
# Poses by the names of smplx's users, on models in the published layouts, against a NumPy transcription of smplx.
# BUILD   folder of posed (build)
exec /usr/bin/python3 "$(dirname "$0")/smplx.py" "${BUILD:-build}" "$@"
