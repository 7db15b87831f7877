#include "core/io/fbx/fbx_scene_parts.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TICKS        46186158000.0 /* KTime units per second of the old definition */
#define NEW_TICKS    141120000.0   /* KTime units per second of the new definition of time codes */
#define CENTIMETRE   0.01
#define DEGREE       0.017453292519943295
#define INHERITS_RRS 2

/* Largest number of properties that are searched, because malicious files have very many of them. Files of
 * programs have a few hundred. */
#define PROPERTIES_SEEN 4096

/* ---- memory and notes ---- */

void *pd_fbx_take(pd_fbx_scene *scene, size_t count, size_t size)
{
    size_t bytes;

    /* Limit what a file may ask for in all. */
    if (!pd_size_mul(&bytes, count ? count : 1, size) || bytes > scene->fbx->most_bytes ||
        scene->pool_bytes > scene->fbx->most_bytes - bytes) {
        pd_fail(scene->err, PD_ERR_LIMIT, scene->fbx->name,
                "reading the file takes more than the allowed %zu bytes", scene->fbx->most_bytes);
        return NULL;
    }

    /* Memory is freed with the scene, so keep a list of it. */
    if (scene->pool_count == scene->pool_room) {
        const int more = scene->pool_room ? 2 * scene->pool_room : 64;
        void **moved = realloc(scene->pool, (size_t)more * sizeof *moved);
        if (moved) {
            scene->pool = moved;
            scene->pool_room = more;
        }
    }

    void *made = scene->pool_count < scene->pool_room ? calloc(1, bytes) : NULL;
    if (!made) {
        pd_fail(scene->err, PD_ERR_MEMORY, scene->fbx->name, "out of memory for %zu bytes", bytes);
        return NULL;
    }

    scene->pool_bytes += bytes;

    return scene->pool[scene->pool_count++] = made;
}

pd_status pd_fbx_scene_short_of(const pd_fbx_scene *scene)
{
    return scene->err && scene->err->status != PD_OK ? scene->err->status : PD_ERR_MEMORY;
}

void pd_fbx_note(pd_fbx_scene *scene, const char *format, ...)
{
    char text[256];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);

    const size_t used = strlen(scene->note);
    if (used + sizeof text > sizeof scene->note || strstr(scene->note, text)) return;
    snprintf(scene->note + used, sizeof scene->note - used, "%s%s", used ? ", " : "", text);
}

/* ---- objects and links ---- */

int64_t pd_fbx_id(const pd_fbx_scene *scene, int record)
{
    const pd_fbx_property *p = pd_fbx_at(scene->fbx, record, 0);
    return p ? p->whole : 0;
}

typedef struct keyed {
    int64_t key;
    int index;
} keyed;

static int by_key(const void *a, const void *b)
{
    const keyed *x = a;
    const keyed *y = b;
    return x->key < y->key ? -1 : x->key > y->key ? 1 : (x->index > y->index) - (x->index < y->index);
}

/* Sorts the objects by their numbers, so that connections can be searched. */
static pd_status index_objects(pd_fbx_scene *s)
{
    pd_fbx *f = s->fbx;
    int count = 0;

    s->objects = pd_fbx_find(f, -1, "Objects", 0);
    if (s->objects < 0) return PD_OK;

    /* Count the objects, list them, and sort. */
    for (int i = s->objects + 1; i < f->records[s->objects].end; i = f->records[i].end) count++;
    keyed *order = pd_fbx_take(s, (size_t)count, sizeof *order);
    s->by_id = pd_fbx_take(s, (size_t)count, sizeof *s->by_id);
    if (!order || !s->by_id) return pd_fbx_scene_short_of(s);
    for (int i = s->objects + 1; i < f->records[s->objects].end; i = f->records[i].end) {
        const pd_fbx_property *id = pd_fbx_at(f, i, 0);
        if (id && strchr("LIY", id->type)) order[s->object_count++] = (keyed){id->whole, i};
    }

    PD_ASSERT(s->object_count <= (int)count);
    qsort(order, (size_t)s->object_count, sizeof *order, by_key);
    for (int i = 0; i < s->object_count; i++) s->by_id[i] = order[i].index;

    return PD_OK;
}

