#ifndef PD_TOOLS_MHR_IMPORT_H
#define PD_TOOLS_MHR_IMPORT_H
/* Imports MHR as it is published, at any level of detail, as pd_mhr:
 *
 *     lodN.fbx                        mesh, skeleton, skin, blend shapes    binary FBX (core/io/fbx/fbx.h)
 *     compact_v6_1.model              parameters and limits                 definition.h
 *     corrective_activation.npz       L: 0.sparse_indices (2,n) unit and feature, 0.sparse_weight (n),
 *                                     posedirs_sparse_mask (H, 6 (K-2))
 *     corrective_blendshapes_lodN.npz D: corrective_blendshapes (H,V,3)
 *
 * Joints are the FBX's limb nodes from their root on, depth first in the order of its connections. Blend
 * shapes are numbered in the order in which their channels are connected; the first identity_count are
 * identity, the others expression: 45 and 72 in MHR. Vertices keep the numbers of the file, because the
 * correctives, MHR's mappings between levels of detail and the results of SAM 3D Body refer to them. (assimp,
 * which reads other FBX files here, makes a vertex of each corner of a triangle, so the numbers would be
 * lost.) Polygons become fans of triangles.
 *
 * Errors   ERR_FORMAT, ERR_RANGE, ERR_NOT_FOUND, ERR_LIMIT with the file's name and what is wrong in it: an
 *          FBX of other units or axes, or with two meshes; a joint that rotates before its pre-rotation; a
 *          bind pose that is not the rest pose; fewer shapes than identity_count; a vertex without weights; a
 *          joint of the definition that the skeleton does not have; correctives of another skeleton or level.
 */
#include "core/mhr/model.h"

#define PD_TOOL_MHR_IDENTITY 45 /* blend shapes of MHR that are identity */

typedef struct pd_tool_mhr_source {
    const char *name; /* Name of the file, for messages. */
    pd_bytes bytes;   /* Empty: there is no such file. */
} pd_tool_mhr_source;

typedef struct pd_tool_mhr_import_job {
    pd_tool_mhr_source fbx, definition;
    pd_tool_mhr_source activation, blendshapes; /* Correctives: neither, the first, or both. */
    int identity_count;
} pd_tool_mhr_import_job;

/* Imports the files. *out is complete except for its texts; on failure it is empty. */
pd_status pd_tool_mhr_import(pd_mhr *out, const pd_tool_mhr_import_job *job, pd_error *err);

#endif
