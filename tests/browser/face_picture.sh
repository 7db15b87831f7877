#!/bin/bash
# Tests "From a picture" of the avatar maker in Chromium: an avatar is made, and no picture leaves the page.
# BUILD   folder of posed (build); needs web/mirror (make mirror)
cd "$(dirname "$0")/../.." || exit 1
chromium=${CHROMIUM:-/usr/bin/chromium}
[ -x "$chromium" ] || { echo "$chromium is missing"; exit 77; }
command -v node >/dev/null || { echo "node is missing"; exit 77; }
[ -f web/mirror/face_mesh.js ] || { echo "web/mirror is missing: make mirror"; exit 77; }
if [ ! -d tests/browser/node_modules/playwright-core ]; then
	(cd tests/browser && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --silent --no-audit --no-fund >/dev/null 2>&1) || { echo "playwright-core cannot be installed"; exit 77; }
fi
CHROMIUM=$chromium BUILD=${BUILD:-build} exec node tests/browser/face_picture.mjs
