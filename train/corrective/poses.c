#include "train/corrective/poses.h"

#include "core/anim/ranges.h"
#include "core/anim/source.h"
#include "core/base/assert.h"
#include "core/base/hash.h"
#include "core/base/rng.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define K                PD_TRAIN_POSE_JOINTS
#define DEGREE           0.017453292519943295
#define HELD_OUT_PART    0.2 /* fraction of clips that are held out */
/* most that a real pose exceeds a joint's range, radians; more means a lost marker */
#define EXCESS_MAX       0.35
#define SWEEP_LEAST_DEG  6.0  /* least limit to which a joint is swept */
#define COMPOSITE_ACTIVE 0.7  /* fraction of joints that turn */
#define COMPOSITE_REACH  0.95 /* largest fraction of the range */
#define TRIES_MAX        200  /* tries of a pose before it is given up */

typedef struct candidate {
    int clip, frame, held_out;
    double distance; /* squared distance to the nearest chosen pose */
    pd_quat q[K];    /* in SMPL's order */
} candidate;

typedef struct maker {
    pd_train_poses *poses;
    pd_train_pose_options options;
    const pd_train_pose_clip *clips;
    int clip_count, capacity;
    candidate *candidates;
    int candidate_count;
    pd_error *err;
} maker;

/* ---- the set ---- */

/* Writes quaternions as row-major matrices. */
static void put_rotations(float *rotations, const pd_quat q[K])
{
    for (int k = 0; k < K; k++) {
        double m[9];
        pd_q_to_matrix(m, q[k]);
        for (int i = 0; i < 9; i++) rotations[9 * k + i] = (float)m[i];
    }
}

static bool is_whole(const maker *m, const pd_quat q[K])
{
    float rotations[9 * K];
    if (!m->options.det) return true;
    put_rotations(rotations, q);
    return m->options.det(m->options.ctx, rotations) >= m->options.least_det;
}

/* Adds a pose (local rotations q of SMPL's joints) to the set, unless it is full. */
static void add_pose(maker *m, const pd_quat q[K], pd_train_pose_kind kind, int held_out, const char *label)
{
    pd_train_poses *p = m->poses;
    int i = p->count;

    if (i == m->capacity) return;
    put_rotations(p->rotations + (size_t)i * 9 * K, q);
    p->weights[i] = 1;
    p->kinds[i] = (unsigned char)kind;
    p->held_out[i] = (unsigned char)held_out;
    snprintf(p->labels[i], sizeof p->labels[i], "%s", label);
    p->count++;
}

/* ---- capture ---- */

bool pd_train_pose_has_lost_marker(const pd_quat *q)
{
    for (int k = 1; k < K; k++) {
        int side;
        const pd_anim_range *range = pd_anim_anatomical_of(pd_anim_smpl_names[k], &side);
        if (pd_anim_range_excess(q[k], range, side) > EXCESS_MAX) return true;
    }

    return false;
}

/* Depends on name and seed only, so that the choice does not change with the other clips. */
bool pd_train_pose_is_held_out(const char *name, uint64_t seed)
{
    pd_rng rng;
    pd_rng_init(&rng, pd_hash64(name, strlen(name), seed));
    return pd_rng_uniform(&rng) < HELD_OUT_PART;
}

static int frame_step(const pd_anim_clip *clip, double seconds)
{
    PD_ASSERT(seconds > 0);
    int step = (int)lround(seconds * clip->rate);
    return step > 1 ? step : 1;
}

