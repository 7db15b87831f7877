#include "core/smpl/body.h"

#include "core/base/assert.h"
#include "core/smpl/contact.h"
#include "core/smpl/pose.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#define CHUNK         64 /* bodies that share one pass over the blend shapes */
#define TABLE_BYTES   (16u << 20)
#define MAX_PARTS     64
#define TILE_BLOCK    4 /* tiles that stay in the cache while every group passes */
#define NORMAL_SLOTS  4 /* groups whose normals are computed at the same time, each with its own scratch */
#define CONTACT_SLOTS 4 /* bodies that go through contact at once, in scratch of their own */
#define NARROW_BODIES 4 /* up to here memory is slower than turning 16 bits into floats */

/* --- scratch --- */

typedef struct chunk {
    const pd_smpl_model *model;
    const pd_smpl_tiles *tiles;
    const pd_k_body *kernels;
    const pd_smpl_body *bodies;
    pd_smpl_skinning skinning;
    int body_count, part_count, normal_body;
    float *coefs;  /* (groups, features, 8)                     */
    int *use;      /* (groups, blocks)                          */
    float *tables; /* (bodies, table_floats)                    */
    long table_floats;
    double (*centres)[3]; /* (bodies, centre_count,3), SBS       */
    float *lowest;        /* (parts, CHUNK) lowest y before translation */
    float *normal_slots;  /* (slots, slot_floats)                 */
    long slot_floats;
    const float *wide; /* float32 rows of all tiles, for a batch; NULL: tiles are read in their stored form */
    const pd_smpl_contact *contact;
    unsigned char *contact_slots; /* (slots, contact_bytes)       */
    size_t contact_bytes;
} chunk;

/* Tiles for a skinning method. Methods that skin by rotations may have pose blend shapes of their own. */
static const pd_smpl_tiles *tiles_of(const pd_smpl_model *model, pd_smpl_skinning skinning)
{
    return pd_smpl_model_tiles_for(model, skinning != PD_SMPL_LBS);
}

/* Returns the number of floats in one body's skinning table: one row per joint,
 * pair of joints or member of a joint set. */
static long table_floats(const pd_smpl_tiles *tiles, pd_smpl_skinning skinning)
{
    if (skinning == PD_SMPL_DQS) return (long)tiles->pair_count * PD_K_DQS_ROW;
    if (skinning == PD_SMPL_SBS) return (long)tiles->sets.member_count * PD_K_SBS_ROW;
    return (long)tiles->joint_count * PD_K_LBS_ROW;
}

/* Models with very many joint sets go through in smaller chunks. */
static int chunk_bodies(const pd_smpl_job *job, const pd_smpl_model *model)
{
    size_t bytes = (size_t)table_floats(tiles_of(model, job->skinning), job->skinning) * sizeof(float) + 1;
    size_t fit = TABLE_BYTES / bytes / PD_K_GROUP * PD_K_GROUP;
    int most = fit < PD_K_GROUP ? PD_K_GROUP : fit > CHUNK ? CHUNK : (int)fit;
    return job->body_count < most ? job->body_count : most;
}

/* Returns whether any body of the job needs a surface. Without bodies, as when the sizes are requested before
 * the outputs are known, the answer is yes. */
static bool any_surface(const pd_smpl_job *job)
{
    if (!job->bodies) return true;
    for (int i = 0; i < job->body_count; i++)
        if (job->bodies[i].vertices || job->bodies[i].ground) return true;
    return false;
}

static bool any_normals(const pd_smpl_job *job)
{
    if (!job->bodies) return true;
    for (int i = 0; i < job->body_count; i++)
        if (job->bodies[i].normals) return true;
    return false;
}

static int normal_slots(const pd_smpl_job *job)
{
    int bodies = any_normals(job) ? job->body_count : 0;
    return bodies < NORMAL_SLOTS ? bodies : NORMAL_SLOTS;
}

/* Returns the floats of a slot: those of the face normals of a body, of the sums around its vertices, or of
 * points and sums of 8 bodies. */
static long slot_floats(const pd_smpl_job *job, const pd_smpl_model *model)
{
    const long faces = 4L * model->face_count;
    const long sums = 4L * (model->vertex_count + 7);
    const long lanes = job->body_count < PD_K_GROUP ? 0 : 48L * model->vertex_count;
    const long most = faces > sums ? faces : sums;
    return ((most > lanes ? most : lanes) + 15) / 16 * 16;
}

