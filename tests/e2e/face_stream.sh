#!/bin/bash
# Observed faces on the stream: landmarks of drawn people move the faces of bodies and of uploaded characters.
# BUILD   folder of posed (build); MODELS  folder of model files (models)
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
models=${MODELS:-models}
[ -e "$models/motion.safetensors" ] && [ -e "$models/person.safetensors" ] || { echo "no motion network or person in $models"; exit 77; }
/usr/bin/python3 -c 'import numpy, websockets' 2>/dev/null || { echo "python3-numpy or python3-websockets is missing"; exit 77; }
exec /usr/bin/python3 tests/e2e/face_stream.py "$build/posed" "$models" "$@"
