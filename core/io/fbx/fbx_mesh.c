#include "core/io/fbx/fbx_mesh.h"

#include "core/base/assert.h"
#include "core/base/hash.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POINTS_MAX    8000000
#define CORNERS_MAX   ((size_t)1 << 26)
#define EARS_MAX      64
#define SHAPES_MAX    4096
#define MATERIALS_MAX 65536 /* a larger number of a material is read as 0 */

/* An attribute of corners: its values, and the value of each corner. */
typedef struct layer {
    double *values;
    int64_t *index; /* NULL: direct */
    size_t value_count, index_count;
    int width;
    enum { BY_CORNER, BY_POINT, BY_POLYGON, BY_ALL } by;
} layer;

typedef struct polygons {
    const int64_t *corners; /* points; the last of a polygon is stored as -1 - point */
    size_t corner_count;
    int *triangles;  /* (triangle_count,3) corners   */
    int *polygon_of; /* (triangle_count)             */
    int *material;   /* (triangle_count)             */
    int *order;      /* (triangle_count) by material */
    int triangle_count;
} polygons;

static pd_status fail_fbx_mesh(const pd_fbx_scene *s, pd_status status, const char *what)
{
    return pd_fail(s->err, status, s->fbx->name, "%s", what);
}

static pd_status short_of(const pd_fbx_scene *s)
{
    return s->err->status != PD_OK ? s->err->status : PD_ERR_MEMORY;
}

/* Reads an array of the file into the pool, so that no error path has to free it. */
static pd_status fbx_mesh_numbers(const double **out, size_t *count, pd_fbx_scene *s, int record)
{
    double *values;

    *out = NULL;
    *count = 0;
    if (record < 0) return PD_OK;
    const pd_status status = pd_fbx_numbers(&values, count, s->fbx, record, CORNERS_MAX, s->err);
    if (status != PD_OK) return status;
    double *kept = pd_fbx_take(s, *count, sizeof *kept);
    if (kept) memcpy(kept, values, *count * sizeof *kept);
    free(values);
    *out = kept;

    return kept ? PD_OK : short_of(s);
}

static pd_status indices(const int64_t **out, size_t *count, pd_fbx_scene *s, int record)
{
    int64_t *values;

    *out = NULL;
    *count = 0;
    if (record < 0) return PD_OK;
    const pd_status status = pd_fbx_indices(&values, count, s->fbx, record, CORNERS_MAX, s->err);
    if (status != PD_OK) return status;
    int64_t *kept = pd_fbx_take(s, *count, sizeof *kept);
    if (kept) memcpy(kept, values, *count * sizeof *kept);
    free(values);
    *out = kept;

    return kept ? PD_OK : short_of(s);
}

/* ---- polygons as triangles ---- */

static pd_vec3 point_at(const pd_fbx_mesh *m, const polygons *p, int corner)
{
    PD_ASSERT(corner >= 0 && (size_t)corner < p->corner_count);
    const int64_t raw = p->corners[corner];
    const double *v = m->positions + 3 * (raw < 0 ? -1 - raw : raw);
    return pd_vec3_make(v[0], v[1], v[2]);
}

static double turn_fbx_mesh(pd_vec3 a, pd_vec3 b, pd_vec3 c, pd_vec3 up)
{
    return pd_vec3_dot(pd_vec3_cross(pd_vec3_sub(b, a), pd_vec3_sub(c, a)), up);
}

static void add_triangle(polygons *p, int polygon, int a, int b, int c)
{
    const int corners[3] = {a, b, c};
    memcpy(p->triangles + 3 * (size_t)p->triangle_count, corners, sizeof corners);
    p->polygon_of[p->triangle_count++] = polygon;
}

/* Triangulates a polygon by cutting off ears: an ear is a convex corner
 * whose triangle contains no other corner. */
