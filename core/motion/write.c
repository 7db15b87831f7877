#include "core/motion/write.h"

#include "core/retarget/character/rest_axes.h"

#include "core/base/assert.h"
#include "core/motion/amass.h"
#include "core/motion/corrective.h"
#include "core/retarget/motion_soft.h"
#include "core/retarget/skeleton.h"
#include "core/io/tensor/npz.h"
#include "core/smpl/export.h"
#include "core/smpl/data/psd.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define AMASS_BETAS 16 /* betas of AMASS's files */

static void put_vec3(float *out, pd_vec3 v)
{
    out[0] = (float)v.x;
    out[1] = (float)v.y;
    out[2] = (float)v.z;
}

/* Returns the weights (T,N) of the sculpts that the pose drives;
 * without sculpts, an unused array. NULL: out of memory. */
static float *sculpt_weights(const pd_retarget_motion *motion, const pd_smpl_model *model)
{
    const size_t frames = (size_t)motion->clip.frame_count;
    const size_t count = (size_t)model->data.psd.count;
    float *out = malloc((frames * count + 1) * sizeof *out);
    float rotations[9 * PD_SMPL_MAX_JOINTS];

    for (size_t t = 0; out && count && t < frames; t++) {
        pd_retarget_motion_rotations(rotations, motion, (int)t);
        pd_smpl_psd_weights(out + t * count, &model->data.psd, model->psd_map, rotations);
    }

    return out;
}

/* Adds a text as one element of Unicode, the form in which numpy's str() gives it back. */
static void add_unicode(pd_npz_writer *w, const char *member, const char *text)
{
    uint32_t letters[16];
    const size_t size = strlen(text) < 16 ? strlen(text) : 16;

    for (size_t i = 0; i < size; i++) letters[i] = (unsigned char)text[i];

    pd_array array = pd_array_of(PD_DTYPE_UTF32, letters, 0, NULL);
    array.item_bytes = array.data_bytes = 4 * size;
    pd_npz_add(w, member, &array);
}

/* A part of a pose that AMASS's files of SMPL-X have as a member of its own. */
typedef struct pose_part {
    const char *member;
    int first, joint_count;
} pose_part;

/* Writes the poses, and each of their parts that the layout has, under AMASS's names. poses
 * (frames, joint_count, 3); part (frames, at most joint_count, 3) is scratch memory. */
static void add_poses(pd_npz_writer *w, const float *poses, float *part, size_t frames, size_t joint_count)
{
    static const pose_part of_smplx[] = {{"root_orient", 0, 1},
                                         {"pose_body", 1, 21},
                                         {"pose_jaw", 22, 1},
                                         {"pose_eye", 23, 2},
                                         {"pose_hand", 25, 30}};
    static const pose_part of_smplh[] = {{"root_orient", 0, 1}, {"pose_body", 1, 21}, {"pose_hand", 22, 30}};
    const bool has_face = joint_count == 55;
    const pose_part *parts = has_face ? of_smplx : of_smplh;
    const size_t count = has_face ? sizeof of_smplx / sizeof *of_smplx : sizeof of_smplh / sizeof *of_smplh;
    const pd_array whole = PD_ARRAY(PD_DTYPE_F32, poses, frames, 3 * joint_count);

    pd_npz_add(w, "poses", &whole);
    for (size_t i = 0; i < count; i++) {
        const size_t columns = 3 * (size_t)parts[i].joint_count;
        if ((size_t)(parts[i].first + parts[i].joint_count) > joint_count) continue;
        for (size_t t = 0; t < frames; t++)
            memcpy(part + t * columns, poses + 3 * (t * joint_count + (size_t)parts[i].first),
                   columns * sizeof *part);
        const pd_array array = PD_ARRAY(PD_DTYPE_F32, part, frames, columns);
        pd_npz_add(w, parts[i].member, &array);
    }
}

