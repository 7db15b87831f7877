#ifndef PD_TRAIN_AUGMENT_TERRAIN_SURFACE_H
#define PD_TRAIN_AUGMENT_TERRAIN_SURFACE_H
/* Ground that some feet could have walked on: patches of a map that fit them best, then bent to touch every plant (Holden et al.
 * 2017, section 4.2; process_heights of its generate_database.py). Independent of the skeleton: the caller says where the feet are.
 *
 * Over some frames and the joints of the feet (both heels and toes), c = 1 where a joint is in contact, f the height of the joint
 * less that of a planted joint, h the patch under it; patches lie with their middle under the mean of the planted joints, and
 * means over the planted ones are taken off f and h:
 *
 *     E_down = 0.1 mean_{c=1} (h - f)^2             E_up   = mean_{c=0} max(h - f, 0)^2
 *     E_over = mean_{c=0} max((f - l) - h, 0)^2     jumps only, l = 0.05 m: there is something to jump over
 *     E_beam = mean max(h(o) - (h(r) - b), 0)^2     beams only: r the root, o = r + N(0, 0.5 m) further than 0.15 m from every r,
 *                                                   b = 0.40 m: the ground falls off beside the way
 *     E      = E_down + E_up + E_over + E_beam
 *
 * The ten patches of least E are refined. With the planted points x_k, residuals e_k = f_k - h(x_k), D = |x_k - x_l|,
 * d = mean D:
 *
 *     T(x) = h(x) + sum_k w_k K(|x - x_k|/d)        (K(D/d) - smooth I) w = e,   smooth = 0.1
 *     K(r) = r (linear, as the original has it)     or sqrt(r^2 + 1) (multiquadric)
 *
 * A point that stands for n equal ones has smooth/n, which gives the T of all of them.
 *
 * Units    metres, world space. E is a square: patches are in the same order in centimetres.
 * Memory   feet and surfaces are the caller's; a surface borrows feet and patches.
 * Threads  patches are const. Tasks: the patches of a fit; the answer does not depend on the executor.
 */
#include "core/anim/ground.h"
#include "core/base/executor.h"

#include <stdint.h>

#define PD_TRAIN_PATCH_SIDE        3.0 /* metres, unless the plan says otherwise  */
#define PD_TRAIN_PATCH_POINTS      61  /* heights along a side, unless ...        */
#define PD_TRAIN_PATCH_POINTS_MOST 512
#define PD_TRAIN_PATCH_COUNT_MOST  100000
#define PD_TRAIN_FIT_BEST          10

/* Squares of heights; the middle of one is its height (points/2, points/2). */
typedef struct pd_train_patches {
    int count, points; /* points: along each side */
    double cell;       /* metres between two      */
    float *heights;    /* (count, points, points), row along +z */
} pd_train_patches;

typedef struct pd_train_patch_plan {
    int count;   /* 1 to 100,000                    */
    int points;  /* 2 to 512; 0: 61                 */
    double side; /* metres, 0.5 to 20; 0: 3         */
    uint64_t seed;
} pd_train_patch_plan;

/* plan->count patches at random places and directions of the maps, one map after the other, each less its mean. ERR_RANGE (numbers of
 * the plan; maps of 5/3 of a patch's side or more), ERR_MEMORY. */
pd_status pd_train_patches_sample(pd_train_patches *patches, const pd_anim_ground *maps, int map_count,
                                  const pd_train_patch_plan *plan, pd_error *err);
void pd_train_patches_deinit(pd_train_patches *patches);
/* Height at (x, z) from the patch's middle, bilinear, held beyond its edges. */
double pd_train_patch_height(const pd_train_patches *patches, int patch, double x, double z);

typedef enum pd_train_fit_kind {
    PD_TRAIN_FIT_WALK, /* E_down + E_up            */
    PD_TRAIN_FIT_JUMP, /* with E_over              */
    PD_TRAIN_FIT_BEAM, /* with E_beam              */
    PD_TRAIN_FIT_FLAT  /* no patches: level ground */
} pd_train_fit_kind;

typedef enum pd_train_fit_kernel { PD_TRAIN_FIT_LINEAR, PD_TRAIN_FIT_MULTIQUADRIC } pd_train_fit_kernel;

/* A foot's joint over or on the ground; y less the joint's planted height. count: of the frames it stands for. */
typedef struct pd_train_surface_point {
    double x, z, y;
    int count;
} pd_train_surface_point;

/* What feet and root do. */
typedef struct pd_train_surface_feet {
    pd_train_surface_point *down, *up;
    pd_vec3 *root;
    pd_vec3 *off;   /* o of E_beam, only those far enough ... */
    int *off_frame; /* ... and the frame that each is beside  */
    int down_count, up_count, root_count, off_count;
    double x, z, y; /* means over planted points, by their counts */
} pd_train_surface_feet;

/* Room for 4 joints over frame_count frames; name is used in errors. */
pd_status pd_train_surface_feet_init(pd_train_surface_feet *feet, int frame_count, const char *name,
                                     pd_error *err);
void pd_train_surface_feet_deinit(pd_train_surface_feet *feet);
/* The means, when all planted points are there. */
void pd_train_surface_feet_centre(pd_train_surface_feet *feet);
/* An o of E_beam (dx, dz) beside the root of a frame, once for each frame at most; taken when it is far enough from every root. */
void pd_train_surface_feet_beside(pd_train_surface_feet *feet, int frame, double dx, double dz);

typedef struct pd_train_surface_how {
    pd_train_fit_kind kind;
    pd_train_fit_kernel kernel;
    int is_level; /* flat ground is the mean of the plants, as the original has it: not bent to each */
} pd_train_surface_how;

typedef struct pd_train_surface {
    int count;                        /* 10, fewer with fewer patches, 1 for FLAT or without contacts */
    int patch[PD_TRAIN_FIT_BEST];     /* -1: level                                                    */
    double error[PD_TRAIN_FIT_BEST];  /* E, rising                                                    */
    double before[PD_TRAIN_FIT_BEST]; /* rms of e, metres                                             */
    /* what _heights reads */
    const pd_train_surface_feet *feet;
    const pd_train_patches *patches;
    pd_train_fit_kernel kernel;
    int is_level;
    double mean[PD_TRAIN_FIT_BEST]; /* of each patch under the plants */
    double *weights;                /* (down_count, count) w          */
    double distance;                /* d                              */
} pd_train_surface;

/* patches may be NULL for FLAT. name is for errors: ERR_INVALID without patches, ERR_MEMORY. On failure *surface is empty. */
pd_status pd_train_surface_fit(pd_train_surface *surface, const pd_train_surface_feet *feet,
                               const pd_train_surface_how *how, const pd_train_patches *patches,
                               const char *name, const pd_executor *executor, pd_error *err);
/* heights (count): T of each. */
void pd_train_surface_heights(double *heights, const pd_train_surface *surface, double x, double z);
void pd_train_surface_deinit(pd_train_surface *surface);

#endif
