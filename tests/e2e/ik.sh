#!/bin/sh
# Inverse kinematics and measurements by HTTP and by posedctl.
# BUILD   folder of posed and posedctl (build)
# MODELS  folder of model files (models)
models=${MODELS:-models}
[ -e "$models/default.safetensors" ] || { echo "no default model in $models"; exit 77; }
exec python3 "$(dirname "$0")/ik.py" "${BUILD:-build}" "$models" "$@"