static int contact_slots(const pd_smpl_job *job)
{
    return !job->contact ? 0 : job->body_count < CONTACT_SLOTS ? job->body_count : CONTACT_SLOTS;
}

static size_t contact_bytes(const pd_smpl_job *job)
{
    return job->contact ? pd_arena_bytes(pd_smpl_contact_scratch_bytes(job->contact), 1) : 0;
}

/* Number of elements of each array that a chunk needs. */
typedef struct pieces {
    size_t coefs, use, tables, centres, lowest, normals, contact;
} pieces;

static pieces count_pieces(const pd_smpl_job *job, const pd_smpl_model *model)
{
    const pd_smpl_tiles *t = tiles_of(model, job->skinning);
    size_t bodies = (size_t)chunk_bodies(job, model);
    size_t groups = (bodies + PD_K_GROUP - 1) / PD_K_GROUP;

    if (!any_surface(job)) return (pieces){0};
    return (pieces){
        .coefs = groups * (size_t)t->feature_count * PD_K_GROUP,
        .use = groups * (size_t)t->block_count,
        .tables = bodies * (size_t)table_floats(t, job->skinning),
        .centres = job->skinning == PD_SMPL_SBS ? bodies * (size_t)t->sets.centre_count * 3 : 0,
        .lowest = MAX_PARTS * CHUNK,
        .normals = (size_t)normal_slots(job) * (size_t)slot_floats(job, model),
        .contact = (size_t)contact_slots(job) * contact_bytes(job),
    };
}

size_t pd_smpl_job_scratch_bytes(const pd_smpl_job *job, const pd_smpl_model *model)
{
    pieces n = count_pieces(job, model);
    return pd_arena_bytes(n.coefs, sizeof(float)) + pd_arena_bytes(n.use, sizeof(int)) +
           pd_arena_bytes(n.tables, sizeof(float)) + pd_arena_bytes(n.centres, sizeof(double)) +
           pd_arena_bytes(n.lowest, sizeof(float)) + pd_arena_bytes(n.normals, sizeof(float)) +
           pd_arena_bytes(n.contact, 1);
}

/* --- pose: joints, features, tables --- */

static void pose_group(void *arg, int group, int worker)
{
    (void)worker;
    const chunk *c = arg;
    pd_smpl_pose pose;
    int first = group * PD_K_GROUP;
    float *coefs = c->coefs ? c->coefs + (long)group * c->tiles->feature_count * PD_K_GROUP : NULL;

    if (coefs) memset(coefs, 0, (size_t)c->tiles->feature_count * PD_K_GROUP * sizeof *coefs);

    for (int i = 0; i < PD_K_GROUP && first + i < c->body_count; i++) {
        const int index = first + i;
        pd_smpl_body at_rest = c->bodies[index];
        at_rest.rotations = NULL;
        const pd_smpl_body *body = &c->bodies[index];
        const pd_smpl_body *chained = body->stage == PD_SMPL_POSED ? body : &at_rest;
        pd_smpl_pose_chain(&pose, c->model, chained);

        /* Joints are an output of their own. */
        static const float none[3];
        const float *move = body->translation ? body->translation : none;
        for (int k = 0; body->joints && k < c->model->joint_count; k++)
            for (int a = 0; a < 3; a++) {
                /* A body that is put on the ground gets its height after the surface is made. */
                double shift = body->ground && a == 1 ? 0 : move[a];
                body->joints[3 * k + a] = (float)(pose.world[k].m[4 * a + 3] + shift);
            }
        if (!coefs) continue;

        /* Writes the coefficients in which blend shapes and skinning are linear. */
        pd_smpl_pose_features(coefs, i, c->tiles, c->model, body->stage == PD_SMPL_SHAPED ? &at_rest : body);
        float *table = c->tables + index * c->table_floats;
        if (c->skinning == PD_SMPL_DQS)
            pd_smpl_pose_dqs(table, &pose, c->tiles);
        else if (c->skinning == PD_SMPL_SBS)
            pd_smpl_pose_sbs(table, c->centres + (long)index * c->tiles->sets.centre_count, &pose, c->tiles);
        else
            pd_smpl_pose_lbs(table, &pose, c->tiles->joint_count);
    }

    if (coefs) pd_smpl_pose_used(c->use + (long)group * c->tiles->block_count, coefs, c->tiles);
}

