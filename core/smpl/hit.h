#ifndef PD_SMPL_HIT_H
#define PD_SMPL_HIT_H
/* Finds where a ray meets the skin of a body in a pose, without computing all of the skin.
 *
 * The triangles of a model are divided once into regions: patches of up to PD_SMPL_PATCH_FACES that lie
 * together, and groups of all patches that follow the same joint. For a body in a pose a region is bounded by
 * a sphere:
 *
 *     centre  m = sum_k u_k C_k c'
 *     radius  sum_k W_k |C_k c' - m| + rho + sum_b n_b |f_b|
 *         C_k: skinning (pose.h); u_k, W_k: mean and largest weights of the region's vertices
 *         c' = c + sum_b P_b f_b,  c, rho: sphere about the vertices at rest, in the body's own shape
 *         P_b: mean rows of block b of blend shapes, f_b: its features (skin/tiles.h), without betas
 *         n_b: largest norm of the difference between a vertex's rows and the mean
 *         A vertex is sum_k w_k C_k v, and v is at most rho + sum_b n_b |f_b| from c'
 *
 * Only patches whose sphere the ray meets, in groups whose sphere it meets, are blended and skinned, in
 * tiles, nearest first, until a triangle is met before the next sphere. What was computed is kept for the
 * next ray at the same pose.
 *
 * Shapes   V vertices, F triangles, N regions, K joints.
 * Spaces   the body's: model space, metres, with its translation.
 * Memory   patches belong to the model. Bounds are allocated once for a shape. A target lies in an arena.
 * Threads  the model and bounds are const; a target belongs to one thread.
 * Errors   lack of memory alone.
 */
#include "core/base/arena.h"
#include "core/math/ray.h"
#include "core/smpl/body.h"

#include <stdbool.h>

#define PD_SMPL_PATCH_FACES 32

/* Triangles that are bounded together. Lists end where those of the next region begin. */
typedef struct pd_smpl_region {
    int face_begin, face_end; /* in `faces` */
    int vertex_begin;         /* in `vertices` */
    int tile_begin;           /* in `tiles`; groups have none */
    int joint_begin;          /* in `joints`, `shares` and `tops` */
    int block_begin;          /* in `blocks` and `norms` */
    int row_begin;            /* in `rows` */
} pd_smpl_region;

typedef struct pd_smpl_patches {
    int count;               /* patches; region `count + g` is group g */
    int group_count;         /* N = count + group_count */
    pd_smpl_region *regions; /* (N+1), the last for ends */
    int *group_start;        /* (group_count+1) ranges of the patches of a group */
    uint32_t *faces;         /* (F) numbers of the model's triangles */
    uint32_t *vertices;      /* vertices of a region, each once */
    uint16_t *tiles;         /* tiles that have the vertices of a patch */
    uint16_t *joints;        /* joints that move a region */
    float *shares, *tops;    /* u_k, W_k */
    uint16_t *blocks;        /* blocks of blend shapes that move a region, without betas */
    float *norms;            /* n_b, metres per unit of the features */
    unsigned char
        *has_rows;    /* 0: the block moves the region so little that P_b counts as 0; also in groups */
    float (*rows)[3]; /* P_b: a row for each feature of each block that has rows, in their order */
} pd_smpl_patches;

/* Returns the model's patches, made at the first call; NULL when out of memory. */
const pd_smpl_patches *pd_smpl_model_patches(const pd_smpl_model *model);
/* For the model. NULL is allowed. */
void pd_smpl_patches_free(pd_smpl_patches *patches);

/* Writes the spheres (c, rho) of the regions at rest for a shape to a new array *out (N,4), which the caller
 * frees. ERR_MEMORY. */
pd_status pd_smpl_hit_bounds(float (**out)[4], const pd_smpl_model *model, const float *betas, int beta_count,
                             pd_error *err);

/* A body at one pose, for any number of rays. */
typedef struct pd_smpl_target pd_smpl_target;

/* Returns the bytes of an arena that _begin takes. */
size_t pd_smpl_target_bytes(const pd_smpl_model *model, pd_smpl_skinning skinning);
/* Poses a body that has passed pd_smpl_job_check. bounds (N,4): those of its betas. skinning and
 * no_correctives as in pd_smpl_partial_begin. The model's patches must exist. */
pd_smpl_target *pd_smpl_target_begin(pd_arena *arena, const pd_smpl_body *body, const float (*bounds)[4],
                                     const pd_smpl_model *model, pd_smpl_skinning skinning,
                                     bool no_correctives);

typedef struct pd_smpl_hit {
    double distance;  /* from the start of the ray to the first contact */
    int face;         /* number of the triangle */
    int corners[3];   /* its vertices */
    float weights[3]; /* point = sum of weights times corners */
    int joint;        /* joint with the largest weight there */
    pd_vec3 point;    /* on the skin */
    pd_vec3 normal;   /* of the triangle, unit length, outwards */
} pd_smpl_hit;

/* Finds the first triangle that the ray meets from the front. Returns false if there is none. */
bool pd_smpl_target_meet(pd_smpl_hit *out, pd_smpl_target *target, const pd_ray *ray);

#endif
