#include "core/smpl/hit.h"

#include "core/base/assert.h"
#include "core/math/triangle.h"
#include "core/smpl/derived_internal.h"
#include "core/smpl/pose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* -- patches of a model ------------------------------------------------------------- */

/* A triangle while patches are made. */
typedef struct located {
    float middle[3]; /* three times the centroid */
    uint32_t face;
    int joint; /* joint of its first corner */
} located;

static int by_joint(const void *a, const void *b)
{
    const located *p = a, *q = b;
    if (p->joint != q->joint) return p->joint - q->joint;
    return p->face < q->face ? -1 : p->face > q->face;
}

/* Orders by one axis, triangles of one place by their numbers. */
static int by_axis(const located *p, const located *q, int axis)
{
    const float a = p->middle[axis], b = q->middle[axis];
    if (a < b || a > b) return a < b ? -1 : 1;
    return p->face < q->face ? -1 : p->face > q->face;
}
static int by_x(const void *a, const void *b)
{
    return by_axis(a, b, 0);
}
static int by_y(const void *a, const void *b)
{
    return by_axis(a, b, 1);
}
static int by_z(const void *a, const void *b)
{
    return by_axis(a, b, 2);
}

/* Halves a run of triangles along its longest axis until its parts are small, and adds each part as a patch,
 * in order. */
static void divide_faces(pd_smpl_patches *out, located *all, int begin, int end)
{
    static int (*const orders[])(const void *, const void *) = {by_x, by_y, by_z};

    if (end - begin <= PD_SMPL_PATCH_FACES) {
        out->regions[out->count++] = (pd_smpl_region){.face_begin = begin, .face_end = end};
        return;
    }

    float low[3], high[3];
    memcpy(low, all[begin].middle, sizeof low);
    memcpy(high, low, sizeof high);
    for (int i = begin; i < end; i++)
        for (int k = 0; k < 3; k++) {
            low[k] = fminf(low[k], all[i].middle[k]);
            high[k] = fmaxf(high[k], all[i].middle[k]);
        }

    int axis = 0;
    for (int k = 1; k < 3; k++)
        if (high[k] - low[k] > high[axis] - low[axis]) axis = k;
    qsort(all + begin, (size_t)(end - begin), sizeof *all, orders[axis]);
    const int middle = (begin + end) / 2;
    divide_faces(out, all, begin, middle);
    divide_faces(out, all, middle, end);
}

/* Orders the triangles into patches, and the patches into groups. */
static void order_faces(pd_smpl_patches *out, located *all, const pd_smpl_model *m)
{
    for (int f = 0; f < m->face_count; f++) {
        const uint32_t *corners = m->data.faces + 3 * (size_t)f;
        all[f] = (located){.face = (uint32_t)f, .joint = pd_smpl_vertex_joint(&m->data, (int)corners[0])};
        for (int c = 0; c < 3; c++)
            for (int k = 0; k < 3; k++)
                all[f].middle[k] += m->data.v_template[3 * (size_t)corners[c] + (size_t)k];
    }

    /* Triangles of one joint first, so that no patch spans two limbs that only rest beside each other. */
    qsort(all, (size_t)m->face_count, sizeof *all, by_joint);
    for (int f = 0, end; f < m->face_count; f = end) {
        end = f + 1;
        while (end < m->face_count && all[end].joint == all[f].joint) end++;
        out->group_start[out->group_count++] = out->count;
        divide_faces(out, all, f, end);
    }

    out->group_start[out->group_count] = out->count;
    for (int g = 0; g < out->group_count; g++)
        out->regions[out->count + g] =
            (pd_smpl_region){.face_begin = out->regions[out->group_start[g]].face_begin,
                             .face_end = out->regions[out->group_start[g + 1] - 1].face_end};
    for (int f = 0; f < m->face_count; f++) out->faces[f] = all[f].face;
}

#define LITTLE 5e-3f /* metres per unit of the features: mean rows below it are left out */