/* --- surface: tiles x groups --- */

/* Does b continue where a ends, in rows and in features? */
static bool adjoin(const pd_k_run *a, const pd_k_run *b)
{
    if (a->feature + a->count != b->feature) return false;
    if (a->rows || b->rows) return a->rows && b->rows && a->rows + (long)a->count * PD_K_TILE == b->rows;
    if (a->half || b->half) return a->half && b->half && a->half + (long)a->count * PD_K_TILE == b->half;
    return a->narrow + (long)a->count * PD_K_TILE == b->narrow;
}

/* Largest number of runs of a tile. Adjoining used blocks make one run, so at most every second pose block
 * begins one; further runs are betas, expressions, sculpts and soft tissue. */
#define MAX_RUNS ((1 + PD_SMPL_MAX_BETA_TERMS) * (PD_SMPL_MAX_JOINTS - 1) / 2 + 4)

/* A tile opened for a group: its rows in as few runs as they make. */
typedef struct opened {
    const float *start;
    int run_count, group, tile;
    bool is_narrow;
    pd_k_run runs[MAX_RUNS];
} opened;

/* Returns whether two tiles have the same blocks. */
static bool has_same_blocks(const pd_smpl_tiles *t, int a, int b)
{
    const int from_a = t->tile_block_start[a];
    const int from_b = t->tile_block_start[b];
    const int count = t->tile_block_start[a + 1] - from_a;

    return t->tile_block_start[b + 1] - from_b == count && t->tile_betas[a] == t->tile_betas[b] &&
           t->tile_half[a] == t->tile_half[b] &&
           !memcmp(t->tile_blocks + from_a, t->tile_blocks + from_b, (size_t)count * sizeof *t->tile_blocks);
}

/* Moves the runs of one tile to another that has the same blocks in the same form: they lie at the same
 * places from its start. */
static void move_runs(opened *out, const opened *from, const pd_smpl_tile_rows *rows)
{
    const char *before = (const char *)from->start;
    const char *after = (const char *)rows->start;

    out->run_count = from->run_count;
    for (int i = 0; i < from->run_count; i++) {
        pd_k_run run = from->runs[i];
        if (run.rows) {
            run.rows = (const float *)(const void *)(after + ((const char *)run.rows - before));
        } else if (run.half) {
            run.half = (const uint16_t *)(const void *)(after + ((const char *)run.half - before));
        } else {
            run.narrow = (const int16_t *)(const void *)(after + ((const char *)run.narrow - before));
            run.scales = (const float *)(const void *)(after + ((const char *)run.scales - before));
        }

        out->runs[i] = run;
    }
}

/* Opens a tile for a group. before: a tile that is open already, or NULL. In models with dense blend shapes
 * all tiles have the same blocks, so they share one list of runs. */
static void open_runs(opened *out, const opened *before, const chunk *c, int tile, int group)
{
    const pd_smpl_tiles *t = c->tiles;
    const int *use = c->use + (long)group * t->block_count;
    pd_smpl_tile_rows rows = pd_smpl_tile_open(t, tile, c->wide);

    if (before && before != out && before->group == group && before->is_narrow == rows.is_narrow &&
        has_same_blocks(t, before->tile, tile)) {
        move_runs(out, before, &rows);
        out->start = rows.start;
        out->group = group;
        out->tile = tile;
        out->is_narrow = rows.is_narrow;
        return;
    }

    /* Blend shapes that the group does not use contribute nothing, so only used ones become runs. */
    out->start = rows.start;
    out->run_count = 0;
    out->group = group;
    out->tile = tile;
    out->is_narrow = rows.is_narrow;

    for (int i = t->tile_block_start[tile]; i < t->tile_block_start[tile + 1]; i++) {
        /* The run of a block's rows, as far as they are used. */
        int block = t->tile_blocks[i];
        pd_k_run run = pd_smpl_tile_next(&rows, t, block);
        run.count = run.count < use[block] ? run.count : use[block];
        if (!run.count) continue;

        /* Join the run to the previous one where the two are contiguous in rows and features. */
        if (out->run_count && adjoin(&out->runs[out->run_count - 1], &run)) {
            out->runs[out->run_count - 1].count += run.count;
        } else {
            PD_ASSERT(out->run_count < MAX_RUNS);
            out->runs[out->run_count++] = run;
        }
    }
}

