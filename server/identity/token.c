#include "server/identity/token.h"

#include "api/http/api.h"
#include "core/base/assert.h"
#include "core/base/text/base64.h"
#include "core/io/json/json.h"

#include <math.h>
#include <openssl/sha.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define KID_SHOWN      40     /* characters of a client's text that a reason repeats */
#define SECONDS_MOST   4e11   /* the year 14645: later times are mistakes, such as milliseconds */
#define SIGNATURE_MOST 1024   /* bytes of a signature by RSA with 8192 bits */
#define NAME_PREFIX    "jwt:" /* the name of a key of the keys file has no colon */

/* A word of the issuer that stands for a scope. */
typedef struct role {
    char *word; /* owned */
    unsigned bits;
} role;

struct pd_srv_tokens {
    pd_srv_jwks *keys;
    char *issuer, *audience;
    double leeway_s;
    char **claims; /* (claim_count) names of claims with scopes; owned */
    int claim_count;
    role *roles; /* (role_count) owned */
    int role_count;
};

/* Bits of each scope by name. */
static const struct {
    const char *name;
    unsigned bits;
} scope_names[] = {{"read", 1u << PD_API_READ},
                   {"stream", 1u << PD_API_STREAM},
                   {"admin", 1u << PD_API_READ | 1u << PD_API_STREAM | 1u << PD_API_ADMIN}};

/* Returns the bits of a scope's name; 0: no scope. */
static unsigned scope_bits(const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof scope_names / sizeof *scope_names; i++)
        if (length == strlen(scope_names[i].name) && !memcmp(word, scope_names[i].name, length))
            return scope_names[i].bits;
    return 0;
}

double pd_srv_quota_least(double a, double b)
{
    if (a <= 0) return b;
    return b > 0 && b < a ? b : a;
}

/* Copies the names of claims, and reads the roles. */
static pd_status read_claim_names(pd_srv_tokens *tokens, const pd_srv_token_options *options, pd_error *err)
{
    static char *usual[] = {"scope", "scp"};
    const bool has_own = options->scope_claims && options->scope_claims->count;
    char *const *names = has_own ? options->scope_claims->items : usual;
    const int count = has_own ? options->scope_claims->count : 2;
    const int roles = options->roles ? options->roles->count : 0;

    tokens->claims = calloc((size_t)count, sizeof *tokens->claims);
    tokens->roles = calloc((size_t)roles + 1, sizeof *tokens->roles);
    if (!tokens->claims || !tokens->roles)
        return pd_fail(err, PD_ERR_MEMORY, "access.jwt_scope_claims", "out of memory");
    for (; tokens->claim_count < count; tokens->claim_count++) {
        char *own = strdup(names[tokens->claim_count]);
        if (!own) return pd_fail(err, PD_ERR_MEMORY, "access.jwt_scope_claims", "out of memory");
        tokens->claims[tokens->claim_count] = own;
    }

    for (int i = 0; i < roles; i++) {
        const char *item = options->roles->items[i];
        const char *equals = strrchr(item, '=');
        const unsigned bits = equals ? scope_bits(equals + 1, strlen(equals + 1)) : 0;
        if (!bits || equals == item)
            return pd_fail(err, PD_ERR_INVALID, "access.jwt_roles",
                           "\"%.60s\"; WORD=SCOPE expected, with the scope read, stream or admin", item);
        char *word = strndup(item, (size_t)(equals - item));
        if (!word) return pd_fail(err, PD_ERR_MEMORY, "access.jwt_roles", "out of memory");
        tokens->roles[tokens->role_count++] = (role){word, bits};
    }

    return PD_OK;
}

pd_status pd_srv_tokens_new(pd_srv_tokens **out, pd_srv_jwks *keys, const pd_srv_token_options *options,
                            pd_error *err)
{
    pd_srv_tokens *tokens = calloc(1, sizeof *tokens);

    *out = NULL;
    if (!tokens) {
        pd_srv_jwks_free(keys);
        return pd_fail(err, PD_ERR_MEMORY, "access.jwt_keys", "out of memory");
    }

    *tokens = (pd_srv_tokens){.keys = keys,
                              .issuer = strdup(options->issuer),
                              .audience = strdup(options->audience),
                              .leeway_s = options->leeway_s};
    if (!tokens->issuer || !tokens->audience) {
        pd_srv_tokens_free(tokens);
        return pd_fail(err, PD_ERR_MEMORY, "access.jwt_keys", "out of memory");
    }

    const pd_status status = read_claim_names(tokens, options, err);
    if (status != PD_OK) {
        pd_srv_tokens_free(tokens);
        return status;
    }

    *out = tokens;

    return PD_OK;
}

