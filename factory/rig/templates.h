#ifndef PD_FACTORY_RIG_TEMPLATES_H
#define PD_FACTORY_RIG_TEMPLATES_H
/* Templates of the shipped models from whose bodies automatic rigging is learned: default, female, male and
 * person.
 *
 * Memory  one owner: pd_tool_rig_templates_deinit, after a failed _init too. Errors those of loading a model.
 */
#include "core/rig/base/template.h"

#define PD_TOOL_RIG_TEMPLATES 4

typedef struct pd_tool_rig_templates {
    pd_smpl_model *models[PD_TOOL_RIG_TEMPLATES];
    pd_rig_template templates[PD_TOOL_RIG_TEMPLATES];
    const pd_rig_template *each[PD_TOOL_RIG_TEMPLATES];
} pd_tool_rig_templates;

/* Loads the models that ship with posed, and makes a template of each. */
pd_status pd_tool_rig_templates_init(pd_tool_rig_templates *out, pd_error *err);
void pd_tool_rig_templates_deinit(pd_tool_rig_templates *templates);

#endif