/* Scratch of list_parts. */
typedef struct parts_scratch {
    pd_k_run *runs;           /* (entries of tile_blocks) rows of each block of each tile */
    double *sums;             /* (K) weights of a region */
    float *tops;              /* (K) */
    int *vertices;            /* (V) those of a region, each once */
    int *seen;                /* (V) 1 + number of the region that had the vertex last */
    unsigned char *has_tile;  /* (tiles) */
    unsigned char *has_block; /* (blocks) */
    float (*rows)[3];         /* (features) mean rows */
} parts_scratch;

/* Notes the rows of each block of each tile. */
static void open_blocks(pd_k_run *runs, const pd_smpl_tiles *t)
{
    for (int tile = 0; tile < t->tile_count; tile++) {
        pd_smpl_tile_rows rows = pd_smpl_tile_open(t, tile, NULL);
        for (int i = t->tile_block_start[tile]; i < t->tile_block_start[tile + 1]; i++)
            runs[i] = pd_smpl_tile_next(&rows, t, t->tile_blocks[i]);
    }
}

/* Lists the vertices of a region. Returns their number. */
static int gather_vertices(parts_scratch *s, const pd_smpl_patches *patches, int r, const pd_smpl_model *m)
{
    const pd_smpl_region *region = &patches->regions[r];
    int count = 0;

    for (int i = 3 * region->face_begin; i < 3 * region->face_end; i++) {
        const int v = (int)m->data.faces[3 * (size_t)patches->faces[i / 3] + (size_t)(i % 3)];
        if (s->seen[v] == r + 1) continue;
        s->seen[v] = r + 1;
        s->vertices[count++] = v;
    }

    return count;
}

/* Sums the weights of the vertices, and the rows of their blocks. */
static void sum_parts(parts_scratch *s, int count, const pd_smpl_model *m)
{
    const pd_smpl_tiles *t = m->tiles;

    memset(s->sums, 0, (size_t)m->joint_count * sizeof *s->sums);
    memset(s->tops, 0, (size_t)m->joint_count * sizeof *s->tops);
    memset(s->rows, 0, (size_t)t->feature_count * sizeof *s->rows);
    memset(s->has_block, 0, (size_t)t->block_count);
    for (int n = 0; n < count; n++) {
        const int v = s->vertices[n], tile = v / PD_K_LANES;
        const float *weights = m->data.weights + (size_t)v * (size_t)m->joint_count;
        for (int k = 0; k < m->joint_count; k++) {
            s->sums[k] += (double)weights[k];
            s->tops[k] = fmaxf(s->tops[k], weights[k]);
        }

        for (int i = t->tile_block_start[tile]; i < t->tile_block_start[tile + 1]; i++) {
            const pd_k_run *run = &s->runs[i];
            if (!t->tile_blocks[i]) continue;
            s->has_block[t->tile_blocks[i]] = 1;
            for (int row = 0; row < run->count; row++)
                for (int a = 0; a < 3; a++)
                    s->rows[run->feature + row][a] +=
                        pd_smpl_run_number(run, (3L * row + a) * PD_K_LANES + v % PD_K_LANES) / (float)count;
        }
    }
}

/* Returns the square of the norm of the difference between a vertex's rows of a block and the mean rows. */
static float differ_from_mean(const parts_scratch *s, int v, int block, const pd_smpl_tiles *t)
{
    const int tile = v / PD_K_LANES;
    const pd_k_run *run = NULL;
    float square = 0;

    for (int i = t->tile_block_start[tile]; i < t->tile_block_start[tile + 1] && !run; i++)
        if (t->tile_blocks[i] == block) run = &s->runs[i];
    for (int row = 0; row < t->block_rows[block]; row++)
        for (int a = 0; a < 3; a++) {
            const float own = run ? pd_smpl_run_number(run, (3L * row + a) * PD_K_LANES + v % PD_K_LANES) : 0;
            const float d = own - s->rows[t->block_feature[block] + row][a];
            square += d * d;
        }

    return square;
}

