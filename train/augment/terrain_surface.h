#ifndef PD_TRAIN_AUGMENT_TERRAIN_SURFACE_H
#define PD_TRAIN_AUGMENT_TERRAIN_SURFACE_H
/* Fits ground to given feet: selects the patches of a map that fit best, then bends them to touch every plant
 * (Holden et al. 2017, section 4.2; process_heights of its generate_database.py). Independent of the
 * skeleton: the caller passes the positions of the feet.
 *
 * Over some frames and the joints of the feet (both heels and toes), c = 1 where a joint is in contact, f is
 * the height of the joint less that of a planted joint, and h the height of the patch below it. The centre of
 * each patch lies under the mean of the planted joints, and the means over the planted joints are subtracted
 * from f and h:
 *
 *     E_down = 0.1 mean_{c=1} (h - f)^2             E_up   = mean_{c=0} max(h - f, 0)^2
 *     E_over = mean_{c=0} max((f - l) - h, 0)^2     jumps only, l = 0.05 m: demands an obstacle below the
 *                                                   jump
 *     E_beam = mean max(h(o) - (h(r) - b), 0)^2     beams only: r the root, o = r + N(0, 0.5 m) farther than
 *                                                   0.15 m from every r, b = 0.40 m: demands that the ground
 *                                                   falls off beside the path
 *     E      = E_down + E_up + E_over + E_beam
 *
 * The ten patches of least E are refined. With the planted points x_k, residuals e_k = f_k - h(x_k), D = |x_k
 * - x_l|, d = mean D:
 *
 *     T(x) = h(x) + sum_k w_k K(|x - x_k|/d)        (K(D/d) - smooth I) w = e,   smooth = 0.1
 *     K(r) = r (linear, as in the original)         or sqrt(r^2 + 1) (multiquadric)
 *
 * A point that stands for n equal ones has smooth/n, which gives the same T as n points.
 *
 * Units    metres, world space. E is a square, so centimetres would give the same order of patches.
 * Memory   feet and surfaces are the caller's; a surface borrows feet and patches.
 * Threads  patches are const. Tasks: the patches of a fit; the result does not depend on the executor.
 */
#include "core/anim/scene/ground.h"
#include "core/base/executor.h"

#include <stdint.h>

#define PD_TRAIN_PATCH_SIDE        3.0 /* default side, metres */
#define PD_TRAIN_PATCH_POINTS      61  /* default number of heights along a side */
#define PD_TRAIN_PATCH_POINTS_MOST 512
#define PD_TRAIN_PATCH_COUNT_MOST  100000
#define PD_TRAIN_FIT_BEST          10

/* Square patches of heights; the centre of a patch is height (points/2, points/2). */
typedef struct pd_train_patches {
    int count, points; /* points: heights along each side */
    double cell;       /* distance of two heights, metres */
    float *heights;    /* (count, points, points) metres, rows along +z */
} pd_train_patches;

typedef struct pd_train_patch_plan {
    int count;   /* 1 to 100,000                    */
    int points;  /* heights along a side, 2 to 512; 0 selects 61 */
    double side; /* metres, 0.5 to 20; 0 selects 3 */
    uint64_t seed;
} pd_train_patch_plan;

/* Samples plan->count patches at random positions and directions, from one map after the other, and subtracts
 * each patch's mean. ERR_RANGE (numbers of the plan;
 * a map must have at least 5/3 of a patch's side), ERR_MEMORY. */
pd_status pd_train_patches_sample(pd_train_patches *patches, const pd_anim_ground *maps, int map_count,
                                  const pd_train_patch_plan *plan, pd_error *err);
void pd_train_patches_deinit(pd_train_patches *patches);
/* Returns the height at (x, z) relative to the patch's centre: bilinear;
 * the edge heights continue outside. */
double pd_train_patch_height(const pd_train_patches *patches, int patch, double x, double z);

typedef enum pd_train_fit_kind {
    PD_TRAIN_FIT_WALK, /* E_down + E_up            */
    PD_TRAIN_FIT_JUMP, /* E_down + E_up + E_over */
    PD_TRAIN_FIT_BEAM, /* E_down + E_up + E_beam */
    PD_TRAIN_FIT_FLAT  /* level ground, no patches */
} pd_train_fit_kind;

typedef enum pd_train_fit_kernel { PD_TRAIN_FIT_LINEAR, PD_TRAIN_FIT_MULTIQUADRIC } pd_train_fit_kernel;

/* A foot joint on or above the ground. y: height less the joint's planted height. count: number of frames
 * that the point stands for. */
typedef struct pd_train_surface_point {
    double x, z, y;
    int count;
} pd_train_surface_point;

/* Points of feet and root over the frames of a fit. */
typedef struct pd_train_surface_feet {
    pd_train_surface_point *down, *up;
    pd_vec3 *root;
    pd_vec3 *off;   /* points o of E_beam, only those far enough from every root */
    int *off_frame; /* frame of the root that each `off` point belongs to */
    int down_count, up_count, root_count, off_count;
    double x, z, y; /* means over planted points, weighted by their counts */
} pd_train_surface_feet;

/* Allocates points for 4 joints over frame_count frames. `name` is used in errors. */
pd_status pd_train_surface_feet_init(pd_train_surface_feet *feet, int frame_count, const char *name,
                                     pd_error *err);
void pd_train_surface_feet_deinit(pd_train_surface_feet *feet);
/* Computes the means, when all planted points have been added. */
void pd_train_surface_feet_centre(pd_train_surface_feet *feet);
/* Adds a point o of E_beam at (dx, dz) from the root of a frame, if it is far enough from every root. At most
 * one call for each frame. */
void pd_train_surface_feet_beside(pd_train_surface_feet *feet, int frame, double dx, double dz);

typedef struct pd_train_surface_how {
    pd_train_fit_kind kind;
    pd_train_fit_kernel kernel;
    /* 1: flat ground is level at the mean of the plants, as in the original; 0: it is bent to each plant */
    int is_level;
} pd_train_surface_how;

typedef struct pd_train_surface {
    int count; /* number of grounds: 10, fewer with fewer patches, 1 for FLAT or without contacts */
    int patch[PD_TRAIN_FIT_BEST];     /* index of the patch; -1: level ground */
    double error[PD_TRAIN_FIT_BEST];  /* E, ascending */
    double before[PD_TRAIN_FIT_BEST]; /* rms of e before refinement, metres */
    /* Inputs of pd_train_surface_heights. */
    const pd_train_surface_feet *feet;
    const pd_train_patches *patches;
    pd_train_fit_kernel kernel;
    int is_level;
    double mean[PD_TRAIN_FIT_BEST]; /* mean height of each patch under the plants */
    double *weights;                /* (down_count, count) w of the equation */
    double distance;                /* d of the equation */
} pd_train_surface;

/* Fits the grounds. patches may be NULL for FLAT. `name` is used in errors: ERR_INVALID without patches,
 * ERR_MEMORY. On failure *surface is empty. */
pd_status pd_train_surface_fit(pd_train_surface *surface, const pd_train_surface_feet *feet,
                               const pd_train_surface_how *how, const pd_train_patches *patches,
                               const char *name, const pd_executor *executor, pd_error *err);
/* Computes heights (count): T of each ground at (x, z). */
void pd_train_surface_heights(double *heights, const pd_train_surface *surface, double x, double z);
void pd_train_surface_deinit(pd_train_surface *surface);

#endif
