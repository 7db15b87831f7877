#ifndef PD_MATCHING_INDEX_H
#define PD_MATCHING_INDEX_H
/* The search index: a feature row for each frame of each copy, and bounding boxes of neighbouring rows.
 *
 *     row     left toe 3, right toe 3 (.75) their velocities 6 (1) hips' velocity 3 (1) path x, z (1) and
 *             facing x, z (1.5)
 *             20, 40 and 60 ticks (of 1/60 s) later: 27, then zeros to 32. The weight of each group is in
 *             parentheses.
 *     number  weight (value - mean)/deviation. The deviation is that of the group (toes, toe velocities,
 *             hips' velocity, path, facing).
 *
 * The features are those of Clavet 2016 and Holden et al. 2020. Weights and gates were chosen on the free
 * capture (docs/lab/matching.md). Values are in the root frame of the row's frame. Beyond the end of a clip
 * the path continues with the mean velocity of its last 0.4 s.
 *
 * Gates   Each gate looks at a window from 0.5 s before a frame to 1.5 s after it. Walk (walking and
 *         standing): no frame of the window jogs, jumps, crouches, moves faster than 1.85 m/s or has its hips
 *         below 0.84 m (0.90 m when standing). Jog: at least one frame of the window jogs; none jumps,
 *         crouches or has its hips below 0.84 m. Without gates, a walk can start from a sprinter's crouch,
 *         and a jog can start with a leap. The last 36 ticks of a clip pass no gate. Their paths lead beyond
 *         the clip's end, where they are straight and even; a search would choose them too often.
 * Boxes   One box for 64 rows (large) and one for 16 rows (small). A box has the smallest and largest value
 *         of each number, and the gates that its rows pass.
 *
 * Shapes   N entries. The entry of a frame in copy v is tracks[v].entry + frame - tracks[v].first.
 * Units    metres, seconds, in the root frame, before scaling.
 * Memory   built once; borrows the database.   Threads  const after _build.   Errors  in _build alone.
 */
#include "core/matching/database.h"

#define PD_MATCHING_FEATURES 27
#define PD_MATCHING_ROW      32 /* floats of a row, aligned to 64 bytes */
#define PD_MATCHING_POSE     15 /* number of pose features, the first of a row; path and facing follow */
#define PD_MATCHING_AHEAD    3
#define PD_MATCHING_TICK     (1 / 60.0)
#define PD_MATCHING_LARGE    64
#define PD_MATCHING_SMALL    16
#define PD_MATCHING_ENTRIES  8000000

extern const int pd_matching_ahead[PD_MATCHING_AHEAD]; /* ticks: 20, 40, 60 */

enum { PD_MATCHING_WALK = 1, PD_MATCHING_JOG = 2 }; /* gates */

typedef struct pd_matching_box {
    float least[PD_MATCHING_ROW], most[PD_MATCHING_ROW];
} pd_matching_box;

typedef struct pd_matching_track {
    int entry, count, first; /* first entry, number of entries, first frame in the database */
} pd_matching_track;

typedef struct pd_matching_index {
    const pd_matching_database *database;
    pd_anim_skeleton skeleton;
    int mirror[PD_MATCHING_JOINTS];
    int toes[2];               /* left, right */
    pd_matching_track *tracks; /* (V) one for each copy */
    int entry_count;           /* N */
    float *rows;               /* (N,32) */
    uint8_t *gates;            /* (N) PD_MATCHING_WALK and _JOG bits */
    int behind;                /* bits of the gates that at least one entry passes */
    pd_matching_box *large, *small;
    uint8_t *large_gates, *small_gates;
    float mean[PD_MATCHING_ROW], scale[PD_MATCHING_ROW]; /* number = (value - mean) scale */
    int standing; /* entry with the least motion; characters begin there */
    size_t bytes;
} pd_matching_index;

/* Builds the index. ERR_UNSUPPORTED if the joints LeftToeBase or RightToeBase are missing or the two sides
 * are no mirror images. ERR_INVALID if no frame passes a gate. ERR_LIMIT, ERR_MEMORY. */
pd_status pd_matching_index_build(pd_matching_index *index, const pd_matching_database *database,
                                  pd_error *err);
void pd_matching_index_deinit(pd_matching_index *index);

/* Returns the copy that an entry belongs to. */
int pd_matching_index_track(const pd_matching_index *index, int entry);
/* Computes numbers [first, first + count) of a row from values in metres and seconds. */
void pd_matching_index_scale(float *row, const double *values, int first, int count,
                             const pd_matching_index *index);

/* Velocity of a copy's root between frame `frame` of the database and the next. */
typedef struct pd_matching_velocity {
    double x, z, yaw; /* m/s in the frame's root frame, rad/s */
} pd_matching_velocity;
pd_matching_velocity pd_matching_index_velocity(const pd_matching_database *database,
                                                const pd_matching_copy *copy, int frame);

#endif