/* Adds a block to the lists of a region of `count` vertices, unless its rows are all zero. */
static void list_block(pd_smpl_patches *out, parts_scratch *s, pd_smpl_region *end, int count, int block,
                       bool is_group, const pd_smpl_tiles *t)
{
    float(*rows)[3] = s->rows + t->block_feature[block];
    const int row_count = t->block_rows[block];
    float square = 0, most = 0;

    for (int row = 0; row < row_count; row++) square += pd_dot3f(rows[row], rows[row]);
    const bool has_rows = !is_group && square > LITTLE * LITTLE;
    if (out->blocks) {
        if (!has_rows) memset(rows, 0, (size_t)row_count * sizeof *rows);
        for (int n = 0; n < count; n++) most = fmaxf(most, differ_from_mean(s, s->vertices[n], block, t));
        if (!(most > 0) && !has_rows) return;
        out->blocks[end->block_begin] = (uint16_t)block;
        out->norms[end->block_begin] = sqrtf(most);
        out->has_rows[end->block_begin] = has_rows;
        if (has_rows) memcpy(out->rows[end->row_begin], rows, (size_t)row_count * sizeof *rows);
    }

    end->block_begin++;
    if (has_rows) end->row_begin += row_count;
}

/* Lists the tiles, the joints and the blocks of each region. Without arrays (NULL) in `out` it only counts;
 * of the blocks then also those whose rows are all zero. */
static void list_parts(pd_smpl_patches *out, parts_scratch *s, const pd_smpl_model *m)
{
    const pd_smpl_tiles *t = m->tiles;
    pd_smpl_region end = {0};

    memset(s->seen, 0, (size_t)m->vertex_count * sizeof *s->seen);
    for (int r = 0; r < out->count + out->group_count; r++) {
        pd_smpl_region *region = &out->regions[r];
        const int count = gather_vertices(s, out, r, m);
        sum_parts(s, count, m);
        region->vertex_begin = end.vertex_begin;
        region->tile_begin = end.tile_begin;
        region->joint_begin = end.joint_begin;
        region->block_begin = end.block_begin;
        region->row_begin = end.row_begin;

        /* Vertices, and the tiles of patches. */
        for (int n = 0; n < count && out->vertices; n++)
            out->vertices[end.vertex_begin + n] = (uint32_t)s->vertices[n];
        end.vertex_begin += count;
        for (int n = 0; n < count && r < out->count; n++) {
            const int tile = s->vertices[n] / PD_K_LANES;
            if (s->has_tile[tile]) continue;
            s->has_tile[tile] = 1;
            if (out->tiles) out->tiles[end.tile_begin] = (uint16_t)tile;
            end.tile_begin++;
        }

        for (int n = 0; n < count; n++) s->has_tile[s->vertices[n] / PD_K_LANES] = 0;

        for (int k = 0; k < m->joint_count; k++) {
            if (!(s->sums[k] > 0)) continue;
            if (out->joints) {
                out->joints[end.joint_begin] = (uint16_t)k;
                out->shares[end.joint_begin] = (float)(s->sums[k] / count);
                out->tops[end.joint_begin] = s->tops[k];
            }

            end.joint_begin++;
        }

        for (int b = 0; b < t->block_count; b++)
            if (s->has_block[b]) list_block(out, s, &end, count, b, r >= out->count, t);
    }

    out->regions[out->count + out->group_count] = end;
}

void pd_smpl_patches_free(pd_smpl_patches *patches)
{
    if (!patches) return;
    free(patches->regions);
    free(patches->group_start);
    free(patches->faces);
    free(patches->vertices);
    free(patches->tiles);
    free(patches->joints);
    free(patches->shares);
    free(patches->tops);
    free(patches->blocks);
    free(patches->norms);
    free(patches->has_rows);
    free(patches->rows);
    free(patches);
}

