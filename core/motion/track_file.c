#include "core/motion/track_file.h"

#include "core/base/assert.h"
#include "core/anim/headings.h"
#include "core/io/tensor/npz.h"

#include <stdlib.h>
#include <string.h>

/* ---- out ---- */

static void add_floats(pd_npz_writer *w, const char *name, const float *values, int rank, const size_t *shape)
{
    pd_array array = pd_array_of(PD_DTYPE_F32, values, rank, shape);
    pd_npz_add(w, name, &array);
}

static void add_ints(pd_npz_writer *w, const char *name, const int *values, size_t count)
{
    pd_array array = pd_array_of(PD_DTYPE_I32, values, 1, &count);
    pd_npz_add(w, name, &array);
}

static void add_number(pd_npz_writer *w, const char *name, double value)
{
    pd_array array = pd_array_of(PD_DTYPE_F64, &value, 0, NULL);
    pd_npz_add(w, name, &array);
}

/* Adds the events of a free run: time, kind and value of each. */
static pd_status add_events(pd_npz_writer *w, const pd_anim_track *track, pd_error *err)
{
    const size_t count = (size_t)track->event_count;
    float *rows = malloc(3 * count * sizeof *rows + 1);

    if (!rows) return pd_fail(err, PD_ERR_MEMORY, "events", "out of memory for %zu", count);

    for (size_t i = 0; i < count; i++) {
        rows[3 * i] = (float)track->events[i].time;
        rows[3 * i + 1] = (float)track->events[i].kind;
        rows[3 * i + 2] = (float)track->events[i].value;
    }

    add_floats(w, "events", rows, 2, (size_t[]){count, 3});
    free(rows);

    return PD_OK;
}

/* Adds the heading over time and the turns with their times. They follow from facing and events; readers need
 * not unwrap angles. */
static pd_status add_headings(pd_npz_writer *w, const pd_anim_track *track, pd_error *err)
{
    const size_t frames = (size_t)track->frame_count;
    const size_t events = (size_t)track->event_count;
    float *heading = malloc((frames + 6 * events) * sizeof *heading);
    pd_anim_heading_change *turns = malloc(events * sizeof *turns + 1);
    pd_status status = PD_OK;

    if (heading && turns) {
        float *rows = heading + frames;
        pd_anim_headings(heading, track);
        add_floats(w, "heading", heading, 1, &frames);
        const int count = pd_anim_heading_changes(turns, track);
        PD_ASSERT(count >= 0 && count <= track->event_count);
        for (int i = 0; i < count; i++) {
            const double row[6] = {turns[i].time, turns[i].from, turns[i].to,
                                   turns[i].t10,  turns[i].t90,  turns[i].t90_body};
            for (int k = 0; k < 6; k++) rows[6 * i + k] = (float)row[k];
        }

        add_floats(w, "turns", rows, 2, (size_t[]){(size_t)count, 6});
    } else {
        status = pd_fail(err, PD_ERR_MEMORY, "heading", "out of memory for %zu frames", frames);
    }

    free(heading);
    free(turns);

    return status;
}

pd_status pd_motion_track_write(pd_buffer *out, const pd_anim_track *track, pd_error *err)
{
    const size_t frames = (size_t)track->frame_count;
    const size_t joints = (size_t)track->joint_count;
    pd_status status = PD_OK;
    pd_npz_writer w = pd_npz_begin(out);

    /* Arrays of the frames. */
    add_number(&w, "fps", track->rate);
    add_floats(&w, "joints", track->joints, 3, (size_t[]){frames, joints, 3});
    add_floats(&w, "joints_pre", track->joints_pre, 3, (size_t[]){frames, joints, 3});
    add_ints(&w, "parents", track->parents, joints);
    add_ints(&w, "foot_idx", track->toes, 2);
    add_ints(&w, "heel_idx", track->heels, 2);
    add_floats(&w, "ground", track->ground, 2, (size_t[]){frames, 2});
    add_floats(&w, "contacts", track->contacts, 2, (size_t[]){frames, 4});
    add_number(&w, "toe_rest_height", track->toe_rest_height);
    add_floats(&w, "root", track->root, 2, (size_t[]){frames, 3});
    add_floats(&w, "facing", track->facing, 2, (size_t[]){frames, 2});
    add_floats(&w, "desired_vel", track->desired, 2, (size_t[]){frames, 2});
    if (track->bone_error) add_floats(&w, "bone_error_pre", track->bone_error, 1, &frames);

    /* The path that was followed, or the events of a free run. */
    if (track->path) {
        add_floats(&w, "path", track->path, 2, (size_t[]){(size_t)track->path_count, 2});
        add_number(&w, "path_closed", track->path_closed);
    } else {
        status = add_events(&w, track, err);
    }

    if (status == PD_OK) status = add_headings(&w, track, err);

    /* The archive is always ended, which frees it. Its error is used only if there was none before. */
    const pd_status end = pd_npz_end(&w, status == PD_OK ? err : NULL);
    return status == PD_OK ? end : status;
}