static void cut_ears(polygons *p, const pd_fbx_mesh *m, int polygon, int first, int count)
{
    PD_ASSERT(count > 3 && count <= EARS_MAX);

    /* Compute the polygon's normal, which determines the convex corners. */
    int ring[EARS_MAX];
    pd_vec3 up = {0, 0, 0};
    for (int i = 0; i < count; i++) {
        ring[i] = first + i;
        up = pd_vec3_add(up,
                         pd_vec3_cross(point_at(m, p, first + i), point_at(m, p, first + (i + 1) % count)));
    }

    /* Find an ear, cut it off, and repeat until a triangle remains. */
    while (count > 3) {
        int ear = -1;
        for (int i = 0; i < count && ear < 0; i++) {
            const int before = (i + count - 1) % count;
            const int after = (i + 1) % count;
            const pd_vec3 a = point_at(m, p, ring[before]);
            const pd_vec3 b = point_at(m, p, ring[i]);
            const pd_vec3 c = point_at(m, p, ring[after]);
            bool is_ear = turn_fbx_mesh(a, b, c, up) > 0;
            for (int k = 0; k < count && is_ear; k++) {
                if (k == before || k == i || k == after) continue;
                const pd_vec3 v = point_at(m, p, ring[k]);
                is_ear = !(turn_fbx_mesh(a, b, v, up) >= 0 && turn_fbx_mesh(b, c, v, up) >= 0 &&
                           turn_fbx_mesh(c, a, v, up) >= 0);
            }

            if (is_ear) ear = i;
        }

        if (ear < 0) ear = 0; /* coinciding corners: take any */
        add_triangle(p, polygon, ring[(ear + count - 1) % count], ring[ear], ring[(ear + 1) % count]);
        memmove(ring + ear, ring + ear + 1, (size_t)(count - ear - 1) * sizeof *ring);
        count--;
    }

    add_triangle(p, polygon, ring[0], ring[1], ring[2]);
}

/* Cuts the polygons into triangles. */
static pd_status triangulate(polygons *p, const pd_fbx_mesh *m, pd_fbx_scene *s)
{
    /* A polygon of n corners gives n - 2 triangles, so the number of corners is enough room. */
    p->triangles = pd_fbx_take(s, 3 * p->corner_count, sizeof *p->triangles);
    p->polygon_of = pd_fbx_take(s, p->corner_count, sizeof *p->polygon_of);
    p->material = pd_fbx_take(s, p->corner_count, sizeof *p->material);
    p->order = pd_fbx_take(s, p->corner_count, sizeof *p->order);
    if (!p->triangles || !p->polygon_of || !p->material || !p->order) return short_of(s);

    /* The last corner of a polygon is stored as its complement, which is negative. */
    int polygon = 0, few = 0;
    for (size_t i = 0, first = 0; i < p->corner_count; i++) {
        const int64_t raw = p->corners[i];
        const int64_t point = raw < 0 ? -1 - raw : raw;
        if (point >= m->point_count)
            return fail_fbx_mesh(
                s, PD_ERR_FORMAT,
                "a polygon refers to a vertex that the mesh does not have; a vertex of the mesh expected");
        if (raw >= 0) continue;

        /* Keep triangles, cut ears off polygons, and split very large polygons into fans,
         * which bounds the time. */
        const int count = (int)(i + 1 - first);
        if (count == 3)
            add_triangle(p, polygon, (int)first, (int)first + 1, (int)first + 2);
        else if (count > 3 && count <= EARS_MAX)
            cut_ears(p, m, polygon, (int)first, count);
        for (int k = 1; count > EARS_MAX && k + 1 < count; k++)
            add_triangle(p, polygon, (int)first, (int)first + k, (int)first + k + 1);
        few += count < 3;
        polygon++;
        first = i + 1;
    }

    if (few) pd_fbx_note(s, "%d polygons of less than three corners", few);

    return PD_OK;
}

/* ---- attributes of corners ---- */

