#include "core/pfnn/foot_lock.h"

#include "core/anim/two_bone.h"
#include "core/math/plane.h"
#include "core/pfnn/pose.h"

#define DT       (1 / PD_PFNN_RATE)
#define STRAIGHT 0.9985 /* of a leg's length: it is not stretched beyond                       */
#define STRETCH  0.3    /* of what the network's leg has left to that, before the heel rises   */
#define MAX_DROP 0.30   /* metres that the hips may go down for a leg                          */
#define RAISES   6
#define NEAR     0.5  /* of the reach: a foot still this far off is not locked again          */
#define SETTLED  1e-5 /* metres: a smaller offset is none                                    */

/* ---- one heel or toe */

static void release(pd_pfnn_lock *k, pd_vec3 free)
{
    k->locked = 0;
    k->rate = pd_vec3_scale(pd_vec3_sub(k->free, free), PD_PFNN_RATE);
}

/* The offset goes to zero as a critically damped spring would take it, exactly, whatever the frame. */
static void relax(pd_pfnn_lock *k, double w)
{
    pd_vec3 c = pd_vec3_fma(k->rate, w, k->offset);
    double e = exp(-w * DT);
    k->offset = pd_vec3_scale(pd_vec3_fma(k->offset, DT, c), e);
    k->rate = pd_vec3_scale(pd_vec3_fma(k->rate, -w * DT, c), e);
    if (pd_vec3_length(k->offset) < SETTLED && pd_vec3_length(k->rate) < SETTLED)
        k->offset = k->rate = pd_vec3_make(0, 0, 0);
}

static void lock_or_release(pd_pfnn_lock *k, pd_vec3 free, double contact, double height,
                            const pd_pfnn_control *c)
{
    int near =
        pd_vec3_length(k->offset) < NEAR * c->lock_reach; /* one let go by its reach comes back first */
    if (!k->locked && contact >= c->lock_contact && near && height < c->lock_height) {
        k->locked = 1;
        k->place = pd_vec3_add(free, k->offset);
    }
    if (!k->locked) return;
    if (contact < c->release_contact || pd_vec3_distance(k->place, free) > c->lock_reach) release(k, free);
}

/* Where the joint is drawn, if the leg can. */
static pd_vec3 target_of(pd_pfnn_lock *k, pd_vec3 free, double contact, double rest, const pd_pfnn_control *c,
                         const pd_anim_scene *scene)
{
    pd_vec3 drawn = pd_vec3_add(free, k->offset);
    double height = drawn.y - pd_anim_scene_height(scene, drawn.x, drawn.z) - rest;
    lock_or_release(k, free, contact, height, c);
    if (k->locked) {
        double floor = pd_anim_scene_height(scene, k->place.x, k->place.z) + rest;
        k->place.y += c->lock_sink * (floor - k->place.y);
        k->offset = pd_vec3_sub(k->place, free);
    } else {
        relax(k, c->release_rate);
    }
    k->free = free;
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

/* The foot's bone has its length: the heel gives way, but stays over the ground. */
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
    g.toe = target_of(toe, free_toe, (double)contacts[2 * foot + 1], leg->toe_rest, c, scene);
    /* The heel's lock is against where the toe carries it. */
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

/* Thigh and shin bring the ankle to its goal, the foot turns its toe to it; the toe keeps its own direction. */
static void place_leg(pd_quat *rotations, const pd_vec3 *joints, const pd_pfnn_leg *leg, const goal *g)
{
    pd_anim_two_bone_job job = {.root = joints[leg->thigh],
                                .middle = joints[leg->shin],
                                .tip = joints[leg->heel],
                                .target = g->heel,
                                .bend_axis = pd_q_rotate(rotations[leg->thigh], leg->knee_axis)};
    pd_anim_two_bone_run(&job);
    rotations[leg->thigh] = pd_q_mul(job.turn_root, rotations[leg->thigh]);
    rotations[leg->shin] = pd_q_mul(job.turn_middle, rotations[leg->shin]);
    pd_vec3 now = pd_vec3_sub(joints[leg->toe], joints[leg->heel]), to = pd_vec3_sub(g->toe, job.tip_at);
    pd_vec3 from = pd_vec3_unit_or(now, pd_vec3_make(0, 0, 1));
    pd_quat rotation = pd_q_between(from, pd_vec3_unit_or(to, from), pd_vec3_make(1, 0, 0));
    rotations[leg->heel] = pd_q_mul(rotation, rotations[leg->heel]);
}

static int in_place(const pd_vec3 *joints, const pd_pfnn_leg *leg, const goal *g)
{
    return pd_vec3_distance(joints[leg->heel], g->heel) < 1e-6 &&
           pd_vec3_distance(joints[leg->toe], g->toe) < 1e-6;
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
        if (in_place(joints, &rig->legs[f], &goals[f])) continue;
        place_leg(rotations, joints, &rig->legs[f], &goals[f]);
    }
    pd_pfnn_pose_place(joints, rotations, rig);
}
