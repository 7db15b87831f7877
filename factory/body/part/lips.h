#ifndef PD_FACTORY_BODY_PART_LIPS_H
#define PD_FACTORY_BODY_PART_LIPS_H
/* Closes the lips of a body model: at rest they touch along the whole mouth, whatever the betas are.
 *
 *     g_k(x) = y_lower,k(x) - y_upper,k(x)       gap of direction k (k = 0: the template) along the line
 *                                                where the lips meet
 *     D_k   += s w (g_0 + o)/2 or s w g_k/2      s = 1 on the upper lip, -1 on the lower
 *
 * Both lips take half of the gap each. The template's lips overlap by o, so that rounding opens no slit. w
 * falls from 1 at the line to 0 within 14 mm along the skin. The model is linear in the betas: since no
 * direction changes the gap, no body has one.
 *
 * The lines are vertices of the base mesh hm08; a model on another mesh is left as it is. Exactly mirror
 * symmetric where the model is. */
#include "core/smpl/data/data.h"
#include "factory/body/shape/mesh.h"

/* Changes v_template and shapedirs. ERR_MEMORY. */
pd_status pd_factory_lips_close(pd_smpl_data *model, const pd_factory_mesh *mesh, pd_error *err);

#endif
