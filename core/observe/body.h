#ifndef PD_OBSERVE_BODY_H
#define PD_OBSERVE_BODY_H
/* Positions of joints and vertices of a body, with their derivatives by every unknown of a fit.
 *
 *     x = s X(beta, theta) + t
 *     X_k    = translation of G_k                               joint
 *     X_v    = sum_k w_vk G_k (u_v - J_k)
 *         vertex; u_v = T_v + S_v beta + P_v (R(theta) - I)
 *
 * Unknowns, in this order:
 *
 *     pose         3 per joint: R_k <- R_k exp(d)
 *         dX/dd_c = a_kc x (X - X_k) for points below joint k; a_kc column c of G_k
 *     translation  3
 *     betas        B' dX_k/db = dX_p/db + G_p (dJ_k - dJ_p) down the chain
 *     scale        1, log s, if it is fitted                    dx = s X
 *     focal        1, log of f over its guess, if it is fitted  (of a camera: term.h)
 *     offsets      3 per place, if they are fitted              dx = s sum_k w_vk rot(G_k)
 *
 * Pose blend shapes are included, with their own derivative: d(R exp(d)) = R [d]x. So the vertices equal the
 * model's own (LBS) to rounding.
 *
 * Shapes   K joints, B betas of the model, the first B' of them fitted.
 * Spaces   X in model axes, metres; x in the world in which the body is observed.
 * Memory   everything comes from the caller's arena; a vertex is compiled once (pd_observe_vertex).
 * Threads  one thread for each body and state; model and compiled vertices are const.
 * Errors   false: the arena is full.
 */
#include "core/base/arena.h"
#include "core/math/xform.h"
#include "core/observe/keypoint.h"
#include "core/smpl/model.h"

typedef struct pd_observe_state {
    double *betas;          /* (B) */
    double (*rotations)[9]; /* (K,3,3) local rotations */
    double translation[3];
    double log_scale, log_focal; /* log of s, and of the focal length over its guess; 0: both as given */
} pd_observe_state;

/* Index of the first unknown of each group; -1: the group is not fitted. count: number of unknowns. */
typedef struct pd_observe_layout {
    int joints, betas; /* K, B' */
    int translation, beta, scale, focal, count;
    int offset; /* unknowns of places with an offset from the skin, 3 each; -1 after pd_observe_layout_of */
} pd_observe_layout;

/* Returns the layout of a fit without offsets; scale and focal say whether these are fitted. */
pd_observe_layout pd_observe_layout_of(int joints, int betas, bool scale, bool focal);

/* One group of pose blend shapes of a vertex, copied out of the model's tiles. */
typedef struct pd_observe_blend {
    int joint, term; /* features of R_joint, multiplied by beta `term` (0: by 1) */
    pd_smpl_feature_kind features;
    double p[9][3]; /* rows for the 9 numbers of R - I, or for the 4 of its quaternion and then zeros */
} pd_observe_blend;

/* Everything that the position of one vertex depends on. */
typedef struct pd_observe_vertex {
    int index;
    double at[3];   /* T_v, position in the rest template */
    double *shape;  /* (3,B) S_v; NULL after pd_observe_vertex_bake */
    int *skin;      /* (skin_count) joints that move the vertex */
    double *weight; /* (skin_count) skinning weights */
    pd_observe_blend *blends;
    int skin_count, blend_count;
} pd_observe_vertex;

/* Writes T_v: the position of the vertex on the rest body with betas 0. */
void pd_observe_vertex_rest(double at[3], const pd_smpl_model *model, int vertex);
/* Returns the bytes of arena that compiling this vertex takes. */
size_t pd_observe_vertex_bytes(const pd_smpl_model *model, int vertex);
/* Compiles a vertex for repeated evaluation. Returns false if the arena is full. */
bool pd_observe_vertex_compile(pd_observe_vertex *out, const pd_smpl_model *model, int vertex,
                               pd_arena *arena);

/* Specializes a compiled vertex to fixed betas, which makes evaluation faster. Afterwards `shape` is NULL,
 * and the vertex must not be used with a layout that fits betas. */
void pd_observe_vertex_bake(pd_observe_vertex *vertex, const pd_smpl_model *model, const double *betas);

/* A body evaluated at one state. */
typedef struct pd_observe_body {
    const pd_smpl_model *model;
    double (*rest)[3]; /* (K,3) J, rest positions of the joints */
    pd_xform *world;   /* (K) G, world transforms */
    double *slope;     /* (K,3,B') dX_k/db; valid after pd_observe_body_slopes */
    double scale;      /* s */
} pd_observe_body;

size_t pd_observe_body_bytes(const pd_smpl_model *model); /* bytes of arena that _init takes */
bool pd_observe_body_init(pd_observe_body *body, const pd_smpl_model *model, pd_arena *arena);
/* Evaluates rest joints and world transforms for the state. */
void pd_observe_body_pose(pd_observe_body *body, const pd_observe_state *state);
/* Computes dX_k/db for the layout's betas. Call it after pd_observe_body_pose. */
void pd_observe_body_slopes(pd_observe_body *body, const pd_observe_layout *layout);

/* A place on the body: a weighted sum of joints and vertices.
 * compiled[p] is the compiled vertex of part p. */
typedef struct pd_observe_place_of {
    const pd_observe_part *parts;
    const pd_observe_vertex *const *compiled; /* (part_count) NULL for parts that are joints */
    int part_count;
    /* (3) offset added to the vertices at rest, in model axes,
     * for a marker that stands off the skin; or NULL */
    const double *offset;
    int number; /* index of the offset's three unknowns, counted from layout's `offset` */
} pd_observe_place_of;

/* Computes x, the position of the place in the observed world. */
void pd_observe_point(double x[3], const pd_observe_body *body, const pd_observe_state *state,
                      const pd_observe_place_of *place);
/* Computes jacobian (layout count, 3): the derivative of x by every unknown; the row of focal is 0. Call it
 * after pd_observe_body_slopes. */
void pd_observe_point_jacobian(double (*jacobian)[3], const pd_observe_body *body,
                               const pd_observe_state *state, const pd_observe_layout *layout,
                               const pd_observe_place_of *place);

/* Returns the bytes that a state takes; creates a state at rest with betas 0. false: the arena is full. */
size_t pd_observe_state_bytes(const pd_smpl_model *model);
bool pd_observe_state_init(pd_observe_state *state, const pd_smpl_model *model, pd_arena *arena);
/* Copies a state into another of the same model. */
void pd_observe_state_copy(pd_observe_state *to, const pd_observe_state *from, const pd_smpl_model *model);
/* Moves the state by step (layout count): rotations R <- R exp(d), everything else by addition. */
void pd_observe_state_move(pd_observe_state *state, const pd_observe_layout *layout, const double *step);

#endif