/* Allocates the lists of all regions for their counts in the last region. */
static bool make_lists(pd_smpl_patches *out)
{
    const pd_smpl_region *end = &out->regions[out->count + out->group_count];

    out->vertices = malloc(((size_t)end->vertex_begin + 1) * sizeof *out->vertices);
    out->tiles = malloc(((size_t)end->tile_begin + 1) * sizeof *out->tiles);
    out->joints = malloc(((size_t)end->joint_begin + 1) * sizeof *out->joints);
    out->shares = malloc(((size_t)end->joint_begin + 1) * sizeof *out->shares);
    out->tops = malloc(((size_t)end->joint_begin + 1) * sizeof *out->tops);
    out->blocks = malloc(((size_t)end->block_begin + 1) * sizeof *out->blocks);
    out->norms = malloc(((size_t)end->block_begin + 1) * sizeof *out->norms);
    out->has_rows = malloc((size_t)end->block_begin + 1);
    out->rows = malloc(((size_t)end->row_begin + 1) * sizeof *out->rows);

    return out->vertices && out->tiles && out->joints && out->shares && out->tops && out->blocks &&
           out->norms && out->has_rows && out->rows;
}

static void free_scratch(parts_scratch *s)
{
    free(s->runs);
    free(s->sums);
    free(s->tops);
    free(s->vertices);
    free(s->seen);
    free(s->has_tile);
    free(s->has_block);
    free(s->rows);
}

static pd_smpl_patches *build_patches(const pd_smpl_model *m)
{
    const pd_smpl_tiles *t = m->tiles;
    const size_t faces = (size_t)m->face_count + 1;
    const size_t joints = (size_t)m->joint_count + 1;
    const size_t vertices = (size_t)m->vertex_count + 1;
    pd_smpl_patches *out = calloc(1, sizeof *out);
    located *all = malloc(faces * sizeof *all);
    parts_scratch s = {.runs = malloc(((size_t)t->tile_block_start[t->tile_count] + 1) * sizeof *s.runs),
                       .sums = malloc(joints * sizeof *s.sums),
                       .tops = malloc(joints * sizeof *s.tops),
                       .vertices = malloc(vertices * sizeof *s.vertices),
                       .seen = malloc(vertices * sizeof *s.seen),
                       .has_tile = calloc((size_t)t->tile_count + 1, 1),
                       .has_block = malloc((size_t)t->block_count + 1),
                       .rows = malloc(((size_t)t->feature_count + 1) * sizeof *s.rows)};
    bool good = out && all && s.runs && s.sums && s.tops && s.vertices && s.seen && s.has_tile &&
                s.has_block && s.rows;

    if (good) {
        out->regions = calloc(faces + joints + 1, sizeof *out->regions);
        out->group_start = calloc(joints + 1, sizeof *out->group_start);
        out->faces = malloc(faces * sizeof *out->faces);
        good = out->regions && out->group_start && out->faces;
    }

    /* Count, allocate, fill. */
    if (good) {
        order_faces(out, all, m);
        open_blocks(s.runs, t);
        list_parts(out, &s, m);
        good = make_lists(out);
    }

    if (good) list_parts(out, &s, m);
    free(all);
    free_scratch(&s);
    if (good) return out;
    pd_smpl_patches_free(out);

    return NULL;
}