static pd_status read_layer(layer *out, pd_fbx_scene *s, int record, const char *values, const char *index,
                            int width)
{
    pd_fbx *f = s->fbx;

    *out = (layer){.width = width};
    const int how = pd_fbx_find(f, record, "MappingInformationType", 0);
    const int reference = pd_fbx_find(f, record, "ReferenceInformationType", 0);
    out->by = pd_fbx_says(f, how, 0, "ByPolygon")                                         ? BY_POLYGON
              : pd_fbx_says(f, how, 0, "ByVertice") || pd_fbx_says(f, how, 0, "ByVertex") ? BY_POINT
              : pd_fbx_says(f, how, 0, "AllSame")                                         ? BY_ALL
                                                                                          : BY_CORNER;
    pd_status status = fbx_mesh_numbers((const double **)&out->values, &out->value_count, s,
                                        pd_fbx_find(f, record, values, 0));
    if (status == PD_OK && index && !pd_fbx_says(f, reference, 0, "Direct"))
        status =
            indices((const int64_t **)&out->index, &out->index_count, s, pd_fbx_find(f, record, index, 0));

    return status;
}

/* Returns the values of a corner, or NULL if the layer has none. */
static const double *layer_at(const layer *l, int64_t corner, int64_t point, int64_t polygon)
{
    int64_t i = l->by == BY_CORNER ? corner : l->by == BY_POINT ? point : l->by == BY_POLYGON ? polygon : 0;
    if (!l->values) return NULL;
    if (l->index) i = (size_t)i < l->index_count ? l->index[i] : -1;
    return i >= 0 && ((size_t)i + 1) * (size_t)l->width <= l->value_count ? l->values + i * l->width : NULL;
}

/* Computes normals of the points, weighted by the areas around them, for a mesh without normals. */
static pd_status smooth_normals(layer *out, const pd_fbx_mesh *m, const polygons *p, pd_fbx_scene *s)
{
    double *sums = pd_fbx_take(s, 3 * (size_t)m->point_count, sizeof *sums);

    if (!sums) return short_of(s);

    /* The cross product of two sides is the normal times twice the area. */
    for (int t = 0; t < p->triangle_count; t++) {
        const int *c = p->triangles + 3 * (size_t)t;
        const pd_vec3 a = point_at(m, p, c[0]);
        const pd_vec3 n =
            pd_vec3_cross(pd_vec3_sub(point_at(m, p, c[1]), a), pd_vec3_sub(point_at(m, p, c[2]), a));
        for (int k = 0; k < 3; k++) {
            const int64_t raw = p->corners[c[k]];
            double *sum = sums + 3 * (raw < 0 ? -1 - raw : raw);
            sum[0] += n.x;
            sum[1] += n.y;
            sum[2] += n.z;
        }
    }

    *out = (layer){.values = sums,
                   .index = NULL,
                   .value_count = 3 * (size_t)m->point_count,
                   .index_count = 0,
                   .width = 3,
                   .by = BY_POINT};

    return PD_OK;
}

/* ---- vertices ---- */

typedef struct corner {
    int point;
    float normal[3], uv[2];
} corner;

typedef struct welding {
    const polygons *polygons;
    const layer *normals, *uvs;
    corner *corners; /* corners that became the part's vertices */
    int *table;      /* hash table: vertex + 1; 0: free */
    size_t slots;
} welding;

static corner corner_of(const welding *w, int corner_index, int polygon)
{
    PD_ASSERT(corner_index >= 0 && (size_t)corner_index < w->polygons->corner_count);
    const int64_t raw = w->polygons->corners[corner_index];
    corner out;
    memset(&out, 0, sizeof out);
    out.point = (int)(raw < 0 ? -1 - raw : raw);
    const double *normal = layer_at(w->normals, corner_index, out.point, polygon);
    const double *uv = layer_at(w->uvs, corner_index, out.point, polygon);
    for (int c = 0; normal && c < 3; c++) out.normal[c] = isfinite(normal[c]) ? (float)normal[c] : 0;
    for (int c = 0; uv && c < 2; c++) out.uv[c] = isfinite(uv[c]) ? (float)uv[c] : 0;
    for (int c = 0; c < 3; c++) out.normal[c] += 0.0f; /* turns -0 into +0 */
    return out;
}

