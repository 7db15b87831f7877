#!/bin/sh
# HTTP and WebSocket by their standards: what a client, a cache or a proxy may expect. Each check names its section.
# BUILD   folder of posed (build)
# MODELS  folder of model files (models)
models=${MODELS:-models}
ls "$models"/*.safetensors >/dev/null 2>&1 || { echo "no model files in $models"; exit 77; }
exec python3 "$(dirname "$0")/http_standards.py" "${BUILD:-build}/posed" "$models" "$@"
