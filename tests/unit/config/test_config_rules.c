/* Options that need other options: keys for public addresses, tokens, webhooks, the cluster. */
#include "load.h"

#include <unistd.h>

static void a_public_address_needs_keys_or_the_word_insecure(void **state)
{
    (void)state;
    assert_flag_says("--listen=0.0.0.0:8080",
                     "--listen: \"0.0.0.0:8080\" is not a loopback address; access.keys_file, or "
                     "access.insecure: true for a server without keys, expected\n");
    assert_flag_says("--listen=[::]:8080",
                     "--listen: \"[::]:8080\" is not a loopback address; access.keys_file, or "
                     "access.insecure: true for a server without keys, expected\n");
    assert_flag_says("--admin-listen=0.0.0.0:9090",
                     "--admin-listen: \"0.0.0.0:9090\" is not a loopback address; access.keys_file, or "
                     "access.insecure: true for a server without keys, expected\n");
    assert_flag_says("--listen=localhost:8080", "");
    assert_flag_says("--listen=127.8.8.8:1", "");
    loaded l = load(ARGS(env("--listen=0.0.0.0:1"), env("--access-keys-file=keys")), NULL);
    assert_int_equal(l.action, PD_CFG_RUN);
    unload(&l);
}

/* Without an issuer and an audience a token for another service would be accepted;
 * without keys both have no effect. */
static void tokens_need_keys_an_issuer_and_an_audience(void **state)
{
    (void)state;
    loaded l = load(ARGS(env("--access-jwt-keys=k")), NULL);
    assert_string_equal(text(&l),
                        "--access-jwt-keys: \"k\" set without access.jwt_issuer; both expected\n"
                        "--access-jwt-keys: \"k\" set without access.jwt_audience; both expected\n");
    unload(&l);
    assert_flag_says("--access-jwt-issuer=i",
                     "--access-jwt-issuer: \"i\" has no effect without access.jwt_keys\n");
    assert_flag_says("--access-jwt-audience=a",
                     "--access-jwt-audience: \"a\" has no effect without access.jwt_keys\n");

    /* Tokens guard a public address as keys do. */
    l = load(ARGS(env("--listen=0.0.0.0:1"), env("--access-jwt-keys=k"), env("--access-jwt-issuer=i"),
                  env("--access-jwt-audience=a")),
             NULL);
    assert_int_equal(l.action, PD_CFG_RUN);
    unload(&l);
}

/* Port 0 lets the system choose: two sockets with it have two ports. Two sockets with one port are refused
 * whatever their addresses. */
static void the_admin_address_has_a_port_of_its_own(void **state)
{
    static const char *const same[][2] = {
        {"--listen=127.0.0.1:9000", "--admin-listen=127.0.0.1:9000"},
        {"--listen=127.0.0.1:9000", "--admin-listen=127.0.0.2:9000"},
        {"--listen=[::1]:65535", "--admin-listen=localhost:65535"},
        {"--listen=127.0.0.1:1", "--admin-listen=127.0.0.1:1"},
    };
    static const char *const apart[][2] = {
        {"--listen=127.0.0.1:0", "--admin-listen=127.0.0.1:0"},
        {"--listen=127.0.0.1:0", "--admin-listen=127.0.0.1:9000"},
        {"--listen=127.0.0.1:9000", "--admin-listen=127.0.0.1:0"},
        {"--listen=127.0.0.1:9000", "--admin-listen=127.0.0.1:9001"},
        {"--listen=127.0.0.1:9000", "--admin-listen="},
    };

    (void)state;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        char said[160];
        snprintf(said, sizeof said,
                 "--admin-listen: \"%s\" has the same port as listen; another port expected\n",
                 strchr(same[i][1], '=') + 1);
        loaded l = load(ARGS(env(same[i][0]), env(same[i][1])), NULL);
        assert_int_equal(l.action, PD_CFG_BAD);
        assert_string_equal(text(&l), said);
        unload(&l);
    }
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++) {
        loaded l = load(ARGS(env(apart[i][0]), env(apart[i][1])), NULL);
        assert_string_equal(text(&l), "");
        assert_int_equal(l.action, PD_CFG_RUN);
        unload(&l);
    }
}

