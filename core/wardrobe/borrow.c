#include "core/wardrobe/borrow.h"

#include "core/base/assert.h"
#include "core/math/tree.h"
#include "core/math/triangle.h"
#include "core/mhr/convert/convert.h"
#include "core/mhr/convert/fit.h"
#include "core/wardrobe/dress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Metres: a garment is moved out until it is that far from the skin, or as far as it was. */
#define CLEARANCE    0.006
#define REACH        0.06 /* metres: farther points of the other skin are not the same place */
#define NORMAL_SCALE 0.05 /* metres: a normal that is turned by 60 degrees counts like this distance */
#define LEAST_COSINE 0.2  /* between normals that agree */
#define ROUNDS       12   /* of smoothing */

/* The other model at rest. */
typedef struct surface {
    const pd_smpl_model *model;
    float *vertices, *normals, *joints; /* (V,3), (V,3), (K,3) */
    uint32_t *around_start, *around;    /* triangles at each vertex */
    pd_tree tree;
} surface;

/* A place on the other skin. */
typedef struct place {
    int corners[3];
    float weights[3];
    double distance; /* infinite: none */
} place;

/* Data that all items use. */
typedef struct borrowing {
    const pd_wardrobe *from;
    const pd_smpl_model *own;
    surface other;
    float *betas, *rotations, translation[3]; /* of the garments' model, fitted */
    float *skin, *normals;                    /* (V,3) fitted skin of the garments' model */
    float *gaps;                              /* (V,3) e */
    int *joint_of; /* (K) the other model's joint for each of the garments' model */
    /* A posed body of MHR: the wrap around it, its joints, and the items that it wears; NULL otherwise. */
    const pd_mhr_convert_wrap *wrap;
    const float *posed_joints;
    const pd_wardrobe_outfit *outfit;
    pd_wardrobe_borrowed *out;
} borrowing;

/* ---- the other model */

static bool around_of(uint32_t **start_out, uint32_t **around_out, const uint32_t *faces, int face_count,
                      int vertex_count)
{
    uint32_t *start = calloc((size_t)vertex_count + 2, sizeof *start);
    uint32_t *around = malloc((3 * (size_t)face_count + 1) * sizeof *around);

    *start_out = start;
    *around_out = around;
    if (!start || !around) return false;
    for (size_t c = 0; c < 3 * (size_t)face_count; c++) start[faces[c] + 2]++;
    for (size_t v = 1; v <= (size_t)vertex_count; v++) start[v + 1] += start[v];
    for (size_t c = 0; c < 3 * (size_t)face_count; c++) around[start[faces[c] + 1]++] = (uint32_t)(c / 3);

    return true;
}

/* The skin of a model at rest, with its normals. */
static pd_status pose_at_rest(float *vertices, float *normals, float *joints, const pd_smpl_model *model,
                              const pd_smpl_body *as, pd_error *err)
{
    pd_smpl_body body = *as;
    pd_arena scratch;
    const pd_smpl_job job = {.bodies = &body, .body_count = 1};

    body.vertices = vertices;
    body.normals = normals;
    body.joints = joints;
    if (!pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)))
        return pd_fail(err, PD_ERR_MEMORY, "wear", "out of memory for a body");
    pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);

    return PD_OK;
}

static pd_status surface_init(surface *s, const pd_smpl_model *model, pd_error *err)
{
    const size_t v = (size_t)model->vertex_count;

    s->model = model;
    s->vertices = malloc(3 * v * sizeof *s->vertices);
    s->normals = malloc(3 * v * sizeof *s->normals);
    s->joints = malloc(3 * (size_t)model->joint_count * sizeof *s->joints);
    double *doubles = malloc(6 * v * sizeof *doubles);
    bool good =
        s->vertices && s->normals && s->joints && doubles &&
        around_of(&s->around_start, &s->around, model->data.faces, model->face_count, model->vertex_count);
    pd_status status = good ? pose_at_rest(s->vertices, s->normals, s->joints, model, &(pd_smpl_body){0}, err)
                            : PD_ERR_MEMORY;
    if (!status) {
        for (size_t i = 0; i < 3 * v; i++) {
            doubles[i] = (double)s->vertices[i];
            doubles[3 * v + i] = (double)s->normals[i];
        }

        good = pd_tree_build(&s->tree, doubles, doubles + 3 * v, model->vertex_count, NORMAL_SCALE);
    }

    free(doubles);

    return good ? status : pd_fail(err, PD_ERR_MEMORY, "wear", "out of memory for %zu vertices", v);
}

