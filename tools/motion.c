#include "tools/motion.h"

#include "core/anim/retarget.h"
#include "core/fit/capture.h"
#include "core/fit/skeleton.h"
#include "core/io/file.h"
#include "core/io/npz.h"
#include "core/smpl/export.h"

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

/* ---- out ---- */

static pd_vec3 rest_root(const pd_tool_motion *motion, const pd_smpl_model *model)
{
    pd_anim_skeleton skeleton;
    pd_fit_skeleton_of(&skeleton, model, motion->betas, motion->beta_count, NULL);
    return skeleton.offsets[skeleton.root];
}

static void put_vec3(float *out, pd_vec3 v)
{
    out[0] = (float)v.x, out[1] = (float)v.y, out[2] = (float)v.z;
}

static void fill_npz(float *poses, float *trans, const pd_tool_motion *motion, pd_vec3 rest)
{
    const pd_anim_clip *clip = &motion->clip;
    pd_quat to_amass = pd_q_conjugate(from_amass);
    for (int t = 0; t < clip->frame_count; t++) {
        for (int k = 0; k < SMPL; k++) {
            pd_quat q = pd_anim_clip_frame(clip, t)[smpl_joint(&clip->skeleton, k)];
            put_vec3(poses + 3 * ((size_t)t * SMPL + (size_t)k),
                     pd_q_to_rotvec(k ? q : pd_q_mul(to_amass, q)));
        }
        put_vec3(trans + 3 * (size_t)t, pd_vec3_sub(pd_q_rotate(to_amass, clip->roots[t]), rest));
    }
}

pd_status pd_tool_motion_npz(pd_buffer *out, const pd_tool_motion *motion, const pd_smpl_model *model,
                             pd_error *err)
{
    size_t frames = (size_t)motion->clip.frame_count, betas = (size_t)motion->beta_count;
    double rate = motion->clip.rate;
    float *poses = malloc(frames * 3 * SMPL * sizeof *poses), *trans = malloc(frames * 3 * sizeof *trans);
    pd_npz_writer w = pd_npz_begin(out);
    if (poses && trans) {
        fill_npz(poses, trans, motion, rest_root(motion, model));
        pd_array arrays[4] = {pd_array_of(PD_DTYPE_F32, poses, 2, (size_t[]){frames, 3 * SMPL}),
                              pd_array_of(PD_DTYPE_F32, trans, 2, (size_t[]){frames, 3}),
                              pd_array_of(PD_DTYPE_F64, &rate, 0, NULL),
                              pd_array_of(PD_DTYPE_F32, motion->betas, 1, (size_t[]){betas})};
        pd_npz_add(&w, "poses", &arrays[0]);
        pd_npz_add(&w, "trans", &arrays[1]);
        pd_npz_add(&w, "mocap_framerate", &arrays[2]);
        pd_npz_add(&w, "betas", &arrays[3]);
    }
    pd_status status = pd_npz_end(&w, err);
    if (!poses || !trans) status = pd_fail(err, PD_ERR_MEMORY, "npz", "no room for the motion");
    free(poses), free(trans);
    return status;
}

static void fill_clip(float *times, float *quaternions, float *roots, const pd_anim_clip *clip)
{
    int joint_count = clip->skeleton.joint_count;
    for (int t = 0; t < clip->frame_count; t++) {
        times[t] = (float)(t / clip->rate);
        put_vec3(roots + 3 * (size_t)t, clip->roots[t]);
        for (int k = 0; k < joint_count; k++) {
            pd_quat q = pd_anim_clip_frame(clip, t)[k];
            float *to = quaternions + 4 * ((size_t)t * (size_t)joint_count + (size_t)k);
            to[0] = (float)q.x, to[1] = (float)q.y, to[2] = (float)q.z, to[3] = (float)q.w;
        }
    }
}

static pd_status write_glb(pd_buffer *out, const pd_tool_motion *motion, const pd_tool_local *local,
                           const pd_io_glb_clip *clip, pd_error *err)
{
    pd_smpl_body body = {.betas = motion->betas, .beta_count = motion->beta_count};
    pd_smpl_job job = {&body, 1, PD_SMPL_LBS};
    pd_smpl_export rigged;
    pd_arena scratch = {0};
    pd_io_mesh_body one = {0};
    pd_io_mesh mesh = pd_smpl_export_mesh(local->model, &one, 1, PD_FRAME_GLTF);
    pd_status status = pd_smpl_export_rig(&rigged, &job, local->model, &scratch, local->executor, err);
    if (status != PD_OK) return status;
    status = pd_io_glb_write(
        out,
        &(pd_io_glb){
            .mesh = &mesh, .rig = &rigged.rig, .poses = rigged.poses, .clips = clip, .clip_count = 1},
        err);
    pd_smpl_export_deinit(&rigged);
    pd_arena_deinit(&scratch);
    return status;
}

pd_status pd_tool_motion_glb(pd_buffer *out, const pd_tool_motion *motion, const pd_tool_local *local,
                             const char *name, pd_error *err)
{
    size_t frames = (size_t)motion->clip.frame_count, joints = (size_t)motion->clip.skeleton.joint_count;
    float *block = malloc(frames * (4 + 4 * joints) * sizeof *block);
    if (!block) return pd_fail(err, PD_ERR_MEMORY, "glb", "no room for the motion");
    pd_io_glb_clip clip = {.name = name,
                           .frame_count = motion->clip.frame_count,
                           .times = block,
                           .root = block + frames,
                           .quaternions = block + 4 * frames};
    fill_clip(block, block + 4 * frames, block + frames, &motion->clip);
    pd_status status = write_glb(out, motion, local, &clip, err);
    free(block);
    return status;
}
