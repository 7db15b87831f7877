/* Tables of optical markers that the programs of camera systems export:
 *
 *     Motive (CSV 1.0 to 1.25)     Format Version,1.23,...,Export Frame Rate,120,...,Length
 *                                  Units,Meters,Coordinate Space,Global ,Type,Bone,...,Marker,Marker,Marker
 *                                  ,Name,Jim:Hips,...,Jim:LFHD,Jim:LFHD,Jim:LFHD
 *                                  ,ID,...            (from 1.24 on also ,Parent,...)
 *                                  ,,Rotation,...,Position,Position,Position
 *                                  Frame,Time (Seconds),X,...,X,Y,Z
 *     Vicon Nexus (CSV, ASCII)     Trajectories       behind the blocks of devices and of model outputs, if
 *                                                     they are exported too
 *                                  100
 *                                  ,,Jim:LFHD,,,Jim:RFHD,,
 *                                  Frame,Sub Frame,X,Y,Z,X,Y,Z
 *                                  ,,mm,mm,mm,mm,mm,mm
 *     Qualisys (TSV)               NO_OF_FRAMES, NO_OF_MARKERS, FREQUENCY, DATA_INCLUDED, MARKER_NAMES, then
 *                                  rows in millimetres, with or without number and time
 */
#include "core/base/file.h"
#include "core/io/mocap/rows.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define COLUMNS_MOST 65536
#define MARKERS_MOST 4096

typedef enum kind { NO_TABLE, MOTIVE, NEXUS, QUALISYS } kind;

/* The three columns of a marker. */
typedef struct column {
    int first;   /* column of x, from 0; y and z follow */
    bool is_fit; /* Motive's constraint: where the fitted bone expects the marker */
    double unit; /* metres */
    char name[PD_ROWS_CELL_BYTES];
} column;

typedef struct table {
    pd_markers *out;
    pd_rows rows;
    column *columns;  /* in the order of the file */
    int number, time; /* columns of a row's number and time; -1: none */
    const char *rate_name;
    long long wanted; /* rows by the head; -1: it does not say */
} table;

/* ---- recognition */

static bool begins(pd_bytes text, const char *with)
{
    const size_t size = strlen(with);
    return text.size > size && !memcmp(text.data, with, size);
}

/* Returns whether the first cell of the text is `cell`. */
static bool begins_cell(pd_bytes text, const char *cell)
{
    return begins(text, cell) &&
           (isspace(text.data[strlen(cell)]) || memchr(",;", text.data[strlen(cell)], 2));
}

static kind tables_kind_of(pd_bytes file)
{
    static const char *const blocks[] = {"Trajectories", "Model Outputs", "Joints", "Devices", "Segments"};

    /* Nexus begins with blank lines. */
    pd_bytes text = pd_text_unmarked(file);
    while (text.size && isspace(text.data[0])) {
        text.data++;
        text.size--;
    }

    if (begins_cell(text, "Format Version")) return MOTIVE;
    if (begins(text, "NO_OF_FRAMES")) return QUALISYS;
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (begins_cell(text, blocks[i])) return NEXUS;

    return NO_TABLE;
}

/* Returns the separator of the cells: the character behind the first cell of a line whose cells are known, as
 * Excel and programs in countries with a decimal comma write semicolons or tabs. */
static char separator_of(pd_bytes file, kind of)
{
    static const char *const firsts[] = {
        [MOTIVE] = "Format Version", [NEXUS] = "Frame", [QUALISYS] = "NO_OF_FRAMES"};
    const size_t size = strlen(firsts[of]);
    pd_bytes text = pd_text_unmarked(file);

    for (bool is_start = true; text.size > size; text.data++, text.size--) {
        if (is_start && !memcmp(text.data, firsts[of], size) && memchr(",;\t", text.data[size], 3))
            return (char)text.data[size];
        is_start = *text.data == '\n' || *text.data == '\r';
    }

    return of == QUALISYS ? '\t' : ',';
}

const char *pd_markers_table_program(pd_bytes file)
{
    static const char *const programs[] = {NULL, "Motive", "Vicon Nexus", "Qualisys"};
    return programs[tables_kind_of(file)];
}

