/* Packs blend shapes into tiles: chooses the blocks of features that move a tile, and writes its rows in
 * float32 or in 16 bits. */
#include "core/smpl/skin/tiles.h"

#include "core/math/half.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define L        PD_K_LANES
#define FEATURES 9 /* features of a joint in sparse pose blend shapes */

static bool number_features(pd_smpl_tiles *tiles, const pd_smpl_data *data)
{
    const int terms = data->sparse.pattern_count ? 1 + data->sparse.beta_terms : 1;
    const int pose_joints = data->joint_count - pd_smpl_pose_first_joint(data->pose_features);
    const int count = terms * pose_joints + 4;
    const bool has_pose_shapes = data->posedirs || data->sparse.pattern_count > 0;

    tiles->pose_features = data->pose_features;
    tiles->block_count = count;
    tiles->block_feature = calloc((size_t)count, sizeof(int));
    tiles->block_rows = calloc((size_t)count, sizeof(int));
    if (!tiles->block_feature || !tiles->block_rows) return false;

    for (int b = 0; b < count; b++) {
        tiles->block_feature[b] = tiles->feature_count;
        tiles->block_rows[b] = b == 0                                 ? data->beta_count
                               : b == pd_smpl_block_expression(tiles) ? data->expression_count
                               : b == pd_smpl_block_sculpt(tiles)     ? data->psd.count
                               : b == pd_smpl_block_soft(tiles)       ? data->soft_count
                               : has_pose_shapes ? pd_smpl_pose_feature_rows(data->pose_features)
                                                 : 0;
        tiles->feature_count += tiles->block_rows[b];
    }

    return true;
}

/* --- positions of numbers in the data --- */

/* Numbers of a vertex and a block in the data: element f, coordinate c is at f * step + c * plane. */
typedef struct view {
    const float *values; /* NULL: all are 0 */
    size_t step, plane;
} view;

/* Returns the numbers of a vertex and a block. offsets (V): start of each vertex in sparse.values. */
static view block_view(const pd_smpl_tiles *tiles, const pd_smpl_data *data, const size_t *offsets, int v,
                       int block)
{
    const size_t at = 3 * (size_t)v;
    const size_t betas = (size_t)data->beta_count;
    const size_t soft = (size_t)data->soft_count;
    const size_t expressions = (size_t)data->expression_count;
    const size_t features = pd_smpl_posedirs_width(data);
    const size_t rows = (size_t)pd_smpl_pose_feature_rows(data->pose_features);

    if (block == 0) return (view){data->shapedirs + at * betas, 1, betas};
    if (block == pd_smpl_block_expression(tiles))
        return (view){data->expressiondirs + at * expressions, 1, expressions};
    if (block == pd_smpl_block_sculpt(tiles)) {
        const size_t sculpts = (size_t)data->psd.count;
        return (view){data->psd.dirs + at * sculpts, 1, sculpts};
    }

    if (block == pd_smpl_block_soft(tiles)) return (view){data->softdirs + at * soft, 1, soft};
    if (data->posedirs)
        return (view){data->posedirs + at * features + rows * (size_t)(block - 1), 1, features};

    const pd_smpl_sparse_dirs *s = &data->sparse;
    const int joint = pd_smpl_block_joint(tiles, block);
    const int term = pd_smpl_block_term(tiles, block);
    const int first = s->pattern_start[s->vertex_pattern[v]];
    const int last = s->pattern_start[s->vertex_pattern[v] + 1];
    for (int i = first; i < last; i++)
        if (s->pattern_joints[i] == joint)
            return (view){s->values + (size_t)term * s->value_count + offsets[v] + 27 * (size_t)(i - first),
                          3, 1};

    return (view){NULL, 0, 0};
}

static bool is_zero(view s, int rows)
{
    for (int f = 0; s.values && f < rows; f++)
        for (size_t c = 0; c < 3; c++)
            if (s.values[(size_t)f * s.step + c * s.plane] != 0) return false;
    return true;
}

/* --- the blocks of a tile --- */

