#ifndef PD_OBSERVE_REGISTERED_H
#define PD_OBSERVE_REGISTERED_H
/* Body from identified vertices (a mesh of the model's topology, or part of one) without a search: pose and
 * shape alternate, each in closed form.
 *
 *     Q_k  = argmax tr(Q sum_v c_v w_kv^2 (x_v - x) (y_v - y)^T), G_k <- Q_k G_k aligns every part with its
 *          observed vertices (Horn 1987)
 *     beta, t = argmin sum_v c_v |x_v(beta, t) - y_v|^2 / s^2 + |beta|^2
 *         with fixed rotations: linear
 *     c_v  = c'_v / (1 + e_v^2 / r^2)^2 with a robust function (Geman and McClure), after some rounds
 *
 *     x_v  = sum_k w_kv G_k (T_v + S_v beta + P_v(theta) - J_k) + X_k + t LBS, with pose blend shapes
 *
 * x and y without an index are the means weighted by c_v w_kv^2.
 *
 * smplfitter alternates in the same way (github.com/isarandi/smplfitter). Joints whose part has too few
 * vertices follow their parent. Every round computes steps from the residuals, so single precision costs
 * rounds but no accuracy. Blend shapes that grow with betas are constant within a round.
 *
 * _init copies everything the vertices depend on out of the model once. `chosen` selects such a set of
 * vertices evenly over the skin.
 *
 * Shapes   N vertices, K joints, B betas.   Spaces  any space, metres.
 * Memory   init allocates, deinit frees; scratch is the caller's arena, _run allocates nothing.
 * Threads  read-only after init: any number of threads, each with its own arena.
 * Errors   ERR_MEMORY; ERR_RANGE for a vertex index out of range.
 */
#include "core/observe/term.h"

#include "core/kernel/body/registered.h"

#define PD_OBSERVE_REGISTERED_ROUNDS 3
#define PD_OBSERVE_REGISTERED_STEPS  6
/* Smallest number of vertices: with fewer, some part has too few to determine its rotation */
#define PD_OBSERVE_REGISTERED_LEAST  150

typedef struct pd_observe_registered {
    const pd_smpl_model *model; /* borrowed */
    int count, betas;           /* N, and B padded as the kernel requires */
    int entries, features;      /* skin entries of a vertex, and number of pose features */
    /* pose features are the 4 numbers of a quaternion for each joint instead of the 9 of R - I */
    bool by_quaternion;
    pd_k_registered_job tables; /* the kernel's tables for this set */
    float *rest;                /* (N,4) T, padded */
    pd_arena memory;
} pd_observe_registered;

/* Selects `count` (at most V) distinct vertices evenly over the skin at rest; each one is the vertex farthest
 * from those before it. */
void pd_observe_registered_chosen(int *vertices, int count, const pd_smpl_model *model, float *scratch);

/* Copies the data of the vertices from the model. Allocates. */
pd_status pd_observe_registered_init(pd_observe_registered *out, const pd_smpl_model *model,
                                     const int *vertices, int count, pd_error *err);
/* Builds the set from compiled vertices in the caller's arena, with room for _most_bytes; vertex_bytes is the
 * sum of pd_observe_vertex_bytes. Returns false if the arena is full.
 * Such a set must not be passed to _deinit. */
size_t pd_observe_registered_most_bytes(const pd_smpl_model *model, int count, size_t vertex_bytes);
bool pd_observe_registered_make(pd_observe_registered *out, const pd_smpl_model *model,
                                const pd_observe_vertex *const *vertices, int count, pd_arena *arena);
void pd_observe_registered_deinit(pd_observe_registered *set);

typedef struct pd_observe_registered_job {
    pd_observe_state *state; /* out; in: betas if keep_betas */
    const float *seen;       /* in (N,3) observed positions, metres */
    const float *confidence; /* in (N) 0 .. 1; NULL: all 1 */
    double sigma;            /* noise of a coordinate, metres */
    double robust;           /* r in metres; 0: least squares */
    bool keep_betas;
    /* rounds of part alignment, and largest number of joint steps; 0: the defaults above */
    int rounds, steps;
    /* out */
    double rms;     /* out: root mean square distance, weighted by confidence, metres */
    int steps_used; /* out: steps that were made */
} pd_observe_registered_job;

/* Returns the scratch bytes that _run needs for this set. */
size_t pd_observe_registered_scratch_bytes(const pd_observe_registered *set);
/* Returns the scratch bytes for a set of `count` vertices that has not been built yet. */
size_t pd_observe_registered_scratch_most(const pd_smpl_model *model, int count);
/* Fits pose, translation and, without keep_betas, shape. */
void pd_observe_registered_run(pd_observe_registered_job *job, const pd_observe_registered *set,
                               pd_arena *scratch);

#endif
