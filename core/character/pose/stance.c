#include "core/character/pose/stance.h"

#include "core/math/elementary.h"
#include "core/math/plane.h"
#include "core/math/spring.h"

/* Largest way of the hips, metres, and the natural frequency of their spring, 1/s. Without the way heels are
 * 2.1 cm in treads instead of 1.6; with .15 feet are as often in the air, and the hips are accelerated with
 * 11.6 instead of 10.7 m/s2 (99th percentile). */
#define HIPS_MOST   0.06
#define HIPS_W      12.0
/* Contacts from which on a foot counts for the hips, and counts in full. */
#define CARRIES     0.2
#define CARRIES_ALL 0.6
/* Level speed of the toe as a fraction of the root's below which a foot lands in full, and above which it
 * does not; and the least speed of the root for both, m/s. */
#define LANDS       0.6
#define SWINGS      1.2
#define LEAST       0.3
#define AHEAD       0.1  /* metres before the hips from which on a foot lands in full */
#define MOVES       0.1  /* m/s: a slower root stands */
#define DOWN        0.02 /* metres over its planted height up to which a locked foot has landed */
#define HELD        0.8f /* least contact of the toe of a foot that is held */

#define DT (1 / PD_CHARACTER_RATE)

/* Returns the height of the lower end of a foot above its planted height, metres. */
static double height_of_foot(const pd_vec3 *joints, const pd_character_leg *leg, const pd_anim_scene *scene)
{
    const pd_vec3 heel = joints[leg->heel];
    const pd_vec3 toe = joints[leg->toe];

    return pd_fmin(heel.y - leg->heel_rest - pd_anim_scene_height(scene, heel.x, heel.z),
                   toe.y - leg->toe_rest - pd_anim_scene_height(scene, toe.x, toe.z));
}

/* Returns the share by which a foot of the network lands: it is ahead of the hips, and slow. */
static double landing_of(const pd_vec3 *joints, pd_vec3 toe_before, const pd_character_leg *leg,
                         const double velocity[2], const pd_character_rig *rig)
{
    const double speed = pd_fmax(pd_plane_length(velocity), LEAST);
    double way[2] = {0, 1};

    pd_plane_unit(way, velocity);
    const pd_vec3 moved = pd_vec3_sub(joints[leg->toe], toe_before);
    const pd_vec3 before = pd_vec3_sub(joints[leg->heel], joints[rig->skeleton.root]);
    const double along = (moved.x * way[0] + moved.z * way[1]) / DT;
    const double slow = pd_plane_clamp((SWINGS - along / speed) / (SWINGS - LANDS), 0, 1);

    return slow * pd_plane_clamp((before.x * way[0] + before.z * way[1]) / AHEAD, 0, 1);
}

void pd_character_stance_run(pd_character_stance *g, pd_vec3 *joints, float contacts[PD_PFNN_CONTACTS],
                             float lock_contacts[PD_PFNN_CONTACTS], const pd_character_stance_frame *frame,
                             const pd_character_rig *rig, const pd_anim_scene *scene)
{
    const bool moves = pd_plane_length(frame->velocity) > MOVES;
    double sum = 0, weight = 0;

    if (!scene || !scene->ground.rows || rig->foot_count < PD_CHARACTER_RIG_FEET) return;

    /* Find which feet land, and the mean height of those that carry or will carry. */
    for (int f = 0; f < PD_CHARACTER_RIG_FEET; f++) {
        const pd_character_leg *leg = &rig->legs[f];
        const bool can_land = moves && g->has_toes && !frame->is_locked[f];
        const double contact = pd_fmax((double)contacts[2 * f], (double)contacts[2 * f + 1]);
        g->lands[f] = can_land ? frame->share * landing_of(joints, g->toes[f], leg, frame->velocity, rig) : 0;
        g->toes[f] = joints[leg->toe];

        const double carries = pd_plane_clamp((contact - CARRIES) / (CARRIES_ALL - CARRIES), 0, 1);
        const double part = pd_fmax(carries, g->lands[f]);
        sum -= part * height_of_foot(joints, leg, scene);
        weight += part;
    }

    g->has_toes = true;

    /* Move the hips by that height. With less than a whole foot keep the rest of the present way. */
    const double mean = sum / pd_fmax(weight, 1) + pd_fmax(1 - weight, 0) * g->hips[0];
    const double wanted = frame->share * pd_plane_clamp(mean, -HIPS_MOST, HIPS_MOST);
    double off = g->hips[0] - wanted;
    pd_spring(&off, &g->hips[1], HIPS_W, DT);
    g->hips[0] = wanted + off;
    for (int j = 0; j < rig->skeleton.joint_count; j++) joints[j].y += g->hips[0];

    /* A foot that lands and is down is in contact, whatever the network says. */
    for (int i = 0; i < PD_PFNN_CONTACTS; i++) {
        const pd_character_leg *leg = &rig->legs[i / 2];
        const pd_vec3 at = joints[i % 2 ? leg->toe : leg->heel];
        const double rest = i % 2 ? leg->toe_rest : leg->heel_rest;
        if (g->lands[i / 2] > 0.5 && at.y - rest - pd_anim_scene_height(scene, at.x, at.z) < DOWN)
            contacts[i] = lock_contacts[i] = 1;
    }

    /* Keep a foot until the other one has landed. */
    for (int f = 0; f < PD_CHARACTER_RIG_FEET; f++) {
        const bool has_landed = frame->is_locked[!f] && frame->height[!f] < DOWN;
        g->holds[f] = frame->is_locked[f] && !has_landed && frame->share > 0.5 && moves;
        if (g->holds[f]) contacts[2 * f + 1] = pd_fmaxf(contacts[2 * f + 1], HELD);
    }
}
