#include "server/base/auth.h"

#include "api/http/api.h"
#include "config/config.h"
#include "core/base/assert.h"
#include "core/base/file.h"
#include "core/base/hash.h"
#include "server/base/digest.h"

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define KEYS_MAX   4096
#define LINE_BYTES 2048

typedef struct key {
    char name[64];
    unsigned scopes; /* bit per pd_api_scope */
    int64_t until_s; /* 0: for ever          */
    pd_api_access access;
    unsigned char hash[PD_SRV_SHA256_BYTES];
} key;

struct pd_srv_auth {
    key *keys;
    int count, asks;
    pd_srv_tokens *tokens; /* NULL: no tokens are accepted */
};

/* Hash tables with open addressing that find names and hashes which occur twice in a keys file, in a time
 * that grows with the number of keys. A slot holds the index of a key plus one; 0 is a free slot. Half of the
 * slots stay free. */
#define SLOTS (2 * KEYS_MAX)
typedef struct twice {
    uint16_t by_name[SLOTS], by_hash[SLOTS];
} twice;
static_assert((SLOTS & (SLOTS - 1)) == 0 && KEYS_MAX < UINT16_MAX, "slots are found by a mask");

static const struct {
    const char *name;
    unsigned bits;
} scope_table[] = {
    {"read", 1u << PD_API_READ},
    {"stream", 1u << PD_API_STREAM},
    {"admin", 1u << PD_API_READ | 1u << PD_API_STREAM | 1u << PD_API_ADMIN},
};

