#include "core/retarget/character.h"

#include "core/base/assert.h"
#include "core/anim/biped.h"
#include "core/io/mesh/gltf_animate.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOVES     1e-5 /* radians: a node that turns by less is at rest */
#define SKELETONS 8    /* largest number of skeletons of a file that are tried */

/* ---- the match ---- */

/* Checks that every matched joint can be moved, which scales above it may prevent. Optional bones that
 * cannot are omitted from the match. */
static pd_status check_scales(pd_retarget_match *match, const pd_retarget_skin *skin, pd_error *err)
{
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
        if (match->joints[b] < 0) continue;
        const pd_status status = pd_retarget_skin_movable(skin, match->joints[b], err);
        if (status == PD_OK) continue;
        if (pd_retarget_match_is_required((pd_anim_human)b) || match->by[b] == PD_MATCH_REQUEST)
            return status;
        match->joints[b] = -1;
        match->by[b] = PD_MATCH_NONE;
        snprintf(match->doubts[b], PD_RETARGET_DOUBT_BYTES,
                 "its joint is below a scale that is not the same positive one on all axes: left out");
    }

    return PD_OK;
}

pd_status pd_retarget_character_match(pd_retarget_match *out, const pd_retarget_skin *skin,
                                      const pd_retarget_character_wanted *wanted, int count, pd_error *err)
{
    const char *names[PD_ANIM_MAX_JOINTS], *bones[PD_ANIM_MAX_JOINTS];
    int joints[PD_ANIM_HUMAN_COUNT];
    char where[64];

    /* List the names of the character's joints, and the bones that a VRM names. */
    for (int k = 0; k < skin->skeleton.joint_count; k++) {
        names[k] = skin->joints ? skin->joints[k].name : skin->skeleton.names[k];
        bones[k] = skin->joints ? skin->joints[k].bone : "";
    }

    /* Set the joints that the caller has chosen for bones, and omit the bones that it has left out. */
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) joints[b] = PD_MATCH_OPEN;
    for (int i = 0; i < count; i++) {
        const pd_anim_human bone = pd_retarget_human_of(wanted[i].bone);
        snprintf(where, sizeof where, "/match/%.32s", wanted[i].bone);
        if (bone == PD_HUMAN_NONE)
            return pd_fail(err, PD_ERR_INVALID, where,
                           "not a bone of a humanoid; Hips, Spine, LeftUpperArm ... allowed");
        joints[bone] = wanted[i].joint ? pd_retarget_skin_find(skin, wanted[i].joint) : PD_MATCH_OMIT;
        if (wanted[i].joint && joints[bone] < 0)
            return pd_fail(err, PD_ERR_INVALID, where,
                           "no joint \"%.64s\"; one of the character's %d joints expected", wanted[i].joint,
                           skin->skeleton.joint_count);
    }

    /* Match the rest by names and shape. */
    const pd_retarget_match_job job = {
        .skeleton = &skin->skeleton, .names = names, .bones = skin->vrm ? bones : NULL, .wanted = joints};
    const pd_status status = pd_retarget_match_run(out, &job, err);
    if (status == PD_OK) return check_scales(out, skin, err);

    /* No person was found. If most joints are below an uneven or mirroring scale, which distorts the
     * shape, that scale is reported as the reason. */
    int uneven = 0, first = -1;
    for (int k = 0; skin->joints && k < skin->skeleton.joint_count; k++) {
        if (skin->joints[k].uneven < 0) continue;
        first = uneven++ ? first : k;
    }

    return 2 * uneven > skin->skeleton.joint_count ? pd_retarget_skin_movable(skin, first, err) : status;
}

