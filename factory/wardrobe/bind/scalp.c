#include "factory/wardrobe/bind/scalp.h"

#include "core/base/assert.h"
#include "core/math/mat3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HEAD_LEAST 0.99f /* weight of the head on the scalp               */
#define NAPE_LEAST 0.5f
#define MOVED_MOST 0.001f  /* metres: by an expression at its full strength */
#define EAR_THICK  0.016   /* metres, at most                                */
#define TILES      3.0f    /* of the strands around the head                */
#define EDGE_LIFT  0.0005f /* metres: a soft edge over the skin             */
#define TOP_V      0.15f   /* texture coordinates v of a cap, at its top ... */
#define LOW_V      0.60f   /* ... and at its lowest vertex                   */

/* Into the body, against the normal of a vertex, the skin's other side is within EAR_THICK. */
static bool is_thin(const pd_smpl_data *m, const unsigned char *marks, uint32_t vertex,
                    const double normal[3])
{
    const float *p = m->v_template + 3 * (size_t)vertex;

    for (int f = 0; f < m->face_count; f++) {
        const uint32_t *v = m->faces + 3 * (size_t)f;
        if (!marks[v[0]] || v[0] == vertex || v[1] == vertex || v[2] == vertex) continue;
        double a[3], b[3], s[3], n[3], q[3], r[3];
        for (size_t c = 0; c < 3; c++) {
            const double first = m->v_template[3 * (size_t)v[0] + c];
            a[c] = m->v_template[3 * (size_t)v[1] + c] - first;
            b[c] = m->v_template[3 * (size_t)v[2] + c] - first;
            s[c] = p[c] - first;
        }

        pd_cross3(n, a, b);

        /* The ray against the normal meets the triangle's plane from inside, within EAR_THICK. */
        const double along = -pd_dot3(n, normal); /* of the ray into the body and the triangle's normal */
        if (!(along > 0)) continue;
        const double t = -pd_dot3(n, s) / along;
        if (t <= 0 || t > EAR_THICK) continue;

        /* And within the triangle, by barycentric coordinates. */
        double hit[3];
        for (int c = 0; c < 3; c++) hit[c] = s[c] - t * normal[c];
        pd_cross3(q, a, hit);
        pd_cross3(r, hit, b);
        const double whole = pd_dot3(n, n);
        const double u = pd_dot3(q, n) / whole;
        const double w = pd_dot3(r, n) / whole;
        if (u >= 0 && w >= 0 && u + w <= 1) return true;
    }

    return false;
}

/* Ears are no scalp: hair hangs before or behind them. */
static bool leave_out_ears(unsigned char *marks, const pd_smpl_data *m)
{
    const size_t n = (size_t)m->vertex_count;
    double *normals = calloc(3 * n, sizeof *normals);
    unsigned char *thin = calloc(n, 1);
    const bool good = normals && thin;

    /* Normals of the vertices, by area. */
    for (int f = 0; good && f < m->face_count; f++) {
        const uint32_t *v = m->faces + 3 * (size_t)f;
        double a[3], b[3], out[3];
        for (size_t c = 0; c < 3; c++) {
            a[c] = m->v_template[3 * (size_t)v[1] + c] - m->v_template[3 * (size_t)v[0] + c];
            b[c] = m->v_template[3 * (size_t)v[2] + c] - m->v_template[3 * (size_t)v[0] + c];
        }

        pd_cross3(out, a, b);
        for (int k = 0; k < 3; k++)
            for (size_t c = 0; c < 3; c++) normals[3 * (size_t)v[k] + c] += out[c];
    }

    for (size_t i = 0; good && i < n; i++) {
        const double length = sqrt(pd_dot3(normals + 3 * i, normals + 3 * i));
        for (size_t c = 0; c < 3; c++) normals[3 * i + c] /= length > 0 ? length : 1;

        /* Mark what has skin close behind it. Unmark afterwards, since is_thin looks at the marks. */
        if (marks[i]) thin[i] = is_thin(m, marks, (uint32_t)i, normals + 3 * i);
    }

    for (size_t i = 0; good && i < n; i++) marks[i] = marks[i] && !thin[i];
    free(normals);
    free(thin);

    return good;
}

