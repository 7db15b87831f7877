/* Tests the objects that daemons of a cluster exchange. What is read back equals what was written; bytes that
 * were cut or changed are refused or still valid. */
#include "server/cluster/blob.h"

#include "tests/support/api_ask.h"
#include "tests/support/avatar.h"

#include <string.h>

static pd_api_scene *any_scene(void)
{
    pd_anim_scene s;
    assert_int_equal(pd_anim_scene_init(&s, 2, 1, 1, 1, "", NULL), PD_OK);
    assert_int_equal(pd_anim_scene_init_seats(&s, 1, "", NULL), PD_OK);
    assert_int_equal(pd_anim_ground_init(&s.ground, (pd_anim_ground_grid){3, 4, -1, 2, 0.5}, "", NULL),
                     PD_OK);
    for (int i = 0; i < 12; i++) s.ground.heights[i] = 0.1f * (float)i;
    s.walls[0] = (pd_anim_wall){{-3, 4}, {3, 4.25}, 0.5};
    s.walls[1] = (pd_anim_wall){{0, 0}, {0, 1}, 0};
    s.jumps[0] = (pd_anim_jump_area){{6, 0}, 0.75, 1};
    s.crouches[0] = (pd_anim_crouch_area){{-6, 0}, {4, 4}, 0.3, 2};
    s.beams[0] = (pd_anim_beam){{0, -9}, {8, -9}, 0.4};
    s.seats[0] = (pd_anim_seat){{1, 2}, 0.5, 0.4, 0.45};
    pd_api_scene *scene = pd_api_scene_new("yard", &s);
    memcpy(scene->revision, "0123456789abcdef0123456789abcdef", PD_API_REVISION_BYTES);
    scene->owner = 99;
    return scene;
}

static void a_scene_comes_back_as_it_was(void **state)
{
    (void)state;
    pd_api_scene *a = any_scene(), *b;
    pd_buffer bytes = {0}, again = {0};
    pd_error err = {0};
    pd_srv_blob_write_scene(&bytes, a);
    if (pd_srv_blob_read_scene(&b, (pd_bytes){bytes.data, bytes.size}, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    assert_string_equal(b->id, "yard");
    assert_string_equal(b->revision, a->revision);
    assert_true(b->owner == 99 && b->scene.wall_count == 2 && b->scene.seat_count == 1);
    assert_memory_equal(a->scene.walls, b->scene.walls, 2 * sizeof *a->scene.walls);
    assert_memory_equal(a->scene.crouches, b->scene.crouches, sizeof *a->scene.crouches);
    for (double x = -2; x < 3; x += 0.37)
        for (double z = 1; z < 4; z += 0.41)
            assert_true(pd_anim_scene_height(&a->scene, x, z) == pd_anim_scene_height(&b->scene, x, z));
    pd_srv_blob_write_scene(&again, b);
    assert_int_equal(bytes.size, again.size);
    assert_memory_equal(bytes.data, again.data, bytes.size);
    pd_buffer_deinit(&bytes), pd_buffer_deinit(&again);
    pd_api_scene_release(a), pd_api_scene_release(b);
}

static void bytes_that_are_cut_or_changed_are_refused_or_valid(void **state)
{
    (void)state;
    pd_api_scene *a = any_scene(), *b;
    pd_buffer bytes = {0};
    pd_error err = {0};
    pd_srv_blob_write_scene(&bytes, a);
    for (size_t size = 0; size < bytes.size; size++) {
        assert_true(pd_srv_blob_read_scene(&b, (pd_bytes){bytes.data, size}, &err) != PD_OK);
        assert_null(b);
    }
    for (size_t i = 0; i < bytes.size; i++) {
        bytes.data[i] ^= 0x81;
        if (pd_srv_blob_read_scene(&b, (pd_bytes){bytes.data, bytes.size}, &err) == PD_OK) {
            assert_int_equal(pd_anim_scene_check(&b->scene, "", NULL), PD_OK);
            pd_api_scene_release(b);
        }
        bytes.data[i] ^= 0x81;
    }
    bytes.data[4] = 9;
    assert_int_equal(pd_srv_blob_read_scene(&b, (pd_bytes){bytes.data, bytes.size}, &err),
                     PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.detail, "version 9"));
    pd_buffer_deinit(&bytes);
    pd_api_scene_release(a);
}

static void a_character_keeps_the_joint_of_every_bone(void **state)
{
    (void)state;
    api_host_setup(state);
    pd_buffer file = {0}, bytes = {0};
    pd_api_problems problems = {0};
    pd_error err = {0};
    avatar_make(&file, &(avatar_spec){.belly = 1});

    /* One bone is left out on purpose, and must not be found again. */
    const pd_retarget_character_wanted wanted[] = {{"LeftShoulder", NULL}};
    pd_api_skeleton *a = pd_api_character_read((pd_bytes){file.data, file.size}, PD_API_PERSON, wanted, 1,
                                               1 << 22, "", &problems),
                    *b;
    assert_non_null(a);
    memcpy(a->revision, "0123456789abcdef0123456789abcdef", PD_API_REVISION_BYTES);
    strcpy(a->id, "mine");
    a->owner = 5;
    pd_srv_blob_write_character(&bytes, a);
    if (pd_srv_blob_read_character(&b, (pd_bytes){bytes.data, bytes.size}, 1 << 22, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    assert_memory_equal(a->match->joints, b->match->joints, sizeof a->match->joints);
    assert_int_equal(b->match->joints[PD_HUMAN_L_SHOULDER], -1);
    assert_string_equal(b->id, "mine");
    assert_string_equal(b->revision, a->revision);
    assert_true(b->owner == 5 && b->file_bytes == file.size && !memcmp(b->file, file.data, file.size));

    for (size_t size = 0; size < 400 && size < bytes.size; size += 7) {
        pd_api_skeleton *none;
        assert_true(pd_srv_blob_read_character(&none, (pd_bytes){bytes.data, size}, 1 << 22, &err) != PD_OK);
        assert_null(none);
    }
    pd_api_skeleton_release(a), pd_api_skeleton_release(b);
    pd_buffer_deinit(&file), pd_buffer_deinit(&bytes);
    assert_int_equal(api_host_teardown(state), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_scene_comes_back_as_it_was),
                                       cmocka_unit_test(bytes_that_are_cut_or_changed_are_refused_or_valid),
                                       cmocka_unit_test(a_character_keeps_the_joint_of_every_bone)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
