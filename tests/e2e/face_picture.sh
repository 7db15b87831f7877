#!/bin/sh
# The person of pictures, from the landmarks of a face (POST /v1/models/{id}/face).
# BUILD   folder of posed (build)
# MODELS  folder of model files (models)
models=${MODELS:-models}
[ -e "$models/person.safetensors" ] || { echo "no person in $models"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/face_picture.py" "${BUILD:-build}" "$models" "$@"
