#ifndef PD_OBSERVE_TAKE_TAKE_H
#define PD_OBSERVE_TAKE_TAKE_H
/* Fits a body to a whole take: one shape, one pose for each frame, and the offsets of markers from the skin.
 *
 *     minimise  sum_f [ observations(theta_f, t_f, beta, o) - log p(theta_f) + ... ] every frame as in
 *               core/observe/observe.h
 *             + |beta|^2 / 2 + sum_i |B_i (o_i - g_i)|^2 / 2
 *                 shared by all frames: shape, marker offsets
 *             + sum_f smooth(f, f + 1)                                                   smooth.h
 *
 * after MoSh (Loper et al., MoSh: Motion and Shape Capture from Sparse Markers, SIGGRAPH Asia 2014): a marker
 * is at offset o from a vertex of the rest body and moves with that vertex; o is estimated together with the
 * shape.
 *
 *     B = n n^T / s_n + (1 - n n^T) / s_t       g = 9.5 mm along the normal n; s_n: deviation along n, s_t:
 *                                               deviation along the skin
 *
 * In this order:
 *
 *     1. Some frames, spread evenly over the take, are fitted independently (observe.h) with loosely
 *        constrained places.
 *     2. Those of them with the most different poses are solved together with shape, scale and offsets
 *        (arrow.h), on all cores.
 *     3. Every frame is then fitted with fixed shape and offsets, in overlapping windows: forwards and
 *        backwards from the frame with the most observations, then the whole window together with smoothness.
 *        Windows are tasks of the executor. Frames that show vertices of a mesh (registered.h) start
 *        independently instead of from their neighbour, because meshes may be poses in any order.
 *
 * Joint orientations (inertial sensors: sensors.h) are places with `is_turn`. If nothing else is observed,
 * set keep_betas, because orientations do not determine the shape; the translation then follows from the feet
 * that stand (walk.h).
 *
 * Swapped places are detected: if two markers fit each other's places better than their own, their data are
 * exchanged, and `taken` reports it.
 *
 * Shapes   F frames, P places, K joints, B betas.
 * Spaces   the caller's world, metres; +Y up if the floor is known.
 * Memory   _run takes everything from the arena; its size grows with the number of workers and with P, not
 *          with F.
 * Threads  tasks of the executor; the same bits for any number of workers. keep_going is called on the
 *          caller's thread only.
 * Errors   all of them in _check.
 */
#include "core/base/executor.h"
#include "core/observe/observe.h"

#define PD_OBSERVE_TAKE_MOST_FRAMES 1000000
#define PD_OBSERVE_TAKE_MOST_PLACES 1024

/* Prior of a marker's offset from its place. along 0: the place has no offset of its own. */
typedef struct pd_observe_mount {
    double normal[3];     /* unit normal of the skin at rest */
    double guess[3];      /* expected offset from the place at rest, metres */
    double along, across; /* standard deviations along the normal and along the skin, metres */
} pd_observe_mount;

#define PD_OBSERVE_TAKE_STATUS_TABLE(X)                                                                      \
    X(DONE, "done", "every frame was fitted")                                                                \
    X(STOPPED, "stopped", "keep_going stopped the search; frames that were not reached are at rest")         \
    X(BLIND, "blind", "no frame has enough observations to start from")

typedef enum pd_observe_take_status {
#define PD_OBSERVE_TAKE_STATUS_ENUM(name, text, doc) PD_OBSERVE_TAKE_##name,
    PD_OBSERVE_TAKE_STATUS_TABLE(PD_OBSERVE_TAKE_STATUS_ENUM)
#undef PD_OBSERVE_TAKE_STATUS_ENUM
        PD_OBSERVE_TAKE_STATUS_COUNT
} pd_observe_take_status;

const char *pd_observe_take_status_name(pd_observe_take_status status); /* name in replies */

