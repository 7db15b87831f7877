#include "core/smpl/skin/corrective.h"

#include "core/kernel/linalg.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define ENTRIES 9 /* entries of R_k - I */
/* Least of the largest displacements of a direction, metres,
 * so that files with steps of micrometres can store it. */
#define STRIDE  0.02
/* Variance that is added to an entry which the poses do not move,
 * so that directions are defined for other poses. */
#define LEAST   1e-4
#define NOTHING 1e-12 /* eigenvalues below this fraction of the largest count as 0: below a micrometre */

/* ---- P of a body, tile by tile ---- */

/* Numbers the joints with pose blend shapes. slots (K): number of each joint, -1 for joints that move
 * nothing. Returns J. */
static int number_joints(int *slots, const pd_smpl_tiles *tiles)
{
    int count = 0;

    for (int k = 0; k < tiles->joint_count; k++) slots[k] = -1;
    if (tiles->pose_features != PD_SMPL_ROTATION_FEATURES) return 0; /* the weights are a map of R_k - I */
    for (int i = 0; i < tiles->tile_block_start[tiles->tile_count]; i++) {
        const int block = tiles->tile_blocks[i];
        if (pd_smpl_block_is_pose(tiles, block)) slots[pd_smpl_block_joint(tiles, block)] = 0;
    }

    for (int k = 0; k < tiles->joint_count; k++)
        if (slots[k] >= 0) slots[k] = count++;

    return count;
}

/* The rows of P(beta) of one tile and the entries that they belong to. */
typedef struct tile_dirs {
    const pd_smpl_tiles *tiles;
    const float *betas;
    int beta_count;
    int slots[PD_SMPL_MAX_JOINTS];
    int row_count;
    int *entries; /* (F) entry of each row */
    float *rows;  /* (F,PD_K_TILE) rows of P(beta) */
} tile_dirs;

static void read_tile(tile_dirs *d, int tile)
{
    const pd_smpl_tiles *tiles = d->tiles;
    pd_smpl_tile_rows place = pd_smpl_tile_open(tiles, tile, NULL);
    const int lanes = tiles->vertex_count - tile * PD_K_LANES;
    int first[PD_SMPL_MAX_JOINTS]; /* row of a joint, -1: none yet */

    d->row_count = 0;
    for (int k = 0; k < tiles->joint_count; k++) first[k] = -1;
    for (int i = tiles->tile_block_start[tile]; i < tiles->tile_block_start[tile + 1]; i++) {
        const int block = tiles->tile_blocks[i];
        const int size = tiles->block_rows[block] * PD_K_TILE;
        const pd_k_run run = pd_smpl_tile_next(&place, tiles, block);
        if (!pd_smpl_block_is_pose(tiles, block)) continue;

        const int k = pd_smpl_block_joint(tiles, block);
        const int term = pd_smpl_block_term(tiles, block);
        const float factor = !term ? 1 : term <= d->beta_count ? d->betas[term - 1] : 0;
        if (first[k] < 0) {
            first[k] = d->row_count;
            memset(d->rows + (size_t)first[k] * PD_K_TILE, 0, (size_t)size * sizeof *d->rows);
            for (int e = 0; e < ENTRIES; e++) d->entries[d->row_count++] = ENTRIES * d->slots[k] + e;
        }

        float *to = d->rows + (size_t)first[k] * PD_K_TILE;
        for (int j = 0; j < size; j++) to[j] += factor * pd_smpl_run_number(&run, j);
    }

    /* Lanes beyond the last vertex repeat it, so clear them. */
    for (int r = 0; lanes < PD_K_LANES && r < 3 * d->row_count; r++)
        for (int lane = lanes; lane < PD_K_LANES; lane++) d->rows[r * PD_K_LANES + lane] = 0;
}

static bool tile_dirs_init(tile_dirs *d, const pd_smpl_corrective_body *body)
{
    *d = (tile_dirs){.tiles = body->tiles, .betas = body->betas, .beta_count = body->beta_count};
    const size_t entries = ENTRIES * (size_t)number_joints(d->slots, body->tiles);
    d->entries = malloc((entries + 1) * sizeof *d->entries);
    d->rows = malloc((entries + 1) * PD_K_TILE * sizeof *d->rows);
    return d->entries && d->rows;
}

static void tile_dirs_deinit(tile_dirs *d)
{
    free(d->entries);
    free(d->rows);
}

/* ---- poses ---- */

