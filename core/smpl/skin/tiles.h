#ifndef PD_SMPL_TILES_H
#define PD_SMPL_TILES_H
/* A body model packed for core/kernel: blend shapes and weights in tiles of 16 consecutive vertices.
 *
 * Features, in this order: B betas; 9(K-1) entries of R_k - I (with pose blend shapes); the same times beta_1
 * .. beta_G (where those depend on betas); E expressions; N weights of sculpts that the pose drives
 * (data/psd.h); D soft-tissue coefficients. They form blocks: block 0 is the betas, block (K-1) g + k the
 * nine of joint k times beta_g (1 for g = 0), the last three are expressions, sculpts and soft tissue. Where
 * pose features are quaternions, joints 0 .. K-1 have four each, and joint k's block is k + 1.
 *
 * A tile stores the template of its 16 vertices and then, for each block that moves them, a row [3][16] per
 * feature. Blocks that are zero for all 16 vertices are omitted, so dense and sparse pose blend shapes go
 * through the same kernel and zeros cost nothing. Blocks whose features are zero for a whole group of bodies
 * (rest pose, joints that are not rotated) are skipped as well.
 *
 * Skinning (core/kernel/body/body.h): for each tile the table rows that act on it, with 16 weights each.
 *     LBS  one row per joint
 *     DQS  one row per pair (joint, pivot); the pivot is the joint of largest weight, of equal ones the
 *          lowest number
 *     SBS  one row per member (joint, set); a set is the joints that move a vertex, with their pivot.
 *          Rotation centres depend on the joints alone; two sets that differ only in their pivot share one.
 *
 * Pose blend shapes are rounded once, at load, to 16 bits with a power of two as the scale of each row of a
 * tile: each number changes by at most 1/32768 of the largest in its row. Rows of betas, expressions and
 * sculpts that half precision (binary16) holds exactly are kept in it; files often store them so. Rows of
 * betas behind the last that moves a vertex of the tile are omitted: betas of the face do not move the feet.
 *
 * A tile is kept in one of two forms:
 *     narrow   template and other rows in float32 on lines of 64 bytes or in half precision, pose rows in 16
 *              bits, their scales: half the memory
 *     plain    all rows in float32, for tiles where rounding could move a vertex by more than
 *              PD_SMPL_ROUNDING metres (standard deviation, every joint rotated by pi); they are not rounded
 * A batch is bound by arithmetic, not by memory, and reads float32 rows of all tiles (`wide`), which are made
 * of the narrow ones at the first batch. Both give the same bits, since the scales are powers of two.
 *
 * Lanes beyond the last vertex repeat it, so that every lane computes valid numbers.
 * Memory   read-only after pd_smpl_tiles_build but for `wide`, one owner.
 * Threads  any number.
 * Threads  that need `wide` at the same time may each make it; the first that is finished is kept.
 */
#include "core/kernel/body/body.h"
#include "core/smpl/data/data.h"

#include <stdbool.h>

#define PD_SMPL_ROUNDING 1.5e-6

typedef struct pd_smpl_skin_list {
    int *start;     /* (tile_count + 1) Ranges in index. */
    int32_t *index; /* Rows of the body's table. */
    float *weights; /* (entries,16), 64-byte aligned */
} pd_smpl_skin_list;

typedef struct pd_smpl_pair {
    int joint, pivot;
} pd_smpl_pair;

