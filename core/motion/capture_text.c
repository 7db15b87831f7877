#include "core/motion/capture_parts.h"

#include "core/base/assert.h"
#include "core/base/text/length.h"
#include "core/io/mocap/asf.h"
#include "core/io/mocap/bvh.h"
#include "core/motion/amass.h"
#include "core/motion/faults.h"
#include "core/retarget/character/note.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define INCH         0.0254
/* Largest extent of a person in inches: beyond it centimetres are meant, which are far more common, and the
 * person is a child. */
#define INCHES_MOST  2.1
/* Extents of people, metres. Beyond them a known skeleton has another unit than its source's. */
#define PERSON_LEAST 0.8
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

static const pd_motion_capture_options no_options;

/* Returns the first frame of the motion. Some sources begin with frames that are not part of it. */
static int first_frame(const pd_motion_capture *out, const pd_anim_skeleton *skeleton,
                       const pd_motion_capture_options *options, int frame_count)
{
    int first = 0;

    if (out->source && !options->keep_all_frames)
        first = out->source->first_frame + (options->keep_slide ? 0 : out->source->slide);
    return first < frame_count && first && pd_motion_capture_person_stands(skeleton, out->source) ? first : 0;
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

/* Returns metres per unit of a skeleton, and notes what was assumed. usual: unit of its source or format,
 * which holds unless a whole figure would not be as large as a person (then the file was scaled); 0: none.
 * Otherwise the one that makes the figure nearest to a person is taken. */
static double unit_of(pd_motion_capture *out, const pd_anim_skeleton *skeleton, double usual)
{
    const double extent = pd_motion_capture_extent(skeleton);
    const double usual_extent = extent * usual;

    if (usual > 0 && ((out->source && pd_anim_source_missing(skeleton, out->source, false)) ||
                      (usual_extent >= PERSON_LEAST && usual_extent <= PERSON_MOST)))
        return usual;

    /* The nearest unit. */
    const pd_length_unit *unit = extent > 0 ? pd_length_unit_for(extent / PD_MOTION_CAPTURE_PERSON) : NULL;
    if (unit && !strcmp(unit->name, "in") && extent * unit->metres > INCHES_MOST)
        unit = pd_length_unit_named("cm");
    if (!unit) unit = pd_length_unit_named(extent < PD_MOTION_CAPTURE_PERSON ? "m" : "mm");
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

/* Returns the largest angle of a joint between two frames,
 * or between frame `to` and the rest pose (from -1), degrees. */
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
