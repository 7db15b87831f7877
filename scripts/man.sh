#!/bin/bash
# man.sh PROGRAM SECTION VERSION [COMMAND]: a man page from what --help says; of a program with commands it lists them, and each has a
# page of its own (PROGRAM-COMMAND). --help is made from the tables of options and commands, so no page can differ from the program.
program=$1 section=$2 version=$3 command=$4
name=${program##*/}${command:+-$command}
usage=${program##*/}${command:+ $command}
help=$("$program" $command --help)
# Escapes the characters that troff interprets.
escape() { sed 's/\\/\\e/g; s/-/\\-/g; s/^\([.'\'']\)/\\\&\1/'; }
verbatim() { printf '.nf\n'; escape; printf '.fi\n'; }
has_commands() { grep -q '^commands:' <<<"$help"; }
# Prints the lines between "NAME:" and the next empty line.
part() { sed -n "/^$1:\$/,/^\$/p" <<<"$help" | sed '1d; /^$/d'; }
# "  --option VALUE   text" as a paragraph each; a text may stand on a line of its own.
paragraphs() {
	awk '{ line = substr($0, 3)
		if (line ~ /^ /) { sub(/^ +/, "", line); print line; next }
		at = match(line, /  +/)
		head = at ? substr(line, 1, at - 1) : line
		text = at ? substr(line, at + RLENGTH) : ""
		print ".TP"; print "@" head
		if (text != "") print text }' | escape | sed -E 's/^\\\&\.TP$/.TP/; s/^@([^ ]+) (.*)$/\\fB\1\\fR \\fI\2\\fR/; s/^@(.*)$/\\fB\1\\fR/'
}

printf '.TH %s %s "" "posed %s" "posed"\n' "${name^^}" "$section" "${version:-unknown}"
printf '.SH NAME\n%s \\- %s\n' "$name" "$(sed -nE '1s/^[a-z-]+( [a-z-]+)?( - |: )//p' <<<"$help" | escape)"
if [ -n "$command" ]; then
	printf '.SH SYNOPSIS\n.B %s\n%s\n' "$usage" "$(sed -nE "s/^usage: $usage ?//p" <<<"$help" | escape)"
	printf '.SH OPTIONS\n'
	{ part options; part "options of every command"; } | paragraphs
	details=$(sed -n '/^options of every command:$/,$p' <<<"$help" | sed '1,/^$/d')
	[ -z "$details" ] || { printf '.SH DESCRIPTION\n'; verbatim <<<"$details"; }
	printf '.SH EXIT STATUS\n'
	help=$("$program" --help) part "exit status" | paragraphs
	printf '.SH SEE ALSO\n.BR %s (%s),\n.BR posed (8)\n' "${program##*/}" "$section"
elif has_commands; then
	printf '.SH SYNOPSIS\n.B %s\nCOMMAND [options]\n.SH COMMANDS\n' "$usage"
	part commands | paragraphs | sed -E "s/^\\\\fB([^ ]+)\\\\fR\$/.BR ${program##*/}\\\\-\1 ($section)/"
	printf '.SH EXIT STATUS\n'
	part "exit status" | paragraphs
	printf '.SH SEE ALSO\n.BR posed (8)\n'
else
	printf '.SH DESCRIPTION\n'
	sed 1d <<<"$help" | verbatim
	printf '.SH EXIT STATUS\n0 good, 1 the work failed, 2 wrong usage or configuration.\n'
	printf '.SH SEE ALSO\n.BR posedctl (1)\n'
fi