/* Writes one body's lanes of a tile to its vertices and keeps the body's lowest y. */
static void store_body(const chunk *c, const float *data, int tile, int index, float *lowest)
{
    PD_DEBUG_ASSERT(index >= 0 && index < c->body_count && tile < c->tiles->tile_count);
    const pd_smpl_body *body = &c->bodies[index];
    float move[3] = {0, 0, 0};
    if (body->translation) memcpy(move, body->translation, sizeof move);

    /* The height of the ground is known only when all tiles are done, so y is not moved here. */
    if (body->ground) {
        const float *y = data + PD_K_LANES;
        float low = y[0];
        for (int l = 1; l < PD_K_LANES; l++) low = y[l] < low ? y[l] : low;
        if (low < lowest[index]) lowest[index] = low;
        move[1] = 0;
    }

    /* The last tile has fewer vertices than lanes. */
    int first = tile * PD_K_LANES;
    int left = c->tiles->vertex_count - first;
    if (body->vertices)
        c->kernels->store(body->vertices + 3L * first, data, move, left < PD_K_LANES ? left : PD_K_LANES);
}

/* Blends, skins and stores one tile for the bodies of one group. */
static void tile_group(const chunk *c, const opened *rows, int tile, int group, const char *ahead,
                       float *lowest)
{
    _Alignas(64) float data[PD_K_GROUP * PD_K_TILE];

    const float *coefs = c->coefs + (long)group * c->tiles->feature_count * PD_K_GROUP;
    int first = group * PD_K_GROUP;
    int left = c->body_count - first;
    int bodies = left < PD_K_GROUP ? left : PD_K_GROUP;

    /* Template plus shape and pose blend shapes, for all bodies of the group. */
    c->kernels->blend(data, rows->start, rows->runs, rows->run_count, coefs, bodies, ahead);

    /* Skinning by the job's method, in place. */
    const pd_smpl_tiles *t = c->tiles;
    const pd_smpl_skin_list *list = c->skinning == PD_SMPL_DQS   ? &t->dqs
                                    : c->skinning == PD_SMPL_SBS ? &t->sbs
                                                                 : &t->lbs;
    pd_k_skin_run *run = c->skinning == PD_SMPL_DQS   ? c->kernels->dqs
                         : c->skinning == PD_SMPL_SBS ? c->kernels->sbs
                                                      : c->kernels->lbs;
    int at = list->start[tile];
    pd_k_skin entries = {list->index + at, list->weights + (long)at * PD_K_LANES, list->start[tile + 1] - at};
    run(data, &entries, c->tables + first * c->table_floats, c->table_floats, bodies);

    for (int b = 0; b < bodies; b++) store_body(c, data + b * PD_K_TILE, tile, first + b, lowest);
}

/* Returns the address to prefetch while a group passes over a tile: a part of the tile one block on. All
 * groups together fetch all of it. */
static const char *ahead_of(const chunk *c, int tile, int group, int groups)
{
    const pd_smpl_tiles *t = c->tiles;
    int next = tile + TILE_BLOCK < t->tile_count ? tile + TILE_BLOCK : t->tile_count - 1;
    const pd_smpl_tile_rows rows = pd_smpl_tile_open(t, next, c->wide);
    const size_t bytes = rows.is_narrow
                             ? t->tile_narrow[next + 1] - t->tile_narrow[next]
                             : (t->tile_rows[next + 1] - t->tile_rows[next]) * PD_K_TILE * sizeof(float);

    return (const char *)rows.start + bytes * (size_t)group / (size_t)groups;
}