/* ---- lines of the head */

/* Reads the cells of the current line. The caller frees *out, which is NULL after an error. */
static pd_status read_cells(char (**out)[PD_ROWS_CELL_BYTES], int *count, pd_rows *r)
{
    char cell[PD_ROWS_CELL_BYTES];
    const pd_rows begin = *r;

    *out = NULL;
    *count = 0;
    while (*count <= COLUMNS_MOST && pd_rows_cell(cell, r)) ++*count;
    if (*count > COLUMNS_MOST)
        return pd_rows_fail(r, PD_ERR_LIMIT, "more than the allowed %d columns", COLUMNS_MOST);

    *out = calloc((size_t)*count + 1, sizeof **out);
    if (!*out) return pd_fail(r->err, PD_ERR_MEMORY, r->name, "out of memory for %d columns", *count);
    *r = begin;
    for (int i = 0; i < *count; i++) pd_rows_cell((*out)[i], r);

    return PD_OK;
}

static pd_status check_rate(const pd_rows *r, double rate, const char *name)
{
    if (rate > 0 && rate <= 1e5) return PD_OK;
    return pd_rows_fail(r, PD_ERR_RANGE, "%s: %g; more than 0 to 100000 allowed", name, rate);
}

/* Reads the number that the head has for `what`. */
static pd_status read_number_tables(double *out, const pd_rows *r, const char *what, const char *cell)
{
    return pd_rows_number(out, r, cell) ? PD_OK : pd_rows_fail_number(r, what, cell);
}

/* Adds a marker whose x is in a column. */
static pd_status add_column(table *t, int first, const char *name, bool is_fit, double unit)
{
    if (t->out->marker_count == MARKERS_MOST)
        return pd_rows_fail(&t->rows, PD_ERR_LIMIT, "more than the allowed %d markers", MARKERS_MOST);
    column *c = &t->columns[t->out->marker_count++];
    *c = (column){.first = first, .is_fit = is_fit, .unit = unit};
    snprintf(c->name, sizeof c->name, "%s", name);

    return PD_OK;
}

static bool is_axes(char (*axes)[PD_ROWS_CELL_BYTES], int i, int count)
{
    return i + 2 < count && !strcasecmp(axes[i], "X") && !strcasecmp(axes[i + 1], "Y") &&
           !strcasecmp(axes[i + 2], "Z");
}

/* ---- Motive */

/* Reads the first line: names and values in turns. A note may have commas, so that values are found by the
 * names before them. */
static pd_status read_take(table *t, double *unit)
{
    char cell[PD_ROWS_CELL_BYTES];
    char last[PD_ROWS_CELL_BYTES] = "", unit_text[PD_ROWS_CELL_BYTES] = "";
    double capture = 0, export = 0, total = -1;
    pd_rows *r = &t->rows;
    pd_status status = PD_OK;

    while (!status && pd_rows_cell(cell, r)) {
        if (!strcasecmp(last, "Capture Frame Rate")) status = read_number_tables(&capture, r, last, cell);
        if (!strcasecmp(last, "Export Frame Rate")) status = read_number_tables(&export, r, last, cell);
        if (!strcasecmp(last, "Total Exported Frames")) status = read_number_tables(&total, r, last, cell);
        if (!strcasecmp(last, "Length Units")) memcpy(unit_text, cell, sizeof unit_text);
        if (!strcasecmp(last, "Coordinate Space") && strcasecmp(cell, "Global") != 0)
            return pd_rows_fail(r, PD_ERR_UNSUPPORTED,
                                "Coordinate Space: %.40s; Global expected, chosen when the take is exported",
                                cell);
        memcpy(last, cell, sizeof last);
    }

    t->rate_name = export > 0 ? "Export Frame Rate" : "Capture Frame Rate";
    t->out->rate = export > 0 ? export : capture;
    if (!status) status = check_rate(r, t->out->rate, t->rate_name);
    *unit = pd_markers_unit(unit_text);
    if (!status && *unit == 0)
        status =
            pd_rows_fail(r, PD_ERR_UNSUPPORTED,
                         "Length Units \"%.40s\"; Meters, Centimeters or Millimeters expected", unit_text);
    t->wanted = total >= 0 && total <= 1e9 ? (long long)total : -1;

    return status;
}

