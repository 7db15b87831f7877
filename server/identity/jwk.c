#include "server/identity/jwk.h"

#include "core/base/assert.h"
#include "core/base/text/base64.h"
#include "core/io/json/json.h"

#include <dirent.h>
#include <errno.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define FILE_BYTES     (1 << 20)
#define RSA_BITS_LEAST 2048 /* RFC 7518, 3.3 */
#define RSA_BITS_MOST  8192 /* verification takes longer with each bit */
#define P256_BYTES     32   /* size of a coordinate, and of half a signature */
#define NUMBER_BYTES   (RSA_BITS_MOST / 8)

struct pd_srv_jwk {
    char kid[PD_SRV_JWK_KID_BYTES];
    EVP_PKEY *pkey;
    bool is_ec;
    unsigned char digest[PD_SRV_JWK_DIGEST_BYTES];
};

struct pd_srv_jwks {
    pd_srv_jwk *keys;
    int count, skipped;
};

pd_srv_jwks *pd_srv_jwks_new(void)
{
    return calloc(1, sizeof(pd_srv_jwks));
}

void pd_srv_jwks_free(pd_srv_jwks *set)
{
    if (!set) return;
    for (int i = 0; i < set->count; i++) EVP_PKEY_free(set->keys[i].pkey);
    free(set->keys);
    free(set);
}

/* -- one key -------------------------------------------------------------------------------- */

/* Reports whether a kid consists of 1 to 128 printable ASCII characters. */
static bool is_kid(const char *kid)
{
    const size_t length = strlen(kid);
    for (size_t i = 0; i < length; i++)
        if (kid[i] < '!' || kid[i] > '~') return false;
    return length && length < PD_SRV_JWK_KID_BYTES;
}

/* Adds a key to the set. Takes over pkey, also on failure. */
static pd_status add_key(pd_srv_jwks *set, EVP_PKEY *pkey, const char *kid, const char *where, pd_error *err)
{
    const bool is_ec = EVP_PKEY_is_a(pkey, "EC");
    const bool is_rsa = EVP_PKEY_is_a(pkey, "RSA");
    const int bits = EVP_PKEY_get_bits(pkey);
    char curve[64] = "";
    pd_status status = PD_OK;

    /* Choose the algorithm by the kind of key. */
    if (is_ec) EVP_PKEY_get_group_name(pkey, curve, sizeof curve, NULL);
    if (!is_kid(kid))
        status = pd_fail(err, PD_ERR_FORMAT, where,
                         "an invalid kid; 1 to %d printable characters without blanks allowed",
                         PD_SRV_JWK_KID_BYTES - 1);
    else if (!is_ec && !is_rsa)
        status = pd_fail(err, PD_ERR_FORMAT, where,
                         "the key is neither an RSA key nor an EC key; one of the two expected");
    else if (is_rsa && (bits < RSA_BITS_LEAST || bits > RSA_BITS_MOST))
        status = pd_fail(err, PD_ERR_FORMAT, where, "an RSA key of %d bits; %d to %d allowed", bits,
                         RSA_BITS_LEAST, RSA_BITS_MOST);
    else if (is_ec && strcmp(curve, "prime256v1"))
        status = pd_fail(err, PD_ERR_FORMAT, where, "an EC key on the curve %s; P-256 (prime256v1) allowed",
                         curve);
    else if (pd_srv_jwks_find(set, kid))
        status =
            pd_fail(err, PD_ERR_FORMAT, where, "the kid \"%s\" occurs twice; each kid is allowed once", kid);
    else if (set->count == PD_SRV_JWK_KEYS_MAX)
        status = pd_fail(err, PD_ERR_RANGE, where, "more than %d keys", PD_SRV_JWK_KEYS_MAX);

    /* The digest is of the key's DER form, which is the same for a JWK and a PEM file. */
    unsigned char *der = NULL;
    const int der_bytes = status == PD_OK ? i2d_PUBKEY(pkey, &der) : 0;
    pd_srv_jwk *grown = NULL;
    if (status == PD_OK && der_bytes > 0)
        grown = realloc(set->keys, ((size_t)set->count + 1) * sizeof *set->keys);
    if (status == PD_OK && !grown) status = pd_fail(err, PD_ERR_MEMORY, where, "out of memory");
    if (status != PD_OK) {
        OPENSSL_free(der);
        EVP_PKEY_free(pkey);
        return status;
    }

    set->keys = grown;
    pd_srv_jwk *key = &set->keys[set->count++];
    *key = (pd_srv_jwk){.pkey = pkey, .is_ec = is_ec};
    memcpy(key->kid, kid, strlen(kid) + 1);
    SHA256(der, (size_t)der_bytes, key->digest);
    OPENSSL_free(der);

    return PD_OK;
}

