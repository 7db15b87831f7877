#!/bin/sh
# posedctl import-character and clip on FBX files that fbx_file.py has written, with positions computed by matrices; broken files.
# BUILD   folder of posed and posedctl (build)
# MODELS  folder of model files (models)
exec /usr/bin/python3 -B "$(dirname "$0")/fbx.py" "${BUILD:-build}" "${MODELS:-models}" "$@"
