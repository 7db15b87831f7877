#!/bin/sh
# Files of WHAM, GVHMR, PromptHMR, 4D-Humans and HMR2 through posedctl clip convert, posedctl fit and a job; keypoints of SAM 3D Body and MediaPipe through fit.
# MODELS  folder of models (models)
# BUILD   folder of posed (build)
exec /usr/bin/python3 "$(dirname "$0")/regressed.py" "${BUILD:-build}" "${MODELS:-models}" "$@"
