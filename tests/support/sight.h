#ifndef TESTS_SUPPORT_SIGHT_H
#define TESTS_SUPPORT_SIGHT_H
/* A person and observations of the person, for tests of core/observe: the shipped body, with a forward pass
 * of the tests' own. */
#include "core/math/rotation.h"
#include "core/observe/observe.h"
#include "core/observe/take/take.h"
#include "core/smpl/body.h"
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIGHT_JOINTS = 24, SIGHT_BETAS = 16, SIGHT_MOST = 64 };

typedef struct sight_person {
    float betas[SIGHT_BETAS], rotations[9 * SIGHT_JOINTS], translation[3];
} sight_person;

typedef struct sight {
    pd_observe_seen seen[SIGHT_MOST];
    pd_observe_part parts[SIGHT_MOST][PD_OBSERVE_MOST_PARTS];
    int count;
} sight;

static inline pd_smpl_model *sight_model(void)
{
    pd_smpl_model *model = NULL;
    assert_int_equal(pd_smpl_model_load(&model, "models/default.safetensors", NULL), PD_OK);
    return model;
}

/* Draws a pose with limbs bent as people bend them, by up to `bend` radians;
 * with `turned`, with any heading. */
static inline void sight_draw(sight_person *p, double bend, int turned, uint64_t seed)
{
    static const struct {
        int joint, axis;
        double from, to;
    } moves[] = {{1, 0, -1, 0.2},   {2, 0, -1, 0.2},    {4, 0, 0.1, 1.2},  {5, 0, 0.1, 1.2}, {16, 2, -1, 0.3},
                 {17, 2, -0.3, 1},  {18, 1, -1.3, -.1}, {19, 1, 0.1, 1.3}, {3, 0, -.1, 0.3}, {12, 1, -.4, .4},
                 {15, 0, -.2, 0.3}, {16, 1, -.5, .3},   {17, 1, -.3, .5},  {6, 1, -.2, 0.2}};
    pd_rng rng;

    memset(p, 0, sizeof *p);
    pd_rng_init(&rng, seed);
    for (int k = 0; k < SIGHT_JOINTS; k++) {
        double v[3] = {0, 0, 0}, r[9];
        if (!k && turned) v[1] = pd_rng_between(&rng, -3, 3);
        for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
            if (moves[i].joint == k)
                v[moves[i].axis] += bend * pd_rng_between(&rng, moves[i].from, moves[i].to);
        pd_rot_from_axis_angle(r, v);
        for (int i = 0; i < 9; i++) p->rotations[9 * k + i] = (float)r[i];
    }
    for (int b = 0; b < SIGHT_BETAS; b++) p->betas[b] = (float)(0.5 * pd_rng_normal(&rng));
    for (int c = 0; c < 3; c++) p->translation[c] = (float)pd_rng_between(&rng, -1, 1);
}

/* Poses the person and writes vertices (V,3), unless NULL, and joints (K,3). */
static inline void sight_pose(float *vertices, float *joints, const pd_smpl_model *m, const sight_person *p)
{
    const pd_smpl_body body = {.betas = p->betas,
                               .beta_count = m->beta_count < SIGHT_BETAS ? m->beta_count : SIGHT_BETAS,
                               .rotations = p->rotations,
                               .translation = p->translation,
                               .vertices = vertices,
                               .joints = joints};
    const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
    pd_arena arena;

    assert_true(pd_arena_init(&arena, pd_smpl_job_scratch_bytes(&job, m)));
    pd_smpl_job_run(&job, m, &arena, &pd_fixture_shuffled);
    pd_arena_deinit(&arena);
}