static void surface_deinit(surface *s)
{
    free(s->vertices);
    free(s->normals);
    free(s->joints);
    free(s->around_start);
    free(s->around);
    pd_tree_deinit(&s->tree);
}

/* The nearest place of the other skin whose normal agrees. */
static place nearest(const surface *s, const double point[3], const double normal[3])
{
    place best = {.distance = (double)INFINITY};
    const int vertex = pd_tree_nearest(&s->tree, point, normal, (double)INFINITY);
    const float p[3] = {(float)point[0], (float)point[1], (float)point[2]};

    if (vertex < 0) return best;
    const float *n = s->normals + 3 * (size_t)vertex;
    if (n[0] * normal[0] + n[1] * normal[1] + n[2] * normal[2] < LEAST_COSINE) return best;

    for (uint32_t i = s->around_start[vertex]; i < s->around_start[vertex + 1]; i++) {
        const uint32_t *face = s->model->data.faces + 3 * (size_t)s->around[i];
        const float *c[3];
        float weights[3];
        double square = 0;
        for (int k = 0; k < 3; k++) c[k] = s->vertices + 3 * (size_t)face[k];
        pd_triangle_nearest(weights, p, c[0], c[1], c[2]);
        for (int x = 0; x < 3; x++) {
            const double off =
                (double)(weights[0] * c[0][x] + weights[1] * c[1][x] + weights[2] * c[2][x]) - point[x];
            square += off * off;
        }

        if (square >= best.distance * best.distance) continue;
        best.distance = sqrt(square);
        for (int k = 0; k < 3; k++) {
            best.corners[k] = (int)face[k];
            best.weights[k] = weights[k];
        }
    }

    return best;
}

static void point_of(double out[3], const float *rows, const place *at)
{
    for (int c = 0; c < 3; c++) {
        out[c] = 0;
        for (int k = 0; k < 3; k++)
            out[c] += (double)at->weights[k] * (double)rows[3 * (size_t)at->corners[k] + (size_t)c];
    }
}

/* ---- the fit */

/* Fits betas by least squares, in the rest pose of the garments' model,
 * when the two models share one mesh. */
static pd_status fit_same_mesh(borrowing *b, pd_error *err)
{
    const size_t numbers = 3 * (size_t)b->own->vertex_count;
    double fitted[PD_WARDROBE_FITTED_BETAS];
    pd_wardrobe_transfer *transfer = malloc(sizeof *transfer);
    float *moves = malloc(numbers * sizeof *moves);

    if (!transfer || !moves) {
        free(transfer);
        free(moves);
        return pd_fail(err, PD_ERR_MEMORY, "wear", "out of memory for a fit");
    }

    pd_wardrobe_transfer_init(transfer, b->own);
    for (size_t i = 0; i < numbers; i++) moves[i] = b->other.vertices[i] - b->own->data.v_template[i];
    pd_wardrobe_transfer_split(fitted, moves, transfer);
    for (int i = 0; i < PD_WARDROBE_FITTED_BETAS; i++) b->betas[i] = (float)fitted[i];
    free(transfer);
    free(moves);

    return PD_OK;
}

/* Other meshes: betas, pose and translation by the wrap of core/mhr/convert. */
static pd_status fit_other_mesh(borrowing *b, pd_error *err)
{
    const pd_mhr_convert_seen seen = {.vertices = b->other.vertices,
                                      .normals = b->other.normals,
                                      .joints = b->other.joints,
                                      .surface = NULL,
                                      .surface_count = 0};
    pd_mhr_convert_wrap wrap;
    pd_mhr_convert_fit fit;
    pd_status status = pd_mhr_convert_wrap_init_from(&wrap, b->other.model, b->own, err);

    if (status) return status;
    status = pd_mhr_convert_fit_init(&fit, &wrap, err);
    if (status) {
        pd_mhr_convert_wrap_deinit(&wrap);
        return status;
    }

    /* Joints alone, then the points that the wrap found. */
    const int points = wrap.point_count;
    wrap.point_count = 0;
    status = pd_mhr_convert_fit_run(&fit, &seen, NULL, (pd_mhr_convert_round){0.02, 0, false}, err);
    wrap.point_count = points;
    for (int round = 0; round < 2 && !status; round++)
        status = pd_mhr_convert_fit_run(&fit, &seen, NULL,
                                        (pd_mhr_convert_round){0.03, round ? 0.004 : 0.02, true}, err);
    if (!status) {
        memcpy(b->betas, fit.betas, (size_t)b->own->beta_count * sizeof *b->betas);
        memcpy(b->rotations, fit.rotations, 9 * (size_t)b->own->joint_count * sizeof *b->rotations);
        memcpy(b->translation, fit.translation, sizeof b->translation);
    }

    pd_mhr_convert_fit_deinit(&fit);
    pd_mhr_convert_wrap_deinit(&wrap);

    return status;
}

