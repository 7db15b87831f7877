#!/bin/sh
# Traces, exemplars and probes, as a collector, Prometheus and an orchestrator see them.
# BUILD   folder of posed (build)
# MODELS  folder of model files (models)
models=${MODELS:-models}
ls "$models"/*.safetensors >/dev/null 2>&1 || { echo "no model files in $models"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/tracing.py" "${BUILD:-build}/posed" "$models" "$@"
