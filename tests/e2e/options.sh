#!/bin/sh
# @nightly: runs each command once for each option in each mode, 190 s of processor time.
# Every option of posedctl's commands changes something in each of their modes, or is refused by its name.
# BUILD   folder of posedctl (build)
# MODELS  folder of model files (models)
models=${MODELS:-models}
[ -e "$models/motion.safetensors" ] || { echo "no motion network in $models"; exit 77; }
[ -e "$models/person.safetensors" ] || { echo "no person model in $models"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/options.py" "${BUILD:-build}" "$models" "$@"
