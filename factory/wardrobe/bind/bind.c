#include "factory/wardrobe/bind/bind.h"

#include "core/base/assert.h"
#include "core/base/disjoint.h"
#include "core/kernel/linalg.h"
#include "core/math/mat3.h"
#include "core/math/strongest.h"
#include "factory/wardrobe/bind/relax.h"
#include "factory/wardrobe/bind/scalp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RIDGE        1e-2  /* ridge of the regression on betas: it counts as much as this many people */
#define CANDIDATES   6     /* number of nearest vertices of the skin whose triangles are searched */
#define FARTHEST     0.035 /* metres: skin farther away does not push cloth out */
/* Sums of absolute differences between weights smoothed over the cloth and those of the skin below, 0 to 2.
 * The front of a waistband has 0.2 to 0.35, the crotch 0.6. Without them skin comes through crop-top-jeans at
 * 0.18 % of points, with them at 0.07 (8 bodies, 12 poses). */
#define ALIKE        0.5f /* up to this difference cloth has the weights of the skin ... */
#define APART        1.0f /* ... and from this one on the smoothed ones */
#define PUSH_ROUNDS  3
#define NEARLY       0.9f /* share of the greatest weight; below 1, because no skin follows the jaw alone */
#define CHIN_DROP    0.10 /* metres below the head joint where hair begins to leave the head */
#define CHIN_FADE    0.18
#define HAIR_ON_SKIN 0.008 /* metres from the skin up to which hair follows the skin whole */
#define HAIR_FREE    0.020 /* metres from the skin beyond which hair does not follow it */
#define HAIR_TO_BODY 0.6f  /* weight of the chest for the lowest hair */

/* Returns the number of the joint, or the root when the model has no such joint (eyes, jaw). */
static int joint_or_root(const pd_smpl_data *model, const char *name)
{
    const int found = pd_smpl_joint_find(model, name);
    return found < 0 ? 0 : found;
}

/* ---- people ---- */

/* Fits the betas and a translation of every person by least squares to the difference of the person's
 * vertices (3V) from the mean body. Returns false when out of memory. */
static bool fit_betas(pd_factory_fitting *f)
{
    /* One matrix serves all people, because the directions are the same; each person adds a right-hand side.
     * Three more unknowns are the person's translation. */
    const pd_smpl_data *m = f->model;
    const size_t numbers = 3 * (size_t)m->vertex_count;
    const int k = f->beta_count;
    const int unknowns = k + 3;

    PD_ASSERT(k > 0 && f->people->sample.count >= 0);
    double *normal = calloc((size_t)unknowns * (size_t)unknowns, sizeof *normal);
    double *right = malloc((size_t)unknowns * sizeof *right);
    double *row = calloc((size_t)unknowns, sizeof *row);

    if (!normal || !right || !row) {
        free(normal);
        free(right);
        free(row);
        return false;
    }

    for (size_t i = 0; i < numbers; i++) {
        for (int b = 0; b < k; b++) row[b] = m->shapedirs[i * (size_t)k + (size_t)b];
        for (int c = 0; c < 3; c++) row[k + c] = i % 3 == (size_t)c;
        for (int a = 0; a < unknowns; a++)
            for (int b = 0; b < unknowns; b++) normal[a * unknowns + b] += row[a] * row[b];
    }

    /* A small ridge keeps the betas of directions that move no vertex at zero. */
    for (int a = 0; a < k; a++) normal[a * unknowns + a] += 1e-6;
    pd_k_cholesky(normal, unknowns);

    /* Solve for each person, and keep the betas without the translation. */
    for (int s = 0; s < f->people->sample.count; s++) {
        const float *body = pd_factory_sample_body(&f->people->sample, s);
        memset(right, 0, (size_t)unknowns * sizeof *right);
        for (size_t i = 0; i < numbers; i++) {
            const double off = (double)body[i] - m->v_template[i];
            for (int b = 0; b < k; b++) right[b] += m->shapedirs[i * (size_t)k + (size_t)b] * off;
            right[k + (int)(i % 3)] += off;
        }

        pd_k_cholesky_solve(right, normal, unknowns);
        memcpy(f->betas + (size_t)s * (size_t)k, right, (size_t)k * sizeof *right);
    }

    free(normal);
    free(right);
    free(row);

    return true;
}

static void sub3(double out[3], const float *a, const float *b)
{
    for (int c = 0; c < 3; c++) out[c] = (double)a[c] - b[c];
}

