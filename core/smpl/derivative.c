#include "core/smpl/derivative.h"

#include "core/base/assert.h"
#include "core/kernel/body/transposed.h"
#include "core/smpl/data/psd.h"
#include "core/smpl/pose.h"

#include <string.h>

#define PARTS  8 /* ranges of tiles, each with sums of its own */
#define LANES  PD_K_TRANSPOSED_LANES
#define BODIES 2 /* forward: lane 0 of the features is the body, lane 1 its change */

/* Everything that a direction and the tiles share. */
typedef struct deriving {
    const pd_smpl_model *model;
    const pd_smpl_tiles *tiles;
    const pd_smpl_body *body;
    pd_smpl_pose pose;

    float *coefs;   /* (features,8) */
    int *use;       /* (blocks) features of each block that count */
    float *table;   /* (BODIES,K,12) forward: dC, then W without its translation; reverse: C alone */
    pd_k_run *runs; /* (PARTS,blocks) */

    /* Forward. */
    float *vertices;      /* (V,3) dy */
    float translation[3]; /* its part of dy */

    /* Reverse. */
    const float *pull; /* (V,3) gy */
    float *by_feature; /* (PARTS,features,LANES) */
    float *by_table;   /* (PARTS,K,12,LANES) */
} deriving;

size_t pd_smpl_derivative_bytes(const pd_smpl_model *model)
{
    const pd_smpl_tiles *t = pd_smpl_model_tiles_for(model, 0);
    const size_t features = (size_t)t->feature_count;
    const size_t rows = (size_t)t->joint_count * PD_K_LBS_ROW;

    return pd_arena_bytes(1, sizeof(deriving)) + pd_arena_bytes(features * PD_K_GROUP, sizeof(float)) +
           pd_arena_bytes((size_t)t->block_count, sizeof(int)) +
           pd_arena_bytes(BODIES * rows, sizeof(float)) +
           pd_arena_bytes((size_t)PARTS * (size_t)t->block_count, sizeof(pd_k_run)) +
           pd_arena_bytes(PARTS * features * LANES, sizeof(float)) +
           pd_arena_bytes(PARTS * rows * LANES, sizeof(float)) + pd_arena_bytes(features, sizeof(double));
}

/* Takes the memory and computes the chain of joints and the features of the body. */
static deriving *begin_deriving(const pd_smpl_body *body, const pd_smpl_model *model, pd_arena *scratch)
{
    const pd_smpl_tiles *t = pd_smpl_model_tiles_for(model, 0);
    const size_t features = (size_t)t->feature_count;
    const size_t rows = (size_t)t->joint_count * PD_K_LBS_ROW;
    deriving *d = pd_arena_take(scratch, 1, sizeof *d);

    PD_ASSERT(d);
    *d = (deriving){.model = model,
                    .tiles = t,
                    .body = body,
                    .coefs = pd_arena_take(scratch, features * PD_K_GROUP, sizeof(float)),
                    .use = pd_arena_take(scratch, (size_t)t->block_count, sizeof(int)),
                    .table = pd_arena_take(scratch, BODIES * rows, sizeof(float)),
                    .runs = pd_arena_take(scratch, (size_t)PARTS * (size_t)t->block_count, sizeof(pd_k_run)),
                    .by_feature = pd_arena_take(scratch, PARTS * features * LANES, sizeof(float)),
                    .by_table = pd_arena_take(scratch, PARTS * rows * LANES, sizeof(float))};
    PD_ASSERT(d->coefs && d->use && d->table && d->runs && d->by_feature && d->by_table);

    pd_smpl_pose_chain(&d->pose, model, body);
    memset(d->coefs, 0, features * PD_K_GROUP * sizeof(float));
    pd_smpl_pose_features(d->coefs, 0, t, model, body);

    return d;
}

/* ---- rotations ---- */

/* Returns the local rotation of joint k, (3,3). */
static void local_rotation(double out[9], const pd_smpl_body *body, int k)
{
    for (int i = 0; i < 9; i++) out[i] = body->rotations ? body->rotations[9 * k + i] : i % 4 == 0;
}