/* Reads a character with the joints that options->take names. */
static pd_status read_taken(pd_retarget_skin *skin, pd_retarget_match *match, pd_bytes file,
                            const pd_io_skin_options *options, const pd_retarget_character_wanted *wanted,
                            int count, pd_error *err)
{
    pd_io_skin_options one = *options;
    pd_error first, none;
    int chosen = 0;

    /* Try the skeleton of the first choice. With a VRM or a single skeleton there is no other. */
    pd_status status = pd_retarget_skin_read(skin, file, &one, err);
    if (status != PD_OK) return status;
    status = pd_retarget_character_match(match, skin, wanted, count, &first);
    if (skin->vrm || skin->skeleton_count == 1) {
        if (status != PD_OK && err) *err = first;
        return status;
    }

    /* Try the next largest skeletons: hair and held objects may have more joints than the person. */
    const int all = skin->skeleton_count < SKELETONS ? skin->skeleton_count : SKELETONS;
    while (status != PD_OK && ++chosen < all) {
        pd_retarget_skin other;
        one.skeleton = chosen;
        if (pd_retarget_skin_read(&other, file, &one, &none) != PD_OK) continue;
        const bool is_found = pd_retarget_character_match(match, &other, wanted, count, &none) == PD_OK;
        if (is_found) {
            pd_retarget_skin_deinit(skin);
            *skin = other;
            status = PD_OK;
        }

        if (!is_found) pd_retarget_skin_deinit(&other);
    }

    if (status != PD_OK) {
        if (err) *err = first;
        return status;
    }

    /* A caller that names the hips has chosen one of several people. */
    for (int i = 0; i < count; i++)
        if (wanted[i].joint && pd_retarget_human_of(wanted[i].bone) == PD_HUMAN_HIPS) return PD_OK;

    /* A second person among the other skeletons makes the request ambiguous. */
    for (int i = 0; status == PD_OK && i < all; i++) {
        pd_retarget_skin other;
        pd_retarget_match second;
        one.skeleton = i;
        if (i == chosen || pd_retarget_skin_read(&other, file, &one, &none) != PD_OK) continue;
        if (pd_retarget_character_match(&second, &other, NULL, 0, &none) == PD_OK)
            status =
                pd_fail(err, PD_ERR_INVALID, "/match",
                        "two people: \"%.32s\" and \"%.32s\" are the hips of joints of several trees; one "
                        "is expected, or Hips= of the one that is meant",
                        skin->joints[match->joints[PD_HUMAN_HIPS]].name,
                        other.joints[second.joints[PD_HUMAN_HIPS]].name);
        pd_retarget_skin_deinit(&other);
    }

    return status;
}

/* Returns the number of bones that have a joint. */
static int count_bones(const pd_retarget_match *match)
{
    int found = 0;
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) found += match->joints[b] >= 0;
    return found;
}

pd_status pd_retarget_character_read(pd_retarget_skin *skin, pd_retarget_match *match, pd_bytes file,
                                     const pd_io_skin_options *options,
                                     const pd_retarget_character_wanted *wanted, int count, pd_error *err)
{
    pd_io_skin_options one = *options;
    pd_retarget_match other;
    pd_retarget_skin wide;
    pd_error first, second;

    /* The joints of the skins are enough if they are a person whom no animation moves beside them. */
    one.take = PD_IO_TAKE_BOUND;
    const pd_status bound = read_taken(skin, match, file, &one, wanted, count, &first);
    const bool is_enough = bound == PD_OK && !(options->take == PD_IO_TAKE_MOVED && skin->moved_beside);
    const bool is_final = bound == PD_ERR_MEMORY || skin->vrm || options->take == PD_IO_TAKE_BOUND;
    if (is_enough || is_final) {
        if (bound != PD_OK && err) *err = first;
        return bound;
    }

    /* Take more nodes as joints, and use them if they have more of a person. */
    const pd_status wider = read_taken(&wide, &other, file, options, wanted, count, &second);
    if (wider == PD_OK && (bound != PD_OK || count_bones(&other) > count_bones(match))) {
        pd_retarget_skin_deinit(skin);
        *skin = wide;
        *match = other;
        return PD_OK;
    }

    /* Report the joints of the skins, or, without a skin, the nodes. */
    const bool has_skin = skin->joints != NULL;
    if (bound == PD_OK || has_skin) {
        pd_retarget_skin_deinit(&wide);
        if (bound != PD_OK && err) *err = first;
        return bound;
    }

    *skin = wide;
    if (skin->skeleton.joint_count < PD_RETARGET_FEWEST) {
        if (err) *err = first;
        return bound;
    }

    return pd_fail(err, wider, "/match", "the file has no skin, and its nodes are no skeleton: %.250s",
                   second.detail);
}

