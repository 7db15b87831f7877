/* Tests signatures of webhooks. The expected values are those of the libraries of Standard Webhooks and of
 * `openssl dgst`. */
#include "server/identity/webhook_signature.h"

#include "tests/support/cmocka.h"

#include <string.h>

static pd_bytes text_of(const char *text)
{
    return (pd_bytes){(const unsigned char *)text, strlen(text)};
}

static pd_srv_webhook_keys keys_of(const char *text)
{
    pd_srv_webhook_keys keys;
    pd_error err = {0};
    if (pd_srv_webhook_keys_parse(&keys, text_of(text), &err)) fail_msg("%s: %s", err.where, err.detail);
    return keys;
}

static void assert_signature(const char *secrets, const char *id, int64_t timestamp, const char *body,
                             const char *expected)
{
    const pd_srv_webhook_keys keys = keys_of(secrets);
    pd_buffer out = {0};
    pd_srv_webhook_sign(&out, &keys, id, timestamp, text_of(body));
    pd_buffer_add(&out, "", 1);
    assert_string_equal((char *)out.data, expected);
    pd_buffer_deinit(&out);
}

/* The vector of the libraries of Standard Webhooks; openssl dgst -sha256 -mac HMAC gives the same. */
static void a_message_is_signed_as_the_libraries_of_standard_webhooks_do(void **state)
{
    (void)state;
    assert_signature("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n", "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330,
                     "{\"test\": 2432232314}", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
}

/* The second value is of openssl dgst, too: key 24 bytes of 'A'. */
static void every_secret_signs_so_that_one_can_be_replaced(void **state)
{
    (void)state;
    assert_signature("# the new one first\r\nwhsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\r\n\nwhsec_"
                     "QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFB",
                     "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, "{\"test\": 2432232314}",
                     "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= "
                     "v1,lvlFY+WE5qff0FYubAlLVy4tdDndxXL3k0649Rf+ApM=");
}

static void an_invalid_secret_is_refused_with_its_line(void **state)
{
    static const struct {
        const char *text, *where;
        pd_status status;
    } rows[] = {{"", "", PD_ERR_RANGE},
                {"# nothing\n\n", "", PD_ERR_RANGE},
                {"\nMfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "line 2", PD_ERR_FORMAT},
                {"whsec_", "line 1", PD_ERR_FORMAT},
                {"whsec_c2hvcnQ=", "line 1", PD_ERR_FORMAT},
                {"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS", "line 1", PD_ERR_FORMAT},
                {"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa_w", "line 1", PD_ERR_FORMAT},
                /* 65 bytes */
                {"whsec_QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFB"
                 "QUE=",
                 "line 1", PD_ERR_FORMAT}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_srv_webhook_keys keys;
        pd_error err = {0};
        assert_int_equal(pd_srv_webhook_keys_parse(&keys, text_of(rows[i].text), &err), rows[i].status);
        assert_string_equal(err.where, rows[i].where);
        assert_null(strstr(err.detail, "QUFB")); /* no secret in a message */
    }

    /* Five secrets are too many. */
    char five[256] = "";
    for (int i = 0; i < 5; i++) strcat(five, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n");
    pd_srv_webhook_keys keys;
    pd_error err = {0};
    assert_int_equal(pd_srv_webhook_keys_parse(&keys, text_of(five), &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "line 5");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_is_signed_as_the_libraries_of_standard_webhooks_do),
        cmocka_unit_test(every_secret_signs_so_that_one_can_be_replaced),
        cmocka_unit_test(an_invalid_secret_is_refused_with_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
