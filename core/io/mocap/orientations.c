#include "core/io/mocap/orientations.h"

#include "core/base/sort.h"
#include "core/base/text/tokenizer.h"
#include "core/io/mocap/markers.h"
#include "core/math/quat.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define READINGS_MOST 10000000
#define LATEST        1e9 /* seconds */
#define SLOWEST       0.1 /* frames a second */
#define FASTEST       1e4
#define FARTHEST      1e4  /* metres */
#define ONE_READING   60.0 /* frames a second of a file with one reading per sensor */

typedef struct reading {
    double time, at[3]; /* at: position of a tracker, metres */
    pd_quat q;
    int sensor;
} reading;

typedef struct reader {
    pd_orientations *out;
    pd_tokenizer words;
    reading *rows;
    size_t count, room;
    int cells; /* numbers after the name: 4, of a tracker 7; 0: no row was read */
    reading last[PD_ORIENTATIONS_SENSORS];
    int counts[PD_ORIENTATIONS_SENSORS];
    pd_error *err;
} reader;

/* ---- rows */

/* Returns the sensor with a name; adds it if it is new. */
static pd_status sensor_of(int *sensor, reader *r, const char *name)
{
    pd_orientations *o = r->out;

    for (*sensor = 0; *sensor < o->sensor_count; ++*sensor)
        if (!strcmp(o->names[*sensor], name)) return PD_OK;
    if (strlen(name) >= PD_ORIENTATIONS_NAME_BYTES)
        return pd_tokenizer_fail(&r->words, r->err, PD_ERR_RANGE,
                                 "'%.40s': a name of %zu characters; at most %d allowed", name, strlen(name),
                                 PD_ORIENTATIONS_NAME_BYTES - 1);
    if (o->sensor_count == PD_ORIENTATIONS_SENSORS)
        return pd_tokenizer_fail(&r->words, r->err, PD_ERR_LIMIT, "'%.40s': more than the allowed %d sensors",
                                 name, PD_ORIENTATIONS_SENSORS);
    memcpy(o->names[o->sensor_count++], name, strlen(name) + 1);

    return PD_OK;
}

/* Reads the numbers after the name, of which a sensor has 4 and a tracker 7.
 * The first row decides for the file. */
static pd_status read_numbers_orientations(double v[7], reader *r)
{
    static const char *const cells[2] = {"time, name, w, x, y, z", "time, name, px, py, pz, w, x, y, z"};
    int count = 0;

    while (count < 7 && pd_tokenizer_next_here(&r->words))
        if (!pd_tokenizer_parse(&v[count++], r->words.word))
            return pd_tokenizer_fail(&r->words, r->err, PD_ERR_FORMAT,
                                     "'%s' is not a number; a number expected (cell %d after the name)",
                                     r->words.word, count);
    if (count != 4 && count != 7)
        return pd_tokenizer_fail(&r->words, r->err, PD_ERR_FORMAT,
                                 "%d numbers after the name; %s expected, or of a tracker %s", count,
                                 cells[0], cells[1]);
    if (r->cells && r->cells != count)
        return pd_tokenizer_fail(&r->words, r->err, PD_ERR_FORMAT,
                                 "%d numbers after the name; %d expected, as in the first row (%s)", count,
                                 r->cells, cells[r->cells == 7]);
    r->cells = count;

    return PD_OK;
}

