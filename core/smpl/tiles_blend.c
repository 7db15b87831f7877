/* Blend shapes in tiles: which blocks of features move a tile, its rows, and their copy in 16 bits. */
#include "core/smpl/tiles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define L        PD_K_LANES
#define FEATURES 9 /* of a joint */

static int has_pose_shapes(const pd_smpl_data *data)
{
    return data->posedirs || data->sparse.pattern_count > 0;
}

static int number_features(pd_smpl_tiles *tiles, const pd_smpl_data *data)
{
    int terms = data->sparse.pattern_count ? 1 + data->sparse.beta_terms : 1;
    int count = terms * (data->joint_count - 1) + 2, feature = 0;
    tiles->block_count = count;
    tiles->block_feature = calloc((size_t)count, sizeof(int));
    tiles->block_rows = calloc((size_t)count, sizeof(int));
    if (!tiles->block_feature || !tiles->block_rows) return 0;
    for (int b = 0; b < count; b++) {
        int rows = b == 0 ? data->beta_count : b == count - 1 ? data->soft_count : 9 * has_pose_shapes(data);
        tiles->block_feature[b] = feature;
        tiles->block_rows[b] = rows;
        feature += rows;
    }
    tiles->feature_count = feature;
    return 1;
}

/* Where each source keeps the numbers of (vertex, block): element f, coordinate c at f * step + c * plane. */
typedef struct view {
    const float *values;
    size_t step, plane;
} view;

static view sparse_view(const pd_smpl_data *data, const size_t *offsets, int v, int joint, int term)
{
    const pd_smpl_sparse_dirs *s = &data->sparse;
    int pattern = s->vertex_pattern[v], first = s->pattern_start[pattern],
        last = s->pattern_start[pattern + 1];
    for (int i = first; i < last; i++)
        if (s->pattern_joints[i] == joint)
            return (view){s->values + (size_t)term * s->value_count + offsets[v] + 27 * (size_t)(i - first),
                          3, 1};
    return (view){NULL, 0, 0};
}

static view block_view(const pd_smpl_tiles *tiles, const pd_smpl_data *data, const size_t *offsets, int v,
                       int block)
{
    size_t at = 3 * (size_t)v, betas = (size_t)data->beta_count, soft = (size_t)data->soft_count;
    size_t features = 9 * (size_t)(data->joint_count - 1);
    if (block == 0) return (view){data->shapedirs + at * betas, 1, betas};
    if (block == tiles->block_count - 1) return (view){data->softdirs + at * soft, 1, soft};
    if (data->posedirs) return (view){data->posedirs + at * features + 9 * (size_t)(block - 1), 1, features};
    return sparse_view(data, offsets, v, pd_smpl_block_joint(tiles, block), pd_smpl_block_term(tiles, block));
}

static int is_zero(view s, int rows)
{
    for (int f = 0; s.values && f < rows; f++)
        for (size_t c = 0; c < 3; c++)
            if (s.values[(size_t)f * s.step + c * s.plane] != 0) return 0;
    return 1;
}

static int is_pose_block(const pd_smpl_tiles *tiles, int block)
{
    return block > 0 && block < tiles->block_count - 1;
}

/* needed[block] for the pose blocks of a sparse model: a walk over what is there, not over what might be. */
static void mark_sparse(unsigned char *needed, const pd_smpl_tiles *tiles, const pd_smpl_data *data,
                        const size_t *offsets, int tile)
{
    const pd_smpl_sparse_dirs *s = &data->sparse;
    for (int lane = 0; lane < L; lane++) {
        int v = pd_smpl_lane_vertex(tiles, tile, lane), p = s->vertex_pattern[v];
        const float *values = s->values + offsets[v];
        for (int i = s->pattern_start[p]; i < s->pattern_start[p + 1]; i++, values += 27)
            for (int term = 0; term <= s->beta_terms; term++) {
                int block = term * (data->joint_count - 1) + s->pattern_joints[i];
                if (!needed[block])
                    needed[block] = !is_zero((view){values + (size_t)term * s->value_count, 3, 1}, FEATURES);
            }
    }
}