/* Leaves out a constraint if the marker itself is in the table:
 * it has a position where no camera saw the marker. */
static void drop_constraints(table *t)
{
    int kept = 0;

    for (int i = 0; i < t->out->marker_count; i++) {
        bool is_measured = false;
        for (int k = 0; t->columns[i].is_fit && !is_measured && k < t->out->marker_count; k++)
            is_measured = !t->columns[k].is_fit && !strcmp(t->columns[k].name, t->columns[i].name);
        if (!is_measured) t->columns[kept++] = t->columns[i];
    }

    t->out->marker_count = kept;
}

/* Finds the columns of markers by the lines above them. */
static pd_status read_motive_columns(table *t, double unit)
{
    enum { TYPES, NAMES, WHATS, AXES, LINES };

    char(*lines[LINES])[PD_ROWS_CELL_BYTES] = {NULL};
    int counts[LINES] = {0}, position = -1;
    pd_rows *r = &t->rows;
    pd_status status = PD_OK;

    /* Types and names are the first two lines with cells; the last two are what is measured, and its axes. */
    for (int n = 0; !status && position != AXES;) {
        char first[PD_ROWS_CELL_BYTES];
        if (!pd_rows_next(r)) {
            status =
                pd_rows_fail(r, PD_ERR_FORMAT, "the text ends; a line Frame,Time (Seconds),X,Y,Z expected");
            break;
        }

        if (pd_rows_is_blank(r)) continue;
        const pd_rows begin = *r;
        pd_rows_cell(first, r);
        *r = begin;

        /* The line with the axes begins with Frame, in 1.0 with nothing;
         * the one before it names what is measured. */
        int to = n < WHATS ? n : WHATS;
        char(*cells)[PD_ROWS_CELL_BYTES];
        int count;
        status = read_cells(&cells, &count, r);
        if (status) break;
        if (n == TYPES && count > 1 && !strcasecmp(cells[1], "Name")) n = to = NAMES; /* no types */
        bool has_axes = !strcasecmp(first, "Frame");
        for (int i = 2; !has_axes && n > NAMES && i < count; i++) has_axes = is_axes(cells, i, count);
        position = has_axes ? AXES : to;
        free(lines[position]);
        lines[position] = cells;
        counts[position] = count;
        n++;
    }

    /* Positions of markers; the positions of bones and bodies are no markers. */
    for (int i = 2; !status && i < counts[AXES]; i++) {
        if (!is_axes(lines[AXES], i, counts[AXES]) || i + 2 >= counts[WHATS] ||
            (lines[TYPES] && i >= counts[TYPES]) || i >= counts[NAMES] ||
            strcasecmp(lines[WHATS][i], "Position") != 0)
            continue;

        /* Without types, what has rotations too is a bone or a body. */
        bool is_turning = false;
        for (int k = 2; !lines[TYPES] && !is_turning && k < counts[WHATS] && k < counts[NAMES]; k++)
            is_turning =
                !strcasecmp(lines[WHATS][k], "Rotation") && !strcmp(lines[NAMES][k], lines[NAMES][i]);
        const char *type = lines[TYPES] ? lines[TYPES][i] : is_turning ? "Bone" : "Marker";
        const bool is_fit = !strcasecmp(type, "Bone Marker") || !strcasecmp(type, "Rigid Body Marker") ||
                            !strcasecmp(type, "Markerset Marker");
        if (is_fit || !strcasecmp(type, "Marker") || !strcasecmp(type, "Unlabeled") ||
            !strcasecmp(type, "Unlabeled Marker"))
            status = add_column(t, i, lines[NAMES][i], is_fit, unit);
        i += 2;
    }

    for (int i = 0; i < LINES; i++) free(lines[i]);
    if (status) return status;
    drop_constraints(t);
    if (t->out->marker_count) return PD_OK;

    return pd_rows_fail(
        r, PD_ERR_UNSUPPORTED,
        "no positions of markers; Markers ticked when the take is exported, or BVH or FBX for its "
        "skeleton, expected");
}

