/* posedctl record: writes a session of the stream to a file. */
#include "tools/client/live.h"
#include "tools/client/view.h"

#include <stdio.h>

static void keep_record(void *ctx, pd_tool_record_kind kind, double time, const void *bytes, size_t size)
{
    pd_tool_recorder_add(ctx, kind, time, bytes, size);
}

static int run_record(const pd_tool_args *args)
{
    static pd_tool_session session;
    pd_tool_recorder recorder = {0};
    pd_buffer summary = {0};
    pd_error err;
    const char *path = pd_tool_text(args, "o");

    if (!path) return pd_tool_usage(args, "-o FILE is needed");

    if (!pd_tool_text(args, "watch") && !pd_tool_text(args, "script"))
        return pd_tool_usage(args,
                             "--script FILE is needed, which moves a new character, or --watch SESSION, "
                             "the id of a session to record");

    if (pd_tool_recorder_open(&recorder, path, &err) != PD_OK) return pd_tool_fail(args, &err);

    const pd_tool_live_hooks hooks = {.message = keep_record, .ctx = &recorder};
    int code = pd_tool_live_run(&session, args, pd_tool_text(args, "watch"), 0, &hooks);
    if (pd_tool_recorder_close(&recorder, &err) != PD_OK) code = pd_tool_fail(args, &err);
    pd_tool_view_summary(&summary, &session);
    if (!summary.failed)
        pd_tool_note(args, "wrote %s (%.*s; %llu messages, %llu bytes)", path, (int)summary.size,
                     (const char *)summary.data, (unsigned long long)recorder.records,
                     (unsigned long long)recorder.bytes);

    pd_buffer_deinit(&summary);
    return code;
}

static const pd_tool_option options[] = {
    {"o", "FILE", "file to write", NULL},
    {"watch", "SESSION", "id of a session to watch [a new session]", NULL},
    PD_TOOL_LIVE_ROWS,
    {"url", "URL", "address of the stream", "ws://127.0.0.1:8080/v1/stream"},
    {"key", "KEY", "API key; @FILE: its first line; else $POSED_KEY", NULL},
    {"channels", "LIST",
     "channels in frames: some of root,joints,rotations,contacts,trajectory,smpl,vertices,face,soft",
     "root,joints,rotations,contacts"},
    {"divisor", "N", "ticks from one frame to the next", NULL},
    {"quantize", "BITS", "bits of a rotation in frames, 48 or 32", NULL},
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_record = {
    .name = "record",
    .words = "",
    .summary = "Record a session of the stream to a file",
    .details = "Every message is stored with its time of arrival; docs/reference/stream.md describes the "
               "file. A lost\n"
               "connection is resumed. Ctrl-C ends the recording; the file is then complete.\n\n"
               "  posedctl record --script examples/walk.yaml -o walk.psdr\n"
               "  posedctl play walk.psdr --format glb -o walk.glb",
    .options = options,
    .run = run_record,
};
