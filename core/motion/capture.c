#include "core/motion/capture.h"

#include "core/base/assert.h"
#include "core/motion/amass.h"
#include "core/motion/amass_world.h"
#include "core/retarget/character.h"
#include "core/retarget/character/human_clip.h"
#include "core/retarget/figure/answer.h"
#include "core/motion/faults.h"
#include "core/retarget/character/note.h"
#include "core/base/text/length.h"
#include "core/io/surface/bundle.h"
#include "core/io/mocap/asf.h"
#include "core/io/mocap/bvh.h"
#include "core/io/fbx/fbx_figure.h"
#include "core/base/file.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define INCH        0.0254
#define PERSON      1.7 /* usual extent of a person in a T-pose, metres */
/* Largest extent of a person in inches: beyond it centimetres are meant, which are far more common, and the
 * person is a child. */
#define INCHES_MOST 2.1
#define PERSON_LEAST                                                                                         \
    0.8 /* extents of people, metres; beyond, a known skeleton has another unit than its source's */
#define PERSON_MOST  3.0
#define SECONDS_MOST 1.0    /* longest Frame Time of a motion that is believed */
#define TURN         6.2832 /* radians, rounded up */
#define RATE         120.0
/* A joint that carries the figure has at least this fraction of the joints below its parent. */
#define CARRIES      0.8
#define FIGURE       8      /* least number of joints of a figure that a joint carries, with itself */
#define AT_REST      0.5    /* degrees: largest rotation in a frame that is the rest pose */
#define JUMP         15.0   /* degrees: least rotation from a rest pose in frame 0 to the motion ... */
#define JUMP_TIMES   5.0    /* ... and least multiple of the rotation to the next frame */
#define RATE_MOST    1010.0 /* frames a second: no motion capture is faster */
/* Up of a motion (core/motion/amass_world.h): least mean of the ways from ankles to head along an axis, and
 * heights of the lowest joint over a floor, metres. */
#define UPRIGHT      0.5
#define ALONG        0.7
#define FLOOR_LEAST  -0.1
#define FLOOR_MOST   0.2
#define UP_SAMPLES   200
/* The reference pose of a known source: least cosine of the angles of trunk, legs, hips and shoulders to its
 * axes (15 degrees), and largest difference of the thighs along its front, as a fraction of their length. In
 * all sources the cosines are 0.98 or more. */
#define AS_SOURCE    0.966
#define IN_STRIDE    0.35
/* A head that is turned from the chest by at least this in each of at least so many frames, radians (35
 * degrees), may be turned at rest. */
#define HEAD_TURNED  0.61
#define HEAD_FRAMES  30
#define DEGREES      (180 / M_PI)
#define GLB_RATE     60.0 /* glTF files have keys, but no frame rate */

static const pd_motion_capture_options no_options;

/* Returns whether the reference pose of a known source stands on this skeleton: upright along +Y, facing +Z.
 * Other programs write skeletons of the same names with other rest poses and axes. */
static bool stands_as_source(const pd_anim_skeleton *s, const pd_anim_source *source)
{
    enum { HIPS, KNEES, ANKLES, SHOULDERS, PAIRS };
    static const int rows[PAIRS] = {1, 4, 7, 16}; /* of the left side; the right side follows */
    pd_quat local[PD_ANIM_MAX_JOINTS];
    pd_vec3 p[PD_ANIM_MAX_JOINTS], at[PAIRS][2], middle[PAIRS];

    pd_anim_source_reference(local, s, source);
    pd_anim_skeleton_forward(p, NULL, s, local, pd_vec3_make(0, 0, 0));
    for (int i = 0; i < PAIRS; i++) {
        for (int side = 0; side < 2; side++) {
            pd_retarget_answer answer;
            pd_retarget_answer_find(&answer, s, source->smpl[rows[i] + side]);
            if (answer.stands < 0) return true;
            at[i][side] = p[answer.stands];
        }

        middle[i] = pd_vec3_scale(pd_vec3_add(at[i][0], at[i][1]), 0.5);
    }

    /* Trunk and legs are upright, hips and shoulders across, and the thighs are not in stride. */
    const pd_vec3 none = {0, 0, 0};
    const pd_vec3 hips = pd_vec3_unit_or(pd_vec3_sub(at[HIPS][0], at[HIPS][1]), none);
    const pd_vec3 shoulders = pd_vec3_unit_or(pd_vec3_sub(at[SHOULDERS][0], at[SHOULDERS][1]), none);
    const pd_vec3 trunk = pd_vec3_unit_or(pd_vec3_sub(middle[SHOULDERS], middle[HIPS]), none);
    const pd_vec3 legs = pd_vec3_unit_or(pd_vec3_sub(middle[HIPS], middle[ANKLES]), none);
    const pd_vec3 left = pd_vec3_unit_or(pd_vec3_sub(at[KNEES][0], at[HIPS][0]), none);
    const pd_vec3 right = pd_vec3_unit_or(pd_vec3_sub(at[KNEES][1], at[HIPS][1]), none);

    return trunk.y > AS_SOURCE && legs.y > AS_SOURCE && hips.x > AS_SOURCE && shoulders.x > AS_SOURCE &&
           fabs(left.z - right.z) < IN_STRIDE;
}

/* Returns the first frame of the motion. Some sources begin with frames that are not part of it. */
static int first_frame(const pd_motion_capture *out, const pd_anim_skeleton *skeleton,
                       const pd_motion_capture_options *options, int frame_count)
{
    int first = out->source && !options->keep_all_frames ? out->source->first_frame : 0;
    return first < frame_count && first && stands_as_source(skeleton, out->source) ? first : 0;
}