pd_status pd_factory_fitting_init(pd_factory_fitting *out, const pd_factory_people *people,
                                  const pd_smpl_data *model, pd_error *err)
{
    const pd_factory_sample *sample = &people->sample;
    const size_t s = (size_t)sample->count;
    const size_t k = (size_t)model->beta_count;
    const size_t all = 3 * (size_t)people->asset.composed_count;

    memset(out, 0, sizeof *out);
    if (model->vertex_count != people->mesh.vertex_count)
        return pd_fail(err, PD_ERR_RANGE, "body", "%d vertices; %d of the data's base mesh expected",
                       model->vertex_count, people->mesh.vertex_count);

    out->people = people;
    out->model = model;
    out->beta_count = model->beta_count;
    out->betas = malloc((s * k + 1) * sizeof *out->betas);
    out->gram = calloc((k + 1) * (k + 1), sizeof *out->gram);
    out->transforms = malloc(s * PD_FACTORY_GROUP_COUNT * sizeof *out->transforms);
    out->mean = calloc(all, sizeof *out->mean);
    out->normals = malloc(3 * (size_t)model->vertex_count * sizeof *out->normals);
    out->scalp = malloc((size_t)model->vertex_count);
    out->face_start = calloc((size_t)model->vertex_count + 2, sizeof *out->face_start);
    out->face_list = malloc(3 * (size_t)model->face_count * sizeof *out->face_list);
    if (!out->betas || !out->gram || !out->transforms || !out->mean || !out->normals || !out->scalp ||
        !out->face_start || !out->face_list || !fit_betas(out) || !pd_factory_scalp(out->scalp, model)) {
        pd_factory_fitting_deinit(out);
        return pd_fail(err, PD_ERR_MEMORY, "wardrobe", "out of memory for %d people", sample->count);
    }

    pd_factory_add_nape(out->scalp, model);

    /* The triangles of each vertex. Counts are stored one place ahead,
     * so that filling the list turns them into starts. */
    int *start = out->face_start;
    for (size_t c = 0; c < 3 * (size_t)model->face_count; c++) start[model->faces[c] + 2]++;
    for (int i = 2; i <= model->vertex_count; i++) start[i] += start[i - 1];
    for (size_t c = 0; c < 3 * (size_t)model->face_count; c++)
        out->face_list[start[model->faces[c] + 1]++] = (int)(c / 3);

    /* Factor the normal matrix that all regressions on betas and a constant share. */
    const int size = out->beta_count + 1;
    for (int p = 0; p < sample->count; p++) {
        const double *beta = out->betas + (size_t)p * k;
        for (int a = 0; a < size; a++)
            for (int b = 0; b < size; b++)
                out->gram[a * size + b] += (a ? beta[a - 1] : 1) * (b ? beta[b - 1] : 1);
    }

    for (int a = 1; a < size; a++) out->gram[a * size + a] += RIDGE;
    pd_k_cholesky(out->gram, size);

    for (size_t p = 0; p < s; p++) {
        double after[3 * PD_FACTORY_POINT_COUNT];
        pd_factory_tpose_transforms(out->transforms + p * PD_FACTORY_GROUP_COUNT, after,
                                    people->a_centers + 3 * PD_FACTORY_POINT_COUNT * p);
        for (size_t i = 0; i < all; i++) out->mean[i] += sample->composed[p * all + i] / (float)s;
    }

    memset(out->normals, 0, 3 * (size_t)model->vertex_count * sizeof *out->normals);
    for (int f = 0; f < model->face_count; f++) {
        const uint32_t *v = model->faces + 3 * (size_t)f;
        double a[3], b[3], n[3];
        sub3(a, model->v_template + 3 * v[1], model->v_template + 3 * v[0]);
        sub3(b, model->v_template + 3 * v[2], model->v_template + 3 * v[0]);
        pd_cross3(n, a, b);
        for (int j = 0; j < 3; j++)
            for (int c = 0; c < 3; c++) out->normals[3 * v[j] + (uint32_t)c] += (float)n[c];
    }

    for (size_t i = 0; i < (size_t)model->vertex_count; i++) {
        float *n = out->normals + 3 * i;
        const float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int c = 0; c < 3 && length > 0; c++) n[c] /= length;
    }

    return PD_OK;
}

void pd_factory_fitting_deinit(pd_factory_fitting *f)
{
    free(f->betas);
    free(f->gram);
    free(f->transforms);
    free(f->mean);
    free(f->normals);
    free(f->scalp);
    free(f->face_start);
    free(f->face_list);
    memset(f, 0, sizeof *f);
}

/* ---- the nearest skin ---- */

/* Writes the barycentric coordinates of the point of a triangle nearest to p (Ericson 2005, 5.1.5). Returns
 * the squared distance. */