/* Sets needed[block] if the block moves at least one of the tile's vertices. */
static void mark_needed(unsigned char *needed, const pd_smpl_tiles *tiles, const pd_smpl_data *data,
                        const size_t *offsets, int tile)
{
    const pd_smpl_sparse_dirs *s = &data->sparse;
    const bool sparse = s->pattern_count > 0;

    memset(needed, 0, (size_t)tiles->block_count);

    /* Pose blocks of a sparse model: go through the existing blocks only. */
    for (int lane = 0; sparse && lane < L; lane++) {
        const int v = pd_smpl_lane_vertex(tiles, tile, lane);
        const int p = s->vertex_pattern[v];
        const float *values = s->values + offsets[v];
        for (int i = s->pattern_start[p]; i < s->pattern_start[p + 1]; i++, values += 27)
            for (int term = 0; term <= s->beta_terms; term++) {
                const int block = term * (data->joint_count - 1) + s->pattern_joints[i];
                if (!needed[block])
                    needed[block] = !is_zero((view){values + (size_t)term * s->value_count, 3, 1}, FEATURES);
            }
    }

    for (int b = 0; b < tiles->block_count; b++) {
        const int rows = tiles->block_rows[b];
        if (sparse && pd_smpl_block_is_pose(tiles, b)) continue;
        for (int lane = 0; rows && !needed[b] && lane < L; lane++) {
            const int v = pd_smpl_lane_vertex(tiles, tile, lane);
            needed[b] = !is_zero(block_view(tiles, data, offsets, v, b), rows);
        }
    }
}

/* Returns the number of betas up to the last that moves a vertex of the tile. */
static int count_betas(const pd_smpl_tiles *tiles, const pd_smpl_data *data, int tile)
{
    const int all = tiles->block_rows[0];
    int count = 0;

    for (int lane = 0; lane < L; lane++) {
        const float *dirs =
            data->shapedirs + 3 * (size_t)pd_smpl_lane_vertex(tiles, tile, lane) * (size_t)all;
        for (int c = 0; c < 3; c++, dirs += all)
            for (int b = all; b > count; b--)
                if (dirs[b - 1] != 0) count = b;
    }

    return count;
}

static bool choose_blocks(pd_smpl_tiles *tiles, const pd_smpl_data *data, const size_t *offsets)
{
    const size_t most = (size_t)tiles->tile_count * (size_t)tiles->block_count;

    tiles->tile_block_start = calloc((size_t)tiles->tile_count + 1, sizeof(int));
    tiles->tile_rows = calloc((size_t)tiles->tile_count + 1, sizeof(size_t));
    tiles->tile_blocks = malloc(most * sizeof *tiles->tile_blocks);
    tiles->tile_betas = calloc((size_t)tiles->tile_count, sizeof *tiles->tile_betas);
    tiles->tile_half = calloc((size_t)tiles->tile_count, sizeof *tiles->tile_half);
    unsigned char *needed = malloc((size_t)tiles->block_count);
    if (!tiles->tile_block_start || !tiles->tile_rows || !tiles->tile_blocks || !tiles->tile_betas ||
        !tiles->tile_half || !needed) {
        free(needed);
        return false;
    }

    int used = 0;
    for (int t = 0; t < tiles->tile_count; t++) {
        size_t rows = 1; /* the template's */
        mark_needed(needed, tiles, data, offsets, t);
        if (needed[0]) tiles->tile_betas[t] = (uint16_t)count_betas(tiles, data, t);
        for (int b = 0; b < tiles->block_count; b++) {
            if (!needed[b]) continue;
            tiles->tile_blocks[used++] = (uint16_t)b;
            rows += pd_smpl_tile_block_rows(tiles, t, b);
        }

        tiles->tile_block_start[t + 1] = used;
        tiles->tile_rows[t + 1] = tiles->tile_rows[t] + rows;
    }

    free(needed);

    uint16_t *fitted = realloc(tiles->tile_blocks, ((size_t)used + 1) * sizeof *fitted);
    if (fitted) tiles->tile_blocks = fitted;
    return true;
}

