#include "tools/observe/take_fit.h"

#include "core/base/file.h"
#include "tools/base/mode.h"
#include "tools/observe/take_work.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct fitting {
    pd_tool_take work;
    pd_markers markers;
    pd_observe_marked marked;
} fitting;

bool pd_tool_is_take(const char *path)
{
    const char *dot = strrchr(path, '.');

    if (!dot) return false;
    if (!strcasecmp(dot, ".c3d") || !strcasecmp(dot, ".trc") || !strcasecmp(dot, ".tsv")) return true;
    if (strcasecmp(dot, ".csv") != 0 && strcasecmp(dot, ".txt") != 0) return false;

    /* The readings of sensors have the same ending as the tables of markers. */
    pd_bytes bytes;
    pd_error err;
    if (pd_file_map(&bytes, path, &err)) return false;
    const bool is_table = pd_markers_table_program(bytes);
    pd_file_unmap(&bytes);

    return is_table;
}

static int fit_take_fit(fitting *f)
{
    pd_tool_take *w = &f->work;
    const pd_tool_args *args = w->args;
    double noise = 5;
    int up = -1;

    if (!pd_tool_double(&noise, args, "noise", 0.1, 1000)) return 2;
    const char *protocol = pd_tool_text(args, "protocol");
    f->marked.wanted = protocol ? pd_observe_protocol_of(protocol) : NULL;
    if (protocol && !f->marked.wanted)
        return pd_tool_usage(args, "--protocol %s: " PD_OBSERVE_PROTOCOLS " expected", protocol);
    if (pd_tool_given(args, "up") && !pd_tool_choice(&up, args, "up", pd_up_names)) return 2;

    const int code = pd_tool_take_open(w);
    if (code) return code;

    pd_bytes bytes;
    pd_status status = pd_file_map(&bytes, args->words[0], &w->err);
    if (!status) {
        status = pd_markers_parse(&f->markers, bytes, args->words[0], &w->err);
        pd_file_unmap(&bytes);
    }

    f->marked.file = &f->markers;
    f->marked.up_axis = up < 0 ? f->markers.up_axis : up;
    f->marked.sigma = 0.001 * noise;
    if (!status)
        status = pd_observe_marked_prepare(&f->marked, &w->take, w->local.model, args->words[0], &w->err);
    if (status) return pd_tool_fail(args, &w->err);
    if (pd_tool_mode(args, "names", f->marked.nameless ? "unknown" : "known")) return 2;

    w->noun = "markers";
    w->marked = &f->marked;
    return pd_tool_take_fit(w);
}

int pd_tool_fit_take(const pd_tool_args *args)
{
    fitting *f = calloc(1, sizeof *f);

    if (!f) return 1;
    f->work.args = args;

    const int code = fit_take_fit(f);
    pd_observe_marked_deinit(&f->marked);
    pd_markers_deinit(&f->markers);
    pd_tool_take_close(&f->work);
    free(f);

    return code;
}