static double nearest_on_triangle(double bary[3], const double p[3], const float *a, const float *b,
                                  const float *c)
{
    double ab[3], ac[3], ap[3], bp[3], cp[3];

    for (int k = 0; k < 3; k++) {
        ab[k] = (double)b[k] - a[k];
        ac[k] = (double)c[k] - a[k];
        ap[k] = p[k] - a[k];
        bp[k] = p[k] - b[k];
        cp[k] = p[k] - c[k];
    }

    /* Ericson's regions: the nearest point lies on a corner, on an edge or inside. */
    const double d1 = pd_dot3(ab, ap);
    const double d2 = pd_dot3(ac, ap);
    const double d3 = pd_dot3(ab, bp);
    const double d4 = pd_dot3(ac, bp);
    const double d5 = pd_dot3(ab, cp);
    const double d6 = pd_dot3(ac, cp);
    const double va = d3 * d6 - d5 * d4;
    const double vb = d5 * d2 - d1 * d6;
    const double vc = d1 * d4 - d3 * d2;
    double v = 0, w = 0;
    if (d1 <= 0 && d2 <= 0)
        v = w = 0;
    else if (d3 >= 0 && d4 <= d3)
        v = 1;
    else if (d6 >= 0 && d5 <= d6)
        w = 1;
    else if (vc <= 0 && d1 >= 0 && d3 <= 0)
        v = d1 / (d1 - d3);
    else if (vb <= 0 && d2 >= 0 && d6 <= 0)
        w = d2 / (d2 - d6);
    else if (va <= 0 && d4 >= d3 && d5 >= d6) {
        w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        v = 1 - w;
    } else {
        const double sum = va + vb + vc;
        v = sum > 0 ? vb / sum : 0;
        w = sum > 0 ? vc / sum : 0;
    }

    bary[0] = 1 - v - w;
    bary[1] = v;
    bary[2] = w;

    /* Squared distance to that point. */
    double square = 0;
    for (int k = 0; k < 3; k++) square += pow(ap[k] - v * ab[k] - w * ac[k], 2);

    return square;
}

/* Finds the triangle of a skin nearest to p, among the triangles of the CANDIDATES nearest vertices. With
 * `among` (V), only triangles whose corners are all marked there. Returns the distance. */
static double nearest_skin(int *face, double bary[3], const pd_factory_fitting *f, const float *skin,
                           const unsigned char *among, const float *at)
{
    const pd_smpl_data *m = f->model;
    int best[CANDIDATES];
    double distance[CANDIDATES];
    double p[3] = {at[0], at[1], at[2]};
    double least = 1e30;
    int count = 0;

    /* The CANDIDATES nearest vertices, in order of their distance. */
    for (int i = 0; i < m->vertex_count; i++) {
        const float *v = skin + 3 * (size_t)i;
        if (among && !among[i]) continue;
        const double x = p[0] - v[0];
        const double y = p[1] - v[1];
        const double z = p[2] - v[2];
        const double d = x * x + y * y + z * z;
        if (count == CANDIDATES && d >= distance[count - 1]) continue;
        int slot = count < CANDIDATES ? count++ : CANDIDATES - 1;
        for (; slot > 0 && distance[slot - 1] > d; slot--) {
            distance[slot] = distance[slot - 1];
            best[slot] = best[slot - 1];
        }

        distance[slot] = d;
        best[slot] = i;
    }

    /* The nearest point on any triangle around them. */
    for (int c = 0; c < count; c++)
        for (int e = f->face_start[best[c]]; e < f->face_start[best[c] + 1]; e++) {
            const uint32_t *v = m->faces + 3 * (size_t)f->face_list[e];
            double here[3];
            if (among && !(among[v[0]] && among[v[1]] && among[v[2]])) continue;
            const double d = nearest_on_triangle(here, p, skin + 3 * v[0], skin + 3 * v[1], skin + 3 * v[2]);
            if (d >= least) continue;
            least = d;
            *face = f->face_list[e];
            memcpy(bary, here, sizeof here);
        }

    /* At the edge of `among` no triangle may be marked: take the nearest vertex itself. */
    if (least == 1e30 && count) {
        *face = f->face_list[f->face_start[best[0]]];
        for (int k = 0; k < 3; k++) bary[k] = m->faces[3 * *face + k] == (uint32_t)best[0];
        least = distance[0];
    }

    return sqrt(least);
}

/* ---- binding ---- */

typedef struct binder {
    pd_wardrobe_item *item;
    const pd_factory_fitting *f;
    const pd_factory_binding *binding;
    const pd_factory_bind *how;
    float *mean;    /* (n,3) in the A-pose, on the mean person      */
    double *solved; /* (n,3,K+1) offset from the anchor, and its change with each beta */
    pd_factory_neighbors near;
} binder;