/* A posed body of MHR: the same person in the same pose. */
static pd_status fit_posed(borrowing *b, pd_error *err)
{
    const pd_mhr_convert_seen seen = {.vertices = b->other.vertices,
                                      .normals = b->other.normals,
                                      .joints = b->posed_joints,
                                      .surface = NULL,
                                      .surface_count = 0};
    pd_mhr_convert_distance apart;

    return pd_mhr_convert_to_body(b->betas, b->rotations, b->translation, &apart, b->wrap, &seen, err);
}

static pd_smpl_body fitted_body(const borrowing *b)
{
    return (pd_smpl_body){.betas = b->betas,
                          .beta_count = b->own->beta_count,
                          .rotations = b->out->has_same_mesh ? NULL : b->rotations,
                          .translation = b->translation};
}

/* e: from each vertex of the fitted skin to the other skin;
 * unknown ones follow their neighbours, and all are smoothed. */
static pd_status find_gaps(borrowing *b, pd_error *err)
{
    const int count = b->own->vertex_count;
    const size_t numbers = 3 * (size_t)count;
    double sum = 0;
    int known_count = 0;

    if (b->out->has_same_mesh) {
        for (size_t i = 0; i < numbers; i++) b->gaps[i] = b->other.vertices[i] - b->skin[i];
        return PD_OK;
    }

    unsigned char *known = calloc((size_t)count, 1);
    uint32_t *start = NULL, *around = NULL;
    float *next = calloc(numbers, sizeof *next);
    if (!known || !next || !around_of(&start, &around, b->own->data.faces, b->own->face_count, count)) {
        free(known);
        free(next);
        free(start);
        free(around);
        return pd_fail(err, PD_ERR_MEMORY, "wear", "out of memory for a fit");
    }

    memset(b->gaps, 0, numbers * sizeof *b->gaps);
    for (size_t v = 0; v < (size_t)count; v++) {
        double point[3], normal[3], on[3];
        for (size_t c = 0; c < 3; c++) {
            point[c] = (double)b->skin[3 * v + c];
            normal[c] = (double)b->normals[3 * v + c];
        }

        const place at = nearest(&b->other, point, normal);
        if (!(at.distance < REACH)) continue;
        point_of(on, b->other.vertices, &at);
        for (size_t c = 0; c < 3; c++) b->gaps[3 * v + c] = (float)(on[c] - point[c]);
        known[v] = 1;
        known_count++;
        sum += at.distance;
        b->out->largest = fmax(b->out->largest, at.distance);
    }

    b->out->mean = known_count ? sum / known_count : (double)INFINITY;

    for (int round = 0; round < ROUNDS; round++) {
        for (size_t v = 0; v < (size_t)count; v++) {
            float mean[3] = {0};
            int n = 0;
            for (uint32_t i = start[v]; i < start[v + 1]; i++)
                for (int k = 0; k < 3; k++, n++)
                    for (size_t c = 0; c < 3; c++)
                        mean[c] +=
                            b->gaps[3 * (size_t)b->own->data.faces[3 * (size_t)around[i] + (size_t)k] + c];
            const float keep = known[v] ? 0.5f : 0;
            for (size_t c = 0; c < 3; c++)
                next[3 * v + c] = keep * b->gaps[3 * v + c] + (n ? (1 - keep) * mean[c] / (float)n : 0);
        }

        memcpy(b->gaps, next, numbers * sizeof *next);
    }

    free(known);
    free(next);
    free(start);
    free(around);

    return PD_OK;
}

/* ---- joints and hidden skin */

