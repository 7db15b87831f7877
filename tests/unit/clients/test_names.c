/* Every client has the names of the face's weights and of SMPL's joints that the daemon has, in its order.
 * Clients in other languages are read as text: the quoted words of the list that follows a mark. */
#include "clients/c/posed.h"
#include "core/anim/source.h"
#include "core/base/file.h"
#include "core/retarget/face.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

/* Compares the list behind `mark` in a source file with `names`. */
static void assert_names_of_file(const char *path, const char *mark, const char *const *names, int count)
{
    pd_bytes file;
    pd_error err;

    if (pd_file_map(&file, path, &err)) fail_msg("%s: %s", path, err.detail);
    char *text = calloc(file.size + 1, 1);
    memcpy(text, file.data, file.size);
    char *at = strstr(text, mark);
    if (!at) fail_msg("%s has no \"%s\"", path, mark);
    at += strlen(mark);

    /* The list ends at the first closing bracket. No name has a bracket or a quotation mark. */
    char *end = strpbrk(at, "])}");
    assert_non_null(end);
    *end = 0;
    int found = 0;
    for (char *name = strchr(at, '"'); name; name = strchr(at, '"')) {
        char *last = strchr(name + 1, '"');
        assert_non_null(last);
        *last = 0;
        if (found >= count || strcmp(name + 1, names[found]) != 0)
            fail_msg("%s: name %d is \"%s\"; \"%s\" expected", path, found, name + 1,
                     found < count ? names[found] : "the end");
        found++;
        at = last + 1;
    }

    if (found != count) fail_msg("%s: %d names; %d expected", path, found, count);
    free(text);
    pd_file_unmap(&file);
}

static void the_names_of_the_face_are_the_same_in_every_client(void **state)
{
    (void)state;
    static const char *const lists[][2] = {{"clients/js/src/frame.js", "FACE_NAMES = ["},
                                           {"clients/python/posed/frame.py", "FACE_NAMES = ("},
                                           {"clients/godot/addons/posed/frame.gd", "FACE_NAMES = ["},
                                           {"clients/unity/Posed.cs", "string[] Names =\n        {"}};

    for (int i = 0; i < PD_RETARGET_FACE_NAMES; i++)
        assert_string_equal(posed_face_name(i), pd_retarget_face_names[i]);
    assert_null(posed_face_name(-1));
    assert_null(posed_face_name(PD_RETARGET_FACE_NAMES));

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        assert_names_of_file(lists[i][0], lists[i][1], pd_retarget_face_names, PD_RETARGET_FACE_NAMES);
}

static void the_names_of_smpl_s_joints_are_the_same_in_the_client_that_has_them(void **state)
{
    (void)state;
    assert_names_of_file("clients/js/src/frame.js", "SMPL_NAMES = [", pd_anim_smpl_names,
                         PD_ANIM_SMPL_JOINTS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_names_of_the_face_are_the_same_in_every_client),
        cmocka_unit_test(the_names_of_smpl_s_joints_are_the_same_in_the_client_that_has_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
