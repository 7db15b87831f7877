#ifndef PD_OBSERVE_TAKE_SPAN_H
#define PD_OBSERVE_TAKE_SPAN_H
/* A set of frames of a take that are solved together: those that determine shape and offsets, or a window of
 * neighbours.
 *
 *     (H + lambda diag H) x = -g      Levenberg-Marquardt, H as in arrow.h
 *
 * Unknowns are those of body.h in that order: those of a frame first, then those that frames share.
 *
 * Spaces   rotations local, as matrices; translations and points in the caller's world, metres.
 * Memory   init takes everything from the arena.   Errors  false: the arena is full.
 * Threads  frames are tasks of the span's executor, and each worker has a desk of its own; sums are computed
 *          in the order of frames.
 */
#include "core/observe/take/arrow.h"
#include "core/observe/take/equations.h"
#include "core/observe/take/take.h"

/* Returns the job of one moment, with everything that all moments of the take share. seen (P): the
 * observations of that moment. */
pd_observe_job pd_observe_take_moment(const pd_observe_take *take, const pd_observe_seen *seen);

/* A worker's own problem and normal equations. */
typedef struct pd_observe_desk {
    pd_observe_problem problem;
    pd_observe_seen *seen; /* (P) */
    pd_observe_equations normal;
} pd_observe_desk;

/* Returns the bytes of arena that pd_observe_desk_init takes. */
size_t pd_observe_desk_bytes(const pd_observe_take *take, const pd_smpl_model *model);
/* Initializes a desk. offsets (P,3): where places read their offsets; NULL: they have none. Returns false if
 * the arena is full. */
bool pd_observe_desk_init(pd_observe_desk *desk, const pd_observe_take *take, const pd_smpl_model *model,
                          double (*offsets)[3], pd_arena *arena);

typedef struct pd_observe_span {
    const pd_observe_take *take;
    const pd_smpl_model *model;
    pd_observe_desk *desks;
    const pd_executor *executor;
    int count;
    /* For each frame, (count): */
    double (*rotations)[9]; /* (count,K,9) */
    double (*translations)[3];
    float *at;         /* (count,P,3) observations */
    float *confidence; /* (count,P) */
    double *costs;     /* (count) scratch */
    int *components;   /* (count) components of the pose prior */
    double (*kept_rotations)[9], (*kept_translations)[3];
    /* (count,m,m) and (count,m): each frame's contribution to the shared equations;
     * NULL if nothing is shared */
    double *sums;
    /* Shared by all frames: */
    double *betas, *kept_betas;               /* (B) betas, and those before the current step */
    double (*offsets)[3], (*kept_offsets)[3]; /* (P) offsets, and those before the current step */
    double log_scale, kept_scale;
    pd_observe_layout layout;
    bool smooth;
    /* range of the share done that is passed to the take's keep_going before every iteration;
     * both 0: it is not called */
    double asks_from, asks_to;
    bool stopped; /* keep_going returned false */
    double blur;  /* factor of the observations' sigma */
    pd_observe_arrow arrow;
} pd_observe_span;

/* Returns the bytes of arena. With betas, scale or offset in the layout the system is an arrow; without them
 * frames are solved alone. */
size_t pd_observe_span_bytes(const pd_observe_take *take, const pd_smpl_model *model, int count,
                             const pd_observe_layout *layout, bool smooth);
/* Takes everything from the arena except take, model, desks, executor, layout, smooth, betas and offsets,
 * which must be set before. */
bool pd_observe_span_init(pd_observe_span *span, int count, pd_arena *arena);

/* Loads a frame of the span onto a desk and evaluates its body. */
void pd_observe_span_load(pd_observe_desk *desk, const pd_observe_span *span, int frame, bool keep_component);
/* Solves the span from its present state; returns nats. keep_going is called on the calling thread. */
double pd_observe_span_solve(pd_observe_span *span, int iterations);
/* Solves a single frame with fixed shared unknowns; returns nats. Serial, on the first desk. */
double pd_observe_span_solve_frame(pd_observe_span *span, int frame, int iterations);

#endif