int pd_fbx_object(const pd_fbx_scene *scene, int64_t id)
{
    int low = 0;
    int high = scene->object_count;

    while (low < high) {
        const int middle = (low + high) / 2;
        if (pd_fbx_id(scene, scene->by_id[middle]) < id)
            low = middle + 1;
        else
            high = middle;
    }

    return low < scene->object_count && pd_fbx_id(scene, scene->by_id[low]) == id ? scene->by_id[low] : -1;
}

/* Sorts the connections by parent and by child. */
static pd_status index_links(pd_fbx_scene *s)
{
    pd_fbx *f = s->fbx;
    const int connections = pd_fbx_find(f, -1, "Connections", 0);
    int count = 0;

    if (connections < 0) return PD_OK;

    /* Count the connections, to allocate once. */
    for (int i = connections + 1; i < f->records[connections].end; i = f->records[i].end) count++;
    keyed *order = pd_fbx_take(s, (size_t)count, sizeof *order);
    pd_fbx_link *links = pd_fbx_take(s, (size_t)count, sizeof *links);
    s->links = pd_fbx_take(s, (size_t)count, sizeof *s->links);
    s->by_child = pd_fbx_take(s, (size_t)count, sizeof *s->by_child);
    if (!order || !links || !s->links || !s->by_child) return pd_fbx_scene_short_of(s);

    /* Read connections between objects (OO), and to a property of an object (OP). */
    for (int i = connections + 1; i < f->records[connections].end; i = f->records[i].end) {
        const pd_fbx_property *child = pd_fbx_at(f, i, 1);
        const pd_fbx_property *parent = pd_fbx_at(f, i, 2);
        const bool is_plain = pd_fbx_says(f, i, 0, "OO");
        const bool names = pd_fbx_says(f, i, 0, "OP");
        if (!(is_plain || names) || !child || !parent) continue;
        links[s->link_count] = (pd_fbx_link){child->whole, parent->whole, names ? pd_fbx_at(f, i, 3) : NULL};
        order[s->link_count] = (keyed){parent->whole, s->link_count};
        s->link_count++;
    }

    /* Sort by parent, and make a second order by child, so that both directions can be searched. */
    qsort(order, (size_t)s->link_count, sizeof *order, by_key);
    for (int i = 0; i < s->link_count; i++) s->links[i] = links[order[i].index];
    for (int i = 0; i < s->link_count; i++) order[i] = (keyed){s->links[i].child, i};
    qsort(order, (size_t)s->link_count, sizeof *order, by_key);
    for (int i = 0; i < s->link_count; i++) s->by_child[i] = order[i].index;

    return PD_OK;
}

/* Returns the first link to a parent, or -1. Its other links follow in the list. */
static int first_link_of(const pd_fbx_scene *scene, int64_t parent)
{
    int low = 0;
    int high = scene->link_count;

    while (low < high) {
        const int middle = (low + high) / 2;
        if (scene->links[middle].parent < parent)
            low = middle + 1;
        else
            high = middle;
    }

    return low < scene->link_count && scene->links[low].parent == parent ? low : -1;
}

int pd_fbx_below(const pd_fbx_scene *scene, int *link, int64_t parent, const char *name, const char *kind)
{
    *link = *link < 0 ? first_link_of(scene, parent) : *link + 1;
    for (; *link >= 0 && *link < scene->link_count && scene->links[*link].parent == parent; ++*link) {
        const int record = pd_fbx_object(scene, scene->links[*link].child);
        if (record < 0 || !pd_fbx_is(scene->fbx, record, name)) continue;
        if (!kind || pd_fbx_says(scene->fbx, record, 2, kind)) return record;
    }

    return -1;
}