static void add_number(pd_npz_writer *w, const char *member, double number)
{
    const pd_array array = pd_array_of(PD_DTYPE_F64, &number, 0, NULL);
    pd_npz_add(w, member, &array);
}

static void add_integer(pd_npz_writer *w, const char *member, int64_t number)
{
    const pd_array array = pd_array_of(PD_DTYPE_I64, &number, 0, NULL);
    pd_npz_add(w, member, &array);
}

/* Writes the betas: those of the motion, then zeros up to as many as AMASS's files have, or as the model has
 * if it has fewer. A loader that multiplies them by directions needs that many, also of the mean body. */
static void add_betas(pd_npz_writer *w, const pd_retarget_motion *motion, const pd_smpl_model *model)
{
    float betas[PD_RETARGET_MOTION_BETAS] = {0};
    const int least = model->beta_count < AMASS_BETAS ? model->beta_count : AMASS_BETAS;
    const int count = motion->beta_count > least ? motion->beta_count : least;

    PD_ASSERT(count <= PD_RETARGET_MOTION_BETAS);
    memcpy(betas, motion->betas, (size_t)motion->beta_count * sizeof *betas);
    const pd_array array = PD_ARRAY(PD_DTYPE_F32, betas, (size_t)count);
    pd_npz_add(w, "betas", &array);
    add_integer(w, "num_betas", count);
}

/* Writes the members that say what the numbers are: rate under both of AMASS's names, gender, model. */
static void add_facts(pd_npz_writer *w, const pd_anim_clip *clip, const pd_smpl_model *model, int joint_count)
{
    const char *gender = model->data.text.gender;

    add_number(w, "mocap_framerate", clip->rate);
    add_number(w, "mocap_frame_rate", clip->rate);
    add_number(w, "mocap_time_length", clip->frame_count / clip->rate);
    add_unicode(w, "gender", gender && *gender ? gender : "neutral");
    add_unicode(w, "surface_model_type", joint_count == 55 ? "smplx" : joint_count == 52 ? "smplh" : "smpl");
    add_integer(w, "posed_model", (int64_t)(model->content_hash >> 1));
}

