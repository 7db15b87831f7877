#ifndef PD_TRAIN_EVALUATE_QUALITY_H
#define PD_TRAIN_EVALUATE_QUALITY_H
/* Detects defects of a posed surface: inverted triangles, and skin that penetrates the body.
 *
 * inverted  the normal of a triangle deviates by more than 90 degrees from its rest normal turned by the
 *           blended rotation of its corners (the weighted mean quaternion of their joints).
 * inside    the surface winds at least once about the point 0.1 mm above the vertex (signed crossings of
 *           three rays along the axes, two of which must agree), and the vertex was not inside in the rest
 *           pose.
 * depth     distance from an inside vertex to the nearest triangle that has the vertex behind it (the point
 *           above it, where the two face each other) and is not adjacent to it. The triangle must be nearer
 *           than half of its distance in the rest pose; or the two face each other and it is nearer than nine
 *           tenths of that, or had the vertex in front of it. The depth is limited by the distance along x or
 *           z (y only where those two disagree) to where the winding ends. Where the vertex's own triangles
 *           lie over the point above it, as at the bottom of a closed crease, it is also limited by that
 *           distance along any of 256 directions.
 * kind      the joints of the triangle and of the vertex decide: a `fold` when they are the same or parent
 *           and child (skin in the crook of a joint), otherwise a `hit` (forearm in trunk, thigh in belly).
 *
 * Shapes   V vertices, K joints, F triangles. Metres, model space; rotations local to the parent.
 * Threads  a checker is const after init; each thread has its own arena.
 */
#include "core/base/arena.h"
#include "core/smpl/model.h"

#define PD_TRAIN_BODY_DEPTH_LIMIT 0.01 /* metres: vertices deeper than this are counted */

typedef struct pd_train_body_quality {
    int inverted;            /* number of triangles */
    int fold_deep, hit_deep; /* numbers of vertices deeper than the limit */
    double fold, hit;        /* largest depth, metres */
    int inverted_face;       /* index of one inverted triangle, or -1 */
    int hit_vertex;          /* index of the deepest hit, or -1 */
} pd_train_body_quality;

typedef struct pd_train_body_checker {
    pd_smpl_model *model;
    float *rest;                /* (V,3) rest shape of the body with its betas */
    unsigned char *rest_inside; /* (V) 1: inside in the rest pose already: lips, thighs of obese bodies */
    int *holder;                /* (V) joint of the largest weight                               */
    int rest_inside_count;
} pd_train_body_checker;

/* Prepares checks of one body: betas (beta_count), missing ones are 0. */
pd_status pd_train_body_checker_init(pd_train_body_checker *checker, const pd_smpl_model *model,
                                     const float *betas, int beta_count, pd_error *err);
void pd_train_body_checker_deinit(pd_train_body_checker *checker);

/* Returns the scratch bytes that _run needs for one body of the model. */
size_t pd_train_body_quality_scratch_bytes(const pd_smpl_model *model);
/* Checks vertices (V,3) of that body in the pose of rotations (K,3,3), from any skinning method. */
void pd_train_body_quality_run(pd_train_body_quality *out, const pd_train_body_checker *checker,
                               const float *vertices, const float *rotations, pd_arena *scratch);

#endif
