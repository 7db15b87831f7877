#!/bin/sh
# Kinds of skeletons, feet and faces of uploaded characters: each kind with each style of names walks as the ordinary figure does.
# BUILD   folder of posed and posedctl (build)
# MODELS  folder of model files (models)
models=${MODELS:-models}
[ -e "$models/motion.safetensors" ] || { echo "no motion network in $models"; exit 77; }
/usr/bin/python3 -c 'import numpy, websockets' 2>/dev/null || { echo "python3-numpy or python3-websockets is missing"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/kinds.py" "${BUILD:-build}" "$models" "$@"
