#ifndef TESTS_SUPPORT_WALK_H
#define TESTS_SUPPORT_WALK_H
/* Motions whose footsteps are known: the biped on flat feet, by formulas.
 *
 * The right foot comes down in frames 0, period, 2 period ..., the left one half a period later; a foot
 * stands for `duty` of the period and swings ahead by smoothstep. Everything moves towards +Z. Units: metres,
 * frames, world space.
 */
#include "core/anim/two_bone.h"
#include "core/character/capture/motion.h"
#include "tests/support/cmocka.h"

typedef struct walk {
    int frames;
    double speed;        /* metres a second                                   */
    double period;       /* frames                                            */
    double duty;         /* of the period                                     */
    double lift;         /* metres, of a swinging foot                        */
    double hips;         /* metres over the ground, of the root; 0: 0.84      */
    double skate;        /* metres that planted feet wander, as capture does  */
    int still;           /* frames of standing before the first step          */
    int jump_at, flight; /* frames: both feet leave the ground; 0: never     */
} walk;

/* Places both legs so that they end at the ankles, with feet turned up by `pitch`, radians. */
static void walk_pose(pd_character_motion *m, int t, pd_vec3 root, const pd_vec3 ankles[2],
                      const double pitch[2])
{
    static const int legs[2][3] = {{PD_BIPED_L_THIGH, PD_BIPED_L_SHIN, PD_BIPED_L_FOOT},
                                   {PD_BIPED_R_THIGH, PD_BIPED_R_SHIN, PD_BIPED_R_FOOT}};
    pd_vec3 p[PD_ANIM_BIPED_JOINTS];
    pd_quat *local = pd_anim_clip_frame(&m->clip, t);
    m->clip.roots[t] = root;
    pd_anim_clip_pose(p, NULL, &m->clip, t);
    for (int side = 0; side < 2; side++) {
        const int *j = legs[side];
        pd_anim_two_bone_job job = {
            .root = p[j[0]], .middle = p[j[1]], .tip = p[j[2]], .target = ankles[side]};
        job.bend_axis = pd_vec3_make(1, 0, 0);
        pd_anim_two_bone_run(&job);
        local[j[0]] = job.root_rotation;
        local[j[1]] = pd_q_inv_mul(job.root_rotation, job.middle_rotation);
        pd_quat up = pd_q_axis_angle(pd_vec3_make(1, 0, 0), -pitch[side]);
        local[j[2]] = pd_q_inv_mul(job.middle_rotation, up);
    }
}

/* Returns the ankle of a foot `cycles` periods after the right one's first contact. side 0: left. */
static pd_vec3 walk_ankle(const walk *w, int side, double cycles)
{
    double own = cycles - (side ? 0 : 0.5), step = floor(own), u = own - step,
           stride = w->speed * w->period / 60;
    double swung = u < w->duty ? 0 : (u - w->duty) / (1 - w->duty);
    double ahead = (step + swung * swung * (3 - 2 * swung)) * stride, lift = sin(3.14159265358979 * swung);
    double z = ahead + stride * (w->duty / 2 + (side ? 0 : 0.5));
    return pd_vec3_make(side ? -0.1 : 0.1, PD_ANIM_BIPED_ANKLE + w->lift * lift * lift, z);
}

static double walk_air(const walk *w, int t)
{
    double u = w->flight ? (double)(t - w->jump_at) / w->flight : 0, seconds = w->flight / 60.0;
    return u > 0 && u < 1 ? 9.81 / 2 * seconds * seconds * u * (1 - u) : 0;
}

static void walk_make(pd_character_motion *m, const walk *w)
{
    pd_anim_skeleton skeleton;
    pd_anim_biped_skeleton(&skeleton);
    memset(m, 0, sizeof *m);
    snprintf(m->name, sizeof m->name, "walk");
    assert_int_equal(pd_anim_clip_init(&m->clip, &skeleton, w->frames, PD_CHARACTER_MOTION_RATE, NULL),
                     PD_OK);
    for (int t = 0; t < w->frames; t++) {
        double cycles = fmax(0, t - w->still) / w->period, pitch[2] = {0};
        double z = w->speed * cycles * w->period / 60, air = walk_air(w, t);
        pd_vec3 ankles[2];
        for (int side = 0; side < 2; side++) {
            ankles[side] = walk_ankle(w, side, cycles);
            ankles[side].x += w->skate * sin(0.11 * t + side);
            ankles[side].z += w->skate * cos(0.07 * t + side);
            ankles[side].y += w->skate * sin(0.05 * t) + air;
        }
        walk_pose(m, t, pd_vec3_make(0, (w->hips > 0 ? w->hips : 0.84) + air, z), ankles, pitch);
    }
}

#endif
