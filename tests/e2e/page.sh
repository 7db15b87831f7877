#!/bin/bash
# The first screen of the page in Chromium: it shows three people, draws the first before it asks for the others, and fetches at most 3 MB. make browser
# has the other parts. Skipped where Chromium (make deps-browser) or npm's registry is missing.
# BUILD   folder of posed (build)
cd "$(dirname "$0")/../.." || exit 1
exec tests/browser/page.sh firstScreen