/* Computes the features f (poses,9 J). */
static void fill_features(double *f, const int *joints, int count, int joint_count, const float *rotations,
                          int poses)
{
    for (size_t p = 0; p < (size_t)poses; p++)
        for (int j = 0; j < count; j++) {
            const float *m = rotations + ENTRIES * (p * (size_t)joint_count + (size_t)joints[j]);
            for (int e = 0; e < ENTRIES; e++) *f++ = (double)m[e] - (e % 4 == 0);
        }
}

/* ---- directions ---- */

/* Computes dirs (N,V,3) = P basis. basis (N,F). */
static bool fill_dirs(pd_smpl_correctives *c, const double *basis, tile_dirs *d)
{
    const size_t n = (size_t)c->count;
    const size_t entries = ENTRIES * (size_t)c->joint_count;
    float *own = malloc(n * entries * sizeof *own);
    float *moved = malloc(n * PD_K_TILE * sizeof *moved);

    for (int t = 0; own && moved && t < d->tiles->tile_count; t++) {
        read_tile(d, t);
        for (size_t i = 0; i < n; i++)
            for (int r = 0; r < d->row_count; r++)
                own[i * (size_t)d->row_count + (size_t)r] = (float)basis[i * entries + (size_t)d->entries[r]];
        if (d->row_count)
            pd_k_gemm_f32(moved, own, 0, d->rows, 0, c->count, PD_K_TILE, d->row_count, 1, 0);
        else
            memset(moved, 0, n * PD_K_TILE * sizeof *moved);

        for (size_t i = 0; i < n; i++)
            for (int lane = 0; lane < PD_K_LANES && t * PD_K_LANES + lane < c->vertex_count; lane++)
                for (int x = 0; x < 3; x++)
                    c->dirs[3 * (i * (size_t)c->vertex_count + (size_t)(t * PD_K_LANES + lane)) + (size_t)x] =
                        moved[i * PD_K_TILE + (size_t)(x * PD_K_LANES + lane)];
    }

    const bool good = own && moved;
    free(own);
    free(moved);

    return good;
}

/* Computes directions and map. features (poses,F) is followed in memory by lower, gram, work, vectors, basis,
 * (F,F) each, and values (F). */
static bool solve_corrective(pd_smpl_correctives *c, tile_dirs *d, double *features, int poses)
{
    const int entries = ENTRIES * c->joint_count;
    const size_t n = (size_t)c->count;
    const size_t f = (size_t)entries;
    const size_t square = f * f;
    double *lower = features + (size_t)poses * (size_t)entries;
    double *gram = lower + square;
    double *work = gram + square;
    double *vectors = work + square;
    double *basis = vectors + square;
    double *values = basis + square;

    pd_k_gemm(lower, features, 1, features, 0, entries, entries, poses, 1.0 / poses, 0);
    for (int e = 0; e < entries; e++) lower[(size_t)e * (size_t)entries + (size_t)e] += LEAST;
    if (!pd_k_cholesky(lower, entries)) return false;
    for (int i = 0; i < entries; i++)
        for (int j = i + 1; j < entries; j++) lower[(size_t)i * (size_t)entries + (size_t)j] = 0;

    /* gram = P^T P. */
    memset(gram, 0, square * sizeof *gram);
    for (int t = 0; t < d->tiles->tile_count; t++) {
        read_tile(d, t);
        for (int a = 0; a < d->row_count; a++)
            for (int b = 0; b <= a; b++) {
                const float *x = d->rows + a * PD_K_TILE;
                const float *y = d->rows + b * PD_K_TILE;
                double sum = 0;
                for (int i = 0; i < PD_K_TILE; i++) sum += (double)x[i] * (double)y[i];
                gram[(size_t)d->entries[a] * f + (size_t)d->entries[b]] += sum;
                if (a != b) gram[(size_t)d->entries[b] * f + (size_t)d->entries[a]] += sum;
            }
    }

    /* Find the eigenvectors of L^T gram L as rows, largest first. Those that move nothing become 0. */
    pd_k_gemm(work, lower, 1, gram, 0, entries, entries, entries, 1, 0);
    pd_k_gemm(gram, work, 0, lower, 0, entries, entries, entries, 1, 0);
    if (!pd_k_syev_top(values, vectors, gram, entries, c->count)) return false;
    for (size_t i = 0; i < n; i++)
        if (!(values[i] > NOTHING * values[0])) memset(vectors + i * f, 0, f * sizeof *vectors);

    const size_t points = 3 * (size_t)c->vertex_count;
    c->dirs = malloc(n * points * sizeof *c->dirs);
    c->map = malloc(n * f * sizeof *c->map);
    if (!c->dirs || !c->map) return false;

    /* Rows of the basis are L v, rows of the map inverse(L)^T v. */
    pd_k_gemm(basis, vectors, 0, lower, 1, c->count, entries, entries, 1, 0);
    for (int i = 0; i < c->count; i++)
        pd_k_lower_solve_back(vectors + (size_t)i * (size_t)entries, lower, entries);

    /* Scale each direction and its row of the map, so that the largest weight over the poses is 1. Choose the
     * sign for which the first weight of that size is positive. */
    for (size_t i = 0; i < n; i++) {
        double *row = vectors + i * f;
        double largest = 0;
        for (size_t p = 0; p < (size_t)poses; p++) {
            double weight = 0;
            for (size_t e = 0; e < f; e++) weight += row[e] * features[p * f + e];
            if (fabs(weight) > fabs(largest)) largest = weight;
        }

        if (fabs(largest) < 1e-9) largest = 1;
        for (size_t e = 0; e < f; e++) {
            c->map[i * f + e] = (float)(row[e] / largest);
            basis[i * f + e] *= largest;
        }
    }

    if (!fill_dirs(c, basis, d)) return false;

    /* Lengthen directions that the poses hardly use, and reduce their weights accordingly. */
    for (size_t i = 0; i < n; i++) {
        float *dir = c->dirs + i * points;
        float *row = c->map + i * f;
        double longest = 0;
        for (size_t p = 0; p < points; p++) longest = fmax(longest, fabs((double)dir[p]));
        if (longest <= 0 || longest >= STRIDE) continue;
        const float factor = (float)(STRIDE / longest);
        for (size_t p = 0; p < points; p++) dir[p] *= factor;
        for (size_t e = 0; e < f; e++) row[e] /= factor;
    }

    return true;
}

