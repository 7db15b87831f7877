#include "tools/motion/script_run.h"

#include "core/base/assert.h"
#include "api/motion/script.h"
#include "core/base/assert.h"
#include "core/motion/write.h"
#include "core/motion/track_file.h"
#include "core/base/file.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void place_script_run(const void *script, char *out, size_t out_bytes, const char *pointer)
{
    pd_tool_script_place(out, out_bytes, script, pointer);
}

/* Appends ,"control":{...} from --control FILE, with --preset in it. */
static int add_control(pd_buffer *body, const pd_tool_args *args)
{
    const char *path = pd_tool_has(args, "control") ? pd_tool_text(args, "control") : NULL;
    const char *preset = pd_tool_has(args, "preset") ? pd_tool_text(args, "preset") : NULL;
    pd_tool_script *table = NULL;
    pd_buffer json = {0};
    pd_error err = {0};

    if (!path && !preset) return 0;
    json_t *request = json_loadb((const char *)body->data, body->size, JSON_DISABLE_EOF_CHECK, NULL);
    bool has_own = json_object_get(request, "control") != NULL;
    json_decref(request);
    if (has_own)
        return pd_tool_usage(args, "--%s: the script has a control of its own", path ? "control" : "preset");

    /* A table of constants becomes JSON. */
    if (path && pd_tool_script_open(&table, path, &err)) return pd_tool_fail(args, &err);
    pd_status status = table ? pd_tool_script_json(&json, table, &err) : PD_OK;
    pd_tool_script_close(table);
    if (status) return pd_tool_fail(args, &err);

    const char *text = (const char *)json.data;
    if (path && (json.size < 2 || text[0] != '{'))
        pd_fail(&err, PD_ERR_FORMAT, path, "not a table of constants; lines of NAME: NUMBER expected");

    /* Put preset and constants into the request, in place of its closing brace. */
    if (!err.status) {
        body->size--; /* the closing brace */
        pd_buffer_text(body, ",\"control\":{");
        if (preset) pd_buffer_printf(body, "\"preset\":\"%.32s\"", preset);
        if (preset && json.size > 2) pd_buffer_text(body, ",");
        if (path) pd_buffer_add(body, text + 1, json.size - 2);
        pd_buffer_text(body, "}}");
    }

    pd_buffer_deinit(&json);

    return err.status ? pd_tool_fail(args, &err) : 0;
}

int pd_tool_script_request(pd_buffer *body, const pd_tool_script *script, const pd_tool_args *args,
                           pd_tool_script_with with)
{
    const bool is_sized = with != PD_TOOL_SCRIPT_ALONE;
    const bool is_whole = with == PD_TOOL_SCRIPT_WHOLE;
    pd_error err;
    float betas[PD_RETARGET_MOTION_BETAS];
    double breathing = 0;
    int count = 0;

    /* Options of the body. */
    if (is_whole && pd_tool_has(args, "breathing") && !pd_tool_double(&breathing, args, "breathing", 0, 60))
        return 2;
    if (is_sized && !pd_tool_betas(betas, &count, args, PD_RETARGET_MOTION_BETAS)) return 2;
    if (pd_tool_script_json(body, script, &err)) return pd_tool_fail(args, &err);
    int code = add_control(body, args);
    if (code) return code;

    body->size--; /* the closing brace: more fields follow */
    if (with == PD_TOOL_SCRIPT_SIZED) pd_buffer_text(body, ",\"body\":\"default\"");
    if (is_whole && !strcmp(pd_tool_text(args, "body"), "none")) pd_buffer_text(body, ",\"body\":\"none\"");
    if (is_whole && pd_tool_has(args, "character") && pd_tool_text(args, "character"))
        pd_buffer_text(body, ",\"character\":\"mine\"");
    if (is_whole && pd_tool_has(args, "soft") && pd_tool_flag(args, "soft"))
        pd_buffer_text(body, ",\"soft\":true");
    if (is_whole && pd_tool_has(args, "breathing") && pd_tool_text(args, "breathing"))
        pd_buffer_printf(body, ",\"breathing\":%.9g", breathing);
    for (int i = 0; i < count; i++)
        pd_buffer_printf(body, "%s%.9g", i ? "," : ",\"betas\":[", (double)betas[i]);
    pd_buffer_text(body, count ? "]}" : "}");

    return 0;
}

double pd_tool_script_seconds(const pd_buffer *body)
{
    json_t *json = json_loadb((const char *)body->data, body->size, 0, NULL);
    const json_t *seconds = json_object_get(json, "seconds");
    double value = seconds ? json_number_value(seconds) : pd_api_script_begin().seconds;
    json_decref(json);
    return value;
}

int pd_tool_script_ask(pd_buffer *reply, pd_tool_local *local, const pd_tool_args *args,
                       const pd_tool_script *script, const pd_buffer *body, const char *query)
{
    local->place = place_script_run;
    local->placed = script;
    int code = pd_tool_local_request(local, args, "/v1/motions/rollout", query,
                                     &(pd_bytes){body->data, body->size}, reply);
    local->place = NULL;

    return code;
}

/* Removes what moves a face alone, which formats without a face refuse. */
static int drop_faces(pd_buffer *body, const pd_tool_args *args)
{
    json_t *request = json_loadb((const char *)body->data, body->size, 0, NULL);
    pd_error err;

    PD_ASSERT(request);
    json_object_del(request, "faces");
    if (!json_object_get(request, "feel")) json_object_del(request, "speech");
    char *text = json_dumps(request, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_decref(request);
    if (!text) {
        pd_fail(&err, PD_ERR_MEMORY, "", "out of memory");
        return pd_tool_fail(args, &err);
    }

    body->size = 0;
    pd_buffer_text(body, text);
    free(text);

    return 0;
}

int pd_tool_script_track(pd_anim_track *track, pd_tool_local *local, const pd_tool_args *args,
                         const pd_tool_script *script, pd_tool_script_with with, const char *path)
{
    pd_buffer body = {0}, reply = {0};
    pd_error err;
    int code = pd_tool_script_request(&body, script, args, with);

    if (!code) code = drop_faces(&body, args);
    if (!code) code = pd_tool_script_ask(&reply, local, args, script, &body, "format=measure");
    if (!code && pd_motion_track_read(track, (pd_bytes){reply.data, reply.size}, path, &err))
        code = pd_tool_fail(args, &err);
    pd_buffer_deinit(&body);
    pd_buffer_deinit(&reply);

    return code;
}

int pd_tool_track_open(pd_anim_track *track, pd_tool_local *local, const pd_tool_args *args, const char *path)
{
    const char *dot = strrchr(path, '.');
    pd_error err;

    memset(track, 0, sizeof *track);

    /* A track that was saved. */
    if (dot && !strcasecmp(dot, ".npz")) {
        pd_bytes bytes;
        if (pd_file_map(&bytes, path, &err)) return pd_tool_fail(args, &err);
        pd_status status = pd_motion_track_read(track, bytes, path, &err);
        pd_file_unmap(&bytes);
        return status ? pd_tool_fail(args, &err) : 0;
    }

    /* Any other file is a script: roll it out. */
    pd_tool_script *script;
    if (pd_tool_script_open(&script, path, &err)) return pd_tool_fail(args, &err);
    int code = pd_tool_script_track(track, local, args, script, PD_TOOL_SCRIPT_ALONE, path);
    pd_tool_script_close(script);

    return code;
}
