#!/bin/bash
# tidy.sh FILE...: clang-tidy with the flags that the file is compiled with; quiet when there is nothing to say. V=1 shows the analyser's path.
code=0
for file; do
	case $file in
	*_avx2.c) isa="-mavx2 -mfma -mf16c" ;;
	*_avx512.c) isa="-mavx512f -mavx512dq -mavx512vl -mavx512bw -mfma" ;;
	*) isa= ;;
	esac
	# shellcheck disable=SC2086
	output=$(clang-tidy --quiet "$file" -- -std=c11 -D_GNU_SOURCE -I. -Ibuild $isa \
		$(pkg-config --cflags libmicrohttpd jansson openblas 2>/dev/null) 2>/dev/null) || code=1
	[ -n "$output" ] && printf '%s\n' "$output" | if [ -n "$V" ]; then cat; else grep 'error:'; fi
done
exit $code