int pd_smpl_corrective_features(const pd_smpl_tiles *tiles)
{
    int slots[PD_SMPL_MAX_JOINTS];
    return ENTRIES * number_joints(slots, tiles);
}

size_t pd_smpl_correctives_bytes(const pd_smpl_tiles *tiles, int count, int poses)
{
    const size_t entries = (size_t)pd_smpl_corrective_features(tiles);
    const size_t n = (size_t)count;
    return 8 * (5 * entries * entries + (size_t)poses * (entries + n + PD_K_TILE)) +
           4 * (3 * n * (size_t)tiles->vertex_count + 3 * n * entries + (entries + n) * PD_K_TILE);
}

pd_status pd_smpl_correctives_make(pd_smpl_correctives *out, const pd_smpl_corrective_body *body, int count,
                                   const float *rotations, int poses, pd_error *err)
{
    const pd_smpl_tiles *tiles = body->tiles;
    tile_dirs d;

    *out = (pd_smpl_correctives){.vertex_count = tiles->vertex_count};
    if (poses < 1) return pd_fail(err, PD_ERR_RANGE, "poses", "%d; 1 and more expected", poses);
    if (!tile_dirs_init(&d, body)) {
        tile_dirs_deinit(&d);
        return pd_fail(err, PD_ERR_MEMORY, "/correctives", "out of memory");
    }

    for (int k = 0; k < tiles->joint_count; k++) out->joint_count += d.slots[k] >= 0;
    const int entries = ENTRIES * out->joint_count;
    pd_status status = PD_OK;
    if (!entries)
        status = pd_fail(err, PD_ERR_UNSUPPORTED, "/correctives",
                         "the model has no pose blend shapes; a model with them is needed");
    else if (count < 1 || count > entries)
        status =
            pd_fail(err, PD_ERR_RANGE, "/correctives", "%d; 1 to %d allowed for this model", count, entries);

    const size_t f = (size_t)entries;
    double *block = status == PD_OK ? malloc((5 * f * f + f * (size_t)poses + f) * sizeof *block) : NULL;
    out->joints = status == PD_OK ? malloc((size_t)out->joint_count * sizeof *out->joints) : NULL;
    out->count = count;
    if (block && out->joints) {
        for (int k = 0; k < tiles->joint_count; k++)
            if (d.slots[k] >= 0) out->joints[d.slots[k]] = k;
        fill_features(block, out->joints, out->joint_count, tiles->joint_count, rotations, poses);
    }

    if (status == PD_OK && (!block || !out->joints || !solve_corrective(out, &d, block, poses)))
        status = pd_fail(err, PD_ERR_MEMORY, "/correctives", "out of memory for %d correctives", count);

    free(block);
    tile_dirs_deinit(&d);
    if (status != PD_OK) pd_smpl_correctives_deinit(out);

    return status;
}

