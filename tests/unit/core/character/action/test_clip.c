/* Clips: what packing keeps, what sampling gives, and what is refused; files of clips. */
#include "core/character/action/clip_set.h"

#include "core/base/file.h"
#include "core/base/rng.h"
#include "core/math/plane.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A person who walks in a curve while its joints swing, at 60 frames a second. */
static void swinging(pd_anim_clip *clip, int frames)
{
    pd_anim_skeleton skeleton;
    pd_anim_biped_skeleton(&skeleton);
    assert_int_equal(pd_anim_clip_init(clip, &skeleton, frames, 60, NULL), PD_OK);
    for (int t = 0; t < frames; t++) {
        const double time = t / 60.0, yaw = 0.7 + 0.4 * time;
        clip->roots[t] = pd_vec3_make(2 + sin(time), 0.93 + 0.02 * sin(5 * time), -1 + time);
        for (int j = 0; j < 31; j++)
            pd_anim_clip_frame(clip, t)[j] = pd_q_from_rotvec(
                pd_vec3_make(0.3 * sin(2 * time + j), 0.2 * cos(3 * time + 2 * j), 0.25 * sin(time - j)));
        pd_quat *hips = pd_anim_clip_frame(clip, t);
        *hips = pd_q_mul((pd_quat){0, sin(yaw / 2), 0, cos(yaw / 2)},
                         pd_q_from_rotvec(pd_vec3_make(0.05 * sin(4 * time), 0, 0.04)));
    }
}

static void a_packed_rotation_is_right_to_a_hundredth_of_a_degree(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 5);
    for (int i = 0; i < 20000; i++) {
        uint16_t packed[3];
        const pd_quat q = pd_q_normalize(
            (pd_quat){pd_rng_normal(&rng), pd_rng_normal(&rng), pd_rng_normal(&rng), pd_rng_normal(&rng)});
        pd_character_clip_pack(packed, q);
        assert_true(pd_q_angle(q, pd_character_clip_unpack(packed)) < 0.01 * M_PI / 180);
    }
    uint16_t packed[3];
    pd_character_clip_pack(packed, pd_q_identity());
    assert_true(pd_q_angle(pd_q_identity(), pd_character_clip_unpack(packed)) == 0);
}

static void root_hips_and_rotations_give_the_motion_back(void **state)
{
    (void)state;
    pd_anim_clip motion;
    pd_character_clip *clip;
    pd_character_clip_moment m, first;
    swinging(&motion, 301);
    assert_int_equal(pd_character_clip_make(&clip, &motion, NULL), PD_OK);
    assert_int_equal(clip->frame_count, 151);
    assert_near(pd_character_clip_seconds(clip), 5, 1e-12);

    /* The root of the first frame is the origin; all other places are relative to it. */
    pd_character_clip_sample(&first, clip, 0);
    assert_near(first.at[0], 0, 1e-6);
    assert_near(first.yaw, 0, 1e-6);
    pd_vec3 at[31], from[31];
    pd_quat world[31];
    double origin[2] = {0, 0}, turned = 0;
    for (int t = 0; t <= 300; t++) {
        pd_character_clip_sample(&m, clip, t / 60.0);
        pd_anim_clip_pose(at, world, &motion, t);
        const pd_quat turn = {0, sin(m.yaw / 2), 0, cos(m.yaw / 2)};
        const pd_vec3 hips = pd_vec3_add(pd_vec3_make(m.at[0], 0, m.at[1]), pd_q_rotate(turn, m.hips));
        const pd_quat own = pd_q_mul(turn, m.rotations[0]);
        if (!t) {
            /* how the clip's world lies in the motion's */
            const pd_vec3 axis = pd_q_rotate(pd_q_mul(world[0], pd_q_conjugate(own)), pd_vec3_make(0, 0, 1));
            turned = atan2(axis.x, axis.z);
            const double own_hips[2] = {hips.x, hips.z};
            pd_plane_turn(origin, own_hips, turned);
            origin[0] = at[0].x - origin[0];
            origin[1] = at[0].z - origin[1];
            memcpy(from, at, sizeof from);
        }
        const double own_hips[2] = {hips.x, hips.z};
        double there[2];
        pd_plane_turn(there, own_hips, turned);
        assert_near(origin[0] + there[0], at[0].x, 2e-4);
        assert_near(origin[1] + there[1], at[0].z, 2e-4);
        assert_near(hips.y, at[0].y, 1e-3);
        const pd_quat facing = {0, sin(turned / 2), 0, cos(turned / 2)};
        assert_true(pd_q_angle(world[0], pd_q_mul(facing, own)) < 2e-3);
        for (int j = 1; j < 31; j++)
            assert_true(pd_q_angle(pd_anim_clip_frame(&motion, t)[j], m.rotations[j]) < 2e-3);
    }
    pd_character_clip_release(clip);
    pd_anim_clip_deinit(&motion);
}