/* ---- BVH ---- */

static bool has_positions(const pd_bvh_joint *joint)
{
    for (int c = 0; c < joint->channel_count; c++)
        if (joint->channels[c] < PD_BVH_XROTATION) return true;
    return false;
}

static void scale_skeleton(pd_anim_skeleton *skeleton, double metres)
{
    for (int j = 0; j < skeleton->joint_count; j++)
        skeleton->offsets[j] = pd_vec3_scale(skeleton->offsets[j], metres);
}

static pd_status init_clip(pd_motion_capture *out, const pd_anim_skeleton *skeleton, int frames, double rate,
                           const pd_motion_capture_options *options, pd_error *err)
{
    const double bytes = (double)frames * skeleton->joint_count * (double)sizeof *out->clip.rotations;
    if (options->most_bytes && bytes > (double)options->most_bytes)
        return pd_fail(err, PD_ERR_LIMIT, "clip", "%d frames of %d joints; at most %zu bytes allowed", frames,
                       skeleton->joint_count, options->most_bytes);
    return pd_anim_clip_init(&out->clip, skeleton, frames, rate, err);
}

/* Returns the largest extent of the pose without rotations, in units of the file. */
static double extent_of(const pd_anim_skeleton *skeleton)
{
    pd_vec3 p[PD_ANIM_MAX_JOINTS], low, high;

    pd_anim_skeleton_forward(p, NULL, skeleton, NULL, pd_vec3_make(0, 0, 0));
    low = high = p[0];
    for (int j = 1; j < skeleton->joint_count; j++) {
        low = pd_vec3_make(fmin(low.x, p[j].x), fmin(low.y, p[j].y), fmin(low.z, p[j].z));
        high = pd_vec3_make(fmax(high.x, p[j].x), fmax(high.y, p[j].y), fmax(high.z, p[j].z));
    }

    return fmax(high.x - low.x, fmax(high.y - low.y, high.z - low.z));
}

/* Returns metres per unit of a skeleton, and notes what was assumed. usual: unit of its source or format,
 * which holds unless a whole figure would not be as large as a person (then the file was scaled); 0: none.
 * Otherwise the one that makes the figure nearest to a person is taken. */
static double unit_of(pd_motion_capture *out, const pd_anim_skeleton *skeleton, double usual)
{
    const double extent = extent_of(skeleton);
    const double usual_extent = extent * usual;

    if (usual > 0 && ((out->source && pd_anim_source_missing(skeleton, out->source, false)) ||
                      (usual_extent >= PERSON_LEAST && usual_extent <= PERSON_MOST)))
        return usual;

    /* The nearest unit. */
    const pd_length_unit *unit = extent > 0 ? pd_length_unit_for(extent / PERSON) : NULL;
    if (unit && !strcmp(unit->name, "in") && extent * unit->metres > INCHES_MOST)
        unit = pd_length_unit_named("cm");
    if (!unit) unit = pd_length_unit_named(extent < PERSON ? "m" : "mm");
    pd_retarget_note(out->note, sizeof out->note,
                     "the file does not state its unit: read as %s, in which its skeleton measures %.3g m",
                     unit->plural, extent * unit->metres);

    return unit->metres;
}

/* Marks the joints that carry the whole figure below the root, as "Hips" below "Reference": their position
 * channels move the figure and are added to the root's. is_carrier (K). */
static void find_carriers(bool *is_carrier, const pd_bvh *bvh)
{
    int below[PD_BVH_MAX_JOINTS];
    int at = 0;

    for (int j = bvh->joint_count - 1; j >= 0; j--) {
        below[j] = 1;
        is_carrier[j] = false;
    }

    for (int j = bvh->joint_count - 1; j > 0; j--) below[bvh->joints[j].parent] += below[j];
    for (int next = 0; next >= 0; at = next) {
        is_carrier[at] = at && below[at] >= FIGURE && has_positions(&bvh->joints[at]);
        next = -1;
        for (int j = at + 1; j < bvh->joint_count; j++)
            if (bvh->joints[j].parent == at && below[j] >= CARRIES * (below[at] - 1)) next = j;
        if (next < 0) return;
    }
}

/* Sets the offsets of joints with position channels to the means of these channels over `count` frames from
 * `first` on, those of carriers to 0. Returns the largest distance of any position from its mean. In units of
 * the file; the root, joint 0, is left out. */
static double average_offsets(pd_anim_skeleton *skeleton, const pd_bvh *bvh, const bool *is_carrier,
                              int first, int count)
{
    double stretch = 0;

    PD_ASSERT(first >= 0 && count > 0 && first + count <= bvh->frame_count);

    for (int j = 1; j < bvh->joint_count; j++) {
        pd_vec3 p;
        pd_vec3 sum = {0, 0, 0};
        if (is_carrier[j]) skeleton->offsets[j] = sum;
        if (is_carrier[j] || !has_positions(&bvh->joints[j])) continue;

        for (int f = 0; f < count; f++) {
            pd_bvh_local(NULL, &p, bvh, first + f, j);
            sum = pd_vec3_add(sum, p);
        }

        skeleton->offsets[j] = pd_vec3_scale(sum, 1.0 / count);
        for (int f = 0; f < count; f++) {
            pd_bvh_local(NULL, &p, bvh, first + f, j);
            stretch = fmax(stretch, pd_vec3_distance(p, skeleton->offsets[j]));
        }
    }

    return stretch;
}

