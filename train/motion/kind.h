#ifndef PD_TRAIN_MOTION_KIND_H
#define PD_TRAIN_MOTION_KIND_H
/* Classifies frames of motion by what they show, and sets how often each kind is sampled in training.
 *
 * Captured motion has much standing and walking straight on, and little of what a player does most: starting,
 * stopping, turning at speed. So every frame gets a kind, and rows are sampled with fixed shares of the
 * kinds. Speeds and turns are those of the path, smoothed with a Gaussian of 9 frames: v is the speed, a its
 * rate of change, w the rate of yaw, b the angle between motion and facing. The first rule that applies
 * decides:
 *
 *     jump, crouch   that gait is over half; crouched and still: v < .25 m/s
 *     start/stop     from half a second before to half a second after a change between v < .3 and v > .7 m/s
 *                    within 2 s
 *     stand          v < .25 m/s and |w| < 30 degrees/s
 *     run ...        the jog gait is over half;  turning or speeding up: |w| > 45 degrees/s, |a| > 1 m/s2 or
 *                                                b > 50 degrees
 *     back, side     b > 130, b > 50 degrees at v > .3 m/s
 *     walk ...       the rest;                   turning or speeding up: |w| > 30 degrees/s or |a| > .5 m/s2
 *
 * Frames on uneven ground are sampled as a kind of their own, terrain; within it the other kinds keep their
 * proportions.
 *
 * Units    metres, seconds; world space.
 */
#include "core/base/buffer.h"
#include "train/motion/path.h"

/* X(id, name, share of the sampled rows) */
#define PD_TRAIN_KIND_TABLE(X)                                                                               \
    X(STAND, "stand", .08)                                                                                   \
    X(WALK, "walk straight", .08)                                                                            \
    X(WALK_TURN, "walk turning, speeding up", .13)                                                           \
    X(SIDE, "side", .09)                                                                                     \
    X(BACK, "back", .07)                                                                                     \
    X(RUN, "jog, run", .07)                                                                                  \
    X(RUN_TURN, "run turning, speeding up", .13)                                                             \
    X(START_STOP, "start, stop", .20)                                                                        \
    X(CROUCH, "crouch", .045)                                                                                \
    X(CROUCH_STILL, "crouch, still", .015)                                                                   \
    X(JUMP, "jump", .05)                                                                                     \
    X(TERRAIN, "terrain", .36)

typedef enum pd_train_kind {
#define PD_TRAIN_KIND_ENUM(id, name, share) PD_TRAIN_KIND_##id,
    PD_TRAIN_KIND_TABLE(PD_TRAIN_KIND_ENUM)
#undef PD_TRAIN_KIND_ENUM
        PD_TRAIN_KIND_COUNT
} pd_train_kind;

/* Returns the name of a kind of motion. */
const char *pd_train_kind_name(pd_train_kind kind);
/* Returns the share in the table, before the shares of kinds without
 * frames are distributed over the others. */
double pd_train_kind_share(pd_train_kind kind);

/* Writes the kind of each frame to kinds (T), as on flat ground: never TERRAIN. ERR_MEMORY. */
pd_status pd_train_kinds_of(unsigned char *kinds, const pd_train_path *path, pd_error *err);

/* Amount of data of one kind. Mirror images count as rows, not as seconds. */
typedef struct pd_train_kind_sum {
    long rows, held_out; /* number of rows; number of held-out rows among them */
    long discontinuous;  /* number of discontinuities among the rows: never sampled (rows.h) */
    double seconds;
    double share; /* share of the sampled rows; 0 when the kind has no rows to train on */
} pd_train_kind_sum;

/* Writes sums (PD_TRAIN_KIND_COUNT) as lines of text: kind, rows, held out, discontinuous, seconds, share;
 * then the totals. */
void pd_train_kind_write(pd_buffer *out, const pd_train_kind_sum *sums);

#endif
