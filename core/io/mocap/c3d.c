/* C3D, after c3d.org's user guide: a header of 512 bytes, parameters in groups, then frames of points and
 * analogue samples. */
#include "core/io/mocap/markers.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define RATE_TOLERANCE 1e-3
#define BLOCK_BYTES    512
#define PARAMETERS_MAX 2048
#define GROUPS_MAX     128
#define LABEL_TABLES   100  /* largest number of tables LABELS, LABELS2 ..., with 255 names each */
#define FARTHEST       1e5  /* metres from the origin */
#define SMALLEST       0.3f /* metres: least longest side of the box around a person's markers */

enum { INTEL = 84, DEC = 85, MIPS = 86 };
enum { CHAR = -1, INT16 = 2, FLOAT = 4 };

typedef struct parameter {
    char name[PD_MARKERS_NAME_BYTES];
    int group, type, rank;
    unsigned char shape[8];
    const unsigned char *data;
    size_t count; /* elements */
} parameter;

typedef struct c3d {
    const unsigned char *bytes;
    size_t size;
    const char *name;
    int processor;
    char groups[GROUPS_MAX][PD_MARKERS_NAME_BYTES];
    parameter *parameters; /* (parameter_count) */
    int parameter_count;
    /* Layout of frames. */
    size_t data_start;
    int point_count, analog_count; /* points and analogue numbers of a frame */
    double scale;                  /* below zero: positions are floats; else integers times scale */
    double unit;                   /* metres */
    pd_error *err;
} c3d;

/* -- numbers of three processors ------------------------------------------------------------------------ */

static int read_word(const c3d *c, const unsigned char *p)
{
    return c->processor == MIPS ? p[0] << 8 | p[1] : p[1] << 8 | p[0];
}

/* DEC's F_floating swaps the two words, and its value is a quarter of what the same bits mean in IEEE 754. */
static double read_float(const c3d *c, const unsigned char *p)
{
    static const unsigned char orders[3][4] = {{3, 2, 1, 0}, {1, 0, 3, 2}, {0, 1, 2, 3}};
    const unsigned char *order = orders[c->processor - INTEL];
    uint32_t bits = 0;
    float value;

    for (int i = 0; i < 4; i++) bits = bits << 8 | p[order[i]];
    memcpy(&value, &bits, sizeof value);
    return c->processor == DEC ? (double)value / 4 : (double)value;
}

/* Reads a signed byte. */
static int read_int8(unsigned char byte)
{
    return byte < 128 ? byte : byte - 256;
}

static pd_status fail_c3d(const c3d *c, pd_status status, const char *what, const char *why)
{
    return pd_fail(c->err, status, c->name, "%s; %s", what, why);
}

/* -- parameters
 * -------------------------------------------------------------------------------------------- */

static void copy_name(char out[PD_MARKERS_NAME_BYTES], const unsigned char *text, size_t length)
{
    size_t n = 0;
    while (length && (text[length - 1] == ' ' || !text[length - 1])) length--;
    for (size_t i = 0; i < length && n + 1 < PD_MARKERS_NAME_BYTES; i++)
        if (text[i] > ' ' || n) out[n++] = (char)(text[i] < ' ' || text[i] > '~' ? '_' : text[i]);
    out[n] = 0;
}