static int tile_needs(const pd_smpl_tiles *tiles, const pd_smpl_data *data, const size_t *offsets, int tile,
                      int block)
{
    int rows = tiles->block_rows[block];
    for (int lane = 0; rows && lane < L; lane++)
        if (!is_zero(block_view(tiles, data, offsets, pd_smpl_lane_vertex(tiles, tile, lane), block), rows))
            return 1;
    return 0;
}

static int choose_blocks(pd_smpl_tiles *tiles, const pd_smpl_data *data, const size_t *offsets)
{
    size_t most = (size_t)tiles->tile_count * (size_t)tiles->block_count;
    tiles->tile_block_start = calloc((size_t)tiles->tile_count + 1, sizeof(int));
    tiles->tile_rows = calloc((size_t)tiles->tile_count + 1, sizeof(size_t));
    tiles->tile_blocks = malloc(most * sizeof *tiles->tile_blocks);
    unsigned char *needed = malloc((size_t)tiles->block_count);
    if (!tiles->tile_block_start || !tiles->tile_rows || !tiles->tile_blocks || !needed) {
        free(needed);
        return 0;
    }
    int used = 0, sparse = data->sparse.pattern_count > 0;
    for (int t = 0; t < tiles->tile_count; t++) {
        size_t rows = 1;
        memset(needed, 0, (size_t)tiles->block_count);
        if (sparse) mark_sparse(needed, tiles, data, offsets, t);
        for (int b = 0; b < tiles->block_count; b++)
            if (sparse && is_pose_block(tiles, b) ? needed[b] : tile_needs(tiles, data, offsets, t, b)) {
                tiles->tile_blocks[used++] = (uint16_t)b;
                rows += (size_t)tiles->block_rows[b];
            }
        tiles->tile_block_start[t + 1] = used;
        tiles->tile_rows[t + 1] = tiles->tile_rows[t] + rows;
    }
    free(needed);
    uint16_t *fitted = realloc(tiles->tile_blocks, ((size_t)used + 1) * sizeof *fitted);
    if (fitted) tiles->tile_blocks = fitted;
    return 1;
}

/* Adding +0 turns a template's -0 into 0: sums then never depend on how many zero rows were left out. */
static void fill_template(float *row, const pd_smpl_tiles *tiles, const pd_smpl_data *data, int tile)
{
    for (int lane = 0; lane < L; lane++)
        for (int c = 0; c < 3; c++)
            row[c * L + lane] =
                data->v_template[3 * (size_t)pd_smpl_lane_vertex(tiles, tile, lane) + (size_t)c] + 0.0f;
}

/* Rows one after the other, so that they are written in order; lanes that the block does not move are zero. */
static void fill_block(float *row, const view *lanes, int rows)
{
    static const float nothing[1];
    view s[L];
    for (int lane = 0; lane < L; lane++) s[lane] = lanes[lane].values ? lanes[lane] : (view){nothing, 0, 0};
    for (int f = 0; f < rows; f++)
        for (int c = 0; c < 3; c++, row += L)
            for (int lane = 0; lane < L; lane++)
                row[lane] = s[lane].values[(size_t)f * s[lane].step + (size_t)c * s[lane].plane];
}

static void fill_tile(pd_smpl_tiles *tiles, const pd_smpl_data *data, const size_t *offsets, int tile)
{
    float *row = tiles->rows + tiles->tile_rows[tile] * PD_K_TILE;
    fill_template(row, tiles, data, tile);
    row += PD_K_TILE;
    for (int i = tiles->tile_block_start[tile]; i < tiles->tile_block_start[tile + 1]; i++) {
        int block = tiles->tile_blocks[i], rows = tiles->block_rows[block];
        view lanes[L];
        for (int lane = 0; lane < L; lane++)
            lanes[lane] = block_view(tiles, data, offsets, pd_smpl_lane_vertex(tiles, tile, lane), block);
        fill_block(row, lanes, rows);
        row += (size_t)rows * PD_K_TILE;
    }
}

