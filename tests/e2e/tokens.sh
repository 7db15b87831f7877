#!/bin/sh
# Tokens made by the openssl command, sent to a daemon, renewed and revoked while it runs. Measures no time.
# BUILD   folder of posed (build)
# MODELS  folder of model files (models)
models=${MODELS:-models}
[ -e "$models/default.safetensors" ] || { echo "no default model in $models"; exit 77; }
command -v openssl >/dev/null || { echo "openssl is not installed"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/tokens.py" "${BUILD:-build}/posed" "$models" "$@"
