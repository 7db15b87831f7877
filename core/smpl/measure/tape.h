#ifndef PD_SMPL_MEASURE_TAPE_H
#define PD_SMPL_MEASURE_TAPE_H
/* Measures bodies of one model: what is found once (parts, landmarks, joints by name), the shaped body that
 * is measured, and scratch. Internal to core: other code uses pd_smpl_measure_job (measure.h). A fit that
 * measures hundreds of bodies keeps one tape.
 *
 * Parts come from the skin weights: a vertex belongs to an arm when the weights of shoulder, elbow, wrist,
 * hand and fingers add up to at least one half, and so on. A landmark is a vertex that the file names, or
 * that is found on the template.
 *
 * Shapes   V vertices, K joints.
 * Spaces   model space, rest pose, metres: vertices, joints_at, bottom and top.
 * Memory   a body, its sections and directions of more than PD_SMPL_TAPE_KEPT betas are taken from the arena
 *          of _init and live as long as it. Parts, lists, landmarks and directions of the first betas are
 *          found at the first _init of a model and kept with it.
 * Threads  one at a time.
 */
#include "core/base/arena.h"
#include "core/smpl/measure/measure.h"
#include "core/smpl/surface/section.h"

#include <stdbool.h>

/* Joints that the definitions use, by SMPL's names. */
/* clang-format would move the rows at every run. */
/* clang-format off */
#define PD_SMPL_TAPE_JOINTS(X)                                          \
    X(pelvis) X(spine1) X(spine2) X(spine3) X(neck) X(head)             \
    X(left_shoulder) X(right_shoulder) X(left_elbow) X(left_wrist)      \
    X(left_hand) X(left_hip) X(left_knee) X(left_ankle)
/* clang-format on */

typedef struct pd_smpl_tape_joints { /* Joint numbers, -1 where the model has no joint of that name. */
#define PD_SMPL_TAPE_JOINT(name) int name;
    PD_SMPL_TAPE_JOINTS(PD_SMPL_TAPE_JOINT)
#undef PD_SMPL_TAPE_JOINT
} pd_smpl_tape_joints;

enum {                        /* Bits of a vertex in pd_smpl_tape.parts. */
       PD_SMPL_PART_ARMS = 1, /* Either arm. */
       PD_SMPL_PART_LEFT_ARM = 2,
       PD_SMPL_PART_LEFT_HAND = 4,
       PD_SMPL_PART_LEFT_FOOT = 8,
       PD_SMPL_PART_LEFT_LEG = 16, /* Left of the pelvis and below it, in the template. */
       PD_SMPL_PART_HIGH = 32,     /* Above spine3, in the template. */
       PD_SMPL_PART_FAR = 64       /* Above the head joint or below the knees: not the trunk. */
};

typedef struct pd_smpl_tape_list {
    uint32_t *triangles;
    int count;
} pd_smpl_tape_list;

typedef struct pd_smpl_tape {
    const pd_smpl_model *model;
    pd_smpl_tape_joints joints;
    unsigned char *parts; /* (V) Bits PD_SMPL_PART_*. */
    /* Triangles of each part; the first three lists have no triangle with a corner on an arm. */
    pd_smpl_tape_list trunk, head, left_leg, left_arm;
    int crotch, navel, nipple_left, nipple_right; /* Vertex numbers, -1: not found. */
    float *directions;    /* Shape directions in strips, the model's or a copy, or NULL. */
    int direction_count;  /* Number of betas that `directions` covers. */
    float *kept_vertices; /* (V,3) and (K,3): body that _keep kept; after _take_directions. */
    double *kept_joints;
    float *vertices;    /* (V,3) The body being measured. */
    double *joints_at;  /* (K,3) Its joints. */
    double bottom, top; /* Least and greatest y of its vertices. */
    /* (PD_SMPL_MEASURE_COUNT) where the last reading found a largest or smallest girth, 0 to 1 of its range
     * of levels; NaN: nowhere */
    double found[PD_SMPL_MEASURE_COUNT];
    bool is_held; /* readings take extreme girths at `found` (_hold) */
    /* While held: the triangles near the section of each girth, found by its first reading; how near, metres.
     * NULL: not found yet. */
    pd_smpl_tape_list near[PD_SMPL_MEASURE_COUNT];
    double near_by;
    uint32_t *near_room; /* (near_most) after _take_directions */
    int near_used, near_most;
    float largest_direction; /* largest number of `directions` */
    pd_smpl_slab slab;
} pd_smpl_tape;

#define PD_SMPL_TAPE_KEPT 16 /* betas whose directions are kept with the model: 12 V bytes for each */

/* Returns the bytes of arena that _init takes for the model. */
size_t pd_smpl_tape_bytes(const pd_smpl_model *model);
/* Prepares to measure bodies of the model. The first body is that of the first call of _shape. */
void pd_smpl_tape_init(pd_smpl_tape *tape, const pd_smpl_model *model, pd_arena *arena);
/* Provides the shape directions of the first beta_count betas in the order of addition, for _keep, _change
 * and _hold. Copies them, 12 V bytes per beta, unless they are kept with the model. A body with at most so
 * many betas then takes a third of the time, with the same bits.
 * For callers that measure more than a few bodies. */
size_t pd_smpl_tape_directions_bytes(const pd_smpl_model *model, int beta_count);
void pd_smpl_tape_take_directions(pd_smpl_tape *tape, int beta_count, pd_arena *arena);
/* Computes the body that is measured next: v_template + shapedirs betas. */
void pd_smpl_tape_shape(pd_smpl_tape *tape, const double *betas, int beta_count);
/* Keeps the present body, from which _change starts. Needs directions (_take_directions). */
void pd_smpl_tape_keep(pd_smpl_tape *tape);
/* Computes the body that is measured next from the kept one: one beta changes. Costs one direction instead of
 * all of them; vertices differ from those of _shape by rounding. For differences of measurements. */
void pd_smpl_tape_change(pd_smpl_tape *tape, int beta, double change);
/* With change > 0, later readings take largest and smallest girths at the levels at which the last reading
 * found them, as fractions of their ranges, and do not search for them. Differences of measurements use this:
 * at an extreme level the girth does not change with the level, so its derivative by a beta is that of the
 * girth at the level that is held. The bodies that are read differ from the one of the last reading by one
 * beta (_change), by at most `change`: so their sections are near its sections, and only triangles near those
 * are looked at. 0: ends this. Needs directions. */
void pd_smpl_tape_hold(pd_smpl_tape *tape, double change);
/* Measures the body. values (PD_SMPL_MEASURE_COUNT): NaN for measurements that are not requested (bits of
 * `wanted`; 0 is all) or cannot be taken. lines (PD_SMPL_MEASURE_COUNT):
 * the lines of the requested ones, or NULL. */
void pd_smpl_tape_read(double *values, pd_smpl_line *lines, pd_smpl_tape *tape, uint64_t wanted,
                       double density);

/* Finds the landmarks on the template. In tape_find.c; called by _init. */
void pd_smpl_tape_find_landmarks(pd_smpl_tape *tape);

#endif
