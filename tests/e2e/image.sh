#!/bin/bash
# Builds the container image with docker, podman or buildah (the first that works, or TOOL), starts it with a read-only
# root and without capabilities, and asks it for a body. BASE names the base image (the Dockerfile's); where no registry
# answers and debootstrap is there, a base is made with it. KEEP=1 keeps the image; IMAGE is its name.
# Exit 77 when there is no tool at all, or no base.
set -euo pipefail
cd "$(dirname "$0")/../.."
image=${IMAGE:-posed} base=${BASE:-$(sed -n "s/^ARG BASE=//p" Dockerfile)} port=${PORT:-18080}
commit=$(scripts/commit.sh) version=$(cat VERSION)
work=$(mktemp -d)
container='' server='' made=''

ok() { echo "ok - $*"; }
die() {
	echo "not ok - $*"
	[ -s "$work/server.log" ] && tail -n 20 "$work/server.log"
	exit 1
}

# Storage of its own without a running daemon; vfs needs no kernel support, and all of it is removed at the end.
own_storage() {
	export CONTAINERS_STORAGE_CONF=$work/storage.conf
	printf '[storage]\ndriver = "vfs"\nrunroot = "%s/run"\ngraphroot = "%s/graph"\n' "$work" "$work" >"$CONTAINERS_STORAGE_CONF"
}

find_tool() {
	for tool in ${TOOL:-docker podman buildah}; do
		case $tool in
		docker) docker info >/dev/null 2>&1 && return ;;
		*) command -v "$tool" >/dev/null && return ;;
		esac
	done
	tool=none
}

clean_up() {
	if [ -n "$server" ]; then
		kill "$server" 2>/dev/null || true
		wait "$server" 2>/dev/null || true
	fi
	case $tool in
	docker) [ -z "$container" ] || docker rm -f "$container" >/dev/null 2>&1 || true ;;
	podman) [ -z "$container" ] || podman rm -f "$container" >/dev/null 2>&1 || true ;;
	buildah) [ -z "$container" ] || buildah rm "$container" >/dev/null 2>&1 || true ;;
	esac
	if [ "$tool" = docker ]; then
		[ -n "${KEEP:-}" ] || docker image rm -f "$image" ${made:+"$made"} >/dev/null 2>&1 || true
	elif [ -z "${KEEP:-}" ] && [ "$tool" != none ]; then
		buildah rm --all >/dev/null 2>&1 || true
		buildah rmi --all --force >/dev/null 2>&1 || true
	fi
	rm -rf "$work"
}

base_there() {
	case $tool in
	docker) docker image inspect "$base" >/dev/null 2>&1 || docker pull -q "$base" >/dev/null 2>&1 ;;
	podman) podman image exists "$base" || timeout 60 podman pull -q "docker.io/library/$base" >/dev/null 2>&1 ;;
	buildah) timeout 60 buildah pull -q "docker.io/library/$base" >/dev/null 2>&1 ;;
	esac
}

