#!/bin/sh
# FBX by posedctl import-character and clip: files written by fbx_file.py, whose right values come from matrices; broken ones.
# BUILD   folder of posed and posedctl (build)
# MODELS  folder of model files (models)
exec /usr/bin/python3 -B "$(dirname "$0")/fbx.py" "${BUILD:-build}" "${MODELS:-models}" "$@"