/* Anchors a vertex at one vertex of the skin: for items that do not follow
 * the expressions of the skin around them. */
static void anchor_at(pd_wardrobe_item *item, int first, int vertex)
{
    for (int k = 0; k < 3; k++) {
        item->anchors[3 * first + k] = (uint16_t)vertex;
        item->anchor_weights[3 * first + k] = k == 0;
    }
}

static void rotation_of(double r[9], const binder *b, int vertex, const pd_factory_transform *transforms)
{
    PD_ASSERT(vertex >= 0 && vertex < b->item->vertex_count);
    pd_quat sum = {0, 0, 0, 0};

    /* Blend the rotations of the corners' groups by the weights of the corners.
     * Quaternions with w < 0 are negated first. */
    for (int k = 0; k < 3; k++) {
        const double *w =
            b->f->people->tposer.weights + (size_t)b->item->anchors[3 * vertex + k] * PD_FACTORY_GROUP_COUNT;
        for (int g = 0; g < PD_FACTORY_GROUP_COUNT; g++) {
            const pd_quat q = transforms[g].rotation;
            const double share = (q.w < 0 ? -w[g] : w[g]) * (double)b->item->anchor_weights[3 * vertex + k];
            sum =
                (pd_quat){sum.x + share * q.x, sum.y + share * q.y, sum.z + share * q.z, sum.w + share * q.w};
        }
    }

    pd_q_to_matrix(r, pd_q_normalize(sum));
}

/* Regresses the offsets of all people on their betas. Returns false when out of memory. */
static bool bind_regress(binder *b)
{
    const int n = b->item->vertex_count;
    const int size = b->f->beta_count + 1;
    const size_t all = 3 * (size_t)b->f->people->asset.composed_count;
    float *placed = malloc(3 * (size_t)n * sizeof *placed);

    if (!placed) return false;

    /* Right-hand sides: sum of (1, beta)^T times the offset over all people, in the T-pose. */
    for (int s = 0; s < b->f->people->sample.count; s++) {
        const float *skin = b->f->people->sample.composed + all * (size_t)s;
        const double *beta = b->f->betas + (size_t)s * (size_t)b->f->beta_count;
        pd_factory_binding_place(placed, b->binding, skin);
        for (int i = 0; i < n; i++) {
            double r[9], off[3];

            /* The offset from the anchor in the A-pose. */
            rotation_of(r, b, i, b->f->transforms + (size_t)s * PD_FACTORY_GROUP_COUNT);
            for (int c = 0; c < 3; c++) {
                off[c] = placed[3 * i + c];
                for (int k = 0; k < 3; k++)
                    off[c] -= b->item->anchor_weights[3 * i + k] * skin[3 * b->item->anchors[3 * i + k] + c];
            }

            /* Rotate it to the T-pose, and add it to the right-hand sides. */
            for (int c = 0; c < 3; c++) {
                const double turned = r[3 * c] * off[0] + r[3 * c + 1] * off[1] + r[3 * c + 2] * off[2];
                double *row = b->solved + (3 * (size_t)i + (size_t)c) * (size_t)size;
                row[0] += turned;
                for (int k = 1; k < size; k++) row[k] += turned * beta[k - 1];
            }
        }
    }

    /* Solve the normal equations of each coordinate of each vertex. */
    for (size_t row = 0; row < 3 * (size_t)n; row++)
        pd_k_cholesky_solve(b->solved + row * (size_t)size, b->f->gram, size);
    free(placed);

    return true;
}

/* Moves vertices that are nearer to the skin than the clearance outwards, along the normal of the skin. */
static void push_out(binder *b)
{
    pd_wardrobe_item *item = b->item;
    const pd_smpl_data *m = b->f->model;

    for (int round = 0; round < PUSH_ROUNDS; round++)
        for (int i = 0; i < item->vertex_count; i++) {
            int face = 0;
            double bary[3] = {1, 0, 0};
            double n[3] = {0}, off[3] = {0};
            float *x = item->rest + 3 * (size_t)i;

            /* The nearest skin, the offset from it and its normal there. */
            if (nearest_skin(&face, bary, b->f, m->v_template, NULL, x) > FARTHEST) continue;
            for (int c = 0; c < 3; c++) {
                off[c] = x[c];
                for (int k = 0; k < 3; k++) {
                    const uint32_t v = m->faces[3 * face + k];
                    off[c] -= bary[k] * m->v_template[3 * v + (uint32_t)c];
                    n[c] += bary[k] * b->f->normals[3 * v + (uint32_t)c];
                }
            }

            /* A vertex outside by the clearance stays; others move out to it. */
            const double length = sqrt(pd_dot3(n, n));
            const double out = length > 0 ? pd_dot3(off, n) / length : 1;
            if (out >= (double)b->how->clearance) continue;
            for (int c = 0; c < 3; c++) x[c] += (float)(n[c] / length * ((double)b->how->clearance - out));
        }
}