const pd_smpl_patches *pd_smpl_model_patches(const pd_smpl_model *model)
{
    pd_smpl_patches **place = &model->derived->patches;
    pd_smpl_patches *first = __atomic_load_n(place, __ATOMIC_ACQUIRE);

    if (first) return first;

    pd_smpl_patches *made = build_patches(model);
    if (!made || __atomic_compare_exchange_n(place, &first, made, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return made;
    pd_smpl_patches_free(made); /* another thread was first */
    return first;
}

/* -- bounds of a shape ---------------------------------------------------------------- */

/* Computes the sphere about the vertices of a region: the centre of their box, and the largest distance. */
static void bound_region(float out[4], const pd_smpl_patches *patches, const pd_smpl_region *region,
                         const float *vertices)
{
    const uint32_t *list = patches->vertices + region->vertex_begin;
    const int count = region[1].vertex_begin - region->vertex_begin;
    float low[3], high[3], most = 0;

    PD_ASSERT(count > 0);
    memcpy(low, vertices + 3 * (size_t)list[0], sizeof low);
    memcpy(high, low, sizeof high);
    for (int n = 1; n < count; n++)
        for (int k = 0; k < 3; k++) {
            const float x = vertices[3 * (size_t)list[n] + (size_t)k];
            low[k] = x < low[k] ? x : low[k];
            high[k] = x > high[k] ? x : high[k];
        }

    for (int k = 0; k < 3; k++) out[k] = (low[k] + high[k]) / 2;
    for (int n = 0; n < count; n++) {
        const float *v = vertices + 3 * (size_t)list[n];
        const float d[3] = {v[0] - out[0], v[1] - out[1], v[2] - out[2]};
        const float square = pd_dot3f(d, d);
        most = square > most ? square : most;
    }

    out[3] = sqrtf(most);
}

pd_status pd_smpl_hit_bounds(float (**out)[4], const pd_smpl_model *m, const float *betas, int beta_count,
                             pd_error *err)
{
    const pd_smpl_patches *patches = pd_smpl_model_patches(m);
    const int regions = patches ? patches->count + patches->group_count : 0;
    float *vertices = malloc(3 * (size_t)m->vertex_count * sizeof *vertices);
    float(*bounds)[4] = malloc(((size_t)regions + 1) * sizeof *bounds);
    const pd_smpl_body body = {
        .betas = betas, .beta_count = beta_count, .stage = PD_SMPL_SHAPED, .vertices = vertices};
    const pd_smpl_job job = {.bodies = &body, .body_count = 1};
    pd_arena scratch = {0};

    *out = NULL;
    const bool good =
        patches && vertices && bounds && pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, m));
    if (good) {
        pd_smpl_job_run(&job, m, &scratch, &pd_executor_serial);
        for (int r = 0; r < regions; r++) bound_region(bounds[r], patches, &patches->regions[r], vertices);
        *out = bounds;
    } else {
        free(bounds);
        pd_fail(err, PD_ERR_MEMORY, "", "out of memory for the bounds of a body");
    }

    free(vertices);
    pd_arena_deinit(&scratch);

    return good ? PD_OK : err->status;
}

/* -- a body at a pose ------------------------------------------------------------------ */

/* Metres by which rounding, and rotations that are blended otherwise than linearly, may move a vertex out of
 * the spheres. */
#define SLACK        1e-4
#define SLACK_TURNED 0.02
/* Metres before the pelvis at which rays begin in float32, farther than any body reaches. */
#define AHEAD        8.0

/* A patch that a ray may meet. */
typedef struct candidate {
    double enters; /* distance at which the ray enters its sphere */
    int patch;
} candidate;

struct pd_smpl_target {
    const pd_smpl_model *model;
    const pd_smpl_patches *patches;
    const float (*bounds)[4];
    pd_smpl_body body;
    pd_smpl_partial *partial;
    float skin[PD_SMPL_MAX_JOINTS][12]; /* C_k */
    double slack;
    pd_vec3 moved;       /* translation of the body */
    float *features;     /* (features) of all blocks; 0 where the body does not use them */
    float *sizes;        /* (blocks) |f_b| */
    float (*spheres)[4]; /* (N,4) posed, without the translation; of patches only in groups that are placed */
    unsigned char *placed;  /* (groups) 1: the spheres of its patches are computed */
    unsigned char *skinned; /* (patches) 1: its vertices are computed */
    unsigned char *is_done; /* (tiles) 1: its vertices are computed */
    candidate *candidates;  /* (patches) */
};