/* Keeps the marked vertices that are connected to the top of the head;
 * others, a nose among them, are unmarked. */
static void keep_crown(unsigned char *marks, const pd_smpl_data *m)
{
    enum { KEPT = 2 };
    bool grows = false;

    for (int l = 0; l < m->landmark_count; l++)
        if (!strcmp(m->landmarks[l].name, "head_top") && marks[m->landmarks[l].vertex]) {
            marks[m->landmarks[l].vertex] = KEPT;
            grows = true;
        }

    /* Grow over the triangles until nothing is added. */
    while (grows) {
        grows = false;
        for (int f = 0; f < m->face_count; f++) {
            const uint32_t *v = m->faces + 3 * (size_t)f;
            if (marks[v[0]] != KEPT && marks[v[1]] != KEPT && marks[v[2]] != KEPT) continue;
            for (int k = 0; k < 3; k++)
                if (marks[v[k]] == 1) {
                    marks[v[k]] = KEPT;
                    grows = true;
                }
        }
    }

    for (int i = 0; i < m->vertex_count; i++) marks[i] = marks[i] == KEPT;
}

/* Returns whether no expression moves the vertex by more than MOVED_MOST. */
static bool is_still(const pd_smpl_data *m, size_t vertex)
{
    const size_t count = (size_t)m->expression_count;
    float most = 0;

    for (size_t e = 0; m->expressiondirs && e < count; e++) {
        float square = 0;
        for (size_t c = 0; c < 3; c++) {
            const float by = m->expressiondirs[(3 * vertex + c) * count + e];
            square += by * by;
        }

        most = fmaxf(most, square);
    }

    return most < MOVED_MOST * MOVED_MOST;
}

void pd_factory_head(unsigned char *out, const pd_smpl_data *model)
{
    static const char *const carriers[] = {"head", "neck", "jaw"};
    const size_t joints = (size_t)model->joint_count;

    for (size_t i = 0; i < (size_t)model->vertex_count; i++) {
        float carried = 0;
        for (size_t k = 0; k < sizeof carriers / sizeof *carriers; k++) {
            const int joint = pd_smpl_joint_find(model, carriers[k]);
            if (joint >= 0) carried += model->weights[i * joints + (size_t)joint];
        }

        out[i] = carried > 0.5f;
    }
}

void pd_factory_add_nape(unsigned char *marks, const pd_smpl_data *m)
{
    const size_t joints = (size_t)m->joint_count;
    const int head = pd_smpl_joint_find(m, "head");
    const int neck = pd_smpl_joint_find(m, "neck");

    if (head < 0 || neck < 0) return;

    /* Depth of the head joint. */
    double behind = 0;
    for (int e = m->regressor_start[head]; e < m->regressor_start[head + 1]; e++)
        behind += m->regressor_weight[e] * (double)m->v_template[3 * m->regressor_vertex[e] + 2];
    for (bool grows = true; grows;) {
        grows = false;
        for (int f = 0; f < m->face_count; f++) {
            const uint32_t *v = m->faces + 3 * (size_t)f;
            if (!marks[v[0]] && !marks[v[1]] && !marks[v[2]]) continue;
            for (int k = 0; k < 3; k++) {
                const float *row = m->weights + v[k] * joints;
                if (marks[v[k]] || (double)m->v_template[3 * v[k] + 2] > behind || row[head] > HEAD_LEAST ||
                    row[head] + row[neck] < NAPE_LEAST || !is_still(m, v[k]))
                    continue;
                marks[v[k]] = 1;
                grows = true;
            }
        }
    }
}

