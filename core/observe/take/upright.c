#include "core/observe/take/upright.h"

#include "core/math/mat3.h"
#include "core/math/rotation.h"
#include "core/smpl/body.h"

#include <math.h>
#include <stdlib.h>

#define INVERTED (-0.5f) /* cosine of 120 degrees */

bool pd_observe_root_is_inverted(const float root[9])
{
    return root[4] < INVERTED;
}

bool pd_observe_take_is_inverted(const pd_observe_take *t, const pd_smpl_model *m)
{
    const size_t numbers = 9 * (size_t)m->joint_count;
    int inverted = 0;

    for (int i = 0; i < t->place_count; i++)
        if (!pd_observe_is_place(&t->places[i])) return false;
    for (size_t f = 0; f < (size_t)t->frame_count; f++)
        inverted += pd_observe_root_is_inverted(t->rotations + numbers * f);
    return !t->has_floor && 2 * inverted > t->frame_count;
}

/* Writes the pelvis of the shaped body at rest. Returns false when out of memory. */
static bool rest_pelvis(double out[3], const pd_observe_take *t, const pd_smpl_model *m)
{
    const size_t joints = (size_t)m->joint_count;
    float *rotations = calloc(9 * joints + 3 * joints, sizeof *rotations);
    pd_arena arena = {0};

    if (!rotations) return false;
    for (size_t k = 0; k < joints; k++)
        for (size_t i = 0; i < 3; i++) rotations[9 * k + 4 * i] = 1;
    float *at = rotations + 9 * joints;
    const pd_smpl_body body = {
        .betas = t->betas, .beta_count = m->beta_count, .rotations = rotations, .joints = at};
    const pd_smpl_job job = {.bodies = &body, .body_count = 1, .skinning = PD_SMPL_LBS, .contact = NULL};
    const bool good = pd_arena_init(&arena, pd_smpl_job_scratch_bytes(&job, m));
    if (good) pd_smpl_job_run(&job, m, &arena, &pd_executor_serial);
    for (int c = 0; c < 3 && good; c++) out[c] = t->scale * (double)at[c];
    pd_arena_deinit(&arena);
    free(rotations);

    return good;
}

bool pd_observe_take_turn(pd_observe_take *t, float *at, const pd_smpl_model *m, pd_up up)
{
    const size_t numbers = 9 * (size_t)m->joint_count;
    double turn[9], pelvis[3];

    if (!rest_pelvis(pelvis, t, m)) return false;
    pd_q_to_matrix(turn, pd_up_turn(up));
    for (size_t f = 0; f < (size_t)t->frame_count; f++) {
        float *root = t->rotations + numbers * f;
        float *place = t->translations + 3 * f;
        double own[9], turned[9], x[3];
        for (int i = 0; i < 9; i++) own[i] = (double)root[i];
        pd_rot_mul(turned, turn, own);
        for (int i = 0; i < 9; i++) root[i] = (float)turned[i];
        for (int c = 0; c < 3; c++) x[c] = pelvis[c] + (double)place[c];
        pd_up_point(x, x, up);
        for (int c = 0; c < 3; c++) place[c] = (float)(x[c] - pelvis[c]);
    }

    for (size_t i = 0; i < (size_t)t->frame_count * (size_t)t->place_count; i++)
        pd_up_point_float(at + 3 * i, at + 3 * i, up);
    return true;
}