/* Returns the largest magnitude of the rotation channels from frame `first` on. */
static double largest_angle(const pd_bvh *bvh, int first)
{
    double largest = 0;

    for (int f = first; f < bvh->frame_count; f++)
        for (int j = 0; j < bvh->joint_count; j++)
            for (int c = 0; c < bvh->joints[j].channel_count; c++) {
                const size_t at =
                    (size_t)f * (size_t)bvh->channel_count + (size_t)(bvh->joints[j].channel_start + c);
                if (bvh->joints[j].channels[c] >= PD_BVH_XROTATION)
                    largest = fmax(largest, fabs(bvh->values[at]));
            }

    return largest;
}

/* Returns the largest angle of a joint between two frames, or between frame `to` and the rest pose (from -1),
 * degrees. */
static double largest_turn(const pd_bvh *bvh, int from, int to)
{
    double largest = 0;

    for (int j = 0; j < bvh->joint_count; j++) {
        pd_quat a = pd_q_identity();
        pd_quat b;
        if (from >= 0) pd_bvh_local(&a, NULL, bvh, from, j);
        pd_bvh_local(&b, NULL, bvh, to, j);
        largest = fmax(largest, pd_q_angle(a, b) * 360 / TURN);
    }

    return largest;
}

/* Returns whether frame 0 is the rest pose, from which the figure jumps into its motion. */
static bool begins_at_rest(const pd_bvh *bvh)
{
    if (bvh->frame_count < 3 || largest_turn(bvh, -1, 0) > AT_REST) return false;
    const double jump = largest_turn(bvh, 0, 1);
    return jump > JUMP && jump > JUMP_TIMES * largest_turn(bvh, 1, 2);
}

static pd_status clip_from_bvh(pd_motion_capture *out, const pd_bvh *bvh, const char *name,
                               const pd_motion_capture_options *options, pd_error *err)
{
    pd_anim_skeleton skeleton;
    pd_anim_joint joints[PD_BVH_MAX_JOINTS];

    PD_ASSERT(bvh->joint_count <= PD_BVH_MAX_JOINTS);

    /* The skeleton, in units of the file. */
    for (int j = 0; j < bvh->joint_count; j++) {
        const pd_bvh_joint *joint = &bvh->joints[j];
        joints[j] = (pd_anim_joint){joint->name, joint->parent < 0 ? NULL : bvh->joints[joint->parent].name,
                                    joint->offset};
    }

    if (pd_anim_skeleton_init(&skeleton, joints, bvh->joint_count, err) != PD_OK)
        return err ? pd_error_prefix(err, name) : PD_ERR_INVALID;
    if (bvh->frame_count == 0) return pd_fail(err, PD_ERR_FORMAT, name, "no frames; at least 1 expected");

    /* Source, first frame and unit: the caller's choice before the source's. */
    pd_anim_source_rename(&skeleton);
    out->source = pd_anim_source_of(&skeleton);
    out->first_frame = first_frame(out, &skeleton, options, bvh->frame_count);
    out->metres_per_unit = options->metres_per_unit > 0
                               ? options->metres_per_unit
                               : unit_of(out, &skeleton, out->source ? out->source->metres_per_unit : 0);
    if (!out->first_frame && !options->keep_all_frames && begins_at_rest(bvh)) {
        out->first_frame = 1;
        pd_retarget_note(out->note, sizeof out->note,
                         "frame 0 is the rest pose, from which frame 1 jumps: left out");
    }

    /* Fix the bones' lengths, repair losses of the source's conversion, and convert to metres. */
    const int count = bvh->frame_count - out->first_frame;
    bool is_carrier[PD_BVH_MAX_JOINTS];
    find_carriers(is_carrier, bvh);
    out->stretch =
        average_offsets(&skeleton, bvh, is_carrier, out->first_frame, count) * out->metres_per_unit;
    if (out->source) pd_anim_source_repair(&skeleton, out->source);
    scale_skeleton(&skeleton, out->metres_per_unit);

    /* Programs write the rate or milliseconds where seconds belong. */
    const double seconds = bvh->frame_seconds;
    if (options->rate <= 0 && bvh->frame_count > 1 && seconds > SECONDS_MOST)
        return pd_fail(err, PD_ERR_RANGE, name,
                       "Frame Time %g; up to %g seconds a frame expected: %s; the rate can be stated "
                       "(--source-rate, over HTTP source_rate)",
                       seconds, SECONDS_MOST,
                       fmod(seconds, 1) == 0 && seconds >= 10 ? "it looks like frames a second"
                                                              : "it looks like milliseconds");
    const double rate = options->rate > 0 ? options->rate : 1 / seconds;
    if (options->rate <= 0 && bvh->frame_count > 1 && rate > RATE_MOST)
        pd_retarget_note(out->note, sizeof out->note,
                         "Frame Time %g is %.6g frames a second, %.3g s in all: read as the file has it, but "
                         "no motion capture is that fast; the rate can be stated (--source-rate)",
                         seconds, rate, (count - 1) / rate);
    const pd_status status = init_clip(out, &skeleton, count, rate, options, err);

    if (status != PD_OK) return status;

    pd_anim_clip *clip = &out->clip;
    double metres = out->metres_per_unit;
    bool adds_offset = out->source && out->source->adds_root_offset && has_positions(&bvh->joints[0]);
    PD_ASSERT(clip->frame_count == count && clip->skeleton.joint_count == bvh->joint_count);

    /* Tips of the end sites. */
    for (int j = 0; j < bvh->joint_count; j++)
        if (bvh->joints[j].has_end) clip->ends[j] = pd_vec3_scale(bvh->joints[j].end, metres);

    /* Rotations and the root's positions, frame by frame. */
    for (int t = 0; t < clip->frame_count; t++) {
        pd_quat *q = pd_anim_clip_frame(clip, t);
        for (int j = 0; j < bvh->joint_count; j++) pd_bvh_local(&q[j], NULL, bvh, out->first_frame + t, j);

        pd_vec3 root;
        pd_bvh_local(NULL, &root, bvh, out->first_frame + t, 0);
        if (adds_offset) root = pd_vec3_add(root, bvh->joints[0].offset);

        /* Parents come before their children. */
        pd_quat turned[PD_BVH_MAX_JOINTS];
        for (int j = 0; j < bvh->joint_count; j++) {
            const int up = bvh->joints[j].parent;
            pd_vec3 moved;
            turned[j] = up < 0 ? q[j] : pd_q_mul(turned[up], q[j]);
            if (!is_carrier[j]) continue;
            pd_bvh_local(NULL, &moved, bvh, out->first_frame + t, j);
            root = pd_vec3_add(root, pd_q_rotate(turned[up], moved));
        }

        clip->roots[t] = pd_vec3_scale(root, metres);
    }

    pd_anim_clip_align_signs(clip);

    /* Motions in degrees hardly ever keep all joints within 6.3 degrees of the zero pose. */
    const double largest = largest_angle(bvh, out->first_frame);
    if (count > 1 && largest > 0 && largest <= TURN)
        pd_retarget_note(
            out->note, sizeof out->note,
            "no rotation is larger than %.2f, read as degrees, as in every BVH; radians would have to be "
            "multiplied by 57.29578",
            largest);

    return PD_OK;
}

