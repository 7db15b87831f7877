#include "core/wardrobe/dress.h"

#include "core/base/assert.h"
#include "core/math/triangle.h"
#include "core/smpl/data/keypoint.h"
#include "core/smpl/pose.h"
#include "core/wardrobe/outward.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Raising cloth in a pose. In folds normals differ from one vertex to the next, and cloth would get steps:
 * there it is raised less, by the cosine between the skin's normal and its normal at rest turned with the
 * cloth. Without the limits a waistband breaks up in the fold of a squat. */
/* Metres; at .010 and .020 skin comes through black-dress at .11 % and .02 % of points. */
#define RAISE_MOST  0.013
#define FOLD_COSINE 0.4 /* no raising below this ... */
#define FLAT_COSINE 0.9 /* ... and all of it above this */
/* Of triangles that socks are left out nearer to a hem than skin is; fewer let socks through cuffs. */
#define SOCK_RINGS  2
/* Metres inside of a hem up to which socks are drawn; sides of their triangles have 3 cm. */
#define SOCK_INSIDE 0.045f

pd_status pd_wardrobe_fits(const pd_wardrobe *w, const pd_smpl_model *model, pd_error *err)
{
    if (model->vertex_count == w->skin_vertex_count && model->joint_count == w->joint_count &&
        model->data.text.name && !strcmp(model->data.text.name, w->model))
        return PD_OK;
    return pd_fail(err, PD_ERR_INVALID, "wear", "the wardrobe is of the model %s", w->model);
}

/* ---- the wearer ---- */

/* Blends the skinning matrices of the joints by their weights. */
static void blend_dress(double out[12], const double *weights, const uint8_t *joints, int count,
                        const pd_smpl_pose *pose)
{
    PD_DEBUG_ASSERT(count >= 0 && count <= PD_SMPL_MAX_JOINTS);
    memset(out, 0, 12 * sizeof *out);
    for (int k = 0; k < count; k++)
        for (int e = 0; e < 12; e++) out[e] += weights[k] * pose->skin[joints[k]].m[e];
}

static void apply_dress(double out[3], const double m[12], const double p[3])
{
    for (int r = 0; r < 3; r++)
        out[r] = m[4 * r] * p[0] + m[4 * r + 1] * p[1] + m[4 * r + 2] * p[2] + m[4 * r + 3];
}

