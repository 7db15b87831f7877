/* Tests keys of tokens as JWK and as PEM. The signatures are those of RFC 7515, appendices A.2 and A.3; a
 * changed text, another key and r = s = 0 must fail. */
#include "core/base/text/base64.h"
#include "server/identity/jwk.h"

#include "tests/support/cmocka.h"
#include "tests/support/tokens.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The keys and the tokens of RFC 7515, appendix A.2 and A.3. */
#define RSA_N                                                                                                \
    "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-"     \
    "yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-"                                     \
    "bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_"     \
    "I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ"
#define RSA  "\"kty\":\"RSA\",\"n\":\"" RSA_N "\",\"e\":\"AQAB\""
#define EC_X "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"
#define EC_Y "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"
#define EC   "\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"" EC_X "\",\"y\":\"" EC_Y "\""
#define CLAIMS                                                                                               \
    "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
#define RS256_TEXT "eyJhbGciOiJSUzI1NiJ9." CLAIMS
#define RS256_SIGNATURE                                                                                      \
    "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_"                  \
    "O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L"  \
    "07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-"                                                          \
    "eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_"       \
    "IoypGlUPQGe77Rw"
#define ES256_TEXT "eyJhbGciOiJFUzI1NiJ9." CLAIMS
#define ES256_SIGNATURE                                                                                      \
    "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"

static pd_status parse(pd_srv_jwks **out, const char *text, pd_error *err)
{
    return pd_srv_jwks_parse(out, (pd_bytes){(const unsigned char *)text, strlen(text)}, "keys.json", err);
}