static pd_status read_motive(table *t)
{
    double unit = 0;
    while (pd_rows_next(&t->rows) && pd_rows_is_blank(&t->rows)) continue;
    const pd_status status = read_take(t, &unit);
    return status ? status : read_motive_columns(t, unit);
}

/* ---- Vicon Nexus */

static pd_status read_nexus(table *t)
{
    char cell[PD_ROWS_CELL_BYTES];

    char(*names)[PD_ROWS_CELL_BYTES] = NULL, (*axes)[PD_ROWS_CELL_BYTES] = NULL,
    (*units)[PD_ROWS_CELL_BYTES] = NULL;
    int name_count = 0, axis_count = 0, unit_count = 0;
    pd_rows *r = &t->rows;

    /* Other blocks are skipped up to the trajectories of markers. */
    bool is_found = false;
    while (!is_found && pd_rows_next(r)) is_found = pd_rows_cell(cell, r) && !strcmp(cell, "Trajectories");
    if (!is_found)
        return pd_rows_fail(
            r, PD_ERR_UNSUPPORTED,
            "no block Trajectories; an export of Nexus with the trajectories of markers expected");

    /* Rate, names, axes, units. */
    pd_status status = PD_OK;
    if (!pd_rows_next(r) || !pd_rows_cell(cell, r))
        return pd_rows_fail(r, PD_ERR_FORMAT, "the text ends; the rate of the trajectories expected");
    t->rate_name = "the rate of the trajectories";
    status = read_number_tables(&t->out->rate, r, t->rate_name, cell);
    if (!status) status = check_rate(r, t->out->rate, t->rate_name);
    if (!status && pd_rows_next(r)) status = read_cells(&names, &name_count, r);
    if (!status && pd_rows_next(r)) status = read_cells(&axes, &axis_count, r);
    if (!status && (axis_count < 1 || strcasecmp(axes[0], "Frame") != 0))
        status = pd_rows_fail(r, PD_ERR_FORMAT, "a line Frame,Sub Frame,X,Y,Z expected below the names");
    if (!status && pd_rows_next(r)) status = read_cells(&units, &unit_count, r);

    /* Velocities and accelerations have other axes: X', X''. */
    for (int i = 2; !status && i < axis_count; i++) {
        if (!is_axes(axes, i, axis_count)) continue;
        const double unit = i < unit_count ? pd_markers_unit(units[i]) : 0;
        if (unit == 0)
            status = pd_rows_fail(r, PD_ERR_UNSUPPORTED,
                                  "unit \"%.40s\" of column %d; mm, cm, dm, m, in or ft expected",
                                  i < unit_count ? units[i] : "", i + 1);
        else
            status = add_column(t, i, i < name_count ? names[i] : "", false, unit);
        i += 2;
    }

    free(names);
    free(axes);
    free(units);
    if (!status && !t->out->marker_count)
        status = pd_rows_fail(r, PD_ERR_FORMAT, "no columns of a marker; X, Y, Z expected");
    t->time = -1;

    return status;
}

/* ---- Qualisys */

/* Reads MARKER_NAMES, without the empty cells at its end. */
static pd_status read_qualisys_names(table *t)
{
    char(*names)[PD_ROWS_CELL_BYTES];
    int count;
    pd_status status = read_cells(&names, &count, &t->rows);
    if (status) return status;
    while (count > 0 && !*names[count - 1]) count--;
    for (int i = 0; !status && i < count; i++) status = add_column(t, 3 * i, names[i], false, 0.001);
    free(names);

    return status;
}

