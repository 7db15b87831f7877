/* Reads motion from files with a person's skeleton: onto SMPL's joints, or onto the character's own. */
#include "core/retarget/character.h"

#include "core/base/assert.h"
#include "core/retarget/character/human_clip.h"
#include "core/retarget/character/note.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Tolerance of joint positions in the comparison of two skeletons, as a fraction of the longest bone. */
#define SAME_BONE  1e-2
#define STANDS     64 /* largest number of frames that are tried for a pose that stands */
/* Largest deviation of a frame that may replace a rest pose whose bones are known: that of a T-pose in the
 * motion, not of a step. */
#define STANDING   0.3
/* Least distance of a knee that counts as bent from the line between hip and ankle, relative to the length
 * of that line. */
#define LEAST_BEND 0.02
#define KNEES      0.8  /* part of the bends that point backwards in a figure whose sides are exchanged */
#define ARMS       60.0 /* degrees by which arms may differ in a pose that stands */
#define BETTER     0.5  /* deviation from standing of such a frame, relative to that of the rest pose */

/* A motion of a skeleton: a clip, or the animation of a file's skin. */
typedef struct moving_figure {
    const pd_anim_skeleton *skeleton;
    const char *const *names; /* (K) */
    const pd_anim_clip *clip; /* or NULL */
    const pd_retarget_skin *skin;
    const pd_io_gltf_clip *keys;
    int frame_count;
} moving_figure;

/* Computes world rotations (the identity at rest) and positions (K) in a frame. */
static void pose_at(pd_quat *world, pd_vec3 *at, const moving_figure *m, int t)
{
    if (m->clip)
        pd_anim_clip_pose(at, world, m->clip, t);
    else
        pd_retarget_skin_pose(world, at, m->skin, m->keys, t);
}

/* A person's motion: what is read, and the world rotations (K)
 * of the frame whose pose stands for the rest pose. */
typedef struct standing_pose {
    pd_retarget_match match;
    pd_retarget_human_clip human;
    pd_quat turns[PD_ANIM_MAX_JOINTS];
    int frame; /* -1: the rest pose itself */
} standing_pose;

/* Takes the pose of a frame for the rest pose. joints: the bones' joints, or NULL. */
static pd_status stand_as(standing_pose *out, const moving_figure *m, int frame, const int *joints,
                          pd_error *err)
{
    const pd_anim_skeleton *s = m->skeleton;
    pd_anim_skeleton rest = *s;
    pd_vec3 at[PD_ANIM_MAX_JOINTS];

    pose_at(out->turns, at, m, frame);
    for (int k = 0; k < s->joint_count; k++)
        if (s->parents[k] >= 0) rest.offsets[k] = pd_q_rotate(out->turns[s->parents[k]], s->offsets[k]);
    out->frame = frame;
    const pd_retarget_match_job job = {.skeleton = &rest, .names = m->names, .bones = NULL, .wanted = joints};
    const pd_status status = pd_retarget_match_run(&out->match, &job, err);

    return status ? status : pd_retarget_human_clip_init_posed(&out->human, &rest, &out->match, err);
}

/* Replaces a rest pose that does not stand by a frame that does much better, if there is one. is_found:
 * `best` has a person at rest. */
static void find_standing(standing_pose *best, bool *is_found, const moving_figure *m, const int *joints)
{
    standing_pose *other = malloc(sizeof *other);
    const int tries = m->frame_count < STANDS ? m->frame_count : STANDS;
    double least = *is_found ? fmin(STANDING, BETTER * best->human.deviation) : INFINITY;
    pd_error none;

    for (int i = 0; other && i < tries; i++) {
        const int frame = tries > 1 ? (int)((long long)i * (m->frame_count - 1) / (tries - 1)) : 0;
        if (stand_as(other, m, frame, joints, &none) != PD_OK) continue;
        const double deviation = fmax(other->human.deviation, other->human.arms / ARMS);
        if (deviation < least) {
            *best = *other;
            *is_found = true;
            least = deviation;
        }
    }

    free(other);
    if (*is_found && best->frame >= 0)
        pd_retarget_note(
            best->human.note, sizeof best->human.note,
            "the rest pose is not that of a person who stands: the pose of frame %d is taken for it",
            best->frame);
}

/* Returns how the knees bend in the motion: 1 all forwards,
 * -1 all backwards, 0 without bends that show it. */
