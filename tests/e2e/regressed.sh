#!/bin/sh
# The files of WHAM, GVHMR, PromptHMR and 4D-Humans through clients/python/examples/regressed.py and posedctl clip convert.
# BUILD   folder of posed (build)
exec /usr/bin/python3 "$(dirname "$0")/regressed.py" "${BUILD:-build}" "$@"