pd_status pd_srv_jwks_add_pem(pd_srv_jwks *set, pd_bytes text, const char *kid, const char *file,
                              pd_error *err)
{
    if (text.size > FILE_BYTES)
        return pd_fail(err, PD_ERR_FORMAT, file, "%zu bytes; at most %d allowed", text.size, FILE_BYTES);
    BIO *bio = BIO_new_mem_buf(text.data, (int)text.size);
    EVP_PKEY *pkey = bio ? PEM_read_bio_PUBKEY(bio, NULL, NULL, NULL) : NULL;
    BIO_free(bio);
    if (!pkey)
        return pd_fail(
            err, PD_ERR_FORMAT, file,
            "no public key in PEM form (-----BEGIN PUBLIC KEY-----; openssl pkey -pubout makes one)");

    return add_key(set, pkey, kid, file, err);
}

/* -- a JWK set ------------------------------------------------------------------------------- */

/* Reads a member that holds an unsigned big-endian number in base64url. */
static bool read_number_jwk(unsigned char out[NUMBER_BYTES], size_t *size, const json_t *jwk,
                            const char *name)
{
    const json_t *member = json_object_get(jwk, name);
    if (!json_is_string(member)) return false;
    *size = pd_base64_decode(out, NUMBER_BYTES, json_string_value(member), json_string_length(member),
                             PD_BASE64_URL);

    return *size > 0 && *size != SIZE_MAX;
}

/* Makes an OpenSSL key of the parameters. Returns NULL for numbers that are no key. */
static EVP_PKEY *make_key(const char *type, OSSL_PARAM_BLD *parameters)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
    OSSL_PARAM *built = OSSL_PARAM_BLD_to_param(parameters);
    EVP_PKEY *pkey = NULL;

    if (!ctx || !built || EVP_PKEY_fromdata_init(ctx) <= 0 ||
        EVP_PKEY_fromdata(ctx, &pkey, EVP_PKEY_PUBLIC_KEY, built) <= 0)
        pkey = NULL;
    EVP_PKEY_CTX_free(ctx);
    OSSL_PARAM_free(built);

    /* A point that is not on the curve, or a modulus without an odd factor, is no key. */
    ctx = pkey ? EVP_PKEY_CTX_new_from_pkey(NULL, pkey, NULL) : NULL;
    if (!ctx || EVP_PKEY_public_check(ctx) != 1) {
        EVP_PKEY_free(pkey);
        pkey = NULL;
    }

    EVP_PKEY_CTX_free(ctx);

    return pkey;
}

/* Makes a key of n and e (RFC 7518, 6.3.1). */
static EVP_PKEY *read_rsa(const json_t *jwk)
{
    unsigned char n[NUMBER_BYTES], e[NUMBER_BYTES];
    size_t n_bytes, e_bytes;

    if (!read_number_jwk(n, &n_bytes, jwk, "n") || !read_number_jwk(e, &e_bytes, jwk, "e") || e_bytes > 8)
        return NULL;

    OSSL_PARAM_BLD *parameters = OSSL_PARAM_BLD_new();
    BIGNUM *modulus = BN_bin2bn(n, (int)n_bytes, NULL);
    BIGNUM *exponent = BN_bin2bn(e, (int)e_bytes, NULL);
    EVP_PKEY *pkey = NULL;
    if (parameters && modulus && exponent && BN_num_bits(modulus) <= RSA_BITS_MOST &&
        BN_num_bits(modulus) >= 512 && OSSL_PARAM_BLD_push_BN(parameters, OSSL_PKEY_PARAM_RSA_N, modulus) &&
        OSSL_PARAM_BLD_push_BN(parameters, OSSL_PKEY_PARAM_RSA_E, exponent))
        pkey = make_key("RSA", parameters);
    BN_free(modulus);
    BN_free(exponent);
    OSSL_PARAM_BLD_free(parameters);

    return pkey;
}

