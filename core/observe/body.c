#include "core/observe/body.h"

#include "core/base/assert.h"
#include "core/math/quat.h"

#include "core/math/rotation.h"
#include "core/smpl/skin/tiles.h"

#include <math.h>
#include <string.h>

pd_observe_layout pd_observe_layout_of(int joints, int betas, bool scale, bool focal)
{
    PD_ASSERT(joints >= 1 && betas >= 0);
    pd_observe_layout l = {
        .joints = joints, .betas = betas, .translation = 3 * joints, .scale = -1, .focal = -1, .offset = -1};

    l.beta = l.translation + 3;
    l.count = l.beta + betas;
    if (scale) l.scale = l.count++;
    if (focal) l.focal = l.count++;

    return l;
}

size_t pd_observe_state_bytes(const pd_smpl_model *m)
{
    return pd_arena_bytes((size_t)m->beta_count + 1, sizeof(double)) +
           pd_arena_bytes((size_t)m->joint_count, 9 * sizeof(double));
}

bool pd_observe_state_init(pd_observe_state *state, const pd_smpl_model *m, pd_arena *arena)
{
    *state = (pd_observe_state){0};
    state->betas = pd_arena_take(arena, (size_t)m->beta_count + 1, sizeof *state->betas);
    state->rotations = pd_arena_take(arena, (size_t)m->joint_count, sizeof *state->rotations);
    if (!state->betas || !state->rotations) return false;

    memset(state->betas, 0, ((size_t)m->beta_count + 1) * sizeof *state->betas);
    for (int k = 0; k < m->joint_count; k++)
        for (int i = 0; i < 9; i++) state->rotations[k][i] = i % 4 == 0;

    return true;
}

void pd_observe_state_copy(pd_observe_state *to, const pd_observe_state *from, const pd_smpl_model *m)
{
    memcpy(to->betas, from->betas, (size_t)m->beta_count * sizeof *to->betas);
    memcpy(to->rotations, from->rotations, (size_t)m->joint_count * sizeof *to->rotations);
    memcpy(to->translation, from->translation, sizeof to->translation);
    to->log_scale = from->log_scale;
    to->log_focal = from->log_focal;
}

void pd_observe_state_move(pd_observe_state *state, const pd_observe_layout *l, const double *step)
{
    for (int k = 0; k < l->joints; k++) {
        double by[9], now[9];
        pd_rot_from_axis_angle(by, step + 3 * k);
        pd_rot_mul(now, state->rotations[k], by);
        memcpy(state->rotations[k], now, sizeof now);
    }

    for (int c = 0; c < 3; c++) state->translation[c] += step[l->translation + c];
    for (int b = 0; b < l->betas; b++) state->betas[b] += step[l->beta + b];
    if (l->scale >= 0) state->log_scale += step[l->scale];
    if (l->focal >= 0) state->log_focal += step[l->focal];
}

/* ---- vertices */

static int skin_count_of(const pd_smpl_model *m, int vertex)
{
    const float *w = m->data.weights + (size_t)vertex * (size_t)m->joint_count;
    int count = 0;
    for (int k = 0; k < m->joint_count; k++) count += w[k] != 0;
    return count;
}

static int pose_blocks_of(const pd_smpl_tiles *t, int tile)
{
    int count = 0;
    for (int b = t->tile_block_start[tile]; b < t->tile_block_start[tile + 1]; b++)
        count += pd_smpl_block_is_pose(t, t->tile_blocks[b]);
    return count;
}

size_t pd_observe_vertex_bytes(const pd_smpl_model *m, int vertex)
{
    const size_t skin = (size_t)skin_count_of(m, vertex);
    return pd_arena_bytes(3 * (size_t)m->beta_count + 1, sizeof(double)) + pd_arena_bytes(skin, sizeof(int)) +
           pd_arena_bytes(skin, sizeof(double)) +
           pd_arena_bytes((size_t)pose_blocks_of(m->tiles, vertex / PD_K_LANES) + 1,
                          sizeof(pd_observe_blend));
}

