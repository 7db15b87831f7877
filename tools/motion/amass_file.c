#include "tools/motion/amass_file.h"

#include "core/base/file.h"
#include "core/mhr/convert/convert.h"
#include "core/motion/gather/gather.h"
#include "tools/base/local.h"
#include "tools/motion/motion_file.h"

#include <stdlib.h>
#include <string.h>

/* ---- models at hand ---- */

typedef struct search {
    pd_smpl_model *found;
    int64_t half_hash;
} search;

static void try_model(void *arg, const char *name)
{
    search *s = arg;
    char path[4096];
    pd_smpl_model *model;

    if (s->found) return;
    pd_tool_model_path(path, sizeof path, name);
    if (pd_tool_load_body(&model, path, NULL) != PD_OK) return; /* a model of another kind */
    if ((int64_t)(model->content_hash >> 1) == s->half_hash)
        s->found = model;
    else
        pd_smpl_model_release(model);
}

/* Looks among the shipped models for the one that posed wrote a file for. */
static const pd_smpl_model *find_amass_file(void *ctx, int64_t posed_model)
{
    pd_tool_amass *amass = ctx;
    search s = {.half_hash = posed_model};

    if (amass->found && (int64_t)(amass->found->content_hash >> 1) == posed_model) return amass->found;
    pd_tool_model_names(try_model, &s);
    pd_smpl_model_release(amass->found);

    return amass->found = s.found;
}

/* ---- the command line ---- */

int pd_tool_amass_open(pd_tool_amass *amass, const pd_tool_args *args)
{
    static const char *const angles[] = {"radians", "degrees", NULL};
    pd_motion_amass_options *o = &amass->options;
    int up = PD_MOTION_UP_Z;
    int unit = 0;

    *amass = (pd_tool_amass){.options = {.find = find_amass_file, .find_ctx = amass}};
    o->camera = pd_tool_flag(args, "camera");
    o->set = pd_tool_has(args, "set") ? pd_tool_text(args, "set") : NULL;
    o->person = pd_tool_given(args, "person") ? pd_tool_text(args, "person") : NULL;

    /* Axes and units that an npz does not tell. */
    const bool reads_npz = pd_tool_has(args, "angles");
    o->has_up = reads_npz && pd_tool_given(args, "up");
    if (o->camera && o->has_up)
        return pd_tool_usage(args, "both --up and --camera; give one: a camera's y is down");
    if (o->has_up && !pd_tool_choice(&up, args, "up", pd_motion_up_names)) return 2;
    if (reads_npz && pd_tool_given(args, "angles")) {
        if (!pd_tool_choice(&unit, args, "angles", angles)) return 2;
        o->angles = unit ? PD_MOTION_ANGLES_DEGREES : PD_MOTION_ANGLES_RADIANS;
    }

    o->up = (pd_motion_up)up;

    /* Load the model of the takes' betas, if it is another one. */
    const char *name = pd_tool_text(args, "betas-from");
    if (name) {
        char path[4096];
        pd_error err;
        pd_tool_model_path(path, sizeof path, name);
        if (pd_tool_load_body(&amass->source, path, &err)) return pd_tool_model_fail(args, name, &err);
        o->source = amass->source;
    }

    return 0;
}

pd_status pd_tool_amass_betas(float *betas, int *beta_count, const pd_tool_amass *amass,
                              const pd_tool_args *args, const pd_smpl_model *model, const char *path,
                              pd_error *err)
{
    const pd_smpl_model *from = amass->source;
    float of[PD_RETARGET_MOTION_BETAS];
    float *found = malloc((size_t)model->beta_count * sizeof *found);
    int of_count = 0;
    pd_mhr_convert_distance apart = {0, 0};
    char assumed[PD_MOTION_GATHER_NOTES];
    pd_buffer written = {0};
    pd_bytes bytes = {0};
    pd_bytes of_npz;
    pd_npz npz = {0};

    /* Read the betas of the file. */
    *beta_count = 0;
    pd_status s = found ? PD_OK : pd_fail(err, PD_ERR_MEMORY, path, "out of memory");
    if (!s) s = pd_file_map(&bytes, path, err);
    if (!s) s = pd_motion_amass_npz(&of_npz, &written, assumed, bytes, path, &amass->options, 0, err);
    if (!s) s = pd_npz_parse(&npz, of_npz.data, of_npz.size, path, err);
    if (!s) s = pd_motion_amass_betas(of, &of_count, &npz, from, err);

    /* A file without betas is converted for the mean body. Betas of the same model are taken as they are; for
     * others fit the body's surface to that of the file. */
    const bool has_none = s == PD_ERR_NOT_FOUND;
    if (has_none) {
        pd_tool_note(args, "%s: no betas in it: the mean body of %s is taken", path,
                     pd_tool_text(args, "betas-from"));
        s = PD_OK;
    } else if (!s && from->content_hash == model->content_hash) {
        for (int b = 0; b < model->beta_count; b++) found[b] = b < of_count ? of[b] : 0;
    } else if (!s) {
        s = pd_mhr_convert_betas(found, &apart, model, from, of, of_count, err);
    }

    /* Keep as many betas as a motion can hold, and report how well the surfaces agree. */
    if (!s && !has_none) {
        *beta_count = model->beta_count;
        if (*beta_count > PD_TOOL_MOTION_BETAS) *beta_count = PD_TOOL_MOTION_BETAS;
        memcpy(betas, found, (size_t)*beta_count * sizeof *betas);
        pd_tool_note(
            args, "%s: %d betas of %s as the body's: surfaces %.2f mm apart on average, %.1f at most", path,
            of_count, pd_tool_text(args, "betas-from"), 1000 * apart.mean, 1000 * apart.largest);
    }

    if (npz.zip) pd_npz_deinit(&npz);
    pd_buffer_deinit(&written);
    pd_file_unmap(&bytes);
    free(found);

    return s;
}

void pd_tool_amass_close(pd_tool_amass *amass)
{
    pd_smpl_model_release(amass->source);
    pd_smpl_model_release(amass->found);
    *amass = (pd_tool_amass){0};
}
