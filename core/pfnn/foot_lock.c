#include "core/pfnn/foot_lock.h"

#include "core/anim/two_bone.h"
#include "core/math/plane.h"
#include "core/pfnn/pose.h"

#include <stdbool.h>

#define DT (1 / PD_PFNN_RATE)

/* What is not in control.h's table.
 *
 * STRAIGHT is what the training data is held to as well (core/train/motion/lock.h): a straight knee snaps. STRETCH: in late stance a network's
 * foot drifts 2 to 3 cm from the planted toe. Walking, knees rotate at 441 degrees a second at most with it, at 929 without it, and at 384 in
 * the captured data. */
#define STRAIGHT                                                                                             \
    0.9985            /* of a leg's length, at most                                                        */
#define STRETCH  0.3  /* of what the network's leg has left to that, before the heel rises                 */
#define MAX_DROP 0.30 /* metres that the hips go down for a leg, at most                                   */
#define RAISES   6    /* passes of the ankle between the hip's reach and the toe's sphere                  */
#define NEAR     0.5  /* of lock_reach: a joint released by its reach is not locked again farther off      */
#define SETTLED  1e-5 /* metres, metres a second: a smaller offset is none                                 */

/* ---- one heel or toe */

/* The offset goes to zero as a critically damped spring of rate w would take it, exactly, whatever the frame. */
static void relax(pd_pfnn_lock *k, double w)
{
    pd_vec3 c = pd_vec3_fma(k->rate, w, k->offset);
    double e = exp(-w * DT);
    k->offset = pd_vec3_scale(pd_vec3_fma(k->offset, DT, c), e);
    k->rate = pd_vec3_scale(pd_vec3_fma(k->rate, -w * DT, c), e);
    if (pd_vec3_length(k->offset) < SETTLED && pd_vec3_length(k->rate) < SETTLED)
        k->offset = k->rate = pd_vec3_make(0, 0, 0);
}

/* Where the joint shall be, if the leg reaches; free is where the network has it, rest its height when planted. */
static pd_vec3 target_of(pd_pfnn_lock *k, pd_vec3 free, double contact, double rest, const pd_pfnn_control *c,
                         const pd_anim_scene *scene)
{
    pd_vec3 shown = pd_vec3_add(free, k->offset);
    double height = shown.y - pd_anim_scene_height(scene, shown.x, shown.z) - rest;

    /* locked where it is shown; released with the velocity that it would be shown with */
    bool near = pd_vec3_length(k->offset) < NEAR * c->lock_reach;
    if (!k->locked && contact >= c->lock_contact && near && height < c->lock_height) {
        k->locked = 1;
        k->place = shown;
    }
    if (k->locked && (contact < c->release_contact || pd_vec3_distance(k->place, free) > c->lock_reach)) {
        k->locked = 0;
        k->rate = pd_vec3_scale(pd_vec3_sub(k->free, free), PD_PFNN_RATE);
    }

    if (k->locked) {
        double floor = pd_anim_scene_height(scene, k->place.x, k->place.z) + rest;
        k->place.y += c->lock_sink * (floor - k->place.y);
        k->offset = pd_vec3_sub(k->place, free);
    } else {
        relax(k, c->release_rate);
    }
    k->free = free;

    /* never under the ground */
    pd_vec3 to = pd_vec3_add(free, k->offset);
    double under = pd_anim_scene_height(scene, to.x, to.z) + rest - to.y;
    k->lift = fmax(fmax(under, 0), c->lift_fall * k->lift);
    to.y += k->lift;
    return to;
}

/* ---- a leg */

typedef struct goal {
    pd_vec3 heel, toe;
} goal;

/* A heel a foot's length from the toe, in the direction of `heel`, or along when the two coincide. */
static pd_vec3 heel_beside(pd_vec3 toe, pd_vec3 heel, pd_vec3 along, double length)
{
    return pd_vec3_fma(toe, length, pd_vec3_unit_or(pd_vec3_sub(heel, toe), along));
}

static goal goal_of(pd_pfnn_foot_lock *lock, int foot, const pd_vec3 *joints, const float *contacts,
                    const pd_pfnn_rig *rig, const pd_anim_scene *scene)
{
    const pd_pfnn_leg *leg = &rig->legs[foot];
    const pd_pfnn_control *c = &rig->control;
    pd_pfnn_lock *heel = &lock->locks[2 * foot], *toe = &lock->locks[2 * foot + 1];
    pd_vec3 free_heel = joints[leg->heel], free_toe = joints[leg->toe];
    pd_vec3 sole = pd_vec3_sub(free_heel, free_toe);
    goal g;

    /* the toe's place goes first: the heel is locked relative to where the toe carries it, and gives way to the foot's length */
    g.toe = target_of(toe, free_toe, (double)contacts[2 * foot + 1], leg->toe_rest, c, scene);
    pd_vec3 carried = pd_vec3_add(g.toe, sole);
    g.heel = target_of(heel, carried, (double)contacts[2 * foot], leg->heel_rest, c, scene);
    g.heel = heel_beside(g.toe, g.heel, sole, pd_vec3_length(rig->skeleton.offsets[leg->toe]));
    return g;
}

