#!/bin/bash
# deb.sh OUT: a Debian package of what `make install` installs, posed_VERSION_ARCH.deb in the folder OUT. `make deb` runs it.
# The package depends on the Debian packages of the shared libraries that the programs load (runtime-debs.sh).
# BUILD  folder of posed (build)
set -eu
cd "$(dirname "$0")/.."
[ $# -eq 1 ] || { sed -n '2,4s/^# \{0,1\}//p' "$0" >&2; exit 2; }
mkdir -p "$1"
build=${BUILD:-build} out=$(cd "$1" && pwd) version=$(cat VERSION) arch=$(dpkg --print-architecture)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"

make --no-print-directory install DESTDIR="$work" PREFIX=/usr LIBDIR=/usr/lib SYSCONFDIR=/etc >/dev/null
depends=$(scripts/runtime-debs.sh "$build/posed" "$build/posedctl" | while read -r package; do
	dpkg-query -W -f '${Package} (>= ${Version})\n' "$package" | sed -E 's/(>= [^)]*)-[^-)]*\)$/\1)/; s/(>= [^)+]*)\+[a-z0-9.+]*\)$/\1)/'
done | paste -sd, | sed 's/,/, /g')
install -d "$work/DEBIAN"
cat >"$work/DEBIAN/control" <<EOF
Package: posed
Version: $version
Section: graphics
Priority: optional
Architecture: $arch
Maintainer: posed <posed@localhost>
Depends: $depends
Installed-Size: $(du -sk --exclude=DEBIAN "$work" | cut -f1)
Description: daemon for body models, animated characters and inverse kinematics
 posed keeps SMPL-family body models and motion networks resident and serves
 shaped, posed and dressed bodies over HTTP, and characters over WebSockets.
EOF
install -D -m 644 LICENSE "$work/usr/share/doc/posed/copyright"
dpkg-deb --root-owner-group -Zzstd -z3 --build "$work" "$out/posed_${version}_$arch.deb" >/dev/null