static void a_foot_on_the_floor_that_does_not_move_has_a_contact(void **state)
{
    (void)state;
    pd_anim_clip motion;
    pd_character_clip *clip;
    pd_character_clip_moment m;
    pd_anim_skeleton skeleton;
    pd_anim_biped_skeleton(&skeleton);
    assert_int_equal(pd_anim_clip_init(&motion, &skeleton, 61, 60, NULL), PD_OK);
    for (int t = 0; t < 61; t++) {
        motion.roots[t] = pd_vec3_make(0, PD_ANIM_BIPED_REST_HEIGHT, 0);
        if (t >= 30)
            pd_anim_clip_frame(&motion, t)[PD_BIPED_L_THIGH] = pd_q_from_rotvec(pd_vec3_make(-0.8, 0, 0));
    }
    assert_int_equal(pd_character_clip_make(&clip, &motion, NULL), PD_OK);
    pd_character_clip_sample(&m, clip, 0.2);
    for (int i = 0; i < PD_PFNN_CONTACTS; i++) assert_true(m.contacts[i] == 1);
    pd_character_clip_sample(&m, clip, 0.8);
    for (int i = 0; i < PD_PFNN_CONTACTS; i++) assert_true(m.contacts[i] == (i < 2 ? 0.0F : 1.0F));
    pd_character_clip_release(clip);
    pd_anim_clip_deinit(&motion);
}

static void another_skeleton_rate_or_length_is_refused(void **state)
{
    (void)state;
    pd_anim_clip motion;
    pd_character_clip *clip;
    pd_error err = {0};
    swinging(&motion, 120);
    motion.rate = 30;
    assert_int_equal(pd_character_clip_make(&clip, &motion, &err), PD_ERR_INVALID);
    assert_null(clip);
    pd_anim_clip_deinit(&motion);
    swinging(&motion, 2);
    assert_int_equal(pd_character_clip_make(&clip, &motion, &err), PD_ERR_RANGE);
    pd_anim_clip_deinit(&motion);
    swinging(&motion, 60 * 601);
    assert_int_equal(pd_character_clip_make(&clip, &motion, &err), PD_ERR_LIMIT);
    assert_non_null(strstr(err.detail, "at most 600 s allowed"));
    pd_anim_clip_deinit(&motion);
}