/* Finds out from the first row whether number and time stand before the positions. */
static pd_status read_qualisys_layout(table *t, bool is_numbered)
{
    char cell[PD_ROWS_CELL_BYTES];
    const pd_rows begin = t->rows;
    const int cells = 3 * t->out->marker_count;
    int count = 0;

    while (pd_rows_cell(cell, &t->rows)) count++;
    t->rows = begin;
    if (count && count != cells && count != cells + 2 && !*cell) count--; /* a tab at the end of the line */
    if (count != cells && count != cells + 2)
        return pd_rows_fail(&t->rows, PD_ERR_FORMAT,
                            "%d cells; %d expected for %d markers, or %d with Frame and Time", count, cells,
                            t->out->marker_count, cells + 2);
    is_numbered |= count == cells + 2;
    t->number = is_numbered ? 0 : -1;
    t->time = is_numbered ? 1 : -1;
    for (int i = 0; is_numbered && i < t->out->marker_count; i++) t->columns[i].first += 2;

    return PD_OK;
}

static pd_status read_qualisys(table *t)
{
    char cell[PD_ROWS_CELL_BYTES], value[PD_ROWS_CELL_BYTES];
    double frames = -1, markers = -1;
    bool is_numbered = false;
    pd_rows *r = &t->rows;
    pd_rows begin;
    pd_status status = PD_OK;

    /* Lines that begin with a word are of the head. */
    t->rate_name = "FREQUENCY";
    for (;;) {
        begin = *r;
        if (!pd_rows_next(r))
            return pd_rows_fail(r, PD_ERR_FORMAT, "the text ends; rows of positions expected");
        const pd_rows at = *r;
        if (pd_rows_is_blank(r) && !t->out->marker_count) continue;
        pd_rows_cell(cell, r);
        if (!isalpha((unsigned char)*cell) || pd_rows_is_unseen(cell)) {
            *r = at;
            break;
        }

        is_numbered |= !strcasecmp(cell, "Frame");
        if (!strcasecmp(cell, "MARKER_NAMES") && !t->out->marker_count) status = read_qualisys_names(t);
        if (!status && pd_rows_cell(value, r)) {
            if (!strcasecmp(cell, "NO_OF_FRAMES")) status = read_number_tables(&frames, r, cell, value);
            if (!strcasecmp(cell, "NO_OF_MARKERS")) status = read_number_tables(&markers, r, cell, value);
            if (!strcasecmp(cell, "FREQUENCY")) status = read_number_tables(&t->out->rate, r, cell, value);
            if (!strcasecmp(cell, "DATA_INCLUDED") && strcasecmp(value, "3D") != 0)
                status = pd_rows_fail(r, PD_ERR_UNSUPPORTED, "DATA_INCLUDED: %.40s; 3D expected", value);
        }

        if (status) return status;
    }

    if (!t->out->marker_count)
        return pd_rows_fail(r, PD_ERR_FORMAT, "no MARKER_NAMES above the rows; names of markers expected");
    if (markers >= 0 && markers != t->out->marker_count)
        return pd_rows_fail(r, PD_ERR_FORMAT, "NO_OF_MARKERS is %g, but MARKER_NAMES has %d names", markers,
                            t->out->marker_count);
    status = check_rate(r, t->out->rate, t->rate_name);
    if (!status) status = read_qualisys_layout(t, is_numbered);
    t->wanted = frames >= 0 && frames <= 1e9 ? (long long)frames : -1;
    *r = begin; /* The row is read again. */
    return status;
}

/* ---- rows */

/* Reads a row: its number, its time, and the positions of the markers. */
static pd_status read_row(table *t, int index, pd_rows_stamp *stamp)
{
    char cell[PD_ROWS_CELL_BYTES];
    pd_rows *r = &t->rows;
    float *out = t->out->positions + 3 * (size_t)index * (size_t)t->out->marker_count;
    pd_status status = PD_OK;
    int marker = 0;
    double p[3] = {NAN, NAN, NAN};

    *stamp = (pd_rows_stamp){index + 1, NAN};
    for (int i = 0; !status && marker < t->out->marker_count; i++) {
        if (!pd_rows_cell(cell, r)) *cell = 0;
        if (i == t->number) {
            double number;
            if (!pd_rows_number(&number, r, cell) || !(fabs(number) <= 1e9))
                return pd_rows_fail(
                    r, PD_ERR_FORMAT,
                    "the row does not begin with the number of a frame; a whole number expected");
            stamp->frame = (int)number;
        }

        if (i == t->time && !pd_rows_number(&stamp->time, r, cell)) stamp->time = NAN;

        const column *c = &t->columns[marker];
        if (i < c->first) continue;
        status = pd_rows_coordinate(&p[i - c->first], r, cell);
        if (status || i < c->first + 2) continue;
        status = pd_rows_position(out + 3 * marker, r, p, c->unit);
        p[0] = p[1] = p[2] = NAN;
        marker++;
    }

    return status;
}

