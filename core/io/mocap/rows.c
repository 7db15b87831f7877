#include "core/io/mocap/rows.h"

#include "core/base/file.h"
#include "core/base/text/tokenizer.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define FARTHEST  1e5     /* metres from the origin */
#define NO_VALUE  9999999 /* what Cortex writes, in the file's unit, for a marker that was not seen */
#define GAPS_MOST 10      /* rows may be missing for so many times as many frames as there are */

void pd_rows_init(pd_rows *r, pd_bytes file, char separator, const char *name, pd_error *err)
{
    file = pd_text_unmarked(file);
    *r = (pd_rows){.at = (const char *)file.data,
                   .end = (const char *)file.data + file.size,
                   .name = name,
                   .separator = separator,
                   .err = err};
}

pd_status pd_rows_fail(const pd_rows *r, pd_status status, const char *format, ...)
{
    char where[256], what[256];
    va_list args;

    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    snprintf(where, sizeof where, "%s:%d", r->name, r->line);

    return pd_fail(r->err, status, where, "%s", what);
}

pd_status pd_rows_fail_number(const pd_rows *r, const char *what, const char *cell)
{
    return pd_rows_fail(r, PD_ERR_FORMAT, "%s: \"%.40s\" is not a number; a number expected%s", what, cell,
                        pd_tokenizer_hint(cell));
}

bool pd_rows_next(pd_rows *r)
{
    r->cell = NULL;
    if (r->at == r->end) return false;
    const char *stop = r->at;
    while (stop < r->end && *stop != '\n' && *stop != '\r') stop++;
    r->cell = r->at;
    r->stop = stop;
    r->line++;
    if (stop < r->end) stop += *stop == '\r' && stop + 1 < r->end && stop[1] == '\n' ? 2 : 1;
    r->at = stop;

    return true;
}

bool pd_rows_cell(char out[PD_ROWS_CELL_BYTES], pd_rows *r)
{
    if (!r->cell) return false;
    const char *from = r->cell;
    const char *search = from;
    while (from < r->stop && *from == ' ') from++;

    /* The separator ends the cell, behind the closing quote if it has one. */
    const char *quote =
        from < r->stop && *from == '"' ? memchr(from + 1, '"', (size_t)(r->stop - from - 1)) : NULL;
    if (quote) search = quote;
    const char *next = memchr(search, r->separator, (size_t)(r->stop - search));
    const char *to = quote ? quote : next ? next : r->stop;
    if (quote) from++;
    r->cell = next ? next + 1 : NULL;

    while (from < to && *from == ' ') from++;
    while (to > from && to[-1] == ' ') to--;
    const size_t length =
        (size_t)(to - from) < PD_ROWS_CELL_BYTES ? (size_t)(to - from) : PD_ROWS_CELL_BYTES - 1;
    memcpy(out, from, length);
    out[length] = 0;
    for (char *p = out; *p; p++)
        if (*p < ' ' || *p > '~') *p = '_';
    return true;
}

bool pd_rows_is_blank(const pd_rows *r)
{
    const char *p = r->cell;
    while (p && p < r->stop && (*p == ' ' || *p == '\t' || *p == r->separator)) p++;
    return !p || p >= r->stop;
}

bool pd_rows_is_unseen(const char *cell)
{
    const char *p = cell + strspn(cell, "+-");
    return !*p || !strncasecmp(p, "nan", 3) || strstr(p, ".#") || !strcasecmp(p, "null") ||
           !strcasecmp(p, "none") || !strcasecmp(p, "n/a");
}

void pd_rows_name(char out[PD_MARKERS_NAME_BYTES], const char *cell)
{
    const char *colon = strrchr(cell, ':');
    if (strlen(cell) >= PD_MARKERS_NAME_BYTES && colon) cell = colon + 1;
    snprintf(out, PD_MARKERS_NAME_BYTES, "%.*s", PD_MARKERS_NAME_BYTES - 1, cell);
}

void pd_rows_owner(char out[PD_MARKERS_NAME_BYTES], const char *cell)
{
    const char *colon = strrchr(cell, ':');
    const int length = colon ? (int)(colon - cell) : 0;
    const int most = PD_MARKERS_NAME_BYTES - 1;
    snprintf(out, PD_MARKERS_NAME_BYTES, "%.*s", length < most ? length : most, cell);
}

bool pd_rows_number(double *out, const pd_rows *r, const char *cell)
{
    char text[PD_ROWS_CELL_BYTES];
    const char *comma = r->separator == ',' ? NULL : strchr(cell, ',');

    if (!comma || strchr(comma + 1, ',') || strchr(cell, '.')) return pd_tokenizer_parse(out, cell);
    snprintf(text, sizeof text, "%s", cell);
    text[comma - cell] = '.';

    return pd_tokenizer_parse(out, text);
}

