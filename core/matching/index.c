#include "core/matching/index.h"

#include "core/base/assert.h"
#include "core/anim/clip.h"
#include "core/math/elementary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* docs/lab/matching.md explains how these values were chosen. */
#define BEFORE    0.5  /* s: start of a gate's window before a frame */
#define AFTER     1.5  /* s: end of a gate's window after a frame */
#define WALK_MOST 1.85 /* m/s: highest speed for the walk gate */
#define HIPS      0.84 /* metres: lowest hips */
#define HIPS_HIGH 0.90 /* metres: lowest hips of a standing frame */
#define END       36   /* ticks at a clip's end that pass no gate */
#define SLOW      0.5  /* m/s: the arc fades out below this speed, so that a standing figure does not turn */
#define END_SPAN  0.4  /* s: the mean velocity over this time continues the path beyond the clip's end */

enum { STAND, WALK, JOG, CROUCH, JUMP };

const int pd_matching_ahead[PD_MATCHING_AHEAD] = {20, 40, 60};

/* Groups that share a deviation, and their weights. */
static const struct group {
    int first, count;
    double weight;
} groups[] = {{0, 6, 0.75}, {6, 6, 1}, {12, 3, 1}, {15, 6, 1}, {21, 6, 1.5}};
#define GROUPS (int)(sizeof groups / sizeof *groups)

/* ---- frames of a clip, not mirrored */

typedef struct point {
    double x, z, yaw;
} point;

/* Data of one clip. All its copies share them, except the path. */
typedef struct clip_frames {
    pd_vec3 (*toes)[2]; /* root frame */
    pd_vec3 *hips;
    pd_vec3 (*toe_velocities)[2]; /* m/s: velocities in the world, expressed in the frame's root frame */
    pd_vec3 *hip_velocities;
    point *path; /* (count + more): path of one copy, continued beyond the clip's end */
} clip_frames;

pd_matching_velocity pd_matching_index_velocity(const pd_matching_database *d, const pd_matching_copy *copy,
                                                int frame)
{
    PD_ASSERT(frame >= 0 && frame < d->frame_count);
    const int16_t *step = d->steps + 3 * (size_t)frame;
    double rate = (double)d->frame_rate / copy->time;
    double side = copy->mirror ? -1 : 1;
    pd_matching_velocity v = {side * step[0] * PD_MATCHING_STEP * rate, step[1] * PD_MATCHING_STEP * rate,
                              side * step[2] * PD_MATCHING_TURN * rate};
    v.yaw += copy->arc * pd_fmin(1, pd_hypot(v.x, v.z) / SLOW);

    return v;
}

/* Rotates v by yaw about +Y. */
static pd_vec3 index_turned(pd_vec3 v, double yaw)
{
    return pd_vec3_make(v.x * pd_cos(yaw) + v.z * pd_sin(yaw), v.y, v.z * pd_cos(yaw) - v.x * pd_sin(yaw));
}

