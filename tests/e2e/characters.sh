#!/bin/sh
# Uploaded characters: stored, described, corrected, moved by roll-outs, by posedctl and by the stream, refused, deleted.
# BUILD   folder of posed and posedctl (build)
# MODELS  folder of model files (models)
models=${MODELS:-models}
[ -e "$models/motion.safetensors" ] || { echo "no motion network in $models"; exit 77; }
/usr/bin/python3 -c 'import websockets' 2>/dev/null || { echo "python3-websockets is missing"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/characters.py" "${BUILD:-build}" "$models" "$@"