/* Returns whether two corners have the same bits. corner_of zeroes the bytes between the members. */
static bool is_same_corner(const corner *a, const corner *b)
{
    return !memcmp((const unsigned char *)a, (const unsigned char *)b, sizeof *a);
}

/* Makes a part: the triangles of one material, with equal corners merged into vertices. */
static pd_status make_part(pd_fbx_part *out, welding *w, int first, int count, pd_fbx_scene *s)
{
    const polygons *p = w->polygons;
    size_t slots = 1;

    PD_ASSERT(count > 0 && first >= 0 && first + count <= p->triangle_count);

    /* Clear the hash table of corners, which is at most half full. */
    while (slots < 6 * (size_t)count) slots *= 2;
    memset(w->table, 0, slots * sizeof *w->table);
    out->material = p->material[p->order[first]];
    out->indices = pd_fbx_take(s, 3 * (size_t)count, sizeof *out->indices);
    if (!out->indices) return short_of(s);

    /* Equal corners become one vertex. */
    for (int k = 0; k < count; k++)
        for (int c = 0; c < 3; c++) {
            const int t = p->order[first + k];
            const corner own = corner_of(w, p->triangles[3 * (size_t)t + (size_t)c], p->polygon_of[t]);
            size_t at = (size_t)pd_hash64(&own, sizeof own, 0) & (slots - 1);
            while (w->table[at] && !is_same_corner(&w->corners[w->table[at] - 1], &own))
                at = (at + 1) & (slots - 1);
            if (!w->table[at]) {
                w->corners[out->vertex_count++] = own;
                w->table[at] = out->vertex_count;
            }

            out->indices[out->index_count++] = (uint32_t)w->table[at] - 1;
        }

    /* Copy the vertices out of the table's memory, which the next part uses again. */
    PD_ASSERT(out->index_count == 3 * count && out->vertex_count <= out->index_count);
    const size_t vertices = (size_t)out->vertex_count;
    out->points = pd_fbx_take(s, vertices, sizeof *out->points);
    out->normals = pd_fbx_take(s, 3 * vertices, sizeof *out->normals);
    if (w->uvs->values) out->uvs = pd_fbx_take(s, 2 * vertices, sizeof *out->uvs);
    if (!out->points || !out->normals || (w->uvs->values && !out->uvs)) return short_of(s);
    for (size_t v = 0; v < vertices; v++) {
        out->points[v] = w->corners[v].point;
        memcpy(out->normals + 3 * v, w->corners[v].normal, 3 * sizeof *out->normals);
        if (out->uvs) memcpy(out->uvs + 2 * v, w->corners[v].uv, 2 * sizeof *out->uvs);
    }

    return PD_OK;
}

typedef struct sorted {
    int material, triangle;
} sorted;

static int by_material(const void *a, const void *b)
{
    const sorted *x = a;
    const sorted *y = b;
    return x->material != y->material ? (x->material < y->material ? -1 : 1)
                                      : (x->triangle > y->triangle) - (x->triangle < y->triangle);
}

