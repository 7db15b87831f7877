#include "tools/base/field_option.h"

#include "api/body/body.h"
#include "api/http/routes.h"
#include "core/base/assert.h"
#include "tools/base/local.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMANDS_MAX 8   /* commands that have such rows */
#define TEXT_BYTES   480 /* help of a field, which ends at a word where it is longer */
#define VALUES_MAX   4096

/* The options of one command, filled in. */
typedef struct filled {
    const pd_tool_command *command;
    int count;
    pd_tool_option rows[PD_TOOL_OPTIONS_MAX + 1];
    struct {
        const pd_api_field *field; /* NULL: an option of the command's own */
        bool is_query;
        char fallback[64], text[TEXT_BYTES];
    } more[PD_TOOL_OPTIONS_MAX];
} filled;

/* ---- help of a field ---- */

/* Returns the length of the sentence at the start of a text, with its full stop. */
static size_t sentence_size(const char *text)
{
    for (size_t i = 0; text[i]; i++)
        if (text[i] == '.' && (!text[i + 1] || (text[i + 1] == ' ' && !isdigit((unsigned char)text[i + 2]))))
            return i + 1; /* "Zhou et al. 2019" goes on */
    return strlen(text);
}

/* Returns whether a sentence says when the field is allowed, or what its absence means. */
static bool is_condition(const char *sentence)
{
    static const char *const begins[] = {"Only ", "Allowed ", "Not allowed ", "The default ", "Without it"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (!strncmp(sentence, begins[i], strlen(begins[i]))) return true;
    return false;
}

/* Writes the first sentence of a description and those of is_condition, without the last full stop. */
static void write_help(char out[TEXT_BYTES], const pd_api_field *field, bool is_flag)
{
    const char *at = field->doc;
    size_t used = 0;

    /* A flag has no value of which the help could speak. */
    if (is_flag && !strncmp(at, "True ", 5)) at += 5;
    for (const char *first = at; *at;) {
        const size_t size = sentence_size(at);
        if ((at == first || is_condition(at)) && used + size + 2 < TEXT_BYTES)
            used += (size_t)snprintf(out + used, TEXT_BYTES - used, "%s%.*s", used ? " " : "", (int)size, at);
        at += size + strspn(at + size, " ");
    }

    /* Help begins with a small letter, but for abbreviations. */
    PD_ASSERT(used);
    if (out[used - 1] == '.') out[used - 1] = 0;
    if (!isupper((unsigned char)out[1])) out[0] = (char)tolower((unsigned char)out[0]);
}

/* Returns the placeholder of a field's value, or its choices; NULL for a flag. */
static const char *field_option_value_of(const pd_api_field *field)
{
    switch (field->type) {
    case PD_API_BOOLEAN: return field->preset && !strcmp(field->preset, "true") ? "true|false" : NULL;
    case PD_API_CHOICE: return field->choices;
    case PD_API_INTEGER:
    case PD_API_COUNT: return "N";
    case PD_API_NUMBER:
        if (!field->unit) return "NUMBER";
        return !strcmp(field->unit, "m") ? "METRES" : !strcmp(field->unit, "kg") ? "KG" : "NUMBER";
    case PD_API_SEED: return "SEED";
    case PD_API_TEXT: return "TEXT";
    default: return "LIST";
    }
}

/* Writes a default in JSON as it stands on a command line: ["vertices","joints"] as vertices,joints. */
static void write_fallback(char out[64], const char *preset)
{
    size_t used = 0;
    for (; *preset && used + 1 < 64; preset++)
        if (!strchr("\"[]{}", *preset)) out[used++] = *preset;
    out[used] = 0;
}

/* ---- rows ---- */

static const pd_api_route *route_named(const char *name)
{
    for (int i = 0; i < pd_api_route_count; i++)
        if (!strcmp(pd_api_routes[i].name, name)) return &pd_api_routes[i];
    return NULL;
}

/* Returns whether an option has the name of a field; it may have dashes in place of underscores. */
static bool is_named(const char *option, const char *field)
{
    for (; *option && *field; option++, field++)
        if (*option != *field && !(*option == '-' && *field == '_')) return false;
    return *option == *field;
}

static bool has_row(const pd_tool_option *rows, const char *name)
{
    for (; rows->name; rows++)
        if (is_named(rows->name, name)) return true;
    return false;
}

/* Adds the option for a field. `name` is the option's. */
static void add_field(filled *f, const char *name, const pd_api_field *field, bool is_query)
{
    PD_ASSERT(f->count < PD_TOOL_OPTIONS_MAX);
    const int i = f->count++;
    const char *value = field_option_value_of(field);
    char *fallback = f->more[i].fallback;

    if (value && field->preset) write_fallback(fallback, field->preset);
    write_help(f->more[i].text, field, !value);
    f->more[i].field = field;
    f->more[i].is_query = is_query;
    f->rows[i] = (pd_tool_option){
        .name = name, .value = value, .text = f->more[i].text, .fallback = *fallback ? fallback : NULL};
}

/* Adds the fields of tables that have the name, or all of them if it is "". Returns their number. */
static int add_tables(filled *f, const char *name, const pd_api_field *const *tables, bool is_query)
{
    const int before = f->count;

    for (; *tables; tables++) {
        if (!*name && *tables == pd_api_mhr_fields) continue;
        for (const pd_api_field *field = *tables; field->name; field++) {
            const bool is_object =
                field->type == PD_API_OBJECT || field->type == PD_API_OBJECTS || field->type == PD_API_ANY;
            if (*name && !is_named(name, field->name)) continue;
            if (!*name && (is_object || has_row(f->command->options, field->name))) continue;
            add_field(f, *name ? name : field->name, field, is_query);
            if (*name) return 1;
        }
    }

    return f->count - before;
}

static void fill_field_option(filled *f, const pd_tool_command *command)
{
    f->command = command;
    for (const pd_tool_option *row = command->options; row->name; row++) {
        if (*row->text != *PD_TOOL_OF_ROUTE) {
            PD_ASSERT(f->count < PD_TOOL_OPTIONS_MAX);
            f->rows[f->count++] = *row;
            continue;
        }

        const pd_api_route *route = route_named(row->text + 1);
        PD_ASSERT(route);
        int added = add_tables(f, row->name, route->body, false);
        if (!added || !*row->name) added += add_tables(f, row->name, route->query, true);
        PD_ASSERT(added);
    }
}

/* Returns the filled options of a command that has rows for fields; NULL: it has none. */
static const filled *filled_of(const pd_tool_command *command)
{
    static filled all[COMMANDS_MAX];
    const pd_tool_option *row = command->options;

    while (row && row->name && *row->text != *PD_TOOL_OF_ROUTE) row++;
    if (!row || !row->name) return NULL;

    int i = 0;
    while (i < COMMANDS_MAX && all[i].command && all[i].command != command) i++;
    PD_ASSERT(i < COMMANDS_MAX);
    if (!all[i].command) fill_field_option(&all[i], command);

    return &all[i];
}

const pd_tool_option *pd_tool_options(const pd_tool_command *command)
{
    const filled *f = filled_of(command);
    return f ? f->rows : command->options;
}

const pd_api_field *pd_tool_option_field(bool *is_query, const pd_tool_command *command, int i)
{
    const filled *f = filled_of(command);
    if (!f) return NULL;
    PD_ASSERT(i >= 0 && i < f->count);
    if (is_query) *is_query = f->more[i].is_query;
    return f->more[i].field;
}

/* ---- values ---- */

/* Returns whether a list of names separated by spaces has this one. */
static bool is_in(const char *list, const char *name)
{
    const size_t size = strlen(name);
    for (const char *at = list; *at; at += strcspn(at, " "), at += strspn(at, " "))
        if (strcspn(at, " ") == size && !strncmp(at, name, size)) return true;
    return false;
}

/* Reads the value of an option as JSON. Returns NULL after printing an error. */
static json_t *read_value(const pd_tool_args *args, const pd_tool_option *option, const pd_api_field *field)
{
    const char *text = pd_tool_text(args, option->name);
    double number = 0;
    int integer = 0;
    int count;

    PD_ASSERT(text);
    switch (field->type) {
    case PD_API_BOOLEAN: return json_boolean(!option->value || !strcmp(text, "true"));
    case PD_API_INTEGER:
        if (!pd_tool_int(&integer, args, option->name, (int)field->min, (int)field->max)) return NULL;
        return json_integer(integer);
    case PD_API_NUMBER:
        if (!pd_tool_double(&number, args, option->name, field->min, field->max)) return NULL;
        return json_real(number);
    case PD_API_NUMBERS: break;
    default: return json_string(text);
    }

    /* A list of numbers. */
    float *values = malloc(VALUES_MAX * sizeof *values);
    json_t *array = NULL;
    if (values && pd_tool_floats(values, &count, args, option->name, VALUES_MAX)) {
        array = json_array();
        for (int i = 0; i < count; i++) json_array_append_new(array, json_real((double)values[i]));
    }

    free(values);

    return array;
}

bool pd_tool_fields_json(json_t *request, const pd_tool_args *args, const char *but)
{
    const pd_tool_option *options = pd_tool_options(args->command);

    for (int i = 0; options[i].name; i++) {
        const pd_api_field *field = pd_tool_option_field(NULL, args->command, i);
        if (!field || !args->values[i] || is_in(but, field->name)) continue;
        json_t *value = read_value(args, &options[i], field);
        if (!value) return false;
        json_object_set_new(request, field->name, value);
    }

    return true;
}

void pd_tool_fields_query(pd_buffer *query, const pd_tool_args *args)
{
    const pd_tool_option *options = pd_tool_options(args->command);

    for (int i = 0; options[i].name; i++) {
        const pd_api_field *field = pd_tool_option_field(NULL, args->command, i);
        if (field && args->values[i])
            pd_tool_query_add(query, field->name, options[i].value ? args->values[i] : "true");
    }
}
