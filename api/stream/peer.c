#include "api/stream/peer.h"

#include "api/http/fields.h"
#include "api/http/json_write.h"
#include "core/base/assert.h"
#include "core/base/hash.h"
#include "core/io/json/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MOST  16                 /* nesting of a message of a daemon: 6 at most */
#define MEMORY_MOST ((size_t)64 << 20) /* bytes of memory that a parsed message may take */

void pd_api_write_watch(pd_buffer *out, const char *ref, const char *session)
{
    pd_buffer_text(out, "{\"type\":\"join\",\"watch\":");
    pd_api_json_text(out, session);
    if (*ref) {
        pd_buffer_text(out, ",\"ref\":");
        pd_api_json_text(out, ref);
    }

    pd_buffer_text(out, "}");
}

void pd_api_write_profile(pd_buffer *out, const pd_api_profile *profile)
{
    char name[32];
    bool is_first = true;

    pd_buffer_text(out, "{\"type\":\"profile\",\"channels\":[");
    for (int i = 0; pd_api_choice_name(name, sizeof name, PD_API_FRAME_CHANNELS, i); i++) {
        if (!(profile->channels & pd_api_frame_channels(1u << i))) continue;
        pd_buffer_printf(out, "%s\"%s\"", is_first ? "" : ",", name);
        is_first = false;
    }

    pd_buffer_printf(out, "],\"divisor\":%d,\"quantize\":%d}", profile->divisor, profile->rotation_bits);
}

bool pd_api_is_of_type(pd_bytes text, const char *type)
{
    char head[48];
    const int size = snprintf(head, sizeof head, "{\"type\":\"%s\"", type);
    PD_ASSERT(size > 0 && (size_t)size < sizeof head);
    return text.size >= (size_t)size && !memcmp(text.data, head, (size_t)size);
}

/* Appends a part of the text that jansson writes. */
static int append_peer(const char *bytes, size_t size, void *out)
{
    pd_buffer_add(out, bytes, size);
    return ((pd_buffer *)out)->failed ? -1 : 0;
}

/* Describes a character by the members of an object, which loses those that are of the message alone. */
static bool describe_peer(pd_api_described *out, json_t *who)
{
    const json_t *id = json_object_get(who, "id");

    if (!json_is_object(who) || !json_is_integer(id)) return false;
    if (json_integer_value(id) < 1 || json_integer_value(id) > UINT32_MAX) return false;
    out->id = (uint32_t)json_integer_value(id);
    json_object_del(who, "type");
    json_object_del(who, "ref");
    json_object_del(who, "warnings");

    /* The members are sorted for the hash, since their order means nothing. */
    static const char head[] = "{\"type\":\"spawned\",";
    pd_buffer_text(&out->spawned, head);
    pd_buffer members = {0};
    json_dump_callback(who, append_peer, &members, JSON_COMPACT | JSON_SORT_KEYS);
    if (members.failed || members.size < 3) out->spawned.failed = 1;
    if (members.size > 1) pd_buffer_add(&out->spawned, members.data + 1, members.size - 1);
    out->hash = members.size ? pd_hash64(members.data, members.size, 0) : 0;
    pd_buffer_deinit(&members);
    if (!out->spawned.failed) return true;
    pd_buffer_deinit(&out->spawned);

    return false;
}

int pd_api_described_read(pd_api_described **out, pd_bytes text)
{
    *out = NULL;
    const bool is_welcome = pd_api_is_of_type(text, "welcome");
    if (!is_welcome && !pd_api_is_of_type(text, "spawned")) return 0;

    /* Depth and memory are limited before the text is parsed. */
    pd_json_extent extent;
    json_error_t error;
    bool is_out_of_memory;
    pd_json_scan(&extent, text, NULL, MEMORY_MOST);
    if (extent.depth > DEPTH_MOST || extent.over_memory != SIZE_MAX) return 0;
    json_t *root = pd_json_load(text, JSON_REJECT_DUPLICATES, &error, &is_out_of_memory);
    if (!root) return 0;

    /* `welcome` has a list of characters; `spawned` is one. */
    json_t *list = is_welcome ? json_object_get(root, "characters") : NULL;
    const size_t most = !is_welcome ? 1 : json_is_array(list) ? json_array_size(list) : 0;
    int count = 0;
    pd_api_described *all = most && most <= PD_API_DESCRIBED_MOST ? calloc(most, sizeof *all) : NULL;
    for (size_t i = 0; all && i < most; i++)
        count += describe_peer(&all[count], is_welcome ? json_array_get(list, i) : root);
    json_decref(root);
    if (!count) {
        free(all);
        return 0;
    }

    *out = all;

    return count;
}

void pd_api_described_free(pd_api_described *all, int count)
{
    PD_ASSERT(count >= 0 && (all || !count));
    for (int i = 0; i < count; i++) pd_buffer_deinit(&all[i].spawned);
    free(all);
}