typedef struct pd_observe_take {
    /* Output: */
    float *betas;         /* (B) shape; with keep_betas: input */
    float *rotations;     /* (F,K,3,3) local rotations */
    float *translations;  /* (F,3) translations, metres */
    double scale;         /* in: > 0, zero is 1; changes with fit_scale */
    double (*offsets)[3]; /* (P) marker offsets; with keep_offsets: input; NULL without mounts */
    float *residuals;     /* (F,P) metres, pixels or radians; NAN if not seen; or NULL */
    short *taken;         /* (F,P) place as which each observation is read, usually its own index; or NULL */
    double *betas_sd;     /* (B) standard deviations of the betas; or NULL */
    double rms;           /* root mean square residual of everything seen in space, metres; 0: nothing */
    double rms_picture;   /* root mean square residual in pictures, pixels */
    double rms_turn;      /* root mean square residual of orientations, radians */
    pd_observe_uncertainty uncertainty; /* standard error of the joints, by uncertain.h of this folder */
    bool walked;           /* true: no place was seen, and translations follow from planted feet (walk.h) */
    int exchanged_count;   /* pairs of places that were exchanged, over all frames */
    int calibration_count; /* frames from which shape and offsets were estimated */
    int mirrored_count;    /* frames of step 1 that fit better with left and right exchanged */
    int first_count;       /* frames of step 1 */
    /* frames in which left and right were exchanged and have been corrected (sides.h; 0 without it) */
    int sided_count;
    /* left and right were exchanged in the whole take; the fit is that of the exchanged data (sides.h) */
    bool is_sided;
    pd_observe_take_status status;
    /* Input: */
    const pd_observe_seen *places;  /* (P) parts, mirror, in_picture, sigma; the other fields are not read */
    const pd_observe_mount *mounts; /* (P) priors of the marker offsets, or NULL */
    const float *shape; /* (B) betas that pd_observe_take_room writes for keep_betas; NULL: zeros */
    const float *at;    /* (F,P,3) metres, pixels or rotation vectors of orientations; NAN: not seen */
    /* (F,P) 0 .. 1, or NULL: all 1; for an orientation, the confidence of its heading (its tilt has 1) */
    const float *confidence;
    /* (F) or NULL. If set, the output contains an earlier fit,
     * and only windows with a nonzero frame are fitted again */
    const unsigned char *again;
    int place_count, frame_count;
    double rate; /* frames per second, > 0 */
    pd_observe_camera camera;
    const pd_observe_camera *views; /* (view_count) further cameras, as in observe.h */
    int view_count;
    const pd_observe_prior *prior;
    double weights[PD_OBSERVE_TERM_COUNT]; /* factor of each term; zero is 1, negative: left out */
    double smooth;                         /* weight of smooth.h; zero is 1, negative: left out */
    double robust_space, robust_picture;
    double floor;
    bool has_floor, keep_betas, keep_offsets, fit_scale;
    int beta_count;
    const pd_executor *executor;
    /* called with the share done, 0 .. 1; false stops the fit; may be NULL */
    bool (*keep_going)(void *ctx, double done);
    void *ctx;
} pd_observe_take;

/* Returns true if most frames of step 1 fit better with left and right exchanged:
 * the observations are a mirror image. */
static inline bool pd_observe_take_mirrored(const pd_observe_take *t)
{
    return 2 * t->mirrored_count > t->first_count;
}

/* Returns the larger side of the figure in a picture, pixels: the median over frames; 0: nothing is seen. A
 * fifth of it is a good robust_picture. */
double pd_observe_take_figure(const pd_observe_take *take);

/* Returns the likely reason of the status BLIND, a sentence. */
const char *pd_observe_take_blind_reason(const pd_observe_take *take);

/* Checks the take against the model; on error *err has the field, the value and what is allowed. */
pd_status pd_observe_take_check(const pd_observe_take *take, const pd_smpl_model *model, pd_error *err);
size_t pd_observe_take_scratch_bytes(const pd_observe_take *take, const pd_smpl_model *model);
/* Fits a take that was checked. The arena has room for _scratch_bytes. */
void pd_observe_take_run(pd_observe_take *take, const pd_smpl_model *model, pd_arena *scratch);

#endif
