#!/bin/bash
# The packages of the clients and of the daemon: each is installed from the built file into its own folder and used from there.
# BUILD   folder of posed (build)
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
version=$(cat VERSION) packages=$work/packages
has() { command -v "$1" >/dev/null; }

npm_installs() (
	scripts/packages.sh "$packages" npm && mkdir "$work/npm" && cd "$work/npm" &&
		npm install --silent --no-audit --no-fund --offline --legacy-peer-deps "$packages/posed-client-$version.tgz" &&
		node --input-type=module -e 'import * as posed from "posed-client"; import { readFileSync, existsSync } from "node:fs";
const own = JSON.parse(readFileSync("node_modules/posed-client/package.json"));
if (typeof posed.Client !== "function" && !Object.values(posed).some((v) => typeof v === "function")) throw Error("exports nothing");
for (const entry of Object.values(own.exports)) for (const path of Object.values(typeof entry === "string" ? { entry } : entry)) if (!existsSync(`node_modules/posed-client/${path}`)) throw Error(`${path} is missing`);'
)

# A bundler that shakes the tree leaves out what a program does not import: the three.js element and the maker.
npm_shakes() {
	local esbuild=web/node_modules/.bin/esbuild
	[ -x $esbuild ] || { echo "esbuild is not installed (make web)"; return 0; }
	echo 'import * as posed from "posed-client"; console.log(Object.keys(posed)[0]);' >"$work/npm/all.js"
	echo 'import { readFrame } from "posed-client"; console.log(readFrame);' >"$work/npm/one.js"
	$esbuild --bundle --format=esm --log-level=error --outfile="$work/all.out.js" "$work/npm/all.js" &&
		$esbuild --bundle --format=esm --log-level=error --outfile="$work/one.out.js" "$work/npm/one.js" 2>/dev/null ||
		return 0
	[ "$(wc -c <"$work/one.out.js")" -lt "$(wc -c <"$work/all.out.js")" ]
}

wheel_installs() {
	scripts/packages.sh "$packages" wheel &&
		python3 -m pip install --quiet --no-index --no-deps --target "$work/python" "$packages/posed_client-$version-py3-none-any.whl" &&
		PYTHONPATH="$work/python" python3 -c 'import posed, sys; assert posed.__file__.startswith(sys.argv[1]), posed.__file__; from importlib.metadata import version; assert version("posed-client") == sys.argv[2]' "$work/python" "$version"
}

unity_is_whole() {
	scripts/packages.sh "$packages" unity && mkdir "$work/unity" && tar -C "$work/unity" -xzf "$packages/dev.posed.client-$version.tgz" && python3 - "$work/unity/package" "$version" <<-'EOF'
	import json, pathlib, re, sys
	root, version = pathlib.Path(sys.argv[1]), sys.argv[2]
	package = json.loads((root / "package.json").read_text())
	assert re.fullmatch(r"[a-z0-9]+(\.[a-z0-9-]+){2,}", package["name"]) and package["version"] == version and package["unity"]
	[definition] = root.glob("Runtime/*.asmdef")
	assert json.loads(definition.read_text())["name"] == definition.stem
	assert (root / "Runtime/Posed.cs").exists()
	assets = [p for p in root.rglob("*") if p.suffix != ".meta"]
	ids = [re.search(r"^guid: ([0-9a-f]{32})$", pathlib.Path(f"{p}.meta").read_text(), re.M).group(1) for p in assets]
	assert len(set(ids)) == len(assets), "an id is used twice"
	EOF
}

unreal_is_whole() {
	scripts/packages.sh "$packages" unreal && mkdir "$work/unreal" && python3 -m zipfile -e "$packages/posed-unreal-$version.zip" "$work/unreal" &&
		python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); assert d["VersionName"] == sys.argv[2] and [m["Name"] for m in d["Modules"]] == ["Posed"]' "$work/unreal/Posed/Posed.uplugin" "$version" &&
		g++ -std=c++14 -fsyntax-only -I "$work/unreal/Posed/Source/Posed/Public" "$work/unreal/Posed/Source/Posed/Private/Posed.cpp" "$work/unreal/Posed/Source/Posed/c/posed.c"
}

godot_is_whole() {
	scripts/packages.sh "$packages" godot && mkdir "$work/godot" && python3 -m zipfile -e "$packages/posed-godot-$version.zip" "$work/godot" &&
		script=$(sed -n 's/^script="\(.*\)"/\1/p' "$work/godot/addons/posed/plugin.cfg") && [ -n "$script" ] && [ -e "$work/godot/addons/posed/$script" ]
}

deb_runs() {
	scripts/deb.sh "$packages" && file=$(ls "$packages"/posed_*.deb) && mkdir "$work/deb" && dpkg-deb -x "$file" "$work/deb" &&
		[ "$(dpkg-deb -f "$file" Version)" = "$version" ] && dpkg-deb -f "$file" Depends | grep -q libmicrohttpd &&
		"$work/deb/usr/bin/posed" --version | grep -q "$version" && [ -e "$work/deb/usr/share/posed/models/person.safetensors" ] &&
		"$work/deb/usr/bin/posedctl" inspect "$work/deb/usr/share/posed/models/wardrobe.safetensors" >/dev/null
}

if has npm; then
	check "the npm package installs, exports its functions, and has every file that it names" npm_installs
	check "a bundler leaves out what a program does not import" npm_shakes
fi
check "the wheel installs into an empty folder and is imported from there" wheel_installs
check "the Unity package has its manifest, an assembly definition, and an id for each asset" unity_is_whole
check "the Unreal plugin has its descriptor, and its sources compile without the engine" unreal_is_whole
check "the Godot archive unpacks to an add-on whose script is there" godot_is_whole
if has dpkg-deb; then
	check "the Debian package unpacks, names its libraries, and its programs run" deb_runs
fi
exit $failed
