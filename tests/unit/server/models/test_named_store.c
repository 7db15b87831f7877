/* Tests the store of named objects: conditions (RFC 9110), owners, limits, and the release of what was
 * replaced. Items of the test count who holds them. */
#include "server/models/named_store.h"

#include "server/models/stores.h"
#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

/* An item counts who holds it. */
typedef struct item {
    char id[PD_API_ID_BYTES];
    int references;
    uint64_t owner;
    char revision[PD_API_REVISION_BYTES];
} item;

static int64_t now;

static int64_t now_us(void)
{
    return now;
}

static void *retain(void *it)
{
    ((item *)it)->references++;
    return it;
}

static void release(void *it)
{
    if (it) ((item *)it)->references--;
}

static const pd_srv_named_store_kind kind = {.what = "things",
                                             .option = "limits.things",
                                             .owner_option = "limits.owner_things",
                                             .id_at = offsetof(item, id),
                                             .revision_at = offsetof(item, revision),
                                             .owner_at = offsetof(item, owner),
                                             .retain = retain,
                                             .release = release,
                                             .now_us = now_us};
static const pd_api_owner mine = {0, 0};

static pd_status put(pd_srv_named_store *store, void *it, int most, int *is_new, pd_error *err)
{
    return pd_srv_named_store_put(store, it, NULL, &(pd_srv_named_store_limits){most, most + 1, 1000}, is_new,
                                  err);
}

/* RFC 9110, 13.1.1 and 13.1.2. */
static void a_condition_is_kept_to_in_the_same_moment_as_the_change(void **state)
{
    (void)state;
    pd_srv_named_store *store = pd_srv_named_store_new(&kind);
    const pd_srv_named_store_limits limits = {2, 2, 1000};
    item first = {"a", 1, 0, "one"}, second = {"a", 1, 0, "two"};
    const pd_api_condition create = {.if_none_match = "*"}, update = {.if_match = "\"one\""},
                           exists = {.if_match = "*"}, weak = {.if_match = "W/\"one\""};
    int is_new;
    pd_error err = {0};

    assert_int_equal(pd_srv_named_store_put(store, &first, &exists, &limits, &is_new, &err), PD_ERR_INVALID);
    assert_int_equal(is_new, -2);
    assert_int_equal(first.references, 0); /* it is taken also on failure */
    first.references = 1;
    assert_int_equal(pd_srv_named_store_put(store, &first, &create, &limits, &is_new, &err), PD_OK);
    assert_int_equal(is_new, 1);
    const pd_api_condition *const failing[] = {&create, &weak};
    for (int i = 0; i < 2; i++) {
        second.references = 1;
        assert_int_equal(pd_srv_named_store_put(store, &second, failing[i], &limits, &is_new, &err),
                         PD_ERR_INVALID);
        assert_int_equal(is_new, -2);
    }

    second.references = 1;
    assert_int_equal(pd_srv_named_store_put(store, &second, &update, &limits, &is_new, &err), PD_OK);
    assert_int_equal(is_new, 0);
    assert_int_equal(pd_srv_named_store_delete(store, "a", &mine, &update), -2); /* it is "two" now */
    assert_int_equal(pd_srv_named_store_delete(store, "a", &mine, &exists), 1);
    assert_int_equal(first.references + second.references, 0);
    pd_srv_named_store_free(store);
}

static void uploads_of_another_client_are_neither_replaced_nor_deleted(void **state)
{
    (void)state;
    pd_srv_named_store *store = pd_srv_named_store_new(&kind);
    item hers = {"a", 1, 7, ""}, his = {"a", 1, 8, ""};
    const pd_api_owner she = {7, 0}, he = {8, 0}, admin = {9, 1};
    int is_new;
    pd_error err = {0};
    assert_int_equal(put(store, &hers, 2, &is_new, NULL), PD_OK);
    assert_int_equal(put(store, &his, 2, &is_new, &err), PD_ERR_INVALID);
    assert_int_equal(is_new, -1);
    assert_non_null(strstr(err.detail, "belongs to another client"));
    assert_int_equal(his.references, 0);
    assert_int_equal(pd_srv_named_store_delete(store, "a", &he, NULL), -1);
    assert_int_equal(hers.references, 1);
    assert_int_equal(pd_srv_named_store_delete(store, "a", &she, NULL), 1);
    assert_int_equal(hers.references, 0);
    hers.references = 1;
    assert_int_equal(put(store, &hers, 2, &is_new, NULL), PD_OK);
    assert_int_equal(pd_srv_named_store_delete(store, "a", &admin, NULL), 1);
    pd_srv_named_store_free(store);
}