/* Computes the positions and velocities of toes and hips in each frame of a clip, in the root frame. */
static void read_clip(clip_frames *c, const pd_matching_index *index, int first, int count)
{
    PD_ASSERT(first >= 0 && count >= 2 && first + count <= index->database->frame_count);
    const pd_matching_database *d = index->database;
    pd_vec3 joints[PD_MATCHING_JOINTS];
    pd_matching_pose pose;

    for (int t = 0; t < count; t++) {
        pd_matching_pose_read(&pose, d, first + t, NULL);
        pd_anim_skeleton_forward(joints, NULL, &index->skeleton, pose.rotations, pose.hips);
        c->toes[t][0] = joints[index->toes[0]];
        c->toes[t][1] = joints[index->toes[1]];
        c->hips[t] = pose.hips;
    }

    /* Central differences; one-sided at the ends of the clip. */
    for (int t = 0; t < count; t++) {
        int before = t > 0;
        int after = t + 1 < count;
        double per_s = (double)d->frame_rate / (before + after);
        const int16_t *step = d->steps + 3 * (size_t)(first + t);
        for (int i = 0; i < 3; i++) {
            pd_vec3 own = i < 2 ? c->toes[t][i] : c->hips[t];
            pd_vec3 was = own;
            pd_vec3 will = own;

            /* Transform the points of frames t - 1 and t + 1 to the root frame of t. */
            if (before) {
                const int16_t *last = step - 3;
                pd_vec3 p = i < 2 ? c->toes[t - 1][i] : c->hips[t - 1];
                p.x -= last[0] * PD_MATCHING_STEP;
                p.z -= last[1] * PD_MATCHING_STEP;
                was = index_turned(p, -last[2] * PD_MATCHING_TURN);
            }

            if (after) {
                pd_vec3 r =
                    index_turned(i < 2 ? c->toes[t + 1][i] : c->hips[t + 1], step[2] * PD_MATCHING_TURN);
                will = pd_vec3_make(r.x + step[0] * PD_MATCHING_STEP, r.y, r.z + step[1] * PD_MATCHING_STEP);
            }

            pd_vec3 v = pd_vec3_scale(pd_vec3_sub(will, was), per_s);
            if (i < 2)
                c->toe_velocities[t][i] = v;
            else
                c->hip_velocities[t] = v;
        }
    }
}

/* ---- rows of a copy */

/* Computes position and facing on the path `frames` frames after t, in the root frame of t. */
static void look_ahead(double place[2], double facing[2], const point *path, int t, double frames)
{
    double whole = floor(t + frames);
    double part = t + frames - whole;
    const point *a = path + (int)whole;
    const point *b = a + 1;
    const point *own = path + t;
    double yaw = a->yaw + part * (b->yaw - a->yaw) - own->yaw;
    pd_vec3 way = {a->x + part * (b->x - a->x) - own->x, 0, a->z + part * (b->z - a->z) - own->z};

    way = index_turned(way, -own->yaw);
    place[0] = way.x;
    place[1] = way.z;
    facing[0] = pd_sin(yaw);
    facing[1] = pd_cos(yaw);
}

static void put_index(double *out, pd_vec3 v, double side, double scale)
{
    out[0] = side * v.x * scale;
    out[1] = v.y * scale;
    out[2] = v.z * scale;
}

/* Fills the rows of a copy. Computes c->path first, which continues
 * for `more` frames beyond the clip's end. */
static void fill_rows(const pd_matching_index *index, const clip_frames *c, int number, int more)
{
    const pd_matching_database *d = index->database;
    const pd_matching_copy *copy = &d->copies[number];
    const pd_matching_track *track = &index->tracks[number];
    point *path = c->path;

    PD_ASSERT(track->count >= 2 && track->entry >= 0 && track->entry + track->count <= index->entry_count);

    /* Integrate the root's velocity from the clip's first frame on. */
    double dt = copy->time / (double)d->frame_rate;
    int count = track->count;
    path[0] = (point){0, 0, 0};
    for (int t = 0; t + 1 < count; t++) {
        pd_matching_velocity v = pd_matching_index_velocity(d, copy, track->first + t);
        pd_vec3 step = index_turned(pd_vec3_make(v.x * dt, 0, v.z * dt), path[t].yaw);
        path[t + 1] = (point){path[t].x + step.x, path[t].z + step.z, path[t].yaw + v.yaw * dt};
    }

    /* Continue the path straight beyond the end, with the mean velocity at the clip's end. */
    int span = (int)pd_fmax(1, pd_fmin(count - 1, round(END_SPAN * (double)d->frame_rate)));
    const point *last = path + count - 1;
    const point *start = last - span;
    for (int i = 1; i <= more; i++)
        path[count - 1 + i] = (point){last->x + i * (last->x - start->x) / span,
                                      last->z + i * (last->z - start->z) / span, last->yaw};

    double side = copy->mirror ? -1 : 1;
    double slower = 1 / copy->time;
    double a_tick = (double)d->frame_rate * PD_MATCHING_TICK / copy->time;
    PD_ASSERT(pd_matching_ahead[PD_MATCHING_AHEAD - 1] * a_tick + 1 <=
              more); /* look_ahead stays within the path */

    /* Row of each frame: toes, toe velocities, hips' velocity, path ahead.
     * A mirrored copy exchanges left and right. */
    for (int t = 0; t < count; t++) {
        float *row = index->rows + (size_t)(track->entry + t) * PD_MATCHING_ROW;
        double values[PD_MATCHING_FEATURES];
        for (int i = 0; i < 2; i++) {
            int from = copy->mirror ? 1 - i : i;
            put_index(values + 3 * i, c->toes[t][from], side, 1);
            put_index(values + 6 + 3 * i, c->toe_velocities[t][from], side, slower);
        }

        put_index(values + 12, c->hip_velocities[t], side, slower);
        for (int i = 0; i < PD_MATCHING_AHEAD; i++)
            look_ahead(values + 15 + 2 * i, values + 21 + 2 * i, path, t, pd_matching_ahead[i] * a_tick);
        for (int i = 0; i < PD_MATCHING_FEATURES; i++) row[i] = (float)values[i];
    }
}