int pd_fbx_scene_links_up(const pd_fbx_scene *s, int64_t child)
{
    int low = 0;
    int high = s->link_count;

    while (low < high) {
        const int middle = (low + high) / 2;
        if (s->links[s->by_child[middle]].child < child)
            low = middle + 1;
        else
            high = middle;
    }

    return low < s->link_count && s->links[s->by_child[low]].child == child ? low : -1;
}

const char *pd_fbx_name(pd_fbx_scene *scene, int record)
{
    const pd_fbx_property *p = pd_fbx_at(scene->fbx, record, 1);
    const size_t room = p && p->type == 'S' ? p->bytes.size + 1 : 1;
    char *name = pd_fbx_take(scene, room, 1);
    if (name) pd_fbx_text(name, room, scene->fbx, record, 1);
    return name;
}

bool pd_fbx_values(double *out, int count, const pd_fbx *fbx, int record, const char *name)
{
    PD_ASSERT(count > 0);
    const int list = record < 0 ? -1 : pd_fbx_find(fbx, record, "Properties70", 0);
    if (list < 0) return false;
    for (int i = list + 1, seen = 0; i < fbx->records[list].end && seen < PROPERTIES_SEEN;
         i = fbx->records[i].end, seen++) {
        if (!pd_fbx_says(fbx, i, 0, name)) continue;
        const pd_fbx_property *first = pd_fbx_at(fbx, i, 4);
        if (!first || strchr("SR", first->type)) return false;
        for (int c = 0; c < count; c++) {
            const pd_fbx_property *p = pd_fbx_at(fbx, i, 4 + c);
            if (p && isfinite(p->number)) out[c] = p->number;
        }
        return true;
    }

    return false;
}

/* ---- axes and units ---- */

static double setting(const pd_fbx_scene *s, const char *name, double otherwise)
{
    const int settings = pd_fbx_find(s->fbx, -1, "GlobalSettings", 0);
    double value = otherwise;
    pd_fbx_values(&value, 1, s->fbx, settings, name);
    return value;
}

/* Reads axes, unit and frame rate. */
static void read_settings(pd_fbx_scene *s, double unit)
{
    static const double rates[] = {30,
                                   120,
                                   100,
                                   60,
                                   50,
                                   48,
                                   30,
                                   30,
                                   30000 / 1001.0,
                                   30000 / 1001.0,
                                   25,
                                   24,
                                   1000,
                                   24000 / 1001.0,
                                   0,
                                   96,
                                   72,
                                   60000 / 1001.0,
                                   120000 / 1001.0};
    const char *const axes[3][2] = {
        {"CoordAxis", "CoordAxisSign"}, {"UpAxis", "UpAxisSign"}, {"FrontAxis", "FrontAxisSign"}};
    const int defaults[3] = {0, 1, 2};
    double rows[9] = {0};
    int used = 0;

    /* Row i of A: the file's axis that becomes glTF's axis i. */
    for (int i = 0; i < 3; i++) {
        const double axis = setting(s, axes[i][0], defaults[i]);
        const double sign = setting(s, axes[i][1], 1);
        const int k = axis >= 0 && axis <= 2 ? (int)axis : defaults[i];
        rows[3 * i + k] = sign < 0 ? -1 : 1;
        used |= 1 << k;
    }

    if (used != 7) {
        pd_fbx_note(s, "axes that are not three different ones (read as +Y up)");
        memcpy(rows, (const double[9]){1, 0, 0, 0, 1, 0, 0, 0, 1}, sizeof rows);
    }

    /* The axes may be left-handed. Then A = R P with a rotation R and a reflection P. */
    const double det = rows[0] * (rows[4] * rows[8] - rows[5] * rows[7]) -
                       rows[1] * (rows[3] * rows[8] - rows[5] * rows[6]) +
                       rows[2] * (rows[3] * rows[7] - rows[4] * rows[6]);
    s->is_mirrored = det < 0;
    for (int i = 0; s->is_mirrored && i < 3; i++) rows[3 * i + 2] = -rows[3 * i + 2]; /* R = A P */
    s->axes = pd_q_from_matrix(rows);

    /* Length unit and frame rate. */
    const double factor = setting(s, "UnitScaleFactor", 1);
    const double mode = setting(s, "TimeMode", 0);
    const double custom = setting(s, "CustomFrameRate", 0);
    s->metres = (factor > 0 ? factor : 1) * CENTIMETRE * unit;
    const int rate_count = (int)(sizeof rates / sizeof *rates);
    s->frame_rate = mode >= 0 && mode < rate_count ? rates[(int)mode] : rates[0];
    if (!(s->frame_rate > 0)) s->frame_rate = custom > 0 ? custom : rates[0];

    /* Units of time: TCDefinition of the header is 127 or missing for the old ones, 0 for the new ones. */
    const pd_fbx *f = s->fbx;
    const int flags = pd_fbx_find(f, pd_fbx_find(f, -1, "FBXHeaderExtension", 0), "OtherFlags", 0);
    const pd_fbx_property *definition =
        flags < 0 ? NULL : pd_fbx_at(f, pd_fbx_find(f, flags, "TCDefinition", 0), 0);
    s->ticks = definition && !strchr("SR", definition->type) && definition->number == 0 ? NEW_TICKS : TICKS;
}