/* Counts the rows. Those of Nexus end at a blank line, behind which another block may begin. */
static int count_rows(const table *t, kind of)
{
    pd_rows r = t->rows;
    int count = 0;

    while (count < INT32_MAX && pd_rows_next(&r)) {
        const bool is_blank = pd_rows_is_blank(&r);
        if (is_blank && of == NEXUS) break;
        count += !is_blank || (of == QUALISYS && r.cell < r.stop && t->number < 0);
    }

    return count;
}

static pd_status read_rows_tables(table *t, kind of)
{
    pd_markers *m = t->out;
    pd_rows *r = &t->rows;

    m->frame_count = count_rows(t, of);
    if (!m->frame_count) return pd_rows_fail(r, PD_ERR_FORMAT, "the text ends; rows of positions expected");
    if (m->frame_count < t->wanted)
        return pd_fail(r->err, PD_ERR_FORMAT, r->name,
                       "%d rows, but its head says %lld frames; a complete file expected", m->frame_count,
                       t->wanted);

    /* Each position takes at least two separators: refuse counts
     * that the text cannot hold before memory is allocated. */
    if ((size_t)m->frame_count > (size_t)(r->end - r->at) / (size_t)m->marker_count)
        return pd_fail(r->err, PD_ERR_FORMAT, r->name,
                       "%d markers and %d rows are more than the text has cells for; a cell for each "
                       "coordinate expected",
                       m->marker_count, m->frame_count);
    pd_status status = pd_markers_make(m, r->name, r->err);
    if (status) return status;
    for (int i = 0; i < m->marker_count; i++) {
        pd_rows_name(m->names[i], t->columns[i].name);
        pd_rows_owner(m->owners[i], t->columns[i].name);
    }

    pd_rows_stamp *stamps = malloc((size_t)m->frame_count * sizeof *stamps);
    if (!stamps) return pd_fail(r->err, PD_ERR_MEMORY, r->name, "out of memory");
    for (int f = 0; !status && f < m->frame_count;) {
        pd_rows_next(r);
        if (pd_rows_is_blank(r) && !(of == QUALISYS && r->cell < r->stop && t->number < 0)) continue;
        status = read_row(t, f, &stamps[f]);
        f++;
    }

    if (!status) status = pd_rows_finish(m, stamps, r, t->rate_name);
    free(stamps);

    return status;
}

pd_status pd_markers_parse_table(pd_markers *out, pd_bytes file, const char *name, pd_error *err)
{
    const kind of = tables_kind_of(file);

    *out = (pd_markers){.up_axis = -1}; /* chosen when the table is exported, and not written to it */
    if (of == NO_TABLE)
        return pd_fail(
            err, PD_ERR_FORMAT, name,
            "not a table of markers; one of Motive (CSV), Vicon Nexus (CSV) or Qualisys (TSV) expected");

    table t = {.out = out, .number = 0, .time = 1, .rate_name = "", .wanted = -1};
    t.columns = calloc(MARKERS_MOST, sizeof *t.columns);
    if (!t.columns) return pd_fail(err, PD_ERR_MEMORY, name, "out of memory for markers");

    pd_rows_init(&t.rows, file, separator_of(file, of), name, err);
    pd_status status = of == MOTIVE ? read_motive(&t) : of == NEXUS ? read_nexus(&t) : read_qualisys(&t);
    if (!status) status = read_rows_tables(&t, of);
    free(t.columns);
    if (status) pd_markers_deinit(out);

    return status;
}
