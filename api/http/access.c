#include "api/http/access.h"

#include "api/http/api.h"
#include "config/config.h"
#include "core/base/assert.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *word, *one;
} objects[PD_API_OBJECT_COUNT] = {
#define ROW(id, word, one, doc) {word, one},
    PD_API_OBJECT_TABLE(ROW)
#undef ROW
};

/* Returns whether a text is an entry of a list: an id, the beginning of one with a star, or "-" for none.
 * Clients with tokens are called "jwt:" and the token's sub (server/identity/token.h). */
static bool is_entry(const char *text, size_t size, pd_api_object object)
{
    static const char sub[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~@|:+";
    char id[72];

    if (size == 1 && (*text == '-' || *text == '*')) return true;
    if (size && text[size - 1] == '*') size--;
    if (!size || size >= sizeof id) return false;
    if (object == PD_API_OBJECT_SESSIONS && size >= 4 && !memcmp(text, "jwt:", 4))
        return strspn(text, sub) >= size;

    memcpy(id, text, size);
    id[size] = 0;
    return pd_cfg_id_valid(id);
}

#define NAME_SHOWN 12 /* longest name of a list that an error quotes */

pd_status pd_api_access_parse(pd_api_access *out, const char *word, const char *where, pd_error *err)
{
    const char *list = strchr(word, '=');
    int object = 0;

    while (list && object < PD_API_OBJECT_COUNT &&
           (strlen(objects[object].word) != (size_t)(list - word) ||
            memcmp(objects[object].word, word, (size_t)(list - word))))
        object++;
    if (!list || object == PD_API_OBJECT_COUNT) {
        /* The word may be a key in a wrong place: only the short beginning of a list is quoted. */
        if (!list || list - word > NAME_SHOWN)
            return pd_fail(err, PD_ERR_NOT_FOUND, where,
                           "an unknown word; until=" PD_API_OBJECT_WORDS " allowed");
        return pd_fail(err, PD_ERR_NOT_FOUND, where, "\"%.*s\"; until=" PD_API_OBJECT_WORDS " allowed",
                       (int)(list + 1 - word), word);
    }

    list++;

    if (out->lists[object][0])
        return pd_fail(err, PD_ERR_FORMAT, where, "%s= comes twice; once allowed", objects[object].word);
    if (strlen(list) >= PD_API_ACCESS_BYTES)
        return pd_fail(err, PD_ERR_LIMIT, where, "%s= of %zu characters; %d allowed", objects[object].word,
                       strlen(list), PD_API_ACCESS_BYTES - 1);
    for (const char *at = list;;) {
        const size_t size = strcspn(at, ",");
        if (!is_entry(at, size, (pd_api_object)object))
            return pd_fail(err, PD_ERR_FORMAT, where,
                           "%s: \"%.*s\"; ids (lower-case letters, digits, '-' and '_') allowed, or their "
                           "beginnings with a star at the end",
                           objects[object].word, (int)(size < 64 ? size : 64), at);
        at += size;
        if (!*at++) break;
    }

    snprintf(out->lists[object], PD_API_ACCESS_BYTES, "%s", list);

    return PD_OK;
}

bool pd_api_access_is_whole(const pd_api_access *access)
{
    for (int object = 0; object < PD_API_OBJECT_COUNT; object++)
        if (access->lists[object][0]) return false;
    return true;
}

bool pd_api_access_allows(const pd_api_access *access, pd_api_object object, const char *id)
{
    PD_ASSERT((unsigned)object < PD_API_OBJECT_COUNT && id);
    if (!access || !access->lists[object][0]) return true;

    for (const char *at = access->lists[object]; *at; at += *at == ',') {
        const size_t size = strcspn(at, ",");
        PD_ASSERT(size > 0); /* pd_api_access_parse lets no empty entry pass */
        if (at[size - 1] == '*' ? !strncmp(id, at, size - 1) : strlen(id) == size && !memcmp(id, at, size))
            return true;
        at += size;
    }

    return false;
}

pd_status pd_api_access_check(const pd_api_access *access, pd_api_object object, const char *id,
                              const char *where, pd_error *err)
{
    if (pd_api_access_allows(access, object, id)) return PD_OK;
    return pd_fail(err, PD_ERR_FORBIDDEN, where, "the key \"%s\" is not for the %s \"%.64s\" (%s=%.160s)",
                   access->key, objects[object].one, id, objects[object].word, access->lists[object]);
}

pd_status pd_api_access_check_name(const pd_api_access *access, const char *id, pd_error *err)
{
    /* Ids of default models ("default", ":motion") are no ids of models. */
    if (*id == ':' || !strcmp(id, "default")) return PD_OK;
    return pd_api_access_check(access, PD_API_OBJECT_MODELS, id, "", err);
}

bool pd_api_reach_model(pd_api_model *out, const pd_api_host *host, const pd_api_access *access,
                        bool may_wait, const char *id, pd_error *err)
{
    err->status = PD_OK;

    /* checked before it is looked for: a key that may not use it must not learn whether it exists */
    if (pd_api_access_check_name(access, id, err) != PD_OK) return false;
    const pd_status status = host->acquire(host->ctx, id, may_wait, out, err);
    err->status = status == PD_ERR_NOT_FOUND ? PD_OK : status;
    if (status != PD_OK) return false;
    if (pd_api_access_check(access, PD_API_OBJECT_MODELS, out->id, "", err) == PD_OK) return true;

    pd_api_model_release(out);
    *out = (pd_api_model){0};
    return false;
}

pd_api_scene *pd_api_reach_scene(const pd_api_host *host, const pd_api_access *access, const char *id,
                                 pd_error *err)
{
    err->status = PD_OK;
    if (!host->scene || pd_api_access_check(access, PD_API_OBJECT_SCENES, id, "", err) != PD_OK) return NULL;
    return host->scene(host->ctx, id);
}

pd_api_skeleton *pd_api_reach_skeleton(const pd_api_host *host, const pd_api_access *access, const char *id,
                                       pd_error *err)
{
    err->status = PD_OK;
    if (!host->skeleton || pd_api_access_check(access, PD_API_OBJECT_SKELETONS, id, "", err) != PD_OK)
        return NULL;
    return host->skeleton(host->ctx, id);
}