/* Makes a key of x and y, each of exactly 32 bytes (RFC 7518, 6.2.1). */
static EVP_PKEY *read_ec(const json_t *jwk)
{
    unsigned char x[NUMBER_BYTES], y[NUMBER_BYTES];
    unsigned char point[1 + 2 * P256_BYTES] = {POINT_CONVERSION_UNCOMPRESSED};
    size_t x_bytes, y_bytes;

    if (!read_number_jwk(x, &x_bytes, jwk, "x") || !read_number_jwk(y, &y_bytes, jwk, "y") ||
        x_bytes != P256_BYTES || y_bytes != P256_BYTES)
        return NULL;
    memcpy(point + 1, x, P256_BYTES);
    memcpy(point + 1 + P256_BYTES, y, P256_BYTES);

    OSSL_PARAM_BLD *parameters = OSSL_PARAM_BLD_new();
    EVP_PKEY *pkey = NULL;
    if (parameters &&
        OSSL_PARAM_BLD_push_utf8_string(parameters, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) &&
        OSSL_PARAM_BLD_push_octet_string(parameters, OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point))
        pkey = make_key("EC", parameters);
    OSSL_PARAM_BLD_free(parameters);

    return pkey;
}

/* Reports whether a member is absent or has this text. */
static bool is_or_absent(const json_t *jwk, const char *name, const char *text)
{
    const json_t *member = json_object_get(jwk, name);
    return !member || (json_is_string(member) && !strcmp(json_string_value(member), text));
}

/* Reports whether key_ops, if present, lists "verify" (RFC 7517, 4.3). */
static bool may_verify(const json_t *jwk)
{
    const json_t *list = json_object_get(jwk, "key_ops");

    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (text && !strcmp(text, "verify")) return true;
    }

    return !list;
}

/* Reads one member of `keys`, or skips it. */
static pd_status read_jwk(pd_srv_jwks *set, const json_t *jwk, const char *where, pd_error *err)
{
    if (!json_is_object(jwk)) return pd_fail(err, PD_ERR_FORMAT, where, "not an object");

    /* Keys for other purposes are skipped. */
    const char *kty = json_string_value(json_object_get(jwk, "kty"));
    const char *kid = json_string_value(json_object_get(jwk, "kid"));
    if (!kty) return pd_fail(err, PD_ERR_FORMAT, where, "kty is missing");
    const bool is_ec = !strcmp(kty, "EC");
    if ((!is_ec && strcmp(kty, "RSA") != 0) || (is_ec && !is_or_absent(jwk, "crv", "P-256")) ||
        !is_or_absent(jwk, "use", "sig") || !is_or_absent(jwk, "alg", is_ec ? "ES256" : "RS256") ||
        !may_verify(jwk)) {
        set->skipped++;
        return PD_OK;
    }

    /* The file is for public keys: a private one in it has leaked to every reader of the file. */
    if (json_object_get(jwk, "d"))
        return pd_fail(err, PD_ERR_FORMAT, where, "contains a private key (d); only public keys are allowed");
    if (!kid) return pd_fail(err, PD_ERR_FORMAT, where, "kid is missing; tokens name their key by it");
    if (is_ec && !json_object_get(jwk, "crv")) return pd_fail(err, PD_ERR_FORMAT, where, "crv is missing");

    EVP_PKEY *pkey = is_ec ? read_ec(jwk) : read_rsa(jwk);
    if (!pkey)
        return pd_fail(err, PD_ERR_FORMAT, where, "%s",
                       is_ec ? "x and y are not a point of the curve P-256, each 32 bytes in base64url"
                             : "n and e are not a public RSA key in base64url");

    return add_key(set, pkey, kid, where, err);
}