/* A leg that would be longer than `reach` lets the heel rise first: the ankle goes to and fro between what the hip reaches and the toe's
 * sphere. */
static void raise_heel(goal *g, pd_vec3 hip, double reach, double foot)
{
    for (int i = 0; i < RAISES; i++) {
        pd_vec3 leg = pd_vec3_sub(g->heel, hip);
        double over = pd_vec3_length(leg) - reach;
        if (over <= 0) return;
        pd_vec3 nearer = pd_vec3_fma(g->heel, -over, pd_vec3_unit_or(leg, pd_vec3_make(0, -1, 0)));
        g->heel = heel_beside(g->toe, nearer, pd_vec3_sub(g->heel, g->toe), foot);
    }
}

/* How far the hip has to come down for the heel to be in reach. */
static double drop_for(pd_vec3 hip, pd_vec3 heel, double reach)
{
    double x = heel.x - hip.x, z = heel.z - hip.z, flat = x * x + z * z;
    if (flat >= reach * reach) return fmax(hip.y - heel.y, 0);
    return fmax(hip.y - heel.y - sqrt(reach * reach - flat), 0);
}

/* Down at once as far as a leg needs, up again slowly. */
static void drop_hips(pd_pfnn_foot_lock *lock, pd_vec3 *joints, goal *goals, const pd_pfnn_rig *rig)
{
    const pd_vec3 *offsets = rig->skeleton.offsets;
    double need = 0;

    for (int f = 0; f < rig->foot_count; f++) {
        const pd_pfnn_leg *leg = &rig->legs[f];
        double reach = STRAIGHT * pd_anim_two_bone_length(offsets[leg->shin], offsets[leg->heel]);
        double own = fmin(pd_vec3_distance(joints[leg->thigh], joints[leg->heel]), reach);
        raise_heel(&goals[f], joints[leg->thigh], own + STRETCH * (reach - own),
                   pd_vec3_length(offsets[leg->toe]));
        need = fmax(need, drop_for(joints[leg->thigh], goals[f].heel, reach));
    }

    need = fmin(need, MAX_DROP);
    lock->drop = fmax(need, lock->drop + rig->control.drop_rise * (need - lock->drop));
    for (int j = 0; j < rig->skeleton.joint_count; j++) joints[j].y -= lock->drop;
}

/* Thigh and shin bring the ankle to its goal, the foot rotates its toe to it; the toe keeps its own direction. */
static void place_leg(pd_quat *rotations, const pd_vec3 *joints, const pd_pfnn_leg *leg, const goal *g)
{
    pd_anim_two_bone_job job = {.root = joints[leg->thigh],
                                .middle = joints[leg->shin],
                                .tip = joints[leg->heel],
                                .target = g->heel,
                                .bend_axis = pd_q_rotate(rotations[leg->thigh], leg->knee_axis)};
    pd_anim_two_bone_run(&job);

    rotations[leg->thigh] = pd_q_mul(job.root_rotation, rotations[leg->thigh]);
    rotations[leg->shin] = pd_q_mul(job.middle_rotation, rotations[leg->shin]);

    pd_vec3 now = pd_vec3_sub(joints[leg->toe], joints[leg->heel]), to = pd_vec3_sub(g->toe, job.tip_at);
    pd_vec3 from = pd_vec3_unit_or(now, pd_vec3_make(0, 0, 1));
    pd_quat rotation = pd_q_between(from, pd_vec3_unit_or(to, from), pd_vec3_make(1, 0, 0));
    rotations[leg->heel] = pd_q_mul(rotation, rotations[leg->heel]);
}

void pd_pfnn_foot_lock_run(pd_pfnn_foot_lock *lock, pd_quat *rotations, pd_vec3 *joints,
                           const float contacts[PD_PFNN_CONTACTS], const pd_pfnn_rig *rig,
                           const pd_anim_scene *scene)
{
    goal goals[PD_PFNN_RIG_FEET];
    if (!rig->foot_count) return;

    for (int f = 0; f < rig->foot_count; f++) goals[f] = goal_of(lock, f, joints, contacts, rig, scene);
    drop_hips(lock, joints, goals, rig);

    for (int f = 0; f < rig->foot_count; f++) {
        const pd_pfnn_leg *leg = &rig->legs[f];
        bool in_place = pd_vec3_distance(joints[leg->heel], goals[f].heel) < 1e-6 &&
                        pd_vec3_distance(joints[leg->toe], goals[f].toe) < 1e-6;
        if (!in_place) place_leg(rotations, joints, leg, &goals[f]);
    }
    pd_pfnn_pose_place(joints, rotations, rig);
}
