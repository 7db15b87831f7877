#include "core/smpl/tiles.h"

#include "core/base/size.h"

#include <stdlib.h>
#include <string.h>

#define L PD_K_LANES

static pd_status short_of_memory(pd_error *err)
{
    return pd_fail(err, PD_ERR_MEMORY, "model", "not enough memory to pack the model");
}

/* count elements on a 64-byte boundary, cleared; never a zero-sized block. */
static void *aligned(size_t count, size_t element_bytes)
{
    size_t bytes;
    if (!pd_size_mul(&bytes, count, element_bytes) || bytes > SIZE_MAX / 2) return NULL;
    bytes = (bytes + 64) / 64 * 64;
    void *block = aligned_alloc(64, bytes);
    return block ? memset(block, 0, bytes) : NULL;
}

/* --- int lists with a number each: joint sets --- */

typedef struct dict {
    int *pool, *start, *slots; /* pool: the lists one after the other */
    int count, pool_used, pool_size, start_size, slot_count;
} dict;

static void dict_deinit(dict *d)
{
    free(d->pool), free(d->start), free(d->slots);
}

static uint32_t hash_ints(const int *list, int n)
{
    uint32_t h = 2166136261u;
    for (int i = 0; i < n; i++) h = (h ^ (uint32_t)list[i]) * 16777619u;
    return h ^ h >> 15;
}

static int grow_ints(int **array, int *size, int wanted)
{
    if (wanted <= *size) return 1;
    int bigger = wanted + wanted / 2 + 64;
    int *moved = realloc(*array, (size_t)bigger * sizeof **array);
    if (!moved) return 0;
    *array = moved, *size = bigger;
    return 1;
}

static int dict_rehash(dict *d)
{
    int count = d->slot_count ? 2 * d->slot_count : 256;
    int *slots = malloc((size_t)count * sizeof *slots);
    if (!slots) return 0;
    for (int i = 0; i < count; i++) slots[i] = -1;
    for (int id = 0; id < d->count; id++) {
        uint32_t at =
            hash_ints(d->pool + d->start[id], d->start[id + 1] - d->start[id]) & (uint32_t)(count - 1);
        while (slots[at] >= 0) at = (at + 1) & (uint32_t)(count - 1);
        slots[at] = id;
    }
    free(d->slots);
    d->slots = slots, d->slot_count = count;
    return 1;
}

static int dict_append(dict *d, const int *list, int n)
{
    if (!grow_ints(&d->start, &d->start_size, d->count + 2)) return -1;
    if (!grow_ints(&d->pool, &d->pool_size, d->pool_used + n)) return -1;
    memcpy(d->pool + d->pool_used, list, (size_t)n * sizeof *list);
    d->start[d->count] = d->pool_used;
    d->pool_used += n;
    d->start[d->count + 1] = d->pool_used;
    return d->count++;
}

/* The list's number, a new one when it was not there; -1 when memory is short. */
static int dict_number(dict *d, const int *list, int n)
{
    if (2 * (d->count + 1) > d->slot_count && !dict_rehash(d)) return -1;
    uint32_t mask = (uint32_t)d->slot_count - 1, at = hash_ints(list, n) & mask;
    for (; d->slots[at] >= 0; at = (at + 1) & mask) {
        int id = d->slots[at], *known = d->pool + d->start[id];
        if (d->start[id + 1] - d->start[id] == n && !memcmp(known, list, (size_t)n * sizeof *list)) return id;
    }
    return d->slots[at] = dict_append(d, list, n);
}

/* --- skin lists --- */

typedef struct lister {
    int *start, *index, *slot_of_row; /* slot_of_row: where the open tile keeps the row, or before it */
    float *weights;
    int used, index_size, row_size, tile;
    size_t weight_size;
} lister;

static void lister_open(lister *s, int tile)
{
    s->tile = tile;
    s->start[tile] = s->used;
    s->start[tile + 1] = s->used;
}

static int lister_slot(lister *s, int row)
{
    int known = row < s->row_size, size = s->row_size;
    if (!known && !grow_ints(&s->slot_of_row, &s->row_size, row + 1)) return -1;
    for (int i = size; i < s->row_size; i++) s->slot_of_row[i] = -1;
    if (s->slot_of_row[row] >= s->start[s->tile]) return s->slot_of_row[row];
    if (!grow_ints(&s->index, &s->index_size, s->used + 1)) return -1;
    if (((size_t)s->used + 1) * L > s->weight_size) {
        size_t bigger = s->weight_size + s->weight_size / 2 + 1024 * L;
        float *moved = realloc(s->weights, bigger * sizeof *moved);
        if (!moved) return -1;
        s->weights = moved, s->weight_size = bigger;
    }
    memset(s->weights + (size_t)s->used * L, 0, L * sizeof *s->weights);
    s->index[s->used] = row;
    s->start[s->tile + 1] = s->used + 1;
    return s->slot_of_row[row] = s->used++;
}