static void one_owner_leaves_room_for_others(void **state)
{
    (void)state;
    const pd_srv_named_store_limits limits = {4, 2, 1000};
    pd_srv_named_store *store = pd_srv_named_store_new(&kind);
    item items[] = {{"a", 1, 7, ""}, {"b", 1, 7, ""}, {"c", 1, 7, ""}, {"d", 1, 8, ""}};
    int is_new;
    pd_error err = {0};
    for (int i = 0; i < 4; i++)
        assert_int_equal(pd_srv_named_store_put(store, &items[i], NULL, &limits, &is_new, &err),
                         i == 2 ? PD_ERR_LIMIT : PD_OK);
    assert_string_equal(
        err.detail,
        "2 things of this client are stored; at most 2 allowed for each client (limits.owner_things)");
    pd_srv_named_store_free(store);
}

static void a_full_store_drops_the_entries_unused_for_longest(void **state)
{
    (void)state;
    pd_srv_named_store *store = pd_srv_named_store_new(&kind);
    item items[] = {{"a", 1, 1, ""}, {"b", 1, 2, ""}, {"c", 1, 3, ""}};
    int is_new;
    now = 5000;
    assert_int_equal(put(store, &items[0], 2, &is_new, NULL), PD_OK);
    assert_int_equal(put(store, &items[1], 2, &is_new, NULL), PD_OK);
    now += 1000;
    assert_int_equal(put(store, &items[2], 2, &is_new, NULL), PD_ERR_LIMIT); /* not longer than that */
    items[2].references = 1;
    now++;
    release(pd_srv_named_store_get(store, "a")); /* it is used */
    assert_int_equal(put(store, &items[2], 2, &is_new, NULL), PD_OK);
    assert_int_equal(items[1].references, 0);
    assert_int_equal(items[0].references, 1);
    assert_null(pd_srv_named_store_get(store, "b"));
    pd_srv_named_store_free(store);
}

static void an_upload_is_found_by_its_name_until_it_is_deleted(void **state)
{
    (void)state;
    pd_srv_named_store *store = pd_srv_named_store_new(&kind);
    item a = {"a", 1, 0, ""}, b = {"b", 1, 0, ""};
    int is_new;
    assert_int_equal(put(store, &a, 2, &is_new, NULL), PD_OK);
    assert_int_equal(is_new, 1);
    assert_int_equal(put(store, &b, 2, &is_new, NULL), PD_OK);
    assert_ptr_equal(pd_srv_named_store_get(store, "b"), &b);
    assert_ptr_equal(pd_srv_named_store_get(store, "a"), &a);
    assert_null(pd_srv_named_store_get(store, "c"));
    assert_null(pd_srv_named_store_get(store, "")); /* no prefix will do */
    assert_int_equal(a.references, 2);

    assert_int_equal(pd_srv_named_store_delete(store, "a", &mine, NULL), 1);
    assert_int_equal(pd_srv_named_store_delete(store, "a", &mine, NULL), 0);
    assert_null(pd_srv_named_store_get(store, "a"));
    assert_int_equal(a.references, 1); /* whoever got it goes on with it */
    assert_ptr_equal(pd_srv_named_store_get(store, "b"), &b);
    pd_srv_named_store_free(store);
    assert_int_equal(b.references, 2);
    pd_srv_named_store_free(NULL);
}