void pd_smpl_correctives_deinit(pd_smpl_correctives *c)
{
    free(c->joints);
    free(c->dirs);
    free(c->map);
    *c = (pd_smpl_correctives){0};
}

void pd_smpl_correctives_weights(float *weights, const pd_smpl_correctives *c, int joint_count,
                                 const float *rotations, int poses)
{
    for (size_t p = 0; p < (size_t)poses; p++)
        for (int i = 0; i < c->count; i++) {
            const float *row = c->map + ENTRIES * (size_t)i * (size_t)c->joint_count;
            double sum = 0;
            for (int j = 0; j < c->joint_count; j++) {
                const float *m = rotations + ENTRIES * (p * (size_t)joint_count + (size_t)c->joints[j]);
                for (int e = 0; e < ENTRIES; e++) sum += (double)*row++ * ((double)m[e] - (e % 4 == 0));
            }

            *weights++ = (float)sum;
        }
}

/* ---- error of the approximation ---- */

/* Adds the squared errors of a tile. want, got (poses,PD_K_TILE). */
static void add_errors(pd_smpl_corrective_error *out, const float *want, const float *got, int poses)
{
    for (size_t p = 0; p < (size_t)poses; p++, want += PD_K_TILE, got += PD_K_TILE)
        for (int lane = 0; lane < PD_K_LANES; lane++) {
            double square = 0;
            for (int x = 0; x < 3; x++) {
                const double full = (double)want[x * PD_K_LANES + lane];
                const double missing = full - (double)got[x * PD_K_LANES + lane];
                square += missing * missing;
                out->rms_without += full * full;
            }

            out->rms += square;
            out->worst = fmax(out->worst, square);
        }
}

pd_status pd_smpl_correctives_measure(pd_smpl_corrective_error *out, const pd_smpl_correctives *c,
                                      const pd_smpl_corrective_body *body, const float *rotations, int poses,
                                      pd_error *err)
{
    const int joint_count = body->tiles->joint_count;
    const size_t entries = ENTRIES * (size_t)c->joint_count;
    const size_t m = (size_t)poses;
    const size_t n = (size_t)c->count;
    tile_dirs d;
    double *features = malloc(m * entries * sizeof *features);
    float *own = malloc(m * entries * sizeof *own);
    float *weights = malloc(m * n * sizeof *weights);
    float *dirs = malloc(n * PD_K_TILE * sizeof *dirs);
    float *want = malloc(m * PD_K_TILE * sizeof *want);
    float *got = malloc(m * PD_K_TILE * sizeof *got);
    const bool good = tile_dirs_init(&d, body) && features && own && weights && dirs && want && got;

    *out = (pd_smpl_corrective_error){.pose_count = poses};
    if (good) {
        fill_features(features, c->joints, c->joint_count, joint_count, rotations, poses);
        pd_smpl_correctives_weights(weights, c, joint_count, rotations, poses);
    }

    for (int t = 0; good && t < d.tiles->tile_count; t++) {
        read_tile(&d, t);
        if (!d.row_count) continue; /* no blend shape moves this tile, so it has no error */
        for (size_t p = 0; p < m; p++)
            for (int r = 0; r < d.row_count; r++)
                own[p * (size_t)d.row_count + (size_t)r] =
                    (float)features[p * entries + (size_t)d.entries[r]];
        pd_k_gemm_f32(want, own, 0, d.rows, 0, poses, PD_K_TILE, d.row_count, 1, 0);

        memset(dirs, 0, n * PD_K_TILE * sizeof *dirs);
        for (size_t i = 0; i < n; i++)
            for (int lane = 0; lane < PD_K_LANES && t * PD_K_LANES + lane < c->vertex_count; lane++)
                for (int x = 0; x < 3; x++)
                    dirs[i * PD_K_TILE + (size_t)(x * PD_K_LANES + lane)] =
                        c->dirs[3 * (i * (size_t)c->vertex_count + (size_t)(t * PD_K_LANES + lane)) +
                                (size_t)x];
        pd_k_gemm_f32(got, weights, 0, dirs, 0, poses, PD_K_TILE, c->count, 1, 0);
        add_errors(out, want, got, poses);
    }

    const double count = (double)poses * c->vertex_count;
    out->rms = sqrt(out->rms / count);
    out->rms_without = sqrt(out->rms_without / count);
    out->worst = sqrt(out->worst);
    free(features);
    free(own);
    free(weights);
    free(dirs);
    free(want);
    free(got);
    tile_dirs_deinit(&d);

    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "/correctives", "out of memory for %d poses", poses);
}
