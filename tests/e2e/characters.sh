#!/bin/sh
# Users' own rigged characters: put, looked at, corrected, walked by roll-outs and posedctl, refused, deleted.
# BUILD   folder of posed and posedctl (build)
# MODELS  folder of model files (models)
models=${MODELS:-models}
[ -e "$models/motion.safetensors" ] || { echo "no motion network in $models"; exit 77; }
exec python3 "$(dirname "$0")/characters.py" "${BUILD:-build}" "$models" "$@"