pd_status pd_motion_capture_bvh(pd_motion_capture *out, pd_bytes text, const char *name,
                                const pd_motion_capture_options *options, pd_error *err)
{
    pd_bvh bvh;

    memset(out, 0, sizeof *out);
    pd_status status = pd_bvh_parse(&bvh, text, name, err);
    if (status != PD_OK) return status;
    if (options && options->amass && options->amass->has_up) {
        out->has_up = true;
        out->up = (int)options->amass->up;
    }

    status = clip_from_bvh(out, &bvh, name, options ? options : &no_options, err);
    pd_bvh_deinit(&bvh);
    if (status == PD_OK)
        pd_motion_faults_note(out->note, sizeof out->note, &out->clip, out->first_frame, 1, true);

    return status;
}

/* ---- ASF and AMC ---- */

static pd_vec3 bone_vector(const pd_asf *asf, int bone)
{
    return pd_vec3_scale(asf->bones[bone].direction, asf->bones[bone].length);
}

static pd_status clip_from_amc(pd_motion_capture *out, const pd_asf *asf, const char *asf_name,
                               const pd_amc *amc, const pd_motion_capture_options *options, pd_error *err)
{
    pd_anim_skeleton skeleton;
    pd_anim_joint joints[PD_ASF_MAX_BONES];

    PD_ASSERT(asf->bone_count <= PD_ASF_MAX_BONES);

    /* The skeleton: a bone is a joint at its start, where its parent ends. */
    for (int b = 0; b < asf->bone_count; b++) {
        int parent = asf->bones[b].parent;
        pd_vec3 offset = parent > 0 ? bone_vector(asf, parent) : pd_vec3_make(0, 0, 0);
        joints[b] = (pd_anim_joint){asf->bones[b].name, parent < 0 ? NULL : asf->bones[parent].name, offset};
    }

    if (pd_anim_skeleton_init(&skeleton, joints, asf->bone_count, err) != PD_OK)
        return err ? pd_error_prefix(err, asf_name) : PD_ERR_INVALID;

    /* Source, first frame, unit and rate: the caller's choice before the source's. */
    pd_anim_source_rename(&skeleton);
    out->source = pd_anim_source_of(&skeleton);
    out->first_frame = first_frame(out, &skeleton, options, amc->frame_count);
    out->metres_per_unit = options->metres_per_unit > 0 ? options->metres_per_unit
                                                        : unit_of(out, &skeleton, INCH / asf->length_unit);
    scale_skeleton(&skeleton, out->metres_per_unit);

    const double rate = options->rate > 0 ? options->rate : out->source ? out->source->rate : RATE;
    const pd_status status =
        init_clip(out, &skeleton, amc->frame_count - out->first_frame, rate, options, err);
    if (status != PD_OK) return status;

    pd_anim_clip *clip = &out->clip;
    PD_ASSERT(clip->skeleton.joint_count == asf->bone_count);

    /* Tips of bones without children. */
    for (int b = 1; b < asf->bone_count; b++) {
        int children = 0;
        for (int c = 0; c < asf->bone_count; c++) children += asf->bones[c].parent == b;
        if (!children) clip->ends[b] = pd_vec3_scale(bone_vector(asf, b), out->metres_per_unit);
    }

    /* Rotations and the root's positions, frame by frame. */
    for (int t = 0; t < clip->frame_count; t++) {
        pd_quat *q = pd_anim_clip_frame(clip, t);
        pd_vec3 root;
        for (int b = 0; b < asf->bone_count; b++)
            pd_amc_local(&q[b], b ? NULL : &root, amc, asf, out->first_frame + t, b);
        clip->roots[t] = pd_vec3_scale(root, out->metres_per_unit);
    }

    pd_anim_clip_align_signs(clip);

    return PD_OK;
}