size_t pd_smpl_target_bytes(const pd_smpl_model *m, pd_smpl_skinning skinning)
{
    const pd_smpl_patches *patches = pd_smpl_model_patches(m);
    const size_t count = patches ? (size_t)patches->count : 0;
    const size_t groups = patches ? (size_t)patches->group_count : 0;
    const pd_smpl_tiles *t = pd_smpl_model_tiles_for(m, skinning != PD_SMPL_LBS);

    return pd_arena_bytes(1, sizeof(pd_smpl_target)) + pd_smpl_partial_bytes(m, skinning) +
           pd_arena_bytes(3 * (size_t)m->vertex_count, sizeof(float)) +
           pd_arena_bytes((size_t)t->feature_count, sizeof(float)) +
           pd_arena_bytes((size_t)t->block_count, sizeof(float)) +
           pd_arena_bytes(count + groups, 4 * sizeof(float)) + pd_arena_bytes(groups, 1) +
           pd_arena_bytes(count, 1) + pd_arena_bytes((size_t)t->tile_count, 1) +
           pd_arena_bytes(count, sizeof(candidate));
}

/* Writes the sphere of a region in the pose. */
static void place_sphere(pd_smpl_target *t, int r)
{
    const pd_smpl_patches *patches = t->patches;
    const pd_smpl_tiles *tiles = t->model->tiles;
    const pd_smpl_region *region = &patches->regions[r];
    const int count = region[1].joint_begin - region->joint_begin;
    const uint16_t *joints = patches->joints + region->joint_begin;
    const float *shares = patches->shares + region->joint_begin;
    const float *tops = patches->tops + region->joint_begin;
    float c[3], radius = t->bounds[r][3] + (float)t->slack;
    memcpy(c, t->bounds[r], sizeof c);

    /* Blend shapes move the centre by their mean, and vertices by a little more or less. */
    const float(*row)[3] = (const float(*)[3])patches->rows + region->row_begin;
    for (int i = region->block_begin; i < region[1].block_begin; i++) {
        const int block = patches->blocks[i], rows = tiles->block_rows[block];
        const float *features = t->features + tiles->block_feature[block];
        radius += patches->norms[i] * t->sizes[block];
        if (!patches->has_rows[i]) continue;
        for (int f = 0; f < rows && t->sizes[block] > 0; f++)
            for (int a = 0; a < 3; a++) c[a] += row[f][a] * features[f];
        row += rows;
    }

    /* Skinning. */
    float at[PD_SMPL_MAX_JOINTS][3], mean[3] = {0, 0, 0};
    for (int i = 0; i < count; i++) {
        const float *m = t->skin[joints[i]];
        for (int a = 0; a < 3; a++) {
            at[i][a] = m[4 * a] * c[0] + m[4 * a + 1] * c[1] + m[4 * a + 2] * c[2] + m[4 * a + 3];
            mean[a] += shares[i] * at[i][a];
        }
    }

    for (int i = 0; i < count; i++) {
        const float d[3] = {at[i][0] - mean[0], at[i][1] - mean[1], at[i][2] - mean[2]};
        radius += tops[i] * sqrtf(pd_dot3f(d, d));
    }

    memcpy(t->spheres[r], mean, sizeof mean);
    t->spheres[r][3] = radius;
}