pd_status pd_srv_tokens_load(pd_srv_tokens **out, const pd_srv_token_options *options, pd_error *err)
{
    pd_srv_jwks *keys;
    const pd_status status = pd_srv_jwks_load(&keys, options->keys, err);
    *out = NULL;
    return status == PD_OK ? pd_srv_tokens_new(out, keys, options, err) : status;
}

void pd_srv_tokens_free(pd_srv_tokens *tokens)
{
    if (!tokens) return;
    pd_srv_jwks_free(tokens->keys);
    free(tokens->issuer);
    free(tokens->audience);
    for (int i = 0; i < tokens->claim_count; i++) free(tokens->claims[i]);
    for (int i = 0; i < tokens->role_count; i++) free(tokens->roles[i].word);
    free(tokens->claims);
    free(tokens->roles);
    free(tokens);
}

int pd_srv_tokens_key_count(const pd_srv_tokens *tokens)
{
    return pd_srv_jwks_count(tokens->keys);
}

/* Returns the number of a key together with issuer and audience. A reload that changes one of the three makes
 * older tokens invalid. */
static uint64_t number_of(const pd_srv_tokens *tokens, const pd_srv_jwk *key)
{
    unsigned char all[3][PD_SRV_JWK_DIGEST_BYTES], digest[PD_SRV_JWK_DIGEST_BYTES];

    memcpy(all[0], pd_srv_jwk_digest(key), sizeof all[0]);
    SHA256((const unsigned char *)tokens->issuer, strlen(tokens->issuer), all[1]);
    SHA256((const unsigned char *)tokens->audience, strlen(tokens->audience), all[2]);
    SHA256(all[0], sizeof all, digest);

    uint64_t number;
    memcpy(&number, digest, sizeof number);
    return number ? number : 1;
}

bool pd_srv_tokens_have_key(const pd_srv_tokens *tokens, uint64_t key)
{
    for (int i = 0; i < pd_srv_jwks_count(tokens->keys); i++)
        if (number_of(tokens, pd_srv_jwks_at(tokens->keys, i)) == key) return true;
    return false;
}

/* -- reading ------------------------------------------------------------------------------------ */

/* The three parts of a token, still encoded. */
typedef struct parts {
    const char *part[3];
    size_t length[3];
} parts;

static pd_srv_token_verdict bad(char why[PD_SRV_WHY_BYTES], const char *format, ...) PD_PRINTF(2, 3);
static pd_srv_token_verdict bad(char why[PD_SRV_WHY_BYTES], const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(why, PD_SRV_WHY_BYTES, format, args);
    va_end(args);

    /* Texts of the client may hold characters that a header field cannot carry. */
    for (char *c = why; *c; c++)
        if (*c < ' ' || *c > '~') *c = '?';

    return PD_SRV_TOKEN_BAD;
}

/* Splits a token at its two dots. */
static bool split_token(parts *out, const char *text, size_t length)
{
    const char *end = text + length;

    for (int i = 0; i < 3; i++) {
        const char *dot = memchr(text, '.', (size_t)(end - text));
        if ((i < 2) != (dot != NULL)) return false;
        out->part[i] = text;
        out->length[i] = (size_t)((dot ? dot : end) - text);
        text = dot ? dot + 1 : end;
    }

    return true;
}

/* Decodes one part and parses it as a JSON object. A member that occurs twice is refused (RFC 7515, 4).
 * Returns NULL for anything else. */
static json_t *read_object(const char *part, size_t length)
{
    unsigned char bytes[PD_SRV_TOKEN_BYTES];
    bool is_out_of_memory;
    const size_t size = pd_base64_decode(bytes, sizeof bytes, part, length, PD_BASE64_URL);

    if (size == SIZE_MAX) return NULL;
    json_t *root = pd_json_load((pd_bytes){bytes, size}, JSON_REJECT_DUPLICATES, NULL, &is_out_of_memory);
    if (json_is_object(root)) return root;
    json_decref(root);

    return NULL;
}