/* out = [turn] m: the change of a rotation m along a rotation vector that acts from the left. */
static void turned_matrix(double out[9], const double turn[3], const double m[9])
{
    for (int c = 0; c < 3; c++) {
        const double x = m[c];
        const double y = m[3 + c];
        const double z = m[6 + c];
        out[c] = turn[1] * z - turn[2] * y;
        out[3 + c] = turn[2] * x - turn[0] * z;
        out[6 + c] = turn[0] * y - turn[1] * x;
    }
}

/* Adds the gradient by the rotation vector, from the gradient g (3,3) by the matrix m that it turns. */
static void add_turn_gradient(double turn[3], const double g[9], const double m[9])
{
    /* n = m g^T; the sum over [turn]_ij n_ji. */
    double n[9];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            n[3 * r + c] = m[3 * r] * g[3 * c] + m[3 * r + 1] * g[3 * c + 1] + m[3 * r + 2] * g[3 * c + 2];
    turn[0] += n[5] - n[7];
    turn[1] += n[6] - n[2];
    turn[2] += n[1] - n[3];
}

/* The features of a joint's pose blend shapes (R - I, or the quaternion), and their derivatives by the three
 * numbers of the rotation vector. Returns how many there are. */
static int joint_features(double features[9], double derivatives[3][9], const pd_smpl_body *body, int k,
                          pd_smpl_feature_kind kind)
{
    static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double r[9];

    local_rotation(r, body, k);
    if (kind != PD_SMPL_QUATERNION_FEATURES) {
        for (int i = 0; i < 9; i++) features[i] = r[i] - (i % 4 == 0);
        for (int a = 0; a < 3; a++) turned_matrix(derivatives[a], axes[a], r);
        return 9;
    }

    /* dq = (axis / 2) q, in the hemisphere of the features. */
    const pd_quat q = pd_q_from_matrix(r);
    const double sign = q.w < 0 ? -1 : 1;
    features[0] = sign * q.x;
    features[1] = sign * q.y;
    features[2] = sign * q.z;
    features[3] = sign * q.w - 1;
    for (int a = 0; a < 3; a++) {
        const pd_quat half = {axes[a][0] / 2, axes[a][1] / 2, axes[a][2] / 2, 0};
        const pd_quat dq = pd_q_mul(half, q);
        derivatives[a][0] = sign * dq.x;
        derivatives[a][1] = sign * dq.y;
        derivatives[a][2] = sign * dq.z;
        derivatives[a][3] = sign * dq.w;
    }

    return 4;
}

/* ---- tiles ---- */

/* Opens a tile: the runs of its blocks, as far as `use` says. Returns their number. */
static int open_tile(pd_k_run *runs, const float **start, const deriving *d, int tile)
{
    const pd_smpl_tiles *t = d->tiles;
    pd_smpl_tile_rows rows = pd_smpl_tile_open(t, tile, NULL);
    int count = 0;

    *start = rows.start;
    for (int i = t->tile_block_start[tile]; i < t->tile_block_start[tile + 1]; i++) {
        const int block = t->tile_blocks[i];
        pd_k_run run = pd_smpl_tile_next(&rows, t, block);
        if (run.count > d->use[block]) run.count = d->use[block];
        if (run.count) runs[count++] = run;
    }

    return count;
}

static pd_k_skin skin_of_tile(const pd_smpl_tiles *t, int tile)
{
    const int at = t->lbs.start[tile];
    return (pd_k_skin){t->lbs.index + at, t->lbs.weights + (long)at * PD_K_LANES,
                       t->lbs.start[tile + 1] - at};
}

/* Returns the first tile of a part; that of part PARTS is the number of tiles. */
static int first_tile(const deriving *d, int part)
{
    return (int)((long)d->tiles->tile_count * part / PARTS);
}

/* ---- forward ---- */

