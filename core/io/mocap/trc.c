/* TRC, as Motion Analysis writes it and OpenSim reads it:
 *
 *     PathFileType  4  (X/Y/Z)  take.trc
 *     DataRate  CameraRate  NumFrames  NumMarkers  Units  ...        the names of the next line's cells
 *     120       120         2751       41          mm     ...
 *     Frame#  Time  LFHD            RFHD            ...              a name, then two empty cells
 *                   X1  Y1  Z1      X2  Y2  Z2      ...
 *     1       0.0   12  1700  3     ...
 */
#include "core/io/mocap/markers.h"

#include "core/base/tokenizer.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define FARTHEST  1e5     /* metres from the origin */
#define NO_VALUE  9999999 /* what Cortex writes, in the file's unit, for a marker that was not seen */
#define GAPS_MOST 10      /* rows may be missing for so many times as many frames as there are */

/* A line, and the position up to which its cells were read. */
typedef struct line {
    const char *at, *end; /* remaining cells; at NULL: none */
    int number;
} line;

typedef struct reader {
    const char *at, *end, *name;
    line now;
    pd_error *err;
} reader;

static pd_status fail(const reader *r, pd_status status, const char *what)
{
    char where[256];
    snprintf(where, sizeof where, "%s:%d", r->name, r->now.number);
    return pd_fail(r->err, status, where, "%s", what);
}

/* Reads the next line. Returns false at the end of the text. */
static bool next_line(reader *r)
{
    if (r->at == r->end) {
        r->now.at = NULL;
        return false;
    }
    const char *end = memchr(r->at, '\n', (size_t)(r->end - r->at)), *stop = end ? end : r->end;
    r->now = (line){r->at, stop > r->at && stop[-1] == '\r' ? stop - 1 : stop, r->now.number + 1};
    r->at = end ? end + 1 : r->end;
    return true;
}

/* Reads the next cell, without blanks around it, cut to the size of `out`. Returns false if there is none. */
static bool next_cell(char out[PD_MARKERS_NAME_BYTES], reader *r)
{
    if (!r->now.at) return false;
    const char *tab = memchr(r->now.at, '\t', (size_t)(r->now.end - r->now.at));
    const char *from = r->now.at, *to = tab ? tab : r->now.end;
    r->now.at = tab ? tab + 1 : NULL;

    while (from < to && *from == ' ') from++;
    while (to > from && to[-1] == ' ') to--;
    const size_t length =
        (size_t)(to - from) < PD_MARKERS_NAME_BYTES ? (size_t)(to - from) : PD_MARKERS_NAME_BYTES - 1;
    memcpy(out, from, length);
    out[length] = 0;
    for (char *p = out; *p; p++)
        if (*p < ' ' || *p > '~') *p = '_';
    return true;
}

/* Fails because of a cell that is no number. */
static pd_status fail_number(const reader *r, const char *what, const char *cell)
{
    char where[256];
    snprintf(where, sizeof where, "%s:%d", r->name, r->now.number);
    return pd_fail(r->err, PD_ERR_FORMAT, where, "%s: \"%s\" is not a number; a number expected%s", what,
                   cell, pd_tokenizer_hint(cell));
}

/* Returns whether a cell says that a marker was not seen: empty, dashes, "NaN" with any sign, "-nan(ind)" and "-1.#IND" of Windows, "null", "N/A". */
static bool is_unseen(const char *cell)
{
    const char *p = cell + strspn(cell, "+-");
    return !*p || !strncasecmp(p, "nan", 3) || strstr(p, ".#") || !strcasecmp(p, "null") ||
           !strcasecmp(p, "none") || !strcasecmp(p, "n/a");
}

