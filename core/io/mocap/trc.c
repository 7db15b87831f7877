/* TRC, as Motion Analysis writes it and OpenSim reads it:
 *
 *     PathFileType  4  (X/Y/Z)  take.trc
 *     DataRate  CameraRate  NumFrames  NumMarkers  Units  ...        the names of the next line's cells
 *     120       120         2751       41          mm     ...
 *     Frame#  Time  LFHD            RFHD            ...              a name, then two empty cells
 *                   X1  Y1  Z1      X2  Y2  Z2      ...
 *     1       0.0   12  1700  3     ...
 */
#include "core/base/file.h"
#include "core/io/mocap/rows.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define BEGIN "PathFileType"

/* Reads the line of names and the line of values below it. */
static pd_status read_head(pd_markers *m, double *unit, pd_rows *r)
{
    enum { KEYS = 32 };
    char keys[KEYS][PD_ROWS_CELL_BYTES], value[PD_ROWS_CELL_BYTES];
    char unit_text[PD_ROWS_CELL_BYTES] = "";
    int count = 0;
    double frames = 0, markers = 0;

    /* Names of the values. */
    if (!pd_rows_next(r)) return pd_rows_fail(r, PD_ERR_FORMAT, "the text ends; names of values expected");
    while (count < KEYS && pd_rows_cell(keys[count], r)) count++;
    if (count == 1 && strlen(keys[0]) > strlen("DataRate"))
        return pd_rows_fail(r, PD_ERR_FORMAT,
                            "no tabs between the names of values; tabs between cells expected");
    if (!pd_rows_next(r)) return pd_rows_fail(r, PD_ERR_FORMAT, "the text ends; values expected");

    /* Values, by the names above them. */
    for (int i = 0; i < count && pd_rows_cell(value, r); i++) {
        double *number = !strcasecmp(keys[i], "DataRate")     ? &m->rate
                         : !strcasecmp(keys[i], "NumFrames")  ? &frames
                         : !strcasecmp(keys[i], "NumMarkers") ? &markers
                                                              : NULL;
        if (number && !pd_rows_number(number, r, value)) return pd_rows_fail_number(r, keys[i], value);
        if (strcasecmp(keys[i], "Units") != 0) continue;
        *unit = pd_markers_unit(value);
        memcpy(unit_text, value, sizeof unit_text);
    }

    /* Check them, as they size the memory. */
    if (!(m->rate > 0 && m->rate <= 1e5))
        return pd_rows_fail(r, PD_ERR_RANGE, "DataRate is out of range; above 0 to 100000 allowed");
    if (*unit == 0)
        return pd_rows_fail(r, PD_ERR_UNSUPPORTED, "Units \"%s\"; mm, cm, dm, m, in or ft expected",
                            unit_text);
    if (!(markers >= 1 && markers <= 4096) || markers != floor(markers))
        return pd_rows_fail(r, PD_ERR_LIMIT, "NumMarkers is out of range; 1 to 4096 allowed");
    if (!(frames >= 1 && frames <= 1e7) || frames != floor(frames))
        return pd_rows_fail(r, PD_ERR_LIMIT, "NumFrames is out of range; 1 to 10000000 allowed");
    m->marker_count = (int)markers;
    m->frame_count = (int)frames;

    return PD_OK;
}

/* Reads the positions of one frame. */
static pd_status read_frame_trc(float *out, const pd_markers *m, pd_rows_stamp *at, double unit, pd_rows *r)
{
    char cell[PD_ROWS_CELL_BYTES];
    double number;

    if (!pd_rows_cell(cell, r) || !pd_rows_number(&number, r, cell) || !(fabs(number) <= 1e9))
        return pd_rows_fail(r, PD_ERR_FORMAT,
                            "the row does not begin with the number of a frame; a whole number expected");
    *at = (pd_rows_stamp){(int)number, NAN};
    if (pd_rows_cell(cell, r) && !pd_rows_number(&at->time, r, cell)) at->time = NAN;

    pd_status status = PD_OK;
    for (int i = 0; !status && i < m->marker_count; i++) {
        double p[3] = {NAN, NAN, NAN};
        for (int c = 0; !status && c < 3; c++)
            if (pd_rows_cell(cell, r)) status = pd_rows_coordinate(&p[c], r, cell);
        if (!status) status = pd_rows_position(out + 3 * i, r, p, unit);
    }

    return status;
}