/* ---- motion ---- */

/* Moves eyes and shapes of frame t. next: number of the requests that have begun. */
static void enliven_frame(pd_retarget_own_live *live, int *next, const pd_retarget_character_life *life,
                          pd_retarget_drive *drive, int t, double rate)
{
    for (; *next < life->goal_count && life->goal_frames[*next] <= t; (*next)++)
        pd_retarget_own_live_set(live, life->face, &life->goals[*next]);
    if (life->shown) pd_retarget_own_live_behave(live, life->face, drive, &life->shown[t]);
    pd_retarget_own_live_step(live, life->face, drive, life->looks ? &life->looks[t] : NULL, 1 / rate);
    if (life->visemes)
        memcpy(live->visemes, life->visemes + (size_t)t * PD_RETARGET_LIPS_VISEMES, sizeof live->visemes);
    if (life->weights)
        pd_retarget_own_live_weights(life->weights + (size_t)t * (size_t)life->face->shapes.count, live,
                                     life->face);
}

pd_status pd_retarget_character_clip(pd_anim_clip *out, const pd_retarget_skin *skin,
                                     const pd_retarget_match *match, const pd_anim_clip *motion,
                                     const pd_anim_track *track, const pd_retarget_character_life *life,
                                     pd_error *err)
{
    const pd_anim_skeleton *skeleton = &skin->skeleton;
    const size_t joints = (size_t)skeleton->joint_count;
    pd_retarget_drive *drive = malloc(sizeof *drive);
    pd_retarget_own_live *live = calloc(1, sizeof *live);
    int next = 0;

    /* Transfer the motion frame by frame. */
    memset(out, 0, sizeof *out);
    if (!drive || !live) {
        free(live);
        free(drive);
        return pd_fail(err, PD_ERR_MEMORY, "/character", "out of memory to drive it");
    }

    if (life) live->alive.seed = life->seed;
    pd_status status = pd_retarget_drive_init(
        drive, skeleton, match, NAN, track ? PD_RETARGET_OWN_SIZE : PD_RETARGET_SOURCE_SIZE,
        &motion->skeleton, track ? track->toe_rest_height : PD_ANIM_BIPED_TOE, err);
    if (status == PD_OK) status = pd_anim_clip_init(out, skeleton, motion->frame_count, motion->rate, err);
    for (int t = 0; status == PD_OK && t < motion->frame_count; t++) {
        pd_retarget_drive_frame frame = {.rotations = pd_anim_clip_frame(motion, t),
                                         .translation = motion->roots[t]};

        /* Without a track the facing is the forward direction of the hips. */
        const pd_vec3 front = pd_q_rotate(frame.rotations[motion->skeleton.root], pd_vec3_make(0, 0, 1));
        frame.yaw = atan2(front.x, front.z);
        if (track) {
            frame.ground[0] = (double)track->ground[2 * t];
            frame.ground[1] = (double)track->ground[2 * t + 1];
            frame.floor = (double)track->root[3 * t + 1];
            if (track->seated) frame.seated = (double)track->seated[t];
            frame.yaw = atan2((double)track->facing[2 * t], (double)track->facing[2 * t + 1]);
        }

        pd_retarget_drive_step(drive, &frame);
        if (life) enliven_frame(live, &next, life, drive, t, motion->rate);
        memcpy(pd_anim_clip_frame(out, t), drive->rotations, joints * sizeof *drive->rotations);
        out->roots[t] = drive->root;
    }

    free(live);
    free(drive);
    if (status == PD_OK) pd_anim_clip_align_signs(out);

    return status;
}

