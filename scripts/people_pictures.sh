#!/bin/sh
# Draws the pictures of people in docs/guide/people.md and docs/lab/person.md, all under 300 kB. Same model and wardrobe, same bytes.
# Usage: scripts/people_pictures.sh [posedctl] [folder]
set -eu
posedctl=${1:-build/posedctl} folder=${2:-docs/images}
draw() { # name, then options
    name=$1
    shift
    "$posedctl" wardrobe --quiet "$@" -o "$folder/people-$name.png"
    size=$(wc -c <"$folder/people-$name.png")
    [ "$size" -lt 300000 ] || { echo "people-$name.png: $size bytes; under 300000 expected" >&2; exit 1; }
}
draw dressed --sheet people --size 310
draw faces --sheet faces --size 170
draw poses --sheet poses --size 310
draw street --sheet street --size 210 --columns 10
draw hands --sheet hands --size 180
draw components --sheet components --size 200 --columns 6
draw expressions --sheet expressions --size 165
