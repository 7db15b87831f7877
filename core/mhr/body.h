#ifndef PD_MHR_BODY_H
#define PD_MHR_BODY_H
/* Computes a body of MHR from its parameters: vertices, joints, normals.
 *
 *     T  = T0 + sum_n a_n I_n + sum_m e_m E_m + C(q)
 *     v_i = sum_k w_ik G_k inv(G*_k) T_i         (model.h)
 *
 * Shapes   parameters (P), identity (N), expression (M): shorter arrays are padded with 0, NULL is all 0.
 *          vertices (V,3), joints (K,3), normals (V,3).
 * Spaces   in: radians; root_tx and so on in MHR's decimetres; scales as in MHR. out: metres, +Y up, +Z
 *          forward, model space + translation.
 * Memory   _run allocates nothing; scratch comes from the arena.
 * Threads  the model is const; a body is computed by one thread, with the same bits on any.
 * Errors   all of them in _check, which names the number: not finite, beyond PD_MHR_LARGEST, more numbers
 *          than the model has, or a scale 2^sc outside 1/16 .. 16, which no joint of a body has.
 */
#include "core/base/arena.h"
#include "core/mhr/model.h"

#define PD_MHR_LARGEST 1e4

typedef struct pd_mhr_body {
    float *vertices, *joints, *normals; /* Outputs, each may be NULL; normals require vertices. */
    const float *parameters, *identity, *expression;
    int parameter_count, identity_count, expression_count;
    float translation[3];
    bool is_plain; /* True: without pose correctives. */
} pd_mhr_body;

/* Checks the parameters of a body, and computes the bytes of scratch that _run needs for one body. */
pd_status pd_mhr_body_check(const pd_mhr_body *body, const pd_mhr *mhr, pd_error *err);
size_t pd_mhr_body_scratch_bytes(const pd_mhr *mhr);
/* Computes a body that has passed _check. The arena must have room for _scratch_bytes. */
void pd_mhr_body_run(const pd_mhr_body *body, const pd_mhr *mhr, pd_arena *scratch);

/* The steps of _run, for fits. _shape: rest (V,3) = T0 with identity and expression, cm. _correct: adds C(q)
 * to rest. _matrices: (K,12) rows of [A | t], cm to cm. _skin: vertices (V,3), metres. */
void pd_mhr_body_shape(float *rest, const pd_mhr_body *body, const pd_mhr *mhr);
void pd_mhr_body_correct(float *rest, const pd_mhr *mhr, const double *q, pd_arena *scratch);
void pd_mhr_body_matrices(float *matrices, const pd_mhr *mhr, const double *world);

#endif
