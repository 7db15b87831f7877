#include "core/matching/paces.h"

#include "core/anim/leg.h"
#include "core/base/assert.h"
#include "core/math/elementary.h"

#include <stdio.h>
#include <string.h>

#define SOFT   0.95 /* of the length of a leg's bones: a longer leg gets softer */
#define STANDS 0.01 /* m/s: mean speed below which a clip is one of standing */

static double wrapped(double phase)
{
    const double x = phase - floor(phase);
    return x < 1 ? x : 0;
}

void pd_matching_paces_pose(pd_matching_pose *pose, const pd_matching_paces *p, int cycle, double phase)
{
    PD_ASSERT(cycle >= 0 && cycle < p->cycle_count);
    const pd_matching_cycle *c = &p->cycles[cycle];
    const double at = wrapped(phase) * c->count;
    const int frame = (int)at < c->count ? (int)at : c->count - 1;
    const double part = at - frame;
    pd_matching_pose next;

    pd_matching_pose_read(pose, p->database, c->first + frame, NULL);
    pd_matching_pose_read(&next, p->database, c->first + (frame + 1) % c->count, NULL);
    for (int j = 0; j < p->database->joint_count; j++)
        pose->rotations[j] = pd_q_slerp(pose->rotations[j], next.rotations[j], part);
    pose->hips = pd_vec3_fma(pose->hips, part, pd_vec3_sub(next.hips, pose->hips));
}

/* ---- legs */

/* Rotates a joint and all joints below it about the joint's position, in the world. */
static void turn_below(pd_quat *rotations, pd_vec3 *joints, const pd_anim_skeleton *s, int joint, pd_quat by)
{
    bool below[PD_MATCHING_JOINTS] = {false};

    below[joint] = true;
    for (int i = 0; i < s->joint_count; i++) {
        const int j = s->order[i];
        if (s->parents[j] >= 0 && below[s->parents[j]]) below[j] = true;
        if (!below[j]) continue;
        rotations[j] = pd_q_normalize(pd_q_mul(by, rotations[j]));
        joints[j] = pd_vec3_add(joints[joint], pd_q_rotate(by, pd_vec3_sub(joints[j], joints[joint])));
    }
}

/* Limits the length of a leg: from SOFT of its bones on it comes ever nearer to straight. Near straight a
 * hundredth of the length changes the bend by many degrees. */
static double softened(double far, double bones)
{
    const double room = (PD_ANIM_LEG_STRAIGHT - SOFT) * bones;
    const double over = (far - SOFT * bones) / room;
    return over > 0 ? SOFT * bones + room * over / (1 + over) : far;
}

double pd_matching_paces_reach(pd_quat *rotations, pd_vec3 *joints, const pd_matching_paces *p,
                               const int leg[PD_MATCHING_LEG_JOINTS], pd_vec3 goal)
{
    const pd_anim_skeleton *s = &p->skeleton;
    const int hip = leg[PD_MATCHING_HIP], bend = leg[PD_MATCHING_BEND], paw = leg[PD_MATCHING_PAW];
    const pd_quat kept = rotations[paw];
    const pd_vec3 upper = pd_vec3_sub(joints[bend], joints[hip]);
    const pd_vec3 lower = pd_vec3_sub(joints[paw], joints[bend]);
    const double a = pd_vec3_length(upper), b = pd_vec3_length(lower);
    const double least = fabs(a - b) + 0.02 * (a + b);
    const double far = pd_fmax(least, softened(pd_vec3_distance(goal, joints[hip]), a + b));
    const pd_vec3 none = {0, 0, 0};

    /* Change the angle at the bend until the paw is as far from the hip as the goal. */
    const pd_vec3 axis = pd_vec3_unit_or(pd_vec3_cross(upper, lower), none);
    const double now = pd_anim_leg_bend(pd_vec3_distance(joints[paw], joints[hip]), a, b);
    const double wanted = pd_anim_leg_bend(far, a, b);
    if (pd_vec3_length(axis) > 0.5)
        turn_below(rotations, joints, s, bend, pd_q_axis_angle(axis, wanted - now));

    /* Swing the leg until the paw points to the goal. */
    const pd_vec3 down = {0, -1, 0};
    turn_below(rotations, joints, s, hip,
               pd_q_between(pd_vec3_unit_or(pd_vec3_sub(joints[paw], joints[hip]), down),
                            pd_vec3_unit_or(pd_vec3_sub(goal, joints[hip]), down), pd_vec3_make(1, 0, 0)));

    /* The foot keeps its rotation. */
    turn_below(rotations, joints, s, paw, pd_q_mul(kept, pd_q_conjugate(rotations[paw])));

    return pd_vec3_distance(joints[paw], goal);
}

/* ---- cycles */