/* Collects the candidate frames of all clips, without those with a lost marker. */
static pd_status collect_poses(maker *m)
{
    /* Allocate every candidate frame. */
    size_t most = 1;

    for (int i = 0; i < m->clip_count; i++)
        most += (size_t)m->clips[i].clip->frame_count /
                    (size_t)frame_step(m->clips[i].clip, m->options.candidate_seconds) +
                1;
    m->candidates = malloc(most * sizeof *m->candidates);
    if (!m->candidates)
        return pd_fail(m->err, PD_ERR_MEMORY, "poses", "out of memory for %zu candidates", most);

    for (int i = 0; i < m->clip_count; i++) {
        const char *name = m->clips[i].name;
        const pd_anim_clip *c = m->clips[i].clip;
        int joints[K];
        int step = frame_step(c, m->options.candidate_seconds);
        for (int k = 0; k < K; k++) {
            joints[k] = pd_anim_skeleton_find(&c->skeleton, pd_anim_smpl_names[k]);
            if (joints[k] < 0)
                return pd_fail(m->err, PD_ERR_INVALID, name, "it has no joint \"%s\"", pd_anim_smpl_names[k]);
        }

        /* Take frames at the step, unless a joint is so far beyond its range
         * that a marker must have been lost. */
        for (int t = 0; t < c->frame_count; t += step) {
            candidate *at = &m->candidates[m->candidate_count];
            *at = (candidate){.clip = i, .frame = t};
            for (int k = 0; k < K; k++) at->q[k] = k ? pd_anim_clip_frame(c, t)[joints[k]] : pd_q_identity();
            at->held_out = pd_train_pose_is_held_out(name, m->options.seed);
            m->candidate_count += !pd_train_pose_has_lost_marker(at->q);
        }
    }

    return PD_OK;
}

/* Returns the joint of SMPL on the other side; a joint in the middle is its own. */
static int other_side(int k)
{
    PD_ASSERT(k >= 0 && k < K);
    static const int other[K] = {0,  2,  1,  3,  5,  4,  6,  8,  7,  9,  11, 10,
                                 12, 14, 13, 15, 17, 16, 19, 18, 21, 20, 23, 22};
    return other[k];
}

/* Returns sum_k |R_k - R'_k|^2 = 8 sum_k (1 - (q q')^2),
 * the squared distance in the features of pose blend shapes. */
static double poses_distance(const pd_quat a[K], const pd_quat b[K])
{
    double sum = 0;

    for (int k = 1; k < K; k++) {
        double dot = pd_q_dot(a[k], b[k]);
        sum += 8 * (1 - dot * dot);
    }

    return sum;
}

/* Updates each candidate's distance to the nearest chosen pose after `chosen` was chosen. Its mirror image
 * counts too, because training mirrors all poses. */
static void come_nearer(maker *m, const pd_quat chosen[K], int held_out)
{
    pd_quat mirrored[K];

    for (int k = 0; k < K; k++) {
        pd_quat from = chosen[other_side(k)];
        mirrored[k] = (pd_quat){from.x, -from.y, -from.z, from.w};
    }

    for (int i = 0; i < m->candidate_count; i++) {
        candidate *c = &m->candidates[i];
        if (c->held_out != held_out) continue;
        c->distance = fmin(c->distance, fmin(poses_distance(c->q, chosen), poses_distance(c->q, mirrored)));
    }
}

/* Chooses candidates by farthest-point sampling, with the rest pose as the first point. */
static void choose_capture(maker *m, int held_out, int count)
{
    PD_ASSERT(count >= 0);
    pd_quat rest[K];
    char label[PD_TRAIN_POSE_LABEL_BYTES];
    for (int k = 0; k < K; k++) rest[k] = pd_q_identity();

    /* Initialise the distance of every candidate to the rest pose. */
    for (int i = 0; i < m->candidate_count; i++) m->candidates[i].distance = HUGE_VAL;
    come_nearer(m, rest, held_out);
    for (int chosen = 0; chosen < count;) {
        candidate *c = NULL;

        /* Find the candidate farthest from all chosen poses. A mirror image counts as the same pose. */
        for (int i = 0; i < m->candidate_count; i++) {
            candidate *at = &m->candidates[i];
            if (at->held_out == held_out && at->distance > (c ? c->distance : 0)) c = at;
        }

        if (!c) return;

        c->distance = 0;
        if (!is_whole(m, c->q)) continue;
        snprintf(label, sizeof label, "%.50s %d", m->clips[c->clip].name, c->frame);
        add_pose(m, c->q, PD_TRAIN_POSE_CAPTURE, held_out, label);
        come_nearer(m, c->q, held_out);
        chosen++;
    }
}

