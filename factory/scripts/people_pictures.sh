#!/bin/sh
# Draws the pictures of people in docs/guide/people.md and docs/lab/person.md, all under 300 kB. Same model and wardrobe, same bytes.
# Usage: factory/scripts/people_pictures.sh [posed-factory] [folder]
set -eu
factory=${1:-build/posed-factory} folder=${2:-docs/images}
draw() { # name with ending, then options
    file=$folder/people-$1
    shift
    "$factory" wardrobe --quiet "$@" -o "$file"
    size=$(wc -c <"$file")
    [ "$size" -lt 300000 ] || { echo "$file: $size bytes; under 300000 expected" >&2; exit 1; }
}
draw dressed.png --sheet people --size 300
draw faces.png --sheet faces --size 170
draw poses.png --sheet poses --size 300
draw street.png --sheet street --size 210 --columns 10
draw hands.png --sheet hands --size 180 --columns 7
draw components.png --sheet components --size 200 --columns 6
draw expressions.png --sheet expressions --size 160
draw portraits.webp --sheet portraits --size 256 --columns 6
draw outfits.webp --sheet outfits --size 250 --columns 12
draw heads.webp --sheet heads --size 128 --columns 12
