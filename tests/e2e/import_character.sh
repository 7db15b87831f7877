#!/bin/sh
# posedctl import-character: converts DAE, OBJ and FBX (which assimp has written from the DAE) to GLB files that the daemon accepts and moves; refuses
# broken and too large files.
# BUILD   folder of posed and posedctl (build)
# MODELS  folder of model files (models)
models=${MODELS:-models} build=${BUILD:-build}
[ -e "$models/motion.safetensors" ] || { echo "no motion network in $models"; exit 77; }
case $("$build/posedctl" import-character /dev/null 2>&1) in *"built without assimp"*) echo "posedctl was built without libassimp-dev"; exit 77 ;; esac
exec /usr/bin/python3 -B "$(dirname "$0")/import_character.py" "$build" "$models" "$@"