/* Reads scopes separated by commas. Returns 0 if one is unknown or there is none. */
static int parse_scopes(char *text, unsigned *scopes)
{
    *scopes = 1u << PD_API_OPEN;
    char *rest = NULL;
    for (char *word = strtok_r(text, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
        size_t i = 0;
        size_t count = sizeof scope_table / sizeof *scope_table;
        while (i < count && strcmp(scope_table[i].name, word)) i++;
        if (i == count) return 0;
        *scopes |= scope_table[i].bits;
    }

    return *scopes != 1u << PD_API_OPEN;
}

#define WORDS_MOST (3 + 1 + PD_API_OBJECT_COUNT)
#define WORDS      (WORDS_MOST + 1)

/* Reads when a key expires: "until=2026-12-31" means the end of that day in UTC, "until=2026-12-31T18:00:00Z"
 * a time of day. */
static bool parse_until(int64_t *out, const char *word)
{
    struct tm day = {0}, second = {0};

    if (strncmp(word, "until=", 6)) return false;

    const char *day_end = strptime(word + 6, "%Y-%m-%d", &day);
    const char *second_end = strptime(word + 6, "%Y-%m-%dT%H:%M:%SZ", &second);
    const bool has_time = second_end && !*second_end;
    if (!has_time && (!day_end || *day_end)) return false;

    *out = has_time ? timegm(&second) : timegm(&day) + 24 * 60 * 60;
    return *out > 0;
}

/* Reads the words of a key's line: name, scopes, hash, and what it may use. Errors do not quote a word,
 * because it may be a key in a wrong place. */
static pd_status parse_key(key *out, char *words[WORDS], int count, const char *where, pd_error *err)
{
    if (count < 3 || count > WORDS_MOST)
        return pd_fail(
            err, PD_ERR_FORMAT, where,
            "%d words; 3 to %d expected: name, scopes, SHA-256 of the key, until=DATE" PD_API_OBJECT_WORDS,
            count, WORDS_MOST);
    if (strlen(words[0]) >= sizeof out->name || !pd_cfg_id_valid(words[0]))
        return pd_fail(err, PD_ERR_FORMAT, where,
                       "name of %zu characters; up to 63 lower-case letters, digits, '-' and '_' allowed",
                       strlen(words[0]));
    memcpy(out->name, words[0], strlen(words[0]) + 1);
    if (!parse_scopes(words[1], &out->scopes))
        return pd_fail(
            err, PD_ERR_FORMAT, where,
            "the second word is no list of scopes; read, stream and admin allowed, separated by commas");
    if (!pd_srv_hex_decode(out->hash, sizeof out->hash, words[2]))
        return pd_fail(err, PD_ERR_FORMAT, where, "SHA-256 of %zu characters; 64 hexadecimal digits expected",
                       strlen(words[2]));

    /* Optional words: the time when it expires, and lists of objects. */
    memcpy(out->access.key, out->name, sizeof out->name);
    for (int i = 3; i < count; i++) {
        if (strncmp(words[i], "until=", 6)) {
            const pd_status status = pd_api_access_parse(&out->access, words[i], where, err);
            if (status != PD_OK) return status;
            continue;
        }

        if (out->until_s || !parse_until(&out->until_s, words[i]))
            return pd_fail(err, PD_ERR_FORMAT, where,
                           "\"%.40s\"; until=YYYY-MM-DD or until=YYYY-MM-DDTHH:MM:SSZ (UTC) allowed, once",
                           words[i]);
    }

    return PD_OK;
}

/* Returns the slot of a key in one of the tables: the slot that holds an equal name or hash, or else the free
 * slot where the key belongs. offset and size: place of the compared bytes in a key. */
static uint16_t *slot_of(uint16_t slots[SLOTS], const key *keys, const key *wanted, size_t offset,
                         size_t size)
{
    const char *bytes = (const char *)wanted + offset;
    size_t at = pd_hash64(bytes, size, 0) & (SLOTS - 1);
    while (slots[at] && memcmp((const char *)(keys + slots[at] - 1) + offset, bytes, size))
        at = (at + 1) & (SLOTS - 1);
    return &slots[at];
}

/* Reads one line of the keys file and adds its key. */
static pd_status add_line(pd_srv_auth *auth, twice *seen, const char *text, size_t size, const char *where,
                          pd_error *err)
{
    char line[LINE_BYTES];
    char *words[WORDS];

    if (size >= sizeof line)
        return pd_fail(err, PD_ERR_RANGE, where, "a line of %zu bytes; at most %d allowed", size,
                       LINE_BYTES - 1);
    memcpy(line, text, size);
    line[size] = 0;

    /* Words between blanks, at most WORDS of them. */
    int count = 0;
    char *rest = NULL;
    line[strcspn(line, "#\r\n")] = 0;
    for (char *word = strtok_r(line, " \t", &rest); word && count < WORDS;
         word = strtok_r(NULL, " \t", &rest))
        words[count++] = word;

    if (!count) return PD_OK;

    /* Neither the name nor the key itself may occur twice. */
    key parsed = {0};
    if (parse_key(&parsed, words, count, where, err) != PD_OK) return err ? err->status : PD_ERR_FORMAT;
    uint16_t *name = slot_of(seen->by_name, auth->keys, &parsed, offsetof(key, name), sizeof parsed.name);
    uint16_t *hash = slot_of(seen->by_hash, auth->keys, &parsed, offsetof(key, hash), sizeof parsed.hash);
    if (*name)
        return pd_fail(err, PD_ERR_FORMAT, where, "the name \"%s\" occurs twice; each name is allowed once",
                       parsed.name);
    if (*hash)
        return pd_fail(err, PD_ERR_FORMAT, where,
                       "\"%s\" has the same key as \"%s\"; each key is allowed once", parsed.name,
                       auth->keys[*hash - 1].name);

    /* Add it. The room for keys doubles when it is full. */
    if (auth->count == KEYS_MAX)
        return pd_fail(err, PD_ERR_RANGE, where, "more than %d keys; at most %d allowed", KEYS_MAX, KEYS_MAX);
    if ((auth->count & (auth->count - 1)) == 0) {
        key *grown = realloc(auth->keys, 2 * ((size_t)auth->count + 1) * sizeof *grown);
        if (!grown) return pd_fail(err, PD_ERR_MEMORY, where, "out of memory");
        auth->keys = grown;
    }

    auth->keys[auth->count++] = parsed;
    *name = *hash = (uint16_t)auth->count;

    return PD_OK;
}

pd_status pd_srv_auth_parse(pd_srv_auth **out, const char *text, const char *file, pd_error *err)
{
    pd_error ignored;

    if (!err) err = &ignored;
    *out = NULL;
    pd_srv_auth *auth = calloc(1, sizeof *auth);
    if (!auth) return pd_fail(err, PD_ERR_MEMORY, file, "out of memory");
    twice seen = {0};
    auth->asks = 1;
    pd_status status = PD_OK;
    int line = 1;

    /* Read the lines one by one; errors name the line. */
    while (*text && status == PD_OK) {
        char where[128];
        size_t size = strcspn(text, "\n");
        snprintf(where, sizeof where, "%s:%d", file, line++);
        status = add_line(auth, &seen, text, size, where, err);
        text += size + (text[size] == '\n');
    }

    /* A file without keys would lock everybody out. */
    if (status == PD_OK && !auth->count)
        status = pd_fail(err, PD_ERR_FORMAT, file,
                         "no keys; at least 1 expected, because without one no client is let in");
    if (status != PD_OK) {
        pd_srv_auth_free(auth);
        return status;
    }

    *out = auth;

    return PD_OK;
}

pd_status pd_srv_auth_load(pd_srv_auth **out, const char *file, pd_error *err)
{
    if (!file || !*file) {
        *out = calloc(1, sizeof **out);
        return *out ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "access.keys_file", "out of memory");
    }

    /* A file that cannot be read is an error of the configuration, hence PD_ERR_INVALID. */
    enum { LIMIT = 1 << 20 };
    *out = NULL;
    FILE *stream = fopen(file, "re");
    char *text = stream ? malloc(LIMIT + 1) : NULL;
    if (!text) {
        pd_fail(err, PD_ERR_INVALID, "access.keys_file", "%s: cannot be read: %s", file, strerror(errno));
        if (stream) fclose(stream);
        return PD_ERR_INVALID;
    }

    /* Read at most one byte more than is allowed. */
    size_t size = fread(text, 1, LIMIT + 1, stream);
    int bad = ferror(stream) || size > LIMIT;
    fclose(stream);
    if (bad) {
        free(text);
        return pd_fail(err, PD_ERR_INVALID, "access.keys_file",
                       "%s: cannot be read, or is larger than %d bytes", file, LIMIT);
    }

    text[size] = 0;

    const pd_bytes unmarked = pd_text_unmarked((pd_bytes){(unsigned char *)text, size});
    pd_status status = pd_srv_auth_parse(out, (const char *)unmarked.data, file, err);
    free(text);

    return status;
}

