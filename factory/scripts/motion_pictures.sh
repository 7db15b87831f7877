#!/bin/sh
# Draws the pictures of docs/guide/ik.md with walking characters of the shipped network: one reaches, one carries a box, one sits down.
# Same model, same bytes. Usage: factory/scripts/motion_pictures.sh [posedctl] [folder]
set -eu
posedctl=${1:-build/posedctl} folder=${2:-docs/images}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
draw() { # name of picture and script, then options of clip render
    name=$1
    shift
    "$posedctl" rollout --quiet --script "examples/ik/$name.yaml" -o "$work/$name.npz"
    "$posedctl" clip render --quiet "$work/$name.npz" "$@" -o "$folder/$name.png"
    size=$(wc -c <"$folder/$name.png")
    [ "$size" -lt 300000 ] || { echo "$name.png: $size bytes; under 300000 expected" >&2; exit 1; }
}
draw reach --count 18 --columns 6 --size 260
draw carry --count 12 --columns 6 --size 260
draw sit --from 5.8 --seconds 1.9 --count 8 --columns 8 --size 200 --fixed --yaw 70
