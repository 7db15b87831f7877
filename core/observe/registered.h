#ifndef PD_OBSERVE_REGISTERED_H
#define PD_OBSERVE_REGISTERED_H
/* A body from individually identified vertices (a mesh of the model's topology, or some of it) without a search: pose and shape in turns, each in closed form.
 *
 *     Q_k  = argmax tr(Q sum_v c_v w_kv^2 (x_v - x) (y_v - y)^T),  G_k <- Q_k G_k      every part onto what is seen of it (Horn 1987)
 *     beta, t = argmin sum_v c_v |x_v(beta, t) - y_v|^2 / s^2 + |beta|^2               rotations as they are: linear
 *     c_v  = c'_v / (1 + e_v^2 / r^2)^2                                               with a robust function (Geman and McClure), after some rounds
 *
 *     x_v  = sum_k w_kv G_k (T_v + S_v beta + P_v(theta) - J_k) + X_k + t             LBS, with pose blend shapes
 *
 * as smplfitter goes by parts and shape in turns (github.com/isarandi/smplfitter). Joints whose part holds too little go with their parent. Every round finds
 * steps from the residuals, so that single precision costs rounds but no accuracy. Blend shapes that grow with betas stand still within a round.
 *
 * What the vertices depend on is copied out of the model once for a set of them (_init). `chosen` draws such a set evenly over the skin.
 *
 * Shapes   N vertices, K joints, B betas.   Spaces  metres; anywhere.
 * Memory   init allocates, deinit frees; scratch is the caller's arena, _run allocates nothing.
 * Threads  read-only after init: any number of threads, each with its own arena.
 * Errors   ERR_MEMORY, ERR_RANGE of a vertex.
 */
#include "core/observe/term.h"

#include "core/kernel/registered.h"

#define PD_OBSERVE_REGISTERED_ROUNDS 3
#define PD_OBSERVE_REGISTERED_STEPS  6
#define PD_OBSERVE_REGISTERED_LEAST                                                                          \
    150 /* vertices: of fewer some part has too few to tell how it is turned */

typedef struct pd_observe_registered {
    const pd_smpl_model *model; /* borrowed */
    int count, betas;           /* N, and B padded as the kernel wants it                     */
    int entries, features;      /* skin entries a vertex, numbers of f                        */
    bool by_quaternion;         /* pose features: 9 a joint of R - I, or 4 of its quaternion   */
    pd_k_registered_job tables; /* the kernel's, those of the set                             */
    float *rest;                /* (N,4) T */
    pd_arena memory;
} pd_observe_registered;

/* Distinct vertices drawn evenly over the skin at rest, the farthest from those before it next. count: at most V. */
void pd_observe_registered_chosen(int *vertices, int count, const pd_smpl_model *model, float *scratch);

pd_status pd_observe_registered_init(pd_observe_registered *out, const pd_smpl_model *model,
                                     const int *vertices, int count, pd_error *err);
/* The same of vertices that are compiled already, in the caller's arena with room for _most_bytes; vertex_bytes: sum of pd_observe_vertex_bytes. false: it is full. No
 * _deinit then. */
size_t pd_observe_registered_most_bytes(const pd_smpl_model *model, int count, size_t vertex_bytes);
bool pd_observe_registered_make(pd_observe_registered *out, const pd_smpl_model *model,
                                const pd_observe_vertex *const *vertices, int count, pd_arena *arena);
void pd_observe_registered_deinit(pd_observe_registered *set);

typedef struct pd_observe_registered_job {
    pd_observe_state *state; /* out; in: betas where they are not fitted */
    const float *seen;       /* (N,3) */
    const float *confidence; /* (N) 0 .. 1; NULL: 1 */
    double sigma;            /* of a coordinate, metres */
    double robust;           /* r in metres; 0: none */
    bool keep_betas;
    int rounds, steps; /* of parts; of everything, at most; 0: the usual number */
    /* out */
    double rms; /* metres, by confidence */
    int steps_used;
} pd_observe_registered_job;

size_t pd_observe_registered_scratch_bytes(const pd_observe_registered *set);
/* The same before there is a set. */
size_t pd_observe_registered_scratch_most(const pd_smpl_model *model, int count);
void pd_observe_registered_run(pd_observe_registered_job *job, const pd_observe_registered *set,
                               pd_arena *scratch);

#endif