void pd_srv_auth_free(pd_srv_auth *auth)
{
    if (!auth) return;
    pd_srv_tokens_free(auth->tokens);
    free(auth->keys);
    free(auth);
}

void pd_srv_auth_accept_tokens(pd_srv_auth *auth, pd_srv_tokens *tokens)
{
    PD_ASSERT(!auth->tokens);
    auth->tokens = tokens;
    auth->asks = 1;
}

bool pd_srv_auth_asks(const pd_srv_auth *auth)
{
    return auth->asks;
}
int pd_srv_auth_count(const pd_srv_auth *auth)
{
    return auth->count;
}
int pd_srv_auth_token_keys(const pd_srv_auth *auth)
{
    return auth->tokens ? pd_srv_tokens_key_count(auth->tokens) : 0;
}

/* Returns a number that identifies a key: the first bytes of its hash, never 0. */
static uint64_t id_of(const key *k)
{
    uint64_t id;
    memcpy(&id, k->hash, sizeof id);
    return id ? id : 1;
}

/* Copies what a key allows into an identity. */
static void take_key(pd_srv_identity *out, const key *k)
{
    memcpy(out->name, k->name, sizeof out->name);
    out->scopes = k->scopes;
    out->key = id_of(k);
    out->until_s = k->until_s;
    out->access = k->access;
}

/* Reports whether a key has expired. */
static bool is_over(const key *k, int64_t wall_s)
{
    return k->until_s && wall_s >= k->until_s;
}

/* Identifies the client of a token. */
static pd_srv_known identify_token(const pd_srv_auth *auth, const char *text, int64_t wall_s,
                                   pd_srv_identity *out, char why[PD_SRV_WHY_BYTES])
{
    pd_srv_claims claims;
    const pd_srv_token_verdict verdict =
        pd_srv_tokens_judge(auth->tokens, text, strlen(text), wall_s, &claims, why);

    if (verdict == PD_SRV_TOKEN_BAD) return PD_SRV_UNKNOWN;

    memcpy(out->name, claims.name, sizeof out->name);
    out->is_token = true;
    if (verdict == PD_SRV_TOKEN_EXPIRED) return PD_SRV_OVER;
    out->scopes = claims.scopes;
    memcpy(out->scope_claim, claims.scope_claim, sizeof out->scope_claim);
    out->key = claims.key;
    out->until_s = claims.until_s;
    out->access = claims.access;
    out->quota = claims.quota;

    return PD_SRV_KNOWN;
}