/* Makes a part for each material. */
static pd_status make_parts(pd_fbx_mesh *m, polygons *p, const layer *normals, const layer *uvs,
                            int materials, pd_fbx_scene *s)
{
    /* A mesh without a material layer has one part. */
    layer of = {0};

    if (materials >= 0) {
        const pd_status status = read_layer(&of, s, materials, "Materials", NULL, 1);
        if (status != PD_OK) return status;
    }

    /* Sort the triangles by material. */
    sorted *order = pd_fbx_take(s, (size_t)p->triangle_count, sizeof *order);
    if (!order) return short_of(s);
    for (int t = 0; t < p->triangle_count; t++) {
        const int64_t raw = p->corners[p->triangles[3 * (size_t)t]];
        const double *value =
            layer_at(&of, p->triangles[3 * (size_t)t], raw < 0 ? -1 - raw : raw, p->polygon_of[t]);
        p->material[t] = value && *value > 0 && *value < MATERIALS_MAX ? (int)*value : 0;
        order[t] = (sorted){p->material[t], t};
    }

    qsort(order, (size_t)p->triangle_count, sizeof *order, by_material);
    int parts = 0;
    for (int t = 0; t < p->triangle_count; t++) {
        p->order[t] = order[t].triangle;
        parts += !t || order[t].material != order[t - 1].material;
    }

    /* Make a part of each run of one material. */
    welding w = {.polygons = p, .normals = normals, .uvs = uvs, .slots = 1};
    while (w.slots < 6 * (size_t)p->triangle_count) w.slots *= 2;
    w.table = pd_fbx_take(s, w.slots, sizeof *w.table);
    w.corners = pd_fbx_take(s, 3 * (size_t)p->triangle_count, sizeof *w.corners);
    m->parts = pd_fbx_take(s, (size_t)parts, sizeof *m->parts);
    if (!w.table || !w.corners || !m->parts) return short_of(s);
    for (int first = 0; first < p->triangle_count;) {
        int end = first + 1;
        while (end < p->triangle_count && order[end].material == order[first].material) end++;
        const pd_status status = make_part(&m->parts[m->part_count++], &w, first, end - first, s);
        if (status != PD_OK) return status;
        first = end;
    }

    PD_ASSERT(m->part_count == parts);

    return PD_OK;
}

/* ---- deformers ---- */

/* Reads a matrix of a cluster. *is_there is false if it is missing or singular. */
static pd_status matrix(pd_xform *to, bool *is_there, pd_fbx_scene *s, int record, const char *name)
{
    double *v = NULL;
    size_t count = 0;
    pd_xform out = pd_xform_identity();
    const int at = pd_fbx_find(s->fbx, record, name, 0);
    const pd_status status = at < 0 ? PD_OK : pd_fbx_numbers(&v, &count, s->fbx, at, 16, s->err);

    if (status != PD_OK) return status;
    *is_there = count == 16;
    for (int i = 0; i < 16 && *is_there; i++) *is_there = isfinite(v[i]);
    for (int c = 0; c < 4 && *is_there; c++) /* stored column after column */
        for (int r = 0; r < 3; r++) out.m[4 * r + c] = v[4 * c + r];
    free(v);
    pd_xform inverse;
    *is_there = *is_there && pd_fbx_inverse(&inverse, &out);
    *to = *is_there ? out : pd_xform_identity();

    return PD_OK;
}

/* Reads a cluster, which has the weights of one joint. */
static pd_status read_cluster(pd_fbx_mesh *m, pd_fbx_scene *s, int record, bool motion_only)
{
    pd_fbx *f = s->fbx;
    size_t count = 0;
    int link = -1;
    const int bone = pd_fbx_below(s, &link, pd_fbx_id(s, record), "Model", NULL);
    const int model = bone < 0 ? -1 : pd_fbx_model_of(s, pd_fbx_id(s, bone));

    if (model < 0) {
        pd_fbx_note(s, "clusters of skins without a joint");
        return PD_OK;
    }

    /* Transforms at the time of binding. */
    pd_fbx_cluster *c = &m->clusters[m->cluster_count++];
    *c = (pd_fbx_cluster){.model = model};
    pd_status status = matrix(&c->transform, &c->has_transform, s, record, "Transform");
    if (status == PD_OK) status = matrix(&c->link, &c->has_link, s, record, "TransformLink");
    if (status != PD_OK) return status;
    if (pd_fbx_says(f, pd_fbx_find(f, record, "Mode", 0), 0, "Additive"))
        pd_fbx_note(s, "the mode Additive of clusters");
    if (motion_only) return PD_OK;

    /* Points and weights. */
    status = indices(&c->points, &c->count, s, pd_fbx_find(f, record, "Indexes", 0));
    if (status == PD_OK)
        status = fbx_mesh_numbers(&c->weights, &count, s, pd_fbx_find(f, record, "Weights", 0));
    if (status == PD_OK && count != c->count)
        status = fail_fbx_mesh(
            s, PD_ERR_FORMAT,
            "a cluster has different numbers of vertices and weights; one weight for each vertex expected");

    return status;
}