static void surface_part(void *arg, int part, int worker)
{
    (void)worker;

    const chunk *c = arg;
    long tiles = c->tiles->tile_count;
    int first = (int)(tiles * part / c->part_count);
    int last = (int)(tiles * (part + 1) / c->part_count);
    int groups = (c->body_count + PD_K_GROUP - 1) / PD_K_GROUP;
    float *lowest = c->lowest + (long)part * CHUNK;
    const size_t blocks = (size_t)c->tiles->block_count;
    opened rows[TILE_BLOCK];

    /* Minimum of each body over this part's tiles; the parts are merged later. */
    for (int i = 0; i < CHUNK; i++) lowest[i] = INFINITY;

    /* A block of tiles stays in the cache while all groups of bodies use it. */
    for (int block = first; block < last; block += TILE_BLOCK) {
        int end = block + TILE_BLOCK < last ? block + TILE_BLOCK : last;
        for (int t = block; t < end; t++) {
            /* The tile opened last, of this block or of the one before. */
            const opened *before = t > first ? &rows[(t - first - 1) % TILE_BLOCK] : NULL;
            open_runs(&rows[t - block], before, c, t, 0);
        }

        for (int g = 0; g < groups; g++)
            for (int t = block; t < end; t++) {
                /* Groups that use the same blend-shape blocks share the tile's runs;
                 * usually all groups do. */
                opened *runs = &rows[t - block];
                const int *use = c->use + (size_t)g * blocks;
                const int *before = c->use + (size_t)runs->group * blocks;
                if (memcmp(use, before, blocks * sizeof *use)) open_runs(runs, NULL, c, t, g);

                tile_group(c, runs, t, g, ahead_of(c, t, g, groups), lowest);
            }
    }
}

/* --- contact, ground, normals --- */

/* Runs contact on every CONTACT_SLOTS-th body. They share one slot of scratch. */
static void contact_slot(void *arg, int slot, int worker)
{
    (void)worker;
    const chunk *c = arg;
    pd_arena own = {.base = c->contact_slots + (size_t)slot * c->contact_bytes, .size = c->contact_bytes};

    for (int i = slot; i < c->body_count; i += CONTACT_SLOTS) {
        const pd_smpl_body *body = &c->bodies[i];
        if (body->contact_stopped) *body->contact_stopped = false;
        if (!body->vertices || !body->rotations) continue; /* at rest nothing is wrong */
        if (pd_cancelled(body->cancel)) continue;
        if (!pd_smpl_contact_run(body->vertices, c->contact, body, &own) || !body->ground) continue;

        /* Contact may have moved the lowest vertex. */
        float low = body->vertices[1];
        for (long v = 1; v < c->model->vertex_count; v++) low = fminf(low, body->vertices[3 * v + 1]);
        for (int p = 0; p < c->part_count; p++) c->lowest[p * CHUNK + i] = low;
    }
}

static void ground_body(void *arg, int index, int worker)
{
    (void)worker;
    const chunk *c = arg;
    const pd_smpl_body *body = &c->bodies[index];

    float low = INFINITY;
    if (!body->ground) return;

    /* Minimum over the parts of the surface; vertices and joints then move down by it. */
    for (int p = 0; p < c->part_count; p++)
        if (c->lowest[p * CHUNK + index] < low) low = c->lowest[p * CHUNK + index];
    for (long v = 0; body->vertices && v < c->model->vertex_count; v++) body->vertices[3 * v + 1] -= low;
    for (long k = 0; body->joints && k < c->model->joint_count; k++) body->joints[3 * k + 1] -= low;
}

/* Computes the normals of every NORMAL_SLOTS-th group, which share one slot of scratch. Eight bodies that all
 * need normals are computed side by side, others one by one. */
static void normals_slot(void *arg, int slot, int worker)
{
    (void)worker;
    const chunk *c = arg;
    const pd_smpl_model *m = c->model;
    float *scratch = c->normal_slots + slot * c->slot_floats;

    for (int first = slot * PD_K_GROUP; first < c->body_count; first += NORMAL_SLOTS * PD_K_GROUP) {
        const int last = first + PD_K_GROUP < c->body_count ? first + PD_K_GROUP : c->body_count;
        float *out[PD_K_GROUP];
        const float *vertices[PD_K_GROUP];
        int count = 0;
        for (int i = first; i < last; i++) {
            if (!c->bodies[i].normals) continue;
            out[count] = c->bodies[i].normals;
            vertices[count] = c->bodies[i].vertices;
            count++;
        }

        /* A full group is computed side by side, one body per lane. */
        if (count == PD_K_GROUP && c->kernels->group_normals) {
            c->kernels->group_normals(out, vertices, m->data.faces, m->face_count, m->vertex_count, scratch);
            continue;
        }

        /* Other bodies are computed one by one: in one pass, or triangle normals first, then their sums
         * around each vertex. */
        for (int i = 0; i < count; i++) {
            if (c->kernels->body_normals) {
                c->kernels->body_normals(out[i], vertices[i], m->data.faces, m->face_count, m->vertex_count,
                                         scratch);
                continue;
            }

            c->kernels->face_normals(scratch, vertices[i], m->data.faces, 0, m->face_count);
            c->kernels->vertex_normals(out[i], scratch, c->tiles->around_start, c->tiles->around, 0,
                                       m->vertex_count);
        }
    }
}