/* Reads the line of names and the line of values below it. */
static pd_status read_head(pd_markers *m, double *unit, reader *r)
{
    enum { KEYS = 32 };
    char keys[KEYS][PD_MARKERS_NAME_BYTES], value[PD_MARKERS_NAME_BYTES],
        unit_text[PD_MARKERS_NAME_BYTES] = "";
    int count = 0;
    double frames = 0, markers = 0;

    /* Names of the values. */
    if (!next_line(r)) return fail(r, PD_ERR_FORMAT, "the text ends; names of values expected");
    while (count < KEYS && next_cell(keys[count], r)) count++;
    if (count == 1 && strlen(keys[0]) > strlen("DataRate"))
        return fail(r, PD_ERR_FORMAT, "no tabs between the names of values; tabs between cells expected");
    if (!next_line(r)) return fail(r, PD_ERR_FORMAT, "the text ends; values expected");

    /* Values, by the names above them. */
    for (int i = 0; i < count && next_cell(value, r); i++) {
        double *number = !strcasecmp(keys[i], "DataRate")     ? &m->rate
                         : !strcasecmp(keys[i], "NumFrames")  ? &frames
                         : !strcasecmp(keys[i], "NumMarkers") ? &markers
                                                              : NULL;
        if (number && !pd_tokenizer_parse(number, value)) return fail_number(r, keys[i], value);
        if (strcasecmp(keys[i], "Units") != 0) continue;
        *unit = pd_markers_unit(value);
        memcpy(unit_text, value, sizeof unit_text);
    }

    /* Check them, as they size the memory. */
    if (!(m->rate > 0 && m->rate <= 1e5))
        return fail(r, PD_ERR_RANGE, "DataRate is out of range; above 0 to 100000 allowed");
    if (*unit == 0) {
        char where[256];
        snprintf(where, sizeof where, "%s:%d", r->name, r->now.number);
        return pd_fail(r->err, PD_ERR_UNSUPPORTED, where, "Units \"%s\"; mm, cm, m, in or ft expected",
                       unit_text);
    }
    if (!(markers >= 1 && markers <= 4096) || markers != floor(markers))
        return fail(r, PD_ERR_LIMIT, "NumMarkers is out of range; 1 to 4096 allowed");
    if (!(frames >= 1 && frames <= 1e7) || frames != floor(frames))
        return fail(r, PD_ERR_LIMIT, "NumFrames is out of range; 1 to 10000000 allowed");
    m->marker_count = (int)markers;
    m->frame_count = (int)frames;
    return PD_OK;
}

/* The number and the time of a row; time NaN: none. */
typedef struct stamp {
    int frame;
    double time;
} stamp;

/* Reads the positions of one frame. */
static pd_status read_frame(float *out, const pd_markers *m, stamp *at, double unit, reader *r)
{
    char cell[PD_MARKERS_NAME_BYTES];
    double number;
    if (!next_cell(cell, r) || !pd_tokenizer_parse(&number, cell) || !(fabs(number) <= 1e9))
        return fail(r, PD_ERR_FORMAT,
                    "the row does not begin with the number of a frame; a whole number expected");
    *at = (stamp){(int)number, NAN};
    if (next_cell(cell, r) && !pd_tokenizer_parse(&at->time, cell)) at->time = NAN;

    for (int i = 0; i < m->marker_count; i++) {
        double p[3] = {NAN, NAN, NAN};
        for (int c = 0; c < 3; c++)
            if (next_cell(cell, r) && !is_unseen(cell) && !pd_tokenizer_parse(&p[c], cell))
                return fail_number(r, "a position", cell);
        if (isnan(p[0]) || isnan(p[1]) || isnan(p[2])) continue;
        if (p[0] == 0 && p[1] == 0 && p[2] == 0) continue; /* what many programs write for an unseen marker */
        if (p[0] >= NO_VALUE && p[1] >= NO_VALUE && p[2] >= NO_VALUE) continue;
        for (int c = 0; c < 3; c++) {
            if (fabs(p[c] * unit) > FARTHEST)
                return fail(r, PD_ERR_RANGE,
                            "a position is more than 100000 m away; at most 100000 m allowed");
            out[3 * i + c] = (float)(p[c] * unit);
        }
    }
    return PD_OK;
}

