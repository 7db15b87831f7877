#include "tools/mhr/import.h"

#include "core/base/assert.h"
#include "core/io/fbx/fbx.h"
#include "core/io/tensor/npz.h"
#include "core/math/quat.h"
#include "tools/mhr/definition.h"
#include "core/mhr/pose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BIND_CM      1e-2 /* largest distance of a bind pose from the rest pose, centimetres */
#define BIND_TURN    1e-4
#define WEIGHT_SUM   1e-2 /* largest difference of a vertex's sum of weights from 1 */
#define POLYGON_MAX  64   /* largest number of corners of a polygon */
#define CHANNELS_MAX 2048

/* An object of the file: its record, and its connected children. */
typedef struct object {
    int64_t id;
    int record;
    int first_child, child_count; /* range in `links` */
    int joint;                    /* joint of a limb node, -1: none */
    bool is_below;                /* true: a limb node below another limb node */
} object;

typedef struct link {
    int parent, child; /* indices of objects */
    int order;
} link;

typedef struct importing {
    pd_mhr *out;
    const pd_tool_mhr_import_job *job;
    pd_fbx fbx;
    object *objects; /* sorted by id */
    link *links;     /* sorted by parent, then in the order of the file */
    int object_count, link_count;
    int *limbs;      /* (K) object of each joint */
    double *weights; /* (V,K) dense */
    pd_error *err;
} importing;

/* Fails with the file's name as the place. */
static pd_status refuse_import(const importing *in, pd_status status, const char *format, const char *what)
{
    return pd_fail(in->err, status, in->job->fbx.name, format, what);
}

/* ---- objects and connections ---- */

static int by_id(const void *a, const void *b)
{
    const object *x = a;
    const object *y = b;
    if (x->id != y->id) return x->id < y->id ? -1 : 1;
    return x->record - y->record;
}

static int by_parent(const void *a, const void *b)
{
    const link *x = a;
    const link *y = b;
    return x->parent != y->parent ? x->parent - y->parent : x->order - y->order;
}