/* Rows of the SBS table: member m is joint member_joint[m] relative to pivot member_pivot[m] about centre
 * member_centre[m]; centre c is computed from joints centre_joint[centre_start[c] .. centre_start[c + 1]). */
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
    int *tile_block_start;           /* (tile_count + 1) Ranges in tile_blocks. */
    uint16_t *tile_blocks;           /* Block numbers of each tile, ascending. */
    uint16_t *tile_betas; /* (tile_count) Rows of betas that the tile has, at most block_rows[0]. */
    uint8_t *tile_half;   /* (tile_count) 1: rows that pd_smpl_block_is_still names are in half precision. */
    size_t *tile_rows;    /* (tile_count + 1) Offsets in wide, in rows of 48. */
    float *wide;          /* Atomic. [template row, feature rows] tile after tile; NULL: not made yet. */
    /* (tile_count + 1) Offsets in plain, in rows of 48; an empty range: the tile is narrow. */
    size_t *tile_plain;
    float *plain;          /* [template row, feature rows] tile after tile         */
    size_t *tile_narrow;   /* (tile_count + 1) Byte offsets in narrow; an empty range: the tile is plain. */
    uint32_t *tile_scales; /* (tile_count) Byte offset of the scales within a narrow tile. */
    unsigned char *narrow; /* [template, rows, scales] tile after tile             */
    pd_smpl_skin_list lbs, dqs, sbs;
    pd_smpl_pair *pairs;
    int pair_count;
    pd_smpl_sets sets;
    uint32_t *around_start, *around; /* (V+1) ranges, (3F) faces at each vertex, ascending. */
    bool is_mapped;                  /* The arrays but for `wide` lie in a pack (core/smpl/pack.h). */
    size_t bytes;                    /* Bytes without `wide`; pd_smpl_tiles_bytes returns the total. */
} pd_smpl_tiles;

/* Place in the rows of a tile. */
typedef struct pd_smpl_tile_rows {
    const float *start;  /* template (3,16)                    */
    const char *at;      /* next row                           */
    const float *scales; /* scale of the next narrow row */
    int betas;           /* rows of betas                      */
    bool is_narrow, is_half;
} pd_smpl_tile_rows;

/* Packs data that has passed pd_smpl_data_check and whose weights are normalised. ERR_MEMORY only. */
pd_status pd_smpl_tiles_build(pd_smpl_tiles **out, const pd_smpl_data *data, pd_error *err);
/* Returns the float32 rows of all tiles, which it makes if nobody did. NULL when memory is short: the other
 * forms give the same bits. */
const float *pd_smpl_tiles_wide(const pd_smpl_tiles *tiles);
/* Returns the bytes that the tiles take now. */
size_t pd_smpl_tiles_bytes(const pd_smpl_tiles *tiles);
/* Returns number `at` of a run's rows, (count,3,16), whatever their form. */
float pd_smpl_run_number(const pd_k_run *run, long at);
/* Returns the vertex in a lane; lanes beyond the last vertex repeat it. */
static inline int pd_smpl_lane_vertex(const pd_smpl_tiles *tiles, int tile, int lane)
{
    int v = tile * PD_K_LANES + lane;
    return v < tiles->vertex_count ? v : tiles->vertex_count - 1;
}

/* Return the block of the expressions, of the sculpts and of soft tissue: the last three blocks. */
static inline int pd_smpl_block_expression(const pd_smpl_tiles *tiles)
{
    return tiles->block_count - 3;
}
static inline int pd_smpl_block_sculpt(const pd_smpl_tiles *tiles)
{
    return tiles->block_count - 2;
}
static inline int pd_smpl_block_soft(const pd_smpl_tiles *tiles)
{
    return tiles->block_count - 1;
}
/* Returns whether a block belongs to pose features. */
static inline bool pd_smpl_block_is_pose(const pd_smpl_tiles *tiles, int block)
{
    return block > 0 && block < pd_smpl_block_expression(tiles);
}

/* Whether a block's rows may be kept in half precision: betas, expressions and sculpts. Soft tissue has modes
 * that are computed at load. */
static inline bool pd_smpl_block_is_still(const pd_smpl_tiles *tiles, int block)
{
    return block == 0 || block == pd_smpl_block_expression(tiles) || block == pd_smpl_block_sculpt(tiles);
}

/* Returns the rows of a block in a tile. */
static inline size_t pd_smpl_tile_block_rows(const pd_smpl_tiles *tiles, int tile, int block)
{
    return (size_t)(block ? tiles->block_rows[block] : tiles->tile_betas[tile]);
}

/* For a block of pose features: its joint, and the number of the beta
 * that multiplies its features (0: none). */