/* Reads groups and parameters. */
static pd_status read_parameters(c3d *c)
{
    /* The first byte is the block in which the parameters begin.
     * The processor tells the format of numbers. */
    size_t at = (size_t)(c->bytes[0] - 1) * BLOCK_BYTES;

    if (!c->bytes[0] || at + 4 > c->size)
        return fail_c3d(c, PD_ERR_FORMAT, "no parameters", "a C3D file with parameters expected");
    c->processor = c->bytes[at + 3];
    if (c->processor < INTEL || c->processor > MIPS)
        return pd_fail(c->err, PD_ERR_UNSUPPORTED, c->name,
                       "processor %d; 84 (Intel), 85 (DEC), 86 (MIPS) allowed", c->processor);

    c->parameters = calloc(PARAMETERS_MAX, sizeof *c->parameters);
    if (!c->parameters) return pd_fail(c->err, PD_ERR_MEMORY, c->name, "out of memory");

    /* Each record points to the next; 0 there means that it was the last. */
    for (at += 4; at && at < c->size;) {
        const unsigned char *p = c->bytes + at;
        const size_t left = c->size - at;
        const size_t length = left > 1 ? (size_t)abs(read_int8(p[0])) : 0;
        if (!length) break; /* an empty name ends the list */

        /* A record holds at least its name and the pointer to the next record. */
        const int id = read_int8(p[1]);
        if (left < length + 6)
            return fail_c3d(c, PD_ERR_FORMAT, "the parameters are cut off", "another record expected");

        /* Find the next record. */
        const unsigned char *name = p + 2;
        const unsigned char *link = name + length;
        const int step = read_word(c, link);
        const size_t next = step ? (size_t)(link - c->bytes) + (size_t)step : 0;
        if (step && (step < 2 || next >= c->size))
            return fail_c3d(c, PD_ERR_FORMAT, "a parameter points beyond the file",
                            "an offset within the file expected");

        /* A negative number names a group, a positive one a parameter of that group. */
        if (id < 0) {
            copy_name(c->groups[-(id + 1)], name, length);
        } else if (id > 0 && c->parameter_count < PARAMETERS_MAX) {
            parameter *q = &c->parameters[c->parameter_count];
            const unsigned char *end = next ? c->bytes + next : c->bytes + c->size;
            copy_name(q->name, name, length);
            q->group = id - 1;
            q->type = read_int8(link[2]);
            q->rank = link[3];
            q->data = link + 4 + q->rank;
            if (q->rank > 7 || q->data > end)
                return pd_fail(
                    c->err, PD_ERR_FORMAT, c->name,
                    "parameter \"%s\" has %d dimensions or leaves its record; at most 7 within it expected",
                    q->name, q->rank);
            q->count = 1;
            for (int i = 0; i < q->rank; i++) q->count *= q->shape[i] = link[4 + i];
            if (q->count * (size_t)abs(q->type) > (size_t)(end - q->data))
                return pd_fail(c->err, PD_ERR_FORMAT, c->name,
                               "parameter \"%s\" has %zu values, which end after its record; values within "
                               "the record expected",
                               q->name, q->count);
            c->parameter_count++;
        }

        at = next;
    }

    return PD_OK;
}

/* Returns the parameter of a group, or NULL if there is none of that type
 * with at least that number of elements. */
static const parameter *find_c3d(const c3d *c, const char *group, const char *name, int type, size_t least)
{
    for (int i = 0; i < c->parameter_count; i++) {
        const parameter *q = &c->parameters[i];
        if (strcasecmp(q->name, name) != 0 || strcasecmp(c->groups[q->group], group) != 0) continue;
        if (q->type == type && q->count >= least) return q;
    }

    return NULL;
}

static double c3d_number(const c3d *c, const char *group, const char *name, double otherwise)
{
    const parameter *q = find_c3d(c, group, name, FLOAT, 1);
    if (q) return read_float(c, q->data);
    q = find_c3d(c, group, name, INT16, 1);
    return q ? read_word(c, q->data) : otherwise;
}

/* Reads a frame number: 32 bits in two words. */
static int frame_number(const c3d *c, const char *name, int otherwise)
{
    const parameter *q = find_c3d(c, "TRIAL", name, INT16, 2);
    if (!q) return otherwise;
    const int64_t value = read_word(c, q->data) + ((int64_t)read_word(c, q->data + 2) << 16);
    return value > INT32_MAX ? INT32_MAX : (int)value;
}

