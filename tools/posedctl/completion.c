/* posedctl completion: prints the script by which a shell completes posedctl's command lines, made from the
 * tables of commands and options. */
#include "tools/base/field_option.h"
#include "tools/base/local.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef enum kind { NOTHING, CHOICES, FILES, FOLDERS, MODELS } kind;

/* Returns the kind of completion of a value or an argument, from its text
 * in help ("glb|bvh", "FILE", "[MODEL...]"). */
static kind completion_kind_of(const char *what)
{
    if (!what || !*what) return NOTHING;
    if (islower((unsigned char)*what) && strchr(what, '|')) return CHOICES;
    if (strstr(what, "MODEL")) return MODELS;
    if (strstr(what, "FILE") || strstr(what, "CLIP") || strstr(what, "NPZ")) return FILES;
    return strstr(what, "DIR") || strstr(what, "FOLDER") ? FOLDERS : NOTHING;
}

/* "info|convert|render FILE..." as "info convert render"; valid until the next call. */
static const char *choices_of(const char *what)
{
    static char list[384];
    snprintf(list, sizeof list, "%.*s", (int)strcspn(what, " "), what);
    for (char *c = list; *c; c++)
        if (*c == '|') *c = ' ';
    return list;
}

/* Returns the kind of completion of a command's arguments;
 * if the first one is a choice, of those after it. */
static kind words_of(const pd_tool_command *command)
{
    const char *space = strchr(command->words, ' ');
    return completion_kind_of(command->words) == CHOICES ? completion_kind_of(space ? space + 1 : "")
                                                         : completion_kind_of(command->words);
}

static bool takes_choice(const pd_tool_command *command)
{
    return completion_kind_of(command->words) == CHOICES;
}

/* "--skinning" or "-o"; valid until the next call. */
static const char *spelling(const pd_tool_option *option)
{
    static char text[64];
    snprintf(text, sizeof text, "%s%s", option->name[1] ? "--" : "-", option->name);
    for (char *c = text; *c; c++)
        if (*c == '_') *c = '-';
    return text;
}

/* Prints the text between single quotes, with a backslash before the characters of `marked`. */
static void quoted(const char *text, const char *marked)
{
    for (; *text; text++) {
        if (strchr(marked, *text)) putchar('\\');
        if (*text == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*text);
    }
}

static const pd_tool_option help[] = {{"help", NULL, "all options", NULL}, PD_TOOL_END};

/* Options that every command has. */
static const pd_tool_option *const everywhere[] = {pd_tool_common_options, help, NULL};

/* ---- bash ---- */

static void bash(const pd_tool_command *const *commands)
{
    static const char *const actions[] = {[NOTHING] = "compopt +o default",
                                          [FILES] = ":",
                                          [FOLDERS] = "COMPREPLY=($(compgen -d -- \"$word\"))",
                                          [MODELS] = "_posedctl_models"};

    puts(
        "# bash completion of posedctl, made by: posedctl completion bash\n"
        "_posedctl_models() { COMPREPLY=($(compgen -W \"$(posedctl completion models 2>/dev/null)\" -- "
        "\"$word\") "
        "$(compgen -f -- \"$word\")); }\n"
        "_posedctl() {\n"
        "\tlocal word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}\n"
        "\t# --option=value comes as three words\n"
        "\tif [ \"$word\" = = ]; then word=\n"
        "\telif [ \"$before\" = = ]; then before=${COMP_WORDS[COMP_CWORD-2]}\n"
        "\tfi\n"
        "\tCOMPREPLY=()\n"
        "\tif [ \"$COMP_CWORD\" = 1 ]; then");
    fputs("\t\tCOMPREPLY=($(compgen -W '--help", stdout);

    for (int i = 0; commands[i]; i++) printf(" %s", commands[i]->name);

    /* Print the values of each option. */
    puts("' -- \"$word\"))\n\t\treturn\n\tfi\n\tcase \"$command $before\" in");
    for (int i = 0; commands[i]; i++)
        for (const pd_tool_option *o = pd_tool_options(commands[i]); o && o->name; o++) {
            kind what = completion_kind_of(o->value);
            if (!o->value) continue;
            printf("\t'%s %s') ", commands[i]->name, spelling(o));
            if (what == CHOICES)
                printf("COMPREPLY=($(compgen -W '%s' -- \"$word\"))", choices_of(o->value));
            else
                fputs(actions[what], stdout);
            puts("; return ;;");
        }

    /* Print the options of each command. */
    puts("\tesac\n\tcase \"$command $word\" in");
    for (int i = 0; commands[i]; i++) {
        printf("\t'%s -'*) COMPREPLY=($(compgen -W '", commands[i]->name);
        for (const pd_tool_option *o = pd_tool_options(commands[i]); o && o->name; o++)
            printf("%s ", spelling(o));
        for (const pd_tool_option *o = pd_tool_common_options; o->name; o++) printf("%s ", spelling(o));
        puts("--help' -- \"$word\")) ;;");
    }

    for (int i = 0; commands[i]; i++)
        if (takes_choice(commands[i]))
            printf("\t'%s '*) [ \"$COMP_CWORD\" = 2 ] && COMPREPLY=($(compgen -W '%s' -- \"$word\")) ;;\n",
                   commands[i]->name, choices_of(commands[i]->words));
        else if (words_of(commands[i]) == MODELS)
            printf("\t'%s '*) _posedctl_models ;;\n", commands[i]->name);
        else if (words_of(commands[i]) == NOTHING)
            printf("\t'%s '*) compopt +o default ;;\n", commands[i]->name);

    puts("\tesac\n}\ncomplete -o default -F _posedctl posedctl");
}