/* ---- gates */

/* Prefix sums, (count + 1) each: number of frames that jog, that the walk gate excludes,
 * and that the jog gate excludes. */
typedef struct gate_sums {
    int *jogs, *no_walk, *no_jog;
} gate_sums;

static void fill_gates(const pd_matching_index *index, int number, const gate_sums *sums)
{
    const pd_matching_database *d = index->database;
    const pd_matching_copy *copy = &d->copies[number];
    const pd_matching_track *track = &index->tracks[number];
    double rate = (double)d->frame_rate / copy->time;
    int before = (int)lround(BEFORE * rate);
    int after = (int)lround(AFTER * rate);
    int end = (int)lround(END * PD_MATCHING_TICK * rate);

    PD_ASSERT(track->entry >= 0 && track->entry + track->count <= index->entry_count);

    sums->jogs[0] = sums->no_walk[0] = sums->no_jog[0] = 0;

    for (int t = 0; t < track->count; t++) {
        pd_matching_velocity v = pd_matching_index_velocity(d, copy, track->first + t);
        const uint8_t *gaits = d->gaits + (size_t)(track->first + t) * PD_MATCHING_GAITS;
        double hips = d->hips[3 * (size_t)(track->first + t) + 1] * PD_MATCHING_PLACE;
        bool other = gaits[JUMP] >= 128 || gaits[CROUCH] >= 128;
        double upright = gaits[STAND] >= 128 ? HIPS_HIGH : HIPS;
        bool no_walk = other || hips < upright || pd_hypot(v.x, v.z) > WALK_MOST;
        sums->jogs[t + 1] = sums->jogs[t] + (gaits[JOG] >= 128);
        sums->no_walk[t + 1] = sums->no_walk[t] + no_walk;
        sums->no_jog[t + 1] = sums->no_jog[t] + (other || hips < HIPS);
    }

    /* A frame passes a gate if the gate excludes no frame of its window. */
    for (int t = 0; t < track->count; t++) {
        int from = t > before ? t - before : 0;
        int to = 1 + (t + after < track->count ? t + after : track->count - 1);
        PD_DEBUG_ASSERT(from < to && to <= track->count);
        bool jogs = sums->jogs[to] > sums->jogs[from];
        uint8_t *gate = &index->gates[track->entry + t];
        *gate = 0;
        if (t + end >= track->count) continue;
        if (jogs && sums->no_jog[to] == sums->no_jog[from]) *gate |= PD_MATCHING_JOG;
        if (!jogs && sums->no_walk[to] == sums->no_walk[from]) *gate |= PD_MATCHING_WALK;
    }
}

/* ---- scaling */

void pd_matching_index_scale(float *row, const double *values, int first, int count,
                             const pd_matching_index *index)
{
    PD_ASSERT(first >= 0 && count >= 0 && first + count <= PD_MATCHING_FEATURES);
    for (int i = 0; i < count; i++)
        row[first + i] = ((float)values[i] - index->mean[first + i]) * index->scale[first + i];
}

