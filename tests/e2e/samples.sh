#!/bin/sh
# The sample files are served, and the routes to which the guides send them accept them.
# BUILD   folder of posed and posedctl (build)
# MODELS  folder of model files (models)
models=${MODELS:-models}
[ -e "$models/motion.safetensors" ] || { echo "no motion network in $models"; exit 77; }
[ -e "$models/person.safetensors" ] || { echo "no model person in $models"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/samples.py" "${BUILD:-build}" "$models" "$@"
