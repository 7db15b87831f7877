#include "factory/tissue/run.h"

#include <stdlib.h>
#include <string.h>

/* Joints of limbs and trunk. Left and right are adjacent, as mirroring needs. */
static const char *const names[] = {"pelvis",        "spine1",         "spine2",     "spine3",
                                    "left_hip",      "right_hip",      "left_knee",  "right_knee",
                                    "left_shoulder", "right_shoulder", "left_elbow", "right_elbow"};
#define NAMES ((int)(sizeof names / sizeof *names))

int pd_factory_tissue_joints(int *joints, const pd_smpl_model *model)
{
    for (int i = 0; i < NAMES; i++) {
        joints[i] = pd_smpl_joint_find(&model->data, names[i]);
        if (joints[i] < 0) return 0;
    }
    return NAMES;
}

typedef struct making {
    const pd_smpl_model *model;
    const pd_anim_clip *clip;
    pd_factory_tissue_layer layer;
    pd_factory_tissue_sim *sim;
    int joints[PD_SMPL_SOFT_MAX_JOINTS], joint_count;
    float *x, *step, *mass;
    uint16_t *d;
    int *skin;
    pd_error *err;
} making;

static pd_status make_run(making *m, const char *path, const char *key, const float *betas, int beta_count)
{
    pd_status status = pd_factory_tissue_layer_build(&m->layer, m->model, betas, beta_count, m->err);

    if (status == PD_OK) status = pd_factory_tissue_sim_new(&m->sim, &m->layer, betas, beta_count, m->err);
    if (status != PD_OK) return status;

    const size_t frames = (size_t)m->clip->frame_count;
    const size_t skin = (size_t)m->layer.skin_count;
    const size_t features = (size_t)(PD_SMPL_SOFT_FEATURES * m->joint_count);
    m->x = malloc(frames * features * sizeof *m->x);
    m->d = malloc(frames * skin * 3 * sizeof *m->d);
    m->step = malloc(skin * 3 * sizeof *m->step);
    m->mass = malloc(skin * sizeof *m->mass);
    m->skin = malloc(skin * sizeof *m->skin);
    if (!m->x || !m->d || !m->step || !m->mass || !m->skin)
        return pd_fail(m->err, PD_ERR_MEMORY, path, "out of memory for %zu frames", frames);

    for (size_t s = 0; s < skin; s++) {
        m->skin[s] = m->layer.skin[s].vertex;
        m->mass[s] = m->layer.skin[s].mass;
    }

    pd_smpl_soft_motion motion = {0};
    float rotations[9 * PD_ANIM_MAX_JOINTS];
    pd_vec3 places[PD_ANIM_MAX_JOINTS];
    pd_quat turns[PD_ANIM_MAX_JOINTS];

    for (int t = 0; t < m->clip->frame_count; t++) {
        const pd_quat *local = pd_anim_clip_frame(m->clip, t);
        const pd_vec3 root = m->clip->roots[t];
        const float at[3] = {(float)root.x, (float)root.y, (float)root.z};
        for (int k = 0; k < m->clip->skeleton.joint_count; k++) {
            double matrix[9];
            pd_q_to_matrix(matrix, local[k]);
            for (int i = 0; i < 9; i++) rotations[9 * k + i] = (float)matrix[i];
        }

        pd_anim_clip_pose(places, turns, m->clip, t);
        pd_smpl_soft_features(m->x + (size_t)t * features, &motion, m->joints, m->joint_count, places, turns,
                              1 / m->clip->rate);
        status = pd_factory_tissue_sim_step(m->step, m->sim, rotations, at, 1 / m->clip->rate, m->err);
        if (status != PD_OK) return status;
        for (size_t i = 0; i < 3 * skin; i++) m->d[(size_t)t * 3 * skin + i] = pd_half_from_float(m->step[i]);
    }

    pd_safetensor tensors[] = {
        {"x", pd_array_of(PD_DTYPE_F32, m->x, 2, (const size_t[]){frames, features})},
        {"d", pd_array_of(PD_DTYPE_F16, m->d, 3, (const size_t[]){frames, skin, 3})},
        {"skin", pd_array_of(PD_DTYPE_I32, m->skin, 1, (const size_t[]){skin})},
        {"mass", pd_array_of(PD_DTYPE_F32, m->mass, 1, (const size_t[]){skin})},
        {"betas", pd_array_of(PD_DTYPE_F32, betas, 1, (const size_t[]){(size_t)beta_count})}};
    const pd_safetensors_text text = {"key", key};
    const pd_safetensors_out what = {.tensors = tensors,
                                     .tensor_count = sizeof tensors / sizeof *tensors,
                                     .texts = &text,
                                     .text_count = 1};

    return pd_safetensors_save(path, &what, m->err);
}

