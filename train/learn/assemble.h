#ifndef PD_TRAIN_LEARN_ASSEMBLE_H
#define PD_TRAIN_LEARN_ASSEMBLE_H
/* Assembles learned parts into a body model as it is stored (core/smpl/data/data.h), with dense pose blend
 * shapes.
 *
 * Space    model space: the root joint of the mean body is the origin; rest pose of the template, metres. */
#include "train/learn/centers.h"
#include "train/learn/shape.h"

typedef struct pd_learn_parts {
    const pd_learn_template *tpl;
    const pd_learn_state *state; /* state whose W and P are used */
    const pd_learn_centers *centers;
    const pd_learn_shapes *shapes;
    const char *name, *gender, *provenance; /* gender: "neutral", "female" or "male" */
} pd_learn_parts;

/* Builds *out and checks it with pd_smpl_data_check.
 * The caller frees it with pd_smpl_data_deinit. Empty on failure. */
pd_status pd_learn_assemble(pd_smpl_data *out, const pd_learn_parts *parts, pd_error *err);

#endif
