#include "core/io/mocap/sidecar.h"

#include "core/base/text/tokenizer.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEIGHT_MAX 1e6

/* Limits of a table of numbers. */
typedef struct rules {
    const char *what;
    int rows_min, rows_max;
    int columns_min, columns_max;
    double low, high;
} rules;

typedef struct growing {
    pd_sidecar_table *table;
    size_t count, capacity; /* number of values, and allocated ones */
} growing;

/* Reads the number in words->word. */
static pd_status take_number(double *out, const pd_tokenizer *words, const rules *r, pd_error *err)
{
    if (!pd_tokenizer_parse(out, words->word))
        return pd_tokenizer_fail(words, err, PD_ERR_FORMAT, "'%s' is not a number; a number expected (%s)",
                                 words->word, r->what);
    if (*out >= r->low && *out <= r->high) return PD_OK;

    return pd_tokenizer_fail(words, err, PD_ERR_RANGE, "%s is '%s'; %.10g to %.10g allowed", r->what,
                             words->word, r->low, r->high);
}

/* Reads the rest of the line, whose first word is the current one. */
static pd_status take_row(growing *g, pd_tokenizer *words, const rules *r, pd_error *err)
{
    int columns = 0;

    /* Read all numbers of the line. */
    do {
        double value;
        pd_status status = take_number(&value, words, r, err);
        if (status) return status;

        if (g->count == PD_SIDECAR_MAX)
            return pd_tokenizer_fail(words, err, PD_ERR_LIMIT, "more than the allowed %d numbers",
                                     PD_SIDECAR_MAX);
        if (g->count == g->capacity) {
            size_t capacity = g->capacity ? 2 * g->capacity : 1024;
            float *values = realloc(g->table->values, capacity * sizeof *values);
            if (!values)
                return pd_tokenizer_fail(words, err, PD_ERR_MEMORY, "out of memory for %zu numbers",
                                         capacity);
            g->table->values = values;
            g->capacity = capacity;
        }

        g->table->values[g->count++] = (float)value;

        if (++columns > r->columns_max)
            return pd_tokenizer_fail(words, err, PD_ERR_FORMAT,
                                     "a line has more than the allowed %d numbers (%s)", r->columns_max,
                                     r->what);
    } while (pd_tokenizer_next_here(words));

    /* Lines must have as many numbers as the first, and at least columns_min. */
    int wanted = g->table->rows ? g->table->columns : columns;
    if (columns < r->columns_min) wanted = r->columns_min;
    if (columns != wanted)
        return pd_tokenizer_fail(words, err, PD_ERR_FORMAT, "%d numbers in a line; %d expected (%s)", columns,
                                 wanted, r->what);

    /* Count the line. */
    g->table->columns = columns;
    if (++g->table->rows > r->rows_max)
        return pd_tokenizer_fail(words, err, PD_ERR_LIMIT, "more than the allowed %d lines (%s)", r->rows_max,
                                 r->what);

    return PD_OK;
}

static pd_status parse_table(pd_sidecar_table *out, pd_bytes text, const char *name, const rules *r,
                             pd_error *err)
{
    pd_tokenizer words;
    pd_status status = PD_OK;

    memset(out, 0, sizeof *out);
    growing g = {.table = out};
    pd_tokenizer_init(&words, text, name);
    while (status == PD_OK && pd_tokenizer_next(&words)) status = take_row(&g, &words, r, err);
    if (status == PD_OK && out->rows < r->rows_min)
        status = pd_tokenizer_fail(&words, err, PD_ERR_FORMAT,
                                   "the text ends after %d lines; at least %d expected (%s)", out->rows,
                                   r->rows_min, r->what);
    if (status != PD_OK) pd_sidecar_table_deinit(out);

    return status;
}

pd_status pd_sidecar_phase_parse(pd_sidecar_table *out, pd_bytes text, const char *name, pd_error *err)
{
    static const rules r = {.what = "phase",
                            .rows_min = 1,
                            .rows_max = PD_SIDECAR_FRAME_MAX,
                            .columns_min = 1,
                            .columns_max = 1,
                            .low = 0,
                            .high = 1};

    return parse_table(out, text, name, &r, err);
}

pd_status pd_sidecar_gait_parse(pd_sidecar_table *out, pd_bytes text, const char *name, pd_error *err)
{
    static const rules r = {.what = "gait",
                            .rows_min = 1,
                            .rows_max = PD_SIDECAR_FRAME_MAX,
                            .columns_min = PD_SIDECAR_GAITS,
                            .columns_max = PD_SIDECAR_GAITS,
                            .low = 0,
                            .high = 1};

    return parse_table(out, text, name, &r, err);
}

pd_status pd_sidecar_heights_parse(pd_sidecar_table *out, pd_bytes text, const char *name, pd_error *err)
{
    static const rules r = {.what = "height",
                            .rows_min = 2,
                            .rows_max = PD_SIDECAR_GRID_MAX,
                            .columns_min = 2,
                            .columns_max = PD_SIDECAR_GRID_MAX,
                            .low = -HEIGHT_MAX,
                            .high = HEIGHT_MAX};

    return parse_table(out, text, name, &r, err);
}

void pd_sidecar_table_deinit(pd_sidecar_table *table)
{
    free(table->values);
    memset(table, 0, sizeof *table);
}

/* ---- footsteps ---- */

