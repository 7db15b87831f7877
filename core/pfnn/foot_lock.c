#include "core/pfnn/foot_lock.h"

#include "core/anim/leg.h"
#include "core/anim/retarget/two_bone.h"
#include "core/math/plane.h"
#include "core/pfnn/pose.h"

#include <stdbool.h>

#define DT (1 / PD_PFNN_RATE)

/* What is not in control.h's table, nor in core/anim/leg.h. */
#define MAX_DROP 0.30 /* metres that the hips go down for a leg, at most                                   */
#define AHEAD    8    /* frames that a foot in the air looks ahead for ground that is higher ...         */
#define STEP     2    /* ... every so many of them ...                                                   */
#define SURE     4    /* ... and rises for all of it when it is no further than this                     */
#define STEEP    0.7  /* a planted foot pitches by no more than this slope (35 degrees)                  */
#define NEAR     0.5  /* of lock_reach: a joint released by its reach is not locked again farther off      */
/* Metres: strafing ankles that come near pass one another at about this, and at no less ... */
#define APART    0.065
/* ... from here on they are as the network has them. */
#define FAR      0.085
#define SETTLED  1e-5 /* metres, metres a second: a smaller offset is none                                 */

/* ---- one heel or toe */

/* The height that holds an end of a foot: of the ground under it, or of a tread's edge that the foot's other end, `sole` away, stands on. */
static double floor_of(pd_vec3 at, pd_vec3 sole, const pd_anim_scene *scene)
{
    if (!scene || !scene->ground.rows) return 0;
    double other = pd_anim_scene_height(scene, at.x + sole.x, at.z + sole.z) - STEEP * hypot(sole.x, sole.z);
    return fmax(pd_anim_scene_height(scene, at.x, at.z), other);
}

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

/* What target_of needs of one end of a foot: where the network has it, its contact, its height when planted, the way to the foot's other end. */
typedef struct end {
    pd_vec3 free;
    double contact, rest;
    pd_vec3 sole;
} end;

/* Where the joint shall be, if the leg reaches; released so many frames ahead. */
static pd_vec3 target_of(pd_pfnn_lock *k, const end *e, double ahead, const pd_pfnn_control *c,
                         const pd_anim_scene *scene)
{
    pd_vec3 shown = pd_vec3_add(e->free, k->offset);
    double height = shown.y - pd_anim_scene_height(scene, shown.x, shown.z) - e->rest;

    /* locked where it is shown; released with the velocity that it would be shown with */
    bool near = pd_vec3_length(k->offset) < NEAR * c->lock_reach;
    bool leaving = e->contact + ahead * fmin(e->contact - k->contact, 0) < c->release_contact;
    if (!k->locked && e->contact >= c->lock_contact && !leaving && near && height < c->lock_height) {
        k->locked = 1;
        k->place = shown;
    }
    if (k->locked && (leaving || pd_vec3_distance(k->place, e->free) > c->lock_reach)) {
        k->locked = 0;
        k->rate = pd_vec3_scale(pd_vec3_sub(k->free, e->free), PD_PFNN_RATE);
    }

    if (k->locked) {
        double floor = floor_of(k->place, e->sole, scene) + e->rest;
        k->place.y += c->lock_sink * (floor - k->place.y);
        k->offset = pd_vec3_sub(k->place, e->free);
    } else {
        relax(k, c->release_rate);
    }

    /* never under the ground */
    pd_vec3 to = pd_vec3_add(e->free, k->offset);
    double under = floor_of(to, e->sole, scene) + e->rest - to.y;
    k->lift = fmax(under, c->lift_fall * k->lift);
    k->free = e->free;
    k->contact = e->contact;
    to.y += k->lift;
    return to;
}

/* ---- a leg */

/* What brings a strafing ankle, as it is shown, out of the other's way: its distance d from where that was shown a frame ago becomes
 * APART + (FAR - APART) (d / FAR)^(FAR / (FAR - APART)), which goes on from d at FAR in value and slope. Level, so that feet keep their height. */
static pd_vec3 apart(pd_vec3 ankle, const pd_pfnn_lock *other, double strafe)
{
    pd_vec3 off = pd_vec3_sub(ankle, pd_vec3_add(other->free, other->offset));
    double d = pd_vec3_length(off), level = hypot(off.x, off.z);
    if (!(strafe > 0) || d >= FAR || level < 1e-6) return pd_vec3_make(0, 0, 0);

    double wanted = APART + (FAR - APART) * pow(d / FAR, FAR / (FAR - APART));
    double push = strafe * (sqrt(fmax(wanted * wanted - off.y * off.y, 0)) - level);
    return pd_vec3_make(push * off.x / level, 0, push * off.z / level);
}

typedef struct goal {
    pd_vec3 heel, toe;
} goal;

/* Both ends of a foot in the air rise alike over ground that is in their way, and ahead of it, the less the farther off: an end that rises alone
 * rotates the ankle. ends: heel, toe, as the network has them. */