static const char *text_of(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

/* Reads a time claim. Returns false when it is not a number of seconds. */
static bool read_time(double *out, const json_t *claims, const char *name)
{
    const json_t *member = json_object_get(claims, name);
    if (!json_is_number(member)) return false;
    *out = json_number_value(member);
    return *out >= 0 && *out <= SECONDS_MOST;
}

/* -- header ---------------------------------------------------------------------------------------- */

/* Finds the key of a header and checks that the header asks for nothing that is not supported. Returns NULL
 * with a reason. */
static const pd_srv_jwk *key_of(const pd_srv_tokens *tokens, const json_t *header, char why[PD_SRV_WHY_BYTES])
{
    const char *alg = text_of(header, "alg");
    const char *kid = text_of(header, "kid");
    const json_t *typ = json_object_get(header, "typ");

    /* Other kinds of JWT (logout tokens, DPoP proofs) say so in typ and must not pass
     * for access tokens (RFC 8725, 3.11). */
    static const char *const types[] = {"JWT", "at+jwt", "application/jwt", "application/at+jwt"};
    bool is_type = !typ;
    for (size_t i = 0; !is_type && json_is_string(typ) && i < sizeof types / sizeof *types; i++)
        is_type = !strcasecmp(json_string_value(typ), types[i]);
    if (!is_type) {
        bad(why, "the token's typ is not supported; JWT and at+jwt are");
        return NULL;
    }

    if (json_object_get(header, "crit")) {
        bad(why, "the token has crit; no extension is supported");
        return NULL;
    }

    if (!alg) {
        bad(why, "the token has no alg");
        return NULL;
    }

    if (!kid) {
        bad(why, "the token has no kid");
        return NULL;
    }

    const pd_srv_jwk *key = pd_srv_jwks_find(tokens->keys, kid);
    if (!key) {
        bad(why, "no key has the token's kid \"%.*s\"", KID_SHOWN, kid);
        return NULL;
    }

    /* The key decides about the algorithm. */
    if (strcmp(alg, pd_srv_jwk_alg(key)) != 0) {
        bad(why, "the token's alg is \"%.*s\"; its key allows %s", KID_SHOWN, alg, pd_srv_jwk_alg(key));
        return NULL;
    }

    return key;
}

/* -- claims ------------------------------------------------------------------------------------------ */

/* Reports whether aud, a text or a list of texts, contains the audience. */
static bool is_for(const json_t *claims, const char *audience)
{
    const json_t *aud = json_object_get(claims, "aud");

    if (json_is_string(aud)) return !strcmp(json_string_value(aud), audience);
    for (size_t i = 0; i < json_array_size(aud); i++) {
        const char *text = json_string_value(json_array_get(aud, i));
        if (text && !strcmp(text, audience)) return true;
    }

    return false;
}

/* Reads sub into the name of the client. */
static bool read_name(char out[64], const json_t *claims)
{
    const char *sub = text_of(claims, "sub");
    const size_t length = sub ? strlen(sub) : 0;

    if (!length || length > 63 - strlen(NAME_PREFIX)) return false;
    if (strspn(sub, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~@|:+") != length)
        return false;
    snprintf(out, 64, NAME_PREFIX "%s", sub);

    return true;
}

/* Returns the claim with this name, or, where there is none,
 * the member to which the name leads as a path with dots. */
static const json_t *claim_at(const json_t *claims, const char *name)
{
    const json_t *own = json_object_get(claims, name);
    const char *dot = strchr(name, '.');
    char first[128];

    if (own || !dot || (size_t)(dot - name) >= sizeof first) return own;
    snprintf(first, sizeof first, "%.*s", (int)(dot - name), name);

    return claim_at(json_object_get(claims, first), dot + 1);
}

/* Adds the scopes of one word of the issuer. Unknown words are for other services. */
static void add_scope(unsigned *bits, const pd_srv_tokens *tokens, const char *word, size_t length)
{
    *bits |= scope_bits(word, length);
    for (int i = 0; i < tokens->role_count; i++)
        if (length == strlen(tokens->roles[i].word) && !memcmp(word, tokens->roles[i].word, length))
            *bits |= tokens->roles[i].bits;
}

/* Reads the scopes from the first claim that the token has:
 * a text of words between blanks, or a list of texts. */
static bool read_scopes(pd_srv_claims *out, const pd_srv_tokens *tokens, const json_t *claims,
                        char why[PD_SRV_WHY_BYTES])
{
    const json_t *found = NULL;
    const char *name = "";

    out->scopes = 1u << PD_API_OPEN;
    for (int i = 0; i < tokens->claim_count && !found; i++) {
        name = tokens->claims[i];
        found = claim_at(claims, name);
    }

    if (!found) return true;
    snprintf(out->scope_claim, sizeof out->scope_claim, "%s", name);
    if (!json_is_string(found) && !json_is_array(found)) {
        bad(why, "the token's %.40s is neither a text nor a list of texts", name);
        return false;
    }

    for (size_t i = 0; i < json_array_size(found); i++) {
        const char *word = json_string_value(json_array_get(found, i));
        if (word) add_scope(&out->scopes, tokens, word, strlen(word));
    }

    for (const char *word = json_is_string(found) ? json_string_value(found) : ""; *word;) {
        const size_t length = strcspn(word, " ");
        add_scope(&out->scopes, tokens, word, length);
        word += length + strspn(word + length, " ");
    }

    return true;
}

/* Reads one list of ids of the claim `posed` through the parser of the keys file: "models=a,b*". An empty
 * list allows nothing, as "-" does there. */
static bool read_list_token(pd_api_access *out, const char *name, const json_t *list,
                            char why[PD_SRV_WHY_BYTES])
{
    char word[32 + PD_API_ACCESS_BYTES];
    size_t at = (size_t)snprintf(word, sizeof word, "%s=%s", name, json_array_size(list) ? "" : "-");
    pd_error err = {0};

    if (!json_is_array(list)) {
        bad(why, "posed.%s is not a list of ids", name);
        return false;
    }

    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *id = json_string_value(json_array_get(list, i));
        if (!id || !*id || strchr(id, ',')) {
            bad(why, "posed.%s[%zu] is not an id; lower-case letters, digits, - and _ allowed", name, i);
            return false;
        }

        at += (size_t)snprintf(word + at, sizeof word - at, "%s%s", i ? "," : "", id);
        if (at >= sizeof word) {
            bad(why, "posed.%s is too long; %d characters allowed", name, PD_API_ACCESS_BYTES - 1);
            return false;
        }
    }

    if (pd_api_access_parse(out, word, name, &err) == PD_OK) return true;
    bad(why, "posed.%s: %.90s", name, err.detail);

    return false;
}

/* Reads one quota. Fractions of a session or character are refused. */
static bool read_quota(pd_srv_quota *out, const char *name, const json_t *value, char why[PD_SRV_WHY_BYTES])
{
    const double number = json_number_value(value);

    if (!json_is_number(value) || !(number > 0) || number > 1e9) {
        bad(why, "posed.%s is not a number above 0, up to 1e9", name);
        return false;
    }

    const bool is_whole = number == floor(number);

    if (!strcmp(name, "requests"))
        out->request_rate = number;
    else if (!strcmp(name, "message_bytes"))
        out->message_bytes = number;
    else if (!is_whole) {
        bad(why, "posed.%s is not a whole number", name);
        return false;
    } else if (!strcmp(name, "max_sessions"))
        out->sessions = (int)number;
    else
        out->characters = (int)number;

    return true;
}

/* Reads the claim `posed`. A member that is not known is refused: it may be a restriction that this version
 * would not apply. */
static bool read_posed(pd_srv_claims *out, json_t *posed, char why[PD_SRV_WHY_BYTES])
{
    static const char *const lists[] = {

#define LIST_WORD(id, word, one, doc) word,
        PD_API_OBJECT_TABLE(LIST_WORD)
#undef LIST_WORD
    };
    static const char *const quotas[] = {"requests", "message_bytes", "max_sessions", "max_characters"};
    const char *name;
    json_t *value;
    if (!posed) return true;
    if (!json_is_object(posed)) {
        bad(why, "the claim posed is not an object");
        return false;
    }

    json_object_foreach(posed, name, value)
    {
        bool is_known = false;
        for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
            if (strcmp(name, lists[i]) != 0) continue;
            if (!read_list_token(&out->access, name, value, why)) return false;
            is_known = true;
        }

        for (size_t i = 0; i < sizeof quotas / sizeof *quotas; i++) {
            if (strcmp(name, quotas[i]) != 0) continue;
            if (!read_quota(&out->quota, name, value, why)) return false;
            is_known = true;
        }

        if (!is_known) return bad(why, "posed.%.*s is not a known claim", KID_SHOWN, name), false;
    }

    return true;
}

/* Judges the claims of a token whose signature is good. */
static pd_srv_token_verdict judge_claims(const pd_srv_tokens *tokens, const json_t *claims, int64_t wall_s,
                                         pd_srv_claims *out, char why[PD_SRV_WHY_BYTES])
{
    double expires;
    double begins = 0;
    const char *issuer = text_of(claims, "iss");

    /* Issuer, audience and subject. */
    if (!issuer || strcmp(issuer, tokens->issuer) != 0)
        return bad(why, "the token's iss is not access.jwt_issuer");
    if (!is_for(claims, tokens->audience)) return bad(why, "the token's aud lacks access.jwt_audience");
    if (!read_name(out->name, claims))
        return bad(why,
                   "the token's sub is missing or not allowed; 1 to 59 letters, digits and -._~@|:+ allowed");
    memcpy(out->access.key, out->name, sizeof out->name);

    /* Time of validity. */
    if (!read_time(&expires, claims, "exp")) return bad(why, "the token's exp is not a time in seconds");
    if (json_object_get(claims, "nbf") && !read_time(&begins, claims, "nbf"))
        return bad(why, "the token's nbf is not a time in seconds");
    if ((double)wall_s < begins - tokens->leeway_s) return bad(why, "the token is not valid yet (nbf)");
    out->until_s = (int64_t)ceil(expires + tokens->leeway_s);

    /* Read the permissions. */
    if (!read_scopes(out, tokens, claims, why)) return PD_SRV_TOKEN_BAD;
    if (!read_posed(out, json_object_get(claims, "posed"), why)) return PD_SRV_TOKEN_BAD;

    if (wall_s < out->until_s) return PD_SRV_TOKEN_GOOD;
    bad(why, "the token has expired");
    return PD_SRV_TOKEN_EXPIRED;
}

pd_srv_token_verdict pd_srv_tokens_judge(const pd_srv_tokens *tokens, const char *text, size_t length,
                                         int64_t wall_s, pd_srv_claims *out, char why[PD_SRV_WHY_BYTES])
{
    parts found;
    unsigned char signature[SIGNATURE_MOST];

    memset(out, 0, sizeof *out);
    *why = 0;

    /* Three parts; five are an encrypted token. */
    if (length > PD_SRV_TOKEN_BYTES)
        return bad(why, "the token has %zu characters; %d allowed", length, PD_SRV_TOKEN_BYTES);
    if (!split_token(&found, text, length))
        return bad(why, "not a token; three parts separated by dots expected");
    json_t *header = read_object(found.part[0], found.length[0]);
    if (!header) return bad(why, "the token's header is not a JSON object in base64url");

    /* The signature covers the first two parts as they were sent. */
    const pd_srv_jwk *key = key_of(tokens, header, why);
    json_decref(header);
    if (!key) return PD_SRV_TOKEN_BAD;
    const pd_bytes signed_text = {(const unsigned char *)text, found.length[0] + 1 + found.length[1]};
    const size_t signature_bytes =
        pd_base64_decode(signature, sizeof signature, found.part[2], found.length[2], PD_BASE64_URL);
    if (signature_bytes == SIZE_MAX ||
        !pd_srv_jwk_verify(key, signed_text, (pd_bytes){signature, signature_bytes}))
        return bad(why, "the token's signature is wrong");

    /* Read the claims only after the signature was verified. */
    json_t *claims = read_object(found.part[1], found.length[1]);
    if (!claims) return bad(why, "the token's claims are not a JSON object");
    pd_srv_token_verdict verdict = judge_claims(tokens, claims, wall_s, out, why);
    json_decref(claims);
    out->key = number_of(tokens, key);

    /* An expired token is named and permits nothing; a bad one is not even named. */
    if (verdict == PD_SRV_TOKEN_GOOD) return verdict;
    pd_srv_claims named = {0};
    if (verdict == PD_SRV_TOKEN_EXPIRED) memcpy(named.name, out->name, sizeof named.name);
    *out = named;

    return verdict;
}