void pd_retarget_character_hang(pd_anim_clip *clip, const pd_retarget_carry *carry)
{
    pd_quat turned[PD_ANIM_MAX_JOINTS];

    if (!carry || !carry->count) return;

    /* Keep the world rotations of carried joints, and make their local
     * rotations relative to their new parents. */
    for (int t = 0; t < clip->frame_count; t++) {
        pd_quat *locals = pd_anim_clip_frame(clip, t);
        pd_anim_skeleton_forward(NULL, turned, &clip->skeleton, locals, pd_vec3_make(0, 0, 0));
        for (int i = 0; i < carry->count; i++)
            locals[carry->joints[i]] =
                pd_q_normalize(pd_q_inv_mul(turned[carry->by[i]], turned[carry->joints[i]]));
    }

    const pd_vec3 root = clip->skeleton.offsets[clip->skeleton.root];
    clip->skeleton = carry->tree;
    clip->skeleton.offsets[clip->skeleton.root] = root;
    pd_anim_clip_align_signs(clip);
}

/* ---- the file ---- */

/* Makes a track for each joint: rotations relative to the node's parent, with continuous signs. A joint at
 * rest gets one key. tracks (K); rotations (K, frames) receives the keys; places (frames): translations of
 * the root. Returns the number of tracks. */
static int make_tracks(pd_io_node_track *tracks, pd_quat *rotations, const pd_vec3 *places,
                       const pd_retarget_skin *skin, const pd_anim_clip *clip)
{
    const int joints = skin->skeleton.joint_count;
    const int root = skin->skeleton.root;
    const size_t frames = (size_t)clip->frame_count;
    int count = 0;

    for (int k = 0; k < joints; k++) {
        const pd_retarget_skin_joint *joint = &skin->joints[k];
        pd_quat *keys = rotations + (size_t)k * frames;
        int is_still = 1;
        for (int t = 0; t < clip->frame_count; t++) {
            const pd_quat local = pd_anim_clip_frame(clip, t)[k];
            keys[t] = pd_q_normalize(pd_q_mul(pd_q_inv_mul(joint->above, local), joint->rest));
            if (t && pd_q_dot(keys[t], keys[t - 1]) < 0)
                keys[t] = pd_q_fma((pd_quat){0, 0, 0, 0}, -1, keys[t]);
            is_still = is_still && pd_q_angle(keys[t], keys[0]) < MOVES;
        }

        /* Skip joints that are scaled unevenly or sheared, because no rotation describes them. */
        if (k != root && (joint->uneven >= 0 || joint->sheared)) continue;
        tracks[count++] = (pd_io_node_track){.translations = k == root ? places : NULL,
                                             .node = joint->node,
                                             .rotations = keys,
                                             .key_count = is_still && k != root ? 1 : clip->frame_count};
    }

    PD_ASSERT(count <= joints);

    return count;
}

/* Computes places (1 + carried, frames): translations of the root and of the carried joints, which do not
 * move with the parents of their nodes. */
static void fill_places(pd_vec3 *places, const pd_retarget_skin *skin, const pd_retarget_carry *carry,
                        const pd_anim_clip *clip)
{
    const int root = skin->skeleton.root;
    const int carried = carry ? carry->count : 0;
    const size_t frames = (size_t)clip->frame_count;

    PD_ASSERT(carried <= PD_RETARGET_CARRIED);

    for (size_t t = 0; t < frames; t++)
        places[t] = pd_retarget_skin_root_translation(
            skin, pd_vec3_sub(clip->roots[t], skin->skeleton.offsets[root]));
    for (int t = 0; t < clip->frame_count && carried; t++) {
        pd_vec3 at[PD_RETARGET_CARRIED];
        pd_retarget_carry_places(at, carry, &skin->skeleton, pd_anim_clip_frame(clip, t));
        for (int i = 0; i < carried; i++)
            places[(size_t)(1 + i) * frames + (size_t)t] =
                pd_retarget_skin_translation(skin, carry->joints[i], at[i]);
    }
}

