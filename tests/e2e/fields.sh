#!/bin/sh
# Every field of a request changes something in each of the route's modes, or is refused by its pointer.
# BUILD   folder of posed (build)
# MODELS  folder of model files (models)
models=${MODELS:-models}
[ -e "$models/motion.safetensors" ] || { echo "no motion network in $models"; exit 77; }
[ -e "$models/person.safetensors" ] || { echo "no person model in $models"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/fields.py" "${BUILD:-build}" "$models" "$@"