pd_status pd_srv_jwks_parse(pd_srv_jwks **out, pd_bytes text, const char *file, pd_error *err)
{
    pd_error ignored;
    json_error_t problem;
    bool is_out_of_memory = false;

    if (!err) err = &ignored;
    *out = NULL;

    json_t *root = pd_json_load(text, JSON_REJECT_DUPLICATES, &problem, &is_out_of_memory);
    if (!root && is_out_of_memory) return pd_fail(err, PD_ERR_MEMORY, file, "out of memory");
    if (!root)
        return pd_fail(err, PD_ERR_FORMAT, file, "line %d: %s; a JWK set {\"keys\":[...]} expected",
                       problem.line, problem.text);

    const json_t *keys = json_object_get(root, "keys");
    pd_srv_jwks *set = pd_srv_jwks_new();
    pd_status status = PD_OK;
    if (!set)
        status = pd_fail(err, PD_ERR_MEMORY, file, "out of memory");
    else if (!json_is_array(keys))
        status = pd_fail(err, PD_ERR_FORMAT, file, "no array \"keys\"; a JWK set {\"keys\":[...]} expected");

    /* Errors name the key by its place in the array. */
    for (size_t i = 0; status == PD_OK && i < json_array_size(keys); i++) {
        char where[160];
        snprintf(where, sizeof where, "%.120s: keys[%zu]", file, i);
        status = read_jwk(set, json_array_get(keys, i), where, err);
    }

    if (status == PD_OK && !set->count)
        status = pd_fail(err, PD_ERR_FORMAT, file,
                         "no usable key (%d skipped); RS256 and ES256 are supported", set->skipped);
    json_decref(root);
    if (status != PD_OK) {
        pd_srv_jwks_free(set);
        return status;
    }

    *out = set;

    return PD_OK;
}

/* -- files ---------------------------------------------------------------------------------- */

/* Reads a whole file of at most FILE_BYTES. The caller frees out->data. */
static pd_status read_file_jwk(unsigned char **out, size_t *size, const char *path, pd_error *err)
{
    FILE *stream = fopen(path, "re");
    *out = stream ? malloc(FILE_BYTES + 1) : NULL;
    if (!*out) {
        pd_fail(err, PD_ERR_INVALID, "access.jwt_keys", "%s: cannot be read: %s", path, strerror(errno));
        if (stream) fclose(stream);
        return PD_ERR_INVALID;
    }

    *size = fread(*out, 1, FILE_BYTES + 1, stream);
    const bool is_bad = ferror(stream) || *size > FILE_BYTES;
    fclose(stream);
    if (!is_bad) return PD_OK;
    free(*out);
    *out = NULL;

    return pd_fail(err, PD_ERR_INVALID, "access.jwt_keys", "%s: cannot be read, or is larger than %d bytes",
                   path, FILE_BYTES);
}

/* Reads one KID.pem of a folder. */
static pd_status load_pem(pd_srv_jwks *set, const char *folder, const char *name, size_t kid_length,
                          pd_error *err)
{
    char path[4096 + 256 + 2], kid[256];
    unsigned char *text;
    size_t size;

    snprintf(path, sizeof path, "%.4096s/%.255s", folder, name);
    snprintf(kid, sizeof kid, "%.*s", (int)kid_length, name);

    pd_status status = read_file_jwk(&text, &size, path, err);
    if (status != PD_OK) return status;
    status = pd_srv_jwks_add_pem(set, (pd_bytes){text, size}, kid, path, err);
    free(text);

    return status;
}

/* Reads every KID.pem of a folder. Names that begin with a dot are skipped,
 * which Kubernetes uses for its own. */
