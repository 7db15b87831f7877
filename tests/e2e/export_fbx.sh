#!/bin/sh
# posedctl export-fbx: bodies and motions as FBX, read by assimp and, where it is installed, by Blender. Joints, weights, shapes and frames are those of
# the GLB file.
# BUILD   folder of posedctl (build)
# MODELS  folder of model files (models)
models=${MODELS:-models} build=${BUILD:-build}
[ -e "$models/motion.safetensors" ] || { echo "no motion network in $models"; exit 77; }
case $("$build/posedctl" export-fbx /dev/null 2>&1) in *"built without assimp"*) echo "posedctl was built without libassimp-dev"; exit 77 ;; esac
exec /usr/bin/python3 -B "$(dirname "$0")/export_fbx.py" "$build" "$models" "$@"