static void match_joints(borrowing *b)
{
    const pd_smpl_data *own = &b->own->data;
    const pd_smpl_data *other = &b->other.model->data;

    for (int k = 0; k < own->joint_count; k++) {
        int at = k;
        int found = -1;
        while (at >= 0 && (found = pd_smpl_joint_find(other, own->joint_names[at])) < 0)
            at = own->parents[at];
        b->joint_of[k] = found < 0 ? 0 : found;
    }
}

/* The vertices of the other skin that an item hides, ascending. hidden (V of the garments' model), mark (V of
 * the other): scratch. Returns false without memory. */
static bool hide(pd_wardrobe_item *out, const pd_wardrobe_item *item, const borrowing *b, const int *place_of)
{
    const int own = b->own->vertex_count;
    const int count = b->other.model->vertex_count;
    unsigned char *hidden = calloc((size_t)own + (size_t)count, 1);
    unsigned char *mark = hidden ? hidden + own : NULL;

    out->hides = hidden ? malloc(((size_t)count + 1) * sizeof *out->hides) : NULL;
    out->hide_count = 0;
    for (int h = 0; out->hides && h < item->hide_count; h++) hidden[item->hides[h]] = 1;
    for (int v = 0; out->hides && v < count; v++) mark[v] = place_of[v] >= 0 && hidden[place_of[v]];

    /* On another mesh only those inside: a triangle of which one corner is hidden is not drawn. */
    for (int v = 0; out->hides && v < count; v++) {
        bool inside = mark[v];
        for (uint32_t i = b->other.around_start[v];
             !b->out->has_same_mesh && inside && i < b->other.around_start[v + 1]; i++)
            for (int k = 0; k < 3; k++)
                inside &= mark[b->other.model->data.faces[3 * (size_t)b->other.around[i] + (size_t)k]];
        if (inside) out->hides[out->hide_count++] = (uint16_t)v;
    }

    free(hidden);

    return out->hides != NULL;
}

/* (V of the other skin) the nearest vertex of the fitted skin; -1: none. NULL without memory. */
static int *find_places(const borrowing *b)
{
    const size_t count = (size_t)b->other.model->vertex_count;
    const size_t own = (size_t)b->own->vertex_count;
    int *out = malloc(count * sizeof *out);
    double *rows = malloc(6 * own * sizeof *rows);
    pd_tree tree = {0};
    bool good = out && rows;

    for (size_t i = 0; good && i < 3 * own; i++) {
        rows[i] = (double)b->skin[i] + (double)b->gaps[i];
        rows[3 * own + i] = (double)b->normals[i];
    }

    good = good && pd_tree_build(&tree, rows, rows + 3 * own, (int)own, NORMAL_SCALE);
    for (size_t v = 0; good && v < count; v++) {
        double point[3], normal[3];
        for (size_t c = 0; c < 3; c++) {
            point[c] = (double)b->other.vertices[3 * v + c];
            normal[c] = (double)b->other.normals[3 * v + c];
        }

        out[v] = b->out->has_same_mesh ? (int)v : pd_tree_nearest(&tree, point, normal, REACH * REACH);
    }

    pd_tree_deinit(&tree);
    free(rows);
    if (good) return out;
    free(out);

    return NULL;
}

/* ---- an item */

/* Adds the weights of the garments' model's joints to those of the other's (K), times a factor. */
static void add_own(double *out, const borrowing *b, const float *row, double factor)
{
    for (int k = 0; k < b->own->joint_count; k++)
        if (row[k] != 0) out[b->joint_of[k]] += factor * (double)row[k];
}

/* Step 5 of borrow.h for vertex i. */
static void carry_weights(pd_wardrobe_item *out, const pd_wardrobe_item *item, const borrowing *b, size_t i,
                          const place *at)
{
    const size_t joints = (size_t)b->other.model->joint_count;
    double all[PD_SMPL_MAX_JOINTS] = {0}, sum = 0;

    for (size_t k = 0; k < 4; k++)
        all[b->joint_of[item->joints[4 * i + k]]] += (double)item->weights[4 * i + k];
    for (size_t a = 0; a < 3; a++) {
        const float *row = b->other.model->data.weights + (size_t)at->corners[a] * joints;
        for (size_t k = 0; k < joints; k++) all[k] += (double)at->weights[a] * (double)row[k];
        add_own(all, b, b->own->data.weights + (size_t)item->anchors[3 * i + a] * (size_t)b->own->joint_count,
                -(double)item->anchor_weights[3 * i + a]);
    }

    /* The four largest. */
    for (size_t n = 0; n < 4; n++) {
        size_t most = 0;
        for (size_t k = 1; k < joints; k++)
            if (all[k] > all[most]) most = k;
        const double weight = fmax(all[most], n ? 0 : 1e-6);
        out->joints[4 * i + n] = (uint8_t)most;
        out->weights[4 * i + n] = (float)weight;
        sum += weight;
        all[most] = -1;
    }

    for (size_t n = 0; n < 4; n++) out->weights[4 * i + n] = (float)((double)out->weights[4 * i + n] / sum);
}

