#ifndef PD_OBSERVE_TAKE_SPAN_H
#define PD_OBSERVE_TAKE_SPAN_H
/* Some frames of a take that are solved together: those that shape and offsets come from, or a window of neighbours.
 *
 *     (H + lambda diag H) x = -g      Levenberg and Marquardt, H as arrow.h
 *
 * Unknowns are those of body.h in its order: what belongs to a frame comes first, what frames share after it.
 *
 * Spaces   rotations local, as matrices; places in the caller's world, metres.
 * Threads  frames are tasks of the span's executor, each worker with a desk of its own; sums are made in the order of frames.
 */
#include "core/observe/take/arrow.h"
#include "core/observe/take/normal.h"
#include "core/observe/take/take.h"

/* The job of one moment of a take, as far as all its moments share it; seen (P): what is seen of it. */
pd_observe_job pd_observe_take_moment(const pd_observe_take *take, const pd_observe_seen *seen);

/* A worker's own problem and normal equations. */
typedef struct pd_observe_desk {
    pd_observe_problem problem;
    pd_observe_seen *seen; /* (P) */
    pd_observe_normal normal;
} pd_observe_desk;

size_t pd_observe_desk_bytes(const pd_observe_take *take, const pd_smpl_model *model);
/* offsets (P,3): where places read theirs; NULL: they have none. */
bool pd_observe_desk_init(pd_observe_desk *desk, const pd_observe_take *take, const pd_smpl_model *model,
                          double (*offsets)[3], pd_arena *arena);

typedef struct pd_observe_span {
    const pd_observe_take *take;
    const pd_smpl_model *model;
    pd_observe_desk *desks;
    const pd_executor *executor;
    int count;
    /* of each frame, (count) */
    double (*rotations)[9]; /* (count,K,9) */
    double (*translations)[3];
    float *at;         /* (count,P,3) */
    float *confidence; /* (count,P)   */
    double *costs;     /* (count) scratch */
    int *components;   /* (count) of the pose prior */
    double (*kept_rotations)[9], (*kept_translations)[3];
    double *
        sums; /* (count,m,m) and (count,m): what each frame contributes to what is shared; NULL when nothing is */
    /* shared by all */
    double *betas, *kept_betas;               /* (B) */
    double (*offsets)[3], (*kept_offsets)[3]; /* (P) */
    double log_scale, kept_scale;
    pd_observe_layout layout;
    bool smooth;
    double asks_from,
        asks_to;  /* of the take's keep_going, called before every iteration; both 0: it is not called */
    bool stopped; /* keep_going returned false */
    double blur;
    pd_observe_arrow arrow;
} pd_observe_span;

/* layout: with betas, scale or offset it is an arrow, without them only frames are solved. */
size_t pd_observe_span_bytes(const pd_observe_take *take, const pd_smpl_model *model, int count,
                             const pd_observe_layout *layout, bool smooth);
/* take, model, desks, executor, layout, smooth, betas and offsets are set; everything else is from the arena. */
bool pd_observe_span_init(pd_observe_span *span, int count, pd_arena *arena);

/* A frame of the span onto a desk, worked out. */
void pd_observe_span_load(pd_observe_desk *desk, const pd_observe_span *span, int frame, bool keep_component);
/* From where it stands; returns nats. keep_going is asked on the calling thread. */
double pd_observe_span_solve(pd_observe_span *span, int iterations);
/* One frame alone, what is shared as it is; returns nats. Serial, on the first desk. */
double pd_observe_span_solve_frame(pd_observe_span *span, int frame, int iterations);

/* Value of the offsets' prior; h (3P,3P) and g (3P) added to where they are not NULL, stride between rows of h. */
double pd_observe_mounts_value(const pd_observe_mount *mounts, int count, const double (*offsets)[3],
                               double *h, double *g, int stride);

#endif
