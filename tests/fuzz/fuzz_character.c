/* Fuzzes users' own characters. An accepted person can be moved,
 * and the file with the motion can be read again. */
#include "core/anim/biped.h"
#include "core/retarget/character.h"
#include "core/animal/character.h"
#include "core/io/surface/gltf_check.h"

#include <math.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int good)
{
    if (!good) abort();
}

/* Makes a few frames of the biped that walks, with one arm and one leg swinging. */
static void make_motion(pd_anim_clip *motion, pd_anim_track *track)
{
    pd_anim_skeleton biped;
    pd_anim_biped_skeleton(&biped);
    check(pd_anim_clip_init(motion, &biped, 4, 60, NULL) == PD_OK);
    check(pd_anim_track_init(track, 4, biped.joint_count, 60, NULL) == PD_OK);
    track->toe_rest_height = PD_ANIM_BIPED_TOE;
    for (int t = 0; t < 4; t++) {
        pd_quat *local = pd_anim_clip_frame(motion, t);
        motion->roots[t] = pd_vec3_make(0.5 * t, PD_ANIM_BIPED_REST_HEIGHT, 0);
        local[PD_BIPED_L_ARM] = pd_q_axis_angle(pd_vec3_make(0, 0, 1), -0.4 * t);
        local[PD_BIPED_R_THIGH] = pd_q_axis_angle(pd_vec3_make(1, 0, 0), -0.5 * t);
        track->facing[2 * t + 1] = 1;
    }
}

static void walk(const pd_retarget_skin *skin, const pd_retarget_match *match, pd_bytes file)
{
    pd_anim_clip motion, clip;
    pd_anim_track track;
    pd_buffer out = {0};
    pd_retarget_skin again;

    make_motion(&motion, &track);
    if (pd_retarget_character_clip(&clip, skin, match, &motion, &track, NULL, NULL) == PD_OK) {
        for (int t = 0; t < clip.frame_count; t++) {
            check(pd_vec3_finite(clip.roots[t]));
            for (int k = 0; k < skin->skeleton.joint_count; k++)
                check(fabs(pd_q_dot(pd_anim_clip_frame(&clip, t)[k], pd_anim_clip_frame(&clip, t)[k]) - 1) <
                      1e-6);
        }
        if (pd_retarget_character_glb(&out, skin, &match->carry, file, &clip, "walk", NULL, NULL) == PD_OK) {
            check(pd_retarget_skin_read(&again, (pd_bytes){out.data, out.size}, NULL, NULL) == PD_OK);
            pd_retarget_skin_deinit(&again);
        }
        pd_buffer_deinit(&out);
        pd_anim_clip_deinit(&clip);
    }
    pd_anim_clip_deinit(&motion);
    pd_anim_track_deinit(&track);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const pd_retarget_character_wanted wanted[] = {{"Neck", NULL}, {"LeftHand", "leftHand"}};
    const pd_bytes file = {data, size};
    pd_retarget_skin skin;
    pd_retarget_match match;

    pd_anim_clip own;
    double metres;
    if (pd_retarget_character_capture(&own, &metres, file, &(pd_io_gltf_clip_options){.rate = 30}, NULL) ==
        PD_OK) {
        for (int t = 0; t < own.frame_count; t++)
            for (int k = 0; k < own.skeleton.joint_count; k++) {
                const pd_quat q = pd_anim_clip_frame(&own, t)[k];
                check(fabs(pd_q_dot(q, q) - 1) < 1e-6);
            }
        pd_anim_clip_deinit(&own);
    }
    pd_io_gltf_found found;
    if (pd_io_gltf_check(&found, file, 0, NULL) == PD_OK)
        check(found.unweighted + found.uneven <= found.vertices);
    if (pd_retarget_skin_read(&skin, file, NULL, NULL) != PD_OK) return 0;
    pd_retarget_character_match(&match, &skin, wanted, 2, NULL);
    if (pd_retarget_character_match(&match, &skin, NULL, 0, NULL) == PD_OK) {
        for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
            check(match.joints[b] >= -1 && match.joints[b] < skin.skeleton.joint_count);
            check((match.joints[b] >= 0) == (match.by[b] != PD_MATCH_NONE));
            check(match.joints[b] >= 0 || !pd_retarget_match_is_required((pd_anim_human)b));
        }
        walk(&skin, &match, file);
        bool is_own = false;
        if (match.joints[PD_HUMAN_HIPS] >= 0 &&
            pd_retarget_character_own_clip(&own, &is_own, &skin, &match, file,
                                           &(pd_io_gltf_clip_options){.rate = 5}, NULL) == PD_OK &&
            is_own) {
            for (int t = 0; t < own.frame_count; t++)
                for (int k = 0; k < own.skeleton.joint_count; k++)
                    check(pd_q_finite(pd_anim_clip_frame(&own, t)[k]));
            pd_anim_clip_deinit(&own);
        }
        if (pd_retarget_character_measure(&match, &skin, file, 0, NULL) == PD_OK) walk(&skin, &match, file);
    }
    pd_animal creature;
    if (pd_animal_skin_match(&creature, &skin, PD_CREATURE_ANY, NULL) == PD_OK) {
        const pd_animal_skin_job job = {
            .skin = &skin, .creature = &creature, .clip = file, .options = {.rate = 5}};
        for (int c = 0; c < creature.chain_count; c++)
            for (int i = 0; i < creature.chains[c].count; i++) {
                const int k = creature.chains[c].joints[i];
                check(k >= 0 && k < skin.skeleton.joint_count);
                check(!i || skin.skeleton.parents[k] == creature.chains[c].joints[i - 1]);
            }
        if (pd_animal_skin_clip(&own, &job, NULL) == PD_OK) { /* its own motion on itself */
            for (int t = 0; t < own.frame_count; t++) {
                check(pd_vec3_finite(own.roots[t]));
                for (int k = 0; k < own.skeleton.joint_count; k++)
                    check(pd_q_finite(pd_anim_clip_frame(&own, t)[k]));
            }
            pd_anim_clip_deinit(&own);
        }
    }
    pd_retarget_skin_deinit(&skin);
    return 0;
}
