#!/bin/bash
# The JavaScript client in projects of frameworks and bundlers, made by npm from an empty folder as docs/guide/element.md says: its types in JSX
# of React 18 and 19, in Vue, in Svelte and without any of them; bundles by Vite, webpack and esbuild with the oldest three.js that package.json
# admits and the newest; and pages rendered on a server by Next.js, Nuxt and SvelteKit. Needs the registry of npm; .ci/nightly runs it.
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
command -v npm >/dev/null || { echo "npm is not installed"; exit 77; }
npm ping >/dev/null 2>&1 || { echo "the registry of npm does not answer"; exit 77; }
client=$PWD/clients/js
files=$PWD/tests/browser/frameworks
oldest=$(node -p 'require("./clients/js/package.json").peerDependencies.three.replace(">=", "")').0

# Makes the folder of a project and installs packages beside a copy of the client.
project() {
	mkdir -p "$work/$1/src" && cd "$work/$1" || return 1
	shift
	[ -f package.json ] || echo '{"private": true, "type": "module"}' >package.json
	echo install-links=true >.npmrc
	npm install --silent --no-audit --no-fund --legacy-peer-deps "$client" "$@" || return 1
	[ ! -L node_modules/posed-client ] || { echo "npm made a link"; return 1; }
}
# Checks a program with all declarations that it uses, or with "true" without those of the framework.
types() {
	local name=$1 program=$2 skip=$3
	shift 3
	(project "$name" typescript@5.9 "$@" && cp "$files/$program" src/ &&
		echo "{\"compilerOptions\": {\"strict\": true, \"noEmit\": true, \"target\": \"es2022\", \"module\": \"esnext\", \"moduleResolution\": \"bundler\", \"jsx\": \"react-jsx\", \"skipLibCheck\": $skip, \"types\": []}, \"include\": [\"src\"]}" >tsconfig.json &&
		node_modules/.bin/tsc -p .)
}
bundle() {
	(project "bundle-$1" "three@$1" vite webpack webpack-cli esbuild && cp "$files/page.js" "$files/index.html" . &&
		node_modules/.bin/esbuild --bundle --format=esm page.js --outfile=esbuild.js --log-level=warning &&
		node_modules/.bin/vite build --logLevel warn &&
		node_modules/.bin/webpack --mode production --entry ./page.js --output-path webpack 2>&1 | tee webpack.log | grep -q "compiled" && ! grep -i "error" webpack.log)
}
next_build() {
	(project next next react@19 react-dom@19 three typescript@5.9 @types/react@19 @types/node && mkdir -p app && cp "$files/next/"*.tsx app/ &&
		NEXT_TELEMETRY_DISABLED=1 node_modules/.bin/next build >next.log 2>&1 && grep -q posed-character .next/server/app/index.html || { tail -n 20 next.log; return 1; })
}
# Starts the server that Nuxt has built, and fetches its first page. Prerendering ("nuxt generate") failed for any page with Nuxt 4.4.5 on 2026-12-01.
nuxt_page() {
	local port=$((20000 + RANDOM % 20000)) tries=50
	PORT=$port HOST=127.0.0.1 node .output/server/index.mjs >server.log 2>&1 &
	local server=$!
	until curl -sf "http://127.0.0.1:$port/" >page.html || [ $((tries -= 1)) = 0 ]; do sleep .2; done
	kill $server
	wait $server 2>/dev/null
	grep -q posed-character page.html
}
nuxt_build() {
	(project nuxt nuxt@4 vue vue-router three && mkdir -p app && cp "$files/nuxt/app.vue" app/ && cp "$files/nuxt/nuxt.config.js" . &&
		NUXT_TELEMETRY_DISABLED=1 node_modules/.bin/nuxt build >nuxt.log 2>&1 && nuxt_page || { tail -n 20 nuxt.log server.log; return 1; })
}
svelte_build() {
	(project kit @sveltejs/kit@2 @sveltejs/adapter-static @sveltejs/vite-plugin-svelte svelte@5 vite@6 three && mkdir -p src/routes && cp "$files/kit/"*.svelte src/routes/ && cp "$files/kit/+layout.js" src/routes/ &&
		cp "$files/kit/app.html" src/ && cp "$files/kit/"*.config.js . && node_modules/.bin/vite build >kit.log 2>&1 && grep -q posed-character build/index.html || { tail -n 20 kit.log; return 1; })
}
check "types hold in JSX of React 19" types react19 react.tsx false react@19 @types/react@19
check "types hold in JSX of React 18" types react18 react.tsx false react@18 @types/react@18
check "types hold in templates of Vue and Svelte" types templates templates.ts true vue@3 svelte@5
check "types hold without a framework" types plain plain.ts false
check "Vite, webpack and esbuild build with three.js $oldest" bundle "$oldest"
check "Vite, webpack and esbuild build with the newest three.js" bundle latest
check "Next.js builds a page with the component, rendered on the server" next_build
check "Nuxt builds a page with the element, rendered on the server" nuxt_build
check "SvelteKit builds a page with the element, rendered on the server" svelte_build
exit $failed