static inline void sight_joints(sight *out, const pd_smpl_model *m, const sight_person *p)
{
    float joints[3 * SIGHT_JOINTS];

    sight_pose(NULL, joints, m, p);
    out->count = SIGHT_JOINTS;
    for (int k = 0; k < SIGHT_JOINTS; k++) {
        out->parts[k][0] = (pd_observe_part){false, k, 1};
        out->seen[k] = (pd_observe_seen){.parts = out->parts[k],
                                         .part_count = 1,
                                         .mirror = pd_observe_joint_mirror(m, k),
                                         .confidence = 1,
                                         .sigma = 1e-3};
        for (int c = 0; c < 3; c++) out->seen[k].at[c] = (double)joints[3 * k + c];
    }
}

/* Makes keypoints of a set; in an image by the default camera with focal length f and centre 500. */
static inline void sight_set(sight *out, const pd_smpl_model *m, const sight_person *p, const char *name,
                             double f)
{
    const pd_observe_set *set = pd_observe_set_of(name);
    float *vertices = malloc(3 * (size_t)m->vertex_count * sizeof *vertices), joints[3 * SIGHT_JOINTS];

    sight_pose(vertices, joints, m, p);
    out->count = set->count;
    for (int i = 0; i < set->count; i++) {
        const int parts = pd_observe_place(out->parts[i], m, set->keypoints[i].place);
        double x[3] = {0, 0, 0};
        assert_true(parts > 0);
        for (int k = 0; k < parts; k++)
            for (int c = 0; c < 3; c++)
                x[c] +=
                    out->parts[i][k].weight *
                    (double)(out->parts[i][k].is_vertex ? vertices : joints)[3 * out->parts[i][k].index + c];
        out->seen[i] = (pd_observe_seen){.parts = out->parts[i],
                                         .part_count = parts,
                                         .mirror = pd_observe_set_mirror(set, i),
                                         .in_picture = f > 0,
                                         .confidence = 1,
                                         .sigma = f > 0 ? 2 : 1e-3};
        if (f > 0) x[0] = 500 - f * x[0] / x[2], x[1] = 500 + f * x[1] / x[2], x[2] = 0;
        memcpy(out->seen[i].at, x, sizeof x);
    }
    free(vertices);
}

/* Runs a job on the observations; person is the start (warm) and the result. */
static inline pd_status sight_fit(pd_observe_job *job, const pd_smpl_model *m, sight_person *person,
                                  const sight *what, pd_error *err)
{
    pd_arena arena;

    job->betas = person->betas, job->rotations = person->rotations;
    job->seen = what->seen, job->seen_count = what->count;
    pd_status status = pd_observe_check(job, m, err);
    if (status) return status;
    assert_true(pd_arena_init(&arena, pd_observe_scratch_bytes(job, m)));
    pd_observe_run(job, m, &arena);
    assert_true(arena.high <= arena.size);
    pd_arena_deinit(&arena);
    for (int c = 0; c < 3; c++) person->translation[c] = (float)job->translation[c];
    return PD_OK;
}

/* Returns the mean distance of the joints of two people, metres. */
static inline double sight_distance(const pd_smpl_model *m, const sight_person *a, const sight_person *b)
{
    float p[3 * SIGHT_JOINTS], q[3 * SIGHT_JOINTS];
    double sum = 0;

    sight_pose(NULL, p, m, a);
    sight_pose(NULL, q, m, b);
    for (int k = 0; k < SIGHT_JOINTS; k++) {
        double d2 = 0;
        for (int c = 0; c < 3; c++) d2 += pow((double)p[3 * k + c] - (double)q[3 * k + c], 2);
        sum += sqrt(d2) / SIGHT_JOINTS;
    }
    return sum;
}

/* Runs a take, which has its room. */
static inline void sight_take_run(pd_observe_take *take, const pd_smpl_model *model)
{
    pd_arena arena;
    pd_error err;
    if (!take->executor) take->executor = &pd_executor_serial;
    if (pd_observe_take_check(take, model, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    assert_true(pd_arena_init(&arena, pd_observe_take_scratch_bytes(take, model)));
    pd_observe_take_run(take, model, &arena);
    assert_true(arena.high <= arena.size);
    pd_arena_deinit(&arena);
}

#endif