static void face_part(void *arg, int part, int worker)
{
    (void)worker;
    const chunk *c = arg;
    long n = c->model->face_count;
    c->kernels->face_normals(c->normal_slots, c->bodies[c->normal_body].vertices, c->model->data.faces,
                             (int)(n * part / c->part_count), (int)(n * (part + 1) / c->part_count));
}

static void vertex_part(void *arg, int part, int worker)
{
    (void)worker;
    const chunk *c = arg;
    long n = c->model->vertex_count;

    c->kernels->vertex_normals(c->bodies[c->normal_body].normals, c->normal_slots, c->tiles->around_start,
                               c->tiles->around, (int)(n * part / c->part_count),
                               (int)(n * (part + 1) / c->part_count));
}

static void run_chunk(chunk *c, const pd_executor *executor)
{
    PD_ASSERT(c->body_count >= 1 && c->body_count <= CHUNK && c->part_count <= MAX_PARTS);
    const int groups = (c->body_count + PD_K_GROUP - 1) / PD_K_GROUP;

    /* Joints, features and skinning tables of each body. */
    pd_execute(executor, pose_group, c, groups);
    if (!c->coefs) return;

    /* Blend shapes and skinning, then contact, which needs complete surfaces. */
    pd_execute(executor, surface_part, c, c->part_count);
    if (c->contact)
        pd_execute(executor, contact_slot, c, c->body_count < CONTACT_SLOTS ? c->body_count : CONTACT_SLOTS);

    /* The ground shift needs the lowest vertex of all parts. */
    bool any_ground = false;
    for (int i = 0; i < c->body_count; i++) any_ground |= c->bodies[i].ground != 0;
    if (any_ground) pd_execute(executor, ground_body, c, c->body_count);

    /* Normals come last, because they need the final vertices.
     * With enough groups each worker takes whole groups. */
    if (!c->normal_slots) return;
    if (groups >= executor->worker_count) {
        pd_execute(executor, normals_slot, c, groups < NORMAL_SLOTS ? groups : NORMAL_SLOTS);
        return;
    }

    /* Fewer groups than workers: split each body's triangles, then its vertices, among the workers. */
    for (c->normal_body = 0; c->normal_body < c->body_count; c->normal_body++) {
        if (!c->bodies[c->normal_body].normals) continue;
        pd_execute(executor, face_part, c, c->part_count);
        pd_execute(executor, vertex_part, c, c->part_count);
    }
}

void pd_smpl_job_run(const pd_smpl_job *job, const pd_smpl_model *model, pd_arena *scratch,
                     const pd_executor *executor)
{
    const int step = chunk_bodies(job, model);
    const int tile_count = model->tiles->tile_count;
    chunk c = {.model = model,
               .tiles = tiles_of(model, job->skinning),
               .kernels = pd_k_body_get(),
               .skinning = job->skinning,
               .contact = job->contact,
               .contact_bytes = contact_bytes(job)};

    c.table_floats = table_floats(tiles_of(model, job->skinning), job->skinning);

    /* Four parts per worker balance the load when other processes take time; one worker needs no parts. */
    const int parts = executor->worker_count > 1 ? 4 * executor->worker_count : 1;
    c.part_count = parts > MAX_PARTS ? MAX_PARTS : parts;
    if (c.part_count > tile_count) c.part_count = tile_count;
    c.slot_floats = slot_floats(job, model);

    /* Scratch memory for one chunk; all chunks reuse it. */
    const size_t used_before = scratch->used;
    if (any_surface(job)) {
        const pieces n = count_pieces(job, model);
        c.coefs = pd_arena_take(scratch, n.coefs, sizeof(float));
        c.use = pd_arena_take(scratch, n.use, sizeof(int));
        c.tables = pd_arena_take(scratch, n.tables, sizeof(float));
        c.centres = pd_arena_take(scratch, n.centres, sizeof(double));
        c.lowest = pd_arena_take(scratch, n.lowest, sizeof(float));
        c.normal_slots = pd_arena_take(scratch, n.normals, sizeof(float));
        c.contact_slots = pd_arena_take(scratch, n.contact, 1);
    }

    if (!any_normals(job)) c.normal_slots = NULL;

    /* Compute the chunks of bodies one after the other. Skip a chunk if all its requests were cancelled. */
    for (int first = 0; first < job->body_count; first += step) {
        c.bodies = job->bodies + first;
        c.body_count = job->body_count - first < step ? job->body_count - first : step;

        /* Few bodies read the narrow rows: then memory is slower than the conversion. */
        c.wide = c.coefs && c.body_count > NARROW_BODIES ? pd_smpl_tiles_wide(c.tiles) : NULL;
        bool is_wanted = false;
        for (int i = 0; i < c.body_count && !is_wanted; i++) is_wanted = !pd_cancelled(c.bodies[i].cancel);
        if (is_wanted) run_chunk(&c, executor);
    }

    scratch->used = used_before;
}

