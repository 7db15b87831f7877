#ifndef PD_TRAIN_EVALUATE_QUALITY_H
#define PD_TRAIN_EVALUATE_QUALITY_H
/* What is wrong with a posed surface: triangles inside out, and skin that has gone into the body.
 *
 * inverted  the normal of a triangle stands more than 90 degrees off its rest normal turned by the blended rotation of
 *           its corners (the weighted mean quaternion of their joints).
 * inside    a vertex 0.1 mm above which the surface winds about the point at least once (signed crossings of
 *           three rays along the axes, two of which must agree), and that was not inside in the rest pose.
 * depth     the way from an inside vertex to the nearest triangle that has the vertex behind it (the point above it, where the two face each
 *           other) and is no neighbour
 *           of it: nearer than half of what it is in the rest pose; or the two face each other and it is nearer
 *           than nine tenths, or had the vertex in front of it. Never more than the way along x or z (y only
 *           where those two disagree) to where the winding ends; where the vertex's own triangles lie over the point above it, as at the
 *           bottom of a crease that is shut, never more than that way along any of 256 directions. The triangle's joint and the vertex's decide what it is: a
 *           `fold` when they are the same or parent and child (skin in the crook of a joint),
 *           otherwise a `hit` (forearm in trunk, thigh in belly).
 *
 * Shapes   V vertices, K joints, F triangles. Metres, model space; rotations local to the parent.
 * Threads  a checker is const after init; each thread has an arena of its own.
 */
#include "core/base/arena.h"
#include "core/smpl/model.h"

#define PD_TRAIN_BODY_DEPTH_LIMIT 0.01 /* metres: deeper is counted */

typedef struct pd_train_body_quality {
    int inverted;            /* triangles                           */
    int fold_deep, hit_deep; /* vertices deeper than the limit       */
    double fold, hit;        /* the deepest, metres                 */
    int inverted_face;       /* one of them, or -1                  */
    int hit_vertex;          /* the deepest, or -1                  */
} pd_train_body_quality;

typedef struct pd_train_body_checker {
    pd_smpl_model *model;
    float *rest;                /* (V,3) of the body with its betas                              */
    unsigned char *rest_inside; /* (V) inside already: lips, thighs of the obese                 */
    int *holder;                /* (V) joint of the largest weight                               */
    int rest_inside_count;
} pd_train_body_checker;

/* For one body: betas (beta_count), missing ones 0. */
pd_status pd_train_body_checker_init(pd_train_body_checker *checker, const pd_smpl_model *model,
                                     const float *betas, int beta_count, pd_error *err);
void pd_train_body_checker_deinit(pd_train_body_checker *checker);

size_t pd_train_body_quality_scratch_bytes(const pd_smpl_model *model);
/* vertices (V,3) of that body in the pose of rotations (K,3,3), however they were made. */
void pd_train_body_quality_run(pd_train_body_quality *out, const pd_train_body_checker *checker,
                               const float *vertices, const float *rotations, pd_arena *scratch);

#endif