/* Computes means and deviations of the rows that pass a gate, and scales all rows in place. */
static pd_status scale_rows(pd_matching_index *index, pd_error *err)
{
    double sums[PD_MATCHING_FEATURES] = {0}, squares[PD_MATCHING_FEATURES] = {0};
    long count = 0;

    /* Sums over the rows that pass a gate. */
    for (int e = 0; e < index->entry_count; e++) {
        const float *row = index->rows + (size_t)e * PD_MATCHING_ROW;
        if (!index->gates[e]) continue;
        index->behind |= index->gates[e];
        for (int i = 0; i < PD_MATCHING_FEATURES; i++) {
            double value = (double)row[i];
            sums[i] += value;
            squares[i] += value * value;
        }

        count++;
    }

    if (!count)
        return pd_fail(err, PD_ERR_INVALID, "gaits",
                       "no frame has the gait stand, walk or jog; at least one expected");

    /* One deviation for each group keeps the proportions of its numbers. */
    for (int g = 0; g < GROUPS; g++) {
        double variance = 0;
        for (int i = groups[g].first; i < groups[g].first + groups[g].count; i++) {
            double mean = sums[i] / (double)count;
            index->mean[i] = (float)mean;
            variance += pd_fmax(squares[i] / (double)count - mean * mean, 0) / groups[g].count;
        }

        double deviation = sqrt(variance);
        for (int i = groups[g].first; i < groups[g].first + groups[g].count; i++)
            index->scale[i] = (float)(groups[g].weight / pd_fmax(deviation, 1e-4));
    }

    for (int e = 0; e < index->entry_count; e++) {
        float *row = index->rows + (size_t)e * PD_MATCHING_ROW;
        for (int i = 0; i < PD_MATCHING_FEATURES; i++) row[i] = (row[i] - index->mean[i]) * index->scale[i];
    }

    return PD_OK;
}

/* Returns the entry with the slowest toes and hips and the shortest path. Entries that pass the walk gate are
 * preferred, then standing ones. Called before the rows are scaled. */
static int stillest(const pd_matching_index *index)
{
    int best = 0;
    double least = INFINITY;

    for (int v = 0; v < index->database->copy_count; v++) {
        const pd_matching_track *track = &index->tracks[v];
        for (int t = 0; t < track->count; t++) {
            int e = track->entry + t;
            const float *row = index->rows + (size_t)e * PD_MATCHING_ROW;
            uint8_t stand = index->database->gaits[(size_t)(track->first + t) * PD_MATCHING_GAITS + STAND];
            double speed = (stand >= 128 ? 0 : 1e3) + (index->gates[e] & PD_MATCHING_WALK ? 0 : 1e6);
            for (int i = 6; i < 21; i++) speed += (double)(row[i] * row[i]);
            if (speed < least) {
                least = speed;
                best = e;
            }
        }
    }

    return best;
}

/* ---- boxes */

static int boxes_of(int entries, int size)
{
    return (entries + size - 1) / size;
}

static void fill_boxes(pd_matching_box *boxes, uint8_t *gates, const pd_matching_index *index, int size)
{
    PD_ASSERT(size == PD_MATCHING_LARGE || size == PD_MATCHING_SMALL);
    for (int b = 0; b < boxes_of(index->entry_count, size); b++) {
        pd_matching_box *box = &boxes[b];
        int first = b * size;
        int last = first + size < index->entry_count ? first + size : index->entry_count;
        for (int i = 0; i < PD_MATCHING_ROW; i++) {
            box->least[i] = INFINITY;
            box->most[i] = -INFINITY;
        }

        gates[b] = 0;

        /* Bounds of the rows that pass a gate. */
        for (int e = first; e < last; e++) {
            const float *row = index->rows + (size_t)e * PD_MATCHING_ROW;
            if (!index->gates[e]) continue;
            gates[b] |= index->gates[e];
            for (int i = 0; i < PD_MATCHING_ROW; i++) {
                box->least[i] = pd_fminf(box->least[i], row[i]);
                box->most[i] = pd_fmaxf(box->most[i], row[i]);
            }
        }
    }
}

