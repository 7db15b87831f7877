#!/bin/sh
# Files of WHAM, GVHMR, PromptHMR, 4D-Humans and HMR2 through posedctl clip convert.
# BUILD   folder of posed (build)
exec /usr/bin/python3 "$(dirname "$0")/regressed.py" "${BUILD:-build}" "$@"