/* Writes the change of the features to lane 1. */
static void put_feature_changes(deriving *d, const pd_smpl_direction *along)
{
    const pd_smpl_tiles *t = d->tiles;
    const pd_smpl_body *body = d->body;
    const int expression = pd_smpl_block_expression(t);
    const int sculpt = pd_smpl_block_sculpt(t);
    float *at = d->coefs + 1;

    for (int i = 0; i < t->block_rows[0]; i++) at[i * PD_K_GROUP] = (float)along->betas[i];

    /* Features of the pose, times the beta of their term. */
    for (int b = 1; b < expression; b++) {
        double features[9], derivatives[3][9];
        const int joint = pd_smpl_block_joint(t, b);
        const int term = pd_smpl_block_term(t, b);
        const double factor = !term ? 1 : term <= body->beta_count ? body->betas[term - 1] : 0;
        const double factor_change = term ? along->betas[term - 1] : 0;
        float *own = at + (size_t)t->block_feature[b] * PD_K_GROUP;
        joint_features(features, derivatives, body, joint, t->pose_features);
        for (int i = 0; i < t->block_rows[b]; i++) {
            double change = factor_change * features[i];
            for (int a = 0; a < 3; a++) change += factor * along->turns[joint][a] * derivatives[a][i];
            own[i * PD_K_GROUP] = (float)change;
        }
    }

    float *own = at + (size_t)t->block_feature[expression] * PD_K_GROUP;
    for (int i = 0; i < t->block_rows[expression]; i++) own[i * PD_K_GROUP] = (float)along->expression[i];

    if (t->block_rows[sculpt] && !body->no_sculpts) {
        double changes[PD_SMPL_PSD_MAX_SCULPTS];
        pd_smpl_psd_forward(changes, &d->model->data.psd, d->model->psd_map, body->rotations, along->turns);
        own = at + (size_t)t->block_feature[sculpt] * PD_K_GROUP;
        for (int i = 0; i < t->block_rows[sculpt]; i++) own[i * PD_K_GROUP] = (float)changes[i];
    }
}

/* Change of rest joints and of the transforms of joints: fills the table, and the joints' part of dy. */
static void change_chain(float *joints, deriving *d, const pd_smpl_direction *along)
{
    const pd_smpl_model *model = d->model;
    const int count = model->joint_count;
    const double *dirs = model->joint_shapedirs;
    const double *faces = model->joint_expressiondirs;
    double rest[PD_SMPL_MAX_JOINTS][3];  /* dJ */
    double turn[PD_SMPL_MAX_JOINTS][9];  /* dW */
    double place[PD_SMPL_MAX_JOINTS][3]; /* dp */

    for (int k = 0; k < count; k++)
        for (int c = 0; c < 3; c++, dirs += model->beta_count, faces += model->expression_count) {
            rest[k][c] = 0;
            for (int b = 0; b < model->beta_count; b++) rest[k][c] += dirs[b] * along->betas[b];
            for (int e = 0; e < model->expression_count; e++) rest[k][c] += faces[e] * along->expression[e];
        }

    for (int k = 0; k < count; k++) {
        const int a = model->data.parents[k];
        double r[9], dr[9];
        local_rotation(r, d->body, k);
        turned_matrix(dr, along->turns[k], r);
        memcpy(turn[k], dr, sizeof dr);
        memcpy(place[k], rest[k], sizeof rest[k]);
        if (a >= 0) {
            /* dW_k = dW_a R_k + W_a dR_k,   dp_k = dp_a + dW_a (J_k - J_a) + W_a (dJ_k - dJ_a) */
            const double *w = d->pose.world[a].m;
            for (int i = 0; i < 3; i++) {
                place[k][i] = place[a][i];
                for (int c = 0; c < 3; c++) {
                    const double offset = d->pose.rest[k][c] - d->pose.rest[a][c];
                    turn[k][3 * i + c] = 0;
                    for (int m = 0; m < 3; m++)
                        turn[k][3 * i + c] +=
                            turn[a][3 * i + m] * r[3 * m + c] + w[4 * i + m] * dr[3 * m + c];
                    place[k][i] += turn[a][3 * i + c] * offset + w[4 * i + c] * (rest[k][c] - rest[a][c]);
                }
            }
        }

        /* dC_k = [dW_k | dp_k - dW_k J_k - W_k dJ_k], and [W_k | 0]. */
        float *change = d->table + (long)k * PD_K_LBS_ROW;
        float *own = change + (long)count * PD_K_LBS_ROW;
        for (int i = 0; i < 3; i++) {
            double shift = place[k][i];
            for (int c = 0; c < 3; c++) {
                change[4 * i + c] = (float)turn[k][3 * i + c];
                own[4 * i + c] = (float)d->pose.world[k].m[4 * i + c];
                shift -= turn[k][3 * i + c] * d->pose.rest[k][c] + d->pose.world[k].m[4 * i + c] * rest[k][c];
            }

            change[4 * i + 3] = (float)shift;
            own[4 * i + 3] = 0;
            if (joints) joints[3 * k + i] = (float)(place[k][i] + along->translation[i]);
        }
    }
}

