#ifndef PD_API_BODY_MESH_ENCODE_H
#define PD_API_BODY_MESH_ENCODE_H
/* Writes the results of a mesh call in the format of the reply,
 * and tells beforehand how much memory that takes. */
#include "api/body/mesh_job.h"

/* Writes the reply of made->call in its format, or problem+json if that fails. The floats of the format bin
 * are already in the reply. */
void pd_api_mesh_encode(const pd_api_made *made);
/* Returns an upper bound of the reply's memory while it is written, usually less than twice what is needed.
 * It does not need the results. */
size_t pd_api_mesh_reply_bytes(const pd_api_call *call);
/* Returns the number of sculpts that a rigged file has as morph targets; 0 for avatars, which have none. */
int pd_api_mesh_sculpts(const pd_api_mesh *mesh, const pd_smpl_model *model);
/* Returns whether the format can be written a few bodies at a time. */
bool pd_api_mesh_can_part(const pd_api_mesh *mesh);
/* Returns the size of the whole reply in bytes; 0 if the format does not tell it in advance. */
size_t pd_api_mesh_total_bytes(const pd_api_call *call);

#endif
