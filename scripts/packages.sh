#!/bin/bash
# packages.sh OUT [KIND...]: packages of the clients, ready to publish, in the folder OUT: npm, wheel, unity, unreal, godot; all without KIND.
#
#     posed-client-VERSION.tgz                 npm publish
#     posed-core-VERSION.tgz                   npm publish
#     posed_client-VERSION-py3-none-any.whl    twine upload
#     dev.posed.client-VERSION.tgz             Unity: Package Manager, from tarball (UPM), with an assembly definition
#     posed-unreal-VERSION.zip                 Unreal: unpack into Plugins/
#     posed-godot-VERSION.zip                  Godot: the asset library's layout, addons/posed
set -eu
cd "$(dirname "$0")/.."
[ $# -ge 1 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd) version=$(cat VERSION)
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm_package() { npm pack --silent --pack-destination "$out" ./clients/js ./clients/core >/dev/null; }

# A wheel is a zip of the package and three texts of metadata (PyPA's binary distribution format), so that building it needs nothing but Python.
wheel() { python3 scripts/wheel.py clients/python "$out"; }

unity() {
	local package=$work/unity/package
	mkdir -p "$package/Runtime"
	cp -r clients/unity/*.cs clients/unity/Components clients/unity/Plugins "$package/Runtime/"
	cp clients/unity/README.md "$package/README.md"
	cp LICENSE "$package/LICENSE.md"
	cat >"$package/package.json" <<-EOF
	{
	  "name": "dev.posed.client",
	  "version": "$version",
	  "displayName": "posed client",
	  "description": "Characters of a posed daemon for Unity.",
	  "unity": "2021.3",
	  "license": "MIT",
	  "keywords": ["character", "animation", "websocket"]
	}
	EOF
	cat >"$package/Runtime/Posed.Client.asmdef" <<-EOF
	{ "name": "Posed.Client", "rootNamespace": "PosedClient", "references": [], "autoReferenced": true, "noEngineReferences": false }
	EOF
	# Unity keeps the identity of an asset beside it; a fixed one for each path lets scenes refer to the scripts.
	(cd "$package" && find . -mindepth 1 | sort | while read -r path; do
		printf 'fileFormatVersion: 2\nguid: %s\n' "$(printf 'dev.posed.client/%s' "$path" | md5sum | cut -c1-32)" >"$path.meta"
		# A .jslib is for WebGL players alone.
		case $path in *.jslib)
			printf 'PluginImporter:\n  platformData:\n  - first:\n      Any:\n    second:\n      enabled: 0\n  - first:\n      WebGL: WebGL\n    second:\n      enabled: 1\n' >>"$path.meta" ;;
		esac
	done)
	tar -C "$work/unity" --sort=name --mtime=@0 --owner=0 --group=0 -czf "$out/dev.posed.client-$version.tgz" package
}

unreal() {
	local plugin=$work/unreal/Posed
	# Posed.h and posed.h are in different folders, because Windows and macOS do not distinguish their names.
	mkdir -p "$plugin/Source/Posed/Public" "$plugin/Source/Posed/Private" "$plugin/Source/Posed/c"
	cp clients/c/posed.c clients/c/posed.h "$plugin/Source/Posed/c/"
	cp clients/unreal/Posed.h clients/unreal/PosedDriven.h clients/unreal/example/*.h "$plugin/Source/Posed/Public/"
	cp clients/unreal/Posed.cpp clients/unreal/PosedDriven.cpp clients/unreal/example/*.cpp "$plugin/Source/Posed/Private/"
	cp clients/unreal/README.md LICENSE "$plugin/"
	printf '#include "Modules/ModuleManager.h"\n\nIMPLEMENT_MODULE(FDefaultModuleImpl, Posed)\n' >"$plugin/Source/Posed/Private/PosedModule.cpp"
	cat >"$plugin/Posed.uplugin" <<-EOF
	{
	  "FileVersion": 3, "Version": 1, "VersionName": "$version",
	  "FriendlyName": "posed", "Description": "Characters of a posed daemon.", "Category": "Animation",
	  "Modules": [{ "Name": "Posed", "Type": "Runtime", "LoadingPhase": "Default" }]
	}
	EOF
	cat >"$plugin/Source/Posed/Posed.Build.cs" <<-EOF
	using UnrealBuildTool;

	public class Posed : ModuleRules
	{
	    public Posed(ReadOnlyTargetRules Target) : base(Target)
	    {
	        PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
	        PublicDependencyModuleNames.AddRange(new[] { "Core", "CoreUObject", "Engine", "WebSockets" });
	    }
	}
	EOF
	(cd "$work/unreal" && python3 -m zipfile -c "$out/posed-unreal-$version.zip" Posed)
}

godot() {
	mkdir -p "$work/godot/addons"
	cp -r clients/godot/addons/posed "$work/godot/addons/"
	cp LICENSE clients/godot/README.md "$work/godot/addons/posed/"
	(cd "$work/godot" && python3 -m zipfile -c "$out/posed-godot-$version.zip" addons)
}

for kind in ${*:-npm wheel unity unreal godot}; do
	case $kind in
		npm) npm_package ;;
		wheel | unity | unreal | godot) $kind ;;
		*) echo "$0: $kind; npm, wheel, unity, unreal or godot allowed" >&2; exit 2 ;;
	esac
done