/* Writes the rows of a tile as they are in the data. */
static void fill_tile(float *row, const pd_smpl_tiles *tiles, const pd_smpl_data *data, const size_t *offsets,
                      int tile)
{
    static const float nothing[1];
    int vertex[L];

    for (int lane = 0; lane < L; lane++) vertex[lane] = pd_smpl_lane_vertex(tiles, tile, lane);

    /* Adding +0 turns a -0 of the template into +0, so that sums do not depend on the number of zero rows
     * that were left out. */
    for (int c = 0; c < 3; c++, row += L)
        for (int lane = 0; lane < L; lane++)
            row[lane] = data->v_template[3 * (size_t)vertex[lane] + (size_t)c] + 0.0f;

    for (int i = tiles->tile_block_start[tile]; i < tiles->tile_block_start[tile + 1]; i++) {
        const int block = tiles->tile_blocks[i];
        view s[L]; /* zeros for a lane that the block does not move */
        for (int lane = 0; lane < L; lane++) {
            s[lane] = block_view(tiles, data, offsets, vertex[lane], block);
            if (!s[lane].values) s[lane] = (view){nothing, 0, 0};
        }

        /* Write row after row, in the order of memory. */
        for (size_t f = 0; f < pd_smpl_tile_block_rows(tiles, tile, block); f++)
            for (size_t c = 0; c < 3; c++, row += L)
                for (int lane = 0; lane < L; lane++)
                    row[lane] = s[lane].values[f * s[lane].step + c * s[lane].plane];
    }
}

/* --- the narrow form --- */

/* Returns the power of two by which the largest number of a row fits into 16 bits:
 * q = value / step, |q| <= 32767. */
