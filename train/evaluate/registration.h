#ifndef PD_TRAIN_EVALUATE_REGISTRATION_H
#define PD_TRAIN_EVALUATE_REGISTRATION_H
/* Fits pose, shape and position of a body model to a registered mesh, one with the model's topology.
 *
 *     min over theta, beta, x of   sum_i a_i |M(beta, theta)_i + x - v_i|^2
 *
 * a_i is the area of the skin round vertex i of the template, so that the dense vertices of face and fingers
 * do not dominate. The initialisation has a closed form: every joint's part is aligned separately (Horn 1987,
 * weighted by the squared skin weights). Levenberg-Marquardt iterations over all parameters follow. The
 * Jacobian comes from finite differences, which the batched forward pass makes cheap, so any skinning method
 * works and pose blend shapes are included.
 *
 *     pd_train_body_registration_init(&fit, model, PD_SMPL_LBS, &err);
 *     pd_train_body_registration_start(&fit, mesh);
 *     pd_train_body_registration_solve(&fit, mesh, 10, 0);         fit.betas, fit.rotations, fit.translation
 *     pd_train_body_registration_deinit(&fit);
 *
 * Shapes   V vertices, K joints, B betas. Meshes are (V,3), metres, model axes (+Y up, +Z forward).
 * Memory   init allocates everything: about (3K + B) (V,3) floats. One fit belongs to one thread.
 */
#include "core/base/arena.h"
#include "core/smpl/body.h"

typedef struct pd_train_body_registration {
    pd_smpl_model *model;
    pd_smpl_skinning skinning;
    float *betas;           /* (B) in and out; betas that are not fitted are 0 */
    float *rotations;       /* (K,3,3) in and out, local                             */
    float translation[3];   /* in and out                                            */
    int rounds;             /* iterations of the last solve */
    float *vertices;        /* (V,3) vertices of the fitted model, after solve */
    double *areas;          /* (V) a_i, sum 1 */
    float *block;           /* (3K + B, V,3) bodies with a small step along each parameter */
    float *rotated;         /* (3K, K,3,3) rotations of those bodies */
    float *reshaped;        /* (B,B) betas of those bodies */
    float *saved;           /* (9K + B + 3) parameters before a step */
    double *gram, *columns; /* normal equations, and the rows that they are summed from */
    double *factor, *step;  /* Cholesky factor and solution of the normal equations */
    pd_smpl_body *bodies;
    pd_arena scratch;
} pd_train_body_registration;

/* Prepares to fit a model, which it retains, to registered meshes by this kind of skinning. ERR_MEMORY. */
pd_status pd_train_body_registration_init(pd_train_body_registration *fit, const pd_smpl_model *model,
                                          pd_smpl_skinning skinning, pd_error *err);
void pd_train_body_registration_deinit(pd_train_body_registration *fit);

/* Initialises rotations and translation part by part, with the present betas. */
void pd_train_body_registration_start(pd_train_body_registration *fit, const float *mesh);
/* Iterates from the present parameters. Fits the first beta_count betas, or none (keep_betas). Always
 * terminates; the distance never grows. */
void pd_train_body_registration_solve(pd_train_body_registration *fit, const float *mesh, int beta_count,
                                      int keep_betas);

/* Mean distance of the vertices of two meshes in metres: unweighted, and weighted by area. */
typedef struct pd_train_body_distance {
    double vertex, area;
} pd_train_body_distance;
pd_train_body_distance pd_train_body_registration_distance(const pd_train_body_registration *fit,
                                                           const float *mesh);

#endif