pd_status pd_motion_npz(pd_buffer *out, const pd_retarget_motion *motion, const pd_smpl_model *model,
                        pd_error *err)
{
    const int joint_count = pd_motion_amass_layout(&motion->clip.skeleton);
    const size_t frames = (size_t)motion->clip.frame_count;
    const size_t columns = 3 * (size_t)joint_count;
    const pd_anim_clip *clip = &motion->clip;
    const pd_quat to_amass = pd_q_conjugate(pd_motion_up_turn(PD_MOTION_UP_Z));
    int from[PD_ANIM_MAX_JOINTS];

    if (!joint_count)
        return pd_fail(
            err, PD_ERR_UNSUPPORTED, "model",
            "the model has other joints; SMPL's joints (pelvis ... right_wrist) are needed for an npz");

    /* Arrays for poses, a part of them, and positions. */
    float *poses = malloc(frames * columns * sizeof *poses);
    float *part = malloc(frames * columns * sizeof *part);
    float *trans = malloc(frames * 3 * sizeof *trans);
    const bool has_sculpts = model->data.psd.count && !motion->no_sculpts;
    float *sculpts = sculpt_weights(motion, model);
    pd_npz_writer w = pd_npz_begin(out);
    const bool has_memory = poses && part && trans && sculpts;
    if (has_memory) {
        /* The pelvis of the shaped body at rest, and the clip's joint for each of the file's. */
        pd_anim_skeleton skeleton;
        pd_retarget_skeleton_of(&skeleton, model, motion->betas, motion->beta_count, NULL);
        const pd_vec3 rest = skeleton.offsets[skeleton.root];
        for (int k = 0; k < joint_count; k++) {
            char name[PD_SMPL_NAME_BYTES];
            pd_motion_amass_joint(name, k, joint_count);
            from[k] = pd_anim_skeleton_find(&clip->skeleton, name);
            PD_ASSERT(from[k] >= 0); /* the layout has these names */
        }

        /* AMASS has z up, and `trans` without the pelvis of the shaped body. */
        for (int t = 0; t < clip->frame_count; t++) {
            for (int k = 0; k < joint_count; k++) {
                const pd_quat q = pd_anim_clip_frame(clip, t)[from[k]];
                put_vec3(poses + 3 * ((size_t)t * (size_t)joint_count + (size_t)k),
                         pd_q_to_rotvec(k ? q : pd_q_mul(to_amass, q)));
            }

            put_vec3(trans + 3 * (size_t)t, pd_vec3_sub(pd_q_rotate(to_amass, clip->roots[t]), rest));
        }

        /* Members of the archive. */
        const pd_array places = PD_ARRAY(PD_DTYPE_F32, trans, frames, 3);
        const pd_array soft = PD_ARRAY(PD_DTYPE_F32, clip->soft, frames, (size_t)clip->soft_count);
        const pd_array face =
            PD_ARRAY(PD_DTYPE_F32, motion->expressions, frames, (size_t)motion->expression_count);
        const pd_array driven = PD_ARRAY(PD_DTYPE_F32, sculpts, frames, (size_t)model->data.psd.count);
        add_poses(&w, poses, part, frames, (size_t)joint_count);
        pd_npz_add(&w, "trans", &places);
        add_betas(&w, motion, model);
        add_facts(&w, clip, model, joint_count);

        if (clip->soft) pd_npz_add(&w, "dmpls", &soft);
        if (motion->expressions) pd_npz_add(&w, "expressions", &face);
        if (has_sculpts) pd_npz_add(&w, "sculpts", &driven);
    }

    pd_status status = pd_npz_end(&w, err);
    if (!has_memory) status = pd_fail(err, PD_ERR_MEMORY, "npz", "out of memory");
    free(poses);
    free(part);
    free(trans);
    free(sculpts);

    return status;
}

static pd_status write_bare(void *ctx, pd_buffer *out, pd_io_glb *glb, const pd_smpl_body *body,
                            pd_error *err)
{
    (void)ctx;
    (void)body;
    return pd_io_glb_write(out, glb, err);
}