/* Writes dy of the vertices of one part. */
static void forward_part(void *arg, int part, int worker)
{
    (void)worker;
    deriving *d = arg;
    const pd_smpl_tiles *t = d->tiles;
    const pd_k_body *kernels = pd_k_body_get();
    pd_k_run *runs = d->runs + (long)part * t->block_count;

    for (int tile = first_tile(d, part); tile < first_tile(d, part + 1); tile++) {
        _Alignas(64) float data[BODIES * PD_K_TILE];
        const float *start;
        const int count = open_tile(runs, &start, d, tile);

        /* t, and dt, which has no template. */
        kernels->blend(data, start, runs, count, d->coefs, BODIES, (const char *)start);
        for (int i = 0; i < PD_K_TILE; i++) data[PD_K_TILE + i] -= start[i];

        /* dC t and W dt. */
        const pd_k_skin skin = skin_of_tile(t, tile);
        kernels->lbs(data, &skin, d->table, (long)t->joint_count * PD_K_LBS_ROW, BODIES);
        for (int i = 0; i < PD_K_TILE; i++) data[i] += data[PD_K_TILE + i];
        const int left = t->vertex_count - tile * PD_K_LANES;
        kernels->store(d->vertices + 3L * tile * PD_K_LANES, data, d->translation,
                       left < PD_K_LANES ? left : PD_K_LANES);
    }
}

void pd_smpl_derivative_forward(float *vertices, float *joints, const pd_smpl_body *body,
                                const pd_smpl_model *model, const pd_smpl_direction *along, pd_arena *scratch,
                                const pd_executor *executor)
{
    const size_t before = scratch->used;
    deriving *d = begin_deriving(body, model, scratch);

    put_feature_changes(d, along);
    pd_smpl_pose_used(d->use, d->coefs, d->tiles);
    change_chain(joints, d, along);
    d->vertices = vertices;
    for (int c = 0; c < 3; c++) d->translation[c] = (float)along->translation[c];
    if (vertices) pd_execute(executor, forward_part, d, PARTS);

    scratch->used = before;
}

/* ---- reverse ---- */

/* Reads 16 vertices of gy into a tile; lanes beyond the last vertex are 0. */
static void load_pull(float *tile_data, const deriving *d, int tile)
{
    const int first = tile * PD_K_LANES;

    for (int l = 0; l < PD_K_LANES; l++)
        for (int c = 0; c < 3; c++)
            tile_data[c * PD_K_LANES + l] =
                first + l < d->tiles->vertex_count ? d->pull[3L * (first + l) + c] : 0;
}

