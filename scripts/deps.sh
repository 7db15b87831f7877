#!/bin/sh
# deps.sh PACKAGE...: installs the Debian packages that are missing, as root or with sudo; nothing when all are there.
command -v dpkg-query >/dev/null || { echo "not Debian: this needs what Debian calls $*" >&2; exit 0; }
# Two at a time would meet at apt's lock.
mkdir -p build && exec 9>build/deps.lock && flock 9
missing=
for package; do
	case $(dpkg-query -W -f='${Status}' "$package" 2>/dev/null) in
	*" installed") ;;
	*) missing="$missing $package" ;;
	esac
done
[ -z "$missing" ] && exit 0
sudo=
if [ "$(id -u)" != 0 ]; then
	command -v sudo >/dev/null || { echo "missing:$missing; as root: apt-get install --no-install-recommends$missing" >&2; exit 1; }
	sudo=sudo
fi
echo "installing$missing"
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086
set -- $missing
$sudo apt-get -qq -o DPkg::Lock::Timeout=300 update </dev/null >/dev/null &&
	$sudo apt-get -qq -y -o DPkg::Lock::Timeout=300 --no-install-recommends install "$@" </dev/null >/dev/null || {
	echo "apt-get could not install$missing" >&2
	exit 1
}