static void lift_foot(pd_pfnn_foot_lock *lock, int foot, end ends[2], const pd_pfnn_control *c,
                      const pd_anim_scene *scene)
{
    double *lift = &lock->lift[foot], wanted = 0;
    if (!scene || !scene->ground.rows) return;

    for (int i = 0; i < 2; i++) {
        const pd_pfnn_lock *k = &lock->locks[2 * foot + i];
        pd_vec3 *was = &lock->was[foot][i], at = pd_vec3_add(ends[i].free, k->offset);
        pd_vec3 v = pd_vec3_length(*was) > 0 ? pd_vec3_sub(ends[i].free, *was) : *was;
        *was = ends[i].free;
        for (int t = 0; t <= AHEAD && !k->locked; t += STEP) {
            pd_vec3 then = {at.x + t * v.x, at.y + t * fmax(v.y, 0), at.z + t * v.z};
            double in_way = floor_of(then, ends[i].sole, scene) + ends[i].rest - then.y;
            wanted = fmax(wanted, in_way * fmin((AHEAD + 1.0 - t) / (AHEAD + 1.0 - SURE), 1));
        }
    }

    *lift *= c->lift_fall;
    if (wanted > *lift) *lift += c->lift_rise * (wanted - *lift);
    for (int i = 0; i < 2; i++) ends[i].free.y += *lift;
}

static goal goal_of(pd_pfnn_foot_lock *lock, int foot, const pd_vec3 *joints, const float *contacts,
                    pd_pfnn_pace pace, const pd_pfnn_rig *rig, const pd_anim_scene *scene)
{
    const pd_pfnn_leg *leg = &rig->legs[foot];
    const pd_pfnn_control *c = &rig->control;
    pd_pfnn_lock *heel = &lock->locks[2 * foot], *toe = &lock->locks[2 * foot + 1];
    pd_vec3 sole = pd_vec3_sub(joints[leg->heel], joints[leg->toe]);
    pd_vec3 shown = pd_vec3_add(joints[leg->heel], pd_vec3_add(toe->offset, heel->offset));
    pd_vec3 push = apart(shown, &lock->locks[2 * !foot], pace.strafe);
    double fast = fmax(pace.jog, pace.strafe);
    double early = c->release_ahead + fast * (c->release_ahead_jog - c->release_ahead);
    goal g;

    end ends[2] = {
        {pd_vec3_add(joints[leg->heel], push), (double)contacts[2 * foot], leg->heel_rest,
         pd_vec3_scale(sole, -1)},
        {pd_vec3_add(joints[leg->toe], push), (double)contacts[2 * foot + 1], leg->toe_rest, sole}};
    lift_foot(lock, foot, ends, c, scene);

    /* the toe's place goes first: the heel is locked relative to where the toe carries it, and gives way to the foot's length */
    g.toe = target_of(toe, &ends[1], early, c, scene);
    ends[0].free = pd_vec3_add(g.toe, sole);
    g.heel = target_of(heel, &ends[0], early, c, scene);
    g.heel = pd_anim_leg_heel(g.toe, g.heel, sole, pd_vec3_length(rig->skeleton.offsets[leg->toe]));
    return g;
}

/* Down at once as far as a leg needs, up again slowly. */
static void drop_hips(pd_pfnn_foot_lock *lock, pd_vec3 *joints, goal *goals, const pd_pfnn_rig *rig)
{
    const pd_vec3 *offsets = rig->skeleton.offsets;
    double need = 0;

    for (int f = 0; f < rig->foot_count; f++) {
        const pd_pfnn_leg *leg = &rig->legs[f];
        pd_vec3 hip = joints[leg->thigh];
        double reach = PD_ANIM_LEG_STRAIGHT * pd_anim_two_bone_length(offsets[leg->shin], offsets[leg->heel]);
        double soft = pd_anim_leg_soft(pd_vec3_distance(hip, joints[leg->heel]), reach);

        goals[f].heel =
            pd_anim_leg_raise(goals[f].heel, goals[f].toe, hip, soft, pd_vec3_length(offsets[leg->toe]));
        need = fmax(need, pd_anim_leg_drop(hip, goals[f].heel, reach));
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

/* Over treads and slopes a foot is locked, let go and lifted by what is under it, and the ankle turns with each: its speed changes by a
 * frame's most, of a frame as it is shown: played faster, accelerations grow by the square of the rate. */
static void steady_ankle(pd_pfnn_link *ankle, pd_quat *rotations, const pd_pfnn_leg *leg, double rate,
                         const pd_pfnn_control *c)
{
    const double most = c->ankle_change / PD_PFNN_RATE / fmax(rate * rate, 1);
    pd_quat shin = rotations[leg->shin], local = pd_q_inv_mul(shin, rotations[leg->heel]);
    if (pd_pfnn_pose_follow(&local, ankle, most, c->ankle_rate)) rotations[leg->heel] = pd_q_mul(shin, local);
}

void pd_pfnn_foot_lock_run(pd_pfnn_foot_lock *lock, pd_quat *rotations, pd_vec3 *joints,
                           const float contacts[PD_PFNN_CONTACTS], pd_pfnn_pace pace, const pd_pfnn_rig *rig,
                           const pd_anim_scene *scene)
{
    goal goals[PD_PFNN_RIG_FEET];
    if (!rig->foot_count) return;

    for (int f = 0; f < rig->foot_count; f++) goals[f] = goal_of(lock, f, joints, contacts, pace, rig, scene);
    drop_hips(lock, joints, goals, rig);

    for (int f = 0; f < rig->foot_count; f++) {
        const pd_pfnn_leg *leg = &rig->legs[f];
        bool in_place = pd_vec3_distance(joints[leg->heel], goals[f].heel) < 1e-6 &&
                        pd_vec3_distance(joints[leg->toe], goals[f].toe) < 1e-6;
        if (!in_place) place_leg(rotations, joints, leg, &goals[f]);

        if (scene && scene->ground.rows)
            steady_ankle(&lock->ankles[f], rotations, leg, pace.rate, &rig->control);
    }
    pd_pfnn_pose_place(joints, rotations, rig);
}