/* ---- models ---- */

static pd_quat euler(const double deg[3], int order)
{
    /* First, second and third axis of rotation. */
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}};
    const int *axes = orders[order >= 0 && order < 6 ? order : 0];
    pd_quat q = pd_q_identity();

    for (int i = 0; i < 3; i++) {
        const double half = deg[axes[i]] * DEGREE / 2;
        const double v = sin(half);
        const pd_quat turn = {axes[i] == 0 ? v : 0, axes[i] == 1 ? v : 0, axes[i] == 2 ? v : 0, cos(half)};
        q = pd_q_mul(turn, q);
    }

    return q;
}

static pd_vec3 vector(const pd_fbx *f, int record, const char *name)
{
    double v[3] = {0, 0, 0};
    pd_fbx_values(v, 3, f, record, name);
    return pd_vec3_make(v[0], v[1], v[2]);
}

static pd_xform affine(pd_vec3 at, pd_quat q, const double scale[3])
{
    double m[9];
    pd_q_to_matrix(m, q);
    for (int i = 0; i < 9; i++) m[i] *= scale[i % 3];
    return pd_xform_make(m, (const double[3]){at.x, at.y, at.z});
}

/* Reads one model. */
static pd_status read_model(pd_fbx_scene *s, pd_fbx_model *m, int record, int parent)
{
    static const char *const joints[] = {"LimbNode", "Limb", "Root", "Effector"};
    const pd_fbx *f = s->fbx;
    double pre[3] = {0, 0, 0};
    double post[3] = {0, 0, 0};
    double turn[3] = {0, 0, 0};
    double scale[3] = {1, 1, 1};
    double order = 0, inherits = 0, active = 1;

    /* Type, local transform and pivots. Joints are told by the type of the node. */
    *m = (pd_fbx_model){.id = pd_fbx_id(s, record), .record = record, .parent = parent, .scale = {1, 1, 1}};
    m->name = pd_fbx_name(s, record);
    if (!m->name) return pd_fbx_scene_short_of(s);
    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++)
        m->is_joint |= pd_fbx_says(f, record, 2, joints[i]);
    pd_fbx_values(m->translation, 3, f, record, "Lcl Translation");
    pd_fbx_values(m->rotation_deg, 3, f, record, "Lcl Rotation");
    pd_fbx_values(m->scale, 3, f, record, "Lcl Scaling");
    pd_fbx_values(&inherits, 1, f, record, "InheritType");
    m->inherits = (int)inherits;
    m->offset = vector(f, record, "RotationOffset");
    m->pivot = vector(f, record, "RotationPivot");
    m->scale_offset = vector(f, record, "ScalingOffset");
    m->scale_pivot = vector(f, record, "ScalingPivot");

    /* FBX ignores the properties below unless RotationActive is true. */
    pd_fbx_values(&active, 1, f, record, "RotationActive");
    if (active != 0) {
        pd_fbx_values(pre, 3, f, record, "PreRotation");
        pd_fbx_values(post, 3, f, record, "PostRotation");
        pd_fbx_values(&order, 1, f, record, "RotationOrder");
    }

    m->order = order >= 0 && order < 6 ? (int)order : 0;
    m->pre = euler(pre, 0);
    m->post = euler(post, 0);

    /* The geometric transform moves the mesh only, not the children. */
    pd_fbx_values(turn, 3, f, record, "GeometricRotation");
    pd_fbx_values(scale, 3, f, record, "GeometricScaling");
    m->geometric = affine(vector(f, record, "GeometricTranslation"), euler(turn, 0), scale);

    return PD_OK;
}

