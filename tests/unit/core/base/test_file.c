#include "core/base/file.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void a_file_is_replaced_whole(void **state)
{
    (void)state;
    char path[] = "/tmp/posed-file-XXXXXX";
    pd_bytes got;
    close(mkstemp(path));
    assert_int_equal(pd_file_write(path, "one and more", 12, NULL), PD_OK);
    assert_int_equal(pd_file_write(path, "two", 3, NULL), PD_OK);
    assert_int_equal(pd_file_map(&got, path, NULL), PD_OK);
    assert_int_equal(got.size, 3);
    assert_memory_equal(got.data, "two", 3);
    pd_file_unmap(&got);
    unlink(path);
}

/* It once put a regular file in the place of /dev/full. */
static void a_device_or_pipe_is_not_replaced(void **state)
{
    (void)state;
    char folder[] = "/tmp/posed-file-XXXXXX", path[64];
    struct stat there;
    pd_error err;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/pipe", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(pd_file_write(path, "x", 1, &err), PD_ERR_IO);
    assert_string_equal(err.where, path);
    assert_int_equal(lstat(path, &there), 0);
    assert_true(S_ISFIFO(there.st_mode));
    unlink(path);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_replaced_whole),
        cmocka_unit_test(a_device_or_pipe_is_not_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
