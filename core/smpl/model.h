#ifndef PD_SMPL_MODEL_H
#define PD_SMPL_MODEL_H
/* The resident body model: packed once at load, read-only from then on, shared by all threads.
 *
 * Everything that can be computed once is: the joint regressor is folded into the template and the shape
 * directions, so that joints never touch a vertex,
 *
 *     J = J_template + J_shapedirs beta + J_expressiondirs psi
 *     J_template = R v_template (K,3),  J_shapedirs = R S (K,3,B),  J_expressiondirs = R E (K,3,E)
 *
 * weights are packed to their non-zeros, and blend shapes are laid out in tiles for core/kernel. The source arrays that requests
 * still need (faces, names, template, shape directions, text) stay in `data`; dense and sparse pose directions are freed after packing.
 * Nothing in a model changes after _build but its count of references. What takes long and is seldom needed is an object of its own,
 * `derived`: tiles for DQS and SBS where those have pose blend shapes of their own (26 MB in the shipped models), and the parts of contact, tight and soft.
 *
 * Memory   one reference on build; retain/release are atomic. Immutable: any number of threads.
 */
#include "core/smpl/closed.h"
#include "core/smpl/data/data.h"
#include "core/smpl/people/people.h"

#include <stdint.h>

struct pd_smpl_tiles;   /* core/smpl/skin/tiles.h: the packed blend shapes and weights         */
struct pd_smpl_derived; /* core/smpl/derived_internal.h: made when it is first asked for */

typedef struct pd_smpl_model {
    pd_smpl_data data; /* as loaded, less what was packed                        */
    int vertex_count, joint_count, beta_count, expression_count, face_count,
        soft_count;               /* copies, for brevity */
    int pose_feature_count;       /* 9(K-1), or 0: no pose blend shapes                     */
    double *joint_template;       /* (K,3)   metres, model space                            */
    double *joint_shapedirs;      /* (K,3,B)                                                */
    double *joint_expressiondirs; /* (K,3,E)                                            */
    struct pd_smpl_tiles *tiles;
    struct pd_smpl_derived *derived;
    size_t loaded_bytes;   /* without derived: pd_smpl_model_bytes                   */
    uint64_t content_hash; /* of all arrays, names and texts: part of every ETag      */
    pd_smpl_closed closed; /* whether the surface is a body's                         */
    int references;        /* atomic                                                 */
} pd_smpl_model;

/* Takes the arrays out of *data (which is empty afterwards, whatever happens). */
pd_status pd_smpl_model_build(pd_smpl_model **out, pd_smpl_data *data, pd_error *err);
/* Makes the tiles of DQS and SBS now, so that the first such body need not wait for them. ERR_MEMORY. */
pd_status pd_smpl_model_prepare_dqs(const pd_smpl_model *model, pd_error *err);
/* For LBS, or for skinning by rotations. Never NULL: those of LBS when memory ran out (pd_smpl_job_check reports that). */
const struct pd_smpl_tiles *pd_smpl_model_tiles_for(const pd_smpl_model *model, int by_rotations);
/* Its people, for pd_smpl_person_find; numbers NULL: it has none. */
pd_smpl_people pd_smpl_model_people(const pd_smpl_model *model);
/* Resident now. */
size_t pd_smpl_model_bytes(const pd_smpl_model *model);
/* pd_smpl_data_load_packed + pd_smpl_model_build. */
pd_status pd_smpl_model_load(pd_smpl_model **out, const char *path, pd_error *err);
pd_smpl_model *pd_smpl_model_retain(pd_smpl_model *model);
void pd_smpl_model_release(pd_smpl_model *model); /* NULL is fine */

#endif
