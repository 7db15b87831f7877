/* Tests the verifier of tokens (RFC 7519, RFC 8725). Tokens are signed by the test with OpenSSL, so that a
 * forged, expired or foreign token is known to be one. */
#include "server/identity/token.h"

#include "api/http/api.h"
#include "tests/support/cmocka.h"
#include "tests/support/tokens.h"

#include <stdio.h>
#include <string.h>

#define RS "{\"alg\":\"RS256\",\"kid\":\"rsa\",\"typ\":\"JWT\"}"
#define ES "{\"alg\":\"ES256\",\"kid\":\"ec\"}"

static EVP_PKEY *rsa, *ec, *stranger;
static char *rsa_pem;
static pd_srv_tokens *tokens;

static void add(pd_srv_jwks *set, EVP_PKEY *key, const char *kid)
{
    pd_error err = {0};
    char *pem = tokens_pem(key);
    assert_int_equal(pd_srv_jwks_add_pem(set, (pd_bytes){(unsigned char *)pem, strlen(pem)}, kid, kid, &err),
                     PD_OK);
    free(pem);
}

/* Returns the verifier of the tests: two keys, one issuer and one audience. */
static pd_srv_tokens *make(EVP_PKEY *first, const char *issuer, const char *audience)
{
    pd_srv_tokens *out;
    pd_srv_jwks *set = pd_srv_jwks_new();
    const pd_srv_token_options options = {.issuer = issuer, .audience = audience, .leeway_s = 5};
    add(set, first, "rsa");
    add(set, ec, "ec");
    assert_int_equal(pd_srv_tokens_new(&out, set, &options, NULL), PD_OK);
    return out;
}

static int set_up(void **state)
{
    (void)state;
    rsa = EVP_RSA_gen(2048);
    ec = EVP_EC_gen("P-256");
    stranger = EVP_EC_gen("P-256");
    rsa_pem = tokens_pem(rsa);
    tokens = make(rsa, TOKENS_ISSUER, TOKENS_AUDIENCE);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    pd_srv_tokens_free(tokens);
    free(rsa_pem);
    EVP_PKEY_free(rsa);
    EVP_PKEY_free(ec);
    EVP_PKEY_free(stranger);
    return 0;
}

static char why[PD_SRV_WHY_BYTES];
static pd_srv_claims claims;

static pd_srv_token_verdict judge_at(const char *token, int64_t wall_s)
{
    return pd_srv_tokens_judge(tokens, token, strlen(token), wall_s, &claims, why);
}

/* Judges a token with these claims, signed by the EC key. */
static pd_srv_token_verdict judge_claims(const char *text, int64_t wall_s)
{
    char *token = tokens_make(ec, ES, text);
    const pd_srv_token_verdict verdict = judge_at(token, wall_s);
    free(token);
    return verdict;
}

/* Checks that the token is refused for a reason that contains `says`, and that none of its claims is used. */
static void assert_refused(char *token, const char *says)
{
    static const pd_srv_claims nothing;
    if (judge_at(token, TOKENS_NOW) != PD_SRV_TOKEN_BAD) fail_msg("accepted: %s", token);
    if (!strstr(why, says)) fail_msg("%s: \"%s\" expected, \"%s\" said", token, says, why);
    assert_memory_equal(&claims, &nothing, sizeof claims);
    free(token);
}