/* ---- weights ---- */

/* Sets the weights of the skin at the anchors. Smoothed over the garment they serve where cloth bridges a
 * gap, as in armpits; elsewhere they would carry coarse cloth into the skin: the vertices of a waistband are
 * up to 8 cm apart, and smoothing gave its middle weights of the thighs. */
static bool weights_of_skin(binder *b, int rounds)
{
    pd_wardrobe_item *item = b->item;
    const pd_smpl_data *m = b->f->model;
    const size_t joints = (size_t)m->joint_count;
    const size_t numbers = (size_t)item->vertex_count * joints;
    float *skin = calloc(2 * numbers, sizeof *skin);
    float *smooth = skin + numbers;

    if (!skin) return false;

    /* Weights of the skin at the anchor, and these smoothed over the garment. */
    for (int i = 0; i < item->vertex_count; i++)
        for (int k = 0; k < 3; k++)
            for (size_t j = 0; j < joints; j++)
                skin[(size_t)i * joints + j] += item->anchor_weights[3 * i + k] *
                                                m->weights[(size_t)item->anchors[3 * i + k] * joints + j];
    memcpy(smooth, skin, numbers * sizeof *smooth);
    const bool good = pd_factory_relax(smooth, joints, &b->near, item->vertex_count, rounds, NULL);

    /* The more both differ, the more of the smoothed ones; then the four largest of each vertex. */
    for (size_t i = 0; i < (size_t)item->vertex_count; i++) {
        const float *own = skin + i * joints;
        float *row = smooth + i * joints;
        float off = 0;
        for (size_t j = 0; j < joints; j++) off += fabsf(row[j] - own[j]);
        const float t = fminf(1, fmaxf(0, (off - ALIKE) / (APART - ALIKE)));
        const float share = t * t * (3 - 2 * t);
        for (size_t j = 0; j < joints; j++) row[j] = own[j] + share * (row[j] - own[j]);
        pd_strongest(item->joints + 4 * i, item->weights + 4 * i, row, m->joint_count);
    }

    free(skin);

    return good;
}

static void carry_bind(pd_wardrobe_item *item, int vertex, int joint)
{
    item->joints[4 * vertex] = (uint8_t)joint;
    item->weights[4 * vertex] = 1;
}

/* Returns, of the skin in the middle plane whose weight of a joint is nearly the greatest, the vertex
 * farthest along (up, forward); -1 when there is none. */
static int middle_skin(const pd_smpl_data *m, const char *joint, float up, float forward)
{
    const size_t joints = (size_t)m->joint_count;
    const size_t own = (size_t)joint_or_root(m, joint);
    float firmest = 0;
    float most = -1e9f;
    int found = -1;

    /* The first pass finds the greatest weight of the joint there,
     * the second the farthest vertex with nearly that weight. */
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < (size_t)m->vertex_count; i++) {
            const float *v = m->v_template + 3 * i;
            const float held = m->weights[i * joints + own];
            const float along = up * v[1] + forward * v[2];
            if (fabsf(v[0]) > 0.004f || held <= 0) continue;
            if (!pass) firmest = fmaxf(firmest, held);
            if (!pass || held < NEARLY * firmest || along <= most) continue;
            most = along;
            found = (int)i;
        }

    return found;
}

/* Returns the anchor of lower teeth and tongue: the foremost and lowest vertex of the chin. */
static int chin(const pd_smpl_data *m)
{
    return middle_skin(m, "jaw", -1, 1);
}

/* Returns the share by which a vertex of hair follows the skin below it: 1 where it lies on the skin, 0 where
 * it hangs free. */
static double lies_on_skin(const pd_wardrobe_item *item, const pd_smpl_data *m, int vertex)
{
    double square = 0;

    for (int c = 0; c < 3; c++) {
        double off = (double)item->rest[3 * vertex + c];
        for (int k = 0; k < 3; k++)
            off -= (double)item->anchor_weights[3 * vertex + k] *
                   (double)m->v_template[3 * item->anchors[3 * vertex + k] + c];
        square += off * off;
    }

    const double t = (HAIR_FREE - sqrt(square)) / (HAIR_FREE - HAIR_ON_SKIN);

    return t < 0 ? 0 : t > 1 ? 1 : t * t * (3 - 2 * t);
}

/* Sets the weights of hair: it follows the head, below the chin increasingly the upper chest, and where it
 * lies on skin that skin. Returns false when out of memory. */
