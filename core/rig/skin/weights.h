#ifndef PD_RIG_WEIGHTS_H
#define PD_RIG_WEIGHTS_H
/* Skin weights of a mesh, by one of these methods:
 *
 * template  the mean of the weights of the fitted template's 6 nearest vertices in (p, .06 n), each by 1 / (d^2 + .004^2)
 * heat      Pinocchio's (Baran, Popovic 2007), implicit in the bones' own surface:
 *
 *               (L + A H) w_k = A H p_k        H_i = c / d_i^2,  c = 6,  A_i the vertex's area,  L the cotangent Laplacian
 *
 *           p_ki = 1 for the nearest bone, halves for bones about as near. Only bones that template has at the vertex or beside it (5 %) may be
 *           nearest: arms beside the body do not heat it. One Cholesky factor (CHOLMOD), three bones a solve.
 * mix       three quarters template, a quarter heat.
 * learned   a network that sees both and the bones about a vertex (net.h).
 * auto      .85 learned and .15 heat where there are a network and a template; mix where there is a template; else heat.
 * distance  1 / d^4 of the four nearest bones, d straight.
 * geodesic  the same, d the way from the bone through the cells inside (volume.h; chamfer of 26 neighbours, Borgefors 1986), at most .4 of the
 *           longest side and never less than straight; a vertex that no way leads to goes by distance.
 *
 * The four largest of a vertex are kept and sum to 1. No vertex is without: where heat fails, template stands alone, or the nearest bone of those
 * allowed.
 *
 * Shapes   V vertices of the mesh (mesh.h), B bones.   Memory   one owner: pd_rig_weights_deinit.
 * Errors   ERR_MEMORY; geodesic: pd_rig_volume_init's; cancelled: the weights are unspecified.
 */
#include "core/base/cancel.h"
#include "core/rig/base/mesh.h"

#include <stdint.h>

#define PD_RIG_BONES_MOST 64
/* Entries of heat's factor a vertex, 12 bytes each; a mesh that needs more has no heat. A surface of 200,000 needs 63. */
#define PD_RIG_FILL       76
#define PD_RIG_HEAT_SHARE 0.25 /* of mix */
#define PD_RIG_AUTO_HEAT  0.15 /* of auto where there is a network */

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

/* The fitted template: points with normals and the weights of B bones. */
typedef struct pd_rig_source {
    const double (*points)[3], (*normals)[3]; /* (count) the mesh's space: heights; unit normals */
    const int (*influences)[4];               /* (count) bones        */
    const double (*weights)[4];               /* (count) sum to 1     */
    int count;
} pd_rig_source;

typedef struct pd_rig_segment {
    double from[3], to[3];
} pd_rig_segment;

/* The point of the segment that is nearest to p; returns the square of its distance. */
double pd_rig_segment_nearest(double at[3], const double p[3], const pd_rig_segment *segment);

typedef struct pd_rig_weights_job {
    const pd_rig_mesh *mesh;
    pd_rig_source source;
    const pd_rig_segment *bones; /* (bone_count) what heats: a bone of no length is a point */
    int bone_count;
    const uint64_t *
        allowed; /* (V) bits of the bones that may heat a vertex; then there is no source. NULL: by template */
    pd_rig_method method;         /* without a source neither learned, mix nor template */
    const struct pd_rig_net *net; /* net.h's, of learned and auto; NULL: none */
    const pd_cancel *cancel;
} pd_rig_weights_job;

typedef struct pd_rig_weights {
    uint8_t (*bones)[4]; /* (V) */
    float (*values)[4];  /* (V) the largest first, sum to 1 */
    int unheated;        /* vertices where heat failed      */
} pd_rig_weights;

pd_status pd_rig_weights_run(pd_rig_weights *out, const pd_rig_weights_job *job, pd_error *err);
void pd_rig_weights_deinit(pd_rig_weights *weights);

/* Of core/rig alone. dense (V,B): sums to 1 in a row. away (V), or NULL: how far the template is, in (p, .06 n). */
pd_status pd_rig_transfer(float *dense, float *away, const pd_rig_weights_job *job, pd_error *err);
/* transfer (V,B) tells which bones may heat; NULL: all. Returns how many vertices have no heat (rows of 0); -1: out of memory. */
int pd_rig_heat(float *dense, const pd_rig_weights_job *job, const float *transfer);
void pd_rig_distance(float *dense, const pd_rig_weights_job *job);
pd_status pd_rig_geodesic(float *dense, const pd_rig_weights_job *job, pd_error *err);

#endif