static void tokens_of_both_algorithms_are_good(void **state)
{
    (void)state;
    char *signed_by_rsa = tokens_make(rsa, RS, "{" TOKENS_CLAIMS ",\"scope\":\"openid read stream\"}");
    assert_int_equal(judge_at(signed_by_rsa, TOKENS_NOW), PD_SRV_TOKEN_GOOD);
    assert_string_equal(claims.name, "jwt:alice");
    assert_string_equal(claims.access.key, "jwt:alice"); /* refusals of objects name the client by it */
    assert_int_equal(claims.scopes, 1u << PD_API_OPEN | 1u << PD_API_READ | 1u << PD_API_STREAM);
    assert_int_equal(claims.until_s, 1800000605);
    assert_true(pd_api_access_is_whole(&claims.access));
    assert_string_equal(why, "");
    assert_true(pd_srv_tokens_have_key(tokens, claims.key));
    free(signed_by_rsa);

    assert_int_equal(judge_claims("{" TOKENS_CLAIMS ",\"scope\":\"admin\"}", TOKENS_NOW), PD_SRV_TOKEN_GOOD);
    assert_true(claims.scopes >> PD_API_ADMIN & 1 && claims.scopes >> PD_API_READ & 1);
    assert_int_equal(judge_claims("{" TOKENS_CLAIMS "}", TOKENS_NOW), PD_SRV_TOKEN_GOOD);
    assert_int_equal(claims.scopes, 1u << PD_API_OPEN); /* no scope: nothing but open routes */
    assert_int_equal(judge_claims("{" TOKENS_CLAIMS ",\"scope\":\"reader readread xread\"}", TOKENS_NOW),
                     PD_SRV_TOKEN_GOOD);
    assert_int_equal(claims.scopes, 1u << PD_API_OPEN);
}

static void forged_tokens_are_refused(void **state)
{
    (void)state;
    static const char good[] = "{" TOKENS_CLAIMS ",\"scope\":\"admin\"}";

    /* No signature (RFC 7519, 6.1), in several spellings of none. */
    assert_refused(tokens_make(NULL, "{\"alg\":\"none\"}", good), "no kid");
    assert_refused(tokens_make(NULL, "{\"alg\":\"none\",\"kid\":\"rsa\"}", good), "alg is \"none\"");
    assert_refused(tokens_make(NULL, "{\"alg\":\"NonE\",\"kid\":\"rsa\"}", good), "alg is");
    assert_refused(tokens_make(NULL, "{\"alg\":\"\",\"kid\":\"rsa\"}", good), "alg is");
    assert_refused(tokens_make(NULL, RS, good), "signature is wrong");
    assert_refused(tokens_make(NULL, ES, good), "signature is wrong");

    /* The public key as the secret of an HMAC (RFC 8725, 2.1). */
    assert_refused(tokens_make_hmac(rsa_pem, "{\"alg\":\"HS256\",\"kid\":\"rsa\"}", good),
                   "its key allows RS256");
    assert_refused(tokens_make_hmac(rsa_pem, RS, good), "signature is wrong");

    /* Another key, with the kid of ours, or one of its own; the key of another algorithm. */
    assert_refused(tokens_make(stranger, ES, good), "signature is wrong");
    assert_refused(tokens_make(stranger, "{\"alg\":\"ES256\",\"kid\":\"stranger\"}", good), "\"stranger\"");
    assert_refused(tokens_make(ec, RS, good), "signature is wrong");
    assert_refused(tokens_make(rsa, ES, good), "signature is wrong");
    assert_refused(tokens_make(ec, "{\"alg\":\"ES256\",\"kid\":\"rsa\"}", good), "its key allows RS256");
    assert_refused(tokens_make(rsa, "{\"alg\":\"RS512\",\"kid\":\"rsa\"}", good), "its key allows RS256");
    assert_refused(tokens_make(rsa, "{\"alg\":\"PS256\",\"kid\":\"rsa\"}", good), "its key allows RS256");
    assert_refused(tokens_make(ec, "{\"alg\":\"ES256\",\"kid\":\"../../etc/passwd\"}", good), "kid");

    /* The reason goes into a header field, so it has printable characters alone. */
    assert_refused(tokens_make(ec, "{\"alg\":\"ES256\",\"kid\":\"a\\u0007\\u00e4\"}", good), "\"a???\"");

    /* A key that the token brings along does not count. */
    assert_refused(
        tokens_make(
            stranger,
            "{\"alg\":\"ES256\",\"kid\":\"ec\",\"jwk\":{\"kty\":\"EC\"},\"jku\":\"https://evil.example\"}",
            good),
        "signature is wrong");

    /* Other kinds of tokens, extensions, and misleading headers. */
    assert_refused(tokens_make(ec, "{\"alg\":\"ES256\",\"kid\":\"ec\",\"typ\":\"logout+jwt\"}", good), "typ");
    assert_refused(tokens_make(ec, "{\"alg\":\"ES256\",\"kid\":\"ec\",\"typ\":1}", good), "typ");
    assert_refused(
        tokens_make(ec, "{\"alg\":\"ES256\",\"kid\":\"ec\",\"crit\":[\"b64\"],\"b64\":false}", good), "crit");
    assert_refused(tokens_make(ec, "{\"alg\":\"ES256\",\"alg\":\"none\",\"kid\":\"ec\"}", good), "header");
    assert_refused(tokens_make(ec, "{\"alg\":[\"ES256\"],\"kid\":\"ec\"}", good), "no alg");
    assert_refused(tokens_make(ec, "[]", good), "header");
    assert_refused(tokens_make(ec, "", good), "header");
    assert_refused(tokens_make(ec, "{\"alg\":\"ES256\"}", good), "no kid");

    /* Access tokens by their own type (RFC 9068) are good. */
    char *typed = tokens_make(ec, "{\"alg\":\"ES256\",\"kid\":\"ec\",\"typ\":\"at+jwt\"}", good);
    assert_int_equal(judge_at(typed, TOKENS_NOW), PD_SRV_TOKEN_GOOD);
    free(typed);
}