static bool weights_of_hair(binder *b)
{
    pd_wardrobe_item *item = b->item;
    const pd_smpl_data *m = b->f->model;
    const int head = joint_or_root(m, "head");
    const int chest = joint_or_root(m, "spine3");

    /* Height of the head joint on the mean body. */
    double height = 0;

    for (int e = m->regressor_start[head]; e < m->regressor_start[head + 1]; e++)
        height += m->regressor_weight[e] * (double)m->v_template[3 * m->regressor_vertex[e] + 1];

    float *row = malloc((size_t)m->joint_count * sizeof *row);
    for (int i = 0; row && i < item->vertex_count; i++) {
        const double drop = height - (double)item->rest[3 * i + 1] - CHIN_DROP;
        const double share = drop < 0 ? 0 : drop > CHIN_FADE ? 1 : drop / CHIN_FADE;
        const float on_chest = HAIR_TO_BODY * (float)(share * share * (3 - 2 * share));
        const float on_skin = (float)lies_on_skin(item, m, i);
        for (int j = 0; j < m->joint_count; j++) {
            row[j] = 0;
            for (int k = 0; k < 3; k++)
                row[j] += on_skin * item->anchor_weights[3 * i + k] *
                          m->weights[(size_t)item->anchors[3 * i + k] * (size_t)m->joint_count + (size_t)j];
        }

        row[head] += (1 - on_skin) * (1 - on_chest);
        row[chest] += (1 - on_skin) * on_chest;
        pd_strongest(item->joints + 4 * (size_t)i, item->weights + 4 * (size_t)i, row, m->joint_count);
    }

    const bool good = row != NULL;
    free(row);

    return good;
}

/* Sets the weights of teeth: components in the lower half of their common bounding box follow the jaw, the
 * others the head. Returns false when out of memory. */
static bool weights_of_teeth(binder *b)
{
    pd_wardrobe_item *item = b->item;
    const pd_smpl_data *m = b->f->model;

    /* Connected components, their mean heights, and the bounding box of all. */
    int *part = malloc((size_t)item->face_count * sizeof *part);
    const int count = part ? pd_factory_components(part, item) : -1;
    double *sums = calloc(2 * (size_t)(count > 0 ? count : 1), sizeof *sums);
    double low = 1e9;
    double high = -1e9;
    int *owner = calloc((size_t)item->vertex_count, sizeof *owner);

    /* Upper teeth are anchored at the tip of the nose: expressions hardly move it, and betas of the head move
     * it nearly like the mouth. */
    const int lower = chin(m);
    const int upper = middle_skin(m, "head", 0, 1);
    const bool good = count > 0 && sums && owner && lower >= 0 && upper >= 0;

    for (int f = 0; good && f < item->face_count; f++)
        for (int k = 0; k < 3; k++) {
            const int v = item->corners[item->faces[3 * f + k]];
            sums[2 * part[f]] += item->rest[3 * v + 1];
            sums[2 * part[f] + 1] += 1;
            owner[v] = part[f];
            low = fmin(low, item->rest[3 * v + 1]);
            high = fmax(high, item->rest[3 * v + 1]);
        }

    /* Components below the middle of the box follow the jaw. */
    for (int i = 0; good && i < item->vertex_count; i++) {
        /* The largest component is both gums: its vertices are sorted one by one. */
        const double y =
            owner[i] ? sums[2 * owner[i]] / sums[2 * owner[i] + 1] : (double)item->rest[3 * i + 1];
        const bool is_lower = y < 0.5 * (low + high);
        carry_bind(item, i, joint_or_root(m, is_lower ? "jaw" : "head"));
        anchor_at(item, i, is_lower ? lower : upper);
    }

    free(part);
    free(sums);
    free(owner);

    return good;
}

static bool weights_of_carrier(binder *b)
{
    pd_wardrobe_item *item = b->item;
    const pd_smpl_data *m = b->f->model;

    switch (b->how->carrier) {
    case PD_FACTORY_BY_SKIN: return weights_of_skin(b, b->how->smoothing);
    case PD_FACTORY_BY_FACE: return weights_of_skin(b, 0);
    case PD_FACTORY_BY_TEETH: return weights_of_teeth(b);
    case PD_FACTORY_BY_HEAD: return weights_of_hair(b);
    default: break;
    }

    /* Eyes, lashes and the tongue: one joint, anchored at one vertex of the skin. */
    int at = b->how->carrier == PD_FACTORY_BY_JAW ? chin(m) : 0;
    for (int l = 0; b->how->carrier != PD_FACTORY_BY_JAW && l < m->landmark_count; l++)
        if (!strcmp(m->landmarks[l].name, "head_top")) {
            at = m->landmarks[l].vertex;
            break;
        }
    for (int i = 0; i < item->vertex_count; i++) {
        if (b->how->carrier == PD_FACTORY_BY_EYES)
            carry_bind(item, i,
                       joint_or_root(m, item->rest[3 * i] > 0 ? "left_eye_smplhf" : "right_eye_smplhf"));
        if (b->how->carrier == PD_FACTORY_BY_JAW) carry_bind(item, i, joint_or_root(m, "jaw"));
        anchor_at(item, i, at);
    }

    return true;
}

