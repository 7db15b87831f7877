#ifndef PD_MHR_CONVERT_WRAP_H
#define PD_MHR_CONVERT_WRAP_H
/* Which point of a body model's skin each vertex of another model is, of MHR or of another body model: the same place of the same person on
 * both surfaces.
 *
 *     1. the body model is fitted to the other at rest by the joints that both have: MHR's by a table of names, a body model's by their own
 *     2. repeatedly to the nearest points of its own surface whose normals agree, with decreasing sigma   ICP (Besl, McKay 1992)
 *     3. vertex i of the other is then the nearest point of the fitted surface, as three corners with weights
 *
 * Fits are those of core/observe: betas, pose and place at once, with its terms of points, shape and rest.
 *
 * Shapes   V vertices of the other model, of which some may be left out: what lies farther than PD_MHR_CONVERT_FARTHEST or of more than
 *          PD_MHR_CONVERT_MOST_POINTS each nth.
 * Spaces   model axes of both, +Y up, +Z forward, metres.
 * Memory   _init allocates, _deinit frees; read-only between.
 * Errors   ERR_UNSUPPORTED: fewer than PD_MHR_CONVERT_LEAST_JOINTS joints have the names that are looked for; ERR_MEMORY.
 */
#include "core/mhr/model.h"
#include "core/observe/observe.h"
#include "core/smpl/model.h"

#define PD_MHR_CONVERT_MOST_POINTS  2500
#define PD_MHR_CONVERT_FARTHEST     0.03
#define PD_MHR_CONVERT_LEAST_JOINTS 12
#define PD_MHR_CONVERT_JOINTS_MAX   64

/* A body of the other model, in its pose: the target of a fit. */
typedef struct pd_mhr_convert_seen {
    const float *vertices, *normals; /* (V,3) */
    const float *joints;             /* (K,3) */
    const float *
        surface; /* (surface_count,3) points of the same skin, seen more finely than by vertices; NULL: none */
    int surface_count;
} pd_mhr_convert_seen;

typedef struct pd_mhr_convert_point {
    int vertex; /* of the other model */
    pd_observe_part corners[3];
} pd_mhr_convert_point;

typedef struct pd_mhr_convert_wrap {
    const pd_mhr *mhr;            /* the other model; NULL where it is a body model */
    const pd_smpl_model *body;    /* whose surface is wrapped around the other */
    pd_mhr_convert_point *points; /* (point_count) */
    int point_count;
    int joints[PD_MHR_CONVERT_JOINTS_MAX][2]; /* (joint_count) of the other model, of the body model */
    int joint_count;
    uint32_t *around_start, *around; /* triangles of the body model round each of its vertices */
    double mean, largest;            /* metres between the surfaces at rest */
} pd_mhr_convert_wrap;

pd_status pd_mhr_convert_wrap_init(pd_mhr_convert_wrap *out, const pd_mhr *mhr, const pd_smpl_model *body,
                                   pd_error *err);
/* The same of another body model, whose joints have the names of the body's. */
pd_status pd_mhr_convert_wrap_init_from(pd_mhr_convert_wrap *out, const pd_smpl_model *from,
                                        const pd_smpl_model *body, pd_error *err);
void pd_mhr_convert_wrap_deinit(pd_mhr_convert_wrap *wrap);

/* The nearest point of the body's surface (vertices, normals: (V,3) of the body model) to p among those whose normals agree with `normal`
 * (NULL: any). Returns the distance, INFINITY when there is none. */
double pd_mhr_convert_nearest(pd_observe_part corners[3], const pd_mhr_convert_wrap *wrap,
                              const float *vertices, const float *normals, const float p[3],
                              const float *normal);

#endif