pd_status pd_motion_capture_amc(pd_motion_capture *out, pd_bytes asf_text, const char *asf_name,
                                pd_bytes amc_text, const char *amc_name,
                                const pd_motion_capture_options *options, pd_error *err)
{
    pd_amc amc = {0};
    pd_asf *asf = malloc(sizeof *asf);

    memset(out, 0, sizeof *out);
    pd_status status = asf ? pd_asf_parse(asf, asf_text, asf_name, err)
                           : pd_fail(err, PD_ERR_MEMORY, asf_name, "out of memory for the skeleton");
    if (status == PD_OK) status = pd_amc_parse(&amc, amc_text, amc_name, asf, err);
    if (status == PD_OK)
        status = clip_from_amc(out, asf, asf_name, &amc, options ? options : &no_options, err);
    if (status == PD_OK)
        pd_motion_faults_note(out->note, sizeof out->note, &out->clip, out->first_frame, 1, true);
    pd_amc_deinit(&amc);
    free(asf);

    return status;
}

/* ---- files whose motion is read onto SMPL's joints: GLB, FBX, AMASS's npz ---- */

/* Returns the size of a copied clip's unit for pd_motion_faults_note: a character may have any height. */
static double own_size(const pd_motion_capture *c)
{
    const double extent = c->is_own ? extent_of(&c->clip.skeleton) : 0;
    return extent > 0 ? PERSON / extent : 1;
}

static pd_status read_glb(pd_motion_capture *out, pd_bytes file, const pd_motion_capture_options *options,
                          pd_error *err)
{
    const pd_io_gltf_clip_options keys = {.rate = options->rate > 0 ? options->rate : GLB_RATE,
                                          .animation = options->animation,
                                          .note = out->note,
                                          .json_memory = options->json_memory};

    memset(out, 0, sizeof *out);
    if (options->own) {
        const pd_status status = pd_retarget_character_own_clip(&out->clip, &out->is_own, options->own,
                                                                options->own_match, file, &keys, err);
        if (status != PD_OK || out->is_own) return status;
    }

    const pd_status status =
        pd_retarget_character_capture(&out->clip, &out->metres_per_unit, file, &keys, err);
    if (status == PD_OK) out->source = pd_anim_source_of(&out->clip.skeleton);

    return status;
}

pd_status pd_motion_capture_glb(pd_motion_capture *out, pd_bytes file,
                                const pd_motion_capture_options *options, pd_error *err)
{
    const pd_status status = read_glb(out, file, options ? options : &no_options, err);
    if (status == PD_OK)
        pd_motion_faults_note(out->note, sizeof out->note, &out->clip, out->first_frame, own_size(out),
                              !out->is_own);
    return status;
}

pd_status pd_motion_capture_fbx(pd_motion_capture *out, pd_bytes file, const char *name,
                                const pd_motion_capture_options *options, pd_error *err)
{
    pd_fbx_found found;
    pd_buffer glb = {0};

    memset(out, 0, sizeof *out);

    if (!options) options = &no_options;

    const pd_fbx_options how = {
        .metres = options->metres_per_unit, .motion_only = true, .most_bytes = options->most_bytes};
    pd_status status = pd_fbx_glb(&glb, &found, file, name, &how, err);
    if (status != PD_OK) {
        pd_buffer_deinit(&glb);
        return status;
    }

    if (!found.animation_count) {
        pd_buffer_deinit(&glb);
        return pd_fail(err, PD_ERR_UNSUPPORTED, name,
                       "an FBX without an animation that moves anything; %d joints are there%s%s",
                       found.joint_count, found.note[0] ? "; left out: " : "", found.note);
    }

    /* Continue as with a GLB, at the FBX's frame rate. */
    pd_motion_capture_options keys = *options;
    keys.rate = options->rate > 0 ? options->rate : found.rate;
    status = read_glb(out, (pd_bytes){glb.data, glb.size}, &keys, err);
    pd_buffer_deinit(&glb);
    out->metres_per_unit = found.metres;
    if (status != PD_OK) {
        if (err) pd_error_prefix(err, name);
        return status;
    }

    /* The note: which of several animations was read, and what was left out. */
    char taken[PD_IO_GLTF_CLIP_NOTE];
    char left[PD_IO_GLTF_CLIP_NOTE] = "", assumed[PD_IO_GLTF_CLIP_NOTE] = "";
    const size_t first = strcspn(out->note, "\n");
    if (out->note[first]) snprintf(assumed, sizeof assumed, "%s", out->note + first + 1);
    out->note[first] = 0;
    const char *also = strstr(out->note, "left out: ");
    if (also) snprintf(left, sizeof left, "%.200s", also + strlen("left out: "));
    snprintf(taken, sizeof taken, "%.*s", also ? (int)(also - out->note) : 200, out->note);
    char *list = strstr(taken, ", of "); /* the FBX's own list has lengths too */
    if (list) *list = 0;
    if (options->animation) snprintf(taken, sizeof taken, "\"%.64s\" is read", options->animation);
    out->note[0] = 0;
    if (found.animation_count > 1)
        snprintf(out->note, sizeof out->note, "animations: %.900s; %.200s", found.animations, taken);
    const size_t used = strlen(out->note);

    if ((found.note[0] || *left) && used + 16 < sizeof out->note)
        snprintf(out->note + used, sizeof out->note - used, "%sleft out: %s%s%s", used ? "; " : "",
                 found.note, found.note[0] && *left ? ", " : "", left);
    if (assumed[0]) pd_retarget_note(out->note, sizeof out->note, "%s", assumed);
    if (found.times[0]) pd_retarget_note(out->note, sizeof out->note, "%s", found.times);
    pd_motion_faults_note(out->note, sizeof out->note, &out->clip, out->first_frame, own_size(out),
                          !out->is_own);

    return PD_OK;
}