static void text(char out[PD_MARKERS_NAME_BYTES], const c3d *c, const char *group, const char *name)
{
    const parameter *q = find_c3d(c, group, name, CHAR, 1);
    *out = 0;
    if (q) copy_name(out, q->data, q->count);
}

/* -- frames
 * ---------------------------------------------------------------------------------------------------- */

/* Reads counts, rate, unit and labels from the parameters,
 * and from the header where a parameter is missing. */
static pd_status read_layout(pd_markers *m, c3d *c)
{
    const unsigned char *head = c->bytes;
    char unit[PD_MARKERS_NAME_BYTES], up[PD_MARKERS_NAME_BYTES];

    /* Number of points and of analog values, scale, and where the data begin. */
    c->point_count = (int)c3d_number(c, "POINT", "USED", read_word(c, head + 2));
    c->analog_count = read_word(c, head + 4);
    c->scale = c3d_number(c, "POINT", "SCALE", read_float(c, head + 12));
    const int start = (int)c3d_number(c, "POINT", "DATA_START", read_word(c, head + 16));
    c->data_start = (size_t)(start > 0 ? start - 1 : 0) * BLOCK_BYTES;

    /* Frames and their rate. */
    m->first_frame = frame_number(c, "ACTUAL_START_FIELD", read_word(c, head + 6));
    const int64_t last = frame_number(c, "ACTUAL_END_FIELD", read_word(c, head + 8));
    const int64_t frames = last - m->first_frame + 1;
    m->rate = c3d_number(c, "POINT", "RATE", read_float(c, head + 20));
    m->marker_count = c->point_count;
    m->frame_count = frames > INT32_MAX || frames < 0 ? 0 : (int)frames;

    /* Unit, and the axis that points up. */
    text(unit, c, "POINT", "UNITS");
    c->unit = *unit ? pd_markers_unit(unit) : 1e-3; /* see guess_unit */
    m->guessed_unit = *unit ? NULL : "millimetres";
    text(up, c, "POINT", "Y_SCREEN");
    const char *axis = up + (*up == '+' || *up == '-');
    const bool has_up =
        toupper((unsigned char)*axis) >= 'X' && toupper((unsigned char)*axis) <= 'Z' && !axis[1];
    m->up_axis = has_up ? toupper((unsigned char)*axis) - 'X' + (*up == '-' ? 3 : 0) : -1;

    /* Refuse units and numbers that make no sense. */
    if (c->unit == 0)
        return pd_fail(c->err, PD_ERR_UNSUPPORTED, c->name,
                       "POINT:UNITS \"%s\"; mm, cm, dm, m, in, ft allowed", unit);
    if (!(m->rate > 0 && m->rate <= 1e5))
        return pd_fail(c->err, PD_ERR_RANGE, c->name, "POINT:RATE %g; more than 0 to 100000 allowed",
                       m->rate);
    if (c->scale == 0 || !isfinite(c->scale))
        return pd_fail(c->err, PD_ERR_RANGE, c->name, "POINT:SCALE %g; below 0 (floats) or above it expected",
                       c->scale);

    return PD_OK;
}

/* Notes a rate or a count of frames that the header and the parameters state differently. The header is often
 * wrong by itself, so that the parameters are used; frames beyond those that the header or TRIAL counts are
 * not read. spare: bytes behind the frames that are read; step: bytes of a frame. */
