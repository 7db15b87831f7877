#include "tools/observe/take_fit.h"

#include "core/base/file.h"
#include "core/observe/marker/people.h"
#include "tools/base/mode.h"
#include "tools/observe/take_work.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct fitting {
    pd_tool_take work;
    pd_markers markers;
    pd_observe_marker_people people;
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

/* Reads the options that say what the points are, and how. Returns an exit code. */
static int read_options(fitting *f, int *up)
{
    static const char *const kinds[] = {"auto", "markers", "joints", NULL};
    const pd_tool_args *args = f->work.args;
    const char *protocol = pd_tool_text(args, "protocol");
    double noise = 0;
    int points = PD_OBSERVE_POINTS_AUTO;

    if (pd_tool_given(args, "noise") && !pd_tool_double(&noise, args, "noise", 0.1, 1000)) return 2;
    f->marked.wanted = protocol ? pd_observe_protocol_of(protocol) : NULL;
    if (protocol && !f->marked.wanted)
        return pd_tool_usage(args, "--protocol %s: " PD_OBSERVE_PROTOCOLS " expected", protocol);
    if (pd_tool_given(args, "up") && !pd_tool_choice(up, args, "up", pd_up_names)) return 2;
    if (pd_tool_given(args, "points") && !pd_tool_choice(&points, args, "points", kinds)) return 2;
    f->marked.points = (pd_observe_points)points;
    f->marked.points_option = "--points";
    f->marked.sigma = 0.001 * noise;

    return 0;
}

/* Finds the people of the file, and which of them are fitted: *first to *last. Returns an exit code. */
static int choose_people(fitting *f, int *first, int *last)
{
    const pd_tool_args *args = f->work.args;
    const char *person = pd_tool_given(args, "person") ? pd_tool_text(args, "person") : NULL;
    char all[512];

    *first = 0;
    *last = f->people.count - 1;
    if (!person) return 0;
    *first = *last = pd_observe_marker_people_find(&f->people, person);
    pd_observe_marker_people_text(all, sizeof all, &f->people);
    return *first < 0 ? pd_tool_usage(args, "--person %s: %s allowed, by number or name", person, all) : 0;
}

/* Fits one person and writes the results. */
static int fit_wearer(fitting *f, int person, int up)
{
    pd_tool_take *w = &f->work;
    const pd_tool_args *args = w->args;
    const pd_observe_marked options = f->marked;

    f->marked.file = &f->people.files[person];
    f->marked.up_axis = up < 0 ? f->marked.file->up_axis : up;
    w->take = (pd_observe_take){.place_count = 0};
    if (pd_observe_marked_prepare(&f->marked, &w->take, w->local.model, args->words[0], &w->err))
        return pd_tool_fail(args, &w->err);
    if (pd_tool_mode(args, "names", f->marked.nameless ? "unknown" : "known")) return 2;

    w->noun = f->marked.are_joints ? "joints" : "markers";
    w->marked = &f->marked;
    w->person = person;
    w->person_name = f->people.are_repeated ? "" : f->people.names[person];
    const int code = pd_tool_take_fit(w);
    pd_observe_marked_deinit(&f->marked);
    f->marked = options;

    return code;
}

static int fit_take_fit(fitting *f)
{
    pd_tool_take *w = &f->work;
    const pd_tool_args *args = w->args;
    int up = -1, first = 0, last = 0;

    int code = read_options(f, &up);
    if (!code) code = pd_tool_take_open(w);
    if (code) return code;

    /* Read the file, and divide it among its people. */
    pd_bytes bytes;
    pd_status status = pd_file_map(&bytes, args->words[0], &w->err);
    if (!status) {
        status = pd_markers_parse(&f->markers, bytes, args->words[0], &w->err);
        pd_file_unmap(&bytes);
    }

    if (!status) status = pd_observe_marker_people_make(&f->people, &f->markers, args->words[0], &w->err);
    if (status) return pd_tool_fail(args, &w->err);
    if ((code = choose_people(f, &first, &last))) return code;

    /* Say who is in it. */
    if (f->people.count > 1) {
        char all[512];
        pd_observe_marker_people_text(all, sizeof all, &f->people);
        pd_tool_note(args, "%s: %d people%s: %s; %d columns belong to nobody", args->words[0],
                     f->people.count,
                     f->people.are_repeated ? ", told apart by names that occur several times" : "", all,
                     f->people.left_out);
    }

    /* Fit the people; the worst exit code counts. */
    w->person_count = first == last ? 1 : f->people.count;
    int worst = 0;
    for (int k = first; k <= last; k++) {
        const int one = fit_wearer(f, k, up);
        worst = one > worst ? one : worst;
    }

    return worst;
}

int pd_tool_fit_take(const pd_tool_args *args)
{
    fitting *f = calloc(1, sizeof *f);

    if (!f) return 1;
    f->work.args = args;

    const int code = fit_take_fit(f);
    pd_observe_marked_deinit(&f->marked);
    pd_observe_marker_people_deinit(&f->people);
    pd_markers_deinit(&f->markers);
    pd_tool_take_close(&f->work);
    free(f);

    return code;
}
