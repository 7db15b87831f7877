/* Tests that files are replaced as a whole: devices and pipes are refused, and what a killed writer left is
 * removed by the next one. Tests paths beside the program. */
#include "core/base/file.h"
#include "tests/support/cmocka.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
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

/* Returns the number of files in a folder. name: that of the last one. */
static int count_files(const char *folder, char name[256])
{
    DIR *dir = opendir(folder);
    int count = 0;
    assert_non_null(dir);
    for (struct dirent *e; (e = readdir(dir)) != NULL;)
        if (e->d_name[0] != '.') snprintf(name, 256, "%s", e->d_name), count++;
    closedir(dir);
    return count;
}

static void files_of_a_killed_writer_are_removed_by_the_next_writer(void **state)
{
    (void)state;
    enum { SIZE = 8 << 20 };
    char folder[] = "/tmp/posed-file-XXXXXX", path[64], name[256];
    char *bytes = calloc(1, SIZE);
    pd_bytes got;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/x", folder);

    for (int left = 0; left < 3;) { /* three times in a row killed within a write */
        const pid_t writer = fork();
        if (!writer)
            for (;;) pd_file_write(path, bytes, SIZE, NULL);
        while (!count_files(folder, name) || !strstr(name, ".tmp")) usleep(100);
        kill(writer, SIGKILL);
        waitpid(writer, NULL, 0);
        count_files(folder, name);
        left += strstr(name, ".tmp") != NULL || count_files(folder, name) == 2;
        assert_true(count_files(folder, name) <= 2);
    }
    assert_int_equal(pd_file_write(path, "three", 5, NULL), PD_OK);
    assert_int_equal(count_files(folder, name), 1);
    assert_string_equal(name, "x");
    assert_int_equal(pd_file_map(&got, path, NULL), PD_OK);
    assert_int_equal(got.size, 5); /* nothing of the longer one that was left */
    assert_memory_equal(got.data, "three", 5);
    pd_file_unmap(&got);
    unlink(path);
    rmdir(folder);
    free(bytes);
}

/* A temporary file that another writer has locked is left alone,
 * and a symbolic link in the place of one is not followed. */
static void files_of_another_writer_are_left_unchanged(void **state)
{
    (void)state;
    char folder[] = "/tmp/posed-file-XXXXXX", path[64], beside[80], link[80], other[80];
    struct stat there;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/x", folder);
    snprintf(beside, sizeof beside, "%s.0.tmp", path);
    snprintf(link, sizeof link, "%s.1.tmp", path);
    snprintf(other, sizeof other, "%s/other", folder);
    int fd = open(beside, O_WRONLY | O_CREAT, 0644);
    assert_int_equal(flock(fd, LOCK_EX), 0);
    assert_int_equal(write(fd, "half", 4), 4);
    assert_int_equal(pd_file_write(other, "whole", 5, NULL), PD_OK);
    assert_int_equal(symlink(other, link), 0);

    assert_int_equal(pd_file_write(path, "mine", 4, NULL), PD_OK);
    assert_int_equal(fstat(fd, &there), 0);
    assert_int_equal(there.st_size, 4);
    assert_int_equal(there.st_nlink, 1);
    assert_int_equal(stat(other, &there), 0);
    assert_int_equal(there.st_size, 5);
    assert_int_equal(stat(path, &there), 0);
    assert_int_equal(there.st_size, 4);
    close(fd);
    unlink(path), unlink(beside), unlink(link), unlink(other);
    rmdir(folder);
}

static void a_path_beside_the_program_names_its_folder(void **state)
{
    (void)state;
    char path[512], small[8] = "x";
    assert_true(pd_file_beside_program(path, sizeof path, "test_file"));
    assert_int_equal(access(path, X_OK), 0); /* the test itself */
    assert_false(pd_file_beside_program(small, sizeof small, "test_file"));
    assert_string_equal(small, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_replaced_whole),
        cmocka_unit_test(a_device_or_pipe_is_not_replaced),
        cmocka_unit_test(files_of_a_killed_writer_are_removed_by_the_next_writer),
        cmocka_unit_test(files_of_another_writer_are_left_unchanged),
        cmocka_unit_test(a_path_beside_the_program_names_its_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