static pd_status load_folder(pd_srv_jwks **out, const char *path, pd_error *err)
{
    pd_srv_jwks *set = pd_srv_jwks_new();

    DIR *folder = set ? opendir(path) : NULL;
    pd_status status = PD_OK;
    if (!set) return pd_fail(err, PD_ERR_MEMORY, "access.jwt_keys", "out of memory");
    if (!folder)
        status =
            pd_fail(err, PD_ERR_INVALID, "access.jwt_keys", "%s: cannot be read: %s", path, strerror(errno));

    for (const struct dirent *entry; status == PD_OK && (entry = readdir(folder));) {
        const size_t length = strlen(entry->d_name);
        if (length <= 4 || entry->d_name[0] == '.' || strcmp(entry->d_name + length - 4, ".pem") != 0)
            continue;
        status = load_pem(set, path, entry->d_name, length - 4, err);
    }

    if (folder) closedir(folder);
    if (status == PD_OK && !set->count)
        status = pd_fail(err, PD_ERR_INVALID, "access.jwt_keys", "%s: the folder has no file KID.pem", path);
    if (status != PD_OK) {
        pd_srv_jwks_free(set);
        return status;
    }

    *out = set;

    return PD_OK;
}

pd_status pd_srv_jwks_load(pd_srv_jwks **out, const char *path, pd_error *err)
{
    struct stat about;
    unsigned char *text;
    size_t size;
    pd_error ignored;

    if (!err) err = &ignored;
    *out = NULL;

    if (!stat(path, &about) && S_ISDIR(about.st_mode)) return load_folder(out, path, err);
    pd_status status = read_file_jwk(&text, &size, path, err);
    if (status != PD_OK) return status;
    status = pd_srv_jwks_parse(out, (pd_bytes){text, size}, path, err);
    free(text);

    return status;
}

/* -- use ------------------------------------------------------------------------------------- */

int pd_srv_jwks_count(const pd_srv_jwks *set)
{
    return set->count;
}

int pd_srv_jwks_skipped(const pd_srv_jwks *set)
{
    return set->skipped;
}

const pd_srv_jwk *pd_srv_jwks_at(const pd_srv_jwks *set, int i)
{
    PD_ASSERT(i >= 0 && i < set->count);
    return &set->keys[i];
}

const pd_srv_jwk *pd_srv_jwks_find(const pd_srv_jwks *set, const char *kid)
{
    for (int i = 0; i < set->count; i++)
        if (!strcmp(set->keys[i].kid, kid)) return &set->keys[i];
    return NULL;
}

const char *pd_srv_jwk_alg(const pd_srv_jwk *key)
{
    return key->is_ec ? "ES256" : "RS256";
}

const unsigned char *pd_srv_jwk_digest(const pd_srv_jwk *key)
{
    return key->digest;
}

/* Turns an ES256 signature, two numbers of 32 bytes (RFC 7518, 3.4), into the DER form that OpenSSL verifies.
 * Returns its size; 0: it is none. */
static size_t der_of(unsigned char **out, pd_bytes signature)
{
    if (signature.size != 2 * P256_BYTES) return 0;
    ECDSA_SIG *pair = ECDSA_SIG_new();
    BIGNUM *r = BN_bin2bn(signature.data, P256_BYTES, NULL);
    BIGNUM *s = BN_bin2bn(signature.data + P256_BYTES, P256_BYTES, NULL);
    if (!pair || !r || !s || !ECDSA_SIG_set0(pair, r, s)) { /* on success the pair owns both */
        BN_free(r);
        BN_free(s);
        ECDSA_SIG_free(pair);
        return 0;
    }

    const int size = i2d_ECDSA_SIG(pair, out);
    ECDSA_SIG_free(pair);

    return size > 0 ? (size_t)size : 0;
}

bool pd_srv_jwk_verify(const pd_srv_jwk *key, pd_bytes text, pd_bytes signature)
{
    unsigned char *der = NULL;

    if (key->is_ec) {
        signature.size = der_of(&der, signature);
        signature.data = der;
        if (!signature.size) return false;
    }

    /* RSA's padding is that of PKCS #1 1.5, OpenSSL's default, and the hash SHA-256: RS256. */
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    const bool is_good = ctx && EVP_DigestVerifyInit(ctx, NULL, EVP_sha256(), NULL, key->pkey) == 1 &&
                         EVP_DigestVerify(ctx, signature.data, signature.size, text.data, text.size) == 1;
    EVP_MD_CTX_free(ctx);
    OPENSSL_free(der);

    return is_good;
}
