#ifndef PD_MHR_BODY_H
#define PD_MHR_BODY_H
/* A body of MHR from its parameters: vertices, joints, normals.
 *
 *     T  = T0 + sum_n a_n I_n + sum_m e_m E_m + C(q)
 *     v_i = sum_k w_ik G_k inv(G*_k) T_i                                                                          model.h
 *
 * Shapes   parameters (P), identity (N), expression (M): fewer count as 0 from there on, NULL is none. vertices (V,3), joints (K,3), normals (V,3).
 * Spaces   in: radians, root_tx .. in MHR's decimetres, scales as MHR has them. out: metres, +Y up, +Z forward, model space + translation.
 * Memory   _run allocates nothing; scratch comes from the arena.
 * Threads  the model is const; a body is one thread, and its bits are the same on any.
 * Errors   all of them in _check, which names the number: not finite, beyond PD_MHR_LARGEST, more than there are; a scale (2^sc) beyond
 *          1/16 .. 16, which no joint of a body has.
 */
#include "core/base/arena.h"
#include "core/mhr/model.h"

#define PD_MHR_LARGEST 1e4

typedef struct pd_mhr_body {
    float *vertices, *joints, *normals; /* out, each may be NULL; normals ask for vertices */
    const float *parameters, *identity, *expression;
    int parameter_count, identity_count, expression_count;
    float translation[3];
    bool is_plain; /* true: without pose correctives */
} pd_mhr_body;

pd_status pd_mhr_body_check(const pd_mhr_body *body, const pd_mhr *mhr, pd_error *err);
size_t pd_mhr_body_scratch_bytes(const pd_mhr *mhr);
/* The arena has room for _scratch_bytes. */
void pd_mhr_body_run(const pd_mhr_body *body, const pd_mhr *mhr, pd_arena *scratch);

/* The steps of _run one by one, for fits. rest (V,3) cm: T0 with identity and expression; C(q) is added to it; matrices (K,12) rows of
 * [A | t], cm to cm; vertices (V,3) metres. */
void pd_mhr_body_shape(float *rest, const pd_mhr_body *body, const pd_mhr *mhr);
void pd_mhr_body_correct(float *rest, const pd_mhr *mhr, const double *q, pd_arena *scratch);
void pd_mhr_body_matrices(float *matrices, const pd_mhr *mhr, const double *world);
void pd_mhr_body_skin(float *vertices, const pd_mhr *mhr, const float *matrices, const float *rest);

#endif
