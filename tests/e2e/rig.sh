#!/bin/sh
# Rigging of meshes of people by HTTP and by posedctl: the result is a character; other meshes are refused.
# BUILD   folder of posed and posedctl (build)
# MODELS  folder of model files (models)
models=${MODELS:-models}
[ -e "$models/motion.safetensors" ] || { echo "no motion network in $models"; exit 77; }
[ -e "$models/default.safetensors" ] || { echo "no default model in $models"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/rig.py" "${BUILD:-build}" "$models" "$@"