/* ---- building */

/* Builds the skeleton. Finds the toes and the mirrored joints. */
static pd_status name_joints(pd_matching_index *index, pd_error *err)
{
    PD_ASSERT(index->database->joint_count >= 1 && index->database->joint_count <= PD_MATCHING_JOINTS);
    static const char *const toes[2] = {"LeftToeBase", "RightToeBase"};
    const pd_matching_database *d = index->database;
    pd_anim_joint joints[PD_MATCHING_JOINTS];

    for (int j = 0; j < d->joint_count; j++) {
        const float *o = d->offsets + 3 * j;
        joints[j] = (pd_anim_joint){d->joint_names[j], j ? d->joint_names[d->parents[j]] : NULL,
                                    pd_vec3_make((double)o[0], (double)o[1], (double)o[2])};
    }

    joints[0].offset = pd_vec3_make(0, 0, 0);
    pd_status s = pd_anim_skeleton_init(&index->skeleton, joints, d->joint_count, err);
    if (s) return s;

    for (int side = 0; side < 2; side++) {
        index->toes[side] = pd_anim_skeleton_find(&index->skeleton, toes[side]);
        if (index->toes[side] < 0)
            return pd_fail(err, PD_ERR_UNSUPPORTED, "joint_names",
                           "the skeleton has no joint \"%s\"; one of that name expected", toes[side]);
    }

    /* Mirrored copies need a skeleton that is its own mirror image. */
    pd_anim_mirror_table(index->mirror, &index->skeleton);
    for (int j = 0; j < d->joint_count; j++) {
        pd_vec3 own = index->skeleton.offsets[j];
        pd_vec3 other = index->skeleton.offsets[index->mirror[j]];
        other.x = -other.x;
        if (pd_vec3_distance(own, other) > 1e-3)
            return pd_fail(
                err, PD_ERR_UNSUPPORTED, "offsets",
                "\"%s\" and \"%s\" are not mirror images of each other; a symmetric skeleton expected",
                d->joint_names[j], d->joint_names[index->mirror[j]]);
    }

    return PD_OK;
}

static void *rows_of(size_t count, size_t bytes)
{
    void *memory = aligned_alloc(64, (count * bytes + 63) / 64 * 64);
    if (memory) memset(memory, 0, count * bytes);
    return memory;
}

/* Assigns entries to each copy, and allocates memory for rows and boxes. */
static pd_status lay_tracks(pd_matching_index *index, int *longest, pd_error *err)
{
    const pd_matching_database *d = index->database;

    index->tracks = calloc((size_t)d->copy_count, sizeof *index->tracks);
    if (!index->tracks) return pd_fail(err, PD_ERR_MEMORY, "copies", "out of memory for %d", d->copy_count);

    long entries = 0;
    *longest = 0;
    for (int v = 0; v < d->copy_count; v++) {
        int first = d->firsts[d->copies[v].clip];
        int count = d->firsts[d->copies[v].clip + 1] - first;
        index->tracks[v] = (pd_matching_track){(int)entries, count, first};
        entries += count;
        if (count > *longest) *longest = count;
        if (entries > PD_MATCHING_ENTRIES)
            return pd_fail(err, PD_ERR_LIMIT, "copies",
                           "more than %d frames with all copies; at most as many allowed",
                           PD_MATCHING_ENTRIES);
    }

    PD_ASSERT(entries >= *longest && *longest > 0);
    index->entry_count = (int)entries;

    /* Rows and boxes are aligned for vector loads. */
    size_t n = (size_t)index->entry_count;
    size_t large = (size_t)boxes_of(index->entry_count, PD_MATCHING_LARGE);
    size_t small = (size_t)boxes_of(index->entry_count, PD_MATCHING_SMALL);
    size_t box = sizeof(pd_matching_box);
    bool good = (index->rows = rows_of(n, PD_MATCHING_ROW * sizeof(float))) != NULL;
    good &= (index->gates = calloc(n, 1)) != NULL;
    good &= (index->large = rows_of(large, box)) != NULL && (index->small = rows_of(small, box)) != NULL;
    good &= (index->large_gates = calloc(large, 1)) != NULL;
    good &= (index->small_gates = calloc(small, 1)) != NULL;
    index->bytes = n * (PD_MATCHING_ROW * sizeof(float) + 1) + (large + small) * (box + 1) +
                   (size_t)d->copy_count * sizeof *index->tracks;
    if (good) return PD_OK;

    return pd_fail(err, PD_ERR_MEMORY, "index", "out of memory for %zu frames", n);
}