static void numbers_that_are_not_allowed_are_refused_with_their_place(void **state)
{
    (void)state;
    pd_anim_clip motion;
    pd_character_clip *clip, *other;
    pd_error err = {0};
    swinging(&motion, 61);
    assert_int_equal(pd_character_clip_make(&clip, &motion, NULL), PD_OK);
    assert_int_equal(pd_character_clip_from_arrays(&other, clip, "x", &err), PD_OK);
    assert_true(other->hash == clip->hash);
    pd_character_clip_release(other);

    const float kept = clip->roots[7].hips[1];
    clip->roots[7].hips[1] = NAN;
    assert_int_equal(pd_character_clip_from_arrays(&other, clip, "nod", &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "nod: root 7/4");
    assert_non_null(strstr(err.detail, "nan"));
    clip->roots[7].hips[1] = kept;
    clip->rotations[3][5][2] = 32767;
    assert_int_equal(pd_character_clip_from_arrays(&other, clip, "nod", &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "nod: rotation 3/5/2");
    clip->frame_count = 1;
    assert_int_equal(pd_character_clip_from_arrays(&other, clip, "nod", &err), PD_ERR_LIMIT);
    pd_character_clip_release(clip);
    pd_anim_clip_deinit(&motion);
}

static void a_file_of_clips_is_read_as_it_was_written(void **state)
{
    (void)state;
    pd_anim_clip motion;
    pd_character_clip *clips[2];
    pd_character_clip_set *read;
    pd_error err = {0};
    char path[] = "/tmp/posed-clips-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    for (int i = 0; i < 2; i++) {
        swinging(&motion, 61 + 40 * i);
        assert_int_equal(pd_character_clip_make(&clips[i], &motion, NULL), PD_OK);
        pd_anim_clip_deinit(&motion);
    }
    pd_character_clip_item items[2] = {
        {.name = "wave", .mask = "upper", .fade = 0.5, .clip = clips[0], .source = (char *)"a.bvh"},
        {.name = "nod", .mask = "head", .loops = true, .fade = 1, .clip = clips[1]}};
    pd_character_clip_set set = {.text = {.name = (char *)"test"}, .items = items, .count = 2};
    assert_int_equal(pd_character_clip_set_save(path, &set, &err), PD_OK);
    assert_int_equal(pd_character_clip_set_load(&read, path, &err), PD_OK);
    assert_int_equal(read->count, 2);
    assert_null(pd_character_clip_set_find(read, "shrug"));
    const pd_character_clip_item *nod = pd_character_clip_set_find(read, "nod");
    assert_true(nod && nod->loops && nod->fade == 1 && nod->clip->hash == clips[1]->hash);
    assert_string_equal(pd_character_clip_set_find(read, "wave")->source, "a.bvh");
    assert_string_equal(pd_character_clip_set_find(read, "wave")->mask, "upper");
    pd_character_clip_set_release(read);

    /* A word that is not allowed is refused by its place. */
    snprintf(items[1].mask, sizeof items[1].mask, "tail");
    assert_int_equal(pd_character_clip_set_save(path, &set, &err), PD_OK);
    assert_int_equal(pd_character_clip_set_load(&read, path, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.where, "masks"));
    snprintf(items[1].mask, sizeof items[1].mask, "head");
    items[1].fade = 9;
    assert_int_equal(pd_character_clip_set_save(path, &set, &err), PD_OK);
    assert_int_equal(pd_character_clip_set_load(&read, path, &err), PD_ERR_RANGE);
    items[1].fade = 1;
    snprintf(items[1].name, sizeof items[1].name, "wave");
    assert_int_equal(pd_character_clip_set_save(path, &set, &err), PD_OK);
    assert_int_equal(pd_character_clip_set_load(&read, path, &err), PD_ERR_FORMAT);

    /* A truncated file is refused. */
    snprintf(items[1].name, sizeof items[1].name, "nod");
    assert_int_equal(pd_character_clip_set_save(path, &set, &err), PD_OK);
    pd_bytes bytes;
    assert_int_equal(pd_file_map(&bytes, path, NULL), PD_OK);
    for (size_t size = 0; size < bytes.size; size += bytes.size / 50)
        assert_true(pd_character_clip_set_parse(&read, (pd_bytes){bytes.data, size}, "cut", &err) != PD_OK);
    pd_file_unmap(&bytes);
    unlink(path);
    for (int i = 0; i < 2; i++) pd_character_clip_release(clips[i]);
}

static void the_shipped_emotes_are_there_with_their_sources(void **state)
{
    (void)state;
    static const char *const asked[] = {"wave",      "point", "shrug",       "nod",
                                        "sit_floor", "phone", "arms_crossed"};
    pd_character_clip_set *set;
    if (pd_character_clip_set_load(&set, "models/emotes.safetensors", NULL)) skip();
    assert_true(set->count >= 20);
    for (int i = 0; i < 7; i++) assert_non_null(pd_character_clip_set_find(set, asked[i]));
    assert_non_null(strstr(set->text.credits, "ACCAD"));
    assert_non_null(strstr(set->text.credits, "ReActIdle"));
    for (int i = 0; i < set->count; i++) {
        assert_non_null(set->items[i].source);
        assert_null(strstr(set->items[i].source, "cmu"));
        assert_true(pd_character_clip_seconds(set->items[i].clip) < 12);
    }
    pd_character_clip_set_release(set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_packed_rotation_is_right_to_a_hundredth_of_a_degree),
        cmocka_unit_test(root_hips_and_rotations_give_the_motion_back),
        cmocka_unit_test(a_foot_on_the_floor_that_does_not_move_has_a_contact),
        cmocka_unit_test(another_skeleton_rate_or_length_is_refused),
        cmocka_unit_test(numbers_that_are_not_allowed_are_refused_with_their_place),
        cmocka_unit_test(a_file_of_clips_is_read_as_it_was_written),
        cmocka_unit_test(the_shipped_emotes_are_there_with_their_sources),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
