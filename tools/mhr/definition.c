#include "tools/mhr/definition.h"

#include "core/base/assert.h"
#include "core/base/text/tokenizer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_BYTES 8192

typedef struct parser {
    pd_tool_mhr_definition *out;
    const pd_model_name *joints;
    int joint_count, term_room;
    const char *name;
    int line;
    pd_error *err;
} parser;

typedef enum section { OTHER, TRANSFORM, SETS, LIMITS } section;

/* Fails at the current line. */
static pd_status fail_at_definition(const parser *p, pd_status status, const char *format, const char *value)
{
    char where[160];
    snprintf(where, sizeof where, "%.120s:%d", p->name, p->line);
    return pd_fail(p->err, status, where, format, value);
}

/* Cuts the next word off the line in place. The word ends before one of the characters of `ends`, which is
 * written to *ended_by. Returns NULL if there is no word. */
static char *word_of(char **at, const char *ends, char *ended_by)
{
    char *from = *at + strspn(*at, " \t\r");
    size_t length = strcspn(from, ends);

    if (!length) return NULL;
    char *end = from + length;
    *ended_by = *end;
    *at = *end ? end + 1 : end;
    *end = 0;

    return from;
}

static int find_parameter(const pd_tool_mhr_definition *d, const char *name)
{
    for (int i = 0; i < d->parameter_count; i++)
        if (!strcmp(d->parameters[i], name)) return i;
    return -1;
}

/* Finds the row of "l_foot.rx". */
static pd_status find_row(int *row, const parser *p, const char *text)
{
    static const char *const channels[PD_MHR_CHANNELS] = {"tx", "ty", "tz", "rx", "ry", "rz", "sc"};
    const char *dot = strrchr(text, '.');
    const size_t length = dot ? (size_t)(dot - text) : strlen(text);
    int joint = 0, channel = 0;

    /* Joint and channel by their names. */
    while (joint < p->joint_count &&
           (strlen(p->joints[joint]) != length || strncmp(p->joints[joint], text, length)))
        joint++;
    while (dot && channel < PD_MHR_CHANNELS && strcmp(channels[channel], dot + 1)) channel++;
    if (!dot || channel == PD_MHR_CHANNELS)
        return fail_at_definition(p, PD_ERR_FORMAT,
                                  "\"%.60s\"; joint.channel expected, channel of tx ty tz rx ry rz sc", text);
    if (joint == p->joint_count)
        return fail_at_definition(p, PD_ERR_NOT_FOUND, "\"%.60s\": the skeleton has no such joint", text);
    *row = joint * PD_MHR_CHANNELS + channel;

    return PD_OK;
}

static pd_status add_term(parser *p, int row, int parameter, double weight)
{
    PD_ASSERT(row >= 0 && row < PD_MHR_CHANNELS * p->joint_count && parameter >= 0 &&
              parameter < p->out->parameter_count);
    pd_tool_mhr_definition *d = p->out;
    if (d->term_count >= PD_TOOL_MHR_TERMS_MAX)
        return fail_at_definition(p, PD_ERR_LIMIT, "%s", "more than 32768 terms");
    if (d->term_count == p->term_room) {
        const int room = p->term_room ? 2 * p->term_room : 512;
        pd_tool_mhr_term *moved = realloc(d->terms, (size_t)room * sizeof *moved);
        if (!moved) return fail_at_definition(p, PD_ERR_MEMORY, "%s", "out of memory for its terms");
        d->terms = moved;
        p->term_room = room;
    }

    PD_ASSERT(d->term_count < p->term_room);
    d->terms[d->term_count++] = (pd_tool_mhr_term){row, parameter, weight};

    return PD_OK;
}

/* Adds the terms of weight * source to a row. A source is a parameter, known or new, or a joint.channel,
 * which is replaced by its terms so far. */
