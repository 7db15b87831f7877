/* Checks of WebSocket bytes that the library does not report to its user. */
#include "server/stream/reception.h"

#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <string.h>

#define SECOND INT64_C(1000000)

static void frames_that_are_handed_over_leave_nothing_hidden(void **state)
{
    (void)state;
    static const struct {
        size_t payload, on_the_socket;
    } rows[] = {
        {0, 6}, {1, 7}, {125, 131}, {126, 134}, {65535, 65543}, {65536, 65550}, {1 << 20, (1 << 20) + 14}};
    pd_srv_reception r;
    uint64_t taken_in = 200;
    pd_srv_reception_init(&r, 200, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t rest = rows[i].payload;
        do { /* in pieces, as a library of 8 KiB hands it over */
            size_t piece = rest < 8184 ? rest : 8184;
            rest -= piece;
            assert_int_equal(pd_srv_reception_piece(&r, piece, rest), rest == 0);
        } while (rest);
        taken_in += rows[i].on_the_socket;
        assert_int_equal(pd_srv_reception_judge(&r, taken_in, 1, 0), PD_SRV_RECEPTION_GOOD);
        assert_int_equal(r.hidden, 0);
    }
    pd_srv_reception_control(&r, 8);
    assert_int_equal(pd_srv_reception_judge(&r, taken_in + 14, 1, 0), PD_SRV_RECEPTION_GOOD);
    assert_int_equal(r.hidden, 0);
}

static void a_missing_mask_is_seen_with_the_first_frame(void **state)
{
    (void)state;
    pd_srv_reception r;
    pd_srv_reception_init(&r, 200, 0);
    pd_srv_reception_piece(&r, 15, 0);
    assert_int_equal(pd_srv_reception_judge(&r, 200 + 2 + 15, 240, 0), PD_SRV_RECEPTION_UNMASKED);
    assert_int_equal(pd_srv_reception_judge(&r, 200 + 6 + 15, 240, 0), PD_SRV_RECEPTION_GOOD);
}

static void pings_are_limited_by_their_bytes(void **state)
{
    (void)state;
    pd_srv_reception r;
    uint64_t taken_in = 200;
    int64_t now = 5 * SECOND;
    pd_srv_reception_init(&r, 200, now);
    for (int i = 0; i < 100; i++) { /* at the rate, for ever */
        now += SECOND;
        taken_in += 10 * PD_SRV_CONTROL_BYTES;
        assert_int_equal(pd_srv_reception_judge(&r, taken_in, 10, now), PD_SRV_RECEPTION_GOOD);
    }
    taken_in += PD_SRV_RECEPTION_SLACK + 20 * PD_SRV_CONTROL_BYTES; /* two seconds' worth at once */
    assert_int_equal(pd_srv_reception_judge(&r, taken_in, 10, now), PD_SRV_RECEPTION_GOOD);
    assert_int_equal(pd_srv_reception_judge(&r, taken_in + 1, 10, now), PD_SRV_RECEPTION_FLOOD);
    now += SECOND; /* forgiven after a pause */
    assert_int_equal(pd_srv_reception_judge(&r, taken_in + 1, 10, now), PD_SRV_RECEPTION_GOOD);
}

static void half_a_message_on_its_way_is_no_flood(void **state)
{
    (void)state;
    pd_srv_reception r;
    uint64_t taken_in = 0;
    int64_t now = 0;
    pd_srv_reception_init(&r, 0, now);
    for (int i = 0; i < 1000; i++) { /* 8 KiB are in, nothing was handed over yet; then they are */
        assert_int_equal(pd_srv_reception_judge(&r, taken_in + 8192, 1, now += SECOND / 10),
                         PD_SRV_RECEPTION_GOOD);
        pd_srv_reception_piece(&r, 8192, 0);
        taken_in += 8192 + 8;
        assert_int_equal(pd_srv_reception_judge(&r, taken_in, 1, now += SECOND / 10), PD_SRV_RECEPTION_GOOD);
    }
}

static void a_close_is_answered_with_the_code_of_its_error(void **state)
{
    (void)state;
    static const struct {
        const char *payload;
        size_t size;
        int code;
    } rows[] = {{"", 0, 1000},
                {"\x03", 1, 1002},
                {"\x03\xe8", 2, 1000},
                {"\x03\xe8ok", 4, 1000},
                {"\x03\xe8\xff", 3, 1007},
                {"\x03\xe8\xc3", 3, 1007},
                {"\x03\xe8\xc3\xa4", 4, 1000},
                {"\x13\x88", 2, 1002},      /* 5000 */
                {"\xff\xff", 2, 1002},      /* 65535 */
                {"\x00\x00", 2, 1002},      /* 0 */
                {"\x13\x88\xff", 3, 1002}}; /* a code that may not be sent, and no text */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(pd_srv_close_answer(rows[i].payload, rows[i].size), rows[i].code);
}

/* RFC 6455, 7.4, and IANA's registry of WebSocket close codes. */
static void close_codes_are_those_that_may_be_sent(void **state)
{
    (void)state;
    static const struct {
        int from, to;
        bool may;
    } rows[] = {{0, 999, false},     {1000, 1003, true}, {1004, 1006, false}, {1007, 1014, true},
                {1015, 2999, false}, {3000, 4999, true}, {5000, 65535, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int code = rows[i].from; code <= rows[i].to; code++)
            assert_int_equal(pd_srv_close_may_be_sent(code), rows[i].may);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_that_are_handed_over_leave_nothing_hidden),
        cmocka_unit_test(a_missing_mask_is_seen_with_the_first_frame),
        cmocka_unit_test(pings_are_limited_by_their_bytes),
        cmocka_unit_test(half_a_message_on_its_way_is_no_flood),
        cmocka_unit_test(a_close_is_answered_with_the_code_of_its_error),
        cmocka_unit_test(close_codes_are_those_that_may_be_sent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
