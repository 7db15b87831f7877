/* posedctl rollout: a motion from a script, without a clock. */
#include "core/anim/motion_quality.h"
#include "tools/motion_script_run.h"
#include "tools/motion_sheet.h"

#include <string.h>
#include <strings.h>

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

/* A sheet alone writes no motion. */
static int writes_motion(const pd_tool_args *args)
{
    return pd_tool_text(args, "o") || pd_tool_text(args, "format") || !pd_tool_text(args, "sheet");
}

static int needs_body(const pd_tool_args *args)
{
    const char *format = format_of(args);
    return writes_motion(args) && (!strcmp(format, "glb") || !strcmp(format, "npz"));
}

static int draw(const pd_tool_args *args, const pd_anim_track *track)
{
    pd_io_image picture = {0};
    pd_buffer file = {0};
    pd_error err;
    pd_anim_quality quality;
    int too_short = pd_anim_quality_of(&quality, track, PD_ANIM_QUALITY_SKIP, NULL) != PD_OK;
    pd_status status = pd_tool_motion_sheet(&picture, track, too_short ? NULL : &quality,
                                            pd_tool_text(args, "script"), &err);
    if (!status) status = pd_io_png_write(&file, &picture, &err);
    int code = status ? pd_tool_fail(args, &err)
                      : pd_tool_write(args, pd_tool_text(args, "sheet"), file.data, file.size);
    pd_io_image_deinit(&picture);
    pd_buffer_deinit(&file);
    return code;
}

static int make_sheet(pd_tool_local *local, const pd_tool_args *args)
{
    pd_anim_track track;
    int code = pd_tool_track_open(&track, local, args, pd_tool_text(args, "script"));
    if (!code) code = draw(args, &track);
    pd_anim_track_deinit(&track);
    return code;
}

static int make_motion(pd_tool_local *local, const pd_tool_args *args)
{
    pd_tool_script *script;
    pd_buffer body = {0}, reply = {0};
    pd_error err;
    if (pd_tool_script_open(&script, pd_tool_text(args, "script"), &err)) return pd_tool_fail(args, &err);
    int code = pd_tool_script_request(&body, script, args, 1);
    if (!code) code = pd_tool_script_ask(&reply, local, args, script, &body, format_of(args));
    if (!code) code = pd_tool_write(args, pd_tool_text(args, "o"), reply.data, reply.size);
    pd_buffer_deinit(&body);
    pd_buffer_deinit(&reply);
    pd_tool_script_close(script);
    return code;
}

static int run(const pd_tool_args *args)
{
    pd_tool_local local;
    const char *script = pd_tool_text(args, "script");
    if (!script) return pd_tool_usage(args, "--script FILE is wanted");
    if (!strcmp(script, "-") && pd_tool_text(args, "sheet") && writes_motion(args))
        return pd_tool_usage(args, "a script from standard input is read once: a motion or a sheet");
    int code = pd_tool_local_open_motion(&local, args, !needs_body(args));
    if (code) return code;
    if (pd_tool_text(args, "sheet")) code = make_sheet(&local, args);
    if (!code && writes_motion(args)) code = make_motion(&local, args);
    pd_tool_local_close(&local);
    return code;
}

static const pd_tool_option options[] = {
    {"script", "FILE", "what to do: YAML or JSON, - for standard input", NULL},
    {"model", "FILE", "motion network: a file, a folder of slices, or the name of a shipped one", "motion"},
    {"format", "NAME", "json, bvh, glb, npz or measure [by the ending of -o, else glb]", NULL},
    {"o", "FILE", "where to write [standard output]", NULL},
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
    "/v1/motions/rollout. measure is an npz of joints, contacts and orders for anybody's measures.\n\n"
    "  posedctl rollout --script examples/walk.yaml -o walk.glb\n"
    "  posedctl rollout --script examples/jog.yaml --sheet jog.png",
    options,
    run};
