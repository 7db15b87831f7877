#!/bin/sh
# The daemon over HTTP: usual requests of curl and browsers, then hostile and broken clients.
# BUILD   folder of posed (build)
# MODELS  folder of model files (models)
models=${MODELS:-models}
ls "$models"/*.safetensors >/dev/null 2>&1 || { echo "no model files in $models"; exit 77; }
exec python3 "$(dirname "$0")/daemon.py" "${BUILD:-build}/posed" "$models" "$@"