static int lister_add(lister *s, int row, int lane, float weight)
{
    int slot = lister_slot(s, row);
    if (slot < 0) return 0;
    s->weights[(size_t)slot * L + (size_t)lane] = weight;
    return 1;
}

static int lister_finish(pd_smpl_skin_list *out, lister *s)
{
    out->weights = aligned((size_t)s->used * L, sizeof *out->weights);
    if (!out->weights) return 0;
    if (s->used) memcpy(out->weights, s->weights, (size_t)s->used * L * sizeof *out->weights);
    out->start = s->start, out->index = s->index;
    s->start = NULL, s->index = NULL;
    return 1;
}

static void lister_deinit(lister *s)
{
    free(s->start), free(s->index), free(s->slot_of_row), free(s->weights);
}

typedef struct packer {
    pd_smpl_tiles *tiles;
    const pd_smpl_data *data;
    lister lbs, dqs, sbs;
    dict pairs, sets, centres;
    int *set_member; /* (set) its first member */
    int set_size;
    int member_size[3];
} packer;

static int lane_vertex(const pd_smpl_data *data, int tile, int lane)
{
    int v = tile * L + lane;
    return v < data->vertex_count ? v : data->vertex_count - 1;
}

/* The joints that move vertex v, ascending, after the pivot in list[0]. */
static int influences(int *list, const pd_smpl_data *data, int v)
{
    const float *w = data->weights + (size_t)v * (size_t)data->joint_count;
    int n = 1;
    list[0] = 0;
    for (int k = 0; k < data->joint_count; k++) {
        if (w[k] > w[list[0]]) list[0] = k;
        if (w[k] > 0) list[n++] = k;
    }
    return n;
}

static int add_members(packer *p, const int *list, int n)
{
    pd_smpl_sets *sets = &p->tiles->sets;
    int centre = dict_number(&p->centres, list + 1, n - 1), first = sets->member_count;
    if (centre < 0 || !grow_ints(&sets->member_joint, &p->member_size[0], first + n) ||
        !grow_ints(&sets->member_pivot, &p->member_size[1], first + n) ||
        !grow_ints(&sets->member_centre, &p->member_size[2], first + n))
        return -1;
    for (int i = 1; i < n; i++) {
        int m = sets->member_count++;
        sets->member_joint[m] = list[i], sets->member_pivot[m] = list[0], sets->member_centre[m] = centre;
    }
    return first;
}

static int set_first_member(packer *p, const int *list, int n)
{
    int known = p->sets.count, set = dict_number(&p->sets, list, n);
    if (set < 0 || !grow_ints(&p->set_member, &p->set_size, set + 1)) return -1;
    if (set == known && (p->set_member[set] = add_members(p, list, n)) < 0) return -1;
    return p->set_member[set];
}

static int pack_lane(packer *p, int tile, int lane)
{
    int list[PD_SMPL_MAX_JOINTS + 1], v = lane_vertex(p->data, tile, lane);
    int n = influences(list, p->data, v), member = set_first_member(p, list, n);
    const float *w = p->data->weights + (size_t)v * (size_t)p->data->joint_count;
    if (member < 0) return 0;
    for (int i = 1; i < n; i++) {
        int pair = dict_number(&p->pairs, (int[2]){list[i], list[0]}, 2);
        if (pair < 0 || !lister_add(&p->lbs, list[i], lane, w[list[i]]) ||
            !lister_add(&p->dqs, pair, lane, w[list[i]]) ||
            !lister_add(&p->sbs, member + i - 1, lane, w[list[i]]))
            return 0;
    }
    return 1;
}

static int pack_lanes(packer *p)
{
    lister *all[3] = {&p->lbs, &p->dqs, &p->sbs};
    for (int i = 0; i < 3; i++) {
        all[i]->start = calloc((size_t)p->tiles->tile_count + 1, sizeof(int));
        if (!all[i]->start) return 0;
    }
    for (int t = 0; t < p->tiles->tile_count; t++) {
        for (int i = 0; i < 3; i++) lister_open(all[i], t);
        for (int lane = 0; lane < L; lane++)
            if (!pack_lane(p, t, lane)) return 0;
    }
    return 1;
}