pd_status pd_motion_capture_npz(pd_motion_capture *out, pd_bytes file, const char *name,
                                const pd_smpl_model *model, const pd_motion_capture_options *options,
                                pd_error *err)
{
    char own[PD_MOTION_AMASS_NOTES];
    char *notes = options && options->notes ? options->notes : own;
    pd_retarget_motion *motion = calloc(1, sizeof *motion);

    memset(out, 0, sizeof *out);

    if (!motion) return pd_fail(err, PD_ERR_MEMORY, name, "out of memory to read it");

    /* Read the file onto the joints of the model. */
    pd_status status = pd_motion_amass_load(motion, notes, file, name, options ? options->most_bytes : 0,
                                            model, options ? options->amass : NULL, err);

    /* A capture has only the clip. */
    if (status == PD_OK) {
        free(motion->expressions);
        out->clip = motion->clip;
        out->metres_per_unit = 1;
        out->source = pd_anim_source_of(&out->clip.skeleton);
    }

    free(motion);

    return status;
}

/* Rotates a whole motion. */
static void turn_all(pd_motion_capture *c, pd_quat turn)
{
    for (int t = 0; t < c->clip.frame_count; t++) {
        pd_quat *root = pd_anim_clip_frame(&c->clip, t) + c->clip.skeleton.root;
        *root = pd_q_normalize(pd_q_mul(turn, *root));
        c->clip.roots[t] = pd_q_rotate(turn, c->clip.roots[t]);
    }

    pd_anim_clip_align_signs(&c->clip);
}

/* Turns a motion upright whose world has another axis up than its skeleton at rest, and notes it. facing:
 * rotation from the file's world to the clip's. */
static void stand_up(pd_motion_capture *c, pd_quat facing)
{
    const pd_anim_skeleton *s = &c->clip.skeleton;
    const int samples = c->clip.frame_count < UP_SAMPLES ? c->clip.frame_count : UP_SAMPLES;
    int joints[3];
    int floors[PD_MOTION_UP_COUNT] = {0};
    pd_vec3 sum = {0, 0, 0};

    /* The caller's choice: the smallest rotation that makes this axis vertical. */
    if (c->has_up) {
        const pd_vec3 y = pd_vec3_make(0, 1, 0);
        const pd_vec3 up = pd_q_rotate(pd_q_conjugate(pd_motion_up_turn((pd_motion_up)c->up)), y);
        const pd_vec3 now = pd_q_rotate(facing, up);
        turn_all(c, now.y < -1 + 1e-9 ? pd_motion_up_turn(PD_MOTION_UP_MINUS_Y)
                                      : pd_retarget_answer_align(now, y));
        return;
    }

    for (int i = 0; i < 3; i++) {
        static const int rows[] = {15, 7, 8}; /* head, ankles */
        pd_retarget_answer answer;
        pd_retarget_answer_find(&answer, s, c->source->smpl[rows[i]]);
        joints[i] = answer.stands;
        if (joints[i] < 0) return;
    }

    /* Mean direction from the ankles to the head, and frames with a floor along each axis. */
    for (int i = 0; i < samples; i++) {
        pd_vec3 p[PD_ANIM_MAX_JOINTS];
        double lows[PD_MOTION_UP_COUNT];
        pd_anim_clip_pose(p, NULL, &c->clip, (int)((long long)i * c->clip.frame_count / samples));
        const pd_vec3 way =
            pd_vec3_sub(p[joints[0]], pd_vec3_scale(pd_vec3_add(p[joints[1]], p[joints[2]]), 0.5));
        sum = pd_vec3_add(sum, pd_vec3_unit_or(way, pd_vec3_make(0, 0, 0)));
        for (int a = 0; a < PD_MOTION_UP_COUNT; a++) lows[a] = INFINITY;
        for (int j = 0; j < s->joint_count; j++) {
            const double at[] = {p[j].x, p[j].y, p[j].z, -p[j].x, -p[j].y, -p[j].z};
            for (int a = 0; a < PD_MOTION_UP_COUNT; a++) lows[a] = fmin(lows[a], at[a]);
        }

        for (int a = 0; a < PD_MOTION_UP_COUNT; a++)
            floors[a] += lows[a] > FLOOR_LEAST && lows[a] < FLOOR_MOST;
    }

    sum = pd_vec3_scale(sum, 1.0 / samples);
    const double along[] = {sum.x, sum.y, sum.z, -sum.x, -sum.y, -sum.z};
    int best = 0;
    for (int a = 1; a < PD_MOTION_UP_COUNT; a++)
        if (along[a] > along[best]) best = a;

    /* Somebody who lies or does a handstand on the floor y = 0 does so. */
    if (sum.y > UPRIGHT || !(along[best] > ALONG) || 2 * floors[PD_MOTION_UP_Y] >= samples) return;
    if (2 * floors[best] < samples) {
        pd_retarget_note(
            c->note, sizeof c->note,
            "in the motion the person lies along one axis with y up: read as it is, since no floor "
            "at 0 tells whether another axis is up");
        return;
    }

    turn_all(c, pd_motion_up_turn((pd_motion_up)best));
    pd_retarget_note(
        c->note, sizeof c->note,
        "in the motion the person stands along another axis than at rest, with the feet on its 0: "
        "the motion is turned upright");
}

/* Notes a head that is turned from the chest in every frame. Bones do not show how a head is turned at rest;
 * if it was turned, the whole motion has that rotation too much. */
