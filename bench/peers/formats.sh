#!/bin/bash
# Numbers as text and compressed vertices beside std::to_chars and meshoptimizer in one run: builds bench/peers/formats.cpp and runs it; 77 without g++.
cd "$(dirname "$0")/../.." || exit 1
command -v g++ >/dev/null || { echo "needs g++" >&2; exit 77; }
out=build/bench/peers
mkdir -p $out
# the libraries of the library are those that the Makefile links
libs=$(MAKEFLAGS= make -s --no-print-directory libs) || exit 1
g++ -std=c++17 -O2 -I. -o $out/formats bench/peers/formats.cpp build/libposed.a $libs || exit 1
exec $out/formats "$@"