static pd_srv_jwks *read_set(const char *text)
{
    pd_srv_jwks *set;
    pd_error err = {0};
    if (parse(&set, text, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    return set;
}

static bool is_signed(const pd_srv_jwk *key, const char *text, const char *signature)
{
    unsigned char bytes[600];
    const size_t size = pd_base64_decode(bytes, sizeof bytes, signature, strlen(signature), PD_BASE64_URL);
    assert_true(size != SIZE_MAX);
    return pd_srv_jwk_verify(key, (pd_bytes){(const unsigned char *)text, strlen(text)},
                             (pd_bytes){bytes, size});
}

static void the_signatures_of_rfc_7515_are_verified(void **state)
{
    (void)state;
    pd_srv_jwks *set = read_set("{\"keys\":[{\"kid\":\"a2\"," RSA "},{\"kid\":\"a3\"," EC "}]}");
    assert_int_equal(pd_srv_jwks_count(set), 2);
    const pd_srv_jwk *rsa = pd_srv_jwks_find(set, "a2"), *ec = pd_srv_jwks_find(set, "a3");
    assert_string_equal(pd_srv_jwk_alg(rsa), "RS256");
    assert_string_equal(pd_srv_jwk_alg(ec), "ES256");
    assert_true(is_signed(rsa, RS256_TEXT, RS256_SIGNATURE));
    assert_true(is_signed(ec, ES256_TEXT, ES256_SIGNATURE));

    /* Neither for another text nor by another key. */
    assert_false(is_signed(rsa, RS256_TEXT "x", RS256_SIGNATURE));
    assert_false(is_signed(ec, ES256_TEXT "x", ES256_SIGNATURE));
    assert_false(is_signed(rsa, ES256_TEXT, ES256_SIGNATURE));
    assert_false(is_signed(ec, RS256_TEXT, RS256_SIGNATURE));
    assert_false(is_signed(ec, ES256_TEXT, "AAAA"));
    assert_false(is_signed(ec, ES256_TEXT, ES256_SIGNATURE "AA")); /* two bytes more */

    /* r = s = 0 verified any text by Java's ECDSA (CVE-2022-21449). */
    assert_false(
        is_signed(ec, ES256_TEXT,
                  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"));
    assert_null(pd_srv_jwks_find(set, "a4"));
    pd_srv_jwks_free(set);
}

/* An exponent has 8 bytes at most: 3, the usual 65537, and 2^63 + 1. */
static void an_exponent_has_up_to_eight_bytes(void **state)
{
    (void)state;
    static const char *const exponents[] = {"Aw", "AQAB", "gAAAAAAAAAE"};
    for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "{\"keys\":[{\"kid\":\"a\",\"kty\":\"RSA\",\"n\":\"" RSA_N "\",\"e\":\"%s\"}]}",
                 exponents[i]);
        pd_srv_jwks *set = read_set(text);
        assert_int_equal(pd_srv_jwks_count(set), 1);
        assert_int_equal(is_signed(pd_srv_jwks_find(set, "a"), RS256_TEXT, RS256_SIGNATURE), i == 1);
        pd_srv_jwks_free(set);
    }
}

static void a_key_has_one_digest_as_jwk_and_as_pem(void **state)
{
    (void)state;
    /* The key of A.3 in PEM form: SubjectPublicKeyInfo of RFC 5480 before the point 04 || x || y. */
    static const unsigned char head[] = {0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48,
                                         0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48,
                                         0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04};
    unsigned char der[27 + 64], base64[200];
    char pem[400];
    memcpy(der, head, sizeof head);
    assert_int_equal(pd_base64_decode(der + 27, 32, EC_X, strlen(EC_X), PD_BASE64_URL), 32);
    assert_int_equal(pd_base64_decode(der + 59, 32, EC_Y, strlen(EC_Y), PD_BASE64_URL), 32);
    EVP_EncodeBlock(base64, der, sizeof der);
    snprintf(pem, sizeof pem, "-----BEGIN PUBLIC KEY-----\n%.64s\n%s\n-----END PUBLIC KEY-----\n", base64,
             base64 + 64);

    pd_srv_jwks *set = read_set("{\"keys\":[{\"kid\":\"a3\"," EC "}]}");
    pd_error err = {0};
    assert_int_equal(
        pd_srv_jwks_add_pem(set, (pd_bytes){(unsigned char *)pem, strlen(pem)}, "b", "b.pem", &err), PD_OK);
    assert_memory_equal(pd_srv_jwk_digest(pd_srv_jwks_find(set, "a3")),
                        pd_srv_jwk_digest(pd_srv_jwks_find(set, "b")), 32);
    assert_true(is_signed(pd_srv_jwks_find(set, "b"), ES256_TEXT, ES256_SIGNATURE));
    pd_srv_jwks_free(set);
}

static void keys_for_other_purposes_are_skipped(void **state)
{
    (void)state;
    pd_srv_jwks *set = read_set(
        "{\"keys\":[{\"kid\":\"1\",\"kty\":\"oct\",\"k\":\"AyM1SysPpbyDfgZld3umj1qzKObwVMko\"},"
        "{\"kid\":\"2\",\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"11qYAYKxCrfVS_"
        "7TyWQHOg7hcvPapiMlrwIaaPcHURo\"},"
        "{\"kid\":\"3\",\"use\":\"enc\"," RSA "},{\"kid\":\"4\",\"alg\":\"RS512\"," RSA "},"
        "{\"kid\":\"5\",\"kty\":\"EC\",\"crv\":\"P-384\"},{\"kid\":\"6\",\"key_ops\":[\"encrypt\"]," RSA "},"
        "{\"kid\":\"7\",\"alg\":\"RS256\",\"use\":\"sig\",\"key_ops\":[\"verify\"]," RSA "}],\"more\":1}");
    assert_int_equal(pd_srv_jwks_count(set), 1);
    assert_int_equal(pd_srv_jwks_skipped(set), 6);
    assert_non_null(pd_srv_jwks_find(set, "7"));
    pd_srv_jwks_free(set);
}

static void a_wrong_set_is_refused_with_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } wrong[] = {
        {"", "JWK set"},
        {"{\"keys\":1}", "no array"},
        {"{\"keys\":[]}", "no usable key"},
        {"{\"keys\":[{\"kty\":\"oct\",\"k\":\"AA\"}]}", "no usable key (1 skipped)"},
        {"{\"keys\":[1]}", "not an object"},
        {"{\"keys\":[{}]}", "kty is missing"},
        {"{\"keys\":[{" RSA "}]}", "kid is missing"},
        {"{\"keys\":[{\"kid\":\"\"," RSA "}]}", "kid; 1 to 128"},
        {"{\"keys\":[{\"kid\":\"a b\"," RSA "}]}", "kid; 1 to 128"},
        {"{\"keys\":[{\"kid\":\"a\"," RSA "},{\"kid\":\"a\"," EC "}]}", "\"a\" occurs twice"},
        {"{\"keys\":[{\"kid\":\"a\"," RSA ",\"d\":\"AQAB\"}]}", "private key"},
        {"{\"keys\":[{\"kid\":\"a\"," EC ",\"d\":\"AQAB\"}]}", "private key"},
        {"{\"keys\":[{\"kid\":\"a\",\"kty\":\"RSA\",\"e\":\"AQAB\"}]}", "n and e"},
        {"{\"keys\":[{\"kid\":\"a\",\"kty\":\"RSA\",\"n\":\"" RSA_N "=\",\"e\":\"AQAB\"}]}", "n and e"},
        {"{\"keys\":[{\"kid\":\"a\",\"kty\":\"RSA\",\"n\":\"AQAB\",\"e\":\"AQAB\"}]}", "n and e"},
        {"{\"keys\":[{\"kid\":\"a\",\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"" EC_X "\",\"y\":\"" EC_X
         "\"}]}",
         "not a point"},
        {"{\"keys\":[{\"kid\":\"a\",\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"AA\",\"y\":\"AA\"}]}",
         "not a point"},
        {"{\"keys\":[{\"kid\":\"a\",\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"" EC_X "A\",\"y\":\"" EC_Y
         "\"}]}",
         "not a point"}, /* 33 bytes */
        {"{\"keys\":[{\"kid\":\"a\",\"kty\":\"EC\",\"x\":\"" EC_X "\",\"y\":\"" EC_Y "\"}]}",
         "crv is missing"},
        {"{\"keys\":[{\"kid\":\"a\",\"kid\":\"b\"," RSA "}]}", "stands twice in one object"},
        {"{\"keys\":[{\"kid\":\"a\",\"kty\":\"RSA\",\"n\":\"" RSA_N "\",\"e\":\"gAAAAAAAAAAB\"}]}",
         "n and e"}, /* 2^71 + 1: an exponent of 9 bytes */
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        pd_srv_jwks *set;
        pd_error err = {0};
        if (parse(&set, wrong[i].text, &err) == PD_OK) fail_msg("accepted: %s", wrong[i].text);
        assert_null(set);
        if (!strstr(err.detail, wrong[i].says)) fail_msg("%s\n%s: %s", wrong[i].text, err.where, err.detail);
        assert_non_null(strstr(err.where, "keys.json"));
    }
}

