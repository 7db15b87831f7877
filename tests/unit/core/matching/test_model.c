/* Tests that a file becomes a model that reports its kind and names,
 * and that its hash covers rate and names. */
#include "core/character/load.h"
#include "tests/support/databases.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void a_file_becomes_a_model_with_a_description(void **state)
{
    (void)state;
    char path[] = "/tmp/posed-database-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    pd_matching_database d;
    pd_matching_model *m;
    pd_pfnn_model *motion;
    pd_error err;
    databases_make(&d, 30);
    d.text.licence = strdup("none");
    assert_int_equal(pd_matching_database_save(&d, path, &err), PD_OK);
    pd_matching_database_deinit(&d);

    assert_int_equal(pd_matching_model_load(&m, path, &err), PD_OK);
    assert_int_equal(pd_character_model_load(&motion, path, &err), PD_OK);
    assert_true(motion->matching && motion->content_hash == m->content_hash);
    assert_true(motion->resident_bytes > m->index.bytes);
    assert_int_equal(motion->network.joint_count, PD_ANIM_BIPED_JOINTS);
    assert_string_equal(motion->network.text.licence, "none");
    assert_null(motion->network.text.credits);
    pd_pfnn_model_release(motion);
    pd_matching_model_release(m);

    assert_int_equal(truncate(path, 5000), 0);
    assert_true(pd_character_model_load(&motion, path, &err) != PD_OK);
    assert_null(motion);
    unlink(path);
}

static uint64_t hash_with(float rate, const char *head)
{
    pd_matching_database d;
    pd_matching_model *m;
    pd_error err;
    databases_make(&d, 30);
    d.frame_rate = rate;
    snprintf(d.joint_names[PD_BIPED_HEAD], sizeof d.joint_names[0], "%s", head);
    assert_int_equal(pd_matching_model_build(&m, &d, &err), PD_OK);
    uint64_t hash = m->content_hash;
    pd_matching_model_release(m);
    return hash;
}

static void the_content_hash_sees_the_rate_and_the_names(void **state)
{
    (void)state;
    assert_true(hash_with(30, "Head") == hash_with(30, "Head"));
    assert_true(hash_with(30, "Head") != hash_with(60, "Head"));
    assert_true(hash_with(30, "Head") != hash_with(30, "Skull"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_file_becomes_a_model_with_a_description),
                                       cmocka_unit_test(the_content_hash_sees_the_rate_and_the_names)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