/* ---- in ---- */

typedef struct reader {
    pd_npz *npz;
    pd_anim_track *track;
    pd_error *err;
} reader;

/* Reads an array. columns: numbers per frame. If it is missing and not `wanted`, `out` is not changed. */
static pd_status read_floats_track_file(const reader *r, float *out, const char *name, size_t columns,
                                        int wanted)
{
    pd_array array;
    size_t frames = (size_t)r->track->frame_count;
    char text[96];

    if (!wanted && !pd_npz_has(r->npz, name)) return PD_OK;
    if (pd_npz_read(&array, r->npz, name, r->err) != PD_OK) return PD_ERR_FORMAT;
    if (array.rank < 1 || array.shape[0] != frames || array.count != frames * columns)
        return pd_fail(r->err, PD_ERR_FORMAT, name, "shape %s; %zu frames of %zu numbers expected",
                       pd_array_shape_text(&array, text, sizeof text), frames, columns);

    return pd_array_f32(out, &array, name, r->err);
}

static pd_status read_number_track_file(const reader *r, double *out, const char *name, int wanted)
{
    pd_array array;

    if (!wanted && !pd_npz_has(r->npz, name)) return PD_OK;
    if (pd_npz_read(&array, r->npz, name, r->err) != PD_OK) return PD_ERR_FORMAT;
    if (array.count != 1)
        return pd_fail(r->err, PD_ERR_FORMAT, name, "%zu numbers; one expected", array.count);

    return pd_array_f64(out, &array, name, r->err);
}

/* Reads indices of joints: at most `most` of them, each `least` or more. */
static pd_status read_joints(const reader *r, int *out, const char *name, size_t count, int least)
{
    PD_ASSERT(count <= PD_ANIM_TRACK_MAX_JOINTS);
    pd_array array;
    int64_t values[PD_ANIM_TRACK_MAX_JOINTS];

    if (pd_npz_read(&array, r->npz, name, r->err) != PD_OK) return PD_ERR_FORMAT;
    if (array.count != count)
        return pd_fail(r->err, PD_ERR_FORMAT, name, "%zu numbers; %zu expected", array.count, count);
    if (pd_array_i64(values, &array, name, r->err) != PD_OK) return PD_ERR_FORMAT;

    for (size_t i = 0; i < count; i++) {
        if (values[i] < least || values[i] >= r->track->joint_count)
            return pd_fail(r->err, PD_ERR_RANGE, name, "number %zu is %lld; %d to %d allowed", i,
                           (long long)values[i], least, r->track->joint_count - 1);
        out[i] = (int)values[i];
    }

    return PD_OK;
}

static pd_status read_path(const reader *r)
{
    pd_array array;
    double closed = 0;

    /* A path is optional. */
    if (!pd_npz_has(r->npz, "path")) return PD_OK;
    if (pd_npz_read(&array, r->npz, "path", r->err) != PD_OK) return PD_ERR_FORMAT;
    if (array.rank != 2 || array.shape[1] != 2 || array.shape[0] < 1 || array.shape[0] > 1u << 20)
        return pd_fail(r->err, PD_ERR_FORMAT, "path",
                       "another shape; a (P,2) array of 1 to %d points expected", 1 << 20);

    double(*points)[2] = malloc(array.count * sizeof(double));
    if (!points)
        return pd_fail(r->err, PD_ERR_MEMORY, "path", "out of memory for %zu points", array.shape[0]);

    /* Copy its points into the track. */
    pd_status status = pd_array_f64(&points[0][0], &array, "path", r->err);
    if (status == PD_OK) status = read_number_track_file(r, &closed, "path_closed", 0);
    if (status == PD_OK)
        status = pd_anim_track_add_path(r->track, (const double(*)[2])points, (int)array.shape[0],
                                        closed != 0, r->err);

    free(points);
    return status;
}

static pd_status read_events(const reader *r)
{
    pd_array array;

    if (!pd_npz_has(r->npz, "events")) return PD_OK;
    if (pd_npz_read(&array, r->npz, "events", r->err) != PD_OK) return PD_ERR_FORMAT;
    if (array.count && (array.rank != 2 || array.shape[1] != 3 || array.count > 3u << 20))
        return pd_fail(r->err, PD_ERR_FORMAT, "events",
                       "another shape; an (E,3) array of times, kinds and values expected");
    double *rows = malloc(array.count * sizeof *rows + 1);
    if (!rows) return pd_fail(r->err, PD_ERR_MEMORY, "events", "out of memory for %zu numbers", array.count);

    /* Times have to increase, and kinds have to be valid. */
    const size_t count = array.count / 3;
    pd_anim_event *events = NULL;
    pd_status status = array.count ? pd_array_f64(rows, &array, "events", r->err) : PD_OK;
    if (status == PD_OK && !(events = malloc(count * sizeof *events + 1)))
        status = pd_fail(r->err, PD_ERR_MEMORY, "events", "out of memory for %zu", count);
    for (size_t i = 0; status == PD_OK && i < count; i++) {
        const double *row = rows + 3 * i;
        events[i] = (pd_anim_event){row[0], (pd_anim_event_kind)(int)row[1], row[2]};
        if (!(row[0] >= (i ? rows[3 * i - 3] : 0) && row[0] < 1e7) ||
            (row[1] != 0 && row[1] != 1 && row[1] != 2))
            status =
                pd_fail(r->err, PD_ERR_RANGE, "events",
                        "row %zu is (%g, %g, ...); rising times and kinds 0 turn, 1 start, 2 stop expected",
                        i, row[0], row[1]);
    }

    if (status == PD_OK) status = pd_anim_track_add_events(r->track, events, (int)count, r->err);
    free(events);
    free(rows);

    return status;
}

