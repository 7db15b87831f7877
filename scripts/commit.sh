#!/bin/sh
# The commit this tree is at, '+' when it was changed since; COMMIT where there is no git (image builds).
[ -n "$COMMIT" ] && { echo "$COMMIT"; exit; }
commit=$(git rev-parse --short=12 HEAD 2>/dev/null) || { echo unknown; exit; }
git diff --quiet HEAD 2>/dev/null || commit="$commit+"
echo "$commit"