/* Steps 3 to 5 for vertex i, which is at `on` on the fitted body. */
static void carry_vertex(pd_wardrobe_item *out, const pd_wardrobe_item *item, const borrowing *b, size_t i,
                         const float on[3])
{
    double p[3];
    double anchor[3] = {0}, normal[3] = {0};
    double length = 0, own = 0, now = 0;
    double skin[3], facing[3];

    /* With what the fit leaves at its anchors. */
    for (size_t c = 0; c < 3; c++) {
        double gap = 0;
        for (size_t a = 0; a < 3; a++) {
            const size_t v = 3 * (size_t)item->anchors[3 * i + a] + c;
            const double weight = (double)item->anchor_weights[3 * i + a];
            gap += weight * (double)b->gaps[v];
            anchor[c] += weight * ((double)b->skin[v] + (double)b->gaps[v]);
            normal[c] += weight * (double)b->normals[v];
        }

        p[c] = (double)on[c] + gap;
        length += normal[c] * normal[c];
    }

    length = sqrt(length);
    for (size_t c = 0; c < 3; c++) normal[c] = length > 0 ? normal[c] / length : c == 1;

    /* Anchors on the other skin; where both have one mesh, the same. */
    place at = {.distance = (double)INFINITY};
    if (!b->out->has_same_mesh) at = nearest(&b->other, anchor, normal);

    /* Turned away: the nearest vertex, whatever its normal. */
    if (!(at.distance < REACH) && !b->out->has_same_mesh) {
        const int v = pd_tree_nearest(&b->other.tree, anchor, NULL, (double)INFINITY);
        at = (place){{v, v, v}, {1, 0, 0}, 0};
    }

    if (b->out->has_same_mesh)
        for (size_t a = 0; a < 3; a++) {
            at.corners[a] = item->anchors[3 * i + a];
            at.weights[a] = item->anchor_weights[3 * i + a];
        }
    for (size_t a = 0; a < 3; a++) {
        out->anchors[3 * i + a] = (uint16_t)at.corners[a];
        out->anchor_weights[3 * i + a] = at.weights[a];
    }

    /* Push the vertex out to the distance from the other skin that it had from its own, at most CLEARANCE. */
    if (!b->out->has_same_mesh) {
        for (size_t c = 0; c < 3; c++) own += (p[c] - anchor[c]) * normal[c];
        point_of(skin, b->other.vertices, &at);
        point_of(facing, b->other.normals, &at);
        for (size_t c = 0; c < 3; c++) now += (p[c] - skin[c]) * facing[c];
        const double wanted = fmin(own, CLEARANCE);
        for (size_t c = 0; c < 3 && now < wanted && own > 0; c++) p[c] += (wanted - now) * facing[c];
    }

    for (size_t c = 0; c < 3; c++) out->rest[3 * i + c] = (float)p[c];
    carry_weights(out, item, b, i, &at);
}