static pd_status take_frame(int *out, const pd_tokenizer *words, const char *what, pd_error *err)
{
    double value;
    const rules r = {.what = what,
                     .rows_min = 0,
                     .rows_max = 0,
                     .columns_min = 0,
                     .columns_max = 0,
                     .low = 0,
                     .high = PD_SIDECAR_FRAME_MAX};
    pd_status status = take_number(&value, words, &r, err);

    if (status != PD_OK) return status;
    if (value != floor(value))
        return pd_tokenizer_fail(words, err, PD_ERR_FORMAT, "%s is '%s'; a whole number expected", what,
                                 words->word);
    *out = (int)value;

    return PD_OK;
}

static bool ends_with_star(const char *word)
{
    size_t length = strlen(word);
    return length && word[length - 1] == '*';
}

/* Reads the line of a footstep, whose first word is the current one. */
static pd_status take_step(pd_sidecar_step *out, pd_tokenizer *words, pd_error *err)
{
    *out = (pd_sidecar_step){.second = -1};
    pd_status status = take_frame(&out->frame, words, "frame", err);
    if (status != PD_OK || !pd_tokenizer_next_here(words)) return status;

    /* A second number, if there is one. */
    if (!ends_with_star(words->word)) {
        status = take_frame(&out->second, words, "second number", err);
        if (status != PD_OK || !pd_tokenizer_next_here(words)) return status;
    }

    /* Read the mark, which ends the line. */
    if (!ends_with_star(words->word))
        return pd_tokenizer_fail(words, err, PD_ERR_FORMAT,
                                 "'%s' after the numbers; only a mark '*' is allowed", words->word);

    out->is_marked = 1;
    if (pd_tokenizer_next_here(words))
        return pd_tokenizer_fail(words, err, PD_ERR_FORMAT,
                                 "'%s' follows the mark; the end of the line expected", words->word);

    return PD_OK;
}

static pd_status add_step(pd_sidecar_steps *out, int *capacity, const pd_sidecar_step *step,
                          const pd_tokenizer *words, pd_error *err)
{
    /* Frames may not decrease. */
    if (out->count && step->frame < out->items[out->count - 1].frame)
        return pd_tokenizer_fail(words, err, PD_ERR_RANGE,
                                 "frame %d follows frame %d; frame numbers that do not decrease expected",
                                 step->frame, out->items[out->count - 1].frame);

    /* Double the room when it is full. */
    if (out->count == *capacity) {
        int more = *capacity ? 2 * *capacity : 256;
        pd_sidecar_step *items = realloc(out->items, (size_t)more * sizeof *items);
        if (!items)
            return pd_tokenizer_fail(words, err, PD_ERR_MEMORY, "out of memory for %d footsteps", more);
        out->items = items;
        *capacity = more;
    }

    out->items[out->count++] = *step;
    return PD_OK;
}

pd_status pd_sidecar_steps_parse(pd_sidecar_steps *out, pd_bytes text, const char *name, pd_error *err)
{
    pd_tokenizer words;
    pd_sidecar_step step;
    int capacity = 0;
    pd_status status = PD_OK;

    memset(out, 0, sizeof *out);
    pd_tokenizer_init(&words, text, name);

    /* One footstep a line. */
    while (status == PD_OK && pd_tokenizer_next(&words)) {
        if (out->count == PD_SIDECAR_FRAME_MAX)
            status = pd_tokenizer_fail(&words, err, PD_ERR_LIMIT, "more than the allowed %d footsteps",
                                       PD_SIDECAR_FRAME_MAX);
        if (status == PD_OK) status = take_step(&step, &words, err);
        if (status == PD_OK) status = add_step(out, &capacity, &step, &words, err);
    }

    if (status == PD_OK && !out->count)
        status = pd_tokenizer_fail(&words, err, PD_ERR_FORMAT,
                                   "the file has no footsteps; at least one is expected");
    if (status != PD_OK) pd_sidecar_steps_deinit(out);

    return status;
}

void pd_sidecar_steps_deinit(pd_sidecar_steps *steps)
{
    free(steps->items);
    memset(steps, 0, sizeof *steps);
}

/* ---- kinds ---- */

static void take_word(char out[128], const char *from, const char *end)
{
    while (from < end && (*from == ' ' || *from == '\t')) from++;
    while (end > from && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r')) end--;
    size_t length = (size_t)(end - from) < 127 ? (size_t)(end - from) : 127;
    memcpy(out, from, length);
    out[length] = 0;
}

int pd_sidecar_kind_next(pd_sidecar_kind *out, size_t *at, pd_bytes text, const char *name, pd_error *err)
{
    const char *all = (const char *)text.data;

    if (!*at) out->line = 0;

    /* The next line that is not blank, without its comment. */
    while (*at < text.size) {
        const char *line = all + *at;
        const char *end = memchr(line, '\n', text.size - *at);
        if (!end) end = all + text.size;
        *at = (size_t)(end - all) + 1;
        out->line++;

        /* Name and kind, separated by a comma. */
        const char *comment = memchr(line, '#', (size_t)(end - line));
        const char *stop = comment ? comment : end;
        const char *comma = memchr(line, ',', (size_t)(stop - line));
        take_word(out->clip, line, comma ? comma : stop);
        if (!*out->clip && !comma) continue;
        if (!comma) {
            char where[256];
            snprintf(where, sizeof where, "%.200s:%d", name, out->line);
            pd_fail(err, PD_ERR_FORMAT, where, "'%.60s' without a kind; NAME,KIND expected", out->clip);
            return -1;
        }

        take_word(out->kind, comma + 1, stop);
        return 1;
    }

    return 0;
}

void pd_sidecar_gait_merge(float out[6], const float row[PD_SIDECAR_GAITS])
{
    out[0] = row[0];
    out[1] = row[1];
    out[2] = row[2] + row[3];
    out[3] = row[4] + row[6];
    out[4] = row[5];
    out[5] = row[7];
}