static void note_contradiction(pd_markers *m, const c3d *c, size_t spare, size_t step)
{
    const double rate = read_float(c, c->bytes + 20);
    const double frames = c3d_number(c, "POINT", "FRAMES", 0);
    const bool has_rate = find_c3d(c, "POINT", "RATE", FLOAT, 1) || find_c3d(c, "POINT", "RATE", INT16, 1);
    const double there = m->frame_count + floor((double)spare / (double)step);

    if (has_rate && isfinite(rate) && rate > 0 && fabs(rate - m->rate) > RATE_TOLERANCE * m->rate)
        snprintf(m->contradiction, sizeof m->contradiction,
                 "the file states two rates: %g frames/s by POINT:RATE, which is used, and %g by its header",
                 m->rate, rate);
    else if (frames > 0 && frames < UINT16_MAX && (int)frames != m->frame_count)
        snprintf(m->contradiction, sizeof m->contradiction,
                 "the file states two counts of frames: %d by the numbers of its first and last frame, "
                 "which are read, and %d by POINT:FRAMES",
                 m->frame_count, (int)frames);
    else if (spare >= BLOCK_BYTES + step)
        snprintf(m->contradiction, sizeof m->contradiction,
                 "the file states %d frames, which are read, and has bytes for %.0f", m->frame_count, there);
}

static size_t frame_bytes(const c3d *c)
{
    return (4 * (size_t)c->point_count + (size_t)c->analog_count) * (c->scale < 0 ? 4 : 2);
}

/* x, y, z and the residual, which is below zero where no camera saw the marker. Stays NaN then. */
static bool read_point(float out[3], const c3d *c, const unsigned char *p)
{
    double v[4];

    for (int i = 0; i < 4; i++)
        v[i] = c->scale < 0 ? read_float(c, p + 4 * i) : (int16_t)read_word(c, p + 2 * i);
    if (!(v[3] >= 0)) return true;
    if (v[0] == 0 && v[1] == 0 && v[2] == 0) return true; /* what some programs write for an unseen marker */

    const double factor = c->unit * (c->scale < 0 ? 1 : c->scale);
    for (int i = 0; i < 3; i++)
        if (!(fabs(v[i] * factor) <= FARTHEST)) return false;
    for (int i = 0; i < 3; i++) out[i] = (float)(v[i] * factor);

    return true;
}