pd_status pd_factory_tissue_run_make(const char *path, const char *key, const pd_smpl_model *model,
                                     const float *betas, int beta_count, const pd_anim_clip *clip,
                                     pd_error *err)
{
    making m = {.model = model, .clip = clip, .err = err};

    m.joint_count = pd_factory_tissue_joints(m.joints, model);
    if (!m.joint_count)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "model",
                       "a joint of SMPL's limbs or trunk is missing; all of them expected");

    pd_status status = make_run(&m, path, key, betas, beta_count);
    pd_factory_tissue_sim_free(m.sim);
    pd_factory_tissue_layer_deinit(&m.layer);
    free(m.x);
    free(m.d);
    free(m.step);
    free(m.mass);
    free(m.skin);

    return status;
}

static const void *array_of(pd_factory_tissue_run *run, const char *name, pd_dtype dtype, int rank,
                            size_t *shape, pd_status *status, pd_error *err)
{
    const pd_array *array = pd_safetensors_find(&run->file, name);

    if (*status != PD_OK) return NULL;
    if (!array || array->dtype != dtype || array->rank != rank) {
        *status =
            pd_fail(err, PD_ERR_FORMAT, name, "missing or of another kind: no run of a tissue training");
        return NULL;
    }

    memcpy(shape, array->shape, (size_t)rank * sizeof *shape);

    return array->data;
}

pd_status pd_factory_tissue_run_open(pd_factory_tissue_run *out, const char *path, const char *key,
                                     pd_error *err)
{
    size_t x[2] = {0}, d[3] = {0}, skin[1] = {0}, mass[1] = {0}, betas[1] = {0};

    memset(out, 0, sizeof *out);
    pd_status status = pd_safetensors_open(&out->file, path, err);
    if (status != PD_OK) return status;

    const char *found = pd_safetensors_get(&out->file, "key");
    if (!found || strcmp(found, key) != 0)
        status = pd_fail(err, PD_ERR_INVALID, path, "made by another training; remove it");
    out->x = array_of(out, "x", PD_DTYPE_F32, 2, x, &status, err);
    out->d = array_of(out, "d", PD_DTYPE_F16, 3, d, &status, err);
    out->skin = array_of(out, "skin", PD_DTYPE_I32, 1, skin, &status, err);
    out->mass = array_of(out, "mass", PD_DTYPE_F32, 1, mass, &status, err);
    out->betas = array_of(out, "betas", PD_DTYPE_F32, 1, betas, &status, err);
    if (status == PD_OK && (x[0] != d[0] || d[1] != skin[0] || skin[0] != mass[0] || d[2] != 3))
        status = pd_fail(err, PD_ERR_FORMAT, path,
                         "arrays whose lengths do not match; the arrays of one run expected");
    out->frame_count = (int)x[0];
    out->feature_count = (int)x[1];
    out->skin_count = (int)skin[0];
    out->beta_count = (int)betas[0];

    if (status != PD_OK) pd_factory_tissue_run_close(out);

    return status;
}

void pd_factory_tissue_run_close(pd_factory_tissue_run *run)
{
    pd_safetensors_deinit(&run->file);
    memset(run, 0, sizeof *run);
}
