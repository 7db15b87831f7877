#include "tools/motion.h"

#include "core/anim/retarget.h"
#include "core/fit/capture.h"
#include "core/fit/skeleton.h"
#include "core/io/file.h"
#include "core/io/npz.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define SMPL PD_ANIM_SMPL_JOINTS

/* World of AMASS (+Z up) to ours: (x, y, z) -> (x, z, -y). */
static const pd_quat from_amass = {-0.70710678118654752, 0, 0, 0.70710678118654752};

static pd_status take_shape(pd_tool_motion *out, pd_anim_skeleton *skeleton, const pd_smpl_model *model,
                            const float *betas, int beta_count, pd_error *err)
{
    out->beta_count = beta_count < PD_TOOL_MOTION_BETAS ? beta_count : PD_TOOL_MOTION_BETAS;
    if (out->beta_count > model->beta_count) out->beta_count = model->beta_count;
    if (out->beta_count > 0) memcpy(out->betas, betas, (size_t)out->beta_count * sizeof *betas);
    return pd_fit_skeleton_of(skeleton, model, out->betas, out->beta_count, err);
}

static pd_status from_capture(pd_tool_motion *out, const char *path, const pd_smpl_model *model,
                              const float *betas, int beta_count, int clamp, pd_error *err)
{
    pd_fit_capture capture;
    pd_anim_skeleton skeleton;
    pd_anim_retarget *retarget = malloc(sizeof *retarget);
    pd_status status = retarget ? take_shape(out, &skeleton, model, betas, beta_count, err)
                                : pd_fail(err, PD_ERR_MEMORY, path, "no room to retarget it");
    if (status == PD_OK) status = pd_fit_capture_load(&capture, path, NULL, err);
    if (status == PD_OK) {
        status = pd_anim_retarget_init(retarget, &skeleton, &capture.clip, capture.source, err);
        if (status == PD_OK) {
            retarget->clamp = clamp;
            status = pd_anim_retarget_clip(&out->clip, retarget, &capture.clip, err);
        }
        pd_fit_capture_deinit(&capture);
    }
    free(retarget);
    return status;
}

/* An array of the npz as floats: rows of at least `least` columns; the caller frees. NULL with *err. */
static float *read_floats(pd_npz *npz, const char *name, size_t rows, size_t least, size_t *columns,
                          pd_error *err)
{
    pd_array array;
    if (pd_npz_read(&array, npz, name, err) != PD_OK) return NULL;
    *columns = array.rank == 2 ? array.shape[1] : array.count;
    if ((rows && (array.rank != 2 || array.shape[0] != rows)) || *columns < least || array.count == 0) {
        char text[96];
        pd_fail(err, PD_ERR_FORMAT, name, "shape %s; (%zu, %zu) or more columns wanted",
                pd_array_shape_text(&array, text, sizeof text), rows, least);
        return NULL;
    }
    float *values = malloc(array.count * sizeof *values);
    if (!values) pd_fail(err, PD_ERR_MEMORY, name, "no room for it");
    if (values && pd_array_f32(values, &array, name, err) != PD_OK) {
        free(values);
        return NULL;
    }
    return values;
}

static double read_rate(pd_npz *npz)
{
    static const char *const names[] = {"mocap_framerate", "mocap_frame_rate", "fps"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        pd_array array;
        double rate;
        if (!pd_npz_has(npz, names[i]) || pd_npz_read(&array, npz, names[i], NULL) != PD_OK) continue;
        if (array.count == 1 && pd_array_f64(&rate, &array, names[i], NULL) == PD_OK) return rate;
    }
    return 60;
}

static int smpl_joint(const pd_anim_skeleton *skeleton, int k)
{
    return pd_anim_skeleton_find(skeleton, pd_anim_smpl_names[k]);
}

