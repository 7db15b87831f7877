#!/bin/bash
# @long: it runs ninety commands, which takes 50 s of processor time. Programs that the commands call have scripts of their own at each commit.
# Runs the commands of README.md and of the guides that need nothing but what posed ships, as a reader would: in an empty folder, against a daemon.
# BUILD   folder of posed (build)
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
case $build in *san) echo "of the guides, whose commands take too long with a sanitizer"; exit 77 ;; esac

start_posed
mkdir "$work/guides"
BUILD_FOLDER=$(realpath "$build") WORK=$work/guides PATH=$(realpath "$build"):$PATH PYTHONDONTWRITEBYTECODE=1 python3 tests/e2e/guides.py "127.0.0.1:$port"
