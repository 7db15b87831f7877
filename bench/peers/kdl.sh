#!/bin/bash
# Orocos KDL beside posed's inverse kinematics in one run: builds bench/peers/kdl.cpp and runs it; 77 without g++ or KDL.
cd "$(dirname "$0")/../.." || exit 1
pkg-config --exists orocos-kdl && command -v g++ >/dev/null || { echo "needs g++ and liborocos-kdl-dev" >&2; exit 77; }
out=build/bench/peers
mkdir -p $out
flags="-O2 -I. $(pkg-config --cflags orocos-kdl eigen3)"
${CC:-gcc} -std=c11 -D_GNU_SOURCE -O2 -I. -c -o $out/arms.o bench/peers/arms.c || exit 1
# the libraries of the library are those that the Makefile links
libs=$(MAKEFLAGS= make -s --no-print-directory libs) || exit 1
g++ $flags -o $out/kdl bench/peers/kdl.cpp $out/arms.o build/libposed.a $(pkg-config --libs orocos-kdl) $libs || exit 1
exec $out/kdl "$@"