/* ---- sweeps ---- */

/* Adds a pose with one joint turned. If skinning collapses at that angle, uses the largest smaller one
 * without collapse. */
static void add_sweep_pose(maker *m, const pd_anim_range *range, int axis, double angle_deg)
{
    PD_ASSERT(axis >= 0 && axis < 3);
    char label[PD_TRAIN_POSE_LABEL_BYTES], name[32];
    int joint = 0;
    snprintf(name, sizeof name, "%s%s", range->paired ? "left_" : "", range->name);
    while (joint < K - 1 && strcmp(name, pd_anim_smpl_names[joint]) != 0) joint++;

    /* Try smaller angles until no part of the skin collapses. */
    for (int tries = 0; tries < TRIES_MAX; tries++, angle_deg *= 0.98) {
        pd_quat q[K];
        double angles[3] = {0, 0, 0};
        angles[axis] = angle_deg * DEGREE;
        for (int k = 0; k < K; k++) q[k] = pd_q_identity();
        q[joint] = pd_anim_range_join(angles, range, 1);
        if (!is_whole(m, q)) continue;
        snprintf(label, sizeof label, "%s %c %.0f", pd_anim_smpl_names[joint], 'x' + axis, angle_deg);
        add_pose(m, q, PD_TRAIN_POSE_SWEEP, 0, label);
        return;
    }
}

/* Returns whether poses sweep to this limit. The two limits of a joint in the middle about y and z are mirror
 * images, so one is enough. */
static bool is_swept(const pd_anim_range *range, int axis, double limit)
{
    return fabs(limit) >= SWEEP_LEAST_DEG && (range->paired || axis == 0 || limit > 0);
}

/* ---- composites ---- */

/* Samples a rotation: swing uniform over the ellipse (or box), twist uniform. */
static pd_quat sample_joint(pd_rng *rng, const pd_anim_range *range, int side)
{
    double angles[3];
    double phi = 2 * M_PI * pd_rng_uniform(rng);
    double radius = sqrt(pd_rng_uniform(rng));
    int swing = 0;

    for (int c = 0; c < 3; c++) {
        double part = swing ? sin(phi) : cos(phi);
        angles[c] = pd_rng_between(rng, range->min_deg[c], range->max_deg[c]);
        if (!range->box && c != range->twist) {
            angles[c] = radius * part * (part < 0 ? -range->min_deg[c] : range->max_deg[c]);
            swing++;
        }

        angles[c] *= COMPOSITE_REACH * DEGREE;
    }

    return pd_anim_range_join(angles, range, side);
}

/* Adds random poses in which most joints turn at once, within their ranges. */
static void add_composites(maker *m, int held_out, int count)
{
    pd_rng rng;

    pd_rng_init(&rng, m->options.seed * 2 + (uint64_t)held_out);
    for (int i = 0, tries = 0; i < count && tries < TRIES_MAX * count; tries++) {
        pd_quat q[K];
        char label[PD_TRAIN_POSE_LABEL_BYTES];

        /* Turn each joint with a probability; the others rest. */
        q[0] = pd_q_identity();
        for (int k = 1; k < K; k++) {
            int side;
            const pd_anim_range *range = pd_anim_anatomical_of(pd_anim_smpl_names[k], &side);
            pd_quat sampled = sample_joint(&rng, range, side);
            q[k] = pd_rng_uniform(&rng) < COMPOSITE_ACTIVE ? sampled : pd_q_identity();
        }

        /* Reject a pose in which skinning collapses. */
        if (!is_whole(m, q)) continue;
        snprintf(label, sizeof label, "composite %d", i++);
        add_pose(m, q, PD_TRAIN_POSE_COMPOSITE, held_out, label);
    }
}

/* ---- all ---- */