static double knees_forwards(const standing_pose *as, const moving_figure *m)
{
    const int *joints = as->match.joints;
    const int tries = m->frame_count < STANDS ? m->frame_count : STANDS;
    double sum = 0, all = 0;

    for (int i = 0; i < tries; i++) {
        pd_quat world[PD_ANIM_MAX_JOINTS];
        pd_vec3 at[PD_ANIM_MAX_JOINTS];
        pose_at(world, at, m, (int)((long long)i * m->frame_count / tries));
        const pd_vec3 front =
            pd_q_rotate(world[joints[PD_HUMAN_HIPS]],
                        pd_q_rotate(pd_q_conjugate(as->match.facing), pd_vec3_make(0, 0, 1)));
        for (int s = 0; s < 2; s++) {
            const pd_vec3 hip = at[joints[s ? PD_HUMAN_R_UPPER_LEG : PD_HUMAN_L_UPPER_LEG]];
            const pd_vec3 knee = at[joints[s ? PD_HUMAN_R_LOWER_LEG : PD_HUMAN_L_LOWER_LEG]];
            const pd_vec3 ankle = at[joints[s ? PD_HUMAN_R_FOOT : PD_HUMAN_L_FOOT]];
            const pd_vec3 leg = pd_vec3_sub(ankle, hip);
            const double length = pd_vec3_length(leg);
            const pd_vec3 bend = pd_vec3_reject(pd_vec3_sub(knee, hip), pd_vec3_unit_or(leg, front));
            if (pd_vec3_length(bend) < LEAST_BEND * length) continue;
            sum += pd_vec3_dot(bend, front);
            all += pd_vec3_length(bend);
        }
    }

    return all > 0 ? sum / all : 0;
}

/* Exchanges left and right of a skeleton without toes if by its names all knees bend backwards. With toes
 * the match does so. */
static void exchange_by_knees(standing_pose *as, const moving_figure *m)
{
    static const int pairs[][2] = {{PD_HUMAN_L_SHOULDER, PD_HUMAN_R_SHOULDER},
                                   {PD_HUMAN_L_UPPER_ARM, PD_HUMAN_R_UPPER_ARM},
                                   {PD_HUMAN_L_LOWER_ARM, PD_HUMAN_R_LOWER_ARM},
                                   {PD_HUMAN_L_HAND, PD_HUMAN_R_HAND},
                                   {PD_HUMAN_L_UPPER_LEG, PD_HUMAN_R_UPPER_LEG},
                                   {PD_HUMAN_L_LOWER_LEG, PD_HUMAN_R_LOWER_LEG},
                                   {PD_HUMAN_L_FOOT, PD_HUMAN_R_FOOT}};
    int joints[PD_ANIM_HUMAN_COUNT];
    pd_error none;

    if (as->frame >= 0 || as->match.joints[PD_HUMAN_L_TOES] >= 0 || as->match.joints[PD_HUMAN_R_TOES] >= 0)
        return;
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
        joints[b] = as->match.joints[b];
        if (as->match.by[b] == PD_MATCH_VRM) return;
    }

    if (knees_forwards(as, m) > -KNEES) return;

    standing_pose *other = malloc(sizeof *other);
    if (!other) return;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        joints[pairs[i][0]] = as->match.joints[pairs[i][1]];
        joints[pairs[i][1]] = as->match.joints[pairs[i][0]];
    }

    const pd_retarget_match_job job = {
        .skeleton = m->skeleton, .names = m->names, .bones = NULL, .wanted = joints};
    other->frame = -1;
    if (pd_retarget_match_run(&other->match, &job, &none) == PD_OK &&
        pd_retarget_human_clip_init(&other->human, m->skeleton, &other->match, &none) == PD_OK) {
        *as = *other;
        pd_retarget_note(as->human.note, sizeof as->human.note,
                         "left and right are exchanged: by their names the knees would bend backwards");
    }

    free(other);
}

/* Notes that the match exchanged left and right, which is a doubt at the hips. */
static void note_exchange(standing_pose *as)
{
    const char *doubt = as->match.doubts[PD_HUMAN_HIPS];
    if (strstr(doubt, "exchanged")) pd_retarget_note(as->human.note, sizeof as->human.note, "%s", doubt);
}

/* Converts each frame to a pose of the person. */
static pd_status convert_clip(pd_anim_clip *out, double *metres, const standing_pose *as,
                              const moving_figure *m, double rate, pd_error *err)
{
    const pd_status status = pd_anim_clip_init(out, &as->human.skeleton, m->frame_count, rate, err);

    if (status != PD_OK) return status;
    for (int t = 0; t < m->frame_count; t++) {
        pd_quat world[PD_ANIM_MAX_JOINTS];
        pd_vec3 at[PD_ANIM_MAX_JOINTS];
        pose_at(world, at, m, t);
        for (int k = 0; as->frame >= 0 && k < m->skeleton->joint_count; k++)
            world[k] = pd_q_mul(world[k], pd_q_conjugate(as->turns[k]));
        pd_retarget_human_clip_frame(pd_anim_clip_frame(out, t), &out->roots[t], &as->human, world,
                                     at[as->human.hips]);
    }

    pd_anim_clip_align_signs(out);
    *metres = as->human.metres;

    return PD_OK;
}