/* Reads the clusters of all skins of a mesh. */
static pd_status read_clusters(pd_fbx_mesh *m, pd_fbx_scene *s, int64_t geometry, bool motion_only)
{
    size_t count = 0;

    /* Count them in the first pass, read them in the second. */
    for (int pass = 0; pass < 2; pass++) {
        int skin_link = -1;
        for (int skin; (skin = pd_fbx_below(s, &skin_link, geometry, "Deformer", "Skin")) >= 0;) {
            if (pd_fbx_says(s->fbx, pd_fbx_find(s->fbx, skin, "SkinningType", 0), 0, "DualQuaternion"))
                pd_fbx_note(s, "dual quaternions of skins (linear instead)");
            int link = -1;
            for (int c; (c = pd_fbx_below(s, &link, pd_fbx_id(s, skin), "Deformer", "Cluster")) >= 0;) {
                if (!pass) {
                    count++;
                    continue;
                }

                const pd_status status = read_cluster(m, s, c, motion_only);
                if (status != PD_OK) return status;
            }
        }

        if (!pass) m->clusters = pd_fbx_take(s, count, sizeof *m->clusters);
        if (!m->clusters) return short_of(s);
    }

    return PD_OK;
}

/* Expands the differences of a shape from the listed points to all points. */
static pd_status spread_fbx_mesh(const double **out, const pd_fbx_mesh *m, pd_fbx_scene *s,
                                 const int64_t *points, size_t point_count, const double *values,
                                 size_t value_count)
{
    bool moves = false;
    double *all = pd_fbx_take(s, 3 * (size_t)m->point_count, sizeof *all);

    *out = NULL;
    if (!all) return short_of(s);

    /* Count a value that is not finite as 0. Leave out a shape that moves nothing. */
    for (size_t i = 0; i < point_count && 3 * i + 3 <= value_count; i++) {
        if (points[i] < 0 || points[i] >= m->point_count)
            return fail_fbx_mesh(
                s, PD_ERR_FORMAT,
                "a blend shape moves a vertex that the mesh does not have; a vertex of the mesh expected");
        for (int c = 0; c < 3; c++) {
            const double value = values[3 * i + (size_t)c];
            all[3 * points[i] + c] = isfinite(value) ? value : 0;
            moves |= value != 0;
        }
    }

    *out = moves ? all : NULL;

    return PD_OK;
}

/* Returns the name of a shape: that of its channel, without the name of the deformer. An in-between shape
 * gets its weight as suffix. */
static const char *shape_name(pd_fbx_scene *s, int deformer, int channel, double weight, bool is_between)
{
    const char *above = pd_fbx_name(s, deformer);
    const char *own = pd_fbx_name(s, channel);

    if (!above || !own) return NULL;
    const size_t length = strlen(above);
    if (length && !strncmp(own, above, length) && own[length] == '.' && own[length + 1]) own += length + 1;
    if (!is_between) return own;

    const size_t room = strlen(own) + 32;
    char *name = pd_fbx_take(s, room, 1);
    if (name) snprintf(name, room, "%s_%.6g", own, weight);

    return name;
}