/* Reads the rest of a row whose time is the current word. */
static pd_status read_row(reader *r)
{
    reading row = {0};
    double v[7];

    /* Cells: time, name, position of a tracker, quaternion. */
    if (!pd_tokenizer_parse(&row.time, r->words.word) || !(fabs(row.time) <= LATEST))
        return pd_tokenizer_fail(&r->words, r->err, PD_ERR_FORMAT,
                                 "'%s' is no time; seconds, -%.10g to %.10g expected", r->words.word, LATEST,
                                 LATEST);
    if (!pd_tokenizer_next_here(&r->words))
        return pd_tokenizer_fail(&r->words, r->err, PD_ERR_FORMAT,
                                 "no name; time, name, w, x, y, z expected");
    double number;
    if (pd_tokenizer_parse(&number, r->words.word))
        return pd_tokenizer_fail(
            &r->words, r->err, PD_ERR_FORMAT,
            "the number '%s' behind the time; a name expected (time, name, w, x, y, z). "
            "Markers are read from C3D, TRC and the tables of Motive, Nexus and Qualisys",
            r->words.word);
    pd_status status = sensor_of(&row.sensor, r, r->words.word);

    if (!status) status = read_numbers_orientations(v, r);
    if (status) return status;
    const double *q = v + r->cells - 4;
    for (int c = 0; c < r->cells - 4; c++) {
        row.at[c] = v[c];
        if (!(fabs(v[c]) <= FARTHEST))
            return pd_tokenizer_fail(&r->words, r->err, PD_ERR_RANGE,
                                     "position %g m of '%s'; -%.10g to %.10g allowed", v[c],
                                     r->out->names[row.sensor], FARTHEST, FARTHEST);
    }

    /* The quaternion must have about unit length, and times of a sensor must rise. */
    row.q = (pd_quat){q[1], q[2], q[3], q[0]};
    const double length = sqrt(pd_q_dot(row.q, row.q));
    if (!(length >= 0.9 && length <= 1.1))
        return pd_tokenizer_fail(&r->words, r->err, PD_ERR_RANGE,
                                 "the quaternion of '%s' has the length %g; 0.9 to 1.1 allowed",
                                 r->out->names[row.sensor], length);
    row.q = pd_q_normalize(row.q);
    if (r->counts[row.sensor] && !(row.time > r->last[row.sensor].time))
        return pd_tokenizer_fail(&r->words, r->err, PD_ERR_RANGE,
                                 "'%s' at %g s after %g s; times that rise are expected",
                                 r->out->names[row.sensor], row.time, r->last[row.sensor].time);

    /* Store the reading. */
    if (r->count == READINGS_MOST)
        return pd_tokenizer_fail(&r->words, r->err, PD_ERR_LIMIT, "more than the allowed %d readings",
                                 READINGS_MOST);
    if (r->count == r->room) {
        const size_t room = r->room ? 2 * r->room : 1024;
        reading *rows = realloc(r->rows, room * sizeof *rows);
        if (!rows) return pd_fail(r->err, PD_ERR_MEMORY, r->words.name, "out of memory");
        r->rows = rows;
        r->room = room;
    }

    r->rows[r->count++] = row;
    r->last[row.sensor] = row;
    r->counts[row.sensor]++;

    return PD_OK;
}

/* Reads all rows. Commas become blanks in a copy, because the tokenizer splits words at blanks. */
static pd_status read_rows_orientations(reader *r, pd_bytes file, const char *name)
{
    char *text = malloc(file.size + 1);
    pd_status status = PD_OK;

    if (!text) return pd_fail(r->err, PD_ERR_MEMORY, name, "out of memory");

    /* Rows, without a head and comments. */
    for (size_t i = 0; i < file.size; i++) text[i] = file.data[i] == ',' ? ' ' : (char)file.data[i];
    pd_tokenizer_init(&r->words, (pd_bytes){(const unsigned char *)text, file.size}, name);
    bool first = true;
    while (!status && pd_tokenizer_next(&r->words)) {
        const bool head = first && !strncasecmp(r->words.word, "time", 4);
        if (!head && *r->words.word != '#') status = read_row(r);
        if (!status) pd_tokenizer_skip_line(&r->words);
        first = false;
    }

    if (!status && !r->count)
        status = pd_fail(r->err, PD_ERR_FORMAT, name, "the file has no readings; at least one is expected");
    free(text);

    return status;
}

/* ---- frames */

/* Rows by sensor, each sensor's in its order. */
static bool sort_rows(reader *r, size_t first[PD_ORIENTATIONS_SENSORS + 1])
{
    reading *sorted = malloc(r->count * sizeof *sorted);
    size_t next[PD_ORIENTATIONS_SENSORS];

    if (!sorted) return false;

    first[0] = 0;
    for (int s = 0; s < r->out->sensor_count; s++) {
        next[s] = first[s];
        first[s + 1] = first[s] + (size_t)r->counts[s];
    }

    for (size_t i = 0; i < r->count; i++) sorted[next[r->rows[i].sensor]++] = r->rows[i];
    free(r->rows);
    r->rows = sorted;

    return true;
}