void pd_observe_vertex_rest(double at[3], const pd_smpl_model *m, int vertex)
{
    const pd_smpl_tile_rows rows = pd_smpl_tile_open(m->tiles, vertex / PD_K_LANES, NULL);
    for (int c = 0; c < 3; c++) at[c] = (double)rows.start[PD_K_LANES * c + vertex % PD_K_LANES];
}

bool pd_observe_vertex_compile(pd_observe_vertex *out, const pd_smpl_model *m, int vertex, pd_arena *arena)
{
    PD_ASSERT(vertex >= 0 && vertex < m->vertex_count);

    /* Sizes: joints that move the vertex, shape directions, and blocks of pose blend shapes. */
    const float *w = m->data.weights + (size_t)vertex * (size_t)m->joint_count;
    const size_t skin = (size_t)skin_count_of(m, vertex);
    const size_t shapes = 3 * (size_t)m->beta_count + 1;
    const size_t blends = (size_t)pose_blocks_of(m->tiles, vertex / PD_K_LANES) + 1;

    /* Take the arrays. */
    *out = (pd_observe_vertex){.index = vertex};
    out->shape = pd_arena_take(arena, shapes, sizeof *out->shape);
    out->skin = pd_arena_take(arena, skin, sizeof *out->skin);
    out->weight = pd_arena_take(arena, skin, sizeof *out->weight);
    out->blends = pd_arena_take(arena, blends, sizeof *out->blends);
    if (!out->shape || !out->skin || !out->weight || !out->blends) return false;

    /* Joints with a weight. */
    memset(out->shape, 0, shapes * sizeof *out->shape);
    for (int k = 0; k < m->joint_count; k++) {
        if (w[k] == 0) continue;
        out->skin[out->skin_count] = k;
        out->weight[out->skin_count++] = (double)w[k];
    }

    /* Template, shape and pose directions: one lane of a tile. */
    const pd_smpl_tiles *t = m->tiles;
    const int tile = vertex / PD_K_LANES;
    const int lane = vertex % PD_K_LANES;
    pd_smpl_tile_rows place = pd_smpl_tile_open(t, tile, NULL);
    pd_observe_vertex_rest(out->at, m, vertex);
    for (int i = t->tile_block_start[tile]; i < t->tile_block_start[tile + 1]; i++) {
        const int block = t->tile_blocks[i];
        const int rows = (int)pd_smpl_tile_block_rows(t, tile, block);
        const pd_k_run run = pd_smpl_tile_next(&place, t, block);
        double sum = 0;
        pd_observe_blend *blend = &out->blends[out->blend_count];
        *blend = (pd_observe_blend){.features = t->pose_features};

        for (int f = 0; f < rows; f++)
            for (int c = 0; c < 3; c++) {
                const int at = PD_K_TILE * f + PD_K_LANES * c + lane;
                const double value = (double)pd_smpl_run_number(&run, at);
                if (block == 0) out->shape[c * m->beta_count + f] = value;
                if (pd_smpl_block_is_pose(t, block)) {
                    blend->p[f][c] = value;
                    sum += fabs(value);
                }
            }
        if (sum == 0) continue;
        blend->joint = pd_smpl_block_joint(t, block);
        blend->term = pd_smpl_block_term(t, block);
        out->blend_count++;
    }

    PD_ASSERT((size_t)out->skin_count == skin && (size_t)out->blend_count < blends);

    return true;
}

