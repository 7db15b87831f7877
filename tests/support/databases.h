#ifndef PD_TESTS_DATABASES_H
#define PD_TESTS_DATABASES_H
/* Databases for motion matching without captured motion: the biped stands,
 * walks and jogs by formula, at a few speeds. */
#include "core/anim/biped.h"
#include "core/matching/model.h"
#include "core/math/quat.h"
#include "core/pfnn/model.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DATABASES_CLIPS  6
#define DATABASES_FRAMES 90 /* of a clip */
#define DATABASES_COPIES (3 * DATABASES_CLIPS)

static const double databases_speeds[DATABASES_CLIPS] = {0, 0.6, 1.2, 1.6, 2.4, 3.2};

/* Computes a pose with swinging legs and arms and bobbing hips. Cycles per second depend on the speed. */
static inline void databases_pose(pd_matching_pose *pose, double speed, double phase)
{
    double swing = fmin(0.25 * speed, 0.6), angle = 2 * M_PI * phase;
    const pd_vec3 across = {1, 0, 0};
    for (int j = 0; j < PD_MATCHING_JOINTS; j++) pose->rotations[j] = pd_q_identity();
    pose->hips = pd_vec3_make(0.01 * sin(angle), 0.94 + 0.01 * cos(2 * angle), 0.01 * sin(2 * angle));
    for (int side = 0; side < 2; side++) {
        double way = side ? -1 : 1, bend = swing * fmax(0, sin(angle + (side ? M_PI : 0)));
        pose->rotations[side ? PD_BIPED_R_THIGH : PD_BIPED_L_THIGH] =
            pd_q_axis_angle(across, -way * swing * cos(angle));
        pose->rotations[side ? PD_BIPED_R_SHIN : PD_BIPED_L_SHIN] = pd_q_axis_angle(across, 1.5 * bend);
        pose->rotations[side ? PD_BIPED_R_ARM : PD_BIPED_L_ARM] =
            pd_q_mul(pd_q_axis_angle(across, way * swing * cos(angle)),
                     pd_q_axis_angle(pd_vec3_make(0, 0, 1), side ? 1.3 : -1.3));
    }
}

/* rate: 30 or 60. Each clip unchanged, mirrored, and bent; the fast ones slowed down instead of bent. */
static inline void databases_make(pd_matching_database *d, int rate)
{
    static const int turning[] = {PD_BIPED_HIPS,   PD_BIPED_L_THIGH, PD_BIPED_L_SHIN, PD_BIPED_R_THIGH,
                                  PD_BIPED_R_SHIN, PD_BIPED_L_ARM,   PD_BIPED_R_ARM};
    const int count = (int)(sizeof turning / sizeof *turning);
    pd_error err;
    if (pd_matching_database_init(d, PD_ANIM_BIPED_JOINTS, count, DATABASES_CLIPS * DATABASES_FRAMES,
                                  DATABASES_CLIPS, DATABASES_COPIES, &err))
        fail_msg("%s: %s", err.where, err.detail);

    memcpy(d->turning, turning, sizeof turning);
    d->frame_rate = (float)rate;
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        const pd_anim_biped_joint *row = &pd_anim_biped_joints[j];
        const float offset[3] = {(float)row->x, (float)row->y, (float)row->z};
        snprintf(d->joint_names[j], sizeof d->joint_names[j], "%s", row->name);
        d->parents[j] = row->parent;
        memcpy(d->offsets + 3 * j, offset, sizeof offset);
    }

    for (int c = 0; c < DATABASES_CLIPS; c++) {
        double speed = databases_speeds[c], cycles = 0.7 + 0.25 * speed;
        d->firsts[c] = c * DATABASES_FRAMES;
        for (int t = 0; t < DATABASES_FRAMES; t++) {
            int frame = c * DATABASES_FRAMES + t;
            double phase = fmod(cycles * t / rate, 1);
            pd_matching_pose pose;
            databases_pose(&pose, speed, phase);
            pd_matching_pose_write(d, frame, &pose);
            d->steps[3 * frame + 1] = (int16_t)lround(speed / rate / PD_MATCHING_STEP);
            d->phases[frame] = (uint16_t)((int)(phase * 65536) & 65535);
            d->contacts[frame] = speed == 0 ? 15 : phase < 0.5 ? 3 : 12;
            d->gaits[6 * frame + (speed < 0.25 ? 0 : speed < 2 ? 1 : 2)] = 255;
        }
        d->copies[3 * c] = (pd_matching_copy){c, false, 0, 1};
        d->copies[3 * c + 1] = (pd_matching_copy){c, true, 0, 1};
        d->copies[3 * c + 2] =
            speed > 2 ? (pd_matching_copy){c, false, 0, 1.15} : (pd_matching_copy){c, false, 0.8, 1};
    }
    d->firsts[DATABASES_CLIPS] = d->frame_count;
}

static inline pd_matching_model *databases_built(int rate)
{
    pd_matching_database d;
    pd_matching_model *model;
    pd_error err;
    databases_make(&d, rate);
    if (pd_matching_model_build(&model, &d, &err)) fail_msg("%s: %s", err.where, err.detail);
    return model;
}

/* Returns the built database as a model that moves characters. */
static inline pd_pfnn_model *databases_mover(int rate)
{
    pd_pfnn_model *model;
    if (pd_pfnn_model_match(&model, databases_built(rate), NULL)) fail_msg("out of memory");
    return model;
}

#endif
