#!/bin/sh
# sbom.sh NAME VERSION [PACKAGE...]: a bill of materials (CycloneDX 1.5, JSON) of NAME and the Debian packages that it runs with, from
# dpkg: those named, or all that are installed. In the image: /usr/share/posed/sbom.json; of a build: make sbom.
name=$1 version=$2
shift 2
. /etc/os-release
printf '{"bomFormat":"CycloneDX","specVersion":"1.5","version":1,\n"metadata":{"component":{"type":"application","name":"%s","version":"%s"}},\n"components":[' \
	"$name" "$version"
dpkg-query -W -f '${db:Status-Status} ${Package} ${Version} ${Architecture} ${source:Package} ${source:Version}\n' "$@" | sort -u | {
	comma=
	while read -r status package number architecture source source_version; do
		[ "$status" = installed ] || continue
		# a package URL escapes what is not a letter, a digit or one of -._~
		escaped=$(printf %s "$number" | sed 's/:/%3A/g; s/+/%2B/g')
		printf '%s\n{"type":"library","name":"%s","version":"%s","purl":"pkg:deb/%s/%s@%s?arch=%s&distro=%s-%s","properties":[{"name":"debian:source","value":"%s %s"}]}' \
			"$comma" "$package" "$number" "$ID" "$package" "$escaped" "$architecture" "$ID" "$VERSION_ID" "$source" "$source_version"
		comma=,
	done
}
printf ']}\n'