static void note_head(pd_motion_capture *c)
{
    const pd_anim_skeleton *s = &c->clip.skeleton;
    const int samples = c->clip.frame_count < UP_SAMPLES ? c->clip.frame_count : UP_SAMPLES;
    pd_quat local[PD_ANIM_MAX_JOINTS], rest[PD_ANIM_MAX_JOINTS], q[PD_ANIM_MAX_JOINTS];
    pd_retarget_answer chest, head;
    double least = M_PI;
    double sum = 0;

    if (c->clip.frame_count < HEAD_FRAMES) return;
    pd_retarget_answer_find(&chest, s, c->source->smpl[9]);
    pd_retarget_answer_find(&head, s, c->source->smpl[15]);
    if (chest.from[0] < 0 || head.from[0] < 0) return;
    pd_anim_source_reference(local, s, c->source);
    pd_anim_skeleton_forward(NULL, rest, s, local, pd_vec3_make(0, 0, 0));
    pd_retarget_answer_fit(&chest, rest, pd_q_identity());
    pd_retarget_answer_fit(&head, rest, pd_q_identity());

    for (int i = 0; i < samples; i++) {
        pd_anim_clip_pose(NULL, q, &c->clip, (int)((long long)i * c->clip.frame_count / samples));
        const pd_quat turn = pd_q_mul(pd_q_conjugate(pd_retarget_answer_rotation(&chest, q)),
                                      pd_retarget_answer_rotation(&head, q));
        const double angle = 2 * acos(fmin(fabs(turn.w), 1));
        least = fmin(least, angle);
        sum += angle;
    }

    if (least < HEAD_TURNED) return;
    pd_retarget_note(
        c->note, sizeof c->note,
        "the head is turned from the chest by %.0f degrees on average, never by less than %.0f: it "
        "may be turned in the rest pose, which its bones do not show",
        sum / samples * DEGREES, least * DEGREES);
}

pd_status pd_motion_capture_person(pd_motion_capture *capture, pd_error *err)
{
    pd_anim_clip clip;
    double metres;
    pd_quat facing;
    char note[PD_RETARGET_HUMAN_NOTE] = "";
    const pd_anim_source *known = capture->source;
    const char *missing = known ? pd_anim_source_missing(&capture->clip.skeleton, known, true) : NULL;
    const bool is_as_known = known && !missing && stands_as_source(&capture->clip.skeleton, known);

    if (is_as_known) {
        stand_up(capture, pd_q_identity());
        note_head(capture);
        return PD_OK;
    }

    /* A known skeleton without a joint of a limb is read as any person's, if it is one: otherwise that joint
     * would not move. */
    const pd_status status = pd_retarget_character_person(&clip, &metres, &facing, note, sizeof note,
                                                          &capture->clip, known ? NULL : err);
    if (status != PD_OK) return known ? PD_OK : status;
    if (known && !missing)
        pd_retarget_note(
            capture->note, sizeof capture->note,
            "the skeleton has names of %s, but another rest pose: its joints are found as those of an "
            "unknown one",
            known->name);
    if (missing)
        pd_retarget_note(
            capture->note, sizeof capture->note,
            "the skeleton has names of %s, but not \"%s\": its joints are found as those of an unknown one",
            known->name, missing);

    if (note[0]) pd_retarget_note(capture->note, sizeof capture->note, "%s", note);
    pd_anim_clip_deinit(&capture->clip);
    capture->clip = clip;
    capture->metres_per_unit *= metres;
    capture->source = pd_anim_source_of(&clip.skeleton);
    stand_up(capture, facing);
    note_head(capture);

    return PD_OK;
}

/* ---- files ---- */

