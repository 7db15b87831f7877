#!/bin/sh
# runtime-debs.sh PROGRAM...: the Debian packages of the shared libraries that the programs load, one per line.
# OpenBLAS's library is found through an alternative: the package behind the link is named. libwebsockets loads its libev plug-in itself, and posed libcurl, which reads the system's certificates.
{
	ldd "$@" | grep -q libwebsockets && echo libwebsockets-evlib-ev
	grep -aq 'libcurl\.so\.4' "$@" && {
		echo ca-certificates
		dpkg-query -S '*/libcurl.so.4'
	}
	# Four names of each library, as dpkg may have any of them; the first that it knows is taken. One query for all, as each reads dpkg's whole database.
	names=$(ldd "$@" | sed -nE 's/.* => (\/[^ ]+) .*/\1/p' | sort -u | while read -r library; do
		real=$(readlink -f "$library")
		echo "$real ${real#/usr} $library ${library#/usr}"
	done)
	{
		dpkg-query -S $(printf '%s\n' $names | sort -u) 2>/dev/null
		echo
		printf '%s\n' "$names"
	} | awk '/^$/ {names = 1} !names {package[$NF] = $1} names {for (i = 1; i <= NF; i++) if ($i in package) {print package[$i]; next}}'
} | sed -E 's/:.*//' | sort -u
