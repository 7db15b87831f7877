#!/bin/sh
# /openapi.json against the daemon that it describes (openapi.py). --write makes api/docs/examples.c.
# BUILD   folder of posed (build)
# MODELS  folder of model files (models)
models=${MODELS:-models}
ls "$models"/*.safetensors >/dev/null 2>&1 || { echo "no model files in $models"; exit 77; }
for python in python3 /usr/bin/python3; do
	"$python" -c 'import jsonschema' 2>/dev/null && exec "$python" "$(dirname "$0")/openapi.py" "${BUILD:-build}/posed" "$models" "$@"
done
echo "python3-jsonschema is not installed"
exit 77
