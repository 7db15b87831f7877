#!/bin/sh
# Poses by the field names of smplx, on models in the published layouts, against a NumPy version of smplx.
# BUILD   folder of posed (build)
exec /usr/bin/python3 "$(dirname "$0")/smplx.py" "${BUILD:-build}" "$@"
