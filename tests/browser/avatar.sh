#!/bin/bash
# Avatars in programs that show avatars, in Debian's Chromium: TalkingHead, three-vrm, model-viewer and Babylon; glTF-Transform in Node. Pictures in build/browser.
# BUILD   folder of posed (build); run in the project's folder, for models/
cd "$(dirname "$0")/../.." || exit 1
chromium=${CHROMIUM:-/usr/bin/chromium}
[ -x "$chromium" ] || { echo "$chromium is missing"; exit 77; }
command -v node >/dev/null || { echo "node is missing"; exit 77; }
[ -e models/person.safetensors ] || { echo "models/person.safetensors is missing"; exit 77; }
if [ ! -d tests/browser/node_modules/babylonjs ]; then
	(cd tests/browser && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --silent --no-audit --no-fund >/dev/null 2>&1) || { echo "npm cannot install what it needs"; exit 77; }
fi
CHROMIUM=$chromium BUILD=${BUILD:-build} exec node tests/browser/avatar.mjs "$@"