static int keep_dicts(packer *p)
{
    pd_smpl_tiles *tiles = p->tiles;
    tiles->pair_count = p->pairs.count;
    tiles->pairs = malloc((size_t)(p->pairs.count + 1) * sizeof *tiles->pairs);
    if (!tiles->pairs) return 0;
    memcpy(tiles->pairs, p->pairs.pool, (size_t)p->pairs.count * sizeof *tiles->pairs);
    tiles->sets.centre_count = p->centres.count;
    tiles->sets.centre_start = p->centres.start, tiles->sets.centre_joint = p->centres.pool;
    p->centres.start = p->centres.pool = NULL;
    return 1;
}

static int pack_skin(pd_smpl_tiles *tiles, const pd_smpl_data *data)
{
    packer p = {.tiles = tiles, .data = data};
    int good = pack_lanes(&p) && lister_finish(&tiles->lbs, &p.lbs) && lister_finish(&tiles->dqs, &p.dqs) &&
               lister_finish(&tiles->sbs, &p.sbs) && keep_dicts(&p);
    lister_deinit(&p.lbs), lister_deinit(&p.dqs), lister_deinit(&p.sbs);
    dict_deinit(&p.pairs), dict_deinit(&p.sets), dict_deinit(&p.centres);
    free(p.set_member);
    return good;
}

/* --- blend shapes --- */

static int has_pose_shapes(const pd_smpl_data *data)
{
    return data->posedirs || data->sparse.pattern_count > 0;
}