static void another_under_the_name_takes_its_place(void **state)
{
    (void)state;
    pd_srv_named_store *store = pd_srv_named_store_new(&kind);
    item old = {"a", 1, 0, ""}, fresh = {"a", 1, 0, ""};
    int is_new;
    assert_int_equal(put(store, &old, 1, &is_new, NULL), PD_OK);
    assert_int_equal(put(store, &fresh, 1, &is_new, NULL), PD_OK); /* also when full */
    assert_int_equal(is_new, 0);
    assert_int_equal(old.references, 0);
    assert_ptr_equal(pd_srv_named_store_get(store, "a"), &fresh);
    pd_srv_named_store_free(store);
    assert_int_equal(fresh.references, 1);
}

static void count_in_order(void *arg, const char *id, const void *it)
{
    int *count = arg;
    assert_string_equal(id, ((const item *)it)->id);
    assert_int_equal(id[0], 'A' + *count);
    ++*count;
}

static void a_full_store_refuses_and_releases_the_new_entry(void **state)
{
    (void)state;
    enum { MOST = 40 }; /* beyond several growths */
    pd_srv_named_store *store = pd_srv_named_store_new(&kind);
    item items[MOST + 1];
    int is_new, count = 0;
    pd_error err = {0};
    for (int i = 0; i <= MOST; i++) {
        items[i] = (item){.id = {(char)('A' + i)}, .references = 1};
        assert_int_equal(put(store, &items[i], MOST, &is_new, &err), i < MOST ? PD_OK : PD_ERR_LIMIT);
    }
    assert_string_equal(err.detail, "40 things are stored; at most 40 allowed (limits.things)");
    assert_int_equal(items[MOST].references, 0);
    assert_null(pd_srv_named_store_get(store, items[MOST].id));
    pd_srv_named_store_each(store, count_in_order, &count);
    assert_int_equal(count, MOST);

    assert_int_equal(pd_srv_named_store_delete(store, items[0].id, &mine, NULL), 1); /* then there is room */
    items[MOST].references = 1;
    assert_int_equal(put(store, &items[MOST], MOST, &is_new, &err), PD_OK);
    pd_srv_named_store_free(store);
    for (int i = 0; i <= MOST; i++) assert_int_equal(items[i].references, 0);
}

static void scenes_and_skeletons_are_counted_by_their_own_functions(void **state)
{
    (void)state;
    pd_srv_named_store *scenes = pd_srv_scenes_new(), *skeletons = pd_srv_skeletons_new();
    pd_anim_scene flat = {0};
    int is_new;
    pd_error err = {0};
    assert_int_equal(pd_anim_scene_init(&flat, 0, 0, 0, 0, "", NULL), PD_OK);
    pd_api_scene *scene = pd_api_scene_new("yard", &flat);
    pd_api_scene_retain(scene);
    assert_int_equal(put(scenes, scene, 0, &is_new, &err), PD_ERR_LIMIT);
    assert_non_null(strstr(err.detail, "stream.scenes"));
    assert_int_equal(scene->references, 1);
    assert_int_equal(put(scenes, pd_api_scene_retain(scene), 1, &is_new, &err), PD_OK);
    assert_ptr_equal(pd_srv_named_store_get(scenes, "yard"), scene);
    assert_int_equal(scene->references, 3);
    pd_srv_named_store_free(scenes);
    assert_int_equal(scene->references, 2);
    pd_api_scene_release(scene);
    pd_api_scene_release(scene);
    assert_null(pd_srv_named_store_get(skeletons, "yard"));
    pd_srv_named_store_free(skeletons);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_condition_is_kept_to_in_the_same_moment_as_the_change),
        cmocka_unit_test(uploads_of_another_client_are_neither_replaced_nor_deleted),
        cmocka_unit_test(one_owner_leaves_room_for_others),
        cmocka_unit_test(a_full_store_drops_the_entries_unused_for_longest),
        cmocka_unit_test(an_upload_is_found_by_its_name_until_it_is_deleted),
        cmocka_unit_test(another_under_the_name_takes_its_place),
        cmocka_unit_test(a_full_store_refuses_and_releases_the_new_entry),
        cmocka_unit_test(scenes_and_skeletons_are_counted_by_their_own_functions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
