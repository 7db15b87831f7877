#ifndef TESTS_SUPPORT_RIG_PERSON_H
#define TESTS_SUPPORT_RIG_PERSON_H
/* Meshes of people with known joints, for tests of rigging: the shipped model in another shape, with its arms
 * lowered by an angle. */
#include "core/math/rotation.h"
#include "core/rig/rig.h"
#include "core/smpl/body.h"
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"

#include <stdlib.h>

typedef struct rig_person {
    float *vertices, joints[PD_SMPL_MAX_JOINTS][3];
    uint32_t *faces;
    int vertex_count, face_count;
} rig_person;

static pd_smpl_model *rig_model;
static pd_rig_template rig_template;

static inline int rig_setup(void **state)
{
    (void)state;
    return pd_smpl_model_load(&rig_model, "models/default.safetensors", NULL) != PD_OK ||
           pd_rig_template_init(&rig_template, rig_model, NULL) != PD_OK;
}

static inline int rig_teardown(void **state)
{
    (void)state;
    pd_rig_template_deinit(&rig_template);
    pd_smpl_model_release(rig_model);
    return 0;
}

static inline rig_person rig_person_make(double arms, float beta)
{
    rig_person p = {.vertex_count = rig_model->vertex_count, .face_count = rig_model->face_count};
    const size_t v = 3 * (size_t)p.vertex_count, f = 3 * (size_t)p.face_count;
    float rotations[PD_SMPL_MAX_JOINTS][9] = {{0}};
    const float betas[2] = {beta, -beta};
    for (int k = 0; k < rig_model->joint_count; k++) {
        const char *name = rig_model->data.joint_names[k];
        const double side = !strcmp(name, "left_shoulder")    ? -1
                            : !strcmp(name, "right_shoulder") ? 1
                                                              : 0,
                     turn[3] = {0, 0, side * arms};
        double m[9];
        pd_rot_from_axis_angle(m, turn);
        for (int i = 0; i < 9; i++) rotations[k][i] = (float)m[i];
    }
    p.vertices = malloc(2 * v * sizeof *p.vertices);
    p.faces = malloc(2 * f * sizeof *p.faces);
    memcpy(p.faces, rig_model->data.faces, f * sizeof *p.faces);
    const pd_smpl_body body = {.betas = betas,
                               .beta_count = 2,
                               .rotations = rotations[0],
                               .vertices = p.vertices,
                               .joints = p.joints[0]};
    const pd_smpl_job job = {.bodies = &body, .body_count = 1};
    pd_arena scratch;
    assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, rig_model)));
    pd_smpl_job_run(&job, rig_model, &scratch, &pd_fixture_shuffled);
    pd_arena_deinit(&scratch);
    return p;
}

static inline void rig_person_free(rig_person *p)
{
    free(p->vertices), free(p->faces);
}

static inline pd_rig_job rig_person_job(const rig_person *p)
{
    return (pd_rig_job){.vertices = p->vertices,
                        .faces = p->faces,
                        .vertex_count = p->vertex_count,
                        .face_count = p->face_count,
                        .template = &rig_template};
}

/* Returns the distance of a joint from its true position, as a fraction of the height.
 * The file's axes must be upright. */
static inline double rig_error(const pd_rig_result *rig, const rig_person *p, int joint)
{
    double square = 0;
    for (int r = 0; r < 3; r++) {
        const double *row = rig->mesh.upright + 4 * r, *at = rig->joints[joint];
        const float *truth = p->joints[joint];
        const double x =
            (row[0] * truth[0] + row[1] * truth[1] + row[2] * truth[2] + row[3]) / rig->mesh.height;
        square += (x - at[r]) * (x - at[r]);
    }
    return sqrt(square);
}

#endif
