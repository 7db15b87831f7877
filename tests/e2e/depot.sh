#!/bin/sh
# What clients have stored survives the daemon that accepted it: every kind of object, in Redis and in a folder.
# BUILD   folder of posed (build)
# MODELS  folder of model files (models)
models=${MODELS:-models}
[ -e "$models/default.safetensors" ] || { echo "no default model in $models"; exit 77; }
command -v redis-server >/dev/null || { echo "redis-server is missing"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/depot.py" "${BUILD:-build}" "$models" "$@"