pd_status pd_rows_coordinate(double *out, const pd_rows *r, const char *cell)
{
    *out = NAN;
    if (pd_rows_is_unseen(cell) || pd_rows_number(out, r, cell)) return PD_OK;
    return pd_rows_fail_number(r, "a position", cell);
}

pd_status pd_rows_position(float *out, const pd_rows *r, const double at[3], double unit)
{
    if (isnan(at[0]) || isnan(at[1]) || isnan(at[2])) return PD_OK;
    if (at[0] == 0 && at[1] == 0 && at[2] == 0)
        return PD_OK; /* what many programs write for an unseen marker */
    if (at[0] >= NO_VALUE && at[1] >= NO_VALUE && at[2] >= NO_VALUE) return PD_OK;
    for (int c = 0; c < 3; c++) {
        if (fabs(at[c] * unit) > FARTHEST)
            return pd_rows_fail(r, PD_ERR_RANGE,
                                "a position is more than 100000 m away; at most 100000 m allowed");
        out[c] = (float)(at[c] * unit);
    }

    return PD_OK;
}

/* Compares the times of the rows, whose numbers rise by `step`, with the rate. Times may be in milliseconds,
 * and missing. A rate that counts the frames between the rows too becomes that of the rows. */
static pd_status check_rate(pd_markers *m, const pd_rows_stamp *stamps, long long step, const pd_rows *r,
                            const char *what)
{
    const pd_rows_stamp *first = stamps;
    const pd_rows_stamp *last = stamps + m->frame_count - 1;
    const double seconds = last->time - first->time;
    const double frames = ((double)last->frame - first->frame) / (double)step;

    if (!(seconds > 0 && frames > 0)) return PD_OK;

    const double rate = frames / seconds;
    const double off = rate / m->rate;
    const double off_all = off * (double)step;
    if (fabs(off - 1) <= 0.02 || fabs(1000 * off - 1) <= 0.02) return PD_OK;
    if (fabs(off_all - 1) <= 0.02 || fabs(1000 * off_all - 1) <= 0.02) {
        m->rate /= (double)step;
        return PD_OK;
    }

    return pd_fail(r->err, PD_ERR_FORMAT, r->name,
                   "%s is %g, but its Time has %g frames a second; correct the one that is wrong", what,
                   m->rate, rate);
}

pd_status pd_rows_finish(pd_markers *m, const pd_rows_stamp *stamps, const pd_rows *r, const char *what)
{
    /* The greatest step of which all others are multiples. */
    long long step = 0;

    for (int f = 1; f < m->frame_count; f++) {
        if (stamps[f].frame <= stamps[f - 1].frame)
            return pd_fail(r->err, PD_ERR_FORMAT, r->name,
                           "frame %d comes after frame %d; rising numbers expected", stamps[f].frame,
                           stamps[f - 1].frame);
        long long a = (long long)stamps[f].frame - stamps[f - 1].frame;
        while (step) {
            const long long rest = a % step;
            a = step;
            step = rest;
        }

        step = a;
    }

    if (!step) step = 1;
    m->first_frame = stamps[0].frame;

    const pd_status rated = check_rate(m, stamps, step, r, what);
    const long long span = ((long long)stamps[m->frame_count - 1].frame - stamps[0].frame) / step + 1;
    if (rated || span == m->frame_count) return rated;

    /* Refuse gaps that would be most of the take. */
    if (span > (long long)GAPS_MOST * m->frame_count)
        return pd_fail(r->err, PD_ERR_FORMAT, r->name,
                       "%d rows of %lld frames; rows for 1 in %d frames expected", m->frame_count, span,
                       GAPS_MOST);

    /* Put frames without positions between the rows, so that the others stay in time. */
    pd_markers filled = *m;
    const size_t row = 3 * (size_t)m->marker_count;
    filled.frame_count = (int)span;
    filled.names = NULL;
    filled.owners = NULL;
    filled.positions = NULL;
    const pd_status status = pd_markers_make(&filled, r->name, r->err);
    if (status) {
        pd_markers_deinit(&filled);
        return status;
    }

    memcpy(filled.names, m->names, (size_t)m->marker_count * sizeof *m->names);
    memcpy(filled.owners, m->owners, (size_t)m->marker_count * sizeof *m->owners);
    for (int f = 0; f < m->frame_count; f++)
        memcpy(filled.positions + row * (size_t)(((long long)stamps[f].frame - stamps[0].frame) / step),
               m->positions + row * (size_t)f, row * sizeof *m->positions);
    pd_markers_deinit(m);
    *m = filled;

    return PD_OK;
}