pd_smpl_target *pd_smpl_target_begin(pd_arena *arena, const pd_smpl_body *body, const float (*bounds)[4],
                                     const pd_smpl_model *m, pd_smpl_skinning skinning, bool no_correctives)
{
    const pd_smpl_patches *patches = pd_smpl_model_patches(m);
    const pd_smpl_tiles *tiles = pd_smpl_model_tiles_for(m, skinning != PD_SMPL_LBS);
    pd_smpl_target *t = pd_arena_take(arena, 1, sizeof *t);
    const float *move = body->translation;
    pd_smpl_pose pose;

    PD_ASSERT(patches && t);
    const size_t groups = (size_t)patches->group_count;
    t->model = m;
    t->patches = patches;
    t->bounds = bounds;
    t->body = *body;
    t->slack = skinning == PD_SMPL_LBS ? SLACK : SLACK_TURNED;
    t->moved = move ? pd_vec3_make((double)move[0], (double)move[1], (double)move[2]) : pd_vec3_make(0, 0, 0);
    t->body.translation = NULL;
    t->body.vertices = pd_arena_take(arena, 3 * (size_t)m->vertex_count, sizeof(float));
    t->features = pd_arena_take(arena, (size_t)tiles->feature_count, sizeof(float));
    t->sizes = pd_arena_take(arena, (size_t)tiles->block_count, sizeof(float));
    t->spheres = pd_arena_take(arena, (size_t)patches->count + groups, sizeof *t->spheres);
    t->placed = pd_arena_take(arena, groups, 1);
    t->skinned = pd_arena_take(arena, (size_t)patches->count, 1);
    t->is_done = pd_arena_take(arena, (size_t)tiles->tile_count, 1);
    t->candidates = pd_arena_take(arena, (size_t)patches->count, sizeof *t->candidates);
    memset(t->placed, 0, groups);
    memset(t->skinned, 0, (size_t)patches->count);
    memset(t->is_done, 0, (size_t)tiles->tile_count);

    t->partial = pd_smpl_partial_begin(arena, &t->body, m, skinning, no_correctives);
    pd_smpl_partial_features(t->features, t->sizes, t->partial);
    pd_smpl_pose_chain(&pose, m, &t->body);
    for (int k = 0; k < m->joint_count; k++)
        for (int i = 0; i < 12; i++) t->skin[k][i] = (float)pose.skin[k].m[i];
    for (int g = 0; g < patches->group_count; g++) place_sphere(t, patches->count + g);

    return t;
}

static int by_entry(const void *a, const void *b)
{
    const candidate *p = a, *q = b;
    if (p->enters < q->enters || p->enters > q->enters) return p->enters < q->enters ? -1 : 1;
    return p->patch - q->patch;
}

static double enter_sphere(const pd_smpl_target *t, int r, const pd_ray *ray)
{
    const float *s = t->spheres[r];
    return pd_ray_sphere(ray, pd_vec3_make((double)s[0], (double)s[1], (double)s[2]), (double)s[3]);
}

/* Lists the patches whose spheres the ray meets, nearest first. */
static int list_candidates(pd_smpl_target *t, const pd_ray *ray)
{
    const pd_smpl_patches *patches = t->patches;
    int count = 0;

    for (int g = 0; g < patches->group_count; g++) {
        if (isnan(enter_sphere(t, patches->count + g, ray))) continue;
        for (int p = patches->group_start[g]; p < patches->group_start[g + 1]; p++) {
            if (!t->placed[g]) place_sphere(t, p);
            const double enters = enter_sphere(t, p, ray);
            if (!isnan(enters)) t->candidates[count++] = (candidate){enters, p};
        }

        t->placed[g] = 1;
    }

    qsort(t->candidates, (size_t)count, sizeof *t->candidates, by_entry);

    return count;
}

static pd_vec3 vertex_of(const pd_smpl_target *t, uint32_t v)
{
    const float *at = t->body.vertices + 3 * (size_t)v;
    return pd_vec3_make((double)at[0], (double)at[1], (double)at[2]);
}

/* Returns the place at which a ray meets a triangle from the front; NAN: nowhere. */
static double meet_face(const pd_smpl_target *t, const uint32_t *v, const pd_ray *ray)
{
    const float from[3] = {(float)ray->from.x, (float)ray->from.y, (float)ray->from.z};
    const float along[3] = {(float)ray->along.x, (float)ray->along.y, (float)ray->along.z};
    const float *all = t->body.vertices;
    float facing = 0;

    if (ray->radius > 0)
        return pd_ray_triangle(ray, vertex_of(t, v[0]), vertex_of(t, v[1]), vertex_of(t, v[2]), true);

    const float at = pd_triangle_meet(from, along, all + 3 * (size_t)v[0], all + 3 * (size_t)v[1],
                                      all + 3 * (size_t)v[2], &facing);
    return at >= 0 && (double)at <= ray->length && facing < 0 ? (double)at : NAN;
}

