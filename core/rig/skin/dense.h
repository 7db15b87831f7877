#ifndef PD_RIG_SKIN_DENSE_H
#define PD_RIG_SKIN_DENSE_H
/* The input of skin weights, and the methods that compute one dense row of weights for each vertex. weights.h
 * combines them and keeps four of a row.
 *
 * template  the mean of the weights of the fitted template's 6 nearest vertices in (p, .06 n), each weighted
 *           by 1 / (d^2 + .004^2)
 * heat      Pinocchio's (Baran, Popovic 2007), implicit in the surface of the bones:
 *
 *               (L + A H) w_k = A H p_k        H_i = c / d_i^2, c = 6, A_i the area of the vertex, L the
 *                                              cotangent Laplacian
 *
 *           p_ki is 1 for the nearest bone, one half each for two bones at about the same distance. Only
 *           bones to which the template gives at least 5 % at the vertex or a neighbour may be nearest, so
 *           that an arm beside the body does not heat it. One Cholesky factor (CHOLMOD), three bones a solve.
 * distance  1 / d^4 of the four nearest bones, where d is the straight distance
 * geodesic  1 / d^4 of the four nearest bones, where d is the length of the path from the bone through the
 *           cells inside (volume.h; chamfer of 26 neighbours, Borgefors 1986), at most .4 of the longest side
 *           and never less than the straight distance. A vertex that no path reaches gets its weights by
 *           distance.
 *
 * Shapes   V vertices of the mesh (mesh.h), B bones.
 * Spaces   the mesh's (mesh.h): heights.
 * Memory   the caller owns the dense rows (V,B).   Threads  pure functions.
 * Errors   ERR_MEMORY; geodesic: those of pd_rig_volume_init. After a cancellation the weights are
 *          unspecified.
 */
#include "core/base/cancel.h"
#include "core/rig/base/mesh.h"

#include <stdint.h>

#define PD_RIG_BONES_MOST 64
/* Largest number of entries of heat's Cholesky factor for each vertex, 12 bytes each; a mesh that needs more
 * has no heat. A surface of 200,000 vertices needs 63. */
#define PD_RIG_FILL       76
#define PD_RIG_HEAT_SHARE 0.25 /* share of heat in the method mix */
#define PD_RIG_AUTO_HEAT  0.15 /* share of heat in the method auto if there is a network */

/* X(id, name) */
#define PD_RIG_METHOD_TABLE(X)                                                                               \
    X(AUTO, auto)                                                                                            \
    X(LEARNED, learned)                                                                                      \
    X(MIX, mix) X(TEMPLATE, template) X(HEAT, heat) X(DISTANCE, distance) X(GEODESIC, geodesic)
typedef enum pd_rig_method {
#define PD_RIG_METHOD_ENUM(id, name) PD_RIG_BY_##id,
    PD_RIG_METHOD_TABLE(PD_RIG_METHOD_ENUM)
#undef PD_RIG_METHOD_ENUM
        PD_RIG_METHODS
} pd_rig_method;
extern const char *const pd_rig_method_names[PD_RIG_METHODS];

/* The fitted template: points with normals, and the weights of B bones. */
typedef struct pd_rig_source {
    const double (*points)[3], (*normals)[3]; /* (count) in the mesh's space; unit normals */
    const int (*influences)[4];               /* (count) bones */
    const double (*weights)[4];               /* (count) sum to 1 */
    int count;
} pd_rig_source;

/* A bone as a segment. */
typedef struct pd_rig_segment {
    double from[3], to[3];
} pd_rig_segment;

/* Writes the point of the segment nearest to p and returns the square of its distance. */
double pd_rig_segment_nearest(double at[3], const double p[3], const pd_rig_segment *segment);

/* Input of all methods. source.count 0: there is no template. */
typedef struct pd_rig_weights_job {
    const pd_rig_mesh *mesh;
    pd_rig_source source;
    const pd_rig_segment *bones; /* (bone_count) a bone without length is a point */
    int bone_count;
    /* (V) bits of the bones that may heat a vertex, for a job without source; NULL: the template decides */
    const uint64_t *allowed;
    pd_rig_method method;         /* without a source: neither learned nor mix nor template */
    const struct pd_rig_net *net; /* network of net.h for learned and auto; NULL: none */
    const pd_cancel *cancel;
} pd_rig_weights_job;

/* Computes weights by template: dense (V,B), each row sums to 1. away (V), or NULL: distance to the template
 * in (p, .06 n). */
pd_status pd_rig_transfer(float *dense, float *away, const pd_rig_weights_job *job, pd_error *err);
/* Computes weights by heat. transfer (V,B), the weights by template, says which bones may heat a vertex;
 * NULL: all. Returns the number of vertices without heat (rows of zeros); -1: out of memory. */
int pd_rig_heat(float *dense, const pd_rig_weights_job *job, const float *transfer);
/* Computes weights by straight distance. */
void pd_rig_distance(float *dense, const pd_rig_weights_job *job);
/* Computes weights by distance through the solid. */
pd_status pd_rig_geodesic(float *dense, const pd_rig_weights_job *job, pd_error *err);

#endif