/* Fills rows and gates of all copies. */
static pd_status fill_index(pd_matching_index *index, int longest, pd_error *err)
{
    const pd_matching_database *d = index->database;
    size_t n = (size_t)longest;
    int more =
        (int)ceil(pd_matching_ahead[PD_MATCHING_AHEAD - 1] * PD_MATCHING_TICK * 2 * (double)d->frame_rate) +
        2; /* twice, because a copy's time is at least 0.5 */
    clip_frames c = {.toes = calloc(n, sizeof *c.toes),
                     .hips = calloc(n, sizeof *c.hips),
                     .toe_velocities = calloc(n, sizeof *c.toe_velocities),
                     .hip_velocities = calloc(n, sizeof *c.hip_velocities),
                     .path = calloc(n + (size_t)more, sizeof *c.path)};
    int *sums = calloc(3 * (n + 1), sizeof *sums);
    int read = -1;
    bool good = c.toes && c.hips && c.toe_velocities && c.hip_velocities && c.path && sums;

    /* A clip is read again only if the previous copy is of another clip. */
    for (int v = 0; good && v < d->copy_count; v++) {
        const pd_matching_track *track = &index->tracks[v];
        if (d->copies[v].clip != read) read_clip(&c, index, track->first, track->count);
        read = d->copies[v].clip;
        fill_rows(index, &c, v, more);
        fill_gates(index, v, &(gate_sums){sums, sums + n + 1, sums + 2 * (n + 1)});
    }

    free(c.toes);
    free(c.hips);
    free(c.toe_velocities);
    free(c.hip_velocities);
    free(c.path);
    free(sums);

    return good ? PD_OK
                : pd_fail(err, PD_ERR_MEMORY, "index", "out of memory for clips of %d frames", longest);
}

pd_status pd_matching_index_build(pd_matching_index *index, const pd_matching_database *database,
                                  pd_error *err)
{
    int longest = 0;

    memset(index, 0, sizeof *index);
    index->database = database;
    pd_status s = name_joints(index, err);
    if (!s) s = lay_tracks(index, &longest, err);
    if (!s) s = fill_index(index, longest, err);
    if (!s) index->standing = stillest(index);
    if (!s) s = scale_rows(index, err);
    if (s) {
        pd_matching_index_deinit(index);
        return s;
    }

    /* Boxes bound the scaled rows. */
    fill_boxes(index->large, index->large_gates, index, PD_MATCHING_LARGE);
    fill_boxes(index->small, index->small_gates, index, PD_MATCHING_SMALL);

    return PD_OK;
}

void pd_matching_index_deinit(pd_matching_index *index)
{
    free(index->tracks);
    free(index->rows);
    free(index->gates);
    free(index->large);
    free(index->small);
    free(index->large_gates);
    free(index->small_gates);
    memset(index, 0, sizeof *index);
}

int pd_matching_index_track(const pd_matching_index *index, int entry)
{
    PD_ASSERT(entry >= 0 && entry < index->entry_count);
    int low = 0;
    int high = index->database->copy_count - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (index->tracks[middle].entry <= entry)
            low = middle;
        else
            high = middle - 1;
    }

    PD_ASSERT(entry >= index->tracks[low].entry &&
              entry < index->tracks[low].entry + index->tracks[low].count);

    return low;
}
