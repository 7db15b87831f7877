#!/bin/sh
# Every mesh format read by other programs (formats.py describes the checks).
# BUILD   folder of posedctl (build)
# MODELS  folder of model files (models)
# READERS=all  fails where a reader is not installed
model=${MODELS:-models}/default.safetensors
[ -e "$model" ] || { echo "no $model"; exit 77; }
for python in python3 /usr/bin/python3; do
	"$python" -c 'import numpy' 2>/dev/null && exec "$python" "$(dirname "$0")/formats.py" "${BUILD:-build}/posedctl" "$model"
done
echo "python3-numpy is not installed"
exit 77
