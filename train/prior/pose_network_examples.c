#include "train/prior/pose_network_examples.h"

#include "core/anim/ranges.h"
#include "core/anim/source.h"
#include "core/base/assert.h"
#include "core/base/sort.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define K         PD_IK_NEURAL_JOINTS
#define TRACKERS  PD_IK_NEURAL_TRACKERS
#define LOW       0.05 /* part of a clip's frames whose lower foot is under its floor */
#define EVENNESS  0.7
#define DEGREE    0.017453292519943295
#define FLOOR_OFF 0.3 /* metres: standard deviation of a wrong floor, where feet are seen */

static const int feet[4] = {7, 8, 10, 11};
static const int mirrored[K] = {0,  2,  1,  3,  5,  4,  6,  8,  7,  9,  11, 10,
                                12, 14, 13, 15, 17, 16, 19, 18, 21, 20, 23, 22};

/* ---- bodies */

void pd_train_pose_forward(pd_vec3 *positions, pd_quat *frames, const pd_ik_neural_body *body,
                           const pd_quat *rotations, pd_vec3 pelvis)
{
    for (int k = 0; k < K; k++) {
        int up = pd_ik_neural_parents[k];
        frames[k] = k ? pd_q_mul(frames[up], rotations[k]) : rotations[0];
        positions[k] = k ? pd_vec3_add(positions[up], pd_q_rotate(frames[up], body->offset[k])) : pelvis;
    }
}

/* Returns the height of the lower foot above the floor, metres, with the pelvis at height `pelvis`: the least
 * of ankles and toe joints, each minus its height in the rest pose of feet that stand. */
static double lowest_foot(const pd_ik_neural_body *body, const pd_quat *rotations, double pelvis)
{
    pd_vec3 at[K];
    pd_quat frames[K];
    double lowest = INFINITY;

    pd_train_pose_forward(at, frames, body, rotations, pd_vec3_make(0, pelvis, 0));
    for (int f = 0; f < 4; f++) {
        double rest = body->offset[0].y - body->floor;
        for (int k = feet[f]; k > 0; k = pd_ik_neural_parents[k]) rest += body->offset[k].y;
        lowest = fmin(lowest, at[feet[f]].y - rest);
    }

    return lowest;
}

double pd_train_pose_height(const pd_ik_neural_body *body, const pd_quat *rotations, double clearance)
{
    return clearance * body->stature - lowest_foot(body, rotations, 0);
}

/* ---- motion */

static void load_all(pd_quat out[K], const pd_train_pose_motion *m, int frame)
{
    for (int k = 0; k < K; k++) {
        const float *q = m->rotations[frame][k];
        out[k] = pd_q_normalize((pd_quat){q[0], q[1], q[2], q[3]});
    }
}

static int step_of(const pd_anim_clip *clip, double rate)
{
    int step = (int)ceil(clip->rate / rate - 1e-6);
    return step > 1 ? step : 1;
}

/* Copies a clip's frames, at most `rate` a second, to m->first[index] on; sets m->first[index + 1]. */
static pd_status add_clip(pd_train_pose_motion *m, int index, const pd_anim_clip *clip, double rate,
                          pd_error *err)
{
    pd_ik_neural_body body;
    pd_quat q[K];
    int at = m->first[index];
    pd_status status = pd_ik_neural_body_of(&body, &clip->skeleton, err);

    if (status != PD_OK) return status;

    for (int t = 0; t < clip->frame_count; t += step_of(clip, rate), at++) {
        for (int k = 0; k < K; k++) {
            q[k] = pd_anim_clip_frame(clip, t)[body.joint[k]];
            const double c[4] = {q[k].x, q[k].y, q[k].z, q[k].w};
            for (int i = 0; i < 4; i++) m->rotations[at][k][i] = (float)c[i];
        }

        m->clearance[at] = (float)(lowest_foot(&body, q, clip->roots[t].y) / body.stature);
    }

    /* heights of the lower foot in statures, from now on over the clip's floor */
    const int count = at - m->first[index];
    float *clearance = m->clearance + m->first[index];
    float *sorted = malloc((size_t)count * sizeof *sorted);
    m->first[index + 1] = at;
    if (!sorted) return pd_fail(err, PD_ERR_MEMORY, "motion", "out of memory for %d frames", count);
    memcpy(sorted, clearance, (size_t)count * sizeof *sorted);
    pd_sort_floats(sorted, (size_t)count);
    float floor = sorted[(int)(LOW * (count - 1))];
    for (int i = 0; i < count; i++) clearance[i] -= floor;
    free(sorted);

    return PD_OK;
}

