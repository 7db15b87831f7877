#ifndef PD_MATCHING_INDEX_H
#define PD_MATCHING_INDEX_H
/* What is searched: a row of numbers for every frame of every copy, and boxes around neighbouring rows.
 *
 *     row     left toe 3, right toe 3 (.75)   their velocities 6 (1)   hips' velocity 3 (1)   path x, z (1) and facing x, z (1.5)
 *             20, 40 and 60 ticks (of 1/60 s) later: 27, then zeros to 32
 *     number  weight (value - mean)/deviation,   deviation: of its group (toes, their velocities, hips', path, facing)
 *
 * (features of Clavet 2016 and Holden et al. 2020; weights and gates were chosen on the free capture: docs/lab/matching.md). All of it
 * is in the root's frame of the frame. Past the end of a clip the path goes on with the mean velocity of its last .4 s.
 *
 * Gates   a search for walking or standing sees only frames that have nothing about them, from half a second before to 1.5 s after, that
 *         jogs, jumps, crouches, is faster than 1.85 m/s or has its hips under 0.84 m (0.90 standing); one for jogging only frames that have a
 *         jog about them and no jump, crouch or hips under 0.84 m. Without them walks start out of a sprinter's crouch and jogs leap. The
 *         last 36 ticks of a clip are behind no gate: beyond its end a path is straight and even, and would be found all the time.
 * Boxes   of 64 and 16 rows: the least and largest of each number, and which gates are among them.
 *
 * Shapes   N entries: those of copy v are tracks[v].entry + frame - the clip's first.
 * Units    metres, seconds, of the root's frame, before they are scaled.
 * Memory   built once; const after that; borrows the database.
 */
#include "core/matching/database.h"

#define PD_MATCHING_FEATURES 27
#define PD_MATCHING_ROW      32 /* floats of a row, on 64-byte boundaries */
#define PD_MATCHING_POSE     15 /* of them of the pose, the first; the others of path and facing */
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
    int entry, count, first; /* first entry, how many, first frame in the database */
} pd_matching_track;

typedef struct pd_matching_index {
    const pd_matching_database *database;
    pd_anim_skeleton skeleton;
    int mirror[PD_MATCHING_JOINTS];
    int toes[2];               /* left, right */
    pd_matching_track *tracks; /* (V) one a copy */
    int entry_count;           /* N */
    float *rows;               /* (N,32) */
    uint8_t *gates;            /* (N)    */
    int behind;                /* the gates that any entry is behind */
    pd_matching_box *large, *small;
    uint8_t *large_gates, *small_gates;
    float mean[PD_MATCHING_ROW], scale[PD_MATCHING_ROW]; /* number = (value - mean) scale */
    int standing; /* the entry that stands stillest: where characters begin */
    size_t bytes;
} pd_matching_index;

/* ERR_UNSUPPORTED without the joints LeftToeBase and RightToeBase or sides that do not mirror, ERR_INVALID where no frame is behind a gate,
 * ERR_LIMIT, ERR_MEMORY. */
pd_status pd_matching_index_build(pd_matching_index *index, const pd_matching_database *database,
                                  pd_error *err);
void pd_matching_index_deinit(pd_matching_index *index);

/* The copy that an entry is of. */
int pd_matching_index_track(const pd_matching_index *index, int entry);
/* Numbers [first, first + count) of a row from values in metres and seconds. */
void pd_matching_index_scale(float *row, const double *values, int first, int count,
                             const pd_matching_index *index);

/* A step of a copy: what the root does from frame `frame` of the database on, in a second, and its yaw. */
typedef struct pd_matching_velocity {
    double x, z, yaw; /* m/s in the frame's root frame, rad/s */
} pd_matching_velocity;
pd_matching_velocity pd_matching_index_velocity(const pd_matching_database *database,
                                                const pd_matching_copy *copy, int frame);

#endif