# A base without a registry: Debian's own minbase, from the mirror that this machine uses.
make_base() {
	command -v debootstrap >/dev/null || { echo "no $base: no registry answers and debootstrap is not installed"; exit 77; }
	echo "no registry answers: making a base with debootstrap"
	local mirror
	mirror=$(grep -hsE '^(URIs:|deb )' /etc/apt/sources.list /etc/apt/sources.list.d/* | grep -v security | grep -Eo '[a-z+]+:/[^ ]+' | head -n 1 || true)
	# shellcheck disable=SC2086
	debootstrap --variant=minbase --include=ca-certificates bookworm "$work/rootfs" $mirror >"$work/debootstrap.log" 2>&1 ||
		die "debootstrap: $(tail -n 1 "$work/debootstrap.log")"
	rm -rf "$work"/rootfs/var/cache/apt/archives/*.deb "$work"/rootfs/var/lib/apt/lists/* "$work"/rootfs/usr/share/{doc,man,locale}/*
	made=localhost/posed-base:12 base=$made
	case $tool in
	docker) tar -C "$work/rootfs" -c . | docker import - "$made" >/dev/null ;;
	podman) tar -C "$work/rootfs" -c . | podman import -q - "$made" >/dev/null ;;
	buildah)
		local scratch
		scratch=$(buildah from scratch)
		buildah add -q "$scratch" "$work/rootfs" / >/dev/null
		buildah commit -q "$scratch" "$made" >/dev/null
		buildah rm "$scratch" >/dev/null
		;;
	esac
	rm -rf "$work/rootfs"
}

# In a base of our own apt asks where this machine asks; nothing of that stays in the image.
apt_mounts() {
	[ -n "$made" ] || return 0
	local path
	for path in /etc/apt/sources.list /etc/apt/sources.list.d /etc/apt/apt.conf.d /etc/apt/trusted.gpg.d /usr/share/keyrings /etc/ssl/certs; do
		[ -e "$path" ] && printf -- '--volume %s:%s:ro ' "$path" "$path"
	done
}

build() {
	local args=(--build-arg "BASE=$base" --build-arg "COMMIT=$commit" --build-arg "VERSION=$version" -t "$image" .)
	case $tool in
	docker) docker build -q --network host "${args[@]}" >/dev/null ;;
	# shellcheck disable=SC2046
	podman | buildah)
		local builder=buildah
		command -v buildah >/dev/null || builder=podman
		$builder build --pull=never --isolation chroot --network host --format docker $(apt_mounts) "${args[@]}" >"$work/build.log" 2>&1 ||
			{ tail -n 30 "$work/build.log"; return 1; }
		;;
	esac
}

image_size() {
	case $tool in
	docker) docker image inspect -f "{{.Size}} bytes" "$image" ;;
	podman) podman image inspect --format "{{.Size}} bytes" "$image" ;;
	buildah) buildah inspect --type image "$image" >/dev/null && buildah images --json "$image" | grep -o '"size": *"[^"]*"' | head -n 1 | cut -d'"' -f4 ;;
	esac
}

image_user() {
	case $tool in
	docker | podman) $tool image inspect --format '{{.Config.User}}' "$image" ;;
	buildah) buildah inspect --type image --format '{{.OCIv1.Config.User}}' "$image" ;;
	esac
}

start() {
	local loopback=(-e "POSED_LISTEN=127.0.0.1:$port")
	case $tool in
	docker) container=$(docker run -d --read-only --cap-drop ALL --security-opt no-new-privileges -p "127.0.0.1:$port:8080" -e POSED_ACCESS_INSECURE=true "$image") ;;
	podman)
		podman --runtime runc --cgroup-manager cgroupfs run --name posed-e2e --read-only --cap-drop ALL --network host \
			--ulimit nofile=1024:4096 --ulimit nproc=1024:4096 "${loopback[@]}" "$image" >"$work/server.log" 2>&1 &
		server=$! container=posed-e2e
		;;
	buildah)
		container=$(buildah from --pull-never "$image")
		buildah run --isolation chroot --user 10001:10001 --cap-drop ALL --env "POSED_LISTEN=127.0.0.1:$port" "$container" -- /usr/bin/posed >"$work/server.log" 2>&1 &
		server=$!
		;;
	esac
}

inside() {
	case $tool in
	docker) docker exec "$container" "$@" ;;
	podman) podman --runtime runc --cgroup-manager cgroupfs exec "$container" "$@" ;;
	buildah) buildah run --isolation chroot --user 10001:10001 --env "POSED_LISTEN=127.0.0.1:$port" "$container" -- "$@" ;;
	esac
}

url=http://127.0.0.1:$port
wait_ready() {
	for _ in $(seq 100); do
		curl -fsS -o /dev/null "$url/readyz" 2>/dev/null && return
		sleep 0.1
	done
	return 1
}

tool=none
find_tool
if [ "$tool" = none ]; then
	echo "neither docker, podman nor buildah is here"
	exit 77
fi
trap clean_up EXIT
[ "$tool" = docker ] || [ -n "${KEEP:-}" ] || own_storage
base_there || make_base
build || die "the image builds with $tool"
ok "the image builds with $tool ($(image_size))"
start
wait_ready || die "the container is ready within 10 s"
ok "the container is ready"
curl -fsS "$url/v1/models/default/mesh?betas=1.5,-0.5&format=glb" -o "$work/body.glb" || die "the container makes a body"
[ "$(head -c 4 "$work/body.glb")" = glTF ] || die "the body is a GLB"
ok "the container makes a body ($(stat -c %s "$work/body.glb") bytes of GLB)"
curl -fsS "$url/v1/version" | grep -q "$version" || die "the version is $version"
ok "the container tells its version"
inside /usr/bin/posed --healthcheck >/dev/null || die "the health check agrees"
ok "the health check agrees"
[ "$(image_user)" = 10001:10001 ] || die "the image's user is not root"
ok "the image's user is not root"