/* Finds start, rate and number of frames. */
static pd_status count_frames(reader *r, double rate, const char *name)
{
    pd_orientations *o = r->out;
    double from = INFINITY, to = -INFINITY;
    double *steps = malloc(r->count * sizeof *steps);

    if (!steps) return pd_fail(r->err, PD_ERR_MEMORY, name, "out of memory");

    /* Compute the median time between readings; 0: no sensor has two. */
    size_t count = 0;

    for (size_t i = 1; i < r->count; i++)
        if (r->rows[i].sensor == r->rows[i - 1].sensor)
            steps[count++] = r->rows[i].time - r->rows[i - 1].time;
    pd_sort_doubles(steps, count);
    const double step = count ? steps[count / 2] : 0;

    /* Start, and frame rate: as given, or that of the readings. */
    free(steps);
    for (size_t i = 0; i < r->count; i++) {
        from = fmin(from, r->rows[i].time);
        to = fmax(to, r->rows[i].time);
    }

    o->start = from;
    o->rate = rate > 0 ? rate : step > 0 ? 1 / step : ONE_READING;
    if (!(o->rate >= SLOWEST && o->rate <= FASTEST))
        return pd_fail(r->err, PD_ERR_RANGE, name, "%g readings a second; %.10g to %.10g allowed", o->rate,
                       SLOWEST, FASTEST);

    /* Number of frames within the limits, and memory for them. */
    const double frames = floor((to - from) * o->rate + 1e-3) + 1;
    if (!(frames <= PD_ORIENTATIONS_FRAMES && frames * o->sensor_count <= PD_ORIENTATIONS_MOST))
        return pd_fail(r->err, PD_ERR_LIMIT, name,
                       "%.0f frames of %d sensors; at most %d frames and %d readings in all allowed", frames,
                       o->sensor_count, PD_ORIENTATIONS_FRAMES, PD_ORIENTATIONS_MOST);
    o->frame_count = (int)frames;
    o->readings = malloc((size_t)frames * (size_t)o->sensor_count * 4 * sizeof *o->readings);
    if (r->cells == 7)
        o->positions = malloc((size_t)frames * (size_t)o->sensor_count * 3 * sizeof *o->positions);

    return o->readings && (o->positions || r->cells != 7)
               ? PD_OK
               : pd_fail(r->err, PD_ERR_MEMORY, name, "out of memory");
}

/* Resamples the rows (count) of one sensor into its column of the frames. */
static void orientations_sample(pd_orientations *o, int sensor, const reading *rows, size_t count)
{
    const double near = 0.5 / o->rate;
    size_t at = 0;

    for (int f = 0; f < o->frame_count; f++) {
        float *out = o->readings + 4 * ((size_t)f * (size_t)o->sensor_count + (size_t)sensor);
        const double t = o->start + f / o->rate;
        pd_quat q = {NAN, NAN, NAN, NAN};

        /* Find the last reading that is not later than this frame. */
        while (at + 1 < count && rows[at + 1].time <= t) at++;

        /* Take it if it is near in time, or interpolate to the next one if that is not too far. */
        const reading *a = &rows[at];
        const reading *b = at + 1 < count ? a + 1 : a;
        const double apart = b->time - a->time;
        const double share = apart > 0 ? (t - a->time) / apart : 0;
        double x[3] = {NAN, NAN, NAN};
        if (fabs(t - a->time) <= near && !(share > 0)) {
            q = a->q;
            memcpy(x, a->at, sizeof x);
        } else if (share >= 0 && share <= 1 && apart > 0 && apart <= fmax(PD_ORIENTATIONS_GAP, 2 * near)) {
            q = pd_q_slerp(a->q, b->q, share);
            for (int c = 0; c < 3; c++) x[c] = a->at[c] + share * (b->at[c] - a->at[c]);
        }

        for (size_t c = 0; o->positions && c < 3; c++)
            o->positions[3 * ((size_t)f * (size_t)o->sensor_count + (size_t)sensor) + c] = (float)x[c];
        out[0] = (float)q.x;
        out[1] = (float)q.y;
        out[2] = (float)q.z;
        out[3] = (float)q.w;
    }
}

pd_status pd_orientations_parse(pd_orientations *out, pd_bytes file, double rate, const char *name,
                                pd_error *err)
{
    size_t first[PD_ORIENTATIONS_SENSORS + 1];

    /* Marker tables of optical systems have the same ending. Then read the rows. */
    const char *program = pd_markers_table_program(file);
    if (program) {
        *out = (pd_orientations){0};
        return pd_fail(
            err, PD_ERR_UNSUPPORTED, name,
            "a table of optical markers of %s; readings of sensors expected. posedctl fit reads the table "
            "as a take when it is the only file",
            program);
    }

    reader *r = calloc(1, sizeof *r);
    *out = (pd_orientations){.names = calloc(PD_ORIENTATIONS_SENSORS, sizeof *out->names)};
    pd_status status = r && out->names ? PD_OK : pd_fail(err, PD_ERR_MEMORY, name, "out of memory");
    if (!status) {
        r->out = out;
        r->err = err;
        status = read_rows_orientations(r, file, name);
    }

    /* Sort them by sensor, and resample each. */
    if (!status && !sort_rows(r, first)) status = pd_fail(err, PD_ERR_MEMORY, name, "out of memory");
    if (!status) status = count_frames(r, rate, name);
    for (int s = 0; !status && s < out->sensor_count; s++)
        orientations_sample(out, s, r->rows + first[s], first[s + 1] - first[s]);

    if (r) free(r->rows);
    free(r);
    if (status) pd_orientations_deinit(out);

    return status;
}

void pd_orientations_deinit(pd_orientations *orientations)
{
    free(orientations->names);
    free(orientations->readings);
    free(orientations->positions);
    *orientations = (pd_orientations){0};
}
