#ifndef PD_OBSERVE_TAKE_TAKE_PARTS_H
#define PD_OBSERVE_TAKE_TAKE_PARTS_H
/* Parts of fitting a body to a take. Only take*.c of this folder include this header; take.h describes the
 * fit and its three steps.
 *
 *     take         checks, memory, the order of the steps, results that all frames share
 *     take_shape   steps 1 and 2: fits some frames by themselves, then shape, scale and offsets from those
 *                  with different poses
 *     take_window  step 3: fits all frames in windows
 *
 * Spaces   the caller's world, metres.
 * Memory   from the arena of pd_observe_take_run; a task takes its worker's arena.
 * Threads  steps run on the caller's thread and start tasks of the executor.
 * Errors   none: a fit that was stopped sets take->status.
 */
#include "core/observe/take/span.h"
#include "core/observe/take/take.h"

#define PD_OBSERVE_TAKE_FIRST       48  /* frames of the first step */
#define PD_OBSERVE_TAKE_CHOSEN      16  /* frames of the first step that determine shape and offsets */
#define PD_OBSERVE_TAKE_WINDOW      240 /* frames of a window, which is a task */
/* frames that a task fits on either side of its window and throws away */
#define PD_OBSERVE_TAKE_OVERLAP     8
#define PD_OBSERVE_TAKE_FIRST_SHARE 0.2 /* share of the first two steps in the reported progress */

/* A frame that the first step fits by itself. */
typedef struct pd_observe_take_candidate {
    int frame;
    bool good;
    double misfit;
    float betas[PD_SMPL_MAX_BETAS];
    float rotations[9 * PD_SMPL_MAX_JOINTS];
    double translation[3], scale;
    bool mirrored;
} pd_observe_take_candidate;

/* State of fitting a take. */
typedef struct pd_observe_take_fitting {
    pd_observe_take *take;
    const pd_smpl_model *model;
    int workers;
    pd_observe_desk *desks; /* (workers) */
    pd_arena *arenas;       /* (workers) memory of a running task */
    pd_observe_take_candidate *candidates;
    int candidate_count;
    double *betas;        /* (B) */
    double (*offsets)[3]; /* (P) or NULL */
    double log_scale;
    int task_first; /* number of the first task of the batch that runs */
    int *exchanged; /* (workers) pairs that were exchanged */
} pd_observe_take_fitting;

/* -- take.c -- */

/* Returns the number of places that are observed in a frame. */
int pd_observe_take_seen_count(const pd_observe_take *t, int frame);
/* Returns the least number of observed places with which a frame is fitted by itself. */
int pd_observe_take_least_seen(const pd_observe_take *t);
/* Returns the unknowns of the second step: pose, betas, scale and offsets. */
pd_observe_layout pd_observe_take_shared_layout(const pd_observe_take *t, const pd_smpl_model *m);
/* Returns the unknowns of a frame with known shape: its pose. */
pd_observe_layout pd_observe_take_frame_layout(const pd_smpl_model *m);
/* Returns the job that fits one frame by itself, still without its observations and results. */
pd_observe_job pd_observe_take_frame_job(const pd_observe_take *t);
/* Fills `seen` (P) with the observations of a frame. sigma: least noise of places with offsets, metres; 0:
 * the sigma of each place. */
void pd_observe_take_see(pd_observe_seen *seen, const pd_observe_take_fitting *f, const float *at,
                         const float *confidence, double sigma);
/* Copies the observations of `count` frames from `first` on: at (count, P, 3), confidence (count, P). */
void pd_observe_take_load(const pd_observe_take_fitting *f, float *at, float *confidence, int first,
                          int count);
/* Calls keep_going between tasks. Returns false, with the status set, when the fit must stop. */
bool pd_observe_take_goes_on(const pd_observe_take_fitting *f, double done);
/* Returns the number of tasks between two calls of keep_going.
 * It is small, so that a single worker stops soon, too. */
int pd_observe_take_batch(const pd_observe_take_fitting *f);

/* -- take_shape.c -- */

/* Runs the first step in batches: fits the frame with the most observations in each part of the take. Returns
 * false when it was stopped. */
bool pd_observe_take_shape_try(pd_observe_take_fitting *f);
/* Finds betas, scale and offsets from several frames. Returns false when it was stopped. */
bool pd_observe_take_shape_find(pd_observe_take_fitting *f, pd_arena *scratch);

/* -- take_window.c -- */

/* Fits every frame with the known shape, scale and offsets, and writes poses and residuals. */
void pd_observe_take_window_track(pd_observe_take_fitting *f);

#endif
