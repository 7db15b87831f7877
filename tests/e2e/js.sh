#!/bin/bash
# The client for browsers and node: its own tests, its types under TypeScript, its package, and a live daemon with npm's ws.
# BUILD   folder of posed (build)
# MODELS  folder of model files (models)
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
case $build in *san) echo "of the clients, whose times are not a sanitized daemon's"; exit 77 ;; esac
command -v node >/dev/null || { echo "node is not installed"; exit 77; }
for file in clients/js/test/*.test.js web/test/*.test.js; do
	node --test-reporter=tap "$file" | grep -v '^#' || failed=1
done
reason=$(tests/e2e/npm-ci) || { echo "$reason: not against a daemon"; exit $failed; }
types() { node tests/e2e/node_modules/typescript/bin/tsc --noEmit --strict --target es2022 --module nodenext --skipLibCheck false tests/e2e/js_types.mts; }
packed() {
	exits 0 npm pack --dry-run --json ./clients/js &&
		node -e 'const [p] = JSON.parse(require("fs").readFileSync(process.argv[1])); const f = p.files.map((x) => x.path);
			if (!f.includes("src/index.js") || !f.includes("index.d.ts") || !f.includes("README.md") || f.some((x) => x.startsWith("test"))) throw f' "$work/out"
}
check "its types hold for a program in strict TypeScript" types
check "its package holds sources, types and the page, no tests" packed
/usr/bin/python3 -c 'import numpy' 2>/dev/null || { echo "python3-numpy is not installed: not against a daemon"; exit $failed; }
mkdir "$work/models" && (cd tests/e2e && /usr/bin/python3 -c 'import network, sys; network.write(sys.argv[1])' "$work/models/motion.safetensors") || exit 1
ln -s "$(realpath "${MODELS:-models}")"/default.safetensors "$work/models/"
node --test-reporter=tap tests/e2e/js.mjs "$build/posed" "$work/models" >"$work/tap" || failed=1
grep -v '^#' "$work/tap"
exit $failed