void pd_observe_vertex_bake(pd_observe_vertex *v, const pd_smpl_model *m, const double *betas)
{
    int count = 0;

    for (int c = 0; c < 3 && v->shape; c++)
        for (int b = 0; b < m->beta_count; b++) v->at[c] += v->shape[c * m->beta_count + b] * betas[b];
    v->shape = NULL;

    /* Merge the blends of a joint that betas scale into one. */
    for (int i = 0; i < v->blend_count; i++) {
        const pd_observe_blend *from = &v->blends[i];
        const double factor = from->term ? betas[from->term - 1] : 1;
        double p[9][3];
        int to = 0;
        for (int f = 0; f < 27; f++) p[f / 3][f % 3] = factor * from->p[f / 3][f % 3];
        while (to < count && v->blends[to].joint != from->joint) to++;
        if (to == count)
            v->blends[count++] = (pd_observe_blend){.joint = from->joint, .features = from->features};
        for (int f = 0; f < 27; f++) v->blends[to].p[f / 3][f % 3] += p[f / 3][f % 3];
    }

    v->blend_count = count;
}

/* ---- forward */

size_t pd_observe_body_bytes(const pd_smpl_model *m)
{
    const size_t k = (size_t)m->joint_count;
    return pd_arena_bytes(k, 3 * sizeof(double)) + pd_arena_bytes(k, sizeof(pd_xform)) +
           pd_arena_bytes(3 * k * (size_t)m->beta_count + 1, sizeof(double));
}

bool pd_observe_body_init(pd_observe_body *body, const pd_smpl_model *m, pd_arena *arena)
{
    const size_t k = (size_t)m->joint_count;

    body->model = m;
    body->scale = 1;
    body->rest = pd_arena_take(arena, k, sizeof *body->rest);
    body->world = pd_arena_take(arena, k, sizeof *body->world);
    body->slope = pd_arena_take(arena, 3 * k * (size_t)m->beta_count + 1, sizeof *body->slope);

    return body->rest && body->world && body->slope;
}

void pd_observe_body_pose(pd_observe_body *body, const pd_observe_state *state)
{
    const pd_smpl_model *m = body->model;
    const double *dirs = m->joint_shapedirs;

    body->scale = exp(state->log_scale);
    for (int k = 0; k < m->joint_count; k++) {
        const int parent = m->data.parents[k];
        double offset[3];

        for (int c = 0; c < 3; c++, dirs += m->beta_count) {
            double sum = m->joint_template[3 * k + c];
            for (int b = 0; b < m->beta_count; b++) sum += dirs[b] * state->betas[b];
            body->rest[k][c] = sum;
            offset[c] = sum - (parent < 0 ? 0 : body->rest[parent][c]);
        }

        const pd_xform local = pd_xform_make(state->rotations[k], offset);
        body->world[k] = parent < 0 ? local : pd_xform_mul(&body->world[parent], &local);
    }
}

void pd_observe_body_slopes(pd_observe_body *body, const pd_observe_layout *l)
{
    PD_ASSERT(l->betas <= body->model->beta_count && l->joints == body->model->joint_count);
    const pd_smpl_model *m = body->model;
    const size_t all = (size_t)m->beta_count;
    const size_t fitted = (size_t)l->betas;

    for (int k = 0; k < m->joint_count; k++) {
        const int parent = m->data.parents[k];
        double *out = body->slope + 3 * fitted * (size_t)k;
        const double *dirs = m->joint_shapedirs + 3 * all * (size_t)k;
        const double *above = m->joint_shapedirs + 3 * all * (size_t)(parent < 0 ? 0 : parent);
        const double *moved = body->slope + 3 * fitted * (size_t)(parent < 0 ? 0 : parent);

        for (size_t b = 0; b < fitted; b++) {
            if (parent < 0) {
                for (size_t c = 0; c < 3; c++) out[c * fitted + b] = dirs[c * all + b];
                continue;
            }

            double d[3], rotated[3];
            for (size_t c = 0; c < 3; c++) d[c] = dirs[c * all + b] - above[c * all + b];
            pd_xform_vector(rotated, &body->world[parent], d);
            for (size_t c = 0; c < 3; c++) out[c * fitted + b] = moved[c * fitted + b] + rotated[c];
        }
    }
}

