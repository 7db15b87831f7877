#!/bin/bash
# man.sh PROGRAM SECTION VERSION [COMMAND]: a man page from what --help says; of a program with commands it lists them, and each has a
# page of its own (PROGRAM-COMMAND). --help is made from the tables of options and commands, so no page can differ from the program.
program=$1 section=$2 version=$3 command=$4
name=${program##*/}${command:+-$command}
# One awk for a page: sixty pages by pipelines of sed took half a second of processor time each. A form feed parts the two texts.
{ "$program" $command --help; [ -z "$command" ] || { printf '\f\n'; "$program" --help; }; } | awk -v title="${name^^}" -v name="$name" -v program="${program##*/}" \
	-v section="$section" -v version="${version:-unknown}" -v command="$command" '
# Escapes the characters that troff interprets.
function escaped(text, out, c, i) {
	out = text ~ /^[.\047]/ ? "\\&" : ""
	for (i = 1; i <= length(text); i++) { c = substr(text, i, 1); out = out (c == "\\" ? "\\e" : c == "-" ? "\\-" : c) }
	return out
}
# "  --option VALUE   text" as a paragraph; a text may stand on a line of its own.
function paragraph(line, of_commands, at, head, text, space) {
	line = substr(line, 3)
	if (line ~ /^ /) { sub(/^ +/, "", line); print escaped(line); return }
	at = match(line, /  +/)
	head = escaped(at ? substr(line, 1, at - 1) : line)
	text = at ? substr(line, at + RLENGTH) : ""
	space = index(head, " ")
	print ".TP"
	if (space) print "\\fB" substr(head, 1, space - 1) "\\fR \\fI" substr(head, space + 1) "\\fR"
	else print of_commands ? ".BR " program "\\-" head " (" section ")" : "\\fB" head "\\fR"
	if (text != "") print escaped(text)
}
# The paragraphs between "NAME:" and the next empty line.
function part(text, count, heading, of_commands, i, inside) {
	for (i = 1; i <= count; i++) {
		if (text[i] == heading ":") inside = 1
		else if (text[i] == "") inside = 0
		else if (inside) paragraph(text[i], of_commands)
	}
}
function verbatim(from, i) { print ".nf"; for (i = from; i <= lines; i++) print escaped(help[i]); print ".fi" }

/^\f$/ { is_all = 1; next }
is_all { all[++all_lines] = $0; next }
{ help[++lines] = $0 }

END {
	while (lines && help[lines] == "") lines--
	printf ".TH %s %s \"\" \"posed %s\" \"posed\"\n", title, section, version
	summary = match(help[1], /^[a-z-]+( [a-z-]+)?( - |: )/) ? substr(help[1], RLENGTH + 1) : ""
	printf ".SH NAME\n%s \\- %s\n", name, escaped(summary)
	for (i = 1; i <= lines; i++) has_commands = has_commands || help[i] ~ /^commands:/
	if (command != "") {
		usage = program " " command
		for (i = 1; i <= lines; i++)
			if (index(help[i], "usage: " usage) == 1) { synopsis = substr(help[i], length("usage: " usage) + 1); sub(/^ /, "", synopsis); break }
		printf ".SH SYNOPSIS\n.B %s\n%s\n.SH OPTIONS\n", usage, escaped(synopsis)
		part(help, lines, "options"); part(help, lines, "options of every command")
		for (i = 1; i <= lines && help[i] != "options of every command:"; i++);
		for (; i <= lines && help[i] != ""; i++);
		if (i < lines) { print ".SH DESCRIPTION"; verbatim(i + 1) }
		print ".SH EXIT STATUS"
		part(all, all_lines, "exit status")
		printf ".SH SEE ALSO\n.BR %s (%s),\n.BR posed (8)\n", program, section
	} else if (has_commands) {
		printf ".SH SYNOPSIS\n.B %s\nCOMMAND [options]\n.br\n.B %s\n\\-\\-version\n.SH COMMANDS\n", program, program
		part(help, lines, "commands", 1)
		print ".SH EXIT STATUS"
		part(help, lines, "exit status")
		print ".SH SEE ALSO\n.BR posed (8)"
	} else {
		print ".SH DESCRIPTION"
		verbatim(2)
		print ".SH EXIT STATUS\n0 good, 1 the work failed, 2 wrong usage or configuration."
		print ".SH SEE ALSO\n.BR posedctl (1)"
	}
}'
