#include "tools/observe/joints_fit.h"

#include "core/base/file.h"
#include "core/motion/gather/members.h"
#include "core/observe/sensor/jointed.h"
#include "tools/base/mesh_list.h"
#include "tools/motion/motion_file.h"
#include "tools/observe/take_work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct fitting {
    pd_tool_take work;
    pd_observe_jointed jointed;
    pd_buffer made; /* npz of a file that is none */
    pd_npz npz;
} fitting;

/* Opens the npz of members of a file. On failure everything is empty. notes (PD_MOTION_GATHER_NOTES). */
static pd_status open_members(pd_npz *npz, pd_buffer *made, char *notes, pd_bytes file, const char *path,
                              pd_error *err)
{
    pd_bytes bytes;
    pd_status s = pd_motion_gather(&bytes, made, notes, file, path, NULL, err);

    if (!s) s = pd_npz_parse(npz, bytes.data, bytes.size, path, err);
    if (!s) return PD_OK;
    pd_buffer_deinit(made);

    return s;
}

/* Returns whether the joints are rows of three numbers, one a joint: observations of the api in JSON. */
static bool is_one_moment(pd_npz *npz)
{
    pd_array array;

    for (const char *const *name = pd_motion_member_names(PD_MOTION_ROLE_JOINTS); *name; name++)
        if (pd_npz_has(npz, *name) && pd_npz_read(&array, npz, *name, NULL) == PD_OK && array.rank < 3)
            return true;
    return false;
}

bool pd_tool_is_joints(const pd_tool_args *args)
{
    const char *path = args->words[0];
    char notes[PD_MOTION_GATHER_NOTES];
    pd_buffer made = {0};
    pd_npz npz = {0};
    pd_bytes file;
    bool is = false;

    if (args->word_count != 1 || !pd_tool_motion_has_poses(path) || pd_file_map(&file, path, NULL))
        return false;

    /* A list in JSON is a detector's film. */
    const bool is_json = pd_tool_ends_with(path, ".json");
    const bool is_film = is_json && file.size && file.data[0] == '[';
    if (!is_film && open_members(&npz, &made, notes, file, path, NULL) == PD_OK) {
        is = pd_motion_gather_has_joints_alone(&npz) && !(is_json && is_one_moment(&npz));
        pd_npz_deinit(&npz);
    }

    pd_buffer_deinit(&made);
    pd_file_unmap(&file);

    return is;
}

static int fit_joints_file(fitting *f)
{
    pd_tool_take *w = &f->work;
    const pd_tool_args *args = w->args;
    const char *path = args->words[0];
    char gathered[PD_MOTION_GATHER_NOTES], notes[PD_OBSERVE_JOINTED_NOTES];
    double noise = 0; /* mm */
    double rate = 0;
    int up = -1;
    pd_bytes file;

    if (pd_tool_given(args, "noise") && !pd_tool_double(&noise, args, "noise", 0.1, 1000)) return 2;
    if (pd_tool_given(args, "fps") && !pd_tool_double(&rate, args, "fps", 0.1, 100000)) return 2;
    if (pd_tool_given(args, "up") && !pd_tool_choice(&up, args, "up", pd_motion_up_names)) return 2;
    const pd_observe_jointed_options how = {
        .set = pd_tool_text(args, "set"),
        .person = pd_tool_given(args, "person") ? pd_tool_text(args, "person") : NULL,
        .rate = rate,
        .noise = 0.001 * noise,
        .has_up = up >= 0,
        .up = (pd_motion_up)(up < 0 ? 0 : up)};

    const int code = pd_tool_take_open(w);
    if (code) return code;

    /* Read the joints. */
    pd_status status = pd_file_map(&file, path, &w->err);
    if (!status) {
        status = open_members(&f->npz, &f->made, gathered, file, path, &w->err);
        if (!status)
            status = pd_observe_jointed_read(&f->jointed, notes, &f->npz, w->local.model, &how, &w->err);
        if (!status) {
            pd_tool_motion_tell(path, gathered);
            pd_tool_motion_tell(path, notes);
        }

        if (f->npz.zip) pd_npz_deinit(&f->npz);
        pd_file_unmap(&file);
    }

    const int count = f->jointed.places.count;
    if (!status && !(w->names = calloc((size_t)count + 1, sizeof *w->names)))
        status = pd_fail(&w->err, PD_ERR_MEMORY, path, "out of memory");
    if (status) return pd_tool_fail(args, &w->err);
    for (int i = 0; i < count; i++)
        snprintf(w->names[i], sizeof w->names[i], "%s",
                 f->jointed.set->keypoints[f->jointed.places.columns[i]].name);
    w->noun = "joints";
    w->take = pd_observe_jointed_take(&f->jointed);
    w->at = f->jointed.at;
    w->confidence = f->jointed.confidence;

    return pd_tool_take_fit(w);
}

int pd_tool_fit_joints(const pd_tool_args *args)
{
    fitting *f = calloc(1, sizeof *f);

    if (!f) return 1;
    f->work.args = args;

    const int code = fit_joints_file(f);
    free(f->work.names);
    pd_observe_jointed_deinit(&f->jointed);
    pd_buffer_deinit(&f->made);
    pd_tool_take_close(&f->work);
    free(f);

    return code;
}