/* ---- zsh ---- */

static void zsh_action(kind what, const char *value)
{
    static const char *const actions[] = {
        [FILES] = "_files", [FOLDERS] = "_files -/", [MODELS] = "_posedctl_models"};
    if (what == CHOICES)
        printf("(%s)", choices_of(value));
    else if (what != NOTHING)
        fputs(actions[what], stdout);
    else
        putchar(' ');
}

static void zsh_option(const pd_tool_option *option)
{
    int is_long = option->name[1] != 0;

    printf(" \\\n\t\t\t'%s%s[", spelling(option), option->value && is_long ? "=" : "");
    quoted(option->text, "[]\\:");
    putchar(']');
    if (option->value) {
        fputs(":value:", stdout);
        zsh_action(completion_kind_of(option->value), option->value);
    }

    putchar('\'');
}

static void zsh(const pd_tool_command *const *commands)
{
    puts("#compdef posedctl\n# made by: posedctl completion zsh\n"
         "_posedctl_models() { compadd -- $(posedctl completion models 2>/dev/null); _files }\n"
         "_posedctl() {\n"
         "\tlocal -a commands=(");
    for (int i = 0; commands[i]; i++) {
        printf("\t\t'%s:", commands[i]->name);
        quoted(commands[i]->summary, "\\:");
        puts("'");
    }

    puts("\t)\n\tif (( CURRENT == 2 )); then _describe command commands; return; fi\n"
         "\tshift words; (( CURRENT-- ))\n\tcase $words[1] in");
    for (int i = 0; commands[i]; i++) {
        printf("\t%s)\n\t\t_arguments", commands[i]->name);
        for (const pd_tool_option *o = pd_tool_options(commands[i]); o && o->name; o++) zsh_option(o);
        for (int k = 0; everywhere[k]; k++)
            for (const pd_tool_option *o = everywhere[k]; o->name; o++) zsh_option(o);
        if (takes_choice(commands[i])) printf(" \\\n\t\t\t'1:verb:(%s)'", choices_of(commands[i]->words));
        if (words_of(commands[i]) != NOTHING) {
            fputs(" \\\n\t\t\t'*:file:", stdout);
            zsh_action(words_of(commands[i]), "");
            putchar('\'');
        }

        puts(" ;;");
    }

    puts("\tesac\n}\n_posedctl \"$@\"");
}

/* ---- fish ---- */

static void fish_action(kind what, const char *value)
{
    if (what == CHOICES) printf(" -a '%s'", choices_of(value));
    if (what == MODELS) fputs(" -a '(posedctl completion models 2>/dev/null)'", stdout);
    if (what == FOLDERS) fputs(" -a '(__fish_complete_directories)'", stdout);
    if (what == FILES || what == MODELS) fputs(" -F", stdout);
}

static void fish_option(const pd_tool_command *command, const pd_tool_option *option)
{
    printf("complete -c posedctl -n '__fish_seen_subcommand_from %s' %s %s", command->name,
           option->name[1] ? "-l" : "-s", spelling(option) + (option->name[1] ? 2 : 1));
    if (option->value) {
        kind what = completion_kind_of(option->value);
        fputs(what == FILES || what == MODELS ? " -r" : " -x", stdout);
        fish_action(what, option->value);
    }

    fputs(" -d '", stdout);
    quoted(option->text, "\\");
    puts("'");
}

static void fish(const pd_tool_command *const *commands)
{
    puts("# fish completion of posedctl, made by: posedctl completion fish\ncomplete -c posedctl -f");
    for (int i = 0; commands[i]; i++) {
        printf("complete -c posedctl -n __fish_use_subcommand -a %s -d '", commands[i]->name);
        quoted(commands[i]->summary, "\\");
        puts("'");
        for (const pd_tool_option *o = pd_tool_options(commands[i]); o && o->name; o++)
            fish_option(commands[i], o);
        for (int k = 0; everywhere[k]; k++)
            for (const pd_tool_option *o = everywhere[k]; o->name; o++) fish_option(commands[i], o);
        if (!takes_choice(commands[i]) && words_of(commands[i]) == NOTHING) continue;
        printf("complete -c posedctl -n '__fish_seen_subcommand_from %s'", commands[i]->name);
        if (takes_choice(commands[i])) fish_action(CHOICES, commands[i]->words);
        fish_action(words_of(commands[i]), "");
        puts("");
    }
}

/* ---- */

static void print_model(void *arg, const char *name)
{
    (void)arg;
    puts(name);
}

static int run_completion(const pd_tool_args *args)
{
    static const struct {
        const char *name;

        void (*write)(const pd_tool_command *const *commands);
    } shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};
    const char *name = args->word_count == 1 ? args->words[0] : "";
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (!strcmp(shells[i].name, name)) {
            shells[i].write(args->commands);
            return PD_TOOL_GOOD;
        }
    if (!strcmp(name, "models")) {
        pd_tool_model_names(print_model, NULL);
        return PD_TOOL_GOOD;
    }

    return pd_tool_usage(args, "'%s': one of bash, zsh, fish, models allowed", name);
}

const pd_tool_command pd_tool_cmd_completion = {
    .name = "completion",
    .words = "bash|zsh|fish|models",
    .summary = "Print the completion of posedctl's commands and options for a shell",
    .details =
        "Prints a script made from the same tables as --help; make install puts it where each shell looks.\n"
        "models prints the names of the shipped models.\n\n"
        "  source <(posedctl completion bash)\n"
        "  posedctl completion zsh > ~/.zfunc/_posedctl\n"
        "  posedctl completion fish > ~/.config/fish/completions/posedctl.fish",
    .run = run_completion,
};