static size_t *sparse_offsets(const pd_smpl_data *data)
{
    size_t *offsets = calloc((size_t)data->vertex_count + 1, sizeof *offsets);
    const pd_smpl_sparse_dirs *s = &data->sparse;
    for (int v = 0; offsets && s->pattern_count && v < data->vertex_count; v++) {
        int p = s->vertex_pattern[v];
        offsets[v + 1] = offsets[v] + 27 * (size_t)(s->pattern_start[p + 1] - s->pattern_start[p]);
    }
    return offsets;
}

/* The power of two that brings the largest of a row into 16 bits: q = value / step, |q| <= 32767. */
static float row_step(const float *row)
{
    float largest = 0;
    int32_t bits[PD_K_TILE], most = 0; /* sizes of floats compare as integers, many at a time */
    int exponent;
    memcpy(bits, row, sizeof bits);
    for (int i = 0; i < PD_K_TILE; i++) {
        int32_t size = bits[i] & 0x7fffffff;
        most = size > most ? size : most;
    }
    memcpy(&largest, &most, sizeof largest);
    if (largest == 0) return 1;
    frexpf(largest / 32767, &exponent); /* largest / 32767 < 2^exponent */
    return ldexpf(1, exponent < -100 ? -100 : exponent);
}

/* A tile without pose rows has nothing to gain from a narrow copy. */
static int has_pose_rows(const pd_smpl_tiles *tiles, int tile)
{
    for (int i = tiles->tile_block_start[tile]; i < tiles->tile_block_start[tile + 1]; i++)
        if (is_pose_block(tiles, tiles->tile_blocks[i])) return 1;
    return 0;
}

/* The numbers are whole after * back; no early end, so that many go at a time. */
static int is_whole(const float *row, float back)
{
    int broken = 0;
    for (int i = 0; i < PD_K_TILE; i++) broken |= (float)(int)(row[i] * back) != row[i] * back;
    return !broken;
}

/* 0 when the row's numbers are multiples of its step already: rounding will not move them. */
static double rounding_step(const float *row)
{
    float step = row_step(row);
    return is_whole(row, 1 / step) ? 0 : (double)step;
}

/* Variance of what rounding does to a coordinate when every joint turns by pi: |R - I|^2 is 8 then. */
static double rounding_variance(const pd_smpl_tiles *tiles, int tile)
{
    const float *row = tiles->rows + (tiles->tile_rows[tile] + 1) * PD_K_TILE;
    double sum = 0;
    for (int i = tiles->tile_block_start[tile]; i < tiles->tile_block_start[tile + 1]; i++) {
        int block = tiles->tile_blocks[i], rows = tiles->block_rows[block];
        double step = 0;
        for (int r = 0; r < rows && is_pose_block(tiles, block); r++)
            step = fmax(step, rounding_step(row + r * PD_K_TILE));
        double factor = block > 0 && pd_smpl_block_term(tiles, block) ? 3 : 1; /* betas go to about 3 */
        sum += 8 * factor * factor * step * step / 12;
        row += (size_t)rows * PD_K_TILE;
    }
    return sum;
}

/* Bytes of a tile's narrow copy and, in *scales, where its scales begin. */
static size_t narrow_bytes(const pd_smpl_tiles *tiles, int tile, size_t *scales)
{
    size_t bytes = PD_K_TILE * sizeof(float), pose_rows = 0;
    for (int i = tiles->tile_block_start[tile]; i < tiles->tile_block_start[tile + 1]; i++) {
        int block = tiles->tile_blocks[i], pose = is_pose_block(tiles, block);
        if (!pose) bytes = (bytes + 63) / 64 * 64;
        bytes += (size_t)tiles->block_rows[block] * PD_K_TILE * (pose ? sizeof(int16_t) : sizeof(float));
        pose_rows += pose ? (size_t)tiles->block_rows[block] : 0;
    }
    *scales = bytes;
    return (bytes + pose_rows * sizeof(float) + 63) / 64 * 64;
}