/* Sum of products in double. Four sums at a time, since each addition waits for the one before. */
static double weighted_sum(const float *values, const float *weights, int count)
{
    double sums[4] = {0};
    int i = 0;

    for (; i + 4 <= count; i += 4)
        for (int k = 0; k < 4; k++) sums[k] += (double)values[i + k] * (double)weights[i + k];
    for (; i < count; i++) sums[0] += (double)values[i] * (double)weights[i];

    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

void pd_wardrobe_skin_normals(float *out, const float *skin, const pd_smpl_data *d)
{
    memset(out, 0, 3 * (size_t)d->vertex_count * sizeof *out);
    for (int f = 0; f < d->face_count; f++) {
        const uint32_t *face = d->faces + 3 * (size_t)f;
        float normal[3];
        pd_triangle_normal(normal, skin + 3 * (size_t)face[0], skin + 3 * (size_t)face[1],
                           skin + 3 * (size_t)face[2]);
        for (int k = 0; k < 3; k++)
            for (int c = 0; c < 3; c++) out[3 * (size_t)face[k] + (size_t)c] += normal[c];
    }

    for (size_t i = 0; i < (size_t)d->vertex_count; i++) {
        float *n = out + 3 * i;
        const float length = sqrtf(pd_dot3f(n, n));
        for (int c = 0; c < 3 && length > 0; c++) n[c] /= length;
    }
}

pd_status pd_wardrobe_wearer_init(pd_wardrobe_wearer *out, const pd_smpl_model *model,
                                  const pd_wardrobe_transfer *transfer, const pd_smpl_body *body,
                                  const float *skin, pd_error *err)
{
    PD_ASSERT(!transfer || !transfer->own || transfer->own->vertex_count == model->vertex_count);
    const pd_smpl_model *own = transfer ? transfer->own : NULL; /* the garments' model if it is another one */
    const pd_smpl_data *d = &model->data;
    const size_t numbers = 3 * (size_t)model->vertex_count;
    const bool has_expression = body->expression && body->expression_count && d->expressiondirs;
    const bool has_more = transfer || body->beta_count > PD_WARDROBE_FITTED_BETAS;
    *out = (pd_wardrobe_wearer){.model = model,
                                .transfer = transfer,
                                .body = body,
                                .pose = malloc(sizeof *out->pose),
                                .expression = has_expression ? malloc(numbers * sizeof(float)) : NULL,
                                .beyond = has_more ? malloc(numbers * sizeof(float)) : NULL,
                                .skin = skin,
                                .rest = malloc(numbers * sizeof(float)),
                                .correction = malloc(numbers * sizeof(float)),
                                .rest_facing = malloc(numbers * sizeof(float)),
                                .facing = body->rotations ? malloc(numbers * sizeof(float)) : NULL};

    if ((has_more && !out->beyond) || !out->pose || !out->rest || !out->correction || !out->rest_facing ||
        (body->rotations && !out->facing) || (has_expression && !out->expression)) {
        pd_wardrobe_wearer_deinit(out);
        return pd_fail(err, PD_ERR_MEMORY, "wear", "out of memory for a wearer");
    }

    /* Pose, and the displacement that the expression adds to the skin. */
    pd_smpl_pose_chain(out->pose, model, body);
    for (size_t i = 0; has_expression && i < numbers; i++) {
        double sum = 0;
        for (int k = 0; k < body->expression_count; k++)
            sum += (double)d->expressiondirs[i * (size_t)d->expression_count + (size_t)k] *
                   (double)body->expression[k];
        out->expression[i] = (float)sum;
    }

    /* The wearer's shape in betas of the garments' model. On that model itself the first betas are those;
     * cloth follows the later ones, of proportion, as far as the skin under it moves. */
    const int first = transfer                                      ? 0
                      : body->beta_count < PD_WARDROBE_FITTED_BETAS ? body->beta_count
                                                                    : PD_WARDROBE_FITTED_BETAS;
    for (int b = 0; b < PD_WARDROBE_FITTED_BETAS; b++)
        out->fitted[b] = b < body->beta_count && (!transfer || own) ? (double)body->betas[b] : 0;

    /* Skin at rest, what those betas leave of it, and the difference of the given skin from linear blend
     * skinning of it. */
    for (size_t i = 0; i < (size_t)d->vertex_count; i++) {
        double rest[3], posed[3], m[12], weights[PD_SMPL_MAX_JOINTS];
        uint8_t joints[PD_SMPL_MAX_JOINTS];
        for (size_t c = 0; c < 3; c++) {
            const size_t at = 3 * i + c;
            rest[c] = d->v_template[at] + (out->expression ? out->expression[at] : 0.0f);
            const float *row = d->shapedirs + at * (size_t)d->beta_count;
            const double later = weighted_sum(row + first, body->betas + first, body->beta_count - first);
            rest[c] += weighted_sum(row, body->betas, first) + later;
            if (has_more)
                out->beyond[at] =
                    (float)(later + (own ? (double)d->v_template[at] - (double)own->data.v_template[at] : 0));
        }

        /* Joints that carry the vertex: the non-zero weights of its row. */
        const float *row = d->weights + i * (size_t)d->joint_count;
        int count = 0;
        for (int k = 0; k < d->joint_count; k++)
            if (row[k] > 0) {
                weights[count] = (double)row[k];
                joints[count++] = (uint8_t)k;
            }

        blend_dress(m, weights, joints, count, out->pose);
        apply_dress(posed, m, rest);
        for (size_t c = 0; c < 3; c++) out->rest[3 * i + c] = (float)rest[c];
        for (size_t c = 0; c < 3; c++)
            out->correction[3 * i + c] = (float)((double)skin[3 * i + c] - posed[c]);
    }

    if (own) pd_wardrobe_transfer_split(out->fitted, out->beyond, transfer);

    /* Normals of the skin at rest and in the pose. */
    pd_wardrobe_skin_normals(out->rest_facing, out->rest, d);
    if (out->facing) pd_wardrobe_skin_normals(out->facing, skin, d);

    return PD_OK;
}

void pd_wardrobe_wearer_deinit(pd_wardrobe_wearer *w)
{
    free(w->pose);
    free(w->expression);
    free(w->beyond);
    free(w->rest);
    free(w->correction);
    free(w->rest_facing);
    free(w->facing);
    memset(w, 0, sizeof *w);
}

/* ---- an item ---- */

double pd_wardrobe_eye_direction(const pd_smpl_model *model, int joint, size_t c, int beta)
{
    PD_DEBUG_ASSERT(joint >= 0 && joint < model->joint_count && c < 3);
    const size_t betas = (size_t)model->beta_count;
    int lids[2];
    if (beta < model->beta_count - model->data.feature_count ||
        !pd_smpl_keypoint_lids(lids, model->vertex_count, model->joint_template[3 * joint] > 0))
        return model->joint_shapedirs[(3 * (size_t)joint + c) * betas + (size_t)beta];

    double sum = 0;
    for (int l = 0; l < 2; l++)
        sum += 0.5 * (double)model->data.shapedirs[(3 * (size_t)lids[l] + c) * betas + (size_t)beta];

    return sum;
}

/* Returns coordinate c of an eye's displacement at rest from its place in the garments' model, metres. */
static double joint_beyond(const pd_wardrobe_wearer *w, int joint, size_t c)
{
    PD_DEBUG_ASSERT(joint >= 0 && joint < w->model->joint_count && c < 3);
    const size_t at = 3 * (size_t)joint + c;

    double sum = 0;
    if (w->transfer && w->transfer->own) {
        const pd_smpl_model *own = w->transfer->own;
        sum = w->model->joint_template[at] - own->joint_template[at];
        for (size_t b = 0; b < PD_WARDROBE_FITTED_BETAS; b++)
            sum -= own->joint_shapedirs[at * (size_t)own->beta_count + b] * w->fitted[b];
    }

    for (int b = w->transfer ? 0 : PD_WARDROBE_FITTED_BETAS; b < w->body->beta_count; b++)
        sum += pd_wardrobe_eye_direction(w->model, joint, c, b) * (double)w->body->betas[b];

    return sum;
}

/* Displacement that the later betas give a vertex of an inner item that is not rigid: that of the skin at its
 * anchors; eyeballs, whose anchors are at the top of the head, go with their eye. */
static void anchors_beyond(double out[3], const pd_wardrobe_item *item, const pd_wardrobe_wearer *w, int i)
{
    for (size_t c = 0; c < 3; c++) {
        out[c] = item->slot == PD_WARDROBE_EYES ? joint_beyond(w, item->joints[4 * (size_t)i], c) : 0;
        for (size_t a = 0; a < 3 && item->slot != PD_WARDROBE_EYES; a++)
            out[c] += (double)item->anchor_weights[3 * (size_t)i + a] *
                      (double)w->beyond[3 * (size_t)item->anchors[3 * (size_t)i + a] + c];
    }
}

/* Returns the distance by which teeth or tongue have to go back to lie behind the closed lips of this body,
 * metres. Moved like the face around them, they are in front of the lips of one person in ten, whose lips are
 * thin or drawn in. */
static double before_lips(const pd_wardrobe_item *item, const pd_wardrobe_wearer *w, double forward)
{
    const double near = 0.005, /* metres across and up from a point of the lips */
        behind = item->slot == PD_WARDROBE_TEETH ? 0.006 : 0.014; /* metres, at least */
    const pd_smpl_model *own = w->transfer && w->transfer->own ? w->transfer->own : w->model;
    const size_t dirs = (size_t)item->dir_count;
    int lips[PD_SMPL_LIP_POINTS];
    double most = 0;

    if (own->vertex_count != w->model->vertex_count || !pd_smpl_keypoint_lips(lips, own->vertex_count))
        return 0;

    for (size_t l = 0; l < PD_SMPL_LIP_POINTS; l++) {
        const size_t at = 3 * (size_t)lips[l];
        const float *lip = own->data.v_template + at;
        const double front = (double)w->rest[at + 2] - (w->expression ? (double)w->expression[at + 2] : 0);

        /* Vertices behind the point on the mean body: the same for all bodies, so that the distance changes
         * smoothly with the betas. */
        for (size_t i = 0; i < (size_t)item->vertex_count; i++) {
            const float *rest = item->rest + 3 * i;
            if (hypot((double)rest[0] - (double)lip[0], (double)rest[1] - (double)lip[1]) > near) continue;
            double z = (double)rest[2] + forward;
            for (size_t b = 0; b < dirs && b < PD_WARDROBE_FITTED_BETAS; b++)
                z += (double)item->dirs[(3 * i + 2) * dirs + b] * w->fitted[b];
            most = fmax(most, z + behind - front);
        }
    }

    return most;
}

/* Displacement that the later betas and the lips give all vertices of a rigid item; 0 for other items. */
static void rigid_beyond(double out[3], const pd_wardrobe_item *item, const pd_wardrobe_wearer *w)
{
    memset(out, 0, 3 * sizeof *out);
    if (!pd_wardrobe_is_rigid(item)) return;
    for (int i = 0; i < item->vertex_count && w->beyond; i++) {
        double own[3];
        anchors_beyond(own, item, w, i);
        for (size_t c = 0; c < 3; c++) out[c] += own[c] / item->vertex_count;
    }

    out[2] -= before_lips(item, w, out[2]);
}

/* Writes the rest position of a vertex of an inner item. rigid: displacement of the item (rigid_beyond). */
static void shape_inner(double rest[3], const pd_wardrobe_item *item, const pd_wardrobe_wearer *w,
                        const double rigid[3], int i)
{
    double beyond[3] = {rigid[0], rigid[1], rigid[2]};

    /* The betas beyond those the item was learned with move it as the skin at its anchors or its eye,
     * expressions by its anchors. */
    if (w->beyond && !pd_wardrobe_is_rigid(item)) anchors_beyond(beyond, item, w, i);
    for (size_t c = 0; c < 3; c++) {
        rest[c] = (double)item->rest[3 * (size_t)i + c] + beyond[c];
        for (size_t a = 0; a < 3 && w->expression; a++)
            rest[c] += (double)item->anchor_weights[3 * (size_t)i + a] *
                       (double)w->expression[3 * (size_t)item->anchors[3 * (size_t)i + a] + c];
    }
}

/* The skin below a vertex of an item: the point that its anchors define, and the unit normal there. */
typedef struct ground {
    double at[3], normal[3];
} ground;

static void find_ground(ground *out, const pd_wardrobe_item *item, int i, const float *skin,
                        const float *facing)
{
    double square = 0;

    *out = (ground){0};
    for (size_t a = 0; a < 3; a++) {
        const double weight = (double)item->anchor_weights[3 * (size_t)i + a];
        const size_t anchor = 3 * (size_t)item->anchors[3 * (size_t)i + a];
        for (size_t c = 0; c < 3; c++) {
            out->at[c] += weight * (double)skin[anchor + c];
            out->normal[c] += weight * (double)facing[anchor + c];
        }
    }

    for (size_t c = 0; c < 3; c++) square += out->normal[c] * out->normal[c];
    for (size_t c = 0; c < 3 && square > 0; c++) out->normal[c] /= sqrt(square);
}

/* Height of a point over the skin, along its normal; negative inside. */
static double height(const ground *g, const double p[3])
{
    double sum = 0;
    for (size_t c = 0; c < 3; c++) sum += g->normal[c] * (p[c] - g->at[c]);
    return sum;
}

/* Raises a vertex to a height over the skin, of which PD_WARDROBE_CLEARANCE is enough: by at most `most`, of
 * which it takes `share`. */
static void raise_out(double p[3], const ground *g, double least, double most, double share)
{
    const double by = share * fmin(fmin(least, PD_WARDROBE_CLEARANCE) - height(g, p), most);
    for (size_t c = 0; c < 3 && by > 0; c++) p[c] += by * g->normal[c];
}

/* Tells whether an item is kept out of the skin: hair may touch it,
 * and what lies in the head is inside of it. */
static bool is_cleared(const pd_wardrobe_item *item)
{
    return item->slot == PD_WARDROBE_OUTFIT || item->slot == PD_WARDROBE_SHOES;
}

/* Writes the rest position of a vertex on this body. rigid: displacement of the item (rigid_beyond). */
static void shape_dress(double rest[3], const pd_wardrobe_item *item, const pd_wardrobe_wearer *w,
                        const double rigid[3], int i)
{
    PD_DEBUG_ASSERT(i >= 0 && i < item->vertex_count);
    const size_t dirs = (size_t)item->dir_count;
    const pd_smpl_model *own = w->transfer && w->transfer->own ? w->transfer->own : w->model;
    const float *template = own->data.v_template;

    /* With the skin at its anchors. */
    if (pd_wardrobe_is_inner(item)) shape_inner(rest, item, w, rigid, i);
    for (size_t c = 0; c < 3 && !pd_wardrobe_is_inner(item); c++) {
        rest[c] = (double)item->rest[3 * (size_t)i + c];
        for (size_t a = 0; a < 3; a++) {
            const size_t anchor = 3 * (size_t)item->anchors[3 * (size_t)i + a] + c;
            rest[c] += (double)item->anchor_weights[3 * (size_t)i + a] *
                       ((double)w->rest[anchor] - (double)template[anchor]);
        }
    }

    /* The item's own directions, by the fitted betas. */
    for (size_t c = 0; c < 3; c++)
        for (size_t b = 0; b < dirs && b < PD_WARDROBE_FITTED_BETAS; b++)
            rest[c] += (double)item->dirs[(3 * (size_t)i + c) * dirs + b] * w->fitted[b];
    if (!is_cleared(item)) return;

    /* Out of the skin: as far from it as on the template, up to the least distance. */
    ground on, before;
    find_ground(&on, item, i, w->rest, w->rest_facing);
    if (height(&on, rest) >= PD_WARDROBE_CLEARANCE) return;
    const double vertex[3] = {(double)item->rest[3 * (size_t)i], (double)item->rest[3 * (size_t)i + 1],
                              (double)item->rest[3 * (size_t)i + 2]};
    find_ground(&before, item, i, template, w->rest_facing);
    raise_out(rest, &on, height(&before, vertex), INFINITY, 1);
}

/* Area-weighted, of the vertices: corners of one vertex share theirs. */
static void add_normals(float *normals, const float *vertices, const pd_wardrobe_item *item)
{
    memset(normals, 0, 3 * (size_t)item->vertex_count * sizeof *normals);

    /* Sum of the triangles' area vectors at each vertex. */
    for (int f = 0; f < item->face_count; f++) {
        const float *v[3];
        float a[3], b[3];
        for (int k = 0; k < 3; k++) v[k] = vertices + 3 * (size_t)item->corners[item->faces[3 * f + k]];
        for (int c = 0; c < 3; c++) {
            a[c] = v[1][c] - v[0][c];
            b[c] = v[2][c] - v[0][c];
        }

        const float n[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
        for (int k = 0; k < 3; k++)
            for (int c = 0; c < 3; c++)
                normals[3 * (size_t)item->corners[item->faces[3 * f + k]] + (size_t)c] += n[c];
    }

    /* Unit length; a vertex without area faces up. */
    for (size_t i = 0; i < (size_t)item->vertex_count; i++) {
        float *n = normals + 3 * i;
        const float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int c = 0; c < 3; c++) n[c] = length > 0 ? n[c] / length : c == 1;
    }
}

/* Raises a vertex in the pose, where the skin has come nearer than it was at rest.
 * m: what moved the vertex from `rest`. */
static void raise_posed(double posed[3], const pd_wardrobe_item *item, const pd_wardrobe_wearer *w, int i,
                        const double rest[3], const double m[12])
{
    ground now, before;
    double square = 0, cosine = 0;

    find_ground(&now, item, i, w->skin, w->facing);
    if (height(&now, posed) >= PD_WARDROBE_CLEARANCE) return;
    find_ground(&before, item, i, w->rest, w->rest_facing);
    for (size_t r = 0; r < 3; r++) {
        double turned = 0;
        for (size_t c = 0; c < 3; c++) turned += m[4 * r + c] * before.normal[c];
        square += turned * turned;
        cosine += turned * now.normal[r];
    }

    cosine /= sqrt(fmax(square, 1e-12));
    const double share = fmax(0, fmin(1, (cosine - FOLD_COSINE) / (FLAT_COSINE - FOLD_COSINE)));
    raise_out(posed, &now, height(&before, rest), RAISE_MOST, share);
}

void pd_wardrobe_dress(float *vertices, float *normals, const pd_wardrobe_item *item,
                       const pd_wardrobe_wearer *wearer, float *scratch)
{
    const size_t numbers = 3 * (size_t)item->vertex_count;
    float *placed = scratch;
    float *facing = scratch + numbers;
    float *outward = scratch + 2 * numbers;
    const bool is_bent = normals && pd_wardrobe_is_carded(item);
    double rigid[3];

    rigid_beyond(rigid, item, wearer);

    /* Outward direction of hair at rest. */
    if (is_bent) {
        pd_wardrobe_head head;
        for (int i = 0; i < item->vertex_count; i++) {
            double rest[3];
            shape_dress(rest, item, wearer, rigid, i);
            for (size_t c = 0; c < 3; c++) outward[3 * (size_t)i + c] = (float)rest[c];
        }

        pd_wardrobe_head_find(&head, item, wearer->rest, outward);
        for (size_t i = 0; i < (size_t)item->vertex_count; i++)
            pd_wardrobe_outward(outward + 3 * i, &head, outward + 3 * i);
    }

    /* Pose each vertex, and add the skin's correction at its anchors. */
    for (int i = 0; i < item->vertex_count; i++) {
        float *turned = is_bent ? outward + 3 * (size_t)i : NULL; /* rotated together with the vertex */
        double rest[3], posed[3], m[12], weights[4];
        shape_dress(rest, item, wearer, rigid, i);

        for (size_t k = 0; k < 4; k++) weights[k] = (double)item->weights[4 * (size_t)i + k];
        blend_dress(m, weights, item->joints + 4 * (size_t)i, 4, wearer->pose);
        apply_dress(posed, m, rest);
        if (turned) {
            const double d[3] = {(double)turned[0], (double)turned[1], (double)turned[2]};
            for (size_t r = 0; r < 3; r++)
                turned[r] = (float)(m[4 * r] * d[0] + m[4 * r + 1] * d[1] + m[4 * r + 2] * d[2]);
        }

        for (size_t c = 0; c < 3; c++) {
            for (size_t a = 0; a < 3; a++)
                posed[c] += (double)item->anchor_weights[3 * (size_t)i + a] *
                            (double)wearer->correction[3 * (size_t)item->anchors[3 * (size_t)i + a] + c];
        }

        if (wearer->facing && is_cleared(item)) raise_posed(posed, item, wearer, i, rest, m);
        for (size_t c = 0; c < 3; c++) placed[3 * (size_t)i + c] = (float)posed[c];
    }

    /* Normals of the posed vertices; hair cards face outward. */
    if (normals) add_normals(facing, placed, item);
    if (is_bent) pd_wardrobe_bend_normals(facing, outward, item->vertex_count);

    /* Vertices are shared by corners that differ in their texture coordinates. */
    for (size_t c = 0; c < (size_t)item->corner_count; c++) {
        memcpy(vertices + 3 * c, placed + 3 * (size_t)item->corners[c], 3 * sizeof *vertices);
        if (normals) memcpy(normals + 3 * c, facing + 3 * (size_t)item->corners[c], 3 * sizeof *normals);
    }
}

/* ---- skin that is seen ---- */

/* Marks the skin that items of the slots [first, last) hide. */
static void cover(unsigned char *hidden, const pd_wardrobe *w, const pd_wardrobe_outfit *outfit, int first,
                  int last)
{
    PD_ASSERT(first >= 0 && first <= last && last <= PD_WARDROBE_SLOT_COUNT);
    for (int s = first; s < last; s++) {
        if (outfit->items[s] < 0) continue;
        PD_ASSERT(outfit->items[s] < w->item_count);
        const pd_wardrobe_item *item = &w->items[outfit->items[s]];
        for (int h = 0; h < item->hide_count; h++) hidden[item->hides[h]] = 1;
    }
}

/* Lets covered skin grow by a ring of triangles towards the lowest hem of an item, but no nearer to it than
 * SOCK_INSIDE. It grows beyond the other hems too, over which no shoes lie. */
static void grow_to_hem(unsigned char *covered, const pd_wardrobe *w, const pd_wardrobe_item *item)
{
    enum { OLD = 1, NEW = 2 };
    float hem = INFINITY;

    for (int i = 0; i < item->vertex_count; i++) hem = fminf(hem, item->rest[3 * i + 1]);
    for (int f = 0; f < w->skin.face_count; f++) {
        const uint16_t *face = w->skin.faces + 3 * (size_t)f;
        bool is_next = false;
        for (int k = 0; k < 3; k++) is_next |= covered[w->skin.corners[face[k]]] == OLD;
        for (int k = 0; k < 3 && is_next; k++) {
            const int v = w->skin.corners[face[k]];
            if (!covered[v] && w->body[3 * v + 1] > hem + SOCK_INSIDE) covered[v] = NEW;
        }
    }

    for (int v = 0; v < w->skin_vertex_count; v++) covered[v] = covered[v] != 0;
}

void pd_wardrobe_covered(unsigned char *covered, const pd_wardrobe *w, const pd_wardrobe_outfit *outfit,
                         pd_wardrobe_slot slot, int vertex_count)
{
    memset(covered, 0, (size_t)vertex_count);
    if (slot == PD_WARDROBE_SHOES) {
        /* Vertices that clothes hide lie deep inside the cloth. Socks come through cloth nearer to its hem,
         * so the hidden part grows towards the hem. */
        const int outfit_item = outfit->items[PD_WARDROBE_OUTFIT];
        cover(covered, w, outfit, 0, PD_WARDROBE_SHOES);
        for (int ring = 0; ring < SOCK_RINGS && outfit_item >= 0 && w->body; ring++)
            grow_to_hem(covered, w, &w->items[outfit_item]);
    }
}

int pd_wardrobe_seen_part(uint16_t *out, const pd_wardrobe_item *item, const pd_wardrobe_part *part,
                          const unsigned char *covered)
{
    PD_ASSERT(part->first_face >= 0 && part->first_face + part->face_count <= item->face_count);
    int seen = 0;

    /* A triangle is left out when all of its corners lie over covered skin. */
    for (int f = part->first_face; f < part->first_face + part->face_count; f++) {
        const uint16_t *face = item->faces + 3 * (size_t)f;
        int under = 0;
        for (int k = 0; k < 3; k++) {
            const size_t vertex = item->corners[face[k]];
            const uint16_t *anchors = item->anchors + 3 * vertex;
            under += covered[anchors[0]] || covered[anchors[1]] || covered[anchors[2]];
        }

        if (under < 3) memcpy(out + 3 * (size_t)seen++, face, 3 * sizeof *out);
    }

    return seen;
}

int pd_wardrobe_seen_faces(uint32_t *out, unsigned char *hidden, const pd_wardrobe *w,
                           const pd_wardrobe_outfit *outfit, const unsigned char *bare, const uint32_t *faces,
                           int face_count, int vertex_count)
{
    int seen = 0;

    memset(hidden, 0, (size_t)vertex_count);
    cover(hidden, w, outfit, PD_WARDROBE_HAIR, PD_WARDROBE_HAIR + 1);
    for (int i = 0; bare && i < vertex_count; i++) hidden[i] = hidden[i] && !bare[i];
    cover(hidden, w, outfit, 0, PD_WARDROBE_HAIR);
    cover(hidden, w, outfit, PD_WARDROBE_HAIR + 1, PD_WARDROBE_SLOT_COUNT);

    /* Skin triangles with a hidden corner are left out. */
    for (int f = 0; f < face_count; f++) {
        const uint32_t *v = faces + 3 * (size_t)f;
        if (hidden[v[0]] || hidden[v[1]] || hidden[v[2]]) continue;
        memmove(out + 3 * (size_t)seen++, v, 3 * sizeof *out);
    }

    return seen;
}

bool pd_wardrobe_skin_fits(const pd_wardrobe *w, const uint32_t *faces, int face_count)
{
    const pd_wardrobe_skin *s = &w->skin;
    if (!s->corner_count || s->face_count != face_count) return false;
    for (size_t i = 0; i < 3 * (size_t)face_count; i++)
        if (s->corners[s->faces[i]] != faces[i]) return false;
    return true;
}

int pd_wardrobe_seen_corners(uint32_t *out, const unsigned char *hidden, const pd_wardrobe *w)
{
    const pd_wardrobe_skin *s = &w->skin;
    int seen = 0;

    for (int f = 0; f < s->face_count; f++) {
        const uint16_t *c = s->faces + 3 * (size_t)f;
        PD_DEBUG_ASSERT(c[0] < s->corner_count && c[1] < s->corner_count && c[2] < s->corner_count);
        if (hidden[s->corners[c[0]]] || hidden[s->corners[c[1]]] || hidden[s->corners[c[2]]]) continue;
        for (size_t k = 0; k < 3; k++) out[3 * (size_t)seen + k] = c[k];
        seen++;
    }

    return seen;
}
