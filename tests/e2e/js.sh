#!/bin/bash
# The client for browsers and Node: its tests, its types under TypeScript, its package, and a daemon with npm's ws.
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
core_types() { node tests/e2e/node_modules/typescript/bin/tsc --noEmit --strict --target es2022 --module nodenext --skipLibCheck false tests/e2e/core_types.mts; }
react_types() { node tests/e2e/node_modules/typescript/bin/tsc --noEmit --strict --target es2022 --module es2022 --moduleResolution bundler --jsx react --skipLibCheck false tests/e2e/react_types.tsx; }
jsx_types() { # the elements in JSX, with a stand-in for @types/react
	local modules=$work/jsx/node_modules
	mkdir -p "$modules/react" && cp -r clients/js "$modules/posed-client" || return
	echo '{"type":"module"}' >"$work/jsx/package.json"
	echo '{"type":"module","types":"./react.d.ts"}' >"$modules/react/package.json"
	cat >"$modules/react/react.d.ts" <<'END'
export type Key = string | number;
export interface HTMLAttributes<T> { className?: string; onClick?: (event: unknown) => void; readonly element?: T }
export type DetailedHTMLProps<A, E> = A & { ref?: (element: E | null) => void };
export function createElement(...all: unknown[]): unknown;
export namespace JSX { type Element = unknown; interface IntrinsicElements { div: object } }
export namespace createElement { export import JSX = JSXOf }
declare namespace JSXOf { type Element = unknown; interface IntrinsicElements extends JSX.IntrinsicElements {} }
END
	cat >"$work/jsx/page.tsx" <<'END'
/** @jsx createElement */
import { createElement } from "react";
import type {} from "posed-client/jsx";
export const one = <posed-character random={5} betas={[1, 2]} walk="none" ref={(element) => element?.character?.input({ move: [0, 1] })} />;
export const maker = <posed-avatar-maker src="/x" ref={(element) => element?.save()} />;
// @ts-expect-error there is no such attribute
export const wrong = <posed-character rendom="5" />;
END
	# Each way of resolving modules has to find the declarations. The first also checks the declarations themselves, which takes 5 s.
	local skip=false
	for how in "nodenext nodenext" "es2022 bundler" "es2022 node"; do
		node tests/e2e/node_modules/typescript/bin/tsc --noEmit --strict --target es2022 --module "${how% *}" --moduleResolution "${how#* }" --jsx react --skipLibCheck $skip "$work/jsx/page.tsx" || return
		skip=true
	done
}
on_a_server() { # with stand-ins for three and React
	local modules=$work/server/node_modules
	mkdir -p "$modules/three/addons/loaders" "$modules/react" && cp -r clients/js "$modules/posed-client" || return
	echo '{"type":"module","exports":{".":"./three.js","./addons/*":"./addons/*"}}' >"$modules/three/package.json"
	echo 'export class Scene {}' >"$modules/three/three.js"
	echo 'export class GLTFLoader {}' >"$modules/three/addons/loaders/GLTFLoader.js"
	echo '{"type":"module","exports":"./react.js"}' >"$modules/react/package.json"
	echo 'const f = (x) => x; export { f as createElement, f as forwardRef, f as useCallback, f as useEffect, f as useImperativeHandle, f as useRef };' >"$modules/react/react.js"
	echo 'await import("posed-client/element"); const { PosedCharacter } = await import("posed-client/react"); if (typeof PosedCharacter !== "function") throw PosedCharacter;' >"$work/server/page.mjs"
	node "$work/server/page.mjs"
}
packed() {
	exits 0 npm pack --dry-run --json ./clients/js &&
		node -e 'const [p] = JSON.parse(require("fs").readFileSync(process.argv[1])); const f = p.files.map((x) => x.path);
			if (!f.includes("src/index.js") || !f.includes("index.d.ts") || !f.includes("README.md") || !f.includes("fields.d.ts") || !f.includes("react.d.ts") || !f.includes("jsx.d.ts") || !f.includes("src/react.js") || f.some((x) => x.startsWith("test"))) throw f' "$work/out"
}
# docs/guide/react.md has the files of the example as they are; what they import from the client is there.
guide_of_react() {
	local example=clients/js/examples/react file
	for file in index.html vite.config.js src/main.jsx src/Walker.jsx; do
		/usr/bin/python3 -c 'import sys
sys.exit(f"\n{open(sys.argv[1]).read()}```" not in open("docs/guide/react.md").read())' "$example/$file" || { echo "docs/guide/react.md has another $file"; return 1; }
	done
	node --input-type=module -e 'import { readFileSync } from "node:fs";
		const client = await import("./clients/js/src/index.js"), names = /import \{([^}]*)\} from "posed-client"/.exec(readFileSync(process.argv[1], "utf8"))[1].split(",");
		const missing = names.map((name) => name.trim()).filter((name) => !client[name]);
		if (missing.length) throw new Error(`not in the client: ${missing}`);' "$example/src/Walker.jsx"
}
check "the guide to React has the files of the example" guide_of_react
check "the client's types hold for a program in strict TypeScript" types
check "the types of posed-core hold for a program in strict TypeScript" core_types
check "the React component's types hold in strict TSX" react_types
check "the elements have types in JSX, in every way of resolving modules" jsx_types
check "the element and the component are imported on a server without an error" on_a_server
check "the types of the HTTP interface are those of /openapi.json (else: scripts/client_types.py $build/posed)" scripts/client_types.py "$build/posed" --check
check "the client's package holds sources, types and the page, but no tests" packed
/usr/bin/python3 -c 'import numpy' 2>/dev/null || { echo "python3-numpy is not installed: not against a daemon"; exit $failed; }
mkdir "$work/models" && (cd tests/e2e && /usr/bin/python3 -c 'import network, sys; network.write(sys.argv[1])' "$work/models/motion.safetensors") || exit 1
ln -s "$(realpath "${MODELS:-models}")"/default.safetensors "$work/models/"
node --test-reporter=tap tests/e2e/js.mjs "$build/posed" "$work/models" >"$work/tap" || failed=1
grep -v '^#' "$work/tap"
exit $failed