/* Reads an animation of a matched character as the motion of a person. */
static pd_status capture_clip(pd_anim_clip *out, double *metres, const pd_retarget_skin *skin,
                              const pd_retarget_match *match, pd_bytes file,
                              const pd_io_gltf_clip_options *options, pd_error *err)
{
    const char *names[PD_ANIM_MAX_JOINTS];
    pd_io_gltf_clip keys;
    standing_pose *as = malloc(sizeof *as);

    if (!as) return pd_fail(err, PD_ERR_MEMORY, "/character", "out of memory for its motion");

    as->match = *match;
    as->frame = -1;
    pd_status status = pd_retarget_human_clip_init(&as->human, &skin->skeleton, match, err);

    /* Sample the animation of the nodes at the rate. */
    if (status == PD_OK) status = pd_retarget_skin_keys(&keys, skin, file, options, err);
    if (status != PD_OK) {
        free(as);
        return status;
    }

    for (int k = 0; k < skin->skeleton.joint_count; k++) names[k] = skin->joints[k].name;
    const moving_figure m = {.skeleton = &skin->skeleton,
                             .names = names,
                             .skin = skin,
                             .keys = &keys,
                             .frame_count = keys.frame_count};
    bool is_found = true;
    if (as->human.deviation > 1) find_standing(as, &is_found, &m, match->joints);
    exchange_by_knees(as, &m);
    note_exchange(as);

    status = convert_clip(out, metres, as, &m, options->rate, err);
    if (status == PD_OK && options->note && as->human.note[0])
        pd_retarget_note(options->note, PD_IO_GLTF_CLIP_NOTE, "%s", as->human.note);
    pd_io_gltf_clip_deinit(&keys);
    free(as);

    return status;
}

pd_status pd_retarget_character_capture(pd_anim_clip *out, double *metres, pd_bytes file,
                                        const pd_io_gltf_clip_options *options, pd_error *err)
{
    const pd_io_skin_options skin_options = {
        .skin = -1, .json_memory = options->json_memory, .take = PD_IO_TAKE_MOVED};
    pd_retarget_skin skin;
    pd_retarget_match match;
    memset(out, 0, sizeof *out);
    pd_status status = pd_retarget_character_read(&skin, &match, file, &skin_options, NULL, 0, err);
    if (status == PD_OK) status = capture_clip(out, metres, &skin, &match, file, options, err);
    pd_retarget_skin_deinit(&skin);

    return status;
}

/* Returns a joint's name without a prefix such as "mixamorig:". */
static const char *without_prefix(const char *name)
{
    const char *colon = strrchr(name, ':');
    return colon ? colon + 1 : name;
}

/* Finds the joint of `from` for each joint of `to`, and the size of `to` relative to `from`. Returns false
 * if the skeletons differ. joints (K of to). */
static bool same_skeleton(int *joints, double *scale, const pd_retarget_skin *from,
                          const pd_retarget_skin *to)
{
    const pd_anim_skeleton *a = &from->skeleton;
    const pd_anim_skeleton *b = &to->skeleton;
    double from_length = 0, to_length = 0, longest = 0;

    if (!from->joints || !to->joints || pd_q_angle(from->root_turn, to->root_turn) > 1e-6) return false;

    /* Compare names and parents, and add up the lengths of bones.
     * A parent comes before its children in `order`. */
    for (int i = 0; i < b->joint_count; i++) {
        const int k = b->order[i];
        const int up = b->parents[k];
        joints[k] = -1;
        for (int j = 0; j < a->joint_count && joints[k] < 0; j++)
            if (!strcmp(without_prefix(from->joints[j].name), without_prefix(to->joints[k].name)))
                joints[k] = j;
        if (joints[k] < 0) return false;
        if (up < 0) continue;
        if (a->parents[joints[k]] != joints[up]) return false;
        from_length += pd_vec3_length(a->offsets[joints[k]]);
        to_length += pd_vec3_length(b->offsets[k]);
        longest = fmax(longest, pd_vec3_length(b->offsets[k]));
    }

    if (from_length < 1e-9) return false;

    /* Compare the offsets at rest, up to the scale. */
    *scale = to_length / from_length;
    for (int k = 0; k < b->joint_count; k++)
        if (b->parents[k] >= 0 && pd_vec3_distance(pd_vec3_scale(a->offsets[joints[k]], *scale),
                                                   b->offsets[k]) > SAME_BONE * longest)
            return false;

    return true;
}