static void body_joint_at(double x[3], const pd_observe_body *body, int joint)
{
    for (int c = 0; c < 3; c++) x[c] = body->world[joint].m[4 * c + 3];
}

/* Returns the factor of a pose blend shape: its feature of R - I, times its beta. */
static double blend_factor(const pd_observe_blend *blend, const pd_observe_state *state)
{
    return blend->term ? state->betas[blend->term - 1] : 1;
}

/* Computes the quaternion of a rotation with w >= 0. */
static void quaternion_of(double out[4], const double r[9])
{
    const pd_quat q = pd_q_from_matrix(r);
    const double sign = q.w < 0 ? -1 : 1;

    out[0] = sign * q.x;
    out[1] = sign * q.y;
    out[2] = sign * q.z;
    out[3] = sign * q.w;
}

/* Computes the displacement of a vertex by one joint's pose blend shapes, metres: P times the joint's nine
 * features (R - I, or a quaternion minus the identity). */
static void blend_sum(double out[3], const pd_observe_blend *blend, const double r[9])
{
    double features[9] = {0};

    if (blend->features == PD_SMPL_QUATERNION_FEATURES) {
        quaternion_of(features, r);
        features[3] -= 1;
    } else
        for (int f = 0; f < 9; f++) features[f] = r[f] - (f % 4 == 0);

    double x = 0, y = 0, z = 0;
    for (int f = 0; f < 9; f++) {
        x += blend->p[f][0] * features[f];
        y += blend->p[f][1] * features[f];
        z += blend->p[f][2] * features[f];
    }

    out[0] = x;
    out[1] = y;
    out[2] = z;
}

/* Computes the derivative of a blend's displacement by d_a, for a rotation R exp(d).
 *
 * For features of the matrix, with (a, b, c) cyclic: column b of dR is column c of R, column c of dR is minus
 * column b of R. For features of the quaternion: dq = q (e_a, 0) / 2. */
static void blend_slope(double d[3], const pd_observe_blend *blend, const double r[9], int a)
{
    const int b = (a + 1) % 3;
    const int c = (a + 2) % 3;

    d[0] = d[1] = d[2] = 0;
    if (blend->features == PD_SMPL_QUATERNION_FEATURES) {
        double q[4], slope[4];
        quaternion_of(q, r);
        slope[a] = q[3] / 2;
        slope[b] = q[c] / 2;
        slope[c] = -q[b] / 2;
        slope[3] = -q[a] / 2;
        for (int f = 0; f < 4; f++)
            for (int x = 0; x < 3; x++) d[x] += blend->p[f][x] * slope[f];
        return;
    }

    for (int row = 0; row < 3; row++)
        for (int x = 0; x < 3; x++)
            d[x] += blend->p[3 * row + b][x] * r[3 * row + c] - blend->p[3 * row + c][x] * r[3 * row + b];
}

/* Computes u, the rest position of a vertex with shape and pose blend shapes. */
static void vertex_at_rest(double u[3], const pd_observe_body *body, const pd_observe_state *state,
                           const pd_observe_vertex *v)
{
    PD_DEBUG_ASSERT(v->index >= 0 && v->index < body->model->vertex_count);
    const int betas = body->model->beta_count;

    for (int c = 0; c < 3; c++) {
        u[c] = v->at[c];
        for (int b = 0; b < betas && v->shape; b++) u[c] += v->shape[c * betas + b] * state->betas[b];
    }

    for (int i = 0; i < v->blend_count; i++) {
        const pd_observe_blend *blend = &v->blends[i];
        double moved[3];
        double factor = blend_factor(blend, state);
        blend_sum(moved, blend, state->rotations[blend->joint]);
        for (int c = 0; c < 3; c++) u[c] += factor * moved[c];
    }
}