/* Rounds a row in both of its forms. */
static float round_row(int16_t *narrow, float *wide)
{
    float step = row_step(wide), back = 1 / step; /* exact, a power of two */
    if (is_whole(wide, back))
        for (int i = 0; i < PD_K_TILE; i++) narrow[i] = (int16_t)(int)(wide[i] * back);
    else
        for (int i = 0; i < PD_K_TILE; i++) narrow[i] = (int16_t)lrintf(wide[i] * back);
    for (int i = 0; i < PD_K_TILE; i++) wide[i] = (float)narrow[i] * step; /* -0 becomes 0, too */
    return step;
}

static void fill_narrow(pd_smpl_tiles *tiles, int tile)
{
    float *row = tiles->rows + tiles->tile_rows[tile] * PD_K_TILE;
    unsigned char *out = tiles->narrow + tiles->tile_narrow[tile];
    float *scales = (float *)(void *)(out + tiles->tile_scales[tile]);
    memcpy(out, row, PD_K_TILE * sizeof *row);
    out += PD_K_TILE * sizeof *row, row += PD_K_TILE;
    for (int i = tiles->tile_block_start[tile]; i < tiles->tile_block_start[tile + 1]; i++) {
        int block = tiles->tile_blocks[i], pose = is_pose_block(tiles, block);
        if (!pose) out = (unsigned char *)(((uintptr_t)out + 63) / 64 * 64);
        for (int r = 0; r < tiles->block_rows[block]; r++, row += PD_K_TILE) {
            if (pose)
                *scales++ = round_row((int16_t *)(void *)out, row);
            else
                memcpy(out, row, PD_K_TILE * sizeof *row);
            out += PD_K_TILE * (pose ? sizeof(int16_t) : sizeof *row);
        }
    }
}

static int pack_narrow(pd_smpl_tiles *tiles)
{
    size_t scales = 0, *start = tiles->tile_narrow = calloc((size_t)tiles->tile_count + 1, sizeof(size_t));
    tiles->tile_scales = calloc((size_t)tiles->tile_count, sizeof *tiles->tile_scales);
    if (!start || !tiles->tile_scales) return 0;
    for (int t = 0; t < tiles->tile_count; t++) {
        int good =
            has_pose_rows(tiles, t) && rounding_variance(tiles, t) <= PD_SMPL_ROUNDING * PD_SMPL_ROUNDING;
        start[t + 1] = start[t] + (good ? narrow_bytes(tiles, t, &scales) : 0);
        tiles->tile_scales[t] = good ? (uint32_t)scales : 0;
    }
    tiles->narrow = pd_smpl_tiles_alloc(start[tiles->tile_count], 1);
    for (int t = 0; tiles->narrow && t < tiles->tile_count; t++)
        if (start[t + 1] > start[t]) fill_narrow(tiles, t);
    return tiles->narrow != NULL;
}

int pd_smpl_tiles_pack_blend(pd_smpl_tiles *tiles, const pd_smpl_data *data)
{
    size_t *offsets = sparse_offsets(data);
    int good = offsets && number_features(tiles, data) && choose_blocks(tiles, data, offsets);
    if (good)
        tiles->rows = pd_smpl_tiles_take(tiles->tile_rows[tiles->tile_count] * PD_K_TILE, sizeof(float));
    for (int t = 0; good && tiles->rows && t < tiles->tile_count; t++) fill_tile(tiles, data, offsets, t);
    free(offsets);
    return good && tiles->rows && pack_narrow(tiles);
}
