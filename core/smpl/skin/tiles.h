#ifndef PD_SMPL_TILES_H
#define PD_SMPL_TILES_H
/* A body model in the form that core/kernel takes: blend shapes and weights in tiles of 16 consecutive vertices.
 *
 * Features, in this order: B betas, 9(K-1) entries of R_k - I (when there are pose blend shapes), the same times
 * beta_1 .. beta_G (when those depend on betas), E expressions, D soft-tissue coefficients. They form blocks: block 0 the betas,
 * block (K-1) g + k the nine of joint k times beta_g (1 for g = 0), the last but one expressions, the last soft tissue. Where pose
 * features are quaternions, joints 0 .. K-1 have four each, and joint k's block is k + 1. A tile
 * stores its 16 vertices of the template and then, block after block, a row [3][16] for each feature of the
 * blocks that move it; a block that is zero for all 16 vertices is left out, so dense and sparse pose blend
 * shapes go through the same kernel and what is zero costs nothing. A rest pose or a joint that is not rotated
 * drops its block for the whole group of bodies likewise.
 *
 * Skinning (core/kernel/body.h): per tile the table rows that act on it, with 16 weights each.
 *     LBS  one row a joint
 *     DQS  one row a pair (joint, pivot); the pivot is the joint of largest weight, the lower number when equal
 *     SBS  one row a member (joint, set); set: the joints that move a vertex, with their pivot. Rotation centres
 *          depend on the joints alone; two sets that differ in their pivot share one.
 *
 * Pose blend shapes are rounded once, at load, to 16 bits with a power of two a row of a tile: each number moves by
 * at most 1/32768 of the largest in its row. The wide rows hold the rounded numbers, and a narrow copy of the
 * tile (template and other rows in float32 on lines of 64 bytes, pose rows in 16 bits, their scales) gives the same bits from half the
 * memory. A tile where rounding could move a vertex by more than PD_SMPL_ROUNDING metres (standard deviation, every
 * joint rotated by pi) stays as it is, and has no narrow copy.
 *
 * Lanes beyond the last vertex repeat it, so that no lane ever computes garbage.
 * Memory   read-only after pd_smpl_tiles_build, one owner.
 */
#include "core/kernel/body.h"
#include "core/smpl/data/data.h"

#include <stdbool.h>

#define PD_SMPL_ROUNDING 1.5e-6

typedef struct pd_smpl_skin_list {
    int *start;     /* (tile_count + 1) into index   */
    int32_t *index; /* rows of the body's table      */
    float *weights; /* (entries,16), 64-byte aligned */
} pd_smpl_skin_list;

typedef struct pd_smpl_pair {
    int joint, pivot;
} pd_smpl_pair;

/* Rows of the SBS table: member m is joint member_joint[m] seen from pivot member_pivot[m] about centre
 * member_centre[m]; centre c is made of joints centre_joint[centre_start[c] .. centre_start[c + 1]). */
typedef struct pd_smpl_sets {
    int member_count, centre_count;
    int *member_joint, *member_pivot, *member_centre;
    int *centre_start, *centre_joint;
} pd_smpl_sets;

typedef struct pd_smpl_tiles {
    int vertex_count, tile_count, joint_count;
    pd_smpl_feature_kind pose_features;
    int feature_count, block_count;
    int *block_feature, *block_rows; /* (block_count) first feature, number of features */
    int *tile_block_start;           /* (tile_count + 1) into tile_blocks                  */
    uint16_t *tile_blocks;           /* ascending block numbers                            */
    size_t *tile_rows;               /* (tile_count + 1) into rows, in rows of 48          */
    float *rows;                     /* [template row, feature rows] tile after tile       */
    size_t *tile_narrow;             /* (tile_count + 1) into narrow, bytes; empty: none     */
    uint32_t *tile_scales;           /* (tile_count) bytes from a narrow tile to its scales  */
    unsigned char *narrow;           /* [template, rows, scales] tile after tile             */
    pd_smpl_skin_list lbs, dqs, sbs;
    pd_smpl_pair *pairs;
    int pair_count;
    pd_smpl_sets sets;
    uint32_t *around_start, *around; /* (V+1), (3F): the faces at a vertex, ascending      */
    size_t bytes;
} pd_smpl_tiles;

/* data has passed pd_smpl_data_check and its weights are normalised. Fails only for want of memory. */
pd_status pd_smpl_tiles_build(pd_smpl_tiles **out, const pd_smpl_data *data, pd_error *err);
/* The vertex in a lane; lanes beyond the last one repeat it. */
static inline int pd_smpl_lane_vertex(const pd_smpl_tiles *tiles, int tile, int lane)
{
    int v = tile * PD_K_LANES + lane;
    return v < tiles->vertex_count ? v : tiles->vertex_count - 1;
}

static inline int pd_smpl_block_expression(const pd_smpl_tiles *tiles)
{
    return tiles->block_count - 2;
}
static inline int pd_smpl_block_soft(const pd_smpl_tiles *tiles)
{
    return tiles->block_count - 1;
}
static inline bool pd_smpl_block_is_pose(const pd_smpl_tiles *tiles, int block)
{
    return block > 0 && block < pd_smpl_block_expression(tiles);
}

/* Of a block of pose features: its joint, and which beta its features are multiplied with (0: none). */
static inline int pd_smpl_block_joint(const pd_smpl_tiles *tiles, int block)
{
    const int first = pd_smpl_pose_first_joint(tiles->pose_features);
    return first + (block - 1) % (tiles->joint_count - first);
}
static inline int pd_smpl_block_term(const pd_smpl_tiles *tiles, int block)
{
    return (block - 1) / (tiles->joint_count - pd_smpl_pose_first_joint(tiles->pose_features));
}

/* Its parts, each in a file of its own; false when memory is short. */
bool pd_smpl_tiles_pack_blend(pd_smpl_tiles *tiles, const pd_smpl_data *data);
int pd_smpl_tiles_pack_skin(pd_smpl_tiles *tiles, const pd_smpl_data *data);
/* count elements on a 64-byte boundary, cleared; never a block of no bytes. NULL when memory is short. */
void *pd_smpl_tiles_alloc(size_t count, size_t element_bytes);
void *pd_smpl_tiles_take(size_t count, size_t element_bytes); /* not cleared: for what is written whole */
void pd_smpl_tiles_free(pd_smpl_tiles *tiles);                /* NULL is fine */

#endif
