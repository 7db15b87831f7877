#ifndef PD_PFNN_RUN_H
#define PD_PFNN_RUN_H
/* One step of the network for N characters at once, each at its own phase.
 *
 *     y_n = network(x_n; W(phase_n))        network.h has the equations, phase.h the modes; W(x_n) of a network with a gate
 *
 * The same character gives the same bits whatever else is in the batch, in whatever order, on any number of threads:
 * every sum runs over the inputs from first to last with one fused multiply-add each, then over the control points (or
 * slices), and nothing depends on the neighbours. Put all characters of a tick into one job: one alone waits for
 * all the weights, 16 share them (docs/reference/pfnn.md has the numbers).
 *
 * Shapes   N characters; float32, row-major, dense.
 * Units    the network's own: root frame, centimetres, centimetres a frame; phases in radians, any finite one.
 * Memory   allocates nothing; scratch comes from the arena, which is left as it was found. y may not overlap x.
 * Threads  the model is const; tasks go to the executor.
 * Errors   none: inputs and phases come from checked inputs and are finite, which is not checked again.
 */
#include "core/base/arena.h"
#include "core/base/executor.h"
#include "core/pfnn/model.h"

typedef struct pd_pfnn_job {
    float *y;           /* out (N,y_dim)                 */
    const float *x;     /* in  (N,x_dim)                 */
    const float *phase; /* in  (N) radians               */
    int count;          /* N: 1 to PD_PFNN_MAX_BATCH      */
    pd_pfnn_mode mode;  /* zero is cubic, the exact one; a network with a gate is always run exactly */
} pd_pfnn_job;

#define PD_PFNN_MAX_BATCH (1 << 20)

size_t pd_pfnn_job_scratch_bytes(const pd_pfnn_job *job, const pd_pfnn_model *model,
                                 const pd_executor *executor);
/* arena: at least scratch_bytes free. */
void pd_pfnn_job_run(const pd_pfnn_job *job, const pd_pfnn_model *model, pd_arena *arena,
                     const pd_executor *executor);

/* One character in double, straight from the equations: what tests compare the run time with. y (y_dim). Needs the
 * network's own weights, so a network that was not built into a model. ERR_MEMORY. */
pd_status pd_pfnn_ref(double *y, const pd_pfnn_network *network, const float *x, double phase,
                      pd_pfnn_mode mode, pd_error *err);

#endif