/* Binds the garment to the skin: anchors, shape directions, weights and hidden skin.
 * Returns false when out of memory. */
static bool bind(binder *b, const pd_factory_garment *garment)
{
    pd_wardrobe_item *item = b->item;
    const pd_smpl_data *m = b->f->model;

    item->vertex_count = garment->vertex_count;
    item->corner_count = garment->corner_count;
    item->face_count = garment->face_count;
    item->hide_count = b->binding->hide_count;
    item->dir_count = b->how->dir_count;
    item->part_count = 1;
    if (!pd_wardrobe_item_alloc(item)) return false;
    const bool is_cloth = item->slot == PD_WARDROBE_OUTFIT || item->slot == PD_WARDROBE_SHOES;
    if (is_cloth && !pd_wardrobe_item_place(item)) return false;
    if (is_cloth) memcpy(item->places, garment->uvs, 2 * (size_t)item->corner_count * sizeof *item->places);
    memcpy(item->corners, garment->corners, (size_t)item->corner_count * sizeof *item->corners);
    memcpy(item->uvs, garment->uvs, 2 * (size_t)item->corner_count * sizeof *item->uvs);
    memcpy(item->faces, garment->faces, 3 * (size_t)item->face_count * sizeof *item->faces);
    memcpy(item->hides, b->binding->hides, (size_t)item->hide_count * sizeof *item->hides);
    item->parts[0] = (pd_wardrobe_part){
        .face_count = item->face_count, .color = {1, 1, 1}, .roughness = 0.8f, .texture = -1};
    if (!pd_factory_neighbors_init(&b->near, item)) return false;

    const unsigned char *among = b->how->carrier == PD_FACTORY_BY_HEAD ? b->f->scalp : NULL;
    pd_factory_binding_place(b->mean, b->binding, b->f->mean);
    for (int i = 0; i < item->vertex_count; i++) {
        int face = 0;
        double bary[3] = {1, 0, 0};
        nearest_skin(&face, bary, b->f, b->f->mean, among, b->mean + 3 * (size_t)i);
        for (int k = 0; k < 3; k++) {
            item->anchors[3 * i + k] = (uint16_t)m->faces[3 * face + k];
            item->anchor_weights[3 * i + k] = (float)bary[k];
        }
    }

    if (!bind_regress(b)) return false;

    /* Rest positions and directions: those of the model at the anchors, plus the regressed offsets. */
    const size_t betas = (size_t)m->beta_count;
    const size_t size = betas + 1;
    const size_t dirs = (size_t)item->dir_count;
    for (int i = 0; i < item->vertex_count; i++)
        for (int c = 0; c < 3; c++) {
            const size_t at = 3 * (size_t)i + (size_t)c;
            const double *row = b->solved + at * size;
            double rest = row[0];
            for (int k = 0; k < 3; k++)
                rest += item->anchor_weights[3 * i + k] * m->v_template[3 * item->anchors[3 * i + k] + c];
            item->rest[at] = (float)rest;
            for (size_t d = 0; d < dirs; d++) {
                double dir = row[1 + d];
                for (int k = 0; k < 3; k++)
                    dir += item->anchor_weights[3 * i + k] *
                           m->shapedirs[(3 * (size_t)item->anchors[3 * i + k] + (size_t)c) * betas + d];
                item->dirs[at * dirs + d] = (float)dir;
            }
        }

    const size_t numbers = 3 * (size_t)item->vertex_count;
    const int rounds = b->how->smoothing;
    for (size_t i = 0; i < numbers; i++) item->rest[i] -= b->mean[i];
    const bool is_smooth =
        pd_factory_relax(item->rest, 3, &b->near, item->vertex_count, rounds, NULL) &&
        pd_factory_relax(item->dirs, 3 * (size_t)item->dir_count, &b->near, item->vertex_count, rounds, NULL);
    for (size_t i = 0; i < numbers; i++) item->rest[i] += b->mean[i];
    if (!is_smooth) return false;

    if (b->how->clearance > 0) push_out(b);
    if (!weights_of_carrier(b)) return false;

    /* Show one ring of skin at the edge of the hidden region:
     * otherwise the hole could be seen through a wide hem. */
    unsigned char *hidden = calloc((size_t)m->vertex_count, 2);
    int kept = 0;
    if (!hidden) return false;
    unsigned char *edge = hidden + m->vertex_count;
    for (int h = 0; h < item->hide_count; h++) hidden[item->hides[h]] = 1;
    for (int f = 0; f < m->face_count; f++) {
        const uint32_t *v = m->faces + 3 * (size_t)f;
        const bool is_cut = !(hidden[v[0]] && hidden[v[1]] && hidden[v[2]]);
        for (int k = 0; is_cut && k < 3; k++) edge[v[k]] = 1;
    }

    for (int h = 0; h < item->hide_count; h++)
        if (!edge[item->hides[h]]) item->hides[kept++] = item->hides[h];
    item->hide_count = kept;
    free(hidden);

    return true;
}

