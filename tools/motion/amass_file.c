#include "tools/motion/amass_file.h"

#include "tools/base/local.h"

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
    if (pd_smpl_model_load(&model, path, NULL) != PD_OK) return; /* a model of another kind */
    if ((int64_t)(model->content_hash >> 1) == s->half_hash)
        s->found = model;
    else
        pd_smpl_model_release(model);
}

/* Looks among the shipped models for the one that posed wrote a file for. */
static const pd_smpl_model *find(void *ctx, int64_t posed_model)
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
    pd_retarget_amass_options *o = &amass->options;
    int up = PD_RETARGET_UP_Z, unit = 0;

    *amass = (pd_tool_amass){.options = {.find = find, .find_ctx = amass}};
    o->camera = pd_tool_flag(args, "camera");
    o->has_up = pd_tool_given(args, "up");
    o->person = pd_tool_text(args, "person");
    /* Axes and units that the file does not tell. */
    if (o->camera && o->has_up)
        return pd_tool_usage(args, "both --up and --camera; give one: a camera's y is down");
    if (o->has_up && !pd_tool_choice(&up, args, "up", pd_retarget_up_names)) return 2;
    if (pd_tool_given(args, "angles")) {
        if (!pd_tool_choice(&unit, args, "angles", angles)) return 2;
        o->angles = unit ? PD_RETARGET_ANGLES_DEGREES : PD_RETARGET_ANGLES_RADIANS;
    }
    o->up = (pd_retarget_up)up;

    /* The body whose betas the takes carry, when they are of another model. */
    const char *name = pd_tool_text(args, "betas-from");
    if (name) {
        char path[4096];
        pd_error err;
        pd_tool_model_path(path, sizeof path, name);
        if (pd_smpl_model_load(&amass->source, path, &err)) return pd_tool_model_fail(args, name, &err);
        o->source = amass->source;
    }
    return 0;
}

void pd_tool_amass_close(pd_tool_amass *amass)
{
    pd_smpl_model_release(amass->source);
    pd_smpl_model_release(amass->found);
    *amass = (pd_tool_amass){0};
}