/* Skins a patch, and makes its sphere that of its vertices as they are. */
static void skin_patch(pd_smpl_target *t, int patch)
{
    const pd_smpl_patches *patches = t->patches;
    const pd_smpl_region *region = &patches->regions[patch];

    for (int i = region->tile_begin; i < region[1].tile_begin; i++) {
        const int tile = patches->tiles[i];
        if (!t->is_done[tile]) pd_smpl_partial_tile(t->partial, tile);
        t->is_done[tile] = 1;
    }

    bound_region(t->spheres[patch], patches, region, t->body.vertices);
    t->spheres[patch][3] += SLACK;
    t->skinned[patch] = 1;
}

/* Looks for a triangle of a patch that the ray meets before out->distance. */
static bool meet_patch(pd_smpl_hit *out, pd_smpl_target *t, int patch, const pd_ray *ray)
{
    const pd_smpl_patches *patches = t->patches;
    const pd_smpl_region *region = &patches->regions[patch];
    bool is_met = false;

    if (!t->skinned[patch]) skin_patch(t, patch);
    if (!(enter_sphere(t, patch, ray) <= out->distance)) return false;

    for (int i = region->face_begin; i < region->face_end; i++) {
        const int face = (int)patches->faces[i];
        const double at = meet_face(t, t->model->data.faces + 3 * (size_t)face, ray);
        if (!(at < out->distance) && !(at <= out->distance && face < out->face)) continue;
        out->distance = at;
        out->face = face;
        is_met = true;
    }

    return is_met;
}

/* Describes the point of a triangle at which the ray meets it. */
static void describe_hit(pd_smpl_hit *out, const pd_smpl_target *t, const pd_ray *ray)
{
    const uint32_t *v = t->model->data.faces + 3 * (size_t)out->face;
    const pd_vec3 centre = pd_ray_at(ray, out->distance);
    const float at[3] = {(float)centre.x, (float)centre.y, (float)centre.z};
    const float *corners = t->body.vertices;
    int most = 0;

    pd_triangle_nearest(out->weights, at, corners + 3 * (size_t)v[0], corners + 3 * (size_t)v[1],
                        corners + 3 * (size_t)v[2]);
    out->point = pd_vec3_make(0, 0, 0);
    for (int c = 0; c < 3; c++) {
        out->corners[c] = (int)v[c];
        out->point = pd_vec3_fma(out->point, (double)out->weights[c], vertex_of(t, v[c]));
        if (out->weights[c] > out->weights[most]) most = c;
    }

    const pd_vec3 a = vertex_of(t, v[0]);
    out->normal =
        pd_vec3_unit_or(pd_vec3_cross(pd_vec3_sub(vertex_of(t, v[1]), a), pd_vec3_sub(vertex_of(t, v[2]), a)),
                        pd_vec3_scale(ray->along, -1));
    out->joint = pd_smpl_vertex_joint(&t->model->data, (int)v[most]);
    out->point = pd_vec3_add(out->point, t->moved);
}

bool pd_smpl_target_meet(pd_smpl_hit *out, pd_smpl_target *t, const pd_ray *ray)
{
    pd_ray own = *ray;

    /* The ray in the body's own frame, from a start that float32 holds exactly enough. */
    own.from = pd_vec3_sub(ray->from, t->moved);
    const double skipped = fmin(fmax(-pd_vec3_dot(own.from, own.along) - AHEAD, 0), own.length);
    own.from = pd_ray_at(&own, skipped);
    own.length -= skipped;

    /* A patch that begins behind the best triangle has no nearer one. */
    const int count = list_candidates(t, &own);
    *out = (pd_smpl_hit){.distance = INFINITY};
    bool is_met = false;
    for (int i = 0; i < count && t->candidates[i].enters <= out->distance; i++)
        is_met |= meet_patch(out, t, t->candidates[i].patch, &own);
    if (!is_met) return false;

    describe_hit(out, t, &own);
    out->distance += skipped;

    return true;
}