/* Options of webhooks have no effect without webhooks.allow.
 * They are then refused unless they have their default value. */
static void options_of_webhooks_need_an_allowed_host_and_a_secret(void **state)
{
    (void)state;
    static const struct {
        char *flag, *usual, *other;
    } rows[] = {
        {(char *)"--webhooks-private", (char *)"", (char *)"10.0.0.0/8"},
        {(char *)"--webhooks-secret-file", (char *)"", (char *)"/dev/null"},
        {(char *)"--webhooks-ca-file", (char *)"", (char *)"/dev/null"},
        {(char *)"--webhooks-attempts", (char *)"6", (char *)"5"},
        {(char *)"--webhooks-retry", (char *)"5", (char *)"5.5"},
        {(char *)"--webhooks-timeout", (char *)"10", (char *)"11"},
        {(char *)"--webhooks-queue", (char *)"256", (char *)"255"},
    };
    char said[160];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        loaded l = load(ARGS(rows[i].flag, rows[i].usual), NULL);
        assert_string_equal(text(&l), "");
        unload(&l);
        l = load(ARGS(rows[i].flag, rows[i].other), NULL);
        snprintf(said, sizeof said, "%s: has no effect without webhooks.allow\n", rows[i].flag);
        assert_string_equal(text(&l), said);
        unload(&l);
        const bool is_file = !strcmp(rows[i].flag, "--webhooks-secret-file"); /* given by the row itself */
        l = load(ARGS(rows[i].flag, rows[i].other, (char *)"--webhooks-allow=example.org",
                      is_file ? (char *)"--workers=1" : (char *)"--webhooks-secret-file=/dev/null"),
                 NULL);
        assert_string_equal(text(&l), "");
        unload(&l);
    }
    assert_flag_says("--webhooks-allow=example.org",
                     "--webhooks-allow: set without webhooks.secret_file; both expected\n");
    assert_flag_says("--log-level=debug", ""); /* the option behind those of webhooks */
}

/* Options of the cluster have no effect without cluster.redis.
 * They are then refused unless they have their default value. */
static void options_of_the_cluster_need_its_redis(void **state)
{
    (void)state;
    static const struct {
        char *flag, *usual, *other;
    } rows[] = {
        {(char *)"--cluster-node", (char *)"", (char *)"node-1_A"},
        {(char *)"--cluster-address", (char *)"", (char *)"http://node:8080"},
        {(char *)"--cluster-prefix", (char *)"posed", (char *)"game"},
        {(char *)"--cluster-password-file", (char *)"", (char *)"/dev/null"},
        {(char *)"--cluster-database", (char *)"0", (char *)"1"},
        {(char *)"--cluster-lease", (char *)"3", (char *)"4"},
        {(char *)"--cluster-checkpoint", (char *)"0.1", (char *)"0.2"},
        {(char *)"--cluster-blob-bytes", (char *)"32MiB", (char *)"1MiB"},
        {(char *)"--cluster-relays", (char *)"256", (char *)"1"},
        {(char *)"--cluster-relay-bytes", (char *)"16MiB", (char *)"1MiB"},
        {(char *)"--cluster-drain-rate", (char *)"50", (char *)"5"},
    };
    char said[160];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        loaded l = load(ARGS(rows[i].flag, rows[i].usual), NULL);
        assert_string_equal(text(&l), "");
        unload(&l);
        l = load(ARGS(rows[i].flag, rows[i].other), NULL);
        snprintf(said, sizeof said, "%s: has no effect without cluster.redis\n", rows[i].flag);
        assert_string_equal(text(&l), said);
        unload(&l);
        l = load(ARGS(rows[i].flag, rows[i].other, (char *)"--cluster-redis", (char *)"127.0.0.1:6379"),
                 NULL);
        assert_string_equal(text(&l), "");
        assert_int_equal(l.action, PD_CFG_RUN);
        unload(&l);
    }

    /* A user without a password, and a name that could not be part of a key. */
    loaded l =
        load(ARGS((char *)"--cluster-redis", (char *)"a:1", (char *)"--cluster-user", (char *)"bob"), NULL);
    assert_string_equal(text(&l),
                        "--cluster-user: \"bob\" has no password; cluster.password_file expected\n");
    unload(&l);
    l = load(ARGS((char *)"--cluster-redis", (char *)"a:1", (char *)"--cluster-user", (char *)"bob",
                  (char *)"--cluster-password-file", (char *)"/dev/null"),
             NULL);
    assert_string_equal(text(&l), "");
    unload(&l);
    l = load(ARGS((char *)"--cluster-redis", (char *)"a:1", (char *)"--cluster-node", (char *)"a:b"), NULL);
    assert_string_equal(text(&l),
                        "--cluster-node: \"a:b\" has other characters; letters, digits, - and _ allowed\n");
    unload(&l);
}