static void every_change_of_one_character_is_noticed(void **state)
{
    (void)state;
    char *token = tokens_make(ec, ES, "{" TOKENS_CLAIMS ",\"scope\":\"read\"}");
    for (size_t i = 0; token[i]; i++) {
        const char before = token[i];
        token[i] = before == 'A' ? 'B' : 'A';
        if (judge_at(token, TOKENS_NOW) != PD_SRV_TOKEN_BAD) fail_msg("character %zu", i);
        token[i] = before;
    }
    assert_int_equal(judge_at(token, TOKENS_NOW), PD_SRV_TOKEN_GOOD);
    for (size_t length = 0; token[length]; length++) {
        if (pd_srv_tokens_judge(tokens, token, length, TOKENS_NOW, &claims, why) != PD_SRV_TOKEN_BAD)
            fail_msg("cut to %zu characters", length);
    }
    free(token);
}

static void texts_that_are_no_tokens_are_refused(void **state)
{
    (void)state;
    static char long_text[PD_SRV_TOKEN_BYTES + 2];
    memset(long_text, 'A', sizeof long_text - 1);
    static const char *const texts[] = {
        "", ".", "..", "...", "a.b", "a.b.c.d.e", "e30.e30.", long_text,
        /* RFC 7519, 3.1 and 6.1; RFC 7516, A.1 begins so */
        "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9"
        "leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
        "eyJhbGciOiJub25lIn0."
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb"
        "290Ijp0cnVlfQ."};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_int_equal(judge_at(texts[i], TOKENS_NOW), PD_SRV_TOKEN_BAD);
        assert_true(*why);
        assert_int_equal(strstr(why, "4096 allowed") != NULL, texts[i] == long_text);
    }
}

