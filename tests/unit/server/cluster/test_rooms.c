/* Rooms of other daemons: the text in Redis, and the lists of daemons that share it. */
#include "server/cluster/rooms.h"

#include "api/stream/rooms.h"
#include "tests/support/checked_locks.h"
#include "tests/support/cluster_test.h"

static int parsed(pd_api_room **rooms, const char *text)
{
    int count = 0;
    *rooms = NULL;
    assert_true(pd_srv_rooms_parse(rooms, &count, text));
    return count;
}

static void a_line_is_a_room_and_anything_else_is_left_out(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",
        "\n",
        "1\t2\t0\ts\n",
        "1\t2\t0\t\tname\n",
        "1\t2\t0\ts\t\n",
        "1\t2\t2\ts\tname\n",
        "-1\t2\t0\ts\tname\n",
        "1\t-2\t0\ts\tname\n",
        "1 2 0 s name\n",
        "99999999999\t2\t0\ts\tname\n",
        "1\t2\t0\tsessionsessionsessionsessionsessionsessionsessionsessionsessionsession\tn\n",
        "1\t2\t0\ts\tnamenamenamenamenamenamenamenamenamenamenamenamenamenamenamename1\n"};
    char text[512];
    pd_api_room *rooms;

    assert_int_equal(parsed(&rooms, "2\t8\t0\tabc\tplaza\n13\t64\t1\tdef\tfriends of Ada"), 2);
    assert_string_equal(rooms[0].id, "plaza");
    assert_string_equal(rooms[0].session, "abc");
    assert_true(rooms[0].members == 2 && rooms[0].capacity == 8 && !rooms[0].has_secret);
    assert_string_equal(rooms[1].id, "friends of Ada");
    assert_true(rooms[1].members == 13 && rooms[1].capacity == 64 && rooms[1].has_secret);
    free(rooms);

    /* A wrong line does not spoil those before and after it. */
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(text, sizeof text, "1\t2\t0\ta\tfirst\n%s3\t4\t1\tb\tlast\n", wrong[i]);
        if (parsed(&rooms, text) != 2 || strcmp(rooms[1].id, "last") != 0) fail_msg("after %s", wrong[i]);
        free(rooms);
    }
}

static void no_more_rooms_are_read_than_a_daemon_writes(void **state)
{
    (void)state;
    pd_buffer text = {0};
    pd_api_room *rooms;
    for (int i = 0; i < 2 * PD_SRV_ROOMS_MOST; i++) pd_buffer_printf(&text, "1\t2\t0\ts%d\tr%d\n", i, i);
    pd_buffer_add(&text, "", 1);
    assert_int_equal(parsed(&rooms, (const char *)text.data), PD_SRV_ROOMS_MOST);
    free(rooms);
    pd_buffer_deinit(&text);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const pd_api_room *)a)->id, ((const pd_api_room *)b)->id);
}

/* Returns the rooms that a daemon lists, as text, by their names. */
static const char *listed(daemon_ *d)
{
    static char text[512];
    pd_api_room *rooms;
    const int own = pd_srv_stage_rooms(&rooms, d->stage);
    const int count = pd_srv_cluster_rooms(&rooms, own, d->cluster);
    size_t used = 0;
    *text = 0;
    if (count) qsort(rooms, (size_t)count, sizeof *rooms, by_name);
    for (int i = 0; i < count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %d/%d%s", i ? ", " : "", rooms[i].id,
                                 rooms[i].members, rooms[i].capacity, rooms[i].has_secret ? " secret" : "");
    free(rooms);
    return text;
}

static void every_daemon_lists_the_rooms_of_all(void **state)
{
    (void)state;
    cluster_test_begin(cluster_test_a, "one");
    cluster_test_begin(cluster_test_b, "two");
    cluster_test_play(cluster_test_a, (pd_srv_join){.room = "plaza", .capacity = 8},
                      (pd_srv_spawn){.facing = 0});
    cluster_test_play(cluster_test_b, (pd_srv_join){.room = "yard", .secret = "sesame", .capacity = 4},
                      (pd_srv_spawn){.facing = 0});
    assert_string_equal(listed(cluster_test_a), "plaza 1/8");
    UNTIL(!strcmp(listed(cluster_test_a), "plaza 1/8, yard 1/4 secret"));
    UNTIL(!strcmp(listed(cluster_test_b), "plaza 1/8, yard 1/4 secret"));

    /* A room of the same name here counts, and no secret is written. */
    assert_null(strstr(cluster_test_redis("HGET t:node:two rooms"), "sesame"));
    cluster_test_redis("HSET t:node:three rooms %s", "5\t9\t0\tabc\tplaza\n7\t9\t0\tdef\tfar\n");
    cluster_test_redis("SADD t:nodes three");
    UNTIL(!strcmp(listed(cluster_test_a), "far 7/9, plaza 1/8, yard 1/4 secret"));

    /* The rooms of a daemon that has ended are gone. */
    cluster_test_redis("DEL t:node:three");
    cluster_test_end_cluster(cluster_test_b);
    UNTIL(!strcmp(listed(cluster_test_a), "plaza 1/8"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_a_room_and_anything_else_is_left_out),
        cmocka_unit_test(no_more_rooms_are_read_than_a_daemon_writes),
        CLUSTER_TEST(every_daemon_lists_the_rooms_of_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