/* Reads the models depth first, from those that have no model above them. */
static pd_status read_models(pd_fbx_scene *s)
{
    typedef struct item {
        int record, parent;
    } item;
    const pd_fbx *f = s->fbx;
    int count = 0, open_count = 0;

    /* Limit the number of models, and allocate them. */
    for (int i = 0; i < s->object_count; i++) count += pd_fbx_is(f, s->by_id[i], "Model");
    if (count > PD_FBX_MODELS_MAX)
        return pd_fail(s->err, PD_ERR_LIMIT, f->name, "%d models; at most %d allowed", count,
                       PD_FBX_MODELS_MAX);

    s->models = pd_fbx_take(s, (size_t)count, sizeof *s->models);
    item *open = pd_fbx_take(s, (size_t)count, sizeof *open);
    unsigned char *seen = pd_fbx_take(s, (size_t)f->record_count, 1);
    s->model_of = pd_fbx_take(s, (size_t)f->record_count, sizeof *s->model_of);
    if (!s->models || !open || !seen || !s->model_of) return pd_fbx_scene_short_of(s);

    /* Start from the models without a parent model. */
    for (int i = s->objects < 0 ? -1 : f->records[s->objects].end - 1; i > s->objects; i--) {
        /* Go from the last to the first, because the list is a stack. */
        if (!pd_fbx_is(f, i, "Model") || pd_fbx_object(s, pd_fbx_id(s, i)) != i) continue;
        bool is_below = false;
        const int64_t id = pd_fbx_id(s, i);
        for (int k = pd_fbx_scene_links_up(s, id);
             k >= 0 && k < s->link_count && s->links[s->by_child[k]].child == id; k++) {
            const pd_fbx_link *link = &s->links[s->by_child[k]];
            const int up = link->property ? -1 : pd_fbx_object(s, link->parent);
            is_below |= up >= 0 && pd_fbx_is(f, up, "Model");
        }

        if (is_below || open_count == count) continue;
        open[open_count++] = (item){i, -1};
        seen[i] = 1;
    }

    /* Take the next model, and add its children. */
    while (open_count > 0) {
        const item next = open[--open_count];
        const int own = s->model_count++;
        s->model_of[next.record] = own + 1;
        const pd_status status = read_model(s, &s->models[own], next.record, next.parent);
        if (status != PD_OK) return status;

        /* Reverse the children, so that the first is taken first. A model with two parents belongs to the one
         * that is visited first. */
        const int first = open_count;
        int link = -1;
        for (int r; (r = pd_fbx_below(s, &link, s->models[own].id, "Model", NULL)) >= 0;) {
            if (s->links[link].property || seen[r]) continue;
            seen[r] = 1;
            open[open_count++] = (item){r, own};
        }

        for (int a = first, b = open_count - 1; a < b; a++, b--) {
            const item swap = open[a];
            open[a] = open[b];
            open[b] = swap;
        }
    }

    /* A model that was not visited is below itself. */
    if (s->model_count < count) {
        int ids = 0;
        for (int i = 0; i < s->object_count; i++)
            ids += pd_fbx_is(f, s->by_id[i], "Model") &&
                   (!i || pd_fbx_id(s, s->by_id[i]) != pd_fbx_id(s, s->by_id[i - 1]));
        if (s->model_count < ids)
            return pd_fail(s->err, PD_ERR_FORMAT, f->name,
                           "%d models are their own ancestors; a tree of models expected",
                           ids - s->model_count);
    }

    return PD_OK;
}