static pd_status carry_item(pd_wardrobe_item *out, const pd_wardrobe_item *item, const borrowing *b,
                            const pd_wardrobe_wearer *wearer, const int *place_of, pd_error *err)
{
    const size_t n = (size_t)item->vertex_count;
    const size_t corners = (size_t)item->corner_count;
    float *dressed = malloc(3 * (corners + 3 * n) * sizeof *dressed);

    /* Everything that does not depend on the skin stays. There are no directions. */
    *out = *item;
    out->rest = out->dirs = out->anchor_weights = out->weights = out->uvs = out->places = NULL;
    out->anchors = out->corners = out->faces = out->hides = NULL;
    out->joints = NULL;
    out->parts = NULL;
    out->dir_count = out->hide_count = 0;
    out->is_shared = false;
    if (!dressed || !pd_wardrobe_item_alloc(out) || (item->places && !pd_wardrobe_item_place(out))) {
        free(dressed);
        return pd_fail(err, PD_ERR_MEMORY, "wear", "out of memory for %s", item->name);
    }

    memcpy(out->corners, item->corners, corners * sizeof *out->corners);
    memcpy(out->uvs, item->uvs, 2 * corners * sizeof *out->uvs);
    if (item->places) memcpy(out->places, item->places, 2 * corners * sizeof *out->places);
    memcpy(out->faces, item->faces, 3 * (size_t)item->face_count * sizeof *out->faces);
    memcpy(out->parts, item->parts, (size_t)item->part_count * sizeof *out->parts);
    free(out->hides);
    if (!hide(out, item, b, place_of)) {
        free(dressed);
        return pd_fail(err, PD_ERR_MEMORY, "wear", "out of memory for %s", item->name);
    }

    /* On the fitted body, then on the other one. */
    pd_wardrobe_dress(dressed, NULL, item, wearer, dressed + 3 * corners);
    for (size_t c = 0; c < corners; c++) carry_vertex(out, item, b, item->corners[c], dressed + 3 * c);
    free(dressed);

    return PD_OK;
}

/* ---- the wardrobe */

static bool is_of_the_mesh(pd_wardrobe_slot slot)
{
    return slot == PD_WARDROBE_EYES || slot == PD_WARDROBE_LASHES || slot == PD_WARDROBE_TEETH ||
           slot == PD_WARDROBE_TONGUE;
}

static pd_status carry_all(borrowing *b, pd_error *err)
{
    pd_wardrobe *out = &b->out->wardrobe;
    const pd_wardrobe *from = b->from;
    const pd_smpl_body body = fitted_body(b);
    pd_wardrobe_wearer wearer;
    int *place_of = find_places(b);
    int *number = malloc((size_t)from->item_count * sizeof *number);

    out->items = calloc((size_t)from->item_count + 1, sizeof *out->items);
    pd_status status = place_of && number && out->items
                           ? pd_wardrobe_wearer_init(&wearer, b->own, NULL, &body, b->skin, err)
                           : pd_fail(err, PD_ERR_MEMORY, "wear", "out of memory for the wardrobe");
    if (status) {
        free(place_of);
        free(number);
        return status;
    }

    for (int i = 0; i < from->item_count && !status; i++) {
        const pd_wardrobe_slot slot = from->items[i].slot;
        number[i] = -1;
        b->out->left_out[slot] = !b->out->has_same_mesh && is_of_the_mesh(slot);
        if (b->out->left_out[slot] || (b->outfit && b->outfit->items[slot] != i)) continue;
        number[i] = out->item_count;
        pd_wardrobe_item *item = &out->items[out->item_count++];
        status = carry_item(item, &from->items[i], b, &wearer, place_of, err);
        item->base = number[from->items[i].base]; /* -1: its base is left out */
    }

    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT; s++)
        out->standard[s] = from->standard[s] < 0 || status ? -1 : number[from->standard[s]];
    pd_wardrobe_wearer_deinit(&wearer);
    free(place_of);
    free(number);

    return status;
}

static pd_status begin_borrow(borrowing *b, pd_error *err)
{
    const size_t numbers = 3 * (size_t)b->own->vertex_count;
    const size_t joints = (size_t)b->own->joint_count;

    b->betas = calloc((size_t)b->own->beta_count + 1, sizeof *b->betas);
    b->rotations = calloc(9 * joints, sizeof *b->rotations);
    b->skin = malloc(numbers * sizeof *b->skin);
    b->normals = malloc(numbers * sizeof *b->normals);
    b->gaps = malloc(numbers * sizeof *b->gaps);
    b->joint_of = malloc(joints * sizeof *b->joint_of);
    if (!b->betas || !b->rotations || !b->skin || !b->normals || !b->gaps || !b->joint_of)
        return pd_fail(err, PD_ERR_MEMORY, "wear", "out of memory for a fit");
    match_joints(b);

    return PD_OK;
}