/* Reads the differences of a shape for the control points that it lists. */
static pd_status read_differences(pd_fbx_shape *out, const pd_fbx_mesh *m, pd_fbx_scene *s, int shape)
{
    pd_fbx *f = s->fbx;
    const int64_t *points;
    const double *values, *normals;
    size_t point_count, value_count, normal_count;

    pd_status status = indices(&points, &point_count, s, pd_fbx_find(f, shape, "Indexes", 0));
    if (status != PD_OK) return status;
    status = fbx_mesh_numbers(&values, &value_count, s, pd_fbx_find(f, shape, "Vertices", 0));
    if (status != PD_OK) return status;
    status = fbx_mesh_numbers(&normals, &normal_count, s, pd_fbx_find(f, shape, "Normals", 0));
    if (status != PD_OK) return status;
    status = spread_fbx_mesh(&out->positions, m, s, points, point_count, values, value_count);
    if (status != PD_OK) return status;

    return spread_fbx_mesh(&out->normals, m, s, points, point_count, normals, normal_count);
}

/* Reads the shapes of a blend shape channel. */
static pd_status read_channel(pd_fbx_mesh *m, pd_fbx_scene *s, int deformer, int channel)
{
    pd_fbx *f = s->fbx;
    const double *full = NULL;
    size_t full_count = 0;
    double percent = 0;
    int link = -1, count = 0;

    /* The channel's value and the percent at which each shape has its full effect. */
    const int at = pd_fbx_find(f, channel, "DeformPercent", 0);
    const pd_fbx_property *own = pd_fbx_at(f, at, 0);
    if (own && isfinite(own->number)) percent = own->number;
    pd_fbx_values(&percent, 1, f, channel, "DeformPercent");
    pd_status status = fbx_mesh_numbers(&full, &full_count, s, pd_fbx_find(f, channel, "FullWeights", 0));
    if (status != PD_OK) return status;

    /* Give a shape without a usable percent an even share of 100. */
    while (pd_fbx_below(s, &link, pd_fbx_id(s, channel), "Geometry", "Shape") >= 0) count++;
    double *weights = pd_fbx_take(s, (size_t)count, sizeof *weights);
    if (!weights) return short_of(s);
    for (int i = 0; i < count; i++)
        weights[i] =
            (size_t)i < full_count && full[i] > 0 && isfinite(full[i]) ? full[i] : 100.0 * (i + 1) / count;

    /* The shapes: differences for the control points that they list. */
    link = -1;
    for (int i = 0, shape; (shape = pd_fbx_below(s, &link, pd_fbx_id(s, channel), "Geometry", "Shape")) >= 0;
         i++) {
        if (m->shape_count == SHAPES_MAX)
            return pd_fail(s->err, PD_ERR_LIMIT, s->fbx->name,
                           "a mesh has more than the allowed %d blend shapes", SHAPES_MAX);
        pd_fbx_shape *out = &m->shapes[m->shape_count++];
        *out = (pd_fbx_shape){.channel = pd_fbx_id(s, channel),
                              .name = NULL,
                              .place = i,
                              .count = count,
                              .full_weights = weights,
                              .percent = percent,
                              .positions = NULL,
                              .normals = NULL};
        out->name = shape_name(s, deformer, channel, weights[i], i + 1 < count);
        status = out->name ? read_differences(out, m, s, shape) : short_of(s);

        if (status != PD_OK) return status;
    }

    if (!count) pd_fbx_note(s, "blend shape channels without a shape");

    return PD_OK;
}

/* Reads the blend shapes of a mesh. */
static pd_status read_shapes(pd_fbx_mesh *m, pd_fbx_scene *s, int64_t geometry)
{
    size_t count = 0;

    /* Count them in the first pass, read them in the second. */
    for (int pass = 0; pass < 2; pass++) {
        int blend_link = -1;
        for (int blend; (blend = pd_fbx_below(s, &blend_link, geometry, "Deformer", "BlendShape")) >= 0;) {
            int link = -1;
            for (int c;
                 (c = pd_fbx_below(s, &link, pd_fbx_id(s, blend), "Deformer", "BlendShapeChannel")) >= 0;) {
                int shape_link = -1;
                while (!pass && count <= SHAPES_MAX &&
                       pd_fbx_below(s, &shape_link, pd_fbx_id(s, c), "Geometry", "Shape") >= 0)
                    count++;
                const pd_status status = pass ? read_channel(m, s, blend, c) : PD_OK;
                if (status != PD_OK) return status;
            }
        }

        if (!pass) m->shapes = pd_fbx_take(s, count, sizeof *m->shapes);
        if (!m->shapes) return short_of(s);
    }

    return PD_OK;
}