/* Computes x = G_k (u - J_k). */
static void carry_body(double x[3], const pd_observe_body *body, int joint, const double u[3])
{
    double d[3];
    for (int c = 0; c < 3; c++) d[c] = u[c] - body->rest[joint][c];
    pd_xform_point(x, &body->world[joint], d);
}

/* Computes X of a place, before scale and translation. */
static void point_in_model(double x[3], const pd_observe_body *body, const pd_observe_state *state,
                           const pd_observe_place_of *place)
{
    x[0] = x[1] = x[2] = 0;
    for (int p = 0; p < place->part_count; p++) {
        const pd_observe_part *part = &place->parts[p];
        double at[3], u[3];

        if (!part->is_vertex) {
            body_joint_at(at, body, part->index);
            for (int c = 0; c < 3; c++) x[c] += part->weight * at[c];
            continue;
        }

        const pd_observe_vertex *v = place->compiled[p];
        vertex_at_rest(u, body, state, v);
        for (int c = 0; c < 3 && place->offset; c++) u[c] += place->offset[c];
        for (int s = 0; s < v->skin_count; s++) {
            carry_body(at, body, v->skin[s], u);
            for (int c = 0; c < 3; c++) x[c] += part->weight * v->weight[s] * at[c];
        }
    }
}

void pd_observe_point(double x[3], const pd_observe_body *body, const pd_observe_state *state,
                      const pd_observe_place_of *place)
{
    point_in_model(x, body, state, place);
    for (int c = 0; c < 3; c++) x[c] = body->scale * x[c] + state->translation[c];
}

/* ---- derivatives */

/* Part of a point that moves with a joint: sum of weights, and sum of weighted positions. */
typedef struct load {
    double weight, at[3];
} load;

/* Adds a weighted point x to the load of a joint and of all above it, which move it. */
static void hang(load *loads, const pd_smpl_model *m, int joint, double weight, const double x[3])
{
    PD_DEBUG_ASSERT(joint >= 0 && joint < m->joint_count);
    for (int k = joint; k >= 0; k = m->data.parents[k]) {
        loads[k].weight += weight;
        for (int c = 0; c < 3; c++) loads[k].at[c] += weight * x[c];
    }
}

static void add_vector(double row[3], const double turn[9], double scale, const double d[3])
{
    for (int c = 0; c < 3; c++)
        row[c] += scale * (turn[3 * c] * d[0] + turn[3 * c + 1] * d[1] + turn[3 * c + 2] * d[2]);
}

/* Adds the derivative of one vertex of a place. Pose rows are collected in `loads`. */
static void add_vertex_body(double (*jacobian)[3], load *loads, const pd_observe_body *body,
                            const pd_observe_state *state, const pd_observe_layout *l,
                            const pd_observe_place_of *place, int part)
{
    const pd_observe_vertex *v = place->compiled[part];
    const double weight = place->parts[part].weight;
    const pd_smpl_model *m = body->model;
    const size_t all = (size_t)m->beta_count;
    const size_t fitted = (size_t)l->betas;
    double u[3], x[3];
    double turn[9] = {0};
    double single[9];

    /* Rest position of the vertex, with shape and pose blend shapes. */
    vertex_at_rest(u, body, state, v);
    for (int c = 0; c < 3 && place->offset; c++) u[c] += place->offset[c];

    /* Skinning: the derivative by the pose is collected in `loads`, that by the betas is added here. */
    for (int s = 0; s < v->skin_count; s++) {
        const size_t k = (size_t)v->skin[s];
        const double w = weight * v->weight[s];
        carry_body(x, body, (int)k, u);
        hang(loads, m, (int)k, w, x);
        pd_xform_rotation(single, &body->world[k]);
        for (int i = 0; i < 9; i++) turn[i] += v->weight[s] * single[i];

        for (size_t b = 0; b < fitted; b++) {
            double d[3];
            double *row = jacobian[l->beta + (int)b];
            for (size_t c = 0; c < 3; c++) {
                d[c] = v->shape[c * all + b] - m->joint_shapedirs[(3 * k + c) * all + b];
                row[c] += w * body->slope[(3 * k + c) * fitted + b];
            }

            add_vector(row, single, w, d);
        }
    }

    /* Pose blend shapes depend on a joint's rotation, and on the beta that scales them.
     * `turn` is sum_k w_vk rot(G_k). */
    for (int i = 0; i < v->blend_count; i++) {
        const pd_observe_blend *blend = &v->blends[i];
        const double *r = state->rotations[blend->joint];
        const double factor = weight * blend_factor(blend, state);
        double moved[3];
        for (int a = 0; a < 3; a++) {
            double d[3];
            blend_slope(d, blend, r, a);
            add_vector(jacobian[3 * blend->joint + a], turn, factor, d);
        }

        if (blend->term && blend->term <= l->betas) {
            blend_sum(moved, blend, r);
            add_vector(jacobian[l->beta + blend->term - 1], turn, weight, moved);
        }
    }

    /* The offset of a registered vertex moves it by the mean rotation. */
    const int offset = l->offset + 3 * place->number;
    for (int i = 0; i < 9 && l->offset >= 0 && place->offset; i++)
        jacobian[offset + i % 3][i / 3] += weight * turn[i];
}