/* Makes a track of weights for each mesh of which a target moves. weights: memory for all of them. Returns
 * the number of tracks. */
static int shape_tracks(pd_io_node_track *tracks, float *weights, const pd_retarget_character_life *life,
                        int frames)
{
    const pd_io_gltf_face *shapes = &life->face->shapes;
    int count = 0;

    for (int m = 0; m < shapes->node_count; m++) {
        const size_t targets = (size_t)shapes->nodes[m].targets;
        bool moves = false;
        memset(weights, 0, targets * (size_t)frames * sizeof *weights);
        for (int i = 0; i < shapes->bind_count; i++) {
            const pd_io_gltf_face_bind *bind = &shapes->binds[i];
            if (bind->mesh != m) continue;
            for (int t = 0; t < frames; t++) {
                const float own = life->weights[(size_t)t * (size_t)shapes->count + (size_t)bind->shape];
                moves = moves || own > 0 || own < 0;
                weights[(size_t)t * targets + (size_t)bind->target] += own * bind->weight;
            }
        }

        if (!moves) continue;
        tracks[count++] = (pd_io_node_track){.node = shapes->nodes[m].node,
                                             .weights = weights,
                                             .weight_count = shapes->nodes[m].targets,
                                             .key_count = frames};
        weights += targets * (size_t)frames;
    }

    return count;
}

/* Returns the number of weights of all targets in a frame. */
static size_t count_targets(const pd_retarget_character_life *life)
{
    size_t all = 0;
    for (int m = 0; m < life->face->shapes.node_count; m++)
        all += (size_t)life->face->shapes.nodes[m].targets;
    return all;
}

pd_status pd_retarget_character_glb(pd_buffer *out, const pd_retarget_skin *skin,
                                    const pd_retarget_carry *carry, pd_bytes file, const pd_anim_clip *clip,
                                    const char *name, const pd_retarget_character_life *life, pd_error *err)
{
    const bool has_shapes = life && life->weights && life->face->shapes.count;
    const size_t meshes = has_shapes ? (size_t)life->face->shapes.node_count : 0;
    const size_t targets = has_shapes ? count_targets(life) : 0;
    const size_t joints = (size_t)skin->skeleton.joint_count;
    const size_t frames = (size_t)clip->frame_count;
    const int carried = carry ? carry->count : 0;
    pd_quat *rotations = malloc(joints * frames * sizeof *rotations);
    pd_vec3 *places = malloc((size_t)(1 + carried) * frames * sizeof *places);
    pd_io_node_track *tracks = calloc(joints + meshes, sizeof *tracks);
    float *weights = malloc((targets * frames + 1) * sizeof *weights);
    pd_status status;

    if (rotations && places && tracks && weights) {
        int count = make_tracks(tracks, rotations, places, skin, clip);
        fill_places(places, skin, carry, clip);

        /* Carried joints have translations in every frame. */
        for (int i = 0; i < carried; i++)
            for (int k = 0; k < count; k++) {
                if (tracks[k].node != skin->joints[carry->joints[i]].node) continue;
                tracks[k].translations = places + (size_t)(1 + i) * frames;
                tracks[k].key_count = clip->frame_count;
            }

        /* Blend shapes. */
        if (has_shapes) count += shape_tracks(tracks + count, weights, life, clip->frame_count);

        /* Write the tracks as an animation into the file. */
        const pd_io_animation animation = {.name = name,
                                           .tracks = tracks,
                                           .track_count = count,
                                           .frame_count = clip->frame_count,
                                           .rate = clip->rate};
        status = pd_io_gltf_animate(out, file, &animation, err);
    } else {
        status = pd_fail(err, PD_ERR_MEMORY, "/character", "out of memory for %zu frames", frames);
    }

    free(weights);
    free(tracks);
    free(places);
    free(rotations);

    return status;
}