static pd_status read_all_track_file(reader *r)
{
    pd_anim_track *t = r->track;
    pd_array array;
    double rate = 0;
    char text[96];

    /* Size and rate of the track. */
    if (read_number_track_file(r, &rate, "fps", 1) != PD_OK) return PD_ERR_FORMAT;
    if (pd_npz_read(&array, r->npz, "joints", r->err) != PD_OK) return PD_ERR_FORMAT;
    if (array.rank != 3 || array.shape[2] != 3 || array.shape[0] > PD_ANIM_TRACK_MAX_FRAMES ||
        array.shape[1] > PD_ANIM_TRACK_MAX_JOINTS)
        return pd_fail(r->err, PD_ERR_FORMAT, "joints",
                       "shape %s; (T,J,3) of up to %d frames and %d joints expected",
                       pd_array_shape_text(&array, text, sizeof text), PD_ANIM_TRACK_MAX_FRAMES,
                       PD_ANIM_TRACK_MAX_JOINTS);
    pd_status status = pd_anim_track_init(t, (int)array.shape[0], (int)array.shape[1], rate, r->err);
    if (status != PD_OK) return status;

    const size_t frames = (size_t)t->frame_count;
    const size_t joints = (size_t)t->joint_count;
    PD_ASSERT(frames == array.shape[0] && joints == array.shape[1]);
    status = read_floats_track_file(r, t->joints, "joints", 3 * joints, 1);
    if (status != PD_OK) return status;

    /* Defaults for files without joints_pre or facing. */
    memcpy(t->joints_pre, t->joints, 3 * frames * joints * sizeof *t->joints);
    for (size_t i = 0; i < frames; i++) t->facing[2 * i + 1] = 1;

    /* Joints: parents and feet. */
    const struct {
        int *out;
        const char *name;
        size_t count;
        int least;
    } indices[] = {
        {t->parents, "parents", joints, -1}, {t->toes, "foot_idx", 2, 0}, {t->heels, "heel_idx", 2, 0}};
    status = read_floats_track_file(r, t->joints_pre, "joints_pre", 3 * joints, 0);
    for (size_t i = 0; status == PD_OK && i < sizeof indices / sizeof *indices; i++)
        status = read_joints(r, indices[i].out, indices[i].name, indices[i].count, indices[i].least);
    if (status != PD_OK) return status;

    /* Numbers of each frame, of which only the root is required, and the height of a resting toe. */
    const struct {
        float *out;
        const char *name;
        size_t columns;
        int is_required;
    } rows[] = {{t->ground, "ground", 2, 0},     {t->contacts, "contacts", 4, 0},
                {NULL, "toe_rest_height", 0, 1}, {t->root, "root", 3, 1},
                {t->facing, "facing", 2, 0},     {t->desired, "desired_vel", 2, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        status =
            rows[i].out
                ? read_floats_track_file(r, rows[i].out, rows[i].name, rows[i].columns, rows[i].is_required)
                : read_number_track_file(r, &t->toe_rest_height, rows[i].name, rows[i].is_required);
        if (status != PD_OK) return status;
    }

    /* Errors of bone lengths, where the file has them. */
    if (pd_npz_has(r->npz, "bone_error_pre")) {
        status = pd_anim_track_add_bone_error(t, r->err);
        if (status != PD_OK) return status;
        status = read_floats_track_file(r, t->bone_error, "bone_error_pre", 1, 1);
        if (status != PD_OK) return status;
    }

    /* The path that was followed, or the events of a free run. */
    status = read_path(r);
    return status == PD_OK ? read_events(r) : status;
}

pd_status pd_motion_track_read(pd_anim_track *out, pd_bytes bytes, const char *name, pd_error *err)
{
    pd_npz npz;

    memset(out, 0, sizeof *out);
    pd_status status = pd_npz_parse(&npz, bytes.data, bytes.size, name, err);
    if (status != PD_OK) return status;
    status = read_all_track_file(&(reader){&npz, out, err});
    pd_npz_deinit(&npz);
    if (status != PD_OK) pd_anim_track_deinit(out);

    return status;
}
