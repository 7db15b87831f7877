#include "server/base/auth.h"

#include "api/http/api.h"
#include "config/config.h"
#include "server/base/digest.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEYS_MAX   4096
#define LINE_BYTES 512

typedef struct key {
    char name[64];
    unsigned scopes; /* bit per pd_api_scope */
    unsigned char hash[PD_SRV_SHA256_BYTES];
} key;

struct pd_srv_auth {
    key *keys;
    int count, asks;
};

static const struct {
    const char *name;
    unsigned bits;
} scope_table[] = {
    {"read", 1u << PD_API_READ},
    {"stream", 1u << PD_API_STREAM},
    {"admin", 1u << PD_API_READ | 1u << PD_API_STREAM | 1u << PD_API_ADMIN},
};

static int parse_scopes(char *text, unsigned *scopes)
{
    *scopes = 1u << PD_API_OPEN;
    char *rest = NULL;
    for (char *word = strtok_r(text, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
        size_t i = 0, count = sizeof scope_table / sizeof *scope_table;
        while (i < count && strcmp(scope_table[i].name, word)) i++;
        if (i == count) return 0;
        *scopes |= scope_table[i].bits;
    }
    return *scopes != 1u << PD_API_OPEN;
}

/* Splits at blanks; returns the number of words, at most 4. */
static int split(char *line, char *words[4])
{
    int count = 0;
    char *rest = NULL;
    line[strcspn(line, "#\r\n")] = 0;
    for (char *word = strtok_r(line, " \t", &rest); word && count < 4; word = strtok_r(NULL, " \t", &rest))
        words[count++] = word;
    return count;
}

static pd_status parse_key(key *out, char *words[4], int count, const char *where, pd_error *err)
{
    if (count != 3)
        return pd_fail(err, PD_ERR_FORMAT, where, "%d words; 3 expected: name, scopes, SHA-256 of the key",
                       count);
    if (strlen(words[0]) >= sizeof out->name || !pd_cfg_id_valid(words[0]))
        return pd_fail(err, PD_ERR_FORMAT, where,
                       "name \"%s\"; up to 63 lower-case letters, digits, '-' and '_' allowed", words[0]);
    memcpy(out->name, words[0], strlen(words[0]) + 1);
    if (!parse_scopes(words[1], &out->scopes))
        return pd_fail(err, PD_ERR_FORMAT, where,
                       "scopes; read, stream and admin allowed, separated by commas");
    if (!pd_srv_hex_decode(out->hash, sizeof out->hash, words[2]))
        return pd_fail(err, PD_ERR_FORMAT, where, "SHA-256 of %zu characters; 64 hexadecimal digits expected",
                       strlen(words[2]));
    return PD_OK;
}

static pd_status add_line(pd_srv_auth *auth, const char *text, size_t size, const char *where, pd_error *err)
{
    char line[LINE_BYTES], *words[4];
    if (size >= sizeof line)
        return pd_fail(err, PD_ERR_LIMIT, where, "line of %zu bytes; %d allowed", size, LINE_BYTES - 1);
    memcpy(line, text, size);
    line[size] = 0;
    int count = split(line, words);
    if (!count) return PD_OK;
    key parsed = {0};
    if (parse_key(&parsed, words, count, where, err) != PD_OK) return err ? err->status : PD_ERR_FORMAT;
    for (int i = 0; i < auth->count; i++) {
        if (!strcmp(auth->keys[i].name, parsed.name))
            return pd_fail(err, PD_ERR_FORMAT, where, "name \"%s\" is there twice", parsed.name);
        if (!memcmp(auth->keys[i].hash, parsed.hash, sizeof parsed.hash))
            return pd_fail(err, PD_ERR_FORMAT, where, "\"%s\" has the key of \"%s\"", parsed.name,
                           auth->keys[i].name);
    }
    if (auth->count == KEYS_MAX) return pd_fail(err, PD_ERR_LIMIT, where, "more than %d keys", KEYS_MAX);
    key *grown = realloc(auth->keys, ((size_t)auth->count + 1) * sizeof *grown);
    if (!grown) return pd_fail(err, PD_ERR_MEMORY, where, "out of memory");
    auth->keys = grown;
    auth->keys[auth->count++] = parsed;
    return PD_OK;
}

pd_status pd_srv_auth_parse(pd_srv_auth **out, const char *text, const char *file, pd_error *err)
{
    pd_error ignored;
    if (!err) err = &ignored;
    *out = NULL;
    pd_srv_auth *auth = calloc(1, sizeof *auth);
    if (!auth) return pd_fail(err, PD_ERR_MEMORY, file, "out of memory");
    auth->asks = 1;
    pd_status status = PD_OK;
    int line = 1;
    while (*text && status == PD_OK) {
        char where[128];
        size_t size = strcspn(text, "\n");
        snprintf(where, sizeof where, "%s:%d", file, line++);
        status = add_line(auth, text, size, where, err);
        text += size + (text[size] == '\n');
    }
    if (status == PD_OK && !auth->count)
        status = pd_fail(err, PD_ERR_FORMAT, file, "no keys; nobody could come in");
    if (status != PD_OK) {
        pd_srv_auth_free(auth);
        return status;
    }
    *out = auth;
    return PD_OK;
}

static char *read_text(const char *path, pd_error *err)
{
    enum { LIMIT = 1 << 20 };
    FILE *file = fopen(path, "re");
    char *text = file ? malloc(LIMIT + 1) : NULL;
    if (!text) {
        pd_fail(err, PD_ERR_INVALID, "access.keys_file", "%s: cannot be read: %s", path, strerror(errno));
        if (file) fclose(file);
        return NULL;
    }
    size_t size = fread(text, 1, LIMIT + 1, file);
    int bad = ferror(file) || size > LIMIT;
    fclose(file);
    if (!bad) {
        text[size] = 0;
        return text;
    }
    free(text);
    pd_fail(err, PD_ERR_INVALID, "access.keys_file", "%s: cannot be read, or is larger than %d bytes", path,
            LIMIT);
    return NULL;
}

pd_status pd_srv_auth_load(pd_srv_auth **out, const char *file, pd_error *err)
{
    if (!file || !*file) {
        *out = calloc(1, sizeof **out);
        return *out ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "access.keys_file", "out of memory");
    }
    *out = NULL;
    char *text = read_text(file, err);
    if (!text) return PD_ERR_INVALID; /* a wrong configuration, as a wrong key in it is */
    pd_status status = pd_srv_auth_parse(out, text, file, err);
    free(text);
    return status;
}

