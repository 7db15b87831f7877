#ifndef PD_API_BODY_MESH_RUN_H
#define PD_API_BODY_MESH_RUN_H
/* Mesh calls on a worker: all bodies of a batch as one pd_smpl_job, then each call encoded on its own.
 *
 * Memory   results stand in the scratch arena; those of the bin format straight in the reply's buffer. With a
 *          rig the body is made twice: at rest (what the file holds) and posed (where the root stands).
 */
#include "api/http/call.h"

/* The results of one call. Arrays are (count,V,3) or (count,K,3), dense; NULL when not asked for. */
typedef struct pd_api_made {
    pd_api_call *call;
    float *vertices, *joints, *normals; /* with a rig: of the rest pose */
    float *roots;                       /* (count,K,3) posed joints, with a rig only */
} pd_api_made;

void pd_api_mesh_run(pd_api_call *const *calls, int count, pd_arena *scratch, const pd_executor *executor);

/* Writes made->call's reply in its format; a failure becomes a problem. bin's floats are there already. */
void pd_api_mesh_encode(const pd_api_made *made);
/* Bytes of the bin format, and where body i's part begins. Faces follow the last body. */
size_t pd_api_bin_body_floats(const pd_api_mesh *mesh, const pd_smpl_model *model);

static inline int pd_api_mesh_has(const pd_api_mesh *mesh, pd_api_part part)
{
    return mesh->include.set >> part & 1;
}

#endif