pd_status pd_train_pose_motion_init(pd_train_pose_motion *m, const pd_anim_clip *const *clips, int count,
                                    double rate, pd_error *err)
{
    size_t frames = 0;

    *m = (pd_train_pose_motion){.clip_count = count};
    if (count < 1) return pd_fail(err, PD_ERR_RANGE, "motion", "no clips; 1 or more expected");

    /* Room for every frame that is kept at this rate. */
    for (int c = 0; c < count; c++)
        frames += (size_t)((clips[c]->frame_count + step_of(clips[c], rate) - 1) / step_of(clips[c], rate));
    m->rotations = malloc(frames * sizeof *m->rotations);
    m->clearance = malloc(frames * sizeof *m->clearance);
    m->first = calloc((size_t)count + 1, sizeof *m->first);
    m->chance = malloc((size_t)count * sizeof *m->chance);

    pd_status status = PD_OK;
    if (!m->rotations || !m->clearance || !m->first || !m->chance)
        status = pd_fail(err, PD_ERR_MEMORY, "motion", "out of memory for %zu frames", frames);
    for (int c = 0; status == PD_OK && c < count; c++) status = add_clip(m, c, clips[c], rate, err);
    PD_ASSERT(status != PD_OK || (size_t)m->first[count] == frames);
    m->frame_count = (int)frames;

    /* A clip's chance grows less than its length, so that long clips do not crowd out short ones; summed, for
     * a search by one random number. */
    if (status == PD_OK) {
        double sum = 0;
        for (int c = 0; c < m->clip_count; c++)
            m->chance[c] = sum += pow((double)(m->first[c + 1] - m->first[c]), EVENNESS);
        for (int c = 0; c < m->clip_count; c++) m->chance[c] /= sum;
    } else
        pd_train_pose_motion_deinit(m);

    return status;
}

void pd_train_pose_motion_deinit(pd_train_pose_motion *m)
{
    free(m->rotations);
    free(m->clearance);
    free(m->first);
    free(m->chance);
    *m = (pd_train_pose_motion){0};
}

/* ---- poses */

/* Draws a clip by its probability (bisection in the cumulated ones), then one of its frames. */
static int sample_frame(const pd_train_pose_motion *m, pd_rng *rng)
{
    double chance = pd_rng_uniform(rng);
    int low = 0;
    int high = m->clip_count - 1;

    while (low < high) {
        int middle = (low + high) / 2;
        if (m->chance[middle] > chance)
            high = middle;
        else
            low = middle + 1;
    }

    return m->first[low] + pd_rng_below(rng, m->first[low + 1] - m->first[low]);
}

/* Draws a rotation within the joint's range: twist evenly, swing evenly over its ellipse or box. */
static pd_quat sample_rotation(int k, pd_rng *rng)
{
    int side;
    int swing = 0;
    const pd_anim_range *range = pd_anim_anatomical_of(pd_anim_smpl_names[k], &side);
    double angles[3];
    double phi = 2 * M_PI * pd_rng_uniform(rng);
    double radius = sqrt(pd_rng_uniform(rng));

    for (int c = 0; c < 3; c++) {
        angles[c] = pd_rng_between(rng, range->min_deg[c], range->max_deg[c]);
        if (!range->box && c != range->twist) {
            double part = swing++ ? sin(phi) : cos(phi);
            angles[c] = radius * part * (part < 0 ? -range->min_deg[c] : range->max_deg[c]);
        }

        angles[c] *= DEGREE;
    }

    return pd_anim_range_join(angles, range, side);
}

static pd_quat small_rotation(double radians, pd_rng *rng)
{
    double x = pd_rng_normal(rng);
    double y = pd_rng_normal(rng);
    double z = pd_rng_normal(rng);
    return pd_q_from_rotvec(pd_vec3_scale(pd_vec3_make(x, y, z), radians));
}

