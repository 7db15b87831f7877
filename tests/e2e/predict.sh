#!/bin/bash
# Prediction: clients/js and clients/core against a daemon behind the lossy line.
# BUILD   folder of posed (build)
# MODELS  folder of model files (models)
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
case $build in *san) echo "of the clients, whose times are not a sanitized daemon's"; exit 77 ;; esac
command -v node >/dev/null || { echo "node is not installed"; exit 77; }
reason=$(tests/e2e/npm-ci) || { echo "$reason"; exit 77; }
node --test-reporter=tap tests/e2e/predict.mjs "$build/posed" "${MODELS:-models}" | grep -v '^#'
exit "${PIPESTATUS[0]}"