int pd_fbx_model_of(const pd_fbx_scene *scene, int64_t id)
{
    const int record = pd_fbx_object(scene, id);
    return record < 0 ? -1 : scene->model_of[record] - 1;
}

/* ---- poses ---- */

static pd_vec3 times(pd_vec3 a, const double b[3])
{
    return pd_vec3_make(a.x * b[0], a.y * b[1], a.z * b[2]);
}

pd_fbx_pose pd_fbx_pose_of(const pd_fbx_scene *scene, int model, const double translation[3],
                           const double rotation_deg[3], const double scale[3])
{
    PD_ASSERT(model >= 0 && model < scene->model_count);
    const pd_fbx_model *m = &scene->models[model];
    pd_fbx_pose out;

    /* FBX's chain: offset, pivot, pre-rotation, rotation, inverse post-rotation, pivot back; then scaling
     * with its own pivot. */
    pd_quat q = pd_q_mul(pd_q_mul(m->pre, euler(rotation_deg, m->order)), pd_q_conjugate(m->post));
    pd_vec3 pivots = pd_vec3_sub(pd_vec3_add(m->scale_offset, m->scale_pivot), m->pivot);
    pivots = pd_vec3_sub(pivots, times(m->scale_pivot, scale));
    pd_vec3 at = pd_vec3_make(translation[0], translation[1], translation[2]);
    at = pd_vec3_add(at, pd_vec3_add(m->offset, pd_vec3_add(m->pivot, pd_q_rotate(q, pivots))));
    memcpy(out.scale, scale, sizeof out.scale);

    /* Inheritance RrS leaves out the parent's scale. */
    if (m->inherits == INHERITS_RRS && m->parent >= 0)
        for (int c = 0; c < 3; c++) {
            const double above = scene->models[m->parent].scale[c];
            if (above != 0) out.scale[c] /= above;
        }

    /* glTF's unit and axes. */
    at = pd_vec3_scale(at, scene->metres);
    if (scene->is_mirrored) {
        at.z = -at.z;
        q.x = -q.x;
        q.y = -q.y;
    }

    if (m->parent < 0) {
        at = pd_q_rotate(scene->axes, at);
        q = pd_q_mul(scene->axes, q);
    }

    out.at = at;
    out.rotation = pd_q_normalize(q);

    return out;
}

pd_xform pd_fbx_matrix(const pd_fbx_pose *pose)
{
    return affine(pose->at, pose->rotation, pose->scale);
}

void pd_fbx_worlds(pd_xform *out, const pd_fbx_scene *scene, bool unrotated)
{
    static const double none[3];

    for (int i = 0; i < scene->model_count; i++) {
        const pd_fbx_model *m = &scene->models[i];
        const pd_fbx_pose pose =
            pd_fbx_pose_of(scene, i, m->translation, unrotated ? none : m->rotation_deg, m->scale);
        const pd_xform local = pd_fbx_matrix(&pose);
        out[i] = m->parent < 0 ? local : pd_xform_mul(&out[m->parent], &local);
    }
}