static inline int pd_smpl_block_joint(const pd_smpl_tiles *tiles, int block)
{
    const int first = pd_smpl_pose_first_joint(tiles->pose_features);
    return first + (block - 1) % (tiles->joint_count - first);
}
static inline int pd_smpl_block_term(const pd_smpl_tiles *tiles, int block)
{
    return (block - 1) / (tiles->joint_count - pd_smpl_pose_first_joint(tiles->pose_features));
}

/* Opens a tile in `wide`, or, where wide is NULL, in the form in which it is kept. */
static inline pd_smpl_tile_rows pd_smpl_tile_open(const pd_smpl_tiles *tiles, int tile, const float *wide)
{
    const unsigned char *narrow = tiles->narrow + tiles->tile_narrow[tile];
    pd_smpl_tile_rows rows = {.betas = tiles->tile_betas[tile],
                              .is_narrow = !wide && tiles->tile_narrow[tile + 1] > tiles->tile_narrow[tile]};
    rows.is_half = rows.is_narrow && tiles->tile_half[tile];

    if (wide) {
        rows.start = wide + tiles->tile_rows[tile] * PD_K_TILE;
    } else if (rows.is_narrow) {
        rows.start = (const float *)(const void *)narrow;
        rows.scales = (const float *)(const void *)(narrow + tiles->tile_scales[tile]);
    } else {
        rows.start = tiles->plain + tiles->tile_plain[tile] * PD_K_TILE;
    }
    rows.at = (const char *)(rows.start + PD_K_TILE);
    return rows;
}

/* Returns the rows of the tile's next block and steps over them. Call it for the blocks in the order of
 * tile_blocks: a body calls it thousands of times. */
static inline pd_k_run pd_smpl_tile_next(pd_smpl_tile_rows *rows, const pd_smpl_tiles *tiles, int block)
{
    const long count = block ? tiles->block_rows[block] : rows->betas;
    pd_k_run run = {.feature = tiles->block_feature[block], .count = (int)count};

    if (rows->is_narrow && pd_smpl_block_is_pose(tiles, block)) {
        run.narrow = (const int16_t *)(const void *)rows->at, run.scales = rows->scales;
        rows->at += count * PD_K_TILE * (long)sizeof(int16_t), rows->scales += count;
    } else if (rows->is_half && pd_smpl_block_is_still(tiles, block)) {
        run.half = (const uint16_t *)(const void *)rows->at;
        rows->at += count * PD_K_TILE * (long)sizeof(uint16_t);
    } else {
        rows->at = (const char *)(((uintptr_t)rows->at + 63) / 64 * 64);
        run.rows = (const float *)(const void *)rows->at;
        rows->at += count * PD_K_TILE * (long)sizeof(float);
    }
    return run;
}

/* Adds a block of `rows` rows to the size of a narrow tile in bytes, which begins with the template;
 * *pose_rows counts the rows of integers, each of which has a scale behind the last row. is_half: rows of
 * half precision. */
static inline void pd_smpl_tiles_narrow_add(size_t *bytes, size_t *pose_rows, bool is_pose, bool is_half,
                                            size_t rows)
{
    if (is_pose || is_half) {
        *bytes += rows * PD_K_TILE * sizeof(int16_t);
        *pose_rows += is_pose ? rows : 0;
    } else {
        *bytes = (*bytes + 63) / 64 * 64 + rows * PD_K_TILE * sizeof(float);
    }
}

/* Pack the blend shapes and the skinning weights of a model into tiles, in two source files. Return false (0)
 * when memory is short. */
bool pd_smpl_tiles_pack_blend(pd_smpl_tiles *tiles, const pd_smpl_data *data);
int pd_smpl_tiles_pack_skin(pd_smpl_tiles *tiles, const pd_smpl_data *data);
/* Allocates `count` elements on a 64-byte boundary, zeroed; at least one byte. NULL when memory is short. */
void *pd_smpl_tiles_alloc(size_t count, size_t element_bytes);
/* Allocates likewise, not zeroed: for arrays that are written completely. */
void *pd_smpl_tiles_take(size_t count, size_t element_bytes);
/* Frees the tiles. NULL is allowed. */
void pd_smpl_tiles_free(pd_smpl_tiles *tiles);

#endif
