#!/bin/sh
# runtime-debs.sh PROGRAM...: the Debian packages of the shared libraries that the programs load, one per line.
# OpenBLAS's library is found through an alternative: the package behind the link is named. libwebsockets loads its libev plug-in itself, and posed libcurl, which reads the system's certificates.
{
	ldd "$@" | grep -q libwebsockets && echo libwebsockets-evlib-ev
	grep -aq 'libcurl\.so\.4' "$@" && {
		echo ca-certificates
		dpkg-query -S '*/libcurl.so.4'
	}
	ldd "$@" | sed -nE 's/.* => (\/[^ ]+) .*/\1/p' | sort -u | while read -r library; do
		real=$(readlink -f "$library")
		for path in "$real" "${real#/usr}" "$library" "${library#/usr}"; do
			dpkg-query -S "$path" 2>/dev/null && break
		done
	done
} | sed -E 's/:.*//' | sort -u