/* Draws a pose: a captured one, changed in one of several ways, perhaps mirrored, with noise. Returns the
 * clearance of its lower foot (see pose_network_examples.h), statures. */
static double sample_pose(pd_quat q[K], const pd_train_pose_world *w, pd_rng *rng)
{
    pd_quat other[K];
    int frame = sample_frame(w->motion, rng);
    double kind = pd_rng_uniform(rng);

    load_all(q, w->motion, frame);
    if (kind < w->noise.swapped) {
        /* The upper half of another frame: spine (3, 6, 9) and what follows it (12 and later: neck, head,
         * arms). */
        load_all(other, w->motion, sample_frame(w->motion, rng));
        for (int k = 0; k < K; k++)
            if (k == 3 || k == 6 || k == 9 || k >= 12) q[k] = other[k];
    } else if (kind < w->noise.swapped + w->noise.arms) {
        /* Collar, shoulder, elbow, wrist of one side or of both:
         * part of the way from the captured arm to any. */
        static const int arm[2][4] = {{13, 16, 18, 20}, {14, 17, 19, 21}};
        int which = pd_rng_below(rng, 3);
        for (int s = 0; s < 2; s++)
            for (int i = 0; i < 4 && which != 1 - s; i++)
                q[arm[s][i]] = pd_q_slerp(q[arm[s][i]], sample_rotation(arm[s][i], rng), pd_rng_uniform(rng));
    }

    /* Mirror half of the poses: sides change places, rotations about y and z change their sign. */
    if (pd_rng_below(rng, 2)) {
        pd_quat from[K];
        memcpy(from, q, sizeof from);
        for (int k = 0; k < K; k++) {
            pd_quat opposite = from[mirrored[k]];
            q[k] = (pd_quat){opposite.x, -opposite.y, -opposite.z, opposite.w};
        }
    }

    /* Add noise to each joint, half as much to the pelvis, which moves the whole body. */
    for (int k = 0; k < K && w->noise.joints > 0; k++)
        q[k] = pd_q_normalize(pd_q_mul(q[k], small_rotation(w->noise.joints * (k ? 1 : 0.5), rng)));

    return w->motion->clearance[frame];
}

/* ---- trackers */

enum { HEAD, PELVIS, L_WRIST, R_WRIST, L_HAND, R_HAND, L_ANKLE, R_ANKLE, L_FOOT, R_FOOT };

void pd_train_pose_see(pd_ik_neural_tracker *t, pd_train_pose_set set, int deep, const pd_vec3 *positions,
                       const pd_quat *frames, pd_rng *rng)
{
    PD_ASSERT(deep >= 0 && deep < 4);
    int points = set == PD_TRAIN_POSE_FIVE_POINTS || set == PD_TRAIN_POSE_THREE_POINTS;
    int legs = set != PD_TRAIN_POSE_THREE && set != PD_TRAIN_POSE_THREE_POINTS;
    int hand = deep & 1;
    int foot = deep >> 1 & 1;

    /* Place all trackers; none of them is seen yet. */
    for (int i = 0; i < TRACKERS; i++) {
        int k = pd_ik_neural_tracked[i];
        t[i] = (pd_ik_neural_tracker){
            .has_position = 0, .has_rotation = 0, .position = positions[k], .rotation = frames[k]};
    }

    /* Any subset, but never neither head nor pelvis: the frame is made from one of them. */
    if (set == PD_TRAIN_POSE_ANY) {
        for (int i = 0; i < TRACKERS; i++) {
            /* Head and pelvis, the first two, are seen more often than the other joints. Both probabilities
             * are chosen by hand. */
            double chance = i < 2 ? 0.6 : 0.35;
            t[i].has_position = pd_rng_uniform(rng) < chance;
            t[i].has_rotation = pd_rng_uniform(rng) < chance;
        }

        t[HEAD].has_position |= !t[PELVIS].has_position;
        return;
    }

    /* A fixed set: hands or wrists and feet or ankles by `deep`, whole legs only in the larger sets. */
    const int seen[6] = {HEAD,
                         hand ? L_HAND : L_WRIST,
                         hand ? R_HAND : R_WRIST,
                         foot ? L_FOOT : L_ANKLE,
                         foot ? R_FOOT : R_ANKLE,
                         PELVIS};
    for (int i = 0; i < 6; i++) {
        int there = i < 3 || (i < 5 && legs) || (i == 5 && set == PD_TRAIN_POSE_SIX);
        t[seen[i]].has_position = there;
        t[seen[i]].has_rotation = there && !points;
    }
}