/* Reads the number of seconds and metres of a clip, and the stances of its feet. */
static pd_status read_cycle(pd_matching_cycle *c, const pd_matching_paces *p, int clip, pd_error *err)
{
    const pd_matching_database *d = p->database;
    double way = 0;
    char where[32];

    *c = (pd_matching_cycle){.first = d->firsts[clip], .count = d->firsts[clip + 1] - d->firsts[clip]};
    c->rate = (double)d->frame_rate / c->count;
    for (int t = 0; t < c->count; t++) way += d->steps[3 * (size_t)(c->first + t) + 1] * PD_MATCHING_STEP;
    c->speed = way * c->rate;
    if (c->speed < STANDS) c->speed = 0;

    for (int leg = 0; leg < PD_MATCHING_LEGS; leg++) {
        pd_matching_stance *stance = &c->stances[leg];
        pd_vec3 sum = {0, 0, 0};
        int frames = 0, begins = 0;

        /* Count the frames of the stance, and find where it begins. */
        for (int t = 0; t < c->count; t++) {
            const bool is_down = d->contacts[c->first + t] >> leg & 1;
            const bool was_down = d->contacts[c->first + (t + c->count - 1) % c->count] >> leg & 1;
            if (is_down && !was_down) {
                stance->start = (double)t / c->count;
                begins++;
            }

            if (!is_down) continue;

            pd_matching_pose pose;
            pd_vec3 joints[PD_MATCHING_JOINTS];
            pd_matching_pose_read(&pose, d, c->first + t, NULL);
            pd_anim_skeleton_forward(joints, NULL, &p->skeleton, pose.rotations,
                                     pd_vec3_sub(pose.hips, p->skeleton.offsets[p->skeleton.root]));
            sum = pd_vec3_add(sum, joints[d->legs[leg][PD_MATCHING_TIP]]);
            frames++;
        }

        snprintf(where, sizeof where, "contacts[%d]", c->first);
        if (!frames || begins > 1 || (c->speed > 0 && !begins))
            return pd_fail(err, PD_ERR_INVALID, where, "clip %d, leg %d: %d stances; 1 expected", clip, leg,
                           begins);
        stance->share = (double)frames / c->count;
        stance->rest = pd_vec3_scale(sum, 1.0 / frames);
    }

    return PD_OK;
}

/* Finds the joints of the trunk that bend in turns: from joint 0 to the branch of the front legs. */
static void find_spine(pd_matching_paces *p)
{
    const pd_anim_skeleton *s = &p->skeleton;
    const int(*legs)[PD_MATCHING_LEG_JOINTS] = p->database->legs;
    const int front = pd_anim_skeleton_common(s, legs[0][PD_MATCHING_HIP], legs[1][PD_MATCHING_HIP]);
    const int hind = pd_anim_skeleton_common(s, legs[2][PD_MATCHING_HIP], legs[3][PD_MATCHING_HIP]);
    const int base = pd_anim_skeleton_common(s, front, hind);

    for (int j = front; j >= 0 && j != base && p->spine_count < PD_MATCHING_SPINE; j = s->parents[j])
        p->spine[p->spine_count++] = j;
}

/* Measures the animal in the first frame of its standing cycle. */
static pd_status measure_paces(pd_matching_paces *p, pd_error *err)
{
    const pd_matching_database *d = p->database;
    const pd_matching_stance *stances = p->cycles[0].stances;
    pd_matching_pose pose;
    pd_vec3 joints[PD_MATCHING_JOINTS];

    pd_matching_paces_pose(&pose, p, 0, 0);
    pd_anim_skeleton_forward(joints, NULL, &p->skeleton, pose.rotations,
                             pd_vec3_sub(pose.hips, p->skeleton.offsets[p->skeleton.root]));
    for (int leg = 0; leg < PD_MATCHING_LEGS; leg++)
        p->height += joints[d->legs[leg][PD_MATCHING_HIP]].y / PD_MATCHING_LEGS;
    p->length = 0.5 * (stances[0].rest.z + stances[1].rest.z - stances[2].rest.z - stances[3].rest.z);
    if (!(p->height > 0.01 && p->length > 0.01))
        return pd_fail(
            err, PD_ERR_INVALID, "legs",
            "hips %g m above the ground and front feet %g m before the hind feet; more than 0.01 m "
            "expected",
            p->height, p->length);

    return PD_OK;
}

pd_status pd_matching_paces_build(pd_matching_paces *p, const pd_matching_database *d, pd_error *err)
{
    pd_anim_joint joints[PD_MATCHING_JOINTS];

    memset(p, 0, sizeof *p);
    PD_ASSERT(d->has_legs);
    p->database = d;

    /* Build the skeleton. */
    for (int j = 0; j < d->joint_count; j++) {
        const float *o = d->offsets + 3 * j;
        joints[j] =
            (pd_anim_joint){d->joint_names[j], d->parents[j] < 0 ? NULL : d->joint_names[d->parents[j]],
                            pd_vec3_make((double)o[0], (double)o[1], (double)o[2])};
    }

    pd_status status = pd_anim_skeleton_init(&p->skeleton, joints, d->joint_count, err);
    if (status != PD_OK) return status;
    if (d->clip_count < 2 || d->clip_count > PD_MATCHING_PACES)
        return pd_fail(err, PD_ERR_INVALID, "firsts", "%d clips of an animal; 2 to %d allowed", d->clip_count,
                       PD_MATCHING_PACES);

    /* Read the cycles, which are in the file by rising speed. */
    for (int clip = 0; clip < d->clip_count; clip++) {
        pd_matching_cycle *c = &p->cycles[clip];
        status = read_cycle(c, p, clip, err);
        if (status != PD_OK) return status;
        if (clip ? !(c->speed > p->cycles[clip - 1].speed) : c->speed > 0)
            return pd_fail(
                err, PD_ERR_INVALID, "steps",
                "clip %d moves at %g m/s; a standing clip, and then clips by rising speed expected", clip,
                c->speed);
    }

    p->cycle_count = d->clip_count;
    find_spine(p);

    return measure_paces(p, err);
}