bool pd_fbx_inverse(pd_xform *out, const pd_xform *of)
{
    const double *m = of->m;
    const double a = m[5] * m[10] - m[6] * m[9];
    const double b = m[6] * m[8] - m[4] * m[10];
    const double c = m[4] * m[9] - m[5] * m[8];
    const double det = m[0] * a + m[1] * b + m[2] * c;

    if (!isfinite(det) || fabs(det) < 1e-30) return false;
    const double inverse[9] = {
        a / det, (m[2] * m[9] - m[1] * m[10]) / det, (m[1] * m[6] - m[2] * m[5]) / det,
        b / det, (m[0] * m[10] - m[2] * m[8]) / det, (m[2] * m[4] - m[0] * m[6]) / det,
        c / det, (m[1] * m[8] - m[0] * m[9]) / det,  (m[0] * m[5] - m[1] * m[4]) / det};
    double at[3];
    for (int r = 0; r < 3; r++)
        at[r] = -(inverse[3 * r] * m[3] + inverse[3 * r + 1] * m[7] + inverse[3 * r + 2] * m[11]);
    *out = pd_xform_make(inverse, at);

    return true;
}

pd_xform pd_fbx_conjugated(const pd_fbx_scene *scene, const pd_xform *x)
{
    pd_xform out = *x;
    for (int r = 0; r < 3; r++) out.m[4 * r + 3] *= scene->metres;
    for (int i = 0; scene->is_mirrored && i < 12; i++)
        if ((i / 4 == 2) != (i % 4 == 2)) out.m[i] = -out.m[i];
    return out;
}

/* ---- animation ---- */

/* ---- all of it ---- */

/* Notes the animated properties that are not read. */
static void note_rest(pd_fbx_scene *s)
{
    if (s->other_curves)
        pd_fbx_note(s, "animation of %d other %s (%s%s)", s->other_curves,
                    s->other_curves == 1 ? "property" : "properties", s->others,
                    s->other_names > PD_FBX_SCENE_NAMES_MOST ? " ..." : "");
    static const struct {
        const char *record, *kind, *one, *many;
    } rows[] = {{"NodeAttribute", "Camera", "camera", "cameras"},
                {"NodeAttribute", "Light", "light", "lights"},
                {"Constraint", NULL, "constraint", "constraints"},
                {"Geometry", "NurbsCurve", "curve", "curves"},
                {"Geometry", "NurbsSurface", "NURBS surface", "NURBS surfaces"},
                {"Geometry", "Line", "line", "lines"},
                {"Cache", NULL, "vertex cache", "vertex caches"},
                {"Deformer", "VertexCacheDeformer", "vertex cache deformer", "vertex cache deformers"},
                {"LayeredTexture", NULL, "layered texture", "layered textures"}};

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        int count = 0;
        for (int i = 0; i < s->object_count; i++)
            count += pd_fbx_is(s->fbx, s->by_id[i], rows[k].record) &&
                     (!rows[k].kind || pd_fbx_says(s->fbx, s->by_id[i], 2, rows[k].kind));
        if (count) pd_fbx_note(s, "%d %s", count, count == 1 ? rows[k].one : rows[k].many);
    }
}

pd_status pd_fbx_scene_read(pd_fbx_scene *out, pd_fbx *fbx, double unit, pd_error *err)
{
    static _Thread_local pd_error unseen;

    *out = (pd_fbx_scene){.fbx = fbx, .objects = -1, .err = err ? err : &unseen};
    out->err->status = PD_OK;
    read_settings(out, unit);
    pd_status status = index_objects(out);
    if (status == PD_OK) status = index_links(out);
    if (status == PD_OK) status = read_models(out);
    if (status == PD_OK) status = pd_fbx_scene_read_stacks(out);
    if (status == PD_OK)
        note_rest(out);
    else
        pd_fbx_scene_deinit(out);

    return status;
}

void pd_fbx_scene_deinit(pd_fbx_scene *scene)
{
    for (int i = 0; i < scene->pool_count; i++) free(scene->pool[i]);
    free(scene->pool);
    memset(scene, 0, sizeof *scene);
}