/* ---- examples */

static void pose_network_examples_put3(double out[3], pd_vec3 v)
{
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

void pd_train_pose_example(float *x, pd_train_pose_answer *answer, const pd_train_pose_world *w, pd_rng *rng)
{
    PD_ASSERT(w->body_count > 0);
    const pd_ik_neural_body *body = &w->bodies[pd_rng_below(rng, w->body_count)];
    pd_quat q[K], frames[K];
    pd_vec3 at[K];
    pd_ik_neural_tracker trackers[TRACKERS];
    pd_ik_neural_frame frame;
    double clearance = sample_pose(q, w, rng);
    double floor = 0;

    /* Put a random body in a random pose on the floor. */
    pd_train_pose_forward(at, frames, body, q, pd_vec3_make(0, pd_train_pose_height(body, q, clearance), 0));

    /* Draw the set of trackers; `upto` has the cumulative shares of the sets. */
    static const double upto[PD_TRAIN_POSE_SETS] = {0.3, 0.45, 0.65, 0.75, 0.85, 1};

    /* Hands and feet are tracked at wrists and ankles in two of three examples, else at one of the four
     * combinations (pd_train_pose_see's `deep`). */
    double chance = pd_rng_uniform(rng);
    int set = 0;
    while (chance >= upto[set]) set++;
    pd_train_pose_see(trackers, (pd_train_pose_set)set, pd_rng_below(rng, 3) ? 0 : pd_rng_below(rng, 4), at,
                      frames, rng);

    /* Half of the examples have noisy trackers. */
    const bool is_noisy = pd_rng_below(rng, 2);
    for (int i = 0; is_noisy && i < TRACKERS; i++) {
        pd_ik_neural_tracker *t = &trackers[i];
        double dx = pd_rng_normal(rng);
        double dy = pd_rng_normal(rng);
        double dz = pd_rng_normal(rng);
        t->position = pd_vec3_fma(t->position, w->noise.tracker_m, pd_vec3_make(dx, dy, dz));
        t->rotation = pd_q_normalize(pd_q_mul(t->rotation, small_rotation(w->noise.tracker_radians, rng)));
    }

    /* The floor may have an error only if both feet are tracked: otherwise the network could not see it. */
    int left = trackers[L_ANKLE].has_position || trackers[L_FOOT].has_position;
    int right = trackers[R_ANKLE].has_position || trackers[R_FOOT].has_position;
    if (left && right && pd_rng_below(rng, 4) == 0) floor += FLOOR_OFF * pd_rng_normal(rng);
    pd_ik_neural_frame_of(&frame, trackers, body->stature, 0);
    pd_ik_neural_features(x, &frame, trackers, body, floor);

    /* Convert the answer to the trackers' own frame: turned back by the heading and scaled to unit size. */
    pd_quat back = pd_q_axis_angle(pd_vec3_make(0, 1, 0), -frame.heading);
    for (int k = 0; k < K; k++) {
        pd_quat turned = pd_q_mul(back, frames[k]);
        pd_q_to_matrix(answer->frame[k], turned);
        pd_q_to_matrix(answer->local[k], k ? q[k] : turned);
        pose_network_examples_put3(
            answer->place[k],
            pd_vec3_scale(pd_q_rotate(back, pd_vec3_sub(at[k], frame.origin)), 1 / frame.scale));
        pose_network_examples_put3(answer->offset[k], pd_vec3_scale(body->offset[k], 1 / frame.scale));
    }

    /* Mark the joints that the loss also pulls to the trackers. */
    memset(answer->seen_place, 0, sizeof answer->seen_place);
    memset(answer->seen_rotation, 0, sizeof answer->seen_rotation);
    for (int i = 0; i < TRACKERS; i++) {
        answer->seen_place[pd_ik_neural_tracked[i]] = trackers[i].has_position;
        answer->seen_rotation[pd_ik_neural_tracked[i]] = trackers[i].has_rotation;
    }
}
