#ifndef PD_PFNN_RUN_H
#define PD_PFNN_RUN_H
/* Evaluates the network for N characters at once, each at its own phase.
 *
 *     y_n = network(x_n; W(phase_n))        network.h has the equations, phase.h the modes; W(x_n) for a
 *                                           network with a gate
 *
 * A character gives the same bits whatever else is in the batch, in any order, on any number of threads:
 * every sum runs over the inputs from first to last with one fused multiply-add each, then over the control
 * points (or slices), and nothing depends on neighbours. Put all characters of a tick into one job: a single
 * character waits for all the weights, 16 characters share them (docs/reference/pfnn.md has the numbers).
 *
 * Shapes   N characters; float32, row-major, dense.
 * Units    those of the network: root frame, centimetres, centimetres per frame; phases in radians, any
 *          finite one.
 * Memory   allocates nothing; scratch comes from the arena, which is left as it was found. y may not overlap
 *          x.
 * Threads  the model is const; tasks go to the executor.
 * Errors   none: inputs and phases are finite because they come from checked inputs; this is not checked
 *          again.
 */
#include "core/base/arena.h"
#include "core/base/executor.h"
#include "core/pfnn/model.h"

typedef struct pd_pfnn_job {
    float *y;           /* out (N,y_dim) */
    const float *x;     /* in  (N,x_dim) */
    const float *phase; /* in  (N) radians */
    int count;          /* N: 1 to PD_PFNN_MAX_BATCH */
    pd_pfnn_mode mode;  /* zero is cubic, the exact mode; a network with a gate always runs exactly */
} pd_pfnn_job;

#define PD_PFNN_MAX_BATCH (1 << 20)

/* Returns the bytes of arena that pd_pfnn_job_run takes. */
size_t pd_pfnn_job_scratch_bytes(const pd_pfnn_job *job, const pd_pfnn_model *model,
                                 const pd_executor *executor);
/* Evaluates the job. arena has room for scratch_bytes. */
void pd_pfnn_job_run(const pd_pfnn_job *job, const pd_pfnn_model *model, pd_arena *arena,
                     const pd_executor *executor);

/* Evaluates one character in double, directly by the equations, as a reference for tests. y (y_dim). Needs
 * the network's own weights, so a network that was not built into a model. ERR_MEMORY. */
pd_status pd_pfnn_ref(double *y, const pd_pfnn_network *network, const float *x, double phase,
                      pd_pfnn_mode mode, pd_error *err);

#endif