static pd_status make_borrow(borrowing *b, const pd_smpl_model *model, pd_error *err)
{
    pd_wardrobe *out = &b->out->wardrobe;
    const pd_wardrobe *from = b->from;

    b->out->has_same_mesh = !b->wrap && model->vertex_count == b->own->vertex_count &&
                            model->face_count == b->own->face_count &&
                            !memcmp(model->data.faces, b->own->data.faces,
                                    3 * (size_t)model->face_count * sizeof *model->data.faces);

    /* Names and texts; textures are those of the wardrobe it is made from. */
    memcpy(out->model, from->model, sizeof out->model);
    out->skin_vertex_count = model->vertex_count;
    out->joint_count = model->joint_count;
    out->textures = from->textures;
    out->texture_count = from->texture_count;
    out->text = from->text;
    out->content_hash = from->content_hash ^ model->content_hash ^ b->own->content_hash;
    out->is_borrowed = true;
    if (b->out->has_same_mesh) out->skin = from->skin;

    pd_status status = surface_init(&b->other, model, err);
    if (!status) status = begin_borrow(b, err);
    if (!status)
        status = b->wrap                 ? fit_posed(b, err)
                 : b->out->has_same_mesh ? fit_same_mesh(b, err)
                                         : fit_other_mesh(b, err);
    if (!status) {
        const pd_smpl_body body = fitted_body(b);
        status = pose_at_rest(b->skin, b->normals, NULL, b->own, &body, err);
    }

    if (!status) status = find_gaps(b, err);
    if (!status && !(b->out->mean <= PD_WARDROBE_BORROW_MOST))
        status = pd_fail(err, PD_ERR_INVALID, "wear",
                         "the wardrobe is of the model %s, whose fitted skin is %.3g mm from this one on the "
                         "mean; at most %g allowed",
                         from->model, 1e3 * b->out->mean, 1e3 * PD_WARDROBE_BORROW_MOST);

    return status ? status : carry_all(b, err);
}

static void free_entry(pd_wardrobe_borrowed *e)
{
    /* Leave what belongs to the wardrobe from which it was made. */
    e->wardrobe.textures = NULL;
    e->wardrobe.texture_count = 0;
    memset(&e->wardrobe.skin, 0, sizeof e->wardrobe.skin);
    memset(&e->wardrobe.text, 0, sizeof e->wardrobe.text);
    pd_wardrobe_deinit(&e->wardrobe);
    free(e);
}

static void free_borrowing(borrowing *b)
{
    surface_deinit(&b->other);
    free(b->betas);
    free(b->rotations);
    free(b->skin);
    free(b->normals);
    free(b->gaps);
    free(b->joint_of);
}

const pd_wardrobe_borrowed *pd_wardrobe_borrow_find(const pd_wardrobe *w, const pd_smpl_model *own,
                                                    const pd_smpl_model *model)
{
    const pd_wardrobe_borrowed *e = w->made ? __atomic_load_n(w->made, __ATOMIC_ACQUIRE) : NULL;
    while (e && (e->own_hash != own->content_hash || e->model_hash != model->content_hash)) e = e->next;
    return e;
}

