#ifndef PD_SMPL_TAPE_H
#define PD_SMPL_TAPE_H
/* The measuring tape of one model: what is found once (parts, landmarks, joints by name), the shaped body that
 * is measured, and the scratch for it. Inside core only: callers use pd_smpl_measure_job (measure.h); a fit
 * that measures hundreds of bodies keeps one tape.
 *
 * Parts come from the skin weights: a vertex is an arm's when the weights of shoulder .. fingers are together
 * at least one half, and so on. A landmark is a vertex: named by the file, else found on the template.
 *
 * Spaces   model space, rest pose, metres: vertices, joints_at, bottom and top.
 * Memory   everything is taken from the arena of _init and lives as long as it. One thread at a time.
 */
#include "core/base/arena.h"
#include "core/smpl/measure.h"
#include "core/smpl/surface/section.h"

/* Joints that definitions name, as SMPL names them. */
/* It would move the rows about on every run. */
/* clang-format off */
#define PD_SMPL_TAPE_JOINTS(X)                                          \
    X(pelvis) X(spine1) X(spine2) X(spine3) X(neck) X(head)             \
    X(left_shoulder) X(right_shoulder) X(left_elbow) X(left_wrist)      \
    X(left_hand) X(left_hip) X(left_knee) X(left_ankle)
/* clang-format on */

typedef struct pd_smpl_tape_joints { /* numbers, -1 where the model has no joint of that name */
#define PD_SMPL_TAPE_JOINT(name) int name;
    PD_SMPL_TAPE_JOINTS(PD_SMPL_TAPE_JOINT)
#undef PD_SMPL_TAPE_JOINT
} pd_smpl_tape_joints;

enum {                        /* bits of a vertex */
       PD_SMPL_PART_ARMS = 1, /* of either side       */
       PD_SMPL_PART_LEFT_ARM = 2,
       PD_SMPL_PART_LEFT_HAND = 4,
       PD_SMPL_PART_LEFT_FOOT = 8,
       PD_SMPL_PART_LEFT_LEG = 16, /* left of the pelvis and below it, in the template       */
       PD_SMPL_PART_HIGH = 32,     /* above spine3, in the template                          */
       PD_SMPL_PART_FAR = 64       /* above the head joint or below the knees: not the trunk */
};

typedef struct pd_smpl_tape_list {
    uint32_t *triangles;
    int count;
} pd_smpl_tape_list;

typedef struct pd_smpl_tape {
    const pd_smpl_model *model;
    pd_smpl_tape_joints joints;
    unsigned char *parts;                              /* (V) bits                                       */
    pd_smpl_tape_list trunk, head, left_leg, left_arm; /* no corner of an arm in the first three */
    int crotch, navel, nipple_left, nipple_right;      /* vertices, -1: not found                       */
    float *directions;                                 /* kept by _take_directions, or NULL              */
    int direction_count;                               /* betas that they are of                        */
    float *vertices;                                   /* (V,3) of the body being measured              */
    double *joints_at;                                 /* (K,3)                                         */
    double bottom, top;                                /* least and greatest y                          */
    pd_smpl_slab slab;
} pd_smpl_tape;

size_t pd_smpl_tape_bytes(const pd_smpl_model *model);
void pd_smpl_tape_init(pd_smpl_tape *tape, const pd_smpl_model *model, pd_arena *arena);
/* Keeps the shape directions of the first betas, 12 V bytes each, in the order in which they are added: a body of up to so many betas is the
 * same to the bit and made in a third of the time. For callers that measure more than a few. */
size_t pd_smpl_tape_directions_bytes(const pd_smpl_model *model, int beta_count);
void pd_smpl_tape_take_directions(pd_smpl_tape *tape, int beta_count, pd_arena *arena);
/* Makes the body that is measured next: v_template + shapedirs betas. */
void pd_smpl_tape_shape(pd_smpl_tape *tape, const double *betas, int beta_count);
/* values (PD_SMPL_MEASURE_COUNT): NaN for what is not wanted (bits; 0 is all) or cannot be had. lines: the same
 * many, of what is wanted; may be NULL. */
void pd_smpl_tape_read(double *values, pd_smpl_line *lines, pd_smpl_tape *tape, uint64_t wanted,
                       double density);

/* tape_find.c: called by _init on the template. */
void pd_smpl_tape_find_landmarks(pd_smpl_tape *tape);

#endif
