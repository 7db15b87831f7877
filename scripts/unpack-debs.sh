#!/bin/sh
# unpack-debs.sh FOLDER PROGRAM=PACKAGE...: of the programs that are not installed, unpacks the Debian packages below FOLDER, with what they need
# beside what is here: nothing is installed, no script of theirs runs, so no daemon starts. Then FOLDER/bin/PROGRAM runs each. Needs no root.
set -e
folder=$1
shift
missing=
for pair; do
	program=${pair%%=*}
	PATH="$PATH:/usr/sbin" command -v "$program" >/dev/null || [ -x "$folder/bin/$program" ] || missing="$missing $pair"
done
[ -n "$missing" ] || exit 0
command -v apt-get >/dev/null || { echo "not Debian: this needs$missing" >&2; exit 0; }

packages=$(for pair in $missing; do echo "${pair#*=}"; done)
# shellcheck disable=SC2086
needed=$(apt-get -s --no-install-recommends install $packages | sed -n 's/^Inst \([^ ]*\).*/\1/p')
[ -n "$needed" ] || { echo "apt-get knows no way to$missing: apt-get update?" >&2; exit 1; }
# shellcheck disable=SC2086
echo "unpacking below $folder:" $needed
mkdir -p "$folder/debs" "$folder/bin"
# shellcheck disable=SC2086
(cd "$folder/debs" && apt-get -qq -o APT::Sandbox::User=root download $needed)
for deb in "$folder"/debs/*.deb; do dpkg-deb -x "$deb" "$folder"; done
rm -r "$folder/debs"

root=$(cd "$folder" && pwd)
for pair in $missing; do
	program=${pair%%=*}
	path=$(find "$root/usr" -type f -name "$program" -perm -u+x | head -n 1)
	[ -n "$path" ] || { echo "no $program in ${pair#*=}" >&2; exit 1; }
	libraries=$(find "$root" -name '*.so.*' -exec dirname {} + | sort -u | tr '\n' ':')
	printf '#!/bin/sh\nLD_LIBRARY_PATH="%s$LD_LIBRARY_PATH" exec "%s" "$@"\n' "$libraries" "$path" >"$folder/bin/$program"
	chmod +x "$folder/bin/$program"
done