static void a_token_is_for_this_issuer_and_this_audience(void **state)
{
    (void)state;
#define WHO "\"sub\":\"alice\",\"exp\":1800000600"
    static const struct {
        const char *claims, *says;
    } wrong[] = {
        {"{\"aud\":\"posed\"," WHO "}", "iss"},
        {"{\"iss\":\"https://id.example/\",\"aud\":\"posed\"," WHO "}", "iss"},
        {"{\"iss\":[\"https://id.example\"],\"aud\":\"posed\"," WHO "}", "iss"},
        {"{\"iss\":\"https://id.example\"," WHO "}", "aud"},
        {"{\"iss\":\"https://id.example\",\"aud\":\"posedd\"," WHO "}", "aud"},
        {"{\"iss\":\"https://id.example\",\"aud\":[\"a\",1]," WHO "}", "aud"},
        {"{\"iss\":\"https://id.example\",\"aud\":\"posed\",\"exp\":1800000600}", "sub"},
        {"{\"iss\":\"https://id.example\",\"aud\":\"posed\",\"exp\":1800000600,\"sub\":\"\"}", "sub"},
        {"{\"iss\":\"https://id.example\",\"aud\":\"posed\",\"exp\":1800000600,\"sub\":\"a b\"}", "sub"},
        {"{\"iss\":\"https://id.example\",\"aud\":\"posed\",\"exp\":1800000600,\"sub\":\"a\\nb\"}", "sub"},
        {"{\"iss\":\"https://id.example\",\"aud\":\"posed\",\"exp\":1800000600,\"sub\":7}", "sub"},
        {"{\"iss\":\"https://id.example\",\"aud\":\"posed\",\"exp\":1800000600,\"sub\":"
         "\"123456789012345678901234567890123456789012345678901234567890\"}",
         "sub"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_refused(tokens_make(ec, ES, wrong[i].claims), wrong[i].says);

    assert_int_equal(
        judge_claims("{\"iss\":\"https://id.example\",\"aud\":[\"a\",\"posed\"]," WHO "}", TOKENS_NOW),
        PD_SRV_TOKEN_GOOD);
    assert_int_equal(
        judge_claims("{\"iss\":\"https://id.example\",\"aud\":\"posed\",\"exp\":1800000600,\"sub\":"
                     "\"12345678901234567890123456789012345678901234567890123456789\"}",
                     TOKENS_NOW),
        PD_SRV_TOKEN_GOOD);
}

static void a_token_is_valid_from_nbf_until_exp_with_a_leeway(void **state)
{
    (void)state;
#define FOR "\"iss\":\"https://id.example\",\"aud\":\"posed\",\"sub\":\"alice\""
    static const char token[] = "{" FOR ",\"nbf\":1000,\"exp\":2000,\"scope\":\"admin\"}";
    assert_int_equal(judge_claims(token, 994), PD_SRV_TOKEN_BAD);
    assert_non_null(strstr(why, "nbf"));
    assert_int_equal(judge_claims(token, 995), PD_SRV_TOKEN_GOOD);
    assert_int_equal(judge_claims(token, 2004), PD_SRV_TOKEN_GOOD);
    assert_int_equal(judge_claims(token, 2005), PD_SRV_TOKEN_EXPIRED);
    assert_string_equal(claims.name, "jwt:alice");
    assert_int_equal(claims.scopes, 0); /* named, but permits nothing */
    assert_int_equal(judge_claims("{" FOR ",\"exp\":2000.5}", 2005), PD_SRV_TOKEN_GOOD);
    assert_int_equal(judge_claims("{" FOR ",\"exp\":2000.5}", 2006), PD_SRV_TOKEN_EXPIRED);

    assert_refused(tokens_make(ec, ES, "{" FOR "}"), "exp");
    assert_refused(tokens_make(ec, ES, "{" FOR ",\"exp\":\"1800000600\"}"), "exp");
    assert_refused(tokens_make(ec, ES, "{" FOR ",\"exp\":1e300}"), "exp");
    assert_refused(tokens_make(ec, ES, "{" FOR ",\"exp\":1800000600000}"), "exp"); /* milliseconds */
    assert_refused(tokens_make(ec, ES, "{" FOR ",\"exp\":-1}"), "exp");
    assert_refused(tokens_make(ec, ES, "{" FOR ",\"exp\":1800000600,\"nbf\":\"now\"}"), "nbf");
    assert_refused(tokens_make(ec, ES, "{" FOR ",\"exp\":1800000600,\"exp\":1900000000}"),
                   "claims"); /* twice */
}

static void the_claim_posed_has_lists_and_quotas(void **state)
{
    (void)state;
    assert_int_equal(
        judge_claims("{" TOKENS_CLAIMS
                     ",\"posed\":{\"models\":[\"crowd-*\",\"male\"],\"scenes\":[],\"sessions\":[\"jwt:bob\"],"
                     "\"requests\":2.5,\"message_bytes\":65536,\"max_sessions\":3,\"max_characters\":7}}",
                     TOKENS_NOW),
        PD_SRV_TOKEN_GOOD);
    assert_true(pd_api_access_allows(&claims.access, PD_API_OBJECT_MODELS, "crowd-1"));
    assert_false(pd_api_access_allows(&claims.access, PD_API_OBJECT_MODELS, "female"));
    assert_false(pd_api_access_allows(&claims.access, PD_API_OBJECT_SCENES, "lobby"));
    assert_true(pd_api_access_allows(&claims.access, PD_API_OBJECT_SKELETONS, "any"));
    assert_true(pd_api_access_allows(&claims.access, PD_API_OBJECT_SESSIONS, "jwt:bob"));
    assert_false(pd_api_access_allows(&claims.access, PD_API_OBJECT_SESSIONS, "jwt:eve"));
    assert_true(claims.quota.request_rate == 2.5 && claims.quota.message_bytes == 65536);
    assert_true(claims.quota.sessions == 3 && claims.quota.characters == 7);

    static const struct {
        const char *posed, *says;
    } wrong[] = {
        {"[]", "not an object"},
        {"{\"models\":\"a\"}", "posed.models"},
        {"{\"models\":[1]}", "models[0]"},
        {"{\"models\":[\"a,b\"]}", "models[0]"},
        {"{\"models\":[\"A\"]}", "ids"},
        {"{\"requests\":0}", "posed.requests"},
        {"{\"requests\":-1}", "requests"},
        {"{\"requests\":2e9}", "up to 1e9"},
        {"{\"max_sessions\":1.5}", "whole"},
        {"{\"model\":[\"a\"]}", "posed.model is not a known claim"},
        {"{\"scenes\":[\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\",\"b\","
         "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\",\""
         "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\","
         "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\",\""
         "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"]}",
         "posed.scenes"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[1024];
        snprintf(text, sizeof text, "{" TOKENS_CLAIMS ",\"posed\":%s}", wrong[i].posed);
        assert_refused(tokens_make(ec, ES, text), wrong[i].says);
    }
}

static void the_smaller_of_quota_and_configuration_applies(void **state)
{
    (void)state;
    assert_true(pd_srv_quota_least(0, 0) == 0);
    assert_true(pd_srv_quota_least(10, 0) == 10);
    assert_true(pd_srv_quota_least(0, 5) == 5);
    assert_true(pd_srv_quota_least(10, 5) == 5);
    assert_true(pd_srv_quota_least(10, 50) == 10);
}

static void a_key_is_known_after_a_reload_only_with_the_same_issuer_and_audience(void **state)
{
    (void)state;
    char *token = tokens_make(rsa, RS, "{" TOKENS_CLAIMS "}");
    assert_int_equal(judge_at(token, TOKENS_NOW), PD_SRV_TOKEN_GOOD);
    const uint64_t key = claims.key;
    free(token);

    const struct {
        EVP_PKEY *key;
        const char *issuer, *audience;
        bool is_known;
    } reloads[] = {{rsa, TOKENS_ISSUER, TOKENS_AUDIENCE, true},
                   {stranger, TOKENS_ISSUER, TOKENS_AUDIENCE, false}, /* another key under the same kid */
                   {rsa, "https://other.example", TOKENS_AUDIENCE, false},
                   {rsa, TOKENS_ISSUER, "other", false}};
    for (size_t i = 0; i < sizeof reloads / sizeof *reloads; i++) {
        pd_srv_tokens *after = make(reloads[i].key, reloads[i].issuer, reloads[i].audience);
        assert_int_equal(pd_srv_tokens_have_key(after, key), reloads[i].is_known);
        pd_srv_tokens_free(after);
    }
}

/* Each issuer writes scopes in its own way. The claim that counts is named; others are not read. */
static void scopes_are_read_as_issuers_write_them(void **state)
{
    (void)state;
    enum { OPEN = 1u << PD_API_OPEN, READ = 1u << PD_API_READ, STREAM = 1u << PD_API_STREAM };
    enum { ADMIN = READ | STREAM | 1u << PD_API_ADMIN };
    char *keycloak[] = {"scope", "realm_access.roles"}, *amazon[] = {"cognito:groups"},
         *namespaced[] = {"https://example.com/roles", "a.b.c"};
    char *words[] = {"Posed.Read=read", "watchers=stream", "a=b=admin"};
    const pd_cfg_list lists[] = {{NULL, 0}, {keycloak, 2}, {amazon, 1}, {namespaced, 2}}, roles = {words, 3};
    static const struct {
        int list;
        const char *claims;
        unsigned scopes;
        const char *claim;
    } rows[] = {
        {0, "\"scope\":\"read stream\"", READ | STREAM, "scope"},
        {0, "\"scp\":\"read stream\"", READ | STREAM, "scp"}, /* Microsoft Entra */
        {0, "\"scp\":[\"read\",\"openid\"]", READ, "scp"},    /* Okta */
        {0, "\"scope\":[\"read\"]", READ, "scope"},
        {0, "\"scope\":\"openid\",\"scp\":\"admin\"", 0, "scope"}, /* the first counts */
        {0, "\"scope\":\"\"", 0, "scope"},
        {0, "\"roles\":[\"admin\"]", 0, ""},
        {0, "\"scp\":\"Posed.Read\"", READ, "scp"},         /* a role */
        {0, "\"scp\":[\"Posed.Read watchers\"]", 0, "scp"}, /* a word with a blank */
        {0, "\"scp\":[\"a=b\",7,null]", ADMIN, "scp"},
        {1, "\"realm_access\":{\"roles\":[\"offline\",\"stream\"]}", STREAM,
         "realm_access.roles"}, /* Keycloak */
        {1, "\"scope\":\"profile\",\"realm_access\":{\"roles\":[\"admin\"]}", 0, "scope"},
        {2, "\"cognito:groups\":[\"watchers\"]", STREAM, "cognito:groups"}, /* Amazon Cognito */
        {3, "\"https://example.com/roles\":[\"read\"]", READ, "https://example.com/roles"}, /* Auth0 */
        {3, "\"a\":{\"b\":{\"c\":\"read\"}}", READ, "a.b.c"},
        {3, "\"a.b.c\":\"read\",\"a\":{\"b\":{\"c\":\"admin\"}}", READ, "a.b.c"},
    };
    pd_srv_tokens *before = tokens;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_srv_jwks *set = pd_srv_jwks_new();
        const pd_srv_token_options options = {.issuer = TOKENS_ISSUER,
                                              .audience = TOKENS_AUDIENCE,
                                              .scope_claims = &lists[rows[i].list],
                                              .roles = &roles};
        char text[512];
        add(set, ec, "ec");
        assert_int_equal(pd_srv_tokens_new(&tokens, set, &options, NULL), PD_OK);
        snprintf(text, sizeof text, "{" TOKENS_CLAIMS ",%s}", rows[i].claims);
        if (judge_claims(text, TOKENS_NOW) != PD_SRV_TOKEN_GOOD) fail_msg("%s: %s", text, why);
        if (claims.scopes != (OPEN | rows[i].scopes)) fail_msg("%s: %x", text, claims.scopes);
        assert_string_equal(claims.scope_claim, rows[i].claim);
        pd_srv_tokens_free(tokens);
    }
    tokens = before;

    /* A claim that is neither text nor list, and roles without a scope. */
    assert_refused(tokens_make(ec, ES, "{" TOKENS_CLAIMS ",\"scp\":{\"read\":true}}"),
                   "the token's scp is neither a text nor a list of texts");
    static char *bad_words[] = {"read", "=read", "x=", "x=write"};
    for (int i = 0; i < 4; i++) {
        const pd_cfg_list bad_roles = {&bad_words[i], 1};
        const pd_srv_token_options options = {
            .issuer = TOKENS_ISSUER, .audience = TOKENS_AUDIENCE, .roles = &bad_roles};
        pd_srv_tokens *none;
        pd_error err = {0};
        assert_int_equal(pd_srv_tokens_new(&none, pd_srv_jwks_new(), &options, &err), PD_ERR_INVALID);
        assert_string_equal(err.where, "access.jwt_roles");
        assert_non_null(strstr(err.detail, "WORD=SCOPE expected"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scopes_are_read_as_issuers_write_them),
        cmocka_unit_test(tokens_of_both_algorithms_are_good),
        cmocka_unit_test(forged_tokens_are_refused),
        cmocka_unit_test(every_change_of_one_character_is_noticed),
        cmocka_unit_test(texts_that_are_no_tokens_are_refused),
        cmocka_unit_test(a_token_is_for_this_issuer_and_this_audience),
        cmocka_unit_test(a_token_is_valid_from_nbf_until_exp_with_a_leeway),
        cmocka_unit_test(the_claim_posed_has_lists_and_quotas),
        cmocka_unit_test(the_smaller_of_quota_and_configuration_applies),
        cmocka_unit_test(a_key_is_known_after_a_reload_only_with_the_same_issuer_and_audience),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