/* Compares the times of the rows with DataRate. Times may be in milliseconds, and missing. */
static pd_status check_rate(const pd_markers *m, const stamp *rows, reader *r)
{
    const stamp *first = rows, *last = rows + m->frame_count - 1;
    const double seconds = last->time - first->time, frames = last->frame - first->frame;
    if (!(seconds > 0 && frames > 0)) return PD_OK;

    const double rate = frames / seconds, off = rate / m->rate;
    if (fabs(off - 1) <= 0.02 || fabs(1000 * off - 1) <= 0.02) return PD_OK;
    return pd_fail(r->err, PD_ERR_FORMAT, r->name,
                   "DataRate is %g, but its Time has %g frames a second; correct the one that is wrong",
                   m->rate, rate);
}

/* Puts frames without positions where numbers of rows are missing, so that the others stay in time. */
static pd_status fill_gaps(pd_markers *m, const stamp *rows, reader *r)
{
    int gaps = 0, ones = 0;
    for (int f = 1; f < m->frame_count; f++) {
        if (rows[f].frame <= rows[f - 1].frame)
            return pd_fail(r->err, PD_ERR_FORMAT, r->name,
                           "frame %d comes after frame %d; rising numbers expected", rows[f].frame,
                           rows[f - 1].frame);
        gaps += rows[f].frame > rows[f - 1].frame + 1;
        ones += rows[f].frame == rows[f - 1].frame + 1;
    }
    if (!gaps || !ones) return PD_OK; /* none, or every second frame, third and so on */

    /* Refuse gaps that would be most of the take. */
    const long long span = (long long)rows[m->frame_count - 1].frame - rows[0].frame + 1;
    if (span > (long long)GAPS_MOST * m->frame_count)
        return pd_fail(r->err, PD_ERR_FORMAT, r->name,
                       "%d rows of %lld frames; rows for 1 in %d frames expected", m->frame_count, span,
                       GAPS_MOST);

    pd_markers filled = *m;
    const size_t row = 3 * (size_t)m->marker_count;
    filled.frame_count = (int)span;
    filled.names = NULL, filled.positions = NULL;
    const pd_status status = pd_markers_make(&filled, r->name, r->err);
    if (status) return status;
    memcpy(filled.names, m->names, (size_t)m->marker_count * sizeof *m->names);
    for (int f = 0; f < m->frame_count; f++)
        memcpy(filled.positions + row * (size_t)(rows[f].frame - rows[0].frame),
               m->positions + row * (size_t)f, row * sizeof *m->positions);
    pd_markers_deinit(m);
    *m = filled;
    return PD_OK;
}

static bool is_blank(const reader *r)
{
    const char *p = r->now.at;
    while (p < r->now.end && (*p == ' ' || *p == '\t')) p++;
    return p >= r->now.end;
}

/* Reads all frames. */
static pd_status read_frames(pd_markers *m, double unit, reader *r)
{
    stamp *rows = malloc((size_t)m->frame_count * sizeof *rows);
    if (!rows) return pd_fail(r->err, PD_ERR_MEMORY, r->name, "out of memory");

    /* Frames, without blank lines. */
    pd_status status = PD_OK;
    for (int f = 0; status == PD_OK && f < m->frame_count;) {
        if (!next_line(r))
            status = fail(r, PD_ERR_FORMAT, "the text ends early; NumFrames rows expected");
        else if (!is_blank(r)) {
            status = read_frame(m->positions + 3 * (size_t)f * (size_t)m->marker_count, m, &rows[f], unit, r);
            f++;
        }
    }
    while (status == PD_OK && next_line(r))
        if (!is_blank(r))
            status = fail(r, PD_ERR_FORMAT, "a row follows the last frame; NumFrames rows expected");

    if (status == PD_OK) m->first_frame = rows[0].frame;
    if (status == PD_OK) status = check_rate(m, rows, r);
    if (status == PD_OK) status = fill_gaps(m, rows, r);
    free(rows);
    return status;
}

