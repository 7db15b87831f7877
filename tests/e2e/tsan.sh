#!/bin/sh
# A daemon under load with ThreadSanitizer: meshes, small requests, bad ones, 200 sessions of the stream, reloads by signal and by request, a drain. There
# must be no report. Skipped unless BUILD is a tsan build.
# BUILD   folder of posed (build); MODELS  folder of model files (models); SECONDS_OF_LOAD (20)
models=${MODELS:-models}
program=${BUILD:-build}/posed
case $program in *tsan*) ;; *) echo "$program is no tsan build (make MODE=tsan)"; exit 77 ;; esac
ls "$models"/*.safetensors >/dev/null 2>&1 || { echo "no model files in $models"; exit 77; }
failed=0
python3 "$(dirname "$0")/tsan.py" "$program" "$models" "${SECONDS_OF_LOAD:-20}" || failed=1
if /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
	/usr/bin/python3 "$(dirname "$0")/tsan_stream.py" "${program%/posed}" "${SECONDS_OF_LOAD:-20}" || failed=1
fi
exit $failed
