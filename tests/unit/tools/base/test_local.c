/* Requests computed in this process, for a body model and, in commands that accept any surface, for MHR. */
#include "tests/support/cmocka.h"
#include "core/base/file.h"
#include "core/smpl/data/data.h"
#include "core/smpl/pack.h"
#include "tests/support/mhr_make.h"
#include "tools/base/local.h"
#include "train/model/data_encode.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const pd_tool_option options[] = {PD_TOOL_MODEL_ROW, PD_TOOL_THREADS_ROW, PD_TOOL_END};
static const pd_tool_command command = {.name = "mesh", .words = "", .summary = "", .options = options};

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

/* Opens the body model `path` and returns how many of its bytes are mapped from a pack. */
static size_t mapped_bytes_of(const char *path)
{
    pd_tool_args args = {.command = &command, .values = {path, "1"}, .common = {.quiet = ""}};
    pd_tool_local local;
    assert_int_equal(pd_tool_local_open(&local, &args), 0);
    const size_t bytes = pd_api_kinds[PD_API_KIND_BODY].mapped(local.model);
    pd_tool_local_close(&local);
    return bytes;
}

static void a_model_is_mapped_from_the_pack_beside_it_only_while_the_pack_fits(void **state)
{
    (void)state;
    static const char path[] = "build/test_local_body.safetensors",
                      beside[] = "build/test_local_body.safetensors.pack";
    pd_error err = {0};

    /* Another content than the shipped model's, so that no shipped pack holds it. */
    pd_smpl_data data;
    assert_int_equal(pd_smpl_data_load(&data, "models/default.safetensors", &err), PD_OK);
    data.v_template[0] += 1e-3f;
    assert_int_equal(pd_train_data_save(&data, path, &err), PD_OK);
    assert_int_equal(mapped_bytes_of(path), 0);

    /* With its pack it is mapped. */
    pd_smpl_model *model = NULL;
    pd_pack_source source;
    pd_pack_writer *writer = pd_pack_writer_new();
    assert_int_equal(pd_pack_source_of(&source, path, &err), PD_OK);
    assert_int_equal(pd_smpl_model_load(&model, path, &err), PD_OK);
    assert_int_equal(pd_smpl_model_pack(writer, model, "test_local_body.safetensors", &source, &err), PD_OK);
    assert_int_equal(pd_pack_save(beside, writer, &err), PD_OK);
    pd_smpl_model_release(model);
    pd_pack_writer_free(writer);
    assert_true(mapped_bytes_of(path) > 1 << 20);

    /* The pack of an older content is not used, and neither is a damaged one. */
    data.v_template[0] += 1e-3f;
    assert_int_equal(pd_train_data_save(&data, path, &err), PD_OK);
    assert_int_equal(mapped_bytes_of(path), 0);
    assert_int_equal(pd_file_write(beside, "posedpk", 7, &err), PD_OK);
    assert_int_equal(mapped_bytes_of(path), 0);

    pd_smpl_data_deinit(&data);
    unlink(path), unlink(beside);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mhr_is_a_surface_and_no_body),
        cmocka_unit_test(a_body_is_a_surface),
        cmocka_unit_test(a_model_is_mapped_from_the_pack_beside_it_only_while_the_pack_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
