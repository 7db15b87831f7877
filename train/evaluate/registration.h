#ifndef PD_TRAIN_EVALUATE_REGISTRATION_H
#define PD_TRAIN_EVALUATE_REGISTRATION_H
/* Pose, shape and place of a body model from a registered mesh: one with the model's topology.
 *
 *     min over theta, beta, x of   sum_i a_i |M(beta, theta)_i + x - v_i|^2
 *
 * a_i is the area of the skin round vertex i of the template, so that a fine mesh of face and fingers does not count
 * more than the rest. The start is closed: every joint's part is laid on its place (Horn 1987, weighted by the
 * squared skin weights). Then Gauss-Newton after Levenberg and Marquardt, all numbers at once. The Jacobian comes
 * from finite differences, which the batched forward pass makes cheap: so any skinning works, and pose blend shapes
 * are in it.
 *
 *     pd_train_body_registration_init(&fit, model, PD_SMPL_LBS, &err);
 *     pd_train_body_registration_start(&fit, mesh);
 *     pd_train_body_registration_solve(&fit, mesh, 10, 0);         fit.betas, fit.rotations, fit.translation
 *     pd_train_body_registration_deinit(&fit);
 *
 * Shapes   V vertices, K joints, B betas. Meshes are (V,3), metres, model axes (+Y up, +Z forward).
 * Memory   init allocates all of it: about (3K + B) (V,3) floats. One fit belongs to one thread.
 */
#include "core/base/arena.h"
#include "core/smpl/body.h"

typedef struct pd_train_body_registration {
    pd_smpl_model *model;
    pd_smpl_skinning skinning;
    float *betas;           /* (B) in and out: those beyond what is fitted are 0     */
    float *rotations;       /* (K,3,3) in and out, local                             */
    float translation[3];   /* in and out                                            */
    int rounds;             /* that the last solve took                              */
    float *vertices;        /* (V,3) of the model as it stands, after solve          */
    double *areas;          /* (V), sum 1                                            */
    float *block;           /* (3K + B, V,3) bodies beside the present one, a step along each parameter ... */
    float *rotated;         /* (3K, K,3,3) ... their rotations                       */
    float *reshaped;        /* (B,B) ... their betas                                 */
    float *saved;           /* (9K + B + 3) the state before a step                  */
    double *gram, *columns; /* normal equations, and the rows that they are summed from */
    double *factor, *step;  /* their Cholesky factor, their solution                 */
    pd_smpl_body *bodies;
    pd_arena scratch;
} pd_train_body_registration;

pd_status pd_train_body_registration_init(pd_train_body_registration *fit, const pd_smpl_model *model,
                                          pd_smpl_skinning skinning, pd_error *err);
void pd_train_body_registration_deinit(pd_train_body_registration *fit);

/* Part by part: sets rotations and translation for the betas as they are. */
void pd_train_body_registration_start(pd_train_body_registration *fit, const float *mesh);
/* From where it stands. Fits the first beta_count betas, or leaves all of them alone (keep_betas). Always ends; the
 * distance never grows. */
void pd_train_body_registration_solve(pd_train_body_registration *fit, const float *mesh, int beta_count,
                                      int keep_betas);

/* Mean distance of the vertices of two meshes in metres: plain, and by area. */
typedef struct pd_train_body_distance {
    double vertex, area;
} pd_train_body_distance;
pd_train_body_distance pd_train_body_registration_distance(const pd_train_body_registration *fit,
                                                           const float *mesh);

#endif
