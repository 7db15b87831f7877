#!/bin/bash
# man.sh PROGRAM SECTION VERSION: a man page from what --help says (of each command, too, where a program has commands).
# --help is made from the tables of options and commands, so the page cannot differ from the program.
program=$1 section=$2 version=$3
name=${program##*/}
summary=$($program --help | sed -nE '1s/^[a-z]+( -|:) *//p')
# The help text as it stands, unfilled, with what troff would take for its own escaped.
verbatim() { printf '.nf\n'; sed 's/\\/\\e/g; s/-/\\-/g; s/^\([.'\'']\)/\\\&\1/'; printf '.fi\n'; }
printf '.TH %s %s "" "posed %s" "posed"\n' "${name^^}" "$section" "${version:-unknown}"
printf '.SH NAME\n%s \\- %s\n' "$name" "$summary"
printf '.SH DESCRIPTION\n'
$program --help | sed 1d | verbatim
for command in $($program --help | sed -nE 's/^  ([a-z][a-z-]+)  .*/\1/p'); do
	text=$($program "$command" --help 2>/dev/null) || continue
	printf '.SH "%s %s"\n' "${name^^}" "${command^^}"
	printf '%s\n' "$text" | verbatim
done
printf '.SH EXIT STATUS\n0 good, 1 the work failed, 2 wrong usage or configuration.\n'
printf '.SH SEE ALSO\n.BR posed (8),\n.BR posedctl (1)\n'