static int number_features(pd_smpl_tiles *tiles, const pd_smpl_data *data)
{
    int count = data->joint_count + 1, feature = 0;
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

static view sparse_view(const pd_smpl_data *data, const size_t *offsets, int v, int joint)
{
    const pd_smpl_sparse_dirs *s = &data->sparse;
    int pattern = s->vertex_pattern[v], first = s->pattern_start[pattern],
        last = s->pattern_start[pattern + 1];
    for (int i = first; i < last; i++)
        if (s->pattern_joints[i] == joint)
            return (view){s->values + offsets[v] + 27 * (size_t)(i - first), 3, 1};
    return (view){NULL, 0, 0};
}

static view block_view(const pd_smpl_data *data, const size_t *offsets, int v, int block)
{
    size_t at = 3 * (size_t)v, betas = (size_t)data->beta_count, soft = (size_t)data->soft_count;
    size_t features = 9 * (size_t)(data->joint_count - 1);
    if (block == 0) return (view){data->shapedirs + at * betas, 1, betas};
    if (block == data->joint_count) return (view){data->softdirs + at * soft, 1, soft};
    if (data->posedirs) return (view){data->posedirs + at * features + 9 * (size_t)(block - 1), 1, features};
    return sparse_view(data, offsets, v, block);
}

static int is_zero(view s, int rows)
{
    for (int f = 0; s.values && f < rows; f++)
        for (size_t c = 0; c < 3; c++)
            if (s.values[(size_t)f * s.step + c * s.plane] != 0) return 0;
    return 1;
}

static int tile_needs(const pd_smpl_tiles *tiles, const pd_smpl_data *data, const size_t *offsets, int tile,
                      int block)
{
    int rows = tiles->block_rows[block];
    for (int lane = 0; rows && lane < L; lane++)
        if (!is_zero(block_view(data, offsets, lane_vertex(data, tile, lane), block), rows)) return 1;
    return 0;
}

static int choose_blocks(pd_smpl_tiles *tiles, const pd_smpl_data *data, const size_t *offsets)
{
    size_t most = (size_t)tiles->tile_count * (size_t)tiles->block_count;
    tiles->tile_block_start = calloc((size_t)tiles->tile_count + 1, sizeof(int));
    tiles->tile_rows = calloc((size_t)tiles->tile_count + 1, sizeof(size_t));
    tiles->tile_blocks = malloc(most * sizeof *tiles->tile_blocks);
    if (!tiles->tile_block_start || !tiles->tile_rows || !tiles->tile_blocks) return 0;
    int used = 0;
    for (int t = 0; t < tiles->tile_count; t++) {
        size_t rows = 1;
        for (int b = 0; b < tiles->block_count; b++)
            if (tile_needs(tiles, data, offsets, t, b)) {
                tiles->tile_blocks[used++] = (uint16_t)b;
                rows += (size_t)tiles->block_rows[b];
            }
        tiles->tile_block_start[t + 1] = used;
        tiles->tile_rows[t + 1] = tiles->tile_rows[t] + rows;
    }
    uint16_t *fitted = realloc(tiles->tile_blocks, ((size_t)used + 1) * sizeof *fitted);
    if (fitted) tiles->tile_blocks = fitted;
    return 1;
}

/* Adding +0 turns a template's -0 into 0: sums then never depend on how many zero rows were left out. */
static void fill_template(float *row, const pd_smpl_data *data, int tile)
{
    for (int lane = 0; lane < L; lane++)
        for (int c = 0; c < 3; c++)
            row[c * L + lane] =
                data->v_template[3 * (size_t)lane_vertex(data, tile, lane) + (size_t)c] + 0.0f;
}

static void fill_block(float *row, view s, int rows, int lane)
{
    for (int f = 0; s.values && f < rows; f++)
        for (int c = 0; c < 3; c++)
            row[f * PD_K_TILE + c * L + lane] = s.values[(size_t)f * s.step + (size_t)c * s.plane];
}

static void fill_tile(pd_smpl_tiles *tiles, const pd_smpl_data *data, const size_t *offsets, int tile)
{
    float *row = tiles->rows + tiles->tile_rows[tile] * PD_K_TILE;
    fill_template(row, data, tile);
    row += PD_K_TILE;
    for (int i = tiles->tile_block_start[tile]; i < tiles->tile_block_start[tile + 1]; i++) {
        int block = tiles->tile_blocks[i], rows = tiles->block_rows[block];
        for (int lane = 0; lane < L; lane++)
            fill_block(row, block_view(data, offsets, lane_vertex(data, tile, lane), block), rows, lane);
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

static int pack_blend(pd_smpl_tiles *tiles, const pd_smpl_data *data)
{
    size_t *offsets = sparse_offsets(data);
    int good = offsets && number_features(tiles, data) && choose_blocks(tiles, data, offsets);
    if (good) tiles->rows = aligned(tiles->tile_rows[tiles->tile_count] * PD_K_TILE, sizeof(float));
    for (int t = 0; good && tiles->rows && t < tiles->tile_count; t++) fill_tile(tiles, data, offsets, t);
    free(offsets);
    return good && tiles->rows;
}

/* --- faces around vertices --- */

static int pack_faces(pd_smpl_tiles *tiles, const pd_smpl_data *data)
{
    size_t corners = 3 * (size_t)data->face_count, vertices = (size_t)data->vertex_count;
    uint32_t *start = calloc(vertices + 2, sizeof *start);
    tiles->around = malloc((corners + 1) * sizeof *tiles->around);
    tiles->around_start = start;
    if (!start || !tiles->around) return 0;
    for (size_t i = 0; i < corners; i++) start[data->faces[i] + 2]++;
    for (size_t v = 0; v < vertices; v++) start[v + 2] += start[v + 1];
    for (size_t i = 0; i < corners; i++) tiles->around[start[data->faces[i] + 1]++] = (uint32_t)(i / 3);
    return 1;
}

static size_t count_bytes(const pd_smpl_tiles *t)
{
    size_t n = (size_t)t->tile_count, entry = L * sizeof(float) + sizeof(int32_t);
    size_t entries = (size_t)t->lbs.start[n] + (size_t)t->dqs.start[n] + (size_t)t->sbs.start[n];
    return sizeof *t + t->tile_rows[n] * PD_K_TILE * sizeof(float) + entries * entry + n * 5 * sizeof(int) +
           (size_t)t->tile_block_start[n] * sizeof(uint16_t) +
           (size_t)t->sets.member_count * 3 * sizeof(int) +
           ((size_t)t->vertex_count + t->around_start[t->vertex_count]) * sizeof(uint32_t);
}

pd_status pd_smpl_tiles_build(pd_smpl_tiles **out, const pd_smpl_data *data, pd_error *err)
{
    pd_smpl_tiles *tiles = calloc(1, sizeof *tiles);
    *out = NULL;
    if (!tiles) return short_of_memory(err);
    tiles->vertex_count = data->vertex_count;
    tiles->joint_count = data->joint_count;
    tiles->tile_count = (data->vertex_count + L - 1) / L;
    if (!pack_blend(tiles, data) || !pack_skin(tiles, data) || !pack_faces(tiles, data)) {
        pd_smpl_tiles_free(tiles);
        return short_of_memory(err);
    }
    tiles->bytes = count_bytes(tiles);
    *out = tiles;
    return PD_OK;
}

static void free_list(pd_smpl_skin_list *list)
{
    free(list->start), free(list->index), free(list->weights);
}

void pd_smpl_tiles_free(pd_smpl_tiles *tiles)
{
    if (!tiles) return;
    free(tiles->block_feature), free(tiles->block_rows), free(tiles->tile_block_start),
        free(tiles->tile_blocks);
    free(tiles->tile_rows), free(tiles->rows), free(tiles->pairs);
    free_list(&tiles->lbs), free_list(&tiles->dqs), free_list(&tiles->sbs);
    free(tiles->sets.member_joint), free(tiles->sets.member_pivot), free(tiles->sets.member_centre);
    free(tiles->sets.centre_start), free(tiles->sets.centre_joint);
    free(tiles->around_start), free(tiles->around);
    free(tiles);
}