/* Reads all frames. */
static pd_status read_frames(pd_markers *m, double unit, pd_rows *r)
{
    pd_rows_stamp *stamps = malloc((size_t)m->frame_count * sizeof *stamps);

    if (!stamps) return pd_fail(r->err, PD_ERR_MEMORY, r->name, "out of memory");

    /* Frames, without blank lines. */
    pd_status status = PD_OK;
    for (int f = 0; status == PD_OK && f < m->frame_count;) {
        if (!pd_rows_next(r))
            status = pd_rows_fail(r, PD_ERR_FORMAT, "the text ends early; NumFrames rows expected");
        else if (!pd_rows_is_blank(r)) {
            status = read_frame_trc(m->positions + 3 * (size_t)f * (size_t)m->marker_count, m, &stamps[f],
                                    unit, r);
            f++;
        }
    }

    while (status == PD_OK && pd_rows_next(r))
        if (!pd_rows_is_blank(r))
            status = pd_rows_fail(r, PD_ERR_FORMAT, "a row follows the last frame; NumFrames rows expected");

    if (status == PD_OK) status = pd_rows_finish(m, stamps, r, "DataRate");
    free(stamps);
    return status;
}

/* Reads the whole file. */
static pd_status parse_trc(pd_markers *m, pd_rows *r)
{
    double unit = 0;
    char cell[PD_ROWS_CELL_BYTES];

    /* A TRC begins with PathFileType. */
    if (!pd_rows_next(r) || !pd_rows_cell(cell, r) || strncasecmp(cell, BEGIN, strlen(BEGIN)) != 0)
        return pd_rows_fail(
            r, PD_ERR_FORMAT,
            "not a recording of markers; PathFileType (TRC), Format Version (Motive), Trajectories (Nexus), "
            "NO_OF_FRAMES (Qualisys) or 0x50 in the second byte (C3D) expected");
    if (cell[strlen(BEGIN)])
        return pd_rows_fail(r, PD_ERR_FORMAT, "\"%.40s\"; tabs, commas or semicolons between cells expected",
                            cell);
    pd_status status = read_head(m, &unit, r);
    if (status) return status;

    /* Each position takes at least a tab, so refuse counts that the text
     * cannot hold before memory is allocated. */
    if ((size_t)m->frame_count > (size_t)(r->end - r->at) / (size_t)m->marker_count)
        return pd_rows_fail(r, PD_ERR_FORMAT,
                            "the text is too short for NumFrames frames of NumMarkers markers; a cell for "
                            "each coordinate expected");
    status = pd_markers_make(m, r->name, r->err);
    if (status) return status;

    /* Frame#, Time, then a name for every three cells. */
    if (!pd_rows_next(r)) return pd_rows_fail(r, PD_ERR_FORMAT, "the text ends; names of markers expected");
    for (int i = 0; i < 2; i++)
        if (!pd_rows_cell(cell, r))
            return pd_rows_fail(
                r, PD_ERR_FORMAT,
                "the line of marker names does not begin with Frame# and Time; both expected");
    for (int i = 0; i < m->marker_count; i++) {
        if (!pd_rows_cell(cell, r))
            return pd_rows_fail(r, PD_ERR_FORMAT, "too few names of markers; NumMarkers names expected");
        pd_rows_name(m->names[i], cell);
        pd_rows_owner(m->owners[i], cell);
        for (int skip = 0; skip < 2; skip++) pd_rows_cell(cell, r);
    }

    while (pd_rows_cell(cell, r))
        if (*cell)
            return pd_rows_fail(r, PD_ERR_FORMAT, "too many names of markers; NumMarkers names expected");
    pd_rows_next(r); /* X1 Y1 Z1 ... */

    return read_frames(m, unit, r);
}

/* Returns the separator of the cells: the character behind the first cell,
 * since spreadsheets write commas or semicolons. */
static char separator_of(pd_bytes file)
{
    const pd_bytes text = pd_text_unmarked(file);
    const char behind = text.size > strlen(BEGIN) ? (char)text.data[strlen(BEGIN)] : '\t';
    return behind == ',' || behind == ';' ? behind : '\t';
}

pd_status pd_markers_parse_trc(pd_markers *out, pd_bytes file, const char *name, pd_error *err)
{
    pd_rows r;

    pd_rows_init(&r, file, separator_of(file), name, err);
    *out = (pd_markers){.up_axis = -1}; /* y in OpenSim, mostly z in the laboratories that record */
    pd_status status = parse_trc(out, &r);
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
