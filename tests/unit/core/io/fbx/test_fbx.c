/* Tests the reader of FBX records. Files that are cut anywhere are refused or end between records, and a file
 * that announces too much is refused before memory is taken. */
#include "core/io/fbx/fbx.h"
#include "tests/support/mhr_make.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void records_are_found_by_their_names_and_arrays_unpack(void **state)
{
    (void)state;
    pd_buffer file = {0};
    pd_fbx fbx;
    char text[8];
    mhr_tiny_fbx(&file, 1, 30);
    assert_true(pd_fbx_sniff(file.data, file.size));
    assert_int_equal(pd_fbx_parse(&fbx, file.data, file.size, "tiny.fbx", NULL), PD_OK);
    assert_int_equal(fbx.version, 7700);

    const int objects = pd_fbx_find(&fbx, -1, "Objects", 0), mesh = pd_fbx_find(&fbx, objects, "Geometry", 0);
    assert_true(objects > 0 && mesh > objects);
    assert_true(pd_fbx_says(&fbx, mesh, 1, "mesh"));
    assert_false(pd_fbx_says(&fbx, mesh, 1, "mes"));
    assert_true(pd_fbx_text(text, sizeof text, &fbx, mesh, 1));
    assert_string_equal(text, "mesh");
    assert_false(pd_fbx_text(text, 4, &fbx, mesh, 1));
    assert_string_equal(text, ""); /* none, not a piece of it */
    assert_int_equal(pd_fbx_at(&fbx, mesh, 0)->whole, 40);
    assert_null(pd_fbx_at(&fbx, mesh, 3));
    assert_int_equal(pd_fbx_find(&fbx, -1, "Geometry", 0), -1); /* not at the top */
    int shapes = 0;
    for (int r = mesh; (r = pd_fbx_find(&fbx, objects, "Geometry", fbx.records[r].end)) >= 0;) shapes++;
    assert_int_equal(shapes, 3);

    double *numbers;
    int64_t *whole;
    size_t count;
    const int vertices = pd_fbx_find(&fbx, mesh, "Vertices", 0);
    assert_int_equal(pd_fbx_numbers(&numbers, &count, &fbx, vertices, 100, NULL), PD_OK);
    assert_int_equal(count, 3 * MHR_TINY_VERTICES);
    for (size_t i = 0; i < count; i++) assert_true(numbers[i] == mhr_tiny_vertices[i]);
    free(numbers);
    assert_int_equal(pd_fbx_numbers(&numbers, &count, &fbx, vertices, 20, NULL), PD_ERR_LIMIT);
    assert_int_equal(pd_fbx_indices(&whole, &count, &fbx, vertices, 100, NULL), PD_ERR_FORMAT);
    const int faces = pd_fbx_find(&fbx, mesh, "PolygonVertexIndex", 0);
    assert_int_equal(pd_fbx_indices(&whole, &count, &fbx, faces, 100, NULL), PD_OK);
    assert_int_equal(whole[3], -3);
    free(whole);
    assert_int_equal(pd_fbx_numbers(&numbers, &count, &fbx, -1, 100, NULL), PD_ERR_FORMAT);
    fbx.most_bytes = fbx.unpacked_bytes + 8;
    assert_int_equal(pd_fbx_numbers(&numbers, &count, &fbx, vertices, 100, NULL), PD_ERR_LIMIT);
    pd_fbx_deinit(&fbx);
    pd_buffer_deinit(&file);
}

static void a_file_that_is_cut_anywhere_is_refused_or_ends_between_records(void **state)
{
    (void)state;
    pd_buffer file = {0};
    mhr_tiny_fbx(&file, 1, 30);
    int taken = 0;
    for (size_t size = 0; size < file.size; size++) {
        unsigned char *cut =
            malloc(size + 1); /* of its own size, so that a sanitizer sees what is read beyond it */
        pd_fbx fbx;
        pd_error err = {0};
        memcpy(cut, file.data, size);
        if (pd_fbx_parse(&fbx, cut, size, "cut.fbx", &err) == PD_OK) {
            taken++;
            pd_fbx_deinit(&fbx);
        } else
            assert_non_null(strstr(err.where, "cut.fbx"));
        free(cut);
    }
    assert_int_equal(taken, 3); /* behind the head and behind the first two records */
    pd_buffer_deinit(&file);
}

static pd_status parse_and_free(const pd_buffer *file, pd_error *err)
{
    pd_fbx fbx;
    const pd_status status = pd_fbx_parse(&fbx, file->data, file->size, "bomb.fbx", err);
    if (status == PD_OK) pd_fbx_deinit(&fbx);
    return status;
}

static void bombs_are_refused_before_memory_is_taken(void **state)
{
    (void)state;
    pd_buffer file = {0};
    pd_error err = {0};

    pd_buffer_add(&file, "Kaydara FBX Binary  \0\x1a", 23); /* four billion doubles in twelve bytes */
    fbx_u(&file, 7700, 4);
    fbx_open own = fbx_begin(&file, "Vertices", 1);
    pd_buffer_add(&file, "d", 1);
    fbx_u(&file, 0xffffffffu, 4), fbx_u(&file, 1, 4), fbx_u(&file, 12, 4), fbx_u(&file, 0, 12);
    fbx_end(&file, own);
    assert_int_equal(parse_and_free(&file, &err), PD_ERR_FORMAT);
    assert_non_null(strstr(err.detail, "more elements than its bytes can hold"));

    file.size = 27; /* records in one another */
    fbx_open deep[40];
    for (int i = 0; i < 40; i++) deep[i] = fbx_begin(&file, "a", 0);
    for (int i = 40; i-- > 0;) fbx_end(&file, deep[i]);
    assert_int_equal(parse_and_free(&file, &err), PD_ERR_LIMIT);
    assert_string_equal(err.detail, "more than the allowed 32 nested records");

    file.size = 27; /* an array that does not unpack */
    own = fbx_begin(&file, "Vertices", 1);
    pd_buffer_add(&file, "d", 1);
    fbx_u(&file, 3, 4), fbx_u(&file, 1, 4), fbx_u(&file, 12, 4), fbx_u(&file, 7, 12);
    fbx_end(&file, own);
    pd_fbx fbx;
    double *numbers;
    size_t count;
    assert_int_equal(pd_fbx_parse(&fbx, file.data, file.size, "bomb.fbx", &err), PD_OK);
    assert_int_equal(pd_fbx_numbers(&numbers, &count, &fbx, 0, 100, &err), PD_ERR_FORMAT);
    assert_string_equal(err.where, "bomb.fbx:73");
    pd_fbx_deinit(&fbx);

    file.data[24] = 0xff; /* version 65300 */
    assert_int_equal(parse_and_free(&file, &err), PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.detail, "7000 to 7999 expected"));
    pd_buffer_deinit(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_are_found_by_their_names_and_arrays_unpack),
        cmocka_unit_test(a_file_that_is_cut_anywhere_is_refused_or_ends_between_records),
        cmocka_unit_test(bombs_are_refused_before_memory_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