/* With redis://HOST:PORT, as other programs have it, a daemon went on alone and only its log said why. */
static void addresses_of_a_cluster_that_cannot_be_read_are_refused(void **state)
{
    (void)state;
    static const struct {
        char *redis, *address, *said;
    } rows[] = {
        {(char *)"127.0.0.1:6379", (char *)"", (char *)""},
        {(char *)"redis.example:6379", (char *)"http://10.0.0.5:8080", (char *)""},
        {(char *)"[::1]:6379", (char *)"http://[::1]:8080", (char *)""},
        {(char *)"unix:/run/redis.sock", (char *)"http://node", (char *)""},
        {(char *)"redis://127.0.0.1:6379", (char *)"", (char *)"redis"},
        {(char *)"rediss://127.0.0.1:6379/0", (char *)"", (char *)"redis"},
        {(char *)"127.0.0.1", (char *)"", (char *)"redis"},
        {(char *)"[::1]", (char *)"", (char *)"redis"},
        {(char *)"::1:6379", (char *)"", (char *)"redis"},
        {(char *)"tls:1.2.3.4:5", (char *)"", (char *)"redis"},
        {(char *)"a:0x1", (char *)"", (char *)"redis"},
        {(char *)"unix:", (char *)"", (char *)"redis"},
        {(char *)"a:1", (char *)"10.0.0.5:8080", (char *)"address"},
        {(char *)"a:1", (char *)"https://a:1", (char *)"address"},
        {(char *)"a:1", (char *)"http://a:1/posed", (char *)"address"},
        {(char *)"a:1", (char *)"http://", (char *)"address"},
    };
    char said[200];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        loaded l =
            load(ARGS((char *)"--cluster-redis", rows[i].redis, (char *)"--cluster-address", rows[i].address),
                 NULL);
        *said = 0;
        if (!strcmp(rows[i].said, "redis"))
            snprintf(said, sizeof said,
                     "--cluster-redis: \"%s\" is not an address of Redis; HOST:PORT or unix:PATH allowed\n",
                     rows[i].redis);
        else if (*rows[i].said)
            snprintf(said, sizeof said,
                     "--cluster-address: \"%s\" is not an address of a daemon; http://HOST:PORT allowed\n",
                     rows[i].address);
        assert_string_equal(text(&l), said);
        unload(&l);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_of_the_cluster_need_its_redis),
        cmocka_unit_test(addresses_of_a_cluster_that_cannot_be_read_are_refused),
        cmocka_unit_test(options_of_webhooks_need_an_allowed_host_and_a_secret),
        cmocka_unit_test(a_public_address_needs_keys_or_the_word_insecure),
        cmocka_unit_test(tokens_need_keys_an_issuer_and_an_audience),
        cmocka_unit_test(the_admin_address_has_a_port_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