/* Adds the gradients by features and by the table of the tiles of one part. */
static void reverse_part(void *arg, int part, int worker)
{
    (void)worker;
    deriving *d = arg;
    const pd_smpl_tiles *t = d->tiles;
    const pd_k_body *kernels = pd_k_body_get();
    const pd_k_transposed *transposed = pd_k_transposed_get();
    const size_t features = (size_t)t->feature_count * LANES;
    const size_t rows = (size_t)t->joint_count * PD_K_LBS_ROW * LANES;
    float *by_feature = d->by_feature + (size_t)part * features;
    float *by_table = d->by_table + (size_t)part * rows;
    pd_k_run *runs = d->runs + (long)part * t->block_count;

    memset(by_feature, 0, features * sizeof *by_feature);
    memset(by_table, 0, rows * sizeof *by_table);
    for (int tile = first_tile(d, part); tile < first_tile(d, part + 1); tile++) {
        _Alignas(64) float rest[PD_K_TILE], pull[PD_K_TILE];
        const float *start;
        const int count = open_tile(runs, &start, d, tile);
        const pd_k_skin skin = skin_of_tile(t, tile);

        kernels->blend(rest, start, runs, count, d->coefs, 1, (const char *)start);
        load_pull(pull, d, tile);
        transposed->lbs(by_table, pull, rest, &skin, d->table);
        transposed->blend(by_feature, pull, runs, count);
    }
}

/* Adds up the parts and lanes of number i of an array of sums. */
static double total_of(const float *sums, size_t stride, size_t i)
{
    double sum = 0;
    for (size_t part = 0; part < PARTS; part++)
        for (size_t l = 0; l < LANES; l++) sum += sums[(part * stride + i) * LANES + l];
    return sum;
}

/* Carries the gradient by features back to betas, expression and rotation vectors. by_feature (features). */
static void pull_features(pd_smpl_direction *out, const deriving *d, const double *by_feature)
{
    const pd_smpl_tiles *t = d->tiles;
    const pd_smpl_body *body = d->body;
    const int expression = pd_smpl_block_expression(t);
    const int sculpt = pd_smpl_block_sculpt(t);

    for (int i = 0; i < t->block_rows[0]; i++) out->betas[i] += by_feature[i];
    for (int b = 1; b < expression; b++) {
        double features[9], derivatives[3][9];
        const int joint = pd_smpl_block_joint(t, b);
        const int term = pd_smpl_block_term(t, b);
        const double factor = !term ? 1 : term <= body->beta_count ? body->betas[term - 1] : 0;
        const double *own = by_feature + t->block_feature[b];
        joint_features(features, derivatives, body, joint, t->pose_features);
        for (int i = 0; i < t->block_rows[b]; i++) {
            if (term) out->betas[term - 1] += own[i] * features[i];
            for (int a = 0; a < 3; a++) out->turns[joint][a] += factor * own[i] * derivatives[a][i];
        }
    }

    for (int i = 0; i < t->block_rows[expression]; i++)
        out->expression[i] += by_feature[t->block_feature[expression] + i];
    if (t->block_rows[sculpt] && !body->no_sculpts)
        pd_smpl_psd_reverse(out->turns, &d->model->data.psd, d->model->psd_map, body->rotations,
                            by_feature + t->block_feature[sculpt]);
}