static int find_object(const importing *in, int64_t id)
{
    int low = 0;
    int high = in->object_count;

    while (low < high) {
        const int middle = (low + high) / 2;
        if (in->objects[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }

    return low < in->object_count && in->objects[low].id == id ? low : -1;
}

/* Reads the objects, sorted by id, and their children. */
static pd_status read_objects(importing *in)
{
    const pd_fbx *f = &in->fbx;
    const int all = pd_fbx_find(f, -1, "Objects", 0);

    if (all < 0) return refuse_import(in, PD_ERR_FORMAT, "%s is missing", "Objects");

    /* Objects with an id, sorted by it; ids are unique. */
    in->objects = calloc((size_t)f->record_count + 1, sizeof *in->objects);
    if (!in->objects) return refuse_import(in, PD_ERR_MEMORY, "out of memory for its %s", "objects");

    for (int r = all + 1; r < f->records[all].end; r = f->records[r].end) {
        const pd_fbx_property *id = pd_fbx_at(f, r, 0);
        if (id && id->type == 'L')
            in->objects[in->object_count++] = (object){.id = id->whole, .record = r, .joint = -1};
    }

    qsort(in->objects, (size_t)in->object_count, sizeof *in->objects, by_id);
    for (int i = 1; i < in->object_count; i++)
        if (in->objects[i].id == in->objects[i - 1].id)
            return refuse_import(in, PD_ERR_FORMAT, "%s share one id", "two objects");

    /* Only connections between objects (OO), not those of properties. */
    const int connections = pd_fbx_find(f, -1, "Connections", 0);
    if (connections < 0) return refuse_import(in, PD_ERR_FORMAT, "%s is missing", "Connections");
    in->links = calloc((size_t)f->record_count + 1, sizeof *in->links);
    if (!in->links) return refuse_import(in, PD_ERR_MEMORY, "out of memory for its %s", "connections");

    for (int r = pd_fbx_find(f, connections, "C", 0); r >= 0;
         r = pd_fbx_find(f, connections, "C", f->records[r].end)) {
        const pd_fbx_property *child = pd_fbx_at(f, r, 1);
        const pd_fbx_property *parent = pd_fbx_at(f, r, 2);
        if (!pd_fbx_says(f, r, 0, "OO") || !child || !parent || child->type != 'L' || parent->type != 'L')
            continue;
        const int below = find_object(in, child->whole);
        const int above = find_object(in, parent->whole);
        if (below >= 0 && above >= 0) in->links[in->link_count++] = (link){above, below, r};
    }

    /* Children of each object are contiguous after sorting. */
    qsort(in->links, (size_t)in->link_count, sizeof *in->links, by_parent);
    for (int i = 0; i < in->link_count; i++) {
        object *parent = &in->objects[in->links[i].parent];
        if (!parent->child_count++) parent->first_child = i;
    }

    return PD_OK;
}

/* Returns child i of an object. */
static int child_of(const importing *in, int parent, int i)
{
    PD_ASSERT(i >= 0 && i < in->objects[parent].child_count);
    return in->links[in->objects[parent].first_child + i].child;
}

static bool is_class(const importing *in, int of, const char *record, const char *class)
{
    const int r = in->objects[of].record;
    return pd_fbx_is(&in->fbx, r, record) && pd_fbx_says(&in->fbx, r, 2, class);
}

static bool is_limb(const importing *in, int of)
{
    return is_class(in, of, "Model", "LimbNode") || is_class(in, of, "Model", "Root");
}

/* Returns the only object of a kind; -1: none, -2: more than one. */
static int only(const importing *in, const char *record, const char *class)
{
    int found = -1;
    for (int i = 0; i < in->object_count; i++)
        if (is_class(in, i, record, class)) found = found == -1 ? i : -2;
    return found;
}

/* Reads three numbers of a property by its name (record P: name, type, label, flags, x, y, z). Returns false
 * if it is missing. */
static bool read_vector(double out[3], const importing *in, int record, const char *name)
{
    const pd_fbx *f = &in->fbx;
    const int all = pd_fbx_find(f, record, "Properties70", 0);

    for (int r = all < 0 ? -1 : pd_fbx_find(f, all, "P", 0); r >= 0;
         r = pd_fbx_find(f, all, "P", f->records[r].end)) {
        if (!pd_fbx_says(f, r, 0, name)) continue;
        for (int c = 0; c < 3; c++) {
            const pd_fbx_property *p = pd_fbx_at(f, r, 4 + c);
            out[c] = p ? p->number : 0;
        }
        return true;
    }

    return false;
}

/* ---- skeleton ---- */

/* Appends a joint with its offset and pre-rotation; `of` is its object. */
static pd_status add_joint(importing *in, int of, int parent)
{
    pd_mhr *m = in->out;
    const int k = m->joint_count;
    const int record = in->objects[of].record;
    double offset[3] = {0}, pre[3] = {0}, turn[3] = {0};
    double matrix[9];
    char *name = m->joint_names[k];

    if (k >= PD_MHR_JOINTS_MAX) return refuse_import(in, PD_ERR_LIMIT, "more than %s joints", "512");
    if (!pd_fbx_text(name, PD_MODEL_NAME_BYTES, &in->fbx, record, 1) || strchr(name, ','))
        return refuse_import(in, PD_ERR_FORMAT,
                             "a joint's name is longer than 31 characters or has a comma: \"%s\"", name);
    read_vector(offset, in, record, "Lcl Translation");
    read_vector(pre, in, record, "PreRotation");
    if (read_vector(turn, in, record, "Lcl Rotation") && fabs(turn[0]) + fabs(turn[1]) + fabs(turn[2]) > 1e-6)
        return refuse_import(in, PD_ERR_UNSUPPORTED, "joint \"%s\" has a rotation beside its pre-rotation",
                             name);

    /* Angles in degrees about x, y and z become a quaternion. */
    for (int c = 0; c < 3; c++) {
        pre[c] *= acos(-1) / 180;
        m->offsets[3 * k + c] = (float)offset[c];
    }

    pd_mhr_pose_rotation(matrix, pre);
    const pd_quat q = pd_q_from_matrix(matrix);
    const float numbers[4] = {(float)q.x, (float)q.y, (float)q.z, (float)q.w};
    memcpy(m->prerotations + 4 * (size_t)k, numbers, sizeof numbers);
    m->parents[k] = parent;
    in->limbs[k] = of;
    in->objects[of].joint = k;
    m->joint_count++;

    return PD_OK;
}

/* Reads the joints depth first, children in the order of the connections. */
static pd_status read_skeleton(importing *in)
{
    pd_mhr *m = in->out;
    int stack[PD_MHR_JOINTS_MAX + 1][2];
    int depth = 0;

    m->joint_names = calloc(PD_MHR_JOINTS_MAX + 1, sizeof *m->joint_names);
    m->parents = calloc(PD_MHR_JOINTS_MAX, sizeof *m->parents);
    m->offsets = calloc(PD_MHR_JOINTS_MAX, 3 * sizeof *m->offsets);
    m->prerotations = calloc(PD_MHR_JOINTS_MAX, 4 * sizeof *m->prerotations);
    in->limbs = calloc(PD_MHR_JOINTS_MAX, sizeof *in->limbs);
    if (!m->joint_names || !m->parents || !m->offsets || !m->prerotations || !in->limbs)
        return refuse_import(in, PD_ERR_MEMORY, "out of memory for its %s", "joints");

    /* The root is the only limb node that is not below another. */
    int root = -1;
    for (int l = 0; l < in->link_count; l++)
        if (is_limb(in, in->links[l].parent)) in->objects[in->links[l].child].is_below = true;
    for (int i = 0; i < in->object_count; i++)
        if (is_limb(in, i) && !in->objects[i].is_below) root = root == -1 ? i : -2;

    if (root < 0)
        return refuse_import(in, PD_ERR_FORMAT, "%s of limb nodes; one expected",
                             root == -1 ? "no root" : "two roots");

    /* Depth first: an entry of the stack is an object and its next child. */
    pd_status status = add_joint(in, root, -1);
    stack[depth][0] = root;
    stack[depth++][1] = 0;
    while (depth && status == PD_OK) {
        const int of = stack[depth - 1][0];
        const int i = stack[depth - 1][1]++;
        if (i >= in->objects[of].child_count) {
            depth--;
            continue;
        }

        const int child = child_of(in, of, i);
        if (!is_limb(in, child)) continue;
        if (in->objects[child].joint >= 0)
            return refuse_import(in, PD_ERR_FORMAT, "%s has two parents", "a joint");
        status = add_joint(in, child, in->objects[of].joint);
        PD_ASSERT(depth <= PD_MHR_JOINTS_MAX);
        stack[depth][0] = child;
        stack[depth++][1] = 0;
    }

    return status;
}

/* ---- mesh ---- */

/* Reads vertices, and splits polygons into fans of triangles. */
static pd_status read_mesh(importing *in)
{
    pd_mhr *m = in->out;
    const int geometry = only(in, "Geometry", "Mesh");

    if (geometry < 0)
        return refuse_import(in, PD_ERR_FORMAT, "%s; one expected",
                             geometry == -1 ? "no mesh" : "two meshes");

    /* Vertices. */
    double *numbers;
    size_t count;
    int record = pd_fbx_find(&in->fbx, in->objects[geometry].record, "Vertices", 0);
    pd_status status =
        pd_fbx_numbers(&numbers, &count, &in->fbx, record, 3 * (size_t)PD_MHR_VERTICES_MAX, in->err);
    if (status) return status;
    m->vertex_count = (int)(count / 3);
    m->vertices = malloc((count + 1) * sizeof *m->vertices);
    for (size_t i = 0; m->vertices && i < count; i++) m->vertices[i] = (float)numbers[i];
    free(numbers);
    if (!m->vertices) return refuse_import(in, PD_ERR_MEMORY, "out of memory for its %s", "vertices");
    if (count < 9 || count % 3)
        return refuse_import(in, PD_ERR_FORMAT, "%s are no rows of three", "Vertices");

    /* Polygons end with a negative index: -1 - vertex. */
    int64_t *corners;
    record = pd_fbx_find(&in->fbx, in->objects[geometry].record, "PolygonVertexIndex", 0);
    status = pd_fbx_indices(&corners, &count, &in->fbx, record, 3 * (size_t)PD_MHR_FACES_MAX, in->err);
    if (status) return status;

    /* Triangles: a polygon ends at its negative index and is split into a fan. */
    m->faces = malloc((3 * count + 1) * sizeof *m->faces);
    if (!m->faces) status = refuse_import(in, PD_ERR_MEMORY, "out of memory for its %s", "polygons");
    size_t begin = 0;
    for (size_t i = 0; i < count && !status; i++) {
        const int64_t vertex = corners[i] < 0 ? -1 - corners[i] : corners[i];
        if (vertex >= m->vertex_count)
            status = refuse_import(in, PD_ERR_RANGE, "a polygon has %s", "a vertex that the mesh lacks");
        if (i - begin >= POLYGON_MAX)
            status = refuse_import(in, PD_ERR_LIMIT, "a polygon of more than %s corners", "64");
        if (corners[i] >= 0) continue;
        corners[i] = vertex;
        for (size_t c = begin + 1; c + 1 <= i && !status; c++) {
            uint32_t *face = m->faces + 3 * (size_t)m->face_count++;
            face[0] = (uint32_t)corners[begin];
            face[1] = (uint32_t)corners[c];
            face[2] = (uint32_t)corners[c + 1];
        }

        begin = i + 1;
    }

    PD_ASSERT((size_t)m->face_count <= count);
    free(corners);
    if (!status && (!m->face_count || m->face_count > PD_MHR_FACES_MAX))
        status = refuse_import(in, PD_ERR_FORMAT, "%s triangles", m->face_count ? "too many" : "no");

    return status;
}

/* Adds the displacements of a shape to dirs. */
static pd_status read_shape_import(float *dirs, importing *in, int shape)
{
    const int record = in->objects[shape].record;
    const size_t most = (size_t)in->out->vertex_count;
    int64_t *at = NULL;
    double *by = NULL;
    size_t count = 0, numbers = 0;
    pd_status status =
        pd_fbx_indices(&at, &count, &in->fbx, pd_fbx_find(&in->fbx, record, "Indexes", 0), most, in->err);

    if (!status)
        status = pd_fbx_numbers(&by, &numbers, &in->fbx, pd_fbx_find(&in->fbx, record, "Vertices", 0),
                                3 * most, in->err);
    if (!status && numbers != 3 * count)
        status = refuse_import(in, PD_ERR_FORMAT, "%s has not three numbers a vertex", "a shape");
    for (size_t i = 0; i < count && !status; i++) {
        if (at[i] < 0 || (size_t)at[i] >= most) {
            status = refuse_import(in, PD_ERR_RANGE, "a shape moves %s", "a vertex that the mesh lacks");
            break;
        }

        for (size_t c = 0; c < 3; c++) dirs[3 * (size_t)at[i] + c] += (float)by[3 * i + c];
    }

    free(at);
    free(by);

    return status;
}

/* Reads the blend shapes: the first identity_count are of identity, the others of expression. */
static pd_status read_shapes(importing *in)
{
    pd_mhr *m = in->out;
    int shapes[2 * PD_MHR_SHAPES_MAX];
    int count = 0;
    const int deformer = only(in, "Deformer", "BlendShape");

    if (deformer == -2)
        return refuse_import(in, PD_ERR_FORMAT, "%s; one expected", "two sets of blend shapes");
    if (deformer >= 0 && in->objects[deformer].child_count > CHANNELS_MAX)
        return refuse_import(in, PD_ERR_LIMIT, "more than %s channels of blend shapes", "2048");

    /* Shapes of the channels, in their order, each once. */
    for (int i = 0; deformer >= 0 && i < in->objects[deformer].child_count; i++) {
        const int channel = child_of(in, deformer, i);
        const bool is_channel = is_class(in, channel, "Deformer", "BlendShapeChannel");
        int shape = -1;
        for (int c = 0; is_channel && shape < 0 && c < in->objects[channel].child_count; c++)
            if (is_class(in, child_of(in, channel, c), "Geometry", "Shape")) shape = child_of(in, channel, c);

        bool is_known = shape < 0; /* files may connect a channel twice */
        for (int c = 0; c < count && !is_known; c++) is_known = shapes[c] == shape;
        if (is_known) continue;
        if (count == 2 * PD_MHR_SHAPES_MAX)
            return refuse_import(in, PD_ERR_LIMIT, "more than %s blend shapes", "512");
        shapes[count++] = shape;
    }

    /* Count the shapes of each kind. */
    m->identity_count = in->job->identity_count;
    m->expression_count = count - m->identity_count;
    if (m->identity_count < 0 || m->expression_count < 0 || m->identity_count > PD_MHR_SHAPES_MAX ||
        m->expression_count > PD_MHR_SHAPES_MAX)
        return pd_fail(
            in->err, PD_ERR_RANGE, in->job->fbx.name,
            "%d blend shapes, of which %d should be identity; at least so many and at most %d of either "
            "expected",
            count, m->identity_count, PD_MHR_SHAPES_MAX);

    /* Displacements of the vertices. */
    const size_t numbers = 3 * (size_t)m->vertex_count;
    m->identity_dirs = calloc(numbers * (size_t)m->identity_count + 1, sizeof(float));
    m->expression_dirs = calloc(numbers * (size_t)m->expression_count + 1, sizeof(float));
    if (!m->identity_dirs || !m->expression_dirs)
        return refuse_import(in, PD_ERR_MEMORY, "out of memory for its %s", "blend shapes");
    pd_status status = PD_OK;
    for (int i = 0; i < count && !status; i++)
        status = read_shape_import(i < m->identity_count
                                       ? m->identity_dirs + numbers * (size_t)i
                                       : m->expression_dirs + numbers * (size_t)(i - m->identity_count),
                                   in, shapes[i]);

    return status;
}

/* ---- skin ---- */

/* Checks that the bind pose of a cluster is the rest pose of its joint. */
static pd_status check_bind(importing *in, int cluster, const double *state)
{
    double *bind;
    size_t count;
    const int record = pd_fbx_find(&in->fbx, in->objects[cluster].record, "TransformLink", 0);

    if (record < 0) return PD_OK;
    pd_status status = pd_fbx_numbers(&bind, &count, &in->fbx, record, 16, in->err);
    if (status) return status;

    /* Differences of place and rotation; the matrix of the file is stored by columns. */
    double apart = 0, turned = 0;
    for (int r = 0; r < 3 && count == 16; r++) {
        apart = fmax(apart, fabs(bind[12 + r] - state[9 + r])); /* a row is a column of the matrix */
        for (int c = 0; c < 3; c++)
            turned = fmax(turned, fabs(bind[4 * c + r] - state[12] * state[3 * r + c]));
    }

    free(bind);
    if (count == 16 && apart < BIND_CM && turned < BIND_TURN) return PD_OK;

    return pd_fail(in->err, PD_ERR_RANGE, in->job->fbx.name,
                   "the bind pose of a joint is %g cm and %g from where offsets and pre-rotations put it",
                   apart, turned);
}

/* Reads the weights of a cluster for the joint that is connected to it. */
static pd_status read_cluster(importing *in, int cluster, const double *world)
{
    const pd_mhr *m = in->out;
    const int record = in->objects[cluster].record;
    int joint = -1;

    for (int i = 0; i < in->objects[cluster].child_count && joint < 0; i++)
        joint = in->objects[child_of(in, cluster, i)].joint;
    const int indexes = pd_fbx_find(&in->fbx, record, "Indexes", 0);
    if (indexes < 0) return PD_OK; /* the cluster has no weights */
    if (joint < 0) return refuse_import(in, PD_ERR_FORMAT, "%s is of no joint", "a cluster of the skin");

    /* Bind pose and weights, added to the joint's column. */
    int64_t *at = NULL;
    double *weights = NULL;
    size_t count, weight_count;
    pd_status status = check_bind(in, cluster, world + PD_MHR_STATE * joint);
    if (!status) status = pd_fbx_indices(&at, &count, &in->fbx, indexes, (size_t)m->vertex_count, in->err);
    if (!status)
        status =
            pd_fbx_numbers(&weights, &weight_count, &in->fbx, pd_fbx_find(&in->fbx, record, "Weights", 0),
                           (size_t)m->vertex_count, in->err);
    if (!status && count != weight_count)
        status = refuse_import(in, PD_ERR_FORMAT, "%s has not one weight a vertex", "a cluster");
    for (size_t i = 0; !status && i < count; i++) {
        if (at[i] < 0 || at[i] >= m->vertex_count || !(weights[i] >= 0 && weights[i] <= 1 + WEIGHT_SUM))
            status = refuse_import(in, PD_ERR_RANGE, "a cluster has %s",
                                   "a vertex that the mesh lacks, or a weight beyond 0 to 1");
        else
            in->weights[(size_t)at[i] * (size_t)m->joint_count + (size_t)joint] += weights[i];
    }

    free(at);
    free(weights);

    return status;
}

/* Reads the weights of all clusters. */
static pd_status read_skin(importing *in)
{
    pd_mhr *m = in->out;
    const size_t joints = (size_t)m->joint_count;
    double *world = malloc(joints * PD_MHR_STATE * sizeof *world);

    in->weights = calloc((size_t)m->vertex_count * joints, sizeof *in->weights);
    pd_status status =
        world && in->weights ? PD_OK : refuse_import(in, PD_ERR_MEMORY, "out of memory for its %s", "skin");

    /* Every cluster adds its weights. */
    if (!status) pd_mhr_pose_rest(world, m);
    for (int i = 0; i < in->object_count && !status; i++)
        if (is_class(in, i, "Deformer", "Cluster")) status = read_cluster(in, i, world);
    free(world);
    if (status) return status;

    /* The dense weights as rows that sum to 1. */
    const size_t all = (size_t)m->vertex_count * joints;
    size_t entries = 0, at = 0;
    for (size_t i = 0; i < all; i++) entries += in->weights[i] > 0;
    if (!pd_mhr_rows_alloc(&m->skin, m->vertex_count, m->joint_count, entries))
        return refuse_import(in, PD_ERR_MEMORY, "out of memory for its %s", "skin");

    for (size_t v = 0; v < (size_t)m->vertex_count; v++) {
        double sum = 0;
        for (size_t k = 0; k < joints; k++) sum += in->weights[v * joints + k];
        if (!(fabs(sum - 1) < WEIGHT_SUM))
            return pd_fail(in->err, PD_ERR_RANGE, in->job->fbx.name,
                           "weights of vertex %zu sum to %g; 1 expected", v, sum);
        for (size_t k = 0; k < joints; k++) {
            if (!(in->weights[v * joints + k] > 0)) continue;
            m->skin.columns[at] = (uint32_t)k;
            m->skin.weights[at++] = (float)(in->weights[v * joints + k] / sum);
        }

        m->skin.start[v + 1] = (uint32_t)at;
    }

    PD_ASSERT(at == entries);

    return PD_OK;
}

static pd_status read_fbx(importing *in)
{
    const pd_tool_mhr_source *file = &in->job->fbx;
    pd_status s = pd_fbx_parse(&in->fbx, file->bytes.data, file->bytes.size, file->name, in->err);

    if (s) return s;

    /* Units: centimetres, +Y up. */
    const int settings = pd_fbx_find(&in->fbx, -1, "GlobalSettings", 0);
    double unit[3] = {1};
    double up[3] = {1};
    if (settings >= 0) {
        read_vector(unit, in, settings, "UnitScaleFactor");
        read_vector(up, in, settings, "UpAxis");
    }

    if (fabs(unit[0] - 1) > 1e-9)
        return pd_fail(in->err, PD_ERR_RANGE, file->name, "UnitScaleFactor %g; 1 (centimetres) expected",
                       unit[0]);
    if (up[0] < 1 || up[0] > 1)
        return pd_fail(in->err, PD_ERR_RANGE, file->name, "UpAxis %g; 1 (+Y) expected", up[0]);

    /* Each step needs the results of the one before. */
    s = read_objects(in);
    if (!s) s = read_skeleton(in);
    if (!s) s = read_mesh(in);
    if (!s) s = read_shapes(in);

    return s ? s : read_skin(in);
}

/* ---- definition ---- */

/* Packs the terms row by row. Two terms of one parameter are added. */
static void pack_transform(pd_mhr_rows *out, const pd_tool_mhr_definition *d)
{
    uint32_t at = 0;

    PD_ASSERT(out->row_count >= 1);
    for (int r = 0; r < out->row_count; r++) {
        const uint32_t begin = at;
        for (int t = 0; t < d->term_count; t++) {
            if (d->terms[t].row != r) continue;
            uint32_t i = begin;
            while (i < at && out->columns[i] != (uint32_t)d->terms[t].parameter) i++;
            if (i == at) {
                out->columns[at] = (uint32_t)d->terms[t].parameter;
                out->weights[at++] = 0;
            }

            out->weights[i] += (float)d->terms[t].weight;
        }

        PD_ASSERT(at <= (uint32_t)d->term_count);
        out->start[r + 1] = at;
    }
}

static pd_status read_definition(pd_mhr *m, const pd_tool_mhr_import_job *job, pd_error *err)
{
    pd_tool_mhr_definition d;
    pd_status status =
        pd_tool_mhr_definition_parse(&d, job->definition.bytes, (const pd_model_name *)m->joint_names,
                                     m->joint_count, job->definition.name, err);

    if (status) return status;

    /* Names, limits and the matrix from parameters to joint channels. */
    const size_t count = (size_t)d.parameter_count;
    m->parameter_names = malloc(count * sizeof *m->parameter_names);
    m->limits = malloc(count * 2 * sizeof *m->limits);
    m->is_scale = malloc(count);
    if (m->parameter_names && m->limits && m->is_scale &&
        pd_mhr_rows_alloc(&m->transform, PD_MHR_CHANNELS * m->joint_count, d.parameter_count,
                          (size_t)d.term_count)) {
        m->parameter_count = d.parameter_count;
        memcpy(m->parameter_names, d.parameters, count * sizeof *d.parameters);
        memcpy(m->limits, d.limits, count * sizeof *d.limits);
        memcpy(m->is_scale, d.is_scale, count);
        pack_transform(&m->transform, &d);
    } else
        status = pd_fail(err, PD_ERR_MEMORY, job->definition.name, "out of memory for %zu parameters", count);
    pd_tool_mhr_definition_deinit(&d);

    return status;
}

/* ---- correctives ---- */

static pd_status place_import(const pd_tool_mhr_source *file, pd_status status, pd_error *err)
{
    return pd_model_file_place(status, file->name, err);
}

/* Reads the sparse first layer of the correctives. A mask gives its sparsity pattern. */
static pd_status read_activation(pd_mhr *m, pd_npz *npz, const char *name, pd_error *err)
{
    pd_array mask, indices, weights;
    pd_status s = pd_npz_read(&mask, npz, "posedirs_sparse_mask", err);

    if (!s) s = pd_npz_read(&indices, npz, "0.sparse_indices", err);
    if (!s) s = pd_npz_read(&weights, npz, "0.sparse_weight", err);
    if (s) return s;

    /* Shapes of the three arrays. */
    const size_t features =
        PD_MHR_FEATURES * (size_t)(m->joint_count > PD_MHR_FREE ? m->joint_count - PD_MHR_FREE : 0);
    if (mask.rank != 2 || mask.shape[1] != features || !mask.shape[0] || mask.shape[0] > PD_MHR_UNITS_MAX)
        return pd_fail(err, PD_ERR_FORMAT, name,
                       "posedirs_sparse_mask is for %zu numbers; %zu expected, 6 for each of %d joints",
                       mask.rank == 2 ? mask.shape[1] : 0, features, m->joint_count - PD_MHR_FREE);
    const size_t units = mask.shape[0];
    const size_t n = weights.count;
    if (indices.rank != 2 || indices.shape[0] != 2 || indices.shape[1] != n || n > (1u << 22))
        return pd_fail(err, PD_ERR_FORMAT, name,
                       "0.sparse_indices is not (2, %zu), two for each of 0.sparse_weight", n);

    /* Indices in range, and the number of weights of each row. */
    int64_t *at = malloc((2 * n + 1) * sizeof *at);
    float *by = malloc((n + 1) * sizeof *by);
    if (!at || !by || !pd_mhr_rows_alloc(&m->activation, (int)units, (int)features, n))
        s = pd_fail(err, PD_ERR_MEMORY, name, "out of memory for %zu weights", n);
    if (!s) s = pd_array_i64(at, &indices, "0.sparse_indices", err);
    if (!s) s = pd_array_f32(by, &weights, "0.sparse_weight", err);
    for (size_t i = 0; i < n && !s; i++) {
        if (at[i] < 0 || (size_t)at[i] >= units || at[n + i] < 0 || (size_t)at[n + i] >= features)
            s = pd_fail(err, PD_ERR_RANGE, name,
                        "0.sparse_indices %zu is (%lld, %lld); below (%zu, %zu) expected", i,
                        (long long)at[i], (long long)at[n + i], units, features);
        else
            m->activation.start[at[i] + 1]++;
    }

    /* Sort by rows: counts become starts, which advance while rows are filled and are then moved back. */
    for (size_t u = 0; u < units && !s; u++) m->activation.start[u + 1] += m->activation.start[u];
    for (size_t i = 0; i < n && !s; i++) {
        const uint32_t to = m->activation.start[at[i]]++;
        m->activation.columns[to] = (uint32_t)at[n + i];
        m->activation.weights[to] = by[i];
    }

    for (size_t u = units; u > 0 && !s; u--) m->activation.start[u] = m->activation.start[u - 1];
    if (!s) m->activation.start[0] = 0;
    PD_ASSERT(s || m->activation.start[units] == n);
    free(at);
    free(by);

    return s;
}

static pd_status read_blendshapes(pd_mhr *m, pd_npz *npz, const char *name, pd_error *err)
{
    pd_array dirs;
    const size_t units = (size_t)m->activation.row_count;
    const size_t vertices = (size_t)m->vertex_count;

    npz->most_bytes = (size_t)8 << 30; /* level 0 has 2.6 GB */
    pd_status s = pd_npz_read(&dirs, npz, "corrective_blendshapes", err);
    if (s) return s;
    if (dirs.count != units * vertices * 3 || dirs.rank < 2 || dirs.shape[0] != units)
        return pd_fail(err, PD_ERR_FORMAT, name,
                       "corrective_blendshapes has %zu numbers; %zu expected: %zu units, %zu vertices, 3",
                       dirs.count, units * vertices * 3, units, vertices);
    m->corrective_dirs = malloc(dirs.count * sizeof *m->corrective_dirs);
    if (!m->corrective_dirs)
        return pd_fail(err, PD_ERR_MEMORY, name, "out of memory for %zu numbers", dirs.count);

    return pd_array_f32(m->corrective_dirs, &dirs, "corrective_blendshapes", err);
}

static pd_status read_correctives(pd_mhr *m, const pd_tool_mhr_import_job *job, pd_error *err)
{
    const pd_tool_mhr_source *first = &job->activation;
    const pd_tool_mhr_source *second = &job->blendshapes;
    pd_npz npz;

    if (second->bytes.size && !first->bytes.size)
        return pd_fail(err, PD_ERR_INVALID, second->name, "given without the first layer of the correctives");
    if (!first->bytes.size) return PD_OK;

    pd_status s = pd_npz_parse(&npz, first->bytes.data, first->bytes.size, first->name, err);
    if (!s) {
        s = read_activation(m, &npz, first->name, err);
        pd_npz_deinit(&npz);
    }

    if (s || !second->bytes.size) return place_import(first, s, err);
    s = pd_npz_parse(&npz, second->bytes.data, second->bytes.size, second->name, err);
    if (!s) {
        s = read_blendshapes(m, &npz, second->name, err);
        pd_npz_deinit(&npz);
    }

    return place_import(second, s, err);
}

pd_status pd_tool_mhr_import(pd_mhr *out, const pd_tool_mhr_import_job *job, pd_error *err)
{
    importing in = {.out = out, .job = job, .err = err};

    *out = (pd_mhr){0};

    pd_status s = read_fbx(&in);
    if (!s) s = read_definition(out, job, err);
    if (!s) s = read_correctives(out, job, err);
    if (!s) s = place_import(&job->fbx, pd_mhr_finish(out, err), err);
    pd_fbx_deinit(&in.fbx);
    free(in.objects);
    free(in.links);
    free(in.limbs);
    free(in.weights);
    if (s) pd_mhr_deinit(out);

    return s;
}