double pd_fbx_shape_weight(const pd_fbx_shape *shape, double percent)
{
    const double *full = shape->full_weights;
    const int i = shape->place;
    const int last = shape->count - 1;

    if (last == 0 || (i == 0 && percent <= full[0])) return percent / full[i];
    if (i < last && percent >= full[i]) return fmax(0, (full[i + 1] - percent) / (full[i + 1] - full[i]));
    if (i == last && percent >= full[i]) return 1;

    return i ? fmax(0, (percent - full[i - 1]) / (full[i] - full[i - 1])) : 0;
}

/* ---- all of it ---- */

pd_status pd_fbx_mesh_read(pd_fbx_mesh *out, pd_fbx_scene *scene, int geometry, bool motion_only)
{
    pd_fbx *f = scene->fbx;
    const int64_t id = pd_fbx_id(scene, geometry);
    size_t count = 0;
    polygons p = {0};
    layer normals = {0}, uvs = {0};

    /* Skin clusters; nothing else is needed for the motion alone. */
    *out = (pd_fbx_mesh){0};
    pd_status status = read_clusters(out, scene, id, motion_only);
    if (status != PD_OK || motion_only) return status;

    /* Control points and polygons. */
    status = fbx_mesh_numbers((const double **)&out->positions, &count, scene,
                              pd_fbx_find(f, geometry, "Vertices", 0));
    if (status == PD_OK)
        status =
            indices(&p.corners, &p.corner_count, scene, pd_fbx_find(f, geometry, "PolygonVertexIndex", 0));
    if (status != PD_OK || !count || !p.corner_count) return status;
    if (count / 3 > POINTS_MAX)
        return pd_fail(scene->err, PD_ERR_LIMIT, scene->fbx->name,
                       "a mesh has more than the allowed %d vertices", POINTS_MAX);
    out->point_count = (int)(count / 3);
    for (size_t i = 0; i < count; i++)
        if (!isfinite(out->positions[i]))
            return fail_fbx_mesh(scene, PD_ERR_FORMAT,
                                 "a coordinate of a vertex is not finite; finite numbers expected");

    /* Triangles, then normals and texture coordinates. Missing normals are computed. */
    status = triangulate(&p, out, scene);
    const int normal = pd_fbx_find(f, geometry, "LayerElementNormal", 0);
    const int uv = pd_fbx_find(f, geometry, "LayerElementUV", 0);
    if (status == PD_OK && normal >= 0)
        status = read_layer(&normals, scene, normal, "Normals", "NormalsIndex", 3);
    if (status == PD_OK && !normals.value_count) status = smooth_normals(&normals, out, &p, scene);
    if (status == PD_OK && uv >= 0) status = read_layer(&uvs, scene, uv, "UV", "UVIndex", 2);

    /* Report what a file has and the result leaves out. */
    if (status == PD_OK && uv >= 0 && pd_fbx_find(f, geometry, "LayerElementUV", f->records[uv].end) >= 0)
        pd_fbx_note(scene, "further sets of texture coordinates");
    if (status == PD_OK && pd_fbx_find(f, geometry, "LayerElementColor", 0) >= 0)
        pd_fbx_note(scene, "vertex colours");

    /* Parts by material, and blend shapes. */
    if (status == PD_OK)
        status =
            make_parts(out, &p, &normals, &uvs, pd_fbx_find(f, geometry, "LayerElementMaterial", 0), scene);

    return status == PD_OK ? read_shapes(out, scene, id) : status;
}