pd_status pd_train_poses_init(pd_train_poses *poses, const pd_train_pose_clip *clips, int clip_count,
                              const pd_train_pose_options *options, pd_error *err)
{
    maker m = {.poses = poses, .clips = clips, .clip_count = clip_count, .err = err};

    memset(poses, 0, sizeof *poses);

    /* 100000 of a kind bounds memory. */
    const int counts[] = {options->capture_count, options->capture_held_out, options->sweep_steps,
                          options->composite_count, options->composite_held_out};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (counts[i] < 0 || counts[i] > 100000)
            return pd_fail(err, PD_ERR_RANGE, "poses", "%d of a kind; 0 to 100000 allowed", counts[i]);

    /* Replace options that are 0 by their defaults. */
    pd_train_pose_options o = *options;
    if (!o.seed) o.seed = 1;
    if (!o.capture_count) o.capture_count = 240;
    if (!o.capture_held_out) o.capture_held_out = 100;
    if (!o.sweep_steps) o.sweep_steps = 6;
    if (!o.composite_count) o.composite_count = 120;
    if (!o.composite_held_out) o.composite_held_out = 50;
    if (!(o.candidate_seconds > 0)) o.candidate_seconds = 0.25;
    if (!(o.least_det > 0)) o.least_det = 0.1;
    m.options = o;

    /* Count the poses of sweeps, to allocate them. */
    int sweeps = 0;
    for (const pd_anim_range *range = pd_anim_ranges_anatomical; range->name; range++)
        for (int axis = 0; axis < 3; axis++)
            sweeps +=
                is_swept(range, axis, range->min_deg[axis]) + is_swept(range, axis, range->max_deg[axis]);

    size_t n = (size_t)o.capture_count + (size_t)o.capture_held_out + (size_t)o.composite_count +
               (size_t)o.composite_held_out + (size_t)(sweeps * o.sweep_steps);
    poses->rotations = malloc(n * 9 * K * sizeof *poses->rotations);
    poses->weights = malloc(n * sizeof *poses->weights);
    poses->kinds = malloc(n);
    poses->held_out = malloc(n);
    poses->labels = malloc(n * sizeof *poses->labels);
    m.capacity = (int)n;
    pd_status status = PD_OK;
    if (!poses->rotations || !poses->weights || !poses->kinds || !poses->held_out || !poses->labels)
        status = pd_fail(err, PD_ERR_MEMORY, "poses", "out of memory for %zu poses", n);

    if (status == PD_OK) status = collect_poses(&m);
    if (status == PD_OK) {
        /* Make training poses: capture, sweeps of each joint to its limits, composites of all joints.
         * Held-out poses follow. */
        choose_capture(&m, 0, m.options.capture_count);

        for (const pd_anim_range *range = pd_anim_ranges_anatomical; range->name; range++)
            for (int end = 0; end < 6; end++) {
                int axis = end / 2;
                double limit = end % 2 ? range->max_deg[axis] : range->min_deg[axis];
                if (!is_swept(range, axis, limit)) continue;
                for (int i = 1; i <= m.options.sweep_steps; i++)
                    add_sweep_pose(&m, range, axis, limit * i / m.options.sweep_steps);
            }

        add_composites(&m, 0, m.options.composite_count);
        choose_capture(&m, 1, m.options.capture_held_out);
        add_composites(&m, 1, m.options.composite_held_out);
    }

    free(m.candidates);
    if (status != PD_OK) pd_train_poses_deinit(poses);
    return status;
}

void pd_train_poses_deinit(pd_train_poses *poses)
{
    free(poses->rotations);
    free(poses->weights);
    free(poses->kinds);
    free(poses->held_out);
    free(poses->labels);
    memset(poses, 0, sizeof *poses);
}

/* Computes S R S with S = diag(-1, 1, 1): an entry changes its sign if exactly one of row and column is x. */
void pd_train_pose_mirror(float *out, const float *rotations)
{
    for (int k = 0; k < K; k++)
        for (int i = 0; i < 9; i++)
            out[9 * k + i] = ((i % 3 == 0) != (i < 3) ? -1.0f : 1.0f) * rotations[9 * other_side(k) + i];
}
