#include "tools/client/stream_options.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *key_of_file(const char *path)
{
    static char line[512];

    FILE *file = fopen(path, "r");
    if (!file || !fgets(line, sizeof line, file)) *line = 0;
    if (file) fclose(file);
    if (!*line) fprintf(stderr, "--key: no key in %s\n", path);
    line[strcspn(line, "\r\n")] = 0;

    return *line ? line : NULL;
}

const char *pd_tool_stream_key(const pd_tool_args *args)
{
    const char *key = pd_tool_text(args, "key");
    if (!key) key = getenv("POSED_KEY");
    return key && *key == '@' ? key_of_file(key + 1) : key;
}

/* Names are checked by the server, which knows them. */
static json_t *names_of(const char *list)
{
    json_t *names = json_array();

    for (const char *at = list; *at;) {
        size_t length = strcspn(at, ",");
        json_array_append_new(names, json_stringn(at, length));
        at += length + (at[length] == ',');
    }

    return names;
}

bool pd_tool_stream_profile(pd_buffer *out, const pd_tool_args *args)
{
    int divisor = 0, bits = 0, budget = 0;
    double radius = 0;
    const char *channels = pd_tool_text(args, "channels");

    if (!pd_tool_int(&divisor, args, "divisor", 1, 1000) || !pd_tool_int(&bits, args, "quantize", 32, 48))
        return false;
    if (pd_tool_has(args, "budget") && (!pd_tool_int(&budget, args, "budget", 1000, 1000000000) ||
                                        !pd_tool_double(&radius, args, "radius", 1, 1e5)))
        return false;
    if (!channels && !divisor && !bits && !budget && !(radius > 0)) return true;

    json_t *message = json_pack("{s:s}", "type", "profile");
    if (channels) json_object_set_new(message, "channels", names_of(channels));
    if (divisor) json_object_set_new(message, "divisor", json_integer(divisor));
    if (bits) json_object_set_new(message, "quantize", json_integer(bits));
    if (budget) json_object_set_new(message, "budget", json_integer(budget));
    if (radius > 0) json_object_set_new(message, "radius", json_real(radius));

    char *text = json_dumps(message, JSON_COMPACT);
    if (text) pd_buffer_add(out, text, strlen(text) + 1);
    free(text);
    json_decref(message);

    return !out->failed;
}