static float row_step(const float *row)
{
    float largest = 0;
    int32_t bits[PD_K_TILE];
    int32_t most = 0; /* magnitudes of floats compare like integers, which can be vectorised */
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

/* Returns whether all numbers are whole after multiplication by `back`. The loop has no early exit, so that
 * it can be vectorised. */
static bool is_whole(const float *row, float back)
{
    int broken = 0;
    for (int i = 0; i < PD_K_TILE; i++) broken |= (float)(int)(row[i] * back) != row[i] * back;
    return !broken;
}

/* Returns the variance of the rounding error of a coordinate if every joint is rotated by pi, so that |R -
 * I|^2 = 8. */
static double rounding_variance(const float *row, const pd_smpl_tiles *tiles, int tile)
{
    double sum = 0;

    row += PD_K_TILE; /* the template */

    for (int i = tiles->tile_block_start[tile]; i < tiles->tile_block_start[tile + 1]; i++) {
        const int block = tiles->tile_blocks[i];
        const int rows = (int)pd_smpl_tile_block_rows(tiles, tile, block);
        double largest = 0;
        for (int r = 0; r < rows && pd_smpl_block_is_pose(tiles, block); r++) {
            /* Numbers that are multiples of the step have no rounding error. */
            const float step = row_step(row + r * PD_K_TILE);
            largest = fmax(largest, is_whole(row + r * PD_K_TILE, 1 / step) ? 0 : (double)step);
        }

        /* Betas are at most about 3. */
        const double factor = pd_smpl_block_is_pose(tiles, block) && pd_smpl_block_term(tiles, block) ? 3 : 1;
        sum += 8 * factor * factor * largest * largest / 12;
        row += (size_t)rows * PD_K_TILE;
    }

    return sum;
}

/* Returns whether the rows of betas, expressions and sculpts of a tile fit into half precision, and there are
 * such rows. row: template of the tile. */
static bool fits_half(const float *row, const pd_smpl_tiles *tiles, int tile)
{
    size_t count = 0;

    row += PD_K_TILE;
    for (int i = tiles->tile_block_start[tile]; i < tiles->tile_block_start[tile + 1]; i++) {
        const int block = tiles->tile_blocks[i];
        const size_t rows = pd_smpl_tile_block_rows(tiles, tile, block);
        for (size_t k = 0; pd_smpl_block_is_still(tiles, block) && k < rows * PD_K_TILE; k++, count++)
            if (pd_half_to_float(pd_half_from_float(row[k])) != row[k]) return false;
        row += rows * PD_K_TILE;
    }

    return count > 0;
}

/* Returns the bytes of a tile in the narrow form, and in *scales the start of its scales. Returns 0 if the
 * tile stays plain, because it has no pose rows or because rounding would move its vertices too far. */
static size_t narrow_bytes(const float *row, const pd_smpl_tiles *tiles, int tile, size_t *scales)
{
    size_t bytes = PD_K_TILE * sizeof(float);
    size_t pose_rows = 0;

    for (int i = tiles->tile_block_start[tile]; i < tiles->tile_block_start[tile + 1]; i++) {
        const int block = tiles->tile_blocks[i];
        pd_smpl_tiles_narrow_add(&bytes, &pose_rows, pd_smpl_block_is_pose(tiles, block),
                                 tiles->tile_half[tile] && pd_smpl_block_is_still(tiles, block),
                                 pd_smpl_tile_block_rows(tiles, tile, block));
    }

    if (!pose_rows || !(rounding_variance(row, tiles, tile) <= PD_SMPL_ROUNDING * PD_SMPL_ROUNDING)) return 0;

    *scales = bytes;
    return (bytes + pose_rows * sizeof(float) + 63) / 64 * 64;
}

static void fill_narrow(pd_smpl_tiles *tiles, const float *row, int tile)
{
    unsigned char *out = tiles->narrow + tiles->tile_narrow[tile];
    float *scales = (float *)(void *)(out + tiles->tile_scales[tile]);

    memcpy(out, row, PD_K_TILE * sizeof *row);
    out += PD_K_TILE * sizeof *row;
    row += PD_K_TILE;

    for (int i = tiles->tile_block_start[tile]; i < tiles->tile_block_start[tile + 1]; i++) {
        const int block = tiles->tile_blocks[i];
        const bool pose = pd_smpl_block_is_pose(tiles, block);
        const bool half = tiles->tile_half[tile] && pd_smpl_block_is_still(tiles, block);
        if (!pose && !half) out = (unsigned char *)(((uintptr_t)out + 63) / 64 * 64);
        for (size_t r = 0; r < pd_smpl_tile_block_rows(tiles, tile, block); r++, row += PD_K_TILE) {
            if (half) {
                uint16_t *numbers = (uint16_t *)(void *)out;
                for (int k = 0; k < PD_K_TILE; k++) numbers[k] = pd_half_from_float(row[k]);
            } else if (!pose) {
                memcpy(out, row, PD_K_TILE * sizeof *row);
            } else {
                int16_t *narrow = (int16_t *)(void *)out;
                const float step = row_step(row);
                const float back = 1 / step; /* exact, a power of two */
                if (is_whole(row, back))
                    for (int k = 0; k < PD_K_TILE; k++) narrow[k] = (int16_t)(int)(row[k] * back);
                else
                    for (int k = 0; k < PD_K_TILE; k++) narrow[k] = (int16_t)lrintf(row[k] * back);
                *scales++ = step;
            }

            out += PD_K_TILE * (pose || half ? sizeof(int16_t) : sizeof *row);
        }
    }
}

bool pd_smpl_tiles_pack_blend(pd_smpl_tiles *tiles, const pd_smpl_data *data)
{
    const pd_smpl_sparse_dirs *s = &data->sparse;
    size_t *offsets = calloc((size_t)data->vertex_count + 1, sizeof *offsets);

    for (int v = 0; offsets && s->pattern_count && v < data->vertex_count; v++) {
        const int *start = s->pattern_start + s->vertex_pattern[v];
        offsets[v + 1] = offsets[v] + 27 * (size_t)(start[1] - start[0]);
    }

    bool good = offsets && number_features(tiles, data) && choose_blocks(tiles, data, offsets);

    /* Write the rows of all tiles in float32 first. */
    const int count = tiles->tile_count;
    float *rows = good ? pd_smpl_tiles_take(tiles->tile_rows[count] * PD_K_TILE, sizeof(float)) : NULL;
    for (int t = 0; rows && t < count; t++)
        fill_tile(rows + tiles->tile_rows[t] * PD_K_TILE, tiles, data, offsets, t);
    free(offsets);

    /* Choose the form of each tile. */
    size_t *narrow = tiles->tile_narrow = calloc((size_t)count + 1, sizeof(size_t));
    size_t *plain = tiles->tile_plain = calloc((size_t)count + 1, sizeof(size_t));
    tiles->tile_scales = calloc((size_t)count, sizeof *tiles->tile_scales);
    good = rows && narrow && plain && tiles->tile_scales;
    for (int t = 0; good && t < count; t++) {
        size_t scales = 0;
        tiles->tile_half[t] = fits_half(rows + tiles->tile_rows[t] * PD_K_TILE, tiles, t);
        const size_t bytes = narrow_bytes(rows + tiles->tile_rows[t] * PD_K_TILE, tiles, t, &scales);
        narrow[t + 1] = narrow[t] + bytes;
        plain[t + 1] = plain[t] + (bytes ? 0 : tiles->tile_rows[t + 1] - tiles->tile_rows[t]);
        tiles->tile_scales[t] = (uint32_t)scales;
    }

    /* Write each tile in its form. */
    if (good) tiles->narrow = pd_smpl_tiles_alloc(narrow[count], 1);
    if (good) tiles->plain = pd_smpl_tiles_take(plain[count] * PD_K_TILE, sizeof(float));
    good = good && tiles->narrow && tiles->plain;
    for (int t = 0; good && t < count; t++) {
        const float *row = rows + tiles->tile_rows[t] * PD_K_TILE;
        if (narrow[t + 1] > narrow[t])
            fill_narrow(tiles, row, t);
        else
            memcpy(tiles->plain + plain[t] * PD_K_TILE, row,
                   (plain[t + 1] - plain[t]) * PD_K_TILE * sizeof(float));
    }

    free(rows);

    return good;
}

/* --- reading --- */

float pd_smpl_run_number(const pd_k_run *run, long at)
{
    if (run->rows) return run->rows[at];
    if (run->half) return pd_half_to_float(run->half[at]);
    return (float)run->narrow[at] * run->scales[at / PD_K_TILE];
}

/* Writes a tile's rows in float32. */
static void tiles_blend_widen(float *out, const pd_smpl_tiles *tiles, int tile)
{
    pd_smpl_tile_rows rows = pd_smpl_tile_open(tiles, tile, NULL);

    memcpy(out, rows.start, PD_K_TILE * sizeof *out);
    out += PD_K_TILE;

    for (int i = tiles->tile_block_start[tile]; i < tiles->tile_block_start[tile + 1]; i++) {
        const pd_k_run run = pd_smpl_tile_next(&rows, tiles, tiles->tile_blocks[i]);
        const long count = (long)run.count * PD_K_TILE;
        if (run.rows) memcpy(out, run.rows, (size_t)count * sizeof *out);
        for (long k = 0; !run.rows && k < count; k++) out[k] = pd_smpl_run_number(&run, k);
        out += count;
    }
}

const float *pd_smpl_tiles_wide(const pd_smpl_tiles *tiles)
{
    /* Tiles are const except for this copy, whose pointer is published when the copy is complete. */
    float **place = (float **)(uintptr_t)&tiles->wide;
    float *first = __atomic_load_n(place, __ATOMIC_ACQUIRE);

    if (first) return first;
    float *made = pd_smpl_tiles_take(tiles->tile_rows[tiles->tile_count] * PD_K_TILE, sizeof *made);
    if (!made) return NULL;
    for (int t = 0; t < tiles->tile_count; t++)
        tiles_blend_widen(made + tiles->tile_rows[t] * PD_K_TILE, tiles, t);

    if (__atomic_compare_exchange_n(place, &first, made, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return made;
    free(made); /* another thread was first */
    return first;
}

size_t pd_smpl_tiles_bytes(const pd_smpl_tiles *tiles)
{
    const bool is_wide = __atomic_load_n(&tiles->wide, __ATOMIC_ACQUIRE) != NULL;
    return tiles->bytes +
           (is_wide ? tiles->tile_rows[tiles->tile_count] * PD_K_TILE * sizeof *tiles->wide : 0);
}
