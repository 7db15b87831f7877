#ifndef PD_OBSERVE_TAKE_TAKE_H
#define PD_OBSERVE_TAKE_TAKE_H
/* A person over a whole take: one shape, a pose a frame, and where the markers stand on the skin.
 *
 *     minimise  sum_f [ seen(theta_f, t_f, beta, o) - log p(theta_f) + ... ]     every frame as in core/observe/observe.h
 *             + |beta|^2 / 2 + sum_i |B_i (o_i - g_i)|^2 / 2                     what frames share: shape, marker offsets
 *             + sum_f smooth(f, f + 1)                                           smooth.h
 *
 * after MoSh (Loper et al., MoSh: Motion and Shape Capture from Sparse Markers, SIGGRAPH Asia 2014): a marker is a place that stands off the
 * skin by o at rest and is carried as the vertex below it is; where exactly it was stuck on is found with the shape.
 *
 *     B = n n^T / s_n + (1 - n n^T) / s_t       g = 9.5 mm along the normal n; it may lie s_n off that, and s_t aside
 *
 * In this order:
 *
 *     1. some frames, evenly over the take, each by itself (observe.h) with loosely known places
 *     2. of them those that are most unlike one another, together, with shape, scale and offsets: an arrow (arrow.h), all cores
 *     3. every frame with these known, in windows that overlap: forwards and backwards from the frame with most to see, then the window at
 *        once with smoothness. Windows are tasks of the executor. Frames that show vertices of a mesh (registered.h) begin by themselves and not beside their
 *        neighbour, for meshes may be poses in any order.
 *
 * Orientations of joints (inertial sensors: sensors.h) are places that `is_turn`. Where nothing else is seen, keep_betas is expected: nothing tells the
 * shape, and where the body is follows from the feet that stand (walk.h).
 *
 * A place that is not where its body is while another's is there, and the other way round, has been exchanged with it: both are read as
 * the other then, and it is said (`taken`).
 *
 * Shapes   F frames, P places, K joints, B betas.
 * Spaces   the caller's world, metres; +Y up where the floor is known.
 * Memory   _run takes all of it from the arena; it grows with workers and with P, not with F.
 * Threads  tasks of the executor; the same bits for any number of workers. keep_going is called by the caller's thread alone.
 * Errors   all of them in _check.
 */
#include "core/base/executor.h"
#include "core/observe/observe.h"

#define PD_OBSERVE_TAKE_MOST_FRAMES 1000000
#define PD_OBSERVE_TAKE_MOST_PLACES 1024

/* How a marker may stand beside where it is thought to be; along 0: it has no offset of its own. */
typedef struct pd_observe_mount {
    double normal[3];     /* of the skin at rest, unit            */
    double guess[3];      /* at rest, from the place              */
    double along, across; /* standard deviations, metres          */
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

const char *pd_observe_take_status_name(pd_observe_take_status status);

typedef struct pd_observe_take {
    /* out */
    float *betas;          /* (B) with keep_betas: in                                            */
    float *rotations;      /* (F,K,3,3) local                                                    */
    float *translations;   /* (F,3)                                                              */
    double scale;          /* in: > 0, zero is 1; changes with fit_scale                         */
    double (*offsets)[3];  /* (P) with keep_offsets: in; NULL without mounts                    */
    float *residuals;      /* (F,P) metres, pixels or radians; NAN where not seen; or NULL            */
    short *taken;          /* (F,P) the place that each is read as, mostly itself; or NULL       */
    double *betas_sd;      /* (B) or NULL                                                        */
    double rms;            /* metres, over all that is seen in space; 0: none                    */
    double rms_picture;    /* pixels                                                             */
    double rms_turn;       /* radians, of orientations                                           */
    bool walked;           /* no place was seen: translations are as planted feet say (walk.h)   */
    int exchanged_count;   /* pairs of places that were exchanged, over all frames               */
    int calibration_count; /* frames that shape and offsets were found from                    */
    int mirrored_count;    /* frames of the first step that fit better with left and right exchanged */
    int first_count;       /* frames of the first step                                         */
    int sided_count; /* frames in which left and right were exchanged and are put right (sides.h; 0 without it) */
    bool is_sided; /* they were in all of it, and what was fitted is the other way round (likewise)  */
    pd_observe_take_status status;
    /* in */
    const pd_observe_seen *places;  /* (P) parts, mirror, in_picture, sigma; the rest is not read */
    const pd_observe_mount *mounts; /* (P) or NULL                                             */
    const float *at; /* (F,P,3) metres, pixels or rotation vectors of orientations; NAN: not seen */
    const float
        *confidence; /* (F,P) 0 .. 1, or NULL: 1; of an orientation that of its heading, its tilt has 1 */
    const unsigned char *
        again; /* (F) or NULL: everything above is in, and only windows with a frame that is not 0 are fitted anew */
    int place_count, frame_count;
    double rate; /* frames a second, > 0 */
    pd_observe_camera camera;
    const pd_observe_camera *views; /* (view_count) further ones, as in observe.h */
    int view_count;
    const pd_observe_prior *prior;
    double weights[PD_OBSERVE_TERM_COUNT]; /* zero is 1, negative: left out                     */
    double smooth;                         /* weight; zero is 1, negative: left out             */
    double robust_space, robust_picture;
    double floor;
    bool has_floor, keep_betas, keep_offsets, fit_scale;
    int beta_count;
    const pd_executor *executor;
    bool (*keep_going)(void *ctx, double done); /* done 0 .. 1; false ends it; may be NULL */
    void *ctx;
} pd_observe_take;

/* Most frames of the first step fit better with left and right exchanged: what was seen is a mirror image. */
static inline bool pd_observe_take_mirrored(const pd_observe_take *t)
{
    return 2 * t->mirrored_count > t->first_count;
}

/* The larger side of what a picture shows of the person, pixels: the median over frames; 0: nothing. A fifth of it is a good robust_picture. */
double pd_observe_take_figure(const pd_observe_take *take);

pd_status pd_observe_take_check(const pd_observe_take *take, const pd_smpl_model *model, pd_error *err);
size_t pd_observe_take_scratch_bytes(const pd_observe_take *take, const pd_smpl_model *model);
/* The arena has room for _scratch_bytes. */
void pd_observe_take_run(pd_observe_take *take, const pd_smpl_model *model, pd_arena *scratch);

#endif