void pd_observe_point_jacobian(double (*jacobian)[3], const pd_observe_body *body,
                               const pd_observe_state *state, const pd_observe_layout *l,
                               const pd_observe_place_of *place)
{
    PD_ASSERT(l->joints <= PD_SMPL_MAX_JOINTS && l->count >= l->beta + l->betas);
    const size_t fitted = (size_t)l->betas;
    load loads[PD_SMPL_MAX_JOINTS];
    double x[3];

    /* Sum the parts: vertices, and joints with their positions. */
    memset(jacobian, 0, (size_t)l->count * sizeof *jacobian);
    memset(loads, 0, (size_t)l->joints * sizeof *loads);
    for (int p = 0; p < place->part_count; p++) {
        const pd_observe_part *part = &place->parts[p];
        const size_t k = (size_t)part->index;
        if (part->is_vertex) {
            add_vertex_body(jacobian, loads, body, state, l, place, p);
            continue;
        }

        body_joint_at(x, body, part->index);
        hang(loads, body->model, part->index, part->weight, x);
        for (size_t b = 0; b < fitted; b++)
            for (size_t c = 0; c < 3; c++)
                jacobian[l->beta + (int)b][c] += part->weight * body->slope[(3 * k + c) * fitted + b];
    }

    /* Pose rows: cross product of a joint's axis with the arm from the joint to the parts that it moves. */
    for (int k = 0; k < body->model->joint_count; k++) {
        const double *g = body->world[k].m;
        double arm[3];
        if (loads[k].weight == 0) continue;
        for (int c = 0; c < 3; c++) arm[c] = loads[k].at[c] - loads[k].weight * g[4 * c + 3];
        for (int c = 0; c < 3; c++) {
            const double a[3] = {g[c], g[4 + c], g[8 + c]};
            jacobian[3 * k + c][0] += a[1] * arm[2] - a[2] * arm[1];
            jacobian[3 * k + c][1] += a[2] * arm[0] - a[0] * arm[2];
            jacobian[3 * k + c][2] += a[0] * arm[1] - a[1] * arm[0];
        }
    }

    /* Scale; then translation and the logarithm of the scale. */
    for (int i = 0; i < l->count; i++)
        for (int c = 0; c < 3; c++) jacobian[i][c] *= body->scale;
    for (int c = 0; c < 3; c++) jacobian[l->translation + c][c] = 1;
    if (l->scale >= 0) {
        point_in_model(x, body, state, place);
        for (int c = 0; c < 3; c++) jacobian[l->scale][c] = body->scale * x[c];
    }
}
