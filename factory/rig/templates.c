#include "factory/rig/templates.h"

#include "tools/base/local.h"

#include <string.h>

static const char *const names[PD_TOOL_RIG_TEMPLATES] = {"default", "female", "male", "person"};

pd_status pd_tool_rig_templates_init(pd_tool_rig_templates *out, pd_error *err)
{
    memset(out, 0, sizeof *out);
    for (int i = 0; i < PD_TOOL_RIG_TEMPLATES; i++) {
        char path[4096];
        pd_tool_model_path(path, sizeof path, names[i]);
        pd_status status = pd_tool_load_body(&out->models[i], path, err);
        if (status == PD_OK) status = pd_rig_template_init(&out->templates[i], out->models[i], err);
        if (status != PD_OK) return status;
        out->each[i] = &out->templates[i];
    }

    return PD_OK;
}

void pd_tool_rig_templates_deinit(pd_tool_rig_templates *templates)
{
    for (int i = 0; i < PD_TOOL_RIG_TEMPLATES; i++) {
        pd_rig_template_deinit(&templates->templates[i]);
        pd_smpl_model_release(templates->models[i]);
    }
}
