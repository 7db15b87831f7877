#!/bin/sh
# Faces for characters without one, by HTTP and by posedctl: the file gets shapes and joints, and then speaks and
# looks on the stream; what is no face is refused.
# BUILD   folder of posed and posedctl (build)
# MODELS  folder of model files (models)
models=${MODELS:-models}
[ -e "$models/motion.safetensors" ] || { echo "no motion network in $models"; exit 77; }
[ -e "$models/person.safetensors" ] || { echo "no person in $models"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/face_shapes.py" "${BUILD:-build}" "$models" "$@"