static void put(const char *folder, const char *name, const char *text)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void empty(const char *folder)
{
    DIR *list = opendir(folder);
    char path[600];
    for (const struct dirent *entry; (entry = readdir(list));) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        unlink(path);
    }
    closedir(list);
}

static void a_folder_has_one_key_for_each_pem_file(void **state)
{
    (void)state;
    char folder[] = "/tmp/posed-jwk-XXXXXX";
    assert_non_null(mkdtemp(folder));
    EVP_PKEY *ec = EVP_EC_gen("P-256"), *other = EVP_EC_gen("P-384"),
             *edwards = EVP_PKEY_Q_keygen(NULL, NULL, "ED25519"), *small = EVP_RSA_gen(1024);
    char *good = tokens_pem(ec), *curve = tokens_pem(other), *ed = tokens_pem(edwards),
         *weak = tokens_pem(small);
    pd_srv_jwks *set;
    pd_error err = {0};

    assert_int_equal(pd_srv_jwks_load(&set, folder, &err), PD_ERR_INVALID); /* no file yet */
    put(folder, "2026-11.pem", good);
    put(folder, "readme.txt", "not a key");
    put(folder, ".hidden.pem", "not a key");
    assert_int_equal(pd_srv_jwks_load(&set, folder, &err), PD_OK);
    assert_int_equal(pd_srv_jwks_count(set), 1);
    assert_non_null(pd_srv_jwks_find(set, "2026-11"));
    pd_srv_jwks_free(set);

    const struct {
        const char *text, *says;
    } wrong[] = {{curve, "P-256"},
                 {ed, "neither"},
                 {weak, "RSA key of 1024 bits"},
                 {"hello", "no public key"},
                 {"", "no public key"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        put(folder, "other.pem", wrong[i].text);
        assert_int_not_equal(pd_srv_jwks_load(&set, folder, &err), PD_OK);
        if (!strstr(err.detail, wrong[i].says)) fail_msg("%s", err.detail);
        assert_non_null(strstr(err.where, "other.pem"));
    }

    assert_int_equal(pd_srv_jwks_load(&set, "/nonexistent/keys", &err), PD_ERR_INVALID);
    empty(folder);
    rmdir(folder);
    free(good);
    free(curve);
    free(ed);
    free(weak);
    EVP_PKEY_free(ec);
    EVP_PKEY_free(other);
    EVP_PKEY_free(edwards);
    EVP_PKEY_free(small);
}

static void a_set_has_at_most_64_keys(void **state)
{
    (void)state;
    EVP_PKEY *key = EVP_EC_gen("P-256");
    char *pem = tokens_pem(key);
    pd_srv_jwks *set = pd_srv_jwks_new();
    pd_error err = {0};
    for (int i = 0; i < 65; i++) {
        char kid[16];
        snprintf(kid, sizeof kid, "k%d", i);
        assert_int_equal(
            pd_srv_jwks_add_pem(set, (pd_bytes){(unsigned char *)pem, strlen(pem)}, kid, "f", &err),
            i < 64 ? PD_OK : PD_ERR_RANGE);
    }
    assert_int_equal(pd_srv_jwks_count(set), 64);
    pd_srv_jwks_free(set);
    free(pem);
    EVP_PKEY_free(key);
}

static void a_private_key_is_not_taken_for_a_public_one(void **state)
{
    (void)state;
    EVP_PKEY *key = EVP_EC_gen("P-256");
    BIO *bio = BIO_new(BIO_s_mem());
    char *text;
    pd_error err = {0};
    PEM_write_bio_PrivateKey(bio, key, NULL, NULL, 0, NULL, NULL);
    const long size = BIO_get_mem_data(bio, &text);
    pd_srv_jwks *set = pd_srv_jwks_new();
    assert_int_equal(
        pd_srv_jwks_add_pem(set, (pd_bytes){(unsigned char *)text, (size_t)size}, "a", "a.pem", &err),
        PD_ERR_FORMAT);
    pd_srv_jwks_free(set);
    BIO_free(bio);
    EVP_PKEY_free(key);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_signatures_of_rfc_7515_are_verified),
        cmocka_unit_test(an_exponent_has_up_to_eight_bytes),
        cmocka_unit_test(a_key_has_one_digest_as_jwk_and_as_pem),
        cmocka_unit_test(keys_for_other_purposes_are_skipped),
        cmocka_unit_test(a_wrong_set_is_refused_with_its_place),
        cmocka_unit_test(a_folder_has_one_key_for_each_pem_file),
        cmocka_unit_test(a_set_has_at_most_64_keys),
        cmocka_unit_test(a_private_key_is_not_taken_for_a_public_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