/* Identifies a client. judges_tokens false: a token is answered as a wrong key. */
static pd_srv_known identify(const pd_srv_auth *auth, const char *authorization, int64_t wall_s,
                             bool judges_tokens, pd_srv_identity *out, char *why)
{
    char unwanted[PD_SRV_WHY_BYTES];

    if (!why) why = unwanted;
    memset(out, 0, sizeof *out);
    *why = 0;
    out->scopes = auth->asks ? 1u << PD_API_OPEN : ~0u;
    if (!auth->asks) return PD_SRV_KNOWN;
    if (!authorization || strncasecmp(authorization, "Bearer ", 7)) {
        snprintf(why, PD_SRV_WHY_BYTES, "an API key%s is required: Authorization: Bearer KEY",
                 auth->tokens ? " or a token" : "");
        return PD_SRV_UNKNOWN;
    }

    /* Only the hash of the key is compared, in constant time. */
    const char *given = authorization + 7;
    while (*given == ' ') given++;
    unsigned char hash[PD_SRV_SHA256_BYTES];
    const key *found = NULL;
    if (auth->count) pd_srv_sha256(hash, given, strlen(given));
    for (int i = 0; i < auth->count; i++)
        if (pd_srv_equal_bytes(auth->keys[i].hash, hash, sizeof hash)) found = &auth->keys[i];
    if (!found && auth->tokens && judges_tokens) return identify_token(auth, given, wall_s, out, why);
    if (!found) {
        snprintf(why, PD_SRV_WHY_BYTES, "the key in Authorization is not known");
        return PD_SRV_UNKNOWN;
    }

    /* An expired key is named but may use open routes only. */
    take_key(out, found);
    if (!is_over(found, wall_s)) return PD_SRV_KNOWN;
    out->scopes = 1u << PD_API_OPEN;
    snprintf(why, PD_SRV_WHY_BYTES, "the key \"%s\" has expired", out->name);

    return PD_SRV_OVER;
}

pd_srv_known pd_srv_auth_identify(const pd_srv_auth *auth, const char *authorization, int64_t wall_s,
                                  pd_srv_identity *out, char *why)
{
    return identify(auth, authorization, wall_s, true, out, why);
}

pd_srv_known pd_srv_auth_identify_key(const pd_srv_auth *auth, const char *authorization, int64_t wall_s,
                                      pd_srv_identity *out, char *why)
{
    return identify(auth, authorization, wall_s, false, out, why);
}

int pd_srv_auth_over(const pd_srv_auth *auth, int64_t wall_s, pd_buffer *names)
{
    int count = 0;

    for (int i = 0; i < auth->count; i++)
        if (is_over(&auth->keys[i], wall_s))
            pd_buffer_printf(names, "%s%s", count++ ? ", " : "", auth->keys[i].name);
    return count;
}

bool pd_srv_auth_holds(const pd_srv_auth *auth, pd_srv_identity *who, int scope, int64_t wall_s)
{
    if (!auth->asks || who->is_peer) return true;
    if (who->is_token)
        return auth->tokens && pd_srv_tokens_have_key(auth->tokens, who->key) && wall_s < who->until_s &&
               pd_srv_identity_may(who, scope);
    for (int i = 0; i < auth->count; i++) {
        /* The key must have the same name and the same secret as when the client was identified. */
        const key *k = &auth->keys[i];
        if (id_of(k) != who->key || strcmp(k->name, who->name)) continue;
        take_key(who, k);
        return !is_over(k, wall_s) && pd_srv_identity_may(who, scope);
    }

    return false;
}

bool pd_srv_identity_may(const pd_srv_identity *identity, int scope)
{
    return (identity->scopes >> scope & 1u) != 0;
}

uint64_t pd_srv_identity_client(const pd_srv_identity *identity, uint64_t address)
{
    return identity->name[0] ? pd_hash64(identity->name, strlen(identity->name), 0) : address;
}
