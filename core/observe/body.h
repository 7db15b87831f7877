#ifndef PD_OBSERVE_BODY_H
#define PD_OBSERVE_BODY_H
/* A body with its derivatives: chain, joints and a few vertices, and how each of them moves with every unknown.
 *
 *     x = s X(beta, theta) + t
 *     X_k    = G_k's translation                                joint
 *     X_v    = sum_k w_vk G_k (u_v - J_k)                       vertex; u_v = T_v + S_v beta + P_v (R(theta) - I)
 *
 * Unknowns, in this order:
 *
 *     pose         3 a joint: R_k <- R_k exp(d)                 dX/dd_c = a_kc x (X - X_k) for what hangs below k; a_kc column c of G_k
 *     translation  3
 *     betas        B'                                           dX_k/db = dX_p/db + G_p (dJ_k - dJ_p)   down the chain
 *     scale        1, log s, when it is fitted                  dx = s X
 *     focal        1, log f over its guess, when it is fitted   (of a camera: term.h)
 *     offsets      3 a place, when they are fitted              dx = s sum_k w_vk rot(G_k)
 *
 * Pose blend shapes are in it, with their own derivative: d(R exp(d)) = R [d]x. So the vertices are the model's own (LBS) to rounding.
 *
 * Shapes   K joints, B betas of the model, the first B' of them fitted.
 * Spaces   model axes, metres; x is where the body is seen.
 * Memory   a frame is carved from the caller's arena; vertices are compiled once (pd_observe_vertex).
 */
#include "core/base/arena.h"
#include "core/math/xform.h"
#include "core/observe/keypoint.h"
#include "core/smpl/model.h"

typedef struct pd_observe_state {
    double *betas;          /* (B)              */
    double (*rotations)[9]; /* (K,3,3) local    */
    double translation[3];
    double log_scale, log_focal; /* 0: as given */
} pd_observe_state;

/* Where each group of unknowns begins; -1: it is not fitted. */
typedef struct pd_observe_layout {
    int joints, betas; /* K, B' */
    int translation, beta, scale, focal, count;
    int offset; /* of places that stand off the skin, 3 each; after _layout_of: not fitted */
} pd_observe_layout;

pd_observe_layout pd_observe_layout_of(int joints, int betas, bool scale, bool focal);

/* What a vertex depends on, copied out of the model's tiles. */
typedef struct pd_observe_blend {
    int joint, term; /* features of R_joint, times beta term (0: times 1) */
    pd_smpl_feature_kind features;
    double p[9][3]; /* 9 rows of R - I, or 4 of its quaternion and zeros */
} pd_observe_blend;

typedef struct pd_observe_vertex {
    int index;
    double at[3];   /* T_v                   */
    double *shape;  /* (3,B); NULL: baked    */
    int *skin;      /* (skin_count) joints   */
    double *weight; /* (skin_count)          */
    pd_observe_blend *blends;
    int skin_count, blend_count;
} pd_observe_vertex;

/* T_v alone: where the rest body with betas 0 has a vertex. */
void pd_observe_vertex_rest(double at[3], const pd_smpl_model *model, int vertex);
size_t pd_observe_vertex_bytes(const pd_smpl_model *model, int vertex);
/* false: the arena is full. */
bool pd_observe_vertex_compile(pd_observe_vertex *out, const pd_smpl_model *model, int vertex,
                               pd_arena *arena);

/* The same vertex for these betas alone, which are worked into it: fewer numbers to go through. Its shape is NULL afterwards, and no layout
 * that fits betas may be used with it. */
void pd_observe_vertex_bake(pd_observe_vertex *vertex, const pd_smpl_model *model, const double *betas);

/* A state worked out. */
typedef struct pd_observe_body {
    const pd_smpl_model *model;
    double (*rest)[3]; /* (K,3) J        */
    pd_xform *world;   /* (K) G          */
    double *slope;     /* (K,3,B') dX_k/db; only after _slopes */
    double scale;      /* s */
} pd_observe_body;

size_t pd_observe_body_bytes(const pd_smpl_model *model);
bool pd_observe_body_init(pd_observe_body *body, const pd_smpl_model *model, pd_arena *arena);
void pd_observe_body_pose(pd_observe_body *body, const pd_observe_state *state);
/* After _pose: dX_k/db for the layout's betas. */
void pd_observe_body_slopes(pd_observe_body *body, const pd_observe_layout *layout);

/* A place: parts whose vertices are compiled (compiled[p] for those that are vertices). */
typedef struct pd_observe_place_of {
    const pd_observe_part *parts;
    const pd_observe_vertex *const *compiled; /* (part_count) NULL for joints */
    int part_count;
    const double *
        offset; /* (3) added to its vertices at rest, in model axes: a marker that stands off the skin; or NULL */
    int number; /* of its three unknowns, after layout's offset                                          */
} pd_observe_place_of;

/* x, seen. */
void pd_observe_point(double x[3], const pd_observe_body *body, const pd_observe_state *state,
                      const pd_observe_place_of *place);
/* jacobian (layout count, 3): dx by every unknown; focal's row is 0. After _slopes. */
void pd_observe_point_jacobian(double (*jacobian)[3], const pd_observe_body *body,
                               const pd_observe_state *state, const pd_observe_layout *layout,
                               const pd_observe_place_of *place);

/* At rest, betas 0; false: the arena is full. */
size_t pd_observe_state_bytes(const pd_smpl_model *model);
bool pd_observe_state_init(pd_observe_state *state, const pd_smpl_model *model, pd_arena *arena);
/* Into a state of the same model. */
void pd_observe_state_copy(pd_observe_state *to, const pd_observe_state *from, const pd_smpl_model *model);
/* state <- state moved by step (layout count). */
void pd_observe_state_move(pd_observe_state *state, const pd_observe_layout *layout, const double *step);

#endif
