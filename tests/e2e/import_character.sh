#!/bin/sh
# posedctl import-character: DAE, OBJ and FBX (written by assimp itself, from the DAE) as GLB that the daemon takes and walks; files that are broken or too much.
# BUILD   folder of posed and posedctl (build)
# MODELS  folder of model files (models)
models=${MODELS:-models} build=${BUILD:-build}
[ -e "$models/motion.safetensors" ] || { echo "no motion network in $models"; exit 77; }
case $("$build/posedctl" import-character /dev/null 2>&1) in *"built without assimp"*) echo "posedctl was built without libassimp-dev"; exit 77 ;; esac
exec /usr/bin/python3 -B "$(dirname "$0")/import_character.py" "$build" "$models" "$@"
