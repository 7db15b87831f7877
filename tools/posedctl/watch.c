/* posedctl watch: shows a session of the stream in the terminal. */
#include "tools/client/live.h"
#include "tools/base/progress.h"
#include "tools/client/view.h"

typedef struct watching {
    pd_tool_session session;
    pd_tool_screen screen;
    double begin;
} watching;

static void ignore(void *ctx, pd_tool_record_kind kind, double time, const void *bytes, size_t size)
{
    (void)ctx;
    (void)kind;
    (void)time;
    (void)bytes;
    (void)size;
}

static void tick(void *ctx, double now)
{
    watching *w = ctx;
    if (w->session.frames) pd_tool_screen_show(&w->screen, &w->session, now - w->begin);
}

static int run_watch(const pd_tool_args *args)
{
    static watching w;
    const pd_tool_live_hooks hooks = {ignore, tick, &w};

    if (args->word_count > 1) return pd_tool_usage(args, "one session");
    w.begin = pd_tool_clock_s();
    pd_tool_screen_open(&w.screen);
    int code = pd_tool_live_run(&w.session, args, args->word_count ? args->words[0] : NULL, 1, &hooks);
    pd_tool_screen_close(&w.screen, &w.session);

    return code;
}

static const pd_tool_option options[] = {
    PD_TOOL_LIVE_ROWS,
    {"url", "URL", "address of the stream", "ws://127.0.0.1:8080/v1/stream"},
    {"key", "KEY", "API key; @FILE: its first line; else $POSED_KEY", NULL},
    {"channels", "LIST",
     "channels in frames: some of root,joints,rotations,contacts,trajectory,smpl,vertices,face,soft",
     "root,joints,contacts"},
    {"divisor", "N", "ticks from one frame to the next", NULL},
    {"quantize", "BITS", "bits of a rotation in frames, 48 or 32", NULL},
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_watch = {
    .name = "watch",
    .words = "[SESSION]",
    .summary = "Show a session of the stream in the terminal, seen from above",
    .details =
        "Without SESSION it creates a session whose characters walk in a square or follow --script.\n"
        "@ is a character, with an arrow in its direction; L R are feet on the ground, l r feet in the air;\n"
        ": is its trail; . marks every metre. Up is +Z, left is +X.\n"
        "When standard output is not a terminal, it prints a line a second.",
    .options = options,
    .run = run_watch,
};
