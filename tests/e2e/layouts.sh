#!/bin/sh
# Files with a body's motion in the layouts of data sets and programs, in every container, through posedctl, characters and jobs.
# MODELS  folder of models (models)
# BUILD   folder of posed (build)
exec /usr/bin/python3 "$(dirname "$0")/layouts.py" "${BUILD:-build}" "${MODELS:-models}" "$@"