/* --- part of a body --- */

struct pd_smpl_partial {
    chunk c;
    opened rows[2]; /* tile that is being computed, and the one before */
    int now;        /* index of the first of these */
    bool has_before;
};

size_t pd_smpl_partial_bytes(const pd_smpl_model *model, pd_smpl_skinning skinning)
{
    const pd_smpl_job one = {.body_count = 1, .skinning = skinning};
    const pieces n = count_pieces(&one, model);

    return pd_arena_bytes(1, sizeof(pd_smpl_partial)) + pd_arena_bytes(n.coefs, sizeof(float)) +
           pd_arena_bytes(n.use, sizeof(int)) + pd_arena_bytes(n.tables, sizeof(float)) +
           pd_arena_bytes(n.centres, sizeof(double));
}

pd_smpl_partial *pd_smpl_partial_begin(pd_arena *arena, const pd_smpl_body *body, const pd_smpl_model *model,
                                       pd_smpl_skinning skinning, bool no_correctives)
{
    const pd_smpl_job job = {.bodies = body, .body_count = 1, .skinning = skinning};
    const pieces n = count_pieces(&job, model);
    pd_smpl_partial *partial = pd_arena_take(arena, 1, sizeof *partial);
    chunk *c = &partial->c;

    PD_ASSERT(body->vertices && !body->ground && !body->normals && !body->joints);
    *c = (chunk){.model = model,
                 .tiles = tiles_of(model, skinning),
                 .kernels = pd_k_body_get(),
                 .bodies = body,
                 .skinning = skinning,
                 .body_count = 1,
                 .coefs = pd_arena_take(arena, n.coefs, sizeof(float)),
                 .use = pd_arena_take(arena, n.use, sizeof(int)),
                 .tables = pd_arena_take(arena, n.tables, sizeof(float)),
                 .centres = pd_arena_take(arena, n.centres, sizeof(double))};
    c->table_floats = table_floats(c->tiles, skinning);
    partial->now = 0;
    partial->has_before = false;
    pose_group(c, 0, 0);

    for (int b = 0; no_correctives && b < c->tiles->block_count; b++)
        if (pd_smpl_block_is_pose(c->tiles, b) || b == pd_smpl_block_sculpt(c->tiles)) c->use[b] = 0;

    return partial;
}

void pd_smpl_partial_features(float *features, float *sizes, const pd_smpl_partial *partial)
{
    const chunk *c = &partial->c;

    for (int b = 0; b < c->tiles->block_count; b++) {
        float square = 0;
        for (int i = 0; i < c->tiles->block_rows[b]; i++) {
            const int at = c->tiles->block_feature[b] + i;
            features[at] = i < c->use[b] ? c->coefs[(size_t)at * PD_K_GROUP] : 0;
            square += features[at] * features[at];
        }

        sizes[b] = sqrtf(square);
    }
}

void pd_smpl_partial_tile(pd_smpl_partial *partial, int tile)
{
    chunk *c = &partial->c;

    PD_ASSERT(tile >= 0 && tile < c->tiles->tile_count);
    const opened *before = partial->has_before ? &partial->rows[partial->now] : NULL;
    partial->now = !partial->now;
    opened *rows = &partial->rows[partial->now];
    open_runs(rows, before, c, tile, 0);
    tile_group(c, rows, tile, 0, (const char *)rows->start, NULL);
    partial->has_before = true;
}