void pd_srv_auth_free(pd_srv_auth *auth)
{
    if (!auth) return;
    free(auth->keys);
    free(auth);
}

int pd_srv_auth_asks(const pd_srv_auth *auth)
{
    return auth->asks;
}
int pd_srv_auth_count(const pd_srv_auth *auth)
{
    return auth->count;
}

int pd_srv_auth_identify(const pd_srv_auth *auth, const char *authorization, pd_srv_identity *out)
{
    memset(out, 0, sizeof *out);
    out->scopes = auth->asks ? 1u << PD_API_OPEN : ~0u;
    if (!auth->asks) return 1;
    if (!authorization || strncasecmp(authorization, "Bearer ", 7)) return 0;
    const char *given = authorization + 7;
    while (*given == ' ') given++;
    unsigned char hash[PD_SRV_SHA256_BYTES];
    pd_srv_sha256(hash, given, strlen(given));
    const key *found = NULL;
    for (int i = 0; i < auth->count; i++)
        if (pd_srv_equal_bytes(auth->keys[i].hash, hash, sizeof hash)) found = &auth->keys[i];
    if (!found) return 0;
    memcpy(out->name, found->name, sizeof out->name);
    out->scopes = found->scopes;
    return 1;
}

int pd_srv_identity_may(const pd_srv_identity *identity, int scope)
{
    return (identity->scopes >> scope & 1u) != 0;
}
