/* Tests files of MHR models: a model is read back, wrong contents are refused with their place, and a model
 * that is loaded twice is counted. */
#include "core/base/file.h"
#include "core/mhr/model.h"
#include "tests/support/mhr_make.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void a_written_model_reads_back_equal(void **state)
{
    (void)state;
    pd_mhr m = mhr_tiny(), back;
    pd_buffer file = {0}, again = {0}, compact = {0};
    m.text.name = strdup("tiny");
    assert_int_equal(pd_mhr_encode(&file, &m, false, NULL), PD_OK);
    assert_int_equal(pd_mhr_parse(&back, file.data, file.size, "tiny", NULL), PD_OK);
    assert_int_equal(pd_mhr_encode(&again, &back, false, NULL), PD_OK);
    assert_int_equal(file.size, again.size);
    assert_memory_equal(file.data, again.data, file.size);
    assert_string_equal(back.text.name, "tiny");
    assert_true(back.is_scale[4] == 1 && back.limits[3] == 2);
    assert_memory_equal(m.inverse_bind, back.inverse_bind, 12 * MHR_TINY_JOINTS * sizeof *m.inverse_bind);

    pd_mhr_deinit(&back);
    assert_int_equal(pd_mhr_encode(&compact, &m, true, NULL), PD_OK);
    assert_true(compact.size < file.size);
    assert_int_equal(pd_mhr_parse(&back, compact.data, compact.size, "tiny", NULL), PD_OK);
    assert_true(back.identity_dirs[3] == 1);
    pd_mhr_deinit(&back), pd_mhr_deinit(&m);
    pd_buffer_deinit(&file), pd_buffer_deinit(&again), pd_buffer_deinit(&compact);
}

static int refused(pd_mhr *m, const char *where)
{
    pd_error err = {0};
    return pd_mhr_finish(m, &err) != PD_OK && strstr(err.where, where);
}

static void a_forbidden_value_in_a_file_is_refused_with_its_place(void **state)
{
    (void)state;
    pd_mhr m = mhr_tiny();
#define WITH(place, value, where)                                                                            \
    {                                                                                                        \
        __typeof__(place) kept = place;                                                                      \
        place = value;                                                                                       \
        assert_true(refused(&m, where));                                                                     \
        place = kept;                                                                                        \
    }
    WITH(m.vertices[2], NAN, "vertices")
    WITH(m.vertices[2], 2e5f, "vertices")
    WITH(m.identity_dirs[1], INFINITY, "identity_dirs")
    WITH(m.expression_dirs[1], INFINITY, "expression_dirs")
    WITH(m.faces[1], MHR_TINY_VERTICES, "faces")
    WITH(m.parents[0], 0, "parents")
    WITH(m.parents[2], 2, "parents")
    WITH(m.parents[2], -1, "parents")
    WITH(m.offsets[4], NAN, "offsets")
    WITH(m.prerotations[3], 0.5f, "prerotations")
    WITH(m.transform.columns[0], 6, "transform")
    WITH(m.transform.weights[0], NAN, "transform")
    WITH(m.transform.start[8], 7, "transform")
    WITH(m.skin.weights[0], 0.5f, "skin")
    WITH(m.skin.columns[0], MHR_TINY_JOINTS, "skin")
    WITH(m.limits[0], NAN, "limits")
    WITH(m.limits[1], -2e30f, "limits")
    WITH(m.is_scale[0], 2, "is_scale")
    assert_int_equal(pd_mhr_finish(&m, NULL), PD_OK);
    m.skin.weights[m.skin.start[4]] = 1.5f, m.skin.weights[m.skin.start[4] + 1] = -0.5f;
    assert_true(refused(&m, "skin"));
    pd_mhr_deinit(&m);
}

static void a_file_is_loaded_once_and_counted(void **state)
{
    (void)state;
    char path[] = "/tmp/mhr_XXXXXX";
    pd_mhr m = mhr_tiny(), *loaded;
    pd_buffer file = {0};
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    pd_mhr_encode(&file, &m, false, NULL);
    assert_int_equal(pd_file_write(path, file.data, file.size, NULL), PD_OK);
    assert_int_equal(pd_mhr_load(&loaded, path, NULL), PD_OK);
    assert_true(loaded->resident_bytes > 3 * 12 * MHR_TINY_VERTICES && loaded->content_hash);
    pd_mhr_release(pd_mhr_retain(loaded));
    assert_int_equal(loaded->vertex_count, MHR_TINY_VERTICES);
    pd_mhr_release(loaded);
    pd_mhr_release(NULL);

    pd_error err = {0};
    assert_int_equal(pd_file_write(path, file.data, file.size - 1, NULL), PD_OK);
    assert_int_not_equal(pd_mhr_load(&loaded, path, &err), PD_OK);
    assert_null(loaded);
    assert_non_null(strstr(err.where, path));
    unlink(path);
    pd_buffer_deinit(&file);
    pd_mhr_deinit(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_written_model_reads_back_equal),
        cmocka_unit_test(a_forbidden_value_in_a_file_is_refused_with_its_place),
        cmocka_unit_test(a_file_is_loaded_once_and_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