static pd_status read_source(parser *p, int row, double weight, const char *source)
{
    /* A parameter that is new gets its name and no limits. */
    if (!strchr(source, '.')) {
        int parameter = find_parameter(p->out, source);
        if (parameter < 0) {
            pd_tool_mhr_definition *d = p->out;
            if (strlen(source) >= PD_MODEL_NAME_BYTES || strchr(source, ','))
                return fail_at_definition(
                    p, PD_ERR_FORMAT, "\"%.60s\"; a name of at most 31 characters without commas expected",
                    source);
            if (d->parameter_count >= PD_MHR_PARAMETERS_MAX)
                return fail_at_definition(p, PD_ERR_LIMIT, "%s", "more than 1024 parameters");
            parameter = d->parameter_count++;
            snprintf(d->parameters[parameter], PD_MODEL_NAME_BYTES, "%s", source);
            d->limits[parameter][0] = -PD_MHR_NO_LIMIT;
            d->limits[parameter][1] = PD_MHR_NO_LIMIT;
        }

        return add_term(p, row, parameter, weight);
    }

    /* A joint.channel copies the terms that it has so far. */
    int of;
    pd_status status = find_row(&of, p, source);
    const int before = p->out->term_count;
    for (int i = 0; i < before && status == PD_OK; i++) {
        const pd_tool_mhr_term t = p->out->terms[i];
        if (t.row == of) status = add_term(p, row, t.parameter, weight * t.weight);
    }

    return status;
}

/* Reads a line "joint.channel = weight * source + weight * source ...". */
static pd_status read_transform(parser *p, char *line)
{
    char by = 0;
    char *at = line;
    int row;
    char *target = word_of(&at, " \t\r=", &by);

    if (by != '=') at += strspn(at, " \t\r");
    if (!target || (by != '=' && *at++ != '='))
        return fail_at_definition(p, PD_ERR_FORMAT, "\"%.40s\"; joint.channel = weight * parameter expected",
                                  line);
    pd_status status = find_row(&row, p, target);

    /* Terms until the end of the line, joined by +. */
    for (bool more = true; status == PD_OK && more;) {
        double weight;
        char *number = word_of(&at, " \t\r*", &by);
        if (by != '*') at += strspn(at, " \t\r");
        if (!number || !pd_tokenizer_parse(&weight, number) || (by != '*' && *at++ != '*'))
            return fail_at_definition(p, PD_ERR_FORMAT, "\"%.40s\"; weight * parameter expected",
                                      number ? number : "");
        char *source = word_of(&at, " \t\r+", &by);
        if (!source)
            return fail_at_definition(p, PD_ERR_FORMAT, "%s", "ends; a parameter is expected after *");
        status = read_source(p, row, weight, source);

        at += strspn(at, " \t\r");
        more = by == '+' || *at == '+';
        if (by != '+' && *at && *at != '+')
            return fail_at_definition(p, PD_ERR_FORMAT, "\"%.40s\"; + or the end expected", at);
        if (by != '+' && *at == '+') at++;
    }

    return status;
}

/* Reads a line "parameterset NAME parameter parameter ...". */
static pd_status read_set(parser *p, char *line)
{
    char by = 0;
    char *at = line;
    char *word = word_of(&at, " \t\r", &by);
    char *name = word ? word_of(&at, " \t\r", &by) : NULL;

    if (!word || strcmp(word, "parameterset") || !name)
        return fail_at_definition(p, PD_ERR_FORMAT,
                                  "\"%.40s\"; parameterset NAME and its parameters expected", line);

    /* Only sets of scales matter here; their names contain "scale". */
    const bool is_scale = strstr(name, "scale") || strstr(name, "Scale");
    for (char *member; (member = word_of(&at, " \t\r", &by));) {
        const int parameter = find_parameter(p->out, member);
        if (parameter < 0)
            return fail_at_definition(p, PD_ERR_NOT_FOUND, "\"%.60s\": no line of the transform has it",
                                      member);
        if (is_scale) p->out->is_scale[parameter] = 1;
    }

    return PD_OK;
}

