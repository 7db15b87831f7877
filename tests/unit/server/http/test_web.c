/* Files of the page, found in folders beside the program.
 * The test replaces the program's path by one in /tmp. */
#include "server/http/web.h"

#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <limits.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[] = "/tmp/posed-web-XXXXXX", log_path[64];
static pd_srv_log *server_log;
static pd_api_assets assets, samples;

/* Replaces readlink: /proc/self/exe points to bin/posed in the test's folder. */
ssize_t readlink(const char *restrict path, char *restrict out, size_t size)
{
    assert_string_equal(path, "/proc/self/exe");
    return snprintf(out, size, "%s/bin/posed", root);
}

static void make_folder(const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", root, name);
    assert_int_equal(mkdir(path, 0755), 0);
}

static void put_file(const char *name, const char *text, long size)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", root, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    if (size) assert_int_equal(truncate(path, size), 0);
}

static int set_up(void **state)
{
    (void)state;
    pd_error err;
    strcpy(root, "/tmp/posed-web-XXXXXX");
    assert_non_null(mkdtemp(root));
    make_folder("bin");
    snprintf(log_path, sizeof log_path, "%s/log", root);
    return pd_srv_log_open(&server_log, log_path, 0, PD_SRV_INFO, &err) != PD_OK;
}

static int tear_down(void **state)
{
    (void)state;
    char command[128];
    pd_api_assets_deinit(&assets);
    pd_api_assets_deinit(&samples);
    memset(&assets, 0, sizeof assets);
    memset(&samples, 0, sizeof samples);
    if (server_log) pd_srv_log_close(server_log);
    server_log = NULL;
    snprintf(command, sizeof command, "rm -r %s", root);
    return system(command);
}

/* Returns the whole log. */
static const char *logged(void)
{
    static char text[1 << 14];
    pd_srv_log_close(server_log);
    server_log = NULL;
    FILE *file = fopen(log_path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return text;
}

static void has_file(const char *name, const char *text)
{
    pd_api_asset *asset = pd_api_assets_find(&assets, name);
    assert_non_null(asset);
    assert_null(asset->content); /* nobody has asked for it */
    const pd_api_asset_content *content = pd_api_assets_read(asset, NULL);
    assert_non_null(content);
    assert_int_equal(content->bytes[0].size, strlen(text));
    assert_memory_equal(content->bytes[0].data, text, strlen(text));
}

static void all_files_of_a_folder_are_served_but_hidden_and_unknown_ones(void **state)
{
    (void)state;
    char words[128];
    make_folder("web"), make_folder("web/dist");
    put_file("web/dist/index.html", "<p>page", 0);
    put_file("web/dist/app.js", "let a", 0);
    put_file("web/dist/.app.js.swp", "hidden", 0);
    put_file("web/dist/page.unknown", "?", 0);
    pd_srv_web_list(&assets, &samples, server_log);
    assert_int_equal(assets.count, 2);
    has_file("index.html", "<p>page");
    has_file("app.js", "let a");

    const char *text = logged();
    snprintf(words, sizeof words, "\"message\":\"page found\",\"folder\":\"%s/web/dist\",\"files\":2}", root);
    assert_non_null(strstr(text, words));
    assert_non_null(strstr(text, "file left out"));
    assert_non_null(strstr(text, "page.unknown"));
    assert_null(strstr(text, "swp"));
}

static void the_first_folder_that_exists_is_taken_and_a_mirror_is_added(void **state)
{
    (void)state;
    make_folder("share"), make_folder("share/posed"), make_folder("share/posed/web");
    put_file("share/posed/web/index.html", "installed", 0);
    make_folder("share/posed/mirror");
    put_file("share/posed/mirror/pose.js", "mirror", 0);
    pd_srv_web_list(&assets, &samples, server_log);
    assert_int_equal(assets.count, 2);
    has_file("index.html", "installed");
    has_file("pose.js", "mirror");

    pd_api_assets_deinit(&assets);
    memset(&assets, 0, sizeof assets);
    make_folder("web"), make_folder("web/dist"); /* as in a build: that one comes first */
    put_file("web/dist/index.html", "built", 0);
    pd_srv_web_list(&assets, &samples, server_log);
    assert_int_equal(assets.count, 2);
    has_file("index.html", "built");
    assert_non_null(strstr(logged(), "/share/posed/mirror\",\"files\":1}"));
}

/* Samples lie in a folder of their own, and are no files of the page. */
static void samples_are_apart_from_the_page(void **state)
{
    (void)state;
    make_folder("examples"), make_folder("examples/samples");
    put_file("examples/samples/take.json", "{}", 0);
    make_folder("web"), make_folder("web/dist");
    put_file("web/dist/index.html", "page", 0);
    pd_srv_web_list(&assets, &samples, server_log);
    assert_int_equal(assets.count, 1);
    assert_int_equal(samples.count, 1);
    assert_non_null(pd_api_assets_find(&samples, "take.json"));
    assert_null(pd_api_assets_find(&assets, "take.json"));
    const char *text = logged();
    assert_non_null(strstr(text, "\"message\":\"samples found\",\"folder\":"));
    assert_non_null(strstr(text, "/examples/samples\",\"files\":1}"));
}

static void without_a_folder_no_page_is_served_or_mentioned(void **state)
{
    (void)state;
    pd_srv_web_list(&assets, &samples, server_log);
    assert_int_equal(assets.count + samples.count, 0);
    assert_string_equal(logged(), "");
}

static long pages_in_use(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%ld", &pages), 1);
    fclose(file);
    return pages;
}

/* Files that are read are given back, those that are left out too: 64 MiB each. */
static void nothing_is_kept_but_what_is_served(void **state)
{
    (void)state;
    make_folder("web"), make_folder("web/dist");
    put_file("web/dist/app.js", "let a", 0);
    pd_srv_web_list(&assets, &samples, server_log);
    pd_api_assets_deinit(&assets);
    memset(&assets, 0, sizeof assets);
    put_file("web/dist/large.unknown", "", 64 << 20);
    const long before = pages_in_use();
    const size_t blocks = mallinfo2().uordblks;
    for (int i = 0; i < 4; i++) {
        pd_srv_web_list(&assets, &samples, server_log);
        assert_int_equal(assets.count, 1);
        pd_api_assets_deinit(&assets);
        memset(&assets, 0, sizeof assets);
    }
    assert_true((pages_in_use() - before) * sysconf(_SC_PAGESIZE) < 64 << 20);
    assert_true(mallinfo2().uordblks <= blocks);
}

#define WEB_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WEB_TEST(all_files_of_a_folder_are_served_but_hidden_and_unknown_ones),
        WEB_TEST(the_first_folder_that_exists_is_taken_and_a_mirror_is_added),
        WEB_TEST(samples_are_apart_from_the_page),
        WEB_TEST(without_a_folder_no_page_is_served_or_mentioned),
        WEB_TEST(nothing_is_kept_but_what_is_served),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