static int by_size(const void *a, const void *b)
{
    const float x = *(const float *)a;
    const float y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Chooses the unit of a file that does not state it, and converts the positions, which were read as
 * millimetres. The side is the longest one of the box around the markers of a frame, its median over the
 * frames. Read as millimetres it is over 0.3 m: millimetres. Over 0.015 m: centimetres, so that the side is
 * 0.15 to 3 m. Less: metres. */
static pd_status guess_unit(pd_markers *m, c3d *c)
{
    float *sides = malloc((size_t)(m->frame_count > 0 ? m->frame_count : 1) * sizeof *sides);
    int count = 0;

    if (!sides) return pd_fail(c->err, PD_ERR_MEMORY, c->name, "out of memory");

    for (int f = 0; f < m->frame_count; f++) {
        float low[3] = {INFINITY, INFINITY, INFINITY};
        float high[3] = {-INFINITY, -INFINITY, -INFINITY};
        float side = 0;
        for (int i = 0; i < m->marker_count; i++) {
            const float *p = m->positions + 3 * ((size_t)f * (size_t)m->marker_count + (size_t)i);
            for (int k = 0; k < 3 && !isnan(p[0]); k++) {
                low[k] = fminf(low[k], p[k]);
                high[k] = fmaxf(high[k], p[k]);
            }
        }

        for (int k = 0; k < 3; k++) side = fmaxf(side, high[k] - low[k]);
        if (side > 0) sides[count++] = side;
    }

    qsort(sides, (size_t)count, sizeof *sides, by_size);
    const float usual = count ? sides[count / 2] : 1;
    free(sides);

    /* The usual unit unless it makes a person far too small. */
    if (usual > SMALLEST) return PD_OK;
    const float times = usual > SMALLEST / 20 ? 10 : 1000;
    m->guessed_unit = times > 10 ? "metres" : "centimetres";
    for (size_t i = 0; i < 3 * (size_t)m->frame_count * (size_t)m->marker_count; i++)
        m->positions[i] *= times;

    return PD_OK;
}

/* Reads the whole file. */
static pd_status parse_c3d(pd_markers *m, c3d *c)
{
    /* A C3D begins with a block number and 0x50. */
    if (c->size < BLOCK_BYTES || c->bytes[1] != 0x50)
        return fail_c3d(c, PD_ERR_FORMAT, "not a C3D file",
                        "0x50 in its second byte and 512 bytes at least expected");
    pd_status status = read_parameters(c);
    if (status == PD_OK) status = read_layout(m, c);
    if (status) return status;

    /* All frames must be in the file. */
    const size_t there = c->data_start < c->size && c->data_start ? c->size - c->data_start : 0;
    const size_t step = frame_bytes(c);
    if (!step || (size_t)m->frame_count > there / step)
        return pd_fail(c->err, PD_ERR_FORMAT, c->name,
                       "%d frames of %zu bytes do not fit into the %zu bytes of the rest of the file; all "
                       "frames expected",
                       m->frame_count, step, there);

    /* POINT:USED decides, since the header is often wrong. But if the header has more points and frames of
     * that length fit into the file, the header is probably right, and reading by POINT:USED would start
     * all frames but the first inside another frame. */
    c3d other = *c;
    other.point_count = read_word(c, c->bytes + 2);
    if (other.point_count > c->point_count && (size_t)m->frame_count <= there / frame_bytes(&other))
        return pd_fail(
            c->err, PD_ERR_FORMAT, c->name,
            "%d points by POINT:USED and %d by the header, of which the file has as many; one count "
            "expected",
            c->point_count, other.point_count);

    note_contradiction(m, c, there - (size_t)m->frame_count * step, step);

    /* Allocate the markers. */
    status = pd_markers_make(m, c->name, c->err);
    if (status) return status;

    /* Names and owners: "Subject:LFHD" is LFHD of Subject. */
    int marker = 0;
    for (int t = 1; t <= LABEL_TABLES && marker < m->marker_count; t++) {
        char name[16];
        snprintf(name, sizeof name, t > 1 ? "LABELS%d" : "LABELS", t);
        const parameter *q = find_c3d(c, "POINT", name, CHAR, 1);
        if (!q || q->rank < 1 || q->rank > 2) break;

        const size_t length = q->shape[0];
        const size_t rows = q->rank == 2 ? q->shape[1] : 1;
        for (size_t i = 0; i < rows && marker < m->marker_count; i++, marker++) {
            const unsigned char *label = q->data + i * length;
            const unsigned char *colon = memrchr(label, ':', length);
            const size_t skip = colon ? (size_t)(colon + 1 - label) : 0;
            copy_name(m->names[marker], label + skip, length - skip);
            if (colon) copy_name(m->owners[marker], label, skip - 1);
        }
    }

    /* Positions of all markers. */
    const size_t item = c->scale < 0 ? 16 : 8;
    const unsigned char *p = c->bytes + c->data_start;

    for (int f = 0; f < m->frame_count; f++, p += step)
        for (int i = 0; i < m->marker_count; i++) {
            float *out = m->positions + 3 * ((size_t)f * (size_t)m->marker_count + (size_t)i);
            if (read_point(out, c, p + item * (size_t)i)) continue;
            return pd_fail(c->err, PD_ERR_RANGE, c->name,
                           "frame %d, marker %d (%s) has no number or one over %.10g m; less expected",
                           m->first_frame + f, i, m->names[i], FARTHEST);
        }

    return m->guessed_unit ? guess_unit(m, c) : PD_OK;
}

pd_status pd_markers_parse_c3d(pd_markers *out, pd_bytes file, const char *name, pd_error *err)
{
    c3d *c = calloc(1, sizeof *c);

    *out = (pd_markers){.up_axis = -1};
    if (!c) return pd_fail(err, PD_ERR_MEMORY, name, "out of memory");

    *c = (c3d){.bytes = (const unsigned char *)file.data, .size = file.size, .name = name, .err = err};
    pd_status status = parse_c3d(out, c);
    if (status) pd_markers_deinit(out);

    free(c->parameters);
    free(c);
    return status;
}
