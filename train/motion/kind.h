#ifndef PD_TRAIN_MOTION_KIND_H
#define PD_TRAIN_MOTION_KIND_H
/* What a frame of motion shows, and how often such frames are trained on.
 *
 * Captured motion has much standing and walking straight on, and little of what a player does most: starting, stopping, turning at
 * speed. So every frame gets a kind, and rows are sampled with fixed shares of the kinds. Speeds and turns are those of the path, Gaussian of 9
 * frames: v the speed, a its change, w the change of yaw, b the angle between going and facing. The first row that fits decides:
 *
 *     jump, crouch   that gait is over half; crouched and still: v < .25 m/s
 *     start/stop     from half a second before to half a second after a change between v < .3 and v > .7 m/s within 2 s
 *     stand          v < .25 m/s and |w| < 30 degrees/s
 *     run ...        the jog gait is over half;  turning or speeding up: |w| > 45 degrees/s, |a| > 1 m/s2 or b > 50 degrees
 *     back, side     b > 130, b > 50 degrees at v > .3 m/s
 *     walk ...       the rest;                   turning or speeding up: |w| > 30 degrees/s or |a| > .5 m/s2
 *
 * Frames on uneven ground are sampled as one kind of their own, terrain; among them the other kinds keep their proportions.
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
    X(SIDE, "side", .06)                                                                                     \
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

const char *pd_train_kind_name(pd_train_kind kind);
/* Before the shares of kinds without frames are given to the others. */
double pd_train_kind_share(pd_train_kind kind);

/* kinds (T): what each frame shows, as if the ground were flat: TERRAIN never. ERR_MEMORY. */
pd_status pd_train_kinds_of(unsigned char *kinds, const pd_train_path *path, pd_error *err);

/* The amount of data of a kind. Mirror images count as rows, not as seconds. */
typedef struct pd_train_kind_sum {
    long rows, held_out; /* held_out are among rows                  */
    long discontinuous;  /* and these too: never sampled (rows.h)      */
    double seconds;
    double share; /* of the sampled rows: 0 without rows to train on */
} pd_train_kind_sum;

/* sums (PD_TRAIN_KIND_COUNT) as lines of text: kind, rows, held out, discontinuous, seconds, share; and their total. */
void pd_train_kind_write(pd_buffer *out, const pd_train_kind_sum *sums);

#endif