/* Carries the gradient by joints and by the table back along the chains, from the last joint to the first. */
static void pull_chain(pd_smpl_direction *out, const deriving *d, const float *joints)
{
    const pd_smpl_model *model = d->model;
    const int count = model->joint_count;
    const size_t rows = (size_t)count * PD_K_LBS_ROW;
    double by_turn[PD_SMPL_MAX_JOINTS][9];         /* by W_k */
    double by_place[PD_SMPL_MAX_JOINTS][3];        /* by p_k */
    double by_rest[PD_SMPL_MAX_JOINTS][3] = {{0}}; /* by J_k */

    /* C_k = [W_k | p_k - W_k J_k] */
    for (int k = 0; k < count; k++) {
        const double *w = d->pose.world[k].m;
        double by_shift[3];
        for (int r = 0; r < 3; r++) {
            by_shift[r] =
                d->pull ? total_of(d->by_table, rows, (size_t)k * PD_K_LBS_ROW + 4 * (size_t)r + 3) : 0;
            by_place[k][r] = by_shift[r] + (joints ? (double)joints[3 * k + r] : 0);
            out->translation[r] += joints ? (double)joints[3 * k + r] : 0;
        }

        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) {
                const size_t at = (size_t)k * PD_K_LBS_ROW + 4 * (size_t)r + (size_t)c;
                by_turn[k][3 * r + c] =
                    (d->pull ? total_of(d->by_table, rows, at) : 0) - by_shift[r] * d->pose.rest[k][c];
                by_rest[k][c] -= w[4 * r + c] * by_shift[r];
            }
    }

    for (int k = count - 1; k >= 0; k--) {
        const int a = model->data.parents[k];
        double r[9], by_local[9];
        local_rotation(r, d->body, k);
        if (a < 0) {
            add_turn_gradient(out->turns[k], by_turn[k], r);
            for (int c = 0; c < 3; c++) by_rest[k][c] += by_place[k][c];
            continue;
        }

        const double *w = d->pose.world[a].m;
        for (int i = 0; i < 3; i++) {
            by_place[a][i] += by_place[k][i];
            for (int c = 0; c < 3; c++) {
                const double offset = d->pose.rest[k][c] - d->pose.rest[a][c];
                const double back = w[4 * i + c] * by_place[k][i];
                double to_parent = 0;
                by_local[3 * i + c] = 0;
                for (int m = 0; m < 3; m++) {
                    to_parent += by_turn[k][3 * i + m] * r[3 * c + m];
                    by_local[3 * i + c] += w[4 * m + i] * by_turn[k][3 * m + c];
                }

                by_turn[a][3 * i + c] += to_parent + by_place[k][i] * offset;
                by_rest[k][c] += back;
                by_rest[a][c] -= back;
            }
        }

        add_turn_gradient(out->turns[k], by_local, r);
    }

    /* J_k = template + dirs betas + faces expression */
    const double *dirs = model->joint_shapedirs;
    const double *faces = model->joint_expressiondirs;
    for (int k = 0; k < count; k++)
        for (int c = 0; c < 3; c++, dirs += model->beta_count, faces += model->expression_count) {
            for (int b = 0; b < model->beta_count; b++) out->betas[b] += dirs[b] * by_rest[k][c];
            for (int e = 0; e < model->expression_count; e++) out->expression[e] += faces[e] * by_rest[k][c];
        }
}

void pd_smpl_derivative_reverse(pd_smpl_direction *out, const pd_smpl_body *body, const pd_smpl_model *model,
                                const float *vertices, const float *joints, pd_arena *scratch,
                                const pd_executor *executor)
{
    const size_t before = scratch->used;
    deriving *d = begin_deriving(body, model, scratch);
    const pd_smpl_tiles *t = d->tiles;
    const size_t features = (size_t)t->feature_count;

    memset(out->betas, 0, (size_t)model->beta_count * sizeof *out->betas);
    if (model->expression_count) memset(out->expression, 0, (size_t)model->expression_count * sizeof(double));
    memset(out->turns, 0, (size_t)model->joint_count * sizeof *out->turns);
    memset(out->translation, 0, sizeof out->translation);

    /* All blocks count, because a feature that is 0 has a derivative. Soft tissue is no parameter here. */
    for (int b = 0; b < t->block_count; b++) d->use[b] = t->block_rows[b];
    d->pull = vertices;
    if (vertices) {
        pd_smpl_pose_lbs(d->table, &d->pose, t->joint_count);
        pd_execute(executor, reverse_part, d, PARTS);
        double *by_feature = pd_arena_take(scratch, features, sizeof *by_feature);
        PD_ASSERT(by_feature);
        for (size_t f = 0; f < features; f++) by_feature[f] = total_of(d->by_feature, features, f);
        pull_features(out, d, by_feature);
        for (long v = 0; v < model->vertex_count; v++)
            for (int c = 0; c < 3; c++) out->translation[c] += (double)vertices[3 * v + c];
    }

    pull_chain(out, d, joints);
    scratch->used = before;
}
