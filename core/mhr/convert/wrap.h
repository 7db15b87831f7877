#ifndef PD_MHR_CONVERT_WRAP_H
#define PD_MHR_CONVERT_WRAP_H
/* Correspondence between two surfaces: for each vertex of another model (MHR, or another body model), the
 * point of a body model's skin at the same anatomical place.
 *
 *     1. the body model is fitted to the other one at rest by common joints: MHR's by a table of names, a
 *        body model's by their own names
 *     2. then repeatedly to the nearest points of its own surface whose normals agree, with decreasing sigma
 *        ICP (Besl, McKay 1992)
 *     3. vertex i of the other model corresponds to the nearest point of the fitted surface, as three corners
 *        with weights
 *
 * The fits are those of core/observe: betas, pose and translation at once, with its terms of points, shape
 * and rest.
 *
 * Shapes   V vertices of the other model. Vertices farther than PD_MHR_CONVERT_FARTHEST are omitted; of more
 *          than PD_MHR_CONVERT_MOST_POINTS only every nth is used.
 * Spaces   model axes of both, +Y up, +Z forward, metres.
 * Memory   _init allocates, _deinit frees; read-only between.
 * Errors   ERR_UNSUPPORTED: fewer than PD_MHR_CONVERT_LEAST_JOINTS joints with the expected names;
 *          ERR_MEMORY.
 */
#include "core/mhr/model.h"
#include "core/observe/observe.h"
#include "core/smpl/model.h"

#define PD_MHR_CONVERT_MOST_POINTS  2500
#define PD_MHR_CONVERT_FARTHEST     0.03
#define PD_MHR_CONVERT_LEAST_JOINTS 12
#define PD_MHR_CONVERT_JOINTS_MAX   64

/* A body of the other model in its pose: the target of a fit. */
typedef struct pd_mhr_convert_seen {
    const float *vertices, *normals; /* (V,3) */
    const float *joints;             /* (K,3) */
    const float *surface; /* (surface_count,3) Points of the same skin, denser than the vertices; or NULL. */
    int surface_count;
} pd_mhr_convert_seen;

typedef struct pd_mhr_convert_point {
    int vertex; /* Vertex of the other model. */
    pd_observe_part corners[3];
} pd_mhr_convert_point;

typedef struct pd_mhr_convert_wrap {
    const pd_mhr *mhr;            /* The other model; NULL when it is a body model. */
    const pd_smpl_model *body;    /* The body model whose surface is fitted to the other. */
    pd_mhr_convert_point *points; /* (point_count) */
    int point_count;
    /* (joint_count) Joint of the other model, joint of the body model. */
    int joints[PD_MHR_CONVERT_JOINTS_MAX][2];
    int joint_count;
    uint32_t *around_start, *around; /* Triangles of the body model at each of its vertices. */
    double mean, largest;            /* Distances between the surfaces at rest, metres. */
} pd_mhr_convert_wrap;

/* Makes the wrap of MHR's surface around a body model. */
pd_status pd_mhr_convert_wrap_init(pd_mhr_convert_wrap *out, const pd_mhr *mhr, const pd_smpl_model *body,
                                   pd_error *err);
/* Makes a wrap around another body model, whose joints have the names of the body's. */
pd_status pd_mhr_convert_wrap_init_from(pd_mhr_convert_wrap *out, const pd_smpl_model *from,
                                        const pd_smpl_model *body, pd_error *err);
void pd_mhr_convert_wrap_deinit(pd_mhr_convert_wrap *wrap);

/* Finds the nearest point of the body's surface (vertices, normals: (V,3) of the body model) to p among those
 * whose normals agree with `normal` (NULL: any). Returns the distance; INFINITY when there is none. */
double pd_mhr_convert_nearest(pd_observe_part corners[3], const pd_mhr_convert_wrap *wrap,
                              const float *vertices, const float *normals, const float p[3],
                              const float *normal);

#endif
