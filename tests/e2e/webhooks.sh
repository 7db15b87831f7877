#!/bin/sh
# Webhooks of jobs: signatures, repeated deliveries, refusals.
# BUILD   folder of posed and posedctl (build)
# MODELS  folder of model files (models)
models=${MODELS:-models}
[ -e "$models/default.safetensors" ] || { echo "no default model in $models"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/webhooks.py" "${BUILD:-build}" "$models" "$@"
