/* Tests which limits of memory and processors are read from control groups. The test writes the files of
 * versions 1 and 2 below a folder of its own. */
#include "core/base/machine/cgroup.h"
#include "core/base/machine/cores.h"

#include "tests/support/cmocka.h"

#include <ftw.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char root[64], groups[96];

static int set_up(void **state)
{
    (void)state;
    strcpy(root, "/tmp/posed-cgroup-XXXXXX");
    if (!mkdtemp(root)) return -1;
    snprintf(groups, sizeof groups, "%s/groups", root);
    return 0;
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    (void)about, (void)kind, (void)place;
    return remove(path);
}

static int tear_down(void **state)
{
    (void)state;
    return nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* Writes a file below the root, with its folders. */
static void put(const char *name, const char *content)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", root, name);
    for (char *at = path + strlen(root) + 1; (at = strchr(at, '/')); *at++ = '/') {
        *at = 0;
        mkdir(path, 0700);
    }
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(content, file);
    fclose(file);
}

static void version_2_has_quota_and_period_in_one_file(void **state)
{
    (void)state;
    put("groups", "0::/kubepods.slice/pod7\n");
    put("kubepods.slice/pod7/cpu.max", "250000 100000\n");
    put("kubepods.slice/pod7/memory.max", "536870912\n");
    assert_true(pd_cgroup_processors(root, groups) == 2.5);
    assert_int_equal(pd_cgroup_memory(root, groups), 512u << 20);
}

static void a_cgroup_has_the_limits_of_its_parents(void **state)
{
    (void)state;
    put("groups", "0::/a/b\n");
    put("a/b/cpu.max", "max 100000\n");
    put("a/cpu.max", "30000 20000\n");
    put("a/b/memory.max", "max\n");
    assert_true(pd_cgroup_processors(root, groups) == 1.5);
    assert_true(pd_cgroup_memory(root, groups) == SIZE_MAX);
}

/* The path is that of the host, but the container's own group is mounted at the root. */
static void a_path_of_the_host_leads_to_the_root_of_the_container(void **state)
{
    (void)state;
    put("groups", "0::/docker/0123\n");
    put("cpu.max", "50000 100000\n");
    assert_true(pd_cgroup_processors(root, groups) == 0.5);
}

static void version_1_has_quota_and_period_in_two_files(void **state)
{
    (void)state;
    put("groups", "12:cpuset:/jobs\n4:cpu,cpuacct:/jobs\n2:memory:/jobs\n1:name=systemd:/init\n");
    put("cpu,cpuacct/jobs/cpu.cfs_quota_us", "400000\n");
    put("cpu,cpuacct/jobs/cpu.cfs_period_us", "100000\n");
    put("memory/jobs/memory.limit_in_bytes", "1048576\n");
    assert_true(pd_cgroup_processors(root, groups) == 4);
    assert_int_equal(pd_cgroup_memory(root, groups), 1 << 20);
}

static void a_quota_of_minus_one_is_none(void **state)
{
    (void)state;
    put("groups", "4:cpu:/\n");
    put("cpu/cpu.cfs_quota_us", "-1\n");
    put("cpu/cpu.cfs_period_us", "100000\n");
    assert_true(isinf(pd_cgroup_processors(root, groups)));
}

static void a_limit_of_cgroup_version_2_is_read_from_the_folder_unified(void **state)
{
    (void)state;
    put("groups", "1:name=systemd:/x\n0::/x\n");
    put("unified/x/cpu.max", "100000 100000\n");
    assert_true(pd_cgroup_processors(root, groups) == 1);
}

static void an_unreadable_limit_file_sets_no_limit(void **state)
{
    (void)state;
    assert_true(isinf(pd_cgroup_processors(root, groups))); /* no list of groups */
    put("groups", "nonsense\n0:\n0::/a\n");
    assert_true(isinf(pd_cgroup_processors(root, groups)));
    put("a/cpu.max", "many 100000\n");
    assert_true(isinf(pd_cgroup_processors(root, groups)));
    put("a/cpu.max", "100000\n");
    assert_true(isinf(pd_cgroup_processors(root, groups)));
    put("a/cpu.max", "");
    assert_true(isinf(pd_cgroup_processors(root, groups)));
}

static void a_process_may_use_one_processor_at_least(void **state)
{
    (void)state;
    assert_true(pd_core_count() >= 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(version_2_has_quota_and_period_in_one_file),
        TEST(a_cgroup_has_the_limits_of_its_parents),
        TEST(a_path_of_the_host_leads_to_the_root_of_the_container),
        TEST(version_1_has_quota_and_period_in_two_files),
        TEST(a_quota_of_minus_one_is_none),
        TEST(a_limit_of_cgroup_version_2_is_read_from_the_folder_unified),
        TEST(an_unreadable_limit_file_sets_no_limit),
        cmocka_unit_test(a_process_may_use_one_processor_at_least),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