static const char *name_in(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Reads an AMC with the skeleton in its folder: "cmu/16/16_01.amc" belongs to "cmu/16/16.asf". */
static pd_status load_amc(pd_motion_capture *out, const char *path, pd_bytes amc,
                          const pd_motion_capture_options *options, pd_error *err)
{
    char skeleton[4096];
    pd_bytes asf;
    const char *name = name_in(path);
    int folder = (int)(name - path);
    int subject = (int)strcspn(name, "_.");
    int length = snprintf(skeleton, sizeof skeleton, "%.*s%.*s.asf", folder, path, subject, name);

    if (length < 0 || (size_t)length >= sizeof skeleton)
        return pd_fail(err, PD_ERR_RANGE, "clip",
                       "the path of the .asf file is too long; at most %zu bytes allowed",
                       sizeof skeleton - 5);

    pd_status status = pd_file_map(&asf, skeleton, err);
    if (status != PD_OK) return status;
    status = pd_motion_capture_amc(out, asf, name_in(skeleton), amc, name_in(path), options, err);
    pd_file_unmap(&asf);

    return status;
}

/* Returns whether a path ends in `ending`, in any case. */
static bool has_ending(const char *path, const char *ending)
{
    const char *dot = strrchr(name_in(path), '.');
    return dot && !strcasecmp(dot, ending);
}

/* Returns what is wrong with a file of that ending, and what to do. */
static const char *refusal_of(const char *path)
{
    static const struct {
        const char *ending, *text;

    } rows[] = {
        {".npy",
         "one array without names; axis-angle poses become an .npz that is read by numpy.savez(\"take.npz\", "
         "poses=a, trans=numpy.zeros((len(a), 3))); joints (22, 3) and features (263) of HumanML3D hold no "
         "rotations of bones"},
        {".csv",
         "a table; posedctl fit reads the markers of Motive and Nexus in it, posedctl clip skeletons that "
         "they export as BVH or FBX"},
        {".tsv",
         "a table; posedctl fit reads the markers of Qualisys in it, posedctl clip skeletons that it exports "
         "as FBX"},
        {".c3d", "markers; posedctl fit makes a motion from them"},
        {".trc", "markers; posedctl fit makes a motion from them"},
        {".json", "no motion of a skeleton; posedctl fit makes one from keypoints"}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (has_ending(path, rows[i].ending)) return rows[i].text;

    return "motion capture is .bvh, .amc beside its .asf, .npz (poses and trans), .pkl and .pt of estimates, "
           "or .fbx, "
           ".glb, .gltf, .vrm and .vrma with an animation, or a .zip of one";
}

pd_status pd_motion_capture_load(pd_motion_capture *out, const char *path,
                                 const pd_motion_capture_options *options, pd_error *err)
{
    pd_bytes file;
    pd_io_bundle bundle = {0};
    static const char *const endings[] = {".zip", ".gltf", ".bvh", ".glb", ".vrm", ".vrma", ".fbx", ".amc"};
    const bool is_bundle = has_ending(path, ".zip") || has_ending(path, ".gltf");
    bool is_known = false;

    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) is_known |= has_ending(path, endings[i]);
    if (!is_known) return pd_fail(err, PD_ERR_UNSUPPORTED, path, "%s", refusal_of(path));

    /* One file of an archive or of a .gltf. */
    pd_status status = pd_file_map(&file, path, err);
    if (status != PD_OK) return status;
    const pd_io_bundle_options how = {.endings = ".fbx .bvh"};
    if (is_bundle) status = pd_io_bundle_open_at(&bundle, file, path, &how, err);
    if (status != PD_OK) {
        pd_file_unmap(&file);
        if (err && *err->where) pd_error_prefix(err, ": ");
        return err ? pd_error_prefix(err, path) : status;
    }

    /* The file's extension decides how it is read. */
    const pd_bytes text = is_bundle ? bundle.file : file;
    const char *name = bundle.entry[0] ? bundle.entry : path;
    if (has_ending(name, ".bvh"))
        status = pd_motion_capture_bvh(out, text, name_in(name), options, err);
    else if (has_ending(name, ".glb") || has_ending(name, ".vrm") || has_ending(name, ".vrma") ||
             has_ending(name, ".gltf"))
        status = pd_motion_capture_glb(out, text, options, err);
    else if (has_ending(name, ".fbx"))
        status = pd_motion_capture_fbx(out, text, name_in(name), options, err);
    else
        status = load_amc(out, path, text, options, err);
    pd_io_bundle_close(&bundle);
    pd_file_unmap(&file);

    return status;
}

void pd_motion_capture_deinit(pd_motion_capture *capture)
{
    pd_anim_clip_deinit(&capture->clip);
    memset(capture, 0, sizeof *capture);
}

/* ---- BVH out ---- */

pd_status pd_motion_capture_write_bvh(pd_buffer *out, const pd_anim_clip *clip, pd_error *err)
{
    pd_bvh bvh = {.joint_count = clip->skeleton.joint_count,
                  .channel_count = 3 + 3 * clip->skeleton.joint_count,
                  .frame_count = clip->frame_count,
                  .frame_seconds = 1 / clip->rate};

    static const unsigned char channels[6] = {PD_BVH_XPOSITION, PD_BVH_YPOSITION, PD_BVH_ZPOSITION,
                                              PD_BVH_ZROTATION, PD_BVH_YROTATION, PD_BVH_XROTATION};
    int place[PD_ANIM_MAX_JOINTS];

    bvh.joints = calloc((size_t)bvh.joint_count, sizeof *bvh.joints);
    bvh.values = malloc((size_t)bvh.frame_count * (size_t)bvh.channel_count * sizeof *bvh.values);
    if (!bvh.joints || !bvh.values) {
        pd_bvh_deinit(&bvh);
        return pd_fail(err, PD_ERR_MEMORY, "bvh", "out of memory for the motion");
    }

    /* Joints in an order in which parents come before their children. */
    for (int i = 0; i < bvh.joint_count; i++) {
        int joint = clip->skeleton.order[i];
        int up = clip->skeleton.parents[joint];
        place[joint] = i;
        PD_ASSERT(up < 0 || place[up] < i);

        pd_bvh_joint *own = &bvh.joints[i];
        *own = (pd_bvh_joint){.parent = up < 0 ? -1 : place[up],
                              .offset = clip->skeleton.offsets[joint],
                              .channel_start = i ? 3 + 3 * i : 0};
        memcpy(own->name, clip->skeleton.names[joint], sizeof own->name);
        own->channel_count = own->parent < 0 ? 6 : 3;
        memcpy(own->channels, own->parent < 0 ? channels : channels + 3, (size_t)own->channel_count);
        own->end = clip->ends[joint];
        own->has_end = pd_vec3_length(own->end) > 0;
    }

    /* BVH requires an End Site in every leaf. A leaf without a tip gets one at the joint itself. */
    for (int j = 0; j < bvh.joint_count; j++) {
        int children = 0;
        for (int c = j + 1; c < bvh.joint_count; c++) children += bvh.joints[c].parent == j;
        if (!children) bvh.joints[j].has_end = 1;
    }

    /* Channels: the root's position, then all rotations. */
    for (int t = 0; t < clip->frame_count; t++) {
        double *row = bvh.values + (size_t)t * (size_t)bvh.channel_count;
        memcpy(row, &clip->roots[t], 3 * sizeof *row);
        for (int i = 0; i < bvh.joint_count; i++)
            pd_bvh_zyx_deg(row + 3 + 3 * i, pd_anim_clip_frame(clip, t)[clip->skeleton.order[i]]);
    }

    const pd_status status = pd_bvh_write(out, &bvh, err);
    pd_bvh_deinit(&bvh);
    return status;
}
