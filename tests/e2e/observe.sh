#!/bin/sh
# Bodies from what is seen of them, from outside: by HTTP and by posedctl, held against numpy.
# BUILD   folder of posed and posedctl (build)
# MODELS  folder of model files (models)
models=${MODELS:-models}
[ -e "$models/default.safetensors" ] || { echo "no default model in $models"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/observe.py" "${BUILD:-build}" "$models" "$@"
