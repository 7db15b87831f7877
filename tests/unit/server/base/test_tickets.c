/* Tests tickets of the stream: each opens one stream within its time and carries the rights of the client
 * that asked for it. */
#include "server/base/tickets.h"

#include "server/base/clock.h"
#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#define LIFE (PD_SRV_TICKET_SECONDS * PD_SRV_SECOND)

static pd_srv_tickets *tickets;
static const pd_srv_identity nobody, shop = {.name = "shop", .key = 7};
static pd_srv_identity who;

static int set_up(void **state)
{
    (void)state;
    tickets = pd_srv_tickets_new();
    return !tickets;
}

static int tear_down(void **state)
{
    (void)state;
    pd_srv_tickets_free(tickets);
    return 0;
}

static void a_ticket_is_good_once_and_tells_whose_it_is(void **state)
{
    (void)state;
    char first[64], second[64];
    assert_int_equal(pd_srv_tickets_issue(tickets, &shop, first, 0, NULL), PD_OK);
    assert_int_equal(pd_srv_tickets_issue(tickets, &nobody, second, 0, NULL), PD_OK);
    assert_int_equal(strlen(first), 48);
    assert_string_not_equal(first, second);
    assert_true(pd_srv_tickets_redeem(tickets, first, &who, 1));
    assert_string_equal(who.name, "shop");
    assert_true(who.key == 7);
    assert_false(pd_srv_tickets_redeem(tickets, first, &who, 1));
    assert_true(pd_srv_tickets_redeem(tickets, second, &who, 1));
    assert_string_equal(who.name, "");
}

static void a_ticket_is_good_for_its_seconds(void **state)
{
    (void)state;
    char text[64];
    assert_int_equal(pd_srv_tickets_issue(tickets, &nobody, text, 7, NULL), PD_OK);
    assert_false(pd_srv_tickets_redeem(tickets, text, &who, 7 + LIFE));
    assert_true(pd_srv_tickets_redeem(tickets, text, &who, 7 + LIFE - 1));
}

static void an_invalid_ticket_is_rejected(void **state)
{
    (void)state;
    char text[64];
    assert_int_equal(pd_srv_tickets_issue(tickets, &nobody, text, 0, NULL), PD_OK);
    assert_false(pd_srv_tickets_redeem(tickets, NULL, &who, 1));
    assert_false(pd_srv_tickets_redeem(tickets, "", &who, 1));
    assert_false(pd_srv_tickets_redeem(tickets, "000000000000000000000000000000000000000000000000", &who, 1));
    for (int i = 0; i < 48; i++) { /* every digit counts */
        char other[64];
        memcpy(other, text, sizeof other);
        other[i] = other[i] == '0' ? '1' : '0';
        assert_false(pd_srv_tickets_redeem(tickets, other, &who, 1));
    }
    text[47] = 0;
    assert_false(pd_srv_tickets_redeem(tickets, text, &who, 1));
}

/* The server cannot look a token's client up by name, so its ticket brings scopes, expiry and lists along. */
static void the_ticket_of_a_tokens_client_has_its_whole_identity(void **state)
{
    (void)state;
    pd_srv_identity client = {.name = "jwt:alice", .scopes = 5, .key = 9, .until_s = 1000, .is_token = true};
    char text[64];
    snprintf(client.access.lists[0], PD_API_ACCESS_BYTES, "male");
    client.quota.sessions = 3;
    assert_int_equal(pd_srv_tickets_issue(tickets, &client, text, 0, NULL), PD_OK);
    assert_true(pd_srv_tickets_look(tickets, text, &who, 1));
    assert_memory_equal(&who, &client, sizeof who);
    assert_true(pd_srv_tickets_redeem(tickets, text, &who, 1));
    assert_memory_equal(&who, &client, sizeof who);
    assert_false(pd_srv_tickets_redeem(tickets, text, &who, 1));

    /* Unused tickets are displaced and freed (the sanitizers check that). */
    for (int i = 0; i < 4100; i++)
        assert_int_equal(pd_srv_tickets_issue(tickets, &client, text, 0, NULL), PD_OK);
}

static void the_oldest_of_too_many_tickets_is_dropped(void **state)
{
    (void)state;
    char first[64], second[64], last[64];
    assert_int_equal(pd_srv_tickets_issue(tickets, &nobody, first, 0, NULL), PD_OK);
    assert_int_equal(pd_srv_tickets_issue(tickets, &nobody, second, 0, NULL), PD_OK);
    for (int i = 2; i < 4097; i++)
        assert_int_equal(pd_srv_tickets_issue(tickets, &nobody, last, 0, NULL), PD_OK);
    assert_false(pd_srv_tickets_redeem(tickets, first, &who, 1));
    assert_true(pd_srv_tickets_redeem(tickets, second, &who, 1));
    assert_true(pd_srv_tickets_redeem(tickets, last, &who, 1));
}

#define TICKETS_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TICKETS_TEST(a_ticket_is_good_once_and_tells_whose_it_is),
        TICKETS_TEST(a_ticket_is_good_for_its_seconds),
        TICKETS_TEST(an_invalid_ticket_is_rejected),
        TICKETS_TEST(the_ticket_of_a_tokens_client_has_its_whole_identity),
        TICKETS_TEST(the_oldest_of_too_many_tickets_is_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