static pd_status write_glb(pd_buffer *out, const pd_motion_writer *writer, const pd_retarget_motion *motion,
                           const pd_smpl_model *model, const pd_executor *executor, pd_io_glb_clip *clip,
                           pd_error *err)
{
    pd_smpl_body body = {.betas = motion->betas, .beta_count = motion->beta_count};
    pd_smpl_job job = {.bodies = &body, .body_count = 1, .skinning = model->data.skinning, .contact = NULL};
    pd_smpl_export rigged;
    pd_arena scratch = {0};
    pd_io_mesh_body one = {0};
    pd_io_mesh mesh = pd_smpl_export_mesh(model, &one, 1, PD_FRAME_GLTF);
    pd_status status = pd_smpl_export_rig(&rigged, &job, model, &scratch, executor, err);

    if (status != PD_OK) return status;

    /* Rig and motion for the GLB writer. */
    pd_io_glb_rig *rig = &rigged.rig;
    pd_io_glb glb = {.mesh = &mesh, .rig = rig, .poses = rigged.poses, .clips = clip, .clip_count = 1};
    pd_motion_correctives correctives = {0};
    char names[PD_ANIM_MAX_JOINTS][PD_ANIM_NAME_BYTES];
    if (motion->names) {
        pd_retarget_joint_names(names, rig->names, model->joint_count, motion->names);
        rig->names = (const char(*)[32])names;
    }

    float axes[9 * PD_ANIM_MAX_JOINTS];
    if (pd_retarget_rest_axes(axes, (const char(*)[PD_ANIM_NAME_BYTES])model->data.joint_names, rig->parents,
                              rigged.poses->rest_joints, model->joint_count, motion->names))
        rigged.poses->axes = axes;

    /* Morph targets in place of pose blend shapes, with their weights in each frame. */
    if (motion->correctives) {
        status = pd_motion_correctives_of_motion(&correctives, model, motion, motion->correctives, err);
        if (status == PD_OK) {
            rig->corrective_count = correctives.own.count;
            rigged.poses->correctives = &correctives.glb;
            clip->weights = correctives.weights;
        }
    }

    /* Sculpts follow the correctives. */
    if (status == PD_OK && model->data.psd.count && !motion->no_sculpts) {
        status = pd_motion_correctives_add_sculpts_of_motion(&correctives, model, motion, err);
        if (status == PD_OK) {
            rig->corrective_count = correctives.own.count + correctives.drivers.count;
            rig->drivers = &correctives.drivers;
            rigged.poses->correctives = &correctives.glb;
            clip->weights = correctives.all_weights;
        }
    }

    /* The motion's own morphs replace those of the betas: given ones, or its soft tissue. */
    const pd_retarget_morphs *morphs = motion->morphs;
    pd_retarget_soft_morphs flesh = {0};
    if (!morphs && motion->clip.soft && status == PD_OK) {
        status = pd_retarget_soft_morphs_init(&flesh, motion, model, err);
        morphs = status == PD_OK ? &flesh.morphs : NULL;
    }

    if (morphs) {
        rig->baked_count = rigged.poses->betas ? rig->beta_count : 0;
        rig->beta_count = rig->shapedirs_stride = morphs->count;
        rig->shapedirs = morphs->directions;
        rig->beta_limits = morphs->limits;
        rig->morph_names = morphs->names;
        clip->morphs = morphs->weights;
    }

    if (status == PD_OK) status = writer->write(writer->ctx, out, &glb, &body, err);
    pd_retarget_soft_morphs_deinit(&flesh);
    pd_motion_correctives_deinit(&correctives);
    pd_smpl_export_deinit(&rigged);
    pd_arena_deinit(&scratch);

    return status;
}

pd_status pd_motion_glb(pd_buffer *out, const pd_retarget_motion *motion, const pd_smpl_model *model,
                        const pd_executor *executor, const char *name, pd_error *err)
{
    static const pd_motion_writer bare = {write_bare, NULL};
    return pd_motion_glb_by(out, &bare, motion, model, executor, name, err);
}

pd_status pd_motion_glb_by(pd_buffer *out, const pd_motion_writer *writer, const pd_retarget_motion *motion,
                           const pd_smpl_model *model, const pd_executor *executor, const char *name,
                           pd_error *err)
{
    size_t frames = (size_t)motion->clip.frame_count;
    size_t joints = (size_t)motion->clip.skeleton.joint_count;
    float *block = malloc(frames * (4 + 4 * joints) * sizeof *block);

    if (!block) return pd_fail(err, PD_ERR_MEMORY, "glb", "out of memory for the motion");
    pd_io_glb_clip clip = {.name = name,
                           .frame_count = motion->clip.frame_count,
                           .times = block,
                           .root = block + frames,
                           .quaternions = block + 4 * frames};
    for (size_t t = 0; t < frames; t++) {
        const pd_quat *q = pd_anim_clip_frame(&motion->clip, (int)t);
        block[t] = (float)((int)t / motion->clip.rate);
        put_vec3(block + frames + 3 * t, motion->clip.roots[t]);
        for (size_t k = 0; k < joints; k++) {
            float *to = block + 4 * frames + 4 * (t * joints + k);
            to[0] = (float)q[k].x;
            to[1] = (float)q[k].y;
            to[2] = (float)q[k].z;
            to[3] = (float)q[k].w;
        }
    }

    pd_status status = write_glb(out, writer, motion, model, executor, &clip, err);
    free(block);
    return status;
}