pd_status pd_factory_bind_item(pd_wardrobe_item *item, const pd_factory_fitting *fitting,
                               const pd_factory_binding *binding, const pd_factory_garment *garment,
                               const pd_factory_bind *how, pd_error *err)
{
    if (binding->vertex_count != garment->vertex_count)
        return pd_fail(err, PD_ERR_FORMAT, item->name, "%d bound vertices; %d of its mesh expected",
                       binding->vertex_count, garment->vertex_count);
    const size_t n = (size_t)garment->vertex_count;
    const size_t size = (size_t)fitting->beta_count + 1;
    binder b = {.item = item, .f = fitting, .binding = binding, .how = how};
    b.mean = malloc(3 * n * sizeof *b.mean);
    b.solved = calloc(3 * n * size, sizeof *b.solved);

    const bool good = b.mean && b.solved && bind(&b, garment);
    free(b.mean);
    free(b.solved);
    pd_factory_neighbors_deinit(&b.near);

    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory for its binding");
}

void pd_factory_relate(pd_wardrobe_item *item, const pd_smpl_data *m)
{
    const size_t dirs = (size_t)item->dir_count;
    const size_t betas = (size_t)m->beta_count;

    PD_ASSERT(dirs <= betas);
    for (int i = 0; i < item->vertex_count; i++)
        for (size_t c = 0; c < 3; c++)
            for (size_t b = 0; b < dirs; b++) {
                double skin = 0;
                for (int a = 0; a < 3; a++)
                    skin += (double)item->anchor_weights[3 * i + a] *
                            (double)m->shapedirs[(3 * (size_t)item->anchors[3 * i + a] + c) * betas + b];
                item->dirs[(3 * (size_t)i + c) * dirs + b] -= (float)skin;
            }
}

/* ---- components ---- */

/* Numbers the connected components of triangles by size, the largest first, in part (face_count). Triangles
 * are connected when they share an id: ids (3 face_count), below id_count. Returns the number of components,
 * -1 when out of memory. */
static int number_components(int *part, const uint16_t *ids, int face_count, int id_count)
{
    const size_t n = (size_t)id_count;
    int *parent = malloc(n * sizeof *parent);
    int *faces = calloc(n, sizeof *faces);
    int *rank = malloc(n * sizeof *rank);
    int count = 0;

    if (parent && faces && rank) {
        for (int i = 0; i < id_count; i++) parent[i] = i;
        for (int f = 0; f < face_count; f++)
            for (int k = 1; k < 3; k++)
                parent[pd_disjoint_find(parent, ids[3 * f + k])] = pd_disjoint_find(parent, ids[3 * f]);
        for (int f = 0; f < face_count; f++) faces[pd_disjoint_find(parent, ids[3 * f])]++;

        /* The number of a component counts the larger ones, and those as large before it. */
        for (int i = 0; i < id_count; i++) {
            rank[i] = 0;
            if (!faces[i]) continue;
            count++;
            for (int j = 0; j < id_count; j++)
                rank[i] += faces[j] > faces[i] || (j < i && faces[j] == faces[i]);
        }

        for (int f = 0; f < face_count; f++) part[f] = rank[pd_disjoint_find(parent, ids[3 * f])];
    } else {
        count = -1;
    }

    free(parent);
    free(faces);
    free(rank);

    return count;
}

int pd_factory_components(int *part, const pd_wardrobe_item *item)
{
    const size_t corners = 3 * (size_t)item->face_count;
    uint16_t *ids = malloc((corners + 1) * sizeof *ids);

    if (!ids) return -1;
    for (size_t i = 0; i < corners; i++) ids[i] = item->corners[item->faces[i]];
    const int count = number_components(part, ids, item->face_count, item->vertex_count);
    free(ids);

    return count;
}

int pd_factory_islands(int *part, const pd_wardrobe_item *item)
{
    return number_components(part, item->faces, item->face_count, item->corner_count);
}
