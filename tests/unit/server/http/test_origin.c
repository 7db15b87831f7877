#include "server/http/origin.h"

#include "tests/support/cmocka.h"

static void origins_are_compared_whole(void **state)
{
    (void)state;
    char *items[] = {"https://example.org"};
    const pd_cfg_list list = {items, 1};
    assert_true(pd_srv_origin_allowed(&list, "https://example.org"));
    assert_false(pd_srv_origin_allowed(&list, "https://example.org.evil.net"));
    assert_false(pd_srv_origin_allowed(&list, "http://example.org"));
    assert_false(pd_srv_origin_allowed(&list, "null"));
    char *any[] = {"*"};
    assert_true(pd_srv_origin_allowed(&(pd_cfg_list){any, 1}, "null"));
    assert_true(pd_srv_origin_is_host("http://127.0.0.1:8080", "127.0.0.1:8080"));
    assert_false(pd_srv_origin_is_host("http://127.0.0.1:8081", "127.0.0.1:8080"));
    assert_false(pd_srv_origin_is_host("null", "null"));
    assert_false(pd_srv_origin_is_host("http://a", NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(origins_are_compared_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