/* Copies an animation that was read for the joints of `from` to a clip of the skeleton of `to`. */
static pd_status copy_frames(pd_anim_clip *out, const pd_retarget_skin *to, int hips, const int *joints,
                             double scale, const pd_retarget_skin *from, const pd_io_gltf_clip *keys,
                             double rate, pd_error *err)
{
    const pd_anim_skeleton *s = &to->skeleton;
    const pd_status status = pd_anim_clip_init(out, s, keys->frame_count, rate, err);

    if (status != PD_OK) return status;

    for (int t = 0; t < keys->frame_count; t++) {
        pd_quat world[PD_ANIM_MAX_JOINTS];
        pd_quat *locals = pd_anim_clip_frame(out, t);
        pd_vec3 at[PD_ANIM_MAX_JOINTS], own[PD_ANIM_MAX_JOINTS];
        pd_retarget_skin_pose(world, at, from, keys, t);
        for (int k = 0; k < s->joint_count; k++) {
            const int up = s->parents[k];
            const pd_quat turn = world[joints[k]];
            locals[k] = up < 0 ? turn : pd_q_normalize(pd_q_inv_mul(world[joints[up]], turn));
        }

        /* Move the root so that the hips are in place. In many files the animation moves the hips and not
         * the root above them. */
        out->roots[t] = pd_vec3_scale(at[joints[s->root]], scale);
        pd_anim_skeleton_forward(own, NULL, &out->skeleton, locals, out->roots[t]);
        out->roots[t] =
            pd_vec3_add(out->roots[t], pd_vec3_sub(pd_vec3_scale(at[joints[hips]], scale), own[hips]));
    }

    pd_anim_clip_align_signs(out);

    return PD_OK;
}

pd_status pd_retarget_character_own_clip(pd_anim_clip *out, bool *is_own, const pd_retarget_skin *skin,
                                         const pd_retarget_match *match, pd_bytes file,
                                         const pd_io_gltf_clip_options *options, pd_error *err)
{
    const pd_io_skin_options skin_options = {
        .skin = -1, .json_memory = options->json_memory, .take = PD_IO_TAKE_MOVED};
    int joints[PD_ANIM_MAX_JOINTS];
    double scale;
    pd_retarget_skin from;
    pd_retarget_match ignored;
    pd_io_gltf_clip keys;
    memset(out, 0, sizeof *out);
    *is_own = false;
    pd_status status = pd_retarget_character_read(&from, &ignored, file, &skin_options, NULL, 0, err);
    if (status == PD_OK && same_skeleton(joints, &scale, &from, skin)) {
        status = pd_retarget_skin_keys(&keys, &from, file, options, err);
        if (status == PD_OK) {
            status = copy_frames(out, skin, match->joints[PD_HUMAN_HIPS], joints, scale, &from, &keys,
                                 options->rate, err);
            pd_io_gltf_clip_deinit(&keys);
        }

        *is_own = status == PD_OK;
    }

    pd_retarget_skin_deinit(&from);

    return status;
}

pd_status pd_retarget_character_person(pd_anim_clip *out, double *metres, pd_quat *facing, char *note,
                                       size_t note_bytes, const pd_anim_clip *clip, pd_error *err)
{
    const pd_anim_skeleton *skeleton = &clip->skeleton;
    const char *names[PD_ANIM_MAX_JOINTS];
    standing_pose *as = malloc(sizeof *as);

    memset(out, 0, sizeof *out);
    if (!as) return pd_fail(err, PD_ERR_MEMORY, "clip", "out of memory to find its joints");

    /* Match the clip's own skeleton by its names. In files of Maya and MotionBuilder the pose without
     * rotations is often none of a person: bones lie along their own axis there. Then a frame that stands
     * takes its place. */
    for (int k = 0; k < skeleton->joint_count; k++) names[k] = skeleton->names[k];
    const pd_retarget_match_job job = {.skeleton = skeleton, .names = names, .bones = NULL, .wanted = NULL};
    const moving_figure m = {
        .skeleton = skeleton, .names = names, .clip = clip, .frame_count = clip->frame_count};
    as->frame = -1;
    pd_status status = pd_retarget_match_run(&as->match, &job, err);
    if (status == PD_OK) status = pd_retarget_human_clip_init(&as->human, skeleton, &as->match, err);
    bool is_found = status == PD_OK;
    if (!is_found || as->human.deviation > 1) find_standing(as, &is_found, &m, NULL);

    if (is_found) {
        exchange_by_knees(as, &m);
        note_exchange(as);
    }

    if (is_found) status = convert_clip(out, metres, as, &m, clip->rate, err);
    if (is_found) *facing = as->human.facing;
    if (status == PD_OK && as->human.note[0]) pd_retarget_note(note, note_bytes, "%s", as->human.note);
    free(as);

    return status;
}
