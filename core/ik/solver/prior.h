#ifndef PD_IK_SOLVER_PRIOR_H
#define PD_IK_SOLVER_PRIOR_H
/* How likely a pose is: a mixture of probabilistic principal component analysers, learned from motion capture, whose components
 * belong to named styles. What solver EXAMPLE (prior_solve.c) makes as large as the targets let it.
 *
 *     p(x) = sum_s pi_s sum_(k of s) w_k N(x; m_k, C_k)      C_k = W_k W_k^T + sigma_k^2 I      Tipping and Bishop 1999
 *     C_k^-1 = (I - V_k^T V_k) / sigma_k^2                   V_k = L^-1 W_k^T,  L L^T = W_k^T W_k + sigma_k^2 I
 *
 * x (D = 2 + 3 (J - 1)) is a pose without its place and heading, every number less its centre and divided by its scale:
 *     the root       x and z of the world's up in its frame, R_0^T e_y: how it leans
 *     other joints   log of the local rotation, radians
 * The density is that of the numbers before they are scaled. Style -1 is all of them.
 *
 * Shapes   J joints, root first; D numbers; K components of Q directions each; S styles.
 * Spaces   rotations local to the parent, as core/anim/skeleton.h; rest pose a T-pose with every frame parallel to the model's.
 * Memory   one reference on build; retain and release are atomic. Immutable but for what prior_marginal.h adds when it is asked for: any number of threads.
 * Errors   "FILE: tensor" or "FILE: __metadata__/key", with what is there and what is expected.
 */
#include "core/anim/skeleton.h"
#include "core/base/rng.h"
#include "core/io/tensor/model_file.h"

#include <stddef.h>
#include <stdint.h>

#define PD_IK_PRIOR_KIND           "pose-prior" /* metadata `kind` of its files */
#define PD_IK_PRIOR_VERSION        "1.0"
#define PD_IK_PRIOR_MAX_JOINTS     64
#define PD_IK_PRIOR_MAX_DIM        (3 * PD_IK_PRIOR_MAX_JOINTS)
#define PD_IK_PRIOR_MAX_COMPONENTS 4096
#define PD_IK_PRIOR_MAX_STYLES     64

typedef struct pd_ik_prior {
    int joint_count, dim, component_count, rank, style_count; /* J D K Q S */
    pd_model_name *joint_names;                               /* (J) root first         */
    pd_model_name *style_names;                               /* (S)                    */
    float *centre, *scale;                                    /* (D) radians; scale > 0 */
    float *style_weights;                                     /* (S) pi, sum 1          */
    float *means;                                             /* (K,D) scaled           */
    float *bases;                                             /* (K,Q,D) rows of W^T    */
    float *noise;                                             /* (K) sigma^2 > 0        */
    float *weights;                                           /* (K) w; of each style sum 1 */
    unsigned char *styles;                                    /* (K)                    */
    pd_model_text text;
    /* what _build adds */
    float *whiten;    /* (K,Q,D) V                                                     */
    pd_quat *poses;   /* (K,J) local rotations of the means                            */
    double *log_norm; /* (K) log w - log |2 pi C|^(1/2) - sum log scale; without pi_s  */
    size_t resident_bytes;
    uint64_t content_hash; /* of all numbers and names */
    struct pd_ik_prior_marginal *
        *marginals; /* where the list of prior_marginal.h begins, which grows as it is asked for; atomic */
    int references; /* atomic */
} pd_ik_prior;

/* Zeroed arrays for these sizes; log_norm and whiten stay NULL. ERR_RANGE, ERR_MEMORY; *prior is empty then. */
pd_status pd_ik_prior_init(pd_ik_prior *prior, int joints, int components, int rank, int styles,
                           pd_error *err);
void pd_ik_prior_deinit(pd_ik_prior *prior);
/* Numbers finite, scale and noise positive, weights sums of 1, names there and unique, every style with a component. */
pd_status pd_ik_prior_check(const pd_ik_prior *prior, pd_error *err);

/* Takes the arrays out of *prior (which is empty afterwards, whatever happens), checks them and adds what is derived. */
pd_status pd_ik_prior_build(pd_ik_prior **out, pd_ik_prior *prior, pd_error *err);
pd_status pd_ik_prior_load(pd_ik_prior **out, const char *path, pd_error *err);
pd_ik_prior *pd_ik_prior_retain(const pd_ik_prior *prior);
void pd_ik_prior_release(pd_ik_prior *prior); /* NULL is fine */

/* safetensors: centre, scale (D), style_weights (S), means (K,D), bases (K,Q,D), noise, weights (K) F32 or F16, styles (K) U8; metadata
 * kind, version, joint_names and style_names (with commas between), name, licence, provenance, credits. Not built. */
pd_status pd_ik_prior_parse(pd_ik_prior *prior, const void *bytes, size_t size, const char *name,
                            pd_error *err);
pd_status pd_ik_prior_encode(pd_buffer *out, const pd_ik_prior *prior, pd_error *err);
pd_status pd_ik_prior_save(const pd_ik_prior *prior, const char *path, pd_error *err);

/* The style's number, or -1. */
int pd_ik_prior_style(const pd_ik_prior *prior, const char *name);

/* joints (J) of the skeleton for each of the prior's: the root for its first, then by name; those of the biped stand for SMPL's that do
 * the same work (core/anim/ranges.h). -1: not there. Returns how many are missing; missing (may be NULL) is their names with ", ". */
int pd_ik_prior_joints(int *joints, const pd_ik_prior *prior, const pd_anim_skeleton *skeleton, char *missing,
                       size_t missing_bytes);

/* x (D), scaled, of local rotations (J) in the prior's order. */
void pd_ik_prior_features(double *x, const pd_ik_prior *prior, const pd_quat *rotations);
/* The rotations (J) of x; the root's heads as it leans, no more. */
void pd_ik_prior_rotations(pd_quat *rotations, const pd_ik_prior *prior, const double *x);

/* A pose from the density itself, as rotations (joints of the skeleton): style and component by their weights, then x = m + W z + sigma e. The
 * root leans and has no heading; joints that the prior does not know are rotated by a normal vector of that deviation in radians. prior_draw.c. */
void pd_ik_prior_draw(pd_quat *rotations, const pd_ik_prior *prior, const pd_anim_skeleton *skeleton,
                      double unknown_sd, pd_rng *rng);

/* A prior of one style "blend" between two of a built one: p(x) ~ p_1(x)^share p_2(x)^(1 - share), of each pair of components a Gaussian whose
 * precision is between theirs, of twice the rank; the 64 heaviest pairs. 0 < share < 1. ERR_RANGE, ERR_MEMORY. prior_blend.c. */
pd_status pd_ik_prior_blend(pd_ik_prior **out, const pd_ik_prior *prior, const int styles[2], double share,
                            pd_error *err);

/* Of a built one: log (w_k N(x; m_k, C_k)), without pi_s. */
double pd_ik_prior_component_log(const pd_ik_prior *prior, int component, const double *x);
/* log p(x), or of that style alone. */
double pd_ik_prior_log(const pd_ik_prior *prior, const double *x, int style);

#endif
