/* posedctl rollout: a motion from a script, without a clock. */
#include "core/anim/motion_quality.h"
#include "core/fit/track_file.h"
#include "tools/local.h"
#include "tools/motion_sheet.h"
#include "tools/script_file.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define PATH "/v1/motions/rollout"

/* json, bvh, glb, npz, measure: --format, else what -o ends in, else glb. */
static const char *format_of(const pd_tool_args *args)
{
    static const char *const endings[] = {"json", "bvh", "glb", "npz", NULL};
    const char *format = pd_tool_text(args, "format"), *path = pd_tool_text(args, "o");
    const char *dot = path ? strrchr(path, '.') : NULL;
    if (format) return format;
    for (int i = 0; dot && endings[i]; i++)
        if (!strcasecmp(dot + 1, endings[i])) return endings[i];
    return "glb";
}

static void place(const void *script, char *out, size_t out_bytes, const char *pointer)
{
    pd_tool_script_place(out, out_bytes, script, pointer);
}

/* The script's text with the options put in: betas and body. */
static int request_of(pd_buffer *body, const pd_tool_script *script, const pd_tool_args *args)
{
    pd_error err;
    float betas[32];
    int count = 0;
    if (!pd_tool_floats(betas, &count, args, "betas", 32)) return 2;
    if (pd_tool_script_json(body, script, &err)) return pd_tool_fail(args, &err);
    body->size--; /* the closing brace: more fields follow */
    if (!strcmp(pd_tool_text(args, "body"), "none") && !strstr((const char *)body->data, "\"body\":"))
        pd_buffer_text(body, ",\"body\":\"none\"");
    for (int i = 0; i < count; i++)
        pd_buffer_printf(body, "%s%.9g", i ? "," : ",\"betas\":[", (double)betas[i]);
    pd_buffer_text(body, count ? "]}" : "}");
    return 0;
}

static int ask(pd_buffer *reply, pd_tool_local *local, const pd_tool_args *args, const pd_buffer *body,
               const char *format)
{
    char query[64];
    snprintf(query, sizeof query, "format=%.40s", format);
    return pd_tool_local_request(local, args, PATH, query, &(pd_bytes){body->data, body->size}, reply);
}

static int draw(const pd_tool_args *args, const pd_anim_track *track, const pd_anim_quality *quality)
{
    pd_io_image picture = {0};
    pd_buffer file = {0};
    pd_error err;
    pd_status status = pd_tool_motion_sheet(&picture, track, quality, pd_tool_text(args, "script"), &err);
    if (!status) status = pd_io_png_write(&file, &picture, &err);
    int code = status ? pd_tool_fail(args, &err)
                      : pd_tool_write(args, pd_tool_text(args, "sheet"), file.data, file.size);
    pd_io_image_deinit(&picture);
    pd_buffer_deinit(&file);
    return code;
}

static int make_sheet(pd_tool_local *local, const pd_tool_args *args, const pd_buffer *body)
{
    pd_buffer npz = {0};
    pd_anim_track track;
    pd_anim_quality quality;
    pd_error err;
    int code = ask(&npz, local, args, body, "measure");
    if (!code && pd_fit_track_read(&track, (pd_bytes){npz.data, npz.size}, "measure", &err))
        code = pd_tool_fail(args, &err);
    else if (!code) {
        int short_one = pd_anim_quality_of(&quality, &track, PD_ANIM_QUALITY_SKIP, NULL) != PD_OK;
        code = draw(args, &track, short_one ? NULL : &quality);
        pd_anim_track_deinit(&track);
    }
    pd_buffer_deinit(&npz);
    return code;
}

static int roll(pd_tool_local *local, const pd_tool_args *args, const pd_tool_script *script)
{
    pd_buffer body = {0}, reply = {0};
    int code = request_of(&body, script, args);
    local->place = place;
    local->placed = script;
    if (!code && pd_tool_text(args, "sheet")) code = make_sheet(local, args, &body);
    if (!code && (pd_tool_text(args, "o") || !pd_tool_text(args, "sheet"))) {
        code = ask(&reply, local, args, &body, format_of(args));
        if (!code) code = pd_tool_write(args, pd_tool_text(args, "o"), reply.data, reply.size);
    }
    pd_buffer_deinit(&body);
    pd_buffer_deinit(&reply);
    return code;
}

static int needs_body(const pd_tool_args *args)
{
    const char *format = format_of(args);
    return (pd_tool_text(args, "o") || !pd_tool_text(args, "sheet")) &&
           (!strcmp(format, "glb") || !strcmp(format, "npz"));
}

static int run(const pd_tool_args *args)
{
    pd_tool_local local;
    pd_tool_script *script;
    pd_error err;
    const char *path = pd_tool_text(args, "script");
    if (args->word_count > 1 || (path && args->word_count))
        return pd_tool_usage(args, "one script at a time");
    if (!path) return pd_tool_usage(args, "--script FILE is wanted");
    if (pd_tool_script_open(&script, path, &err)) return pd_tool_fail(args, &err);
    int code = pd_tool_local_open_motion(&local, args, !needs_body(args));
    if (!code) {
        code = roll(&local, args, script);
        pd_tool_local_close(&local);
    }
    pd_tool_script_close(script);
    return code;
}

static const pd_tool_option options[] = {
    {"script", "FILE", "what to do: YAML or JSON, - for standard input", NULL},
    {"model", "FILE", "motion network: a file, a folder of slices, or the name of a shipped one", "motion"},
    {"format", "NAME", "json, bvh, glb, npz or measure [by the ending of -o, else glb]", NULL},
    {"o", "FILE", "where to write", NULL},
    {"sheet", "FILE", "a picture of the motion as PNG", NULL},
    {"body", "MODEL", "who moves in glb and npz: a body model, or none: bare bones", "default"},
    {"betas", "LIST", "shape of the body", NULL},
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_rollout = {
    "rollout",
    "",
    "a motion from a script, by a motion network",
    "The script says what to do and when (docs/motion.md, examples/); fields and checks are those of POST\n"
    "/v1/motions/rollout. measure is an npz of joints, contacts and orders for `posedctl measure-motion`.\n\n"
    "  posedctl rollout --script examples/walk.yaml -o walk.glb\n"
    "  posedctl rollout --script examples/jog.yaml --sheet jog.png",
    options,
    run};
