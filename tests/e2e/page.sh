#!/bin/bash
# The first screen of the page in Chromium: with a graphics card it shows three people, draws the first before it asks for the others, and fetches at
# most 2.7 MB; with a software renderer it shows one. make browser has the other parts. Skipped where Chromium (make deps-browser) or npm's registry is
# missing.
# BUILD   folder of posed (build)
cd "$(dirname "$0")/../.." || exit 1
exec tests/browser/page.sh firstScreen
