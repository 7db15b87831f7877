/* Tests the credits of motion capture: every published clip names its publisher once, and a file is free only
 * if all of its clips are. */
#include "tests/support/cmocka.h"

#include "tools/base/credits.h"

#include <stdlib.h>
#include <string.h>

static const char *const published[] = {
    "cmu/bvh/02_01.bvh",       "cmu2/acclaim/16/16_01.amc", "accad/female1/Female1_B03_Walk1.bvh",
    "100style/Neutral_FW.bvh", "reactidle/002_genuine.bvh", "jlrun/JL_mm_run.bvh"};

static pd_tool_credits credits_of(const char *folder, const char *const *names, int count)
{
    pd_tool_credits credits = {0};
    for (int i = 0; i < count; i++) pd_tool_credits_add(&credits, folder, names[i]);
    return credits;
}

static const char *text_of(const pd_tool_credits *credits, const char *others)
{
    static char text[4096];
    pd_buffer out = {0};
    pd_tool_credits_write(&out, credits, PD_TOOL_CREDITS_TRAINED, others);
    assert_false(out.failed);
    snprintf(text, sizeof text, "%s", (const char *)out.data);
    pd_buffer_deinit(&out);
    return text;
}

static const char *names_of(const pd_tool_credits *credits)
{
    static char text[256];
    pd_buffer out = {0};
    pd_tool_credits_names(&out, credits);
    snprintf(text, sizeof text, "%s", (const char *)out.data);
    pd_buffer_deinit(&out);
    return text;
}

static void every_published_clip_names_its_publisher_once(void **state)
{
    (void)state;
    pd_tool_credits c = credits_of("/data/capture/", published, 6);
    const char *text = text_of(&c, NULL);
    int lines = 1;
    for (const char *at = text; *at; at++) lines += *at == '\n';
    assert_int_equal(lines, 5);
    assert_non_null(strstr(text, "NSF EIA-0196217"));
    assert_int_equal(c.others, 0);
    assert_string_equal(names_of(&c), "CMU, ACCAD, 100STYLE, ReActIdle and Reiya Itatani");
}

static void a_collection_given_by_itself_is_known_by_its_own_folder(void **state)
{
    (void)state;
    static const char *const one[] = {"female1/Female1_B03_Walk1.bvh"};
    pd_tool_credits c = credits_of("../capture/accad", one, 1);
    assert_string_equal(names_of(&c), "ACCAD");
    assert_null(strstr(text_of(&c, NULL), "mocap.cs.cmu.edu"));
}

static void capture_of_unknown_owners_gets_no_known_credit(void **state)
{
    (void)state;
    static const char *const own[] = {"walks/take1.bvh", "cmu/mine.bvh", "02_01.bvh"};
    pd_tool_credits c = credits_of("/takes/studio", own, 3);
    assert_int_equal(c.others, 3);
    assert_string_equal(text_of(&c, NULL),
                        "3 clips of capture whose owner is not named, the first walks/take1.bvh");
    assert_string_equal(text_of(&c, "My Studio, 2026"), "My Studio, 2026");
    assert_string_equal(names_of(&c), "3 clips of others");

    pd_tool_credits_add(&c, "capture", published[0]);
    assert_string_equal(names_of(&c), "CMU and 3 clips of others");
    assert_non_null(strstr(text_of(&c, "My Studio"), "EIA-0196217.\nMy Studio"));
}

static void a_file_is_free_only_where_every_clip_is(void **state)
{
    (void)state;
    static const char *const own[] = {"walks/take1.bvh"};
    static const pd_tool_option rows[] = {PD_TOOL_CREDITS_OPTIONS, PD_TOOL_END};
    const pd_tool_command command = {.name = "train", .options = rows};
    const pd_tool_args none = {.command = &command},
                       said = {.command = &command, .values = {"My Studio", "ours"}};
    const struct {
        pd_tool_credits credits;
        const pd_tool_args *args;
        const char *licence, *named;
    } cases[] = {
        {credits_of("capture", published + 4, 1), &none, "CC BY 4.0",
         "ReActIdle dataset, RSAIT, MIT licence, used for training"},
        {credits_of("capture", published + 4, 1), &said, "CC BY 4.0",
         "ReActIdle dataset, RSAIT, MIT licence, used for training"},
        {credits_of("takes", own, 1), &none, "that of its data",
         "capture whose owner is not named, walks/take1.bvh"},
        {credits_of("takes", own, 1), &said, "ours", "My Studio"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *licence, *named;
        assert_int_equal(pd_tool_credits_texts(&licence, &named, &cases[i].credits, PD_TOOL_CREDITS_TRAINED,
                                               "CC BY 4.0", cases[i].args, NULL),
                         PD_OK);
        assert_string_equal(licence, cases[i].licence);
        assert_string_equal(named, cases[i].named);
        free(licence), free(named);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_published_clip_names_its_publisher_once),
        cmocka_unit_test(a_collection_given_by_itself_is_known_by_its_own_folder),
        cmocka_unit_test(capture_of_unknown_owners_gets_no_known_credit),
        cmocka_unit_test(a_file_is_free_only_where_every_clip_is)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