/* Reads a line "limit PARAMETER minmax [low, high] weight". */
static pd_status read_limit(parser *p, char *line)
{
    char by = 0;
    char *at = line;
    double low, high;
    char *word = word_of(&at, " \t\r", &by);
    char *name = word ? word_of(&at, " \t\r", &by) : NULL;
    char *kind = name ? word_of(&at, " \t\r", &by) : NULL;

    if (!word || strcmp(word, "limit") || !kind)
        return fail_at_definition(p, PD_ERR_FORMAT, "\"%.40s\"; limit PARAMETER minmax [low, high] expected",
                                  line);
    if (strcmp(kind, "minmax")) {
        p->out->skipped_limit_count++;
        return PD_OK;
    }

    /* Bounds of a known parameter. */
    const int parameter = find_parameter(p->out, name);
    if (parameter < 0)
        return fail_at_definition(p, PD_ERR_NOT_FOUND, "\"%.60s\": no line of the transform has it", name);
    at += strspn(at, " \t\r[");
    char *first = word_of(&at, ", \t\r]", &by);
    at += strspn(at, ", \t\r");
    char *second = word_of(&at, ", \t\r]", &by);
    if (!first || !second || !pd_tokenizer_parse(&low, first) || !pd_tokenizer_parse(&high, second) ||
        low > high)
        return fail_at_definition(p, PD_ERR_FORMAT, "limit of %.60s; [low, high] with low <= high expected",
                                  name);
    p->out->limits[parameter][0] = (float)low;
    p->out->limits[parameter][1] = (float)high;

    return PD_OK;
}

/* Handles one line: a comment, the heading of a section, or a row of the current section. */
static pd_status read_line(parser *p, section *in, char *line)
{
    line[strcspn(line, "#")] = 0;
    line += strspn(line, " \t\r");
    if (!*line) return PD_OK;
    if (*line == '[') {
        *in = !strncmp(line, "[ParameterTransform]", 20) ? TRANSFORM
              : !strncmp(line, "[ParameterSets]", 15)    ? SETS
              : !strncmp(line, "[Limits]", 8)            ? LIMITS
                                                         : OTHER;
        return PD_OK;
    }

    switch (*in) {
    case TRANSFORM: return read_transform(p, line);
    case SETS: return read_set(p, line);
    case LIMITS: return read_limit(p, line);
    default: return PD_OK;
    }
}

pd_status pd_tool_mhr_definition_parse(pd_tool_mhr_definition *out, pd_bytes text,
                                       const pd_model_name *joints, int joint_count, const char *name,
                                       pd_error *err)
{
    static const char head[] = "Momentum Model Definition";
    parser p = {.out = out, .joints = joints, .joint_count = joint_count, .name = name, .err = err};
    char line[LINE_BYTES];
    section in = OTHER;
    pd_status status = PD_OK;

    *out = (pd_tool_mhr_definition){0};

    /* Check the heading and the size. */
    if (text.size < sizeof head || memcmp(text.data, head, sizeof head - 1))
        return pd_fail(err, PD_ERR_FORMAT, name, "the first line is not \"%s V1.0\"", head);
    if (text.size > PD_TOOL_MHR_DEFINITION_MAX)
        return pd_fail(err, PD_ERR_LIMIT, name, "%zu bytes; at most %zu allowed", text.size,
                       PD_TOOL_MHR_DEFINITION_MAX);
    out->parameters = calloc(PD_MHR_PARAMETERS_MAX, sizeof *out->parameters);
    out->limits = calloc(PD_MHR_PARAMETERS_MAX, sizeof *out->limits);
    out->is_scale = calloc(PD_MHR_PARAMETERS_MAX, sizeof *out->is_scale);
    if (!out->parameters || !out->limits || !out->is_scale)
        status = pd_fail(err, PD_ERR_MEMORY, name, "out of memory for its parameters");

    /* Line by line; the first is the heading. */
    const char *at = (const char *)text.data;
    const char *end = at + text.size;
    for (p.line = 1; status == PD_OK && at < end; p.line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const size_t length = (size_t)((stop ? stop : end) - at);
        if (length >= sizeof line) {
            status = fail_at_definition(&p, PD_ERR_LIMIT, "%s", "a line of more than 8191 characters");
            break;
        }

        memcpy(line, at, length);
        line[length] = 0;
        if (p.line > 1) status = read_line(&p, &in, line);
        at = stop ? stop + 1 : end;
    }

    if (status == PD_OK && !out->term_count)
        status = pd_fail(err, PD_ERR_FORMAT, name,
                         "[ParameterTransform] with lines joint.channel = ... is missing");
    if (status != PD_OK) pd_tool_mhr_definition_deinit(out);

    return status;
}

void pd_tool_mhr_definition_deinit(pd_tool_mhr_definition *d)
{
    free(d->parameters);
    free(d->limits);
    free(d->is_scale);
    free(d->terms);
    *d = (pd_tool_mhr_definition){0};
}
