/* Requests computed in this process, for a body model and, in commands that accept any surface, for MHR. */
#include "tests/support/cmocka.h"
#include "core/base/file.h"
#include "tests/support/mhr_make.h"
#include "tools/base/local.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const pd_tool_option options[] = {PD_TOOL_MODEL_ROW, PD_TOOL_THREADS_ROW, PD_TOOL_END};
static const pd_tool_command command = {"mesh", "", "", NULL, options, NULL};

static void mhr_is_a_surface_and_no_body(void **state)
{
    (void)state;
    static const char path[] = "build/test_local_mhr.safetensors",
                      request[] = "{\"identity_coeffs\":[1],\"include\":[\"vertices\"]}";
    pd_buffer file = {0}, reply = {0};
    pd_error err = {0};
    pd_mhr mhr = mhr_tiny();
    const int vertices = mhr.vertex_count;
    assert_int_equal(pd_mhr_encode(&file, &mhr, false, &err), PD_OK);
    assert_int_equal(pd_file_write(path, file.data, file.size, &err), PD_OK);
    pd_mhr_deinit(&mhr);

    pd_tool_args args = {.command = &command, .values = {path, "1"}, .common = {.quiet = ""}};
    pd_tool_local local;
    assert_int_equal(pd_tool_local_open_surface(&local, &args), 0);
    assert_non_null(local.mhr);
    assert_null(local.model);
    const pd_bytes body = {(const unsigned char *)request, strlen(request)};
    assert_int_equal(
        pd_tool_local_request(&local, &args, "/v1/models/default/mesh", "format=bin", &body, &reply), 0);
    assert_int_equal(reply.size, 12 * (size_t)vertices);
    pd_tool_local_close(&local);
    assert_int_not_equal(pd_tool_local_open(&local, &args), 0); /* who wants a body says so */

    unlink(path);
    pd_buffer_deinit(&file);
    pd_buffer_deinit(&reply);
}

static void a_body_is_a_surface(void **state)
{
    (void)state;
    pd_tool_args args = {
        .command = &command, .values = {"models/default.safetensors", "1"}, .common = {.quiet = ""}};
    pd_tool_local local;
    assert_int_equal(pd_tool_local_open_surface(&local, &args), 0);
    assert_non_null(local.model);
    assert_null(local.mhr);
    pd_tool_local_close(&local);
    args.values[0] = "build/there-is-none.safetensors";
    assert_int_not_equal(pd_tool_local_open_surface(&local, &args), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mhr_is_a_surface_and_no_body),
        cmocka_unit_test(a_body_is_a_surface),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