pd_status pd_wardrobe_borrow_make(const pd_wardrobe_borrowed **out, const pd_wardrobe *w,
                                  const pd_smpl_model *own, const pd_smpl_model *model, pd_error *err)
{
    *out = NULL;
    if (model->vertex_count > UINT16_MAX)
        return pd_fail(err, PD_ERR_INVALID, "wear", "a model of %d vertices; at most %d allowed",
                       model->vertex_count, UINT16_MAX);
    PD_ASSERT(w->made && own->beta_count >= PD_WARDROBE_FITTED_BETAS);

    borrowing b = {.from = w, .own = own, .out = calloc(1, sizeof *b.out)};
    if (!b.out) return pd_fail(err, PD_ERR_MEMORY, "wear", "out of memory for the wardrobe");
    b.out->own_hash = own->content_hash;
    b.out->model_hash = model->content_hash;
    const pd_status status = make_borrow(&b, model, err);
    free_borrowing(&b);
    if (status) {
        free_entry(b.out);
        return status;
    }

    /* Publish it. Another thread may have made it meanwhile; then this one is freed. */
    b.out->next = __atomic_load_n(w->made, __ATOMIC_ACQUIRE);
    for (;;) {
        const pd_wardrobe_borrowed *there = pd_wardrobe_borrow_find(w, own, model);
        if (there) {
            free_entry(b.out);
            *out = there;
            return PD_OK;
        }

        if (__atomic_compare_exchange_n(w->made, &b.out->next, b.out, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
            break;
    }

    *out = b.out;

    return PD_OK;
}

void pd_wardrobe_borrow_deinit(pd_wardrobe *w)
{
    pd_wardrobe_borrowed *e = w->made ? *w->made : NULL;

    while (e) {
        pd_wardrobe_borrowed *next = e->next;
        free_entry(e);
        e = next;
    }

    free(w->made);
    w->made = NULL;
}

/* ---- a posed body of MHR ---- */

static void *copy_of(const void *values, size_t bytes)
{
    void *out = malloc(bytes);
    if (out) memcpy(out, values, bytes);
    return out;
}

/* A model of that surface: one joint at the first vertex, and one beta, which moves nothing. */
static pd_status surface_model(pd_smpl_model **out, const pd_mhr *mhr, const float *vertices, pd_error *err)
{
    static const int start[] = {0, 1};
    static const int vertex[] = {0};
    static const int parents[] = {-1};
    static const double whole[] = {1};
    static const float limits[] = {1};
    const size_t v = (size_t)mhr->vertex_count;
    pd_smpl_data d = {
        .vertex_count = mhr->vertex_count, .joint_count = 1, .beta_count = 1, .face_count = mhr->face_count};
    d.v_template = copy_of(vertices, 3 * v * sizeof *vertices);
    d.shapedirs = calloc(3 * v, sizeof *d.shapedirs);
    d.weights = malloc(v * sizeof *d.weights);
    d.regressor_start = copy_of(start, sizeof start);
    d.regressor_vertex = copy_of(vertex, sizeof vertex);
    d.regressor_weight = copy_of(whole, sizeof whole);
    d.parents = copy_of(parents, sizeof parents);
    d.faces = copy_of(mhr->faces, 3 * (size_t)mhr->face_count * sizeof *d.faces);
    d.beta_limits = copy_of(limits, sizeof limits);
    d.joint_names = calloc(1, sizeof *d.joint_names);
    d.text = (pd_smpl_text){.name = strdup("surface"),
                            .gender = strdup("neutral"),
                            .licence = strdup(""),
                            .provenance = strdup(""),
                            .credits = strdup("")};

    if (!d.v_template || !d.shapedirs || !d.weights || !d.regressor_start || !d.regressor_vertex ||
        !d.regressor_weight || !d.parents || !d.faces || !d.beta_limits || !d.joint_names) {
        pd_smpl_data_deinit(&d);
        return pd_fail(err, PD_ERR_MEMORY, "wear", "out of memory for %zu vertices", v);
    }

    for (size_t i = 0; i < v; i++) d.weights[i] = 1;
    strcpy(d.joint_names[0], "surface");

    return pd_smpl_model_build(out, &d, err);
}

pd_status pd_wardrobe_statue_make(pd_wardrobe_statue *out, const pd_wardrobe *w, const pd_smpl_model *own,
                                  const pd_mhr_convert_wrap *wrap, const float *vertices, const float *joints,
                                  const pd_wardrobe_outfit *outfit, pd_error *err)
{
    *out = (pd_wardrobe_statue){0};
    if (wrap->mhr->vertex_count > UINT16_MAX)
        return pd_fail(err, PD_ERR_INVALID, "wear", "a model of %d vertices; at most %d allowed",
                       wrap->mhr->vertex_count, UINT16_MAX);
    pd_status status = surface_model(&out->model, wrap->mhr, vertices, err);
    if (status) return status;
    out->garments = calloc(1, sizeof *out->garments);
    if (!out->garments) return pd_fail(err, PD_ERR_MEMORY, "wear", "out of memory for the wardrobe");

    borrowing b = {
        .from = w, .own = own, .out = out->garments, .wrap = wrap, .posed_joints = joints, .outfit = outfit};
    status = make_borrow(&b, out->model, err);
    free_borrowing(&b);

    /* The items that were made, in the slots of those that were asked for. */
    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT; s++) out->outfit.items[s] = -1;
    for (int i = 0; i < out->garments->wardrobe.item_count && !status; i++)
        out->outfit.items[out->garments->wardrobe.items[i].slot] = i;

    return status;
}

void pd_wardrobe_statue_deinit(pd_wardrobe_statue *statue)
{
    if (statue->garments) free_entry(statue->garments);
    pd_smpl_model_release(statue->model);
    *statue = (pd_wardrobe_statue){0};
}