bool pd_factory_scalp(unsigned char *out, const pd_smpl_data *m)
{
    const size_t joints = (size_t)m->joint_count;
    const int head = pd_smpl_joint_find(m, "head");

    /* Skin of the head alone that no expression moves. */
    memset(out, 0, (size_t)m->vertex_count);
    for (size_t i = 0; head >= 0 && i < (size_t)m->vertex_count; i++)
        out[i] = m->weights[i * joints + (size_t)head] > HEAD_LEAST && is_still(m, i);
    keep_crown(out, m);
    if (!leave_out_ears(out, m)) return false;
    keep_crown(out, m);

    return true;
}

/* ---- the cap ---- */

/* A block of the old numbers and room for more behind them, zeros. */
static bool extend_scalp(void *block, size_t element_bytes, size_t count, size_t more)
{
    void **at = block;
    unsigned char *grown = realloc(*at, element_bytes * (count + more));

    if (!grown) return false;
    memset(grown + element_bytes * count, 0, element_bytes * more);
    *at = grown;

    return true;
}

pd_status pd_factory_cap(pd_wardrobe_item *item, const pd_smpl_data *m, const float *normals,
                         const unsigned char *under, const unsigned char *ring, float press, int part,
                         pd_error *err)
{
    const size_t n = (size_t)item->vertex_count;
    const size_t corners = (size_t)item->corner_count;
    const size_t dirs = (size_t)item->dir_count;
    float low = INFINITY, high = -INFINITY; /* heights of the cap */
    PD_ASSERT(part >= 0 && part < item->part_count);
    const int first = item->face_count;
    int vertices = 0, faces = 0;
    int *corner_of = malloc((size_t)m->vertex_count * sizeof *corner_of);
    if (!corner_of) return pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory for its cap");

    /* the vertices of the cap: 0 until they have a corner, the others -1 */
    for (int i = 0; i < m->vertex_count; i++) corner_of[i] = -1;
    for (int f = 0; f < m->face_count; f++) {
        const uint32_t *v = m->faces + 3 * (size_t)f;
        if (!(under[v[0]] || under[v[1]] || under[v[2]])) continue;
        for (int k = 0; k < 3; k++) corner_of[v[k]] = 0;
        faces++;
    }

    for (int i = 0; i < m->vertex_count; i++) {
        if (corner_of[i] < 0) continue;
        vertices++;
        low = fminf(low, m->v_template[3 * i + 1]);
        high = fmaxf(high, m->v_template[3 * i + 1]);
    }

    if (!faces) {
        free(corner_of);
        return PD_OK;
    }

    pd_status status = PD_OK;

    /* Room for the new part, or an error that leaves the item as it is to a reader. */
    const size_t more = (size_t)vertices;
    if (item->part_count == PD_WARDROBE_PARTS_MAX || item->corner_count + vertices > PD_WARDROBE_VERTICES_MAX)
        status = pd_fail(err, PD_ERR_LIMIT, item->name, "%d parts, %d corners; %d and %d allowed",
                         item->part_count + 1, item->corner_count + vertices, PD_WARDROBE_PARTS_MAX,
                         PD_WARDROBE_VERTICES_MAX);
    else if (!(extend_scalp(&item->rest, 3 * sizeof *item->rest, n, more) &&
               extend_scalp(&item->dirs, 3 * dirs * sizeof *item->dirs, n, more) &&
               extend_scalp(&item->anchors, 3 * sizeof *item->anchors, n, more) &&
               extend_scalp(&item->anchor_weights, 3 * sizeof *item->anchor_weights, n, more) &&
               extend_scalp(&item->joints, 4 * sizeof *item->joints, n, more) &&
               extend_scalp(&item->weights, 4 * sizeof *item->weights, n, more) &&
               extend_scalp(&item->corners, sizeof *item->corners, corners, more) &&
               extend_scalp(&item->uvs, 2 * sizeof *item->uvs, corners, more) &&
               extend_scalp(&item->faces, 3 * sizeof *item->faces, (size_t)item->face_count, (size_t)faces) &&
               extend_scalp(&item->parts, sizeof *item->parts, (size_t)item->part_count, 1)))
        status = pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory for its cap");

    if (status != PD_OK) {
        free(corner_of);
        return status;
    }

    /* vertices of the skin become the next ones of the item */
    for (int i = 0; i < m->vertex_count; i++) {
        if (corner_of[i] < 0) continue;
        corner_of[i] = item->corner_count;

        const size_t from = (size_t)i;
        const size_t to = (size_t)item->vertex_count++;
        const size_t corner = (size_t)item->corner_count++;
        const float *v = m->v_template + 3 * from;
        const float *row = m->weights + from * (size_t)m->joint_count;

        /* It moves with the skin: its directions stay 0. */
        const bool is_soft = ring && (ring[i] || !under[i]);
        const float out = is_soft ? EDGE_LIFT : under[i] ? -press : 0;
        for (size_t c = 0; c < 3; c++) {
            item->rest[3 * to + c] = v[c] + out * normals[3 * from + c];
            item->anchors[3 * to + c] = (uint16_t)from;
        }

        item->anchor_weights[3 * to] = 1;

        /* a scalp is the head's alone, but for what it leaves to the neck at its edge */
        int kept = 0;
        float sum = 0;
        for (int k = 0; k < m->joint_count && kept < 4; k++) {
            if (row[k] <= 0) continue;
            item->joints[4 * to + (size_t)kept] = (uint8_t)k;
            item->weights[4 * to + (size_t)kept++] = row[k];
            sum += row[k];
        }

        for (size_t k = 0; k < 4 && sum > 0; k++) item->weights[4 * to + k] /= sum;

        item->corners[corner] = (uint16_t)to;
        item->uvs[2 * corner] = TILES * (0.5f + atan2f(v[0], v[2]) / 6.2831853f);
        item->uvs[2 * corner + 1] =
            ring && !under[i] ? 1 : TOP_V + (LOW_V - TOP_V) * (high - v[1]) / fmaxf(high - low, 1e-6f);
    }

    for (int f = 0; f < m->face_count; f++) {
        const uint32_t *v = m->faces + 3 * (size_t)f;
        if (!(under[v[0]] || under[v[1]] || under[v[2]])) continue;
        for (int k = 0; k < 3; k++)
            item->faces[3 * (size_t)item->face_count + (size_t)k] = (uint16_t)corner_of[v[k]];
        item->face_count++;
    }

    free(corner_of);

    /* The new part looks as `part` does. */
    item->parts[item->part_count] = item->parts[part];
    item->parts[item->part_count].first_face = first;
    item->parts[item->part_count++].face_count = item->face_count - first;

    return PD_OK;
}

pd_status pd_factory_scalp_cap(pd_wardrobe_item *item, const pd_smpl_data *m, const float *normals,
                               const unsigned char *under, float press, pd_error *err)
{
    /* The item now hides all vertices but the ring. */
    int count = 0;
    uint16_t *hides = malloc((size_t)m->vertex_count * sizeof *hides);
    unsigned char *ring = calloc((size_t)m->vertex_count, 1);

    if (!hides || !ring) {
        free(hides);
        free(ring);
        return pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory for what it hides");
    }

    for (int f = 0; f < m->face_count; f++) {
        const uint32_t *v = m->faces + 3 * (size_t)f;
        const bool is_edge = !(under[v[0]] && under[v[1]] && under[v[2]]);
        for (int k = 0; is_edge && k < 3; k++) ring[v[k]] |= under[v[k]];
    }

    for (int i = 0; i < m->vertex_count; i++)
        if (under[i] && !ring[i]) hides[count++] = (uint16_t)i;

    const pd_status status = pd_factory_cap(item, m, normals, under, ring, press, 0, err);
    free(ring);
    if (status == PD_OK && count > 0) {
        free(item->hides);
        item->hides = hides;
        item->hide_count = count;
        hides = NULL;
    }

    free(hides);

    return status;
}