/* Reads the whole file. */
static pd_status parse(pd_markers *m, reader *r)
{
    double unit = 0;
    char cell[PD_MARKERS_NAME_BYTES];

    /* A TRC begins with PathFileType. */
    if (!next_line(r) || !next_cell(cell, r) || strcasecmp(cell, "PathFileType") != 0)
        return fail(r, PD_ERR_FORMAT,
                    "not a TRC file; PathFileType expected (or a C3D, 0x50 in its second byte)");
    pd_status status = read_head(m, &unit, r);
    if (status) return status;

    /* Each position takes at least a tab, so refuse counts that the text cannot hold before memory is
     * allocated. */
    if ((size_t)m->frame_count > (size_t)(r->end - r->at) / (size_t)m->marker_count)
        return fail(r, PD_ERR_FORMAT,
                    "the text is too short for NumFrames frames of NumMarkers markers; a cell for each "
                    "coordinate expected");
    status = pd_markers_make(m, r->name, r->err);
    if (status) return status;

    /* Frame#, Time, then a name for every three cells. */
    if (!next_line(r)) return fail(r, PD_ERR_FORMAT, "the text ends; names of markers expected");
    for (int i = 0; i < 2; i++)
        if (!next_cell(cell, r))
            return fail(r, PD_ERR_FORMAT,
                        "the line of marker names does not begin with Frame# and Time; both expected");
    for (int i = 0; i < m->marker_count; i++) {
        if (!next_cell(m->names[i], r))
            return fail(r, PD_ERR_FORMAT, "too few names of markers; NumMarkers names expected");
        for (int skip = 0; skip < 2; skip++) next_cell(cell, r);
    }
    while (next_cell(cell, r))
        if (*cell) return fail(r, PD_ERR_FORMAT, "too many names of markers; NumMarkers names expected");
    next_line(r); /* X1 Y1 Z1 ... */

    return read_frames(m, unit, r);
}

pd_status pd_markers_parse_trc(pd_markers *out, pd_bytes file, const char *name, pd_error *err)
{
    file = pd_tokenizer_text(file);
    reader r = {
        .at = (const char *)file.data, .end = (const char *)file.data + file.size, .name = name, .err = err};
    *out = (pd_markers){.up_axis = -1}; /* y in OpenSim, mostly z in the laboratories that record */
    pd_status status = parse(out, &r);
    if (status) pd_markers_deinit(out);
    return status;
}

/* ---- writing */

pd_status pd_markers_write_trc(pd_buffer *out, const pd_markers *m, const char *name, pd_error *err)
{
    /* Head: rate, counts, unit, and the names of markers above three columns each. */
    pd_buffer_printf(out,
                     "PathFileType\t4\t(X/Y/Z)\t%s\n"
                     "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tO"
                     "rigNumFrames\n"
                     "%g\t%g\t%d\t%d\tmm\t%g\t%d\t%d\nFrame#\tTime",
                     name, m->rate, m->rate, m->frame_count, m->marker_count, m->rate, m->first_frame,
                     m->frame_count);
    for (int i = 0; i < m->marker_count; i++) pd_buffer_printf(out, "\t%s\t\t", m->names[i]);
    pd_buffer_text(out, "\n\t");
    for (int i = 1; i <= m->marker_count; i++) pd_buffer_printf(out, "\tX%d\tY%d\tZ%d", i, i, i);
    pd_buffer_text(out, "\n\n");

    /* Frames in millimetres. A marker without a position has empty cells. */
    for (int f = 0; f < m->frame_count; f++) {
        const float *at = m->positions + 3 * (size_t)f * (size_t)m->marker_count;
        pd_buffer_printf(out, "%d\t%.6f", m->first_frame + f, f / m->rate);
        for (int i = 0; i < m->marker_count; i++, at += 3) {
            if (isnan(at[0]))
                pd_buffer_text(out, "\t\t\t");
            else
                pd_buffer_printf(out, "\t%.3f\t%.3f\t%.3f", 1000 * (double)at[0], 1000 * (double)at[1],
                                 1000 * (double)at[2]);
        }
        pd_buffer_text(out, "\n");
    }
    return out->failed ? pd_fail(err, PD_ERR_MEMORY, name, "out of memory to write %d frames", m->frame_count)
                       : PD_OK;
}