static void fill_from_npz(pd_tool_motion *out, const float *poses, size_t columns, const float *trans,
                          pd_vec3 rest_root)
{
    pd_anim_clip *clip = &out->clip;
    for (int t = 0; t < clip->frame_count; t++) {
        const float *row = poses + (size_t)t * columns, *place = trans + 3 * (size_t)t;
        for (int k = 0; k < SMPL; k++) {
            pd_quat q = pd_q_from_rotvec(pd_vec3_make(row[3 * k], row[3 * k + 1], row[3 * k + 2]));
            pd_anim_clip_frame(clip, t)[smpl_joint(&clip->skeleton, k)] = k ? q : pd_q_mul(from_amass, q);
        }
        pd_vec3 root = pd_vec3_add(rest_root, pd_vec3_make(place[0], place[1], place[2]));
        clip->roots[t] = pd_q_rotate(from_amass, root);
    }
    pd_anim_clip_align_signs(clip);
}

static pd_status clip_from_npz(pd_tool_motion *out, pd_npz *npz, const pd_smpl_model *model,
                               const float *betas, int beta_count, pd_error *err)
{
    size_t columns = 0, three = 0, own = 0;
    pd_anim_skeleton skeleton;
    float *own_betas =
        !beta_count && pd_npz_has(npz, "betas") ? read_floats(npz, "betas", 0, 1, &own, err) : NULL;
    pd_status status = own_betas
                           ? take_shape(out, &skeleton, model, own_betas, (int)(own < 32 ? own : 32), err)
                           : take_shape(out, &skeleton, model, betas, beta_count, err);
    free(own_betas);
    for (int k = 0; status == PD_OK && k < SMPL; k++)
        if (smpl_joint(&skeleton, k) < 0)
            status =
                pd_fail(err, PD_ERR_UNSUPPORTED, "model", "it has no joint \"%s\"", pd_anim_smpl_names[k]);
    pd_array shape;
    if (status == PD_OK) status = pd_npz_read(&shape, npz, "poses", err);
    if (status != PD_OK) return status;
    size_t rows = shape.rank == 2 ? shape.shape[0] : 0;
    if (rows == 0 || rows > PD_ANIM_MAX_FRAMES)
        return pd_fail(err, PD_ERR_RANGE, "poses", "%zu frames; 1 to %d allowed", rows, PD_ANIM_MAX_FRAMES);
    float *poses = read_floats(npz, "poses", rows, 3 * SMPL, &columns, err);
    float *trans = poses ? read_floats(npz, "trans", rows, 3, &three, err) : NULL;
    if (!poses || !trans)
        status = PD_ERR_FORMAT;
    else
        status = pd_anim_clip_init(&out->clip, &skeleton, (int)rows, read_rate(npz), err);
    if (status == PD_OK) fill_from_npz(out, poses, columns, trans, skeleton.offsets[skeleton.root]);
    free(poses), free(trans);
    return status;
}

static pd_status from_npz(pd_tool_motion *out, const char *path, const pd_smpl_model *model,
                          const float *betas, int beta_count, pd_error *err)
{
    pd_bytes bytes;
    pd_npz npz;
    pd_status status = pd_file_map(&bytes, path, err);
    if (status != PD_OK) return status;
    status = pd_npz_parse(&npz, bytes.data, bytes.size, path, err);
    if (status == PD_OK) {
        status = clip_from_npz(out, &npz, model, betas, beta_count, err);
        pd_npz_deinit(&npz);
    }
    pd_file_unmap(&bytes);
    return status;
}

pd_status pd_tool_motion_load(pd_tool_motion *out, const char *path, const pd_smpl_model *model,
                              const float *betas, int beta_count, int clamp, pd_error *err)
{
    const char *dot = strrchr(path, '.');
    memset(out, 0, sizeof *out);
    if (dot && !strcasecmp(dot, ".npz")) return from_npz(out, path, model, betas, beta_count, err);
    return from_capture(out, path, model, betas, beta_count, clamp, err);
}

void pd_tool_motion_deinit(pd_tool_motion *motion)
{
    pd_anim_clip_deinit(&motion->clip);
}

void pd_tool_motion_rotations(float *rotations, const pd_tool_motion *motion, int frame)
{
    const pd_quat *q = pd_anim_clip_frame(&motion->clip, frame);
    for (int k = 0; k < motion->clip.skeleton.joint_count; k++) {
        double m[9];
        pd_q_to_matrix(m, q[k]);
        for (int i = 0; i < 9; i++) rotations[9 * k + i] = (float)m[i];
    }
}
