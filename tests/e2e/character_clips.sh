#!/bin/sh
# Clips of other files on uploaded characters: people and animals, by the service and by posedctl.
# BUILD   folder of posed and posedctl (build)
# MODELS  folder of model files (models)
models=${MODELS:-models}
[ -e "$models/motion.safetensors" ] || { echo "no motion network in $models"; exit 77; }
/usr/bin/python3 -c 'import websockets' 2>/dev/null || { echo "python3-websockets is missing"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/character_clips.py" "${BUILD:-build}" "$models" "$@"
