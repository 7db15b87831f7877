#!/bin/bash
# The daemon behind a reverse proxy, below a path (below_a_path.py): pages, documents, the header Location, clients.
# BUILD   folder of posed (build)
# MODELS  folder of model files (models)
cd "$(dirname "$0")/../.." || exit 1
models=${MODELS:-models}
ls "$models"/default.safetensors >/dev/null 2>&1 || { echo "no model files in $models"; exit 77; }
exec /usr/bin/python3 -B tests/e2e/below_a_path.py "${BUILD:-build}/posed" "$models" "$@"
